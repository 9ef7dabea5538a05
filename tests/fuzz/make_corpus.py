"""Writes corpus/: small inputs of each kind from which the fuzzers begin (numpy; tests/data must be there)."""
import io
import pathlib
import shutil
import zipfile

import numpy as np

here = pathlib.Path(__file__).parent
data = here.parent / "data"
texts = {
    "list.csv": "from,to,cost\na,b,5\nb,c,2.5\nc,d,1e3\nd,d,0\n",
    "places.csv": "0,1,5\n1,2,6\n2,3,7\n",
    "rel.csv": "rel_id,type,origin_id,destination_id,cost\n0,geo,a,b,5\n1,geo,c,d,10\n",
    "quoted.csv": "\ufeff\"a\",\"b\"\"x\", 5 \r\r\n\r\n'c',d\t,6\n",
    "matrix.csv": "1,0.5,0,0\n0,1,0,0\n0.25,0,1,7\n0,0,0,1\n",
    "header.csv": "d,b,a,c\n1,0.5,0,0\n0,1,0,0\n0.25,0,1,7\n0,0,0,1\n",
    "corner.csv": ",a,b,c,d\na,1,0,0,0\nb,0,1,0,0\nc,0,0,1,0.5\nd,0,0,0,1\n",
    "locations.csv": "index,sensor_id,latitude,longitude\n0,a,34.0,-118.0\n1,b,34.01,-118\n2,c,34.1,-118\n3,d,35,-118\n",
    "locations2.csv": "a,34.0,-118.0\nb,34.01,-118.1\nc,34.1,-118.2\nd,35.0,-118.3\n",
}
for kind in ("csv", "graph"):
    for name, text in texts.items():
        (here / "corpus" / kind / name).write_text(text, newline="")


def npy(array, version=(1, 0)):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version=version)
    return file.getvalue()


grid = np.arange(6).reshape(2, 3)
for name, array in {
    "f8": grid.astype("f8"), "f2": grid.astype("f2"), "i4_big": grid.astype(">i4"), "bool": grid > 2, "U": np.array(["a", "é"]),
    "fortran": np.asfortranarray(grid.astype("f4")), "S": np.array([b"ab", b"c"]), "scalar": np.array(1.5), "none": np.zeros((0, 3)),
}.items():
    (here / "corpus/npy" / name).write_bytes(npy(array, (2, 0) if name == "f8" else (1, 0)))
np.savez(here / "corpus/npz/stored.npz", a=grid, b=np.array(["x"]))
np.savez_compressed(here / "corpus/npz/deflated.npz", a=np.zeros((20, 20)))

with zipfile.ZipFile(data / "pickles.zip") as archive:
    for name in archive.namelist():
        (here / "corpus/pickle" / name).write_bytes(archive.read(name))
        if name.startswith("list"):
            (here / "corpus/graph" / name).write_bytes(archive.read(name))
for name in ("pytorch_zip.tar", "pytorch_old.tar", "pytorch_bare.pt"):
    shutil.copy(data / name, here / "corpus/pytorch" / name)
