"""Reads one release manifest and checks it completely.

This is our own reader, not msgspec or cattrs: its errors identify artifacts and files by name and say what to
write, its checks compare keys with the wheel's file name and with sibling keys, and it needs no compiled
dependency.

The format (schema 1), one TOML file per release in `MANIFESTS`, named `<release>.toml`:

    schema = 1
    release = "0.10.2"                  # of jax, and of the family
    python = ">=3.11"

    [jaxlib]                            # what upstream's jaxlib of this release accepts of a plugin
    pjrt_api_major = 0
    pjrt_api_minimum = "0.29"

    [environments]                      # optional: what locked environments of this release are made with
    tested = ["numpy>=2.0.2"]           # floors
    [environments.hardware.cpu]         # one for each plugin
    never = ["libtpu", "nvidia-*"]      # distributions that must not be there

    [[artifact]]
    name = "xla-cpu-pjrt"
    version = "0.0.1"
    license = "Apache-2.0"              # SPDX
    use = "repack"                      # repack | depend | local
    [artifact.library]                  # only where a PJRT C API shared object in it is used
    member = "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"
    pjrt_api = "0.81"                   # optional: only what was measured is written
    ffi_api = "0.2"                     # optional, likewise
    size = 692593320                    # with `use = "depend"`, where the file itself is never at hand: its bytes
    sha256 = "..."                      # and hash, the same in the wheels for every Python; measured, too
    [artifact.headers]                  # optional: members that are compiled against
    pjrt_c_api = "xla_plugins/xla_cpu_pjrt/include/pjrt_c_api.h"
    [[artifact.file]]
    filename = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl"
    architecture = "x86_64"             # x86_64 | aarch64 | any
    python = "cp311"                    # only in wheels that serve a single Python
    size = 63461052                     # bytes
    sha256 = "..."

An artifact with `use = "local"` is a library that someone built. Instead of files it has `path` (absolute, or
relative to the manifest). `sha256` is optional, which suits a library that is rebuilt often; the code that uses the
library checks it. Its `[artifact.library]`, if there is one, has no `member`: the path is the library.

An artifact may have no files yet; `python -m tools refresh RELEASE --write` fills them in.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NoReturn, TypeVar

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

from tools.artifacts.manifest_types import (
    Artifact,
    ArtifactFile,
    Environments,
    Library,
    Manifest,
    ManifestError,
    Use,
)

SCHEMA = 1


ARCHITECTURES = ("x86_64", "aarch64", "any")


_SHA256 = re.compile(r"[0-9a-f]{64}")


_HEX_DIGITS = "64 lower-case hexadecimal digits"


_API_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)")


_PER_PYTHON = re.compile(r"cp3\d+t?")


_LINUX = re.compile(r"(?:manylinux[0-9_]+|linux)_(x86_64|aarch64)")


_KIND_NAMES = {str: "a string", int: "an integer", bool: "true or false", dict: "a table", list: "an array"}


T = TypeVar("T")


def load_file(path: Path) -> Manifest:
    """Reads and checks one manifest.

    Raises:
        ManifestError: it can't be read, is not TOML, or is not a valid manifest.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ManifestError(f"{path}: can't read the manifest: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ManifestError(f"{path}: not valid TOML: {error}") from error
    top = _Table(path, "", values)
    # Checked first, because the meaning of all other keys depends on the schema.
    if (schema := top.need("schema", int)) != SCHEMA:
        top.fail("schema", f"{SCHEMA}, the only schema this factory reads", schema)
    jaxlib = top.table("jaxlib")
    manifest = Manifest(
        release=top.version("release"),
        python=_specifier(top, "python"),
        pjrt_api_major=jaxlib.count("pjrt_api_major"),
        pjrt_api_minimum=jaxlib.match("pjrt_api_minimum", _API_VERSION, "major.minor"),
        environments=_environments(top) if "environments" in values else None,
        artifacts=tuple(_artifact(table) for table in top.tables("artifact")),
        path=path,
    )
    jaxlib.end()
    top.end()
    _unique(top, "artifact", "artifact", [artifact.name for artifact in manifest.artifacts])
    return manifest


def wheel_target(filename: str) -> tuple[str, str | None] | None:
    """Returns the architecture and the Python that a wheel's name declares, as a manifest writes them.

    Returns:
        None for a wheel the family has no use for: another operating system, another Python
        implementation, or an ABI that is neither `none` nor one Python's own.

    Raises:
        packaging.utils.InvalidWheelFilename: it is not a wheel's name.
    """
    tags = parse_wheel_filename(filename)[3]
    platforms = {tag.platform for tag in tags}
    if platforms == {"any"}:
        architecture = "any"
    else:
        matches = [_LINUX.fullmatch(platform) for platform in platforms]
        architectures = {match[1] if match else "" for match in matches}
        architecture = architectures.pop()
        if architectures or not architecture:
            return None
    pairs = {(tag.interpreter, tag.abi) for tag in tags}
    if ("py3", "none") in pairs:
        return architecture, None
    if len(pairs) != 1:
        return None
    interpreter, abi = pairs.pop()
    if _PER_PYTHON.fullmatch(abi) and abi.removesuffix("t") == interpreter:
        return architecture, abi
    return None


@dataclass
class _Table:
    """Reads a TOML table: typed getters remove keys, and `end` refuses the remaining ones."""

    file: Path
    at: str
    values: dict[str, object]

    def fail(self, key: str, wanted: str, found: object) -> NoReturn:
        raise ManifestError(f"{self.file}: {self._path(key)}: wanted {wanted}, found {found!r}")

    def need(self, key: str, kind: type[T]) -> T:
        if (value := self.may(key, kind)) is None:
            raise ManifestError(f"{self.file}: {self._path(key)}: wanted {_KIND_NAMES[kind]}, found nothing")
        return value

    def may(self, key: str, kind: type[T]) -> T | None:
        value = self.values.pop(key, None)
        # Not isinstance, because in Python true is an integer.
        if value is not None and type(value) is not kind:
            self.fail(key, _KIND_NAMES[kind], value)
        return value

    def text(self, key: str) -> str:
        value = self.need(key, str)
        if not value.strip():
            self.fail(key, "a string with something in it", value)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.need(key, list)
        for value in values:
            if type(value) is not str or not value.strip():
                self.fail(key, "an array of strings with something in them", value)
        return tuple(values)

    def count(self, key: str) -> int:
        if (value := self.need(key, int)) < 0:
            self.fail(key, "an integer that is not negative", value)
        return value

    def match(self, key: str, pattern: re.Pattern[str], wanted: str) -> str:
        value = self.need(key, str)
        if not pattern.fullmatch(value):
            self.fail(key, wanted, value)
        return value

    def may_match(self, key: str, pattern: re.Pattern[str], wanted: str) -> str | None:
        return self.match(key, pattern, wanted) if key in self.values else None

    def version(self, key: str) -> str:
        value = self.need(key, str)
        try:
            Version(value)
        except InvalidVersion:
            self.fail(key, "a version (PEP 440)", value)
        return value

    def member(self, key: str) -> str:
        value = self.text(key)
        parts = PurePosixPath(value).parts
        if value.startswith("/") or ".." in parts or "\\" in value:
            self.fail(key, "the name of a member of the wheel, such as package/library.so", value)
        return value

    def table(self, key: str) -> "_Table":
        return _Table(self.file, self._path(key), self.need(key, dict))

    def tables(self, key: str) -> Iterator["_Table"]:
        for index, value in enumerate(self.may(key, list) or ()):
            if type(value) is not dict:
                self.fail(f"{key}[{index}]", "a table", value)
            yield _Table(self.file, self._path(f"{key}[{index}]"), value)

    def end(self) -> None:
        if self.values:
            keys = ", ".join(self._path(key) for key in self.values)
            raise ManifestError(
                f"{self.file}: {keys}: wanted only keys of schema {SCHEMA} here, found this one"
            )

    def _path(self, key: str) -> str:
        return f"{self.at}.{key}" if self.at else key


def _specifier(table: _Table, key: str) -> str:
    value = table.text(key)
    try:
        SpecifierSet(value)
    except InvalidSpecifier:
        table.fail(key, "a version specifier such as '>=3.11'", value)
    return value


def _environments(parent: _Table) -> Environments:
    table = parent.table("environments")
    tested = table.texts("tested")
    for text in tested:
        try:
            Requirement(text)
        except InvalidRequirement:
            table.fail("tested", "requirements such as 'numpy>=2.0.2'", text)
    hardware = table.table("hardware")
    never = {}
    for name in tuple(hardware.values):
        one = hardware.table(name)
        never[name] = one.texts("never")
        one.end()
    table.end()
    return Environments(tested, MappingProxyType(never))


def _unique(table: _Table, key: str, what: str, values: list[str]) -> None:
    for value in values:
        if values.count(value) > 1:
            table.fail(key, f"each {what} once", f"{value} {values.count(value)} times")


def _artifact(table: _Table) -> Artifact:
    name = table.text("name")
    if name != canonicalize_name(name):
        table.fail("name", f"the normalized name {canonicalize_name(name)!r}", name)
    version = table.version("version")
    # In an error, the name locates the artifact better than its index.
    table.at = f"artifact[{name}]"
    license_ = table.text("license")
    use = _use(table)
    if use is Use.LOCAL:
        path = (table.file.parent / table.text("path")).resolve()
        artifact = Artifact(
            name=name,
            version=version,
            license=license_,
            use=use,
            library=_library(table, use, path)
            if "library" in table.values
            else Library(path.name, None, None),
            headers=MappingProxyType({}),
            files=(),
            path=path,
            sha256=table.may_match("sha256", _SHA256, _HEX_DIGITS),
        )
    else:
        files = _files(table, name, version)
        artifact = Artifact(
            name=name,
            version=version,
            license=license_,
            use=use,
            library=_library(table, use) if "library" in table.values else None,
            headers=_headers(table),
            files=files,
        )
    table.end()
    return artifact


def _use(table: _Table) -> Use:
    value = table.need("use", str)
    try:
        return Use(value)
    except ValueError:
        table.fail("use", " | ".join(Use), value)


def _files(table: _Table, name: str, version: str) -> tuple[ArtifactFile, ...]:
    """An artifact's files: each name once, and one for each architecture and Python."""
    files = tuple(_file(entry, name, version) for entry in table.tables("file"))
    _unique(table, "file", "file", [file.filename for file in files])
    _unique(
        table,
        "file",
        "architecture and Python",
        [f"{file.architecture}/{file.python or 'every Python'}" for file in files],
    )
    return files


def _library(parent: _Table, use: Use, local: Path | None = None) -> Library:
    table = parent.table("library")
    depend = use is Use.DEPEND
    library = Library(
        member=local.name if local else table.member("member"),
        pjrt_api=table.may_match("pjrt_api", _API_VERSION, "major.minor"),
        ffi_api=table.may_match("ffi_api", _API_VERSION, "major.minor"),
        size=table.count("size") if depend and "size" in table.values else None,
        sha256=table.may_match("sha256", _SHA256, _HEX_DIGITS) if depend else None,
    )
    table.end()
    return library


def _headers(parent: _Table) -> Mapping[str, str]:
    if "headers" not in parent.values:
        return MappingProxyType({})
    table = parent.table("headers")
    return MappingProxyType({key: table.member(key) for key in tuple(table.values)})


def _file(table: _Table, name: str, version: str) -> ArtifactFile:
    filename = table.text("filename")
    table.at = f"artifact[{name}].file[{filename}]"
    try:
        named, versioned, _, _ = parse_wheel_filename(filename)
        target = wheel_target(filename)
    except InvalidWheelFilename:
        table.fail("filename", "the name of a wheel", filename)
    if (named, versioned) != (name, Version(version)):
        table.fail("filename", f"a wheel of {name} {version}", f"{named} {versioned}")
    if target is None:
        table.fail(
            "filename", "a wheel for Linux on x86_64 or aarch64, py3-none or for one CPython", filename
        )
    architecture = table.need("architecture", str)
    if architecture not in ARCHITECTURES:
        table.fail("architecture", " | ".join(ARCHITECTURES), architecture)
    python = table.may_match("python", _PER_PYTHON, "a Python such as cp311 or cp313t")
    if architecture != target[0]:
        table.fail("architecture", f"{target[0]!r} as in the file's name", architecture)
    if python != target[1]:
        wanted = f"{target[1]!r} as in the file's name" if target[1] else "no such key, for a py3-none wheel"
        table.fail("python", wanted, python)
    file = ArtifactFile(
        artifact_name=name,
        artifact_version=version,
        filename=filename,
        architecture=architecture,
        python=python,
        size=table.count("size"),
        sha256=table.match("sha256", _SHA256, _HEX_DIGITS),
    )
    table.end()
    return file
