"""Kernels of Pallas for Mosaic GPU, with what they must compute.

``test_mosaic.py`` runs them on a GPU, ``tests/aot/test_gpu_kernels.py`` compiles them ahead of time for one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas
from jax.experimental.pallas import mosaic_gpu

#: The compute capabilities that Mosaic GPU's kernels are for.
HOPPER, BLACKWELL = "9.0", "10.0"
SEMANTICS = ("Lane", "Warpgroup")
_HALF = jnp.float16


@dataclass(frozen=True, slots=True)
class Kernel:
    """A function with a kernel, the shapes of its operands, and the same function without one.

    ``capabilities`` are those of the GPUs that can run it. A result may differ from ``wanted`` by
    ``tolerance`` times the largest element of that.
    """

    called: Callable[..., Any]
    operands: tuple[tuple[int, ...], ...]
    wanted: Callable[..., Any]
    capabilities: tuple[str, ...] = (HOPPER, BLACKWELL)
    dtype: Any = _HALF
    tolerance: float = 2e-3


def _kernel(body: Callable[..., None], result: Any, semantics: str, **more: Any) -> Any:
    options = mosaic_gpu.CompilerParams(lowering_semantics=getattr(mosaic_gpu.LoweringSemantics, semantics))
    return mosaic_gpu.kernel(body, out_type=result, compiler_params=options, **more)


def _sum(x: Any, y: Any, *, semantics: str) -> Any:
    def body(x: Any, y: Any, out: Any) -> None:
        out[...] = x[...] + y[...]

    return _kernel(body, x, semantics)(x, y)


def _softmax(x: Any, *, semantics: str) -> Any:
    """Of rows, one for each block of a grid."""

    def body(x: Any, out: Any) -> None:
        row = lax.axis_index("row")
        values = x[row].astype(jnp.float32)
        exponentials = jnp.exp(values - jnp.max(values))
        out[row] = (exponentials / jnp.sum(exponentials)).astype(out.dtype)

    return _kernel(body, x, semantics, grid=x.shape[:1], grid_names=("row",))(x)


def _product(x: Any, y: Any, *, semantics: str) -> Any:
    """By the tensor cores, with the copies of the next block under way."""
    block = 64
    #: Rows of 128 bytes, as the tensor cores read them from shared memory.
    layout = (mosaic_gpu.TilingTransform((8, block)), mosaic_gpu.SwizzleTransform(128))

    def body(x: Any, y: Any, out: Any, tile: Any) -> None:
        i, j = lax.axis_index("i"), lax.axis_index("j")

        def summed(total: Any) -> Any:
            def step(_: Any, x: Any, y: Any) -> None:
                mosaic_gpu.wgmma(total, x, y)
                mosaic_gpu.wgmma_wait(0)

            mosaic_gpu.emit_pipeline(
                step,
                grid=(x.shape[1] // block,),
                in_specs=[
                    mosaic_gpu.BlockSpec((block, block), lambda k: (i, k), transforms=layout),
                    mosaic_gpu.BlockSpec((block, block), lambda k: (k, j), transforms=layout),
                ],
                max_concurrent_steps=2,
            )(x, y)
            return total[...]

        tile[...] = pallas.run_scoped(summed, mosaic_gpu.ACC((block, block), jnp.float32)).astype(out.dtype)
        mosaic_gpu.commit_smem()
        rows, columns = (pallas.ds(index * block, block) for index in (i, j))
        mosaic_gpu.copy_smem_to_gmem(tile, out.at[rows, columns])
        mosaic_gpu.wait_smem_to_gmem(0)

    return _kernel(
        body,
        jax.ShapeDtypeStruct((x.shape[0], y.shape[1]), x.dtype),
        semantics,
        grid=(x.shape[0] // block, y.shape[1] // block),
        grid_names=("i", "j"),
        scratch_types=[mosaic_gpu.SMEM((block, block), x.dtype, transforms=layout)],
    )(x, y)


def _shipped(name: str) -> Any:
    return import_module(f"jax.experimental.pallas.ops.gpu.{name}_mgpu")


def _matmul(x: Any, y: Any) -> Any:
    module = _shipped("hopper_matmul")
    config = module.TuningConfig(tile_m=128, tile_n=128, tile_k=64, max_concurrent_steps=4)
    return module.matmul(x, y, None, config)


def _matmul_for_blackwell(x: Any, y: Any, *, collective: bool) -> Any:
    module = _shipped("blackwell_matmul")
    config = module.TuningConfig(
        tile_m=128, tile_n=128, tile_k=64, max_concurrent_steps=4, collective=collective, epilogue_tile_n=32
    )
    return module.matmul_kernel(x, y, config)


def _attention(q: Any, k: Any, v: Any, *, causal: bool) -> Any:
    module = _shipped("attention")
    return module.attention(
        q, k, v, module.TuningConfig(block_q=64, block_kv=64, max_concurrent_steps=2, causal=causal)
    )


def _attention_gradient(q: Any, k: Any, v: Any) -> Any:
    module = _shipped("attention")
    blocks = dict.fromkeys(("block_q_dkv", "block_kv_dkv", "block_q_dq", "block_kv_dq"), 64)
    config = module.TuningConfig(block_q=64, block_kv=64, max_concurrent_steps=2, **blocks)
    return _gradient(lambda *x: module.attention(*x, config))(q, k, v)


def _reference(q: Any, k: Any, v: Any, *, causal: bool = False) -> Any:
    return _shipped("attention").attention_reference(q, k, v, causal=causal)


def _gradient(function: Callable[..., Any]) -> Any:
    return jax.grad(lambda *x: (function(*x).astype(jnp.float32) ** 2).sum(), (0, 1, 2))


def _sizes(groups: int, rows: int) -> Any:
    """The sizes of groups of rows, of which one is empty and none is whole blocks."""
    own = jnp.arange(groups) * (rows // groups // 2)
    return own.at[-1].add(rows - own.sum()).astype(jnp.int32)


def _ragged_dot(x: Any, y: Any) -> Any:
    return _shipped("ragged_dot").ragged_dot(
        x,
        y,
        group_sizes=_sizes(y.shape[0], x.shape[0]),
        block_m=64,
        block_n=64,
        block_k=64,
        max_concurrent_steps=2,
        grid_block_n=1,
    )


def kernels() -> dict[str, Kernel]:
    """By a name for each."""
    heads = (1, 256, 2, 64)
    found = {}
    for semantics in SEMANTICS:
        both = {
            "sum": Kernel(_sum, ((512,), (512,)), lambda x, y: x + y, dtype=jnp.float32, tolerance=0),
            "softmax": Kernel(_softmax, ((8, 256),), functools.partial(jax.nn.softmax, axis=1)),
            "product": Kernel(_product, ((256, 256), (256, 128)), jnp.matmul, (HOPPER,)),
        }
        for name, kernel in both.items():
            found[f"{name} {semantics}"] = Kernel(
                functools.partial(kernel.called, semantics=semantics),
                kernel.operands,
                kernel.wanted,
                kernel.capabilities,
                kernel.dtype,
                kernel.tolerance,
            )
    for causal in (False, True):
        found[f"attention {'causal' if causal else 'whole'}"] = Kernel(
            functools.partial(_attention, causal=causal),
            (heads,) * 3,
            functools.partial(_reference, causal=causal),
            (HOPPER,),
        )
    for collective in (False, True):
        found[f"matmul {'of two blocks' if collective else 'of one block'}"] = Kernel(
            functools.partial(_matmul_for_blackwell, collective=collective),
            ((512, 256), (256, 512)),
            jnp.matmul,
            (BLACKWELL,),
        )
    return {
        **found,
        "attention's gradient": Kernel(
            _attention_gradient, (heads,) * 3, _gradient(_reference), (HOPPER,), tolerance=1e-2
        ),
        "matmul": Kernel(_matmul, ((512, 256), (256, 512)), jnp.matmul, (HOPPER,)),
        "ragged_dot": Kernel(
            _ragged_dot,
            ((512, 128), (4, 128, 128)),
            lambda x, y: lax.ragged_dot(x, y, _sizes(y.shape[0], x.shape[0])),
            (HOPPER,),
        ),
    }
