"""Comparisons, errors, threads and memory that checks look at."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np


def raises(kind: type[BaseException], words: str, call: Callable[[], object]) -> BaseException:
    try:
        call()
    except kind as error:
        assert words in str(error), f"wanted {words!r} in: {error}"  # noqa: PT017 - this is not pytest
        return error
    raise AssertionError(f"wanted {kind.__name__}, nothing was raised")


def same(left: Any, right: Any) -> None:
    left, right = np.asarray(left), np.asarray(right)
    assert left.dtype == right.dtype, (left.dtype, right.dtype)
    assert left.shape == right.shape, (left.shape, right.shape)
    assert left.tobytes() == right.tobytes(), (left, right)


def on_threads(work: Callable[[], None], count: int = 6) -> None:
    failures: list[BaseException] = []

    def caught() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=caught) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def resident() -> int:
    gc.collect()
    with open("/proc/self/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
