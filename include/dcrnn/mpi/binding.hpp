#pragma once
// Where the ranks run: host, cores, and whether the launcher has tied a rank to fewer cores than it
// should use. A core counts once, however many hardware threads it has: matrix products gain
// nothing from the second.

#include "dcrnn/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace dcrnn {

std::string host_name();
// "node1 (2), node2 (1)" for the hosts of ranks 0, 1, 2; of very many hosts the first.
std::string hosts_text(const std::vector<std::string>& host_of_rank);
int cores_of_affinity_mask();  // the cores this process may run on
int cores_of_node();           // all that are switched on

// Threads for this rank when the user names none: OMP_NUM_THREADS if set, else the cores of the
// mask divided by the ranks of the node whose masks are the same. Collective. At least 1.
int default_threads(const Communicator& comm);

// Sentences for the log, one a node at most, empty when all is well; collective, the same on every
// rank. Open MPI binds each of one or two ranks to one core by default: names --bind-to none and
// --map-by slot:PE=n. More ranks, or more threads, than cores are said too.
std::vector<std::string> binding_warnings(const Communicator& comm, int threads);

}  // namespace dcrnn
