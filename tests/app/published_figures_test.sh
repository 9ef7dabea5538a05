# Published weights give their published figures (the README.md beside the data has them). Skipped where the data are
# not there. Argument: metr-la or ca85.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
shared=$DCRNN_SHARED/data
[ -d "$shared" ] || { echo "skipped: no data below DCRNN_SHARED"; exit 77; }

# expect_mae HORIZONS...: "HORIZON MAE" pairs of metrics.csv, to four decimals
expect_mae() {
    while [ $# -gt 1 ]; do
        mae=$(awk -F, -v h="$1" '$1 == "dcrnn" && $3 == h {printf "%.4f", $5}' metrics.csv)
        [ "$mae" = "$2" ] || fail "MAE $mae instead of $2 at horizon $1"
        shift 2
    done
}

evaluate() { # CHECKPOINT OPTIONS...; it may take longer than a minute on a busy machine
    echo "dcrnn_mpi evaluate --checkpoint $*" >command
    "$DCRNN_PROGRAM" evaluate --checkpoint "$@" --output metrics.csv --threads 2 --batch-size 64 >out 2>err </dev/null
    status=$?
    expect_status 0
}

ca85() {
    local folder=$shared/pems-bay-ca85 options
    options=(--data "$folder/pems-bay-ca85.h5" --graph "$shared/pems-bay-graph/distances_bay_2017.csv")
    local weights=$folder/checkpoints/85_models_horizon_6_epo45.tar
    run 1 import "$weights" --output epo45.h5 "${options[@]}"
    expect_status 0
    expect_text out "372353 weights: 2 layer(s) of 64 units, 2 input(s), 1 output(s), dual_random_walk with K = 2"
    expect_text out "mean 63.22590704 deviation 9.02951439 (of the readings, --scaler published)"
    evaluate epo45.h5
    expect_text out "test (10421 windows)"
    expect_mae 1 0.8482 2 1.0737 3 1.2539 4 1.4061 5 1.5325 6 1.6459
    run 1 import "$weights" --output exact.h5 --supports exact "${options[@]}"
    evaluate exact.h5
    expect_mae 1 0.9835 2 1.1918 3 1.3645 4 1.5094 5 1.6396 6 1.7577
    run 1 import "$folder/checkpoints/85_models_epo26.tar" --output epo26.h5 "${options[@]}" \
        --config "$folder/config_85.yaml"
    expect_status 0
    expect_text out "6 steps in, 1 out"
    expect_text out "without effect: model_filename 85_models/26.tar"
    evaluate epo26.h5
    expect_text out "test (10422 windows)"
    expect_mae 1 0.7967
}

metr_la() {
    local scaler=(--scaler-mean 54.40592829587626 --scaler-std 19.493739270573098)
    local ten=(--data "$shared/metr-la-10/metr-la-10.h5" --graph "$shared/metr-la-10/adjacency_la_10.csv")
    local week=(--data "$shared/metr-la-week/metr-la-week.h5" --graph "$shared/metr-la-week/distances_la_207_recovered.csv"
                --graph-sigma 2584.4502)
    local names=(kevinkbc_epo31_1x32 kevinkbc_epo64_1x16 garygsw_1_epo0_2x64)
    local figures=("1 3.2182 3 4.0588 6 4.9407 12 6.0438" "1 3.0420 3 4.0050 6 4.7161 12 5.5397"
                   "1 3.1929 3 3.8051 6 4.4113 12 5.5113")
    local first=("62.4089 66.2895 64.3896" "62.9129 66.1506 65.2036" "62.7137 65.8269 64.8355")
    for i in 0 1 2; do
        run 1 import "$shared/checkpoints-metr-la/${names[i]}.tar" --output "$i.h5" "${scaler[@]}"
        expect_status 0
        evaluate "$i.h5" "${ten[@]}"
        expect_text out "test (6850 windows)"
        # shellcheck disable=SC2086
        expect_mae ${figures[i]}
        run 1 predict --checkpoint "$i.h5" "${week[@]}" --split-name train --split 0.002,0.001,0.997 \
            --output week.csv --threads 2
        expect_status 0
        found=$(awk -F, 'NR > 1 && NR < 5 {printf "%s%.4f", (NR > 2 ? " " : ""), $7}' week.csv)
        [ "$found" = "${first[i]}" ] || fail "first window of ${names[i]}: $found instead of ${first[i]}"
    done
    run 1 import "$shared/checkpoints-tiny/dorbodwolf_epo82_2x4.tar" --output tiny.h5 --scaler-mean 0 --scaler-std 1
    expect_status 0
    expect_text out "1613 weights: 2 layer(s) of 4 units, 1 input(s), 1 output(s)"
    expect_no_text out "with the time of day"
    run 1 --config "$shared/metr-la-10/dcrnn_la_new.yaml" --print-config
    expect_status 0
    expect_text out "rnn-units = 4"
}

"$1"
