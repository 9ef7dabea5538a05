// Files of torch.save give their tensors and plain values, in both formats; what is written comes
// back; damaged and foreign ones are refused. tests/data/make_pytorch_files.py

#include "dcrnn/files/pytorch_archive.hpp"

#include "dcrnn/files/byte_source.hpp"
#include "dcrnn/files/zip_archive.hpp"
#include "dcrnn/files/zip_writer.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using Shape = std::vector<std::int64_t>;
using Members = std::vector<std::pair<std::string, std::string>>;

std::string text_at(const PyTorchArchive& archive, const std::string& group,
                    const std::string& name) {
    for (const PyTorchValue& value : archive.values)
        if (value.group == group && value.name == name) return value.text;
    return "nothing";
}

// The weights count up in steps of 1/64.
void expect_weights(const PyTorchArchive& archive, const std::string& group,
                    const std::string& prefix, const std::string& type) {
    BOOST_TEST_REQUIRE(archive.tensors.size() == 10u);
    BOOST_TEST(archive.tensors[0].name ==
               prefix + "encoder_model.dcgru_layers.0.gconv_weight_(12, 4)");
    BOOST_TEST(archive.tensors[9].name == prefix + "decoder_model.projection_layer.bias");
    BOOST_TEST(archive.tensors[0].shape == (Shape{12, 4}));
    BOOST_TEST(archive.tensors[1].shape == (Shape{4}));
    double next = 0;
    for (const PyTorchTensor& tensor : archive.tensors) {
        BOOST_TEST(tensor.group == group);
        BOOST_TEST(tensor.type == type);
        std::vector<double> expected(tensor.values.size());
        for (double& value : expected) value = next++ / 64;
        BOOST_TEST(tensor.values == expected);
    }
    BOOST_TEST(next == 141);
}

std::string write(const support::TemporaryFolder& folder, const std::string& bytes) {
    const std::string path = folder.file("x.tar");
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

Members members_of(const std::string& path) {
    const ZipArchive zip = ZipArchive::open(path);
    Members members;
    for (const ZipMember& member : zip.members())
        members.emplace_back(member.name, zip.read(member.name, 1 << 20));
    return members;
}

void expect_refused(const std::string& path, std::initializer_list<const char*> words) {
    support::expect_error(ErrorKind::data, words, [&] { read_pytorch_archive(path); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(both_formats) {
    for (const char* name : {"pytorch_zip.tar", "pytorch_old.tar"}) {
        BOOST_TEST_CONTEXT(name) {
            const std::string path = support::test_file(name);
            BOOST_TEST(is_pytorch_archive(path));
            const PyTorchArchive archive = read_pytorch_archive(path);
            expect_weights(archive, "model_state_dict", "", "f4");
            BOOST_TEST(text_at(archive, "", "epoch") == "7");
            BOOST_TEST(text_at(archive, "", "base_dir") == "data/model");
            BOOST_TEST(text_at(archive, "model", "seq_len") == "5");
            BOOST_TEST(text_at(archive, "model", "use_curriculum_learning") == "true");
            BOOST_TEST(text_at(archive, "train", "base_lr") == "0.005");
            BOOST_TEST(text_at(archive, "train", "steps") == "10,20");
        }
    }
}

// float64, and columns that lie together instead of rows.
BOOST_AUTO_TEST_CASE(bare_weights) {
    expect_weights(read_pytorch_archive(support::test_file("pytorch_bare.pt")), "", "module.",
                   "f8");
}

BOOST_AUTO_TEST_CASE(what_is_written_comes_back) {
    const support::TemporaryFolder folder;
    for (const char* type : {"f4", "f8"}) {
        PyTorchArchive archive = read_pytorch_archive(support::test_file("pytorch_zip.tar"));
        archive.path = folder.file("new.tar");
        for (PyTorchTensor& tensor : archive.tensors) tensor.type = type;
        write_pytorch_archive(archive);
        const PyTorchArchive again = read_pytorch_archive(archive.path);
        expect_weights(again, "model_state_dict", "", type);
        BOOST_TEST(text_at(again, "", "epoch") == "7");
        BOOST_TEST(text_at(again, "train", "base_lr") == "0.005");
        BOOST_TEST(text_at(again, "train", "steps") == "10,20");
        BOOST_TEST(text_at(again, "model", "use_curriculum_learning") == "true");
        BOOST_TEST(again.values.size() == archive.values.size());
    }
}

BOOST_AUTO_TEST_CASE(foreign_files) {
    expect_refused(support::test_file("pytorch_module.pt"), {"'torch.nn.modules.linear.Linear'"});
    expect_refused(support::test_file("numpy_arrays.npz"), {"without data.pkl"});
    expect_refused(support::test_file("foreign_hdf5.h5"), {"HDF5"});
    BOOST_TEST(!is_pytorch_archive(support::test_file("numpy_arrays.npz")));
    BOOST_TEST(!is_pytorch_archive(support::test_file("foreign_hdf5.h5")));
    const support::TemporaryFolder folder;
    std::string path = write(folder, "(lp0\nI1\na.");
    BOOST_TEST(!is_pytorch_archive(path));
    expect_refused(path, {"PyTorch did not write"});
    const std::string script = folder.file("script.pt");
    write_zip(script, {{"m/data.pkl", "}."}, {"m/code/a.py", "def f(): pass"}});
    expect_refused(script, {"TorchScript", "state_dict"});
    write_zip(script, {{"m/data.pkl", "]."}});
    expect_refused(script, {"no dictionary"});
}

BOOST_AUTO_TEST_CASE(damaged_storages) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("x.tar");
    const Members whole = members_of(support::test_file("pytorch_zip.tar"));
    const auto altered = [&](const std::string& name, const auto& alter) {
        Members members = whole;
        for (auto& [member, bytes] : members)
            if (member == "pytorch_zip/" + name) alter(member, bytes);
        write_zip(path, members);
    };
    altered("data/0", [](std::string&, std::string& bytes) { bytes.pop_back(); });
    expect_refused(path, {"storage 0 has 191 bytes instead of 192"});
    altered("data/3", [](std::string& name, std::string&) { name += "x"; });
    expect_refused(path, {"data/3"});
    altered("byteorder", [](std::string&, std::string& bytes) { bytes = "middle"; });
    expect_refused(path, {"byte order is 'middle'"});
    altered("byteorder", [](std::string&, std::string& bytes) { bytes = "big"; });
    BOOST_TEST(read_pytorch_archive(path).tensors[0].values[0] == 0);  // 0.0 in both orders
    BOOST_TEST(read_pytorch_archive(path).tensors[0].values[1] != 1.0 / 64);
    altered("data.pkl", [](std::string&, std::string& bytes) { bytes.resize(bytes.size() / 2); });
    expect_refused(path, {"data.pkl", "cut or damaged"});
}

// A tensor of a storage of four numbers: first element, shape, strides.
BOOST_AUTO_TEST_CASE(tensors_that_reach_too_far) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("x.tar");
    const auto write_tensor = [&](const std::string& place) {
        write_zip(path, {{"m/data.pkl",
                          "(dS'w'\nctorch._utils\n_rebuild_tensor_v2\n((S'storage'\nctorch\n"
                          "FloatStorage\nS'0'\nS'cpu'\nI4\ntQ" +
                              place + "I00\nNtRs."},
                         {"m/data/0", std::string(16, '\0')}});
    };
    write_tensor("I0\n(I2\nI2\nt(I2\nI1\nt");
    BOOST_TEST(read_pytorch_archive(path).tensors.at(0).values ==
               (std::vector<double>{0, 0, 0, 0}));
    write_tensor("I3\n(t(t");
    BOOST_TEST(read_pytorch_archive(path).tensors.at(0).values.size() == 1u);
    write_tensor("I9\n(I0\nI5\nt(I1\nI1\nt");
    BOOST_TEST(read_pytorch_archive(path).tensors.at(0).values.empty());
    for (const char* place :
         {"I1\n(I2\nI2\nt(I2\nI1\nt", "I4\n(t(t", "I0\n(I5\nt(I1\nt", "I0\n(I2\nt(I4\nt",
          "I0\n(I9223372036854775807\nI3\nt(I9223372036854775807\nI9\nt"}) {
        write_tensor(place);
        expect_refused(path, {"reaches beyond its storage of 4 elements"});
    }
    for (const char* place :
         {"I-1\n(I2\nt(I1\nt", "I0\n(I-2\nt(I1\nt", "I0\n(I2\nt(t", "I0\nI2\nI1\n"}) {
        write_tensor(place);
        expect_refused(path, {"x.tar"});
    }
    // One number that is said to be a billion of them.
    write_tensor("I0\n(I1000000000\nt(I0\nt");
    expect_refused(path, {"many times as large as the file"});
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
    const support::TemporaryFolder folder;
    for (const char* name : {"pytorch_zip.tar", "pytorch_old.tar"}) {
        const std::string bytes = read_whole(support::test_file(name));
        for (std::size_t size = 0; size < bytes.size(); size += 7) {
            const std::string path = write(folder, bytes.substr(0, size));
            BOOST_TEST_CONTEXT(name << " cut after " << size) { expect_refused(path, {"x.tar"}); }
        }
    }
}

BOOST_AUTO_TEST_CASE(published_checkpoints) {
    struct Published {
        const char* path;
        std::size_t tensors;
        std::int64_t weights;
        const char* seq_len;
        const char* horizon;
    };
    for (const Published& known :
         {Published{"checkpoints-metr-la/kevinkbc_epo31_1x32.tar", 10, 32385, "12", "12"},
          Published{"checkpoints-metr-la/kevinkbc_epo64_1x16.tar", 10, 8513, "12", "12"},
          Published{"checkpoints-metr-la/garygsw_1_epo0_2x64.tar", 18, 372353, "12", "12"},
          Published{"checkpoints-tiny/dorbodwolf_epo82_2x4.tar", 18, 1613, "12", "1"},
          Published{"pems-bay-ca85/checkpoints/85_models_epo26.tar", 18, 372353, "6", "1"},
          Published{"pems-bay-ca85/checkpoints/85_models_horizon_6_epo45.tar", 18, 372353, "6",
                    "6"}}) {
        const std::string path = support::shared_file(std::string("data/") + known.path);
        if (path.empty()) {
            BOOST_TEST_MESSAGE("skipped: no " << known.path << " below DCRNN_SHARED");
            continue;
        }
        BOOST_TEST_CONTEXT(known.path) {
            const PyTorchArchive archive = read_pytorch_archive(path);
            BOOST_TEST(archive.tensors.size() == known.tensors);
            std::int64_t weights = 0;
            for (const PyTorchTensor& tensor : archive.tensors)
                weights += static_cast<std::int64_t>(tensor.values.size());
            BOOST_TEST(weights == known.weights);
            BOOST_TEST(text_at(archive, "model", "seq_len") == known.seq_len);
            BOOST_TEST(text_at(archive, "model", "horizon") == known.horizon);
            BOOST_TEST(text_at(archive, "model", "filter_type") == "dual_random_walk");
        }
    }
}

}  // namespace dcrnn
