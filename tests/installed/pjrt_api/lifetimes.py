"""What is donated, deleted, kept and given back."""

from __future__ import annotations

import contextlib
import gc
import os
from typing import Any

import jaxlib_pjrt as pjrt
import numpy as np
from pjrt_api.checking import raises, resident, same
from pjrt_api.programs import ADD, CLIENT, DOUBLE, X


def check_donation_and_keep() -> None:
    double = CLIENT.compile(DOUBLE)
    ones: Any = np.ones(1024, np.float32)
    given, kept, seen = (CLIENT.buffer(ones) for _ in range(3))
    same(double(given)[0], ones * 2)
    assert given.is_deleted
    assert repr(given) == "Buffer(deleted)"
    raises(pjrt.errors.InvalidArgument, "deleted or donated", lambda: double(given))
    same(double(kept, keep=(0,))[0], ones * 2)
    assert not kept.is_deleted
    view = np.asarray(seen)
    same(double(seen)[0], ones * 2)
    same(view, ones)  # what numpy looks at is not donated


def check_what_was_deleted_cannot_be_used() -> None:
    buffer = CLIENT.buffer(X)
    buffer.delete()
    assert buffer.is_deleted
    raises(pjrt.PjrtError, "deleted", lambda: np.asarray(buffer))
    add = CLIENT.compile(ADD)
    raises(pjrt.PjrtError, "deleted", lambda: add(buffer, X))
    add.delete()
    if add.is_deleted:  # XLA on the CPU keeps it anyway
        raises(pjrt.PjrtError, "", lambda: add(X, X))


def check_nothing_outlives_what_it_needs() -> None:
    client = pjrt.Client("cpu", cpu_device_count=1)
    executable = client.compile(ADD)
    device = client.devices[0]
    buffer = client.buffer(X)
    del client
    gc.collect()
    (out,) = executable(buffer, X)
    del executable, buffer
    gc.collect()
    view = np.asarray(out)
    assert out.device == device
    assert out.client.devices == [device]
    del out, device
    gc.collect()
    same(view, X + X)


def check_100_000_calls_leak_nothing() -> None:
    add, double = CLIENT.compile(ADD), CLIENT.compile(DOUBLE)
    fixed, aligned = CLIENT.buffer(X), pjrt.empty_aligned(3)
    long: Any = np.ones(1024, np.float32)
    aligned[:] = X

    def some(count: int) -> None:
        for index in range(count):
            (out,) = add(fixed, X)
            if index % 4 == 0:
                np.asarray(out)
                np.from_dlpack(out)
                CLIENT.from_dlpack(aligned)
                CLIENT.buffer(aligned, copy=False)
                double(CLIENT.buffer(long))
            if index % 16 == 0:
                with contextlib.suppress(pjrt.PjrtError):
                    add(long, X)

    if os.environ.get("JAXLIB_FEWER_CALLS"):
        some(5_000)  # under a sanitizer, whose own memory grows
        return
    some(20_000)
    before = resident()
    some(100_000)
    grown = resident() - before
    # A reference to the smallest object in every tenth call would be 160 kB; the allocators' own noise is more.
    assert grown < 6 << 20, f"{grown:,} bytes"
