#include "forecast_file.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "forecast_csv.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace dcrnn {
namespace {

namespace fs = std::filesystem;

// The file under its working name, removed unless it is finished.
class PartFile {
public:
    explicit PartFile(const std::string& path) : path_(path) {
        std::error_code error;
        const auto folder = fs::path(path).parent_path();
        if (!folder.empty()) fs::create_directories(folder, error);
        require(!error, ErrorKind::other, fmt::format("cannot create folder '{}'", folder.string()),
                error.message(), "name another --output");
        part_ = create_temporary(path);
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile() {
        std::error_code ignored;
        fs::remove(part_, ignored);
    }

    const std::string& name() const { return part_; }
    void finish() {
        replace_file(path_, [this](const std::string& temporary) { fs::rename(part_, temporary); });
    }

private:
    std::string path_, part_;
};

class Hdf5Writer : public ForecastWriter {
public:
    Hdf5Writer(const std::string& path, const ForecastFrame& frame)
        : part_(path), file_(Hdf5File::create(part_.name())), frame_(frame) {
        file_.write_text_attribute("/", "kind", "dcrnn_mpi forecast");
        file_.write_text_attribute("/", "checkpoint", frame.checkpoint);
        file_.write_strings("sensor_ids", frame.sensor_ids);
        file_.write_strings("feature_names", frame.feature_names);
        file_.write_strings("feature_units", frame.feature_units);
        file_.create_rows<std::int64_t>("issued", {frame.windows});
        file_.create_rows<std::int64_t>("times", {frame.windows, frame.horizon});
        if (frame.type == torch::kFloat64)
            create_values<double>();
        else
            create_values<float>();
    }

    void write(const ForecastBlock& block) override {
        const auto count = static_cast<std::int64_t>(block.issued.size());
        file_.write_rows("issued", block.first_window, count, block.issued.data());
        file_.write_rows("times", block.first_window, count, block.times.data());
        if (frame_.type == torch::kFloat64)
            write_values<double>(block, count);
        else
            write_values<float>(block, count);
    }

    void finish() override {
        file_.finish();
        part_.finish();
    }

private:
    template <class T>
    void create_values() {
        const std::vector<std::int64_t> shape = {
            frame_.windows, frame_.horizon, static_cast<std::int64_t>(frame_.sensor_ids.size()),
            static_cast<std::int64_t>(frame_.feature_names.size())};
        file_.create_rows<T>("forecast", shape);
        if (frame_.has_truth) file_.create_rows<T>("truth", shape);
    }

    template <class T>
    void write_values(const ForecastBlock& block, std::int64_t count) {
        const auto forecast = block.forecast.contiguous();
        file_.write_rows("forecast", block.first_window, count, forecast.data_ptr<T>());
        if (!frame_.has_truth) return;
        const auto truth = block.truth.contiguous();
        file_.write_rows("truth", block.first_window, count, truth.data_ptr<T>());
    }

    PartFile part_;
    Hdf5File file_;
    ForecastFrame frame_;
};

class CsvWriter : public ForecastWriter {
public:
    CsvWriter(const std::string& path, const ForecastFrame& frame)
        : part_(path), stream_(part_.name(), std::ios::trunc), frame_(frame) {
        stream_ << csv_header(frame_);
        check();
    }

    void write(const ForecastBlock& block) override {
        stream_ << csv_rows(frame_, block);
        check();
    }

    void finish() override {
        stream_.close();
        check();
        part_.finish();
    }

private:
    void check() const {
        require(stream_.good(), ErrorKind::other, fmt::format("cannot write '{}'", part_.name()),
                std::strerror(errno), "free space or name another --output");
    }

    PartFile part_;
    std::ofstream stream_;
    ForecastFrame frame_;
};

class Printer : public ForecastWriter {
public:
    Printer(std::ostream& stream, const ForecastFrame& frame) : stream_(stream), frame_(frame) {
        stream_ << csv_header(frame_);
    }
    void write(const ForecastBlock& block) override { stream_ << csv_rows(frame_, block); }
    void finish() override { stream_.flush(); }

private:
    std::ostream& stream_;
    ForecastFrame frame_;
};

}  // namespace

std::unique_ptr<ForecastWriter> create_forecast_file(const std::string& path,
                                                     const ForecastFrame& frame) {
    if (fs::path(path).extension() == ".csv") return std::make_unique<CsvWriter>(path, frame);
    return std::make_unique<Hdf5Writer>(path, frame);
}

std::unique_ptr<ForecastWriter> print_forecast(std::ostream& stream, const ForecastFrame& frame) {
    return std::make_unique<Printer>(stream, frame);
}

}  // namespace dcrnn
