"""The changes between versions of the stable form of TPU kernels: one rule for each changed operation.

Versions and what they introduced:

- 3: tpu.wait_dma2, and the reduced dimensions of vector.multi_reduction as an array of integers
- 4: the priority of a DMA
- 5, 6: several dimensions in tpu.dynamic_gather and in tpu.iota
- 7, 8: remote tpu.wait_dma2, strictly ordered DMAs
- 10, 11: the bytes of a splat of booleans, accumulating tpu.store
- 12: DMAs without a target semaphore, and dynamic offsets in tpu.reinterpret_cast
- 13: a hint for tpu.matmul
- 14: subcores as separate operands; before, they were part of the core's number
- 15, 16: dynamic sizes and strides in tpu.reinterpret_cast; 16 also a dimension in tpu.scan
- 18: kinds of reductions that specify how numbers compare

Rules for 16 and later apply only if the release's own jax writes that version, because only then do its operations
have these features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import NoReturn

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation, Type, Value

SEGMENTS = "operandSegmentSizes"

#: The prefix of operations' names in the stable form.
PREFIX = "stable_mosaic."
#: The oldest version with a rule; jax requests at least 11.
OLDEST = 4

#: The number of subcores per core in all hardware that versions before 14 support.
_SUBCORES = 16

#: Changes an operation, to a version or from it; raises MLIRError if it cannot.
Rule = Callable[[Operation, int], None]


def downgrades(version: int, newest: int) -> dict[str, list[Rule]]:
    """The rules that convert operations of the newest version to an older one, by the operation's name.

    A rule raises MLIRError if the older version cannot express an operation.
    """
    return _by_name(_DOWNGRADES, [since for since in sorted(_DOWNGRADES)[::-1] if version < since <= newest])


def upgrades(version: int, newest: int) -> dict[str, list[Rule]]:
    """The rules that convert operations of an older version to the newest, by the operation's name.

    A rule raises MLIRError if an operation is invalid in that version.
    """
    return _by_name(_UPGRADES, [since for since in sorted(_UPGRADES) if version < since <= newest])


def _by_name(table: Mapping[int, Mapping[str, Rule]], versions: Sequence[int]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for version in versions:
        for name, rule in table[version].items():
            found.setdefault(name, []).append(rule)
    return found


def _fail(op: Operation, why: str) -> NoReturn:
    raise MLIRError(f"Failure while executing pass pipeline:\nerror: {op.location.text}: {why}")


def _too_old(op: Operation, version: int) -> NoReturn:
    _fail(op, f"Downgrade to version {version} unsupported")


def _segments(op: Operation, count: int) -> list[int]:
    """The numbers of operands of each of ``count`` segments."""
    attribute = op._attributes.get(SEGMENTS)
    if not isinstance(attribute, core.DenseI32ArrayAttr):
        _fail(op, f"Missing or invalid {SEGMENTS}")
    if len(attribute) != count:
        _fail(op, f"Unexpected size of {SEGMENTS}: wanted {count}, found {len(attribute)}")
    return list(attribute)


def _set_segments(op: Operation, sizes: Sequence[int]) -> None:
    op._attributes[SEGMENTS] = core.DenseI32ArrayAttr.get(sizes)


def _only_without(name: str, before: int, noun: str, required: bool = True, below: int = 0) -> Rule:
    """A rule: versions before ``before`` lack the boolean attribute ``name``, which must be false.

    ``below`` is the version that upstream's message states, where that is another one.
    """

    def rule(op: Operation, version: int) -> None:
        if version < before:
            attribute = op._attributes.get(name)
            if attribute is None and required:
                _fail(op, f"Missing or invalid {name} attribute")
            if attribute is not None and attribute.value:
                _fail(
                    op,
                    f"'{PREFIX}{op._name}' op Can only downgrade below version {below or before} when {noun}",
                )
            op._attributes.pop(name, None)

    return rule


def _false(name: str) -> Rule:
    """A rule: in older versions, the boolean attribute ``name`` is implicitly false."""

    def rule(op: Operation, _version: int) -> None:
        op._attributes[name] = core.BoolAttr.get(False)

    return rule


def _one_dimension(before: int) -> tuple[Rule, Rule]:
    """Rules: versions before ``before`` only support a single dimension."""

    def down(op: Operation, version: int) -> None:
        dimensions = op._attributes.get("dimensions")
        if not isinstance(dimensions, core.DenseI32ArrayAttr):
            _fail(op, "Missing or invalid dimensions attribute")
        if len(dimensions) != 1:
            _fail(op, f"Can only downgrade below version {before} when a single dimension is specified.")
        del op._attributes["dimensions"]
        i32 = core.IntegerType.get_signless(32)
        op._attributes["dimension"] = core.IntegerAttr.get(i32, dimensions[0])

    def up(op: Operation, version: int) -> None:
        dimension = op._attributes.pop("dimension", None)
        if not isinstance(dimension, core.IntegerAttr) or dimension.type.text != "i32":
            _fail(op, "Missing or invalid dimension attribute")
        op._attributes["dimensions"] = core.DenseI32ArrayAttr.get([dimension.value])

    return down, up


# ---- Subcores, which versions before 14 number together with the cores


def _core_type(op: Operation) -> str:
    """The core type of the innermost function or region around an operation."""
    _, *around = op._enclosing()
    for parent in around:
        attribute = parent._attributes.get("tpu.core_type")
        if attribute is not None:
            return str(attribute.text)
    return "#tpu.core_type<tc>"


def _arith(
    op: Operation, name: str, *operands: Value[Type], value: core.Attribute | None = None
) -> Value[Type]:
    """The result of a new operation on 32-bit integers, created before ``op``."""
    operation = Operation.create(
        f"arith.{name}",
        results=[core.IntegerType.get_signless(32)],
        operands=operands,
        attributes={} if value is None else {"value": value},
        loc=op.location,
        ip=core.InsertionPoint(op),
    )
    return operation._results[0]


def _subcores(op: Operation) -> Value[Type]:
    count = core.IntegerAttr.get(core.IntegerType.get_signless(32), _SUBCORES)
    return _arith(op, "constant", value=count)


def _join_subcore(core_segment: int, subcore_segment: int) -> Rule:
    """A rule: before 14, the last segment (the subcore) is part of the core's number."""

    def rule(op: Operation, version: int) -> None:
        sizes = _segments(op, subcore_segment + 1)
        if sizes[subcore_segment]:
            if _core_type(op) != "#tpu.core_type<sc_vector_subcore>":
                _fail(op, "subcore_id linearization requested for non-SC vector subcore type")
            if not sizes[core_segment]:
                _fail(op, "Expected both core_id and subcore_id to be present for linearization")
            starts = [0, *accumulate(sizes)]
            operands = list(op._operands)
            at, subcore = starts[core_segment], operands.pop(starts[subcore_segment])
            first = _arith(op, "muli", operands[at], _subcores(op))
            operands[at] = _arith(op, "addi", first, subcore)
            op._operands = operands
        _set_segments(op, sizes[:-1])

    return rule


def _split_subcore(core_segment: int, subcore_segment: int) -> Rule:
    """A rule: the inverse of `_join_subcore`."""

    def rule(op: Operation, version: int) -> None:
        sizes = [*_segments(op, subcore_segment), 0]
        if _core_type(op) == "#tpu.core_type<sc_vector_subcore>" and sizes[core_segment]:
            starts = [0, *accumulate(sizes)]
            operands = list(op._operands)
            at = starts[core_segment]
            number, count = operands[at], _subcores(op)
            operands[at] = _arith(op, "divui", number, count)
            operands.insert(starts[subcore_segment], _arith(op, "remui", number, count))
            op._operands = operands
            sizes[subcore_segment] = 1
        _set_segments(op, sizes)

    return rule


_join_dma, _split_dma = _join_subcore(5, 6), _split_subcore(5, 6)
_not_strict = _only_without("strict_ordering", 8, "strict ordering is not set", required=False)


def _enqueue_dma_down(op: Operation, version: int) -> None:
    _join_dma(op, version)
    if version < 12 and not _segments(op, 6)[3]:
        _fail(op, "Cannot downgrade enqueue_dma without target_semaphore to version < 12")
    _not_strict(op, version)
    if version < OLDEST:
        _too_old(op, version)


def _enqueue_dma_up(op: Operation, version: int) -> None:
    if version < OLDEST:
        _too_old(op, version)
    _split_dma(op, version)


def _wait_dma2_down(op: Operation, version: int) -> None:
    sizes = _segments(op, 5)
    if sizes[3] or sizes[4]:
        _fail(op, f"Downgrade to version {version} impossible: device_id and/or core_id is set")
    del op._attributes[SEGMENTS]
    if version < 3:
        _too_old(op, version)


def _wait_dma2_up(op: Operation, version: int) -> None:
    if len(op._operands) != 3:
        _fail(op, f"Unexpected operand count in tpu.wait_dma2: {len(op._operands)}")
    _set_segments(op, [1, 1, 1, 0, 0])


def _splat_down(op: Operation, version: int) -> None:
    # Then, a splat of true was a byte of ones, which the bytecode written here always has.
    value = op._attributes.get("value")
    if not isinstance(value, core.DenseElementsAttr) or value.is_splat:
        return
    if value.type.element_type.text == "i1":
        _fail(op, f"Downgrade to version {version} not implemented: value is not a splat")


def _reinterpret_cast_down(op: Operation, version: int) -> None:
    if SEGMENTS in op._attributes and _segments(op, 3)[2]:
        _fail(op, "Can only downgrade below version 15 when dynamic_sizes is empty")
    op._attributes.pop(SEGMENTS, None)
    if version < 12 and len(op._operands) == 2:
        _fail(op, "Can only downgrade below version 12 when dynamic_offset is not set")


def _reinterpret_cast_up(op: Operation, version: int) -> None:
    _set_segments(op, [1, int(len(op._operands) > 1), 0])


# ---- Versions 16 to 18


def _without_strides(op: Operation, _version: int) -> None:
    sizes = _segments(op, 4)
    if sizes[3]:
        _fail(op, "Can only downgrade below version 16 when dynamic_strides is empty")
    _set_segments(op, sizes[:-1])


def _with_strides(op: Operation, _version: int) -> None:
    _set_segments(op, [*_segments(op, 3), 0])


def _last_dimension(op: Operation) -> int:
    return int(op._operands[0]._type.rank) - 1


def _scan_of_last(op: Operation, _version: int) -> None:
    dimension = op._attributes.pop("dimension", None)
    if not isinstance(dimension, core.IntegerAttr):
        _fail(op, "Missing or invalid dimension attribute")
    if dimension.value != _last_dimension(op):
        _fail(op, "Can only downgrade below version 16 when dimension is the last dimension")


def _scan_with_dimension(op: Operation, _version: int) -> None:
    i32 = core.IntegerType.get_signless(32)
    op._attributes["dimension"] = core.IntegerAttr.get(i32, _last_dimension(op))


def _kind(word: str) -> core.DialectAttr:
    return core.DialectAttr(f"#tpu.reduction_kind<{word}>")


def _kinds(integers: str) -> tuple[Rule, Rule]:
    """Rules: versions before 18 have a single maximum and minimum, which compare integers in one way only."""

    def down(op: Operation, _version: int) -> None:
        kind = op._attributes.get("kind")
        if kind is None:
            _fail(op, "Missing or invalid kind attribute")
        word = kind.text.partition("<")[2][:-1]
        if word[:3] in ("max", "min") and word[3:]:
            if word[3:] not in ("f", integers):
                _fail(op, f"Cannot downgrade reduction kind {word} below version 18")
            op._attributes["kind"] = _kind(word[:3])

    def up(op: Operation, _version: int) -> None:
        for word in ("max", "min"):
            if op._attributes.get("kind") == _kind(word):
                element = op._operands[0]._type.element_type
                op._attributes["kind"] = _kind(
                    word + ("f" if isinstance(element, core.FloatType) else integers)
                )

    return down, up


_gather_down, _gather_up = _one_dimension(5)
_iota_down, _iota_up = _one_dimension(6)

_reduce_down, _reduce_up = _kinds("si")
_scan_down, _scan_up = _kinds("ui")

#: The rules by the version that changed the operations: they apply to older versions, if jax writes that version.
_DOWNGRADES: dict[int, dict[str, Rule]] = {
    3: {"vector.multi_reduction": _too_old},
    5: {"tpu.dynamic_gather": _gather_down},
    6: {"tpu.iota": _iota_down},
    7: {"tpu.wait_dma2": _wait_dma2_down},
    10: {"arith.constant": _splat_down},
    11: {"tpu.store": _only_without("add", 11, "add is not set")},
    13: {"tpu.matmul": _only_without("transpose_lhs_hint", 13, "transpose_lhs_hint is False", below=12)},
    14: {
        "tpu.enqueue_dma": _enqueue_dma_down,
        "tpu.sem_signal": _join_subcore(3, 4),
        "tpu.wait_dma": _join_dma,
    },
    15: {"tpu.reinterpret_cast": _reinterpret_cast_down},
    16: {"tpu.reinterpret_cast": _without_strides, "tpu.scan": _scan_of_last},
    18: {"tpu.reduce": _reduce_down, "tpu.scan": _scan_down},
}
_UPGRADES: dict[int, dict[str, Rule]] = {
    3: {"vector.multi_reduction": _too_old},
    5: {"tpu.dynamic_gather": _gather_up},
    6: {"tpu.iota": _iota_up},
    7: {"tpu.wait_dma2": _wait_dma2_up},
    11: {"tpu.store": _false("add")},
    13: {"tpu.matmul": _false("transpose_lhs_hint")},
    14: {
        "tpu.enqueue_dma": _enqueue_dma_up,
        "tpu.sem_signal": _split_subcore(3, 4),
        "tpu.wait_dma": _split_dma,
    },
    15: {"tpu.reinterpret_cast": _reinterpret_cast_up},
    16: {"tpu.reinterpret_cast": _with_strides, "tpu.scan": _scan_with_dimension},
    18: {"tpu.reduce": _reduce_up, "tpu.scan": _scan_up},
}
