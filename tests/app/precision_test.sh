# --precision bfloat16: refused where the processor has no products of it, with a warning where it
# gains little, and near float32 where it runs. oneDNN is told which processor to see.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5

DNNL_MAX_CPU_ISA=AVX2 run 1 --data city.h5 "${small[@]}" --precision bfloat16 --run-dir refused
expect_error 2 "--precision bfloat16 cannot be used here" "no products of bfloat16" "leave --precision away"
DNNL_MAX_CPU_ISA=AVX2 run 2 --data city.h5 "${small[@]}" --precision bfloat16 --run-dir refused
expect_error 2 "--precision bfloat16 cannot be used here"
[ ! -e refused ] || fail "a run directory was made"

if ! grep -q avx512_bf16 /proc/cpuinfo || ! "$DCRNN_PROGRAM" --version | grep -q oneDNN; then
    echo "the rest is skipped: no AVX512-BF16 here"
    exit 0
fi

DNNL_MAX_CPU_ISA=AVX512_CORE_BF16 run 1 --data city.h5 "${small[@]}" --precision bfloat16 --run-dir warned
expect_status 0
expect_text err "gains little here (the processor has no AMX"

run 1 --data city.h5 "${small[@]}" --run-dir exact
expect_status 0
awk -F, '$1 == "dcrnn" && $3 == 0 { print $5 }' exact/metrics.csv >exact_mae
for ranks in 1 2; do
    run $ranks --data city.h5 "${small[@]}" --precision bfloat16 --run-dir rounded-$ranks
    expect_status 0
    awk -F, '$1 == "dcrnn" && $3 == 0 { print $5 }' rounded-$ranks/metrics.csv >mae
    paste exact_mae mae | awk '{ exit !(NF == 2 && $1 != $2 && $2 > 0.98 * $1 && $2 < 1.02 * $1) }' ||
        fail "MAE $(cat mae) instead of about $(cat exact_mae)"
done

# A checkpoint knows its precision.
table out >trained
run 2 evaluate --run-dir rounded-2
expect_status 0
table out >evaluated
diff trained evaluated || fail "evaluate gives another table"
