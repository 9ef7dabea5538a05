#include "dcrnn/mpi/together.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <torch/types.h>

#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

struct Outcome {
    std::string text;  // "done" if nothing failed
    int code = 0;
};

Outcome outcome(const std::function<void()>& step) {
    try {
        together(Communicator::world(), step);
        return {"done", 0};
    } catch (const AgreedError& error) {
        return {error.what(), error.exit_code()};
    }
}

// All ranks must have the text and the code, also those that did not fail.
void check_everywhere(const Outcome& mine, const std::string& text, ErrorKind kind) {
    const auto world = Communicator::world();
    for (const auto& other : world.gather(mine.text)) BOOST_TEST(other == text);
    for (double code : world.gather(static_cast<double>(mine.code)))
        BOOST_TEST(static_cast<int>(code) == static_cast<int>(kind));
}

std::string from_rank(int rank, const std::string& text) {
    return fmt::format("rank {} on {}: {}", rank, host_name(), text);
}

[[noreturn]] void fail(ErrorKind kind) { throw Error(kind, "no file", "it is gone", "find it"); }

Error error_of(const std::function<void()>& step) {
    try {
        step();
    } catch (...) {
        return current_error();
    }
    return {ErrorKind::other, "nothing was thrown", "", ""};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(together_suite)

BOOST_AUTO_TEST_CASE(success_returns_each_rank_its_result) {
    const auto world = Communicator::world();
    const auto result = together(world, [&] { return std::to_string(world.rank()); });
    BOOST_TEST(result == std::to_string(world.rank()));
    BOOST_TEST(outcome([] {}).text == "done");
}

BOOST_AUTO_TEST_CASE(one_failing_rank_fails_all) {
    const auto world = Communicator::world();
    for (int failing = 0; failing < world.size(); ++failing) {
        const auto mine = outcome([&] {
            if (world.rank() == failing) fail(ErrorKind::data);
        });
        const std::string text = "no file (it is gone): find it";
        check_everywhere(mine, world.size() == 1 ? text : from_rank(failing, text),
                         ErrorKind::data);
    }
}

BOOST_AUTO_TEST_CASE(the_lowest_of_two_failing_ranks_speaks) {
    const auto world = Communicator::world();
    if (world.size() < 3) return;
    const auto mine = outcome([&] {
        if (world.rank() == world.size() - 1) fail(ErrorKind::memory);
        if (world.rank() == 1) throw Error(ErrorKind::usage, "odd option", "", "mend it");
    });
    check_everywhere(mine, from_rank(1, "odd option: mend it"), ErrorKind::usage);
}

BOOST_AUTO_TEST_CASE(all_failing_alike_need_no_rank) {
    const auto mine = outcome([] { fail(ErrorKind::data); });
    check_everywhere(mine, "no file (it is gone): find it", ErrorKind::data);
}

BOOST_AUTO_TEST_CASE(all_failing_differently_name_the_first) {
    const auto world = Communicator::world();
    const auto words =
        outcome([&] { throw Error(ErrorKind::data, fmt::format("row {}", world.rank()), "", ""); });
    check_everywhere(words, world.size() == 1 ? "row 0" : from_rank(0, "row 0"), ErrorKind::data);

    const auto kinds = outcome([&] {
        throw Error(world.is_root() ? ErrorKind::memory : ErrorKind::data, "full", "", "");
    });
    check_everywhere(kinds, world.size() == 1 ? "full" : from_rank(0, "full"), ErrorKind::memory);
}

BOOST_AUTO_TEST_CASE(the_root_tells_all_or_fails_all) {
    const auto world = Communicator::world();
    int calls = 0;
    const auto text = on_root(world, [&] {
        ++calls;
        return fmt::format("by rank {}", world.rank());
    });
    BOOST_TEST(text == "by rank 0");
    BOOST_TEST(calls == (world.is_root() ? 1 : 0));
    BOOST_TEST(on_root(world, [] { return std::string(); }).empty());
    BOOST_CHECK_EXCEPTION(on_root(world, []() -> std::string { fail(ErrorKind::usage); }),
                          AgreedError, [](const AgreedError& error) {
                              return error.kind() == ErrorKind::usage &&
                                     error.what() == std::string("no file (it is gone): find it");
                          });
}

BOOST_AUTO_TEST_CASE(ranks_go_on_after_a_failure) {
    const auto world = Communicator::world();
    for (int time = 0; time < 20; ++time) {
        const auto mine = outcome([&] {
            if (world.rank() == time % world.size()) throw std::runtime_error("again");
        });
        BOOST_TEST(mine.text != "done");
        BOOST_TEST(world.sum(std::uint64_t{1}) == static_cast<std::uint64_t>(world.size()));
    }
}

BOOST_AUTO_TEST_CASE(allocation_failures_are_of_kind_memory) {
    const auto bad = error_of([] { throw std::bad_alloc(); });
    BOOST_TEST(bad.exit_code() == 5);

    const auto tensor = error_of([] { torch::empty({std::int64_t{1} << 55}, torch::kUInt8); });
    BOOST_TEST(tensor.exit_code() == 5);
    BOOST_TEST(std::string(tensor.what()).find("you tried to allocate") != std::string::npos);
    BOOST_TEST(std::string(tensor.what()).find('\n') == std::string::npos);

    const auto gpu =
        error_of([] { TORCH_CHECK(false, "CUDA out of memory. Tried to allocate 2 GiB"); });
    BOOST_TEST(gpu.exit_code() == 5);
}

BOOST_AUTO_TEST_CASE(other_exceptions_keep_their_first_line) {
    const auto shapes = error_of([] { torch::ones({2, 3}).matmul(torch::ones({2, 3})); });
    BOOST_TEST(shapes.exit_code() == 1);
    BOOST_TEST(std::string(shapes.what()).find("cannot be multiplied") != std::string::npos);
    BOOST_TEST(std::string(shapes.what()).find('\n') == std::string::npos);

    const auto standard = error_of([] { throw std::out_of_range("index 7"); });
    BOOST_TEST(standard.exit_code() == 1);
    BOOST_TEST(standard.what() == std::string("index 7"));

    const auto own = error_of([] { fail(ErrorKind::diverged); });
    BOOST_TEST(own.exit_code() == 4);
    BOOST_TEST(own.what() == std::string("no file (it is gone): find it"));

    const auto odd = error_of([] { throw 7; });
    BOOST_TEST(odd.exit_code() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
