"""Callbacks under jax's transformations, from jax's own modules, and in the compilation cache."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import like, text


def transformations() -> list[str]:
    """jit, vmap by each method, grad, scan, cond, while, and all of them nested."""

    def sin(x: Any) -> Any:
        return np.sin(np.asarray(x)).astype(x.dtype)

    def plain(x: Any, method: str = "sequential") -> Any:
        return jax.pure_callback(sin, like(x), x, vmap_method=method)

    @jax.custom_jvp
    def smooth(x: Any) -> Any:
        return plain(x)

    smooth.defjvp(lambda p, t: (smooth(p[0]), jax.pure_callback(np.cos, like(p[0]), p[0]) * t[0]))
    xs = jnp.arange(6.0)
    methods = ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all")
    found = [jax.vmap(lambda x, m=m: plain(x, m))(xs) for m in methods]
    found.append(jax.jit(jax.grad(lambda x: smooth(x) ** 2))(0.7))
    found.append(jax.lax.scan(lambda c, x: (c + plain(x), c), 0.0, xs)[1])
    found.append(jax.jit(lambda x: jax.lax.cond(x > 0, plain, lambda y: y * 2, x))(3.0))
    found.append(jax.jit(lambda x: jax.lax.cond(x > 0, plain, lambda y: y * 2, x))(-3.0))
    found.append(
        jax.jit(lambda x: jax.lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, plain(c[1])), (0, x)))(
            1.0
        )[1]
    )
    found.append(jax.lax.map(jax.jit(jax.vmap(plain)), xs.reshape(2, 3)))
    return [text(x) for x in found]


def checks() -> list[str]:
    """Callback primitives of modules that are imported after the plugin was loaded."""
    from jax.experimental import checkify, sparse
    from jax.experimental.sparse.linalg import spsolve

    assert sparse
    found = []
    with _runtime_errors():
        try:
            jax.block_until_ready(jax.jit(lambda x: (checkify.check(x > 0, "not positive"), x)[1])(-1.0))
        except Exception as error:
            found.append("not positive" if "not positive" in str(error) else str(error))
    data, indices, indptr = jnp.array([2.0, 4.0]), jnp.array([0, 1], np.int32), jnp.array([0, 1, 2], np.int32)
    found.append(text(spsolve(data, indices, indptr, jnp.array([2.0, 2.0]))))
    return found


def _runtime_errors() -> Any:
    from jax._src import config

    return config.xla_runtime_errors(True)


def cache() -> dict[str, Any]:
    """Executables with a callback are neither cached nor exported; those without one are."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as scratch:
        jax.config.update("jax_compilation_cache_dir", scratch)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(np.sin, like(x), x))(1.0))
        stored = {path.name.split("-")[0] for path in Path(scratch).iterdir()}
        jax.config.update("jax_compilation_cache_dir", None)
    try:
        jax.export.export(jax.jit(lambda x: jax.pure_callback(np.sin, like(x), x)))(1.0)
        exported = "exported"
    except NotImplementedError as error:
        exported = str(error)
    return {"stored": sorted(stored), "exported": exported}
