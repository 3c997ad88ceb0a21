"""Protobuf messages with fields that are looked up by number."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from jaxlib import _proto


class Message:
    """The fields of a message by number; the message is decoded once."""

    def __init__(self, content: bytes) -> None:
        self.serialized = content
        self._fields: dict[int, list[Any]] = defaultdict(list)
        for tag, value in _proto.fields(content):
            self._fields[tag].append(value)

    def __contains__(self, tag: int) -> bool:
        return tag in self._fields

    def number(self, tag: int) -> int:
        return _proto.signed(self._fields[tag][-1]) if tag in self._fields else 0

    def numbers(self, tag: int) -> list[int]:
        return [_proto.signed(n) for value in self._fields.get(tag, ()) for n in _proto.numbers(value)]

    def content(self, tag: int) -> bytes:
        return bytes(self._fields[tag][-1]) if tag in self._fields else b""

    def text(self, tag: int) -> str:
        return self.content(tag).decode("utf-8", "replace")

    def message(self, tag: int) -> Message:
        return Message(self.content(tag))

    def contents(self, tag: int) -> list[bytes]:
        return self._fields.get(tag, [])

    def messages(self, tag: int) -> list[Message]:
        return [Message(value) for value in self.contents(tag)]
