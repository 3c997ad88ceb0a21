"""Asynchronous collectives, and the control dependencies of jax 0.10.2: their results on several devices."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

PROGRAM = """
import jax, jax.numpy as jnp
import numpy as np
from jax._src.lax import parallel

jax.config.update("jax_num_cpu_devices", 2)
mesh = jax.make_mesh((2,), ("i",), axis_types=(jax.sharding.AxisType.Explicit,))
x = np.arange(8, dtype=np.float32).reshape(4, 2)

def over_devices(function, out=jax.P("i"), **parameters):
    mapped = jax.shard_map(function, mesh=mesh, in_specs=jax.P("i"), out_specs=out, **parameters)
    return np.asarray(jax.jit(mapped)(jax.device_put(x, jax.NamedSharding(mesh, jax.P("i")))))
"""
BODIES = {
    "each kind": """
        def each(x):
            futures = [
                parallel.all_gather_start(x, "i", tiled=True),
                parallel.psum_scatter_start(x, "i", tiled=True),
                parallel.all_to_all_start(x, "i", 0, 0, tiled=True),
                parallel.ppermute_start(x, "i", [(0, 1), (1, 0)]),
            ]
            return jnp.concatenate([future.done() for future in reversed(futures)])

        one, other = x[:2], x[2:]
        expected = [other, [one[0], other[0]], (one + other)[:1], x, one, [one[1], other[1]], (one + other)[1:], x]
        assert (over_devices(each) == np.concatenate(expected)).all()
    """,
    "sum": """
        total = over_devices(lambda x: parallel.psum_start(x, "i").done(), jax.P())
        assert (total == x[:2] + x[2:]).all()
    """,
    "in a loop": """
        try:
            from jax.experimental.control_deps import schedule  # until 0.11
        except ImportError:
            schedule = lambda values: None

        def step(carry, _):
            future = parallel.all_gather_start(carry, "i", tiled=True)
            squares = carry * carry
            gathered = future.done()
            schedule([getattr(future, "x", squares), squares, gathered])
            return carry + gathered.sum() - squares, None

        stepped = over_devices(lambda x: jax.lax.scan(step, x, length=3)[0], check_vma=False)
        expected = x
        for _ in range(3):
            expected = expected + expected.sum() - expected * expected
        np.testing.assert_allclose(stepped, expected, rtol=1e-5)
    """,
}


@pytest.mark.by_release
@pytest.mark.parametrize("name", BODIES)
def test_result(child: Callable[..., str], name: str) -> None:
    child(PROGRAM + textwrap.dedent(BODIES[name]))
