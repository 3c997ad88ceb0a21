"""Records the kernels of a test file of upstream's, lowered for a device that this machine may lack.

Run by the Python of a new environment, as a script, with nothing of this repository on its path:

    python -P kernel_recorder.py TARGET CHECKOUT TEST-FILE RECORD WITHOUT...

TARGET is ``cuda:MAJOR.MINOR`` or ``tpu:KIND``, such as ``tpu:TPU v5 lite``. CHECKOUT is of jax: the tests'
helpers that are in no wheel come from there. Each test runs on the CPU until it lowers a program with a kernel;
that program is lowered for the target, its kernels are recorded, and the test ends. Tests that match a pattern
of WITHOUT are left out. RECORD gets a JSON object per test:

    {"test": ..., "outcome": ..., "seconds": ..., "kernels": [[NAME OF THE CUSTOM CALL, BASE64], ...]}
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import inspect
import json
import re
import signal
import sys
import time
import unittest
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

#: The seconds after which a test is given up; some compute what they expect first, at length.
LIMIT = 20
#: How the outcome of such a test begins.
SLOW = "slow"
#: The custom calls whose configuration has a kernel.
CALLS = ("tpu_custom_call", "mosaic_gpu_v2", "mosaic_gpu", "__gpu$xla.gpu.triton", "triton_kernel_call")
#: Words in the names of jax's primitives that run a kernel.
KERNELS = ("pallas", "mosaic", "tpu_custom_call", "core_map", "mpmd_map")


class Recorded(Exception):
    """The program is lowered, and cannot be run here."""


class Slow(Exception):
    """The test took too long."""


def give_up(*_: object) -> None:
    """End the test."""
    raise Slow(f"{LIMIT} s")


class Recorder:
    """Replaces what tests ask of the device, and the end of lowering."""

    def __init__(self, target: str) -> None:
        self.platform, _, self.device = target.partition(":")
        self.kernels: list[tuple[str, str]] = []
        self._util: Any = importlib.import_module("jax._src.test_util")
        self._mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        self._core: Any = importlib.import_module("jax._src.core")

    def install(self) -> None:
        """Replace the functions of jax."""
        words = ("cuda", "gpu") if self.platform == "cuda" else ("tpu",)
        self._util.test_device_matches = lambda types: any(word in types for word in words)
        self._util.device_under_test = lambda: words[-1]
        if self.platform == "cuda":
            self._as_gpu()
        else:
            self._as_tpu()
        self._lower = self._mlir.lower_jaxpr_to_module
        self._mlir.lower_jaxpr_to_module = self._lowered

    def _as_gpu(self) -> None:
        wanted = tuple(map(int, self.device.split(".")))

        def numbers(capability: str) -> tuple[int, ...]:
            return tuple(map(int, capability.split(".")))

        self._util.is_cuda_compute_capability_at_least = lambda least: numbers(least) <= wanted
        self._util.is_cuda_compute_capability_equal = lambda exact: numbers(exact) == wanted
        for name in ("core", "utils"):
            module: Any = importlib.import_module(f"jax.experimental.mosaic.gpu.{name}")
            if hasattr(module, "_infer_arch"):
                module._infer_arch = lambda: wanted

    def _as_tpu(self) -> None:
        generation = int("".join(filter(str.isdigit, self.device))[:1])
        self._util.get_tpu_version = lambda: generation
        self._util.is_device_tpu_at_least = lambda version: version <= generation
        self._util.is_device_tpu = lambda version=None, variant="": (
            version in (None, generation) and (not variant or variant == "e")
        )
        for name in ("jax._src.tpu_info", "jax._src.pallas.mosaic.tpu_info"):
            if importlib.util.find_spec(name):
                module: Any = importlib.import_module(name)
                module.get_device_kind = lambda: self.device
                module.get_num_device_cores = lambda: 1

    def _lowered(self, *arguments: Any, **named: Any) -> Any:
        bound = inspect.signature(self._lower).bind(*arguments, **named)
        if not self._has_kernel(bound.arguments["jaxpr"].jaxpr):
            return self._lower(*arguments, **named)
        bound.arguments["platforms"] = (self.platform,)
        result = self._lower(*bound.args, **bound.kwargs)
        self.kernels += list(kernels(result.module.operation))
        raise Recorded

    def _has_kernel(self, jaxpr: Any) -> bool:
        for equation in jaxpr.eqns:
            if any(word in equation.primitive.name for word in KERNELS):
                return True
            if any(map(self._has_kernel, self._core.jaxprs_in_params(equation.params))):
                return True
        return False


def kernels(operation: Any) -> Iterator[tuple[str, str]]:
    """The kernels in an operation: the name of the custom call, and the configuration in base64."""
    for region in operation.regions:
        for block in region:
            for each in block:
                inner = each.operation
                if inner.name == "stablehlo.custom_call":
                    name = inner.attributes["call_target_name"].value
                    if name in CALLS:
                        yield name, base64.b64encode(configuration(inner.attributes)).decode()
                yield from kernels(inner)


def configuration(attributes: Any) -> bytes:
    """The bytes of a kernel: a string, or the part of a dictionary that is the module."""
    for name in ("mhlo.backend_config", "backend_config"):
        if name in attributes:
            value = attributes[name]
            for part in ("module", "ir"):
                if not hasattr(value, "value_bytes") and part in value:
                    return bytes(value[part].value_bytes)
            return bytes(value.value_bytes) if hasattr(value, "value_bytes") else str(value).encode()
    return b""


def cases(suite: Any) -> Iterator[Any]:
    """The test cases of nested suites."""
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from cases(each)
        else:
            yield each


def loaded(path: Path, checkout: Path) -> Any:
    """The module of a test file."""
    sys.path.insert(0, str(path.parent))
    for name in ("jax._src", "jax._src.pallas"):
        importlib.import_module(name).__path__.append(str(checkout.joinpath(*name.split("."))))
    sys.argv = [str(path)]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def outcome_of(result: unittest.TestResult) -> str:
    """How a test ended, in a line."""
    if result.skipped:
        return f"skipped: {result.skipped[0][1]}"
    problems = result.errors + result.failures
    if not problems:
        return "passed"
    last = problems[0][1].strip().splitlines()[-1]
    if last.endswith(f"{Slow.__name__}: {LIMIT} s"):
        return SLOW
    return "recorded" if last.endswith("Recorded") else last[:300]


def main(arguments: Sequence[str]) -> int:
    """Run the tests."""
    target, checkout, path, record, *without = arguments
    importlib.import_module("jax").config.update("jax_platforms", "cpu")
    recorder = Recorder(target)
    recorder.install()
    signal.signal(signal.SIGALRM, give_up)
    with Path(record).open("w", encoding="utf-8") as stream:
        for case in cases(unittest.defaultTestLoader.loadTestsFromModule(loaded(Path(path), Path(checkout)))):
            if any(fnmatchcase(case.id(), f"*.{pattern}.*") for pattern in without):
                continue
            recorder.kernels = []
            result, began = unittest.TestResult(), time.monotonic()
            signal.alarm(LIMIT)
            case.run(result)
            signal.alarm(0)
            line = {
                "test": re.sub(r" at 0x[0-9a-f]+", "", case.id()),  # functions among the parameters
                "outcome": outcome_of(result),
                "seconds": round(time.monotonic() - began, 3),
                "kernels": recorder.kernels,
            }
            stream.write(json.dumps(line) + "\n")
            stream.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
