# A checkpoint alone is scored and forecasts alike on any number of ranks, in float32 too.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
run 2 --data city.h5 --run-dir run "${small[@]}"
expect_status 0
table out >trained

for ranks in 1 2 3 4; do
    run $ranks evaluate --run-dir run --output metrics$ranks.csv
    expect_status 0
    expect_text out "best.h5"
    table out >table$ranks
    cmp -s trained table$ranks || fail "another table: $(diff trained table$ranks)"
    run $ranks predict --run-dir run --output forecast$ranks.csv --split-name val
    expect_status 0
    [ "$(wc -l <forecast$ranks.csv)" -eq "$(wc -l <forecast1.csv)" ] || fail "other forecasts"
done
head -1 metrics1.csv | grep -qx 'model,split,horizon,minutes,mae,rmse,mape,count,mape_count' ||
    fail "another header of metrics.csv"
# 86 validation windows, 3 steps, 8 sensors, and the header
[ "$(wc -l <forecast1.csv)" -eq $((86 * 3 * 8 + 1)) ] || fail "$(wc -l <forecast1.csv) lines"
paste -d, forecast1.csv forecast3.csv | awk -F, 'NR > 1 {
    if ($1 FS $2 FS $3 FS $4 FS $8 != $9 FS $10 FS $11 FS $12 FS $16) exit 1
    d = $7 - $15; if (d < 0) d = -d; if (d > 1e-3) exit 1
}' || fail "forecasts differ between 1 and 3 ranks"
# The mean absolute error of the file is that of the table.
file_mae=$(awk -F, 'NR > 1 && $8 != "" {d = $7 - $8; s += d < 0 ? -d : d; n++} END {printf "%.3f", s / n}' forecast1.csv)
run 1 evaluate --run-dir run --split-name val --output val.csv
mae=$(awk -F, '$1 == "dcrnn" && $3 == 0 {printf "%.3f", $5}' val.csv)
[ "$file_mae" = "$mae" ] || fail "MAE $file_mae in the forecasts, $mae in the table"

for split in train val test all; do
    run 1 evaluate --run-dir run --split-name $split --batch-size 100
    expect_status 0
    expect_text out "$split ("
done
run 1 evaluate --run-dir run --split-name some
expect_error 2 "--split-name"

# Default place of forecasts; a later one replaces it, a failed one does not.
run 1 predict --run-dir run
expect_status 0
run 1 info run/predictions/test.h5
expect_status 0
expect_text out "forecast"
expect_text out "172 window(s), 3 step(s), 8 sensor(s), 1 output(s)"

# The scaler of other weights; with the trained one given, the same table.
cp run/checkpoints/last.h5 last.h5
run 1 evaluate --checkpoint run/checkpoints/best.h5 --scaler-mean 0 --scaler-std 1
expect_status 0
! cmp -s trained <(table out) || fail "the scaler has no effect"

# The next horizon after the newest rows.
traffic newest newest.h5
run 1 predict --run-dir run --latest --data newest.h5
expect_status 0
[ "$(wc -l <out)" -eq $((3 * 8 + 1)) ] || fail "not one line per step and sensor"
head -1 out | grep -qx 'issued,time,horizon,sensor,feature,unit,forecast' || fail "another header"
sed -n 2p out | grep -q '^2012-03-01 00:55:00,2012-03-01 01:00:00,1,s0,speed,mph,[0-9.]*$' ||
    fail "another first line"
cp out latest1
run 3 predict --run-dir run --latest --data newest.h5
cmp -s <(cut -d, -f1-6 latest1) <(cut -d, -f1-6 out) || fail "3 ranks print something else"
run 1 predict --run-dir run --latest --data newest.h5 --output latest.h5
expect_status 0
run 1 info latest.h5
expect_text out "1 window(s), 3 step(s), 8 sensor(s), 1 output(s); of the future"
traffic gap_at_end gap.h5
run 1 predict --run-dir run --latest --data gap.h5
expect_error 3 "gap" "--keep-gaps"
run 1 predict --run-dir run --latest --data gap.h5 --keep-gaps
expect_status 0
