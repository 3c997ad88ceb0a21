"""Programs of every kind compiled ahead of time for one target; their text, cost and memory analysis as JSON.

Usage: ``text_programs.py TARGET OUTPUT``. Run it under both jaxlibs, and compare the files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies

#: A function, its operands, and the options of `jax.jit`.
Program = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


def f32(*shape: int, dtype: Any = jnp.float32, at: Any = None) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype, sharding=at)


def attention(q: Any, k: Any, v: Any) -> Any:
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8.0
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)


def loss(weights: Any, x: Any) -> Any:
    for weight in weights:
        x = jax.nn.gelu(x @ weight)
    return (x**2).mean()


def convolved(x: Any, kernel: Any, **options: Any) -> Any:
    return jax.nn.relu(
        lax.conv_general_dilated(x, kernel, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options)
    )


def recurrent(x: Any, weight: Any) -> Any:
    def step(carry: Any, row: Any) -> Any:
        carry = jnp.tanh(carry @ weight + row)
        return carry, carry.sum()

    return lax.scan(step, jnp.zeros(x.shape[1]), x)


def until(x: Any) -> Any:
    return lax.while_loop(
        lambda state: state[1].max() < 100.0, lambda state: (state[0] + 1, state[1] * 1.5), (0, x)
    )


def branches(index: Any, x: Any) -> Any:
    return lax.switch(index, [jnp.sin, jnp.sort, jnp.cumsum], x)


def choice(which: Any, x: Any) -> Any:
    return lax.cond(which, lambda y: jnp.cumsum(y, axis=0), lambda y: y @ y, x)


def overlapped(weight: Any, x: Any, y: Any) -> Any:
    """Collectives that have other work to wait for, and so stay asynchronous on GPUs."""
    for _ in range(4):
        y = jnp.sin(y) @ y.T @ y
    return jnp.tanh(x @ weight) @ weight.T, y.sum(0), (jnp.cos(x @ weight) ** 2).sum()


def solved(a: Any, b: Any) -> Any:
    factor = jnp.linalg.cholesky(a @ a.T + jnp.eye(a.shape[0]))
    return lax.linalg.triangular_solve(factor, b, left_side=True, lower=True), jnp.linalg.qr(a)[1]


def called_back(x: Any, weight: Any) -> Any:
    """Each kind of host callback, in a loop and outside."""

    def step(carry: Any, row: Any) -> Any:
        jax.debug.print("{} {}", row, carry.sum())
        row = jax.pure_callback(np.sin, jax.ShapeDtypeStruct(row.shape, row.dtype), row)
        return carry + row, io_callback(np.sum, jax.ShapeDtypeStruct((), row.dtype), row, ordered=True)

    jax.debug.callback(lambda *_: None, x, weight)
    return lax.scan(step, x[0], x)


def partitioned_by_hand(mesh: Mesh) -> dict[str, Program]:
    """Programs with `custom_partitioning`, of one result and of two, and one whose calls are divided by batch."""

    def rows(at: Any) -> Any:
        return NamedSharding(at.sharding.mesh, PartitionSpec(at.sharding.spec[0], None))

    def transform(mesh: Mesh, operands: Any, result: Any) -> Any:
        of = rows(operands[0])
        return mesh, lambda x: jnp.fft.fft(x) * lax.psum(1, "x"), of, (of,)

    def combine(mesh: Mesh, operands: Any, result: Any) -> Any:
        of = operands[0].sharding
        return mesh, lambda x, y: (x + y, x * lax.axis_index("y")), (of, of), (of, of)

    one: Any = custom_partitioning(lambda x: jnp.fft.fft(x, axis=1))
    one.def_partition(transform, sharding_rule="i j -> i j")
    two: Any = custom_partitioning(lambda x, y: (x + y, x * y))
    two.def_partition(combine, sharding_rule="i j, i j -> i j, i j")
    tiles = NamedSharding(mesh, PartitionSpec("x", "y"))
    return {
        "custom_partitioning": (lambda x: one(x).real * 2, (f32(64, 64, dtype=jnp.complex64, at=tiles),), {}),
        "custom_partitioning_two": (lambda x, y: two(jnp.sin(x), y), (f32(64, 64, at=tiles),) * 2, {}),
        "batches": (lambda x: (jnp.linalg.eigh(x), jnp.linalg.qr(x)), (f32(8, 16, 16, at=tiles),), {}),
    }


def on_one_device(at: Any) -> dict[str, Program]:
    """Programs whose values are whole on each device."""
    own = partial(f32, at=at)
    half = partial(own, dtype=jnp.bfloat16)
    octets = partial(own, dtype=jnp.int8)
    image, kernel = own(4, 16, 16, 8), own(3, 3, 8, 16)
    heads = own(2, 32, 4, 64)
    weights = [own(64, 64)] * 2
    return {
        "matmul": (lambda x, y: x @ y, (own(128, 64), own(64, 32)), {}),
        "bf16_dot": (
            lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.float32),
            (half(128, 64), half(64, 128)),
            {},
        ),
        "int8_dot": (
            lambda x, y: lax.dot(x, y, preferred_element_type=jnp.int32),
            (octets(64, 64), octets(64, 64)),
            {},
        ),
        "highest": (lambda x, y: jnp.dot(x, y, precision="highest"), (own(64, 64), own(64, 64)), {}),
        "mlp": (jax.value_and_grad(loss), (weights, own(32, 64)), {}),
        "remat": (jax.grad(jax.checkpoint(loss)), (weights, own(32, 64)), {}),
        "donated": (lambda x, y: (x + y, x * 2), (own(64, 64), own(64, 64)), {"donate_argnums": (0,)}),
        "attention": (jax.grad(lambda *x: attention(*x).sum()), (heads, heads, heads), {}),
        "convolution": (
            jax.grad(lambda x, w: convolved(x, w, window_strides=(2, 2), padding="SAME").sum(), (0, 1)),
            (image, kernel),
            {},
        ),
        "depthwise": (
            partial(convolved, window_strides=(1, 1), padding=((1, 2), (0, 1)), feature_group_count=8),
            (image, own(3, 3, 1, 16)),
            {},
        ),
        "dilated": (
            partial(
                convolved,
                window_strides=(1, 1),
                padding=((0, 0), (0, 0)),
                lhs_dilation=(2, 1),
                rhs_dilation=(1, 2),
            ),
            (image, kernel),
            {},
        ),
        "pool": (
            jax.grad(
                lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME").sum()
            ),
            (image,),
            {},
        ),
        "scan": (jax.grad(lambda x, w: recurrent(x, w)[0].sum(), (0, 1)), (own(8, 32), own(32, 32)), {}),
        "while": (until, (own(16),), {}),
        "switch": (branches, (own(dtype=jnp.int32), own(64)), {}),
        "cond": (choice, (own(dtype=jnp.bool_), own(64, 64)), {}),
        "sort": (lambda x, y: (lax.sort((x, y), num_keys=1), lax.top_k(x, 4)), (own(8, 64), own(8, 64)), {}),
        "fft": (lambda x: (jnp.fft.rfft(x), jnp.fft.fft2(x)), (own(16, 64),), {}),
        "random": (
            lambda key: (jax.random.normal(key, (64,)), jax.random.permutation(key, 16)),
            (own(2, dtype=jnp.uint32),),
            {},
        ),
        "gather": (
            lambda x, i: (x[i], x.at[i].add(1.0), jnp.take_along_axis(x, i[:, None], 1)),
            (own(64, 32), own(64, dtype=jnp.int32)),
            {},
        ),
        "slices": (
            lambda x, i: lax.dynamic_update_slice(x, lax.dynamic_slice(x, (i, 0), (4, 8)) * 2, (0, i)),
            (own(64, 32), own(dtype=jnp.int32)),
            {},
        ),
        "linalg": (solved, (own(32, 32), own(32, 4)), {}),
        "constants": (
            lambda x: (
                x * np.linspace(0, 1, 6, dtype=np.float32).reshape(2, 3),
                jnp.pad(x, 1, constant_values=0.1),
            ),
            (own(2, 3),),
            {},
        ),
        "complex": (lambda x: (jnp.exp(1j * x), jnp.isfinite(x), jnp.expm1(x)), (own(64),), {}),
        "softmax": (
            lambda x: (jax.nn.softmax(x), jax.nn.logsumexp(x, -1), x.argmax(-1)),
            (half(64, 128),),
            {},
        ),
    }


def on_mesh(mesh: Mesh) -> dict[str, Program]:
    """Programs whose values are divided over the axes ``x`` and ``y``."""
    spec = PartitionSpec

    def at(*axes: Any) -> NamedSharding:
        return NamedSharding(mesh, spec(*axes))

    def mapped(function: Callable[..., Any], into: Any, out: Any) -> Callable[..., Any]:
        whole: Callable[..., Any] = jax.shard_map(
            function, mesh=mesh, in_specs=into, out_specs=out, check_vma=False
        )
        return whole

    def ring(x: Any) -> Any:
        size = mesh.shape["x"]
        return lax.ppermute(x, "x", [(i, (i + 1) % size) for i in range(size)])

    rows, whole = f32(64, 64, at=at("x")), f32(64, 64, at=at())
    tiles = f32(64, 64, at=at("x", "y"))
    both = f32(64, 64, at=at(("x", "y")))
    x, y = spec("x"), spec(("x", "y"))
    return {
        "sharded_matmul": (
            lambda a, b: a @ b,
            (tiles, f32(64, 64, at=at("y", "x"))),
            {"out_shardings": at("x", "y")},
        ),
        "sharded_mlp": (
            jax.value_and_grad(loss),
            ([f32(64, 64, at=at(None, "y")), f32(64, 64, at=at("y", None))], rows),
            {},
        ),
        "overlapped": (overlapped, (f32(256, 256, at=at("x")), f32(512, 256, at=at("x")), whole), {}),
        "sharded_attention": (attention, (f32(4, 32, 4, 64, at=at("x", None, "y")),) * 3, {}),
        "constraint": (
            lambda a: lax.with_sharding_constraint(jnp.sin(a), at(None, ("x", "y"))) + 1,
            (tiles,),
            {"donate_argnums": (0,)},
        ),
        "resharded": (lambda a: jnp.sort(a, axis=0), (rows,), {"out_shardings": at(None, "x")}),
        "psum": (mapped(lambda a: lax.psum(a, "x"), x, spec()), (rows,), {}),
        "psum_both": (mapped(lambda a: lax.psum(a * 2, ("x", "y")), y, spec()), (both,), {}),
        "all_gather": (mapped(lambda a: lax.all_gather(a, "x", tiled=True) + 1, x, spec()), (rows,), {}),
        "ppermute": (mapped(ring, x, x), (rows,), {}),
        "psum_scatter": (mapped(lambda a: lax.psum_scatter(a, "x", tiled=True), spec(), x), (whole,), {}),
        "all_to_all": (mapped(lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True), x, x), (rows,), {}),
        "axis_index": (mapped(lambda a: a + lax.axis_index("x"), x, x), (rows,), {}),
        "sharded_step": (
            lambda w, a: jax.tree.map(lambda p, g: p - 0.1 * g, w, jax.grad(loss)(w, a)),
            ([f32(64, 64, at=at("x", "y"))] * 2, rows),
            {"donate_argnums": (0,)},
        ),
    }


def numbers(analysis: Any) -> Any:
    """The attributes of a memory analysis that are numbers."""
    names = (name for name in dir(analysis) if name.endswith("_in_bytes"))
    return {name: getattr(analysis, name) for name in names}


def outcome(program: Program) -> dict[str, Any]:
    function, operands, options = program
    try:
        compiled = jax.jit(function, **options).lower(*operands).compile()
    except Exception as error:  # both jaxlibs must refuse it in the same words
        return {"error": f"{type(error).__name__}: {error}"}
    return {
        "text": compiled.as_text(),
        "cost": compiled.cost_analysis(),
        "memory": numbers(compiled.memory_analysis()),
        "shardings": repr((compiled.input_shardings, compiled.output_shardings)),
    }


def main(target: str, output: str, *names: str) -> None:
    devices = np.array(topologies.get(target).devices)
    mesh = Mesh(devices.reshape(2, -1), ("x", "y"))
    one = NamedSharding(Mesh(devices[:1], ("x",)), PartitionSpec())
    programs = {**on_one_device(one), **on_mesh(mesh)}
    if target.startswith("tpu"):  # jax refuses them for GPUs that are not there
        operands = (f32(8, 32, at=one), f32(32, dtype=jnp.int32, at=one))
        programs["callbacks"] = (called_back, operands, {})
    if target.startswith("cuda"):  # the plugin has the extension for partitioners
        programs |= partitioned_by_hand(mesh)
    chosen = names or programs
    Path(output).write_text(json.dumps({name: outcome(programs[name]) for name in chosen}), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
