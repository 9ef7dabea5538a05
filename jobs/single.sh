#!/bin/bash
# One rank under a debugger or a profiler, on a cluster's node as on a laptop, with the options of the
# real run:
#   bash jobs/single.sh --data city.h5 --graph roads.csv --max-steps 5
#   TOOL="valgrind --error-exitcode=9" bash jobs/single.sh ...
#   TOOL="perf record -g" bash jobs/single.sh ...
# It writes to a run directory of its own, and USR1 reaches the program instead of the debugger's prompt.
program=${DCRNN_MPI:-$(dirname "$0")/../build/dcrnn_mpi}   # (*) -DCMAKE_BUILD_TYPE=RelWithDebInfo has the lines
run=${RUN_DIR:-runs/single}

# What a launcher or a batch job left behind must not make one process believe that it is one of many.
while read -r name; do unset "$name"; done < <(compgen -e | grep -E '^(OMPI_COMM|PMI|PMIX|SLURM_(STEP|PROCID|LOCALID))')

tool=(gdb -ex 'handle SIGUSR1 nostop noprint pass' --args)
[ -z "${TOOL:-}" ] || read -ra tool <<<"$TOOL"
command -v "${tool[0]}" >/dev/null || { echo "single.sh: no ${tool[0]} here: install it, or set TOOL" >&2; exit 2; }
exec "${tool[@]}" "$program" "$@" --run-dir "$run" --restart
