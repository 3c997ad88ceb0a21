"""Names of values and blocks in the text of a program, chosen as in MLIR.

Values are numbered region by region: all of a region's own before those of nested regions. In custom form, sibling
regions begin with the same numbers, and some operations suggest names (`%cst`), which are made unique by a numeric
suffix; in generic form, every number is used once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from jaxlib._ir.core import BoolAttr, IntegerAttr, IntegerType, NameLoc, Operation, Region, Type, Value
from jaxlib._ir.dialects import GPU_IDENTIFIERS


def _of_constant(op: Operation) -> Sequence[str]:
    # Damaged bytecode may have a constant that is not a tensor.
    element_type = getattr(op._results[0]._type, "element_type", None)
    return ("c",) if isinstance(element_type, IntegerType) else ("cst",)


def _fixed(*names: str) -> Callable[[Operation], Sequence[str]]:
    return lambda _op: names


def _of_scalar(op: Operation) -> Sequence[str]:
    """Such as `c4_i32`, `c0` for an index, `true`, and `cst` for all that is not an integer."""
    value, kind = op._attributes.get("value"), op._result_types[0].text
    if not isinstance(value, (BoolAttr, IntegerAttr)):
        return ("cst",)
    if kind == "i1":
        return ("true" if value.value else "false",)
    return (f"c{value.value}" if kind == "index" else f"c{value.value}_{kind}",)


def _with_dimension(op: Operation) -> Sequence[str]:
    dimension = op._attributes["dimension"].text.rstrip(">")[-1:]
    return (f"{op._name.partition('.')[2]}_{dimension}",)


def _of_metadata(op: Operation) -> Sequence[str]:
    rank = (len(op._results) - 2) // 2
    return ("base_buffer", "offset", *["sizes"] * rank, *["strides"] * rank)


#: Names that operations suggest for their results.
_RESULTS: dict[str, Callable[[Operation], Sequence[str]]] = {
    "stablehlo.constant": _of_constant,
    "stablehlo.batch_norm_grad": _fixed("grad_operand", "grad_scale", "grad_offset"),
    "stablehlo.batch_norm_training": _fixed("output", "batch_mean", "batch_var"),
    "stablehlo.rng_bit_generator": _fixed("output_state", "output"),
    "chlo.top_k": _fixed("values", "indices"),
    "arith.addui_extended": _fixed("sum", "overflow"),
    "arith.constant": _of_scalar,
    "arith.mulsi_extended": _fixed("low", "high"),
    "arith.mului_extended": _fixed("low", "high"),
    **{f"gpu.{name}": _with_dimension for name in GPU_IDENTIFIERS},
    "memref.extract_aligned_pointer_as_index": _fixed("intptr"),
    "memref.extract_strided_metadata": _of_metadata,
    "memref.memory_space_cast": _fixed("memspacecast"),
    **{
        f"memref.{name}": _fixed(name)
        for name in (
            "alloc",
            "alloca",
            "cast",
            "collapse_shape",
            "dim",
            "expand_shape",
            "reinterpret_cast",
            "reshape",
            "subview",
            "transpose",
            "view",
        )
    },
    "mosaic_gpu.query_cluster_cancel": _fixed("x", "y", "z", "success"),
    **{f"tensor.{name}": _fixed(name) for name in ("cast", "dim", "from_elements")},
    "tensor.extract": _fixed("extracted"),
    "tpu.scan_count": _fixed("out_mask", "counts"),
    "tpu.sort": _fixed("output_mask", "sorted_keys", "sorted_values"),
    "tt.split": _fixed("outLHS", "outRHS"),
    "vector.deinterleave": _fixed("res1", "res2"),
}


def _of_scan(op: Operation) -> Sequence[str]:
    sizes = getattr(op._attributes.get("operandSegmentSizes"), "parts", (0, 0))
    return ["input"] * sizes[0] + ["carry"] * sizes[1]


#: The names that operations suggest for the arguments of their regions, one for each operand.
_ARGUMENTS: dict[str, Callable[[Operation], Sequence[str]]] = {
    "stablehlo.while": lambda op: ["iterArg"] * len(op._operands),
    "chlo.scan": _of_scan,
}


def _suggested_names(op: Operation) -> Sequence[str]:
    """The names that an operation suggests for its results; none if it lacks an attribute that tells them."""
    suggest = _RESULTS.get(op._name)
    if suggest is None:
        return ()
    try:
        return suggest(op)
    except (AttributeError, LookupError):
        return ()


class _Scope:
    """The suggested names that are taken in a region and its enclosing regions."""

    def __init__(self, outer: _Scope | None = None) -> None:
        self.outer = outer
        self.taken: set[str] = set()

    def __contains__(self, name: str) -> bool:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.taken:
                return True
            scope = scope.outer
        return False


class SsaNames:
    """The names in the text of ``root`` and its nested operations.

    Attributes:
        values: By value, with the percent sign.
        blocks: By the identity of the block, with the caret.
    """

    def __init__(self, root: Operation, generic: bool, by_location: bool = False) -> None:
        """With ``by_location``, values whose location is a name have that name."""
        self.values: dict[Value[Type], str] = {}
        self.blocks: dict[int, str] = {}
        self._suggest = not generic
        self._by_location = by_location
        self._counts = [0, 0, 0]  # the numbers of values, arguments, and name conflicts
        self._scope = _Scope()
        self._operation(root)
        pending = [(region, self._counts[:], self._scope) for region in root._regions]
        while pending:
            region, counts, outer = pending.pop()
            if self._suggest:
                self._counts = counts[:]
            self._scope = _Scope(outer)
            pending += [(inner, self._counts[:], self._scope) for inner in self._region(region)]

    def _region(self, region: Region) -> list[Region]:
        """Name the values and blocks in a region; returns the nested regions, which are named later."""
        values, counts, within = self.values, self._counts, []
        special = _RESULTS if self._suggest else {}
        suggest = _ARGUMENTS.get(region._owner._name) if self._suggest else None
        suggested = suggest(region._owner) if suggest is not None else ()
        for number, block in enumerate(region._blocks):
            self.blocks[id(block)] = f"^bb{number}"
            for position, argument in enumerate(block._arguments):
                if self._by_location and isinstance(argument._location, NameLoc):
                    self.values[argument] = self._unique(argument._location.name_str)
                elif position < len(suggested):
                    self.values[argument] = self._unique(suggested[position])
                elif number:
                    self.values[argument] = self._number()
                else:
                    self.values[argument] = f"%arg{self._counts[1]}"
                    self._counts[1] += 1
            count = counts[0]  # a variable, because most operations only count
            for op in block._operations:
                results = op._results
                if len(results) == 1 and op._name not in special and not self._by_location:
                    values[results[0]] = f"%{count}"
                    count += 1
                elif results:
                    counts[0] = count
                    self._operation(op)
                    count = counts[0]
                if regions := op._regions:
                    within += regions
            counts[0] = count
        return within

    def _operation(self, op: Operation) -> None:
        results = op._results
        if not results:
            return
        suggested = _suggested_names(op) if self._suggest else ()
        if self._by_location and isinstance(op._location, NameLoc):
            suggested = [op._location.name_str] * len(results)
        if len(suggested) == len(results):
            self._suggested(results, suggested)
        elif len(results) == 1:
            self.values[results[0]] = self._number()
        else:
            name = self._number()
            for number, result in enumerate(results):
                self.values[result] = f"{name}#{number}"

    def _suggested(self, results: Sequence[Value[Type]], names: Sequence[str]) -> None:
        """Name results as suggested; those with the same name are a group."""
        position = 0
        for name, group in groupby(names):
            count, unique = len(list(group)), self._unique(name)
            for number in range(count):
                self.values[results[position]] = unique if count == 1 else f"{unique}#{number}"
                position += 1

    def _number(self) -> str:
        self._counts[0] += 1
        return f"%{self._counts[0] - 1}"

    def _unique(self, name: str) -> str:
        unique = name
        while unique in self._scope:
            unique = f"{name}_{self._counts[2]}"
            self._counts[2] += 1
        self._scope.taken.add(unique)
        return f"%{unique}"


def outermost(op: Operation) -> Operation:
    """The outermost operation that contains ``op``, or ``op`` itself."""
    return op._outermost.opview
