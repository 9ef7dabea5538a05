#include "dcrnn/train/log.hpp"

namespace dcrnn {

Logger silent_logger() {
    return [](LogLevel, const std::string&) {};
}

}  // namespace dcrnn
