"""The content of a release manifest as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename


class ManifestError(Exception):
    """A manifest is missing, unreadable or invalid, or lacks what was requested of it."""


class Use(StrEnum):
    """How the factory uses an artifact."""

    REPACK = "repack"
    """Its files are shipped in a wheel of the family, as its licence allows."""
    DEPEND = "depend"
    """A wheel of the family requires it at an exact version; none of its files is shipped."""
    LOCAL = "local"
    """A shared object on this machine that someone built."""


@dataclass(frozen=True)
class Library:
    """A PJRT C API shared object.

    Attributes:
        member: its name inside the wheel; of a local artifact, the name of the file.
        pjrt_api: the PJRT C API version it reports, `major.minor`; None where nobody could measure it.
        ffi_api: the XLA FFI version it accepts handlers of, `major.minor`; None likewise.
        size: in bytes, of a library that is depended on; else None.
        sha256: the hash of a library that is depended on; else None.
    """

    member: str
    pjrt_api: str | None
    ffi_api: str | None
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True)
class ArtifactFile:
    """One wheel on the registry.

    Attributes:
        artifact_name: the distribution it belongs to.
        artifact_version: of that distribution.
        filename: its name on the registry.
        architecture: `x86_64`, `aarch64` or `any`.
        python: `cp312`, `cp313t` and the like where the wheel serves that Python alone, else None.
        size: in bytes.
        sha256: in lower-case hexadecimal.
    """

    artifact_name: str
    artifact_version: str
    filename: str
    architecture: str
    python: str | None
    size: int
    sha256: str

    @property
    def platform_tag(self) -> str:
        """The platform tag, such as `manylinux_2_27_x86_64`; of a compressed set, all of them with dots."""
        return ".".join(sorted({tag.platform for tag in parse_wheel_filename(self.filename)[3]}))


@dataclass(frozen=True)
class Artifact:
    """One upstream distribution at one version, or one library built here.

    Attributes:
        name: the distribution's name.
        version: its version.
        license: its SPDX expression.
        use: what the factory does with it.
        library: the PJRT C API shared object in it that is used, if any.
        headers: the headers in it that are used, short name to member.
        files: its wheels; empty for a local artifact.
        path: of a local artifact, the library's absolute path.
        sha256: of a local artifact, the library's hash, if the manifest declares one.
    """

    name: str
    version: str
    license: str
    use: Use
    library: Library | None
    headers: Mapping[str, str]
    files: tuple[ArtifactFile, ...]
    path: Path | None = None
    sha256: str | None = None

    def file(self, architecture: str, python: str | None = None) -> ArtifactFile:
        """Returns the wheel for an architecture and, where wheels differ by Python, a Python.

        Args:
            architecture: `x86_64` or `aarch64`; a wheel for `any` serves both.
            python: `cp311`, `cp313t` and the like; a wheel for every Python serves each of them.

        Raises:
            ManifestError: there is no such wheel.
        """
        for file in self.files:
            if file.architecture in {architecture, "any"} and file.python in {python, None}:
                return file
        if self.use is Use.LOCAL:
            raise ManifestError(
                f"{self.name} {self.version} is local: it has no wheels, but the library {self.path}"
            )
        wanted = f"architecture {architecture}, " + (f"Python {python}" if python else "no particular Python")
        wheels = ", ".join(f"{file.architecture}/{file.python or 'every Python'}" for file in self.files)
        raise ManifestError(
            f"{self.name} {self.version} has no wheel for what was wanted\n"
            f"  wanted: {wanted}\n"
            f"  found:  {wheels or 'no files at all; to fill them in: python -m tools refresh RELEASE --write'}"
        )


@dataclass(frozen=True)
class Environments:
    """What locked environments of a release are made with.

    Attributes:
        tested: requirements with floors: what the release was tested with.
        never: for each hardware, the distributions that must not be there, as names and patterns with `*`.
    """

    tested: tuple[str, ...]
    never: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Manifest:
    """The upstream artifacts that one release of the family is made of.

    Attributes:
        release: the jax release, and the family's.
        python: the Pythons it supports, as a specifier such as `>=3.11`.
        pjrt_api_major: the PJRT C API major version that its jaxlib accepts.
        pjrt_api_minimum: the lowest PJRT C API version that its jaxlib accepts, `major.minor`.
        environments: what locked environments are made with; None where the manifest doesn't say.
        artifacts: in the manifest's order.
        path: the file this was read from.
    """

    release: str
    python: str
    pjrt_api_major: int
    pjrt_api_minimum: str
    environments: Environments | None
    artifacts: tuple[Artifact, ...]
    path: Path

    def artifact(self, name: str) -> Artifact:
        """Returns the artifact of that name.

        Raises:
            ManifestError: this release has none.
        """
        for artifact in self.artifacts:
            if artifact.name == canonicalize_name(name):
                return artifact
        raise ManifestError(
            f"release {self.release} has no artifact {name!r}\n"
            f"  known:     {', '.join(artifact.name for artifact in self.artifacts)}\n"
            f"  looked in: {self.path}"
        )

    def serves(self, python: str | None) -> bool:
        """Returns whether the release supports a wheel's Python (`cp312`, `cp314t`; None: every Python)."""
        if python is None:
            return True
        return SpecifierSet(self.python).contains(f"3.{python.removeprefix('cp3').removesuffix('t')}")

    def has_jaxlib(self, python: str) -> bool:
        """Returns whether upstream's jaxlib of the release has a wheel for a Python (`cp312`, `cp314t`).

        jax states only the oldest Python that it supports, and a release has no wheels for Pythons of later years.
        """
        return self.serves(python) and any(python == file.python for file in self.artifact("jaxlib").files)
