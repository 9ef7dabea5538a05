# Functions for tests on several hosts, sourced by the scripts in tests/cluster. They need root, namespaces
# and Slurm (Debian: slurm-wlm, munge, iproute2), and are skipped (77) without.

cluster_script=$(cd "$(dirname "${BASH_SOURCE[0]}")/../cluster" && pwd)/virtual_cluster.sh
jobs_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../jobs" && pwd)
# shellcheck source=program.sh
. "$(dirname "${BASH_SOURCE[0]}")/program.sh"
export DCRNN_CLUSTER=d$$

skip() { echo "skipped: $*"; exit 77; }

# cluster_up [NODES [CPUS [GPUS]]]: hosts node0 (login), node1, ...; taken down when the script ends.
cluster_up() {
    [ "$(id -u)" = 0 ] || skip "only root can make hosts"
    for tool in ip slurmctld slurmd munged; do command -v $tool >/dev/null || skip "no $tool"; done
    unshare --net --uts --mount true 2>/dev/null || skip "no right to make namespaces"
    chmod 755 "$work" # munged wants a socket that all can reach
    trap cluster_down EXIT
    bash "$cluster_script" up "$work/cluster" "$@" >up.log 2>&1 || fail "no cluster: $(cat up.log)"
    export SLURM_CONF=$work/cluster/slurm.conf
    # Hosts believe in more cores than there are, and each of them in core 0.
    export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMP_NUM_THREADS=1
}

# Also ends what a failed test has left running in its folder.
cluster_down() {
    cd /
    local process
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/cwd")" = "$work" ] && kill -KILL "${process#/proc/}"
    done 2>/dev/null
    bash "$cluster_script" down "$work/cluster"
    rm -rf "$work"
}

on_host() { bash "$cluster_script" on "$@"; }  # I COMMAND...

# remote_mpirun N1 N2 WORDS...: mpirun on node1, with so many ranks on node1 and node2 and no Slurm;
# reaches node2 through a remote shell. Names of Open MPI 4 and 5.
remote_mpirun() {
    local first=$1 second=$2 hosts=node1:$1
    shift 2
    [ "$second" = 0 ] || hosts+=,node2:$second
    printf '#!/bin/bash\nhost=${1#node}\nshift\nexec bash %q on "$host" bash -c "$*"\n' "$cluster_script" >remote_shell
    chmod +x remote_shell
    OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent=$PWD/remote_shell PRTE_MCA_plm=ssh \
        PRTE_MCA_plm_ssh_agent=$PWD/remote_shell on_host 1 timeout -k 5 60 \
        "$DCRNN_MPIEXEC" --bind-to none --host "$hosts" -n $((first + second)) "$@"
}

# ranks_of RUN: the processes that train in this run directory, on all hosts, ordered by rank on each.
ranks_of() {
    local pid
    for pid in $(pgrep -x dcrnn_mpi); do
        tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -q -- "--run-dir $1 " && echo "$pid"
    done
}

no_ranks_of() { [ -z "$(ranks_of "$1")" ]; }  # RUN

# submit WORDS...: leaves the number in $job.
submit() {
    echo "sbatch $*" >command
    job=$(on_host 0 sbatch --parsable "$@" 2>err) || fail "not submitted"
    job=${job%%;*}
}

job_field() { on_host 0 scontrol show job "$job" 2>/dev/null | grep -o "\b$1=[^ ]*" | head -n 1 | cut -d= -f2; }
job_state() { job_field JobState; }

# wait_for SECONDS WORDS...: until the command succeeds.
wait_for() {
    local tenths=$(($1 * 10))
    shift
    for ((tenth = 0; tenth < tenths; ++tenth)); do
        "$@" && return
        sleep 0.1
    done
    [ -z "${job:-}" ] || on_host 0 scontrol show job "$job" >>err 2>&1
    tail -n 5 dcrnn-*.out >>err 2>/dev/null
    fail "not within $((tenths / 10)) s: $*"
}

state_is() { [ "$(job_state)" = "$1" ]; }
has_text() { grep -qsF -- "$2" "$1"; }  # FILE TEXT
has_rows() { [ "$(wc -l 2>/dev/null <"$1" || echo 0)" -gt "$2" ]; }  # FILE ROWS, below the header

# A requeued job waits two minutes; one that is told to start within its first seconds fails ("credential
# revoked"), since its old run is still being cleared away.
restart_now() {
    wait_for 60 state_is PENDING
    sleep 4
    on_host 0 scontrol update jobid="$job" StartTime=now
    wait_for 30 state_is RUNNING
}

# Equal in all but the columns of time.
same_results() { # RUN RUN
    for name in last best; do same_checkpoints "$1/checkpoints/$name.h5" "$2/checkpoints/$name.h5" 0; done
    [ "$(cut -d, -f1-7 "$1/training.csv")" = "$(cut -d, -f1-7 "$2/training.csv")" ] ||
        fail "training.csv differs: $(diff "$1/training.csv" "$2/training.csv")"
    cmp -s "$1/metrics.csv" "$2/metrics.csv" || fail "metrics.csv differs: $(diff "$1/metrics.csv" "$2/metrics.csv")"
}

# Sets `data`: a week of METR-LA where it is at hand, else made-up roads; and a network small enough
# for two cores.
choose_data() {
    local week=${DCRNN_SHARED:-}/data/metr-la-week
    if [ -d "$week" ]; then
        data=(--data "$week/metr-la-week.h5" --graph "$week/distances_la_207_recovered.csv"
              --graph-sigma 2584.4502)
    else
        "$DCRNN_PROGRAM" sample --output roads.h5 --sensors 60 --days 7 >out || fail "no sample"
        data=(--data "$work/roads.h5")
    fi
    data+=(--rnn-units 8 --batch-size 16 --test-every-n-epochs 0)
}
