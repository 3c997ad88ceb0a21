"""The table of broken environments whose repair is tested: faults by themselves and in pairs.

Each row breaks a copy of a sound environment, in which a shell then runs the first command that the doctor prints.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import shlex
import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

from tools.elf import stubs


@dataclass
class Broken:
    """A copy of an environment for a row to break. Its files are hard links: replace them, never write to them."""

    python: Path
    site: Path
    folder: Path
    release: str
    wheels: Path
    variables: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    #: Lines that each shell runs first.
    lines: tuple[str, ...] = ()
    #: The words that start the jaxlib command.
    command: tuple[str, ...] = ("{python}", "-m", "jaxlib_core")

    def info(self, name: str) -> Path:
        """The metadata folder of the distribution ``name`` (with underscores)."""
        return next(self.site.glob(f"{name}-*.dist-info"))

    def replace(self, path: Path, content: bytes) -> None:
        """Replace ``path`` by a file with other content; the file that it links to is unchanged."""
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


Break = Callable[[Broken], None]


class Row(NamedTuple):
    """A row: the kind of environment, the faults, all parts that they break, and the expected end.

    ``ends`` is ``repaired`` if the command must repair it; ``works`` if jax works anyway and the doctor must say
    so; ``told`` if no command helps and the text says what to change; empty if it may be repaired or work.
    """

    name: str
    parts: frozenset[str]
    apply: tuple[Break, ...]
    kind: str = "pip"
    ends: str = "repaired"


# ---- Tools.


def _gone(*patterns: str) -> Break:
    def apply(it: Broken) -> None:
        found = [path for pattern in patterns for path in it.site.glob(pattern)]
        assert found, patterns
        for path in found:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    return apply


def _uninstalled(name: str) -> Break:
    return _gone(name, f"{name}-*.dist-info")


def _without(name: str, file: str) -> Break:
    def apply(it: Broken) -> None:
        (it.info(name) / file).unlink()

    return apply


def _versioned(name: str, version: str) -> Break:
    """Change the version in a distribution's metadata."""

    def apply(it: Broken) -> None:
        info = it.info(name)
        own = info.name.removesuffix(".dist-info").rpartition("-")[2]
        other = info.with_name(f"{name}-{version}.dist-info")
        info.rename(other)
        for file in ("METADATA", "RECORD"):
            text = (other / file).read_bytes()
            it.replace(
                other / file, text.replace(own.encode(), version.encode(), 1 if file == "METADATA" else -1)
            )

    return apply


def _name_alone(name: str) -> Break:
    """Metadata with the name of a distribution but no version."""

    def apply(it: Broken) -> None:
        it.replace(it.info(name) / "METADATA", f"Metadata-Version: 2.1\nName: {name}\n".encode())

    return apply


def _interrupted(name: str, *, whole: bool) -> Break:
    """A distribution as pip leaves it if it is killed during an uninstall: renamed to begin with ``~``.

    Without ``whole``, the metadata is not renamed.
    """

    def apply(it: Broken) -> None:
        info = it.info(name)
        (it.site / name).rename(it.site / f"~{name[1:]}")
        if whole:
            info.rename(it.site / f"~{info.name[1:]}")

    return apply


def _half_removed(name: str) -> Break:
    """A package as an interrupted uninstall or installation leaves it: only folders and caches."""

    def apply(it: Broken) -> None:
        for path in (*(it.site / name).rglob("*"), *it.info(name).iterdir()):
            if path.is_file() and path.suffix != ".pyc" and path.name != "INSTALLER":
                path.unlink()

    return apply


def _constrained(text: str) -> Break:
    """A constraints file in the user's configuration, as in some containers."""

    def apply(it: Broken) -> None:
        file = it.folder / "constraints.txt"
        file.write_text(text)
        it.variables["PIP_CONSTRAINT"] = str(file)

    return apply


def _of_pip(**settings: str) -> Break:
    """Settings in the user's pip.conf."""

    def apply(it: Broken) -> None:
        home = it.folder / "home"
        lines = ["[global]", *(f"{name.replace('_', '-')} = {value}" for name, value in settings.items())]
        it.replace(home / ".config" / "pip" / "pip.conf", "\n".join(lines).encode())
        it.variables["HOME"] = str(home)

    return apply


def _stand_in_for_uv(it: Broken) -> None:
    """A version manager's shim of uv on PATH, where only one of its Pythons has uv."""
    uv = it.folder / "shims" / "uv"
    it.replace(uv, b"#!/bin/sh\necho 'uv: command not found' >&2\nexit 127\n")
    uv.chmod(0o755)
    it.variables["PATH"] = f"{uv.parent}:/usr/bin:/bin"


def _built_without(module: str) -> Break:
    """A Python without one of its own compiled modules, because a library was missing when it was built."""

    def apply(it: Broken) -> None:
        found = list((it.site.parent / "lib-dynload").glob(f"{module}.*.so"))
        assert found, module
        for path in found:
            path.unlink()

    return apply


def _twice(name: str, version: str) -> Break:
    def apply(it: Broken) -> None:
        info = it.info(name)
        own = info.name.removesuffix(".dist-info").rpartition("-")[2]
        other = info.with_name(f"{name}-{version}.dist-info")
        shutil.copytree(info, other)
        for file in ("METADATA", "RECORD"):
            text = (other / file).read_bytes()
            it.replace(
                other / file, text.replace(own.encode(), version.encode(), 1 if file == "METADATA" else -1)
            )

    return apply


def _file(pattern: str, change: Callable[[bytes], bytes]) -> Break:
    def apply(it: Broken) -> None:
        path = sorted(it.site.glob(pattern))[0]
        it.replace(path, change(path.read_bytes()))

    return apply


def _cut(image: bytes) -> bytes:
    return image[: len(image) // 2]


def _zeroed(image: bytes) -> bytes:
    return image[: len(image) // 3] + bytes(len(image) // 3) + image[len(image) // 3 * 2 :]


def _garbage(_: bytes) -> bytes:
    return b"this is not a program\n"


def _variable(name: str, value: str) -> Break:
    def apply(it: Broken) -> None:
        it.variables[name] = value.format(site=it.site, folder=it.folder)

    return apply


def _here(name: str, content: str = "") -> Break:
    def apply(it: Broken) -> None:
        it.replace(it.folder / name, content.encode())

    return apply


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


def _upstreams_over_it(it: Broken) -> None:
    """Upstream's jaxlib over the bindings, by an installer that does not see them."""
    (wheel,) = it.wheels.glob(f"jaxlib-{it.release}-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            it.replace(it.site / name, archive.read(name))


def _descriptor(**changes: object) -> Break:
    def apply(it: Broken) -> None:
        path = it.site / "jaxlib_cpu" / "plugin.json"
        data = json.loads(path.read_bytes())
        for key, value in changes.items():
            data[key] = {**data[key], **value} if isinstance(value, dict) else value
        it.replace(path, json.dumps(data).encode())

    return apply


def _others(body: str, points: str = "[jax_plugins]\nacme = acme_plugin\n", record: bool = True) -> Break:
    """Another project's plugin, which no index has, with these entry points."""

    def apply(it: Broken) -> None:
        info = it.site / "acme_plugin-1.0.dist-info"
        contents = {
            "acme_plugin/__init__.py": body,
            f"{info.name}/METADATA": "Metadata-Version: 2.1\nName: acme-plugin\nVersion: 1.0\n",
            f"{info.name}/entry_points.txt": points,
        }
        for name, text in contents.items():
            it.replace(it.site / name, text.encode())
        if record:
            it.replace(
                info / "RECORD",
                "".join(f"{name},,\n" for name in (*contents, f"{info.name}/RECORD")).encode(),
            )

    return apply


def _startup(name: str, text: str) -> Break:
    def apply(it: Broken) -> None:
        it.replace(it.site / name, text.encode())

    return apply


def _dangling(name: str) -> Break:
    """A dangling link in place of a package."""

    def apply(it: Broken) -> None:
        shutil.rmtree(it.site / name)
        (it.site / name).symlink_to("/no/such/folder")

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


def _editable_without_folder(it: Broken) -> None:
    """jax, installed from a checkout that is gone."""
    info, link = it.info("jax"), "__editable__.jax.pth"
    shutil.rmtree(it.site / "jax")
    it.replace(it.site / link, b"/no/such/checkout\n")
    origin = {"dir_info": {"editable": True}, "url": "file:///no/such/checkout"}
    it.replace(info / "direct_url.json", json.dumps(origin).encode())
    names = (link, *(f"{info.name}/{name}" for name in ("METADATA", "RECORD", "direct_url.json")))
    it.replace(info / "RECORD", "".join(f"{name},,\n" for name in names).encode())


def _of_another_python(pattern: str) -> Break:
    """Compiled modules renamed as for another Python."""

    def apply(it: Broken) -> None:
        found = list(it.site.glob(pattern))
        assert found, pattern
        for path in found:
            path.rename(path.with_name(re.sub(r"cpython-\d+", "cpython-38", path.name)))

    return apply


def _for_another_processor(image: bytes) -> bytes:
    # e_machine of the ELF header: RISC-V.
    return image[:18] + (243).to_bytes(2, "little") + image[20:]


def _moved(name: str) -> Break:
    """Move the whole environment to a folder of that name."""

    def apply(it: Broken) -> None:
        before = it.python.parents[1]
        after = before.rename(before.with_name(name))
        it.python = after / it.python.relative_to(before)
        it.command = Broken.command  # its scripts name the Python that was there before
        it.site = after / it.site.relative_to(before)

    return apply


def _limited(*words: str) -> Break:
    def apply(it: Broken) -> None:
        it.lines = (f"ulimit {' '.join(words)} || exit 9",)

    return apply


def _in_a_removed_folder(it: Broken) -> None:
    gone = shlex.quote(str(it.folder / "gone"))
    it.lines = (f"mkdir -p {gone} && cd {gone} && rmdir {gone}",)


def _no_uv(it: Broken) -> None:
    it.variables["PATH"] = "/usr/bin:/bin"


def _option(*words: str) -> Break:
    def apply(it: Broken) -> None:
        it.options = words

    return apply


def _started_by(*words: str) -> Break:
    """The command is not started by ``python -m jaxlib_core``, which would not run at all."""

    def apply(it: Broken) -> None:
        it.command = words

    return apply


def _without_configuration(it: Broken) -> None:
    (it.python.parents[1] / "pyvenv.cfg").unlink()


def _nothing(_: Broken) -> None: ...


# ---- Single faults. Those that break the same part cannot be combined.

_USED = ("numpy", "scipy", "ml_dtypes", "opt_einsum", "packaging")
_FAMILY = ("jax", "jaxlib", "jaxlib_cpu")


def _singles() -> list[Row]:
    rows: list[Row] = []

    def row(
        name: str,
        part: str | tuple[str, ...],
        apply: Break | tuple[Break, ...],
        kind: str = "pip",
        ends: str = "repaired",
    ) -> None:
        parts = frozenset([part] if isinstance(part, str) else part)
        rows.append(Row(name, parts, apply if isinstance(apply, tuple) else (apply,), kind, ends))

    row("nothing", "nothing", _nothing, ends="works")
    for name in (*_USED, "jaxlib", "jax"):
        row(f"{name} not installed", name, _uninstalled(name))
    for name in (*_USED, *_FAMILY):
        row(f"the module of {name} gone", name, _gone(name))
        row(
            f"METADATA of {name} gone",
            name,
            _without(name, "METADATA"),
            ends="" if name in _USED else "repaired",
        )
    for name in (*_USED[:3], *_FAMILY):
        row(f"module and RECORD of {name} gone", name, (_gone(name), _without(name, "RECORD")))
    for name in ("jaxlib", "jax", "jaxlib_cpu", "jaxlib_core"):
        row(f"{name} twice", name, _twice(name, "0.10.1"))
        row(f"{name} of another release", name, _versioned(name, "0.10.1"))
    row("numpy twice", "numpy", _twice("numpy", "1.99"), ends="")
    row("jax newer than all", "jax", _versioned("jax", "0.12.0"))
    row("jaxlib newer than all", "jaxlib", _versioned("jaxlib", "0.12.0"))
    garbled = _file("jaxlib/xla_client.py", _garbage)
    for version, what in (("0.10.1", "of another release"), ("0.12.0", "newer than all")):
        lost = (_gone("jaxlib/libjax_common.so"), _versioned("jaxlib", version))
        row(f"jaxlib {what}, its library gone", "jaxlib", lost)
        row(f"jaxlib {what}, a file garbage", "jaxlib", (garbled, _versioned("jaxlib", version)))
        row(f"jax {what}, a file of jaxlib garbage", "pip", (garbled, _versioned("jax", version)))
    row("numpy too old", "numpy", _versioned("numpy", "1.21.0"))
    row("scipy too old", "scipy", _versioned("scipy", "1.0.0"))
    row("ml_dtypes too old", "ml_dtypes", _versioned("ml_dtypes", "0.1.0"))
    row("metadata of jax gone", "jax", _gone("jax-*.dist-info"), ends="")
    row("metadata of jaxlib gone", "jaxlib", _gone("jaxlib-*.dist-info"))
    row("metadata of numpy gone", "numpy", _gone("numpy-*.dist-info"), ends="works")
    row("metadata of jaxlib-cpu gone", "jaxlib_cpu", _gone("jaxlib_cpu-*.dist-info"), ends="")
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("scipy", "scipy/linalg/_fblas*.so"),
        ("ml_dtypes", "ml_dtypes/_ml_dtypes_ext*.so"),
        ("jaxlib", "jaxlib/libjax_common.so"),
        ("jaxlib", "jaxlib/_jax.so"),
    ):
        file = pattern.rpartition("/")[2]
        row(f"{file} gone", name, _gone(pattern))
        row(f"{file} cut", name, _file(pattern, _cut))
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("ml_dtypes", "ml_dtypes/_ml_dtypes_ext*.so"),
    ):
        row(f"zeros in {pattern.rpartition('/')[2]}", name, _file(pattern, _zeroed))
    for name, pattern in (
        ("jax", "jax/_src/core.py"),
        ("jax", "jax/__init__.py"),
        ("jaxlib", "jaxlib/xla_client.py"),
        ("numpy", "numpy/__init__.py"),
        ("scipy", "scipy/linalg/__init__.py"),
        ("opt_einsum", "opt_einsum/parser.py"),
        ("jaxlib_cpu", "jaxlib_cpu/__init__.py"),
    ):
        row(f"{pattern} garbage", name, _file(pattern, _garbage))
    row("bytecode of jax cut", "jax", _file("jax/_src/__pycache__/core.cpython-*.pyc", _cut))
    row("zeros in bytecode of numpy", "numpy", _file("numpy/__pycache__/__init__.cpython-*.pyc", _zeroed))
    row("jax/_src/core.py gone", "jax", _gone("jax/_src/core.py"))
    row("jax/_src/api.py cut", "jax", _file("jax/_src/api.py", _cut))
    library = "jaxlib_cpu/libjaxlib_cpu.so"
    row("library cut", "jaxlib_cpu", _file(library, _cut))
    row("library gone", "jaxlib_cpu", _gone(library))
    row("library garbage", "jaxlib_cpu", _file(library, _garbage))
    row("zeros in the library", "jaxlib_cpu", _file(library, _zeroed))
    row("descriptor gone", "jaxlib_cpu", _gone("jaxlib_cpu/plugin.json"))
    row("descriptor cut", "jaxlib_cpu", _file("jaxlib_cpu/plugin.json", _cut))
    row("descriptor newer", "jaxlib_cpu", _descriptor(schema="jaxlib.plugin/9"))
    row("extension gone", "jaxlib_cpu", _gone("jaxlib_cpu/_pjrt.abi3.so"))
    row("extension cut", "jaxlib_cpu", _file("jaxlib_cpu/_pjrt.abi3.so", _cut))
    row(
        "entry points garbled",
        "jaxlib_cpu",
        _file("jaxlib_cpu-*.dist-info/entry_points.txt", _garbage),
        ends="",
    )
    row("jaxlib-cpu not installed", "jaxlib_cpu", _uninstalled("jaxlib_cpu"), ends="works")
    for name in ("jax", "jaxlib"):
        for file in ("gone", "newer"):
            change = (
                _gone("jaxlib_cpu/plugin.json") if file == "gone" else _descriptor(schema="jaxlib.plugin/9")
            )
            row(
                f"descriptor {file}, {name} not installed", ("jaxlib_cpu", name), (change, _uninstalled(name))
            )
    row(
        "descriptor gone, jax of another release",
        ("jaxlib_cpu", "jax"),
        (_gone("jaxlib_cpu/plugin.json"), _versioned("jax", "0.10.1")),
    )
    row(
        "descriptor gone, jax and jaxlib of another release",
        ("jaxlib_cpu", "jax", "jaxlib"),
        (_gone("jaxlib_cpu/plugin.json"), _versioned("jax", "0.10.1"), _versioned("jaxlib", "0.10.1")),
    )
    row(
        "descriptor and METADATA of jax gone",
        ("jaxlib_cpu", "jax"),
        (_gone("jaxlib_cpu/plugin.json"), _without("jax", "METADATA")),
    )
    row("API out of range", "jaxlib_cpu", _descriptor(library={"pjrt_api": "0.5"}))
    for value in ("cup", "CPU", "gpu", "cuda", "tpu", "cpu,cup", "cuda,cup", " cpu", "cpu,", "metal"):
        row(f"JAX_PLATFORMS={value}", "JAX_PLATFORMS", _variable("JAX_PLATFORMS", value))
    for value in (
        "xla_force_host_platform_device_count=2",
        "--xla_not_a_flag=1",
        "--xla_force_host_platform_device_count=2 --xla_not_a_flag=1",
        "--xla_cpu_flatten_after_fusion=false",
        "--xla_force_host_platform_device_count=two",
        "/no/such/file",
    ):
        row(f"XLA_FLAGS={value}", "XLA_FLAGS", _variable("XLA_FLAGS", value))
    for name, value in (
        ("JAX_ENABLE_X64", "maybe"),
        ("JAX_NUM_CPU_DEVICES", "abc"),
        ("JAX_DEFAULT_MATMUL_PRECISION", "zzz"),
        ("JAXLIB_PLUGIN_POLICY", "ignore"),
        ("JAX_DISABLE_JIT", "perhaps"),
    ):
        row(f"{name}={value}", name, _variable(name, value))
    row("JAX_PLATFORMS=cuda,cpu", "JAX_PLATFORMS", _variable("JAX_PLATFORMS", "cuda,cpu"), ends="")
    row(
        "JAX_TRANSFER_GUARD=disallow",
        "JAX_TRANSFER",
        _variable("JAX_TRANSFER_GUARD", "disallow"),
        ends="works",
    )
    row("JAX_ENABLE_X64=1", "JAX_ENABLE_X64", _variable("JAX_ENABLE_X64", "1"), ends="works")
    row("another jax on PYTHONPATH", "PYTHONPATH", _other_jax)
    row("numpy.py on PYTHONPATH", "PYTHONPATH", _numpy_by_path)
    row("one bad entry of PYTHONPATH", "PYTHONPATH", _kept_path)
    row("a .pth file with another numpy first", "numpy", _numpy_by_pth)
    row("PYTHONPATH of nothing", "PYTHONPATH", _variable("PYTHONPATH", "/no/such/folder"), ends="works")
    row("a bad libstdc++ first", "LD_LIBRARY_PATH", _bad_libstdcxx)
    for library_name in ("libstdc++.so.6", "libz.so.1"):
        row(f"an empty {library_name} first", "loader", _other_library(library_name))
    for name in ("jax.py", "numpy.py", "random.py", "json.py", "typing.py", "jax/__init__.py", "scipy.py"):
        row(f"{name} here", "here", _here(name))
    for name, body in (
        ("ends the process", "import os; os._exit(3)"),
        ("aborts when it is initialized", "import os\ndef initialize(): os.abort()"),
        ("raises", "1 / 0"),
    ):
        row(f"another's plugin {name}", "acme", _others(body))
    row("another's plugin without RECORD raises", "acme", _others("1 / 0", record=False))
    row("another's plugin cannot be imported", "acme", _others("raise ImportError"), ends="works")
    for points in ("[jax_plugins]\nnothing\n", "[console_scripts]\nnothing\n"):
        row(f"entry points of another: {points!r}", "acme", _others("", points))
    row("entry points of another, no RECORD", "acme", _others("", "[a]\nnothing\n", record=False))
    row("entry points of another without a section", "acme", _others("", "nothing\n"), ends="works")
    blocks = "import sys; sys.modules['numpy'] = None\n"
    row("sitecustomize rules out numpy", "startup", _startup("sitecustomize.py", blocks))
    row(
        "sitecustomize rules out packaging",
        "startup",
        _startup("sitecustomize.py", blocks.replace("numpy", "packaging")),
        ends="works",
    )
    row("a .pth file rules out numpy", "startup", _startup("acme.pth", blocks))
    for name in ("my env", 'it\'s "so"', "a\nb", "größe"):
        row(f"path {name!r}, scipy not installed", ("path", "scipy"), (_uninstalled("scipy"), _moved(name)))
    ascii_names = (
        _variable("LC_ALL", "C"),
        _variable("PYTHONUTF8", "0"),
        _variable("PYTHONCOERCECLOCALE", "0"),
    )
    row("path 'größe' as ASCII", "path", (*ascii_names, _moved("größe")))
    row("path 'größe' as ASCII (system)", "path", (*ascii_names, _moved("größe")), "system")
    misread = (*ascii_names, _gone(library), _moved("größe"))
    row("path 'größe' as ASCII, library gone", ("path", "jaxlib_cpu"), misread)
    sets = "import os; os.environ['JAX_PLATFORMS'] = 'cup'\n"
    row("a .pth file sets JAX_PLATFORMS", "startup", _startup("acme.pth", sets))
    row("a package left over in a module's place", "jax", _startup("jax/_src/core/__init__.py", ""))
    left_over = f"jax/_src/core{EXTENSION_SUFFIXES[-1]}"
    row("a compiled module left over in a module's place", "jax", _startup(left_over, "cut"))
    row("jax is a link to nothing", "jax", _dangling("jax"))
    row("an editable jax whose checkout is gone", "jax", _editable_without_folder)
    row("numpy of another Python", "numpy", _of_another_python("numpy/**/*.so"))
    row("ml_dtypes of another Python", "ml_dtypes", _of_another_python("ml_dtypes/*.so"))
    for name, pattern in (
        ("numpy", "numpy/_core/_multiarray_umath*.so"),
        ("jaxlib", "jaxlib/libjax_common.so"),
    ):
        row(f"{name} for another processor", name, _file(pattern, _for_another_processor))
    row("a zip archive with numpy on PYTHONPATH", "PYTHONPATH", _zip_by_path)
    row("numpy in the user's site", "HOME", _by_user_site, "system")
    row("jaxlib_cpu/__init__.py here", "here", _here("jaxlib_cpu/__init__.py", "def initialize(): ...\n"))
    row(
        "bindings: entry points of jaxlib-cpu gone",
        "jaxlib_cpu",
        _without("jaxlib_cpu", "entry_points.txt"),
        "bindings",
    )
    row("bindings: metadata of jaxlib-cpu gone", "jaxlib_cpu", _gone("jaxlib_cpu-*.dist-info"), "bindings")
    damaged = _file("pip/_internal/cli/main.py", _garbage)
    row("pip garbled", "pip", (damaged, _uninstalled("scipy")))
    row("pip garbled, no uv", "pip", (damaged, _uninstalled("scipy"), _no_uv))
    row("a vendored module of pip gone", "pip", (_gone("pip/_vendor/urllib3"), _uninstalled("numpy"), _no_uv))
    row("--timeout 0.1", "timeout", _option("--timeout", "0.1"))
    raises = _startup("etils.py", "raise RuntimeError('of another Python')\n")
    row("a module of nobody's that jax tries raises", "startup", raises)
    # Faults that keep Python from starting: the command is then started as jaxlib-core's README describes.
    for variable in (
        "PYTHONHOME=/no/such/folder",
        "PYTHONIOENCODING=nonsense",
        "PYTHONUTF8=2",
        "PYTHONMALLOC=nonsense",
        "PYTHONHASHSEED=abc",
        "PYTHONPLATLIBDIR=lib99",
    ):
        ignoring = _started_by("{python}", "-E", "-m", "jaxlib_core")
        row(variable, "start", (_variable(*variable.split("=")), ignoring))
    folder = _started_by("{python}", "-E", "{site}/jaxlib_core")
    for kind in ("pip", "uv"):
        row(f"pyvenv.cfg gone ({kind})", "start", (_without_configuration, folder), kind)
    row("a script, from an environment that was copied", "nothing", _started_by("{bin}/jaxlib"), ends="works")
    copied = (_started_by("{bin}/jaxlib"), _uninstalled("numpy"))
    row("a script, from an environment that was copied, numpy not installed", "start", copied)
    row(
        "the module of packaging gone, module and RECORD of ml_dtypes gone",
        "pip",
        (_gone("packaging"), _gone("ml_dtypes"), _without("ml_dtypes", "RECORD")),
    )
    for megabytes in (60, 400):
        row(f"an address space of {megabytes} MB", "limit", _limited("-S", "-v", f"{megabytes}000"))
    for kind in ("uv", "system"):
        row(f"scipy not installed ({kind})", "scipy", _uninstalled("scipy"), kind)
        row(f"numpy not installed ({kind})", "numpy", _uninstalled("numpy"), kind)
        row(f"library cut ({kind})", "jaxlib_cpu", _file(library, _cut), kind)
        row(f"jaxlib twice ({kind})", "jaxlib", _twice("jaxlib", "0.10.1"), kind)
        row(f"jaxlib not installed ({kind})", "jaxlib", _uninstalled("jaxlib"), kind)
        row(f"jax of another release ({kind})", "jax", _versioned("jax", "0.10.1"), kind)
        row(f"packaging not installed ({kind})", "packaging", _uninstalled("packaging"), kind)
        row(
            f"module and RECORD of numpy gone ({kind})",
            "numpy",
            (_gone("numpy"), _without("numpy", "RECORD")),
            kind,
        )
        row(f"METADATA of jaxlib gone ({kind})", "jaxlib", _without("jaxlib", "METADATA"), kind)
    for name in ("jax", "jaxlib_cpu", "numpy"):
        ends = "works" if name == "numpy" else "repaired"
        row(f"METADATA of {name} with a name alone", name, _name_alone(name), ends=ends)
    for name in ("scipy", "numpy", "jaxlib", "jax"):
        row(f"{name} half removed", name, _half_removed(name))
    for name in ("jaxlib", "numpy", "jaxlib_cpu"):
        row(f"a removal of {name} interrupted", name, _interrupted(name, whole=True), ends="")
        row(f"a removal of {name} interrupted at once", name, _interrupted(name, whole=False))
    flags = "import os; os.environ['XLA_FLAGS'] = '--xla_not_a_flag=1'\n"
    row("sitecustomize sets XLA_FLAGS", "startup", _startup("sitecustomize.py", flags))
    few = "import sys; sys.setrecursionlimit(40)\n"
    row("sitecustomize leaves few frames", "startup", _startup("sitecustomize.py", few))
    early = _startup("early.pth", "import jax\n")
    row("a .pth file imports jax", "startup", early, ends="works")
    row("a .pth file imports jax, numpy not installed", "numpy", (early, _uninstalled("numpy")))
    for name, value in (
        ("PIP_USER", "1"),
        ("PIP_TARGET", "{folder}/other"),
        ("PIP_DRY_RUN", "1"),
        ("PIP_REQUIRE_HASHES", "1"),
        ("PIP_PYTHON", "/usr/bin/python3"),
    ):
        row(f"{name}, scipy not installed", "pip", (_variable(name, value), _uninstalled("scipy")))
    removed = (_in_a_removed_folder, _uninstalled("scipy"))
    row("the current folder was removed, scipy not installed", "pip", removed)
    warned = (_variable("PYTHONWARNINGS", "error"), _uninstalled("scipy"))
    row("warnings are errors, scipy not installed", "pip", warned)
    homeless = (_variable("HOME", "/dev/null"), _uninstalled("scipy"))
    row("no home folder, scipy not installed (uv)", "pip", homeless, "uv")
    for text in ("scipy<1", "numpy==1.26.4", "six==1.17.0"):
        constrained = (_constrained(text), _uninstalled("scipy"))
        row(f"constraints {text}, scipy not installed", "pip", constrained)
    required = _variable("PIP_REQUIRE_VIRTUALENV", "1")
    row(
        "PIP_REQUIRE_VIRTUALENV, scipy not installed (system)",
        "pip",
        (required, _uninstalled("scipy"), _no_uv),
        "system",
    )
    filed = _of_pip(require_virtualenv="true")
    row(
        "require-virtualenv in a file, scipy not installed (system)",
        "pip",
        (filed, _uninstalled("scipy"), _no_uv),
        "system",
    )
    row(
        "a stand-in for uv, scipy not installed (system)",
        "pip",
        (_stand_in_for_uv, _uninstalled("scipy")),
        "system",
    )
    for name in ("zlib", "_ctypes"):
        row(f"a Python without {name} (system)", "startup", _built_without(name), "system", "told")
    row("bindings: a native module gone", "jaxlib", _gone("jaxlib/*.so"), "bindings")
    row("bindings: a module garbage", "jaxlib", _file("jaxlib/xla_client.py", _garbage), "bindings")
    row("bindings: jaxlib-cpu not installed", "jaxlib_cpu", _uninstalled("jaxlib_cpu"), "bindings")
    row("bindings: jaxlib twice", "jaxlib", _twice("jaxlib", "0.10.1"), "bindings")
    row("bindings: upstream's jaxlib over it", "jaxlib", _upstreams_over_it, "bindings")
    row("bindings: library cut", "jaxlib_cpu", _file(library, _cut), "bindings")
    row("bindings: a flag without dashes", "XLA_FLAGS", _variable("XLA_FLAGS", "xla_dump_to=x"), "bindings")
    row("bindings: METADATA of jaxlib gone", "jaxlib", _without("jaxlib", "METADATA"), "bindings")
    return rows


def _combinable(singles: list[Row]) -> list[Row]:
    # A fault that only shows when jax runs is hidden by one that keeps jax from running, and found in the next
    # report.
    apart = {"timeout", "limit", "loader", "pip", "acme", "start", "startup"}
    return [row for row in singles if row.ends == "repaired" and row.kind == "pip" and not row.parts & apart]


def _pairs(singles: list[Row], count: int) -> list[Row]:
    """``count`` pairs of single faults of different parts, the same each time, for each kind of environment."""
    able = _combinable(singles)
    pairs = [(a, b) for a, b in itertools.combinations(able, 2) if not a.parts & b.parts]
    chosen = random.Random(25).sample(pairs, count)
    return [
        Row(f"{a.name} + {b.name} ({kind})", a.parts | b.parts, (*a.apply, *b.apply), kind)
        for (a, b), kind in zip(chosen, itertools.cycle(("pip", "uv", "system")), strict=False)
    ]


#: Pairs in which one fault once hid the other, or broke its repair; some in an environment of another kind.
_HIDING = (
    ("a zip archive with numpy on PYTHONPATH", "an editable jax whose checkout is gone"),
    ("a package left over in a module's place", "jaxlib_cpu/__init__.py here"),
    ("a .pth file sets JAX_PLATFORMS", "numpy for another processor"),
    ("path 'größe' as ASCII", "typing.py here"),
    ("another's plugin ends the process", "numpy not installed"),
    ("another's plugin raises", "library cut"),
    ("another's plugin aborts when it is initialized", "jaxlib twice"),
    ("sitecustomize rules out numpy", "scipy not installed"),
    ("descriptor newer, jaxlib not installed", "another jax on PYTHONPATH"),
    ("numpy too old", "scipy half removed"),
    ("JAX_ENABLE_X64=maybe", "jax half removed"),
    ("the module of scipy gone", "zeros in bytecode of numpy"),
    ("_fblas*.so gone", "a .pth file with another numpy first"),
    ("metadata of jaxlib gone", "scipy half removed", "uv"),
    ("descriptor newer, jaxlib not installed", "jax twice"),
)


def _hiding(singles: list[Row]) -> list[Row]:
    by_name = {row.name: row for row in singles}
    pairs = [(by_name[one], by_name[other], kind) for one, other, *kind in _HIDING]
    return [
        Row(f"{a.name} + {b.name}", a.parts | b.parts, (*a.apply, *b.apply), *kind) for a, b, kind in pairs
    ]


_SINGLES = _singles()
TABLE = (*_SINGLES, *_hiding(_SINGLES), *_pairs(_SINGLES, 48))


def combinations(count: int, seed: int) -> list[Row]:
    """``count`` random combinations of two or three single faults of different parts, in each kind in turn."""
    choose, rows = random.Random(seed), list[Row]()
    kinds = itertools.cycle(("pip", "uv", "system"))
    while len(rows) < count:
        chosen = choose.sample(_combinable(_SINGLES), choose.choice((2, 2, 3)))
        parts = frozenset[str]().union(*(row.parts for row in chosen))
        if len(parts) == sum(len(row.parts) for row in chosen):
            kind = next(kinds)
            name = f"{' + '.join(row.name for row in chosen)} ({kind}, seed {seed})"
            rows.append(Row(name, parts, tuple(itertools.chain(*(row.apply for row in chosen))), kind))
    return rows


def _features(row: Row) -> set[str]:
    """The features of a row: its parts, its faults, its kind of environment, and its end.

    jax's own variables count as one part.
    """
    parts = {"JAX" if part.startswith("JAX") else part for part in row.parts}
    ways = {f"by {apply.__qualname__.partition('.')[0]}" for apply in row.apply}
    return {*parts, *ways, f"in {row.kind}", row.ends}


def _covering(rows: Sequence[Row]) -> tuple[Row, ...]:
    """A few of ``rows`` that have every feature; the row with the most new features is added each time."""
    missing = set[str]().union(*map(_features, rows))
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(_features(row) & missing))
        chosen.append(best)
        missing -= _features(best)
    return tuple(chosen)


#: The rows of the test command, which tests a command that cannot start with unit tests instead.
QUICK = _covering([row for row in TABLE if not row.parts & {"loader", "start"}])
