"""The passes that jax itself runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jaxlib._ir.passes import explicit_reshards, sharding_propagation
from jaxlib._ir.passes.inline import inline
from jaxlib._ir.passes.lift_inlined_meshes import lift_inlined_meshes
from jaxlib._ir.passes.strip_debuginfo import strip_debuginfo
from jaxlib._ir.passes.symbol_dce import symbol_dce
from jaxlib._missing import NotInBindings

PASSES: dict[str, Callable[[Any], None]] = {
    "inline": inline,
    "strip-debuginfo": strip_debuginfo,
    "symbol-dce": symbol_dce,
    "sdy-lift-inlined-meshes": lift_inlined_meshes,
    "sdy-propagation-pipeline": sharding_propagation.propagate,
    "func.func(sdy-insert-explicit-reshards)": explicit_reshards.insert,
}


class PassManager:
    """Passes in order."""

    def __init__(self, anchor_op: str = "any", context: Any = None) -> None:
        self._anchor = anchor_op
        self._passes: list[str] = []

    @staticmethod
    def parse(pipeline: str, context: Any = None) -> PassManager:
        """From a text such as ``builtin.module(symbol-dce)``."""
        match = re.fullmatch(r"\s*([\w.]+)\((.*)\)\s*", pipeline, re.S)
        if match is None:
            raise ValueError(f"no pipeline: {pipeline!r}")
        made = PassManager(match[1])
        for each in filter(None, (part.strip() for part in match[2].split(","))):
            made.add(each)
        return made

    def add(self, pipeline: str) -> None:
        """One more."""
        if pipeline not in PASSES:
            raise NotInBindings(
                f"the pass {pipeline}", f"of MLIR's passes these are here: {', '.join(PASSES)}"
            )
        self._passes.append(pipeline)

    def run(self, operation: Any) -> None:
        """Run them."""
        for name in self._passes:
            PASSES[name](operation.opview)

    def enable_verifier(self, enable: bool) -> None:
        """Verify after each: a plugin's compiler does."""

    def enable_ir_printing(self, *args: Any, **kwargs: Any) -> None:
        """Print after each."""
        raise NotInBindings("jaxlib.mlir.passmanager.PassManager.enable_ir_printing")

    def __str__(self) -> str:
        return f"{self._anchor}({','.join(self._passes)})"
