"""Damaged files of ``jax.export``: an error, never a crash, a hang or a different answer."""

from __future__ import annotations

import random
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jaxlib_pjrt import _bytecode, _sharding, trees
from jaxlib_pjrt._artifact import Artifact, NamedSharding, OpSharding, read
from jaxlib_pjrt._flatbuffer import Buffer, FlatbufferError, Table
from jaxlib_pjrt._program import Program
from jaxlib_pjrt.errors import ArtifactError

ARCHIVES = sorted((Path(__file__).parents[2] / "exported/archives").glob("*.zip"))
QUICK = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def files(*names: str) -> dict[str, bytes]:
    found = {}
    for path in ARCHIVES:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".bin") and (not names or Path(name).stem in names):
                    found[f"{path.stem}-{Path(name).stem}"] = archive.read(name)
    return found


ALL = files()
SOME = [data for name, data in ALL.items() if name.startswith(("jax-0.4.30", "jax-0.12"))]


def looked_through(data: bytes) -> Artifact | None:
    """All that is done with a file before anything is compiled."""
    try:
        artifact = read(data)
        str(artifact.in_tree), trees.argument_paths(artifact.in_tree), list(trees.paths(artifact.out_tree))
    except ArtifactError:
        return None
    for tokens in {0, len(artifact.ordered_effects)}:
        try:
            program = Program(artifact.program)
            program.custom_calls(), program.donated()
            for call in program.custom_calls():
                Program(artifact.program).keep_only(call)
            program.specialize(0 if len(artifact.platforms) > 1 else None, tokens)
            program.write_for((1, 0, 0))
            _bytecode.Module(program.serialize())
        except _bytecode.BytecodeError:
            pass
    for aval, sharding in zip(artifact.in_avals, artifact.in_shardings, strict=True):
        try:
            shape = tuple(size for size in aval.shape if isinstance(size, int))
            _sharding.slices(sharding, shape, min(artifact.num_devices, 64))
        except _sharding.ShardingError:
            pass
    return artifact


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_program_that_is_written_again_is_the_same(name: str) -> None:
    module = _bytecode.Module(read(ALL[name]).program)
    again = _bytecode.Module(module.serialize())
    assert again.serialize() == module.serialize()
    for attribute in ("strings", "names", "attributes", "types", "properties", "top", "producer"):
        assert getattr(again, attribute) == getattr(module, attribute), attribute
    kinds = list(module.operand_types())
    assert [id(operation) for operation, _ in kinds] != []
    assert all(kind >= 0 for _, types in kinds for kind in types)


@QUICK
@given(st.sampled_from(SOME), st.integers(0, 1 << 32))
def test_bytes_that_are_changed(data: bytes, seed: int) -> None:
    chance = random.Random(seed)
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 2, 8, 64))):
        damaged[chance.randrange(len(damaged))] = chance.choice(
            (0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256))
        )
    looked_through(bytes(damaged))


@QUICK
@given(st.sampled_from(SOME), st.integers(0, 1 << 32))
def test_a_file_that_is_cut_or_longer(data: bytes, seed: int) -> None:
    chance = random.Random(seed)
    at, count = chance.randrange(len(data)), chance.randrange(1, 64)
    # What is left of a cut file is not long enough for its program, which is its larger part.
    if at < len(data) // 2:
        assert looked_through(data[:at]) is None
    looked_through(data[:at] + bytes(count) + data[at:])
    looked_through(data[:at] + data[at + count :])


@QUICK
@given(st.binary(max_size=400))
@example(b"")
@example(b"\0" * 64)
@example(b"\4\0\0\0" * 64)
def test_bytes_that_are_no_file(data: bytes) -> None:
    assert looked_through(data) is None


def test_a_tree_that_holds_the_same_tables_again_and_again_is_refused() -> None:
    # Each table has a vector of two children, both the next table: 2 ** 100 of them in 3 kB.
    data = bytearray(struct.pack("<I", 12) + struct.pack("<HHHH", 8, 8, 0, 4))
    for _ in range(100):
        table = len(data)
        # A table: where its fields are said to be (the one list of them, at 4), and the distance to its vector.
        data += struct.pack("<iI", table - 4, 4) + struct.pack("<III", 2, 12 - 4, 8 - 4)
    data += struct.pack("<iI", len(data) - 4, 4) + struct.pack("<I", 0)

    def visit(table: Table) -> int:
        return 1 + sum(visit(child) for child in table.tables(1))

    with pytest.raises(FlatbufferError, match="again and again"):
        visit(Buffer(bytes(data)).root())


@given(st.integers(0, (1 << 64) - 1))
@example(0)
@example(127)
@example(128)
@example((1 << 64) - 1)
def test_numbers(value: int) -> None:
    reader = _bytecode.Reader(_bytecode.number(value))
    assert reader.number() == value
    assert not reader.more


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_signed_numbers(value: int) -> None:
    assert _bytecode.Reader(_bytecode.signed(value)).signed() == value


@given(st.permutations(["a", "b", "c"]), st.integers(0, 3))
def test_shardings_of_jax_and_of_xla_agree(order: list[str], used: int) -> None:
    # A mesh of 2x3x2, an array of two dimensions: some axes over the first, one over the second.
    mesh = (("a", 2), ("b", 3), ("c", 2))
    sizes = dict(mesh)
    first, second, rest = order[:used][:2], order[:used][2:], order[used:]
    named = NamedSharding(mesh, (tuple(first), tuple(second)))
    axes = [name for name, _ in mesh]
    count = 1
    for name in first:
        count *= sizes[name]
    other = sizes[second[0]] if second else 1
    left = 12 // count // other
    dimensions = [count, other, left] if rest else [count, other]
    proto = b"\x08\x03" + _packed(3, dimensions) + (b"\x30\x01" if rest else b"")
    proto += _packed(9, [size for _, size in mesh]) + _packed(
        10, [axes.index(n) for n in [*first, *second, *rest]]
    )
    shape = (24, 24)
    assert _sharding.slices(named, shape, 12) == _sharding.slices(OpSharding(proto), shape, 12)


def _packed(field: int, values: list[int]) -> bytes:
    return bytes((field << 3 | 2, len(values), *values))


@pytest.mark.parametrize(
    ("sharding", "shape", "text"),
    [
        (OpSharding(b"\x08\x04"), (4,), "of kind 4"),
        (OpSharding(b"\x08\x03\x1a\x01\x03"), (6,), "over 3 devices, wanted 4"),
        (OpSharding(b"\x08\x03\x1a\x01\x04\x22\x04\x00\x01\x01\x02"), (4,), "each device once"),
        (OpSharding(b"\x08\x03\x1a\x01\x04J\x01\x04R\x01\x00"), (6,), "6 cannot be divided evenly by 4"),
        (OpSharding(b"\x08"), (4,), "damaged"),
        (NamedSharding((("x", 2),), (("x",),)), (4,), "over 2 devices, wanted 4"),
        (NamedSharding((("x", 4),), (("x",),)), (), "too many dimensions"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sharding_that_says_nothing_is_refused(
    sharding: NamedSharding | OpSharding, shape: tuple[int, ...], text: str
) -> None:
    with pytest.raises(_sharding.ShardingError, match=text):
        _sharding.slices(sharding, shape, 4)
