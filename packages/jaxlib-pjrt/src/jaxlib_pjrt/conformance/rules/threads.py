"""Threads: executing, compiling, transferring and deleting concurrently."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from jaxlib_pjrt.conformance.library import Check, Library
from jaxlib_pjrt.conformance.rules.programs_under_test import ADD, SLOW, VECTOR, vector


def in_threads(work: Callable[[int], None], count: int = 8) -> None:
    """Run ``work`` in several threads; raises the first exception of any of them."""
    errors: list[BaseException] = []

    def body(index: int) -> None:
        try:
            work(index)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=body, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def _execute_in_threads(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(ADD)

    def work(index: int) -> None:
        value: Any = np.full(3, index, np.float32)
        for _ in range(200):
            (out,) = executable(value, value)
            assert np.array_equal(np.asarray(out), value * 2), "a thread got another thread's result"

    in_threads(work)


def _compile_in_threads(library: Library) -> None:
    import numpy as np

    client = library.client

    def work(index: int) -> None:
        for step in range(4):
            number = float(index * 10 + step)
            program = ADD.replace(
                "%r =", f"%c = stablehlo.constant dense<{number}> : {VECTOR}\n  %r ="
            ).replace("%a, %b", "%a, %c")
            (out,) = client.compile(program)(vector(), vector())
            assert np.array_equal(np.asarray(out), vector() + number), "a thread got another thread's program"

    in_threads(work, 4)


def _transfer_in_threads(library: Library) -> None:
    import numpy as np

    client = library.client

    def work(index: int) -> None:
        for step in range(50):
            value: Any = np.full(1000 + index, index * 100 + step, np.int32)
            assert np.array_equal(np.asarray(client.buffer(value)), value), (
                "a thread got another thread's array"
            )

    in_threads(work)


def _delete_in_threads(library: Library) -> None:
    from jaxlib_pjrt.errors import PjrtError

    client = library.client
    executable = client.compile(ADD)
    for _ in range(100):
        buffer = client.buffer(vector())
        together = threading.Barrier(3)

        def work(index: int, buffer: Any = buffer, together: threading.Barrier = together) -> None:
            together.wait()
            if index == 0:
                buffer.delete()
                return
            with contextlib.suppress(PjrtError, ValueError):  # these errors are valid, and so is a result
                executable(buffer, buffer)[0].block_until_ready()

        in_threads(work, 3)


def _wait_in_threads(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(SLOW)
    argument: Any = np.eye(256, dtype=np.float32)
    for _ in range(5):  # on a busy machine, a program may end before two threads wait for it
        runs = threading.Event()
        results: list[Any] = []

        def work(index: int, runs: threading.Event = runs, results: list[Any] = results) -> None:
            if index == 0:
                try:
                    results.extend(slow(argument))
                finally:
                    runs.set()
            runs.wait()
            for result in results:
                result.block_until_ready()

        in_threads(work, 6)


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        Check("threads", "executing", "One executable may be called from many threads.", _execute_in_threads),
        Check("threads", "compiling", "One client may compile in many threads.", _compile_in_threads),
        Check(
            "threads",
            "transferring",
            "One client may take and give arrays in many threads.",
            _transfer_in_threads,
        ),
        Check(
            "threads", "deleting", "A buffer may be deleted while another thread uses it.", _delete_in_threads
        ),
        Check("threads", "waiting", "Many threads may wait for one buffer.", _wait_in_threads),
    ]
