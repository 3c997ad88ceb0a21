"""``jaxlib conformance``: the command line, and what it prints."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jaxlib_pjrt._output import indented, neutral, write
from jaxlib_pjrt.conformance.model import Library, Result
from jaxlib_pjrt.conformance.runner import LIMIT, run

_TOPOLOGY = """compile for it where there is no device: a name of jaxlib_core.topologies such as tpu:v5e:2x2 or
cuda:h100, or one of the library's own"""


def main(argv: Sequence[str] | None = None) -> int:
    """Check a library.

    Returns:
        The exit status: 0, 1 where it breaks a rule, 2 where there is no such library.
    """
    parser = argparse.ArgumentParser(
        prog="jaxlib conformance",
        description="Check a PJRT library against the rules of the PJRT C API and the operations of StableHLO. "
        "Every check runs in a child process, so whatever the library does it ends in a report.",
    )
    parser.add_argument("library", help="the path of the library, or the name of an installed plugin")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the client")
    parser.add_argument("--topology", metavar="NAME", help=_TOPOLOGY)
    parser.add_argument("--topology-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WORD",
        help="checks with it in their name; primitives/... for jax's own",
    )
    parser.add_argument(
        "--limit", type=float, default=LIMIT, metavar="SECONDS", help="for one check (%(default)g)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page")
    parser.add_argument("--quiet", action="store_true", help="print failures only")
    arguments = parser.parse_args(argv)
    path = _path(arguments.library)
    if path is None:
        return 2
    library = Library(
        path,
        dict(map(_option, arguments.option)),
        arguments.topology,
        dict(map(_option, arguments.topology_option)),
    )

    def told(result: Result) -> None:
        if result.outcome == "FAIL" or not arguments.quiet:
            reason = f"  {neutral(result.reason.splitlines()[0])}" if result.reason else ""
            print(f"{result.outcome:<12}{result.id}{reason}", flush=True)

    from jaxlib_pjrt.conformance import report

    began = time.time()
    results = run(library, only=arguments.only, limit=arguments.limit, told=told)
    if not results:
        print(f"no check has {neutral(' or '.join(arguments.only))} in its name", file=sys.stderr)
        return 2
    data = report.report(arguments.library, library, results, began)
    for file, text in ((arguments.json, report.as_json), (arguments.html, report.as_html)):
        if file is not None:
            try:
                write(file, text(data))
            except OSError as error:
                print(f"jaxlib conformance: cannot write {neutral(file)}: {error.strerror}", file=sys.stderr)
                return 2
    counts = data["counts"]
    print(f"{counts['PASS']} passed, {counts['FAIL']} failed, {counts['UNSUPPORTED']} unsupported")
    return 1 if counts["FAIL"] else 0


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
