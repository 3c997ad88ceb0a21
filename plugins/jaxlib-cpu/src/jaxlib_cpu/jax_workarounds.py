"""Workarounds for features that jax or jaxlib lacks for a CPU behind the PJRT C API. Each names the feature.

None changes the behaviour of jaxlib's built-in backend, should jax fall back to it.
"""

from __future__ import annotations

import functools
from typing import Any

from jaxlib_cpu.lowering import rules


def copy_from_dlpack() -> None:
    """Support ``jax.dlpack.from_dlpack`` for memory that must be copied: unaligned, or with ``copy=True``.

    jaxlib shares aligned memory, but copies other memory with a function that the PJRT C API lacks.
    """
    import jax
    from jax._src import dlpack

    jaxlib = dlpack._jax

    def imported(capsule: Any, device: Any, stream: Any, copy: bool | None = None, *more: Any) -> Any:
        try:
            return jaxlib.dlpack_managed_tensor_to_buffer(capsule, device, stream, copy, *more)
        except jaxlib.JaxRuntimeError as error:
            # jaxlib failed before it consumed the capsule.
            if copy is False or "HostBufferSemantics" not in str(error):
                raise
            host = _numpy_copy(capsule, error)
        return jax.device_put(host, device)

    dlpack._jax = _Overlay(jaxlib, dlpack_managed_tensor_to_buffer=imported)


def _numpy_copy(capsule: Any, error: Exception) -> Any:
    import numpy as np

    try:
        return np.array(np.from_dlpack(_Tensor(capsule)))
    except (BufferError, RuntimeError) as problem:
        raise NotImplementedError(
            "jaxlib-cpu copies what comes over DLPack by way of numpy, which does not take this array; memory "
            f"that is aligned to 64 bytes is shared, and needs no copy: {problem}"
        ) from error


class _Tensor:
    """A DLPack capsule wrapped in the protocol that numpy expects."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0  # the CPU


class _Overlay:
    """A proxy of a module with some functions replaced, for one of the modules that use it."""

    def __init__(self, module: Any, **functions: Any) -> None:
        self._module = module
        self.__dict__.update(functions)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def analyse_costs() -> None:
    """Support ``jit(f).lower(...).cost_analysis()``, which jax refuses for clients over the PJRT C API.

    jaxlib (bindings-only) computes it in Python, for programs of any platform. Upstream's calls XLA, for which a
    client of jaxlib's built-in backend is created here.
    """
    from jax._src.interpreters import pxla
    from jax._src.lib import _jax, xla_client

    lowered: Any = pxla.MeshComputation
    original = lowered.cost_analysis

    def cost_analysis(self: Any) -> Any:
        backend = self.compile_args["backend"]
        if getattr(_jax.hlo_module_cost_analysis, "__module__", None) == "jaxlib._cost_analysis":
            return _jax.hlo_module_cost_analysis(backend, self.hlo().as_hlo_module())
        if backend.platform != "cpu":
            return original(self)
        # Creating a client with one device takes a few milliseconds.
        client = xla_client.make_cpu_client(asynchronous=False, num_devices=1)
        return _jax.hlo_module_cost_analysis(client, self.hlo().as_hlo_module())

    lowered.cost_analysis = cost_analysis


def transpose_narrow_types() -> None:
    """Lower transpositions of types narrower than a byte, at which the library aborts the process.

    The library's copying transposition computes strides in bytes, which such types do not have. The lowering
    converts to bytes and back, between barriers that keep the compiler from moving the conversions.
    """
    import jax.numpy as jnp
    from jax import lax
    from jax._src.interpreters import mlir
    from jax._src.lax import lax as primitives

    def as_bytes(x: Any, *, permutation: Any) -> Any:
        wide = jnp.float32 if jnp.issubdtype(x.dtype, jnp.floating) else jnp.int8
        turned = lax.transpose(lax.optimization_barrier(lax.convert_element_type(x, wide)), permutation)
        return lax.convert_element_type(lax.optimization_barrier(turned), x.dtype)

    usual = primitives._transpose_lower
    narrow = rules.traced(as_bytes)

    def lower(ctx: Any, x: Any, *, permutation: Any) -> Any:
        kind = ctx.avals_out[0].dtype
        narrow_type = (
            not jnp.issubdtype(kind, jnp.bool_) and _bits(kind) < 8 and "cpu" in rules.platforms(ctx)
        )
        return (narrow if narrow_type else usual)(ctx, x, permutation=permutation)

    mlir.register_lowering(primitives.transpose_p, lower)


def _bits(kind: Any) -> int:
    from jax._src import dtypes

    return 8 if dtypes.issubdtype(kind, dtypes.extended) else int(dtypes.itemsize_bits(kind))


def refuse_memory_kinds() -> None:
    """Refuse ``out_shardings`` with another memory kind: the library leaves all results in the default one.

    Without this, the library raises that ``annotate_device_placement`` is not implemented, or reports a wrong kind.
    """
    from jax._src.interpreters import mlir

    original = mlir.wrap_with_memory_kind

    def wrapped(ctx: Any, x: Any, memory_kind: str, aval_out: Any) -> Any:
        if tuple(ctx.platforms) != ("cpu",):
            return original(ctx, x, memory_kind, aval_out)
        if memory_kind == "device":
            return x
        raise NotImplementedError(
            f"jaxlib-cpu cannot leave the result of a program in memory kind {memory_kind!r}: its library has all "
            "results in 'device'. Move it afterwards, with jax.device_put(result, sharding)."
        )

    mlir.wrap_with_memory_kind = wrapped


def refuse_single_bits() -> None:
    """Refuse ``int1``, at which jaxlib ends the process: the PJRT C API lacks the type, and so its layout."""
    from jax._src.interpreters import pxla

    original = pxla.is_default_layout

    def is_default_layout(layout: Any, sharding: Any, aval: Any) -> Any:
        # Only for shardings with devices: an abstract mesh has none, and jax 0.12 raises when asked for them.
        if _is_single_bit(getattr(aval, "dtype", "")):
            devices = getattr(sharding, "_device_assignment", ())
            if any(map(_ours, devices)):
                raise NotImplementedError(
                    "jaxlib-cpu has no arrays of int1, which its library does not know; use bool"
                )
        return original(layout, sharding, aval)

    pxla.is_default_layout = is_default_layout


@functools.lru_cache(maxsize=256)  # jax asks for each argument and result of a program
def _is_single_bit(dtype: Any) -> bool:
    return str(dtype) == "int1"


def _ours(device: Any) -> bool:
    return bool(device.platform == "cpu" and "jaxlib-cpu" in device.client.platform_version)
