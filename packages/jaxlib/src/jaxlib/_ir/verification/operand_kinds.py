"""The types that the operands and results of operations may have, as upstream's dialects declare them."""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

import re
from collections.abc import Sequence

from jaxlib._ir.core import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    Type,
    UnrankedTensorType,
)

#: Operations by the types of their operands and results. For tensors, a letter for each kind of element:
#: (p)redicate, (s)ignless and (u)nsigned integer, (f)loat, (c)omplex, (d) f32 or f64, (i) i32, (v) ui32, (x) index,
#: (q)uantized; A is "psufcq". Before them a rank, and other kinds of values: (t)oken, (T)uple, (M)emref, (F)uture,
#: (U)nranked tensor. Of a list, the last one repeats; one that is missing is not checked.
_KINDS = """
A>A: stablehlo.add stablehlo.all_gather stablehlo.all_reduce stablehlo.all_to_all stablehlo.bitcast_convert
    stablehlo.broadcast stablehlo.broadcast_in_dim stablehlo.clamp stablehlo.collective_broadcast
    stablehlo.collective_permute stablehlo.concatenate stablehlo.convert stablehlo.convolution
    stablehlo.cross-replica-sum stablehlo.dot_general stablehlo.maximum stablehlo.minimum stablehlo.multiply
    stablehlo.reduce stablehlo.reduce_scatter stablehlo.reduce_window stablehlo.reshape stablehlo.reverse
    stablehlo.select_and_scatter stablehlo.slice stablehlo.sort stablehlo.transpose chlo.top_k
psu>psu: stablehlo.and stablehlo.not stablehlo.or stablehlo.xor
sufcq>sufcq: stablehlo.divide stablehlo.negate stablehlo.power stablehlo.remainder stablehlo.subtract
fcq>fcq: stablehlo.atan2 stablehlo.cbrt stablehlo.cholesky stablehlo.cosine stablehlo.exponential
    stablehlo.exponential_minus_one stablehlo.log stablehlo.log_plus_one stablehlo.logistic stablehlo.rsqrt
    stablehlo.sine stablehlo.sqrt stablehlo.tan stablehlo.tanh
fq>fq: stablehlo.ceil stablehlo.floor stablehlo.reduce_precision stablehlo.round_nearest_afz
    stablehlo.round_nearest_even
su>su: chlo.mulhi stablehlo.count_leading_zeros stablehlo.popcnt stablehlo.shift_left
    stablehlo.shift_right_arithmetic stablehlo.shift_right_logical
fc>fc: stablehlo.fft stablehlo.triangular_solve
fcU>fcU: chlo.acos chlo.acosh chlo.asin chlo.asinh chlo.atan chlo.atanh chlo.bessel_i1e chlo.conj chlo.cosh
    chlo.sinh chlo.square chlo.tan
fU>fU: chlo.digamma chlo.erf chlo.erf_inv chlo.erfc chlo.lgamma chlo.next_after chlo.polygamma chlo.zeta
cU>cU: chlo._asin_acos_kernel
fU>pU: chlo.is_inf chlo.is_neg_inf chlo.is_pos_inf
fq>p: stablehlo.is_finite
sfcq>sfcq: stablehlo.sign
sfcq>sfq: stablehlo.abs
fc>f: stablehlo.imag stablehlo.real
d>c: stablehlo.complex
A>p: stablehlo.compare
p,A>A: stablehlo.select
A,0A>A: stablehlo.pad
A,0su>A: stablehlo.dynamic_slice
A,A,0su>A: stablehlo.dynamic_update_slice
A,su>A: stablehlo.gather stablehlo.dynamic_gather
A,1sux>A: stablehlo.dynamic_broadcast_in_dim stablehlo.dynamic_reshape
1sux>A: stablehlo.dynamic_iota
A>i: stablehlo.get_dimension_size
A,0i>A: stablehlo.set_dimension_size
0i>At: stablehlo.case
0p>At: stablehlo.if
At>At: stablehlo.optimization_barrier
AtM>AtM: stablehlo.while
fq,1fq>fq,1fq: stablehlo.batch_norm_training
fq,1fq>fq: stablehlo.batch_norm_inference
fq,1fq,1fq,1fq,fq>fq,1fq: stablehlo.batch_norm_grad
0psuf,0psuf,1sux>psuf: stablehlo.rng
suf>suf: stablehlo.rng_bit_generator
>A: stablehlo.constant chlo.constant
>sufcq: stablehlo.iota
>0v: stablehlo.partition_id stablehlo.replica_id
>t: stablehlo.create_token
t>t: stablehlo.after_all
T>AtTM: stablehlo.get_tuple_element
AtTM>T: stablehlo.tuple
F>A: stablehlo.async_done
A>F: stablehlo.async_start
At>t: stablehlo.outfeed stablehlo.send
Ax>A: stablehlo.scatter
AtTMFU>AtTMFU: stablehlo.custom_call
AtM>: stablehlo.return
"""
#: Operations whose results have static shapes.
_STATIC = frozenset(
    """
    chlo.constant stablehlo.broadcast_in_dim stablehlo.constant stablehlo.iota stablehlo.reshape
    stablehlo.rng_bit_generator
    """.split()
)


def _read(text: str) -> list[str]:
    return [part.replace("A", "psufcq") for part in text.split(",") if part]


_OF = {
    name: (_read(operands), _read(results))
    for line in _KINDS.replace("\n    ", " ").strip().splitlines()
    for operands, results, names in [re.split("[>:]", line)]
    for name in names.split()
}

#: The letters of values that are not tensors.
_OTHERS = {"!stablehlo.token": "t", "tuple": "T", "memref": "M", "!stablehlo.future": "F"}
_letters: dict[Type, str] = {}


def _element(kind: Type) -> str:
    """The letters of an element type."""
    if isinstance(kind, IntegerType):
        width, sign = kind.parts
        if sign == "" and width == 1:
            return "p"
        if width not in (2, 4, 8, 16, 32, 64) or sign == "s":
            return ""
        return ("u" if sign else "s") + (("v" if sign else "i") if width == 32 else "")
    if isinstance(kind, FloatType):
        return "" if kind.text == "tf32" else "fd" if kind.text in ("f32", "f64") else "f"
    if isinstance(kind, ComplexType):
        return "c" if "d" in _element(kind.element_type) else ""
    if isinstance(kind, IndexType):
        return "x"
    return "q" if kind.text.startswith("!quant") else ""


def _kind(kind: Type) -> str:
    """The rank, and the letters of a value's type."""
    letters = _letters.get(kind)
    if letters is None:
        if isinstance(kind, RankedTensorType):
            shape, element = kind.parts[:2]
            letters = f"{len(shape)}{_element(element)}"
        elif isinstance(kind, UnrankedTensorType):
            letters = "U"
        else:
            letters = _OTHERS.get(kind.text.partition("<")[0], "")
        _letters[kind] = letters
    return letters


def _allows(wanted: str, kind: Type) -> bool:
    letters = _kind(kind)
    rank = wanted[0] if wanted[0].isdigit() else ""
    return not set(wanted).isdisjoint(letters.lstrip("0123456789")) and (not rank or letters.startswith(rank))


def wrong(name: str, operands: Sequence[Type], results: Sequence[Type]) -> str | None:
    """Which operand or result has a type that the operation does not allow; None if all are allowed."""
    for noun, wanted, types in zip(
        ("operand", "result"), _OF.get(name, ((), ())), (operands, results), strict=True
    ):
        for i, kind in enumerate(types if wanted else ()):
            if not _allows(wanted[min(i, len(wanted) - 1)], kind):
                return f"{noun} #{i} has a type that is not allowed there: '{kind}'"
    if name in _STATIC:
        kind = results[-1]
        if isinstance(kind, RankedTensorType) and not kind.has_static_shape and kind.encoding is None:
            return f"result #{len(results) - 1} must have a static shape, but has the type '{kind}'"
    return None
