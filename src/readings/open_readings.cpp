#include "dcrnn/readings/open_readings.hpp"

#include "dcrnn/data/hdf5_series.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "dcrnn/files/npy_array.hpp"
#include "source_kinds.hpp"
#include "window_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace dcrnn {
namespace {

bool has_hdf5_name(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    return extension == ".h5" || extension == ".hdf5" || extension == ".hdf";
}

TrafficFile open_hdf5(const std::string& path, const DataOptions& options) {
    const bool as_it_is = options.key.empty() && options.source.values.empty();
    if (as_it_is && is_own_layout(Hdf5File::open(path))) return TrafficFile(path);
    return TrafficFile(foreign_hdf5_source(path, options));
}

TrafficFile open_folder(const std::string& path, const DataOptions& options) {
    const auto windows = window_files_of(path);
    if (!windows.empty()) return TrafficFile(windows_source(windows, options));
    throw Error(ErrorKind::data, fmt::format("cannot read '{}'", path),
                "it is a directory without train.npz, val.npz or test.npz",
                "name the file inside it");
}

TrafficFile open_one(const std::string& path, const DataOptions& options) {
    const FileKind kind = file_kind(path);
    // HDF5's reader says best what is wrong with a file of such a name.
    if (kind == FileKind::hdf5 || has_hdf5_name(path)) return open_hdf5(path, options);
    if (kind == FileKind::directory) return open_folder(path, options);
    if (kind == FileKind::text) return TrafficFile(csv_source(path, options));
    if (kind == FileKind::npy) return TrafficFile(npy_source(path, options));
    if (kind == FileKind::zip)
        return TrafficFile(has_windows(path) ? windows_source({path}, options)
                                             : npz_source(path, options));
    require_readable(path);
    refuse_kind(path, kind, "readings",
                "give HDF5, CSV, .npz or .npy (data/README.md lists what is read)");
}

bool are_windows(const std::vector<std::string>& sources) {
    return std::all_of(sources.begin(), sources.end(), [](const std::string& path) {
        return file_kind(path) == FileKind::zip && has_windows(path);
    });
}

}  // namespace

TrafficFile open_readings(const std::vector<std::string>& sources, const DataOptions& options) {
    require(!sources.empty(), ErrorKind::usage, "no file of readings is given", "", "name one");
    if (sources.size() == 1) return open_one(sources.front(), options);
    for (const std::string& source : sources) require_readable(source);
    require(
        are_windows(sources), ErrorKind::usage, fmt::format("{} files are given", sources.size()),
        "only windows of one series (train, val, test) come in several", "give one file at a time");
    return TrafficFile(windows_source(sources, options));
}

TrafficFile open_readings(const std::string& source, const DataOptions& options) {
    return open_readings(std::vector<std::string>{source}, options);
}

// A graph has no times, and nobody says when it begins.
bool holds_readings(const std::string& path, const DataOptions& options) {
    const FileKind kind = file_kind(path);
    if (has_hdf5_name(path) || kind == FileKind::hdf5) return false;  // it says so itself
    if (kind == FileKind::directory) return !window_files_of(path).empty();
    if (kind == FileKind::zip && has_windows(path)) return true;
    if (kind != FileKind::text && kind != FileKind::zip && kind != FileKind::npy) return false;
    return !options.source.start.empty() ||
           (kind == FileKind::text && has_time_column(path, options.source));
}

}  // namespace dcrnn
