"""A process with jaxlib's bindings and without jax: does to programs what the tests ask it for.

Each line on standard input is JSON, the name of a function here and its arguments; each line on standard output is
the answer, ``{"answer": ...}``, or ``{"error": "TYPE: TEXT"}``. Bytes are base64.
"""

from __future__ import annotations

import base64
import io
import json
import sys
from collections.abc import Callable
from typing import Any

from jaxlib import _jax
from jaxlib._ir import type_inference
from jaxlib._ir.serialization import vhlo
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir._mlir_libs import _chlo, _sdy, _stablehlo
from jaxlib.mlir.dialects import stablehlo


def _parse(program: str | dict[str, str]) -> Any:
    """Of text, or of bytes."""
    return ir.Module.parse(program if isinstance(program, str) else base64.b64decode(program["base64"]))


def _bytes(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def show(program: Any, **options: bool) -> str:
    """The text, with the options of ``Operation.get_asm``."""
    return str(_parse(program).operation.get_asm(**options))


def write_bytecode(program: Any, version: int) -> Any:
    """In that version of the format."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file, desired_version=version)
    return _bytes(file.getvalue())


def serialize(program: Any, target: str) -> Any:
    """The portable artifact for readers of that version of StableHLO."""
    return _bytes(stablehlo.serialize_portable_artifact(_parse(program), target))


def serialize_mixed(program: Any, target: str) -> Any:
    """As jax.export serializes: CHLO's operations are written as StableHLO's, Shardy's stay."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file)
    return _bytes(_jax.mlir.serialize_portable_artifact(file.getvalue(), target, True))


def deserialize(artifact: dict[str, str]) -> str:
    """The program of a portable artifact, as text."""
    data = base64.b64decode(artifact["base64"])
    return str(stablehlo.deserialize_portable_artifact(ir.Context.current, data).operation.get_asm())


def versions() -> list[str]:
    """The versions of StableHLO that are written: the newest, those of some weeks ago, the oldest."""
    return [vhlo.CURRENT, vhlo.WEEKS_4, vhlo.WEEKS_12, vhlo.MINIMUM]


def passes() -> list[str]:
    """The names of all passes."""
    return sorted(passmanager.PASSES)


def run_passes(program: str, pipeline: str) -> str:
    """The program after the passes."""
    module = _parse(program)
    passmanager.PassManager.parse(pipeline).run(module.operation)
    return str(module.operation.get_asm())


def refine(program: str) -> str:
    """The program with the shapes that follow from its main function's parameters."""
    file = io.BytesIO()
    _parse(program).operation.write_bytecode(file)
    return show(_bytes(_jax.mlir.refine_polymorphic_shapes(file.getvalue(), True, True)))


def rules() -> list[str]:
    """The operations whose result types are inferred."""
    return sorted(type_inference.RULES)


def infer(program: str) -> list[tuple[str, list[str], list[str]]]:
    """Of each operation with a rule its name, the types of its results, and those that the rule gives."""
    found: list[tuple[str, list[str], list[str]]] = []

    def look(op: Any) -> Any:
        name = op.name
        if name in type_inference.RULES:
            attributes = {each: op.attributes[each] for each in op.attributes}
            inferred = type_inference.infer(name, list(op.operands), attributes)
            found.append((name, [str(each.type) for each in op.results], [str(each) for each in inferred]))
        return ir.WalkResult.ADVANCE

    _parse(program).operation.walk(look)
    return found


def _main() -> None:
    known: dict[str, Callable[..., Any]] = {
        name: value for name, value in globals().items() if callable(value) and not name.startswith("_")
    }
    for line in sys.stdin:
        name, arguments, options = json.loads(line)
        with ir.Context() as context, ir.Location.unknown():
            for register in (_stablehlo, _chlo, _sdy):
                register.register_dialect(context)
            try:
                answer = {"answer": known[name](*arguments, **options)}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _main()
