#include "console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <unistd.h>

namespace dcrnn {
namespace {

constexpr std::int64_t kBarWidth = 24;
constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr const char* kEraseLine = "\r\033[K";

std::string clock_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "?";
    const auto whole = std::llround(seconds);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string bar(std::int64_t done, std::int64_t all) {
    const std::int64_t filled =
        all > 0 ? std::clamp<std::int64_t>(done * kBarWidth / all, 0, kBarWidth) : 0;
    std::string text(static_cast<std::size_t>(filled), '=');
    if (filled < kBarWidth) text += '>';
    text.resize(static_cast<std::size_t>(kBarWidth), ' ');
    return text;
}

}  // namespace

std::string progress_text(const EpochProgress& p) {
    return fmt::format("epoch {}/{} [{}] {}/{}, {:.0f} windows/s, {} left", p.epoch, p.epochs,
                       bar(p.batch, p.batches), p.batch, p.batches, p.windows_per_second,
                       clock_text(p.seconds_left));
}

Console::Console() : has_bar_(isatty(STDERR_FILENO) == 1) {}

Console::~Console() { erase(); }

void Console::log(LogLevel level, const std::string& text) {
    erase();
    if (level == LogLevel::warning)
        std::cerr << "dcrnn_mpi: warning: " << text << std::endl;
    else
        std::cout << text << std::endl;  // flushed: a log is followed while it grows
}

void Console::show(const EpochProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (!has_bar_ || (is_drawn_ && now - last_drawn_ < kRedrawInterval)) return;
    std::cerr << kEraseLine << progress_text(progress) << std::flush;
    is_drawn_ = true;
    last_drawn_ = now;
}

Logger Console::logger() {
    return [this](LogLevel level, const std::string& text) { log(level, text); };
}

Logger Console::warnings_only() {
    return [this](LogLevel level, const std::string& text) {
        if (level == LogLevel::warning) log(level, text);
    };
}

void Console::erase() {
    if (is_drawn_) std::cerr << kEraseLine << std::flush;
    is_drawn_ = false;
}

}  // namespace dcrnn
