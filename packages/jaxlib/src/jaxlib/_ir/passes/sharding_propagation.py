"""Sharding propagation by the Shardy in the CPU plugin, which dumps the program after the pass.

That Shardy only supports sums, not values that are unreduced by a maximum or minimum. All reductions are therefore
passed to it as sums. If a program has several kinds, it also runs once for each kind, with only the values of that
kind unreduced. Values that are unreduced in such a run have that kind, because unreduced axes only originate from
shardings that the program states.

Shardy aborts the process, after the dump, if a value that is unreduced along some axes is needed unreduced along
other axes. A program in which that is possible is compiled in a subprocess, which reads it from standard input:
``python -m jaxlib._ir.passes.sharding_propagation FOLDER DEVICES``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from jaxlib._ir import core, dialects
from jaxlib._ir.core import Operation, Type, Value
from jaxlib._missing import NotInBindings

#: The frontend attribute that numbers operations, so that they can be found in the dump.
_NUMBER = "jaxlib.bindings.number"
_FRONTEND = "mhlo.frontend_attributes"
#: Seconds after which the subprocess is killed.
_PATIENCE = 600


def propagate(op: Operation) -> None:
    """Set the sharding of every value to the one that Shardy propagates.

    Raises:
        NotInBindings: There is no CPU plugin, or it fails before the propagation.
    """
    # Imported on first use, because jax imports this module, and few programs need the pass.
    from jaxlib._ir.passes.program_text import program_text

    everything = core.everything(op)
    numbered = [op for op in everything if op._results]
    before = [op._attributes.get(_FRONTEND) for op in numbered]
    for number, target in enumerate(numbered):
        attributes = before[number]
        own = dict(attributes.parts[0]) if attributes is not None else {}
        own[_NUMBER] = core.StringAttr.get(str(number))
        target._attributes[_FRONTEND] = core.DictAttr.get(own)
    try:
        program = program_text(core.Module(op))[0]
    finally:
        for target, old in zip(numbered, before, strict=True):
            if old is None:
                del target._attributes[_FRONTEND]
            else:
                target._attributes[_FRONTEND] = old
    parts = op._attributes.get("mhlo.num_partitions")
    devices = parts.value if parts is not None else 1
    apart = _exchanges(everything)
    kinds = {kind or b"sum" for kind, _ in _UNREDUCED.findall(program)}
    propagated = _shardings(_propagated(_with_sums(program, kinds), devices, apart))
    if not kinds <= {b"sum"}:
        propagated = _of_kinds(propagated, kinds, program, devices, apart)
    by_operation: dict[int, list[Sharding]] = {}
    operands: list[tuple[Operation, int, Sharding]] = []
    for (owner, index), sharding in propagated.items():
        if isinstance(owner, int):
            by_operation.setdefault(owner, []).append(sharding)
        elif isinstance(owner, Use):
            user = numbered[owner.number]
            # The compiler may give an operation's number to others that it makes of it.
            if (user._name, len(user._operands)) == (owner.name, owner.operands):
                operands.append((user, index, sharding))
    for number, shardings in by_operation.items():
        target = numbered[number]
        if len(target._results) == len(shardings):
            target._attributes["sdy.sharding"] = dialects.SdyTensorShardingPerValueAttr.get(shardings)
    for user, index, sharding in operands:
        _set_operand(user, index, sharding)
    _set_main(op, propagated)


def _set_operand(user: Operation, index: int, sharding: Sharding) -> None:
    """Set the sharding of a constant where an operation uses it.

    Shardy splits constants: each use has one of its own, without the number of the original, and with a sharding of
    its own. Here, too, uses with other shardings have copies.
    """
    if not _is_constant(user._operands[index]):
        # The compiler exchanges operands, so that a constant is the second.
        constants = [i for i, operand in enumerate(user._operands) if _is_constant(operand)]
        if len(constants) != 1:
            return
        index = constants[0]
    owner = user._operands[index]._owner
    wanted = dialects.SdyTensorShardingPerValueAttr.get([sharding])
    stated = owner._attributes.get("sdy.sharding")
    if stated is None:
        owner._attributes["sdy.sharding"] = wanted
    elif stated != wanted:
        copy = owner.clone(ip=core.InsertionPoint(user))
        copy._attributes["sdy.sharding"] = wanted
        user._operands = [*user._operands[:index], copy._results[0], *user._operands[index + 1 :]]


Sharding = dialects.SdyTensorShardingAttr


def _is_constant(value: Value[Type]) -> bool:
    """Whether a value depends on constants alone, so that Shardy may split it."""
    owner = value._owner
    return (
        isinstance(owner, Operation)
        and len(owner._results) == 1
        and not owner._regions
        and all(map(_is_constant, owner._operands))
    )


class Use(NamedTuple):
    """An operation that uses a value, after the propagation."""

    number: int
    name: str
    operands: int


#: Where a sharding is, and the index of the value: the number of the operation whose result it is, an operation
#: that uses it, or an attribute of the main function.
Place = tuple[int | Use | str, int]

#: Matches the unreduced axes of a sharding in a program's text: the kind of reduction unless it is a sum, and the
#: axes. Strings in the program cannot match, because quotation marks are escaped in them.
_UNREDUCED = re.compile(rb', unreduced=(max|min|)\{("[^}]*)\}')


def _with_sums(program: bytes, kinds: set[bytes]) -> bytes:
    """The program's text, with reductions of those kinds as sums, and without reductions of other kinds."""

    def plain(match: re.Match[bytes]) -> bytes:
        return b", unreduced={" + match[2] + b"}" if (match[1] or b"sum") in kinds else b""

    return _UNREDUCED.sub(plain, program)


def _shardings(shown: Operation) -> dict[Place, Sharding]:
    """The shardings of the numbered operations' results, and of the main function's arguments and results."""
    return dict(_placed(shown))


def _placed(shown: Operation) -> Iterator[tuple[Place, Sharding]]:
    for op in core.everything(shown):
        sharding, attributes = op._attributes.get("sdy.sharding"), op._attributes.get(_FRONTEND)
        if op._name == "func.func" and op._attributes["sym_name"].value == "main":
            for key in ("arg_attrs", "res_attrs"):
                for i, own in enumerate(op._attributes[key].parts if key in op._attributes else ()):
                    if "sdy.sharding" in own.parts[0]:
                        yield (key, i), own.parts[0]["sdy.sharding"]
        elif attributes is not None and _NUMBER in attributes.parts[0]:
            number = int(attributes.parts[0][_NUMBER].value)
            yield from (((number, i), own) for i, own in enumerate(sharding.parts if sharding else ()))
            for i, operand in enumerate(op._operands):
                split = _of_split_constant(operand)
                if split is not None:
                    yield (Use(number, op._name, len(op._operands)), i), split


def _of_split_constant(value: Value[Type]) -> Sharding | None:
    """The sharding of a value whose operation has lost its number; None for all others."""
    owner = value._owner
    if not isinstance(owner, Operation) or "sdy.sharding" not in owner._attributes:
        return None
    frontend = owner._attributes.get(_FRONTEND)
    if frontend is not None and _NUMBER in frontend.parts[0]:
        return None
    return owner._attributes["sdy.sharding"].parts[0]


def _of_kinds(
    shardings: dict[Place, Sharding], kinds: set[bytes], program: bytes, devices: int, apart: bool
) -> dict[Place, Sharding]:
    """The shardings with the kind of reduction by which each is unreduced."""
    own: dict[Place, str] = {}
    for kind in sorted(kinds - {b"sum"}):
        alone = shardings
        if len(kinds) > 1:
            alone = _shardings(_propagated(_with_sums(program, {kind}), devices, apart))
        own.update({place: kind.decode() for place, sharding in alone.items() if sharding.unreduced_axes})
    return {
        place: Sharding.of_words(
            sharding.mesh_or_ref,
            sharding.dimension_shardings,
            sharding.replicated_axes,
            sharding.unreduced_axes,
            own[place],
        )
        if sharding.unreduced_axes and place in own
        else sharding
        for place, sharding in shardings.items()
    }


def _exchanges(everything: Iterable[Operation]) -> bool:
    """Whether two values are unreduced along sets of axes neither of which includes the other."""
    stated = {
        frozenset(axes.split(b", "))
        for op in everything
        for attr in op._attributes.values()
        for _, axes in _UNREDUCED.findall(attr.text.encode())
    }
    return not all(fewer <= more for fewer, more in pairwise(sorted(stated, key=len)))


def _set_main(op: Operation, shardings: dict[Place, Sharding]) -> None:
    """Set the shardings of the main function's arguments and results."""
    for operation in op._regions[0]._blocks[0]._operations:
        if operation._name == "func.func" and operation._attributes["sym_name"].value == "main":
            kind = operation._attributes["function_type"].value
            for key, count in (("arg_attrs", len(kind.inputs)), ("res_attrs", len(kind.results))):
                new = {i: sharding for (owner, i), sharding in shardings.items() if owner == key}
                if not new or max(new) >= count:
                    continue
                old = operation._attributes.get(key)
                merged = []
                for i in range(count):
                    own = dict(old.parts[i].parts[0]) if old is not None else {}
                    if i in new:
                        own["sdy.sharding"] = new[i]
                    merged.append(core.DictAttr.get(own))
                operation._attributes[key] = core.ArrayAttr.get(merged)


def _propagated(program: bytes, devices: int, apart: bool) -> Operation:
    """The program after the propagation, from the dump of a compilation; in a subprocess if ``apart``."""
    from jaxlib._ir.text import parser

    with tempfile.TemporaryDirectory(prefix="jaxlib-") as folder:
        error = (_compiled_apart if apart else _compiled)(program, devices, folder)
        dumps = sorted(Path(folder).glob("shardy/*/*.after_propagation.mlir"))
        if dumps:
            return parser.parse_module(dumps[-1].read_text("utf-8"))
    raise NotInBindings(
        "the pass sdy-propagation-pipeline",
        f"only a compiler has Shardy, and the CPU's plugin dumped no program{f': {error}' if error else ''}",
    )


def _compiled(program: bytes, devices: int, folder: str) -> str:
    """Compile a program with dumps enabled; returns the error, or ""."""
    from jax._src import xla_bridge
    from jaxlib import _native
    from jaxlib._options import CompileOptions

    options = CompileOptions()
    build = options.executable_build_options
    build.num_partitions = devices
    build.use_spmd_partitioning = True
    build.use_shardy_partitioner = True
    options.env_option_overrides = [("xla_dump_to", folder), ("xla_dump_hlo_pass_re", "shardy-xla")]
    try:
        _native.compile(xla_bridge.get_backend("cpu"), program, "mlir", options.SerializeAsString())
    except RuntimeError as error:  # a pass after the propagation may reject an unknown call target
        return str(error)
    return ""


def _compiled_apart(program: bytes, devices: int, folder: str) -> str:
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "JAX_PLATFORMS": "cpu",
        "JAX_NUM_CPU_DEVICES": str(devices),
        "XLA_FLAGS": "",
    }
    command = [sys.executable, "-m", __name__, folder, str(devices)]
    try:
        done = subprocess.run(
            command, input=program, env=variables, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (
        f"status {done.returncode}\n{done.stderr.decode('utf-8', 'replace')[-2000:]}"
        if done.returncode
        else ""
    )


if __name__ == "__main__":
    sys.exit(_compiled(sys.stdin.buffer.read(), int(sys.argv[2]), sys.argv[1]) or 0)
