# The other scripts of jobs/: an array of seeds with its table, the one for GPUs (made-up ones, whose ranks
# compute on the processor), one rank under a tool, and what slurm_run.sh says of a full control group.
# shellcheck source=../support/cluster.sh
. "$(dirname "$0")/../support/cluster.sh"
cluster_up 2 4 2
traffic plain city.h5
export DCRNN_HOME=${jobs_folder%/jobs} DCRNN_MPI=$DCRNN_PROGRAM
options=(--data city.h5 "${small[@]}")

submit --array=1-3%2 --cpus-per-task=1 "$jobs_folder/slurm_array.sbatch" "${options[@]}"
array=$job
submit --gres=gpu:2 --cpus-per-task=1 "$jobs_folder/slurm_gpu.sbatch" "${options[@]}" --run-dir no_gpu
wait_for 60 state_is FAILED
[ "$(job_field ExitCode)" = 2:0 ] || fail "exit code $(job_field ExitCode)"
expect_text "dcrnn-$job.out" "--device cuda"
DEVICE=cpu submit --gres=gpu:2 --cpus-per-task=1 "$jobs_folder/slurm_gpu.sbatch" "${options[@]}" --run-dir on_cpu
wait_for 60 state_is COMPLETED
expect_text "dcrnn-$job.out" "batch: 64 windows over 2 rank(s)"

array_is_done() { [ -z "$(on_host 0 squeue -h -j "$array" 2>/dev/null)" ]; }
wait_for 90 array_is_done
[ "$(cut -d, -f1 runs/seeds/results.csv | paste -sd' ')" = "run 1 2 3" ] || fail "$(cat runs/seeds/results.csv)"
for seed in 1 2 3; do
    run 1 evaluate --run-dir runs/seeds/$seed
    mae=$(sed -n 's/^all 3 steps *dcrnn *\([0-9.]*\) .*/\1/p' out)
    [ "$(awk -F, -v s=$seed '$1 == s {printf "%.4f", $2}' runs/seeds/results.csv)" = "$mae" ] ||
        fail "seed $seed: not $mae"
done

echo "single.sh" >command
SLURM_STEP_NUM_TASKS=2 SLURM_STEP_ID=0 SLURM_PROCID=1 OMPI_COMM_WORLD_SIZE=2 TOOL="env TOLD=yes" \
    bash "$jobs_folder/single.sh" "${options[@]}" --max-steps 2 >out 2>err
status=$?
expect_status 0
expect_text out "after step 2"
[ -s runs/single/checkpoints/last.h5 ] || fail "no run in runs/single"
TOOL=no_such_tool bash "$jobs_folder/single.sh" "${options[@]}" >out 2>err
status=$?
expect_status 2
expect_text err "no no_such_tool here"

echo "slurm_run.sh with a rank that is killed" >command
group=groups/$(sed -n 's/^0:://p; s/^[0-9]*:memory://p' /proc/self/cgroup | tail -n 1)
mkdir -p "$group"
for kills in 0 1; do
    printf 'oom 3\noom_kill %s\n' $kills >"$group/memory.events"
    SLURM_JOB_ID=5 CGROUPS=groups bash -c '. "$0/slurm_run.sh" sh -c "kill -9 \$\$"' "$jobs_folder" >out 2>err
    status=$?
    expect_status 137
    [ "$(grep -c "memory ran out" err)" = $kills ] || fail "memory ran out: not said $kills times"
done
