#include "commands.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "describe_file.hpp"

#include <iostream>

namespace dcrnn {

int run_info(const Communicator& comm, const Invocation& invocation) {
    const std::string text = on_root(comm, [&] {
        const std::string& path = invocation.arguments.file;
        require(!path.empty(), ErrorKind::usage, "no file to describe", "",
                "write dcrnn_mpi info FILE");
        return describe_file(path, apply(invocation.settings, Options{}).data);
    });
    if (comm.is_root()) std::cout << text;
    return 0;
}

}  // namespace dcrnn
