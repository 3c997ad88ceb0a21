"""What programs for GPUs need of jaxlib, as far as a machine without one shows it: lowering, and refusals."""

from __future__ import annotations

import inspect
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax._src.lib import _jax
from jax.experimental import pallas


def lowered(function: Any, *arguments: Any) -> str:
    text: str = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
    return text


def test_cumulative_sums() -> None:
    text = lowered(lambda x: (jnp.cumsum(x, 1), lax.cummax(x, 0, reverse=True)), jnp.ones((3, 5)))
    assert "@cumsum" in text


@pytest.mark.filterwarnings("ignore:The Pallas Triton backend")
def test_a_kernel_for_triton() -> None:
    from jax.experimental.pallas import triton

    def kernel(x: Any, out: Any) -> None:
        exponentials = jnp.exp(x[...] - x[...].max())
        out[...] = exponentials / exponentials.sum() + jnp.cumsum(x[...])

    call = pallas.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct((128,), np.float32),
        compiler_params=triton.CompilerParams(),
    )
    device = jax.sharding.AbstractDevice("NVIDIA H100 80GB HBM3", None, "gpu")
    with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((), (), abstract_device=device)):
        text = lowered(call, np.ones(128, np.float32))
    assert "__gpu$xla.gpu.triton" in text


@pytest.mark.parametrize("semantics", ["Lane", "Warpgroup"])
def test_a_kernel_for_mosaic_gpu(semantics: str) -> None:
    from jax.experimental.pallas import mosaic_gpu

    def kernel(x: Any, out: Any, scratch: Any) -> None:
        scratch[...] = x[...]
        out[...] = jnp.exp(scratch[...]) + 1.0

    # 0.12.0 renamed out_shape and scratch_shapes.
    suffix = "type" if "out_type" in inspect.signature(mosaic_gpu.kernel).parameters else "shape"
    scratch_suffix = "types" if suffix == "type" else "shapes"
    call = mosaic_gpu.kernel(
        kernel,
        **{
            f"out_{suffix}": jax.ShapeDtypeStruct((256,), np.float32),
            f"scratch_{scratch_suffix}": [mosaic_gpu.SMEM((256,), np.float32)],
        },
        compiler_params=mosaic_gpu.CompilerParams(
            lowering_semantics=getattr(mosaic_gpu.LoweringSemantics, semantics)
        ),
    )
    device = jax.sharding.AbstractDevice("NVIDIA H100 80GB HBM3", None, "gpu")
    with jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((), (), abstract_device=device)):
        text = lowered(call, np.ones(256, np.float32))
    assert "mosaic_gpu_v2" in text


INTERFACE = {"data": (64, False), "shape": (3,), "typestr": "<f4", "version": 3, "stream": None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        *(({key: None}, f"does not define `{key}`") for key in ("data", "shape", "typestr", "version")),
        ({"data": (0, False)}, "inconsistent"),
        ({"stream": 0}, "does not allow zero stream value"),
    ],
)
def test_a_wrong_cuda_array_interface(changes: dict[str, Any], message: str) -> None:
    interface = {**INTERFACE, **changes}
    missing = [key for key, value in changes.items() if value is None]
    interface = {key: value for key, value in interface.items() if key not in missing}
    client = jax.devices()[0].client
    with pytest.raises(jax.errors.JaxRuntimeError, match=message):
        _jax.cuda_array_interface_to_buffer(cai=interface, gpu_backend=client, device_id=0)


def test_arrays_on_cpus_have_no_cuda_array_interface() -> None:
    with pytest.raises(AttributeError, match="only defined for GPU buffers"):
        jnp.ones(3).__cuda_array_interface__  # noqa: B018


def test_a_topology_is_hashed_alike_each_time() -> None:
    topologies = [_jax.get_topology_for_devices(jax.devices()) for _ in range(3)]
    assert len({topology.fingerprint() for topology in topologies}) == 1
    assert topologies[0].platform == "cpu"
