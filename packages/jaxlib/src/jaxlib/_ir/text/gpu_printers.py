"""Prints operations of gpu, llvm, nvvm, tt and mosaic_gpu that have no format."""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlib._ir.core import Operation, symbol_text
from jaxlib._ir.dialects import GPU_IDENTIFIERS
from jaxlib._ir.dialects.default_attributes import default_attributes
from jaxlib._ir.text.kernel_parts import (
    DYNAMIC_I32,
    AnyValue,
    Shown,
    bare,
    ending,
    extra_text,
    groups_of,
    keyword,
    mixed,
    parameters,
    types_text,
    values_text,
)
from jaxlib._ir.text.standard_printers import assigned, regions
from jaxlib._release import KERNEL_KEYWORDS, MOSAIC_GPU_PROPERTIES

if TYPE_CHECKING:
    from jaxlib._ir.text.printer import Printer

# ---- gpu


def _dimension(printer: Printer, op: Operation) -> str:
    bound = op._attributes.get("upper_bound")
    shown = f" upper_bound {bound.value}" if bound is not None else ""
    return f"{bare(op, 'dimension')}{shown}{extra_text(printer, op, ('dimension', 'upper_bound'))}"


def _launch(printer: Printer, op: Operation, indent: str) -> None:
    groups = groups_of(op)
    dependencies, *sizes = groups[:7]
    clusters, shared = groups[7:10], groups[10]
    arguments = list(op._regions[0]._blocks[0]._arguments)
    head = f"{indent}{printer.result_names(op)}gpu.launch"
    head += " async" if op._results else ""
    head += f" [{values_text(printer, dependencies)}]" if dependencies else ""

    def of(word: str, number: int, given: Sequence[Sequence[AnyValue]]) -> str:
        own = arguments[number * 3 : number * 3 + 3]
        bounds = arguments[number * 3 + 6 : number * 3 + 9] if number < 2 else arguments[15:18]
        return f" {word}({values_text(printer, own)}) in {assigned(printer, bounds, [v for (v,) in given])}"

    head += of("clusters", 4, clusters) if all(clusters) else ""
    head += of("blocks", 0, sizes[:3]) + of("threads", 1, sizes[3:6])
    head += f" dynamic_shared_memory_size {values_text(printer, shared)}" if shared else ""
    regions(printer, op, indent, head, [], extra_text(printer, op))


# ---- llvm and nvvm


def _memory(printer: Printer, op: Operation) -> str:
    volatile = "volatile " if "volatile_" in op._attributes else ""
    types = (
        f"{op._operand_types[0].text} -> {op._result_types[0].text}"
        if op._results
        else types_text(op._operand_types)
    )
    return f"{volatile}{printer.operands(op)}{extra_text(printer, op, ('volatile_',))} : {types}"


def _alloca(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    inalloca = "inalloca " if "inalloca" in attributes else ""
    head = f"{inalloca}{printer.operands(op)} x {attributes['elem_type'].text}"
    if not KERNEL_KEYWORDS or "alignment" not in attributes:
        extra = extra_text(printer, op, ("elem_type", "inalloca"))
    else:  # it comes last in the dictionary
        extra = extra_text(printer, op, ("alignment", "elem_type", "inalloca"))
        alignment = f"alignment = {attributes['alignment'].text}"
        extra = f"{extra[:-1]}, {alignment}}}" if extra else f" {{{alignment}}}"
    return f"{head}{extra} : {printer.signature(op)}"


#: The keywords of an element pointer's flags, bits of which some include others.
_NO_WRAP = {
    2: "nusw",
    3: "inbounds",
    4: "nuw",
    5: "inbounds_flag|nuw",
    6: "nusw|nuw",
    7: "inbounds|nuw",
}


def _element_pointer(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    base, *dynamic = op._operands
    indices = mixed(printer, attributes["rawConstantIndices"].parts, dynamic, DYNAMIC_I32)
    flags = attributes.get("noWrapFlags")
    word = _NO_WRAP.get(flags.value, "") if flags is not None else ""
    shown = f"{word} " if word else ""
    extra = extra_text(printer, op, ("elem_type", "noWrapFlags", "rawConstantIndices"))
    head = f"{shown}{printer.value(base)}{indices}{extra}"
    return f"{head} : {printer.signature(op)}, {attributes['elem_type'].text}"


_ASSEMBLY_FLAGS = ("has_side_effects", "convergent", "is_align_stack")


def _inline_assembly(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    words = "".join(f"{word} " for word in _ASSEMBLY_FLAGS if word in attributes)
    kind = attributes.get("tail_call_kind")
    if kind is not None and keyword(kind) != "none":
        words += f"tail_call_kind = {parameters(kind)} "
    dialect = attributes.get("asm_dialect")
    if dialect is not None:
        words += f"asm_dialect = {('att', 'intel')[dialect.value]} "
    names = ("asm_dialect", "asm_string", "constraints", "tail_call_kind", *_ASSEMBLY_FLAGS)
    head = f"{words}{attributes['asm_string'].text}, {attributes['constraints'].text} {printer.operands(op)}"
    return f"{head}{extra_text(printer, op, names)} : {printer.signature(op)}"


def _llvm_constant(printer: Printer, op: Operation) -> str:
    value = op._attributes["value"].text
    return f"({value}){extra_text(printer, op, ('value',))} : {op._result_types[0].text}"


def _global(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    value = attributes.get("value")
    head = f"{keyword(attributes['linkage'])} "
    head += "constant " if "constant" in attributes else ""
    head += f"{symbol_text(attributes['sym_name'].value)}({value.text if value is not None else ''})"
    names = ("constant", "global_type", "linkage", "sym_name", "tls_mode", "value", "visibility_")
    return f"{head}{extra_text(printer, op, names)} : {attributes['global_type'].text}"


def _initialized(printer: Printer, op: Operation) -> str:
    barrier, count, *predicate = op._operands
    shown = f", predicate = {printer.value(predicate[0])}" if predicate else ""
    types = types_text(op._operand_types)
    return f"{values_text(printer, (barrier, count))}{shown}{extra_text(printer, op)} : {types}"


def _store_tensor(printer: Printer, op: Operation) -> str:
    descriptor, source, coordinates, cache, predicate = groups_of(op)
    head = f"{values_text(printer, [*descriptor, *source])}, box[{values_text(printer, coordinates)}]"
    head += f" l2_cache_hint = {values_text(printer, cache)}" if cache else ""
    comma = "" if KERNEL_KEYWORDS else ","
    head += f"{comma} predicate = {values_text(printer, predicate)}" if predicate else ""
    mode = op._attributes.get("mode")
    head += "" if mode is None or keyword(mode) == "tile" else f" mode = {keyword(mode)}"
    types = f"{descriptor[0]._type.text}, {source[0]._type.text.removeprefix('!llvm.ptr')}"
    return f"{head}{extra_text(printer, op, ('mode',))} : {types}"


def _load_tensor(printer: Printer, op: Operation) -> str:
    target, descriptor, coordinates, barrier, offsets, multicast, cache, predicate = groups_of(op)
    head = (
        f"{values_text(printer, [*target, *descriptor, *barrier])}, box[{values_text(printer, coordinates)}]"
    )
    for label, group in (
        (" im2col", offsets),
        (" multicast_mask = ", multicast),
        (" l2_cache_hint = ", cache),
        (" predicate = ", predicate),
    ):
        listed = values_text(printer, group)
        head += f"{label}{f'[{listed}]' if label == ' im2col' else listed}" if group else ""
    defaults = {"isCTAOnly": "false", "mode": "#nvvm.tma_load_mode<tile>"}
    usual = [name for name, text in defaults.items() if _text_of(op, name) == text]
    return f"{head}{extra_text(printer, op, usual)} : {types_text([target[0]._type, descriptor[0]._type])}"


def _text_of(op: Operation, name: str) -> str:
    attr = op._attributes.get(name)
    return "" if attr is None else attr.text


def _matrices(separator: str) -> Shown:
    """A load or store of matrices."""

    def shown(printer: Printer, op: Operation) -> str:
        attributes = op._attributes
        fields = [
            f"{label} = {parameters(attributes[name])}"
            for name, label in (("layout", "layout"), ("shape", "shape"), ("eltType", "element_type"))
        ]
        if "num" in attributes:
            fields.insert(0, f"num = {attributes['num'].value}")
        extra = extra_text(printer, op, ("eltType", "layout", "num", "shape"))
        types = printer.signature(op) if op._results else types_text(op._operand_types)
        return f"{printer.operands(op)}{separator}{', '.join(fields)}{extra} : {types}"

    return shown


def _fence(printer: Printer, op: Operation) -> str:
    space = op._attributes.get("space")
    shown = f", space = {parameters(space)}" if space is not None else ""
    return f"{parameters(op._attributes['kind'])}{shown}{extra_text(printer, op, ('kind', 'space'))}"


def _wait_group(printer: Printer, op: Operation) -> str:
    read = " read" if "read" in op._attributes else ""
    return f"{op._attributes['group'].value}{read}{extra_text(printer, op, ('group', 'read'))}"


# ---- tt

_CACHES = {2: "ca", 3: "cg", 4: "wb", 5: "cs", 6: "wt", 7: "cv"}
_EVICTIONS = {2: "evict_first", 3: "evict_last"}


def _cached(printer: Printer, op: Operation) -> str:
    """A load or store with hints for caches; a newer Triton has one attribute for both, in the dictionary."""
    attributes, shown = op._attributes, printer.operands(op)
    for name, label, words in (("cache", "cacheModifier", _CACHES), ("evict", "evictionPolicy", _EVICTIONS)):
        if name in attributes and (word := words.get(attributes[name].value)):
            shown += f" {label} = {word}"
    extra = extra_text(printer, op, ("cache", "evict"))
    return f"{shown}{extra} : {op._operand_types[0].text}"


_RMW = "and or xor add fadd max min umax umin exch".split()
_SEMANTICS = {1: "relaxed", 2: "acquire", 3: "release", 4: "acq_rel"}
_SCOPES = {1: "gpu", 2: "cta", 3: "sys"}


def _atomic(printer: Printer, op: Operation) -> str:
    attributes = op._attributes
    kind = f"{_RMW[attributes['atomic_rmw_op'].value - 1]}, " if "atomic_rmw_op" in attributes else ""
    where = f"{_SEMANTICS[attributes['sem'].value]}, {_SCOPES[attributes['scope'].value]}"
    extra = extra_text(printer, op, ("atomic_rmw_op", "scope", "sem"))
    return f"{kind}{where}, {printer.operands(op)}{extra} : {printer.signature(op)}"


def _clamp(printer: Printer, op: Operation) -> str:
    nan = ("none", "all")[0 if op._attributes["propagateNan"].value == 0 else 1]
    extra = extra_text(printer, op, ("propagateNan",))
    return f"{printer.operands(op)}, propagateNan = {nan}{extra} : {op._result_types[0].text}"


def _between_floats(printer: Printer, op: Operation) -> str:
    rounding = op._attributes.get("rounding")
    shown = "" if rounding is None else f", rounding = {('rtz', 'rtne')[rounding.value]}"
    types = f"{op._operand_types[0].text} -> {op._result_types[0].text}"
    return f"{printer.operands(op)}{shown}{extra_text(printer, op, ('rounding',))} : {types}"


def _dot(printer: Printer, op: Operation) -> str:
    precision = op._attributes.get("inputPrecision")
    names = ["tf32", "tf32x3", "ieee", "bf16x3", "bf16x6"]
    shown = (
        f", inputPrecision = {names[precision.value]}"
        if precision is not None and precision.value != 2
        else ""
    )
    a, b, _ = op._operand_types
    extra = extra_text(printer, op, ("inputPrecision", "maxNumImpreciseAcc"))
    types = f"{a.text} * {b.text} -> {op._result_types[0].text}"
    return f"{printer.operands(op)}{shown}{extra} : {types}"


# ---- mosaic_gpu


def _labelled(*labels: str) -> Shown:
    """Operands with labels and types, attributes, and the types of results after an arrow."""

    def shown(printer: Printer, op: Operation) -> str:
        head = " ".join(
            f"{label}({printer.value(operand)} : {operand._type.text})"
            for label, operand in zip(labels, op._operands, strict=True)
        )
        extra = _properties(op) + extra_text(printer, op, _PROPERTIES.get(op._name, ()))
        return head + extra + (f" -> {types_text(op._result_types)}" if op._results else "")

    return shown


#: The properties that are printed apart from other attributes.
_PROPERTIES: dict[str, tuple[str, ...]] = (
    {
        "mosaic_gpu.broadcast_in_dim": ("broadcast_dimensions",),
        "mosaic_gpu.layout_cast": ("new_layout", "strict"),
        "mosaic_gpu.tmem_alloc": ("collective", "packing"),
    }
    if MOSAIC_GPU_PROPERTIES
    else {}
)


def _properties(op: Operation) -> str:
    """The properties that do not have their default, in angle brackets and without their types."""
    defaults, attributes = default_attributes(op._name), op._attributes
    shown = []
    for name in _PROPERTIES.get(op._name, ()):
        attr = attributes.get(name)
        if attr is not None and attr != defaults.get(name):
            shown.append(f"{name} = {attr.text if name == 'new_layout' else bare(op, name)}")
    return f" <{', '.join(shown)}>" if shown else ""


def _layout_cast(printer: Printer, op: Operation) -> str:
    """Without the type of the result, which is the operand's."""
    return _labelled("x")(printer, op).rpartition(" -> ")[0]


def _expect(printer: Printer, op: Operation) -> str:
    """The bytes that a barrier has to expect are an operand, or were an attribute."""
    barrier, *amount = op._operands
    shown = values_text(printer, amount) if amount else bare(op, "expect_tx")
    extra = extra_text(printer, op, ("expect_tx",))
    return f"barrier({printer.value(barrier)} : {barrier._type.text}) {shown}{extra}"


_ENDINGS = (
    "gpu.barrier gpu.terminator llvm.return llvm.unreachable mosaic_gpu.return nvvm.cp.async.bulk.commit.group "
    "nvvm.fence.mbarrier.init nvvm.wgmma.fence.aligned tt.reduce.return tt.return"
).split()
#: The text after the names of operations.
SHOWN: dict[str, Shown] = {
    **dict.fromkeys(_ENDINGS, ending),
    **{f"gpu.{name}": _dimension for name in GPU_IDENTIFIERS},
    "llvm.alloca": _alloca,
    "llvm.getelementptr": _element_pointer,
    "llvm.inline_asm": _inline_assembly,
    "llvm.load": _memory,
    "llvm.mlir.constant": _llvm_constant,
    "llvm.mlir.global": _global,
    "llvm.store": _memory,
    "mosaic_gpu.arrive_expect_tx": _expect,
    "mosaic_gpu.broadcast_in_dim": _labelled(""),
    "mosaic_gpu.layout_cast": _layout_cast,
    "mosaic_gpu.tmem_alloc": _labelled("smem_ptr"),
    "mosaic_gpu.tmem_dealloc": _labelled("tmem_ref"),
    "mosaic_gpu.wgmma": _labelled("accumulator", "a", "b"),
    "nvvm.cp.async.bulk.tensor.global.shared.cta": _store_tensor,
    "nvvm.cp.async.bulk.tensor.shared.cluster.global": _load_tensor,
    "nvvm.cp.async.bulk.wait_group": _wait_group,
    "nvvm.fence.proxy": _fence,
    "nvvm.ldmatrix": _matrices(", "),
    "nvvm.mbarrier.init": _initialized,
    "nvvm.stmatrix": _matrices(" "),
    "tt.atomic_cas": _atomic,
    "tt.atomic_rmw": _atomic,
    "tt.clampf": _clamp,
    "tt.dot": _dot,
    "tt.fp_to_fp": _between_floats,
    "tt.load": _cached,
    "tt.store": _cached,
}

#: The printers of operations with regions.
WITH_REGIONS = {"gpu.launch": _launch}
