#pragma once
// USR1, TERM and INT ask for a checkpoint and an orderly end. The handler only sets a flag; ranks
// agree on it at a step.

namespace dcrnn {

// Installs the handlers; before MPI_Init, since the default action would kill the rank. A second
// INT, two seconds or more after the first signal, ends the process at once. Output that nobody
// reads any more (PIPE) no longer ends it.
void watch_signals();

// For work that is neither saved nor agreed on: from here on the signals end the process as usual,
// and so does one that has come already.
void obey_signals();

bool interruption_asked();  // by any of these signals, in this process

}  // namespace dcrnn
