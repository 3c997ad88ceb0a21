"""``jaxlib doctor`` as text for people, in colour on a terminal."""

from __future__ import annotations

import platform
import sys
from typing import TextIO

from jaxlib_core import terminal
from jaxlib_core.doctor import limits, probe
from jaxlib_core.doctor.findings import UNFIXED, Diagnosed, Report
from jaxlib_core.doctor.report import at_import, folder_of
from jaxlib_core.environment.distributions import Installed
from jaxlib_core.output import neutral

#: Placeholders for colours until a line is written: noncharacters, which no terminal interprets.
_BOLD, _RED, _GREEN, _YELLOW, _PLAIN = (chr(code) for code in range(0xFDD0, 0xFDD5))
_CODES = {_BOLD: "\x1b[1m", _RED: "\x1b[31m", _GREEN: "\x1b[32m", _YELLOW: "\x1b[33m", _PLAIN: "\x1b[0m"}


class _Writer:
    """Writes lines wrapped to the terminal's width, in colour if it supports colours."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._colours = str.maketrans(_CODES if terminal.coloured(out) else dict.fromkeys(_CODES, ""))
        self._columns = terminal.width(out)
        # A path may contain characters that the terminal's encoding cannot express.
        self._encoding = getattr(out, "encoding", None) or "utf-8"

    def say(self, text: str = "", following: int | None = None) -> None:
        """Write ``text``: wrapped, with later lines indented by ``following``; None writes it as one line.

        A word to paste, and a line without spaces, is never broken.
        """
        text = neutral(text)
        lines = [text] if following is None else terminal.wrapped(text, self._columns, 0, following)
        for line in lines:
            shown = line.translate(self._colours)
            self.out.write(shown.encode(self._encoding, "backslashreplace").decode(self._encoding) + "\n")

    def fits(self, column: int, *texts: str) -> bool:
        """Whether each word of ``texts`` fits in a line that begins at ``column``."""
        longest = max((len(neutral(word)) for text in texts for word in text.split()), default=0)
        return not self._columns or column + longest <= self._columns

    def heading(self, text: str) -> None:
        """Write ``text`` in bold."""
        self.say(f"{_BOLD}{text}{_PLAIN}")


def show(report: Report, out: TextIO) -> None:
    """Write ``report`` to ``out``: what is installed, what jax will do, what is wrong, what to run."""
    writer = _Writer(out)
    _installed(report, writer)
    if report.environment:
        writer.heading("Environment")
        for name, value in report.environment.items():
            writer.say(f"  {name}={value}")
    writer.heading("Checked")
    marks = {
        True: f"{_GREEN}{terminal.encodable('✓', out, 'ok')}{_PLAIN}",
        False: f"{_RED}{terminal.encodable('✗', out, 'NO')}{_PLAIN}",
        None: f"{_YELLOW}-{_PLAIN}",
    }
    for what, passed in checked(report):
        writer.say(f"  {marks[passed]} {what}", following=4)
    writer.heading("At `import jax`")
    for sentence in at_import(report):
        writer.say(f"  {sentence}", following=4)
    if report.remarks:
        writer.heading("Notes")
        for remark in report.remarks:
            writer.say(f"  {remark}", following=4)
    _problems(report, writer)


def _installed(report: Report, writer: _Writer) -> None:
    """A row for each distribution; for an examined plugin also its library, devices and requirements."""
    rows = [(name, installed) for name, installed in _named(report) if installed]
    owners = [examined.plugin.descriptor for examined in report.diagnosed]
    names = [name for name, _ in rows] + [owner.distribution for owner in owners]
    names += [broken.distribution.name for broken in report.discovery.broken]
    names += [foreign.distribution.name for foreign in report.discovery.foreign]
    versions = [installed.version for _, installed in rows] + [owner.version for owner in owners]
    first, second = max(map(len, [*names, "jaxlib-core"])), max(map(len, [*versions, ""]))

    def row(name: str, version: str, *more: str) -> None:
        column = first + second + 6
        if not writer.fits(column, *more):
            column = 6  # a path stays whole
        writer.say(f"  {name:<{first}}  {version:<{second}}  {'  '.join(more)}", following=column)

    writer.heading("Installed")
    python = (
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}: {sys.executable}"
    )
    writer.say(f"  {python}", following=4)
    for name, installed in _named(report):
        row(name, *((installed.version, folder_of(installed.location)) if installed else ("not installed",)))
    for examined in report.diagnosed:
        descriptor, library = examined.plugin.descriptor, examined.plugin.descriptor.library
        mark = f"{_RED}cannot work{_PLAIN}" if examined.problem else f"{_GREEN}works{_PLAIN}"
        if examined.absent and not examined.problem:
            mark = f"{_YELLOW}no hardware{_PLAIN}"
        row(descriptor.distribution, descriptor.version, folder_of(str(examined.plugin.folder)), mark)
        origin = (
            f"{descriptor.title}, PJRT C API {library.pjrt_api[0]}.{library.pjrt_api[1]}, "
            f"{library.size / 1e6:.1f} MB, from {descriptor.provenance.name} {descriptor.provenance.version}"
        )
        for line in (origin, *_devices(examined), *_vendor(examined)):
            writer.say(f"  {'':<{first}}  {line}", following=first + 6)
    for broken in report.discovery.broken:
        owner = broken.distribution
        row(owner.name, owner.version, folder_of(owner.location), f"{_RED}cannot work{_PLAIN}")
    for foreign in report.discovery.foreign:
        owner = foreign.distribution
        row(owner.name, owner.version, folder_of(owner.location), "a jax plugin of another project")


def _problems(report: Report, writer: _Writer) -> None:
    """Each problem with the command that fixes it, or a line that all is well."""
    if report.healthy:
        writer.say(f"{_GREEN}Healthy.{_PLAIN}")
        return
    for number, problem in enumerate(report.problems, 1):
        writer.heading(f"{_RED}Problem {number} of {len(report.problems)}: {problem.kind}{_PLAIN}")
        # The first command fixes everything, if there is one.
        first = report.problems[0]
        folded = number > 1 and first.commands and not isinstance(first, UNFIXED)
        for line in str(problem.fixed_by() if folded else problem).rstrip("\n").split("\n"):
            # Commands are not wrapped, so that they can be pasted; the text of a fact is aligned with its first
            # line.
            writer.say(line, following=10 if line.startswith("  ") else 2 if line.endswith("]") else None)


def _named(report: Report) -> tuple[tuple[str, Installed | None], ...]:
    return (("jax", report.jax), ("jaxlib", report.jaxlib), ("jaxlib-core", report.core))


def checked(report: Report) -> list[tuple[str, bool | None]]:
    """Everything that was checked: whether it passed, or None if it was not tried.

    What depends on an earlier problem is not tried.
    """
    stopped = bool(report.damage or report.refusal)
    checks: list[tuple[str, bool | None]] = [
        (
            "environment variables of jax, XLA and Python",
            all(probe.TRIAL in setting.changes or limits.concerns(setting) for setting in report.settings),
        ),
        ("installed files and metadata: each distribution once and complete", not report.damage),
        ("the releases of jax and jaxlib are compatible", None if report.jax is None else not report.refusal),
        ("what the distributions require is installed", None if stopped else not report.lacks),
    ]
    checks += [
        (f"{broken.distribution.name}: its descriptor can be read", False)
        for broken in report.discovery.broken
    ]
    checks += map(_checked_plugin, report.diagnosed)
    if any(map(limits.concerns, report.settings)):
        checks.append(("limits of the process", False))
    if any(probe.TRIAL in setting.changes for setting in report.settings):
        checks.append(("other projects' plugins, and what Python runs when it starts", False))
    tried = report.tried
    said = "jax, in a child process: import, default backend, a program"
    checks.append(
        (
            f"{said} ({tried.seconds:.1f} s)" if tried else f"{said}; not tried because of the problem above",
            None if tried is None else not tried.problem,
        )
    )
    return checks


def _checked_plugin(examined: Diagnosed) -> tuple[str, bool | None]:
    name = examined.plugin.descriptor.distribution
    if examined.absent and not examined.problem:
        return f"{name}: hardware, which is not here; the library was not opened", None
    what = "release, library, its contents and vendor libraries"
    devices = f"; {len(examined.probed.devices)} device(s) in a child process" if examined.probed else ""
    return f"{name}: {what}{devices}", not examined.problem


def _devices(entry: Diagnosed) -> list[str]:
    descriptor, lines = entry.plugin.descriptor, []
    if entry.driver:
        needed = f"; {descriptor.driver.minimum} or newer is needed" if descriptor.driver else ""
        lines.append(f"driver {entry.driver}{needed}")
    if descriptor.gpu_architectures:
        lines.append(f"kernels for {', '.join(descriptor.gpu_architectures)}")
    if entry.smallest:
        lines.append(f"smallest wheel that serves the GPUs here: {entry.smallest}")
    if entry.probed and entry.probed.devices:
        devices = entry.probed.devices
        kinds = ", ".join(
            f"{sum(device.kind == kind for device in devices)} x {kind}"
            for kind in dict.fromkeys(device.kind for device in devices)
        )
        lines.append(f"created a client in a subprocess, {entry.probed.seconds:.1f} s: {kinds}")
    return lines


def _vendor(entry: Diagnosed) -> list[str]:
    return [
        f"{library.soname} {library.version} ({library.owner}) {folder_of(str(library.path))}"
        for library in entry.libraries
    ]
