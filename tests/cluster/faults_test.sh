# Two hosts x two ranks, under mpirun or srun (the argument): when a rank dies all are gone within ten
# seconds, and when the link goes down for good each side ends by itself; the next start goes on.
# shellcheck source=../support/cluster.sh
. "$(dirname "$0")/../support/cluster.sh"
launcher=$1
cluster_up 2 4
traffic plain city.h5
options=(--data city.h5 "${small[@]}" --batch-size 16 --patience 100000 --checkpoint-minutes 0.002)

# start RUN WORDS...: in the background, until it trains.
start() {
    local run=$1
    shift
    echo "$launcher: dcrnn_mpi ${options[*]} $*" >command
    local words=("${options[@]}" --run-dir "$run" --epochs 100000 "$@")
    rm -f out
    if [ "$launcher" = srun ]; then
        on_host 0 timeout -k 5 100 srun --quiet --mpi=pmix -N 2 --ntasks-per-node=2 "$DCRNN_PROGRAM" "${words[@]}"
    else
        remote_mpirun 2 2 "$DCRNN_PROGRAM" "${words[@]}"
    fi >out 2>err </dev/null &
    started=$!
    wait_for 60 has_text out "(best)" # an epoch has ended
}

# ended SECONDS RUN: no rank lives any longer than that, and the status is not 0.
ended() {
    wait_for "$1" no_ranks_of "$2"
    wait $started
    status=$?
    [ $status -ne 0 ] || fail "status 0"
    run 1 info "$2/checkpoints/last.h5"
    expect_status 0
}

for signal in KILL SEGV ABRT; do
    for place in head tail; do # a rank beside the launcher, and one on the other host
        start faults
        victim=$(ranks_of faults | $place -n 1)
        echo "$signal to the $place of the ranks" >>command
        kill -$signal "$victim"
        ended 10 faults
    done
done
steps() { sed -n 's/.* \([0-9]*\) steps in all.*/\1/p' out; }
[ "$(steps)" -gt 100 ] || fail "only $(steps) steps after six starts"

start link --stall-minutes 0.1
ip -n "${DCRNN_CLUSTER}0" link set port2 down
wait_for 80 no_ranks_of link
wait $started
[ $? -ne 0 ] || fail "status 0 without a link"
expect_text err "(--stall-minutes)"
ip -n "${DCRNN_CLUSTER}0" link set port2 up
run 1 info link/checkpoints/last.h5
expect_status 0
