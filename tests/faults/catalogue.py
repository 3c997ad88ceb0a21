"""The faults, each with the cause that the diagnosis must name, in the order in which causes are checked.

A fault changes one *part* of a copy, so that faults of different parts can be combined. Of several faults, the
first in the order of checks must be named.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.faults.copies import RELEASE, Copy

Apply = Callable[[Copy], None]


class Fault(NamedTuple):
    """One fault.

    Attributes:
        name: The fault, in words.
        part: The part of a copy that it changes.
        rank: Its place in the order of checks; of several faults, the one with the lowest rank must be named.
        apply: Breaks a copy.
        kind: The diagnosis's type; empty if jax must work.
        says: A part of the diagnosis's summary that no fault of another kind has.
        in_jax: Whether jax itself raises the diagnosis; false if only ``jaxlib doctor`` can find it.
        in_use: The diagnosis when jax runs a program, if every check of the plugin passes.
    """

    name: str
    part: str
    rank: float
    apply: Apply
    kind: str = ""
    says: str = ""
    in_jax: bool = True
    in_use: str = ""


# ---- Tools.


def _cut(kept: float) -> Apply:
    """Truncate the library to a number of bytes or a fraction; a negative number is removed from the end."""

    def apply(copy: Copy) -> None:
        image = copy.library.read_bytes()
        copy.write(copy.library, image[: int(len(image) * kept) if 0 < kept < 1 else int(kept)])

    return apply


def _patch(at: int, form: str, value: int) -> Apply:
    def apply(copy: Copy) -> None:
        image = bytearray(copy.library.read_bytes())
        struct.pack_into(form, image, at, value)
        copy.write(copy.library, bytes(image))

    return apply


def _flip(where: float) -> Apply:
    """Flip a byte in the library's code or data."""

    def apply(copy: Copy) -> None:
        image = bytearray(copy.library.read_bytes())
        # Not in the headers, for which there are other faults.
        first, last = 0x400, len(image) - 0x800
        image[int(first + (last - first) * where)] ^= 0xFF
        copy.write(copy.library, bytes(image))

    return apply


def _mode(mode: str, seconds: float = 60.0) -> Apply:
    def apply(copy: Copy) -> None:
        copy.build(copy.template.library(mode))
        copy.seconds = seconds

    return apply


def _replaced_name(old: bytes, new: bytes) -> Apply:
    def apply(copy: Copy) -> None:
        copy.build(copy.library.read_bytes().replace(old, new))

    return apply


def _content(part: str, content: bytes) -> Apply:
    def apply(copy: Copy) -> None:
        copy.write(copy.site / part, content)

    return apply


def _gone(*parts: str) -> Apply:
    def apply(copy: Copy) -> None:
        for part in parts:
            path = copy.site / part
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    return apply


def _forbidden(part: str) -> Apply:
    """Examine the copy as another user, who may not read that file."""

    def apply(copy: Copy) -> None:
        path = copy.site / part
        if path.is_file():
            copy.write(path, path.read_bytes())
        path.chmod(0)
        copy.nobody = True

    return apply


def _twice(name: str, version: str = "0.10.1") -> Apply:
    def apply(copy: Copy) -> None:
        shutil.copytree(copy.info(name), copy.info(name, version))
        _restate(copy, copy.info(name, version), version)

    return apply


def _other(name: str, version: str) -> Apply:
    def apply(copy: Copy) -> None:
        copy.info(name).rename(copy.info(name, version))
        _restate(copy, copy.info(name, version), version)

    return apply


def _restate(copy: Copy, info: Path, version: str) -> None:
    text = (info / "METADATA").read_text("utf-8").replace(f"Version: {RELEASE}", f"Version: {version}", 1)
    copy.write(info / "METADATA", text)


def _no_metadata(name: str) -> Apply:
    return _gone(f"{name}-{RELEASE}.dist-info/METADATA")


def _uninstalled(name: str) -> Apply:
    return _gone(f"{name}-{RELEASE}.dist-info")


def _variable(name: str, value: str) -> Apply:
    def apply(copy: Copy) -> None:
        copy.environment[name] = value

    return apply


# ---- The plugin as it is found.

ENTRY_POINTS = f"jaxlib_cpu-{RELEASE}.dist-info/entry_points.txt"


def _zipped(copy: Copy) -> None:
    archive = copy.folder / "plugins.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for folder in (copy.plugin, copy.info("jaxlib_cpu")):
            for path in folder.iterdir():
                file.write(path, path.relative_to(copy.site))
            shutil.rmtree(folder)
    copy.path.insert(0, str(archive))


def _newer_schema(copy: Copy) -> None:
    copy.describe(schema="jaxlib.plugin/2")


def _descriptor_cut(copy: Copy) -> None:
    path = copy.plugin / "plugin.json"
    copy.write(path, path.read_bytes()[:200])


def _lost_key(copy: Copy) -> None:
    data = json.loads((copy.plugin / "plugin.json").read_bytes())
    del data["library"]["pjrt_api"]
    copy.write(copy.plugin / "plugin.json", json.dumps(data))


FOUND = (
    Fault("entry points garbled", "entry points", 0, _content(ENTRY_POINTS, b"[jax_plugins]\ncpu jaxlib_cpu\n"),
          "MetadataUnreadable", "The entry points of jaxlib-cpu cannot be read", in_jax=False),
    Fault("entry points in no encoding", "entry points", 0, _content(ENTRY_POINTS, b"[jax_plugins]\ncpu = \xff\n"),
          "MetadataUnreadable", "The entry points of jaxlib-cpu cannot be read", in_jax=False),
    Fault("dist-info of the plugin not readable", "entry points", 0, _forbidden(f"jaxlib_cpu-{RELEASE}.dist-info"),
          "MetadataUnreadable", "The entry points of jaxlib-cpu cannot be read"),
    Fault("module not readable", "module", 1, _forbidden("jaxlib_cpu"),
          "FilesUnreadable", "Files of jaxlib-cpu 0.10.2 cannot be read", in_jax=False),
    Fault("module gone", "module", 1, _gone("jaxlib_cpu"), "EntryPointLeftBehind", "is only half installed"),
    Fault("inside a zip archive", "module", 1, _zipped, "PluginInArchive", "is inside an archive"),
    Fault("descriptor deleted", "descriptor", 3, _gone("jaxlib_cpu/plugin.json"),
          "DescriptorMissing", "has no descriptor"),
    Fault("descriptor not readable", "descriptor", 3, _forbidden("jaxlib_cpu/plugin.json"),
          "DescriptorMissing", "has an unreadable descriptor"),
    Fault("descriptor cut short", "descriptor", 3, _descriptor_cut, "DescriptorError", "has a damaged descriptor"),
    Fault("descriptor in no encoding", "descriptor", 3, _content("jaxlib_cpu/plugin.json", b"\xff" * 99),
          "DescriptorError", "has a damaged descriptor"),
    Fault("descriptor without a key", "descriptor", 3, _lost_key, "DescriptorError", "has a damaged descriptor"),
    Fault("descriptor of a newer schema", "descriptor", 3, _newer_schema,
          "DescriptorTooNew", "has a descriptor that this jaxlib-core does not know"),
)  # fmt: skip

# ---- Distributions.

INSTALLED = (
    Fault("dist-info of the plugin duplicated", "its metadata", 5, _twice("jaxlib_cpu"),
          "ConflictingInstallation", "jaxlib-cpu is installed twice"),
    Fault("dist-info of the plugin emptied", "its metadata", 5, _no_metadata("jaxlib_cpu"),
          "MetadataUnreadable", "The metadata of jaxlib-cpu cannot be read"),
    Fault("dist-info of the plugin in no encoding", "its metadata", 5,
          _content(f"jaxlib_cpu-{RELEASE}.dist-info/METADATA", b"\xff\xfe\x00"),
          "MetadataUnreadable", "The metadata of jaxlib-cpu cannot be read"),
    Fault("half an upgrade of the plugin", "its metadata", 5, _other("jaxlib_cpu", "0.10.1"),
          "VersionMismatch", "is half 0.10.1 and half 0.10.2"),
    *(
        fault
        for rank, name in ((6.0, "jaxlib_core"), (6.1, "jaxlib"), (6.2, "jax"))
        for distribution in [name.replace("_", "-")]
        for fault in (
            Fault(f"{distribution} not installed", name, rank, _uninstalled(name),
                  "NotInstalled", f"needs {distribution}, which is not installed",
                  # The servers have imported jax and jaxlib, which state their own versions.
                  in_jax=name == "jaxlib_core"),
            Fault(f"{distribution} of another release", name, rank, _other(name, "0.10.1"),
                  "VersionMismatch", f"is not compatible with {distribution} 0.10.1"),
            Fault(f"dist-info of {distribution} duplicated", name, rank, _twice(name),
                  "ConflictingInstallation", f"{distribution} is installed twice"),
            Fault(f"dist-info of {distribution} emptied", name, rank, _no_metadata(name),
                  "MetadataUnreadable", f"The metadata of {distribution} cannot be read"),
        )
    ),
)  # fmt: skip

# ---- The library's file.


def _folder(copy: Copy) -> None:
    copy.library.unlink()
    copy.library.mkdir()


def _longer(copy: Copy) -> None:
    copy.write(copy.library, copy.library.read_bytes() + bytes(4096))


FILE = (
    Fault("library deleted", "file", 8, _gone("jaxlib_cpu/libjaxlib_cpu.so"),
          "LibraryMissing", "has lost its library"),
    Fault("library not readable", "file", 8, _forbidden("jaxlib_cpu/libjaxlib_cpu.so"),
          "LibraryUnreadable", "The library of jaxlib-cpu 0.10.2 cannot be read"),
    Fault("a folder in the library's place", "file", 8, _folder,
          "LibraryUnreadable", "The library of jaxlib-cpu 0.10.2 cannot be read"),
    *(
        Fault(f"library cut: {kept:g} kept", "file", 8, _cut(kept), "LibraryTruncated", "is truncated")
        for kept in (0, 3, 63, 64, 1000, 0.25, 0.5, 0.75, 0.99, -1)
    ),
    Fault("a text in the library's place", "file", 8, _content("jaxlib_cpu/libjaxlib_cpu.so", b"<html>" * 99),
          "LibraryReplaced", "is not a shared object"),
    Fault("a library of 32 bits", "file", 8, _patch(4, "B", 1), "LibraryReplaced", "is not a shared object"),
    Fault("a library for another processor", "file", 8, _patch(18, "<H", 243),
          "WrongArchitecture", "is for another processor"),
    Fault("a library without its symbol", "file", 8, _replaced_name(b"GetPjrtApi\0", b"GetPjrtApo\0"),
          "NotAPjrtLibrary", "is not a PJRT plugin"),
    Fault("a library of another size", "file", 8, _longer,
          "LibraryReplaced", "The library of jaxlib-cpu 0.10.2 is not the one that was installed"),
    *(
        Fault(f"a byte flipped at {where:.0%}", "file", 13, _flip(where),
              "LibraryAltered", "has changed since it was installed", in_jax=False)
        for where in (0.0, 0.3, 0.6, 0.9)
    ),
)  # fmt: skip

# ---- The library's description, and requests to it.


def _api(version: str) -> Apply:
    def apply(copy: Copy) -> None:
        copy.describe(library={"pjrt_api": version})

    return apply


CLAIMS = (
    Fault("API too old, by the descriptor", "claims", 10, _api("0.5"), "PjrtApiTooOld", "is too old for jaxlib"),
    Fault("API too new, by the descriptor", "claims", 10, _api("1.0"), "PjrtApiTooNew", "is too new for jaxlib"),
    Fault("a flag that the library does not know", "flags", 11, _variable("XLA_FLAGS", "--xla_unheard_of=1"),
          "ConfigurationError", "XLA_FLAGS holds a flag"),
)  # fmt: skip

# ---- jaxlib's own files.


def _jaxlib_lost(copy: Copy) -> None:
    next(copy.unfold("jaxlib").glob("libjax_common.so")).unlink()


def _jaxlib_cut(copy: Copy) -> None:
    library = next(copy.unfold("jaxlib").glob("libjax_common.so"))
    with library.open("rb") as file:
        head = file.read(1 << 16)
    copy.write(library, head)


def _jaxlib_forbidden(copy: Copy) -> None:
    copy.unfold("jaxlib").chmod(0)
    copy.nobody = True


def _jax_broken(copy: Copy) -> None:
    copy.write(
        copy.unfold("jax") / "__init__.py", "raise ImportError('a module of jax is not what it was')\n"
    )


JAX = (
    Fault("a library of jaxlib lost", "jaxlib's files", 12, _jaxlib_lost,
          "FilesLost", "has lost files", in_jax=False),
    Fault("a library of jaxlib cut", "jaxlib's files", 12, _jaxlib_cut,
          "FilesLost", "has lost files", in_jax=False),
    Fault("jaxlib not readable", "jaxlib's files", 12, _jaxlib_forbidden,
          "FilesUnreadable", "Files of jaxlib 0.10.2 cannot be read", in_jax=False),
    Fault("jax does not import", "jax's files", 15, _jax_broken,
          "FilesLost", "files that are not what was installed", in_jax=False),
)  # fmt: skip

# ---- Faults inside the library, which show only when it is loaded.

LOADED = (
    Fault("extension gone", "extension", 13.5, _gone("jaxlib_cpu/_pjrt.abi3.so"),
          "LibraryNotLoadable", "The extension of jaxlib-cpu 0.10.2 cannot be imported"),
    Fault("extension cut", "extension", 13.5, _content("jaxlib_cpu/_pjrt.abi3.so", b"\x7fELF"),
          "LibraryNotLoadable", "The extension of jaxlib-cpu 0.10.2 cannot be imported"),
    Fault("a library that needs one that is nowhere", "library", 14, _replaced_name(b"libc.so.6\0", b"libc.so.0\0"),
          "LibraryNotLoadable", "The library of jaxlib-cpu 0.10.2 cannot be loaded"),
    Fault("aborts when loaded", "library", 14, _mode("abort"),
          "LibraryEndsProcess", "Loading the library of jaxlib-cpu 0.10.2 ends the process", in_jax=False),
    Fault("exits when loaded", "library", 14, _mode("exit"),
          "LibraryEndsProcess", "Loading the library of jaxlib-cpu 0.10.2 ends the process", in_jax=False),
    Fault("crashes when loaded", "library", 14, _mode("crash"),
          "LibraryEndsProcess", "Loading the library of jaxlib-cpu 0.10.2 ends the process", in_jax=False),
    Fault("hangs when loaded", "library", 14, _mode("hang", 2.0),
          "LibraryHangs", " hangs.", in_jax=False),
    Fault("forks when loaded", "library", 14, _mode("fork"),
          "LibraryForks", "forks the process when it is loaded", in_jax=False),
    Fault("no table of functions", "library", 14, _mode("null"), "PjrtApiMalformed", "has no usable function"),
    Fault("a table of an odd size", "library", 14, _mode("odd"), "PjrtApiMalformed", "has no usable function"),
    Fault("a table of a size beyond reason", "library", 14, _mode("huge"),
          "PjrtApiMalformed", "has no usable function"),
    Fault("a table that is too short", "library", 14, _mode("short"),
          "PjrtApiTooShort", "has a function table that ends"),
    Fault("a table with holes", "library", 14, _mode("hole"), "PjrtFunctionNull", "has null entries"),
    Fault("a table that is longer", "library", 99, _mode("longer"), in_use="DefaultBackendFails"),
    Fault("API too new, by the library", "library", 14, _mode("major"), "PjrtApiTooNew", "is too new for jaxlib"),
    Fault("API too old, by the library", "library", 14, _mode("minor"), "PjrtApiTooOld", "is too old for jaxlib"),
    Fault("aborts when it makes a client", "library", 16, _mode("client-abort"),
          "LibraryEndsProcess", "Creating a client with the library of jaxlib-cpu 0.10.2 ends", in_jax=False),
    Fault("an error in place of a client", "library", 16, _mode("client-error"),
          "ClientRefused", "does not create a client", in_jax=False),
)  # fmt: skip

#: Like ``LOADED``, but it takes the whole time limit, and jax has to be imported before.
HANGS_LATE = Fault("hangs when it makes a client", "library", 16, _mode("client-hang", 6.0),
                   # On a busy machine, the import of jax itself may exceed the limit.
                   "LibraryHangs", " hangs.", in_jax=False)  # fmt: skip

# ---- Places and ways of installing: all must work.


def _read_only(copy: Copy) -> None:
    for folder in (copy.plugin, copy.site):
        if folder.is_dir():
            folder.chmod(folder.stat().st_mode & 0o555)


def _farm(copy: Copy) -> None:
    store = copy.folder / "store"
    store.mkdir()
    for path in list(copy.plugin.iterdir()):
        kept = store / path.name
        path.rename(kept)
        path.symlink_to(kept)


def _editable(copy: Copy) -> None:
    """Like an editable installation by a path file: the module is in a checkout, its metadata here."""
    checkout = copy.folder / "checkout"
    checkout.mkdir()
    copy.plugin.rename(checkout / "jaxlib_cpu")
    copy.path.append(str(checkout))


def _strange_path(copy: Copy) -> None:
    copy.path[1:1] = ["", "/no/such/folder", "/dev/null", str(copy.folder / "a:b"), copy.path[0]]


def _moved(place: str) -> Apply:
    def apply(copy: Copy) -> None:
        moved = copy.folder / place
        moved.parent.mkdir(parents=True, exist_ok=True)
        copy.site.rename(moved)
        copy.path = [str(moved) if entry == str(copy.site) else entry for entry in copy.path]
        copy.site = moved

    return apply


def thousands(copy: Copy) -> None:
    """Hundreds of distributions, and thousands of entry points."""
    text = "".join(f"tool{number} = package{number}.cli:main\n" for number in range(3000))
    plugins = "".join(f"device{number} = plugins.device{number}\n" for number in range(500))
    copy.distribution("many-tools", "1.0")
    copy.write(copy.info("many_tools", "1.0") / "entry_points.txt", f"[console_scripts]\n{text}")
    copy.distribution("many-devices", "1.0")
    copy.write(copy.info("many_devices", "1.0") / "entry_points.txt", f"[jax_plugins]\n{plugins}")
    for number in range(300):
        copy.distribution(f"package-{number}", "1.0")


def _unreadable_neighbour(copy: Copy) -> None:
    neighbour = copy.folder / "neighbour"
    (neighbour / "private-1.0.dist-info").mkdir(parents=True)
    neighbour.chmod(0)
    copy.path.append(str(neighbour))


def _broken_neighbours(copy: Copy) -> None:
    (copy.site / "empty-1.0.dist-info").mkdir()
    copy.write(copy.site / "nothing.dist-info" / "METADATA", b"\xff\xfe")
    copy.write(copy.site / "flat-1.0.egg-info", b"Name: flat\nVersion: 1.0\n")
    (copy.site / "dangling-1.0.dist-info").symlink_to(copy.folder / "nowhere")


EDITABLE = Fault("an editable installation", "way", 99, _editable)

#: Python imports nothing compiled from such a path.
NO_ENCODING = Fault(
    "a path in no encoding",
    "place",
    13.4,
    _moved(os.fsdecode(b"not \xff text/site-packages")),
    "LibraryNotLoadable",
    "The extension of jaxlib-cpu 0.10.2 cannot be imported",
)

#: The same when the plugin is elsewhere, but jax has modules there.
JAX_IN_NO_ENCODING = NO_ENCODING._replace(rank=15, kind="JaxImportFails", says="jax cannot be imported")

PLACES = (
    Fault("site-packages read-only", "rights", 99, _read_only),
    Fault("a farm of symbolic links", "way", 99, _farm),
    EDITABLE,
    Fault("strange entries on the path", "path", 99, _strange_path),
    Fault("a path beyond ASCII", "place", 99, _moved("Ordner für jax/現場 и ∂x/site-packages")),
    Fault("a path with spaces, quotes and colons", "place", 99, _moved('it\'s a "path": 100%/site-packages')),
    NO_ENCODING,
    Fault("a very long path", "place", 99, _moved("/".join(["long" * 50] * 15) + "/site-packages")),
    Fault("thousands of entry points", "neighbours", 99, thousands),
    Fault("a neighbour that may not be read", "neighbours", 99, _unreadable_neighbour),
    Fault("neighbours without metadata", "neighbours", 99, _broken_neighbours),
)

CPU = (*FOUND, *INSTALLED, *FILE, *CLAIMS, *JAX, *LOADED, *PLACES)

# ---- NVIDIA's libraries: each of them.

NEEDED = (
    "libcudart.so.12",
    "libnvrtc.so.12",
    "libnvJitLink.so.12",
    "libcublasLt.so.12",
    "libcublas.so.12",
    "libcusparse.so.12",
    "libcusolver.so.11",
    "libcufft.so.11",
    "libcupti.so.12",
    "libcudnn.so.9",
)
#: Of several libraries from one wheel, only the first is named.
_FIRST = {"libcublas.so.12": "libcublasLt.so.12"}
OPTIONAL = ("libnccl.so.2", "libnvshmem_host.so.3")


def _library(copy: Copy, soname: str) -> Path:
    return next((copy.site / "nvidia").glob(f"*/lib/{soname}"))


def _wheel(copy: Copy, soname: str) -> str:
    return _library(copy, soname).parent.parent.name


def _lost(soname: str) -> Apply:
    return lambda copy: _library(copy, soname).unlink()


def _decoy(soname: str, content: bytes) -> Apply:
    return lambda copy: copy.write(_library(copy, soname), content)


def _of_another_name(soname: str) -> Apply:
    return lambda copy: copy.write(_library(copy, soname), copy.template.vendor("libother.so.1"))


def _for_another_processor(soname: str) -> Apply:
    def apply(copy: Copy) -> None:
        image = bytearray(copy.template.vendor(soname))
        struct.pack_into("<H", image, 18, 243)
        copy.write(_library(copy, soname), bytes(image))

    return apply


def _another_file(soname: str) -> Apply:
    """A library of another version than the metadata states."""
    return lambda copy: copy.write(_library(copy, soname), copy.template.vendor(soname) + bytes(64))


def _older(soname: str) -> Apply:
    def apply(copy: Copy) -> None:
        name = _wheel(copy, soname)
        old = copy.info(name, "12.0.1")
        copy.info(name, "12.9.1").rename(old)
        text = (old / "METADATA").read_text("utf-8")
        copy.write(old / "METADATA", text.replace("Version: 12.9.1", "Version: 12.0.1"))

    return apply


def _vendor_faults(soname: str) -> tuple[Fault, ...]:
    broken = f"{soname}, which jaxlib-cuda12 0.10.2 needs, is not what its name says"
    return (
        Fault(f"{soname} missing", soname, 1, _lost(soname),
              "VendorLibraryMissing", f"jaxlib-cuda12 0.10.2 needs {soname}, which was not found"),
        Fault(f"{soname} a text", soname, 2, _decoy(soname, b"not a library\n" * 9), "VendorLibraryBroken", broken),
        Fault(f"{soname} empty", soname, 2, _decoy(soname, b""), "VendorLibraryBroken", broken),
        Fault(f"{soname} another library", soname, 2, _of_another_name(soname), "VendorLibraryBroken", broken),
        Fault(f"{soname} for another processor", soname, 2, _for_another_processor(soname),
              "VendorLibraryBroken", broken),
        Fault(f"{soname} not its wheel's", soname, 2, _another_file(soname), "VendorLibraryBroken", broken),
        Fault(f"{soname} of an older wheel", soname, 3, _older(soname),
              "VendorLibraryTooOld", f"{_FIRST.get(soname, soname)} is too old for jaxlib-cuda12"),
    )  # fmt: skip


def _second_copy(copy: Copy) -> None:
    folder = copy.folder / "elsewhere"
    for soname in NEEDED:
        copy.write(folder / soname, copy.template.vendor(soname))
    copy.environment["LD_LIBRARY_PATH"] = str(folder)


CUDA = (
    *(fault for soname in NEEDED for fault in _vendor_faults(soname)),
    *(Fault(f"{soname} missing", soname, 99, _lost(soname)) for soname in OPTIONAL),
    Fault("a second copy of all first on LD_LIBRARY_PATH", "LD_LIBRARY_PATH", 99, _second_copy),
    Fault("an order of places that means nothing", "order", 0, _variable("JAXLIB_LIBRARIES", "conda"),
          "ConfigurationError", "JAXLIB_LIBRARIES has an invalid value"),
)  # fmt: skip
