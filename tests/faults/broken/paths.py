"""What Python or the loader finds first, and environments in folders with odd names."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import LIBRARY, file_here, gone, uninstalled, with_variable
from tools.elf import stubs


def _other_jax(it: Broken) -> None:
    """A folder on PYTHONPATH with jax and its metadata of another release."""
    other = it.folder / "other"
    shutil.copytree(it.site / "jax", other / "jax", copy_function=shutil.copyfile)
    info = other / "jax-0.10.1.dist-info"
    shutil.copytree(it.info("jax"), info, copy_function=shutil.copyfile)
    for file, change in (("METADATA", 1), ("RECORD", -1)):
        text = (info / file).read_text("utf-8").replace(it.release, "0.10.1", change)
        (info / file).write_text(text.replace("0.10.2", "0.10.1"), "utf-8")
    it.variables["PYTHONPATH"] = str(other)


def _numpy_by_path(it: Broken) -> None:
    it.replace(it.folder / "lib" / "numpy.py", b"")
    it.variables["PYTHONPATH"] = str(it.folder / "lib")


def _numpy_by_pth(it: Broken) -> None:
    folder = it.folder / "lib"
    it.replace(folder / "numpy" / "__init__.py", b"raise ImportError('of another Python')\n")
    it.replace(it.site / "first.pth", f"import sys; sys.path.insert(0, {str(folder)!r})\n".encode())


def _kept_path(it: Broken) -> None:
    """Two entries, of which one is bad; the repair must keep the other."""
    it.replace(it.folder / "good" / "mine.py", b"")
    it.replace(it.folder / "bad" / "random.py", b"")
    it.variables["PYTHONPATH"] = f"{it.folder / 'good'}:{it.folder / 'bad'}"


def _bad_libstdcxx(it: Broken) -> None:
    it.replace(it.folder / "lib" / "libstdc++.so.6", b"\x7fELF")
    it.variables["LD_LIBRARY_PATH"] = str(it.folder / "lib")


def _other_library(name: str) -> Break:
    """An older library, which lacks a symbol, first on the loader's path."""

    def apply(it: Broken) -> None:
        folder = it.folder / "old"
        folder.mkdir()
        (folder / name).write_bytes(stubs.named(stubs.blank(), name))
        it.variables["LD_LIBRARY_PATH"] = str(folder)

    return apply


def _zip_by_path(it: Broken) -> None:
    with zipfile.ZipFile(it.folder / "lib.zip", "w") as archive:
        archive.writestr("numpy/__init__.py", "raise ImportError('of another Python')\n")
    it.variables["PYTHONPATH"] = str(it.folder / "lib.zip")


def _by_user_site(it: Broken) -> None:
    home = it.folder / "home"
    version = it.site.parent.name
    file = home / ".local" / "lib" / version / "site-packages" / "numpy" / "__init__.py"
    it.replace(file, b"raise ImportError('of another Python')\n")
    it.variables["HOME"] = str(home)


def _moved(name: str) -> Break:
    """Move the whole environment to a folder of that name."""

    def apply(it: Broken) -> None:
        before = it.python.parents[1]
        after = before.rename(before.with_name(name))
        it.python = after / it.python.relative_to(before)
        it.command = Broken.command  # its scripts name the Python that was there before
        it.site = after / it.site.relative_to(before)

    return apply


def first_on_the_path() -> Iterator[Row]:
    """Modules and libraries that are found before the installed ones."""
    yield row("another jax on PYTHONPATH", "PYTHONPATH", _other_jax)
    yield row("numpy.py on PYTHONPATH", "PYTHONPATH", _numpy_by_path)
    yield row("one bad entry of PYTHONPATH", "PYTHONPATH", _kept_path)
    yield row("a .pth file with another numpy first", "numpy", _numpy_by_pth)
    yield row(
        "PYTHONPATH of nothing", "PYTHONPATH", with_variable("PYTHONPATH", "/no/such/folder"), ends="works"
    )
    yield row("a bad libstdc++ first", "LD_LIBRARY_PATH", _bad_libstdcxx)
    for library_name in ("libstdc++.so.6", "libz.so.1"):
        yield row(f"an empty {library_name} first", "loader", _other_library(library_name))
    for name in ("jax.py", "numpy.py", "random.py", "json.py", "typing.py", "jax/__init__.py", "scipy.py"):
        yield row(f"{name} here", "here", file_here(name))


def odd_names() -> Iterator[Row]:
    """Folders whose names shells and encodings treat in their own ways."""
    for name in ("my env", 'it\'s "so"', "a\nb", "größe"):
        yield row(
            f"path {name!r}, scipy not installed", ("path", "scipy"), (uninstalled("scipy"), _moved(name))
        )
    ascii_names = (
        with_variable("LC_ALL", "C"),
        with_variable("PYTHONUTF8", "0"),
        with_variable("PYTHONCOERCECLOCALE", "0"),
    )
    yield row("path 'größe' as ASCII", "path", (*ascii_names, _moved("größe")))
    yield row("path 'größe' as ASCII (system)", "path", (*ascii_names, _moved("größe")), "system")
    misread = (*ascii_names, gone(LIBRARY), _moved("größe"))
    yield row("path 'größe' as ASCII, library gone", ("path", "jaxlib_cpu"), misread)


def other_copies() -> Iterator[Row]:
    """Another copy of a package, in an archive, in the user's site, and in the current folder."""
    yield row("a zip archive with numpy on PYTHONPATH", "PYTHONPATH", _zip_by_path)
    yield row("numpy in the user's site", "HOME", _by_user_site, "system")
    yield row(
        "jaxlib_cpu/__init__.py here", "here", file_here("jaxlib_cpu/__init__.py", "def initialize(): ...\n")
    )
