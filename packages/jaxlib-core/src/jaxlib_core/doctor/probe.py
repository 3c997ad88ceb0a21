"""Try a plugin in a child process: load its library, then have jax make a client, and see which devices there are.

Loading can end the process, hang, or start others, so nothing of it happens in the process that asks. The child
says what it is about to do before it does it; where it ends without a word, that is how far it came.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core import errors
from jaxlib_core.checks import release_mismatch, steps
from jaxlib_core.environment import files, install_commands
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

#: Seconds that a child may take before it is given up. Eight GPUs, or a TPU whose neighbours are not up, take time.
SECONDS = 60.0
#: With less, that a child did not end says nothing of the environment.
ENOUGH = SECONDS

#: Set by a trial for children alone: JSON of what they do otherwise than a user's program would. ``hidden`` are
#: modules that they find nowhere; with ``startup`` they run those files, and nothing else that is run at a start.
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

#: How much of what the child wrote is looked at: the end of it.
_TAIL = 8192


class Device(NamedTuple):
    """One device, as jax tells of it."""

    id: int
    kind: str
    name: str


class Outcome(NamedTuple):
    """What came of it: the diagnosis or None, the devices that jax has, and the seconds that it took."""

    problem: PluginError | None
    devices: tuple[Device, ...]
    seconds: float


def run(plugin: Plugin, *, client: bool = True, seconds: float = SECONDS) -> Outcome:
    """Try ``plugin`` in a child process, with a client only if ``client``; give it up after ``seconds``."""
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
    # The child finds everything where this process found it; a path may hold what PYTHONPATH cannot.
    path = spelled(sys.path)
    script = (
        "import json, sys; here = json.loads(sys.argv[2]); "
        "sys.path[:] = [*here, *(entry for entry in sys.path if entry not in here)]; "
        "from jaxlib_core.doctor import probe; probe.main(sys.argv[1], *sys.argv[3:])"
    )
    arguments = (json.dumps(path), str(plugin.folder), "client" if client else "")
    return run_child(["-P", "-c", script], arguments, _environment(plugin), seconds)


def spelled(entries: Iterable[str]) -> list[str]:
    """Absolute entries of a search path, as a child spells them."""
    path = [files.absolute(entry) for entry in entries]
    if os.environ.get("PYTHONUTF8") != "1" or sys.flags.utf8_mode:
        return path
    return [entry.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape") for entry in path]


def spelled_here(path: str) -> str:
    """A path that a child said, as this process spells it: their encodings of file names may differ."""
    try:
        return os.fsdecode(path.encode("utf-8", "surrogateescape"))
    except UnicodeError:
        return path


def run_child(
    program: list[str], arguments: Iterable[str], environment: Mapping[str, str], seconds: float
) -> tuple[int | None, list[dict[str, Any]], str]:
    """Run this Python with ``program``, whose first argument is the number of a file that it says lines of JSON on.

    Returns:
        How it ended (None: it had to be killed), what it said, and the last of what it wrote.

    Raises:
        OSError: Python cannot be started.
    """
    # Files and not pipes: what the library starts may keep a pipe open for ever.
    *options, script = program
    if "startup" in json.loads(environment.get(TRIAL) or "{}"):
        options.insert(0, "-S")
    if TRIAL in environment:
        script = _BEFORE + script
    with _memory("said") as said, _memory("words") as words:
        process = subprocess.Popen(
            [sys.executable, *options, script, str(said.fileno()), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=words.fileno(),
            stderr=words.fileno(),
            pass_fds=[said.fileno()],
            env=environment,
            # A group of its own, to be ended with all that it started.
            start_new_session=True,
        )
        ended: int | None = None
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                ended = process.wait(seconds)
        finally:
            # Also where the user ends the wait: the child would not see a Ctrl-C.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        lines = []
        for line in _read(said, 0).splitlines():
            with contextlib.suppress(ValueError):
                lines.append(json.loads(line))
        return ended, lines, _read(words, -_TAIL)


def _environment(plugin: Plugin) -> dict[str, str]:
    return {
        **os.environ,
        "JAX_PLATFORMS": plugin.descriptor.platform,
        "JAXLIB_PLUGIN_POLICY": "raise",
        # A look must not take most of a GPU's memory, which its user's own program has or is about to take.
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
            found=f"a child process that was still {doing} when it was stopped",
            note="a busy machine may just be slow: jaxlib doctor --timeout SECONDS",
        )
    if ended == 0 and stage == "done":
        return None
    last = last_words(words)
    how = how_it_ended(ended)
    if stage in {"start", "import"}:
        return _import_fails(plugin, f"a child process that {how} while {doing}{last}")
    return crash_guard.ends_process(plugin, stage, f"a child process that {how} while {doing}{last}")


def given_up(doing: str, seconds: float) -> PluginError | None:
    """The diagnosis where a child was given less time than a sound environment may need; None if it had enough."""
    if seconds >= ENOUGH:
        return None
    return TimeTooShort(
        f"A check did not finish within the {seconds:g} s that --timeout allows.",
        wanted=f"--timeout {ENOUGH:g} or more, which is the default",
        found=f"a child process that was still {doing} when it was stopped",
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
    """``failure`` where a module of Python's own is missing, which no package brings: what to do, by no command."""
    return failure.fixed_by().noted(
        f"{module} is part of Python's standard library, and this Python, {sys.base_prefix}, was built or "
        "installed without it: install the system package that provides it, or build Python again where its "
        "library is installed with its headers; or create the environment again with another Python"
    )


def rebuilt(kind: type[PluginError], fields: dict[str, Any]) -> PluginError:
    """The diagnosis that a child said as JSON data."""
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
    """The end of a child, in words."""
    return f"was terminated by {_signal(-status)}" if status < 0 else f"exited with status {status}"


def _signal(number: int) -> str:
    with contextlib.suppress(ValueError):
        return f"signal {number} ({signal.Signals(number).name})"
    return f"signal {number}"


def last_words(words: str) -> str:
    """What to add to how a child ended: the last line of what it wrote, or what Python died of."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    if lines and lines[-1].startswith(("<no Python frame>", "Python runtime state:")):
        lines = [line for line in lines if line.startswith("Fatal Python error:")] or lines
    return f"; its last line of output: {lines[-1][:300]}" if lines else ""


def _memory(name: str) -> Any:
    return os.fdopen(os.memfd_create(f"jaxlib-{name}"), "w+b")


def _read(file: Any, start: int) -> str:
    size = os.fstat(file.fileno()).st_size
    at = max(size + start, 0) if start < 0 else start
    return os.pread(file.fileno(), size - at, at).decode("utf-8", "replace")


# ---- In the child.


def main(descriptor: str, folder: str, client: str) -> None:
    """Be the child: say on the file ``descriptor`` what comes of the plugin whose module is in ``folder``."""
    out, process = int(descriptor), os.getpid()
    # Who asked sees how this process ends.
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
        # What a library does when the process ends is not asked here.
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
    """If the library left a process behind, give it time to come back from loading and say so.

    On a busy machine that is more than a moment; a process that never comes back is rare, and costs all of it.
    """
    for _ in range(500):
        try:
            if os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return
        except ChildProcessError:
            return
        time.sleep(0.01)


def _own(error: BaseException | None) -> PluginError | None:
    """The diagnosis among what led to ``error``: jax puts its own exception around a plugin's."""
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
    """The error in one line, without what jax puts around a backend's own."""
    text = " ".join(str(error).split()) or type(error).__name__
    text = text.partition("': ")[2] if text.startswith("Unable to initialize backend '") else text
    return f"{type(error).__name__}: {text.partition(' (you may need to uninstall')[0]}"[:600]
