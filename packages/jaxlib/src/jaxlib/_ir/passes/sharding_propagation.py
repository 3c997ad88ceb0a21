"""Shardy's propagation of shardings: by the CPU's plugin, which dumps what it makes of a program that it compiles.

Its Shardy ends the process, though after the dump, where a value that is unreduced along some axes is wanted
unreduced along others. A program in which that can be is compiled by a process of its own, which takes it from its
standard input: ``python -m jaxlib._ir.passes.sharding_propagation FOLDER DEVICES``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

from jaxlib._ir import core
from jaxlib._missing import NotInBindings

#: By which an operation is found again in what the compiler shows.
_NUMBER = "jaxlib.bindings.number"
_FRONTEND = "mhlo.frontend_attributes"
#: Seconds after which a process that compiles is given up.
_PATIENCE = 600


def propagate(op: Any) -> None:
    """Every value gets the sharding that Shardy gives it.

    Raises:
        NotInBindings: There is no such plugin, or it does not get that far with this program.
    """
    everything = core.everything(op)
    numbered = [each for each in everything if each._results]
    before = [each._attributes.get(_FRONTEND) for each in numbered]
    for number, each in enumerate(numbered):
        attributes = before[number]
        own = dict(attributes.parts[0]) if attributes is not None else {}
        own[_NUMBER] = core.StringAttr.get(str(number))
        each._attributes[_FRONTEND] = core.DictAttr.get(own)
    try:
        shown = _propagated(op, _exchanges(everything))
    finally:
        for each, old in zip(numbered, before, strict=True):
            if old is None:
                del each._attributes[_FRONTEND]
            else:
                each._attributes[_FRONTEND] = old
    for each in core.everything(shown):
        sharding, attributes = each._attributes.get("sdy.sharding"), each._attributes.get(_FRONTEND)
        if each._name == "func.func" and each._attributes["sym_name"].value == "main":
            _take_main(op, each)
        elif sharding is not None and attributes is not None and _NUMBER in attributes.parts[0]:
            target = numbered[int(attributes.parts[0][_NUMBER].value)]
            if len(target._results) == len(sharding.parts):
                target._attributes["sdy.sharding"] = sharding


_UNREDUCED = re.compile(r"unreduced=\{([^}]*)\}")


def _exchanges(everything: Iterable[Any]) -> bool:
    """Whether values are unreduced along axes of which no more include all of the fewer."""
    stated = {
        frozenset(axes.split(", "))
        for each in everything
        for attr in each._attributes.values()
        for axes in _UNREDUCED.findall(attr.text)
    }
    return not all(fewer <= more for fewer, more in pairwise(sorted(stated, key=len)))


def _take_main(op: Any, shown: Any) -> None:
    """The shardings of the main function's arguments and results."""
    for each in op._regions[0]._blocks[0]._operations:
        if each._name == "func.func" and each._attributes["sym_name"].value == "main":
            kind = each._attributes["function_type"].value
            for key, count in (("arg_attrs", len(kind.inputs)), ("res_attrs", len(kind.results))):
                new = shown._attributes.get(key)
                if new is None or len(new.parts) != count:
                    continue
                old = each._attributes.get(key)
                merged = []
                for i, theirs in enumerate(new.parts):
                    own = dict(old.parts[i].parts[0]) if old is not None else {}
                    if "sdy.sharding" in theirs.parts[0]:
                        own["sdy.sharding"] = theirs.parts[0]["sdy.sharding"]
                    merged.append(core.DictAttr.get(own))
                each._attributes[key] = core.ArrayAttr.get(merged)


def _propagated(op: Any, apart: bool) -> Any:
    """The program behind the propagation; compiled by a process of its own if it is to be apart."""
    # Imported on first use: jax imports this module, and few programs ask for the pass.
    from jaxlib._ir.passes.program_text import program_text
    from jaxlib._ir.text import parser

    parts = op._attributes.get("mhlo.num_partitions")
    devices = parts.value if parts is not None else 1
    program = program_text(core.Module(op))[0]
    with tempfile.TemporaryDirectory(prefix="jaxlib-") as folder:
        error = (_compiled_apart if apart else _compiled)(program, devices, folder)
        found = sorted(Path(folder).glob("shardy/*/*.after_propagation.mlir"))
        if found:
            return parser.parse_module(found[-1].read_text("utf-8"))
    raise NotInBindings(
        "the pass sdy-propagation-pipeline",
        f"only a compiler has Shardy, and the CPU's plugin shows nothing of it: {error or 'it dumped nothing'}",
    )


def _compiled(program: bytes, devices: int, folder: str) -> str:
    """Compile a program with dumps; why that failed, or nothing."""
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
    except RuntimeError as error:  # what comes after the propagation may not know a call's target
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
