"""Crash and hang reporter: names the stage in progress when a plugin aborts the process or stalls.

A crash or hang raises no exception. ``jaxlib doctor`` tries libraries in child processes (``doctor.probe``); this
module is for the process that uses jax: it writes the diagnosis to standard error just before a signal ends the
process, and logs a warning when a library takes long.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from jaxlib_core.checks import steps
from jaxlib_core.errors import LibraryEndsProcess
from jaxlib_core.plugins import extensions
from jaxlib_core.plugins.discovery import Plugin

logger: logging.Logger = logging.getLogger("jaxlib_core")

#: Stages of using a plugin, in order: a description of the stage, and the likely cause of a crash in it.
STAGES = {
    "start": ("starting Python", ""),
    "libraries": ("loading its vendor libraries", "Loading a vendor library that {} needs"),
    "load": ("loading the library", "Loading the library of {}"),
    "import": ("importing jax", ""),
    "client": ("creating a client", "Creating a client with the library of {}"),
    "done": ("ending", "Shutting down the library of {}"),
}

#: Seconds after which a stage is reported as slow. Eight GPUs, or a TPU whose neighbours are not up, take time.
SECONDS = 60.0


def subject(plugin: Plugin, stage: str) -> str:
    """The likely cause of a crash at ``stage``; empty if it is not the plugin."""
    return STAGES[stage][1].format(f"{plugin.descriptor.distribution} {plugin.descriptor.version}")


def ends_process(
    plugin: Plugin, stage: str, found: str, commands: tuple[str, ...] = ()
) -> LibraryEndsProcess:
    """The diagnosis of a library that ends the process at ``stage``; ``found`` describes how.

    ``commands`` are those of ``steps.reinstall``, if the caller has them already.
    """
    return LibraryEndsProcess(
        f"{subject(plugin, stage)} ends the process.",
        wanted="a process that continues",
        found=found,
        where=str(plugin.library),
        commands=commands or steps.reinstall(plugin),
    )


#: The commands of a crash message by library. Composing them takes longer than a stage that succeeds.
_commands: dict[Path, tuple[str, ...]] = {}


#: False in a child process that the doctor watches.
enabled = True


@contextlib.contextmanager
def over(plugin: Plugin, stage: str) -> Iterator[None]:
    """Watch over ``stage``, one of ``STAGES``, while this process uses ``plugin``."""
    if not enabled:
        yield
        return
    # jax itself warns of a slow TPU: other hosts of the slice may not have been started.
    patient = plugin.descriptor.platform == "tpu" and stage == "client"
    timer = threading.Timer(SECONDS, _takes_long, (subject(plugin, stage),))
    timer.daemon = True
    if not patient:
        # Since 3.12, Python starts no thread at interpreter exit, when a daemon thread may still use jax.
        with contextlib.suppress(RuntimeError):
            timer.start()
    clear = _set_crash_message(plugin, stage)
    try:
        yield
    finally:
        clear()
        timer.cancel()


def _set_crash_message(plugin: Plugin, stage: str) -> Callable[[], object]:
    try:
        extension = extensions.load(plugin)
    except Exception:
        # The extension is not loaded yet, so no crash message can be set.
        return lambda: None
    commands = _commands.get(plugin.library) or _commands.setdefault(plugin.library, steps.reinstall(plugin))
    terminated = f"this process, which a signal terminates while {STAGES[stage][0]}"
    problem = ends_process(plugin, stage, terminated, commands)
    is_set = extension.set_crash_message(f"\n{problem}\n".encode("utf-8", "replace"))
    return extension.clear_crash_message if is_set else lambda: None


def _takes_long(subject: str) -> None:
    logger.warning(
        "%s has taken %g s so far. `jaxlib doctor` runs it in a separate process, and says whether it hangs.",
        subject,
        SECONDS,
    )
