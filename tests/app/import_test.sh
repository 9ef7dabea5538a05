# Readings of other formats, written in the own one and trained on directly.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
data=$(cd "$(dirname "$0")/../data" && pwd)

# Two days of three sensors, one reading missing, and the same without times.
awk 'BEGIN {
    print "time,a,b,c"
    for (i = 0; i < 576; ++i)
        printf "2012-03-%02d %02d:%02d,%.1f,%d,%s\n", 1 + i / 288, i / 12 % 24, i % 12 * 5,
               30 + i % 20 / 2, 40 + i % 7, i == 100 ? "" : 50 + i % 3
}' >city.csv
cut -d, -f2- city.csv >bare.csv
printf 'from,to,cost\na,b,1\nb,c,1\nc,a,1\na,a,0\nb,b,0\nc,c,0\n' >roads.csv

run "$ranks" import city.csv --output city.h5
expect_status 0
expect_text out "'$PWD/city.h5': written as float64, and read back: the same"
expect_text out "wide CSV"
expect_text out "shape       576 rows, 3 sensors, 1 feature(s)"
expect_text out "2012-03-01 00:00:00 to 2012-03-02 23:55:00, every 5 min"
expect_text out "gaps        0"
expect_text out "0.058 % NaN"
[ "$(ls)" = "$(printf 'bare.csv\ncity.csv\ncity.h5\ncommand\nerr\nout\nroads.csv')" ] || fail "other files are left: $(ls)"
cp city.h5 first.h5
run "$ranks" import bare.csv --output city.h5 --start 2012-03-01 --step-minutes 5
expect_error 2 "city.h5' exists" "--overwrite"
cmp -s city.h5 first.h5 || fail "the file was touched"
run "$ranks" import bare.csv --output city.h5 --start 2012-03-01 --step-minutes 5 --overwrite
expect_status 0
run "$ranks" import city.h5 --output city.h5 --overwrite
expect_error 2 "is the source itself"
run "$ranks" import bare.csv --output other.h5
expect_error 2 "bare.csv" "no column of times" "--start"
[ ! -e other.h5 ] || fail "a file was made"
run "$ranks" import --output other.h5
expect_error 2 "no file to import"
run "$ranks" import city.csv
expect_error 2 "--output"

# Text and own format are one series: the same fingerprint, and a run goes on from one to the other.
fingerprint() {
    run "$ranks" --data "$@" --graph roads.csv --null-value nan --dry-run "${small[@]}"
    expect_status 0
    grep -o 'fingerprint [0-9a-f]*' out
}
[ "$(fingerprint first.h5)" = "$(fingerprint city.csv)" ] || fail "CSV and HDF5 differ"
[ "$(fingerprint first.h5)" = "$(fingerprint bare.csv --start 2012-03-01 --step-minutes 5)" ] || fail "without times it is another series"
run "$ranks" --data city.csv --graph roads.csv --null-value nan --run-dir run "${small[@]}" --epochs 1
expect_status 0
run "$ranks" evaluate --run-dir run
expect_status 0
cp out from_csv
run "$ranks" evaluate --run-dir run --data first.h5
expect_status 0
cmp -s out from_csv || fail "evaluated otherwise on the imported file"

# Windows: three archives, or their folder.
run "$ranks" import "$data/windows/test.npz" "$data/windows/train.npz" "$data/windows/val.npz" \
    --output windows.h5 --start 2017-03-12
expect_status 0
expect_text out "windows, 25 + 4 + 7 of 3 + 2 steps"
expect_text out "row 18: from 2017-03-12 01:55:00 to 2017-03-12 03:00:00, 12 steps missing"
run "$ranks" info "$data/windows" --start 2017-03-12
expect_status 0
expect_text out "40 rows, 2 sensors"
run "$ranks" info city.csv
expect_status 0
expect_text out "wide CSV"
run "$ranks" info roads.csv
expect_status 0
expect_text out "distance list"
run "$ranks" import "$data/flow.npz" --output flow.h5 --start 2018-01-01 --step-minutes 5 --feature-names flow,speed
expect_status 0
run "$ranks" info flow.h5
expect_text out "speed: 0.000 % zero"
run "$ranks" import city.csv roads.csv --output no.h5
expect_error 2 "2 files are given"
printf 'time,a\n2012-03-01 00:00,x\n2012-03-01 00:05,1\n' >bad.csv
run "$ranks" import bad.csv --output no.h5
expect_error 3 "bad.csv" "line 2, column 2 ('a')" "'x'"
[ ! -e no.h5 ] || fail "a file was made"
