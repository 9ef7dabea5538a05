#pragma once
// What a source holds, for tests of readers.

#include "dcrnn/readings/open_readings.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace dcrnn::support {

inline std::string write_text(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

inline std::vector<double> all_readings(const TrafficFile& file) {
    const TrafficHeader& header = file.header();
    std::vector<double> values(
        static_cast<std::size_t>(header.rows() * header.sensors() * header.features()));
    file.read_rows(0, header.rows(), values.data());
    return values;
}

inline bool has_note(const TrafficFile& file, const std::string& text) {
    for (const std::string& note : file.header().notes)
        if (note.find(text) != std::string::npos) return true;
    return false;
}

// Times that the file does not have.
inline DataOptions starting(const std::string& start, double step_minutes) {
    DataOptions options;
    options.source.start = start;
    options.source.step_minutes = step_minutes;
    return options;
}

}  // namespace dcrnn::support
