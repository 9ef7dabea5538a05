# Promises 4 and 5: kill -9 of any rank at any instant is never a hang, and the next start goes on; after
# all of them the run equals one that was left alone, bit for bit. Argument: ranks. DCRNN_KILLS: how
# many kills (default 20; 200 is the long form).
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
kills=${DCRNN_KILLS:-20}
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 8 --patience 100000 --checkpoint-minutes 0.002)
launch=()
[ "$ranks" -eq 1 ] || launch=("$DCRNN_MPIEXEC" -n "$ranks")
RANDOM=7

# processes LAUNCHER: the ranks. One rank is its own launcher.
processes() {
    if [ "$ranks" -eq 1 ]; then echo "$1"; else pgrep -P "$1" -f "$DCRNN_PROGRAM"; fi
}

# killed BEGIN SECONDS: a random rank of an endless run dies that long after BEGIN: `start` of the
# ranks or `training`. All must be gone soon.
killed() {
    rm -f out
    "${launch[@]}" "$DCRNN_PROGRAM" "${options[@]}" --epochs 100000 --run-dir parts >out 2>err </dev/null &
    local launcher=$!
    for tenth in $(seq 100); do
        mapfile -t running < <(processes $launcher)
        [ ${#running[@]} -eq "$ranks" ] && break
        sleep 0.1
    done
    while [ "$1" = training ] && kill -0 $launcher && ! grep -qs '^run directory' out; do
        sleep 0.1
    done
    sleep "$2"
    kill -9 "${running[RANDOM % ranks]}"
    for tenth in $(seq 200); do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.1
    done
    ! kill -0 $launcher 2>/dev/null || { kill -9 $launcher; fail "a hang after a kill $2 s after $1"; }
    wait $launcher
    status=$?
    [ $status -ne 0 ] || fail "status 0 after a kill"
}

# A third of them while the program starts.
for ((kill = 0; kill < kills; ++kill)); do
    if ((kill % 3 == 0)); then
        killed start "0.$((RANDOM % 10))$((RANDOM % 10))"
    else
        killed training "0.$((RANDOM % 7))$((RANDOM % 10))"
    fi
done 2>kills.err

steps=$("$DCRNN_PROGRAM" info parts/checkpoints/last.h5 | sed -n 's/.* \([0-9]*\) steps in all.*/\1/p')
epochs=$((steps / 76 + 1)) # 601 windows: 76 steps an epoch
echo "$kills kills on $ranks rank(s), $steps steps done, then up to $epochs epochs"
[ "$steps" -gt 20 ] || fail "no progress between the kills"
for name in parts whole; do
    run "$ranks" "${options[@]}" --epochs $epochs --run-dir $name
    expect_status 0
done
for name in last best; do
    same_checkpoints parts/checkpoints/$name.h5 whole/checkpoints/$name.h5 0
done
[ "$(cut -d, -f1-7 whole/training.csv)" = "$(cut -d, -f1-7 parts/training.csv)" ] ||
    fail "training.csv differs"
