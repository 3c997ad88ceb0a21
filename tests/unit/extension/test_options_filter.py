"""The wire filter against a second implementation that shares nothing with it."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from .conftest import HERE, Child, ended

Path_ = tuple[int, ...]
Paths = tuple[Path_, ...]
Filter = Callable[[bytes, Paths, Paths], bytes]


# ---- The second implementation: parse to a list of fields, drop, serialize.


class MalformedError(Exception):
    """The bytes are not a message without groups."""


def take_varint(data: bytes) -> tuple[int, bytes]:
    for size in range(1, 11):
        if size > len(data):
            break
        if data[size - 1] < 128:
            value = sum((byte & 127) << 7 * place for place, byte in enumerate(data[:size]))
            return value % 2**64, data[size:]
    raise MalformedError


def varint(value: int, padding: int = 0) -> bytes:
    digits = []
    while True:
        digits.append(value & 127)
        value >>= 7
        if not value:
            break
    digits += [0] * padding
    return bytes([digit | 128 for digit in digits[:-1]] + digits[-1:])


def fields(data: bytes) -> Iterator[tuple[int, int, bytes, bytes | None]]:
    """Field number, its whole encoding, its tag's encoding, and its content if it has a length."""
    while data:
        start = data
        tag, data = take_varint(data)
        tag_size = len(start) - len(data)
        number, kind = tag >> 3, tag & 7
        if tag >= 2**32 or number == 0 or kind not in (0, 1, 2, 5):
            raise MalformedError
        content = None
        if kind == 0:
            _, data = take_varint(data)
        else:
            size = {1: 8, 5: 4}.get(kind)
            if size is None:
                size, data = take_varint(data)
            if size > len(data):
                raise MalformedError
            if kind == 2:
                content = data[:size]
            data = data[size:]
        yield number, tag_size, start[: len(start) - len(data)], content


def unpacked(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The values of a packed field, each with its encoding."""
    while data:
        value, rest = take_varint(data)
        yield value, data[: len(data) - len(rest)]
        data = rest


def without(data: bytes, paths: set[Path_], value_paths: set[Path_]) -> bytes:
    out = b""
    for number, tag_size, whole, content in fields(data):
        below = {path[1:] for path in paths if path[0] == number}
        if () in below:
            continue
        inside = {path[1:] for path in value_paths if path[0] == number}
        values = {path[0] for path in inside if len(path) == 1}
        kept = content
        if content is None:
            if whole[0] & 7 == 0 and take_varint(whole[tag_size:])[0] in values:
                continue
        elif values:
            kept = b"".join(encoded for value, encoded in unpacked(content) if value not in values)
        elif below or inside:
            kept = without(content, below, inside)
        out += whole if kept is None or kept == content else whole[:tag_size] + varint(len(kept)) + kept
    return out


def reference(options: bytes, drop: Paths, values: Paths) -> bytes:
    try:
        return without(options, set(drop), set(values)) if drop or values else options
    except MalformedError:
        return options


# ---- Messages that meet the paths often.

numbers = st.one_of(st.integers(1, 4), st.sampled_from([15, 16, 422, 2**29 - 1]))
padding = st.sampled_from([0, 0, 0, 1, 4])
drops = st.lists(st.lists(numbers, min_size=1, max_size=4).map(tuple), max_size=5).map(tuple)
value_drops = st.lists(
    st.builds(
        lambda path, value: (*path, value),
        st.lists(numbers, min_size=1, max_size=3),
        st.one_of(st.integers(0, 5), st.sampled_from([127, 128, 2**31 - 1])),
    ),
    max_size=5,
).map(tuple)


@st.composite
def field(draw: st.DrawFn, content: st.SearchStrategy[bytes]) -> bytes:
    number, kind = draw(numbers), draw(st.sampled_from([0, 1, 2, 2, 2, 2, 5]))
    tag = varint(number << 3 | kind, draw(padding) % 2)
    if kind == 0:
        return tag + varint(draw(st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1))), draw(padding))
    if kind == 2:
        inner = draw(content)
        return tag + varint(len(inner), draw(padding)) + inner
    return tag + draw(st.binary(min_size=4 + 4 * (kind == 1), max_size=4 + 4 * (kind == 1)))


messages = st.recursive(
    st.binary(max_size=6)
    | st.lists(st.integers(0, 5), max_size=6).map(bytes)
    | st.just(b"")
    | st.binary(min_size=125, max_size=131),
    lambda inner: st.lists(field(inner), max_size=5).map(b"".join),
    max_leaves=20,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(messages.filter(bool)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(data) - 1))
        data[place] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))])


# ---- The filter, in a child.


class Worker:
    """One child process for many questions; when it dies, the failure says how."""

    def __init__(self, python: Path, extension: Path) -> None:
        self.process = subprocess.Popen(
            [python, "-I", HERE / "worker.py", extension.parent],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __call__(self, options: bytes, drop: Paths, values: Paths) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            pickle.dump((options, drop, values), self.process.stdin)
            self.process.stdin.flush()
            result = pickle.load(self.process.stdout)
        except (BrokenPipeError, EOFError):
            pytest.fail(f"{ended(self.process.wait())} on {options!r}, {drop!r}, {values!r}")
        assert isinstance(result, bytes)
        return result

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture(scope="module")
def filter_options(extension: Path) -> Iterator[Filter]:
    worker = Worker(Path(sys.executable), extension)
    yield worker
    worker.close()


thorough = settings(
    max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@thorough
@given(options=messages, drop=drops, values=value_drops)
@example(options=b"", drop=(), values=())
@example(options=b"\x1a\x00", drop=((3, 3),), values=())
@example(options=b"\x1a\x02\x08\x01", drop=((3, 1),), values=())
@example(options=b"\x1a\x80\x01" + b"\x08\x01" * 64, drop=((3, 1),), values=())
@example(options=b"\x1a\x82\x80\x00\x08\x01", drop=((3, 1),), values=())
@example(options=b"\x1a\x03\x03\x04\x05", drop=(), values=((3, 5),))
@example(options=b"\x1a\x80\x01" + b"\x05\x04" * 64, drop=(), values=((3, 5),))
@example(options=b"\x18\x05\x18\x04\x18\x85\x00", drop=(), values=((3, 5),))
@example(options=b"\x1a\x02\x08\x05", drop=((3, 2),), values=((3, 1, 5),))
@example(options=b"\x1a\x02\x08\x05", drop=((3, 1),), values=((3, 5),))
def test_it_agrees_on_messages(options: bytes, drop: Paths, values: Paths, filter_options: Filter) -> None:
    result = filter_options(options, drop, values)
    assert result == reference(options, drop, values)
    assert len(result) <= len(options)
    assert filter_options(result, drop, values) == result


@thorough
@given(options=st.one_of(damaged(), st.binary(max_size=40)), drop=drops, values=value_drops)
@example(options=b"\x1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", drop=((3, 1),), values=())
@example(options=b"\x1a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", drop=((3, 1),), values=())
@example(options=b"\x08\x80", drop=((1,),), values=())
@example(options=b"\xff" * 11, drop=((1,),), values=())
@example(options=b"\x09\x01", drop=((1,),), values=())
@example(options=b"\x08\x01\x1b", drop=((1,),), values=())
@example(options=b"\x1a\x02\x05\x80", drop=(), values=((3, 5),))
def test_it_agrees_on_rubbish(options: bytes, drop: Paths, values: Paths, filter_options: Filter) -> None:
    assert filter_options(options, drop, values) == reference(options, drop, values)


def test_the_option_that_it_is_for(child: Child) -> None:
    child("""
    drop = ((3, 3, 422),)
    packed, single = b"\\xb2\\x1a\\x05\\x01\\x02\\x03\\x04\\x05", b"\\xb0\\x1a\\x05"
    debug_options = b"\\x98\\x01\\x01" + packed + single + b"\\x10\\x07"
    kept = b"\\x98\\x01\\x01" + b"\\x10\\x07"
    build = lambda content: b"\\x08\\x01\\x1a" + bytes([len(content)]) + content + b"\\x10\\x02"
    options = build(b"\\x1a" + bytes([len(debug_options)]) + debug_options + b"\\x20\\x01")
    wanted = build(b"\\x1a" + bytes([len(kept)]) + kept + b"\\x20\\x01")
    assert _pjrt.filter_options(options, drop) == wanted
    values = ((3, 3, 422, 5),)
    less = b"\\x98\\x01\\x01" + b"\\xb2\\x1a\\x04\\x01\\x02\\x03\\x04" + b"\\x10\\x07"
    less = build(b"\\x1a" + bytes([len(less)]) + less + b"\\x20\\x01")
    assert _pjrt.filter_options(options, (), values) == less
    assert _pjrt.filter_options(options, (), drop_values=values) == less
    assert _pjrt.filter_options(options, drop, values) == wanted
    assert _pjrt.filter_options(less, (), values) is less
    assert _pjrt.filter_options(options, ()) is options
    assert _pjrt.filter_options(options[:-1], drop) == options[:-1]
    raised(TypeError, _pjrt.filter_options, "text", drop)
    raised(TypeError, _pjrt.filter_options, options)
    """)


def test_the_limits_of_paths(child: Child) -> None:
    child("""
    deep = b"\\x10\\x01"
    for _ in range(7):
        deep = b"\\x0a" + bytes([len(deep)]) + deep
    hollow = b""
    for _ in range(7):
        hollow = b"\\x0a" + bytes([len(hollow)]) + hollow
    assert _pjrt.filter_options(deep, ((1,) * 7 + (2,),)) == hollow
    many = tuple((number,) for number in range(1, 33))
    options = b"".join(bytes([number << 3 & 127 | 128, number >> 4, 1]) for number in range(1, 40))
    left = b"".join(bytes([number << 3 & 127 | 128, number >> 4, 1]) for number in range(33, 40))
    assert _pjrt.filter_options(options, many) == left
    """)
