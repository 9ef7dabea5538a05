// The folder of a run: its lock, an earlier run set aside, files that are whole or absent, and the
// table of epochs.

#include "dcrnn/train/run_directory.hpp"

#include "dcrnn/train/training_table.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/stat.h>

using namespace dcrnn;
namespace fs = std::filesystem;

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

EpochRecord record(std::int64_t epoch, std::int64_t step) {
    EpochRecord result;
    result.epoch = epoch;
    result.step = step;
    result.lr = 0.01;
    result.val_mae = 2.5;
    return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_second_run_in_the_same_folder_is_refused_until_the_first_ends) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("run");
    {
        const RunDirectory first(path, StartRule::resume);
        support::expect_error(ErrorKind::usage, {"run", "in use", "process"},
                              [&] { RunDirectory(path, StartRule::resume); });
        support::expect_error(ErrorKind::usage, {"in use"},
                              [&] { RunDirectory(path, StartRule::restart); });
    }
    const RunDirectory next(path, StartRule::resume);  // the file is still there, nobody holds it
    BOOST_TEST(fs::exists(next.file("lock")));
}

BOOST_AUTO_TEST_CASE(restart_keeps_every_earlier_run) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("run");
    for (const std::string name : {"one", "two", "three"}) {
        const RunDirectory directory(path, StartRule::restart);
        BOOST_TEST(!fs::exists(directory.file("mark")));
        std::ofstream(directory.file("mark")) << name;
    }
    BOOST_TEST(text_of(path + ".old-1/mark") == "one");
    BOOST_TEST(text_of(path + ".old-2/mark") == "two");
    BOOST_TEST(text_of(path + "/mark") == "three");
}

BOOST_AUTO_TEST_CASE(a_slash_at_the_end_names_the_same_folder) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("run");
    std::ofstream(RunDirectory(path + "/", StartRule::resume).file("mark")) << "one";
    const RunDirectory next(path + "//", StartRule::restart);
    BOOST_TEST(next.path() == path);
    BOOST_TEST(next.set_aside() == path + ".old-1");
    BOOST_TEST(text_of(path + ".old-1/mark") == "one");
}

// A scratch disk, perhaps: the link stays, the run is kept beside its folder.
BOOST_AUTO_TEST_CASE(restart_sets_aside_what_a_link_leads_to) {
    const support::TemporaryFolder folder;
    fs::create_directories(folder.file("scratch/run"));
    std::ofstream(folder.file("scratch/run/mark")) << "one";
    fs::create_directory_symlink("scratch/run", folder.file("link"));
    const RunDirectory directory(folder.file("link"), StartRule::restart);
    BOOST_TEST(text_of(folder.file("scratch/run.old-1/mark")) == "one");
    BOOST_TEST(fs::is_symlink(folder.file("link")));
    BOOST_TEST(fs::exists(folder.file("link/lock")));
    BOOST_TEST(!fs::exists(folder.file("link/mark")));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_moved_replaced_or_locked_anew_is_not_ours) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("run");
    RunDirectory directory(path, StartRule::resume);
    directory.require_ours();
    fs::rename(path, folder.file("moved"));
    const auto expect_gone = [&] {
        support::expect_error(ErrorKind::other, {"run' is gone", "moved or removed"},
                              [&] { directory.require_ours(); });
    };
    expect_gone();
    BOOST_TEST(!fs::exists(path));
    {
        const RunDirectory other(path, StartRule::resume);
        expect_gone();
    }
    fs::remove_all(path);
    fs::rename(folder.file("moved"), path);
    directory.require_ours();
    fs::remove(path + "/lock");
    directory.require_ours();  // taken anew
    support::expect_error(ErrorKind::usage, {"in use"},
                          [&] { RunDirectory(path, StartRule::resume); });
    fs::remove(path + "/lock");
    const RunDirectory thief(path, StartRule::resume);
    support::expect_error(ErrorKind::other, {"the lock of run directory", "another run"},
                          [&] { directory.require_ours(); });
}

BOOST_AUTO_TEST_CASE(a_file_in_the_way_is_refused) {
    const support::TemporaryFolder folder;
    std::ofstream(folder.file("run")) << "text";
    support::expect_error(ErrorKind::usage, {"run", "--run-dir"},
                          [&] { RunDirectory(folder.file("run"), StartRule::resume); });
    support::expect_error(ErrorKind::usage, {"run"},
                          [&] { RunDirectory(folder.file("run") + "/below", StartRule::resume); });
    BOOST_TEST(text_of(folder.file("run")) == "text");
}

BOOST_AUTO_TEST_CASE(a_failed_write_keeps_what_was_there) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("config.ini");
    replace_file(path, std::string("old"));
    BOOST_CHECK_THROW(replace_file(path,
                                   [](const std::string& temporary) {
                                       std::ofstream(temporary) << "half";
                                       throw std::runtime_error("disk full");
                                   }),
                      std::runtime_error);
    BOOST_TEST(text_of(path) == "old");
    BOOST_TEST(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
    replace_file(path, std::string("new"));
    BOOST_TEST(text_of(path) == "new");
    support::expect_error(ErrorKind::other, {"nowhere"}, [&] {
        replace_file(folder.file("nowhere") + "/x", std::string("text"));
    });
}

BOOST_AUTO_TEST_CASE(only_files_are_replaced_and_only_our_temporaries_removed) {
    const support::TemporaryFolder folder;
    fs::create_directory(folder.file("folder"));
    BOOST_TEST_REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
    fs::create_symlink("/dev/null", folder.file("null"));
    for (const std::string name : {"folder", "pipe", "null"})
        support::expect_error(ErrorKind::usage, {"cannot be written", "name a file"},
                              [&] { replace_file(folder.file(name), std::string("text")); });
    BOOST_TEST(fs::is_symlink(folder.file("null")));

    const auto one = create_temporary(folder.file("x.h5"));
    const auto two = create_temporary(folder.file("x.h5"));
    BOOST_TEST(one != two);
    for (const std::string name : {"x.h5.tmp", "x.h5.part", "x.h5"})
        std::ofstream(folder.file(name)) << "mine";
    replace_file(folder.file("x.h5"), std::string("new"));
    remove_leftovers(folder.path().string());
    BOOST_TEST(!fs::exists(one));
    BOOST_TEST(!fs::exists(two));
    BOOST_TEST(text_of(folder.file("x.h5.tmp")) == "mine");
    BOOST_TEST(text_of(folder.file("x.h5.part")) == "mine");
    BOOST_TEST(text_of(folder.file("x.h5")) == "new");
}

BOOST_AUTO_TEST_CASE(a_resumed_table_has_one_header_and_no_later_lines) {
    const support::TemporaryFolder folder;
    const auto path = folder.file("training.csv");
    TrainingTable first(path, 0);
    for (std::int64_t epoch = 1; epoch <= 4; ++epoch)
        BOOST_TEST(first.append(record(epoch, 10 * epoch)));
    const auto four = text_of(path);
    std::ofstream(path, std::ios::app) << "5,50,0.0";  // cut by a kill
    TrainingTable second(path, 2);
    BOOST_TEST(second.append(record(3, 30)));
    TrainingTable third(path, 3);
    BOOST_TEST(third.append(record(4, 40)));
    BOOST_TEST(text_of(path) == four);
    BOOST_TEST(
        four.rfind("epoch,step,lr,train_mae,val_mae,val_rmse,val_mape,seconds,windows_per_second,"
                   "communication_seconds\n1,10,0.01,",
                   0) == 0u);
}

BOOST_AUTO_TEST_CASE(a_table_that_could_not_be_written_catches_up) {
    const support::TemporaryFolder folder;
    fs::create_directories(folder.file("run"));
    TrainingTable table(folder.file("run") + "/training.csv", 0);
    fs::rename(folder.file("run"), folder.file("gone"));
    BOOST_TEST(!table.append(record(1, 10)));
    fs::create_directories(folder.file("run"));
    BOOST_TEST(table.append(record(2, 20)));
    const auto text = text_of(folder.file("run") + "/training.csv");
    BOOST_TEST(text.find("\n1,10,") != std::string::npos);
    BOOST_TEST(text.find("\n2,20,") != std::string::npos);
}

// As in a folder without search right: there is no telling what is behind the name.
BOOST_AUTO_TEST_CASE(a_name_that_cannot_be_looked_at_is_refused_in_our_words) {
    const support::TemporaryFolder folder;
    fs::create_symlink("loop", folder.file("loop"));
    for (const auto rule : {StartRule::resume, StartRule::restart})
        support::expect_error(ErrorKind::usage, {"cannot write the run directory", "--run-dir"},
                              [&] { RunDirectory(folder.file("loop") + "/run", rule); });
}
