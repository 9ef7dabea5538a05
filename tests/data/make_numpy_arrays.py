"""Writes numpy_arrays.npz (stored), numpy_deflated.npz, numpy_zip64.npz: what NumPy stores, in its many ways."""
import io
import zipfile

import numpy as np

grid = np.arange(24).reshape(2, 3, 4)
arrays = {
    "bool": np.array([True, False, True]),
    "i1": np.array([-128, 0, 127], "i1"),
    "i2": np.array([-300, 300], ">i2"),
    "i4": np.array([-70000, 70000], "<i4"),
    "i8": np.array([-(2**63), 2**63 - 1], ">i8"),
    "u1": np.array([0, 255], "u1"),
    "u2": np.array([65535], "<u2"),
    "u4": np.array([2**32 - 1], ">u4"),
    "u8": np.array([2**63, 1], "<u8"),
    "f2": np.array([0.5, -2048, 2**-24, 65504, np.inf, np.nan], "<f2"),
    "f2_big": np.array([1.5, -0.0], ">f2"),
    "f4": np.array([[1.5, -2], [3e38, 0.1]], "<f4"),
    "f4_big": np.array([0.1, 1e-40], ">f4"),
    "f8": np.array([0.1, 1e300], "<f8"),
    "f8_big": np.array([0.1, -1e-300], ">f8"),
    "c_order": grid.astype("<f8"),
    "fortran": np.asfortranarray(grid.astype("<f8")),
    "fortran_i4": np.asfortranarray(grid.astype(">i4")),
    "scalar": np.array(7.25),
    "none": np.zeros((0, 5)),
    "S": np.array([b"773869", b"x", b""]),
    "U": np.array(["Straße", "速度", "\U0001F600", ""]),
    "U_big": np.array(["ab", "c"], ">U2"),
    "objects": np.array([{"a": 1}, None], dtype=object),
    "complex": np.array([1j]),
    "dates": np.array(["2012-03-01"], "M8[s]"),
    "records": np.array([(1, 2.0)], [("a", "i4"), ("b", "f8")]),
}
np.savez("numpy_arrays.npz", **arrays)
np.savez_compressed("numpy_deflated.npz", speeds=np.tile(np.arange(500.0), (40, 1)), ids=np.arange(500))


def npy(array, version):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return file.getvalue()


zipfile.ZIP64_LIMIT = 10  # so that sizes and places are stored as those of files beyond 4 GB
with zipfile.ZipFile("numpy_zip64.npz", "w") as archive:
    archive.writestr("version2.npy", npy(grid, (2, 0)))
    archive.writestr("version3.npy", npy(grid, (3, 0)))
    archive.writestr("python2.npy", npy(grid, (1, 0)).replace(b"(2, 3, 4), }   ", b"(2L, 3L, 4L), }"))
    archive.writestr("notes.txt", "no array")
