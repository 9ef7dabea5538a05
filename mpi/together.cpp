#include "dcrnn/mpi/together.hpp"

#include "dcrnn/mpi/binding.hpp"

#include <c10/util/Exception.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string_view>

namespace dcrnn {
namespace {

Error out_of_memory(const std::string& reason) {
    return {ErrorKind::memory, "out of memory", reason,
            "use fewer ranks on this host, or one with more memory"};
}

// LibTorch has a class for the GPU's memory only; the CPU allocator differs by its words.
bool is_out_of_memory(const std::string& text) {
    constexpr std::array<std::string_view, 4> kWords = {
        "not enough memory", "out of memory", "can't allocate memory", "Cannot allocate memory"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view words) {
        return text.find(words) != std::string::npos;
    });
}

// The lines after the first are addresses in the library.
Error tensor_error(const c10::Error& error) {
    const std::string whole = error.what_without_backtrace();
    const std::string line = whole.substr(0, whole.find('\n'));
    if (is_out_of_memory(whole)) return out_of_memory(line);
    return {ErrorKind::other, "a tensor operation failed", line, ""};
}

std::optional<Error> outcome(const std::function<void()>& step) {
    try {
        step();
        return std::nullopt;
    } catch (...) {
        return current_error();
    }
}

}  // namespace

Error current_error() {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return out_of_memory("the system gave no more");
    } catch (const c10::Error& error) {
        return tensor_error(error);
    } catch (const std::exception& error) {
        return {ErrorKind::other, error.what(), "", ""};
    } catch (...) {
        return {ErrorKind::other, "unknown failure", "an exception without a text", ""};
    }
}

void together(const Communicator& comm, const std::function<void()>& step) {
    const std::optional<Error> own = outcome(step);
    const auto first = static_cast<int>(comm.min(own ? comm.rank() : comm.size()));
    if (first == comm.size()) return;

    auto code = static_cast<std::int64_t>(own ? own->exit_code() : 0);
    const std::int64_t own_code = code;
    comm.broadcast(&code, sizeof code, first);
    const std::string own_text = own ? own->what() : "";
    std::string text = comm.broadcast(own_text, first);
    const std::string host = comm.broadcast(host_name(), first);
    const bool alike = comm.min(own && own_code == code && own_text == text) == 1;
    if (!alike) text = fmt::format("rank {} on {}: {}", first, host, text);
    throw AgreedError({static_cast<ErrorKind>(code), text, "", ""});
}

std::string on_root(const Communicator& comm, const std::function<std::string()>& step) {
    std::string text;
    std::optional<Error> failure;
    if (comm.is_root()) failure = outcome([&] { text = step(); });
    auto code = static_cast<std::int64_t>(failure ? failure->exit_code() : 0);
    comm.broadcast(&code, sizeof code, 0);
    text = comm.broadcast(failure ? failure->what() : text, 0);
    if (code != 0) throw AgreedError({static_cast<ErrorKind>(code), text, "", ""});
    return text;
}

}  // namespace dcrnn
