#pragma once
// A step that some ranks may fail and others not. All ranks call it; if any fails, all throw the
// same AgreedError: that of the lowest failing rank, with its kind, and "rank R on HOST: " in front
// when there are several ranks and not all failed alike.

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace dcrnn {

// An error that every rank throws at the same point: main prints it once and all ranks end in an
// orderly way. Any other error is taken for one of this rank alone, which ends the whole job at
// once; so code that fails on all ranks by its nature (a value they all have) throws this one.
class AgreedError : public Error {
public:
    explicit AgreedError(const Error& error) : Error(error) {}
};

// Runs the step here and agrees on the outcome. Collective. std::bad_alloc and LibTorch's
// allocation failures become Error(memory), other exceptions Error(other).
void together(const Communicator& comm, const std::function<void()>& step);

template <class Step, class Result = std::invoke_result_t<Step>,
          class = std::enable_if_t<!std::is_void_v<Result>>>
Result together(const Communicator& comm, Step&& step) {
    std::optional<Result> result;
    together(comm, std::function<void()>([&] { result.emplace(step()); }));
    return std::move(*result);
}

// Runs the step on rank 0 alone and gives its text to all; when it fails, all throw its error as an
// AgreedError. Collective.
std::string on_root(const Communicator& comm, const std::function<std::string()>& step);

// The current exception as an Error; call inside a catch block. Used by together and by main.
Error current_error();

}  // namespace dcrnn
