# Promise 1: any number of ranks trains to the same parameters and the same table. The last batch
# of an epoch has one window, so that ranks idle.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 60 --precision float64 --use-curriculum-learning)

for ranks in 1 2 3 4; do
    run $ranks "${options[@]}" --run-dir run$ranks
    expect_status 0
    table out >table$ranks
    [ "$(grep -c masked table$ranks)" -eq 1 ] || fail "not one table"
    [ $ranks -eq 1 ] && continue
    cmp -s table1 table$ranks || fail "another table: $(diff table1 table$ranks)"
    for name in last best; do
        same_checkpoints run$ranks/checkpoints/$name.h5 run1/checkpoints/$name.h5 1e-10
    done
    cmp -s run1/metrics.csv run$ranks/metrics.csv || fail "other figures in metrics.csv"
done
for file in config.ini log.txt training.csv metrics.csv sensors.csv; do
    [ -s run3/$file ] || fail "no $file in the run directory"
done
[ "$(wc -l <run3/training.csv)" -eq 3 ] || fail "training.csv has not a header and two epochs"
