"""A plugin's static descriptor: a JSON file in the wheel, read without importing or loading anything.

The types here define the format. The build creates a ``Descriptor`` from ``plugin.toml`` and the release manifest
and writes it; discovery, checks, registration and reports read it; the published schema, ``plugin.schema.json``, is
generated from it (``python -m tools schema``).
"""

import json
from pathlib import Path
from typing import Annotated, NamedTuple

from jaxlib_core.environment import files
from jaxlib_core.plugins import records
from jaxlib_core.plugins.records import (
    FLAG,
    FLAG_OR_TEXT,
    SHA256,
    TEXT,
    TEXTS,
    VERSION,
    InvalidRecord,
    nullable,
    number,
    number_lists,
    record,
    table,
)

# Named tuples, because a frozen dataclass takes several times as long to define, and all of this is imported
# whenever jax looks for its backends. Annotations are read at run time, so they are not postponed.

FILENAME = "plugin.json"
FAMILY = "jaxlib.plugin/"
SCHEMA = f"{FAMILY}1"

Text = Annotated[str, TEXT]
Texts = Annotated[tuple[str, ...], TEXTS]
Flag = Annotated[bool, FLAG]
Version = Annotated[tuple[int, int], VERSION]
Sha256 = Annotated[str, SHA256]
Count = Annotated[int, number()]


class InvalidDescriptor(ValueError):
    """The text is not a descriptor that this release understands; the message names the key and the reason."""


class UnknownSchema(InvalidDescriptor):
    """The text is a descriptor of another schema, usually a newer one."""


class Owner(NamedTuple):
    """Another distribution, at one version, that ships a plugin's library."""

    distribution: Text
    version: Text
    of_same_files: Annotated[Texts, "distributions that write the same files"] = ()

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


class Library(NamedTuple):
    """The PJRT C API shared object and its API versions."""

    file: Annotated[Text, "in the module's folder; with an owner, in that one's site-packages"]
    size: Annotated[Count, "bytes"]
    sha256: Sha256
    pjrt_api: Version
    ffi_api: Annotated[tuple[int, int] | None, nullable(VERSION)]
    owner: Annotated[Owner | None, record(Owner), "another distribution that ships the library"] = None
    variable: Annotated[
        Text, "an environment variable that holds the path of another library to load in its place"
    ] = ""


class Jaxlib(NamedTuple):
    """The jaxlib release served, and the PJRT C API versions which that release accepts."""

    release: Text
    pjrt_api_major: Count
    pjrt_api_minimum: Version


class Hardware(NamedTuple):
    """How to detect the hardware without loading anything: any one of these is enough."""

    name: Text
    devices: Annotated[Texts, "patterns of file names in /dev"] = ()
    pci: Annotated[Texts, "vendor:device, in hexadecimal (1ae0:0063)"] = ()
    unless: Annotated[Text, "an environment variable that makes jax try anyway"] = ""


class Driver(NamedTuple):
    """The hardware's driver."""

    library: Text
    version_file: Annotated[Text, "the file in which the running driver states its version"]
    minimum: Annotated[Text, "the least version"]


class VendorLibrary(NamedTuple):
    """A vendor library and its source: a ``distribution`` with a minimum version, or a system ``package``.

    The plugin's library is linked with those of a ``package``; it opens the others by name at run time. If a linked
    library exists only in its ``later_package``, all of them have to come from their later packages.
    """

    soname: Text
    distribution: Annotated[Text, "the wheel that ships it"] = ""
    minimum: Annotated[Text, "the least version of that distribution"] = ""
    package: Annotated[Text, "the system's package that ships it, for a library that is linked with"] = ""
    optional: Annotated[Flag, "only some programs need it"] = False
    early: Annotated[Flag, "opened by kernel modules as soon as they are imported"] = False
    later_package: Annotated[Text, "the package that ships it among the vendor's later ones"] = ""

    @property
    def linked(self) -> bool:
        """Whether a system package provides it, and the plugin's library is linked with it."""
        return bool(self.package or self.later_package)


class Advisory(NamedTuple):
    """A combination of vendor library versions in one process that is known to compute wrong results."""

    summary: Text
    versions: Annotated[
        tuple[tuple[str, str], ...], table(TEXT), "a version specifier for each library, by its soname"
    ]
    requires: Annotated[Texts, "the distributions with which it is fixed"]
    source: Annotated[Text, "where it is written"]
    gpus: Annotated[int, number(1), "it concerns programs on as many GPUs and more"] = 1
    capability: Annotated[
        Text, "it concerns GPUs whose compute capability is within this version specifier"
    ] = ""
    warn: Annotated[Flag, "programs may continue, with a warning"] = False


class KernelWheel(NamedTuple):
    """The upstream wheel from which the kernel modules for one Python version were taken."""

    filename: Text
    sha256: Sha256


class Kernels(NamedTuple):
    """Upstream's compiled modules, one folder per Python version (``cp312``)."""

    package: Annotated[Text, "what jax imports them from"]
    modules: Texts
    name: Annotated[Text, "upstream's distribution"]
    version: Text
    license: Text
    wheels: Annotated[tuple[tuple[str, KernelWheel], ...], table(record(KernelWheel)), "by Python"]

    @property
    def pythons(self) -> tuple[str, ...]:
        """The Python versions for which there are modules."""
        return tuple(python for python, _ in self.wheels)


class Provenance(NamedTuple):
    """The upstream artifact that the library was taken from."""

    name: Text
    version: Text
    filename: Text
    member: Text
    sha256: Annotated[Sha256, "the artifact's"]
    license: Text


class Descriptor(NamedTuple):
    """The properties of one plugin wheel."""

    name: Annotated[Text, "the entry point's, such as cuda12"]
    distribution: Text
    module: Text
    version: Text
    platform: Annotated[Text, "what jax calls it, such as cuda"]
    priority: Annotated[Count, "jax's default backend is the one of the highest priority that works"]
    title: Text
    architecture: Text
    library: Annotated[Library, record(Library)]
    jaxlib: Annotated[Jaxlib, record(Jaxlib)]
    provenance: Annotated[Provenance, record(Provenance)]
    hardware: Annotated[
        Hardware | None,
        record(Hardware),
        "how to see, without loading anything, that the hardware is there: any of these is enough",
    ] = None
    driver: Annotated[Driver | None, record(Driver)] = None
    libraries: Annotated[
        tuple[VendorLibrary, ...],
        records.records(VendorLibrary),
        "the vendor's libraries that are opened by name at run time or linked with, in the order to load them in",
    ] = ()
    folders: Annotated[Texts, "patterns of where a system has those libraries, in the order to look in"] = ()
    advisories: Annotated[
        tuple[Advisory, ...],
        records.records(Advisory),
        "versions of those libraries that are known to compute wrongly where a process has all of them",
    ] = ()
    kernels: Annotated[
        Kernels | None, record(Kernels), "upstream's compiled modules, a folder for each Python"
    ] = None
    gpu_architectures: Annotated[Texts, "those that it holds kernels for"] = ()
    variant: Annotated[
        Text, "the local version label of a wheel for some of the GPU architectures only, such as sm90"
    ] = ""
    variants: Annotated[
        Texts, "the labels of every such wheel of the release, for whoever looks for a smaller one"
    ] = ()
    drop_options: Annotated[
        tuple[tuple[int, ...], ...],
        number_lists(1),
        "field numbers from CompileOptionsProto down, of options that the library does not know",
    ] = ()
    drop_option_values: Annotated[
        tuple[tuple[int, ...], ...],
        number_lists(2),
        "the same, each followed by the one value of that option that the library is not to be given",
    ] = ()
    compile_options: Annotated[
        tuple[tuple[str, bool | str], ...],
        table(FLAG_OR_TEXT),
        "debug options of XLA's by name, for every program that does not state them",
    ] = ()
    workarounds: Annotated[Texts, "what its module does for this version of the library alone, by name"] = ()

    @property
    def requirement(self) -> str:
        """This distribution, pinned to its version: an installer's requirement."""
        return f"{self.distribution}=={self.version}"


def read(path: Path) -> Descriptor:
    """The descriptor in the file ``path``.

    Raises:
        OSError: The file cannot be read, or is not a regular file.
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
    try:
        return records.read(Descriptor, data)
    except InvalidRecord as error:
        raise InvalidDescriptor(str(error)) from None


def text(descriptor: Descriptor) -> str:
    """The content of a wheel's ``plugin.json``."""
    data = {"schema": SCHEMA, **records.write_all(descriptor)}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def schema() -> str:
    """The published JSON schema of descriptors."""
    form = records.schema(Descriptor)
    data = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A plugin's static descriptor (plugin.json)",
        **form,
        "properties": {"schema": {"const": SCHEMA}, **form["properties"]},
        "required": sorted(["schema", *form["required"]]),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
