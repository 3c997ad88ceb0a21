"""Each mistake in a manifest is an error that names its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.tools.artifacts.manifest_values import SHA256, assign, local, remove, values, written
from tools.artifacts import manifest as manifest_module
from tools.artifacts.manifest import (
    ManifestError,
    load,
    load_file,
    releases,
)

CPU = ("artifact", 0)
CPU_FILE = ("artifact", 0, "file", 0)
JAXLIB_FILE = ("artifact", 1, "file", 0)
CPU_NAME = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl"
AT_CPU_FILE = f"artifact[xla-cpu-pjrt].file[{CPU_NAME}]"
AT_JAXLIB_FILE = "artifact[jaxlib].file[jaxlib-0.10.2-cp313-cp313-manylinux_2_27_x86_64.whl]"
HEX = "wanted 64 lower-case hexadecimal digits, found"


def named(filename: str) -> tuple[Callable[[dict[str, Any]], None], str]:
    return assign(*CPU_FILE, "filename", value=filename), f"artifact[xla-cpu-pjrt].file[{filename}].filename"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (assign("schema", value=2), "schema: wanted 1, the only schema this factory reads, found 2"),
        (remove("schema"), "schema: wanted an integer, found nothing"),
        (assign("schema", value=True), "schema: wanted an integer, found True"),
        (assign("pyhton", value=">=3.11"), "pyhton: wanted only keys of schema 1 here, found this one"),
        (assign("release", value="new"), "release: wanted a version (PEP 440), found 'new'"),
        (assign("default", value=True), "default: wanted only keys of schema 1 here"),
        (
            assign("python", value="3.11 up"),
            "python: wanted a version specifier such as '>=3.11', found '3.11 up'",
        ),
        (assign("jaxlib", value=1), "jaxlib: wanted a table, found 1"),
        (
            assign("jaxlib", "pjrt_api_major", value=-1),
            "pjrt_api_major: wanted an integer that is not negative",
        ),
        (
            assign("jaxlib", "pjrt_api_minimum", value="29"),
            "pjrt_api_minimum: wanted major.minor, found '29'",
        ),
        (assign("jaxlib", "x", value=1), "jaxlib.x: wanted only keys of schema 1 here"),
        (assign("artifact", value={}), "artifact: wanted an array, found {}"),
        (assign("artifact", value=[1]), "artifact[0]: wanted a table, found 1"),
        (remove(*CPU, "name"), "artifact[0].name: wanted a string, found nothing"),
        (assign(*CPU, "name", value="xla_cpu"), "artifact[0].name: wanted the normalized name 'xla-cpu'"),
        (assign(*CPU, "version", value="x"), "artifact[0].version: wanted a version (PEP 440), found 'x'"),
        (
            assign(*CPU, "license", value=" "),
            "artifact[xla-cpu-pjrt].license: wanted a string with something in it",
        ),
        (
            assign(*CPU, "use", value="sell"),
            "artifact[xla-cpu-pjrt].use: wanted repack | depend | local, found 'sell'",
        ),
        (assign(*CPU, "path", value="x"), "artifact[xla-cpu-pjrt].path: wanted only keys of schema 1 here"),
        (
            assign(*CPU, "library", "pjrt_api", value="0.x"),
            "library.pjrt_api: wanted major.minor, found '0.x'",
        ),
        (assign(*CPU, "library", "ffi_api", value=0.2), "library.ffi_api: wanted a string, found 0.2"),
        (assign(*CPU, "library", "x", value=1), "artifact[xla-cpu-pjrt].library.x: wanted only keys"),
        (assign(*CPU, "library", "member", value="../x.so"), "library.member: wanted the name of a member"),
        (assign(*CPU, "library", "member", value="/x.so"), "library.member: wanted the name of a member"),
        (assign(*CPU, "headers", "x", value=1), "artifact[xla-cpu-pjrt].headers.x: wanted a string, found 1"),
        (assign(*CPU, "file", value=[1]), "artifact[xla-cpu-pjrt].file[0]: wanted a table, found 1"),
        (
            assign(*CPU_FILE, "sha256", value=SHA256.upper()),
            f"{AT_CPU_FILE}.sha256: {HEX} '{SHA256.upper()}'",
        ),
        (assign(*CPU_FILE, "sha256", value="00"), f"{AT_CPU_FILE}.sha256: {HEX} '00'"),
        (
            assign(*CPU_FILE, "size", value=-1),
            f"{AT_CPU_FILE}.size: wanted an integer that is not negative, found -1",
        ),
        (assign(*CPU_FILE, "size", value="1"), f"{AT_CPU_FILE}.size: wanted an integer, found '1'"),
        (assign(*CPU_FILE, "x", value=1), f"{AT_CPU_FILE}.x: wanted only keys of schema 1 here"),
        (
            assign(*CPU_FILE, "architecture", value="riscv64"),
            f"{AT_CPU_FILE}.architecture: wanted x86_64 | aarch64 | any, found 'riscv64'",
        ),
        (
            assign(*CPU_FILE, "architecture", value="aarch64"),
            f"{AT_CPU_FILE}.architecture: wanted 'x86_64' as in the file's name, found 'aarch64'",
        ),
        (
            assign(*CPU_FILE, "python", value="cp311"),
            f"{AT_CPU_FILE}.python: wanted no such key, for a py3-none wheel, found 'cp311'",
        ),
        (
            assign(*JAXLIB_FILE, "python", value="3.13"),
            f"{AT_JAXLIB_FILE}.python: wanted a Python such as cp311 or cp313t, found '3.13'",
        ),
        (
            remove(*JAXLIB_FILE, "python"),
            f"{AT_JAXLIB_FILE}.python: wanted 'cp313' as in the file's name, found None",
        ),
        *(
            (change, f"{place}: wanted {wanted}")
            for (change, place), wanted in [
                (named("xla_cpu_pjrt.tar.gz"), "the name of a wheel, found 'xla_cpu_pjrt.tar.gz'"),
                (
                    named("xla_cpu_pjrt-0.0.2-py3-none-manylinux_2_27_x86_64.whl"),
                    "a wheel of xla-cpu-pjrt 0.0.1, found 'xla-cpu-pjrt 0.0.2'",
                ),
                (
                    named("libtpu-0.0.1-py3-none-manylinux_2_27_x86_64.whl"),
                    "a wheel of xla-cpu-pjrt 0.0.1, found 'libtpu 0.0.1'",
                ),
                (
                    named("xla_cpu_pjrt-0.0.1-py3-none-win_amd64.whl"),
                    "a wheel for Linux on x86_64 or aarch64",
                ),
            ]
        ),
        (
            lambda content: content["artifact"].append(content["artifact"][0]),
            "artifact: wanted each artifact once, found 'xla-cpu-pjrt 2 times'",
        ),
        (
            lambda content: content["artifact"][0]["file"].append(content["artifact"][0]["file"][0]),
            f"artifact[xla-cpu-pjrt].file: wanted each file once, found '{CPU_NAME} 2 times'",
        ),
        (
            assign(
                *CPU,
                "file",
                1,
                value={
                    "filename": "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_28_x86_64.whl",
                    "architecture": "x86_64",
                    "size": 1,
                    "sha256": SHA256,
                },
            ),
            "artifact[xla-cpu-pjrt].file: wanted each architecture and Python once, "
            "found 'x86_64/every Python 2 times'",
        ),
    ],
)
def test_each_mistake_is_named(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    content = values()
    change(content)
    path = written(tmp_path, content)
    with pytest.raises(ManifestError, match=re.escape(message)) as caught:
        load_file(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (remove(*CPU, "path"), "artifact[xla-cpu-pjrt].path: wanted a string, found nothing"),
        (assign(*CPU, "sha256", value="x"), f"artifact[xla-cpu-pjrt].sha256: {HEX} 'x'"),
        (assign(*CPU, "file", value=[]), "artifact[xla-cpu-pjrt].file: wanted only keys of schema 1 here"),
        (
            assign(*CPU, "library", "member", value="x.so"),
            "library.member: wanted only keys of schema 1 here",
        ),
    ],
)
def test_each_mistake_in_a_local_artifact_is_named(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    content = local()
    change(content)
    with pytest.raises(ManifestError, match=re.escape(message)):
        load_file(written(tmp_path, content))


def test_what_is_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "0.10.2.toml"
    with pytest.raises(ManifestError, match=r"0\.10\.2\.toml: can't read the manifest: No such file"):
        load_file(path)
    path.write_text("schema = x\n")
    with pytest.raises(ManifestError, match=r"0\.10\.2\.toml: not valid TOML: .*line 1, column"):
        load_file(path)
    path.write_bytes(b"\xff")
    with pytest.raises(ManifestError, match=r"0\.10\.2\.toml: not valid TOML: "):
        load_file(path)


def test_a_manifest_is_named_for_its_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest_module, "MANIFESTS", tmp_path)
    written(tmp_path, values(), "0.12.0.toml")
    with pytest.raises(
        ManifestError, match=r"release: wanted '0\.12\.0' as in the file's name, found '0\.10\.2'"
    ):
        load("0.12.0")
    written(tmp_path, values(), "newest.toml")
    with pytest.raises(ManifestError, match=r"wanted a manifest named <release>\.toml, found 'newest\.toml'"):
        releases()
