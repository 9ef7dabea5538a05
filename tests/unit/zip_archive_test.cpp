// Zip archives: real ones of NumPy, and ones with every lie that the list of members can tell.
#include "dcrnn/files/zip_archive.hpp"

#include "dcrnn/files/npz_file.hpp"
#include "support/bytes.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::little_endian;

constexpr std::uint64_t kMost = 1 << 20;

// Where the fields of a member stand behind "PK\1\2" in the list at the archive's end.
enum Field : std::size_t { flags = 8, method = 10, checksum = 16, packed = 20, size = 24 };

struct Archive {
    support::TemporaryFolder folder;
    std::string path = folder.file("a.npz");
    std::string bytes = support::read_bytes(support::test_file("numpy_deflated.npz"));

    // Overwrites a field of the list's first member.
    void set(Field field, std::uint64_t value, int width) {
        bytes.replace(bytes.find("PK\1\2") + field, static_cast<std::size_t>(width),
                      little_endian(value, width));
    }
    std::string read(const std::string& member, std::uint64_t most) const {
        support::write_bytes(path, bytes);
        return ZipArchive::open(path).read(member, most);
    }
    void refused(std::initializer_list<const char*> words) const {
        support::expect_error(ErrorKind::data, words, [&] { read("speeds.npy", kMost); });
    }
};

BOOST_AUTO_TEST_CASE(members) {
    const auto archive = ZipArchive::open(support::test_file("numpy_deflated.npz"));
    BOOST_TEST_REQUIRE(archive.members().size() == 2U);
    BOOST_TEST(archive.members()[0].name == "speeds.npy");
    BOOST_TEST(archive.members()[0].size == 160128U);
    BOOST_TEST(archive.members()[0].packed < 3000U);
    BOOST_TEST(archive.has("ids.npy"));
    BOOST_TEST(!archive.has("ids"));
    BOOST_TEST(archive.read("ids.npy", kMost).size() == 4128U);
    BOOST_TEST(archive.read("ids.npy", 4128).substr(1, 5) == "NUMPY");
    support::expect_error(ErrorKind::data, {"'ids.npy' in", "4128 bytes", "4127"},
                          [&] { archive.read("ids.npy", 4127); });
    support::expect_error(ErrorKind::data, {"no 'x'", "speeds.npy, ids.npy"},
                          [&] { archive.read("x", kMost); });
    const auto zip64 = ZipArchive::open(support::test_file("numpy_zip64.npz"));
    BOOST_TEST(zip64.read("notes.txt", 100) == "no array");
}

BOOST_AUTO_TEST_CASE(bytes_at_any_place) {
    for (const std::string name : {"numpy_deflated.npz", "numpy_arrays.npz"}) {
        const auto archive = ZipArchive::open(support::test_file(name));
        const std::string member = archive.members()[0].name;
        const std::string all = archive.read(member, kMost);
        const auto source = archive.bytes(member);
        for (const std::size_t at :
             {all.size() - 1, std::size_t{0}, all.size() / 2, all.size() / 3, std::size_t{5}}) {
            const std::size_t count = std::min<std::size_t>(all.size() - at, 100);
            std::string part(count, '\0');
            source->read(at, count, part.data());
            BOOST_TEST(part == all.substr(at, count), name << " at " << at);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_archive) {
    Archive archive;
    archive.bytes = "PK\3\4 and nothing more";
    archive.refused({"a.npz", "truncated or damaged"});
    archive.bytes = "1,2,3\n";
    archive.refused({"a text file, not a zip archive"});
    archive.bytes = "";
    archive.refused({"the file is empty"});
    archive.bytes = "PK\5\6" + std::string(18, '\0');  // without members
    archive.refused({"no 'speeds.npy'", "the archive is empty"});
    support::expect_error(ErrorKind::data, {"a.npz", "no NumPy array"},
                          [&] { NpzFile::open(archive.path); });
}

BOOST_AUTO_TEST_CASE(lies_about_a_member) {
    const auto lie = [](Field field, std::uint64_t value, int width,
                        std::initializer_list<const char*> words) {
        Archive archive;
        archive.set(field, value, width);
        archive.refused(words);
    };
    lie(size, 160129, 4, {"'speeds.npy' in", "damaged"});
    lie(size, 100, 4, {"'speeds.npy' in"});
    lie(size, 4000000000, 4, {"cannot be the 4000000000 that it claims"});
    lie(packed, 4000000, 4, {"4000000 packed bytes are more than the archive has"});
    lie(flags, 1, 2, {"encrypted"});
    lie(method, 12, 2, {"packed by method 12", "numpy.savez"});
    lie(method, 0, 2, {"'speeds.npy' in"});
    lie(checksum, 0, 4, {"'speeds.npy' in", "damaged"});
    // A bomb: a little that says it is much, within what deflate can make of it.
    Archive archive;
    archive.set(size, 2000000, 4);
    archive.refused({"2000000 bytes", "1048576"});
    support::write_bytes(archive.path, archive.bytes);
    support::expect_error(ErrorKind::data, {"'speeds.npy' in"},
                          [&] { NpzFile::open(archive.path).array("speeds").read<double>(); });
}

BOOST_AUTO_TEST_CASE(two_members_of_one_name) {
    Archive archive;
    archive.bytes = support::read_bytes(support::test_file("numpy_arrays.npz"));
    archive.bytes.replace(archive.bytes.rfind("f4.npy"), 2, "f8");  // in the list
    archive.refused({"two members", "'f8.npy'"});
}

// Whatever is cut off or changed: an error or an archive, never a crash.
BOOST_AUTO_TEST_CASE(damage_anywhere) {
    const Archive archive;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < archive.bytes.size(); i += 7) {
        for (const bool cut : {true, false}) {
            std::string bytes = archive.bytes.substr(0, cut ? i : std::string::npos);
            if (!cut) bytes[i] = static_cast<char>(bytes[i] ^ 0x55);
            support::write_bytes(archive.path, bytes);
            try {
                const NpzFile file = NpzFile::open(archive.path);
                for (const auto& name : file.names()) file.array(name).read<double>();
            } catch (const Error&) {
                ++refused;
                continue;
            }
            BOOST_TEST(!cut, "cut at " << i);
        }
    }
    BOOST_TEST(refused > archive.bytes.size() / 7);
}

}  // namespace
}  // namespace dcrnn
