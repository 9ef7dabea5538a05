# Values of options that cannot be; each is named and nothing is written.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
traffic plain city.h5

refused() { # TEXT WORDS...: exit status 2, a message with the text, no run directory
    local text=$1
    shift
    run "$ranks" --data city.h5 --run-dir run "$@"
    expect_error 2 "$text"
    [ ! -e run ] || fail "a run directory was made"
}

refused "--seq-len 0" --seq-len 0
refused "--seq-len -3" --seq-len -3
refused "--horizon 0" --horizon 0
refused "--horizon" --horizon=-1
refused "--batch-size 0" --batch-size 0
refused "--batch-size" --batch-size many
refused "--steps" --steps 30,20
refused "--steps" --steps 20,x
refused "--split" --split 0.7,0.1
refused "--split" --split 0.7,0.7,0.1
refused "--output-dim 2" --output-dim 2
refused "--report-horizons" --horizon 3 --report-horizons 1,6
refused "--filter-type" --filter-type walk
refused "--use-gc-for-ru" --use-gc-for-ru=maybe
refused "--rnn-units 0" --rnn-units 0
refused "--threads" --threads -1
refused "4000 threads per rank are too many" --threads 4000
for option in graph-sigma graph-threshold base-lr lr-decay-ratio min-learning-rate epsilon \
    max-grad-norm checkpoint-minutes; do
    [ "$ranks" -eq 1 ] || continue
    for value in nan inf; do refused "--$option" --$option $value; done
done
refused "--epsilon 1e-320" --epsilon 1e-320
refused "--base-lr 1e+38" --base-lr 1e38
[ "$ranks" -eq 1 ] || refused "sparse" --adjacency sparse
