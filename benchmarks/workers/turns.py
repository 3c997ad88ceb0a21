"""A worker process: times a piece of work on request, and answers with its seconds.

Scripts beside this module register work and call ``main``. The Python of an environment under measurement runs
them, so they import nothing else of this repository. Each line on standard input is JSON with a name of `WORK` and
the number of calls; each line on standard output is an answer. The first line, before any request, describes the
software of this process and its work.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import jax

Call = Callable[[], Any]


@dataclass(frozen=True)
class Work:
    """A piece of work: ``make`` prepares it and returns the function that is timed.

    With ``garbage``, Python's garbage collector is enabled while it is timed, as it is for users: for work that
    makes tens of thousands of objects, collection is a part of the cost.
    """

    group: str
    title: str
    make: Callable[[], Call]
    garbage: bool = False


WORK: dict[str, Work] = {}


def work(
    group: str, title: str, *, garbage: bool = False
) -> Callable[[Callable[[], Call]], Callable[[], Call]]:
    """Registers a function as work under its name."""

    def listed(make: Callable[[], Call]) -> Callable[[], Call]:
        WORK[make.__name__] = Work(group, title, make, garbage)
        return make

    return listed


def jitted(function: Callable[..., Any], *arguments: Any) -> Call:
    """A call of the compiled function."""
    compiled = jax.jit(function)
    return lambda: compiled(*arguments)


def main() -> None:
    """Answer until standard input ends."""
    calls: dict[str, Call] = {}
    answer(
        jaxlib=version("jaxlib"),
        platform_version=jax.devices()[0].client.platform_version,
        plugins=sorted(loaded_plugins()),
        work={name: [case.group, case.title] for name, case in WORK.items()},
    )
    for request in requests():
        name = request["name"]
        try:
            if name not in calls:
                calls[name] = WORK[name].make()
                # Compiles.
                jax.block_until_ready(calls[name]())
            seconds = _time(calls[name], request["calls"], garbage=WORK[name].garbage)
            answer(seconds=seconds)
        except jax.errors.JaxRuntimeError as error:
            answer(error=str(error))


def _time(call: Call, calls: int, *, garbage: bool) -> float:
    """Seconds per call; a call that returns a float has measured itself."""
    gc.collect()
    if not garbage:
        gc.disable()
    own = 0.0
    started = time.perf_counter()
    for _ in range(calls):
        result = call()
        if isinstance(result, float):
            own += result
    jax.block_until_ready(result)
    elapsed = time.perf_counter() - started
    gc.enable()
    return (own or elapsed) / calls


def loaded_plugins() -> set[str]:
    try:
        import jaxlib_core
    except ModuleNotFoundError:
        return set()
    return set(jaxlib_core.loaded())


def requests() -> Iterator[dict[str, Any]]:
    yield from map(json.loads, sys.stdin)


def answer(**values: object) -> None:
    print(json.dumps(values), flush=True)
