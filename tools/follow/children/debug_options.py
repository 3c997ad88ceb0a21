"""Prints XLA's debug options as upstream's jaxlib of a release has them, for ``packages/jaxlib/releases``.

Run by the Python of an environment that has that jaxlib, as a script, with nothing of this repository on its path:

    python -P debug_options.py

It prints a JSON object:

``fields``
    By name, in the order of the message: ``number`` and ``type`` (``bool``, ``int32``, ``int64``, ``float``,
    ``string``, ``map`` or an enumeration's name), ``repeated``, ``default`` if the message that jaxlib sends has
    the field, and ``flag`` if ``XLA_FLAGS`` sets it in an unusual way.
``enums``
    The enumerations of those types: names and numbers.
``attributes``
    The names of the fields that are attributes of ``jaxlib._jax.DebugOptions``.

The types come from the descriptor inside the library. The effect of a flag is found by setting it: upstream reads
``XLA_FLAGS`` once in a process, and ends the process for an invalid flag, so each try is a forked child.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

#: Of google.protobuf.FieldDescriptorProto.Type.
TYPES = {1: "double", 2: "float", 3: "int64", 5: "int32", 8: "bool", 9: "string", 11: "message", 14: "enum"}
#: A value for each type that can't be any field's default.
ODD = {"int32": "77", "int64": "77", "float": "0.3125", "string": "oDd"}
#: The largest size of the descriptor in the library.
LONGEST = 1 << 19


def fields(message: bytes, at: int = 0) -> Iterator[tuple[int, Any, int]]:
    """The number, value and end of each field; stops at bytes that are not a field."""

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        if key & 7 == 0:
            value: Any = varint()
        elif key & 7 in (1, 5):
            size = 8 if key & 7 == 1 else 4
            value, at = message[at : at + size], at + size
        elif key & 7 == 2:
            size = varint()
            value, at = message[at : at + size], at + size
        else:
            return
        yield key >> 3, value, at


def every(message: bytes, number: int) -> list[Any]:
    """The values of a field."""
    return [value for tag, value, _ in fields(message) if tag == number]


def one(message: bytes, number: int, default: Any = None) -> Any:
    """The last value of a field."""
    return (every(message, number) or [default])[-1]


def descriptor(library: bytes, name: str) -> bytes:
    """The google.protobuf.FileDescriptorProto of a file, read from the library.

    Raises:
        SystemExit: There is none.
    """
    start = library.find(b"\x0a" + bytes([len(name)]) + name.encode() + b"\x12")
    if start < 0:
        raise SystemExit(f"debug_options: the library holds no descriptor of {name}")
    end = start
    # The file's fields have numbers up to 14; what follows it in the library does not continue like that.
    for number, value, at in fields(library[start : start + LONGEST]):
        if not 1 <= number <= 14 or (number == 1 and value != name.encode()):
            break
        end = start + at
    return library[start:end]


def enumerations(message: bytes, number: int, package: str) -> dict[str, dict[str, int]]:
    """The enumerations in a file or message, by their whole names: names and numbers."""
    enumerations_by_name = {}
    for enum in every(message, number):
        values = {one(member, 1).decode(): one(member, 2, 0) for member in every(enum, 2)}
        enumerations_by_name[f"{package}.{one(enum, 1).decode()}"] = values
    return enumerations_by_name


def sent(flags: str) -> dict[int, list[Any]] | None:
    """The debug options that jaxlib sends with these XLA_FLAGS; None if they end the process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.environ["XLA_FLAGS"] = flags
        with os.fdopen(writer, "wb") as stream:
            stream.write(CompileOptions().SerializeAsString())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        message = stream.read()
    if os.waitpid(child, 0)[1] != 0:
        return None
    by_number: dict[int, list[Any]] = {}
    for tag, value, _ in fields(one(one(message, 3), 3)):
        by_number.setdefault(tag, []).append(value)
    return by_number


def numbers(packed: Sequence[Any]) -> list[int]:
    """A field of several numbers."""
    values: list[int] = []
    for value in packed:
        if isinstance(value, int):
            values.append(value)
            continue
        number = shift = 0
        for byte in value:
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                values.append(number)
                number = shift = 0
    return values


class Field:
    """A field of DebugOptions, with the trials of its flag."""

    def __init__(self, message: bytes, enums: dict[str, dict[str, int]], maps: set[str]) -> None:
        self.name: str = one(message, 1).decode()
        self.number: int = one(message, 3)
        self.repeated = one(message, 4) == 3
        self.kind = TYPES[one(message, 5)]
        self.values: dict[str, int] = {}
        self.type = self.kind
        type_name = one(message, 6, b"").decode()
        if self.kind == "enum":
            self.type, self.values = type_name.rpartition(".")[2], enums[type_name]
        elif type_name in maps:
            self.kind = self.type = "map"

    def tried(self, text: str) -> list[Any] | None:
        """The field's values if its flag has this value; None if that is refused, empty if none is sent."""
        fields = sent(f"--{self.name}={text}")
        return None if fields is None else fields.get(self.number, [])

    def default(self, values: Sequence[Any]) -> Any:
        """The values as JSON has them."""
        if self.kind == "map":
            return {one(value, 1, b"").decode(): one(value, 2, b"").decode() for value in values}
        if self.values:
            names = {number: name for name, number in self.values.items()}
            defaults = [names[number] for number in numbers(values)]
            return defaults if self.repeated else defaults[0]
        if self.kind == "string":
            return [value.decode() for value in values] if self.repeated else values[0].decode()
        if self.kind == "float":
            shorts = (float(f"{struct.unpack('<f', values[0])[0]:.{digits}g}") for digits in range(1, 10))
            return next(word for word in shorts if struct.pack("<f", word) == values[0])
        if self.kind == "bool":
            return bool(values[0])
        return values[0] - (1 << 64) if values[0] >= 1 << 63 else values[0]

    def flag(self, base: dict[int, list[Any]], others: dict[int, Field]) -> Any:
        """How the flag of the field's name is parsed; None for the usual way.

        ``none``: there is no such flag. ``ignored``: it changes nothing. ``unread``: no accepted value was found.
        ``upper``: a string is converted to upper case. ``whole``: the value is appended to a list as it is, even if
        it has commas. ``spaces``: it is split at spaces. ``unless-empty``: an empty value is ignored. ``any-case``:
        an enumeration's names in any case, or ``words`` instead of them. ``field``: it sets another field, to
        ``on`` or ``off``.
        """
        if self.kind == "message":
            return "none" if sent(f"--{self.name}=") is None else "unread"
        if self.kind == "bool":
            return self._switch(base, others)
        if self.kind == "map":
            return "none" if self.tried("a=1,b") is None else None
        if self.values:
            return self._set() if self.repeated else self._words()
        if self.repeated:
            texts = self.tried("a,b")
            if texts is None:
                return "none"
            if len(texts) == 1:
                return "spaces" if self.tried("'a b'") == [b"a", b"b"] else "whole"
            # Some flags append an empty value, others ignore it.
            return None if self.tried("") == [b""] else "unless-empty"
        value = self.tried(ODD[self.kind])
        if value is None:
            return "none"
        if value == base.get(self.number, []):
            return "ignored"
        return "upper" if value == [ODD["string"].upper().encode()] else None

    def _switch(self, base: dict[int, list[Any]], others: dict[int, Field]) -> Any:
        """How the flag of a bool is parsed."""
        on, off = (sent(f"--{self.name}={text}") for text in ("true", "false"))
        if on is None and off is None:
            return "none"
        if any(
            fields is not None and fields.get(self.number) != base.get(self.number) for fields in (on, off)
        ):
            return None
        rule: dict[str, Any] = {}
        for key, fields in (("on", on), ("off", off)):
            for number, field in others.items():
                if fields is not None and fields.get(number) != base.get(number):
                    rule["field"], rule[key] = field.name, field.default(fields.get(number, []))
        return rule or "ignored"

    def _prefix(self) -> str:
        prefix = os.path.commonprefix([*self.values])  # noqa: RUF071
        return prefix[: prefix.rfind("_") + 1]

    def _words(self) -> Any:
        """How the flag of an enumeration is parsed: None for the values' names, or a table of words."""
        prefix = self._prefix()
        accepted: dict[str, int] = {}
        for name in self.values:
            short = name[len(prefix) :]
            parts = {*short.split("_")} if prefix else set()
            for text in {name, short, *parts}:
                for word in {text, text.lower()}:
                    fields = self.tried(word)
                    if fields:
                        accepted[word] = numbers(fields)[0]
        forms: dict[str | None, dict[str, int]] = {
            None: self.values,
            "any-case": {w: n for name, n in self.values.items() for w in (name, name.lower())},
        }
        for key, known in forms.items():
            if accepted == known:
                return key
        if not accepted:
            return "none"
        names = {number: name for name, number in self.values.items()}
        any_case = all(word.lower() in accepted and word.upper() in accepted for word in accepted)
        words = {w: names[number] for w, number in sorted(accepted.items()) if not any_case or w == w.lower()}
        return {"words": words, "any_case": True} if any_case else {"words": words}

    def _set(self) -> Any:
        """How the flag of a list of an enumeration's values is parsed.

        ``list``: names in any case; its value is the name that stands for all of them, if there is one. Otherwise
        the usual way: the list is replaced, or changed with ``+`` and ``-``, and the names' common prefix is
        optional.
        """
        first = list(self.values)[1]
        if self.tried(first) is None:
            return "none"
        if self.tried(f"+{first}") is None:
            whole = [name for name in self.values if len(numbers(self.tried(name) or [])) > 1]
            return {"list": whole[0] if whole else ""}
        prefix = self._prefix()
        return {"prefix": prefix} if prefix and self.tried(first[len(prefix) :].lower()) else None


def main() -> None:
    """Print the object."""
    import jaxlib

    library = next(Path(str(jaxlib.__file__)).parent.glob("libjax_common.so")).read_bytes()
    xla = descriptor(library, "xla/xla.proto")
    options = next(message for message in every(xla, 4) if one(message, 1) == b"DebugOptions")
    enums = enumerations(xla, 5, ".xla") | enumerations(options, 4, ".xla.DebugOptions")
    for name in every(xla, 3):
        file = descriptor(library, name.decode())
        enums |= enumerations(file, 5, f".{one(file, 2).decode()}")
    maps = {
        f".xla.DebugOptions.{one(field, 1).decode()}"
        for field in every(options, 3)
        if one(one(field, 7, b""), 7)
    }
    base = sent("")
    assert base is not None
    described: dict[str, Any] = {}
    used: dict[str, dict[str, int]] = {}
    declared = [Field(message, enums, maps) for message in every(options, 2)]
    by_number = {field.number: field for field in declared}
    for field in declared:
        entry: dict[str, Any] = {"number": field.number, "type": field.type}
        if field.repeated and field.kind != "map":
            entry["repeated"] = True
        if field.number in base:
            entry["default"] = field.default(base[field.number])
        flag = field.flag(base, by_number)
        if flag is not None:
            entry["flag"] = flag
        if field.values:
            used[field.type] = field.values
        described[field.name] = entry
    attributes = sorted(name for name in dir(DebugOptions) if not name.startswith("_"))
    json.dump({"fields": described, "enums": used, "attributes": attributes}, sys.stdout)


if __name__ == "__main__":
    from jaxlib._jax import CompileOptions, DebugOptions

    main()
