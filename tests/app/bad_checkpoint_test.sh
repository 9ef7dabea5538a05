# Checkpoints that do not fit the question, for evaluate and predict.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
traffic plain city.h5
run 1 --data city.h5 --run-dir run "${small[@]}" --epochs 1
expect_status 0
best=run/checkpoints/best.h5

run "$ranks" evaluate
expect_error 2 "--run-dir" "--checkpoint"
run "$ranks" evaluate --run-dir run --checkpoint $best
expect_error 2 "both"
run "$ranks" evaluate --run-dir none
expect_error 3 "no checkpoint in '$PWD/none/checkpoints'"
run "$ranks" evaluate --checkpoint none.h5
expect_error 3 "none.h5" "no such file"
run "$ranks" evaluate --checkpoint city.h5
expect_error 3 "city.h5" "not a checkpoint"
head -c $(($(stat -c %s $best) - 500)) $best >cut.h5
run "$ranks" evaluate --checkpoint cut.h5
expect_error 3 "cut.h5"

for kind in other_sensors other_order two_features hourly; do traffic $kind $kind.h5; done
run "$ranks" evaluate --run-dir run --data other_sensors.h5
expect_error 3 "other sensors" "s4" "new"
run "$ranks" evaluate --run-dir run --data other_order.h5
expect_error 3 "another order" "s5, s1"
run "$ranks" predict --run-dir run --data two_features.h5 --output f.h5
expect_error 3 "2 feature(s)" "trained on 1"
run "$ranks" evaluate --run-dir run --data hourly.h5
expect_error 3 "1 h" "5 min"
run "$ranks" evaluate --run-dir run --horizon 6
expect_error 2 "--horizon 6" "3 steps"
run "$ranks" evaluate --run-dir run --report-horizons 2,4
expect_error 2 "--report-horizons" "3"
run "$ranks" evaluate --run-dir run --scaler-mean 1,2
expect_error 2 "--scaler-mean"
run "$ranks" predict --checkpoint $best
expect_error 2 "--output"

# Under one name, rank 2 sees another file: last.h5 instead of best.h5.
if [ "$ranks" -gt 1 ]; then
    run 1 --data city.h5 --run-dir other "${small[@]}" --seed 2 --epochs 1
    mkdir mine yours && cp $best mine/net.h5 && cp other/checkpoints/last.h5 yours/net.h5
    cat >launch <<'END'
#!/bin/bash
[ "$OMPI_COMM_WORLD_RANK" = 2 ] && cd yours || cd mine
exec "$@"
END
    chmod +x launch
    echo "another checkpoint on rank 2" >command
    timeout 60 "$DCRNN_MPIEXEC" -n "$ranks" ./launch "$DCRNN_PROGRAM" evaluate \
        --checkpoint /proc/self/cwd/net.h5 >out 2>err </dev/null
    status=$?
    expect_error 3 "rank 2 read another checkpoint '/proc/self/cwd/net.h5' than rank 0"
fi

# What a result is computed from is never replaced by it, under no other name either.
ln -s city.h5 link.h5
md5sum city.h5 $best >inputs
for name in city.h5 link.h5; do
    run "$ranks" predict --run-dir run --output $name
    expect_error 2 "--output '$PWD/$name' is the traffic file itself"
done
run "$ranks" evaluate --run-dir run --output $best
expect_error 2 "best.h5' is the checkpoint itself"
md5sum --quiet --check inputs || fail "an input was replaced"

# Nor is a device, a folder or a pipe; /dev/full lies in a folder of devices, which a rename would
# fill with files. Files of the user beside the result are not touched.
ln -s /dev/full full.h5 && mkdir folder.h5 && mkfifo pipe.csv
for name in full.h5 folder.h5 pipe.csv; do
    run "$ranks" predict --run-dir run --output $name
    expect_error 2 "'$PWD/$name' cannot be written" "name a file"
    run "$ranks" evaluate --run-dir run --output $name
    expect_error 2 "'$PWD/$name' cannot be written"
done
[ -c full.h5 ] || fail "the device was replaced"
echo mine >result.csv.part && cp result.csv.part result.csv.tmp
for command in predict evaluate; do
    run "$ranks" $command --run-dir run --output result.csv
    expect_status 0
done
[ "$(cat result.csv.part result.csv.tmp)" = "$(printf 'mine\nmine')" ] || fail "a file was lost"
[ "$(find . -maxdepth 1 -name 'result*' | wc -l)" -eq 3 ] || fail "a part was left behind"

mv city.h5 moved.h5
ln -s city.h5 city.h5 # leads nowhere: not "moved or removed"
run "$ranks" evaluate --run-dir run
expect_error 3 "cannot read '$PWD/city.h5'"
rm city.h5
run "$ranks" evaluate --run-dir run
expect_error 3 "city.h5' of the checkpoint is not there" "--data"
run "$ranks" evaluate --run-dir run --data moved.h5
expect_status 0
[ ! -e f.h5 ] || fail "a forecast was written"
