"""The ``jaxlib-lock`` command: reproducible environments.

Exit status: 0 if the command succeeded and nothing drifted, 1 if something drifted or differs, 2 if it failed.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich import markup
from rich.console import Console
from rich.table import Table

from jaxlib_lock import diff, exact_locks, explain, host, make, meta, verify
from jaxlib_lock.errors import InvalidRequirements, LockError, UnknownRelease
from jaxlib_lock.lockfile import Lock, Settings, load, publish, refuse_existing
from jaxlib_lock.output import neutral, run
from jaxlib_lock.project import Selection
from jaxlib_lock.resolver import Resolver
from jaxlib_lock.seeds import JAXLIBS, UPSTREAM, Seed, Seeds

COMMAND = "jaxlib-lock"
MADE_SCHEMA = "jaxlib.lock.make/2"
ERROR_SCHEMA = "jaxlib.lock.error/1"
_STYLES = {"added": "green", "removed": "red", "up": "cyan", "down": "yellow", "changed": "magenta"}

progress: Console = Console(stderr=True, highlight=False)
output: Console = Console(highlight=False, soft_wrap=True)


def main(
    argv: Sequence[str] | None = None,
    *,
    seeds: Seeds | None = None,
    find_links: Sequence[Path] = (),
    prog: str = COMMAND,
) -> int:
    """Runs the command and returns its exit status.

    Args:
        argv: The arguments; None for those of the process.
        seeds: Used instead of the packaged seeds.
        find_links: Folders with more wheels, beside those of ``--find-links``.
        prog: The command, as its help and its messages name it.
    """
    return run(prog, lambda: _main(argv, seeds or Seeds.packaged(), find_links, prog))


def _main(argv: Sequence[str] | None, seeds: Seeds, find_links: Sequence[Path], prog: str) -> int:
    arguments = parser(seeds, prog).parse_args(argv)
    arguments.prog = prog
    links = [*arguments.find_links, *find_links] if "find_links" in arguments else list(find_links)
    verbs: dict[str, Callable[[argparse.Namespace, Seeds, list[Path]], int]] = {
        "make": _make,
        "verify": _verify,
        "diff": _diff,
        "explain": _explain,
        "upgrade": _upgrade,
        "meta": _meta,
    }
    try:
        return verbs[arguments.verb](arguments, seeds, links)
    except LockError as error:
        if arguments.json:
            _print_json({"schema": ERROR_SCHEMA, "error": error.as_dict()})
        else:
            # Escape only the markup: the error's own line breaks must stay, and LockError has already made its text
            # safe. Its commands are those of the installed package.
            text = str(error).replace(f" {COMMAND} ", f" {prog} ")
            progress.print(f"[red]error:[/] {markup.escape(text)}", soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        progress.print("interrupted; nothing was written")
        return 130


def parser(seeds: Seeds, prog: str = COMMAND) -> argparse.ArgumentParser:
    """Returns the command's parser; ``seeds`` gives the choices of ``--hardware``."""
    parser = argparse.ArgumentParser(prog=prog, description="Lock JAX environments reproducibly.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print JSON of a versioned schema")
    network = argparse.ArgumentParser(add_help=False)
    network.add_argument("--offline", action="store_true", help="use only what is in uv's cache")
    network.add_argument(
        *("--find-links", "-f"),
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="a folder with more wheels",
    )
    named = argparse.ArgumentParser(add_help=False)
    named.add_argument("folder", type=Path, metavar="DIR", help="the lock's folder")

    def add(name: str, text: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=text, description=text, parents=[*parents, common])

    _make_options(
        add("make", "resolve a project's requirements into a new lock, and prove it", network), seeds
    )

    verb = add("verify", "reproduce a lock, and report what drifted and why", named, network)
    verb.add_argument(
        "--newest", action="store_true", help="compare with what `make` would produce today instead"
    )

    verb = add("diff", "compare two locks")
    verb.add_argument("was", type=Path, help="the older lock's folder")
    verb.add_argument("now", type=Path, help="the newer lock's folder")

    verb = add("explain", "explain who needs a package, and what bounds its version", named, network)
    verb.add_argument("package", help="the package's name")

    _upgrade_options(
        add("upgrade", "move a lock to another release or Python, and show what changes", named, network)
    )

    _meta_options(add("meta", "write a wheel with no code, and with each lock's lower bounds as an extra"))
    return parser


def _make_options(verb: argparse.ArgumentParser, seeds: Seeds) -> None:
    verb.add_argument(
        *("--requirements", "-r"), action="append", metavar="FILE|URL", default=[],
        help="a requirements file or a pyproject.toml, by path or https (default: pyproject.toml in this folder)",
    )  # fmt: skip
    for option, what in (("--extra", "[project.optional-dependencies]"), ("--group", "[dependency-groups]")):
        verb.add_argument(
            option, action="append", metavar="NAME", default=[], help=f"also one of {what} in pyproject.toml"
        )
    verb.add_argument(
        *("--seed",), action="append", metavar="FILE|URL|FOLDER|upstream", default=[],
        help="an exact lock whose versions are lower bounds: requirements, uv.lock, pylock.toml, another lock's "
        "folder, by path, https or git+URL@COMMIT#path; upstream is the lock of jax's own sources for the release",
    )  # fmt: skip
    _jaxlib(verb, JAXLIBS[0])
    verb.add_argument(
        "--hardware", required=True, metavar="|".join(seeds.hardware()),
        help="the hardware to lock for; gpu is the newest of NVIDIA's that this machine's driver serves",
    )  # fmt: skip
    verb.add_argument("--python", required=True, metavar="3.12", type=_python, help="the Python to lock for")
    verb.add_argument("--release", help="the family's release (default: the newest that serves the Python)")
    verb.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder for the lock")
    verb.add_argument(
        *("--name",), metavar="TEMPLATE",
        help="a new folder in DIR instead, such as '{project}-{hardware}-{python}'; {release} is the family's",
    )  # fmt: skip
    _cutoff(verb)
    verb.add_argument(
        *("--universal",), action=argparse.BooleanOptionalAction, default=True,
        help="for every platform and newer Pythons too (default), or for this Python on Linux alone",
    )  # fmt: skip
    verb.add_argument("--hashes", action="store_true", help="also write hashes into requirements.lock.txt")


def _upgrade_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--release", help="another release of the family (default: the newest that serves the Python)"
    )
    verb.add_argument("--python", metavar="3.12", type=_python, help="another Python than the lock's")
    verb.add_argument(
        "--out", type=Path, metavar="DIR", help="a new folder (default: in place of the old lock)"
    )
    _jaxlib(verb, None)
    verb.add_argument("--dry-run", action="store_true", help="only show what would change")
    _cutoff(verb)


def _meta_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("folders", type=Path, nargs="+", metavar="DIR", help="one lock for each hardware")
    verb.add_argument("--name", required=True, help="the wheel's name")
    verb.add_argument("--version", required=True, help="the wheel's version")
    verb.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where to write it (default: here)"
    )


def _jaxlib(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        *("--jaxlib",), choices=JAXLIBS, default=default,
        help="upstream's, which the registry has for every platform"
        + (" (default)" if default else "")
        + "; or the family's own (bindings only), whose wheels are in --find-links"
        + ("" if default else " (default: the lock's)"),
    )  # fmt: skip


def _cutoff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--exclude-newer",
        metavar="DATE",
        help="ignore files that were uploaded after this day (UTC) or time",
    )


def _python(text: str) -> str:
    major, dot, minor = text.partition(".")
    if dot and major == "3" and minor.endswith("t") and minor[:-1].isdecimal():
        raise argparse.ArgumentTypeError(
            f"wanted a Python with the GIL, such as 3.12, found {text}: there are no locks for free-threaded ones"
        )
    if not (dot and major == "3" and minor.isdecimal()):
        raise argparse.ArgumentTypeError(f"wanted a Python such as 3.12, found {text!r}")
    return text


def _make(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:
    release = arguments.release or seeds.newest(arguments.python)
    arguments.hardware, why = seeds.hardware_named(arguments.hardware, release, arguments.python)
    seed = seeds.find(release, arguments.hardware, arguments.python, arguments.jaxlib)
    selection = Selection(
        python=arguments.python,
        universal=arguments.universal,
        architecture=platform.machine(),
        extras=tuple(arguments.extra),
        groups=tuple(arguments.group),
    )
    asked = host.read(arguments.requirements or [_project_here()], selection, offline=arguments.offline)
    out = _named(arguments, release, asked.project)
    refuse_existing(out)
    locks = [
        exact_locks.packaged(seeds.upstream(release, arguments.python))
        if name == UPSTREAM
        else exact_locks.read(name, offline=arguments.offline)
        for name in arguments.seed
    ]
    chosen = make.settings(
        release,
        arguments.hardware,
        arguments.python,
        universal=arguments.universal,
        exclude_newer=arguments.exclude_newer or asked.exclude_newer,
        hashes=arguments.hashes,
        jaxlib=arguments.jaxlib,
    )
    folders = _folders(find_links)
    if arguments.exclude_newer and asked.exclude_newer:
        asked.notes.append(f"--exclude-newer counts, not the project's exclude-newer ({asked.exclude_newer})")
    notes = [*filter(None, [why]), *asked.notes, *(note for lock in locks for note in lock.notes)]
    notes += make.check_jaxlib(chosen, seed, folders)
    resolver = Resolver.create(arguments.python, offline=arguments.offline)
    environment = make.make(asked, make.with_bounds(seed, locks), chosen, folders, resolver, _step)
    publish(out, environment.files, environment.wheels)
    _report(arguments, environment, out, notes)
    return 0


def _named(arguments: argparse.Namespace, release: str, project: str) -> Path:
    """Returns the folder for the new lock: ``--out``, or the folder in it that ``--name`` names."""
    out: Path = arguments.out
    if arguments.name is None:
        return out
    words = {"hardware": arguments.hardware, "python": arguments.python, "release": release}
    if project:
        words["project"] = project
    try:
        name = str(arguments.name).format_map(words)
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        raise InvalidRequirements(
            f"--name {arguments.name} can't be filled in: {error}.",
            ("known", ", ".join(f"{{{word}}}" for word in words)),
            advice=() if project else ("{project} is the name in a pyproject.toml",),
        ) from None
    if name in {"", ".", ".."} or "/" in name:
        raise InvalidRequirements(
            f"--name {arguments.name} is not a folder's name.",
            ("found", repr(name)),
            ("wanted", "one without /"),
        )
    return out / name


def _project_here() -> Path:
    path = Path("pyproject.toml")
    if not path.is_file():
        raise InvalidRequirements(
            "There are no requirements to lock.",
            ("wanted", "--requirements FILE, or a pyproject.toml in this folder"),
            ("where", str(Path.cwd())),
            advice=('the minimum: [project] with name, version and dependencies = ["..."]',),
        )
    return path


def _report(arguments: argparse.Namespace, environment: make.Made, out: Path, notes: Sequence[str]) -> None:
    lock, notes = environment.lock, [*notes, *environment.notes]
    if arguments.json:
        _print_json(
            {
                "schema": MADE_SCHEMA,
                "folder": str(out),
                "packages": len(lock.packages),
                "files": sorted(environment.files),
                "wheels": sorted(lock.wheels),
                "left_out": list(lock.excludes),
                "notes": notes,
            }
        )
        return
    for note in notes:
        output.print(f"note: {_shown(note)}")
    output.print(
        f"{_shown(out)}: {len(lock.packages)} packages, reproduced byte for byte from their lower bounds"
    )
    if lock.wheels:
        output.print(
            f"  kept in wheels/, because no registry has them: {_shown(', '.join(sorted(lock.wheels)))}"
        )
    output.print(f"  to install:  uv pip sync {_shown(out / 'pylock.toml')}")
    output.print(f"  to check:    {arguments.prog} verify {_shown(out)}")


def _verify(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:
    lock = load(arguments.folder)
    resolver = Resolver.create(lock.settings.python, offline=arguments.offline)
    if arguments.newest:
        result = verify.compare_newest(
            lock, _seed(seeds, lock.settings), _folders(find_links), resolver, _step
        )
    else:
        result = verify.verify(arguments.folder, _folders(find_links), resolver, _step)
    if arguments.json:
        _print_json(result.as_dict())
    else:
        for note in result.notes:
            output.print(f"note: {_shown(note)}")
        for change in result.changes:
            output.print(f"[red]drifted:[/] {_shown(change)}")
        if not result.changes:
            what = "`make` would choose the same versions today" if arguments.newest else "the same again"
            output.print(f"{_shown(arguments.folder)}: {len(lock.packages)} packages, {what}")
    return 1 if result.changes else 0


def _diff(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:  # noqa: ARG001
    difference = diff.difference(load(arguments.was), load(arguments.now))
    if arguments.json:
        _print_json(difference.as_dict())
    else:
        _show(difference)
    return 1 if difference.packages or difference.settings else 0


def _show(difference: diff.Difference) -> None:
    for name, (was, now) in difference.settings.items():
        output.print(_shown(f"{name}: {was} -> {now}"))
    if not difference.packages:
        output.print("The same packages.")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("package", "was", "now", ""):
        table.add_column(heading, overflow="fold")
    for package in difference.packages:
        cells = [_shown(text).replace(", ", "\n") for text in (package.package, package.was, package.now)]
        table.add_row(*cells, f"[{_STYLES[package.kind]}]{package.kind}")
    Console(highlight=False).print(table)
    counts = {kind: sum(package.kind == kind for package in difference.packages) for kind in _STYLES}
    output.print(", ".join(f"{count} {kind}" for kind, count in counts.items() if count))


def _explain(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:  # noqa: ARG001
    lock = load(arguments.folder)
    resolver = Resolver.create(lock.settings.python, offline=arguments.offline)
    explanation = explain.explain(arguments.folder, lock, arguments.package, _folders(find_links), resolver)
    if arguments.json:
        _print_json(explanation.as_dict())
        return 0
    output.print(f"[bold]{_shown(explanation.package)}[/] {_shown(', '.join(explanation.versions))}")
    output.print("needed and bounded by")
    width = max((len(bound.by) for bound in explanation.bounds), default=0)
    for bound in explanation.bounds:
        note = f"  ({bound.note})" if bound.note else ""
        output.print(f"  {_shown(bound.by):<{width}}  {_shown(bound.requirement + note)}")
    if explanation.newest:
        output.print(f"newest for Python {_shown(lock.settings.python)}: {_shown(explanation.newest)}")
    for by in explanation.held_by:
        output.print(f"  not taken because of {_shown(by)}")
    if explanation.note:
        output.print(_shown(explanation.note))
    return 0


def _upgrade(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:
    lock = load(arguments.folder)
    if arguments.out:
        refuse_existing(arguments.out)
    old = lock.settings
    python = arguments.python or old.python
    chosen = replace(
        old,
        release=arguments.release or seeds.newest(python),
        python=python,
        exclude_newer=make.cutoff(arguments.exclude_newer) if arguments.exclude_newer else None,
        jaxlib=arguments.jaxlib or old.jaxlib,
    )
    host.check_python(lock.host.requires_python, python)
    seed = _with_seeds_of(lock, _seed(seeds, chosen), seeds, chosen)
    resolver = Resolver.create(chosen.python, offline=arguments.offline)
    # The new lock may need the wheels that are kept with the old one.
    links = [*_folders(find_links), *_folders([arguments.folder / "wheels"], must_exist=False)]
    notes = make.check_jaxlib(chosen, seed, links)
    environment = make.make(lock.host, seed, chosen, links, resolver, _step)
    difference = diff.difference(lock, environment.lock)
    if not arguments.dry_run:
        publish(
            arguments.out or arguments.folder,
            environment.files,
            environment.wheels,
            over=arguments.out is None,
        )
    if arguments.json:
        _print_json(difference.as_dict())
    else:
        _show(difference)
        if not arguments.dry_run:
            _report(arguments, environment, arguments.out or arguments.folder, notes)
    return 0


def _meta(arguments: argparse.Namespace, seeds: Seeds, find_links: list[Path]) -> int:  # noqa: ARG001
    locks: list[Lock] = [load(folder) for folder in arguments.folders]
    wheel = meta.meta(locks, arguments.name, arguments.version, arguments.out)
    if arguments.json:
        _print_json({"schema": "jaxlib.lock.meta/1", "wheel": str(wheel)})
        return 0
    output.print(_shown(wheel))
    extra = locks[0].settings.hardware
    command = f"pip install --find-links {wheel.parent} '{arguments.name}[{extra}]'"
    output.print(f"  to install: {_shown(command)}")
    return 0


def _with_seeds_of(lock: Lock, seed: Seed, seeds: Seeds, chosen: Settings) -> Seed:
    """Returns the seed with the bounds of a lock's other seeds; upstream's lock is that of the new release."""
    bounds, files = dict.fromkeys(lock.seed_bounds), dict(lock.seed_files)
    old = lock.settings
    try:
        before = exact_locks.packaged(seeds.upstream(old.release, old.python))
    except UnknownRelease:  # the lock cannot have it as a seed
        return replace(seed, bounds=tuple(bounds), files=files)
    if files.pop(before.source, None) is not None:
        now = exact_locks.packaged(seeds.upstream(chosen.release, chosen.python))
        files[now.source] = now.sha256
        left = [bound for bound in bounds if bound not in before.bounds]
        bounds = dict.fromkeys([*left, *exact_locks.of_others(now, seed)])
    return replace(seed, bounds=tuple(bounds), files=files)


def _seed(seeds: Seeds, chosen: Settings) -> Seed:
    return seeds.find(chosen.release, chosen.hardware, chosen.python, chosen.jaxlib)


def _folders(paths: Sequence[Path], *, must_exist: bool = True) -> list[Path]:
    folders = []
    for path in paths:
        if path.is_dir():
            folders.append(path)
        elif must_exist:
            raise InvalidRequirements(
                f"--find-links {path} is not a folder.", ("where", str(path.absolute()))
            )
    return folders


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def _shown(text: object) -> str:
    """Returns ``text`` so that rich prints it literally: markup is escaped, control characters are neutralized."""
    return markup.escape(neutral(text))


@contextmanager
def _step(text: str) -> Iterator[None]:
    started = time.monotonic()
    with progress.status(_shown(text)):
        yield
    progress.print(f"{_shown(text)}: {time.monotonic() - started:.1f} s", soft_wrap=True)
