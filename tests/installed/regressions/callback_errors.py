"""The text of an error that a host callback raises: upstream's, to the last character."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

import jax
import numpy as np
import pytest
from jax.experimental import io_callback

SCALAR = jax.ShapeDtypeStruct((), np.float32)
X = np.float32(1)


def fails(*_values: Any) -> NoReturn:
    try:
        raise KeyError("the cause")
    except KeyError as cause:
        error = ValueError("two\nlines")
        error.add_note("a note")
        raise error from cause


def ends(*_values: Any) -> NoReturn:
    raise KeyboardInterrupt


def called(x: Any) -> Any:
    return jax.pure_callback(fails, SCALAR, x, vmap_method="sequential")


def printed(x: Any) -> Any:
    jax.debug.callback(fails, x, ordered=True)
    return x + 1


def differentiated(x: Any) -> Any:
    identity = jax.custom_jvp(lambda y: y)
    identity.defjvp(lambda primals, tangents: (primals[0], tangents[0] * called(primals[0])))
    return jax.grad(identity)(x)


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "pure_callback": called,
    "io_callback": lambda x: io_callback(fails, SCALAR, x),
    "ordered debug.callback": printed,
    "vmap": lambda x: jax.vmap(called)(np.ones(3, np.float32) * x),
    "scan": lambda x: jax.lax.scan(lambda c, _: (called(c), None), x, None, length=3)[0],
    "grad": differentiated,
}


def run(program: Callable[[Any], Any]) -> None:
    jax.block_until_ready(jax.jit(program)(X))
    jax.effects_barrier()


def text_of(program: Callable[[Any], Any]) -> str:
    with pytest.raises(jax.errors.JaxRuntimeError) as raised:
        run(program)
    return str(raised.value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_frames_and_message_and_nothing_else(name: str) -> None:
    lines = text_of(PROGRAMS[name]).split("\n")
    assert lines[0] == "INTERNAL: CpuCallback error calling callback: Traceback (most recent call last):"
    assert lines[-2:] == ["ValueError: two", "lines"]
    for line in lines[1:-2]:
        assert re.fullmatch(r'  File "[^"]+", line \d+, in \S+', line), line
        assert "jaxlib_cpu" not in line
    assert lines[-3].endswith("in fails")
    assert sum("in _wrapped_callback" in line for line in lines) >= 1


def test_an_exception_without_a_message_has_a_colon_all_the_same() -> None:
    assert text_of(lambda x: jax.pure_callback(ends, SCALAR, x)).endswith("\nKeyboardInterrupt: ")


def test_a_result_of_another_shape() -> None:
    text = text_of(lambda x: jax.pure_callback(lambda _: np.zeros(7, np.float32), SCALAR, x))
    assert text.endswith(
        "in _wrapped_callback\nRuntimeError: Incorrect output shape for return value #0: Expected: (), Actual: (7,)"
    )


class Silent(Exception):
    """Has no text."""

    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.only("ours", "plugin", why="upstream's jaxlib ends the process")
def test_an_exception_that_cannot_be_converted_to_text_is_named() -> None:
    def refuses(_value: Any) -> NoReturn:
        raise Silent

    text = text_of(lambda x: jax.pure_callback(refuses, SCALAR, x))
    assert text.endswith("in refuses\nSilent: <exception str() failed>")
