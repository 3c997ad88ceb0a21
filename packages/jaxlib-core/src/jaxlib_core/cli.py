"""The ``jaxlib`` command, for people and, with ``--json``, for programs.

``jaxlib list`` and ``jaxlib doctor`` are here. The verbs that run programs are jaxlib-pjrt's, and need it
installed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from jaxlib_core.report import Report


#: What jaxlib-pjrt brings, and what each is for.
PJRT_VERBS = {
    "inspect": "a function that jax.export serialized: its arguments, results, and what it needs to run",
    "run": "run a function that jax.export serialized, on arrays in files",
    "conformance": "check a PJRT library against the rules of the PJRT C API, for those who make one",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, or 1 where something installed cannot work."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in PJRT_VERBS:
        return _pjrt(words)
    parser = argparse.ArgumentParser(
        prog="jaxlib", description="JAX's backends, one wheel each: what is installed."
    )
    parser.add_argument("--version", action="store_true", help="print the version of jaxlib-core")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    for name, text in (
        ("list", "the installed plugins, read from their descriptors alone"),
        ("doctor", "what is installed, what jax will do with it, what is wrong, what to type"),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.add_argument("--json", action="store_true", help="print JSON of a versioned schema")
    for name, text in PJRT_VERBS.items():
        verbs.add_parser(name, help=text, add_help=False)
    arguments = parser.parse_args(words)
    if arguments.version:
        import jaxlib_core

        print(f"jaxlib-core {jaxlib_core.__version__}")
        return 0
    if arguments.verb == "list":
        return _list(as_json=arguments.json)
    if arguments.verb == "doctor":
        return _doctor(as_json=arguments.json)
    parser.print_help()
    return 2


def _pjrt(words: list[str]) -> int:
    try:
        from jaxlib_pjrt import commands
    except ModuleNotFoundError as error:
        if error.name != "jaxlib_pjrt":
            raise
        from jaxlib_core import __version__

        command = f"pip install jaxlib-pjrt=={__version__}"
        print(
            f"jaxlib {words[0]} is part of jaxlib-pjrt, which is not installed.\n"
            f"To mend it, type one of:\n{command}\nuv {command}",
            file=sys.stderr,
        )
        return 2
    status: int = commands.main(words)
    return status


def _list(*, as_json: bool) -> int:
    from jaxlib_core import report

    data = report.listing()
    if as_json:
        print(report.as_json(data))
        return 0
    rows: list[tuple[str, ...]] = [("platform", "distribution", "version", "PJRT API", "library", "from")]
    rows += [_row(plugin) for plugin in data["plugins"]]
    rows += [(b["name"], b["problem"]["summary"], "", "", "", "") for b in data["broken"]]
    rows += [
        (f["name"], f["distribution"], f["version"], "", "", "somebody else's jax plugin")
        for f in data["foreign"]
    ]
    if len(rows) == 1:
        print("No plugin is installed; jax uses the CPU backend inside jaxlib. Try: pip install jaxlib-cpu")
        return 0
    widths = [max(len(row[column]) for row in rows if row[1]) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _row(plugin: dict[str, Any]) -> tuple[str, ...]:
    library, origin = plugin["library"], plugin["provenance"]
    return (
        plugin["platform"],
        plugin["distribution"],
        plugin["version"],
        library["pjrt_api"],
        f"{library['size'] / 1e6:.1f} MB",
        f"{origin['name']} {origin['version']}",
    )


def _doctor(*, as_json: bool) -> int:
    from jaxlib_core import report

    found = report.examine()
    if as_json:
        print(report.as_json(report.doctor(found)))
    else:
        _print_doctor(found, sys.stdout)
    return 0 if found.healthy else 1


def _print_doctor(found: Report, out: TextIO) -> None:
    import platform

    from jaxlib_core.report import at_import, folder_of

    bold, red, green, plain = _colours(out)

    def say(text: str = "") -> None:
        print(text, file=out)

    def heading(text: str) -> None:
        say(f"{bold}{text}{plain}")

    heading("Installed")
    say(f"  Python {platform.python_version()} on {platform.system()} {platform.machine()}: {sys.executable}")
    for name, installed in (("jax", found.jax), ("jaxlib", found.jaxlib), ("jaxlib-core", found.core)):
        place = f"{installed.version:<12} {folder_of(installed.location)}" if installed else "not installed"
        say(f"  {name:<12} {place}")
    for each in found.diagnosed:
        this = each.plugin.descriptor
        mark = f"{red}cannot work{plain}" if each.problem else f"{green}works{plain}"
        if each.absent and not each.problem:
            mark = "no hardware"
        say(f"  {this.distribution:<12} {this.version:<12} {folder_of(str(each.plugin.folder))}  {mark}")
        say(
            f"  {'':<12} {this.title}, PJRT C API {this.library.pjrt_api[0]}.{this.library.pjrt_api[1]}, "
            f"{this.library.size / 1e6:.1f} MB, from {this.provenance.name} {this.provenance.version}"
        )
        if each.driver:
            say(f"  {'':<12} driver {each.driver}")
        for library in each.libraries:
            say(
                f"  {'':<12} {library.soname} {library.version} ({library.owner}) {folder_of(str(library.path))}"
            )
    for broken in found.discovery.broken:
        owner = broken.distribution
        say(f"  {owner.name:<12} {owner.version:<12} {folder_of(owner.location)}  {red}cannot work{plain}")
    for foreign in found.discovery.foreign:
        owner = foreign.distribution
        say(f"  {owner.name:<12} {owner.version:<12} {folder_of(owner.location)}  somebody else's jax plugin")
    if found.environment:
        heading("Environment")
        for name, value in found.environment.items():
            say(f"  {name}={value}")
    heading("At `import jax`")
    for sentence in at_import(found):
        say(f"  {sentence}")
    if found.healthy:
        say(f"{green}Healthy.{plain}")
        return
    for number, problem in enumerate(found.problems, 1):
        heading(f"{red}Problem {number} of {len(found.problems)}: {problem.kind}{plain}")
        say(str(problem).rstrip("\n"))


def _colours(out: TextIO) -> tuple[str, str, str, str]:
    if not out.isatty() or os.environ.get("NO_COLOR"):
        return "", "", "", ""
    return "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[0m"
