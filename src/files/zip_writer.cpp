#include "dcrnn/files/zip_writer.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <memory>
#include <zip.h>

namespace dcrnn {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& words) {
    throw Error(ErrorKind::other, fmt::format("cannot write '{}'", path), words,
                "check the folder and the space on its disk");
}

}  // namespace

void write_zip(const std::string& path,
               const std::vector<std::pair<std::string, std::string>>& members) {
    int code = 0;
    zip_t* const opened = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (opened == nullptr) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        const std::string words = zip_error_strerror(&error);
        zip_error_fini(&error);
        fail(path, words);
    }
    std::unique_ptr<zip_t, decltype(&zip_discard)> archive(opened, zip_discard);
    for (const auto& [name, bytes] : members) {
        zip_source_t* const source =
            zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
        if (source == nullptr) fail(path, zip_strerror(archive.get()));
        const zip_int64_t at = zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (at < 0) {
            zip_source_free(source);
            fail(path, zip_strerror(archive.get()));
        }
        zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(at), ZIP_CM_STORE, 0);
    }
    if (zip_close(archive.get()) != 0) fail(path, zip_strerror(archive.get()));
    archive.release();
}

}  // namespace dcrnn
