"""Lowers unreduced shardings to explicit collectives for plugins whose Shardy predates them.

A value is *unreduced* along some mesh axes if it is the sum, or with jax 0.12 the maximum or minimum, of the values
on the devices along those axes. When an old library makes a value unreduced, every device gets the whole value,
instead of one device the value and the others zeros, so that later sums are too large. It aborts the process for
some programs that reduce one value to make another unreduced, and does not support maxima and minima. jaxlib's own
Shardy finds these places in a copy of the program, where they are replaced by collectives.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from jaxlib_core.environment import install_commands
from jaxlib_core.errors import ProgramUnsupported
from jaxlib_core.plugins.discovery import Plugin

from jaxlib_cpu import shardy, unreduced_collectives

#: Shardy's pass pipeline up to the pass that inserts reductions and conversions to unreduced values.
EXPLICIT = f"{shardy.PROPAGATE},func.func(sdy-insert-explicit-reshards)"
#: The attributes in which jax states shardings.
STATED = ("sharding", "in_shardings", "out_shardings")


def written_out(plugin: Plugin, module: Any) -> Any:
    """The module itself, or a copy in which the operations that make values unreduced are replaced by collectives.

    Raises:
        ProgramUnsupported: The program makes a value unreduced in an unsupported way, for which the library would
            compute wrong results.
    """
    from jax._src.lib.mlir import ir

    stated = _stated_unreduced(module)
    if not any("unreduced=" in str(attribute) for attribute in stated):
        return module
    copy = shardy.inlined(module)
    with module.context, ir.Location.unknown():
        _drop_idle_conversions(copy)
        if any(shardy.KIND.search(str(attribute)) for attribute in stated):
            _write_out_extremes(plugin, copy)
        _write_out_sums(plugin, copy)
        copy.operation.verify()
    return copy


#: jax's functions that check the shardings of a program's arguments and results.
SHARDING_CHECKS = ("_maybe_get_and_check_in_shardings", "_maybe_get_and_check_out_shardings")


def forgive_reductions(plugin: Plugin, name: str) -> None:
    """Make one of jax's checks (``SHARDING_CHECKS``) accept an unreduced value whose reduction is not stated.

    The library does not report by which reduction a value is unreduced.
    """
    import jax
    from jax._src.interpreters import pxla

    kinds = jax.sharding.UnreducedKind

    def unreduced(sharding: Any) -> bool:
        return getattr(getattr(sharding, "spec", None), "unreduced_kind", None) is not None

    def serves(device: Any) -> bool:
        client = getattr(device, "client", None)  # a device that is only compiled for may have none
        return plugin.descriptor.distribution in getattr(client, "platform_version", "")

    def forgiving(check: Any) -> Any:
        @functools.wraps(check)
        def checked(executable: Any, stated: Sequence[Any], devices: Any, *more: Any) -> Any:
            if not any(map(unreduced, stated)) or not serves(devices[0]):
                return check(executable, stated, devices, *more)
            without_reductions = [
                axis.update(spec=axis.spec.update(unreduced_kind=kinds.sum)) if unreduced(axis) else axis
                for axis in stated
            ]
            reported = check(executable, without_reductions, devices, *more)
            return [old if unreduced(old) else new for old, new in zip(stated, reported, strict=True)]

        return checked

    setattr(pxla, name, forgiving(getattr(pxla, name)))


def _write_out_sums(plugin: Plugin, copy: Any) -> None:
    meshes = shardy.meshes(copy)
    _write_out_constants(plugin, copy, meshes)
    originals = shardy.numbered(copy)
    explicit = _explicit(plugin, copy)
    written: dict[Any, Any] = {}
    for conversion in _conversions(explicit):
        source = _source(conversion, written)
        value = written.get(source) or _original(source, originals)
        users = [
            (originals[number], place)
            for user, place in _users(conversion)
            if (number := shardy.number(user)) is not None
        ]
        # For a value that is made unreduced and immediately reduced again, jaxlib's pass uses the original value;
        # the library's pass does not.
        stated = [
            original
            for original in originals.values()
            if value is not None and _is_due_to(original, conversion, value)
        ]
        if value is None or not (users or stated) or len(users) < len(_users(conversion)):
            raise refusal(plugin, str(conversion))
        with _insertion_point_behind(value):
            new = unreduced_collectives.convert_like(conversion, value, meshes)
        if new is None:
            raise refusal(plugin, str(conversion))
        written[conversion.results[0]] = new
        for user, place in (*users, *((op, 0) for op in stated)):
            user.operands[place] = new
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]


def _write_out_constants(plugin: Plugin, copy: Any, meshes: Any) -> None:
    from jax._src.lib.mlir import ir

    for constraint in _unreduced_constants(copy):
        target = constraint.attributes["sharding"]
        sharding = shardy.Sharding.read(target, meshes)
        unreduced_less = shardy.attribute(sharding.mesh, sharding.axes) if sharding else None
        with ir.InsertionPoint(constraint), constraint.location:
            new = unreduced_less and unreduced_collectives.convert_to_unreduced(
                constraint.operands[0], unreduced_less, target, meshes
            )
        if new is None:
            raise refusal(plugin, str(constraint))
        # Keep the constraint: 0.12.0's pass requires that users of a manual computation's result do not reduce it.
        constraint.operands[0] = new


def _explicit(plugin: Plugin, copy: Any) -> Any:
    """The program after jaxlib's own pass, in which every conversion is an operation."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    try:
        return shardy.after(mlir.module_to_bytecode(copy), EXPLICIT)
    except ir.MLIRError as error:
        messages = [diagnostic.message for diagnostic in error.error_diagnostics] or [str(error)]
        raise refusal(plugin, f"where, jaxlib's own pass does not tell: {messages[0]}") from error


def _write_out_extremes(plugin: Plugin, copy: Any) -> None:
    """The same for values that are unreduced by a maximum or minimum, which the library does not support.

    jax states the sharding of each such value, and only a reduction over dimensions can create one. Those
    reductions, and the reductions across devices, are replaced by collectives. The library then inserts no
    reduction of its own for these values, so that their kind does not matter to it.
    """
    from jax._src.lib.mlir.dialects import hlo, sdy

    meshes = shardy.meshes(copy)
    originals = shardy.numbered(copy)
    shardings = _propagated_shardings(copy, originals)
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]
    replaced: list[Any] = []
    for operation in originals.values():
        if isinstance(operation.opview, sdy.ShardingConstraintOp):
            _reduce_constraint(plugin, operation, shardings, meshes)
        elif isinstance(operation.opview, hlo.ReduceOp) and shardy.reduction_kind(
            shardings.get(operation.results[0])
        ):
            _replace_reduction(plugin, operation, shardings, meshes)
            replaced.append(operation)
    # Erase only now: a new operation could get the address of an erased one, and be mistaken for it.
    for operation in replaced:
        shardings.pop(operation.results[0])
        operation.erase()
    _remove_kinds(copy)
    _check_kinds(
        plugin, copy, {value for value, stated in shardings.items() if not shardy.reduction_kind(stated)}
    )


def _reduce_constraint(plugin: Plugin, constraint: Any, shardings: dict[Any, Any], meshes: Any) -> None:
    """Replaces the reduction across devices that a constraint requests, if it is by a maximum or minimum."""
    from jax._src.lib.mlir import ir

    value, target = constraint.operands[0], constraint.attributes["sharding"]
    shardings[constraint.results[0]] = target
    before = shardings.get(value)
    gone = shardy.unreduced_axes(before) - shardy.unreduced_axes(target)
    if gone and shardy.reduction_kind(before):
        with ir.InsertionPoint(constraint), constraint.location:
            new = unreduced_collectives.reduce_along(value, before, gone, meshes)
        if new is None:
            raise refusal(plugin, str(constraint))
        constraint.operands[0] = new
        shardings[new] = shardy.stated_sharding(new)


def _replace_reduction(plugin: Plugin, reduction: Any, shardings: dict[Any, Any], meshes: Any) -> None:
    """Replaces a reduction over dimensions by one on each device."""
    from jax._src.lib.mlir import ir

    value, result = reduction.operands[0], reduction.results[0]
    before = shardings.get(value)
    with ir.InsertionPoint(reduction), reduction.location:
        new = unreduced_collectives.reduce_on_each_device(reduction, before, shardings[result], meshes)
    if new is None:
        raise refusal(plugin, str(reduction))
    result.replace_all_uses_with(new)
    shardings[new] = shardy.stated_sharding(new)


def _propagated_shardings(program: Any, originals: Mapping[int, Any]) -> dict[Any, Any]:
    """After propagation, the sharding of each value of ``program``, whose operations are numbered."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    shardings: dict[Any, Any] = {}

    def learn(operation: Any) -> Any:
        number = shardy.number(operation)
        if number is not None and operation.name not in shardy.RESHARDS:
            pairs = [(originals[number].results, operation.results)]
            if operation.name == "stablehlo.while" or shardy.is_function(operation):
                old, new = originals[number].regions, operation.regions
                pairs += [
                    (a.blocks[0].arguments, b.blocks[0].arguments) for a, b in zip(old, new, strict=True)
                ]
            for olds, news in pairs:
                shardings.update({a: shardy.stated_sharding(b) for a, b in zip(olds, news, strict=True)})
        return ir.WalkResult.ADVANCE

    shardy.after(mlir.module_to_bytecode(program), shardy.PROPAGATE).operation.walk(learn)
    return shardings


def _check_kinds(plugin: Plugin, copy: Any, sums: Collection[Any]) -> None:
    """Check that Shardy reduces only values known to be sums, because kinds are removed from the shardings."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    originals = shardy.numbered(copy)

    def look(operation: Any) -> Any:
        if operation.name == "sdy.all_reduce" and _original(_source(operation), originals) not in sums:
            raise refusal(plugin, str(operation))
        return ir.WalkResult.ADVANCE

    shardy.after(mlir.module_to_bytecode(copy), EXPLICIT).operation.walk(look)
    for operation in originals.values():
        del operation.attributes[shardy.NUMBER]


def _remove_kinds(module: Any) -> None:
    """Remove the kinds of reductions from all shardings, so that an older Shardy can parse them."""
    from jax._src.lib.mlir import ir

    def plain(attribute: Any) -> Any:
        if isinstance(attribute, ir.ArrayAttr):
            return ir.ArrayAttr.get([plain(part) for part in attribute])
        if isinstance(attribute, ir.DictAttr):
            return ir.DictAttr.get({item.name: plain(item.attr) for item in attribute})
        text = str(attribute)
        # Shardings of one or several values: attributes that contain no user text.
        return (
            ir.Attribute.parse(shardy.KIND.sub("unreduced={", text))
            if text.startswith("#sdy.sharding")
            else attribute
        )

    def look(operation: Any) -> Any:
        for name in (*STATED, "arg_attrs", "res_attrs"):
            if name in operation.attributes and shardy.KIND.search(str(operation.attributes[name])):
                operation.attributes[name] = plain(operation.attributes[name])
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)


def refusal(plugin: Plugin, reason: str) -> ProgramUnsupported:
    """The error for a program that makes values unreduced in an unsupported way."""
    descriptor = plugin.descriptor
    return ProgramUnsupported(
        f"{descriptor.distribution} {descriptor.version} cannot make this value unreduced.",
        wanted="a library whose Shardy leaves the value on one device and zeros on the others",
        found=f"one that would give it to all of them: {reason}",
        where=str(plugin.library),
        commands=install_commands.uninstall(descriptor.distribution),
        note="that goes back to jaxlib's own backend",
    )


def _drop_idle_conversions(module: Any) -> None:
    """Remove conversions of values to their own types, which would hide constraints on the values."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    idle: list[Any] = []

    def look(operation: Any) -> Any:
        if operation.operands[0].type == operation.results[0].type:
            idle.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=hlo.ConvertOp)
    for operation in idle:
        operation.results[0].replace_all_uses_with(operation.operands[0])
        operation.erase()


def _unreduced_constants(module: Any) -> list[Any]:
    """The constraints that make constants unreduced: Shardy sets the sharding on the constant itself."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    constraints: list[Any] = []

    def look(operation: Any) -> Any:
        value = operation.operands[0]
        constant = isinstance(value, ir.OpResult) and value.owner.name in {
            "stablehlo.constant",
            "stablehlo.iota",
        }
        if constant and shardy.unreduced_axes(operation.attributes["sharding"]):
            constraints.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look, op_class=sdy.ShardingConstraintOp)
    return constraints


def _conversions(module: Any) -> list[Any]:
    """The operations that make a value unreduced, or reduce one because its user makes another unreduced."""
    from jax._src.lib.mlir import ir

    conversions: list[Any] = []

    def look(operation: Any) -> Any:
        makes = operation.name in {shardy.TO_UNREDUCED, shardy.SHARDED_TO_UNREDUCED}
        if makes or (operation.name == "sdy.all_reduce" and _changes_unreduced_axes(operation)):
            conversions.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    return conversions


def _changes_unreduced_axes(all_reduce: Any) -> bool:
    """Whether a value that is unreduced along some axes is used to make another unreduced along other axes."""
    before = shardy.unreduced_axes(shardy.stated_sharding(_source(all_reduce)))
    after = [
        shardy.unreduced_axes(shardy.stated_sharding(result))
        for user, _ in _users(all_reduce)
        for result in user.results
        if user.name != "func.return"
    ]
    return any(before - axes and axes - before for axes in after)


def _is_due_to(constraint: Any, conversion: Any, value: Any) -> bool:
    """Whether this constraint on ``value`` is the reason for Shardy's conversion."""
    from jax._src.lib.mlir.dialects import sdy

    if conversion.name == "sdy.all_reduce" or not isinstance(constraint.opview, sdy.ShardingConstraintOp):
        return False
    same = constraint.attributes["sharding"] == conversion.attributes["out_sharding"]
    return bool(same and _source(constraint, (value,)) == value)


def _source(conversion: Any, stop: Collection[Any] = ()) -> Any:
    """The value before Shardy changed its sharding."""
    from jax._src.lib.mlir import ir

    source = conversion.operands[0]
    while source not in stop and isinstance(source, ir.OpResult) and source.owner.name in shardy.RESHARDS:
        source = source.owner.operands[0]
    return source


def _users(operation: Any) -> list[tuple[Any, int]]:
    """The final users of an operation's result, each with its operand index."""
    users: list[tuple[Any, int]] = []
    for use in operation.results[0].uses:
        user = use.owner.operation
        users += _users(user) if user.name in shardy.RESHARDS else [(user, use.operand_number)]
    return users


def _original(value: Any, originals: Mapping[int | None, Any]) -> Any | None:
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        block = value.owner
        parent = originals.get(shardy.number(block.owner.operation))
        if parent is None:
            return None
        region = next(i for i, region in enumerate(block.owner.operation.regions) if block in region.blocks)
        return parent.regions[region].blocks[0].arguments[value.arg_number]
    result = ir.OpResult(value)
    operation = originals.get(shardy.number(result.owner))
    return None if operation is None else operation.results[result.result_number]


def _insertion_point_behind(value: Any) -> Any:
    """The insertion point after a value's definition, before all its users."""
    from jax._src.lib.mlir import ir

    if isinstance(value, ir.BlockArgument):
        return ir.InsertionPoint.at_block_begin(value.owner)
    return ir.InsertionPoint.after(value.owner)


def _stated_unreduced(module: Any) -> list[Any]:
    """The unreduced axes in the shardings that jax states; all others are derived from these."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import sdy

    stated = [
        operation.operation.attributes[name]
        for operation in module.body.operations
        for name in ("arg_attrs", "res_attrs")
        if name in operation.operation.attributes
    ]

    def look(operation: Any) -> Any:
        stated.extend(operation.attributes[name] for name in STATED if name in operation.attributes)
        return ir.WalkResult.ADVANCE

    for kind in (sdy.ShardingConstraintOp, sdy.ManualComputationOp):
        module.operation.walk(look, op_class=kind)
    return stated
