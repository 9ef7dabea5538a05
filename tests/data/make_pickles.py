"""Writes pickles.zip: adjacency pickles as people have them, in every protocol, stored without compression."""
import io
import pathlib
import pickle
import zipfile

import numpy as np

matrix = np.array([[1, 0.5, 0], [0, 1, 0.25], [0.125, 0, 1]])
ids = ["773869", "767541", "Straße"]
index = {name: at for at, name in enumerate(ids)}
numbers = [None, True, False, 0, 255, 65535, -1, 2**31, -(2**62), 0.1, float("inf"), [], (), {}, "", b"", (1,), [[1], [2, 3]]]

files = {}
for protocol in range(6):
    files[f"list_p{protocol}"] = pickle.dumps([ids, index, matrix.astype("f4")], protocol)
    files[f"fortran_p{protocol}"] = pickle.dumps(np.asfortranarray(matrix), protocol)
    files[f"values_p{protocol}"] = pickle.dumps(numbers, protocol)
files["big_endian"] = pickle.dumps(matrix.astype(">f8"), 2)
files["integers"] = pickle.dumps((matrix > 0).astype("i8"), 4)
files["ids_as_array"] = pickle.dumps([np.array(ids), matrix], 4)
files["scalars"] = pickle.dumps([np.float32(0.5), np.int64(-3), np.bool_(True), np.str_("abc")], 4)
files["view"] = pickle.dumps(np.vstack([matrix, matrix])[::2], 5)
files["matrix"] = pickle.dumps(np.matrix(matrix), 2)
files["objects"] = pickle.dumps(np.array([None, 1], dtype=object), 2)
files["records"] = pickle.dumps(np.zeros(2, dtype=[("a", "f8"), ("b", "i4")]), 2)
files["complex"] = pickle.dumps(matrix.astype(complex), 2)
files["path"] = pickle.dumps([ids, pathlib.PurePosixPath("/tmp/x")], 2)
files["set"] = pickle.dumps({1, 2}, 4)

with zipfile.ZipFile("pickles.zip", "w") as archive:
    for name, data in files.items():
        archive.writestr(zipfile.ZipInfo(name + ".pkl"), data)
