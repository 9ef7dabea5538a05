# jobs/slurm_cpu.sbatch on 2 nodes x 2 ranks of a real Slurm, under srun or mpirun (the argument):
# interrupted by a signal, then preempted, queued again both times, it ends as if it had been left alone.
# shellcheck source=../support/cluster.sh
. "$(dirname "$0")/../support/cluster.sh"
cluster_up 2 2
choose_data
[ "$1" = srun ] || export LAUNCH="mpirun --bind-to none"
export DCRNN_HOME=${jobs_folder%/jobs} DCRNN_MPI=$DCRNN_PROGRAM
train=(--nodes=2 --ntasks-per-node=2 --cpus-per-task=1 "$jobs_folder/slurm_cpu.sbatch" "${data[@]}" --epochs 3)

submit "${train[@]}" --run-dir whole
wait_for 240 state_is COMPLETED
expect_text "dcrnn-$job.out" "node1 (2), node2 (2)"

submit "${train[@]}" --run-dir parts
wait_for 60 has_rows parts/training.csv 1
on_host 0 scancel --signal=USR1 --batch "$job"
restart_now
[ "$(job_field Restarts)" = 1 ] || fail "$(job_field Restarts) starts again instead of 1"
wait_for 60 has_rows parts/training.csv 2
victim=$job
submit --partition=high --nodes=2 --ntasks-per-node=2 --wrap "sleep 5" # takes both nodes
urgent=$job job=$victim
wait_for 60 has_text "dcrnn-$job.out" "interrupted, the checkpoint is saved"
job=$urgent
wait_for 60 state_is COMPLETED
job=$victim
restart_now
wait_for 240 state_is COMPLETED
[ "$(job_field Restarts)" = 2 ] || fail "$(job_field Restarts) starts again instead of 2"
[ "$(grep -c 'slurm_run: interrupted, its checkpoint is saved' "dcrnn-$job.out")" -ge 1 ] || fail "not said"
[ "$(grep -c 'going on' "dcrnn-$job.out")" -eq 2 ] || fail "it did not go on twice"
same_results parts whole
