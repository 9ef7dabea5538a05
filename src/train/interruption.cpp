#include "dcrnn/train/interruption.hpp"

#include <initializer_list>
#include <signal.h>
#include <time.h>
#include <unistd.h>

namespace dcrnn {
namespace {

// Signal handlers can only reach objects of static storage; these two are this file's alone.
volatile sig_atomic_t asked = 0;  // the last signal
volatile time_t first_seconds = 0;

time_t now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);  // async-signal-safe
    return time.tv_sec;
}

void on_signal(int signal) {
    if (asked != 0 && signal == SIGINT && now() - first_seconds >= 2) _exit(128 + SIGINT);
    if (asked == 0) first_seconds = now();
    asked = signal;
}

void handle_by(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;  // a write under way is finished, not failed
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGUSR1, SIGTERM, SIGINT}) sigaction(signal, &action, nullptr);
}

}  // namespace

void watch_signals() {
    handle_by(on_signal);
    signal(SIGPIPE, SIG_IGN);  // the write fails instead, which must not end a training
}

void obey_signals() {
    handle_by(SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    if (asked != 0) raise(asked);
}

bool interruption_asked() { return asked != 0; }

}  // namespace dcrnn
