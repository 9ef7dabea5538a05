#include "dcrnn/mpi/library_settings.hpp"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <cstddef>
#include <vector>

namespace dcrnn {
namespace {

// Between MPI_T's start and its end, which may lie inside those of MPI or outside.
class ToolSession {
public:
    ToolSession() {
        int provided = 0;
        started_ = MPI_T_init_thread(MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS;
    }
    ToolSession(const ToolSession&) = delete;
    ToolSession& operator=(const ToolSession&) = delete;
    ~ToolSession() {
        if (started_) MPI_T_finalize();
    }
    bool started() const { return started_; }

private:
    bool started_ = false;
};

MPI_Datatype type_of(int index) {
    int name_length = 0, text_length = 0, verbosity = 0, binding = 0, scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum names = MPI_T_ENUM_NULL;
    MPI_T_cvar_get_info(index, nullptr, &name_length, &verbosity, &type, &names, nullptr,
                        &text_length, &binding, &scope);
    return type;
}

std::optional<std::string> read(MPI_T_cvar_handle handle, MPI_Datatype type, int length) {
    std::vector<char> bytes(static_cast<std::size_t>(length) * 8 + 8);
    if (MPI_T_cvar_read(handle, bytes.data()) != MPI_SUCCESS) return std::nullopt;
    if (type == MPI_CHAR) return std::string(bytes.data());
    if (type == MPI_INT) return std::to_string(*reinterpret_cast<const int*>(bytes.data()));
    if (type == MPI_C_BOOL) return std::to_string(static_cast<int>(bytes[0]));
    return std::nullopt;
}

}  // namespace

std::optional<std::string> control_variable(const std::string& name) {
    const ToolSession session;
    int index = 0;
    if (!session.started() || MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS)
        return std::nullopt;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    int length = 0;
    if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &length) != MPI_SUCCESS)
        return std::nullopt;
    const auto text = read(handle, type_of(index), length);
    MPI_T_cvar_handle_free(&handle);
    return text;
}

bool takes_device_pointers() {
#ifdef MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

std::string thread_level() {
    int level = MPI_THREAD_SINGLE;
    MPI_Query_thread(&level);
    if (level == MPI_THREAD_MULTIPLE) return "multiple";
    if (level == MPI_THREAD_SERIALIZED) return "serialized";
    return level == MPI_THREAD_FUNNELED ? "funneled" : "single";
}

std::string shared_memory_folder() {
    const auto folder = control_variable("osc_sm_backing_directory");
    return folder && !folder->empty() ? *folder : "/dev/shm";
}

}  // namespace dcrnn
