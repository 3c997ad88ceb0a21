"""The ``jaxlib`` command, for people and, with ``--json``, for programs.

``list``, ``doctor`` and ``explain`` are implemented here. The verbs that run programs belong to jaxlib-pjrt, which
must be installed for them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from jaxlib_core import standard_library, terminal
from jaxlib_core.completion import SHELLS, script, verbs_of
from jaxlib_core.output import CANNOT_WRITE, complain, neutral, run

#: The verbs of jaxlib-pjrt, with their help texts.
PJRT_VERBS = {
    "inspect": "describe an exported function: its arguments, its results, what it needs to run",
    "run": "run an exported function on arrays from files",
    "conformance": "check a PJRT library against the rules of the PJRT C API, for its authors",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, or 1 if something installed cannot work.

    It is 2 if the command was used wrongly or its output cannot be written, and 128 + N after signal N.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        standard_library.first()
    return run("jaxlib", lambda: _main(words))


def parser() -> argparse.ArgumentParser:
    """The command's parser, without the verbs of jaxlib-pjrt."""
    parser = _Parser(prog="jaxlib", description="List, check and explain the installed JAX backends.")
    parser.add_argument("--version", action="store_true", help="print the version of jaxlib-core")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB")
    for name, text in (
        ("list", "list the installed plugins, without loading them"),
        ("doctor", "check this environment: what is installed, what jax does with it, what to run"),
    ):
        verb = verbs.add_parser(name, help=text, description=text)
        verb.add_argument("--json", action="store_true", help="print JSON of a versioned schema")
    doctor = verb
    doctor.add_argument("--html", metavar="FILE", help="write one self-contained page with a picture instead")
    doctor.add_argument(
        "--bundle",
        metavar="FILE",
        help="write a zip archive for a bug report instead, without user names, home folders and tokens",
    )
    doctor.add_argument("--all", action="store_true", help="also load libraries whose hardware is absent")
    doctor.add_argument(
        "--timeout",
        type=_seconds,
        default=60.0,
        metavar="SECONDS",
        help="time limit for each library, in a subprocess (default: 60)",
    )
    explain = verbs.add_parser("explain", help="explain an error code", description="Explain an error code.")
    explain.add_argument(
        "code", nargs="?", help="a code such as JLP003, or its type; default: list all codes"
    )
    completion = verbs.add_parser(
        "completion",
        help="print a completion script for a shell",
        description='For bash: add eval "$(jaxlib completion bash)" to ~/.bashrc. For zsh likewise. '
        "For fish: jaxlib completion fish > ~/.config/fish/completions/jaxlib.fish",
    )
    completion.add_argument("shell", choices=SHELLS)
    for name, text in PJRT_VERBS.items():
        verbs.add_parser(name, help=text, add_help=False)
    return parser


def _main(words: list[str]) -> int:
    if words and words[0] in PJRT_VERBS:
        return _pjrt(words)
    command = parser()
    verbs = verbs_of(command)
    if words and not words[0].startswith("-") and words[0] not in verbs:
        guess = terminal.meant(words[0], verbs) or f"; there are: {', '.join(verbs)}"
        complain(f"jaxlib: unknown command {neutral(repr(words[0]))}{guess}")
        return 2
    arguments, strange = command.parse_known_args(words)
    if strange:
        verb = verbs.get(arguments.verb or "", command)
        flags = [flag for action in verb._actions for flag in action.option_strings]
        guess = terminal.meant(strange[0].partition("=")[0], flags)
        what = " ".join(["jaxlib", *filter(None, [arguments.verb])])
        complain(f"{what}: unknown argument {neutral(repr(strange[0]))}{guess}")
        return 2
    if arguments.version:
        import jaxlib_core

        print(f"jaxlib-core {jaxlib_core.__version__}")
        return 0
    if arguments.verb == "list":
        return _list(as_json=arguments.json)
    if arguments.verb == "doctor":
        return _doctor(arguments)
    if arguments.verb == "explain":
        return _explain(arguments.code)
    if arguments.verb == "completion":
        print(script(arguments.shell, command, _pjrt_parsers()), end="")
        return 0
    command.print_help()
    return 2


class _Parser(argparse.ArgumentParser):
    def print_help(self, file: Any = None) -> None:
        # argparse ignores errors when it writes the help.
        print(self.format_help(), end="", file=file, flush=True)

    def error(self, message: str) -> NoReturn:
        super().error(neutral(message))


def _pjrt(words: list[str]) -> int:
    try:
        from jaxlib_pjrt import commands
    except ImportError as error:
        from jaxlib_core import __version__
        from jaxlib_core.environment import install_commands

        missing = isinstance(error, ModuleNotFoundError) and error.name == "jaxlib_pjrt"
        # A dependency of jaxlib-pjrt may be missing, or one of its own files.
        (command,) = install_commands.install(
            f"jaxlib-pjrt=={__version__}", again="" if missing else "jaxlib-pjrt"
        )
        how = "is not installed" if missing else f"does not import: {neutral(error)}"
        complain(
            f"jaxlib {words[0]} is part of jaxlib-pjrt, which {how}\nTo fix it, run:\n{neutral(command)}"
        )
        return 2
    verb = _pjrt_parsers()[words[0]]
    flags = [flag for action in verb._actions for flag in action.option_strings]
    strange = [
        name for word in words[1:] if (name := word.partition("=")[0]).startswith("--") and name != "--"
    ]
    # argparse accepts unambiguous prefixes of a flag.
    strange = [name for name in strange if not any(flag.startswith(name) for flag in flags)]
    if strange and "--" not in words:
        what, guess = f"jaxlib {words[0]}", terminal.meant(strange[0], flags)
        complain(f"{what}: unknown argument {neutral(repr(strange[0]))}{guess}")
        return 2
    status: int = commands.main(words)
    return status


def _pjrt_parsers() -> dict[str, argparse.ArgumentParser]:
    """The parsers of jaxlib-pjrt's verbs, if it is installed."""
    try:
        from jaxlib_pjrt import commands
        from jaxlib_pjrt.conformance import __main__ as conformance
    except ImportError:
        return {}
    return {**verbs_of(commands.parser()), "conformance": conformance.parser()}


def _list(*, as_json: bool) -> int:
    from jaxlib_core.doctor import report

    data = report.listing()
    if as_json:
        print(report.as_json(data))
        return 0
    rows: list[tuple[str, ...]] = [("platform", "distribution", "version", "PJRT API", "library", "from")]
    rows += [_row(plugin) for plugin in data["plugins"]]
    problems = [(b["name"], b["problem"]) for b in data["broken"]]
    rows += [
        (name, f"{problem['summary']} [{problem['code']}]", "", "", "", "") for name, problem in problems
    ]
    rows += [
        (f["name"], f["distribution"], f["version"], "", "", "a jax plugin of another project")
        for f in data["foreign"]
    ]
    if len(rows) == 1:
        from jaxlib_core.checks import requirements
        from jaxlib_core.environment import install_commands
        from jaxlib_core.environment.distributions import find

        jaxlib = find("jaxlib")
        inside = jaxlib and requirements.has_backend(jaxlib)
        uses = "jax uses the CPU backend inside jaxlib" if inside else "jax has no backend"
        command = install_commands.install(f"jaxlib-cpu=={jaxlib.version}" if jaxlib else "jaxlib-cpu")[0]
        print(f"No plugin is installed; {uses}. Try: {neutral(command)}")
        return 0
    rows = [tuple(map(neutral, row)) for row in rows]
    widths = [max(len(row[column]) for row in rows if row[1]) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _explain(code: str | None) -> int:
    from importlib.resources import files

    from jaxlib_core.errors import catalog

    known = catalog()
    columns = terminal.width(sys.stdout)
    if code is None:
        longest = max(len(kind.__name__) for kind in known.values())
        for known_code, kind in known.items():
            line = f"{known_code}  {kind.__name__:<{longest}}  {(kind.__doc__ or '').splitlines()[0]}"
            print(*terminal.wrapped(line, columns, following=len(known_code) + 2 + longest + 2), sep="\n")
        return 0
    names = {kind.__name__: known_code for known_code, kind in known.items()}
    names |= {known_code: known_code for known_code in known}
    number = re.fullmatch(r"(?:jlp)?0*(\d{1,3})", code.lower())
    spelled = f"jlp{int(number[1]):03}" if number else code.lower()
    wanted = {name.lower(): known_code for name, known_code in names.items()}.get(spelled)
    if wanted is None:
        guess = terminal.meant(code, names)
        complain(f"{neutral(code)} is not an error code or type{guess or ';'} `jaxlib explain` lists them.")
        return 2
    page = files("jaxlib_core").joinpath("pages", f"{wanted}.md").read_text("utf-8")
    print(terminal.markdown(page, columns, colours=terminal.coloured(sys.stdout)), end="")
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


def _doctor(arguments: argparse.Namespace) -> int:
    from jaxlib_core.doctor import examination, report

    with terminal.spinner("Checking what is installed, and running a program with jax"):
        examined = examination.examine(absent_too=arguments.all, seconds=arguments.timeout)
    data = report.doctor(examined)
    written = True
    try:
        if arguments.html:
            from jaxlib_core.doctor import html

            _told(arguments, html.write(Path(arguments.html), examined))
        if arguments.bundle:
            from jaxlib_core.doctor import bundle

            _told(arguments, *bundle.write(Path(arguments.bundle), examined))
    except OSError as error:
        # The examination took seconds: what it found is printed instead.
        complain(f"jaxlib doctor: cannot write {neutral(error.filename)}: {error.strerror}")
        written = False
    if arguments.json:
        print(report.as_json(data))
    elif not (written and (arguments.html or arguments.bundle)):
        from jaxlib_core.doctor import text

        text.show(examined, sys.stdout)
    if not written:
        return CANNOT_WRITE
    return 0 if examined.healthy else 1


def _told(arguments: argparse.Namespace, *lines: str) -> None:
    """Report what was written, unless a program reads the output (``--json``)."""
    for line in lines:
        if arguments.json:
            complain(neutral(line))
        else:
            print(neutral(line))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(f"a number of seconds up to 86400 is wanted, not {text!r}")
    return seconds
