"""The rules of vectors: parts of what is known are taken from where they are from, and constants are folded."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from jaxlib._ir.core import (
    DYNAMIC,
    NUMPY_OF,
    Attribute,
    Attributes,
    BoolAttr,
    DenseElementsAttr,
    DenseI64ArrayAttr,
    DialectAttr,
    FloatAttr,
    FloatType,
    IntegerAttr,
    IntegerType,
    Operation,
    Type,
    VectorType,
    dense,
)
from jaxlib._ir.passes.canonicalization.memory import without_casts
from jaxlib._ir.passes.canonicalization.rewriter import (
    AnyValue,
    Rewriter,
    Rule,
    array_of,
    constant_of,
    defined_by,
    integer,
    splat,
)

Position = Sequence[int]


def _fixed(kind: Type) -> VectorType | None:
    """The type, if it is a vector whose sizes are all known."""
    return kind if isinstance(kind, VectorType) and not kind.scalable else None


def _shape(kind: Type) -> list[int]:
    """The sizes of a vector; none for another type."""
    return kind.shape if isinstance(kind, VectorType) else []


def _replace(op: Operation, rewriter: Rewriter, value: AnyValue | Attribute) -> bool:
    rewriter.replace(op, [value])
    return True


def _rebuilt(op: Operation, rewriter: Rewriter, name: str, operand: AnyValue, attributes: Attributes) -> bool:
    """Replace an operation by another one of its type."""
    return _replace(op, rewriter, rewriter.create(name, op._result_types, [operand], attributes, op).result)


def _numbers(op: Operation, name: str) -> list[int]:
    """A list of attributes, or of numbers from jax 0.12.0 on."""
    return [each.value if isinstance(each, IntegerAttr) else each for each in op._attributes[name]]


# ---- Constants


def _constant(kind: Type, array: np.ndarray) -> Attribute:
    """The attribute of a constant vector with these elements, or of a single one."""
    if isinstance(kind, VectorType):
        return dense(kind, np.ascontiguousarray(array).reshape(kind.shape))
    (element,) = np.asarray(array).reshape(-1)
    if isinstance(kind, FloatType):
        return FloatAttr.get(kind, float(element))
    return IntegerAttr.get(kind, int(element))


def _element(attribute: Attribute | None) -> object | None:
    """The number of a constant that is not a vector."""
    return attribute.parts[0] if isinstance(attribute, (BoolAttr, FloatAttr, IntegerAttr)) else None


# ---- Whole vectors


def _broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """Of a constant a constant; to the same type, or of a broadcast, one operation less."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        return _replace(op, rewriter, operand)
    inner = defined_by(operand, "vector.broadcast")
    if inner is not None or (
        (inner := defined_by(operand, "vector.shape_cast")) and _changes_ones(inner, kind)
    ):
        rewriter.set_operands(op, inner._operands)
        return True
    vector, value = _fixed(kind), constant_of(operand)
    if vector is not None and (element := _element(value)) is not None:
        return _replace(op, rewriter, splat(vector, np.asarray(element)))
    if vector is not None and isinstance(value, DenseElementsAttr) and value.is_splat:
        return _replace(op, rewriter, splat(vector, np.asarray(value.parts[1]).reshape(-1)[0]))
    return False


def _changes_ones(op: Operation, broadcast: Type) -> bool:
    """Whether a cast only adds or drops dimensions of size 1 before the others, of those that a broadcast has."""
    source, kind = op._operands[0]._type, op._result_types[0]
    if not all(isinstance(each, VectorType) for each in (source, kind, broadcast)):
        return False
    before, after = _shape(source), _shape(kind)
    longer, shorter = (after, before) if len(after) >= len(before) else (before, after)
    added = len(longer) - len(shorter)
    return len(before) <= len(_shape(broadcast)) and longer == [1] * added + shorter


def _broadcasts_to(source: Type, kind: VectorType) -> bool:
    """Whether a vector or a number can be broadcast to a type."""
    shape = _shape(source)
    if isinstance(source, VectorType) and source.scalable:
        return False
    return len(shape) <= kind.rank and all(
        one in (1, other) for one, other in zip(reversed(shape), reversed(kind.shape), strict=False)
    )


def _shape_cast(op: Operation, rewriter: Rewriter) -> bool:
    """To the same type nothing; of a cast one cast, of a broadcast a broadcast, of a constant a constant."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        return _replace(op, rewriter, operand)
    if inner := defined_by(operand, "vector.shape_cast"):
        rewriter.set_operands(op, inner._operands)
        return True
    vector = _fixed(kind)
    if vector is None:
        return False
    if (array := array_of(operand)) is not None:
        return _replace(op, rewriter, _constant(vector, array))
    if (inner := defined_by(operand, "vector.transpose")) and _moves_ones(inner):
        rewriter.set_operands(op, inner._operands)
        return True
    if inner := defined_by(operand, "vector.broadcast"):
        (source,) = inner._operands
        if _broadcasts_to(source._type, vector):
            return _rebuilt(op, rewriter, "vector.broadcast", source, {})
        if math.prod(_shape(source._type)) == math.prod(vector.shape):
            rewriter.set_operands(op, [source])
            return True
    return False


def _moves_ones(op: Operation) -> bool:
    """Whether a transposition moves no other dimensions than those of size 1."""
    shape = _shape(op._operands[0]._type)
    others = [number for number in op._attributes["permutation"].parts if shape[number] != 1]
    return others == sorted(others)


def _bitcast(op: Operation, rewriter: Rewriter) -> bool:
    """To the same type nothing; of a cast one cast; a splat of wider numbers is a constant."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        return _replace(op, rewriter, operand)
    if inner := defined_by(operand, "vector.bitcast"):
        rewriter.set_operands(op, inner._operands)
        return True
    vector, source, value = _fixed(kind), _fixed(operand._type), constant_of(operand)
    if vector is None or source is None or not isinstance(value, DenseElementsAttr) or not value.is_splat:
        return False
    one, other = source.element_type, vector.element_type
    number = np.asarray(value.parts[1]).reshape(-1)[:1]
    if one.text == "f16" and other.text == "f32":
        bits = int(number.view(np.uint16)[0])
        wide = np.asarray([bits << 16 | bits], np.uint32).view(np.float32)
    elif isinstance(one, IntegerType) and isinstance(other, IntegerType) and one.width < other.width:
        if other.width % one.width or other.text not in NUMPY_OF:
            return False
        bits = int(number[0]) & ((1 << one.width) - 1)
        whole = sum(bits << shift for shift in range(0, other.width, one.width))
        wide = np.asarray([whole - (whole >> (other.width - 1) << other.width)]).astype(NUMPY_OF[other.text])
    else:
        return False
    return _replace(op, rewriter, dense(vector, wide.reshape(())))


def _transpose(op: Operation, rewriter: Rewriter) -> bool:
    """Of a transposition one, or none; of a splat the splat, and of a broadcast number the broadcast."""
    (operand,), order = op._operands, list(op._attributes["permutation"].parts)
    vector = _fixed(op._result_types[0])
    if order == list(range(len(order))):
        return _replace(op, rewriter, operand)
    if inner := defined_by(operand, "vector.transpose"):
        before = inner._attributes["permutation"].parts
        op._attributes["permutation"] = DenseI64ArrayAttr.get([before[number] for number in order])
        rewriter.set_operands(op, inner._operands)
        return True
    value = constant_of(operand)
    if vector is not None and isinstance(value, DenseElementsAttr) and value.is_splat:
        return _replace(op, rewriter, dense(vector, np.asarray(value.parts[1]).reshape(())))
    inner = defined_by(operand, "vector.broadcast")
    if inner is not None and not isinstance(inner._operands[0]._type, VectorType):
        return _rebuilt(op, rewriter, "vector.broadcast", inner._operands[0], {})
    if _moves_ones(op) and (inner := defined_by(operand, "vector.shape_cast")):
        return _rebuilt(op, rewriter, "vector.shape_cast", inner._operands[0], {})
    return False


# ---- Elements


def _static(op: Operation, rewriter: Rewriter, before: int) -> bool:
    """Indices that are constants become static; ``before`` operands come before the indices."""
    operands, position = list(op._operands), list(op._attributes["static_position"].parts)
    left, changed = operands[:before], False
    indices = iter(operands[before:])
    for number, index in enumerate(position):
        if index != DYNAMIC:
            continue
        operand = next(indices)
        value = integer(operand)
        if value is None or value < 0:
            left.append(operand)
        else:
            position[number], changed = value, True
    if changed:
        op._attributes["static_position"] = DenseI64ArrayAttr.get(position)
        rewriter.set_operands(op, left)
    return changed


def _extract(op: Operation, rewriter: Rewriter) -> bool:
    """A part is taken from what the vector is made of."""
    operand, kind = op._operands[0], op._result_types[0]
    position = list(op._attributes["static_position"].parts)
    if not position and operand._type == kind:
        return _replace(op, rewriter, operand)
    if _static(op, rewriter, 1):
        return True
    if DYNAMIC in position:
        return False
    inner = defined_by(operand, "vector.extract")
    if inner is not None and len(inner._operands) == 1:
        return _moved(op, rewriter, inner, [*inner._attributes["static_position"].parts, *position])
    if (array := array_of(operand)) is not None:
        return _replace(op, rewriter, _constant(kind, array[tuple(position)]))
    return any(
        rule(op, rewriter, operand, position)
        for rule in (
            _extract_inserted,
            _extract_broadcast,
            _extract_reshaped,
            _extract_listed,
            _extract_sliced,
            _extract_everything,
        )
    )


def _moved(op: Operation, rewriter: Rewriter, inner: Operation, position: Position) -> bool:
    """Take a part of the operand of another operation."""
    op._attributes["static_position"] = DenseI64ArrayAttr.get(list(position))
    rewriter.set_operands(op, inner._operands[:1])
    return True


def _extract_inserted(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    before = operand
    while insertion := defined_by(before, "vector.insert"):
        value, base, *indices = insertion._operands
        inserted = list(insertion._attributes["static_position"].parts)
        if indices:
            break
        if inserted == list(position):
            return _replace(op, rewriter, value)
        if inserted == list(position[: len(inserted)]):
            op._attributes["static_position"] = DenseI64ArrayAttr.get(list(position[len(inserted) :]))
            rewriter.set_operands(op, [value])
            return True
        if list(position) == inserted[: len(position)]:
            break  # it changes a part of this one
        before = base
    if before is operand:
        return False
    rewriter.set_operands(op, [before])
    return True


def _extract_broadcast(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    inner, kind = defined_by(operand, "vector.broadcast"), op._result_types[0]
    if inner is None:
        return False
    (source,) = inner._operands
    if source._type == kind:
        return _replace(op, rewriter, source)
    shape, result = _shape(source._type), _shape(kind)
    if len(shape) > len(result):
        whole = _shape(operand._type)[-len(shape) :]
        taken = len(shape) - len(result)
        if shape[taken:] != result:
            return False
        own = [
            0 if size != full else index
            for size, full, index in zip(shape, whole, position[-taken:], strict=False)
        ]
        return _moved(op, rewriter, inner, own)
    vector = _fixed(kind)
    if vector is None or not _broadcasts_to(source._type, vector):
        return False
    return _rebuilt(op, rewriter, "vector.broadcast", source, {})


def _extract_reshaped(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    inner = defined_by(operand, "vector.shape_cast")
    if inner is None:
        return False
    (source,), kind = inner._operands, op._result_types[0]
    before, after, result = _fixed(source._type), _fixed(operand._type), _shape(kind)
    rank = len(result)
    if before is None or after is None or before.rank < rank or result != before.shape[before.rank - rank :]:
        return False
    place = int(np.ravel_multi_index(tuple(position), tuple(after.shape[: len(position)])))
    outer = before.shape[: before.rank - rank]
    return _moved(
        op, rewriter, inner, [int(index) for index in np.unravel_index(place, outer)] if outer else []
    )


def _extract_listed(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    inner = defined_by(operand, "vector.from_elements")
    if inner is None or isinstance(op._result_types[0], VectorType):
        return False
    place = int(np.ravel_multi_index(tuple(position), tuple(_shape(operand._type)))) if position else 0
    return _replace(op, rewriter, inner._operands[place])


def _extract_sliced(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    inner = defined_by(operand, "vector.extract_strided_slice")
    if inner is None or any(stride != 1 for stride in _numbers(inner, "strides")):
        return False
    offsets = _numbers(inner, "offsets")
    source, sliced = _shape(inner._operands[0]._type), _shape(operand._type)
    while offsets and offsets[-1] == 0 and sliced[len(offsets) - 1] == source[len(offsets) - 1]:
        offsets.pop()
    if len(_shape(op._result_types[0])) > len(source) - len(offsets):
        return False  # the part is of dimensions that the slice cut
    moved = [index + offset for index, offset in zip(position, offsets, strict=False)]
    return _moved(op, rewriter, inner, [*moved, *position[len(moved) :]])


def _extract_everything(op: Operation, rewriter: Rewriter, operand: AnyValue, position: Position) -> bool:
    """A part that only drops dimensions of size 1 is a cast."""
    kind = op._result_types[0]
    if not position or not isinstance(kind, VectorType):
        return False
    if math.prod(kind.shape) != math.prod(_shape(operand._type)):
        return False
    return _rebuilt(op, rewriter, "vector.shape_cast", operand, {})


def _insert(op: Operation, rewriter: Rewriter) -> bool:
    """In place of the whole vector its value; in a constant a constant; of each element one list of them."""
    value, base, *_ = op._operands
    kind, position = op._result_types[0], list(op._attributes["static_position"].parts)
    if not position and value._type == kind:
        return _replace(op, rewriter, value)
    if _static(op, rewriter, 2):
        return True
    vector = _fixed(kind)
    if vector is None or DYNAMIC in position:
        return False
    if (array := array_of(base)) is not None:
        element = array_of(value) if isinstance(value._type, VectorType) else _element(constant_of(value))
        if element is not None:
            changed = array.copy()
            changed[tuple(position)] = element
            return _replace(op, rewriter, _constant(kind, changed))
    if math.prod(vector.shape) == math.prod(_shape(value._type)):
        name = "vector.shape_cast" if isinstance(value._type, VectorType) else "vector.broadcast"
        return _rebuilt(op, rewriter, name, value, {})
    inner = defined_by(base, "vector.insert")
    if inner is not None and list(inner._attributes["static_position"].parts) == position:
        rewriter.set_operands(op, [value, inner._operands[1]])
        return True
    return _insert_all(op, rewriter, vector)


def _insert_all(op: Operation, rewriter: Rewriter, vector: VectorType) -> bool:
    """Parts that are inserted one after the other until the vector has nothing else: a list of their elements."""
    places = list(np.ndindex(*vector.shape))
    inserted: dict[tuple[int, ...], tuple[AnyValue, int]] = {}
    at: Operation | None = op
    while at is not None and len(inserted) < len(places):
        value, base, *indices = at._operands
        position = tuple(at._attributes["static_position"].parts)
        if indices or (isinstance(value._type, VectorType) and value._type.scalable):
            return False
        for number, inner in enumerate(np.ndindex(*_shape(value._type))):
            inserted.setdefault((*position, *inner), (value, number))
        at = defined_by(base, "vector.insert")
    if len(inserted) < len(places):
        return False
    parts: dict[AnyValue, list[AnyValue]] = {}
    for value, _number in inserted.values():
        if value not in parts:
            parts[value] = [value]
            if isinstance(value._type, VectorType):
                kinds = [vector.element_type] * math.prod(value._type.shape)
                listed = rewriter.create("vector.to_elements", kinds, [value], {}, op)
                parts[value] = list(listed._results)
    operands = [parts[value][number] for value, number in map(inserted.__getitem__, places)]
    made = rewriter.create("vector.from_elements", [vector], operands, {}, op)
    return _replace(op, rewriter, made.result)


def _from_elements(op: Operation, rewriter: Rewriter) -> bool:
    """Of one number a broadcast, of constants a constant, of all elements of a vector that vector."""
    operands, vector = list(op._operands), _fixed(op._result_types[0])
    if vector is None or not operands:
        return False
    numbers = [_element(constant_of(operand)) for operand in operands]
    if all(number is not None for number in numbers):
        array = np.asarray(numbers).astype(NUMPY_OF[vector.element_type.text])
        return _replace(op, rewriter, _constant(vector, array))
    if all(operand == operands[0] for operand in operands):
        return _rebuilt(op, rewriter, "vector.broadcast", operands[0], {})
    return _from_extracted(op, rewriter, operands, vector)


def _from_extracted(
    op: Operation, rewriter: Rewriter, operands: Sequence[AnyValue], vector: VectorType
) -> bool:
    source: AnyValue | None = None
    for place, operand in enumerate(operands):
        part = defined_by(operand, "vector.extract")
        if part is None or len(part._operands) > 1 or source not in (None, part._operands[0]):
            return False
        (source,) = part._operands
        shape = _fixed(source._type)
        if shape is None or math.prod(shape.shape) != len(operands):
            return False
        position = tuple(part._attributes["static_position"].parts)
        if int(np.ravel_multi_index(position, tuple(shape.shape))) != place:
            return False
    assert source is not None
    if source._type == vector:
        return _replace(op, rewriter, source)
    return _rebuilt(op, rewriter, "vector.shape_cast", source, {})


# ---- Slices


def _slice(op: Operation, rewriter: Rewriter) -> bool:
    """A slice that is whole is the vector; one of what is known is taken from there."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        return _replace(op, rewriter, operand)
    source, vector = _fixed(operand._type), _fixed(kind)
    if source is None or vector is None:
        return False
    offsets, sizes, strides = (_numbers(op, name) for name in ("offsets", "sizes", "strides"))
    if any(stride != 1 for stride in strides):
        return False
    if (array := array_of(operand)) is not None:
        taken = array[tuple(slice(at, at + size) for at, size in zip(offsets, sizes, strict=True))]
        return _replace(op, rewriter, _constant(vector, taken))
    if _slice_of_slice(op, rewriter, operand, offsets) or _slice_of_inserted(op, rewriter, operand, offsets):
        return True
    if _slice_of_rows(op, rewriter, operand, offsets, sizes):
        return True
    inner = defined_by(operand, "vector.broadcast")
    return inner is not None and _slice_of_broadcast(op, rewriter, inner._operands[0], offsets, vector)


def _slice_of_broadcast(
    op: Operation, rewriter: Rewriter, source: AnyValue, offsets: Position, vector: VectorType
) -> bool:
    """The broadcast of the source, or of a slice of it."""
    shape = _shape(source._type)
    added = vector.rank - len(shape)
    sizes = [size if size == 1 else whole for size, whole in zip(shape, vector.shape[added:], strict=True)]
    if sizes != shape:
        own = [0 if size == 1 else at for size, at in zip(shape, offsets[added:], strict=False)]
        own += [0] * (len(shape) - len(own))
        kind = VectorType.get(sizes, vector.element_type)
        made = rewriter.create("vector.extract_strided_slice", [kind], [source], dict(op._attributes), op)
        for name, numbers in (("offsets", own), ("sizes", sizes), ("strides", [1] * len(sizes))):
            _set_numbers(made, name, numbers)
        source = made.result
    return _rebuilt(op, rewriter, "vector.broadcast", source, {})


def _slice_of_slice(op: Operation, rewriter: Rewriter, operand: AnyValue, offsets: Position) -> bool:
    inner = defined_by(operand, "vector.extract_strided_slice")
    if inner is None or any(stride != 1 for stride in _numbers(inner, "strides")):
        return False
    before, count = _numbers(inner, "offsets"), len(offsets)
    if len(before) > count:
        return False  # this one would need the sizes of more dimensions
    moved = [one + other for one, other in zip(before, offsets, strict=False)] + list(offsets[len(before) :])
    _set_numbers(op, "offsets", moved)
    rewriter.set_operands(op, inner._operands)
    return True


def _set_numbers(op: Operation, name: str, numbers: Position) -> None:
    """Change a list of numbers, in the form that the release has."""
    given = op._attributes[name]
    if isinstance(given, DenseI64ArrayAttr):
        op._attributes[name] = DenseI64ArrayAttr.get(list(numbers))
        return
    kind = IntegerType.get_signless(64)
    op._attributes[name] = type(given).get([IntegerAttr.get(kind, number) for number in numbers])


def _slice_of_inserted(op: Operation, rewriter: Rewriter, operand: AnyValue, offsets: Position) -> bool:
    """A slice of the slice that was inserted, unless another one was inserted there since."""
    sizes, before = _numbers(op, "sizes"), operand
    while insertion := defined_by(before, "vector.insert_strided_slice"):
        value, before = insertion._operands
        places, inserted = _numbers(insertion, "offsets"), _shape(value._type)
        if any(stride != 1 for stride in _numbers(insertion, "strides")):
            return False
        if not len(places) == len(inserted) == len(offsets):
            return False
        ranges = list(zip(places, inserted, offsets, sizes, strict=True))
        if all(place <= at and at + size <= place + length for place, length, at, size in ranges):
            _set_numbers(op, "offsets", [at - place for place, _length, at, _size in ranges])
            rewriter.set_operands(op, [value])
            return True
        if all(place < at + size and at < place + length for place, length, at, size in ranges):
            return False
    return False


def _slice_of_rows(
    op: Operation, rewriter: Rewriter, operand: AnyValue, offsets: Position, sizes: Position
) -> bool:
    """A slice that is an element of the vector, and contiguous, is taken as such."""
    source = operand._type
    assert isinstance(source, VectorType)
    count = len(sizes)
    while count and sizes[count - 1] == source.shape[count - 1]:
        count -= 1
    whole_rows = count < source.rank
    if not whole_rows or any(size != 1 for size in sizes[:count]):
        return False
    while count < len(sizes) - 1 and sizes[count] == 1:
        count += 1
    element = VectorType.get(source.shape[count:], source.element_type)
    position: Attributes = {"static_position": DenseI64ArrayAttr.get(list(offsets[:count]))}
    made = rewriter.create("vector.extract", [element], [operand], position, op).result
    return _rebuilt(op, rewriter, "vector.shape_cast", made, {})


def _insert_slice(op: Operation, rewriter: Rewriter) -> bool:
    """In place of the whole vector its value; what was there already changes nothing; constants are folded."""
    value, base = op._operands
    kind = op._result_types[0]
    if value._type == kind:
        return _replace(op, rewriter, value)
    offsets, strides = _numbers(op, "offsets"), _numbers(op, "strides")
    inner = defined_by(value, "vector.extract_strided_slice")
    if inner is not None and inner._operands[0] == base:
        same = (offsets, strides) == (_numbers(inner, "offsets"), _numbers(inner, "strides"))
        if same:
            return _replace(op, rewriter, base)
    part, whole = array_of(value), array_of(base)
    if part is None or whole is None or any(stride != 1 for stride in strides):
        return False
    changed, leading = whole.copy(), whole.ndim - part.ndim
    place = [slice(at, at + 1) for at in offsets[:leading]]
    place += [slice(at, at + size) for at, size in zip(offsets[leading:], part.shape, strict=True)]
    changed[tuple(place)] = part
    return _replace(op, rewriter, _constant(kind, changed))


def _shuffle(op: Operation, rewriter: Rewriter) -> bool:
    """One that changes nothing is its operand, one that takes turns an interleaving; constants are folded."""
    one, other = op._operands
    mask, kind, result = list(op._attributes["mask"].parts), _fixed(one._type), op._result_types[0]
    if kind is None or kind.rank != 1 or not isinstance(result, VectorType):
        return False
    size = kind.shape[0]
    if one._type == result and mask == list(range(size)):
        return _replace(op, rewriter, one)
    if other._type == result and mask == list(range(size, size + len(mask))):
        return _replace(op, rewriter, other)
    first, second = array_of(one), array_of(other)
    if first is not None and second is not None and -1 not in mask:
        return _replace(op, rewriter, _constant(result, np.concatenate([first, second])[mask]))
    parts = [defined_by(each, "vector.broadcast") for each in (one, other)]
    sources = [part._operands[0] for part in parts if part is not None]
    if len(sources) == 2 and sources[0] == sources[1] and not isinstance(sources[0]._type, VectorType):
        return _rebuilt(op, rewriter, "vector.broadcast", sources[0], {})
    if other._type != kind:
        return False
    if mask != [number for pair in zip(range(size), range(size, 2 * size), strict=True) for number in pair]:
        return False
    made = rewriter.create("vector.interleave", op._result_types, [one, other], {}, op)
    return _replace(op, rewriter, made.result)


# ---- Reductions

#: The operation of two numbers of each kind of reduction: of integers, and of floating-point numbers.
_COMBINED = {
    "add": ("addi", "addf"),
    "and": ("andi", None),
    "maximumf": (None, "maximumf"),
    "maxnumf": (None, "maxnumf"),
    "maxsi": ("maxsi", None),
    "maxui": ("maxui", None),
    "minimumf": (None, "minimumf"),
    "minnumf": (None, "minnumf"),
    "minsi": ("minsi", None),
    "minui": ("minui", None),
    "mul": ("muli", "mulf"),
    "or": ("ori", None),
    "xor": ("xori", None),
}


def _combined(op: Operation, rewriter: Rewriter, left: AnyValue, right: AnyValue) -> AnyValue | None:
    """Both operands of a reduction, combined; None for a kind that is not known."""
    kind = op._result_types[0]
    element = kind.element_type if isinstance(kind, VectorType) else kind
    noun = op._attributes["kind"].text.partition("<")[2].rstrip(">")
    floating = isinstance(element, FloatType)
    name = _COMBINED.get(noun, (None, None))[floating]
    if name is None:
        return None
    attributes: Attributes = {}
    if floating:
        attributes["fastmath"] = op._attributes.get("fastmath", DialectAttr("#arith.fastmath<none>"))
    elif name in ("addi", "muli"):
        attributes["overflowFlags"] = DialectAttr("#arith.overflow<none>")
    return rewriter.create(f"arith.{name}", [kind], [left, right], attributes, op).result


def _reduction(op: Operation, rewriter: Rewriter) -> bool:
    """Of a single element the element."""
    vector, *initial = op._operands
    if _shape(vector._type) != [1] or _fixed(vector._type) is None:
        return False
    position: Attributes = {"static_position": DenseI64ArrayAttr.get([0])}
    found: AnyValue | None = rewriter.create(
        "vector.extract", op._result_types, [vector], position, op
    ).result
    if initial and found is not None:
        found = _combined(op, rewriter, found, initial[0])
    return found is not None and _replace(op, rewriter, found)


def _multi_reduction(op: Operation, rewriter: Rewriter) -> bool:
    """Over no dimension the vector; over dimensions of size 1 a cast."""
    vector, initial = op._operands
    reduced, kind, source = list(op._attributes["reduction_dims"].parts), op._result_types[0], vector._type
    if not reduced:
        return _replace(op, rewriter, vector)
    shape = _shape(source)
    if _fixed(source) is None or any(shape[number] != 1 for number in reduced):
        return False
    if isinstance(kind, VectorType):
        cast = rewriter.create("vector.shape_cast", [kind], [vector], {}, op).result
    else:
        position: Attributes = {"static_position": DenseI64ArrayAttr.get([0] * len(shape))}
        cast = rewriter.create("vector.extract", [kind], [vector], position, op).result
    found = _combined(op, rewriter, initial, cast)
    return found is not None and _replace(op, rewriter, found)


RULES: dict[str, Rule] = {
    "vector.bitcast": _bitcast,
    "vector.broadcast": _broadcast,
    "vector.extract": _extract,
    "vector.extract_strided_slice": _slice,
    "vector.from_elements": _from_elements,
    "vector.insert": _insert,
    "vector.insert_strided_slice": _insert_slice,
    "vector.load": without_casts,
    "vector.multi_reduction": _multi_reduction,
    "vector.reduction": _reduction,
    "vector.shape_cast": _shape_cast,
    "vector.shuffle": _shuffle,
    "vector.store": without_casts,
    "vector.transpose": _transpose,
}
