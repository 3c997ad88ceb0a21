"""Runs in an environment under measurement: times one piece of work when told to, and answers with its seconds.

Started as a script by that environment's Python, so it imports nothing of this repository. Each line on standard
input is JSON with a name of `WORK` and how many calls to make; each line on standard output the answer.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax, random

Call = Callable[[], Any]


def dispatch() -> Call:
    """A jitted call that computes next to nothing."""
    add = jax.jit(lambda x: x + 1)
    one = jnp.float32(1)
    return lambda: add(one)


def matmul() -> Call:
    """A product of two matrices, 1024 by 1024."""
    left, right = (random.normal(key, (1024, 1024)) for key in random.split(random.key(0)))
    multiply = jax.jit(jnp.matmul)
    return lambda: multiply(left, right)


def convolution() -> Call:
    """A 3 by 3 convolution of 8 images, 56 by 56, from 64 channels to 64."""
    images = random.normal(random.key(0), (8, 56, 56, 64))
    kernel = random.normal(random.key(1), (3, 3, 64, 64))
    convolve = jax.jit(
        lambda x, w: lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
    )
    return lambda: convolve(images, kernel)


def elementwise() -> Call:
    """sin, exp and log1p of a million numbers."""
    numbers = random.uniform(random.key(0), (1_000_000,))
    compute = jax.jit(lambda x: jnp.log1p(jnp.exp(jnp.sin(x))))
    return lambda: compute(numbers)


def sort() -> Call:
    """A million numbers, sorted."""
    numbers = random.uniform(random.key(0), (1_000_000,))
    compute = jax.jit(jnp.sort)
    return lambda: compute(numbers)


def _loss(weights: list[Any], inputs: Any) -> Any:
    for weight in weights[:-1]:
        inputs = jax.nn.relu(inputs @ weight)
    return jnp.mean((inputs @ weights[-1]) ** 2)


def gradient() -> Call:
    """The gradient of a network of three layers, 256 to 1024 to 1024 to 10, for 128 examples."""
    widths = (256, 1024, 1024, 10)
    weights = [
        random.normal(random.key(index), (rows, columns)) / rows**0.5
        for index, (rows, columns) in enumerate(pairwise(widths))
    ]
    inputs = random.normal(random.key(9), (128, widths[0]))
    compute = jax.jit(jax.grad(_loss))
    return lambda: compute(weights, inputs)


def compilation() -> Call:
    """Tracing, lowering and compiling the gradient of a small network, a new one each time."""
    shapes = [jax.ShapeDtypeStruct(shape, jnp.float32) for shape in ((16, 32), (32, 4))]
    inputs = jax.ShapeDtypeStruct((8, 16), jnp.float32)
    numbers = count(1)

    def compute() -> None:
        # The constant is in the program, so that no cache has it.
        scale = float(next(numbers))
        jax.jit(lambda weights, x: jax.grad(_loss)(weights, x * scale)).lower(shapes, inputs).compile()

    return compute


WORK = {
    work.__name__: work for work in (dispatch, matmul, convolution, elementwise, sort, gradient, compilation)
}


def main() -> None:
    """Answer until standard input ends."""
    made: dict[str, Call] = {}
    _answer(platform_version=jax.devices()[0].client.platform_version, plugins=sorted(_loaded()))
    for request in _requests():
        name = request["name"]
        if name not in made:
            made[name] = WORK[name]()
            # Compiles.
            jax.block_until_ready(made[name]())
        _answer(seconds=_time(made[name], request["calls"]))


def _time(call: Call, calls: int) -> float:
    gc.collect()
    gc.disable()
    started = time.perf_counter()
    for _ in range(calls):
        result = call()
    jax.block_until_ready(result)
    elapsed = time.perf_counter() - started
    gc.enable()
    return elapsed / calls


def _loaded() -> set[str]:
    try:
        import jaxlib_core
    except ModuleNotFoundError:
        return set()
    return set(jaxlib_core.loaded())


def _requests() -> Iterator[dict[str, Any]]:
    yield from map(json.loads, sys.stdin)


def _answer(**values: object) -> None:
    print(json.dumps(values), flush=True)


if __name__ == "__main__":
    main()
