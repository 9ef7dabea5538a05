#include "spared_inputs.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/train/whole_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace dcrnn {

void require_spares_inputs(const std::string& output, const TrainedNetwork& trained) {
    require_replaceable(output);
    const auto& options = trained.options();
    const std::pair<const char*, const std::string&> inputs[] = {
        {"traffic file", options.data.data},
        {"graph", options.graph.graph},
        {"checkpoint", trained.checkpoint_path()}};
    for (const auto& [kind, input] : inputs) {
        std::error_code no_such_file;  // then they are not the same
        require(!std::filesystem::equivalent(output, input, no_such_file), ErrorKind::usage,
                fmt::format("--output '{}' is the {} itself", output, kind),
                "a result never replaces what it is computed from", "give another --output");
    }
}

}  // namespace dcrnn
