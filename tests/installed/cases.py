"""Runs cases on the CPU backend of an environment, and prints facts that can be compared.

A test runs a script of cases in two environments, with the plugin and with the backend inside jaxlib:

    python SCRIPT.py ARGUMENT ...

It prints one JSON object with the value that each case returned, or its error, as ``TypeName: message``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Case = Callable[[], Any]

_cases: dict[str, Case] = {}


def case(function: Case) -> Case:
    """Run ``function`` as a case of its name."""
    _cases[function.__name__] = function
    return function


def raised(function: Callable[[], Any]) -> str:
    """What ``function`` raises, in words; its first line, which names no place in a file."""
    try:
        function()
    except Exception as error:
        return words(error)
    return "nothing"


def words(error: Exception) -> str:
    """The type and the first line of an exception."""
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"


@contextmanager
def config(**values: Any) -> Iterator[None]:
    """Set options of jax for a while."""
    import jax

    before = {name: getattr(jax.config, name) for name in values}
    for name, value in values.items():
        jax.config.update(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            jax.config.update(name, value)


def main(chosen: list[str] | None = None) -> None:
    """Run the cases of these names, or all, and print what came of each."""
    facts = {}
    for name, function in _cases.items():
        if not chosen or name in chosen:
            try:
                facts[name] = function()
            except Exception as error:
                facts[name] = {"error": words(error)}
    sys.stdout.write(f"{json.dumps(facts, default=str)}\n")
