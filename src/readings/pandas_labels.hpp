#pragma once
// Column labels of a DataFrame as texts.

#include "dcrnn/files/hdf5_file.hpp"

#include <string>
#include <vector>

namespace dcrnn {

struct PandasLabels {
    std::vector<std::string> texts;
    std::string note;  // for the log: how labels of several levels were joined
};

// `axis` is axis0 or blockN_items: a list, or for several levels the lists and the codes into them.
PandasLabels pandas_labels(const Hdf5File& file, const std::string& group, const std::string& axis);

std::string joined_label(const std::vector<std::string>& parts);  // "a|b"
std::string joined_note(const std::string& example);

std::string zone_note();  // what a time index with a zone means

}  // namespace dcrnn
