#!/bin/bash
# . slurm_run.sh COMMAND...: what the batch scripts of this folder share. Runs the launcher (srun or
# mpirun), hands it the USR1 that Slurm sends before the time limit or a preemption, and queues the job
# again where the next start goes on from a checkpoint. Ends the script with the launcher's exit status.
# MOST_REQUEUES (default 100) bounds how often; 0 switches it off.

# A trap waits for the command in the foreground, so the launcher runs in the background.
# TERM (scancel, requeue, time limit) goes to all processes of the job, from Slurm itself; what comes
# after it is for Slurm or the user to decide.
pid= told= ended=
trap 'told=yes; [ -z "$pid" ] || kill -USR1 "$pid"' USR1
trap 'ended=yes' TERM
"$@" & pid=$!
while kill -0 "$pid" 2>/dev/null; do wait "$pid"; done
wait "$pid"
status=$?

say() { echo "slurm_run: $*" >&2; }

# Processes that the kernel killed because the job's control group was full; nothing where Slurm sets
# no limit on memory.
killed_for_memory() {
  local group
  group=$(sed -n 's/^0:://p; s/^[0-9]*:memory://p' /proc/self/cgroup | tail -n 1)
  group=${group%"${group#*/job_"$SLURM_JOB_ID"}"}   # of the whole job, with all its steps
  cat "${CGROUPS:-/sys/fs/cgroup}$group/memory.events" \
    "${CGROUPS:-/sys/fs/cgroup}/memory$group/memory.oom_control" 2>/dev/null |
    sed -n 's/^oom_kill \([1-9][0-9]*\)$/\1/p'
}

again=
case $status in
  0) ;;
  75) again="interrupted, its checkpoint is saved" ;;
  138) [ -z "$told" ] || again="told to stop before it had begun" ;;    # USR1 met the launcher too early
  205) again="a host was lost" ;;                                       # says mpirun
  137 | 143)
    if [ -n "$(killed_for_memory)" ]; then
      say "a rank was killed because the job's memory ran out: ask for more (--mem), use more nodes, or" \
        "take a smaller --batch-size; 'dcrnn_mpi --dry-run' with the same options prints what a rank needs"
    fi ;;
esac
[ -n "$again" ] && [ -z "$ended" ] || exit $status

job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
job=${job:-$SLURM_JOB_ID}
if [ "${SLURM_RESTART_COUNT:-0}" -ge "${MOST_REQUEUES:-100}" ]; then
  say "$again; not queued again after ${SLURM_RESTART_COUNT:-0} starts (MOST_REQUEUES)"
elif scontrol requeue "$job"; then
  say "$again; job $job is queued again and will go on"
  sleep 60                                          # Slurm ends this run
else
  say "$again; Slurm does not queue job $job again: submit the same line once more to go on"
fi
exit $status
