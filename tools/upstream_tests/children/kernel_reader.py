"""Compares the kernels that two runs of ``kernel_recorder.py`` recorded, as read by upstream's own reader.

Run by the Python of an environment with upstream's jaxlib, as a script, with nothing of this repository on its
path:

    python -P kernel_reader.py UPSTREAM-RECORD OUR-RECORD

It prints a JSON object: ``tests``, how many there are; ``same``, how many kernels are the same, and modules that
are not kernels, which are compared as each jaxlib printed them; ``older``, how many older forms of kernels are;
``slow``, how many tests were given up; ``seconds``, of both runs in building and lowering kernels; and
``details``, a list of what is not the same: ``test``, ``text``, the first lines that differ, and ``kind``, which is
``order`` for the same operations in another order, ``outcome`` for a test that ended otherwise, or ``different``.
"""

from __future__ import annotations

import base64
import difflib
import importlib
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: How many lines of a difference are printed.
SHOWN = 12
#: How the name of an older form of a kernel begins; the version follows.
OLDER = "version "
#: How MLIR's bytecode begins.
BYTECODE = b"ML\xefR"


def read(record: str) -> dict[str, dict[str, Any]]:
    """The lines of a record by test."""
    lines = map(json.loads, Path(record).read_text("utf-8").splitlines())
    return {line["test"]: line for line in lines}


class Reader:
    """Reads kernels of every kind."""

    def __init__(self) -> None:
        self._ir: Any = importlib.import_module("jax._src.lib.mlir").ir
        self._passes: Any = importlib.import_module("jax._src.lib.mlir").passmanager
        self._mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        self._tpu: Any = importlib.import_module("jax._src.lib").tpu
        self._gpu: Any = importlib.import_module("jax.experimental.mosaic.gpu").dialect
        self._triton: Any = importlib.import_module("jax._src.lib.triton").dialect

    def text(self, call: str, content: bytes) -> str:
        """A kernel in MLIR's generic form; the content as it is if it is of no known kind."""
        if call == "tpu_custom_call":
            outer = json.loads(content)
            config = outer["custom_call_config"]
            body = base64.b64decode(config.pop("body"))
            places = base64.b64decode(config.pop("debug_locations", ""))
            parts = [json.dumps(outer, sort_keys=True), self._module(body, "mosaic-serde", self._tpu)]
            return "\n".join(parts + ([self._module(places, "", None, places=True)] if places else []))
        if call.startswith("mosaic_gpu"):
            return re.sub(
                r'dump_basename = "[^"]*"', "", self._module(content, "mosaic_gpu-serde", self._gpu)
            )
        if call.startswith(OLDER) and content.startswith(BYTECODE):
            # Not deserialized: that would convert what was downgraded back.
            return self._module(content, "", self._tpu)
        if "triton" in call and content.lstrip().startswith((b"module", BYTECODE, b'"builtin')):
            return self._module(content, "", self._triton)
        return content.decode("utf-8", "replace")

    def _module(self, content: bytes, serde: str, dialect: Any, *, places: bool = False) -> str:
        context = self._mlir.make_ir_context()
        context.allow_unregistered_dialects = True
        with context, self._ir.Location.unknown():
            if dialect is not None:
                dialect.register_dialect(context)
            module = self._ir.Module.parse(content)
            if serde:
                pipeline = self._passes.PassManager.parse(f"builtin.module({serde}{{serialize=false}})")
                # Upstream's verifier refuses some kernels that upstream's lowering makes.
                pipeline.enable_verifier(False)
                pipeline.run(module.operation)
            text = str(module.operation.get_asm(print_generic_op_form=True, enable_debug_info=places))
            return re.sub(r'"[^"]*/site-packages/', '"', text)  # the environments are in different folders


def unnumbered(text: str) -> list[str]:
    """The lines without the numbers of values."""
    return [re.sub(r"%[\w#:]+", "%", line) for line in text.splitlines()]


def main(arguments: Sequence[str]) -> int:
    """Compare, and print."""
    theirs, ours = map(read, arguments)
    reader = Reader()
    report: dict[str, Any] = {"tests": len(theirs), "same": 0, "older": 0, "slow": 0, "details": []}

    def differs(test: str, kind: str, text: str) -> None:
        report["details"].append({"test": test, "kind": kind, "text": text})

    for test, expected in theirs.items():
        found = ours.get(test, {"outcome": "not run", "kernels": []})
        ends = [expected["outcome"], found["outcome"]]
        if "slow" in ends:
            report["slow"] += 1
            continue
        if ends[0] != ends[1] or len(expected["kernels"]) != len(found["kernels"]):
            counts = [len(side["kernels"]) for side in (expected, found)]
            differs(
                test, "outcome", f"upstream's: {ends[0]} ({counts[0]} kernels); ours: {ends[1]} ({counts[1]})"
            )
            continue
        for (call, content), (_, other) in zip(expected["kernels"], found["kernels"], strict=True):
            count = "older" if call.startswith(OLDER) else "same"
            if content == other:
                report[count] += 1
                continue
            texts = [reader.text(call, base64.b64decode(each)) for each in (content, other)]
            if texts[0] == texts[1]:
                report[count] += 1
                continue
            before, after = map(unnumbered, texts)
            kind = "order" if sorted(before) == sorted(after) else "different"
            if count == "older":
                before, after = [call, *before], [f"{call}, by ours", *after]
            shown = list(difflib.unified_diff(before, after, "upstream's", "ours", lineterm="", n=0))[:SHOWN]
            differs(test, kind, "\n".join(line[:400] for line in shown))
    both = [test for test, line in theirs.items() if line["kernels"] and test in ours]
    report["seconds"] = [round(sum(side[test]["seconds"] for test in both), 2) for side in (theirs, ours)]
    json.dump(report, sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
