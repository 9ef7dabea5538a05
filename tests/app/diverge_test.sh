# Exit status 4: a training that diverges says so once, and keeps the last good checkpoint.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
traffic overflowing city.h5 # some windows hold readings that float32 cannot double
run "$ranks" --data city.h5 "${small[@]}" --max-diffusion-step 2 --batch-size 8 --scaler none \
    --run-dir run --checkpoint-minutes 1e-9 # after each step, however fast it is
expect_error 4 "training diverged at step"
step=$(sed -n 's/.*diverged at step \([0-9]*\).*/\1/p' message)
[ "$step" -gt 1 ] || fail "diverged at once: nothing to keep"
run "$ranks" info run/checkpoints/last.h5
expect_status 0
expect_text out " $((step - 1)) steps in all"
run "$ranks" evaluate --checkpoint run/checkpoints/last.h5 --split-name val
expect_status 0
