"""The types that operands and results of operations in kernels may have, in the words of upstream's verifier.

A kind in a signature is a list of alternatives, such as ``index|vector<i32>``: names of scalar types, and of
containers with the types of their elements in angle brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Any

from jaxlib._ir.core import (
    AffineMapAttr,
    DenseI32ArrayAttr,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    Operation,
    RankedTensorType,
    ShapedType,
    StridedLayoutAttr,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from jaxlib._ir.verification.kernel_signatures import SIGNATURES
from jaxlib._ir.verification.operation_rules import Wrong, need

Predicate = Callable[[Type], bool]


# ---- Scalar types, and the elements of others


def is_float(kind: Type) -> bool:
    """Whether it is a floating-point type; some dialects have their own."""
    return isinstance(kind, FloatType) or kind.text.startswith(("!tpu.float8_exmy<", "!llvm.ppc_fp128"))


def _is_signless(kind: Type) -> bool:
    return isinstance(kind, IntegerType) and kind.parts[1] == ""


def _is_sized(kind: Type) -> bool:
    return not (isinstance(kind, IntegerType) and kind.parts[0] == 0)


def _text(*texts: str) -> Predicate:
    return lambda kind: kind.text in texts


_ANY = "_"
#: What upstream calls the type, and whether a type is one.
_ELEMENTS: dict[str, tuple[str, Predicate]] = {
    **{f"i{width}": (f"{width}-bit signless integer", _text(f"i{width}")) for width in (1, 2, 8, 16, 32, 64)},
    **{f"f{width}": (f"{width}-bit float", _text(f"f{width}")) for width in (16, 32)},
    **{name: (f"{name} type", _text(name)) for name in ("f8E4M3FN", "f8E8M0FNU")},
    "bf16": ("bfloat16 type", _text("bf16")),
    "any": ("any non-token type", lambda _: True),
    "sized": ("non-zero-bitwidth type", _is_sized),
    "float": ("floating-point", is_float),
    "index": ("index", lambda kind: isinstance(kind, IndexType)),
    "integer": ("integer", lambda kind: isinstance(kind, IntegerType)),
    "signless": ("signless integer", _is_signless),
    "signless8": (
        "signless integer of at least 8 bits",
        lambda kind: _is_signless(kind) and kind.parts[0] >= 8,
    ),
    # Upstream's types of semaphores have no description.
    "semaphore": ("", _text("!tpu.semaphore")),
    "dma_semaphore": ("", _text("!tpu.dma_semaphore")),
    "barrier": (
        "A barrier to use for synchronizing threads",
        lambda kind: kind.text.startswith("!mosaic_gpu.barrier"),
    ),
    **{
        name: (f"A type supported by {where}", _text(*types.split()))
        for name, where, types in (
            (
                "tcgen05",
                "the `a` and `b` operands of the `tcgen05.mma` instruction",
                "i8 bf16 f16 f32 tf32 f8E4M3FN f8E5M2 f4E2M1FN f6E2M3FN f6E3M2FN",
            ),
            (
                "wgmma",
                "the `a` and `b` operands of the `wgmma.mma_async` instruction",
                "i8 bf16 f16 f32 tf32 f8E4M3FN f8E5M2",
            ),
            ("wgmma_acc", "the accumulator `wgmma.mma_async` instruction", "f16 f32 i32"),
            (
                "mma",
                "the `a` and `b` operands of the synchronous `mma` op",
                "i1 i4 i8 bf16 f16 f64 tf32 f8E4M3FN f8E5M2",
            ),
            ("mma_acc", "the accumulator of the synchronous `mma` op", "f16 f32 f64 i32"),
        )
    },
}


# ---- Types with elements


def _is_vector(kind: Type, least: int = 1, most: int | None = None, fixed: bool = False) -> bool:
    if not isinstance(kind, VectorType) or (fixed and kind.scalable):
        return False
    rank = len(kind.parts[0])
    return least <= rank and (most is None or rank <= most)


def _is_memref(kind: Type, rank: int | None = None) -> bool:
    return isinstance(kind, MemRefType) and (rank is None or len(kind.parts[0]) == rank)


def _is_tensor(kind: Type) -> bool:
    return isinstance(kind, (RankedTensorType, UnrankedTensorType))


def _is_strided(kind: Type) -> bool:
    """Whether it is a memref with strides; those of a map are not computed here."""
    return isinstance(kind, MemRefType) and isinstance(
        kind.parts[2], (type(None), StridedLayoutAttr, AffineMapAttr)
    )


#: What upstream calls the type, with the elements for ``{}``, and whether a type is one.
_CONTAINERS: dict[str, tuple[str, Predicate]] = {
    "vector": ("vector of {} values", _is_vector),
    "vector0": ("vector of {} values", lambda kind: _is_vector(kind, 0)),
    "vector1": ("vector of {} values of ranks 1", lambda kind: _is_vector(kind, 1, 1)),
    "vector2": ("vector of {} values of ranks 2", lambda kind: _is_vector(kind, 2, 2)),
    "vector23": ("vector of {} values of ranks 2/3", lambda kind: _is_vector(kind, 2, 3)),
    "fixed_vector": ("fixed-length vector of {} values", lambda kind: _is_vector(kind, fixed=True)),
    "fixed_vector0": ("fixed-length vector of {} values", lambda kind: _is_vector(kind, 0, fixed=True)),
    "memref": ("memref of {} values", _is_memref),
    "memref0": ("0D memref of {} values", lambda kind: _is_memref(kind, 0)),
    "memref1": ("1D memref of {} values", lambda kind: _is_memref(kind, 1)),
    "memref2": ("2D memref of {} values", lambda kind: _is_memref(kind, 2)),
    "memref4": ("4D memref of {} values", lambda kind: _is_memref(kind, 4)),
    "dims_memref": (
        "non-0-ranked.memref of {} values",
        lambda kind: _is_memref(kind) and bool(kind.parts[0]),
    ),
    "static_memref": (
        "statically shaped memref of {} values",
        lambda kind: isinstance(kind, MemRefType) and kind.has_static_shape,
    ),
    "strided_memref": ("strided memref of {} values", _is_strided),
    "unranked_memref": ("unranked.memref of {} values", lambda kind: isinstance(kind, UnrankedMemRefType)),
    "any_memref": (
        "ranked or unranked memref of {} values",
        lambda kind: isinstance(kind, (MemRefType, UnrankedMemRefType)),
    ),
    "ranked_tensor": ("ranked tensor of {} values", lambda kind: isinstance(kind, RankedTensorType)),
    "tensor_or_memref": ("Tensor or MemRef of {} values", lambda kind: _is_tensor(kind) or _is_memref(kind)),
    "shaped": ("shaped of {} values", lambda kind: isinstance(kind, ShapedType)),
}


# ---- Kinds that are not made of those above


def element(kind: Type) -> Type:
    """The type of the elements, or of a scalar itself."""
    inner: Type = kind.parts[1] if isinstance(kind, ShapedType) else kind
    return inner


def shape_of(kind: Type) -> tuple[int, ...]:
    """The sizes of a vector's or memref's dimensions."""
    shape: tuple[int, ...] = kind.parts[0]
    return shape


def _like(*scalars: Predicate) -> Predicate:
    """Scalars, and vectors and tensors of them."""

    def accepts(kind: Type) -> bool:
        inner = element(kind) if isinstance(kind, VectorType) or _is_tensor(kind) else kind
        return any(scalar(inner) for scalar in scalars)

    return accepts


def _or_memref(like: Predicate, *scalars: Predicate) -> Predicate:
    return lambda kind: like(kind) or (_is_memref(kind) and any(scalar(kind.parts[1]) for scalar in scalars))


def _is_sized_signless(kind: Type) -> bool:
    return _is_signless(kind) and _is_sized(kind)


def _is_index(kind: Type) -> bool:
    return isinstance(kind, IndexType)


def _is_llvm_float(kind: Type) -> bool:
    return kind.text in ("f16", "bf16", "f32", "f64", "f80", "f128", "!llvm.ppc_fp128")


def _is_llvm(kind: Type) -> bool:
    """Whether a type stands for one of LLVM's: vectors of one dimension may have any elements."""
    return (
        _is_signless(kind) or _is_llvm_float(kind) or kind.text.startswith("!llvm.") or _is_vector(kind, 1, 1)
    )


#: LLVM's types that no value in memory has.
_UNSIZED = ("!llvm.void", "!llvm.func<", "!llvm.label", "!llvm.metadata", "!llvm.token")


def _is_pointer(kind: Type) -> bool:
    return kind.text == "!llvm.ptr" or kind.text.startswith("!llvm.ptr<")


def _llvm(name: str, scalar: Predicate) -> tuple[str, Predicate]:
    """LLVM's scalars and vectors of them."""
    return (
        f"{name} or LLVM dialect-compatible vector of {name}",
        lambda kind: scalar(element(kind)) if _is_vector(kind, 1, 1) else scalar(kind),
    )


_int_like = _like(_is_sized_signless, _is_index)
_NAMED: dict[str, tuple[str, Predicate]] = {
    "float_like": ("floating-point-like", _like(is_float)),
    "bool_like": ("bool-like", _like(_text("i1"))),
    "int_like": ("signless-non-zero-bitwidth-integer-like", _int_like),
    "signless_like": ("signless-integer-like", _like(_is_signless, _is_index)),
    "fixed_int_like": ("signless-fixed-width-integer-like", _like(_is_sized_signless)),
    "int_like_or_memref": (
        "signless-non-zero-bitwidth-integer-like or memref of signless-integer",
        _or_memref(_int_like, _is_signless, _is_index),
    ),
    "bits_like_or_memref": (
        "non-zero-bitwidth-signless-integer-or-float-like or memref of non-zero-bitwidth signless integer or float",
        _or_memref(_like(_is_sized_signless, is_float), _is_sized_signless, is_float),
    ),
    "memref_with_dims": (
        "unranked.memref of any non-token type values or non-0-ranked.memref of any non-token type values",
        lambda kind: isinstance(kind, UnrankedMemRefType) or (_is_memref(kind) and bool(kind.parts[0])),
    ),
    "vreg": ("native-sized vreg", _is_vector),
    "rank2": (" of ranks 2", lambda kind: _is_vector(kind, 2, 2)),
    "any_vector1": (" of ranks 1", lambda kind: _is_vector(kind, 1, 1)),
    "scalable_vector1": (" of ranks 1", lambda kind: _is_vector(kind, 1, 1) and kind.parts[2][0]),
    "printable": (
        "",
        lambda kind: isinstance(kind, (IntegerType, IndexType, VectorType)) or is_float(kind),
    ),
    "llvm": ("LLVM dialect-compatible type", _is_llvm),
    "llvm_aggregate": (
        "LLVM aggregate type",
        lambda kind: kind.text.startswith(("!llvm.struct<", "!llvm.array<")),
    ),
    "llvm_primitive": (
        "primitive LLVM type",
        lambda kind: _is_llvm(kind) and not kind.text.startswith(("!llvm.void", "!llvm.func<")),
    ),
    "llvm_single": (
        "LLVM-compatible non-aggregate type",
        lambda kind: (
            _is_llvm(kind) and not kind.text.startswith(("!llvm.struct<", "!llvm.array<", *_UNSIZED))
        ),
    ),
    "llvm_sized": (
        "LLVM type with size",
        lambda kind: _is_llvm(kind) and not kind.text.startswith(_UNSIZED),
    ),
    "llvm_struct": ("LLVM struct type", lambda kind: kind.text.startswith("!llvm.struct<")),
    "llvm_bool": _llvm("1-bit signless integer", _text("i1")),
    "llvm_float": _llvm("floating point LLVM type", _is_llvm_float),
    "llvm_int": _llvm("signless integer", _is_signless),
    "llvm_pointer": ("LLVM pointer type", _is_pointer),
    "llvm_pointers": _llvm("LLVM pointer type", _is_pointer),
    "llvm_vector": ("LLVM dialect-compatible vector type", lambda kind: _is_vector(kind, 1, 1)),
    "async_token": ("async token type", _text("!gpu.async.token")),
    "named_barrier": ("named barrier type", lambda kind: kind.text.startswith("!gpu.named_barrier")),
    "generic_pointer": ("LLVM pointer in address space 0", _text("!llvm.ptr")),
    "shared_pointer": ("LLVM pointer in address space 3", _text("!llvm.ptr<3>")),
}


#: A predicate of a type, and those of its elements; none if they may be of any type.
Alternative = tuple[Predicate, tuple[Predicate, ...]]


@cache
def _alternatives(kind: str) -> tuple[str, tuple[Alternative, ...]]:
    """What upstream calls a kind, and its alternatives."""
    names: list[str] = []
    alternatives: list[Alternative] = []
    for word in re.findall(r"\w+(?:<[^>]*>)?", kind):
        outer, _, inner = word.rstrip(">").partition("<")
        if not inner:
            name, predicate = _NAMED.get(outer) or _ELEMENTS[outer]
            names.append(name)
            alternatives.append((predicate, ()))
            continue
        template, container = _CONTAINERS[outer]
        elements = [_ELEMENTS[part] for part in inner.split("|")]
        names.append(template.format(" or ".join(name for name, _ in elements)))
        alternatives.append((container, tuple(predicate for _, predicate in elements)))
    return " or ".join(names), tuple(alternatives)


def description(kind: str) -> str:
    """What upstream calls a kind of type."""
    return _alternatives(kind)[0]


@lru_cache(maxsize=4096)
def accepts(kind: str, type_: Type) -> bool:
    """Whether a type is of a kind."""
    return any(
        outer(type_) and (not inner or any(one(element(type_)) for one in inner))
        for outer, inner in _alternatives(kind)[1]
    )


# ---- Operations


def _count(noun: str, kinds: Sequence[str], count: int) -> None:
    fixed = sum(kind[-1] not in "*?" for kind in kinds)
    several = len(kinds) > fixed
    if count == fixed or (several and count > fixed):
        return
    found = f", but found {count}" if noun == "operand" else ""
    if several:
        raise Wrong(f"expected {fixed} or more {noun}s{found}")
    one = "requires a single operand" if noun == "operand" else "requires one result"
    raise Wrong({0: f"requires zero {noun}s", 1: one}.get(fixed, f"expected {fixed} {noun}s{found}"))


def _total(noun: str, sizes: Sequence[int], count: int) -> None:
    need(
        sum(sizes) == count,
        f"{noun} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute "
        f"'{noun}SegmentSizes'",
    )


def operand_segments(op: Operation, *, least: int) -> list[list[Any]]:
    """The types of an operation's operands in groups, of which there are ``least`` or more, some of them empty.

    Raises:
        Wrong: There are fewer groups, or they have other numbers of operands.
    """
    attribute = op._attributes.get("operandSegmentSizes")
    sizes: Sequence[int] = () if attribute is None else attribute.parts
    types = op._operand_types
    _total("operand", sizes, len(types))
    need(len(sizes) >= least, f"operandSegmentSizes: wanted {least} or more, found {len(sizes)}")
    ends = list(accumulate(sizes))
    return [list(types[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _sizes(op: Operation, noun: str, kinds: Sequence[str], count: int) -> Sequence[int] | None:
    """How many values each kind has; None if it cannot be known."""
    several = sum(kind[-1] in "*?" for kind in kinds)
    if several <= 1:
        rest = count - (len(kinds) - several)
        return [rest if kind[-1] in "*?" else 1 for kind in kinds]
    segments = op._attributes.get(f"{noun}SegmentSizes")
    if not isinstance(segments, DenseI32ArrayAttr) or len(segments.parts) != len(kinds):
        return None
    sizes: Sequence[int] = segments.parts
    _total(noun, sizes, count)
    return sizes


def _kinds(op: Operation, noun: str, kinds: Sequence[str], types: Sequence[Type]) -> None:
    at = 0
    for kind, size in zip(kinds, _sizes(op, noun, kinds, len(types)) or (), strict=False):
        plain = kind.rstrip("*?")
        for index in range(at, at + size) if plain != _ANY else ():
            if not accepts(plain, types[index]):
                wanted = ("variadic of " if kind[-1] == "*" else "") + description(plain)
                raise Wrong(f"{noun} #{index} must be {wanted}, but got '{types[index]}'")
        at += size


def check(op: Operation) -> None:
    """Check how many operands and results an operation has, and their types.

    Raises:
        Wrong: It has too many or too few, or one is of another kind.
    """
    signature = SIGNATURES.get(op._name)
    if signature is None:
        return
    _count("result", signature.results, len(op._result_types))
    _count("operand", signature.operands, len(op._operand_types))
    _kinds(op, "operand", signature.operands, op._operand_types)
    _kinds(op, "result", signature.results, op._result_types)
