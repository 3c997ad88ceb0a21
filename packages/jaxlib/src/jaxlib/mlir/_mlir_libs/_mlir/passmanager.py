"""The pass manager, for the passes that jax uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from jaxlib._ir.core import MLIRError, Operation, arguments
from jaxlib._ir.passes import explicit_reshards, mosaic_serde, sharding_propagation
from jaxlib._ir.passes.canonicalization import driver
from jaxlib._ir.passes.inline import inline
from jaxlib._ir.passes.lift_inlined_meshes import lift_inlined_meshes
from jaxlib._ir.passes.strip_debuginfo import strip_debuginfo
from jaxlib._ir.passes.symbol_dce import symbol_dce
from jaxlib._missing import NotInBindings
from jaxlib._release import MOSAIC_GPU_VERSION, MOSAIC_VERSION


def _truth(text: str) -> bool:
    return {"true": True, "1": True, "false": False, "0": False}[text.lower()]


def _serde(form: mosaic_serde.Form, newest: int) -> Callable[..., None]:
    """The pass for a stable form of kernels, of which ``newest`` is the newest version."""

    def run(module: Any, **options: Any) -> None:
        if "serialize" not in options:
            raise MLIRError(
                "Failure while executing pass pipeline:\nerror: unknown: serialize option must be specified"
            )
        target, keep = options.get("target-version"), options.get("keep-version-attr", True)
        mosaic_serde.run(form, module, options["serialize"], target, newest, keep)

    return run


#: For passes with options, a parser for the value of each option.
OPTIONS: dict[str, dict[str, Callable[[str], Any]]] = {
    "mosaic-serde": {"serialize": _truth, "target-version": int, "keep-version-attr": _truth},
    "mosaic_gpu-serde": {"serialize": _truth, "target-version": int},
}

PASSES: dict[str, Callable[..., None]] = {
    "canonicalize": driver.canonicalize,
    "cse": driver.cse,
    "inline": inline,
    "mosaic-serde": _serde(mosaic_serde.TPU, MOSAIC_VERSION),
    "mosaic_gpu-serde": _serde(mosaic_serde.GPU, MOSAIC_GPU_VERSION),
    "strip-debuginfo": strip_debuginfo,
    "symbol-dce": symbol_dce,
    "sdy-lift-inlined-meshes": lift_inlined_meshes,
    "sdy-propagation-pipeline": sharding_propagation.propagate,
    "func.func(sdy-insert-explicit-reshards)": explicit_reshards.insert,
}


class PassManager:
    """A list of passes."""

    def __init__(self, anchor_op: str = "any", context: Any = None) -> None:
        self._anchor = arguments.one(anchor_op, str) or "any"
        self._passes: list[tuple[str, Callable[..., None], dict[str, Any]]] = []

    @staticmethod
    def parse(pipeline: str, context: Any = None) -> PassManager:
        """Parse a pipeline, such as ``builtin.module(symbol-dce)``."""
        match = re.fullmatch(r"\s*([\w.]+)\((.*)\)\s*", arguments.one(pipeline, str), re.S)
        if match is None:
            raise ValueError(
                "expected pass pipeline to be wrapped with the anchor operation type, "
                f"e.g. 'builtin.module(...)': {pipeline!r}"
            )
        manager = PassManager(match[1])
        manager.add(match[2])
        return manager

    def add(self, pipeline: str) -> None:
        """Append passes, such as ``symbol-dce,mosaic-serde{serialize=true}``.

        Raises:
            ValueError: The pass does not have such an option, or the option's value is invalid.
        """
        for text in filter(
            None, (part.strip() for part in re.split(r",(?![^{]*\})", arguments.one(pipeline, str)))
        ):
            self._add(text)

    def _add(self, pipeline: str) -> None:
        name, brace, rest = pipeline.partition("{")
        if name.strip() not in PASSES:
            name = pipeline
        name = name.strip()
        if name not in PASSES:
            raise NotInBindings(f"the pass {pipeline}", f"the supported MLIR passes are: {', '.join(PASSES)}")
        options = {}
        for option in rest.rpartition("}")[0].split() if brace else ():
            key, _, value = option.partition("=")
            readers = OPTIONS.get(name, {})
            if key not in readers:
                raise ValueError(f"<Pass-Options-Parser>: no such option {key}, of the pass {name}")
            try:
                options[key] = readers[key](value)
            except (KeyError, ValueError):
                raise ValueError(f"failed to add `{name}` with options `{option}`") from None
        self._passes.append((pipeline, PASSES[name], options))

    def run(self, operation: Any) -> None:
        """Run the passes on an operation.

        Raises:
            MLIRError: A pass failed, or the pipeline is for other operations.
        """
        if self._anchor not in ("any", arguments.one(operation, Operation)._name):
            raise MLIRError(
                "Failure while executing pass pipeline:\n"
                f"error: {operation._location.text}: can't run '{self._anchor}' pass manager on "
                f"'{operation._name}' op"
            )
        for _text, run, options in self._passes:
            run(operation.opview, **options)

    def enable_verifier(self, enable: bool) -> None:
        """Verify after each pass; no effect, because the plugin's compiler verifies programs."""

    def enable_timing(self) -> None:
        """Print how long the passes take; no effect."""

    def enable_statistics(self, displayMode: object = None) -> None:
        """Print statistics of the passes; no effect."""

    def enable_ir_printing(self, *args: Any, **kwargs: Any) -> None:
        """Print after each pass; no effect."""
        raise NotInBindings("jaxlib.mlir.passmanager.PassManager.enable_ir_printing")

    def __str__(self) -> str:
        return f"{self._anchor}({','.join(text for text, _run, _options in self._passes)})"
