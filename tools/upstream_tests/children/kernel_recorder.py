"""Records the kernels of a test file of upstream's, lowered for a device that this machine may lack.

Run by the Python of a new environment, as a script, with nothing of this repository on its path:

    python -P kernel_recorder.py TARGET DEVICES CHECKOUT TEST-FILE RECORD WITHOUT...

TARGET is ``cuda:MAJOR.MINOR`` or ``tpu:KIND``, such as ``tpu:TPU v5 lite``; DEVICES is how many of it the tests
see. CHECKOUT is of jax: the tests' helpers that are in no wheel come from there. Tests that match a pattern of
WITHOUT are left out. RECORD gets a JSON object per test:

    {"test": ..., "outcome": ..., "seconds": ..., "kernels": [[NAME OF THE CUSTOM CALL, BASE64], ...]}

``seconds`` is the CPU time of lowering programs with kernels, and of building kernels before that. A test of a
dialect or of layout inference lowers no kernel, but has a module; this counts as one, by the name ``module``, and
its text is recorded as it is when the test ends.

A program with a kernel is lowered for the target, and its kernels are recorded. Nothing is computed: the results
of every program, with a kernel or not, are zeros. So a test continues after its first kernel, the comparison with
what it expects succeeds if that is computed by jax too, and no time is spent on that.
"""

from __future__ import annotations

import base64
import functools
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
from types import ModuleType
from typing import Any

import numpy

#: The seconds after which a test is given up.
LIMIT = 60
#: The bytes of an array from which on a test is given up.
LARGE = 2**31
#: The outcome of a test that was given up.
SLOW = "slow"
#: The custom calls whose configuration has a kernel.
CALLS = ("tpu_custom_call", "mosaic_gpu_v2", "mosaic_gpu", "__gpu$xla.gpu.triton", "triton_kernel_call")
#: Words in the names of jax's primitives that run a kernel.
KERNELS = ("pallas", "mosaic", "tpu_custom_call", "core_map", "mpmd_map")
#: The characters of a message that are compared.
MESSAGE = 1000
#: The processors of a GPU by compute capability, as its driver reports them: of an A100, H100 and B200.
CORES = {"8.0": 108, "9.0": 132, "10.0": 148}
#: The bytes of shared memory that a block of threads of these GPUs can use.
SHARED_MEMORY = 227 * 1024
#: The CUDA that is reported, as its runtime does, and the newest PTX that its assembler reads.
CUDA, PTX_ISA = 13000, 90
#: How many examples a test of hypothesis gets at most.
EXAMPLES = 3
#: The name under which a module that is not a kernel is recorded.
MODULE = "module"
#: The name of the programs that return zeros, and of their primitive.
ZEROS = "zeros"


class Recorded(Exception):
    """The program is lowered, and is not to be replaced by one that runs here, or cannot be."""


class Slow(Exception):
    """The test took too long, or too much memory."""


#: Functions of jaxlib among a test's parameters, which upstream's and ours print otherwise.
_FUNCTIONS = re.compile(r"<nanobind\.nb_func>|<bound method [^<>]*<class '[^']*'>>")


def give_up(*_: object) -> None:
    """End the test."""
    raise Slow(f"{LIMIT} s")


class Recorder:
    """Replaces what tests ask of the device, and the programs that they run."""

    def __init__(self, target: str, devices: int) -> None:
        self.platform, _, self.device = target.partition(":")
        self.kernels: list[tuple[str, str]] = []
        #: CPU time of the lowering of programs with kernels.
        self.seconds = 0.0
        #: Whether programs without a kernel are run as they are.
        self.computes = False
        self._util: Any = importlib.import_module("jax._src.test_util")
        self._mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        self._core: Any = importlib.import_module("jax._src.core")
        #: Whether a call needs no program for its zeros: those of several devices have shards.
        self._calls_directly = devices == 1
        self._in_call = False
        self._jit: Any = importlib.import_module("jax._src.pjit")
        self._array: Any = importlib.import_module("jax._src.array")
        self._compiler: Any = importlib.import_module("jax._src.compiler")
        self._compiled: dict[Any, Any] = {}
        #: The arrays of zeros that were used last: tests repeat the same large ones.
        self._zero_arrays: dict[tuple[Any, Any], Any] = {}
        self._zeros: Any = self._core.Primitive(ZEROS)
        self._zeros.multiple_results = True
        self._mlir.register_lowering(self._zeros, self._lower_zeros)

    def install(self) -> None:
        """Replace the functions of jax."""
        words = ("cuda", "gpu") if self.platform == "cuda" else ("tpu",)
        self._util.test_device_matches = lambda types: any(word in types for word in words)
        self._util.device_under_test = lambda: words[-1]
        if self.platform == "cuda":
            self._as_gpu()
        else:
            self._as_tpu()
        accept_older_tests()
        # A callback cannot be lowered for a device that this process lacks, and nothing would call it.
        callback: Any = importlib.import_module("jax._src.debugging").debug_callback_p
        self._mlir.register_lowering(callback, lambda *_, **_named: [], platform=self.platform)
        self._lower = self._mlir.lower_jaxpr_to_module
        self._mlir.lower_jaxpr_to_module = self._lowered
        self._compile = self._compiler.compile_or_get_cached
        self._compiler.compile_or_get_cached = self._compiled_once
        compatibility: Any = importlib.import_module(
            "jax._src.internal_test_util.export_back_compat_test_util"
        )
        compatibility.CompatTestBase.default_jax_backend = lambda _test: self.platform
        self._compare_nothing()
        self._call = self._jit._pjit_call_impl_python
        self._jit._pjit_call_impl_python = self._called

    def _compare_nothing(self) -> None:
        """Skip the comparison of arrays in a test that has lowered a kernel: its results are zeros.

        Comparisons of large arrays take long, and the test would end at the first one.
        """

        def unless_recorded(compare: Any) -> Any:
            @functools.wraps(compare)
            def compared(*arguments: Any, **named: Any) -> None:
                if not self.kernels:
                    compare(*arguments, **named)

            return compared

        for owner, prefix in ((numpy.testing, "assert_a"), (self._util.JaxTestCase, "assertA")):
            for name in dir(owner):
                if name.startswith(prefix):
                    setattr(owner, name, unless_recorded(getattr(owner, name)))

    def _as_gpu(self) -> None:
        wanted = tuple(map(int, self.device.split(".")))

        def numbers(capability: str) -> tuple[int, ...]:
            return tuple(map(int, capability.split(".")))

        def skip_unless_tcgen05(test: Any) -> None:
            if wanted[0] not in (10, 11):
                test.skipTest("Only works on GPU with tcgen05 instructions")

        self._use_cuda_stubs()
        self._util.is_device_cuda = lambda: True
        self._util.is_cuda_version_at_least = lambda *_: True
        self._util.is_cuda_compute_capability_at_least = lambda least: numbers(least) <= wanted
        self._util.is_cuda_compute_capability_equal = lambda exact: numbers(exact) == wanted
        if hasattr(self._util, "CudaArchSpecificTest"):
            self._util.CudaArchSpecificTest.skip_unless_tcgen05 = skip_unless_tcgen05
        self._device_has(core_count=CORES[self.device], shared_memory_per_block_optin=SHARED_MEMORY)
        for name in ("core", "utils"):
            module: Any = importlib.import_module(f"jax.experimental.mosaic.gpu.{name}")
            if hasattr(module, "_infer_arch"):
                module._infer_arch = lambda: wanted
        self._time_constructions()
        if importlib.util.find_spec("jax._src.pallas.triton.gpu_info"):
            module = importlib.import_module("jax._src.pallas.triton.gpu_info")
            info = module.GpuInfo(
                gpu_version=None, arch_name=self.device, compute_capability=wanted[0] * 10 + wanted[1]
            )
            module.get_gpu_info = lambda: info

    def _time_constructions(self) -> None:
        """Count the time in which a kernel of Mosaic GPU is built where it is not built in a program's lowering."""
        package: Any = importlib.import_module("jax.experimental.mosaic.gpu")
        build = package.as_gpu_kernel

        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.thread_time()
            try:
                return build(*arguments, **named)
            finally:
                self.seconds += time.thread_time() - began

        package.as_gpu_kernel = package.core.as_gpu_kernel = timed

    def _use_cuda_stubs(self) -> None:
        """Give jax the modules of its CUDA plugins that are asked for versions, before what imports them."""
        libraries: Any = importlib.import_module("jax._src.lib")
        versions: Any = ModuleType("_versions")
        versions.cuda_runtime_get_version = lambda: CUDA
        versions.cuda_supports_multicast = lambda _device: True
        libraries.cuda_versions = versions
        extension: Any = ModuleType("_mosaic_gpu_ext")
        extension.__file__ = str(Path(__file__))
        extension._get_ptxas_isa_version = lambda: PTX_ISA
        extension._sync_all_devices = lambda: None
        extension._cupti_init = lambda: None
        extension._cupti_get_timings = lambda _finalize: []
        mosaic: Any = ModuleType("jax._src.lib.mosaic_gpu")
        mosaic._mosaic_gpu_ext = extension
        libraries.mosaic_gpu = sys.modules[mosaic.__name__] = mosaic

    def _as_tpu(self) -> None:
        generation = int("".join(filter(str.isdigit, self.device))[:1])
        variant = {"TPU v5": "p", "TPU7x": "x"}.get(self.device, "e")
        self._util.get_tpu_version = lambda: generation
        self._util.is_device_tpu_at_least = lambda version: version <= generation
        self._util.is_device_tpu = lambda version=None, wanted="", **named: (
            version in (None, generation) and named.get("variant", wanted) in ("", variant)
        )
        self._device_has(num_cores=1)
        for name in ("jax._src.tpu_info", "jax._src.pallas.mosaic.tpu_info"):
            if importlib.util.find_spec(name):
                module: Any = importlib.import_module(name)
                module.get_device_kind = lambda: self.device
                module.get_num_device_cores = lambda: 1
        self._record_older_versions()

    def _device_has(self, **attributes: int) -> None:
        """Give the CPU's devices what tests read of the target's."""
        for name, value in attributes.items():
            setattr(type(importlib.import_module("jax").devices()[0]), name, value)

    def _record_older_versions(self) -> None:
        """Record each kernel also in the older forms that jax asks for.

        They are the one of exported programs, and the one of a libtpu from before the release.
        """
        call: Any = importlib.import_module("jax._src.tpu_custom_call")
        serialize, oldest = call._lower_mosaic_module_to_asm, call._FWD_COMPAT_VERSION

        def recorded(module: Any, **named: Any) -> Any:
            began = time.thread_time()
            for version in (oldest, oldest + 2):
                try:
                    content = serialize(module, **{**named, "ir_version": version})[0]
                except Exception as error:
                    content = message(error).encode()
                self.kernels.append((f"version {version}", base64.b64encode(content).decode()))
            self.seconds -= time.thread_time() - began
            return serialize(module, **named)

        call._lower_mosaic_module_to_asm = recorded

    def _lowered(self, *arguments: Any, **named: Any) -> Any:
        bound = inspect.signature(self._lower).bind(*arguments, **named)
        closed = bound.arguments["jaxpr"]
        has_kernel = self._has_kernel(closed.jaxpr)
        if has_kernel:
            target = {**bound.arguments, "platforms": (self.platform,)}
            began = time.thread_time()
            try:
                result = self._lower(**target)
            finally:
                self.seconds += time.thread_time() - began
            self.kernels += list(kernels(result.module.operation))
            if self._in_call:
                raise Recorded
        elif self.computes:
            return self._lower(*arguments, **named)
        bound.arguments |= {"module_name": ZEROS, "jaxpr": self._returns_zeros(closed, has_kernel)}
        return self._lower(*bound.args, **bound.kwargs)

    def _called(self, *arguments: Any, jaxpr: Any, **named: Any) -> Any:
        """Call a jitted function: lower it if it has a kernel, and return zeros without a program."""
        has_kernel = self._has_kernel(jaxpr.jaxpr)
        plain = self._calls_directly and not jaxpr.effects and all(map(self._is_plain, jaxpr.out_avals))
        if not plain or (self.computes and not has_kernel):
            return self._call(*arguments, jaxpr=jaxpr, **named)
        if has_kernel:
            self._in_call = True
            try:
                return self._call(*arguments, jaxpr=jaxpr, **named)
            except Recorded:
                pass
            finally:
                self._in_call = False
        passed = dict(zip(jaxpr.jaxpr.invars, arguments, strict=True))
        results = [
            self._zeros_of(each.aval)
            if isinstance(each, self._core.Literal) or each not in passed
            else passed[each]
            for each in jaxpr.jaxpr.outvars
        ]
        return results, None, None, []

    def _is_plain(self, aval: Any) -> bool:
        return type(aval) is self._core.ShapedArray and isinstance(aval.dtype, numpy.dtype)

    def _zeros_of(self, aval: Any) -> Any:
        if aval.size * aval.dtype.itemsize > LARGE:
            raise Slow(f"{aval} is too large")
        key = aval.shape, aval.dtype
        put = self._zero_arrays.pop(key, None)
        if put is None or put.is_deleted():
            put = importlib.import_module("jax").device_put(numpy.zeros(*key))
        self._zero_arrays[key] = put
        while sum(array.nbytes for array in self._zero_arrays.values()) > 2 * LARGE:
            del self._zero_arrays[next(iter(self._zero_arrays))]
        return self._array.ArrayImpl(aval, put.sharding, put._arrays, committed=False)

    def _returns_zeros(self, closed: Any, has_kernel: bool) -> Any:
        """A program with the same arguments and results, of which those that are computed are zeros."""
        jaxpr = closed.jaxpr
        inputs = {*jaxpr.invars, *jaxpr.constvars}
        computed = [
            each for each in jaxpr.outvars if not isinstance(each, self._core.Literal) and each not in inputs
        ]
        if any(not isinstance(each.aval, self._core.ShapedArray) for each in computed):
            if has_kernel:
                raise Recorded
            return closed
        equation = self._core.new_jaxpr_eqn([], list(dict.fromkeys(computed)), self._zeros, {}, set())
        replaced = jaxpr.replace(eqns=[equation] if computed else [])
        return replaced if jaxpr is closed else closed.replace(jaxpr=replaced)

    def _compiled_once(self, backend: Any, module: Any, devices: Any, *arguments: Any, **named: Any) -> Any:
        """An executable of each text, as many programs that return zeros are the same."""
        text = str(module)
        key = (text, tuple(device.id for device in devices.flat))
        if f"@{ZEROS}" not in text[:200]:
            return self._compile(backend, module, devices, *arguments, **named)
        if key not in self._compiled:
            self._compiled[key] = self._compile(backend, module, devices, *arguments, **named)
        return self._compiled[key]

    def _lower_zeros(self, context: Any) -> list[Any]:
        physical = map(self._core.physical_aval, context.avals_out)
        return [self._mlir.full_like_aval(context, 0, aval) for aval in physical]

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


def accept_older_tests() -> None:
    """Give jax what tests of an earlier release use, and a later one has no more."""
    config: Any = importlib.import_module("jax._src.config")
    if not hasattr(config, "jax_pallas_use_mosaic_gpu"):
        # Without it, a kernel's parameters select Mosaic GPU, and Triton is the default.
        config.jax_pallas_use_mosaic_gpu = config.bool_state("jax_pallas_use_mosaic_gpu", False, "")
    package: Any = importlib.import_module("jax.experimental.mosaic.gpu")
    if not hasattr(package, "TMABarrier"):
        package.TMABarrier = package.core.TMABarrier = functools.partial(package.Barrier, 1)


def cases(suite: Any) -> Iterator[Any]:
    """The test cases of nested suites."""
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from cases(each)
        else:
            yield each


def _constant(value: object, _self: object) -> object:
    return value


def try_few_examples() -> None:
    """Limit what hypothesis generates: its examples differ in shapes, and there are up to 200 for a test.

    Without a database and with the seed from the test, they are the same in each run.
    """
    settings: Any = importlib.import_module("hypothesis").settings
    for name, value in (("max_examples", EXAMPLES), ("derandomize", True), ("database", None)):
        # Its metaclass refuses assignments.
        type.__setattr__(settings, name, property(functools.partial(_constant, value)))


def _never(_self: object) -> bool:
    return False


def trace_no_lines() -> None:
    """Keep hypothesis from tracing the lines of a test that failed, as most do whose results are zeros.

    It traces all Python code that is called, so lowering would appear to take several times as long.
    """
    core: Any = importlib.import_module("hypothesis.core")
    core.StateForActualGivenExecution._should_trace = _never


def loaded(path: Path, checkout: Path) -> Any:
    """The module of a test file."""
    sys.path.insert(0, str(path.parent))
    for name in ("jax._src", "jax._src.pallas", "jax.experimental.mosaic.gpu"):
        importlib.import_module(name).__path__.append(str(checkout.joinpath(*name.split("."))))
    sys.argv = [str(path)]
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


class Result(unittest.TestResult):
    """Keeps the exception of a test."""

    def __init__(self) -> None:
        super().__init__()
        self.error: BaseException | None = None

    def addError(self, test: Any, err: Any) -> None:  # noqa: N802
        """Keep the first one."""
        self.error = self.error or err[1]
        super().addError(test, err)

    def addFailure(self, test: Any, err: Any) -> None:  # noqa: N802
        """The same for an assertion."""
        self.addError(test, err)

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: ARG002, N802
        """The same for a part of a test."""
        if err is not None:
            self.addError(subtest, err)


def message(error: BaseException) -> str:
    """An exception in a line, without what differs between two runs."""
    text = re.sub(r"\s+", " ", f"{type(error).__name__}: {error}").partition(" note: ")[0]
    return re.sub(r"[^\s'\"]*/site-packages/|0x[0-9a-f]+", "", text).strip()[:MESSAGE]


def module_of(case: Any) -> list[tuple[str, str]]:
    """The module that a test of a dialect or of layout inference builds, as this jaxlib prints it."""
    module: Any = getattr(case, "module", None)
    if not hasattr(module, "body") or not len(module.body.operations):
        return []
    return [(MODULE, base64.b64encode(str(module).encode()).decode())]


def outcome_of(result: Result, recorded: bool) -> str:
    """How a test ended, in a line; what follows after its last kernel says nothing of kernels."""
    if isinstance(result.error, Slow):
        return SLOW
    if recorded:
        return "recorded"
    if result.skipped:
        return f"skipped: {result.skipped[0][1]}"
    return "passed" if result.error is None else message(result.error)


def run(case: Any, recorder: Recorder) -> str:
    """Run a test; its outcome."""
    recorder.kernels, recorder.seconds = [], 0.0
    result = Result()
    signal.alarm(LIMIT)
    try:
        case.run(result)
    except Slow as slow:  # in a method of unittest's
        result.error = slow
    signal.alarm(0)
    outcome = outcome_of(result, bool(recorder.kernels))
    recorder.kernels += module_of(case)
    return outcome


class Fixtures:
    """Sets the classes of tests up, and tears them down, as they follow each other."""

    def __init__(self) -> None:
        self._current: Any = None
        self._error: Exception | None = None

    def enter(self, kind: Any) -> str | None:
        """Tear the class before down, and set this one up; the outcome of its tests if that fails.

        After the last test, ``kind`` is None.
        """
        if kind is not self._current:
            if self._current is not None and self._error is None:
                self._current.tearDownClass()
                self._current.doClassCleanups()
            self._current, self._error = kind, None
            try:
                if kind is not None:
                    kind.setUpClass()
            except Exception as error:
                self._error = error
        if self._error is None:
            return None
        skipped = isinstance(self._error, unittest.SkipTest)
        return f"skipped: {self._error}" if skipped else message(self._error)


def main(arguments: Sequence[str]) -> int:
    """Run the tests."""
    target, devices, checkout, path, record, *without = arguments
    jax: Any = importlib.import_module("jax")
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", int(devices))
    recorder = Recorder(target, int(devices))
    recorder.install()
    try_few_examples()
    trace_no_lines()
    signal.signal(signal.SIGALRM, give_up)
    fixtures = Fixtures()
    with Path(record).open("w", encoding="utf-8") as stream:
        for case in cases(unittest.defaultTestLoader.loadTestsFromModule(loaded(Path(path), Path(checkout)))):
            if any(fnmatchcase(case.id(), f"*.{pattern}.*") for pattern in without):
                continue
            recorder.kernels, recorder.seconds = [], 0.0
            outcome = fixtures.enter(type(case)) or run(case, recorder)
            if not recorder.kernels and outcome.partition(":")[0] not in ("passed", "skipped", SLOW):
                # It may have failed for a zero. What was compiled has to be forgotten.
                jax.clear_caches()
                recorder.computes = True
                outcome = fixtures.enter(type(case)) or run(case, recorder)
                recorder.computes = False
            line = {
                "test": _FUNCTIONS.sub("<function>", re.sub(r" at 0x[0-9a-f]+", "", case.id())),
                "outcome": outcome,
                "seconds": round(recorder.seconds, 4),
                "kernels": recorder.kernels,
            }
            stream.write(json.dumps(line) + "\n")
            stream.flush()
        fixtures.enter(None)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
