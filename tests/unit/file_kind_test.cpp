// What a file is by its first bytes, and the words for what nobody can read.
#include "dcrnn/files/file_kind.hpp"

#include "dcrnn/files/byte_source.hpp"
#include "support/bytes.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace dcrnn {
namespace {

void is(FileKind kind, const std::vector<std::string>& starts) {
    for (const auto& start : starts)
        BOOST_TEST(describe(kind_of_bytes(start)) == describe(kind), start);
}

BOOST_AUTO_TEST_CASE(first_bytes) {
    is(FileKind::hdf5, {"\x89HDF\r\n\x1a\n"});
    is(FileKind::zip, {"PK\3\4....", "PK\5\6"});
    is(FileKind::npy, {"\x93NUMPY\1"});
    is(FileKind::gzip, {"\x1f\x8b\x08"});
    is(FileKind::pickle,
       {"\x80\2]q", "\x80\5\x95", "(lp1\n(lp2\nS'1'", "(dp0\n", "(lp1\r\n(lp2\r\n", "]q\1(U",
        "cnumpy.core.multiarray\n_reconstruct\n", "cnumpy.core.multiarray\r\n_reconstruct\r\n"});
    is(FileKind::text, {"from,to,cost\n", "1,2\r\r\n", "\xEF\xBB\xBFid", "cost,from\n", "]x", "(lp",
                        "count\nvalue\n",
                        "Stra\xDF"
                        "e;1",
                        "< 5,2", "c"});
    is(FileKind::wide_text, {std::string("\xFF\xFE;\0,\0", 6)});
    is(FileKind::lfs_pointer, {"version https://git-lfs.github.com/spec/v1\noid sha256:1"});
    is(FileKind::web_page, {"<!DOCTYPE html>", "\n <html lang=en>", "<?xml version='1.0'?><Error>",
                            "\xEF\xBB\xBF<HTML>"});
    is(FileKind::empty, {""});
    is(FileKind::unknown, {std::string("1,\0", 3), "\x80\6\1", "\x7f\x45LF\2"});
}

BOOST_AUTO_TEST_CASE(files_and_what_is_none) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("f");
    const auto check = [&](FileKind kind) {
        BOOST_TEST(describe(file_kind(path)) == describe(kind));
    };
    const auto refused = [&](std::initializer_list<const char*> words) {
        support::expect_error(ErrorKind::data, words, [&] { require_readable(path); });
        support::expect_error(ErrorKind::data, words, [&] { open_bytes(path); });
    };
    check(FileKind::missing);
    refused({"cannot read", "no such file", "spelling"});
    std::filesystem::create_directory(path);
    check(FileKind::directory);
    refused({"it is a directory", "name the file"});
    std::filesystem::remove(path);
    support::write_bytes(path, "");
    check(FileKind::empty);
    refused({"the file is empty", "again"});
    support::write_bytes(path, "version https://git-lfs.github.com/spec/v1\n");
    check(FileKind::lfs_pointer);
    refused({"Git LFS pointer", "git lfs pull"});
    support::write_bytes(path, "<!doctype html>\n<html>");
    check(FileKind::web_page);
    refused({"web page", "download it again"});
    std::filesystem::remove(path);
    std::filesystem::create_symlink("f", path);
    check(FileKind::missing);
    refused({"cannot read", "spelling"});
    std::filesystem::remove(path);
    BOOST_TEST(mkfifo(path.c_str(), 0600) == 0);
    check(FileKind::stream);  // without waiting for somebody who writes
    support::expect_error(ErrorKind::data, {"a pipe or a device", "store its content"},
                          [&] { open_bytes(path); });
    std::filesystem::remove(path);
    // As MATLAB writes HDF5: behind a block of text.
    const std::string hdf5 = support::read_bytes(support::test_file("unsigned_ids.h5"));
    support::write_bytes(path, "MATLAB 7.3 MAT-file" + std::string(1024 - 19, ' ') + hdf5);
    check(FileKind::hdf5);
    support::write_bytes(path, std::string(1023, ' ') + hdf5);
    check(FileKind::text);
}

BOOST_AUTO_TEST_CASE(the_wrong_kind_is_named) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("f.h5");
    const auto refused = [&](FileKind kind, std::initializer_list<const char*> words) {
        support::expect_error(ErrorKind::data, words,
                              [&] { refuse_kind(path, kind, "an HDF5 file", "give another"); });
    };
    support::write_bytes(path, "1,2");
    refused(FileKind::text, {"f.h5", "it is a text file, not an HDF5 file", "give another"});
    refused(FileKind::gzip, {"packed with gzip", "gunzip"});
    refused(FileKind::wide_text, {"UTF-16", "UTF-8"});
    refused(FileKind::empty, {"is empty"});
    BOOST_TEST(read_whole(path) == "1,2");
}

// The public data sets, where they are.
BOOST_AUTO_TEST_CASE(published_files) {
    const std::vector<std::pair<std::string, FileKind>> files = {
        {"metr-la-10/adj_mx.pkl", FileKind::pickle},
        {"metr-la-week/adj_mx.pkl", FileKind::pickle},
        {"pems-bay-graph/adj_mx_bay.pkl", FileKind::pickle},
        {"pems-bay-ca85/adj_mx_85.pkl", FileKind::pickle},
        {"metr-la-10/train.npz", FileKind::zip},
        {"pems-distances/PEMS03.csv", FileKind::text},
        {"pems-bay-ca85/device_ids_85.txt", FileKind::text},
        {"metr-la-10/dcrnn_la_new.yaml", FileKind::text},
        {"hdf5/nilmtk_energy.h5", FileKind::hdf5},
        {"checkpoints-metr-la/kevinkbc_epo31_1x32.tar", FileKind::zip},
        {"not-data/lfs-pointer_train.npz", FileKind::lfs_pointer},
    };
    for (const auto& [name, kind] : files) {
        const std::string path = support::shared_file("data/" + name);
        if (!path.empty()) BOOST_TEST(describe(file_kind(path)) == describe(kind), name);
    }
}

}  // namespace
}  // namespace dcrnn
