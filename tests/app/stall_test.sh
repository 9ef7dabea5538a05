# A rank that stands still: for good it ends the job, with its name, after --stall-minutes; for a while it
# costs time and a warning.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 8 --patience 100000)

# start RUN EPOCHS: the program on 3 ranks in the background; leaves $launcher, $ranks.
start() {
    rm -f out
    "$DCRNN_MPIEXEC" -n 3 "$DCRNN_PROGRAM" "${options[@]}" --run-dir "$1" --epochs "$2" --stall-minutes "$3" \
        >out 2>err </dev/null &
    launcher=$!
    for tenth in $(seq 300); do
        grep -qs '^epoch 1/' out && break
        sleep 0.1
    done
    mapfile -t ranks < <(pgrep -P $launcher -f "$DCRNN_PROGRAM")
    [ ${#ranks[@]} -eq 3 ] || fail "${#ranks[@]} ranks instead of 3"
}

# finish SECONDS: waits for the end, at most so long.
finish() {
    for tenth in $(seq $(($1 * 10))); do
        kill -0 $launcher 2>/dev/null || break
        sleep 0.1
    done
    ! kill -0 $launcher 2>/dev/null || { kill -9 $launcher "${ranks[@]}"; fail "no end within $1 s"; }
    wait $launcher
    status=$?
}

echo "rank 1 of 3 stopped for good" >command
start stopped 100000 0.1
kill -STOP "${ranks[1]}"
finish 40
expect_status 1
[ "$(grep -c '^dcrnn_mpi: error: ' err)" -eq 1 ] || fail "not one error line" # the launcher adds its own
expect_text err "(--stall-minutes)"
expect_text err "rank 1 has shown no sign of life for"
for tenth in $(seq 100); do
    kill -0 "${ranks[1]}" 2>/dev/null || break
    sleep 0.1
done
! kill -0 "${ranks[1]}" 2>/dev/null || fail "rank 1 is still there: $(ps -o pid,ppid,stat,args "${ranks[1]}")"
run 1 info stopped/checkpoints/last.h5
expect_status 0

echo "rank 2 of 3 stopped for a while" >command
start late 60 0.2
kill -STOP "${ranks[2]}"
sleep 5
kill -CONT "${ranks[2]}"
finish 60
expect_status 0
expect_text err "dcrnn_mpi: warning: in this epoch other ranks waited up to"
expect_text err "at once for rank 2"
