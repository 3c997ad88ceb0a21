"""Cells: a model, a backend and what is done; each side in a child process with limits on its time and memory."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from tools.environment import Environment
from tools.models.discover import Model
from tools.models.environments import Pair

Status = Literal["pass", "fail", "unsupported"]
WORKER = Path(__file__).with_name("cell.py")
#: Of the largest number of what is compared: two compilers order sums in other ways.
TOLERANCE = {"logits": 1e-4, "loss": 1e-5, "loss_after": 1e-5, "gradient": 1e-3}
_POLL = 0.25
_RAISED = re.compile(r"[A-Za-z_][\w.]*(Error|Exception|Interrupt|Exit)\b")


@dataclass(frozen=True)
class Limits:
    """What one child process may take."""

    seconds: float
    memory: int


@dataclass(frozen=True)
class Cell:
    """What came of one.

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
        memory: The most bytes that our side's process held.
        parameters: How many weights the model has.
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
    memory: int | None = None
    parameters: int | None = None
    log: str = ""

    @property
    def key(self) -> str:
        """What tells it from others."""
        return f"{self.model}.{self.backend}.{self.action}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class ChildFailed(Exception):
    """A side ended badly: why, and the end of what it said."""

    def __init__(self, reason: str, log: str) -> None:
        super().__init__(reason)
        self.reason, self.log = reason, log


def run(model: Model, pair: Pair, kept: Path, folder: Path, limits: Limits) -> Cell:
    """Runs ``model`` forward and through one training step on jaxlib-cpu, and compares with upstream's backend.

    Upstream's side is computed once, into ``kept``; ours goes into ``folder``.
    """
    for path in (kept, folder):
        path.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()

    def cell(status: Status, reason: str, **more: Any) -> Cell:
        return Cell(model.name, "cpu", "run", status, reason, round(time.monotonic() - started, 2), **more)

    reference, weights = kept / "upstream.npz", kept / "upstream.npz.weights.npz"
    done = kept / "upstream.json"
    try:
        if not done.is_file():
            said = _child(pair.upstream, model, None, reference, limits)
            done.write_text(json.dumps(said), "utf-8")
    except ChildFailed as error:
        # What upstream's own backend cannot do is no matter of ours.
        return cell("unsupported", f"upstream's backend: {error.reason}", log=error.log)
    try:
        said = _child(pair.ours, model, weights, folder / "ours.npz", limits)
    except ChildFailed as error:
        return cell("fail", error.reason, log=error.log)
    if said["served_by"] != "jaxlib-cpu":
        return cell("fail", f"jax was served by {said['served_by']}, not by jaxlib-cpu")
    differences = compare(reference, folder / "ours.npz")
    over = [
        name for name, (worst, scale) in differences.items() if not worst <= TOLERANCE[name] * max(scale, 1.0)
    ]
    reason = "; ".join(f"{name} differ by {differences[name][0]:.3g}" for name in over)
    # JSON has no infinity; the reason says it.
    finite = {name: numbers for name, numbers in differences.items() if math.isfinite(numbers[0])}
    return cell(
        "fail" if over else "pass",
        reason,
        max_abs_diff=finite.get("logits", (None,))[0],
        differences=finite,
        steps={name: round(seconds, 3) for name, seconds in said["seconds"].items()},
        memory=said["memory"],
        parameters=said["parameters"],
    )


def compare(reference: Path, ours: Path) -> dict[str, tuple[float, float]]:
    """The largest difference of each kind of result, and the largest number in the reference; NaN is far off."""
    import numpy as np

    found: dict[str, tuple[float, float]] = {}
    with np.load(reference) as wanted, np.load(ours) as got:
        for name in wanted.files:
            kind = name.rstrip("0123456789")
            first, second = (each[name].astype(np.float64) for each in (wanted, got))
            difference = np.abs(first - second)
            worst = float(np.max(difference, initial=0.0)) if np.isfinite(difference).all() else float("inf")
            scale = float(np.max(np.abs(first), initial=0.0))
            before = found.get(kind, (0.0, 0.0))
            found[kind] = (max(before[0], worst), max(before[1], scale))
    return found


def _child(
    environment: Environment, model: Model, weights: Path | None, output: Path, limits: Limits
) -> dict[str, Any]:
    task = {
        "model": model.name,
        "overrides": dict(model.overrides),
        "weights": str(weights) if weights else "",
        "output": str(output),
    }
    log = output.with_suffix(".log")
    with log.open("wb") as said:
        process = subprocess.Popen(
            [str(environment.python), str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=subprocess.STDOUT,
            cwd=environment.folder,
            env=environment.variables({"JAX_PLATFORMS": "cpu", "TF_CPP_MIN_LOG_LEVEL": "2"}),
            start_new_session=True,
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(task).encode())
        process.stdin.close()
        reason = _watch(process, limits)
    lines = log.read_text("utf-8", "replace").splitlines()
    if not reason and process.returncode:
        reason = _cause(lines, process.returncode)
    if reason:
        raise ChildFailed(reason, "\n".join(lines[-60:]))
    result: dict[str, Any] = json.loads(lines[-1])
    return result


def _watch(process: subprocess.Popen[bytes], limits: Limits) -> str:
    """Waits for a child, and ends it where it takes too much; the reason, or nothing."""
    until = time.monotonic() + limits.seconds
    try:
        while process.poll() is None:
            if time.monotonic() > until:
                return f"it took more than {limits.seconds:.0f} s"
            if _resident(process.pid) > limits.memory:
                return f"it held more than {limits.memory / 1e9:.1f} GB of memory"
            time.sleep(_POLL)
        return ""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _cause(lines: list[str], status: int) -> str:
    if status < 0:
        return f"it died of {signal.Signals(-status).name}"
    # What a traceback ends with; jax and flax add lines of their own below it.
    last = next((line for line in reversed(lines) if _RAISED.match(line)), f"it ended with status {status}")
    return last[:300]
