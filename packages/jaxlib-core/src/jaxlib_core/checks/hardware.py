"""Whether a platform's hardware is in this machine, by looking at files: nothing is loaded or asked."""

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
#: Where a driver's library is, if the loader's cache does not say: Windows' own, for Linux on it.
DRIVER_FOLDERS = ("/usr/lib/wsl/lib",)


def absent(plugin: Plugin) -> HardwareAbsent | None:
    """Why ``plugin`` has nothing to run on here, or None where there is something, or no way to tell."""
    this, hardware = plugin.descriptor, plugin.descriptor.hardware
    if hardware is None:
        return None
    if present(hardware):
        return _driver_absent(plugin)
    where = (*hardware.devices, *([f"{ROOT / PCI}: {', '.join(hardware.pci)}"] if hardware.pci else ()))
    return HardwareAbsent(
        f"There is no {hardware.name} on this machine for {this.distribution} {this.version} to run on.",
        wanted=f"a device that the system shows: {hardware.name}",
        found="no such device",
        where=where,
        commands=("export JAX_PLATFORMS=cpu",),
        note="without JAX_PLATFORMS jax goes on with its other backends by itself",
    )


def _driver_absent(plugin: Plugin) -> HardwareAbsent | None:
    this, driver = plugin.descriptor, plugin.descriptor.driver
    if driver is None:
        return None
    places = vendor_libraries.system_places(("$LD_LIBRARY_PATH", *DRIVER_FOLDERS))
    if driver.library in vendor_libraries.system_cache() or any(
        Path(folder, driver.library).is_file() for _, folder in places if folder
    ):
        return None
    name = this.hardware.name if this.hardware else ""
    return HardwareAbsent(
        f"There is a {name} on this machine, but not its driver, for {this.distribution} {this.version} to run on.",
        wanted=f"{driver.library}, which the driver's installation brings",
        found="no such library",
        where=tuple(folder or label for label, folder in places),
        commands=("nvidia-smi",) if this.platform == "cuda" else ("export JAX_PLATFORMS=cpu",),
        note="in a container the driver's libraries come from outside, as with docker run --gpus all",
    )


def driver_problem(plugin: Plugin) -> DriverTooOld | None:
    """The running driver is older than the plugin's library can work with; None also where it cannot be told."""
    this, driver = plugin.descriptor, plugin.descriptor.driver
    found = driver_version(plugin)
    if (
        driver is None
        or not found
        or vendor_libraries.SKIP in os.environ
        or not _older(found, driver.minimum)
    ):
        return None
    return DriverTooOld(
        f"The driver of this machine is too old for {this.distribution} {this.version}.",
        wanted=f"driver {driver.minimum} or newer, for {this.title}",
        found=f"driver {found}",
        where=driver.version_file,
        commands=install_commands.uninstall(this.distribution),
        note="a plugin for an older major version may work with this driver; a newer driver works with all of them",
    )


def driver_version(plugin: Plugin) -> str:
    """The version that the running driver states, or nothing."""
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
    """Whether the system shows such a device."""
    return (
        bool(hardware.unless and hardware.unless in os.environ)
        or any(next(ROOT.glob(pattern.lstrip("/")), None) for pattern in hardware.devices)
        or bool(hardware.pci and any(device in hardware.pci for device in _pci_devices()))
    )


def _pci_devices() -> set[str]:
    """Every device on the PCI bus, as ``vendor:device`` in hexadecimal."""
    found = set()
    for folder in (ROOT / PCI).glob("*"):
        try:
            vendor, device = ((folder / name).read_text("ascii").strip() for name in ("vendor", "device"))
        except (OSError, ValueError):
            continue
        found.add(f"{vendor.removeprefix('0x')}:{device.removeprefix('0x')}")
    return found
