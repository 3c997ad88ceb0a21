"""``jaxlib doctor`` for people: the report as text, in colour on a terminal."""

from __future__ import annotations

import os
import platform
import sys
from typing import TextIO

from jaxlib_core.doctor.report import Diagnosed, Report, at_import, folder_of
from jaxlib_core.output import neutral

#: What stands for a colour until a line is written: noncharacters, which no terminal acts on.
_BOLD, _RED, _GREEN, _YELLOW, _PLAIN = (chr(code) for code in range(0xFDD0, 0xFDD5))
_CODES = {_BOLD: "\x1b[1m", _RED: "\x1b[31m", _GREEN: "\x1b[32m", _YELLOW: "\x1b[33m", _PLAIN: "\x1b[0m"}


def show(report: Report, out: TextIO) -> None:
    """Write ``report`` to ``out``: what is installed, what jax will do, what is wrong, what to run."""
    bold, red, green, yellow, plain = _BOLD, _RED, _GREEN, _YELLOW, _PLAIN
    colours = str.maketrans(_CODES if _coloured(out) else dict.fromkeys(_CODES, ""))

    def say(text: str = "") -> None:
        # A path may hold what the terminal's encoding, or any, has no letters for.
        encoding = getattr(out, "encoding", None) or "utf-8"
        line = neutral(text).translate(colours)
        out.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")

    def heading(text: str) -> None:
        say(f"{bold}{text}{plain}")

    heading("Installed")
    say(f"  Python {platform.python_version()} on {platform.system()} {platform.machine()}: {sys.executable}")
    for name, installed in (("jax", report.jax), ("jaxlib", report.jaxlib), ("jaxlib-core", report.core)):
        place = f"{installed.version:<12} {folder_of(installed.location)}" if installed else "not installed"
        say(f"  {name:<12} {place}")
    for each in report.diagnosed:
        this = each.plugin.descriptor
        mark = f"{red}cannot work{plain}" if each.problem else f"{green}works{plain}"
        if each.absent and not each.problem:
            mark = f"{yellow}no hardware{plain}"
        say(f"  {this.distribution:<12} {this.version:<12} {folder_of(str(each.plugin.folder))}  {mark}")
        say(
            f"  {'':<12} {this.title}, PJRT C API {this.library.pjrt_api[0]}.{this.library.pjrt_api[1]}, "
            f"{this.library.size / 1e6:.1f} MB, from {this.provenance.name} {this.provenance.version}"
        )
        for line in (*_devices(each), *_vendor(each)):
            say(f"  {'':<12} {line}")
    for broken in report.discovery.broken:
        owner = broken.distribution
        say(f"  {owner.name:<12} {owner.version:<12} {folder_of(owner.location)}  {red}cannot work{plain}")
    for foreign in report.discovery.foreign:
        owner = foreign.distribution
        say(f"  {owner.name:<12} {owner.version:<12} {folder_of(owner.location)}  somebody else's jax plugin")
    if report.environment:
        heading("Environment")
        for name, value in report.environment.items():
            say(f"  {name}={value}")
    heading("At `import jax`")
    for sentence in at_import(report):
        say(f"  {sentence}")
    if report.remarks:
        heading("To know")
        for remark in report.remarks:
            say(f"  {remark}")
    if report.healthy:
        say(f"{green}Healthy.{plain}")
        return
    for number, problem in enumerate(report.problems, 1):
        heading(f"{red}Problem {number} of {len(report.problems)}: {problem.kind}{plain}")
        for line in str(problem).rstrip("\n").split("\n"):
            say(line)


def _devices(each: Diagnosed) -> list[str]:
    this, lines = each.plugin.descriptor, []
    if each.driver:
        needed = f"; {this.driver.minimum} or newer is needed" if this.driver else ""
        lines.append(f"driver {each.driver}{needed}")
    if this.gpu_architectures:
        lines.append(f"kernels for {', '.join(this.gpu_architectures)}")
    if each.probed and each.probed.devices:
        devices = each.probed.devices
        kinds = ", ".join(
            f"{sum(device.kind == kind for device in devices)} x {kind}"
            for kind in dict.fromkeys(device.kind for device in devices)
        )
        lines.append(f"made a client in a process of its own, {each.probed.seconds:.1f} s: {kinds}")
    return lines


def _vendor(each: Diagnosed) -> list[str]:
    return [
        f"{library.soname} {library.version} ({library.owner}) {folder_of(str(library.path))}"
        for library in each.libraries
    ]


def _coloured(out: TextIO) -> bool:
    return out.isatty() and not os.environ.get("NO_COLOR")
