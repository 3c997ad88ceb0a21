"""The memory profile of arrays and programs, in `pprof` format: where they were created, how many, how large."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jaxlib import _native, _proto


class _Profile:
    """The tables of a profile: each string, function and location has a number."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {"": 0}
        self.functions: dict[Any, int] = {}
        self.places: dict[tuple[int, int], int] = {}
        self.codes: list[Any] = []  # kept alive, so that addresses are not reused
        self.message = b""

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def function(self, code: Any) -> int:
        known = self.functions.get(id(code))
        if known is not None:
            return known
        number = self.functions[id(code)] = len(self.functions) + 1
        self.codes.append(code)
        name = self.text(code.co_name)
        self.message += _proto.length(
            5,
            _proto.number(1, number)
            + _proto.number(2, name)
            + _proto.number(3, name)
            + _proto.number(4, self.text(code.co_filename))
            + _proto.number(5, code.co_firstlineno),
        )
        return number

    def place(self, code: Any, last: int) -> int:
        key = (id(code), last)
        known = self.places.get(key)
        if known is not None:
            return known
        number = self.places[key] = len(self.places) + 1
        line = _proto.number(1, self.function(code)) + _proto.number(
            2, max(_native.jax.Traceback.code_addr2line(code, last), 0)
        )
        self.message += _proto.length(4, _proto.number(1, number) + _proto.length(4, line))
        return number

    def sample(self, traceback: Any, values: tuple[int, int], labels: dict[str, str]) -> None:
        content = b""
        if traceback is not None:
            codes, lasts = traceback.raw_frames()
            content += _proto.packed(1, [self.place(*line) for line in zip(codes, lasts, strict=True)])
        content += _proto.packed(2, values)
        for key, value in labels.items():
            content += _proto.length(3, _proto.number(1, self.text(key)) + _proto.number(2, self.text(value)))
        self.message += _proto.length(2, content)

    def serialized(self, kinds: tuple[tuple[str, str], ...]) -> bytes:
        head = b""
        for kind, unit in kinds:
            head += _proto.length(1, _proto.number(1, self.text(kind)) + _proto.number(2, self.text(unit)))
        return head + self.message + b"".join(_proto.length(6, text.encode()) for text in self.texts)


def heap_profile(client: Any, executables: Iterable[Any]) -> bytes:
    """A `pprof` profile, not compressed, of the client's arrays and of those programs."""
    counts: dict[tuple[Any, int, str], int] = {}
    # The shards of an Array may be Arrays themselves; each buffer counts once, for the first Array that has it.
    for traceback, size, device in _native.live_buffers(client):
        key = (traceback, size, device)
        counts[key] = counts.get(key, 0) + 1
    for executable in executables:
        try:
            size = executable.size_of_generated_code_in_bytes()
        except _native.JaxRuntimeError:
            size = -1  # as XLA reports if the size is unknown
        key = (executable.traceback, size, "")
        counts[key] = counts.get(key, 0) + 1
    profile = _Profile()
    for (traceback, size, device), count in counts.items():
        labels = {"kind": "buffer", "device": device} if device else {"kind": "executable"}
        profile.sample(traceback, (count, size * count), labels)
    return profile.serialized((("allocations", "count"), ("space", "bytes")))
