"""Uses jaxlib-cuda12 on a machine without a GPU, and prints JSON; run inside a new environment.

Arguments: actions, one word each, in order. ``cpu`` uses jax's CPU backend, ``devices`` asks jax for its devices
and for those of cuda, ``modules`` reports the kernel modules that are open by then, ``see`` makes jax believe that
there is a GPU, ``decoy=PATH`` loads a library before the plugin does, ``topology`` only makes a topology,
``kernels`` compiles linear algebra and more for an H100, ``libraries`` reports which of NVIDIA's libraries were
loaded.
"""

from __future__ import annotations

import ctypes
import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import topologies
from jax.scipy.linalg import lu, solve_triangular

H100 = """
gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 shared_memory_per_block: 49152
  shared_memory_per_core: 233472 threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128
  block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535
  memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98
  device_memory_size: 84942979072 shared_memory_per_block_optin: 232448
  cuda_compute_capability { major: 9 } registers_per_core_limit: 65536 registers_per_block_limit: 65536
}
platform_name: "CUDA"
dnn_version_info { major: 9 minor: 8 }
device_description_str: "NVIDIA H100 80GB HBM3"
"""

PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "cusolver_potrf_ffi": jnp.linalg.cholesky,
    "cusolver_geqrf_ffi": jnp.linalg.qr,
    "cu_lu_pivots_to_permutation": lu,
    "cusolver_syevd_ffi": jnp.linalg.eigh,
    "cusolver_gesvdj_ffi": jnp.linalg.svd,
    "cusparse_gtsv2_ffi": lambda a: jax.lax.linalg.tridiagonal_solve(a, a, a, a[:, :, None]),
    "__cublas$triangularSolve": lambda a: solve_triangular(a, a),
    # Not a kernel of anybody's: to see that a target that is missing is an error when it is compiled.
    "no_such_target": jax.ffi.ffi_call("no_such_target", jax.ShapeDtypeStruct((8, 8), jnp.float32)),
}


def topology() -> Any:
    return topologies.get_topology_desc(
        platform="cuda", topology_name="", topology="1x1x1", target_config=H100
    )


def compiled() -> dict[str, str]:
    sharding = jax.sharding.SingleDeviceSharding(topology().devices[0])
    shape = jax.ShapeDtypeStruct((8, 8), jnp.float32, sharding=sharding)
    found = {}
    for target, program in PROGRAMS.items():
        try:
            text = jax.jit(program).lower(shape).compile().as_text()
            found[target] = "called" if f'custom_call_target="{target}"' in text else "not called"
        except Exception as error:
            found[target] = str(error)
    return found


def opened_kernels() -> set[str]:
    """The kernel modules in this process."""
    paths = (
        Path(line.split()[-1]) for line in Path("/proc/self/maps").read_text().splitlines() if "/" in line
    )
    return {path.stem for path in paths if path.parent.parent.name == "jaxlib_cuda12"}


def main(words: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {"warnings": []}
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: data["warnings"].append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("jaxlib_core").addHandler(handler)
    try:
        for word in words:
            if word == "see":
                from jax._src import hardware_utils

                hardware_utils.has_visible_nvidia_gpu = lambda: True
            elif word.startswith("decoy="):
                ctypes.CDLL(word.removeprefix("decoy="))
            elif word == "devices":
                data["devices"] = [device.platform for device in jax.devices()]
                jax.devices("cuda")
            elif word == "modules":
                data["modules"] = sorted(opened_kernels())
            elif word == "cpu":
                jax.devices("cpu")
            elif word == "topology":
                data["topology"] = len(topology().devices)
            elif word == "kernels":
                data["kernels"] = compiled()
            elif word == "libraries":
                import jaxlib_core

                data["libraries"] = [
                    (
                        vendor_library.soname,
                        str(vendor_library.path),
                        vendor_library.version,
                        vendor_library.owner,
                    )
                    for vendor_library in jaxlib_core.vendor_libraries("cuda")
                ]
    except Exception as error:
        cause = error.__context__ or error
        data |= {"type": type(cause).__name__, "text": str(error)}
    mapped = Path("/proc/self/maps").read_text()
    data["opened"] = [
        name for name in ("jaxlib_cuda12", "jaxlib_cuda13", "xla_cuda_plugin") if f"{name}.so" in mapped
    ]
    return data


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:])))
