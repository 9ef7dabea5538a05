#pragma once
// The groups of a file that pandas' to_hdf wrote, and what frames of both formats have in common.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// The group that --key names, else `df`, else the only one. Throws Error(data) that lists those
// there are.
std::string choose_pandas_group(const Hdf5File& file, const std::string& key);

// "", where the attribute is not there or is no text.
std::string text_attribute(const Hdf5File& file, const std::string& object,
                           const std::string& name);

[[noreturn]] void refuse_frame(const Hdf5File& file, const std::string& group,
                               const std::string& what);

// Row labels as seconds: times in the unit that `kind` names, whole numbers counted from --start in
// steps of --step-minutes. Throws Error(data) or Error(usage).
std::vector<std::int64_t> index_times(const Hdf5File& file, const std::string& group,
                                      const std::string& kind, std::vector<std::int64_t> labels,
                                      const SourceOptions& options);

// The same for labels that are texts: times as people write them.
std::vector<std::int64_t> text_times(const Hdf5File& file, const std::string& group,
                                     const std::vector<std::string>& labels, DateOrder order);

}  // namespace dcrnn
