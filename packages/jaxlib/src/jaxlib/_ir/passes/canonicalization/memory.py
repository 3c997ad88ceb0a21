"""The rules of memrefs, LLVM's pointers and mosaic_gpu: constants become static, and no-ops disappear."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from jaxlib._ir.core import (
    DYNAMIC,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attributes,
    DenseI32ArrayAttr,
    DenseI64ArrayAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    StridedLayoutAttr,
)
from jaxlib._ir.passes.canonicalization.effects import is_pure
from jaxlib._ir.passes.canonicalization.rewriter import (
    AnyValue,
    Rewriter,
    Rule,
    defined_by,
    integer,
    is_constant,
)

SEGMENTS = "operandSegmentSizes"
#: What makes a memref of another one, at the same address unless it has offsets.
_SAME_START = ("memref.cast", "memref.reinterpret_cast", "memref.subview")

# ---- LLVM

#: The number that stands for an operand among the constant indices.
_DYNAMIC_INDEX = -(2**31)


def _element_pointer(op: Operation, rewriter: Rewriter) -> bool:
    """Constant operands become constant indices, and an index of only zero is the pointer itself."""
    attributes = op._attributes
    indices = list(attributes["rawConstantIndices"].parts)
    base, *operands = op._operands
    if indices == [0] and base._type == op._result_types[0]:
        rewriter.replace(op, [base])
        return True
    left, changed = [], False
    for position, index in enumerate(indices):
        if index != _DYNAMIC_INDEX:
            continue
        operand = operands.pop(0)
        value = integer(operand)
        if value is not None and -(2**31) < value < 2**31:
            indices[position], changed = value, True
        else:
            left.append(operand)
    if changed:
        attributes["rawConstantIndices"] = DenseI32ArrayAttr.get(indices)
        rewriter.set_operands(op, [base, *left])
    return changed


# ---- memref


class _Lists(NamedTuple):
    """The offsets, sizes and strides of a part, with `DYNAMIC` for those that are operands."""

    offsets: list[int]
    sizes: list[int]
    strides: list[int]


_NAMES = ("static_offsets", "static_sizes", "static_strides")


def _stated(op: Operation) -> _Lists:
    return _Lists(*(list(op._attributes[name].parts) for name in _NAMES))


def _with_constants(op: Operation) -> tuple[_Lists, list[list[AnyValue]], bool]:
    """The lists with constant operands as static values, the other operands, and whether any were constant."""
    counts = list(op._attributes[SEGMENTS].parts)
    operands, start, changed = op._operands, counts[0], False
    lists, left = _stated(op), []
    for name, values, count in zip(_NAMES, lists, counts[1:], strict=True):
        pending, kept = list(operands[start : start + count]), []
        start += count
        for position, value in enumerate(values):
            if value != DYNAMIC:
                continue
            operand = pending.pop(0)
            known = integer(operand)
            if known is None or (name == "static_sizes" and known < 0):
                kept.append(operand)
            else:
                values[position], changed = known, True
        left.append(kept)
    return lists, left, changed


def _times(one: int, other: int) -> int:
    return DYNAMIC if DYNAMIC in (one, other) else one * other


def _layout_of_part(source: MemRefType, offsets: list[int], strides: list[int]) -> tuple[int, list[int]]:
    """The offset and the strides of a part of a memref."""
    source_strides, offset = source.get_strides_and_offset()
    for position, stride in zip(offsets, source_strides, strict=True):
        step = _times(position, stride)
        offset = DYNAMIC if DYNAMIC in (offset, step) else offset + step
    return offset, [_times(*pair) for pair in zip(source_strides, strides, strict=True)]


def _whole_type(source: MemRefType, lists: _Lists) -> MemRefType:
    """The type of a part that has all of the memref's dimensions."""
    offset, strides = _layout_of_part(source, lists.offsets, lists.strides)
    layout = StridedLayoutAttr.get(offset, strides)
    return MemRefType.get(lists.sizes, source.element_type, layout, source.memory_space)


def _part_type(source: MemRefType, lists: _Lists, dropped: set[int]) -> MemRefType:
    """The type of a part without some dimensions."""
    whole = _whole_type(source, lists)
    if not dropped:
        return whole
    strides, offset = whole.get_strides_and_offset()
    shape = [size for i, size in enumerate(whole.shape) if i not in dropped]
    kept = [stride for i, stride in enumerate(strides) if i not in dropped]
    layout = StridedLayoutAttr.get(offset, kept)
    return MemRefType.get(shape, source.element_type, layout, source.memory_space)


def _dropped(whole: MemRefType, part: MemRefType, sizes: list[int]) -> set[int]:
    """The positions of the dimensions of size 1 that the type of a part lacks.

    If not all of them are missing, those are whose strides are missing, too.
    """
    missing = whole.rank - part.rank
    ones = [i for i, size in enumerate(sizes) if size == 1]
    if len(ones) == missing or not missing:
        return set(ones) if missing else set()
    strides = whole.get_strides_and_offset()[0]
    left, wanted = Counter(strides), Counter(part.get_strides_and_offset()[0])
    dropped = set()
    for i in ones:
        if left[strides[i]] > wanted[strides[i]]:
            left[strides[i]] -= 1
            dropped.add(i)
    return dropped


def _subview(op: Operation, rewriter: Rewriter) -> bool:
    """Constant offsets, sizes and strides become static, and the type with them."""
    source, old = op._operands[0]._type, op._result_types[0]
    if not isinstance(source, MemRefType) or not isinstance(old, MemRefType):
        return False
    if not any(map(is_constant, op._operands[1:])):
        return _of_cast(op, old, rewriter) or _whole(op, rewriter)
    lists, dynamics, changed = _with_constants(op)
    if not changed:
        # In this order: the cast is then where the part was, and not where the memref was cast first.
        return _of_cast(op, old, rewriter) or _whole(op, rewriter)
    before = _stated(op)
    kind = _part_type(source, lists, _dropped(_whole_type(source, before), old, before.sizes))
    attributes = _inherent(op)
    for name, values in zip(_NAMES, lists, strict=True):
        attributes[name] = DenseI64ArrayAttr.get(values)
    attributes[SEGMENTS] = DenseI32ArrayAttr.get([1, *map(len, dynamics)])
    operands = [op._operands[0], *(operand for part in dynamics for operand in part)]
    _replace_part(op, kind, operands, attributes, rewriter)
    return True


def _inherent(op: Operation) -> Attributes:
    """The attributes that the kind of operation has: those added by others are not taken over to a new one."""
    return {name: value for name, value in op._attributes.items() if "." not in name}


def _replace_part(
    op: Operation, kind: MemRefType, operands: list[AnyValue], attributes: Attributes, rewriter: Rewriter
) -> None:
    """Replace a subview by another one, and a cast to the old type if it has another one."""
    made = rewriter.create("memref.subview", [kind], operands, attributes, op).result
    if kind != op._result_types[0]:
        made = rewriter.create("memref.cast", op._result_types, [made], {}, op).result
    rewriter.replace(op, [made])


def _whole(op: Operation, rewriter: Rewriter) -> bool:
    """A part that is the whole is the memref itself, or a cast of it."""
    source, kind = op._operands[0], op._result_types[0]
    offsets, sizes, strides = _stated(op)
    if any(offsets) or any(stride != 1 for stride in strides) or DYNAMIC in sizes:
        return False
    if source._type.rank != kind.rank or sizes != source._type.shape:  # type: ignore[attr-defined]
        return False
    if source._type != kind:
        source = rewriter.create("memref.cast", [kind], [source], {}, op).result
    rewriter.replace(op, [source])
    return True


def _of_cast(op: Operation, old: MemRefType, rewriter: Rewriter) -> bool:
    """A part of what was cast to a less static type is a part of the original."""
    cast = defined_by(op._operands[0], "memref.cast")
    if cast is None or not _loses(cast):
        return False
    source, lists = cast._operands[0]._type, _stated(op)
    before = _whole_type(op._operands[0]._type, lists)
    kind = _part_type(source, lists, _dropped(before, old, lists.sizes))
    _replace_part(op, kind, [cast._operands[0], *op._operands[1:]], _inherent(op), rewriter)
    return True


def _reinterpret_memref(op: Operation, rewriter: Rewriter) -> bool:
    """Of a cast, of another reinterpretation or of a part from the start on: of what that is of."""
    source = op._operands[0]
    inner = source._owner
    if (
        isinstance(inner, Operation)
        and inner._name in _SAME_START
        and not (inner._name == "memref.subview" and any(_stated(inner).offsets))
    ):
        rewriter.set_operands(op, [inner._operands[0], *op._operands[1:]])
        return True
    if source._type == op._result_types[0] and len(op._operands) == 1:
        rewriter.replace(op, [source])
        return True
    return False


def _loses(cast: Operation) -> bool:
    """Whether the result of a cast is less static than its operand, and alike else."""
    one, other = cast._operands[0]._type, cast._result_types[0]
    if not isinstance(one, MemRefType) or not isinstance(other, MemRefType):
        return False
    if (one.rank, one.element_type, one.memory_space) != (
        other.rank,
        other.element_type,
        other.memory_space,
    ):
        return False
    (strides, offset), (others, other_offset) = one.get_strides_and_offset(), other.get_strides_and_offset()
    pairs = zip([*one.shape, *strides, offset], [*other.shape, *others, other_offset], strict=True)
    return not any(a == DYNAMIC and b != DYNAMIC for a, b in pairs)


def _reshape(op: Operation, rewriter: Rewriter) -> bool:
    """Of two reshapes none or one is left; a reshape of a cast is one of the cast's operand."""
    (source, *_), kind = op._operands, op._result_types[0]
    if source._type == kind:
        rewriter.replace(op, [source])
        return True
    inverse = "memref.expand_shape" if op._name == "memref.collapse_shape" else "memref.collapse_shape"
    if (inner := defined_by(source, inverse)) is not None:
        original = inner._operands[0]
        if original._type == kind and (
            sum(size == DYNAMIC for size in kind.shape) < 2  # type: ignore[attr-defined]
            or op._attributes["reassociation"] == inner._attributes["reassociation"]
        ):
            rewriter.replace(op, [original])
            return True
        if op._name == "memref.expand_shape" and _expand_of_collapse(op, inner, rewriter):
            return True
    return _reshape_of_cast(op, rewriter)


def _groups(op: Operation) -> list[list[int]]:
    return [[index.value for index in group] for group in op._attributes["reassociation"]]


def _expand_of_collapse(op: Operation, inner: Operation, rewriter: Rewriter) -> bool:
    """One of both operations, where the dimensions of one side are those of the other side, some of them merged."""
    source, middle, kind = inner._operands[0]._type, op._operands[0]._type, op._result_types[0]
    kinds = [kind for kind in (source, middle, kind) if isinstance(kind, MemRefType)]
    if len(kinds) < 3 or any(kind.parts[2] is not None or DYNAMIC in kind.shape for kind in kinds):
        return False
    before, _, after = (kind.shape for kind in kinds)
    collapses = len(before) > len(after)
    finer, coarser = (before, after) if collapses else (after, before)
    pairs = (inner, op) if collapses else (op, inner)
    groups: list[list[int]] = []
    for fine, coarse in zip(*map(_groups, pairs), strict=True):
        merged = _merging([finer[i] for i in fine], [coarser[i] for i in coarse])
        if merged is None:
            return False
        groups += [[fine[0] + i for i in group] for group in merged]
    index = IntegerType.get_signless(64)
    attributes: Attributes = {
        "reassociation": ArrayAttr.get(
            [ArrayAttr.get([IntegerAttr.get(index, i) for i in group]) for group in groups]
        )
    }
    if not collapses:
        attributes["static_output_shape"] = DenseI64ArrayAttr.get(after)
    name = inner._name if collapses else op._name
    made = rewriter.create(name, [kind], [inner._operands[0]], attributes, op)
    rewriter.replace(op, [made.result])
    return True


def _merging(sizes: list[int], wanted: list[int]) -> list[list[int]] | None:
    """The groups of dimensions of these sizes whose products are wanted; None if there are none."""
    groups: list[list[int]] = []
    position = 0
    for number, target in enumerate(wanted):
        start, product = position, 1
        while position < len(sizes) and (product < target or position == start):
            product *= sizes[position]
            position += 1
        if product != target or position == start:
            return None
        # Dimensions of size 1 belong to what follows them; behind the last one, to that.
        if number + 1 == len(wanted) and all(size == 1 for size in sizes[position:]):
            position = len(sizes)
        groups.append([*range(start, position)])
    return groups if position == len(sizes) else None


def _reshape_of_cast(op: Operation, rewriter: Rewriter) -> bool:
    """A reshape of what was cast to a less static type is one of the original, and a cast."""
    cast = defined_by(op._operands[0], "memref.cast")
    if cast is None or not _loses(cast):
        return False
    source, old = cast._operands[0]._type, op._result_types[0]
    groups = _groups(op)
    kind = (_collapsed if op._name == "memref.collapse_shape" else _expanded)(source, old.shape, groups)  # type: ignore[attr-defined]
    operands = [cast._operands[0], *op._operands[1:]]
    if kind == old:
        rewriter.set_operands(op, operands)
        return True
    made = rewriter.create(op._name, [kind], operands, _inherent(op), op)
    rewriter.replace(op, [rewriter.create("memref.cast", [old], [made.result], {}, op).result])
    return True


def _collapsed(source: MemRefType, shape: list[int], groups: list[list[int]]) -> MemRefType:
    """The type of a memref whose groups of dimensions became one each; the last one's stride is the group's."""
    strides, offset = source.get_strides_and_offset()
    sizes, kept = source.shape, []
    for group in groups:
        last = next((i for i in reversed(group) if sizes[i] != 1), group[0])
        kept.append(strides[last] if sizes[last] != DYNAMIC or len(group) == 1 else DYNAMIC)
    return _with_strides(source, shape, kept, offset)


def _expanded(source: MemRefType, shape: list[int], groups: list[list[int]]) -> MemRefType:
    """The type of a memref whose dimensions became groups of dimensions."""
    strides, offset = source.get_strides_and_offset()
    made = [0] * len(shape)
    for stride, group in zip(strides, groups, strict=True):
        running = stride
        for i in reversed(group):
            made[i] = running
            running = _times(running, shape[i])
    return _with_strides(source, shape, made, offset)


def _with_strides(source: MemRefType, shape: list[int], strides: list[int], offset: int) -> MemRefType:
    """The memref type with those strides, which are not stated if they are those of a contiguous memref."""
    contiguous = MemRefType.get(shape, source.element_type, None, source.memory_space)
    if source.parts[2] is None or contiguous.get_strides_and_offset() == (strides, offset):
        return contiguous
    layout = StridedLayoutAttr.get(offset, strides)
    return MemRefType.get(shape, source.element_type, layout, source.memory_space)


def _cast(op: Operation, rewriter: Rewriter) -> bool:
    """A cast of a cast is one cast, and one to the same type is its operand."""
    (operand,) = op._operands
    if inner := defined_by(operand, "memref.cast"):
        rewriter.set_operands(op, inner._operands)
        return True
    if operand._type == op._result_types[0]:
        rewriter.replace(op, [operand])
        return True
    return False


def _allocation(op: Operation, rewriter: Rewriter) -> bool:
    """An allocation that is only written to is not needed."""
    allocated = op.result
    users = {user: None for user, _number in allocated._uses}
    if any(user._name != "memref.store" or user._operands[0] == allocated for user in users):
        return False
    for user in users:
        rewriter.erase(user)
    rewriter.erase(op)
    return True


def without_casts(op: Operation, rewriter: Rewriter) -> bool:
    """A load or store uses what a cast makes less static."""
    operands, changed = list(op._operands), False
    for position, operand in enumerate(operands):
        cast = defined_by(operand, "memref.cast")
        if cast is not None and isinstance(cast._operands[0]._type, MemRefType):
            operands[position], changed = cast._operands[0], True
    if changed:
        rewriter.set_operands(op, operands)
    return changed


def _dimension(op: Operation, rewriter: Rewriter) -> bool:
    """A size that is known, or the operand that states the size of a subview."""
    if without_casts(op, rewriter):
        return True
    source, number = op._operands[0], integer(op._operands[1])
    kind = source._type
    if not isinstance(kind, MemRefType) or number is None or not 0 <= number < kind.rank:
        return False
    if (size := kind.shape[number]) != DYNAMIC:
        rewriter.replace(op, [IntegerAttr.get(op._result_types[0], size)])
        return True
    subview = defined_by(source, "memref.subview")
    if subview is None or kind.rank != len(subview._attributes["static_sizes"].parts):
        return False
    _source, offsets, sizes, _strides = subview._attributes[SEGMENTS].parts
    dynamic = [i for i, each in enumerate(subview._attributes["static_sizes"].parts) if each == DYNAMIC]
    assert len(dynamic) == sizes
    rewriter.replace(op, [subview._operands[1 + offsets + dynamic.index(number)]])
    return True


def _metadata(op: Operation, rewriter: Rewriter) -> bool:
    """Offset, sizes and strides that are known are constants."""
    if without_casts(op, rewriter):
        return True
    kind, changed = op._operands[0]._type, False
    if not isinstance(kind, MemRefType):
        return False
    strides, offset = kind.get_strides_and_offset()
    for result, value in zip(op._results[1:], (offset, *kind.shape, *strides), strict=True):
        if value != DYNAMIC and result._uses:
            rewriter.replace_uses(
                result, rewriter.constant(IntegerAttr.get(result._type, value), result._type, op)
            )
            changed = True
    return changed


def _space_cast(op: Operation, rewriter: Rewriter) -> bool:
    """Of a cast one cast, or none."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        rewriter.replace(op, [operand])
        return True
    if inner := defined_by(operand, op._name):
        rewriter.set_operands(op, inner._operands)
        return True
    return False


def _transpose(op: Operation, rewriter: Rewriter) -> bool:
    """Of a transposition one, or none."""
    (operand,), order = op._operands, op._attributes["permutation"].value
    if (
        operand._type == op._result_types[0]
        and order.is_permutation
        and order == AffineMap.get_identity(order.n_dims)
    ):
        rewriter.replace(op, [operand])
        return True
    inner = defined_by(operand, op._name)
    if inner is None:
        return False
    before = [each.position for each in inner._attributes["permutation"].value.results]
    composed = [before[each.position] for each in order.results]
    op._attributes["permutation"] = AffineMapAttr.get(AffineMap.get_permutation(composed))
    rewriter.set_operands(op, inner._operands)
    return True


# ---- gpu


def _barrier(op: Operation, rewriter: Rewriter) -> bool:
    """Of two barriers in a row one is enough."""
    block = op._parent
    assert block is not None
    position = block._position(op) + 1
    following = block._operations[position] if position < len(block._operations) else None
    if following is None or following._name != op._name:
        return False
    if op._operands or following._operands or op._attributes != following._attributes:
        return False
    rewriter.erase(following)
    return True


# ---- mosaic_gpu


def _reinterpret(op: Operation, rewriter: Rewriter) -> bool:
    """To the same type nothing; of a reinterpretation, one operation less; of a slice, the slice of that type."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        rewriter.replace(op, [operand])
        return True
    if inner := defined_by(operand, "mosaic_gpu.reinterpret_cast"):
        rewriter.set_operands(op, inner._operands)
        return True
    if inner := defined_by(operand, "mosaic_gpu.slice_smem"):
        made = rewriter.create("mosaic_gpu.slice_smem", [kind], [], dict(inner._attributes), op)
        rewriter.replace(op, [made.result])
        return True
    return False


def _broadcast_in_dim(op: Operation, rewriter: Rewriter) -> bool:
    """Of a broadcast, one broadcast, in the releases that know it to be without side effects."""
    inner = defined_by(op._operands[0], "mosaic_gpu.broadcast_in_dim")
    if inner is None or not is_pure(inner):
        return False
    outer = list(op._attributes["broadcast_dimensions"].parts)
    dimensions = [outer[number] for number in inner._attributes["broadcast_dimensions"].parts]
    op._attributes["broadcast_dimensions"] = DenseI64ArrayAttr.get(dimensions)
    rewriter.set_operands(op, inner._operands)
    return True


def _warp_map(op: Operation, rewriter: Rewriter) -> bool:
    """A reinterpretation of an argument that all uses share is one of the operand instead."""
    (block,) = op._regions[0]._blocks
    operands, changed = list(op._operands), False
    for position, argument in enumerate(block._arguments):
        users = [user for user, _number in argument._uses]
        kinds = {user._result_types[0] for user in users if user._name == "mosaic_gpu.reinterpret_cast"}
        if len(kinds) != 1 or any(user._name != "mosaic_gpu.reinterpret_cast" for user in users):
            continue
        (kind,) = kinds
        made = rewriter.create("mosaic_gpu.reinterpret_cast", [kind], [operands[position]], {}, op)
        operands[position], changed = made.result, True
        argument.set_type(kind)
        for user in users:
            rewriter.replace(user, [argument])
    if changed:
        rewriter.set_operands(op, operands)
    return changed


RULES: dict[str, Rule] = {
    "gpu.barrier": _barrier,
    "llvm.getelementptr": _element_pointer,
    "memref.alloca": _allocation,
    "memref.cast": _cast,
    "memref.collapse_shape": _reshape,
    "memref.dim": _dimension,
    "memref.expand_shape": _reshape,
    "memref.extract_strided_metadata": _metadata,
    "memref.load": without_casts,
    "memref.memory_space_cast": _space_cast,
    "memref.reinterpret_cast": _reinterpret_memref,
    "memref.store": without_casts,
    "memref.subview": _subview,
    "memref.transpose": _transpose,
    "mosaic_gpu.broadcast_in_dim": _broadcast_in_dim,
    "mosaic_gpu.reinterpret_cast": _reinterpret,
    "mosaic_gpu.warp_map": _warp_map,
}
