#include "dcrnn/data/epoch_order.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace dcrnn {
namespace {

using Order = std::vector<std::int64_t>;

BOOST_AUTO_TEST_CASE(an_order_is_a_permutation) {
    for (const std::int64_t count : {0, 1, 2, 3, 1000}) {
        Order order = epoch_order(count, 1, 0), expected(order.size());
        std::iota(expected.begin(), expected.end(), 0);
        std::sort(order.begin(), order.end());
        BOOST_TEST(order == expected);
    }
}

BOOST_AUTO_TEST_CASE(seed_and_epoch_change_it) {
    const Order order = epoch_order(100, 1, 0);
    BOOST_TEST(epoch_order(100, 1, 0) == order);
    BOOST_TEST(epoch_order(100, 1, 1) != order);
    BOOST_TEST(epoch_order(100, 2, 0) != order);
    BOOST_TEST(epoch_order(100, 0, 1) != order);  // seed and epoch are not merely added
    BOOST_TEST(epoch_order(100, -1, 0) != order);
}

// From a second implementation, in Python: other libraries and processors must give the same.
BOOST_AUTO_TEST_CASE(it_is_the_same_everywhere) {
    BOOST_TEST(epoch_order(10, 1, 0) == (Order{5, 0, 8, 7, 3, 1, 9, 6, 4, 2}));
}

// Each of the 24 orders of four comes up about 1,000 times in 24,000 epochs (deviation 31).
BOOST_AUTO_TEST_CASE(all_orders_are_equally_likely) {
    std::vector<int> counts(256, 0);
    for (std::int64_t epoch = 0; epoch < 24000; ++epoch) {
        std::size_t code = 0;
        for (const std::int64_t number : epoch_order(4, 7, epoch))
            code = code * 4 + static_cast<std::size_t>(number);
        ++counts[code];
    }
    const auto seen = std::count_if(counts.begin(), counts.end(), [](int n) { return n > 0; });
    BOOST_TEST(seen == 24);
    for (const int count : counts) BOOST_TEST((count == 0 || (count > 850 && count < 1150)));
}

BOOST_AUTO_TEST_CASE(slices_cover_everything_once) {
    for (const std::int64_t count : {0, 1, 5, 64, 65})
        for (const int ranks : {1, 2, 3, 4, 7}) {
            std::int64_t next = 0, largest = 0, smallest = count;
            for (int rank = 0; rank < ranks; ++rank) {
                const Slice slice = rank_slice(count, rank, ranks);
                BOOST_TEST(slice.first == next);
                BOOST_TEST((rank == 0 || slice.count <= rank_slice(count, rank - 1, ranks).count));
                next += slice.count;
                largest = std::max(largest, slice.count);
                smallest = std::min(smallest, slice.count);
            }
            BOOST_TEST(next == count);
            BOOST_TEST(largest - smallest <= 1);
        }
}

}  // namespace
}  // namespace dcrnn
