#include "dcrnn/mpi/binding.hpp"

#include <array>
#include <unistd.h>

namespace dcrnn {

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "localhost";
    return name.data();
}

}  // namespace dcrnn
