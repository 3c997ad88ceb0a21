"""``python -m tools reproduce``: builds wheels twice, and compares them byte by byte.

The second build uses a clean copy of the checkout in another folder, another time zone, language and umask, and no
network. Of the caches, it only has upstream's artifacts.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from tools import ROOT
from tools.artifacts.cache import ROOT_VARIABLE, Cache
from tools.artifacts.manifest import DEFAULT, load, releases
from tools.builder import build, definitions
from tools.console.progress import Work
from tools.wheels.deflate import SLIM

#: Runs a command in an empty network namespace.
NO_NETWORK = ("unshare", "--user", "--map-root-user", "--net")
#: Settings that a build must not depend on, chosen to differ from this machine's.
OTHER = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "1", "UV_OFFLINE": "1"}

console = Console(highlight=False, markup=False, soft_wrap=True)


class ReproduceError(RuntimeError):
    """The second build failed."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A wheel's name, and its hashes in the first and the second build."""

    name: str
    first: str
    second: str

    @property
    def same(self) -> bool:
        """Whether both builds gave the same bytes."""
        return self.first == self.second


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools reproduce", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="core, lock, pjrt, jaxlib or a plugin (default: core and all plugins)",
    )
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument("--arch", default=os.uname().machine, help="architecture (default: this machine's)")
    parser.add_argument("--network", action="store_true", help="do not cut the second build's network")
    return parser


def main(argv: Sequence[str]) -> int:
    """Build what ``argv`` names twice; 0 when every pair is identical."""
    arguments = _parser().parse_args(argv)
    release = load(arguments.release)
    plugins = [
        name for name in definitions.plugin_names() if definitions.has_library(name, release, arguments.arch)
    ]
    names = arguments.names or ["core", *plugins]
    isolated = not arguments.network
    if isolated and not can_isolate():
        console.print(f"wanted: a child process without a network, by {' '.join(NO_NETWORK)}")
        console.print("found:  it is not permitted here; to compare anyway, add --network")
        return 1
    try:
        wheels = [build.wheel(name, release.release, arguments.arch) for name in names]
        with tempfile.TemporaryDirectory(prefix="jaxlib-reproduce-") as scratch:
            folder = Path(scratch, "another", "and a longer place")
            where = f"{', '.join(names)}: building again in {folder}"
            with Work(where if not isolated else f"{where}, with no network"):
                second = again(names, release.release, folder, architecture=arguments.arch, isolated=isolated)
            compared = compare(wheels, second)
            for comparison, wheel in zip(compared, wheels, strict=True):
                console.print(
                    f"{'same' if comparison.same else 'DIFFERENT'}  {comparison.first}  {comparison.name}"
                )
                if not comparison.same:
                    console.print(f"  in {', '.join(differences(wheel, second / comparison.name))}")
    except (ReproduceError, *build.FAILURES) as error:
        console.print(f"error: {error}")
        return 1
    return 0 if all(comparison.same for comparison in compared) else 1


def can_isolate() -> bool:
    """Whether this machine permits an empty network namespace."""
    path = shutil.which(NO_NETWORK[0])
    return (
        bool(path)
        and not subprocess.run([*NO_NETWORK, "true"], check=False, stderr=subprocess.DEVNULL).returncode
    )


def again(
    names: Sequence[str], release: str, folder: Path, *, architecture: str = "", isolated: bool
) -> Path:
    """Build ``names`` from a copy of the checkout in ``folder``; returns the folder of the wheels.

    Raises:
        ReproduceError: The build failed; the text ends with its output.
    """
    checkout, cache, out = folder / "checkout", folder / "cache", folder / "wheels"
    copy(checkout)
    cache.mkdir()
    (cache / "artifacts").symlink_to(Cache().root / "artifacts")
    environment = {**os.environ, **OTHER, ROOT_VARIABLE: str(cache), build.NATIVE_CACHE: ""}
    environment.pop(SLIM, None)
    plugins = [name for name in names if name in definitions.plugin_names()]
    commands = [[name] for name in names if name not in plugins]
    commands += [["plugins", *plugins]] if plugins else []
    for what in commands:
        command = [sys.executable, "-m", "tools", "build", *what, "--release", release, "--out", str(out)]
        command += ["--arch", architecture] if architecture else []
        _run([*(NO_NETWORK if isolated else ()), *command], checkout, environment)
    return out


def copy(folder: Path) -> None:
    """Copy the checkout into ``folder``, without the files that git ignores and without modification times."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)


def compare(wheels: Sequence[Path], second: Path) -> list[Comparison]:
    """The hashes of ``wheels``, and of the wheels with the same names in the folder ``second``."""
    return [Comparison(wheel.name, _sha256(wheel), _sha256(second / wheel.name)) for wheel in wheels]


def differences(one: Path, other: Path) -> list[str]:
    """The members in which two wheels differ."""
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        contents = [
            {info.filename: (info.CRC, info.compress_size, info.external_attr) for info in wheel.infolist()}
            for wheel in (first, second)
        ]
    return sorted(
        name for name in {*contents[0], *contents[1]} if contents[0].get(name) != contents[1].get(name)
    )


def _run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        umask=0o077,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ReproduceError(f"status {done.returncode} of {' '.join(command)} in {folder}:\n{done.stdout}")


def _sha256(path: Path) -> str:
    if not path.is_file():
        return "no such wheel"
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
