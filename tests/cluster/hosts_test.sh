# Two hosts, by mpirun with a remote shell or by srun (the argument): any spread of ranks over them trains
# as one rank does, and a file that is not the same on both is refused.
# shellcheck source=../support/cluster.sh
. "$(dirname "$0")/../support/cluster.sh"
launcher=$1
cluster_up 2 4
traffic plain city.h5
options=("${small[@]}" --precision float64 --batch-size 16)

# on_ranks N1 N2 WORDS...: the program with so many ranks on node1 and node2; leaves out, err, $status.
on_ranks() {
    local first=$1 second=$2
    shift 2
    echo "$first + $second ranks by $launcher: dcrnn_mpi $*" >command
    if [ "$launcher" = srun ]; then
        local list=() host
        for ((host = 0; host < first; ++host)); do list+=(node1); done
        for ((host = 0; host < second; ++host)); do list+=(node2); done
        printf '%s\n' "${list[@]}" >hostfile
        SLURM_HOSTFILE=$PWD/hostfile on_host 0 timeout -k 5 60 srun --quiet --mpi=pmix --distribution=arbitrary \
            -n $((first + second)) "$DCRNN_PROGRAM" "$@" >out 2>err </dev/null
    else
        remote_mpirun "$first" "$second" "$DCRNN_PROGRAM" "$@" >out 2>err </dev/null
    fi
    status=$?
}

on_ranks 1 0 --data city.h5 "${options[@]}" --run-dir run10
expect_status 0
for spread in "1 1" "2 2" "2 1" "3 1"; do
    read -r first second <<<"$spread"
    name=run$first$second
    on_ranks "$first" "$second" --data city.h5 "${options[@]}" --run-dir "$name"
    expect_status 0
    expect_text out "node1 ($first), node2 ($second)"
    same_checkpoints "$name/checkpoints/last.h5" run10/checkpoints/last.h5 1e-10
    cmp -s run10/metrics.csv "$name/metrics.csv" || fail "$(diff run10/metrics.csv "$name/metrics.csv")"
done

# /dev/shm is each host's own.
shm=/run/dcrnn-cluster/$DCRNN_CLUSTER
cp city.h5 "${shm}1/shm/city.h5"
on_ranks 2 1 --data /dev/shm/city.h5 "${options[@]}" --run-dir lacking
expect_error 3 "rank 2 on node2" "/dev/shm/city.h5"
traffic faster other.h5
cp other.h5 "${shm}2/shm/city.h5"
on_ranks 2 1 --data /dev/shm/city.h5 "${options[@]}" --run-dir different
expect_error 3 "rank 2 on node2" "not the same file as on rank 0"
cp city.h5 "${shm}2/shm/city.h5"
on_ranks 2 1 --data /dev/shm/city.h5 "${options[@]}" --run-dir copies
expect_status 0
same_checkpoints copies/checkpoints/last.h5 run21/checkpoints/last.h5 0

on_ranks 2 1 doctor --threads 1
expect_status 0
expect_text out "3 on node1 (2), node2 (1), started by a launcher"
expect_text out "right; a gradient of 1.5 MB in"
cp "$DCRNN_PROGRAM" "${shm}1/shm/program"
{ cat "$DCRNN_PROGRAM"; echo; } >"${shm}2/shm/program"
chmod +x "${shm}"[12]/shm/program
DCRNN_PROGRAM=/dev/shm/program on_ranks 1 1 doctor --threads 1
expect_status 1
expect_text out "rank 1 runs another one than rank 0"
