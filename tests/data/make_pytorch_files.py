"""Writes small checkpoints of a DCRNN with one layer of 2 units, K = 1, as torch.save writes them: pytorch_zip.tar,
pytorch_old.tar (the format before PyTorch 1.6), pytorch_bare.pt (weights alone, double, strided) and
pytorch_module.pt (a whole module). The weights count up from 0 in steps of 1/64 in the order of the names."""
import collections

import torch

UNITS, MATRICES, INPUTS, OUTPUTS = 2, 3, 2, 1


def shapes():
    for model, inputs in (("encoder_model", INPUTS), ("decoder_model", OUTPUTS)):
        rows = (inputs + UNITS) * MATRICES
        for columns in (2 * UNITS, UNITS):
            yield f"{model}.dcgru_layers.0.gconv_weight_({rows}, {columns})", (rows, columns)
            yield f"{model}.dcgru_layers.0.gconv_biases_{columns}", (columns,)
    yield "decoder_model.projection_layer.weight", (OUTPUTS, UNITS)
    yield "decoder_model.projection_layer.bias", (OUTPUTS,)


weights = collections.OrderedDict()
start = 0
for name, shape in shapes():
    count = torch.Size(shape).numel()
    weights[name] = (torch.arange(start, start + count, dtype=torch.float32) / 64).reshape(shape)
    start += count

checkpoint = {
    "base_dir": "data/model",
    "data": {"batch_size": 16, "dataset_dir": "data/X"},
    "model": {"filter_type": "dual_random_walk", "horizon": 3, "input_dim": 2, "max_diffusion_step": 1, "num_nodes": 4,
              "num_rnn_layers": 1, "output_dim": 1, "rnn_units": 2, "seq_len": 5, "use_curriculum_learning": True},
    "train": {"base_lr": 0.005, "steps": [10, 20], "optimizer": "adam"},
    "model_state_dict": weights,
    "epoch": 7,
}
torch.save(checkpoint, "pytorch_zip.tar")
torch.save(checkpoint, "pytorch_old.tar", _use_new_zipfile_serialization=False)
bare = {f"module.{name}": value.double().t().contiguous().t() if value.dim() == 2 else value.double()
        for name, value in weights.items()}
torch.save(bare, "pytorch_bare.pt")
torch.save(torch.nn.Linear(2, 1), "pytorch_module.pt")
