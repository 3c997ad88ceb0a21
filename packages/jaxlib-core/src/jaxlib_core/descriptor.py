"""A plugin's static descriptor: a JSON file in the wheel, read without importing or loading anything.

The build writes it (from ``plugin.toml`` and the release manifest); discovery, checks, registration and the
reports read it. Its published schema is ``schemas/plugin.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

# The values of this package are named tuples: a frozen dataclass takes several times as long to define, and all of
# this is imported whenever jax looks for its backends.

FILENAME = "plugin.json"
SCHEMA = "jaxlib.plugin/1"


class InvalidDescriptor(ValueError):
    """The text is not a descriptor that this release understands; the message says which key and why."""


class Library(NamedTuple):
    """The PJRT C API shared object: file name in the module's folder, size in bytes, API versions."""

    file: str
    size: int
    sha256: str
    pjrt_api: tuple[int, int]
    ffi_api: tuple[int, int] | None


class Jaxlib(NamedTuple):
    """The jaxlib release served, and the PJRT C API versions which that release accepts."""

    release: str
    pjrt_api_major: int
    pjrt_api_minimum: tuple[int, int]


class Requirement(NamedTuple):
    """A family of libraries that must be found at run time (``cublas``), its floor, and who ships it."""

    family: str
    minimum: str
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

    ``name`` is the entry point's (``cuda12``), ``platform`` what jax calls it (``cuda``). ``drop_options`` are
    field numbers, outermost first, of compile options that the library does not know; each of
    ``drop_option_values`` ends with the one value of such an option that it is not to be given. ``driver`` is the
    least driver version, ``gpu_architectures`` the kernels held; both are empty where they mean nothing.
    """

    name: str
    distribution: str
    module: str
    version: str
    platform: str
    title: str
    architecture: str
    library: Library
    jaxlib: Jaxlib
    provenance: Provenance
    requires: tuple[Requirement, ...] = ()
    driver: str = ""
    gpu_architectures: tuple[str, ...] = ()
    drop_options: tuple[tuple[int, ...], ...] = ()
    drop_option_values: tuple[tuple[int, ...], ...] = ()

    @property
    def requirement(self) -> str:
        """This distribution, pinned: what to give to an installer."""
        return f"{self.distribution}=={self.version}"


def read(path: Path) -> Descriptor:
    """The descriptor in the file ``path``.

    Raises:
        OSError: The file cannot be read.
        InvalidDescriptor: It is not JSON, not of schema ``jaxlib.plugin/1``, or a key is missing or wrong.
    """
    return parse(path.read_text("utf-8"))


def parse(text: str) -> Descriptor:
    """The descriptor in ``text``; raises as ``read`` does."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InvalidDescriptor(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InvalidDescriptor(f"not a JSON object but {type(data).__name__}")
    if data.get("schema") != SCHEMA:
        raise InvalidDescriptor(f"schema {data.get('schema')!r}, where this release reads {SCHEMA!r}")
    top = _Reader(data)
    library, jaxlib, provenance = top.table("library"), top.table("jaxlib"), top.table("provenance")
    return Descriptor(
        name=top.text("name"),
        distribution=top.text("distribution"),
        module=top.text("module"),
        version=top.text("version"),
        platform=top.text("platform"),
        title=top.text("title"),
        architecture=top.text("architecture"),
        library=Library(
            file=library.text("file"),
            size=library.number("size"),
            sha256=library.text("sha256"),
            pjrt_api=library.version("pjrt_api"),
            ffi_api=library.version("ffi_api") if library.has("ffi_api") else None,
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
        requires=tuple(
            Requirement(item.text("family"), item.text("minimum"), item.text("distribution"))
            for item in top.tables("requires")
        ),
        driver=top.text("driver") if top.has("driver") else "",
        gpu_architectures=tuple(str(item) for item in top.array("gpu_architectures")),
        drop_options=top.field_paths("drop_options"),
        drop_option_values=top.field_paths("drop_option_values"),
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
