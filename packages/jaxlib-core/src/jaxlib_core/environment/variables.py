"""Environment variables that a library reads while a client is created."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from threading import Lock

_lock = Lock()


@contextlib.contextmanager
def temporary(variables: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables for a time, because child processes must not inherit them. One thread at a time."""
    with _lock:
        before = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
