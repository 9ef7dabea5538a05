// Published weights are recognised by their names and shapes, and named when they do not fit.

#include "dcrnn/train/published_network.hpp"

#include "support/expect_error.hpp"
#include "support/files.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>

namespace dcrnn {
namespace {

PyTorchArchive stored(const char* name) { return read_pytorch_archive(support::test_file(name)); }

void expect_refused(const std::function<void(std::vector<PyTorchTensor>&)>& alter,
                    std::initializer_list<const char*> words) {
    PyTorchArchive archive = stored("pytorch_zip.tar");
    alter(archive.tensors);
    support::expect_error(ErrorKind::data, words, [&] { read_published_network(archive); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(sizes_and_weights) {
    for (const char* name : {"pytorch_zip.tar", "pytorch_old.tar", "pytorch_bare.pt"}) {
        const PublishedNetwork network = read_published_network(stored(name));
        BOOST_TEST(network.sizes.rnn_units == 2);
        BOOST_TEST(network.sizes.num_rnn_layers == 1);
        BOOST_TEST(network.sizes.input_width == 2);
        BOOST_TEST(network.sizes.output_dim == 1);
        BOOST_TEST(network.sizes.matrices == 3);
        BOOST_TEST(at::equal(network.parameters,
                             at::arange(141, at::TensorOptions().dtype(at::kDouble)) / 64));
    }
    BOOST_TEST(read_published_network(stored("pytorch_zip.tar")).group == "model_state_dict");
    BOOST_TEST(read_published_network(stored("pytorch_bare.pt")).group.empty());
}

BOOST_AUTO_TEST_CASE(names_go_both_ways) {
    PyTorchArchive archive = stored("pytorch_zip.tar");
    const PublishedNetwork network = read_published_network(archive);
    const auto specs = parameter_specs(network.sizes);
    BOOST_TEST_REQUIRE(specs.size() == archive.tensors.size());
    for (std::size_t i = 0; i < specs.size(); ++i) {
        BOOST_TEST(published_name(specs[i]) == archive.tensors[i].name);
        archive.tensors[i].name = specs[i].name;  // this program's names are known too
    }
    BOOST_TEST(at::equal(read_published_network(archive).parameters, network.parameters));
}

BOOST_AUTO_TEST_CASE(what_is_no_dcrnn_is_named) {
    using Tensors = std::vector<PyTorchTensor>;
    expect_refused([](Tensors& t) { t.clear(); }, {"no tensor in it"});
    expect_refused([](Tensors& t) { t[0].name = "encoder_model.attention.weight"; },
                   {"no DCRNN has a weight 'encoder_model.attention.weight' of shape [12, 4]"});
    expect_refused([](Tensors& t) { t.erase(t.begin() + 3); },
                   {"encoder_model.dcgru.layers.0._gconv_biases", "missing"});
    expect_refused([](Tensors& t) { t.pop_back(); }, {"projection_layer.bias", "missing"});
    expect_refused([](Tensors& t) { t.erase(t.end() - 2); },
                   {"projection_layer.weight", "missing"});
    expect_refused([](Tensors& t) { t.push_back(t[1]); }, {"gconv_biases_4", "twice"});
    expect_refused([](Tensors& t) { t[0].shape = {6, 8}; }, {"[6, 8]"});
    expect_refused(
        [](Tensors& t) {
            t[0].shape = {24, 4};
            t[0].values.resize(96);
        },
        {"gconv_weight_(12, 4)", "[24, 4]", "[12, 4] would fit"});
    expect_refused([](Tensors& t) { t[4].values[0] = std::numeric_limits<double>::quiet_NaN(); },
                   {"decoder_model.dcgru_layers.0.gconv_weight_(9, 4)", "nan"});
    expect_refused([](Tensors& t) { t[0].name = "encoder_model.dcgru_layers.0.fc_weight_(12, 4)"; },
                   {"plain weights"});
    expect_refused([](Tensors& t) { t[0].group = "other"; }, {"two networks"});
    expect_refused(
        [](Tensors& t) { t[0].name = "encoder_model.dcgru_layers.9999999.gconv_weight_"; },
        {"no DCRNN has a weight"});
}

}  // namespace dcrnn
