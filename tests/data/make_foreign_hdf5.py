"""Writes foreign_hdf5.h5, what other programs store differently from dcrnn_mpi, and two odd files (h5py 3)."""
import h5py
import numpy as np

with h5py.File("foreign_hdf5.h5", "w", libver="earliest") as f:
    f["big_endian"] = np.array([[1.5, -2, 3], [4, 5, 6]], dtype=">f4")
    f["half"] = np.array([0.5, 2048], dtype="f2")
    f["small_int"] = np.array([-3, 7], dtype="i1")
    f["unsigned"] = np.array([0, 2**63 + 5], dtype="u8")
    f["flags"] = np.array([True, False, True])  # an enumeration in the file
    f.create_dataset("deflated", data=np.arange(6000.0).reshape(1000, 6), chunks=(64, 6), compression="gzip", shuffle=True)
    f["fixed"] = np.array([b"ab", b"c", b""], dtype="S4")
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(5)
    kind.set_strpad(h5py.h5t.STR_SPACEPAD)
    space = h5py.h5s.create_simple((2,))
    padded = h5py.h5d.create(f.id, b"space_padded", kind, space)
    padded.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([b"ab   ", b"a b  "], dtype="S5"), mtype=kind)
    bits = h5py.h5d.create(f.id, b"bits", h5py.h5t.STD_B8LE, h5py.h5s.create_simple((3,)))  # bool of PyTables
    bits.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([1, 0, 1], dtype="u1"), mtype=h5py.h5t.NATIVE_B8)
    f.create_dataset("variable", data=["one", "Straße", ""], dtype=h5py.string_dtype())
    f["scalar"] = 42
    f["table"] = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])
    f.attrs["text"] = "words"
    f.attrs["bytes"] = np.bytes_(b"fixed")
    f.attrs["empty"] = h5py.Empty("S1")
    f.attrs["int"] = np.int16(-7)
    f.attrs["list"] = [1, 2]

# A frame as pandas stores it, below links that lead back up: hard ones, soft ones, one to itself.
with h5py.File("circular_links.h5", "w", libver="earliest") as f:
    df = f.create_group("a/b/df")
    df["axis0"] = df["block0_items"] = np.array([b"x", b"y"])
    df["axis1"] = np.arange(4) * 300 * 10**9
    df["axis1"].attrs["kind"] = np.bytes_(b"datetime64")
    df["block0_values"] = np.arange(8.0).reshape(4, 2)
    df.attrs["pandas_type"] = np.bytes_(b"frame")
    f["a/b/up"] = f["a"]
    f["a/root"] = f["/"]
    f["soft"] = h5py.SoftLink("/a")
    f["a/b/soft"] = h5py.SoftLink("/soft")
    f["itself"] = h5py.SoftLink("/itself")

# Sensor ids beyond the range of signed integers.
with h5py.File("unsigned_ids.h5", "w", libver="earliest") as f:
    f["values"] = np.arange(6, dtype="f4").reshape(2, 3)
    f["timestamps"] = np.array([0, 300])
    f["sensor_ids"] = np.array([5, 2**63 + 5, 2**64 - 1], dtype="u8")
