# Traffic files that cannot be trained on: one message, status 3, no run directory.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
ranks=$1
traffic plain city.h5

refused() { # FILE TEXT...
    local file=$1
    shift
    run "$ranks" --data "$file" --run-dir run "${small[@]}"
    expect_error 3 "$@"
    [ ! -e run ] || fail "a run directory was made"
}

refused missing.h5 "missing.h5" "no such file"
mkdir folder
refused folder "folder" "directory"
touch empty.h5
refused empty.h5 "empty.h5" "empty"
head -c 5000 city.h5 >cut.h5
refused cut.h5 "cut.h5"
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 57038056\n' >pointer.h5
refused pointer.h5 "pointer.h5" "Git LFS"
printf 'time,a,b\n1,2,3\n' >text.h5
refused text.h5 "text.h5" "text"

for kind in unsorted repeated_times repeated_ids nan infinite short all_missing no_validation no_test; do
    traffic $kind $kind.h5
done
refused unsorted.h5 "unsorted.h5"
refused repeated_times.h5 "repeated_times.h5" "2012"
refused repeated_ids.h5 "repeated_ids.h5" "s2"
refused nan.h5 "nan.h5" "row 5, sensor 2" "--null-value nan"
refused infinite.h5 "infinite.h5" "row 700, sensor 3"
refused short.h5 "5 rows"
refused all_missing.h5 "missing"
refused no_validation.h5 "the validation windows have no valid reading" "--null-value" "--split"

# Without a reading to test with, the training itself is whole.
run "$ranks" --data no_test.h5 --run-dir run "${small[@]}" --epochs 1
expect_status 0
expect_text err "warning: the test windows have no valid reading to forecast"
run "$ranks" evaluate --run-dir run
expect_status 0
expect_text err "warning: the chosen windows have no valid reading to forecast"
