"""Whether a platform's hardware is in this machine, by looking at files: nothing is loaded or asked."""

from __future__ import annotations

import os
from pathlib import Path

from jaxlib_core.descriptor import Hardware
from jaxlib_core.discovery import Plugin
from jaxlib_core.errors import HardwareAbsent

ROOT = Path("/")
PCI = "sys/bus/pci/devices"


def absent(plugin: Plugin) -> HardwareAbsent | None:
    """Why ``plugin`` has nothing to run on here, or None where there is something, or no way to tell."""
    this, hardware = plugin.descriptor, plugin.descriptor.hardware
    if hardware is None or present(hardware):
        return None
    where = (*hardware.devices, *([f"{ROOT / PCI}: {', '.join(hardware.pci)}"] if hardware.pci else ()))
    return HardwareAbsent(
        f"There is no {hardware.name} on this machine for {this.distribution} {this.version} to run on.",
        wanted=f"a {hardware.name} that the system shows",
        found="no such device",
        where=where,
        commands=("export JAX_PLATFORMS=cpu",),
        note="without JAX_PLATFORMS jax goes on with its other backends by itself",
    )


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
