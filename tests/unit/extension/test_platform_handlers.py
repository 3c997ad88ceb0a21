"""The FFI handlers of a plugin's own C files: jaxlib's LAPACK targets for the CPU, none in the shared extension."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from plugins.extension.compile import compile_shared

from .conftest import NATIVE, TARGET, Child, ended

CPU = NATIVE.parents[1] / "jaxlib-cpu" / "native"


def merged(folder: Path) -> list[Path]:
    """The C sources of the CPU plugin's extension in one folder, as they are staged."""
    for source in (NATIVE, CPU):
        shutil.copytree(source, folder, dirs_exist_ok=True)
    return sorted(folder.glob("*.c"))


@pytest.fixture(scope="session")
def cpu_extension(tmp_path_factory: pytest.TempPathFactory, headers: Path) -> Path:
    output = tmp_path_factory.mktemp("cpu") / "_pjrt.abi3.so"
    compile_shared(merged(output.parent / "native"), output, target=TARGET, include=[headers])
    return output


def test_the_shared_part_brings_none(child: Child) -> None:
    assert child("print(_pjrt.platform_handlers())").strip() == "{}"


def test_the_cpu_plugin_brings_jaxlibs_targets(python: Path, cpu_extension: Path) -> None:
    code = "import json, _pjrt; print(json.dumps(_pjrt.platform_handlers()))"
    code = f"import sys; sys.path.insert(0, {str(cpu_extension.parent)!r}); {code}"
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{ended(done.returncode)}\n{done.stderr}"
    handlers = json.loads(done.stdout)
    assert len(handlers) == len(set(handlers.values())) == 62
    assert all(handlers.values())
    lapack = [name for name in handlers if name.startswith("lapack_") and name.endswith("_ffi")]
    assert len(lapack) == 60
    # Symmetric for real types, Hermitian for complex ones.
    assert {"lapack_ssyevd_ffi", "lapack_zheevd_ffi", "lapack_dorgqr_ffi", "lapack_cungqr_ffi"} <= set(lapack)
    assert not {"lapack_csyevd_ffi", "lapack_dheevd_ffi"} & set(lapack)


def test_its_handlers_are_registered_with_the_real_library(
    python: Path, cpu_extension: Path, library: Path
) -> None:
    code = textwrap.dedent(
        """
        import sys
        sys.path.insert(0, sys.argv[1])
        import _pjrt
        api = _pjrt.load(sys.argv[2])
        for name, address in _pjrt.platform_handlers().items():
            api.register_ffi_handler(name, address, "Host")
            try:
                api.register_ffi_handler(name, address + 1, "HOST")
            except ValueError:
                continue
            raise AssertionError(name)
        """
    )
    done = subprocess.run(
        [python, "-I", "-c", code, cpu_extension.parent, library], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{ended(done.returncode)}\n{done.stderr}"


def test_it_needs_only_the_c_library_and_the_stable_abi(cpu_extension: Path) -> None:
    with cpu_extension.open("rb") as file:
        elf = ELFFile(file)
        tags = elf.get_section_by_name(".dynamic").iter_tags()
        needed = {tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"}
        symbols = elf.get_section_by_name(".dynsym").iter_symbols()
        exported = {symbol.name for symbol in symbols if symbol["st_shndx"] != "SHN_UNDEF" and symbol.name}
    assert needed <= {"libc.so.6", "libdl.so.2", "libpthread.so.0"}
    assert exported == {"PyInit__pjrt"}
    done = subprocess.run(
        [sys.executable, "-m", "abi3audit", "--strict", "--assume-minimum-abi3", "3.11", str(cpu_extension)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_it_cross_compiles(machine: str, headers: Path, tmp_path: Path) -> None:
    output = tmp_path / "_pjrt.abi3.so"
    compile_shared(merged(tmp_path / "native"), output, target=f"{machine}-linux-gnu.2.17", include=[headers])
    with output.open("rb") as file:
        assert ELFFile(file).get_machine_arch() == {"x86_64": "x64", "aarch64": "AArch64"}[machine]
