#pragma once
// What the MPI library has been told, by its files, its variables and its launcher.

#include <optional>
#include <string>

namespace dcrnn {

// One of the library's control variables, as "mpi_yield_when_idle": its text, or its number as
// text; nothing where the library has none of that name. Needs no session.
std::optional<std::string> control_variable(const std::string& name);

bool takes_device_pointers();  // MPIX_Query_cuda_support

std::string thread_level();  // "funneled", ...; needs a session

// The folder of the node that shared memory lies in; Open MPI's osc_sm_backing_directory.
std::string shared_memory_folder();

}  // namespace dcrnn
