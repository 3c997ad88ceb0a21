"""Tries a plugin in a child process: loads its library, lets jax create a client, and lists the devices.

Loading can end the process, hang, or fork, so it does not happen in the process that asks. The child announces each
stage before it begins; if the child dies, the last announced stage is the one that failed.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core import errors
from jaxlib_core.checks import release_mismatch, steps
from jaxlib_core.environment import files, install_commands, processes
from jaxlib_core.errors import (
    ClientRefused,
    JaxImportFails,
    LibraryForks,
    LibraryHangs,
    PluginError,
    TimeTooShort,
)
from jaxlib_core.jax import crash_guard
from jaxlib_core.plugins.discovery import Plugin, at

#: Seconds before a child is killed. Eight GPUs, or a TPU whose neighbours are not up yet, take that long.
SECONDS = 60.0
#: With a shorter limit, a timeout says nothing about the environment.
ENOUGH = SECONDS

#: Set by trials, for children only: JSON of how they deviate from a user's program. ``hidden``: modules that they
#: cannot find. ``startup``: the files that they run at startup, instead of all others.
TRIAL = "JAXLIB_DOCTOR_TRIAL"

_BEFORE = """
import os
if trial := os.environ.pop("JAXLIB_DOCTOR_TRIAL", ""):
    import json, sys
    trial = json.loads(trial)
    class Hidden:
        names = frozenset(trial.get("hidden", ()))
        def find_spec(self, name, path=None, target=None):
            if name in self.names:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    sys.meta_path.insert(0, Hidden())
    here = trial.get("path", [])
    sys.path[:] = [*here, *(entry for entry in sys.path if entry not in here)]
    for file in trial.get("startup", ()):
        with open(file, "rb") as source:
            source = source.read()
        if file.endswith(".pth"):
            lines = source.splitlines()
            source = b"\\n".join(line for line in lines if line.startswith((b"import ", b"import\\t")))
        try:
            exec(compile(source, file, "exec"), {"__name__": "sitecustomize", "__file__": file})
        except Exception:
            pass  # as Python continues
"""

#: How ``found`` begins in the diagnosis of a child that had to be stopped.
STILL = "a child process that was still"

#: How many bytes at the end of the child's output are read.
_TAIL = 8192


class Device(NamedTuple):
    """A device as jax describes it."""

    id: int
    kind: str
    name: str


class Outcome(NamedTuple):
    """The result: the diagnosis or None, jax's devices, and the time in seconds."""

    problem: PluginError | None
    devices: tuple[Device, ...]
    seconds: float


def run(plugin: Plugin, *, client: bool = True, seconds: float = SECONDS) -> Outcome:
    """Try ``plugin`` in a child process, with a client only if ``client``; kill the child after ``seconds``."""
    started = time.monotonic()
    try:
        ended, said, words = _child(plugin, client=client, seconds=seconds)
    except OSError as error:
        reason = f"Python cannot be started: {error}"
        return Outcome(_import_fails(plugin, reason), (), time.monotonic() - started)
    problem = _problem(plugin, ended, said, words, seconds)
    devices = tuple(Device(*device) for device in said[-1].get("devices", ())) if said and not problem else ()
    return Outcome(problem, devices, time.monotonic() - started)


def _child(plugin: Plugin, *, client: bool, seconds: float) -> tuple[int | None, list[dict[str, Any]], str]:
    # The child searches where this process does; a path may contain what PYTHONPATH cannot express.
    path = spelled(sys.path)
    script = (
        "import json, sys; here = json.loads(sys.argv[2]); "
        "sys.path[:] = [*here, *(entry for entry in sys.path if entry not in here)]; "
        "from jaxlib_core.doctor import probe; probe.main(sys.argv[1], *sys.argv[3:])"
    )
    arguments = (json.dumps(path), str(plugin.folder), "client" if client else "")
    return run_child(["-P", "-c", script], arguments, _environment(plugin), seconds)


def spelled(entries: Iterable[str]) -> list[str]:
    """The entries of a search path as absolute paths, encoded as a child decodes them."""
    path = [files.absolute(entry) for entry in entries]
    if os.environ.get("PYTHONUTF8") != "1" or sys.flags.utf8_mode:
        return path
    return [entry.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape") for entry in path]


def spelled_here(path: str) -> str:
    """A path from a child's message, decoded as in this process: their file name encodings may differ."""
    try:
        return os.fsdecode(path.encode("utf-8", "surrogateescape"))
    except UnicodeError:
        return path


class OutOfTime(Exception):
    """The time that the children of a ``within`` block may take together is over."""


_until = math.inf


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit the time until which children run in this block: after ``seconds``, ``run_child`` raises OutOfTime."""
    global _until
    before, _until = _until, time.monotonic() + seconds
    try:
        yield
    finally:
        _until = before


def run_child(
    program: list[str], arguments: Iterable[str], environment: Mapping[str, str], seconds: float
) -> tuple[int | None, list[dict[str, Any]], str]:
    """Run this Python with ``program``, whose first argument is the file descriptor that it writes JSON lines to.

    Returns:
        The exit status (None: it had to be killed), its messages, and the end of its output.

    Raises:
        OSError: Python cannot be started.
        OutOfTime: The block of ``within`` that this is called in has no time left.
    """
    *options, script = program
    if "startup" in json.loads(environment.get(TRIAL) or "{}"):
        options.insert(0, "-S")
    if TRIAL in environment:
        script = _BEFORE + script
    left = _until - time.monotonic()
    if left <= 0:
        raise OutOfTime
    with processes.memory("said") as said, processes.memory("words") as words:
        ended = processes.run(
            [sys.executable, *options, script, str(said.fileno()), *arguments],
            min(seconds, left),
            output=words.fileno(),
            errors=words.fileno(),
            pass_fds=[said.fileno()],
            environment=environment,
        )
        if ended is None and left < seconds:
            raise OutOfTime
        lines = []
        for line in processes.read(said).splitlines():
            with contextlib.suppress(ValueError):
                lines.append(json.loads(line))
        return ended, lines, processes.read(words, _TAIL)


def _environment(plugin: Plugin) -> dict[str, str]:
    return {
        **os.environ,
        "JAX_PLATFORMS": plugin.descriptor.platform,
        "JAXLIB_PLUGIN_POLICY": "raise",
        # An examination must not take most of a GPU's memory, which the user's own programs need.
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    }


def _problem(
    plugin: Plugin, ended: int | None, said: list[dict[str, Any]], words: str, seconds: float
) -> PluginError | None:
    forked = [message for message in said if "forked" in message]
    stages = [message["stage"] for message in said if "stage" in message]
    stage = stages[-1] if stages else "start"
    doing, subject = crash_guard.STAGES[stage][0], crash_guard.subject(plugin, stage)
    if forked:
        return _error(
            LibraryForks,
            plugin,
            f"The library of {_name(plugin)} forks the process when it is loaded.",
            wanted="a library that does not fork",
            found="a copy of the process that also continues after loading",
        )
    problem = next((message["problem"] for message in said if "problem" in message), None)
    if problem:
        kind = getattr(errors, problem["kind"])
        return rebuilt(kind, problem)
    if ended is None:
        return given_up(doing, seconds) or _error(
            LibraryHangs,
            plugin,
            f"{subject or '`import jax`'} hangs.",
            wanted=f"{doing} within {seconds:g} s",
            found=f"{STILL} {doing} when it was stopped",
            note="a busy machine may just be slow: jaxlib doctor --timeout SECONDS",
        )
    if ended == 0 and stage == "done":
        return None
    last = last_line(words)
    how = how_it_ended(ended)
    if stage in {"start", "import"}:
        return _import_fails(plugin, f"a child process that {how} while {doing}{last}")
    return crash_guard.ends_process(plugin, stage, f"a child process that {how} while {doing}{last}")


def given_up(doing: str, seconds: float) -> PluginError | None:
    """The diagnosis for a child with a shorter time limit than a healthy environment may need; else None."""
    if seconds >= ENOUGH:
        return None
    return TimeTooShort(
        f"A check did not finish within the {seconds:g} s that --timeout allows.",
        wanted=f"--timeout {ENOUGH:g} or more, which is the default",
        found=f"{STILL} {doing} when it was stopped",
        where=sys.executable,
        commands=install_commands.doctor(),
        note="whether jax works is not known",
    )


def _error(
    kind: type[PluginError], plugin: Plugin, summary: str, *, wanted: str, found: str, note: str = ""
) -> PluginError:
    return kind(
        summary,
        wanted=wanted,
        found=found,
        where=str(plugin.library),
        commands=steps.reinstall(plugin),
        note=note,
    )


def _import_fails(plugin: Plugin, found: str) -> PluginError:
    return JaxImportFails(
        "jax cannot be imported.",
        wanted="`import jax` without an error",
        found=found,
        where=sys.executable,
        commands=install_commands.install(*release_mismatch.family(plugin), everything=True),
    )


def without_module(failure: PluginError, module: str) -> PluginError:
    """``failure`` for a missing standard library module, which no package provides: a note, and no command."""
    return failure.fixed_by().noted(
        f"{module} is part of Python's standard library, and this Python, {sys.base_prefix}, was built or "
        "installed without it: install the system package that provides it, or build Python again where its "
        "library is installed with its headers; or create the environment again with another Python"
    )


def rebuilt(kind: type[PluginError], fields: dict[str, Any]) -> PluginError:
    """The diagnosis from a child's JSON message."""
    return kind(
        fields["summary"],
        wanted=fields["wanted"],
        found=fields["found"],
        where=tuple(fields["where"]),
        commands=tuple(fields["commands"]),
        note=fields["note"],
    )


def _name(plugin: Plugin) -> str:
    return f"{plugin.descriptor.distribution} {plugin.descriptor.version}"


def how_it_ended(status: int) -> str:
    """How a child ended, in words."""
    return f"was terminated by {_signal(-status)}" if status < 0 else f"exited with status {status}"


def _signal(number: int) -> str:
    with contextlib.suppress(ValueError):
        return f"signal {number} ({signal.Signals(number).name})"
    return f"signal {number}"


def last_line(words: str) -> str:
    """A suffix to how a child ended: the last line of its output, or Python's fatal error."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    if lines and lines[-1].startswith(("<no Python frame>", "Python runtime state:")):
        lines = [line for line in lines if line.startswith("Fatal Python error:")] or lines
    return f"; its last line of output: {lines[-1][:300]}" if lines else ""


# ---- In the child.


def main(descriptor: str, folder: str, client: str) -> None:
    """Run as the child: write the results for the plugin in ``folder`` to the file ``descriptor``."""
    out, process = int(descriptor), os.getpid()
    # The parent process reports how this one ends.
    crash_guard.enabled = False

    def say(**values: Any) -> None:
        os.write(out, json.dumps(values).encode() + b"\n")

    def same_process() -> None:
        if os.getpid() != process:
            say(forked=os.getpid())
            os._exit(0)

    try:
        _try(at(Path(folder)), bool(client), say, same_process)
    except PluginError as problem:
        say(problem=problem.as_dict())
        # Skip the library's exit handlers, which are not part of the trial.
        os._exit(3)
    os._exit(0)


def _try(plugin: Plugin, client: bool, say: Any, same_process: Any) -> None:
    from jaxlib_core.checks import vendor_libraries
    from jaxlib_core.jax.backend import load_library

    say(stage="libraries")
    vendor_libraries.load(plugin)
    same_process()
    say(stage="load")
    try:
        load_library(plugin)
    finally:
        same_process()
    _wait_for_a_copy()
    if not client:
        say(stage="done", devices=[])
        return
    say(stage="import")
    try:
        import jax
    except Exception as error:
        failure = _import_fails(plugin, _line(error))
        if isinstance(error, ModuleNotFoundError) and error.name in sys.stdlib_module_names:
            failure = without_module(failure, error.name)
        raise failure from error
    say(stage="client")
    try:
        devices = jax.devices(plugin.descriptor.platform)
    except Exception as error:
        raise _own(error) or _refused(plugin, error) from error
    say(stage="done", devices=[(device.id, device.device_kind, str(device)) for device in devices])


def _wait_for_a_copy() -> None:
    """If the library forked, give the copy time to return from loading and report itself.

    On a busy machine that takes more than a moment. A copy that never returns is rare, and costs the whole wait.
    """
    for _ in range(500):
        try:
            if os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return
        except ChildProcessError:
            return
        time.sleep(0.01)


def _own(error: BaseException | None) -> PluginError | None:
    """The diagnosis in the chain of causes of ``error``: jax wraps a plugin's exception in its own."""
    while error is not None:
        if isinstance(error, PluginError):
            return error
        error = error.__cause__ or error.__context__
    return None


def _refused(plugin: Plugin, error: Exception) -> PluginError:
    return ClientRefused(
        f"The library of {_name(plugin)} does not create a client.",
        wanted=f"a client for platform {plugin.descriptor.platform!r}",
        found=_line(error),
        where=str(plugin.library),
        commands=steps.reinstall(plugin),
        note="the message is the library's; the cause may be its hardware, its driver or another process",
    )


def _line(error: Exception) -> str:
    """The error in one line, without the text that jax adds to a backend's error."""
    text = " ".join(str(error).split()) or type(error).__name__
    text = text.partition("': ")[2] if text.startswith("Unable to initialize backend '") else text
    return f"{type(error).__name__}: {text.partition(' (you may need to uninstall')[0]}"[:600]
