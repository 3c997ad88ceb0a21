"""The compute capability of this machine's NVIDIA GPUs, and whether a plugin's library has kernels for it.

The driver is queried in a child process: after CUDA is initialized in a process, its forks cannot use CUDA, and
an examination must not create a context on a GPU.
"""

from __future__ import annotations

import json
import os
import sys
from typing import NamedTuple

from jaxlib_core.checks import hardware, vendor_libraries
from jaxlib_core.environment import install_commands, processes
from jaxlib_core.errors import GpuNotServed
from jaxlib_core.plugins.descriptor import FILENAME
from jaxlib_core.plugins.discovery import Plugin

#: Seconds to wait for the driver's answer.
SECONDS = 60.0

#: libcuda's numbers for the two attributes that make up a device's compute capability.
_PROBE = """
import ctypes, json, sys
for path in sys.argv[1:]:
    try:
        cuda = ctypes.CDLL(path)
        break
    except OSError:
        pass
else:
    sys.exit(1)
def call(name, *arguments):
    if status := getattr(cuda, name)(*arguments):
        sys.exit(f"{name}: {status}")
found, number, device, part = [], ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
text = ctypes.create_string_buffer(256)
call("cuInit", 0)
call("cuDeviceGetCount", ctypes.byref(number))
for index in range(number.value):
    call("cuDeviceGet", ctypes.byref(device), index)
    call("cuDeviceGetName", text, 256, device)
    parts = []
    for attribute in (75, 76):
        call("cuDeviceGetAttribute", ctypes.byref(part), attribute, device)
        parts.append(part.value)
    found.append([text.value.decode("utf-8", "replace"), *parts])
print(json.dumps(found))
"""


class Gpu(NamedTuple):
    """A GPU that is visible to programs here, and its compute capability."""

    name: str
    capability: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.name} (compute capability {self.capability[0]}.{self.capability[1]})"


def visible(plugin: Plugin) -> tuple[Gpu, ...]:
    """The GPUs visible to a program with this environment; none where the driver cannot be queried."""
    driver = plugin.descriptor.driver
    if driver is None:
        return ()
    paths = [driver.library, *(f"{folder}/{driver.library}" for folder in hardware.DRIVER_FOLDERS)]
    command = [sys.executable, "-I", "-c", _PROBE, *paths]
    try:
        with processes.memory("gpus") as said:
            ended = processes.run(command, SECONDS, output=said.fileno())
            answer = json.loads(processes.read(said)) if ended == 0 else []
    except (OSError, ValueError):
        return ()
    return tuple(Gpu(name, (major, minor)) for name, major, minor in answer)


def visible_capabilities(plugin: Plugin) -> tuple[tuple[int, int], ...]:
    """The compute capability of each GPU in ``visible``; the driver is not queried if there is no hardware."""
    return () if hardware.absent(plugin) else tuple(gpu.capability for gpu in visible(plugin))


def served(architectures: tuple[str, ...], capability: tuple[int, int]) -> bool:
    """Whether kernels for ``architectures`` run on a GPU of that compute capability.

    Machine code (``sm_80``) runs on its own compute capability and on later ones of the same major version; PTX
    (``compute_120``) runs on its own and on all later ones.
    """
    for name in architectures:
        kind, _, number = name.partition("_")
        held = divmod(int(number), 10)
        if held <= capability and (kind == "compute" or held[0] == capability[0]):
            return True
    return False


def smallest(plugin: Plugin) -> str:
    """The smallest wheel of the release that serves every GPU here, such as `jaxlib-cuda12 0.10.2+sm80`.

    Empty if no GPU is visible, or if none of the known wheels serves all of them.
    """
    descriptor = plugin.descriptor
    if not descriptor.gpu_architectures or descriptor.platform != "cuda" or hardware.absent(plugin):
        return ""
    seen = {gpu.capability for gpu in visible(plugin)}
    if not seen:
        return ""
    held = {label: architectures(label) for label in sorted(descriptor.variants, key=_architecture_count)}
    held[descriptor.variant] = descriptor.gpu_architectures
    release = descriptor.version.partition("+")[0]
    for label, names in held.items():
        if all(served(names, capability) for capability in seen):
            return f"{descriptor.distribution} {release}{label and f'+{label}'}"
    return ""


def _architecture_count(label: str) -> int:
    return label.count(".")


def architectures(label: str) -> tuple[str, ...]:
    """The architectures in a variant's label, spelled as NVIDIA does; without PTX, which no variant contains."""
    return tuple(f"sm_{word.removeprefix('sm')}" for word in label.split(".") if word.startswith("sm"))


def problem(plugin: Plugin) -> GpuNotServed | None:
    """The diagnosis if a GPU that is visible here has no kernels in the plugin's library, or None."""
    descriptor = plugin.descriptor
    if (
        not descriptor.gpu_architectures
        or descriptor.platform != "cuda"
        or vendor_libraries.SKIP in os.environ
    ):
        return None
    if hardware.absent(plugin):
        return None
    lacking = [gpu for gpu in visible(plugin) if not served(descriptor.gpu_architectures, gpu.capability)]
    if not lacking:
        return None
    smaller = smallest(plugin)
    # ``==`` also matches a variant (``+sm80``); ``===`` asks for the full wheel.
    whole = f"{descriptor.distribution}==={descriptor.jaxlib.release}"
    return GpuNotServed(
        f"{descriptor.distribution} {descriptor.version} holds no kernels for a GPU of this machine.",
        wanted=f"kernels for {'; '.join(map(str, lacking))}",
        found=f"kernels for {', '.join(descriptor.gpu_architectures)}",
        where=(str(plugin.folder / FILENAME), descriptor.driver.library if descriptor.driver else ""),
        commands=install_commands.install(whole)
        if descriptor.variant
        else install_commands.uninstall(descriptor.distribution),
        note="the first program that calls one would fail; CUDA_VISIBLE_DEVICES hides a GPU from programs"
        + (f"; the smallest wheel that serves every GPU here is {smaller}" if smaller else ""),
    )
