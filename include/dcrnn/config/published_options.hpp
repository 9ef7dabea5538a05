#pragma once
// The keys of the published DCRNN configurations (dcrnn_la.yaml, dcrnn_bay.yaml and their like of
// the TensorFlow and PyTorch versions) as options of this program. The sections data, model and
// train say nothing: their keys differ, and some files have no sections.

#include <string>
#include <utility>
#include <vector>

namespace dcrnn {

struct PublishedOptions {
    std::vector<std::pair<std::string, std::string>> settings;  // key and text of options
    std::vector<std::string> without_effect;  // sentences: "num_nodes 207: the readings say it"
};

bool is_published_key(const std::string& key);

// Takes one key with the text of its value, a list as "20,30". Throws Error(usage): an unknown key
// (with the nearest known one), a value that cannot be read, one that asks for what is not offered.
void take_published(PublishedOptions& options, const std::string& key, const std::string& text);

}  // namespace dcrnn
