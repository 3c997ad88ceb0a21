"""Ways to break an environment that several topics use."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

from tests.faults.broken.row import Break, Broken

LIBRARY = "jaxlib_cpu/libjaxlib_cpu.so"


def gone(*patterns: str) -> Break:
    def apply(it: Broken) -> None:
        found = [path for pattern in patterns for path in it.site.glob(pattern)]
        assert found, patterns
        for path in found:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    return apply


def uninstalled(name: str) -> Break:
    return gone(name, f"{name}-*.dist-info")


def without(name: str, file: str) -> Break:
    def apply(it: Broken) -> None:
        (it.info(name) / file).unlink()

    return apply


def versioned(name: str, version: str) -> Break:
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


def installed_twice(name: str, version: str) -> Break:
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


def changed(pattern: str, change: Callable[[bytes], bytes]) -> Break:
    def apply(it: Broken) -> None:
        path = sorted(it.site.glob(pattern))[0]
        it.replace(path, change(path.read_bytes()))

    return apply


def cut(image: bytes) -> bytes:
    return image[: len(image) // 2]


def zeroed(image: bytes) -> bytes:
    return image[: len(image) // 3] + bytes(len(image) // 3) + image[len(image) // 3 * 2 :]


def garbage(_: bytes) -> bytes:
    return b"this is not a program\n"


def with_variable(name: str, value: str) -> Break:
    def apply(it: Broken) -> None:
        it.variables[name] = value.format(site=it.site, folder=it.folder)

    return apply


def file_in_site(name: str, text: str) -> Break:
    def apply(it: Broken) -> None:
        it.replace(it.site / name, text.encode())

    return apply


def file_by_path(name: str, text: str) -> Break:
    def apply(it: Broken) -> None:
        it.replace(it.folder / "mine" / name, text.encode())
        it.variables["PYTHONPATH"] = str(it.folder / "mine")

    return apply


def file_here(name: str, content: str = "") -> Break:
    def apply(it: Broken) -> None:
        it.replace(it.folder / name, content.encode())

    return apply


def with_descriptor(**changes: object) -> Break:
    def apply(it: Broken) -> None:
        path = it.site / "jaxlib_cpu" / "plugin.json"
        data = json.loads(path.read_bytes())
        for key, value in changes.items():
            data[key] = {**data[key], **value} if isinstance(value, dict) else value
        it.replace(path, json.dumps(data).encode())

    return apply


def without_uv(it: Broken) -> None:
    it.variables["PATH"] = "/usr/bin:/bin"


def started_by(*words: str) -> Break:
    """The command is not started by ``python -m jaxlib_core``, which would not run at all."""

    def apply(it: Broken) -> None:
        it.command = words

    return apply


def nothing(_: Broken) -> None: ...
