"""One cold process of jaxlib-pjrt's benchmark: from the start of the process to an exported model's first result.

Arguments: "make" and a folder, which writes the model there; or "jaxlib-pjrt" or "jax" and the folder. Prints the
seconds since this process began, as the system states them, and the result's sum.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def since_start() -> float:
    with open("/proc/self/stat") as file:  # noqa: PTH123 - nothing is imported that the client does not need
        ticks = int(file.read().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100  # USER_HZ, which Linux fixes at 100


def make(folder: Path) -> None:
    import jax
    import jax.numpy as jnp
    import numpy as np

    def model(x):  # type: ignore[no-untyped-def]
        for size in (256, 256, 10):
            weights = jnp.arange(x.shape[-1] * size, dtype=jnp.float32).reshape(-1, size) % 7 / 100
            x = jax.nn.relu(x @ weights)
        return x

    exported = jax.export.export(jax.jit(model))(jax.ShapeDtypeStruct((8, 64), "float32"))
    (folder / "model.bin").write_bytes(exported.serialize())
    (folder / "model.mlir").write_bytes(exported.mlir_module_serialized)
    np.save(folder / "x.npy", np.ones((8, 64), np.float32))


def with_pjrt(folder: Path) -> float:
    import jaxlib_pjrt as pjrt
    import numpy as np

    x = np.load(folder / "x.npy")
    if hasattr(pjrt, "load_exported"):
        load: Any = pjrt.load_exported
        out = load(folder / "model.bin")(x)
    else:
        client = pjrt.Client("cpu", cpu_device_count=1)
        (out,) = client.compile((folder / "model.mlir").read_bytes())(x)
    return float(np.asarray(out).sum())


def with_jax(folder: Path) -> float:
    import jax
    import numpy as np

    exported = jax.export.deserialize((folder / "model.bin").read_bytes())
    return float(np.asarray(exported.call(np.load(folder / "x.npy"))).sum())


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]))
    else:
        total = {"jaxlib-pjrt": with_pjrt, "jax": with_jax}[sys.argv[1]](Path(sys.argv[2]))
        print(since_start(), time.process_time(), total)
