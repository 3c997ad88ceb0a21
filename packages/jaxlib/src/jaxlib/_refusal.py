"""For a jax whose release does not match this jaxlib: raises jax's own error, with the command that fixes it."""

from __future__ import annotations

import re
import sys
from types import ModuleType


def check(jax: ModuleType, own: str) -> None:
    """Raise an error if jax, whose module ``jax.version`` is ``jax``, would refuse this jaxlib.

    Raises:
        RuntimeError: jax's own error, with the diagnosis of ``jaxlib doctor`` as a note.
    """
    version, minimum = str(jax.__version__), str(getattr(jax, "_minimum_jaxlib_version", ""))
    if not (_release(own) and _release(version)):
        return
    if minimum and _release(own) < _release(minimum):
        error = RuntimeError(f"jaxlib is version {own}, but jax {version} requires version >= {minimum}.")
    elif _release(own) > _release(version):
        error = RuntimeError(
            f"jaxlib version {own} is newer than and incompatible with jax version {version}."
        )
    else:
        return
    error.add_note(_diagnosis())
    raise error


def _release(version: str) -> tuple[int, ...]:
    """The leading numbers of a version, which are all that jax compares."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, match[0].split("."))) if match else ()


def _diagnosis() -> str:
    try:
        from jaxlib_core.checks.acceptance import refused

        if problem := refused():
            return str(problem)
    except Exception:  # noqa: S110 - jax's refusal is the error: what is installed may be in any state
        pass
    return f"What to run, this says: {sys.executable or 'python'} -m jaxlib_core doctor"
