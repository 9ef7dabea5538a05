# Functions for tests of the real program; sourced by the scripts in tests/app, each of which works
# in a folder of its own and ends at its first failure. From the environment: DCRNN_PROGRAM,
# DCRNN_MPIEXEC, and in DCRNN_TOOLS the folder of traffic_variant and compare_checkpoints.
set -u

work=$(mktemp -d)
cd "$work" || exit 1
trap 'cd /; rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    for file in command out err; do
        [ -f "$file" ] && echo "--- $file" && head -c 4000 "$file"
    done
    exit 1
}

# run RANKS WORDS...: the program, by itself for one rank; leaves out, err and $status. Never waits
# longer than a minute.
run() {
    local ranks=$1
    shift
    echo "on $ranks rank(s): dcrnn_mpi $*" >command
    local launch=()
    [ "$ranks" -gt 1 ] && launch=("$DCRNN_MPIEXEC" -n "$ranks")
    timeout -k 5 60 "${launch[@]}" "$DCRNN_PROGRAM" "$@" >out 2>err </dev/null
    status=$?
    [ $status -ne 124 ] && [ $status -ne 137 ] || fail "no end within a minute"
}

expect_status() { [ "$status" -eq "$1" ] || fail "exit status $status instead of $1"; }

expect_text() { # FILE TEXT
    grep -qF -- "$2" "$1" || fail "'$2' is not in $1"
}

expect_no_text() { # FILE TEXT
    ! grep -qF -- "$2" "$1" || fail "'$2' is in $1"
}

# expect_error STATUS TEXT...: one failure, one message, which holds the texts.
expect_error() {
    expect_status "$1"
    shift
    local lines
    lines=$(grep -c '^dcrnn_mpi: error: ' err)
    [ "$lines" -eq 1 ] || fail "$lines error lines instead of 1"
    grep '^dcrnn_mpi: error: ' err >message
    local text
    for text in "$@"; do expect_text message "$text"; done
    ! grep -qE 'terminate called|MPI_ABORT|Segmentation|HDF5-DIAG' err out || fail "more than a message"
}

# The options of a network so small that a run takes a second or two.
small=(--rnn-units 4 --num-rnn-layers 1 --max-diffusion-step 1 --seq-len 3 --horizon 3
       --batch-size 64 --epochs 2 --base-lr 0.01 --steps 1 --test-every-n-epochs 0)

traffic() { "$DCRNN_TOOLS/traffic_variant" "$1" "$2" || fail "no traffic file $1"; }

# same_checkpoints A B TOLERANCE
same_checkpoints() {
    "$DCRNN_TOOLS/compare_checkpoints" "$@" >out 2>err || fail "checkpoints $1 and $2 differ"
}

# The table at the end of a run, without what may differ between runs.
table() { sed -n '/masked/,$p' "$1"; }
