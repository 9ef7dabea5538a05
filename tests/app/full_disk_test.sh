# A full disk: the run goes on with a warning and the old checkpoint; the third failure in a row
# ends it. Needs the right to mount a small disk.
if [ -z "${DCRNN_TEST_MOUNTED:-}" ]; then
    unshare --mount true 2>/dev/null || { echo "skipped: no right to mount"; exit 0; }
    DCRNN_TEST_MOUNTED=1 exec unshare --mount bash "$0"
fi
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
mkdir disk && mount -t tmpfs -o size=1m tmpfs disk || { echo "skipped: cannot mount"; exit 0; }
trap 'cd /; umount "$work/disk"; rm -rf "$work"' EXIT
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --run-dir disk/run)

echo "epochs without end, the disk full after the first ones" >command
timeout 60 "$DCRNN_MPIEXEC" -n 2 "$DCRNN_PROGRAM" "${options[@]}" --epochs 100000 --patience 100000 \
    >out 2>err </dev/null &
run=$!
for tenth in $(seq 300); do
    grep -qs '^epoch 2/' out && break
    sleep 0.1
done
head -c 2m /dev/zero >disk/filler 2>/dev/null
wait $run
status=$?
expect_error 1 "3 checkpoints in a row"
[ "$(grep -c 'dcrnn_mpi: warning: checkpoint not saved' err)" -eq 3 ] || fail "not three warnings"
ls disk/run/checkpoints | grep -q tmp && fail "a part of a checkpoint was left behind"

# The old checkpoint is whole, and with space again the run goes on from it.
rm disk/filler
run 2 "${options[@]}" --epochs 100000 --patience 100000 --max-steps 1
expect_status 0
expect_text out "after step"
expect_no_text err "previous.h5"
