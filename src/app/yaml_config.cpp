#include "yaml_config.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/byte_source.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace dcrnn {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

// Passes over a document: what counts is that the parser came to its end.
class NoEvents : public YAML::EventHandler {
    using Mark = YAML::Mark;
    using Tag = std::string;
    using Anchor = YAML::anchor_t;
    using Style = YAML::EmitterStyle::value;
    void OnDocumentStart(const Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const Mark&, Anchor) override {}
    void OnAlias(const Mark&, Anchor) override {}
    void OnScalar(const Mark&, const Tag&, Anchor, const std::string&) override {}
    void OnSequenceStart(const Mark&, const Tag&, Anchor, Style) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(const Mark&, const Tag&, Anchor, Style) override {}
    void OnMapEnd() override {}
};

// Whether the text holds nothing behind its first document. YAML::LoadAll would not end where a
// document starts with a sign that belongs to none, as "," does: its parser stays before the sign.
bool is_one_document(const std::string& text) {
    std::istringstream lines(text);
    YAML::Parser parser(lines);
    NoEvents nothing;
    return parser.HandleNextDocument(nothing) && !parser.HandleNextDocument(nothing);
}

class YamlConfig {
public:
    explicit YamlConfig(const std::string& path) : path_(path) {}

    PublishedOptions read() {
        const std::string text = read_whole(path_);
        require(text.size() <= kMostBytes, ErrorKind::usage,
                fmt::format("'{}' has {} bytes", path_, text.size()),
                "no configuration is so large", "check --config");
        try {
            const YAML::Node document = is_one_document(text) ? YAML::Load(text) : YAML::Node();
            require(document.IsMap(), ErrorKind::usage,
                    fmt::format("'{}' is no configuration", path_),
                    "it is not one list of lines key: value", "check --config");
            for (const auto& item : document) take_top(item.first, item.second);
        } catch (const YAML::Exception& error) {
            fail(error.mark, error.msg, "mend this line");
        }
        return options_;
    }

private:
    [[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem,
                           const std::string& remedy) const {
        throw Error(ErrorKind::usage, fmt::format("{}, line {}: {}", path_, mark.line + 1, problem),
                    "", remedy);
    }

    void take_top(const YAML::Node& key, const YAML::Node& value) {
        if (!value.IsMap()) return take(key, value);
        const std::string section = key.IsScalar() ? key.Scalar() : "";
        if (section != "data" && section != "model" && section != "train")
            fail(key.Mark(), fmt::format("unknown section '{}'", section),
                 "the published ones are data, model and train");
        for (const auto& item : value) take(item.first, item.second);
    }

    void take(const YAML::Node& key, const YAML::Node& value) {
        if (!key.IsScalar()) fail(key.Mark(), "a key is no word", "write key: value");
        const std::string name = key.Scalar();
        if (!seen_.insert(name).second)
            fail(key.Mark(), fmt::format("'{}' is set a second time", name),
                 "keep one of the two lines");
        try {
            take_published(options_, name, text_of(name, value));
        } catch (const Error& error) {
            fail(key.Mark(), error.what(), "");
        }
    }

    std::string text_of(const std::string& name, const YAML::Node& value) const {
        if (value.IsScalar()) return value.Scalar();
        if (value.IsNull() && !is_published_key(name)) return "";  // it is named as unknown
        if (!value.IsSequence())
            fail(value.Mark(), fmt::format("'{}' has no value", name), "give one, or remove it");
        std::string text;
        for (const YAML::Node& item : value) {
            if (!item.IsScalar())
                fail(item.Mark(), fmt::format("'{}' is no plain list", name), "write [20, 30]");
            text += (text.empty() ? "" : ",") + item.Scalar();
            if (text.size() > kMostBytes)  // *names repeat what stands in the file once
                fail(item.Mark(), fmt::format("'{}' is too long", name), "write [20, 30]");
        }
        return text;
    }

    std::string path_;
    PublishedOptions options_;
    std::set<std::string> seen_;
};

}  // namespace

bool is_yaml(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    return ending == ".yaml" || ending == ".yml";
}

PublishedOptions read_yaml_config(const std::string& path) { return YamlConfig(path).read(); }

}  // namespace dcrnn
