"""A plugin's static descriptor: a JSON file in the wheel, read without importing or loading anything.

The build writes it (from ``plugin.toml`` and the release manifest); discovery, checks, registration and the
reports read it. Its published schema is ``doctor/schemas/plugin.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core.environment import files

# The values of this package are named tuples: a frozen dataclass takes several times as long to define, and all of
# this is imported whenever jax looks for its backends.

FILENAME = "plugin.json"
FAMILY = "jaxlib.plugin/"
SCHEMA = f"{FAMILY}1"


class InvalidDescriptor(ValueError):
    """The text is not a descriptor that this release understands; the message says which key and why."""


class UnknownSchema(InvalidDescriptor):
    """The text is a descriptor of another schema, most often a newer one."""


class Owner(NamedTuple):
    """Another distribution, at one version, that ships a plugin's library.

    Distributions ``of_same_files`` write theirs over it.
    """

    distribution: str
    version: str
    of_same_files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


class Library(NamedTuple):
    """The PJRT C API shared object: size in bytes, API versions, and ``file``.

    That is a name in the module's folder; or, where there is an ``owner``, a path in that one's site-packages. The
    environment variable ``variable`` may hold the path of another library to load in its place.
    """

    file: str
    size: int
    sha256: str
    pjrt_api: tuple[int, int]
    ffi_api: tuple[int, int] | None
    owner: Owner | None = None
    variable: str = ""


class Jaxlib(NamedTuple):
    """The jaxlib release served, and the PJRT C API versions which that release accepts."""

    release: str
    pjrt_api_major: int
    pjrt_api_minimum: tuple[int, int]


class Hardware(NamedTuple):
    """How to see, without loading anything, that the hardware is there: any of these is enough.

    ``devices`` are patterns of file names in ``/dev``, ``pci`` devices by vendor and device (``1ae0:0063``).
    ``unless`` names an environment variable that makes jax try all the same.
    """

    name: str
    devices: tuple[str, ...] = ()
    pci: tuple[str, ...] = ()
    unless: str = ""


class Driver(NamedTuple):
    """The driver's library, the file in which the running driver states its version, and the least one."""

    library: str
    version_file: str
    minimum: str


class VendorLibrary(NamedTuple):
    """A library of the hardware vendor's, and who ships it: a ``distribution``, from a floor on, or the system.

    One of a system's ``package`` is needed where the plugin's library is linked with it; any other is opened by
    name at run time. Without an ``optional`` one some programs do not run, without any other none does. Kernel
    modules open an ``early`` one as soon as they are imported.

    ``later_package`` ships it among the vendor's later ones. Where one that is linked with is in those only, all
    are to be from there.
    """

    soname: str
    distribution: str = ""
    minimum: str = ""
    package: str = ""
    optional: bool = False
    early: bool = False
    later_package: str = ""

    @property
    def linked(self) -> bool:
        """Whether it is one of the system's, which a plugin is linked with or does not need."""
        return bool(self.package or self.later_package)


class Advisory(NamedTuple):
    """Versions of the vendor's libraries that are known to compute wrongly where a process has all of them.

    ``versions`` has a specifier for each soname. It concerns programs on ``gpus`` GPUs and more, and only where one
    of those has a compute capability within ``capability``. With the distributions in ``requires`` it is fixed;
    with ``warn`` programs may go on. ``source`` is where it is written.
    """

    summary: str
    versions: tuple[tuple[str, str], ...]
    requires: tuple[str, ...]
    source: str
    gpus: int = 1
    capability: str = ""
    warn: bool = False


class Kernels(NamedTuple):
    """Upstream's compiled modules, a folder for each of ``pythons`` (``cp312``), by what jax imports them as."""

    package: str
    modules: tuple[str, ...]
    pythons: tuple[str, ...]
    distribution: str


class Provenance(NamedTuple):
    """The upstream artifact that the library was taken from. ``sha256`` is the artifact's."""

    name: str
    version: str
    filename: str
    member: str
    sha256: str
    license: str


class Descriptor(NamedTuple):
    """What one plugin wheel holds.

    ``name`` is the entry point's (``cuda12``), ``platform`` what jax calls it (``cuda``); jax's default is the
    working platform of the highest ``priority``. ``drop_options`` are field numbers, outermost first, of compile
    options that the library does not know; each of ``drop_option_values`` ends with the one value of such an
    option that it is not to be given. ``compile_options`` are debug options of XLA's by name, for every program
    that does not state them. ``gpu_architectures`` are those that it holds kernels for; where that is
    less than there is, ``variant`` names it. ``folders`` are patterns of where a system has the vendor's
    ``libraries``, each in the order in which they are to be tried; ``advisories`` are of versions of those.
    """

    name: str
    distribution: str
    module: str
    version: str
    platform: str
    priority: int
    title: str
    architecture: str
    library: Library
    jaxlib: Jaxlib
    provenance: Provenance
    hardware: Hardware | None = None
    driver: Driver | None = None
    libraries: tuple[VendorLibrary, ...] = ()
    folders: tuple[str, ...] = ()
    advisories: tuple[Advisory, ...] = ()
    kernels: Kernels | None = None
    gpu_architectures: tuple[str, ...] = ()
    variant: str = ""
    drop_options: tuple[tuple[int, ...], ...] = ()
    drop_option_values: tuple[tuple[int, ...], ...] = ()
    compile_options: tuple[tuple[str, bool | str], ...] = ()

    @property
    def requirement(self) -> str:
        """This distribution, pinned: what to give to an installer."""
        return f"{self.distribution}=={self.version}"


def read(path: Path) -> Descriptor:
    """The descriptor in the file ``path``.

    Raises:
        OSError: The file cannot be read, or is no regular file.
        InvalidDescriptor: It is not JSON, not of schema ``jaxlib.plugin/1``, or a key is missing or wrong.
    """
    try:
        return parse(files.read_text(path))
    except UnicodeDecodeError as error:
        raise InvalidDescriptor(f"no text: {error.reason} at byte {error.start}") from None


def parse(text: str) -> Descriptor:
    """The descriptor in ``text``; raises as ``read`` does."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidDescriptor(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InvalidDescriptor(f"not a JSON object but {type(data).__name__}")
    if data.get("schema") != SCHEMA:
        kind = UnknownSchema if str(data.get("schema")).startswith(FAMILY) else InvalidDescriptor
        raise kind(f"schema {data.get('schema')!r}, where this release reads {SCHEMA!r}")
    top = _Reader(data)
    library, jaxlib, provenance = top.table("library"), top.table("jaxlib"), top.table("provenance")
    return Descriptor(
        name=top.text("name"),
        distribution=top.text("distribution"),
        module=top.text("module"),
        version=top.text("version"),
        platform=top.text("platform"),
        priority=top.number("priority"),
        title=top.text("title"),
        architecture=top.text("architecture"),
        library=Library(
            file=library.text("file"),
            size=library.number("size"),
            sha256=library.text("sha256"),
            pjrt_api=library.version("pjrt_api"),
            ffi_api=library.version("ffi_api") if library.has("ffi_api") else None,
            owner=_owner(library.table("owner")) if library.has("owner") else None,
            variable=library.text("variable") if library.has("variable") else "",
        ),
        jaxlib=Jaxlib(
            release=jaxlib.text("release"),
            pjrt_api_major=jaxlib.number("pjrt_api_major"),
            pjrt_api_minimum=jaxlib.version("pjrt_api_minimum"),
        ),
        provenance=Provenance(
            **{
                key: provenance.text(key)
                for key in ("name", "version", "filename", "member", "sha256", "license")
            }
        ),
        hardware=_hardware(top.table("hardware")) if top.has("hardware") else None,
        driver=_driver(top.table("driver")) if top.has("driver") else None,
        libraries=tuple(_vendor_library(table) for table in top.tables("libraries")),
        folders=top.texts("folders"),
        advisories=tuple(_advisory(table) for table in top.tables("advisories")),
        kernels=_kernels(top.table("kernels")) if top.has("kernels") else None,
        gpu_architectures=top.texts("gpu_architectures"),
        variant=top.text("variant") if top.has("variant") else "",
        drop_options=top.field_paths("drop_options"),
        drop_option_values=top.field_paths("drop_option_values"),
        compile_options=top.choices("compile_options"),
    )


def _owner(table: _Reader) -> Owner:
    return Owner(table.text("distribution"), table.text("version"), table.texts("of_same_files"))


def _hardware(table: _Reader) -> Hardware:
    return Hardware(
        name=table.text("name"),
        devices=table.texts("devices"),
        pci=table.texts("pci"),
        unless=table.text("unless") if table.has("unless") else "",
    )


def _driver(table: _Reader) -> Driver:
    return Driver(table.text("library"), table.text("version_file"), table.text("minimum"))


def _vendor_library(table: _Reader) -> VendorLibrary:
    return VendorLibrary(
        soname=table.text("soname"),
        distribution=table.text("distribution") if table.has("distribution") else "",
        minimum=table.text("minimum") if table.has("minimum") else "",
        package=table.text("package") if table.has("package") else "",
        optional=table.flag("optional"),
        early=table.flag("early"),
        later_package=table.text("later_package") if table.has("later_package") else "",
    )


def _advisory(table: _Reader) -> Advisory:
    versions = table.table("versions")
    sonames = versions.keys()
    return Advisory(
        summary=table.text("summary"),
        versions=tuple((soname, versions.text(soname)) for soname in sonames),
        requires=table.texts("requires"),
        source=table.text("source"),
        gpus=table.number("gpus") if table.has("gpus") else 1,
        capability=table.text("capability") if table.has("capability") else "",
        warn=table.flag("warn"),
    )


def _kernels(table: _Reader) -> Kernels:
    return Kernels(
        package=table.text("package"),
        modules=table.texts("modules"),
        pythons=table.table("wheels").keys(),
        distribution=table.text("name"),
    )


class _Reader:
    """Typed access to one JSON object; every complaint names the key with its path."""

    def __init__(self, data: Mapping[str, Any], path: str = "") -> None:
        self._data = data
        self._path = path

    def has(self, key: str) -> bool:
        return self._data.get(key) is not None

    def _get(self, key: str, kind: type, described: str) -> Any:
        value = self._data.get(key)
        # bool is an int to Python, not to a descriptor.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InvalidDescriptor(f"key {self._path + key!r}: wanted {described}, found {value!r}")
        return value

    def text(self, key: str) -> str:
        value = self._get(key, str, "a text")
        if not value:
            raise InvalidDescriptor(f"key {self._path + key!r}: wanted a text, found an empty one")
        return str(value)

    def number(self, key: str) -> int:
        value = self._get(key, int, "a whole number")
        if value < 0:
            raise InvalidDescriptor(f"key {self._path + key!r}: wanted a number of 0 or more, found {value}")
        return int(value)

    def version(self, key: str) -> tuple[int, int]:
        text = self.text(key)
        major, dot, minor = text.partition(".")
        if not (dot and major.isdecimal() and minor.isdecimal()):
            raise InvalidDescriptor(f"key {self._path + key!r}: wanted MAJOR.MINOR, found {text!r}")
        return int(major), int(minor)

    def table(self, key: str) -> _Reader:
        return _Reader(self._get(key, dict, "an object"), f"{self._path}{key}.")

    def array(self, key: str) -> list[Any]:
        return list(self._get(key, list, "an array")) if self.has(key) else []

    def tables(self, key: str) -> list[_Reader]:
        items = self.array(key)
        for item in items:
            if not isinstance(item, dict):
                raise InvalidDescriptor(f"key {self._path + key!r}: wanted objects, found {item!r}")
        return [_Reader(item, f"{self._path}{key}.") for item in items]

    def field_paths(self, key: str) -> tuple[tuple[int, ...], ...]:
        items = self.array(key)
        for item in items:
            if not isinstance(item, list) or not item or not all(type(n) is int and n > 0 for n in item):
                raise InvalidDescriptor(f"key {key!r}: wanted lists of field numbers, found {item!r}")
        return tuple(map(tuple, items))

    def choices(self, key: str) -> tuple[tuple[str, bool | str], ...]:
        choices = self._get(key, dict, "an object") if self.has(key) else {}
        for value in choices.values():
            if not isinstance(value, bool | str):
                raise InvalidDescriptor(f"key {self._path + key!r}: wanted texts or truths, found {value!r}")
        return tuple(choices.items())

    def keys(self) -> tuple[str, ...]:
        return tuple(self._data)

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise InvalidDescriptor(f"key {self._path + key!r}: wanted true or false, found {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        items = self.array(key)
        for item in items:
            if not isinstance(item, str) or not item:
                raise InvalidDescriptor(f"key {self._path + key!r}: wanted texts, found {item!r}")
        return tuple(items)
