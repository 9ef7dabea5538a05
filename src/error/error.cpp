#include "dcrnn/error.hpp"

namespace dcrnn {
namespace {

std::string sentence(const std::string& problem, const std::string& reason,
                     const std::string& remedy) {
    std::string text = problem;
    if (!reason.empty()) text += " (" + reason + ")";
    if (!remedy.empty()) text += ": " + remedy;
    return text;
}

}  // namespace

Error::Error(ErrorKind kind, const std::string& problem, const std::string& reason,
             const std::string& remedy)
    : std::runtime_error(sentence(problem, reason, remedy)), kind_(kind) {}

void require(bool condition, ErrorKind kind, const std::string& problem, const std::string& reason,
             const std::string& remedy) {
    if (!condition) throw Error(kind, problem, reason, remedy);
}

}  // namespace dcrnn
