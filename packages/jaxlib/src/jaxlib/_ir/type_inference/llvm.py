"""Result type inference for LLVM's dialect."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib._ir.core import Attributes, DialectType, IntegerType, Type, VectorType
from jaxlib._ir.dialects.llvm import PointerType, StructType
from jaxlib._ir.type_inference.kernels import Rule, always, same, same_as, truth


def _with_success(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The value that was there, and whether it was the expected one."""
    return (StructType.get_literal([types[2], IntegerType.get_signless(1)]),)


def _element(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The element of a vector."""
    vector = types[0]
    return (vector.element_type,) if isinstance(vector, VectorType) else ()


#: The operations whose result has the type of the first operand.
_SAME = (
    "add and ashr fadd fdiv fmul fneg freeze frem fsub insertelement insertvalue lshr mul or sdiv shl srem "
    "sub udiv urem xor"
)
#: The same, of the functions that LLVM itself provides.
_SAME_INTRINSICS = (
    "acos annotation arithmetic.fence asin atan atan2 bitreverse bswap ceil clmul copysign cos cosh ctlz "
    "ctpop cttz exp exp10 exp2 expect expect.with.probability fabs floor fma fmuladd fshl fshr "
    "launder.invariant.group log log10 log2 maximum maximumnum maxnum minimum minimumnum minnum nearbyint "
    "pdep pext pow ptr.annotation ptrmask rint round roundeven sadd.sat sin sinh smax smin smulh sqrt "
    "sshl.sat ssa.copy ssub.sat strip.invariant.group tan tanh trunc uadd.sat umax umin umulh ushl.sat "
    "usub.sat vector.insert"
)
#: The same, of floating-point functions that respect the mode of rounding and exceptions.
_CONSTRAINED = (
    "acos asin atan atan2 ceil cos cosh exp exp2 fadd fdiv floor fma fmul fmuladd frem fsub log log10 log2 "
    "maximum maxnum minimum minnum nearbyint pow rint round roundeven sin sinh sqrt tan tanh trunc"
)

RULES: dict[str, Rule] = {
    **{f"llvm.{name}": same for name in _SAME.split()},
    **{f"llvm.intr.{name}": same for name in _SAME_INTRINSICS.split()},
    **{f"llvm.intr.experimental.constrained.{name}": same for name in _CONSTRAINED.split()},
    **{f"llvm.intr.experimental.constrained.{name}": truth for name in ("fcmp", "fcmps")},
    "llvm.atomicrmw": same_as(1),
    "llvm.cmpxchg": _with_success,
    "llvm.extractelement": _element,
    "llvm.fcmp": truth,
    "llvm.icmp": truth,
    "llvm.intr.invariant.start": always(PointerType.get),
    "llvm.intr.is.constant": always(lambda: IntegerType.get_signless(1)),
    "llvm.mlir.metadata_as_value": always(lambda: DialectType("!llvm.metadata")),
    "llvm.select": same_as(1),
}
