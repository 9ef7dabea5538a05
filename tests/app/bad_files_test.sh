# HDF5 files of others, graphs that do not fit, and run directories that cannot be used.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
traffic plain city.h5
traffic no_graph bare.h5

graph_refused() { # STATUS TEXT...: with the file graph.csv
    run "$ranks" --data bare.h5 --graph graph.csv --run-dir run "${small[@]}"
    expect_error "$@"
    [ ! -e run ] || fail "a run directory was made"
}

run "$ranks" --data bare.h5 --run-dir run "${small[@]}"
expect_error 2 "no graph" "--graph"
graph_refused 3 "graph.csv" "no such file"
printf 'from,to,cost\na,b,1\nb,c,2\n' >graph.csv
graph_refused 3 "none of the 8 sensors"
printf 'from,to,cost\ns0,s1,100\ns1,s2,200\n' >graph.csv
graph_refused 3 "s3, s4, s5, s6, s7"
list='s0,s1,100\ns1,s2,200\ns2,s3,100\ns3,s4,300\ns4,s5,100\ns5,s6,100\ns6,s7,50\n'
printf "from,to,cost\n${list}s7,s0,-5\n" >graph.csv
graph_refused 3 "s7" "-5"
printf "from,to,cost\n${list}s7,s0,nan\n" >graph.csv
graph_refused 3 "nan"
printf '1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n' >graph.csv
graph_refused 3 "graph.csv" "8 sensors"
traffic negative_graph negative.h5
run "$ranks" --data negative.h5 --run-dir run "${small[@]}"
expect_error 3 "negative"

# A forecast is HDF5 without traffic in it.
run 1 --data city.h5 --run-dir done "${small[@]}" --max-steps 1
expect_status 0
run 1 predict --run-dir done --output forecast.h5
expect_status 0
run "$ranks" --data forecast.h5 --run-dir run "${small[@]}"
expect_error 3 "forecast.h5" "issued"

touch file
run "$ranks" --data city.h5 --run-dir file "${small[@]}"
expect_error 2 "'$PWD/file'"
run "$ranks" --data city.h5 --run-dir file/run "${small[@]}"
expect_error 2 "file/run"
# Names that cannot even be looked at: a loop of links, as a folder without search right is.
ln -s loop loop
run "$ranks" --data city.h5 --run-dir loop/run "${small[@]}"
expect_error 2 "cannot write the run directory '$PWD/loop/run'" "--run-dir"
run "$ranks" evaluate --run-dir loop/run
expect_error 3 "loop/run/checkpoints" "check the spelling"
run "$ranks" sample --output loop/city.h5
expect_error 1 "loop/city.h5" "check that the folder exists"
run "$ranks" info loop
expect_error 3 "'$PWD/loop'" "check the spelling"
run "$ranks" --data city.h5 --run-dir /proc/run "${small[@]}"
expect_error 2 "/proc/run"

if [ "$ranks" -gt 1 ]; then # missing on one rank only: there, the name leads nowhere
    cp city.h5 partly.h5
    cat >launch <<'END'
#!/bin/bash
[ "${OMPI_COMM_WORLD_RANK:-0}" = 2 ] && export DCRNN_TEST_NAMESPACE=1
[ -z "${DCRNN_TEST_NAMESPACE:-}" ] && exec "$@"
exec unshare --mount bash -c 'mount --bind /dev/null partly.h5 && exec "$@"' bash "$@"
END
    chmod +x launch
    if unshare --mount true 2>/dev/null; then
        echo "missing on rank 2" >command
        timeout 60 "$DCRNN_MPIEXEC" -n "$ranks" ./launch "$DCRNN_PROGRAM" --data partly.h5 \
            --run-dir run "${small[@]}" >out 2>err </dev/null
        status=$?
        expect_error 3 "rank 2 on" "partly.h5"
    fi
fi
