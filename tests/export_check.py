"""export_check.py PROGRAM: the weights that `export` writes give the same forecasts under PyTorch.

Trains a small network for a few steps, exports it, loads it with torch.load (weights_only or not) and computes the
published PyTorch code's forward pass, written anew here, on the same windows. Needs PyTorch and scipy of a virtual
environment (pip install torch scipy); skipped, with exit code 77, without them.
"""
import csv
import datetime
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import scipy.sparse as sp
    import torch
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

ROWS, SENSORS, SEQ_LEN, HORIZON = 700, 5, 4, 3
START = datetime.datetime(2024, 3, 1)


def write_inputs(folder):
    """Readings as CSV and a graph as a dense matrix; some roads go one way only."""
    random = np.random.default_rng(7)
    readings = 55 + 10 * np.sin(np.arange(ROWS)[:, None] / 30 + np.arange(SENSORS)) + random.normal(0, 1, (ROWS, SENSORS))
    readings = np.round(readings, 3)
    with open(folder / "readings.csv", "w") as file:
        file.write("time," + ",".join(f"s{i}" for i in range(SENSORS)) + "\n")
        for row, values in enumerate(readings):
            time = START + datetime.timedelta(minutes=5 * row)
            file.write(f"{time:%Y-%m-%d %H:%M:%S}," + ",".join(f"{value:.3f}" for value in values) + "\n")
    graph = np.round(random.uniform(0.1, 1, (SENSORS, SENSORS)) * (random.random((SENSORS, SENSORS)) < 0.6), 3)
    np.fill_diagonal(graph, 1)
    np.savetxt(folder / "graph.csv", graph, delimiter=",", fmt="%.3f")
    return readings, graph


def random_walk(graph):
    degree = np.asarray(graph.sum(1)).flatten()
    inverse = np.where(degree > 0, 1 / np.maximum(degree, 1e-30), 0)
    return sp.diags(inverse).dot(sp.coo_matrix(graph)).tocoo()


def published_support(matrix):
    """As the published code makes its sparse tensors: the indices are sorted, the values are not."""
    matrix = matrix.tocoo()
    indices = np.column_stack((matrix.row, matrix.col))
    indices = indices[np.lexsort((indices[:, 0], indices[:, 1]))]
    return torch.sparse_coo_tensor(indices.T, torch.as_tensor(matrix.data), matrix.shape).to_dense().double()


def convolve(weights, prefix, supports, steps, inputs, state, outputs):
    signal = torch.cat([inputs, state], 2)  # [batch, sensor, feature]
    copies, before = [signal], signal
    for support in supports:
        now = support @ before
        copies.append(now)
        for _ in range(2, steps + 1):
            now, before = 2 * support @ now - before, now
            copies.append(now)
    stacked = torch.stack(copies, 3).flatten(2)  # feature * matrices + matrix
    return stacked @ weights[f"{prefix}.gconv_weight_({stacked.shape[2]}, {outputs})"] \
        + weights[f"{prefix}.gconv_biases_{outputs}"]


def cell(weights, prefix, supports, steps, inputs, state):
    units = state.shape[2]
    gates = torch.sigmoid(convolve(weights, prefix, supports, steps, inputs, state, 2 * units))
    reset, update = gates[..., :units], gates[..., units:]
    candidate = torch.tanh(convolve(weights, prefix, supports, steps, inputs, reset * state, units))
    return update * state + (1 - update) * candidate


def forecast(weights, model, supports, inputs):
    """inputs [batch, seq_len, sensor, feature], scaled -> [batch, horizon, sensor], scaled."""
    layers, steps = model["num_rnn_layers"], model["max_diffusion_step"]
    states = [torch.zeros(inputs.shape[0], SENSORS, model["rnn_units"], dtype=torch.float64)] * layers

    def run(coder, signal):
        for layer in range(layers):
            states[layer] = cell(weights, f"{coder}.dcgru_layers.{layer}", supports, steps, signal, states[layer])
            signal = states[layer]
        return signal

    for step in range(inputs.shape[1]):
        run("encoder_model", inputs[:, step])
    signal, results = torch.zeros(inputs.shape[0], SENSORS, 1, dtype=torch.float64), []
    for _ in range(model["horizon"]):
        signal = run("decoder_model", signal) @ weights["decoder_model.projection_layer.weight"].T \
            + weights["decoder_model.projection_layer.bias"]
        results.append(signal[..., 0])
    return torch.stack(results, 1)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp())

    def call(*words):
        subprocess.run([program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    readings, graph = write_inputs(folder)
    call("import", "readings.csv", "--output", "readings.h5")
    call("train", "--data", "readings.h5", "--graph", "graph.csv", "--run-dir", "run", "--seq-len", str(SEQ_LEN),
         "--horizon", str(HORIZON), "--rnn-units", "6", "--max-steps", "12", "--batch-size", "16", "--precision", "float64",
         "--diffusion", "released", "--supports", "pytorch-port", "--scaler", "published")
    call("predict", "--checkpoint", "run/checkpoints/last.h5", "--output", "forecasts.csv")
    call("export", "run/checkpoints/last.h5", "--output", "weights.tar")

    loaded = torch.load(folder / "weights.tar", weights_only=True)
    other = torch.load(folder / "weights.tar", weights_only=False)
    weights, model = loaded["model_state_dict"], loaded["model"]
    assert all(torch.equal(weights[name], other["model_state_dict"][name]) for name in weights)
    assert (model["seq_len"], model["horizon"], model["rnn_units"]) == (SEQ_LEN, HORIZON, 6), model
    walks = [random_walk(graph).T, random_walk(graph.T).T]
    supports = [published_support(walk) for walk in walks]

    mean, std = loaded["scaler"]["mean"], loaded["scaler"]["std"]
    mean, std = (value[0] if isinstance(value, list) else value for value in (mean, std))
    windows = ROWS - SEQ_LEN - HORIZON + 1
    first = windows - round(0.2 * windows)
    stored = np.float64(readings)
    inputs = np.stack([np.stack([(stored[start:start + SEQ_LEN] - mean) / std,
                                 np.broadcast_to((np.arange(start, start + SEQ_LEN)[:, None] * 5 % 1440) / 1440,
                                                 (SEQ_LEN, SENSORS))], 2) for start in range(first, windows)])
    expected = forecast(weights, model, supports, torch.as_tensor(inputs)).numpy() * std + mean

    with open(folder / "forecasts.csv") as file:
        rows = list(csv.DictReader(file))
    written = np.array([float(row["forecast"]) for row in rows]).reshape(windows - first, HORIZON, SENSORS)
    difference = np.abs(written - expected).max()
    print(f"{written.shape[0]} windows, largest difference of {written.size} forecasts: {difference:.3g}")
    assert difference < 1e-4 * np.abs(expected).max(), "the forecasts differ"


main()
