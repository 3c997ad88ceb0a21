"""Cells: a model, a backend and an action, run in child processes with limits on time and memory."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from tools.models.discover import Model
from tools.models.environments import name_of
from tools.models.servers import ChildFailed, Limits, Server

Status = Literal["pass", "fail", "unsupported"]
#: Whose jaxlib is under jax on our side: the family's own, of bindings only, or upstream's.
Jaxlib = Literal["bindings", "upstream"]
#: Tolerances relative to the largest number: two compilers sum in different orders.
TOLERANCE = {"output": 1e-4, "loss": 1e-5, "loss_after": 1e-5, "gradient": 1e-3}
#: The tolerance for the same program in another form.
SAME = {"output": 1e-5}
#: The opset of an ONNX file: jax2onnx's default.
OPSET = 23
#: The platforms of an export, which is run on the first.
PLATFORMS = ("cpu", "cuda", "tpu")


@dataclass(frozen=True)
class Cell:
    """The result of one cell.

    Attributes:
        model: MaxText's name of it, or that of the file that it is in.
        backend: The distribution's name without ``jaxlib-``.
        action: The action.
        jaxlib: Whose jaxlib was under jax, ``bindings`` or ``upstream``.
        status: ``pass``, ``fail`` or ``unsupported``.
        reason: The reason of another status than ``pass``, else empty.
        seconds: The time of the whole cell.
        max_abs_diff: The largest difference of the output from upstream's backend; None if nothing was compared.
        differences: The largest difference of each result, and the largest number in it.
        steps: Seconds of each step, on our side.
        processor: Seconds of CPU time, on all sides that were computed for it; None if none was.
        memory: The peak memory of our side's process, in bytes.
        parameters: The number of the model's weights.
        compiled: Of a compiled program: flops, bytes on each device, bytes that a device has, collective
            operations.
        program: Of a compiled program: SHA-256 of its optimized ``text`` and of both analyses, ``cost`` and
            ``memory``.
        opsets: Of an ONNX file: the opset ``used``, the ``lowest`` and the ``newest`` that onnxruntime computes the
            same with, and why not the ones ``below`` and ``above``.
        log: The end of a failed child's output.
    """

    model: str
    backend: str
    action: str
    jaxlib: Jaxlib
    status: Status
    reason: str
    seconds: float
    max_abs_diff: float | None = None
    differences: dict[str, tuple[float, float]] | None = None
    steps: dict[str, float] | None = None
    processor: float | None = None
    memory: int | None = None
    parameters: int | None = None
    compiled: dict[str, float] | None = None
    program: dict[str, str] | None = None
    opsets: dict[str, int | str] | None = None
    log: str = ""

    @property
    def key(self) -> str:
        """The cell's identity: model, backend, action and jaxlib."""
        return f"{self.model}.{self.backend}.{self.action}.{self.jaxlib}"

    def as_dict(self) -> dict[str, Any]:
        """The cell as in the results file."""
        return asdict(self)


@dataclass
class Bench:
    """Makes the cells of one model.

    Attributes:
        servers: Returns the server of an environment of ``models.toml``.
        shared: The folder of upstream's results, from which all cells start.
        folder: The folder of all other results.
        jaxlib: Whose jaxlib is under jax on our side.
    """

    model: Model
    servers: Callable[[str], Server]
    shared: Path
    folder: Path
    limits: Limits
    jaxlib: Jaxlib = "upstream"
    _started: float = field(default_factory=time.monotonic)
    _processor: float = 0.0

    def task(self, **more: Any) -> dict[str, Any]:
        """The task for a child process."""
        model = {
            "model": self.model.name,
            "overrides": dict(self.model.overrides),
            "module": self.model.module,
        }
        return {**model, "checkpoint": self.model.checkpoint, **more}

    def child(
        self,
        environment: str,
        action: str,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Run a task in a child process, and return its result."""
        server = self.servers(name_of(environment, self.jaxlib))
        said = server.run(action, self.task(**more), folder or self.folder, self.limits, variables)
        self._processor += said.pop("processor")
        return said

    def cell(self, backend: str, action: str, status: Status, reason: str = "", **more: Any) -> Cell:
        """The cell, with the time that it took."""
        seconds = round(time.monotonic() - self._started, 2)
        used = round(self._processor, 2) or None
        return Cell(
            self.model.name, backend, action, self.jaxlib, status, reason, seconds, processor=used, **more
        )

    def upstream(self) -> Path:
        """The file of upstream's results, computed once; the weights are beside it.

        Raises:
            ChildFailed: It cannot.
        """
        reference, done = self.shared / "upstream.npz", self.shared / "done"
        with _LOCK:
            lock = _LOCKS.setdefault(self.shared, threading.Lock())
        with lock:
            if not done.is_file():
                self.child("upstream", "run", self.shared, weights="", output=str(reference))
                done.touch()
        return reference

    @property
    def weights(self) -> str:
        """The weights that ``upstream`` drew or read."""
        return str(self.shared / "upstream.npz.weights.npz")


_LOCK = threading.Lock()
_LOCKS: dict[Path, threading.Lock] = {}


def run(bench: Bench) -> Cell:
    """Runs the model forward and through one training step on jaxlib-cpu, and compares with upstream's backend."""

    def made(ours: Path) -> dict[str, Any]:
        said = bench.child("ours", "run", weights=bench.weights, output=str(ours))
        if said["served_by"] != "jaxlib-cpu":
            raise ChildFailed(f"jax was served by {said['served_by']}, not by jaxlib-cpu", "")
        return said

    return _beside_upstream(bench, "run", TOLERANCE, made)


def export(bench: Bench) -> Cell:
    """Exports the forward pass, and runs it with jaxlib-pjrt in an environment without jax."""

    def made(ours: Path) -> dict[str, Any]:
        artifact = str(bench.folder / "exported.bin")
        program = str(bench.folder / "program.mlir")
        exported = bench.child("ours", "export", artifact=artifact, program=program, platforms=PLATFORMS)
        said = bench.child("bare", "bare", artifact=artifact, weights=bench.weights, output=str(ours))
        said["seconds"] |= exported["seconds"]
        return said

    return _beside_upstream(bench, "export", SAME, made)


def onnx(bench: Bench, opset: int = OPSET) -> Cell:
    """Converts the forward pass with jax2onnx, and compares what onnxruntime computes."""

    def made(ours: Path) -> dict[str, Any]:
        return bench.child(
            "onnx",
            "to_onnx",
            weights=bench.weights,
            output=str(ours),
            opset=opset,
            file=str(bench.folder / "model.onnx"),
            inputs=str(bench.folder / "inputs.npz"),
        )

    return _beside_upstream(bench, "onnx", SAME, made)


def _beside_upstream(
    bench: Bench, action: str, tolerance: Mapping[str, float], make: Callable[[Path], dict[str, Any]]
) -> Cell:
    """A cell on the CPU: ``make`` writes the model's results to a file, which is compared with upstream's."""
    try:
        reference = bench.upstream()
    except ChildFailed as error:
        return _upstreams(bench, "cpu", action, error)
    ours = bench.folder / f"{action}.npz"
    try:
        said = make(ours)
    except ChildFailed as error:
        return bench.cell("cpu", action, "fail", error.reason, log=error.log)
    reason, more = _compared(compare(reference, ours), tolerance)
    return bench.cell("cpu", action, "fail" if reason else "pass", reason, **more, **_said(said))


def _upstreams(bench: Bench, backend: str, action: str, error: ChildFailed) -> Cell:
    """Marks as unsupported what upstream's own backend cannot do; of what a user brought, it is a failure."""
    own = bench.model.module or bench.model.checkpoint
    status: Status = "fail" if own else "unsupported"
    return bench.cell(backend, action, status, f"upstream's backend: {error.reason}", log=error.log)


#: In the names of actions: models at full size, and models with the kernels of their own configurations.
FULL, KERNELS = "full ", "kernels "


def column(target: str, devices: int, size: str = "") -> tuple[str, str]:
    """The backend and the action of a compilation for a target; ``size`` is empty, `FULL` or `KERNELS`."""
    platform, chip, *_ = target.split(":")
    return platform, f"compile {size}{chip.partition('x')[0]} x{devices}"


def compile_ahead(
    bench: Bench, target: str, devices: int, size: str = "", ways: Sequence[Mapping[str, Any]] = ()
) -> Cell:
    """Compiles a training step for ``devices`` chips of ``target``, which need not be present.

    ``ways`` are ``models.toml``'s workarounds for faults of upstream's compiler: each has ``flags``, the reason
    (``why``), and the ``models`` or the ``error`` that it applies to.
    """
    platform, action = column(target, devices, size)
    taken = [way for way in ways if bench.model.name in way.get("models", ())]
    try:
        try:
            said = _compiled(bench, target, devices, taken, kernels=size == KERNELS)
        except ChildFailed as error:
            more = [way for way in ways if way.get("error", "\0") in error.reason]
            if not more:
                raise
            taken += more
            said = _compiled(bench, target, devices, taken, kernels=size == KERNELS)
    except ChildFailed as error:
        if not size:
            # A model that upstream's own backend cannot run is unsupported; it is run small and without kernels.
            try:
                bench.upstream()
            except ChildFailed as theirs:
                return _upstreams(bench, platform, action, theirs)
        return bench.cell(platform, action, "fail", error.reason, log=error.log)
    reason = _unsuitable(said, devices, kernels=size == KERNELS)
    status: Status = "fail" if reason else "pass"
    reason = reason or "; ".join(f"with {way['flags']}: {way['why']}" for way in taken)
    names = ("flops", "product_flops", "device_memory", "chip_memory", "collectives", "kernels")
    return bench.cell(
        platform,
        action,
        status,
        reason,
        **_said(said),
        compiled={name: said[name] for name in names if said.get(name) is not None},
        program=said["program"],
    )


def _unsuitable(said: Mapping[str, Any], devices: int, *, kernels: bool) -> str:
    """Why a compiled program is of no use on its devices; empty where it is."""
    if said["device_memory"] > said["chip_memory"]:
        return f"it needs {said['device_memory']:,} bytes on each device, which has {said['chip_memory']:,}"
    if devices > 1 and not said["collectives"]:
        return f"compiled for {devices} devices, it moves nothing between them"
    if kernels and not said["kernels"]:
        return "it has no kernel"
    return ""


def _compiled(
    bench: Bench, target: str, devices: int, ways: Sequence[Mapping[str, Any]], *, kernels: bool
) -> dict[str, Any]:
    # The library reads the variable when it is loaded, in the child process.
    variables = {"XLA_FLAGS": " ".join(way["flags"] for way in ways)} if ways else {}
    return bench.child("ahead", "ahead", variables=variables, target=target, devices=devices, kernels=kernels)


def _said(said: Mapping[str, Any]) -> dict[str, Any]:
    steps = {name: round(seconds, 3) for name, seconds in said["seconds"].items()}
    counted = {"parameters": said["parameters"]} if "parameters" in said else {}
    opsets = {"opsets": said["opsets"]} if "opsets" in said else {}
    return {"steps": steps, "memory": said["memory"], **counted, **opsets}


def _compared(
    differences: Mapping[str, tuple[float, float]], tolerance: Mapping[str, float]
) -> tuple[str, dict[str, Any]]:
    """The reason for a failure if a result is too far off, else an empty text; and the cell's numbers."""
    over = [
        f"{name} differs by {worst:.3g}"
        for name, (worst, scale) in differences.items()
        if not worst <= tolerance[name] * max(scale, 1.0)
    ]
    # JSON has no infinity; the reason mentions it instead.
    finite = {name: numbers for name, numbers in differences.items() if math.isfinite(numbers[0])}
    return "; ".join(over), {
        "max_abs_diff": finite.get("output", (None,))[0],
        "differences": finite,
    }


def compare(reference: Path, ours: Path) -> dict[str, tuple[float, float]]:
    """For each kind of result that ours has: the largest difference, and the largest number in the reference."""
    import numpy as np

    distances: dict[str, tuple[float, float]] = {}
    with np.load(reference) as wanted, np.load(ours) as got:
        for name in got.files:
            kind = name.rstrip("0123456789")
            first, second = (values[name].astype(np.float64) for values in (wanted, got))
            difference = np.abs(first - second)
            worst = float(np.max(difference, initial=0.0)) if np.isfinite(difference).all() else float("inf")
            scale = float(np.max(np.abs(first), initial=0.0))
            before = distances.get(kind, (0.0, 0.0))
            distances[kind] = (max(before[0], worst), max(before[1], scale))
    return distances
