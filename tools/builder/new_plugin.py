"""``python -m tools new_plugin NAME --library FILE``: writes the folder of a plugin for a PJRT library.

Facts of the library are read or measured. The verb asks for the rest; without a terminal it fails, and its error
names the option for the missing answer. It overwrites nothing: a name that is in use is refused.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from rich.console import Console

from tools.artifacts import manifest
from tools.artifacts.manifest import ManifestError
from tools.builder import definitions
from tools.wheels.wheelfile import ARCHITECTURES, SYSTEM_LIBRARIES, WheelError, read_elf

ENTRY = "GetPjrtApi"
GUIDE = "docs/new-plugin.md"
_NAME = re.compile(r"[a-z][a-z0-9]{1,29}")
#: Names that no plugin can have: those of the family's other distributions, and jax's alias for several platforms.
_TAKEN = ("extension", "core", "pjrt", "gpu")
#: A library with more exports than this does not intend them as its interface; they are not listed in plugin.toml.
_MOST_EXPORTS = 20

#: Prints the PJRT C API version. Run in a child process, which the library may end when it is loaded.
_MEASURE = """
import ctypes, json, sys
class Version(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p),
                ("major", ctypes.c_int), ("minor", ctypes.c_int)]
class Api(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p), ("version", Version)]
get = ctypes.CDLL(sys.argv[1]).GetPjrtApi
get.restype = ctypes.POINTER(Api)
api = get()
if not api:
    raise SystemExit("GetPjrtApi() gave no API")
print(json.dumps([api.contents.version.major, api.contents.version.minor]))
"""


class NewPluginError(Exception):
    """A plugin's folder can't be written: what was wanted, what was found, and what to run."""

    def __init__(self, wanted: str, found: str, command: str = "") -> None:
        text = f"wanted: {wanted}\n  found:  {found}"
        super().__init__(text + (f"\n  To fix it, run: {command}" if command else ""))


@dataclass(frozen=True, slots=True)
class Library:
    """Facts read from a PJRT library; ``needed`` are the libraries beyond the system's own."""

    path: Path
    architecture: str
    exports: tuple[str, ...]
    needed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The facts of the new plugin, from the library and the answers."""

    name: str
    platform: str
    title: str
    license: str
    license_file: Path | None
    pjrt_api: str
    devices: tuple[str, ...]
    packages: dict[str, str]
    library: Library
    version: str
    release: str

    @property
    def artifact(self) -> str:
        """The name of the library's artifact in the manifest."""
        return f"{self.name}-pjrt"


Ask = Callable[[str, str], str]


def main(argv: Sequence[str], ask: Ask | None = None) -> int:
    """Write the folder; ``ask`` is called with a question and a default, and returns the answer."""
    parser = argparse.ArgumentParser(prog="nox -s new_plugin --", description=__doc__)
    parser.add_argument("name", help="such as acme: the wheel is jaxlib-acme, the module jaxlib_acme")
    parser.add_argument("--library", type=Path, help="the PJRT shared object")
    parser.add_argument("--platform", help="what jax is to call it, as in jax.devices('acme')")
    parser.add_argument("--title", help="its name for people")
    parser.add_argument("--license", help="the library's licence, as an SPDX expression")
    parser.add_argument("--license-file", type=Path, help="its text, unless it is Apache-2.0")
    parser.add_argument("--pjrt-api", help="the PJRT C API version, where the library can't be loaded here")
    parser.add_argument("--device", action="append", help="a device file that shows the hardware is there")
    parser.add_argument(
        "--needs",
        action="append",
        metavar="SONAME=PACKAGE",
        help="who ships a library that it is linked with",
    )
    parser.add_argument("--library-version", default="0", help="the library's own version (default: 0)")
    parser.add_argument("--release", choices=manifest.releases(), help=f"release line ({manifest.DEFAULT})")
    arguments = parser.parse_args(argv)
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    if ask is None and sys.stdin.isatty():
        ask = _ask
    try:
        answers = gather(arguments, ask)
        folder = write(answers)
    except (NewPluginError, ManifestError) as error:
        console.print(f"error: jaxlib-{arguments.name}: {error}")
        return 1
    console.print(_said(answers, folder))
    return 0


def gather(arguments: argparse.Namespace, ask: Ask | None) -> Answers:
    """Collects the facts for the folder.

    Raises:
        NewPluginError: An answer is invalid, or missing and nobody can be asked.
    """
    name = arguments.name
    free(name)
    library = read(arguments.library or Path(_need(ask, "The PJRT library's path", "--library FILE")))
    platform_ = arguments.platform or _need(ask, "What jax is to call it", "--platform NAME", name)
    if not _NAME.fullmatch(platform_):
        raise NewPluginError("a platform of 2 to 30 small letters and digits, such as acme", repr(platform_))
    license_, license_file = _licence(arguments, ask)
    packages = _packages(arguments, library, ask)
    devices = arguments.device
    if devices is None:
        said = (
            ask("Device files that show the hardware is there, such as /dev/acme0", "none") if ask else "none"
        )
        devices = [] if said == "none" else said.split()
    return Answers(
        name=name,
        platform=platform_,
        title=arguments.title or _need(ask, "What people call it", "--title TEXT", name.capitalize()),
        license=license_,
        license_file=license_file,
        pjrt_api=_pjrt_api(arguments, library, ask),
        devices=tuple(devices),
        packages=packages,
        library=library,
        version=arguments.library_version,
        release=manifest.load(arguments.release).release,
    )


def free(name: str) -> None:
    """Check that a new plugin can have this name.

    Raises:
        NewPluginError: It is invalid or in use.
    """
    if not _NAME.fullmatch(name):
        raise NewPluginError(
            "a name of 2 to 30 small letters and digits that begins with a letter", repr(name)
        )
    if name in _TAKEN:
        raise NewPluginError("a name that is free", f"{name!r} means something else in this family")
    folder = definitions.PLUGINS / f"jaxlib-{name}"
    if folder.exists():
        raise NewPluginError(
            "a name that is free: nothing is written over",
            f"{folder}",
            f"mv {folder} elsewhere    (or choose another name)",
        )


def read(path: Path) -> Library:
    """Reads the library's facts without loading it.

    Raises:
        NewPluginError: It is not a PJRT library.
    """
    path = path.expanduser().absolute()
    wanted = f"a shared object that exports {ENTRY}"
    if not path.is_file():
        raise NewPluginError(wanted, f"{'a folder' if path.is_dir() else 'no file'} at {path}")
    try:
        elf = read_elf(path, str(path))
    except (WheelError, OSError) as error:
        raise NewPluginError(wanted, f"{path}: {getattr(error, 'found', error)}") from None
    if elf.architecture not in ARCHITECTURES:
        raise NewPluginError(
            f"a library for {' or '.join(ARCHITECTURES)}", f"{path} is for {elf.architecture}"
        )
    exports = sorted(elf.exports)
    if ENTRY not in exports:
        raise NewPluginError(
            wanted,
            f"{path} exports {', '.join(exports[:5]) or 'nothing'}{' and others' if len(exports) > 5 else ''}",
            f"nm -D --defined-only {path} | grep {ENTRY}",
        )
    if python := [name for name in elf.needed if name.startswith("libpython")]:
        raise NewPluginError(
            "a library that is not linked with libpython", f"{path} needs {', '.join(python)}"
        )
    return Library(
        path,
        elf.architecture,
        tuple(name for name in exports if name != ENTRY),
        tuple(name for name in elf.needed if not name.startswith(SYSTEM_LIBRARIES)),
    )


def write(answers: Answers) -> Path:
    """Write the plugin's folder and declare the library in the release's manifest; returns the folder."""
    declare(answers)
    folder = definitions.PLUGINS / f"jaxlib-{answers.name}"
    # Made beside its place and then renamed, so that it appears complete or not at all.
    with tempfile.TemporaryDirectory(dir=definitions.PLUGINS, prefix=".new-") as scratch:
        draft = Path(scratch) / folder.name
        draft.mkdir()
        (draft / "plugin.toml").write_text(_plugin_toml(answers), "utf-8")
        (draft / "README.md").write_text(_readme(answers), "utf-8")
        if answers.license_file:
            shutil.copyfile(answers.license_file, draft / f"LICENSE.{answers.name}")
        draft.rename(folder)
    return folder


def declare(answers: Answers) -> None:
    """Add the library to the release's manifest, unless it is there already.

    Raises:
        NewPluginError: The manifest has another artifact of that name.
    """
    path = manifest.load(answers.release).path
    text = path.read_text("utf-8")
    entry = tomlkit.table()
    for key, value in (
        ("name", answers.artifact),
        ("version", answers.version),
        ("license", answers.license),
        ("use", "local"),
        ("path", str(answers.library.path)),
    ):
        entry[key] = value
    entry["library"] = {"pjrt_api": answers.pjrt_api}
    document = tomlkit.parse(text)
    for known in document["artifact"]:
        if known["name"] == answers.artifact:
            if known == entry:
                return
            raise NewPluginError(
                f"no artifact {answers.artifact!r} in the manifest, or this very library",
                f"another one in {path}",
                f"edit {path} and remove it",
            )
    added = tomlkit.document()
    artifacts = tomlkit.aot()
    artifacts.append(entry)
    added["artifact"] = artifacts
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".new-") as scratch:
        draft = Path(scratch) / path.name
        draft.write_text(f"{text.rstrip()}\n\n{tomlkit.dumps(added)}", "utf-8")
        manifest.load_file(draft)
        draft.replace(path)


def _plugin_toml(answers: Answers) -> str:
    document = tomlkit.document()
    document.add(
        tomlkit.comment(
            "The static half of the descriptor; the release manifest and the library give the rest."
        )
    )
    for key, value, comment in (
        ("name", answers.name, f"entry point; the distribution is jaxlib-{answers.name}"),
        ("platform", answers.platform, f"what jax calls it: jax.devices({answers.platform!r})"),
        ("title", answers.title, ""),
        (
            "description",
            f"JAX's backend for {answers.title} as a PJRT plugin wheel: one for every Python.",
            "",
        ),
        ("artifact", answers.artifact, f"in tools/artifacts/manifests/{answers.release}.toml"),
    ):
        item = tomlkit.item(value)
        if comment:
            item.comment(comment)
        document[key] = item
    if 0 < len(answers.library.exports) <= _MOST_EXPORTS:
        document["exports"] = list(answers.library.exports)
        document["exports"].comment(f"beside {ENTRY}: what the library does not hide")
    if answers.devices:
        document["hardware"] = {"name": answers.title, "devices": list(answers.devices)}
    if answers.packages:
        libraries = tomlkit.aot()
        for soname, package in answers.packages.items():
            libraries.append(tomlkit.item({"soname": soname, "package": package}))
        document["libraries"] = libraries
    return tomlkit.dumps(document)


def _readme(answers: Answers) -> str:
    return textwrap.dedent(
        f"""\
        # jaxlib-{answers.name}

        {answers.title} for [JAX](https://docs.jax.dev) as a wheel of its own: one wheel for every Python.

            pip install jax jaxlib-{answers.name}

        From then on `jax.devices("{answers.platform}")` are its devices. `jaxlib doctor` says what is installed,
        what jax will do with it, and what to run when something is wrong.
        """
    )


def _said(answers: Answers, folder: Path) -> str:
    line = answers.release
    lines = [f"wrote {folder}, and {answers.artifact} in {manifest.load(line).path}"]
    if len(answers.library.exports) > _MOST_EXPORTS:
        lines.append(
            f"The library exports {len(answers.library.exports)} names beside {ENTRY}, which can be taken for "
            "another library's; the audit refuses that. Link it with a version script that keeps them local."
        )
    other = (
        ""
        if answers.library.architecture == platform.machine()
        else f" --arch {answers.library.architecture}"
    )
    lines += [
        "What to run next:",
        f"  nox -s build_core -- --release {line}",
        f"  nox -s build_plugins -- {answers.name} --release {line}{other}",
        f"  nox -s audit -- dist/jaxlib_{answers.name}-{line}-*.whl",
        f"  pip install --find-links dist jax=={line} jaxlib-{answers.name}=={line} && jaxlib doctor",
        f"{GUIDE} says what else a plugin can say and do.",
    ]
    return "\n".join(lines)


def _licence(arguments: argparse.Namespace, ask: Ask | None) -> tuple[str, Path | None]:
    text = arguments.license or _need(ask, "The library's licence, as an SPDX expression", "--license SPDX")
    try:
        license_ = str(canonicalize_license_expression(text))
    except InvalidLicenseExpression as error:
        raise NewPluginError(
            "an SPDX licence expression, such as Apache-2.0 or LicenseRef-Acme", f"{text!r}: {error}"
        ) from None
    if license_ == "Apache-2.0":
        return license_, None
    path = arguments.license_file or Path(
        _need(ask, "The file with the licence's text, which the wheel must carry", "--license-file FILE")
    )
    if not path.is_file():
        raise NewPluginError("the file with the licence's text", f"no file at {path}")
    return license_, path


def _packages(arguments: argparse.Namespace, library: Library, ask: Ask | None) -> dict[str, str]:
    """The owner of each library that the new one is linked with."""
    said = {}
    for text in arguments.needs or ():
        soname, separator, package = text.partition("=")
        if not separator or not package or soname not in library.needed:
            raise NewPluginError(
                f"SONAME=PACKAGE, for one of: {', '.join(library.needed) or 'none, it needs no other'}",
                repr(text),
            )
        said[soname] = package
    return {
        soname: said.get(soname)
        or _need(ask, f"The package that brings {soname}", f"--needs {soname}=PACKAGE")
        for soname in library.needed
    }


def _pjrt_api(arguments: argparse.Namespace, library: Library, ask: Ask | None) -> str:
    """The library's PJRT C API version: measured in a child process if it can be loaded here, else as answered."""
    measured, reason = "", f"it is for {library.architecture}, this machine is {platform.machine()}"
    if library.architecture == platform.machine():
        try:
            done = subprocess.run(
                [sys.executable, "-c", _MEASURE, str(library.path)],
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            if done.returncode == 0:
                major, minor = json.loads(done.stdout.splitlines()[-1])
                measured = f"{major}.{minor}"
            reason = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        except subprocess.TimeoutExpired:
            reason = "it did not return within 120 s"
    stated_version: str | None = arguments.pjrt_api
    if stated_version and measured and stated_version != measured:
        raise NewPluginError(
            f"the version that the library itself reports, {measured}", f"--pjrt-api {stated_version}"
        )
    version = (
        measured
        or stated_version
        or _need(
            ask,
            f"The library's PJRT C API version (it can't be loaded here: {reason})",
            "--pjrt-api MAJOR.MINOR",
        )
    )
    if not re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)", version):
        raise NewPluginError("a PJRT C API version, major.minor, such as 0.81", repr(version))
    return version


def _need(ask: Ask | None, question: str, option: str, default: str = "") -> str:
    """The answer to a question. If nobody can be asked, the default; without a default that is an error."""
    answer = ask(question, default) if ask else default
    if not answer.strip():
        raise NewPluginError(f"{question[0].lower()}{question[1:]}", "nothing", f"the same, with {option}")
    return answer.strip()


def _ask(question: str, default: str) -> str:
    sys.stderr.write(f"{question}{f' [{default}]' if default else ''}: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() or default
