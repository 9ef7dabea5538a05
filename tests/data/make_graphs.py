"""Writes graphs.npz and sparse_*.npz: the matrix of four sensors as NumPy and SciPy store it (numpy, scipy)."""
import numpy as np
import scipy.sparse

W = np.array([[1, 0.5, 0, 0], [0, 1, 0, 0], [0.25, 0, 1, 7], [0, 0, 0, 1]])
np.save("graph_float32.npy", W.astype("float32"))
np.save("graph_fortran.npy", np.asfortranarray(W))
np.savez("graph.npz", adj=W, ids=np.array(["a", "b", "c", "d"]))
np.savez("graphs.npz", first=W, second=W)
scipy.sparse.save_npz("sparse_csr.npz", scipy.sparse.csr_matrix(W))
scipy.sparse.save_npz("sparse_csc.npz", scipy.sparse.csc_matrix(W))
scipy.sparse.save_npz("sparse_coo.npz", scipy.sparse.coo_matrix(W))
