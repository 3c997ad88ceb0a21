"""Compiles the Mosaic GPU kernels that ``tests/gpu`` runs on a GPU; prints how each ended, as JSON.

Usage: ``gpu_kernels.py TARGET FOLDER``, with a target such as ``cuda:h100`` and the folder of those tests.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies

#: The custom call that holds a kernel of Mosaic GPU.
CALL = "mosaic_gpu"


def compiled(kernel: Any, mesh: Mesh) -> str:
    at = NamedSharding(mesh, PartitionSpec())
    operands = [jax.ShapeDtypeStruct(shape, kernel.dtype, sharding=at) for shape in kernel.operands]
    # Some of upstream's kernels ask the mesh how many multiprocessors the GPU has.
    with jax.sharding.use_abstract_mesh(mesh.abstract_mesh):
        try:
            text = jax.jit(kernel.called).lower(*operands).compile().as_text()
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return "compiled" if CALL in text else "compiled without a kernel"


def main(target: str, folder: str) -> None:
    sys.path.insert(0, folder)
    [device, *_] = topologies.get(target).devices
    kernels = import_module("mosaic_kernels").kernels()
    outcomes = {
        name: compiled(kernel, Mesh([device], ("x",)))
        for name, kernel in kernels.items()
        if device.compute_capability in kernel.capabilities
    }
    print(json.dumps(outcomes))


if __name__ == "__main__":
    main(*sys.argv[1:])
