"""Detects a platform's hardware from system files; loads no library and does not query the driver."""

from __future__ import annotations

import os
import re
from pathlib import Path

from jaxlib_core.checks import vendor_libraries
from jaxlib_core.environment import install_commands
from jaxlib_core.errors import DriverTooOld, HardwareAbsent
from jaxlib_core.plugins.descriptor import Hardware
from jaxlib_core.plugins.discovery import Plugin

ROOT = Path("/")
PCI = "sys/bus/pci/devices"
#: Folders with a driver's library that are not in the loader's cache: on WSL, the library is Windows' own.
DRIVER_FOLDERS = ("/usr/lib/wsl/lib",)
#: Selects what NVIDIA's container runtime puts into a container, besides the devices.
CAPABILITIES = "NVIDIA_DRIVER_CAPABILITIES"


def absent(plugin: Plugin) -> HardwareAbsent | None:
    """The diagnosis that the plugin's hardware is absent; None where it is present or cannot be detected."""
    descriptor, hardware = plugin.descriptor, plugin.descriptor.hardware
    if hardware is None:
        return None
    if present(hardware):
        return _driver_absent(plugin)
    where = (*hardware.devices, *([f"{ROOT / PCI}: {', '.join(hardware.pci)}"] if hardware.pci else ()))
    return HardwareAbsent(
        f"There is no {hardware.name} on this machine for {descriptor.distribution} "
        f"{descriptor.version} to run on.",
        wanted=f"a device that the system sees: {hardware.name}",
        found="no such device",
        where=where,
        commands=("export JAX_PLATFORMS=cpu",),
        note="without JAX_PLATFORMS, jax continues with its other backends",
    )


def _driver_absent(plugin: Plugin) -> HardwareAbsent | None:
    descriptor, driver = plugin.descriptor, plugin.descriptor.driver
    if driver is None:
        return None
    places = vendor_libraries.system_places(("$LD_LIBRARY_PATH", *DRIVER_FOLDERS))
    if driver.library in vendor_libraries.system_cache() or any(
        Path(folder, driver.library).is_file() for _, folder in places if folder
    ):
        return None
    name = descriptor.hardware.name if descriptor.hardware else ""
    return HardwareAbsent(
        f"The driver for the {name} of this machine is not installed, but {descriptor.distribution} "
        f"{descriptor.version} needs it.",
        wanted=f"{driver.library}, which comes with the driver",
        found="no such library",
        where=tuple(folder or label for label, folder in places),
        commands=("nvidia-smi",) if descriptor.platform == "cuda" else ("export JAX_PLATFORMS=cpu",),
        note=_note_on_containers(),
    )


def _note_on_containers() -> str:
    """Where a container's driver comes from, or why NVIDIA's container runtime leaves it out."""
    capabilities = os.environ.get(CAPABILITIES, "")
    if capabilities and not {"all", "compute"} & {word.strip() for word in capabilities.split(",")}:
        return (
            f"{CAPABILITIES} is {capabilities}: NVIDIA's container runtime brings the driver's libraries for "
            "compute,utility, or all"
        )
    return "a container gets the driver's libraries from its host, as with docker run --gpus all"


def driver_problem(plugin: Plugin) -> DriverTooOld | None:
    """The diagnosis that the running driver is too old; None if it is not, or if its version is unknown."""
    descriptor, driver = plugin.descriptor, plugin.descriptor.driver
    version = driver_version(plugin)
    if (
        driver is None
        or not version
        or vendor_libraries.SKIP in os.environ
        or not _older(version, driver.minimum)
    ):
        return None
    return DriverTooOld(
        f"The driver of this machine is too old for {descriptor.distribution} {descriptor.version}.",
        wanted=f"driver {driver.minimum} or newer, for {descriptor.title}",
        found=f"driver {version}",
        where=driver.version_file,
        commands=install_commands.uninstall(descriptor.distribution),
        note="a plugin for an older major version may work with this driver; a newer driver works with all of them",
    )


def driver_version(plugin: Plugin) -> str:
    """The version that the running driver states, or ""."""
    driver = plugin.descriptor.driver
    try:
        text = (ROOT / driver.version_file.lstrip("/")).read_text("utf-8") if driver else ""
    except OSError:
        return ""
    # "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  555.42.02  Release Build"
    version = re.search(r"(?<![\w.])\d+\.\d+(?:\.\d+)*(?![\w.])", text)
    return version[0] if version else ""


def _older(version: str, minimum: str) -> bool:
    one, other = ([int(part) for part in text.split(".")] for text in (version, minimum))
    return one < other


def present(hardware: Hardware) -> bool:
    """Whether the system has such a device."""
    return (
        bool(hardware.unless and hardware.unless in os.environ)
        or any(next(ROOT.glob(pattern.lstrip("/")), None) for pattern in hardware.devices)
        or bool(hardware.pci and any(device in hardware.pci for device in _pci_devices()))
    )


def _pci_devices() -> set[str]:
    """Every device on the PCI bus, as ``vendor:device`` in hexadecimal."""
    devices = set()
    for folder in (ROOT / PCI).glob("*"):
        try:
            vendor, device = ((folder / name).read_text("ascii").strip() for name in ("vendor", "device"))
        except (OSError, ValueError):
            continue
        devices.add(f"{vendor.removeprefix('0x')}:{device.removeprefix('0x')}")
    return devices
