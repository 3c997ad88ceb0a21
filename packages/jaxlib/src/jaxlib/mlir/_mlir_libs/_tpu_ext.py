"""The dialect for TPU kernels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.core import (
    ArrayAttr,
    Attribute,
    BlockArgument,
    DictAttr,
    Location,
    Module,
    Operation,
    everything,
)
from jaxlib._ir.dialects import Float8EXMYType

#: The operand segment with the device's number, by operation.
_DEVICE_SEGMENTS = {"tpu.enqueue_dma": 4, "tpu.sem_signal": 2}


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def private_has_communication(op: Operation) -> tuple[bool, bool]:
    """Whether a kernel sends to or signals other chips, and whether it uses the barrier semaphore."""
    communicates = custom_barrier = False
    for operation in everything(op):
        segment = _DEVICE_SEGMENTS.get(operation._name)
        if segment is not None and operation._attributes["operandSegmentSizes"][segment]:
            communicates = True
        elif operation._name == "tpu.sem_barrier":
            custom_barrier = True
    return communicates, custom_barrier


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
    places = list(_places(op))
    module.operation.attributes["tpu.locs"] = ArrayAttr.get([place._location.attr for place in places])
    for place in places:
        place._location = unknown
    content = io.BytesIO()
    module.operation.write_bytecode(content, desired_version=0)
    return content.getvalue()


def _places(op: Operation) -> Iterator[Operation | BlockArgument]:
    """What has a location in an operation, from the outside inwards."""
    yield op
    blocks = [block for region in op._regions for block in region._blocks]
    for block in blocks:
        yield from block._arguments
    for block in blocks:
        for inner in block._operations:
            yield from _places(inner)


__all__ = [
    "Float8EXMYType",
    "private_has_communication",
    "private_set_arg_attr",
    "private_unzip_debug_locations",
    "register_dialect",
]

publish(globals(), ["Float8EXMYType"])
