"""Work of several workers: programs with thousands of operands, results or layers.

They show costs that grow faster than the program. Each is traced, lowered and compiled anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from turns import WORK, Call, Work, jitted

WIDTHS = (500, 2000, 8000)
DEPTH = 2000


def _anew(function: Callable[..., Any], *arguments: Any) -> Call:
    """CPU time of all threads to trace, lower and compile a program."""
    numbers = count(1)

    def compute() -> float:
        scale = np.float32(next(numbers))
        started = time.process_time()
        jax.jit(lambda *given: function(scale, *given)).lower(*arguments).compile()
        return time.process_time() - started

    return compute


def _stack(width: int) -> Call:
    return _anew(lambda scale, *scalars: jnp.stack(scalars) * scale, *[np.float32(1)] * width)


def _stack_gradient(width: int) -> Call:
    def gradients(scale: Any, *scalars: Any) -> Any:
        return jax.grad(lambda operands: (jnp.stack(operands) ** 2 * scale).sum())(list(scalars))

    return _anew(gradients, *[np.float32(1)] * width)


def _results(width: int) -> Call:
    return _anew(lambda scale, x: [x * (scale + number) for number in range(width)], np.float32(1))


def _unused(width: int) -> Call:
    return _anew(lambda scale, *scalars: scalars[0] * scale, *[np.float32(1)] * width)


def _call_results(width: int) -> Call:
    return jitted(lambda x: [x + number for number in range(width)], np.float32(1))


def _chain() -> Call:
    def chain(scale: Any, x: Any, weight: Any) -> Any:
        for _ in range(DEPTH):
            x = jnp.sin(x @ weight) + scale
        return x

    return _anew(chain, np.ones((8, 8), np.float32), np.eye(8, dtype=np.float32))


def _nested() -> Call:
    def chain(scale: Any, x: Any) -> Any:
        layer = jax.jit(lambda y: jnp.sin(y) + scale)
        for _ in range(DEPTH):
            x = layer(x)
        return x

    return _anew(chain, np.ones((8, 8), np.float32))


def register() -> None:
    """Add the work to `turns.WORK`."""
    for width in WIDTHS:
        for name, title, make in (
            ("stack", "stack of {} scalars", _stack),
            ("results", "{} results", _results),
        ):
            WORK[f"{name}_{width}"] = Work(
                "wide and deep", title.format(width) + ": to executable", partial(make, width), True
            )
    for name, title, call in (
        (
            "stack_gradient_500",
            "gradient of a stack of 500 scalars: to executable",
            partial(_stack_gradient, 500),
        ),
        ("unused_2000", "2000 arguments, all but one unused: to executable", partial(_unused, 2000)),
        ("chain_2000", "2000 layers, sin(x @ w) + c: to executable", _chain),
        ("nested_2000", "2000 calls of one jitted function: to executable", _nested),
        ("call_results_2000", "jitted call, 2000 results", partial(_call_results, 2000)),
    ):
        WORK[name] = Work("wide and deep", title, call, True)
