"""Parses operations in custom form: the assembly of func, StableHLO, CHLO and Shardy.

Most consist of a name, operands, labelled attributes, a dictionary of the other attributes, and types; a table maps
labels to attributes. The others have their own syntax (`custom_operations`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attribute, Attributes, Operation, Type, Value
from jaxlib._ir.core.diagnostics import note
from jaxlib._ir.text import stablehlo_parser
from jaxlib._ir.text.assembly_parts import (
    Names,
    Program,
    comma,
    done,
    i64_list,
    make,
    other_attributes,
    result_types,
)
from jaxlib._ir.text.attribute_parser import type_
from jaxlib._ir.text.custom_operations import SPECIAL
from jaxlib._ir.text.lexer import REGISTERED, NotRead, unquoted
from jaxlib._ir.text.literals import integer_list
from jaxlib._ir.text.shardy_parser import ShardyParser

#: The dialects that contexts of jax's have.
_LISTED = (
    "affine (*), arith, builtin, cf, chlo, complex (*), func, gpu, llvm, math, memref, mhlo, mpmd, nvgpu, nvvm, "
    "scf, sdy, shape, stablehlo, tensor, ub (*), vector, vhlo"
)
_FAQ = (
    "https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management"
)

#: Operations whose names are written without the dialect.
_SHORT = {"module": "builtin.module", "return": "func.return", "call": "func.call"}


def read(program: Program, names: Names) -> Operation:
    """Parse the next operation, which begins with its unquoted name."""
    source = program.source
    at = source.next()
    word = source.peek()
    name = _SHORT.get(word, word)
    special = SPECIAL.get(name)
    if special is not None:
        source.take()
        return special(program, names, name)
    if not re.fullmatch(r"[A-Za-z_][\w$.-]*", name):
        source.wrong_token("expected operation name in quotes")
    source.take()
    if "." not in name:
        default = "func" if len(program.values) > 1 else "builtin"
        raise source.error(f"custom op '{word}' is unknown (tried '{default}.{word}' as well)", at)
    dialect = name.partition(".")[0]
    if dialect not in REGISTERED:
        listed = (
            f"Available dialects: {_LISTED} (* corresponding to loaded but unregistered dialects); for more info "
            f"on dialect registration see {_FAQ}"
        )
        why = f"Dialect `{dialect}' not found for custom op '{name}' "
        raise source.error(why, at, [note(listed, source.place(at))])
    if dialect not in ("stablehlo", "chlo", "mhlo", "sdy", "func"):
        from jaxlib._ir.text.kernel_forms import READERS  # few programs that are parsed are kernels

        if name in READERS:
            return READERS[name](program, names, name)
        raise NotRead(
            f"jaxlib.mlir.ir.Module.parse of {word!r}",
            "custom assembly is supported for func, StableHLO, CHLO and Shardy, generic form for any operation: "
            "print it with print_generic_op_form=True, or use bytecode",
        )
    return _ordinary(program, names, name)


# ---- Labels: the syntax of the attribute after each label

Reader = Callable[[Program], Attribute]


def _truth(program: Program) -> Attribute:
    return core.BoolAttr.get(program.source.take() == "true")


def _i64(program: Program) -> Attribute:
    return core.IntegerAttr.get(core.IntegerType.get_signless(64), int(program.source.take()))


def _flag(program: Program) -> Attribute:
    return core.BoolAttr.get(program.source.take() == "true")


def _string(program: Program) -> Attribute:
    return core.StringAttr.get(unquoted(program.source.take()))


def _word(mnemonic: str) -> Reader:
    return lambda program: dialects.ENUMERATIONS["stablehlo", mnemonic].get(program.source.take())


def _precisions(program: Program) -> Attribute:
    source = program.source
    source.take("[")
    precisions = []
    while source.peek() != "]":
        precisions.append(dialects.ENUMERATIONS["stablehlo", "precision"].get(source.take()))
        comma(program)
    source.take("]")
    return core.ArrayAttr.get(precisions)


#: For each operation ("" for any), attributes by label.
LABELS: dict[str, dict[str, tuple[str, Reader]]] = {
    "": {"precision": ("precision_config", _precisions)},
    "broadcast": {"sizes": ("broadcast_sizes", i64_list)},
    "broadcast_in_dim": {"dims": ("broadcast_dimensions", i64_list)},
    "cholesky": {"lower": ("lower", _flag)},
    "concatenate": {"dim": ("dimension", _i64)},
    "dynamic_broadcast_in_dim": {"dims": ("broadcast_dimensions", i64_list)},
    "dynamic_iota": {"dim": ("iota_dimension", _i64)},
    "dynamic_slice": {"sizes": ("slice_sizes", i64_list)},
    "einsum": {"config": ("einsum_config", _string)},
    "unary_einsum": {"config": ("einsum_config", _string)},
    "fft": {"type": ("fft_type", _word("fft_type")), "length": ("fft_length", i64_list)},
    "get_dimension_size": {"dim": ("dimension", _i64)},
    "iota": {"dim": ("iota_dimension", _i64)},
    "pad": {
        "low": ("edge_padding_low", i64_list),
        "high": ("edge_padding_high", i64_list),
        "interior": ("interior_padding", i64_list),
    },
    "reverse": {"dims": ("dimensions", i64_list)},
    "rng": {"distribution": ("rng_distribution", _word("rng_distribution"))},
    "rng_bit_generator": {"algorithm": ("rng_algorithm", _word("rng_algorithm"))},
    "set_dimension_size": {"dim": ("dimension", _i64)},
    "top_k": {"k": ("k", _i64), "is_stable": ("is_stable", _truth)},
    "transpose": {"dims": ("permutation", i64_list)},
}


def _ordinary(program: Program, names: Names, name: str) -> Operation:
    """Parse an operation of the form: operands and labels, the other attributes, and types."""
    source = program.source
    operands: list[Value[Type]] = []
    attributes: Attributes = {}
    short = name.partition(".")[2]
    if source.peek() == "{":  # for a barrier, the attributes come first
        other_attributes(program, attributes)
    bracket = source.peek() == "("
    if bracket:
        source.take()
    while source.peek() not in (":", "{", "}", ")", "loc", "^", ""):
        if source.peek() == "%":
            operands.append(program.value())
        elif short == "compare":
            _comparison(program, attributes)
        elif short == "slice":
            _bounds(program, attributes)
        elif short == "get_tuple_element":
            index = core.IntegerType.get_signless(32)
            attributes["index"] = core.IntegerAttr.get(index, integer_list(source)[0])
        elif name.startswith("sdy."):
            attributes["sharding"] = ShardyParser(source).sharding()
        else:
            _labelled(program, short, attributes)
        if source.peek() == ",":
            source.take()
    if bracket:
        source.take(")")
    other_attributes(program, attributes)
    op = make(program, name, operands, attributes)
    # The one type of these is that of the result.
    only_result = short in ("complex", "tuple")
    listed = result_types(program, operands, only_result=only_result) if source.peek() == ":" else []
    if short in ("return", "terminator"):
        listed = []
    elif short == "select" and len(listed) == 2:
        program.expect(operands, [listed[0], *listed[1:] * 2])
        listed = listed[1:]
    return done(program, op, names, listed)


def _labelled(program: Program, short: str, attributes: Attributes) -> None:
    source = program.source
    label = source.take()
    if label in ("batching_dims", "contracting_dims", "algorithm") and short == "dot_general":
        _dot_numbers(program, label, attributes)
        return
    if short == "reduce_precision" and label == "format":
        source.take("=")
        match = re.fullmatch(r"e(\d+)m(\d+)", source.take())
        if match is None:
            source.fail("wanted a format such as e5m10")
        else:
            i32 = core.IntegerType.get_signless(32)
            for field, bits in zip(("exponent_bits", "mantissa_bits"), match.groups(), strict=True):
                attributes[field] = core.IntegerAttr.get(i32, int(bits))
        return
    reader = LABELS.get(short, {}).get(label) or LABELS[""].get(label)
    if reader is None:
        raise NotRead(
            f"jaxlib.mlir.ir.Module.parse of {label!r} in {short}",
            "its syntax is unknown here: print programs with print_generic_op_form=True, or use bytecode",
        )
    source.take("=")
    attributes[reader[0]] = reader[1](program)


def _dot_numbers(program: Program, label: str, attributes: Attributes) -> None:
    source = program.source
    source.take("=")
    if label == "algorithm":
        structure = dialects.STRUCTURES["#stablehlo.dot_algorithm"]
        attributes["algorithm"] = stablehlo_parser.structure(source, *structure, type_)
        return
    left = integer_list(source)
    source.take("x")
    right = integer_list(source)
    kept = attributes.get("dot_dimension_numbers")
    batch: tuple[list[int], list[int]] = ([], [])
    if isinstance(kept, dialects.StructureAttr):
        batch = (list(kept.parts[0]), list(kept.parts[1]))
    contract: tuple[list[int], list[int]] = ([], [])
    if label == "batching_dims":
        batch = (left, right)
    else:
        contract = (left, right)
    attributes["dot_dimension_numbers"] = dialects.DotDimensionNumbers.get(*batch, *contract)


def _comparison(program: Program, attributes: Attributes) -> None:
    """Parse the direction before the operands, and the type of comparison after them."""
    key = "compare_type" if "comparison_direction" in attributes else "comparison_direction"
    mnemonic = {"compare_type": "comparison_type"}.get(key, key)
    attributes[key] = dialects.ENUMERATIONS["stablehlo", mnemonic].get(program.source.take())


def _bounds(program: Program, attributes: Attributes) -> None:
    """Parse ``[first:last:step, ...]``."""
    source = program.source
    source.take("[")
    rows: list[list[int]] = []
    while source.peek() != "]":
        row = [int(source.take())]
        while source.peek() == ":":
            source.take()
            row.append(int(source.take()))
        rows.append([*row, 1] if len(row) == 2 else row)
        comma(program)
    source.take("]")
    for i, name in enumerate(("start_indices", "limit_indices", "strides")):
        attributes[name] = core.DenseI64ArrayAttr.get([row[i] for row in rows])
