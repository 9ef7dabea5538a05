#pragma once
// What the program writes to its terminal: results and log lines on stdout, warnings on stderr,
// and, where stderr is a terminal, one line that is redrawn while an epoch runs. Rank 0 only.

#include "dcrnn/train/log.hpp"

#include <chrono>
#include <string>

namespace dcrnn {

class Console {
public:
    Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;
    ~Console();  // erases the bar

    void log(LogLevel level, const std::string& text);
    void show(const EpochProgress& progress);

    // For those who log; they refer to this console.
    Logger logger();
    Logger warnings_only();

private:
    void erase();

    bool has_bar_;
    bool is_drawn_ = false;
    std::chrono::steady_clock::time_point last_drawn_;
};

// "epoch 3/100 [=====>    ] 120/375, 812 windows/s, 1:02:13 left"
std::string progress_text(const EpochProgress& progress);

}  // namespace dcrnn
