"""The dialect for TPU kernels."""

from __future__ import annotations

import io
from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.core import (
    ArrayAttr,
    Attribute,
    DictAttr,
    Location,
    Module,
    Operation,
    everything,
)
from jaxlib._ir.dialects import Float8EXMYType
from jaxlib._native import ir as _native

#: The operand segment with the device's number, by operation.
_DEVICE_SEGMENTS = {"tpu.enqueue_dma": 4, "tpu.sem_signal": 2}


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def private_has_communication(op: Operation) -> tuple[bool, bool]:
    """Whether a kernel sends to or signals other chips, and whether it uses the barrier semaphore."""
    names = _native.names(op)
    communicates = not names.isdisjoint(_DEVICE_SEGMENTS) and any(
        operation._name in _DEVICE_SEGMENTS
        and operation._attributes["operandSegmentSizes"][_DEVICE_SEGMENTS[operation._name]]
        for operation in everything(op)
    )
    return communicates, "tpu.sem_barrier" in names


def private_set_arg_attr(op: Operation, i: int, name: str, attr: Attribute) -> None:
    """Set an attribute of an argument of a function.

    Raises:
        IndexError: The function has no such argument.
    """
    count = len(op._attributes["function_type"].value.inputs)
    if not 0 <= i < count:
        raise IndexError(f"argument {i} of a function with {count}")
    listed = op._attributes.get("arg_attrs")
    arguments = list(listed) if listed is not None else [DictAttr.get({})] * count
    arguments[i] = DictAttr.get({**arguments[i].parts[0], name: attr})
    op._attributes["arg_attrs"] = ArrayAttr.get(arguments)


def private_unzip_debug_locations(op: Operation) -> bytes:
    """Replace all locations in a kernel by unknown ones, and return them: the bytecode of a module.

    Its attribute ``tpu.locs`` lists the operation's location, those of its blocks' arguments, and then the same for
    each operation inside. The kernel is thus the same wherever its source is.
    """
    unknown = Location.unknown()
    module = Module.create(loc=unknown)
    places = _native.take_locations(op, unknown)
    # Few of them are different objects.
    numbers = list(map(id, places))
    attributes = {number: place.attr for number, place in dict(zip(numbers, places, strict=True)).items()}
    module.operation.attributes["tpu.locs"] = ArrayAttr.get([attributes[number] for number in numbers])
    content = io.BytesIO()
    module.operation.write_bytecode(content, desired_version=0)
    return content.getvalue()


__all__ = [
    "Float8EXMYType",
    "private_has_communication",
    "private_set_arg_attr",
    "private_unzip_debug_locations",
    "register_dialect",
]

publish(globals(), ["Float8EXMYType"])
