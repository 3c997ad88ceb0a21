"""Cells: a model, a backend and what is done; each in child processes with limits on their time and memory."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from tools.models.discover import Model
from tools.models.servers import ChildFailed, Limits, Server

Status = Literal["pass", "fail", "unsupported"]
#: Of the largest number of what is compared: two compilers order sums in other ways.
TOLERANCE = {"logits": 1e-4, "loss": 1e-5, "loss_after": 1e-5, "gradient": 1e-3}
#: Of the same program in another form.
SAME = {"logits": 1e-5}
#: What is exported is for all of them, and run on the first.
PLATFORMS = ("cpu", "cuda", "tpu")


@dataclass(frozen=True)
class Cell:
    """The result of one cell.

    Attributes:
        model: MaxText's name of it.
        backend: The distribution's name without ``jaxlib-``.
        action: What was done.
        status: Whether it did.
        reason: Why not; empty where it did.
        seconds: All of it.
        max_abs_diff: Of the logits against upstream's backend; None where nothing was compared.
        differences: The largest difference of each result, and the largest number in it.
        steps: Seconds of each part, on our side.
        processor: Seconds of CPU time, on all sides that were computed for it; None where that was none.
        memory: The most bytes that our side's process held.
        parameters: How many weights the model has.
        compiled: Of a compiled program: flops, bytes on each device, bytes that one has, collective operations.
        log: The end of what a child said that failed.
    """

    model: str
    backend: str
    action: str
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
    log: str = ""

    @property
    def key(self) -> str:
        """The cell's identity: model, backend and action."""
        return f"{self.model}.{self.backend}.{self.action}"

    def as_dict(self) -> dict[str, Any]:
        """The cell as the results file has it."""
        return asdict(self)


@dataclass
class Bench:
    """Where cells of one model are made: servers by environment, folders, limits.

    Attributes:
        servers: Gives the server of an environment of ``models.toml``.
        shared: What upstream's side computed, from which all others start.
        folder: For what else is computed.
    """

    model: Model
    servers: Callable[[str], Server]
    shared: Path
    folder: Path
    limits: Limits
    _started: float = field(default_factory=time.monotonic)
    _processor: float = 0.0

    def task(self, **more: Any) -> dict[str, Any]:
        """The request that a child process gets."""
        return {"model": self.model.name, "overrides": dict(self.model.overrides), **more}

    def child(
        self,
        environment: str,
        action: str,
        folder: Path | None = None,
        variables: Mapping[str, str] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """A child process' answer to a request."""
        server = self.servers(environment)
        said = server.run(action, self.task(**more), folder or self.folder, self.limits, variables)
        self._processor += said.pop("processor")
        return said

    def cell(self, backend: str, action: str, status: Status, reason: str = "", **more: Any) -> Cell:
        """With the times that it took."""
        seconds = round(time.monotonic() - self._started, 2)
        used = round(self._processor, 2) or None
        return Cell(self.model.name, backend, action, status, reason, seconds, processor=used, **more)

    def upstream(self) -> Path:
        """What upstream's backend computes, computed once; the weights lie beside it.

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
        """Those that ``upstream`` drew."""
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
    """Exports the forward pass, and runs it by jaxlib-pjrt in an environment without jax."""

    def made(ours: Path) -> dict[str, Any]:
        artifact = str(bench.folder / "exported.bin")
        exported = bench.child("ours", "export", artifact=artifact, platforms=PLATFORMS)
        said = bench.child("bare", "bare", artifact=artifact, weights=bench.weights, output=str(ours))
        said["seconds"] |= exported["seconds"]
        return said

    return _beside_upstream(bench, "export", SAME, made)


def onnx(bench: Bench) -> Cell:
    """Converts the forward pass with jax2onnx, and compares what onnxruntime computes."""

    def made(ours: Path) -> dict[str, Any]:
        return bench.child("onnx", "to_onnx", weights=bench.weights, output=str(ours))

    return _beside_upstream(bench, "onnx", SAME, made)


def _beside_upstream(
    bench: Bench, action: str, tolerance: Mapping[str, float], make: Callable[[Path], dict[str, Any]]
) -> Cell:
    """A cell of the CPU: ``make`` writes the model's numbers to a file, which are compared with upstream's."""
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
    """Marks as unsupported what upstream's own backend cannot do."""
    return bench.cell(backend, action, "unsupported", f"upstream's backend: {error.reason}", log=error.log)


def column(target: str, devices: int, size: str = "") -> tuple[str, str]:
    """The backend and the action of what is compiled for a target."""
    platform, chip, *_ = target.split(":")
    return platform, f"compile {size}{chip.partition('x')[0]} x{devices}"


def compile_ahead(
    bench: Bench, target: str, devices: int, size: str = "", ways: Sequence[Mapping[str, Any]] = ()
) -> Cell:
    """Compiles a training step for ``devices`` chips of ``target``, which need not be there.

    ``ways`` around faults of upstream's compiler are ``models.toml``'s: each has ``flags`` and says ``why``, and
    which ``models`` it is for or which ``error`` asks for it.
    """
    platform, action = column(target, devices, size)
    taken = [way for way in ways if bench.model.name in way.get("models", ())]
    try:
        try:
            said = _compiled(bench, target, devices, taken)
        except ChildFailed as error:
            more = [way for way in ways if way.get("error", "\0") in error.reason]
            if not more:
                raise
            taken += more
            said = _compiled(bench, target, devices, taken)
    except ChildFailed as error:
        if not size:
            # Neither is a model that upstream's own backend cannot run, which at full size nothing here could.
            try:
                bench.upstream()
            except ChildFailed as theirs:
                return _upstreams(bench, platform, action, theirs)
        return bench.cell(platform, action, "fail", error.reason, log=error.log)
    reason = _unsuitable(said, devices)
    status: Status = "fail" if reason else "pass"
    reason = reason or "; ".join(f"with {way['flags']}: {way['why']}" for way in taken)
    names = ("flops", "product_flops", "device_memory", "chip_memory", "collectives")
    return bench.cell(
        platform,
        action,
        status,
        reason,
        **_said(said),
        compiled={name: said[name] for name in names if said.get(name) is not None},
    )


def _unsuitable(said: Mapping[str, Any], devices: int) -> str:
    """Why a compiled program is of no use on its devices; empty where it is."""
    if said["device_memory"] > said["chip_memory"]:
        return f"it needs {said['device_memory']:,} bytes on each device, which has {said['chip_memory']:,}"
    if devices > 1 and not said["collectives"]:
        return f"compiled for {devices} devices, it moves nothing between them"
    return ""


def _compiled(bench: Bench, target: str, devices: int, ways: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    # The library reads the variable when it is loaded, which is in the child.
    variables = {"XLA_FLAGS": " ".join(way["flags"] for way in ways)} if ways else {}
    return bench.child("ahead", "ahead", variables=variables, target=target, devices=devices)


def _said(said: Mapping[str, Any]) -> dict[str, Any]:
    steps = {name: round(seconds, 3) for name, seconds in said["seconds"].items()}
    counted = {"parameters": said["parameters"]} if "parameters" in said else {}
    return {"steps": steps, "memory": said["memory"], **counted}


def _compared(
    differences: Mapping[str, tuple[float, float]], tolerance: Mapping[str, float]
) -> tuple[str, dict[str, Any]]:
    """The reason why a result is too far off, or nothing; and the cell's numbers."""
    over = [
        f"{name} differ by {worst:.3g}"
        for name, (worst, scale) in differences.items()
        if not worst <= tolerance[name] * max(scale, 1.0)
    ]
    # JSON has no infinity; the reason says it.
    finite = {name: numbers for name, numbers in differences.items() if math.isfinite(numbers[0])}
    return "; ".join(over), {
        "max_abs_diff": finite.get("logits", (None,))[0],
        "differences": finite,
    }


def compare(reference: Path, ours: Path) -> dict[str, tuple[float, float]]:
    """The largest difference of each kind of result that ours has, and the largest number in the reference."""
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
