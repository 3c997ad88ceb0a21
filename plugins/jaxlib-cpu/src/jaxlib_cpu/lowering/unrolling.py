"""Disables LLVM's unrolling of loops in programs that do not gain from it.

The library's LLVM unrolls a loop of up to some 30 iterations even if its body is the polynomial of tanh or of exp:
compiling tanh of 8 x 32 takes four times as long as with the newer LLVM inside jaxlib, and the result is no faster.
Reductions along long rows, such as the maxima of a softmax, even become slower: they take up to eight times as long
as without unrolling. On the other hand, sums of few neighbours or of computed columns, windows, padding and random
bits need it: without unrolling, they take up to five times as long. XLA has an option that disables unrolling in a
whole program, so it is set for programs that have none of these, or fewer elements in these than in long rows.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu.lowering.fused_reductions import YNNPACK_MIN

#: The workaround's name in plugin.toml.
NAME = "unrolling"
#: XLA's debug option that holds options of a backend by name: a map.
EXTRA_OPTIONS = "xla_backend_extra_options"
#: The entry of that map that disables unrolling.
DISABLE = "xla_cpu_disable_loop_unrolling"
#: The field numbers in xla.CompileOptionsProto: executable_build_options, debug_options, xla_backend_extra_options.
PATH = (3, 3, 500)
REDUCE = "stablehlo.reduce"
#: Unrolled, reductions of up to this many neighbours are faster, and those of more are slower.
NEIGHBOURS_MAX = 16
#: Operations on fewer elements take less time than the call of their program, unrolled or not.
ELEMENTS_MIN = 1024


def disable_unrolling(plugin: Plugin, module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: disables unrolling if the program does not gain from it and the user sets no such options."""
    from jax._src.lib.mlir import ir

    if NAME not in plugin.descriptor.workarounds:
        return module, options
    chosen = EXTRA_OPTIONS in os.environ.get("XLA_FLAGS", "") or EXTRA_OPTIONS in dict(
        options.env_option_overrides
    )
    if chosen or _gains_from_unrolling(ir, module):
        return module, options
    # Overrides by name cannot set a map; a message that is appended to another is merged with it.
    return module, type(options).ParseFromString(options.SerializeAsString() + _message())


def _message() -> bytes:
    """A serialized xla.CompileOptionsProto with this option alone."""
    message = _field(1, DISABLE.encode()) + _field(2, b"")
    for number in reversed(PATH):
        message = _field(number, message)
    return message


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*encoded, number])


def _gains_from_unrolling(ir: Any, module: Any) -> bool:
    """Whether more elements are computed in loops that are faster unrolled than in those that are slower."""
    from jax._src.lib.mlir.dialects import hlo

    gains = losses = 0

    def look(operation: Any) -> Any:
        nonlocal gains, losses
        shapes = [_shape(ir, value) for value in (operation.operands[0], operation.results[0])]
        count = max(map(math.prod, shapes))
        if count < ELEMENTS_MIN:
            return ir.WalkResult.ADVANCE
        if operation.name != REDUCE or faster_unrolled(shapes[0], _axes(ir, operation)):
            gains += count
        elif not _is_passed_to_ynnpack(ir, operation, count):
            losses += count
        return ir.WalkResult.ADVANCE

    # Rotations, of random bits, are shifts.
    for class_ in (hlo.ReduceOp, hlo.PadOp, hlo.ReduceWindowOp, hlo.SelectAndScatterOp, hlo.ShiftLeftOp):
        module.operation.walk(look, op_class=class_)
    return gains > losses


def _axes(ir: Any, reduction: Any) -> list[int]:
    return list(ir.DenseI64ArrayAttr(reduction.attributes["dimensions"]))


def _is_passed_to_ynnpack(ir: Any, reduction: Any, count: int) -> bool:
    """Whether the library does not compile a reduction itself."""
    element_type = ir.RankedTensorType(reduction.operands[0].type).element_type
    return isinstance(element_type, ir.F32Type) and count >= YNNPACK_MIN


def _shape(ir: Any, value: Any) -> tuple[int, ...]:
    """The sizes of a value's dimensions; one that is not known here is taken for a large one."""
    type_ = ir.RankedTensorType(value.type)
    return tuple(
        ELEMENTS_MIN if type_.is_dynamic_dim(axis) else type_.get_dim_size(axis) for axis in range(type_.rank)
    )


def faster_unrolled(shape: Sequence[int], axes: Sequence[int]) -> bool:
    """Whether a reduction over these dimensions is faster if its loops are unrolled."""
    reduced = [axis for axis in sorted(axes) if shape[axis] != 1]
    kept = [axis for axis, size in enumerate(shape) if size != 1 and axis not in axes]
    if not reduced:
        return False
    across_rows = bool(kept) and kept[-1] > reduced[0]
    return across_rows or math.prod(shape[axis] for axis in reduced) <= NEIGHBOURS_MAX
