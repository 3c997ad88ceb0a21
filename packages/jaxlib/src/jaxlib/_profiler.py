"""What jax tells the profiler: nothing listens here, so that naming a piece of work costs next to nothing."""

from __future__ import annotations

from typing import Any

from jaxlib._missing import fill_in


class TraceMe:
    """Names a piece of work for as long as it is entered."""

    __slots__ = ()

    def __init__(self, name: str = "", **metadata: Any) -> None: ...

    def __enter__(self) -> TraceMe:
        return self

    def __exit__(self, *error: object) -> None: ...

    def set_metadata(self, **metadata: Any) -> None:
        """Say more of it."""

    @staticmethod
    def is_enabled() -> bool:
        """Whether anybody listens."""
        return False


def register_plugin_profiler(c_api: Any) -> None:
    """Take note of a plugin's profiler: there is nothing that would start it."""


def set_metadata(key: str, value: str) -> None:
    """Say something of the next profile."""


def clear_metadata() -> None:
    """Say nothing of the next profile."""


__getattr__ = fill_in("jaxlib._profiler", "profiling is not there yet")
