# Promises 4 and 5: kill -9 of any rank at any instant is never a hang, and the next start goes on;
# after all of them the run equals one that was left alone.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 8 --patience 100000 --checkpoint-minutes 0.002)
RANDOM=7

# killed BEGIN SECONDS: a random rank of an endless run dies that long after BEGIN: `start` of the
# ranks or `training`. All must be gone soon.
killed() {
    rm -f out
    "$DCRNN_MPIEXEC" -n 2 "$DCRNN_PROGRAM" "${options[@]}" --epochs 100000 --run-dir parts \
        >out 2>err </dev/null &
    local launcher=$!
    for tenth in $(seq 100); do
        mapfile -t ranks < <(pgrep -P $launcher -f "$DCRNN_PROGRAM")
        [ ${#ranks[@]} -eq 2 ] && break
        sleep 0.1
    done
    while [ "$1" = training ] && kill -0 $launcher && ! grep -qs '^run directory' out; do
        sleep 0.1
    done
    sleep "$2"
    kill -9 "${ranks[RANDOM % 2]}"
    for tenth in $(seq 200); do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.1
    done
    ! kill -0 $launcher 2>/dev/null || { kill -9 $launcher; fail "a hang after a kill $2 s after $1"; }
    wait $launcher
    status=$?
    [ $status -ne 0 ] || fail "status 0 after a kill"
}

for attempt in $(seq 7); do killed start "0.$((RANDOM % 10))$((RANDOM % 10))"; done
for attempt in $(seq 13); do killed training "0.$((RANDOM % 7))$((RANDOM % 10))"; done

steps=$("$DCRNN_PROGRAM" info parts/checkpoints/last.h5 | sed -n 's/.* \([0-9]*\) steps in all.*/\1/p')
epochs=$((steps / 76 + 1)) # 601 windows: 76 steps an epoch
echo "20 kills, $steps steps done, then up to $epochs epochs"
[ "$steps" -gt 20 ] || fail "no progress between the kills"
for name in parts whole; do
    run 2 "${options[@]}" --epochs $epochs --run-dir $name
    expect_status 0
done
for name in last best; do
    same_checkpoints parts/checkpoints/$name.h5 whole/checkpoints/$name.h5 0
done
[ "$(cut -d, -f1-7 whole/training.csv)" = "$(cut -d, -f1-7 parts/training.csv)" ] ||
    fail "training.csv differs"
