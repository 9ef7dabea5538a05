"""Writes small readings in the formats of others (numpy 2, pandas 3, PyTables 3.11); the tests assert the values."""
import os

import numpy as np
import pandas as pd


def windows(folder, values, times, seq_len, horizon, dtype="f8"):
    """As generate_training_data.py of the published DCRNN does."""
    day = (times - times.astype("datetime64[D]")) / np.timedelta64(1, "D")
    data = np.stack([values, np.tile(day, (values.shape[1], 1)).T], axis=-1).astype(dtype)
    x_offsets, y_offsets = np.arange(1 - seq_len, 1), np.arange(1, horizon + 1)
    nows = range(seq_len - 1, len(data) - horizon)
    x = np.stack([data[now + x_offsets] for now in nows])
    y = np.stack([data[now + y_offsets] for now in nows])
    samples = len(x)
    test, train = round(samples * 0.2), round(samples * 0.7)
    os.makedirs(folder, exist_ok=True)
    for name, part in (("train", slice(0, train)), ("val", slice(train, samples - test)), ("test", slice(samples - test, samples))):
        np.savez_compressed(f"{folder}/{name}.npz", x=x[part], y=y[part],
                            x_offsets=x_offsets[:, None], y_offsets=y_offsets[:, None])


# 40 rows from 2017-03-12 00:30 on, 5 minutes apart; the hour from 02:00 is not there.
minutes = np.arange(30, 30 + 5 * 40, 5)
minutes[minutes >= 120] += 60
times = np.datetime64("2017-03-12T00:00") + minutes.astype("m8[m]")
values = np.arange(80).reshape(40, 2) + 0.5
values[3, 1] = 0
windows("windows", values, times, 3, 2)
train = np.load("windows/train.npz")
order = np.arange(len(train["x"]))
order[[4, 9]] = order[[9, 4]]
np.savez_compressed("windows_shuffled.npz", x=train["x"][order], y=train["y"][order])
np.savez_compressed("windows_bare.npz", x=train["x"][..., :1].astype("f4"), y=train["y"][..., 0].astype("f4"))  # no time of day
np.savez_compressed("windows_short.npz", x=train["x"], y=train["y"][..., :1])  # readings alone in y

flow = np.arange(24).reshape(4, 3, 2)
np.savez_compressed("flow.npz", data=flow)
np.save("speed.npy", np.asfortranarray(flow[..., 0].astype("f4")))

index = pd.DatetimeIndex(["2012-03-01 00:00", "2012-03-01 00:05", "2012-03-01 00:10"])
mixed = pd.DataFrame({"b": [1.5, 2.5, np.nan], "a": [1, 2, 3], "c": np.array([0.25, 0.5, 0.75], "f4")}, index=index)
levels = pd.DataFrame(np.arange(6.0).reshape(3, 2), index=index,
                      columns=pd.MultiIndex.from_tuples([("north", "speed"), ("south", "speed")]))
counted = pd.DataFrame({7: [1.0, 2.0, 3.0], 5: [4.0, 5.0, 6.0]}, index=[10, 11, 13])
zoned = pd.DataFrame({"a": [1.0, 2.0, 3.0]}, index=index.tz_localize("America/Los_Angeles"))
named = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [4.0, 5.0, 6.0]}, index=index)
options = {"mode": "a", "complevel": 5}  # without an index of the rows, which is large
if os.path.exists("pandas_frames.h5"):
    os.remove("pandas_frames.h5")
for name, frame in (("mixed", mixed), ("levels", levels), ("counted", counted), ("zoned", zoned)):
    frame.to_hdf("pandas_frames.h5", key=f"fixed/{name}", format="fixed", complib="zlib", **options)
    frame.to_hdf("pandas_frames.h5", key=f"table/{name}", format="table", complib="zlib", index=False, **options)
named.to_hdf("pandas_frames.h5", key="table/named", format="table", data_columns=["b"], complib="bzip2", index=False, **options)
named.to_hdf("pandas_frames.h5", key="table/blosc", format="table", complib="blosc", index=False, **options)
named["a"].to_hdf("pandas_frames.h5", key="series", format="fixed", **options)
pd.DataFrame({"a": ["x", "y", "z"], "b": [1.0, 2.0, 3.0]}, index=index).to_hdf("pandas_frames.h5", key="table/text", format="table", index=False, **options)
