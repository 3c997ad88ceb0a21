"""Fetches Debian's packages with apt and unpacks them into a folder; nothing is installed on the system.

apt uses package lists of its own, for any architecture, without privileges, and verifies packages with the system's
keys.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

#: The keys that Debian's packages are signed with.
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
#: apt's program that fetches one file; it is in no folder of PATH.
APT_HELPER = "/usr/lib/apt/apt-helper"
_KINDS = ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")


class DebianError(Exception):
    """apt cannot fetch the packages; the text says what was wanted, what was found, and what to run."""

    def __init__(self, wanted: str, found: str, command: str) -> None:
        super().__init__(f"wanted: {wanted}\n  found:  {found}\n  To fix it, run: {command}")


def need(command: str) -> None:
    """Raise DebianError on a system without apt; ``command`` is the command that needs it."""
    for tool in ("apt-get", "apt-cache", "dpkg"):
        if shutil.which(tool) is None:
            raise DebianError(
                f"{tool}, of a Debian or what is made of it",
                "no such program",
                f"{command}    (on such a system)",
            )


def architecture() -> str:
    """Debian's name of this machine's architecture."""
    return run("dpkg", "--print-architecture").strip()


@dataclass(frozen=True, slots=True)
class Packages:
    """The packages of an architecture; lists and downloads are kept in ``home``.

    They are of the suites that the system is configured with, or of ``suite``, another of Debian's; with ``kind``
    "deb-src", they are its source packages.
    """

    home: Path
    architecture: str
    suite: str | None = None
    kind: str = "deb"

    def update(self) -> None:
        """Fetch the package lists, which the other methods need.

        Raises:
            DebianError: apt cannot fetch them, or `suite` is asked for on a system that has no source of Debian's
                packages.
        """
        if self.suite is not None:
            server = self._server()
            self._source.write_text(
                f"Types: {self.kind}\nURIs: {server}\nSuites: {self.suite}\n"
                f"Components: main\nSigned-By: {KEYS}\n",
                "utf-8",
            )
        self.apt("apt-get", "update")

    def required(self, *names: str) -> list[str]:
        """The packages ``names`` and all that they depend on."""
        options = [f"--no-{kind}" for kind in _KINDS]
        listing = self.apt("apt-cache", "depends", "--recurse", *options, *names)
        return sorted({line for line in listing.splitlines() if line and not line.startswith((" ", "<"))})

    def unpack(self, packages: Sequence[str], folder: Path) -> None:
        """Unpack packages into ``folder``, which appears when all of them are in it."""
        downloads, draft = self.home / f"packages-{self.architecture}", self.home / f"{folder.name}.part"
        downloads.mkdir(parents=True, exist_ok=True)
        self.apt("apt-get", "download", *packages, folder=downloads)
        shutil.rmtree(draft, ignore_errors=True)
        for package in sorted(downloads.glob("*.deb")):
            run("dpkg", "--extract", str(package), str(draft))
        draft.rename(folder)

    def source(self, name: str) -> Path:
        """The archive of a source package as its authors published it, without Debian's changes.

        Raises:
            DebianError: The suite has no such package, or the server no longer has its files.
        """
        folder = self.home / f"source-{name}"
        shutil.rmtree(folder, ignore_errors=True)  # of another version
        folder.mkdir(parents=True)
        self.apt("apt-get", "source", "--download-only", name, folder=folder)
        (archive,) = folder.glob("*.orig.tar.*z")
        return archive

    def file(self, path: str, sha256: str, folder: Path) -> Path:
        """A file of the server's, which need not be of a suite, in ``folder``.

        Raises:
            DebianError: The server does not have it, or it has another hash.
        """
        target = folder / Path(path).name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.apt(APT_HELPER, "download-file", f"{self._server()}{path}", str(target), f"SHA256:{sha256}")
        return target

    def _server(self) -> str:
        """The address, with a slash at the end, of the server that the system's own packages come from."""
        system = replace(self, suite=None, kind="deb")
        system.update()
        known = ("--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian")
        servers = system.apt("apt-get", "indextargets", *known).split()
        if not servers or not KEYS.is_file():
            raise DebianError(
                f"a source of Debian's packages, and their keys in {KEYS}",
                "no such source" if not servers else "no such file",
                "apt-get install debian-archive-keyring    (on a Debian)",
            )
        return f"{servers[0].rstrip('/')}/"

    def apt(self, program: str, *arguments: str, folder: Path | None = None) -> str:
        """Run one of apt's programs for this architecture, in ``folder``; returns its output."""
        state = self.home / f"apt-{self.architecture}{self._label}"
        for name in ("lists/partial", "cache/archives/partial"):
            (state / name).mkdir(parents=True, exist_ok=True)
        options = {
            "APT::Architecture": self.architecture,
            "APT::Architectures": self.architecture,
            "APT::Sandbox::User": "root",
            "Acquire::Retries": "3",
            "Dir::State::Lists": str(state / "lists"),
            "Dir::State::status": "/dev/null",
            "Dir::Cache": str(state / "cache"),
        }
        if self.suite is not None:
            options |= {"Dir::Etc::SourceList": str(self._source), "Dir::Etc::SourceParts": "/dev/null"}
        return run(
            program, *(f"-o{key}={value}" for key, value in options.items()), *arguments, folder=folder
        )

    @property
    def _label(self) -> str:
        return (self.suite or "") + self.kind.removeprefix("deb")

    @property
    def _source(self) -> Path:
        return self.home / f"{self._label}.sources"


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command and return its output.

    Raises:
        DebianError: It failed.
    """
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode:
        program = Path(command[0]).name
        found = f"exit status {done.returncode}: {done.stderr.strip()[-800:]}"
        raise DebianError(f"{program} to succeed", found, " ".join(command))
    return done.stdout
