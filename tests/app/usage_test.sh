# Help, versions, configuration files, and words that the command line does not take.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1

for command in train evaluate predict info import sample; do
    [ "$ranks" -eq 1 ] || continue
    run 1 $command --help
    expect_status 0
    expect_text out "usage: dcrnn_mpi"
done
for words in -h "info -h" "sample --output x.h5 -h"; do
    # shellcheck disable=SC2086
    run "$ranks" $words
    expect_status 0
    [ "$(grep -c '^usage' out)" -eq 1 ] || fail "no help"
done
run "$ranks" --help=false
expect_error 2 "no traffic file"
run "$ranks" --help
expect_text out "--batch-size 64"
expect_text out "--split 0.7,0.1,0.2"
[ "$(grep -c '^usage' out)" -eq 1 ] || fail "printed by more than one rank"

run "$ranks" --version
expect_status 0
for library in "dcrnn_mpi " LibTorch MPI HDF5 BLAS CUDA; do expect_text out "$library"; done

# What is printed can be read back, and says the same again; relative paths become absolute.
run "$ranks" --data city.h5 --epochs 7 --steps 2,5 --keep-gaps --time-of-day false --scaler minmax \
    --run-dir 'a run # one' --print-config
expect_status 0
cp out first.ini
expect_text out "data = $PWD/city.h5"
expect_text out "keep-gaps = true"
expect_text out "time-of-day = false"
expect_text out "run-dir = \"$PWD/a run # one\""
run "$ranks" --config first.ini --print-config
expect_status 0
cmp -s first.ini out || fail "the configuration changes when it is read back"

# The command line wins, whatever the order; comments and blank lines are skipped.
printf '# mine\n\nepochs = 3   # three\nseed=9\n' >mine.ini
run "$ranks" --epochs 5 --config mine.ini --print-config
expect_text out "epochs = 5"
expect_text out "seed = 9"

printf 'epochs = 3\n\nepoch = 4\n' >wrong.ini
run "$ranks" --config wrong.ini --print-config
expect_error 2 "wrong.ini, line 3" "unknown option 'epoch'" "'epochs'"
printf 'epochs 3\n' >wrong.ini
run "$ranks" --config wrong.ini
expect_error 2 "line 1" "'='"
printf 'epochs = 3\nepochs = 4\n' >wrong.ini
run "$ranks" --config wrong.ini
expect_error 2 "line 2" "second time"
run "$ranks" --config none.ini
expect_error 2 "none.ini" "No such file"

run "$ranks"
expect_error 2 "no traffic file" "dcrnn_mpi sample"
run "$ranks" --batchsize 8 --data x.h5
expect_error 2 "unknown option '--batchsize'" "'--batch-size'"
run "$ranks" --epoch 8 # no abbreviations
expect_error 2 "unknown option '--epoch'" "'--epochs'"
run "$ranks" trian --data x.h5
expect_error 2 "unknown command 'trian'" "'train'"
run "$ranks" --epochs
expect_error 2 "--epochs"
run "$ranks" --data x.h5 city.h5
expect_error 2 "unexpected word 'city.h5'"
run "$ranks" evaluate --epochs 3
expect_error 2 "unknown option '--epochs'"

run "$ranks" info
expect_error 2 "no file"
run "$ranks" sample
expect_error 2 "--output"
touch there.h5
run "$ranks" sample --output there.h5
expect_error 2 "there.h5" "exists"
[ ! -s there.h5 ] || fail "the file was replaced"
