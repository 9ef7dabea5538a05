# Published PyTorch checkpoints are imported, trained on and written back; published YAML configures a run.
# shellcheck source=../support/program.sh
. "$(dirname "$0")/../support/program.sh"
traffic plain city.h5
data=$DCRNN_TEST_DATA

# 1. Both formats and bare weights give the same network: one layer of 2 units, K = 1, 5 steps in, 3 out.
for name in zip.tar old.tar; do
    run 1 import "$data/pytorch_$name" --output "$name.h5" --data city.h5
    expect_status 0
    expect_text out "141 weights: 1 layer(s) of 2 units, 2 input(s), 1 output(s), dual_random_walk with K = 1"
    expect_text out "5 steps in, 3 out, with the time of day"
    expect_text out "--diffusion released --supports pytorch-port --keep-gaps true"
    expect_text out "of the readings, --scaler published"
    run 1 evaluate --checkpoint "$name.h5" --batch-size 64
    expect_status 0
    table out >"$name.table"
done
cmp -s zip.tar.table old.tar.table || fail "the two formats differ"
run 1 import "$data/pytorch_bare.pt" --output bare.h5 --data city.h5
expect_error 2 "nothing says --seq-len"
run 1 import "$data/pytorch_bare.pt" --output bare.h5 --data city.h5 --seq-len 5 --horizon 3
expect_status 0
run 1 evaluate --checkpoint bare.h5 --batch-size 64
table out >bare.table
cmp -s zip.tar.table bare.table || fail "bare weights differ"

# 2. Without readings: the scaler must be given, and evaluate takes sensors and graph of --data.
run 1 import "$data/pytorch_zip.tar" --output any.h5
expect_error 2 "--scaler-mean"
run 1 import "$data/pytorch_zip.tar" --output any.h5 --scaler-mean 50
expect_error 2 "--scaler-std is missing"
run 1 import "$data/pytorch_zip.tar" --output any.h5 --scaler-mean 50 --scaler-std 10
expect_status 0
expect_text out "mean 50.00000000 deviation 10.00000000 (given)"
run 1 info any.h5
expect_status 0
expect_text out "none: imported without readings"
run 1 evaluate --checkpoint any.h5
expect_error 2 "no readings are named"
run 1 evaluate --checkpoint any.h5 --data city.h5
expect_status 0
run 1 import "$data/pytorch_zip.tar" --output exact.h5 --data city.h5 --supports exact --diffusion chebyshev
expect_status 0
expect_text out "--diffusion chebyshev --supports exact"

# 3. What does not fit is named.
run 1 import "$data/pytorch_zip.tar" --output no.h5 --data city.h5 --filter-type random_walk
expect_status 0 # 1 + 1 * K matrices
run 1 import "$data/pytorch_zip.tar" --output no2.h5 --data city.h5 --time-of-day false
expect_error 3 "1 feature(s) per reading"
run 1 import "$data/pytorch_module.pt" --output no3.h5 --data city.h5
expect_error 3 "torch.nn.modules.linear.Linear"
run 1 import "$data/pytorch_zip.tar" --output any.h5 --data city.h5
expect_error 2 "exists"
printf 'model:\n  rnn_units: 64\n' >wrong.yaml
run 1 import "$data/pytorch_zip.tar" --output no4.h5 --data city.h5 --config wrong.yaml
expect_error 2 "--rnn-units 64 does not fit the weights"

# 4. Written for PyTorch and read again: the same network, with its scaler.
run 1 export zip.tar.h5 --output again.tar
expect_status 0
expect_text out "141 weights"
expect_no_text out "warning"
run 1 export zip.tar.h5 --output again.tar
expect_error 2 "exists"
run 1 import again.tar --output again.h5
expect_status 0
expect_text out "(of the file)"
run 1 evaluate --checkpoint again.h5 --data city.h5 --batch-size 64
table out >again.table
cmp -s zip.tar.table again.table || fail "the exported weights differ: $(diff zip.tar.table again.table)"
run 1 export exact.h5 --output exact.tar
expect_text out "warning: the published PyTorch code computes as with --diffusion released --supports pytorch-port"

# A network of this program comes back as it was, not as the published code would compute with it.
run 1 --data city.h5 "${small[@]}" --epochs 1 --keep-gaps --run-dir own
expect_status 0
run 1 export --run-dir own --output own.tar
expect_status 0
run 1 import own.tar --output own.h5
expect_status 0
expect_text out "computes    --diffusion chebyshev --supports exact --keep-gaps true"
for network in own/checkpoints/best.h5 own.h5; do
    run 1 evaluate --checkpoint $network --data city.h5 --batch-size 64
    expect_status 0
    table out >"$(basename $network).table"
done
cmp -s best.h5.table own.h5.table || fail "another network: $(diff best.h5.table own.h5.table)"
run 1 import own.tar --output ported.h5 --supports pytorch-port
expect_text out "--supports pytorch-port" # a flag wins

# 5. Training goes on from imported weights, on any ranks; the run remembers which.
cat >city.yaml <<'YAML'
base_dir: data/model
data:
  batch_size: 16
  dataset_dir: data/CITY
model:
  filter_type: dual_random_walk
  horizon: 3
  input_dim: 2
  max_diffusion_step: 1
  num_nodes: 8
  num_rnn_layers: 1
  rnn_units: 2
  seq_len: 5
  use_curriculum_learning: True
train:
  base_lr: 1.0e-9
  min_learning_rate: 0
  steps: [20, 30]
  optimizer: adam
YAML
begin=(--data city.h5 --config city.yaml --diffusion released --supports pytorch-port --scaler published
       --keep-gaps --max-steps 1 --initial-weights zip.tar.h5)
run 2 "${begin[@]}" --run-dir run
expect_status 0
expect_text out "without effect: num_nodes 8: the readings say it"
expect_text out "weights at the beginning: those of"
run 1 evaluate --checkpoint run/checkpoints/last.h5 --batch-size 64
table out >begun.table
cmp -s zip.tar.table begun.table || fail "training began elsewhere: $(diff zip.tar.table begun.table)"
cp zip.tar.h5 moved.h5
run 1 "${begin[@]}" --run-dir run --initial-weights moved.h5
expect_status 0
run 1 "${begin[@]}" --run-dir run --initial-weights exact.h5
expect_status 0 # equal weights, whatever else its file says
run 1 "${begin[@]}" --run-dir run --initial-weights ''
expect_error 2 "--initial-weights is now ''"
run 1 "${begin[@]}" --run-dir run2 --rnn-units 3
expect_error 3 "2 units there and 3 here"

# 6. The published configuration.
run 1 --config city.yaml --print-config
expect_status 0
for line in 'batch-size = 16' 'horizon = 3' 'base-lr = 1e-09' 'steps = 20,30' 'time-of-day = true'; do
    expect_text out "$line"
done
printf 'model:\n  rnn_unit: 64\n' >wrong.yaml
run 1 --config wrong.yaml --print-config
expect_error 2 "wrong.yaml, line 2: unknown key 'rnn_unit'"
expect_text err "'rnn_units'"
for text in ',' 'seed: 1\n]\nunits: 2' 'seed: 1\n---\nseed: 2' ''; do
    printf '%b\n' "$text" >wrong.yaml
    run 1 --config wrong.yaml --print-config
    expect_error 2 "wrong.yaml"
done
printf 'train:\n  epochs: many\n' >wrong.yaml
run 1 --config wrong.yaml --print-config
expect_error 2 "wrong.yaml, line 2"
printf 'train: [1\n' >wrong.yaml
run 1 --config wrong.yaml --print-config
expect_error 2 "wrong.yaml, line"
printf 'seed: 1\nseed: 2\n' >wrong.yaml
run 1 --config wrong.yaml --print-config
expect_error 2 "second time"
