"""Exceptions in callbacks."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import like


def an_exception() -> list[Any]:
    """An exception of a callback reaches the caller with its traceback, and later calls work."""

    class Odd(BaseException):
        pass

    found: list[Any] = []
    for raised in (ValueError("boom \u00e9"), Odd("odd"), SystemExit(3), KeyboardInterrupt()):

        def explode(a: Any, raised: BaseException = raised) -> Any:
            raise raised

        for x in (jnp.float64(1.0), jnp.ones((100, 100))):
            try:
                f = jax.jit(lambda a, f=explode: jax.pure_callback(f, like(a), a + 1))
                jax.block_until_ready(f(x))
                found.append("no error")
            except Exception as error:
                said = str(error)
                found.append([type(error).__name__, said.startswith("INTERNAL: "), "explode" in said])
    fine = jax.jit(lambda a: jax.pure_callback(lambda b: np.asarray(b) + 1, like(a), a))(1.0)
    return [*found, float(fine)]


def any_text() -> list[str]:
    """Exceptions whose messages are not UTF-8 or contain a NUL, on which the backend inside jaxlib crashes."""
    found = []
    for message in ("lone \udc80 surrogate", "a \0 NUL", ""):

        def explode(a: Any, message: str = message) -> Any:
            raise ValueError(message)

        try:
            jax.block_until_ready(jax.jit(lambda a, f=explode: jax.pure_callback(f, like(a), a))(1.0))
        except Exception as error:
            found.append(str(error).strip().splitlines()[-1])
    return found
