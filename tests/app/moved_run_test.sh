# A run directory that is moved away, or replaced by another run's, while the run goes on: three
# failed saves, an error, and nothing is written under the old name.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --run-dir run)

# moved WORDS...: an endless run whose folder is moved after an epoch, then the words run.
moved() {
    echo "an endless run, its folder moved; $*" >command
    rm -f out
    timeout -k 5 60 "$DCRNN_MPIEXEC" -n 2 "$DCRNN_PROGRAM" "${options[@]}" --epochs 100000 \
        --patience 100000 >out 2>err </dev/null &
    local run=$!
    for tenth in $(seq 300); do
        [ "$(grep -sc '^epoch ' out)" -ge 2 ] 2>/dev/null && break # the first is saved
        sleep 0.1
    done
    mv run moved && "$@"
    wait $run
    status=$?
    expect_error 1 "3 checkpoints in a row"
    [ "$(grep -c 'warning: checkpoint not saved' err)" -eq 3 ] || fail "not three warnings"
    # The first may be of a save that was under way: its file was gone.
    [ "$(grep -c "not saved.*run directory '$PWD/run' is gone" err)" -ge 2 ] || fail "not said why"
}

moved true
[ ! -e run ] || fail "the folder was made anew"
mv moved run
run 2 "${options[@]}" --epochs 100000 --patience 100000 --max-steps 1
expect_status 0
expect_text out "going on after epoch"

moved mkdir -p run/checkpoints
[ -z "$(find run -type f)" ] || fail "written into the folder of another run"
