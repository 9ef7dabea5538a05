# The doctor: what is well, and each trap with its remedy. Argument: ranks.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1

# healed TOPIC / ill TOPIC TEXT: the line of a topic, and what is to be done about it.
well() { grep -qE "^ok +$1 " out || fail "'$1' is not well"; }
ill() {
    grep -qE "^MEND +$1 " out || fail "'$1' is well"
    grep -E -A1 "^MEND +$1 " out | grep -qF -- "$2" || fail "no '$2' about '$1'"
}

run "$ranks" doctor --threads 1
expect_status 0
expect_text out "LibTorch"
for topic in ranks Slurm program MPI clocks bfloat16 cores memory "shared memory"; do well "$topic"; done
expect_text out "$ranks on $(hostname) ($ranks), started"
[ "$ranks" -eq 1 ] || expect_text out "right; a gradient of 1.5 MB in"

CUDA_VISIBLE_DEVICES=0 run "$ranks" doctor
expect_status 0
[ "$(sed -n 's/^ok *GPUs *//p' out)" != "" ] || ill GPUs "LibTorch for CUDA"

if [ "$ranks" -eq 1 ]; then
    SLURM_JOB_ID=7 SLURM_NTASKS=4 SLURM_JOB_NUM_NODES=2 run 1 doctor
    expect_status 0
    ill Slurm "srun --mpi=pmix"
    expect_text out "job 7 on 2 node(s), 4 task(s)"
else
    OMPI_MCA_mpi_yield_when_idle=0 run $(($(nproc --all) + 1)) doctor --threads 1
    expect_text out "more threads than cores, waiting ranks"
    ill binding "start at most"
    if grep -q "Open MPI v4" out; then
        OMPI_MCA_coll_han_priority=100 run "$ranks" doctor
        expect_status 1
        ill MPI "unset OMPI_MCA_coll_han_priority"
    fi
fi
run "$ranks" doctor --epochs 3
expect_error 2 "unknown option '--epochs'"
