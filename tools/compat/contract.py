"""``python -m tools contract``: compares the names of jaxlib that a jax wheel uses with those of the bindings.

jax has no list of the names that it uses, so its source is read: every import from jaxlib or from ``jax._src.lib``,
and every attribute of such a name. Attributes of jaxlib's objects cannot be found in the source: with
``--upstream``, programs are run with jax and upstream's jaxlib, and the attributes that they use are recorded. Then
a child process in an environment with the bindings looks each name up. A name is *offered*, or *missing*, which
raises an error that says so when it is used, or *absent*, which is an AttributeError in a user's program. Exits
with 1 if a name is absent or missing and ``packages/jaxlib/missing.toml`` does not list it.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from tools import BUILD, ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import DEFAULT, Manifest, known, load
from tools.builder import definitions
from tools.environments.venv import OUTSIDE, Environment
from tools.interpreters import pythons

console = Console(stderr=True, highlight=False)
KNOWN = ROOT / "packages" / "jaxlib" / "missing.toml"
READER, RECORDER = (Path(__file__).with_name(f"contract_{name}.py") for name in ("reader", "recorder"))
#: The program whose run shows which attributes of jaxlib's objects jax uses; it has eight devices.
PROGRAM = ROOT / "tests" / "installed" / "surface_cases.py"
#: The user, in a report, of a name that was recorded while programs ran.
RUNNING = "running programs"

LOOK_UP = """
import importlib, json, sys
from jaxlib import _missing
answer = {}
for name in json.load(sys.stdin):
    module, found, rest = None, None, name.split(".")
    for size in range(len(rest), 0, -1):
        try:
            module = importlib.import_module(".".join(rest[:size]))
        except ImportError:
            continue
        except _missing.NotInBindings:
            break
        rest = rest[size:]
        break
    try:
        found = module
        for part in rest:
            if isinstance(found, type) and not hasattr(found, part):
                try:
                    found = found()  # it may be an object that has it
                except Exception:
                    pass
            found = getattr(found, part)
            if isinstance(found, _missing._MissingType):
                break
        answer[name] = "missing" if module is None or isinstance(found, _missing._MissingType) else "offered"
    except AttributeError:
        answer[name] = "absent"
json.dump(answer, sys.stdout)
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools contract", description=__doc__)
    parser.add_argument("--release", choices=known(), help=f"whose jax ({DEFAULT})")
    parser.add_argument(
        "--python", type=Path, help="a Python that has the bindings; without it, only the names"
    )
    parser.add_argument(
        "--upstream",
        type=Path,
        nargs="?",
        const=Path(),
        help="run programs, too, by a Python with jax and upstream's jaxlib (default: a new environment's)",
    )
    parser.add_argument(
        "--files",
        action="store_true",
        help="only print the table of files that a release needs in packages/jaxlib/releases",
    )
    parser.add_argument("--json", type=Path, help="write the names, who uses them, and their states there")
    return parser


def main(argv: Sequence[str]) -> int:
    """Compare; 0 if every name is offered or listed in missing.toml."""
    arguments = _parser().parse_args(argv)
    if arguments.files:
        sys.stdout.write(files(load(arguments.release)))
        return 0
    used = names(arguments.release)
    if arguments.upstream is not None:
        for name in run(arguments.upstream if arguments.upstream.name else upstream(arguments.release)):
            used.setdefault(name, set()).add(RUNNING)
    states = look_up(arguments.python, used) if arguments.python else {}
    if arguments.json:
        rows = {
            name: {"state": states.get(name), "used by": sorted(files)}
            for name, files in sorted(used.items())
        }
        arguments.json.write_text(json.dumps({"schema": "jaxlib.contract/1", "names": rows}, indent=1) + "\n")
    count = {
        state: sum(ending == state for ending in states.values())
        for state in ("offered", "missing", "absent")
    }
    console.print(f"{len(used)} names of jaxlib are used" + (f": {count}" if states else ""))
    said = tomllib.loads(KNOWN.read_text("utf-8"))
    wrong = sorted(set(unexpected(used, states, said["names"], said["absent"])))
    for name in wrong:
        console.print(f"{states[name]}: {name}, used by {', '.join(sorted(used[name])[:3])}", soft_wrap=True)
    return 1 if wrong else 0


def files(release: Manifest) -> str:
    """The table of files for ``packages/jaxlib/releases``, with comments for removed and new files.

    The files are those of the release's own list, or of the newest existing list.
    """
    name, names = definitions.upstreams_files(release, Cache())
    served = definitions.jaxlib_releases()
    known = release.release if release.release in served else served[-1]
    listed = definitions.jaxlib_facts(known)["files"]
    own = {
        str(path.relative_to(definitions.JAXLIB / "src"))
        for path in (definitions.JAXLIB / "src").rglob("*.py")
    }
    lines = [f"# {name}", "[files]"]
    for file in sorted({*listed, *(name for name in names if name.endswith(".py"))} - own):
        if file not in names:
            lines.append(f"# gone: {file}")
        else:
            line = f'"{file}" = "{hashlib.sha256(names[file]).hexdigest()}"'
            lines.append(line if file in listed else f"# not taken: {line}")
    return "\n".join(lines) + "\n"


def upstream(release: str | None) -> Path:
    """The Python of a new environment with jax and upstream's jaxlib."""
    wanted = load(release).release
    environment = Environment.create(BUILD / "contract" / wanted, served(release))
    console.print(f"installing jax {wanted} and upstream's jaxlib in {environment.folder}", soft_wrap=True)
    environment.install(f"jax=={wanted}", f"jaxlib=={wanted}")
    return environment.python


def run(python: Path) -> set[str]:
    """The attributes of jaxlib's objects that `PROGRAM` uses when ``python`` runs it.

    Raises:
        SystemExit: It failed.
    """
    console.print(f"running {PROGRAM.name} with {python}", soft_wrap=True)
    variables = {name: value for name, value in os.environ.items() if not name.startswith(OUTSIDE)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "used.json"
        command = [str(python.absolute()), "-P", str(RECORDER), str(file), str(PROGRAM)]
        try:
            done = subprocess.run(
                command, env=variables, cwd=folder, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise SystemExit(f"contract: {python} is not a Python interpreter: {error}") from None
        if done.returncode or not file.is_file():
            raise SystemExit(f"contract: {PROGRAM} failed:\n{done.stdout}{done.stderr}")
        return set(json.loads(file.read_text("utf-8")))


def unexpected(
    used: Mapping[str, set[str]],
    states: Mapping[str, str],
    missing: Mapping[str, str],
    absent: Mapping[str, str],
) -> Iterator[str]:
    """The names that are neither offered nor listed as missing; Pallas kernels' files may use missing ones."""
    for name, state in states.items():
        known = {"offered": {"*": ""}, "missing": missing, "absent": absent}[state]
        kernels = state == "missing" and all("pallas" in use or "mosaic" in use for use in used[name])
        if not kernels and not any(fnmatch.fnmatchcase(name, pattern) for pattern in known):
            yield name


def look_up(python: Path, used: Mapping[str, Any]) -> dict[str, str]:
    """The state of each name, as ``python`` finds it."""
    done = subprocess.run(
        [str(python), "-c", LOOK_UP],
        input=json.dumps(sorted(used)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"contract: {python} could not look names up:\n{done.stderr}")
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def names(release: str | None) -> dict[str, set[str]]:
    """The names of jaxlib that the source of a release of jax uses, each with the files that do."""
    wheel = Cache().fetch(load(release).artifact("jax").files[0])
    return {name: set(files) for name, files in read(wheel, served(release)).names.items()}


@dataclass(frozen=True, slots=True)
class Asked:
    """The names of jaxlib that a wheel or checkout of jax uses.

    Attributes:
        names: for each name, the files that use it, with the conditions under which they do.
        conditions: the conditions on jaxlib's version, each with the files that have it.
    """

    names: dict[str, dict[str, list[str]]]
    conditions: dict[str, list[str]]


def read(source: Path, python: Path) -> Asked:
    """Read which names of jaxlib a wheel or checkout of jax uses.

    ``python`` must be one that the source supports, because it parses the source.

    Raises:
        SystemExit: The source can't be read.
    """
    done = subprocess.run(
        [str(python), "-P", str(READER), str(source)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"contract: {source} cannot be read:\n{done.stderr}")
    return Asked(**json.loads(done.stdout))


def served(release: str | None) -> Path:
    """The oldest Python of this machine that the release of jax is for.

    Raises:
        SystemExit: There is none.
    """
    manifest = load(release)
    interpreters = pythons()
    for version, path in interpreters.items():
        if manifest.serves(f"cp3{version[1]}"):
            return path
    raise SystemExit(
        f"contract: wanted Python {manifest.python}, which jax {manifest.release} is for\n"
        f"  found:  {', '.join(f'{major}.{minor}' for major, minor in interpreters)}\n"
        "To fix it, run: uv python install 3.12"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
