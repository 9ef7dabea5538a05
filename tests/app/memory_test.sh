# A batch that cannot fit is refused before the first step, with one that can.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
run 1 sample --output big.h5 --sensors 300 --days 60
expect_status 0
limit=$((3 * 1024 * 1024)) # kB of address space
(
    ulimit -v $limit
    run 1 --data big.h5 --batch-size 12000 --run-dir run
    expect_error 5 "--batch-size"
    fits=$(sed 's/.*--batch-size \([0-9]*\).*/\1/' message)
    [ "$fits" -ge 1 ] && [ "$fits" -lt 12000 ] || fail "batch size $fits"
    run 1 --data big.h5 --batch-size "$fits" --run-dir run --dry-run
    expect_status 0
    run 1 --data big.h5 --batch-size $((2 * fits)) --run-dir run --dry-run
    expect_error 5 "--batch-size"
) || exit 1
[ ! -e run ] || fail "a run directory was made"

# Shared memory that Open MPI cannot get, which one rank alone gets to know: one message, no hang.
traffic plain city.h5
OMPI_MCA_osc_sm_backing_directory=/nowhere run 2 --data city.h5 "${small[@]}" --run-dir run
expect_status 5 # the launcher may tell of the abort as well
[ "$(grep -c '^dcrnn_mpi: error: ' err)" -eq 1 ] || fail "not one error line"
for text in "rank 0 on" "/nowhere" "Open MPI could not allocate it"; do expect_text err "$text"; done
