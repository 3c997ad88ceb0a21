"""Lifetimes: deleted buffers and executables, dropped arguments, the caller's memory, leaks."""

from __future__ import annotations

import gc
from functools import partial
from typing import Any

from jaxlib_pjrt.conformance.library import Check, Library
from jaxlib_pjrt.conformance.rules.programs_under_test import ADD, SLOW, executed, raises_error, vector


def _use_of_deleted(library: Library) -> None:
    buffer = library.client.buffer(vector())
    states = [buffer.is_deleted]
    for _ in range(2):  # the second call has no effect
        buffer.delete()
        states.append(buffer.is_deleted)
    assert not states[0], "a new buffer says that it is deleted"
    assert all(states[1:]), "a deleted buffer says that it is not"
    executable = library.client.compile(ADD)
    raises_error(partial(executed, executable, buffer, vector()), "a deleted buffer as an argument")


def _deleted_executable(library: Library) -> None:
    import numpy as np

    executable = library.client.compile(ADD)
    (out,) = executable(vector(), vector())
    executable.delete()
    assert executable.is_deleted, "a deleted executable says that it is not"
    assert np.array_equal(np.asarray(out), vector() * 2), "a result changed when its executable was deleted"


def _in_any_order(library: Library) -> None:
    import numpy as np

    from jaxlib_pjrt import Client

    assert library.client
    for _ in range(3):
        client = Client(library.plugin, **library.options)
        executable = client.compile(ADD)
        buffer = client.buffer(vector())
        (out,) = executable(buffer, buffer)
        del executable, buffer
        gc.collect()
        got = np.array(out, copy=True)
        del client
        gc.collect()
        assert np.array_equal(got, vector() * 2), f"wanted {(vector() * 2).tolist()}, found {got.tolist()}"
        del out
        gc.collect()


def _argument_dropped(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(SLOW)
    value: Any = np.eye(256, dtype=np.float32)
    outs = []
    for _ in range(4):
        # The argument is dropped possibly before the program begins.
        argument = library.client.buffer(value)
        outs += slow(argument)
        del argument
        gc.collect()
    for out in outs:
        assert np.array_equal(np.asarray(out), value), "a result is wrong: its argument was dropped too early"


def _host_memory(library: Library) -> None:
    import numpy as np

    array: Any = np.arange(1 << 16, dtype=np.float32)
    buffer = library.client.buffer(array)
    array[:] = -1
    wanted: Any = np.arange(1 << 16, dtype=np.float32)
    assert np.array_equal(np.asarray(buffer), wanted), "what was copied changed with the caller's memory"


def _events(library: Library) -> None:
    import numpy as np

    slow = library.client.compile(SLOW)
    (out,) = slow(np.eye(256, dtype=np.float32))
    event = out.ready()
    event.wait()
    assert event.is_ready, "an event that was waited for is not ready"
    assert out.is_ready, "a buffer whose event is ready is not"
    event.wait()


def _leaks(library: Library) -> None:
    executable = library.client.compile(ADD)
    before = 0
    for step in range(4):
        for _ in range(1500):
            executable(library.client.buffer(vector()), vector())[0].block_until_ready()
        gc.collect()
        with open("/proc/self/statm") as file:  # noqa: PTH123
            now = int(file.read().split()[1]) * 4096
        if step == 1:
            before = now
    assert now - before < 8 << 20, (
        f"3,000 calls took {(now - before) / 1e6:.1f} MB that they did not give back"
    )


def checks() -> list[Check]:
    """The checks of this file."""
    return [
        Check(
            "lifetime",
            "a deleted buffer",
            "A deleted buffer reports it, and is rejected as an argument.",
            _use_of_deleted,
        ),
        Check(
            "lifetime",
            "a deleted executable",
            "A deleted executable reports it; its results remain valid.",
            _deleted_executable,
        ),
        Check(
            "lifetime",
            "dropped in any order",
            "Clients, executables and buffers may be dropped in any order.",
            _in_any_order,
        ),
        Check(
            "lifetime",
            "an argument dropped early",
            "An argument may be dropped while the program runs.",
            _argument_dropped,
        ),
        Check(
            "lifetime",
            "the caller's memory",
            "What was copied does not change with the caller's memory.",
            _host_memory,
        ),
        Check("lifetime", "events", "An event that was waited for is ready, and stays so.", _events),
        Check("lifetime", "no leaks", "Calls release the memory that they allocate.", _leaks),
    ]
