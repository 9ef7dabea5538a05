// Checkpoints come back bit for bit, and damaged ones are found.

#include "dcrnn/train/checkpoint.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/train/checkpoint_store.hpp"
#include "support/checkpoint.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace dcrnn;
namespace fs = std::filesystem;

namespace {

void overwrite_byte(const std::string& path, std::int64_t from_end) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(-from_end, std::ios::end);
    const auto at = file.tellg();
    const char byte = static_cast<char>(file.get());
    file.seekp(at);
    file.put(static_cast<char>(byte ^ 0x55));
}

struct Words {
    std::vector<std::string> warnings;
    Logger logger() {
        return [this](LogLevel, const std::string& text) { warnings.push_back(text); };
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(everything_comes_back_bit_for_bit) {
    const support::TemporaryFolder folder;
    for (const auto precision : {Precision::float64, Precision::float32}) {
        auto written = small_city::checkpoint();
        written.identity.options.model.precision = precision;
        const auto type = precision == Precision::float64 ? at::kDouble : at::kFloat;
        for (auto* tensor : {&written.state.parameters, &written.state.best_parameters,
                             &written.state.first, &written.state.second})
            *tensor = tensor->to(type);
        const auto path = folder.file("last.h5");
        write_checkpoint(path, written);
        const auto read = read_checkpoint(path);
        BOOST_TEST(at::equal(read.state.parameters, written.state.parameters));
        BOOST_TEST(at::equal(read.state.best_parameters, written.state.best_parameters));
        BOOST_TEST(at::equal(read.state.first, written.state.first));
        BOOST_TEST(at::equal(read.state.second, written.state.second));
        BOOST_TEST((list_options(read.identity.options) == list_options(written.identity.options)));
        BOOST_TEST(at::equal(read.identity.adjacency, written.identity.adjacency));
        BOOST_TEST(read.identity.sensor_ids == written.identity.sensor_ids);
        BOOST_TEST(read.identity.scaler.offset == written.identity.scaler.offset);
        BOOST_TEST(read.identity.scaler.scale == written.identity.scaler.scale);
        BOOST_TEST(read.identity.scaler.fill == written.identity.scaler.fill);
        BOOST_TEST(read.identity.fingerprint == written.identity.fingerprint);
        BOOST_TEST(read.identity.ranks == 3);
        BOOST_TEST(read.identity.ranks_per_node == 2);
        BOOST_TEST(read.identity.threads == 4);
        BOOST_TEST(read.state.step == 62);
        BOOST_TEST(read.state.updates == 60);
        BOOST_TEST(read.state.epoch_absolute == 1.0 / 3.0);
        BOOST_TEST(read.state.best_mae == 2.0 / 3.0);
        BOOST_TEST(read.state.waited == 1);
        BOOST_TEST(read.state.report == written.state.report);
    }
}

BOOST_AUTO_TEST_CASE(damaged_cut_and_foreign_files_are_refused) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("last.h5");
    write_checkpoint(path, small_city::checkpoint());
    const auto size = fs::file_size(path);
    const auto copy = folder.file("copy.h5");
    fs::copy_file(path, copy);
    fs::resize_file(copy, size / 2);
    support::expect_error(ErrorKind::data, {"copy.h5"}, [&] { read_checkpoint(copy); });
    support::expect_error(ErrorKind::data, {"missing.h5"},
                          [&] { read_checkpoint(folder.file("missing.h5")); });
    Hdf5File::create(folder.file("foreign.h5")).finish();
    support::expect_error(ErrorKind::data, {"foreign.h5", "not a checkpoint"},
                          [&] { read_checkpoint(folder.file("foreign.h5")); });
}

// In weights, moments, counts, scaler, graph, names, or in what HDF5 itself needs.
BOOST_AUTO_TEST_CASE(no_altered_byte_passes) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("last.h5"), copy = folder.file("altered.h5");
    write_checkpoint(path, small_city::checkpoint());
    const auto size = static_cast<std::int64_t>(fs::file_size(path));
    for (std::int64_t from_end = 1; from_end <= size; from_end += 1009) {
        fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
        overwrite_byte(copy, from_end);
        support::expect_error(ErrorKind::data, {"altered.h5"}, [&] { read_checkpoint(copy); });
    }
}

// Other programs open a checkpoint to write, and leave HDF5 that is whole.
BOOST_AUTO_TEST_CASE(a_file_without_its_hash_is_damaged) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("last.h5");
    write_checkpoint(path, small_city::checkpoint());
    fs::resize_file(path, fs::file_size(path) - 33);
    BOOST_TEST(Hdf5File::open(path).has("scaler/scale"));
    support::expect_error(ErrorKind::data, {"last.h5' is damaged", "hash at its end is missing"},
                          [&] { read_checkpoint(path); });
}

BOOST_AUTO_TEST_CASE(a_damaged_best_is_written_again) {
    const support::TemporaryFolder folder;
    Words words;
    const auto best = folder.file("checkpoints") + "/best.h5";
    const auto checkpoint = small_city::checkpoint();
    CheckpointStore store(folder.file("checkpoints"), words.logger());
    const auto expect_best = [&] {
        BOOST_TEST(
            at::equal(read_checkpoint(best).state.parameters, checkpoint.state.best_parameters));
    };
    store.save(checkpoint);
    overwrite_byte(best, 3000);
    store.save(checkpoint);  // of the same epoch
    expect_best();
    BOOST_TEST(words.warnings.empty());
    overwrite_byte(best, 3000);
    CheckpointStore(folder.file("checkpoints"), words.logger()).load();
    expect_best();
    BOOST_TEST_REQUIRE(words.warnings.size() == 1);
    BOOST_TEST(words.warnings[0].find("best.h5") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_damaged_last_falls_back_on_the_one_before) {
    const support::TemporaryFolder folder;
    Words words;
    CheckpointStore store(folder.file("checkpoints"), words.logger());
    BOOST_TEST(!store.load().has_value());
    auto checkpoint = small_city::checkpoint();
    BOOST_TEST(store.save(checkpoint));
    checkpoint.state.step = 63;
    BOOST_TEST(store.save(checkpoint));
    BOOST_TEST(store.load()->state.step == 63);
    const auto last = folder.file("checkpoints") + "/last.h5";
    fs::resize_file(last, fs::file_size(last) / 2);
    BOOST_TEST(store.load()->state.step == 62);
    BOOST_TEST_REQUIRE(words.warnings.size() == 1);
    BOOST_TEST(words.warnings[0].find("last.h5") != std::string::npos);
    fs::resize_file(folder.file("checkpoints") + "/previous.h5", 10);
    support::expect_error(ErrorKind::data, {"checkpoints", "--restart"}, [&] { store.load(); });
}

// As in a folder without search right: a new run would replace what may well be whole.
BOOST_AUTO_TEST_CASE(checkpoints_that_cannot_be_looked_at_are_not_taken_for_none) {
    const support::TemporaryFolder folder;
    fs::create_symlink("checkpoints", folder.file("checkpoints"));
    Words words;
    CheckpointStore store(folder.file("checkpoints"), words.logger());
    support::expect_error(ErrorKind::data, {"checkpoints", "--restart"}, [&] { store.load(); });
}

BOOST_AUTO_TEST_CASE(best_holds_the_best_weights_and_failures_are_counted) {
    const support::TemporaryFolder folder;
    Words words;
    const auto checkpoints = folder.file("checkpoints");
    CheckpointStore store(checkpoints, words.logger());
    const auto checkpoint = small_city::checkpoint();
    BOOST_TEST(store.save(checkpoint));
    const auto best = read_checkpoint(checkpoints + "/best.h5");
    BOOST_TEST(at::equal(best.state.parameters, checkpoint.state.best_parameters));
    BOOST_TEST(best.state.epoch == checkpoint.state.best_epoch);
    fs::rename(checkpoints, folder.file("kept"));
    std::ofstream(checkpoints) << "a file in the way of the folder";
    BOOST_TEST(!store.save(checkpoint));
    BOOST_TEST(!store.save(checkpoint));
    BOOST_TEST(store.failures_in_a_row() == 2);
    fs::remove(checkpoints);
    BOOST_TEST(store.save(checkpoint));
    BOOST_TEST(store.failures_in_a_row() == 0);
    BOOST_TEST(read_checkpoint(folder.file("kept") + "/last.h5").state.step == 62);
}

// A folder that was moved away mid-run is not made anew: the run would go on where nobody looks.
BOOST_AUTO_TEST_CASE(the_folder_of_a_run_is_never_made_by_a_save) {
    const support::TemporaryFolder folder;
    Words words;
    CheckpointStore store(folder.file("run") + "/checkpoints", words.logger());
    BOOST_TEST(!store.save(small_city::checkpoint()));
    BOOST_TEST(!fs::exists(folder.file("run")));
    BOOST_TEST_REQUIRE(words.warnings.size() == 1);
    BOOST_TEST(words.warnings[0].find("run/checkpoints") != std::string::npos);
}
