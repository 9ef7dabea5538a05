# Promise 5: what is interrupted by USR1 goes on, bit for bit, from inside an epoch too.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 4 --epochs 4)

run 2 "${options[@]}" --run-dir whole
expect_status 0
table out >whole.table

# interrupted SIGNAL SECONDS COMMAND...: the exit status when the signal comes that long after the
# training began.
interrupted() {
    local signal=$1 seconds=$2
    shift 2
    echo "$*, $signal after $seconds s" >command
    rm -f out
    timeout -s KILL 60 "$@" >out 2>err </dev/null &
    local guard=$!
    for tenth in $(seq 300); do
        grep -qs '^run directory' out && break
        sleep 0.1
    done
    sleep "$seconds"
    kill "-$signal" "$(pgrep -P $guard)" 2>/dev/null
    wait $guard
    status=$?
}

cuts=0
for attempt in $(seq 5); do
    interrupted USR1 "0.$((attempt % 5))" "$DCRNN_MPIEXEC" -n 2 "$DCRNN_PROGRAM" "${options[@]}" --run-dir parts
    [ $status -eq 0 ] && break
    expect_status 75
    expect_no_text err "dcrnn_mpi: error"
    cuts=$((cuts + 1))
done
[ $cuts -ge 1 ] || fail "the run was never interrupted"
[ $status -eq 0 ] || run 2 "${options[@]}" --run-dir parts
expect_status 0
echo "interrupted $cuts times"
cmp -s whole.table <(table out) || fail "another table: $(table out | diff whole.table -)"
for name in last best; do
    same_checkpoints parts/checkpoints/$name.h5 whole/checkpoints/$name.h5 0
done
[ "$(cut -d, -f1-7 whole/training.csv)" = "$(cut -d, -f1-7 parts/training.csv)" ] ||
    fail "training.csv differs: $(diff whole/training.csv parts/training.csv)"

# TERM to a lone process.
interrupted TERM 0.1 "$DCRNN_PROGRAM" "${options[@]}" --run-dir alone
expect_status 75
[ -s alone/checkpoints/last.h5 ] || fail "no checkpoint was saved"
run 1 "${options[@]}" --run-dir alone
expect_status 0
expect_text out "going on"
run 1 "${options[@]}" --run-dir alone_whole
same_checkpoints alone/checkpoints/last.h5 alone_whole/checkpoints/last.h5 0

# To one of several ranks, not to their launcher: all of them end in order.
for signal in USR1 TERM; do
    echo "$signal to the last of 3 ranks" >command
    rm -f out
    timeout -s KILL 60 "$DCRNN_MPIEXEC" -n 3 "$DCRNN_PROGRAM" "${options[@]}" --epochs 100000 \
        --patience 100000 --run-dir one_$signal >out 2>err </dev/null &
    guard=$!
    for tenth in $(seq 300); do
        grep -qs '^epoch 1/' out && break
        sleep 0.1
    done
    kill -$signal "$(pgrep -P "$(pgrep -P $guard)" -f "$DCRNN_PROGRAM" | tail -n 1)"
    wait $guard
    status=$?
    expect_status 75
    expect_text err "dcrnn_mpi: interrupted, the checkpoint is saved"
    [ "$(grep -c 'dcrnn_mpi: interrupted' err)" -eq 1 ] || fail "said by more than one rank"
    [ -s one_$signal/checkpoints/last.h5 ] || fail "no checkpoint was saved"
done
