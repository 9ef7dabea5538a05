// Any bytes as a published configuration: an Error, or settings that are options.
#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"
#include "memory_file.hpp"
#include "yaml_config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const dcrnn::fuzz::MemoryFile input(bytes, size);
    try {
        dcrnn::Options options;
        for (const auto& [key, text] : dcrnn::read_yaml_config(input.path()).settings)
            dcrnn::set_option(options, key, text);
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
