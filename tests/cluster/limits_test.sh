# jobs/slurm_cpu.sbatch on 2 nodes x 2 ranks under srun or mpirun (the argument): at its time limit the job is
# queued again and goes on; a cancelled one is not queued again, and another goes on.
# shellcheck source=../support/cluster.sh
. "$(dirname "$0")/../support/cluster.sh"
cluster_up 2 4
[ "$1" = srun ] || export LAUNCH="mpirun --bind-to none"
traffic plain city.h5
export DCRNN_HOME=${jobs_folder%/jobs} DCRNN_MPI=$DCRNN_PROGRAM
train=(--nodes=2 --ntasks-per-node=2 --cpus-per-task=1 "$jobs_folder/slurm_cpu.sbatch" --data city.h5 "${small[@]}"
       --batch-size 16 --patience 100000)

# Both run side by side; Slurm looks at time limits twice a minute only.
submit --time=1 --signal=B:USR1@50 "${train[@]}" --run-dir limited --epochs 100000
limited=$job
submit "${train[@]}" --run-dir cancelled --epochs 100000
wait_for 60 has_rows cancelled/training.csv 1
on_host 0 scancel "$job"
wait_for 30 state_is CANCELLED
wait_for 10 no_ranks_of cancelled
sleep 2
state_is CANCELLED || fail "a cancelled job is $(job_state)"
run 1 info cancelled/checkpoints/last.h5
expect_status 0
epochs=$(($(wc -l <cancelled/training.csv) + 2))
submit "${train[@]}" --run-dir cancelled --epochs $epochs
wait_for 90 state_is COMPLETED
expect_text "dcrnn-$job.out" "going on after epoch"

job=$limited
wait_for 90 has_text "dcrnn-$job.out" "slurm_run: interrupted, its checkpoint is saved; job $job is queued again"
epochs=$(($(wc -l <limited/training.csv) + 2))
wait_for 60 state_is PENDING
[ "$(job_field Restarts)" = 1 ] || fail "$(job_field Restarts) starts again instead of 1"
on_host 0 scancel "$job"
submit "${train[@]}" --run-dir limited --epochs $epochs
wait_for 90 state_is COMPLETED
expect_text "dcrnn-$job.out" "going on after epoch"
