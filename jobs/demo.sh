#!/usr/bin/env bash
# The whole way in one command, on a fresh Debian 12 or 13: installs what is missing, builds, makes a
# sample city and trains on it with two processes; some minutes to build, two to train. Run it again to
# see the result again.
set -euo pipefail
ranks=2
city=runs/city.h5
run_dir=runs/demo
sample=(--output "$city")
train=(--data "$city" --run-dir "$run_dir" --rnn-units 32 --num-rnn-layers 1 --batch-size 32
       --epochs 25 --steps 15,20 --cl-decay-steps 500 --test-every-n-epochs 0)

cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash jobs/install_dependencies.sh
bash jobs/build.sh build -DCMAKE_BUILD_TYPE=Release -DDCRNN_BUILD_TESTS=OFF
mkdir -p runs
[ -f "$city" ] || build/dcrnn_mpi sample "${sample[@]}"

# The processes share the cores, none is tied to one of them, and root may run them (in a container).
threads=$(( $(nproc) / ranks ))
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun --oversubscribe --bind-to none -np "$ranks" build/dcrnn_mpi "${train[@]}" \
  --threads $(( threads > 0 ? threads : 1 ))
echo "All outputs are in $PWD/$run_dir: log.txt, training.csv, metrics.csv, sensors.csv, checkpoints/"
