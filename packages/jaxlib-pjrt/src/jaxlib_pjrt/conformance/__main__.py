"""``jaxlib conformance``: the command line and its output."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

from jaxlib_pjrt._output import indented, neutral, write
from jaxlib_pjrt.conformance import primitives
from jaxlib_pjrt.conformance.catalog import every
from jaxlib_pjrt.conformance.library import Library, Result
from jaxlib_pjrt.conformance.runner import LIMIT, run

#: If this check fails, there is nothing else to check.
EXPORTS = "table/exports GetPjrtApi"

_TOPOLOGY = """compile for this topology, without a device: a name of jaxlib_core.topologies such as tpu:v5e:2x2 or
cuda:h100, or one of the library's own"""


def parser() -> argparse.ArgumentParser:
    """The parser of ``jaxlib conformance``."""
    parser = argparse.ArgumentParser(
        prog="jaxlib conformance",
        description="Check a PJRT library against the rules of the PJRT C API and the operations of StableHLO. "
        "Every check runs in a child process, so whatever the library does it ends in a report.",
    )
    parser.add_argument("library", help="the path of the library, or the name of an installed plugin")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the client"
    )
    parser.add_argument("--topology", metavar="NAME", help=_TOPOLOGY)
    parser.add_argument(
        "--topology-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the topology",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WORD",
        help="run only checks whose name contains it; primitives/... for jax's own cases",
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=LIMIT,
        metavar="SECONDS",
        help="time limit for each check (%(default)g)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page")
    parser.add_argument("--quiet", action="store_true", help="print failures only")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Check a library.

    Returns:
        The exit status: 0, 1 if it breaks a rule, 2 if there is no such library.
    """
    arguments = parser().parse_args(argv)
    path = _path(arguments.library)
    if path is None:
        return 2
    library = Library(
        path,
        dict(map(_option, arguments.option)),
        arguments.topology,
        dict(map(_option, arguments.topology_option)),
    )

    def report_result(result: Result) -> None:
        if result.outcome == "FAIL" or not arguments.quiet:
            reason = f"  {neutral(result.reason.splitlines()[0])}" if result.reason else ""
            print(f"{result.outcome:<12}{result.id}{reason}", flush=True)

    from jaxlib_pjrt.conformance import report

    count = len(every(arguments.only))
    module = primitives.lacking()
    if obstacle := _obstacle(library, module, count, arguments):
        print(obstacle, file=sys.stderr)
        return 2
    began = time.time()
    progress = Progress(count, sys.stderr)
    try:
        results = run(
            library, only=arguments.only, limit=arguments.limit, on_result=progress.before(report_result)
        )
    finally:
        progress.clear()
    if module and not arguments.only:
        print(f"not checked: jax's own cases of each primitive, which need {module}", file=sys.stderr)
    data = report.report(arguments.library, library, results, began)
    if not _write_reports(data, arguments):
        return 2
    counts = data["counts"]
    print(f"{counts['PASS']} passed, {counts['FAIL']} failed, {counts['UNSUPPORTED']} unsupported")
    return 1 if counts["FAIL"] else 0


def _obstacle(library: Library, module: str, count: int, arguments: argparse.Namespace) -> str:
    """Why no check can run; empty if checks can. ``module`` is the missing module for jax's own cases."""
    if not count and module and any(word.startswith("primitives") for word in arguments.only):
        return f"jax's own cases of each primitive need {module}, which is not installed"
    if not count:
        return f"no check has {neutral(' or '.join(arguments.only))} in its name"
    if reason := no_library(library, arguments.limit):
        return f"jaxlib conformance: {neutral(library.path)} is not a PJRT library: {neutral(reason)}"
    return ""


def _write_reports(data: dict[str, Any], arguments: argparse.Namespace) -> bool:
    """Writes the requested reports; returns whether that succeeded."""
    from jaxlib_pjrt.conformance import report

    for file, text in ((arguments.json, report.as_json), (arguments.html, report.as_html)):
        if file is not None:
            try:
                write(file, text(data))
            except OSError as error:
                print(f"jaxlib conformance: cannot write {neutral(file)}: {error.strerror}", file=sys.stderr)
                return False
    return True


class Progress:
    """Shows the number of finished checks on the terminal's last line; printed text replaces that line."""

    def __init__(self, count: int, out: TextIO | None) -> None:
        self._count, self._done = count, 0
        self._out = out if out is not None and out.isatty() else None

    def before(self, on_result: Callable[[Result], None]) -> Callable[[Result], None]:
        """Call ``on_result`` with each result, and count it."""

        def count(result: Result) -> None:
            self.clear()
            on_result(result)
            self._done += 1
            if self._out:
                self._out.write(f"{self._done} of {self._count}: {result.id.partition('/')[0]}")
                self._out.flush()

        return count

    def clear(self) -> None:
        """Erase the line."""
        if self._out:
            self._out.write("\r\x1b[K")
            self._out.flush()


def no_library(library: Library, limit: float) -> str:
    """Why no PJRT function in that file can be called at all, or ""."""
    ((_, result),) = run(library, only=[EXPORTS], limit=limit)
    return (result.reason.splitlines() or [""])[0] if result.outcome == "FAIL" else ""


def _path(which: str) -> str | None:
    if os.sep in which:
        if Path(which).is_file():
            return os.path.realpath(which)
        print(f"jaxlib conformance: no file {neutral(which)}", file=sys.stderr)
        return None
    from jaxlib_pjrt import _plugins
    from jaxlib_pjrt.errors import PluginNotFound

    try:
        return str(_plugins._installed(which).library)
    except (PluginNotFound, RuntimeError) as error:
        print(f"jaxlib conformance: {indented(error)}", file=sys.stderr)
        return None


def _option(text: str) -> tuple[str, Any]:
    name, separator, value = text.partition("=")
    if not name or not separator:
        raise SystemExit(f"jaxlib conformance: wanted NAME=VALUE, found {text!r}")
    if value.startswith("@"):
        return name, Path(value[1:]).read_text("utf-8")
    if value in ("true", "false"):
        return name, value == "true"
    if "," in value and all(part.lstrip("-").isdecimal() for part in value.split(",")):
        return name, [int(part) for part in value.split(",")]
    return name, int(value) if value.lstrip("-").isdecimal() else value


if __name__ == "__main__":
    raise SystemExit(main())
