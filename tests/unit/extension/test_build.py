"""The compiled extension: its exports and dependencies, and that its bytes do not depend on the build's folder."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from plugins.extension.compile import CompileError, compile_shared

from .conftest import HERE, NATIVE, TARGET, find_pythons


def test_it_exports_its_init_function_only(extension: Path) -> None:
    with extension.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".dynsym").iter_symbols()
        exported = {symbol.name for symbol in symbols if symbol["st_shndx"] != "SHN_UNDEF" and symbol.name}
    assert exported == {"PyInit__pjrt"}


def test_it_needs_only_the_old_c_library(extension: Path) -> None:
    with extension.open("rb") as file:
        elf = ELFFile(file)
        needed = {
            tag.needed
            for tag in elf.get_section_by_name(".dynamic").iter_tags()
            if tag.entry.d_tag == "DT_NEEDED"
        }
        versions = {
            version.name
            for _, auxiliaries in elf.get_section_by_name(".gnu.version_r").iter_versions()
            for version in auxiliaries
        }
    assert needed <= {"libc.so.6", "libdl.so.2", "libpthread.so.0"}
    assert all(tuple(map(int, version.removeprefix("GLIBC_").split("."))) <= (2, 17) for version in versions)


def test_it_names_no_path_and_no_build(extension: Path) -> None:
    content = extension.read_bytes()
    for path in (str(NATIVE), str(Path.home()), sys.prefix):
        assert path.encode() not in content
    with extension.open("rb") as file:
        names = {section.name for section in ELFFile(file).iter_sections()}
    assert not {name for name in names if re.match(r"\.(debug|symtab|note\.gnu\.build-id)", name)}


def test_it_keeps_to_the_stable_abi(extension: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "abi3audit", "--strict", "--assume-minimum-abi3", "3.11", str(extension)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_the_same_from_another_place(extension: Path, headers: Path, scratch_copy: Path) -> None:
    output = scratch_copy.parent / "again" / extension.name
    compile_shared(sorted(scratch_copy.glob("*.c")), output, target=TARGET, include=[headers])
    assert output.read_bytes() == extension.read_bytes()
    assert {path.name for path in scratch_copy.iterdir()} == {path.name for path in NATIVE.iterdir()}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_it_cross_compiles(machine: str, headers: Path, tmp_path: Path) -> None:
    output = tmp_path / "_pjrt.abi3.so"
    compile_shared(sorted(NATIVE.glob("*.c")), output, target=f"{machine}-linux-gnu.2.17", include=[headers])
    with output.open("rb") as file:
        assert ELFFile(file).get_machine_arch() == {"x86_64": "x64", "aarch64": "AArch64"}[machine]


def test_a_compiler_error_shows_the_command_and_the_place(tmp_path: Path) -> None:
    source = tmp_path / "wrong.c"
    source.write_text("int wrong(void) { return missing; }\n")
    with pytest.raises(CompileError, match=r"(?s)ziglang cc -target .*wrong\.c:1:.*missing"):
        compile_shared([source], tmp_path / "wrong.so", target=TARGET)


def python_headers(version: str, scratch: Path) -> list[Path]:
    """Where a Python's Python.h and what it includes are; skips loudly without it."""
    python = find_pythons().get(version)
    if python is None:
        pytest.skip(f"no CPython {version} on this machine: python_abi.h is NOT CHECKED against it")
    script = (
        "import sysconfig as s; print(s.get_path('include'), s.get_config_var('MULTIARCH') or '', sep='\\n')"
    )
    done = subprocess.run([str(python), "-I", "-c", script], capture_output=True, text=True, check=True)
    include, machine = done.stdout.split("\n")[:2]
    folder = Path(include)
    config = folder.parent / machine / folder.name
    if not (folder / "Python.h").is_file():
        pytest.skip(f"CPython {version} has no Python.h: python_abi.h is NOT CHECKED against it")
    if not (config / "pyconfig.h").is_file():
        return [folder]
    # Debian's includes another by its path from /usr/include, where there is much that must not be found.
    link = scratch / "include" / config.relative_to(folder.parent)
    link.parent.mkdir(parents=True)
    link.symlink_to(config)
    return [folder, scratch / "include"]


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_our_python_abi_is_pythons(version: str, tmp_path: Path) -> None:
    compile_shared(
        [HERE / "fakes" / "python_layout.c"],
        tmp_path / "layout.so",
        target=TARGET,
        include=[*python_headers(version, tmp_path), NATIVE],
        defines={"Py_LIMITED_API": "0x030B0000"},
    )


def test_our_python_abi_is_that_of_free_threaded_pythons(tmp_path: Path) -> None:
    compile_shared(
        [HERE / "fakes" / "python_layout.c"],
        tmp_path / "layout.so",
        target=TARGET,
        include=[*python_headers("3.13", tmp_path), NATIVE],
        # The headers of 3.13 refuse Py_LIMITED_API together with Py_GIL_DISABLED.
        defines={"Py_GIL_DISABLED": "1"},
    )


@pytest.mark.parametrize(
    ("ours", "wrong", "named"),
    [
        ("X(PyMethodDef, 32)", "X(PyMethodDef, 40)", "PyMethodDef"),
        ("Y(PyType_Spec, flags, 16)", "Y(PyType_Spec, flags, 20)", "PyType_Spec.flags"),
        ("X(Py_tp_getset, 73)", "X(Py_tp_getset, 72)", "Py_tp_getset"),
        ("X(int, PyDict_Next,", "X(long, PyDict_Next,", "PyDict_Next"),
        ("X(PyTypeObject, PyLong_Type)", "X(PyObject, PyLong_Type)", "PyLong_Type"),
    ],
)
def test_a_wrong_python_abi_is_noticed(
    ours: str, wrong: str, named: str, scratch_copy: Path, tmp_path: Path
) -> None:
    include = python_headers(sysconfig.get_python_version(), tmp_path / "headers")
    header = scratch_copy / "python_abi.h"
    text = header.read_text()
    assert ours in text
    header.write_text(text.replace(ours, wrong))
    with pytest.raises(CompileError, match=f"error: static assertion failed.*{re.escape(named)}"):
        compile_shared(
            [HERE / "fakes" / "python_layout.c"],
            scratch_copy / "layout.so",
            target=TARGET,
            include=[*include, scratch_copy],
            defines={"Py_LIMITED_API": "0x030B0000"},
        )


def test_this_python_counts_as_one_of_those_tested() -> None:
    assert sysconfig.get_python_version() in find_pythons()
