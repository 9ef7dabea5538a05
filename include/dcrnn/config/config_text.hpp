#pragma once
// All options as a configuration file: lines `key = value` under the groups' names, a value in
// double quotes where it would else be read otherwise. --config takes it back.

#include "dcrnn/config/options.hpp"

#include <string>

namespace dcrnn {

std::string config_text(const Options& options);

}  // namespace dcrnn
