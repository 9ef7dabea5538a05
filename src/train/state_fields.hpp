#pragma once
// The fields of a TrainingState, listed once for the file and the broadcast.

#include "dcrnn/train/checkpoint.hpp"

namespace dcrnn {

template <class State, class Visitor>
void visit_counters(State& s, Visitor&& visit) {
    visit("epoch", s.epoch);
    visit("batch", s.batch);
    visit("step", s.step);
    visit("skipped", s.skipped);
    visit("updates", s.updates);
    visit("epoch_absolute", s.epoch_absolute);
    visit("epoch_count", s.epoch_count);
    visit("epoch_seconds", s.epoch_seconds);
    visit("epoch_communication", s.epoch_communication);
    visit("best_mae", s.best_mae);
    visit("best_epoch", s.best_epoch);
    visit("best_step", s.best_step);
    visit("waited", s.waited);
}

template <class State, class Visitor>
void visit_tensors(State& s, Visitor&& visit) {
    visit("parameters", s.parameters);
    visit("best_parameters", s.best_parameters);
    visit("adam_first", s.first);
    visit("adam_second", s.second);
}

}  // namespace dcrnn
