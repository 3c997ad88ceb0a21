"""Asynchronous collectives, lowered to the same collectives without a start and an end of their own.

jax lowers them to StableHLO's ``async_start`` and ``async_done`` up to 0.11, and from 0.12 on to custom calls with
the names of XLA's instructions, whose attributes are a JSON object. The library knows neither, nor the custom call
``control_dep``, which orders collectives among other operations. All of them say when a collective may overlap with
other work, which on CPUs only changes the schedule: the results are the same without.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

from jaxlib_cpu.lowering.rewriting import all_of

#: The custom call of ``jax.experimental.control_deps``.
CONTROL_DEPENDENCY = "control_dep"
#: The custom calls that start a collective: the operation, and its integer attributes with their keys in the JSON.
STARTS: dict[str, tuple[str, dict[str, str]]] = {
    "all-gather-start": ("stablehlo.all_gather", {"all_gather_dim": "all_gather_dimension"}),
    "all-reduce-start": ("stablehlo.all_reduce", {}),
    "reduce-scatter-start": ("stablehlo.reduce_scatter", {"scatter_dimension": "scatter_dimension"}),
    "all-to-all-start": (
        "stablehlo.all_to_all",
        {key: key for key in ("split_dimension", "concat_dimension", "split_count")},
    ),
    "collective-permute-start": ("stablehlo.collective_permute", {}),
}
DONE = tuple(start.removesuffix("start") + "done" for start in STARTS)
#: Pairs of devices, or groups of them; the keys are the same in the operation but for the first.
PAIRS, GROUPS = ("source_target_pairs", "permutation"), "replica_groups"
GLOBAL_IDS, CHANNEL = "use_global_device_ids", "channel_id"


def without_futures(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: in a copy of the program, runs asynchronous collectives where they start."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    if not all_of(ir, module, hlo.AsyncStartOp, hlo.AsyncDoneOp) and not _calls(ir, module):
        return module, options
    with module.context, ir.Location.unknown():
        copy = ir.Module.parse(mlir.module_to_bytecode(module))
        calls = _calls(ir, copy)
        for target, call in calls:
            if target in STARTS:
                with ir.InsertionPoint(call), call.location:
                    _replace(call, _collective(ir, copy, call, *STARTS[target]))
            elif target == CONTROL_DEPENDENCY:
                call.erase()
        for start in all_of(ir, copy, hlo.AsyncStartOp):
            _run_here(start)
        for done in (*all_of(ir, copy, hlo.AsyncDoneOp), *(call for target, call in calls if target in DONE)):
            _replace(done, done.operands[0])
        copy.operation.walk(_Awaited(ir))
    return copy, options


def _replace(operation: Any, value: Any) -> None:
    operation.results[0].replace_all_uses_with(value)
    operation.erase()


def _calls(ir: Any, module: Any) -> list[tuple[str, Any]]:
    """The custom calls to replace, each with its target."""
    from jax._src.lib.mlir.dialects import hlo

    calls = (
        (str(ir.StringAttr(call.attributes["call_target_name"]).value), call)
        for call in all_of(ir, module, hlo.CustomCallOp)
    )
    return [call for call in calls if call[0] in (CONTROL_DEPENDENCY, *STARTS, *DONE)]


def _collective(ir: Any, module: Any, call: Any, name: str, integers: dict[str, str]) -> Any:
    """The result of the collective that a custom call starts."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    frontend = ir.DictAttr(call.attributes["mhlo.frontend_attributes"])
    config = json.loads(ir.StringAttr(frontend["async_collective_config"]).value)
    attributes = {key: mlir.i64_attr(config[stated]) for key, stated in integers.items()}
    for key, stated in ((GROUPS, GROUPS), PAIRS):
        if stated in config:
            attributes[key] = _rows(ir, config[stated])
    if config.get(GLOBAL_IDS):
        attributes[GLOBAL_IDS] = ir.UnitAttr.get()
    if CHANNEL in config:
        attributes["channel_handle"] = hlo.ChannelHandle.get(config[CHANNEL], mlir.DEVICE_TO_DEVICE_TYPE)
    reducer = "called_computations" in call.attributes and list(
        ir.ArrayAttr(call.attributes["called_computations"])
    )
    collective = ir.Operation.create(
        name,
        results=[call.results[0].type],
        operands=list(call.operands),
        attributes=attributes,
        regions=1 if reducer else 0,
    )
    if reducer:
        _reduce_by(ir, module, collective, ir.FlatSymbolRefAttr(reducer[0]).value)
    return collective.results[0]


def _rows(ir: Any, rows: list[list[int]]) -> Any:
    """An array of these rows, filled up with -1."""
    import numpy as np

    columns = itertools.zip_longest(*rows, fillvalue=-1)
    return ir.DenseIntElementsAttr.get(np.ascontiguousarray(np.array(list(columns), np.int64).T))


def _reduce_by(ir: Any, module: Any, collective: Any, name: str) -> None:
    """Fill the region of a collective with the operation of a function of two numbers, such as an addition."""
    from jax._src.lib.mlir.dialects import hlo

    [function] = [
        operation.operation
        for operation in module.body.operations
        if "sym_name" in operation.attributes
        and ir.StringAttr(operation.attributes["sym_name"]).value == name
    ]
    [body] = function.regions[0].blocks
    reduction = next(iter(body.operations)).operation
    types = [argument.type for argument in body.arguments]
    block = collective.regions[0].blocks.append(*types)
    with ir.InsertionPoint(block):
        result = ir.Operation.create(reduction.name, results=types[:1], operands=list(block.arguments))
        hlo.return_([result.results[0]])


def _run_here(start: Any) -> None:
    """Put the operations of an ``async_start`` in its place."""
    [block] = start.regions[0].blocks
    for argument, operand in zip(block.arguments, start.operands, strict=True):
        argument.replace_all_uses_with(operand)
    *operations, last = block.operations
    for operation in operations:
        operation.operation.move_before(start)
    _replace(start, last.operation.operands[0])


class _Awaited:
    """Gives what carries futures, such as loops and functions, the types of their values."""

    def __init__(self, ir: Any) -> None:
        self._ir = ir

    def __call__(self, operation: Any) -> Any:
        blocks = [block for region in operation.regions for block in region.blocks]
        for value in (*operation.results, *(argument for block in blocks for argument in block.arguments)):
            if (type_ := self._awaited(value.type)) != value.type:
                value.set_type(type_)
        if operation.name == "func.func":
            type_ = self._ir.FunctionType(self._ir.TypeAttr(operation.attributes["function_type"]).value)
            inputs, results = (
                [self._awaited(each) for each in types] for types in (type_.inputs, type_.results)
            )
            function_type = self._ir.FunctionType.get(inputs, results)
            operation.attributes["function_type"] = self._ir.TypeAttr.get(function_type)
        return self._ir.WalkResult.ADVANCE

    def _awaited(self, type_: Any) -> Any:
        from jax._src.lib.mlir.dialects import hlo

        return hlo.FutureType(type_).types[0] if hlo.FutureType.isinstance(type_) else type_
