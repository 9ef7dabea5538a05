# What the files are.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
traffic gap_at_end gap.h5
run 1 info city.h5
expect_status 0
expect_text out "traffic file"
expect_text out "864 rows, 8 sensors, 1 feature(s)"
expect_text out "2012-03-01 00:00:00 to 2012-03-03 23:55:00, every 5 min"
expect_text out "s0, s1, s2, s3, s4, s5, ... (8)"
expect_text out "speed in mph: 1.0"
expect_text out "graph       in the file, 24 weights not 0, 0 sensor(s) without roads"
traffic negative_graph negative.h5
run 1 info negative.h5
expect_status 0
expect_text out "graph       in the file, but not usable: the weight in row 1, column 2"
run 3 info gap.h5
expect_status 0
expect_text out "2012-03-04 00:55:00"

printf 'from,to,cost\ns0,s1,5\ns1,s1,0\ns2,s1,8.5\n' >list.csv
run 1 info list.csv
expect_status 0
expect_text out "distance list from,to,cost with a header"
expect_text out "0 to 8.5"
# As in training, the header says which column is which.
printf 'cost,from,to\n5,s0,s1\n0,s1,s1\n8.5,s2,s1\n' >turned.csv
run 1 info turned.csv
expect_status 0
expect_text out "sensors     3"
expect_text out "2 from one sensor to another, 1 of a sensor to itself; directed"
expect_text out "0 to 8.5"
printf '1,0.5,0,0\n0.5,1,0,0\n0,0,1,0\n0,0.1,0,1\n' >matrix.csv
run 1 info matrix.csv
expect_status 0
expect_text out "4 x 4"
expect_text out "directed"
expect_text out "1 sensor(s) without roads"
expect_text out "0 to 1 roads out of a sensor"
expect_text out "3 strongly connected, the largest of 2 sensor(s)"
run 1 info "$DCRNN_TEST_DATA/sparse_csr.npz"
expect_status 0
expect_text out "graph, a matrix"
expect_text out "4 x 4"
printf '<!DOCTYPE html>\n<html>404</html>\n' >page.csv
run 1 info page.csv
expect_error 3 "page.csv" "web page" "download it again"

run 1 --data city.h5 --run-dir run "${small[@]}" --epochs 1
run 1 info run/checkpoints/best.h5
expect_status 0
expect_text out "checkpoint of dcrnn_mpi"
expect_text out "--rnn-units 4"

run 1 sample --output sample.h5 --sensors 6 --days 2 --seed 3
expect_status 0
run 3 sample --output again.h5 --sensors 6 --days 2 --seed 3
expect_status 0
fingerprint() {
    run 1 --data "$1" --dry-run "${small[@]}"
    expect_status 0
    grep -o 'fingerprint [0-9a-f]*' out
}
[ "$(fingerprint sample.h5)" = "$(fingerprint again.h5)" ] || fail "the same seed gives another sample"
run 1 info sample.h5
expect_text out "6 sensors"
expect_text out "graph       in the file"
run 1 info none.h5
expect_error 3 "none.h5" "no such file"
run 1 info .
expect_error 3 "directory"

# A signal ends it as it ends any program: here while it waits for a pipe that nobody writes to.
mkfifo pipe.csv
for signal in TERM INT USR1; do
    echo "info on a pipe, then $signal" >command
    (trap - INT; exec timeout -k 1 30 "$DCRNN_PROGRAM" info pipe.csv >out 2>err) &
    reader=$!
    sleep 2
    pkill -$signal -P $reader
    wait $reader
    status=$?
    [ $status -eq $((128 + $(kill -l $signal))) ] || fail "status $status after $signal"
done
