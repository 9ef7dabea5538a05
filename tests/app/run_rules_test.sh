# A run directory: finished, changed, restarted, locked.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --run-dir run)
run 2 "${options[@]}"
expect_status 0
table out >first
sum=$(md5sum <run/checkpoints/best.h5)

run 2 "${options[@]}"
expect_status 0
expect_text out "finished"
cmp -s first <(table out) || fail "another table"
[ "$sum" = "$(md5sum <run/checkpoints/best.h5)" ] || fail "the best checkpoint changed"

run 2 "${options[@]}" --rnn-units 8
expect_error 2 "rnn-units" "4" "8"
run 1 "${options[@]}" --seed 4
expect_error 2 "seed" "1" "4"
traffic altered altered.h5
run 2 "${options[@]}" --data altered.h5
expect_error 3 "altered.h5"
traffic other_sensors other.h5
run 1 "${options[@]}" --data other.h5
expect_error 3 "sensors"
cp city.h5 moved.h5
run 1 "${options[@]}" --data moved.h5
expect_status 0

# More epochs go on.
run 2 "${options[@]}" --epochs 3
expect_status 0
expect_text out "epoch 3/3"
expect_no_text out "epoch 2/3 "

run 2 "${options[@]}" --epochs 1 --seed 5 --restart
expect_status 0
expect_text out "run.old-1"
[ "$sum" != "$(md5sum <run/checkpoints/best.h5)" ] || fail "not a new run"
[ -s run.old-1/checkpoints/last.h5 ] || fail "the old run is not kept"

# Stops after step 3 of 10, judges nothing, and can go on.
run 1 --data city.h5 "${small[@]}" --run-dir short --max-steps 3
expect_status 0
expect_text out "after step 3"
[ ! -e short/checkpoints/best.h5 ] || fail "a best checkpoint after three steps"
run 1 --data city.h5 "${small[@]}" --run-dir short
expect_status 0
run 1 --data city.h5 "${small[@]}" --run-dir straight
same_checkpoints short/checkpoints/last.h5 straight/checkpoints/last.h5 0

# Two jobs in one directory; a lock of a dead process does not count.
"$DCRNN_PROGRAM" --data city.h5 "${small[@]}" --batch-size 2 --epochs 1000 --run-dir busy >/dev/null 2>&1 &
holder=$!
for tenth in $(seq 100); do
    [ -s busy/log.txt ] && break
    sleep 0.1
done
run 2 --data city.h5 "${small[@]}" --run-dir busy
kill -9 $holder
wait $holder 2>/dev/null
expect_error 2 "busy" "in use"
run 1 --data city.h5 "${small[@]}" --batch-size 2 --run-dir busy --max-steps 5
expect_status 0

# A damaged last checkpoint: the one before is used.
head -c 3000 run/checkpoints/last.h5 >cut && cp cut run/checkpoints/last.h5
run 1 "${options[@]}" --seed 5 --epochs 2
expect_status 0
expect_text err "previous.h5"

# So is an altered one, wherever: here some byte of its second half.
alter() { printf '\xa5\x5a' | dd of="$1" bs=1 seek=$(($(stat -c %s "$1") * 3 / 4)) conv=notrunc status=none; }
alter run/checkpoints/last.h5
run 1 "${options[@]}" --seed 5 --epochs 2
expect_status 0
expect_text err "last.h5' is damaged"
expect_text err "previous.h5"
table out >trained
alter run/checkpoints/best.h5
run 2 evaluate --checkpoint run/checkpoints/best.h5
expect_error 3 "best.h5' is damaged" "train on"
run 2 evaluate --run-dir run
expect_status 0
expect_text err "the best weights are read from"
cmp -s trained <(table out) || fail "another table"
run 1 "${options[@]}" --seed 5 --epochs 2
expect_status 0
expect_text err "best.h5' was damaged or missing: written again"
run 1 evaluate --run-dir run
expect_status 0

# Whose output nobody reads any more goes on to its end, and says what was lost.
echo "a training into a closed pipe" >command
timeout -k 5 60 "$DCRNN_PROGRAM" --data city.h5 "${small[@]}" --run-dir piped 2>err | head -n 1 >out
status=${PIPESTATUS[0]}
expect_error 1 "cannot write the results"
expect_text piped/log.txt "epoch 2/2"
[ -s piped/metrics.csv ] || fail "the run did not end"

# Nothing is created by a dry run, which shows the header of the run.
run 2 --data city.h5 "${small[@]}" --run-dir dry --dry-run
expect_status 0
expect_text out "nothing was trained"
for words in "BLAS " "HDF5 " "2 rank(s) on $(hostname) (2), "; do expect_text out "$words"; done
expect_text out "/dry': new run"
[ ! -e dry ] || fail "a dry run made a run directory"

# With a run there it says what would happen to it, and touches nothing.
(cd piped && find . -type f -exec md5sum {} + | sort) >before
run 1 --data city.h5 "${small[@]}" --run-dir piped --epochs 3 --dry-run
expect_status 0
expect_text out "/piped': going on after epoch 2"
run 1 --data city.h5 "${small[@]}" --run-dir piped --base-lr 0.02 --dry-run
expect_error 2 "base-lr" "0.02"
(cd piped && find . -type f -exec md5sum {} + | sort) >after
diff before after || fail "a dry run changed the run directory"
