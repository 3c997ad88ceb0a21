"""Result type inference for tt, the dialect of Triton's kernels. Its tensors have no encodings here."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir.core import (
    Attributes,
    DenseI32ArrayAttr,
    IntegerAttr,
    IntegerType,
    MLIRError,
    RankedTensorType,
    Type,
    named_attribute,
)
from jaxlib._ir.dialects import PointerType
from jaxlib._ir.type_inference.kernels import Rule, same_as


def _i32(_name: str, _types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    return (IntegerType.get_signless(32),)


def _tensor(name: str, value_type: Type) -> RankedTensorType:
    if not isinstance(value_type, RankedTensorType):
        raise MLIRError(f"{name}: wanted a tensor, found {value_type.text}")
    return value_type


def _load(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """What is pointed to; of a tensor of pointers, a tensor of it."""
    pointer = types[0].element_type if isinstance(types[0], RankedTensorType) else types[0]
    if not isinstance(pointer, PointerType):
        raise MLIRError(f"{name}: wanted pointers, found {types[0].text}")
    if isinstance(types[0], RankedTensorType):
        return (RankedTensorType.get(types[0].shape, pointer.pointee_type),)
    return (pointer.pointee_type,)


def _expand_dims(name: str, types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    tensor, axis = _tensor(name, types[0]), named_attribute(attributes, "axis", IntegerAttr).value
    if not 0 <= axis <= tensor.rank:
        raise MLIRError(f"{name}: axis {axis} of {tensor.text}")
    shape = tensor.shape
    return (RankedTensorType.get([*shape[:axis], 1, *shape[axis:]], tensor.element_type),)


def _trans(name: str, types: Sequence[Type], attributes: Attributes) -> Sequence[Type]:
    tensor, order = _tensor(name, types[0]), named_attribute(attributes, "order", DenseI32ArrayAttr).parts
    if sorted(order) != list(range(tensor.rank)):
        raise MLIRError(f"{name}: the order {list(order)} of {tensor.text}")
    return (RankedTensorType.get([tensor.shape[axis] for axis in order], tensor.element_type),)


def _split(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The two halves of the last dimension."""
    tensor = _tensor(name, types[0])
    half = RankedTensorType.get(tensor.shape[:-1], tensor.element_type)
    return (half, half)


def _join(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    tensor = _tensor(name, types[0])
    return (RankedTensorType.get([*tensor.shape, 2], tensor.element_type),)


def _unsplat(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    return (_tensor(name, types[0]).element_type,)


def _gather(name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The elements of the source in the shape of the indices."""
    return (RankedTensorType.get(_tensor(name, types[1]).shape, _tensor(name, types[0]).element_type),)


RULES: dict[str, Rule] = {
    "tt.clampf": same_as(0),
    "tt.dot": same_as(2),
    "tt.expand_dims": _expand_dims,
    "tt.gather": _gather,
    "tt.get_num_programs": _i32,
    "tt.get_program_id": _i32,
    "tt.join": _join,
    "tt.load": _load,
    "tt.mulhiui": same_as(0),
    "tt.precise_divf": same_as(0),
    "tt.precise_sqrt": same_as(0),
    "tt.split": _split,
    "tt.trans": _trans,
    "tt.unsplat": _unsplat,
}
