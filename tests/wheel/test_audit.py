from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.wheel.conftest import Built
from tests.wheel.mini import (
    BILL,
    EXPORT,
    EXTENSION,
    INFO,
    LIBRARY,
    LIBRARY_C,
    RELEASE,
    TAG,
    Compiler,
    Mini,
    extension_c,
    library_c,
)
from tools import ROOT
from tools.artifacts.manifest import load
from tools.audit import audit, declared, rules
from tools.audit.audit import Audit
from tools.audit.rules import binaries
from tools.measurements import library as measurements
from tools.wheels import wheelfile

SCHEMA = json.loads((ROOT / "tools/schemas/audit.schema.json").read_text("utf-8"))


def explained(done: Audit) -> str:
    return "\n".join(
        f"{check.name}: {check.wanted} / {check.found}" for check in done.checks if not check.passed
    )


@pytest.mark.parametrize("name", ["core", "lock", "pjrt", "cpu", "tpu"])
def test_the_built_wheels_pass(built: Built, name: str, release: str) -> None:
    done = audit.audit(built(name, release))
    assert done.passed, explained(done)


def test_the_unspoilt_mini_wheel_passes(mini: Mini, tmp_path: Path) -> None:
    done = audit.audit(mini.write(tmp_path))
    assert done.passed, explained(done)
    applied = {check.name for check in done.checks}
    assert applied == {
        *(
            "tag",
            "metadata",
            "description",
            "requirements",
            "licence",
            "entry-points",
            "record",
            "build-paths",
            "manylinux",
        ),
        *("stable-abi", "architecture", "linkage", "exports", "descriptor", "library", "provenance"),
        *("linked-libraries", "gpu-architectures", "size", "excluded", "bill-of-materials", "segments"),
        "measured",
    }


def extension(mini: Mini, text: str) -> None:
    mini.files[EXTENSION] = mini.compiler(text).read_bytes()


def library(mini: Mini, text: str, target: str = "x86_64-linux-gnu.2.17") -> None:
    mini.library(mini.compiler(text, target).read_bytes())


def returning(expression: str, before: str = "") -> str:
    """A library in C whose entry evaluates an expression too."""
    text = LIBRARY_C.replace("{ return &api; }", f"{{ return {expression}; }}")
    assert text != LIBRARY_C
    return before + text


def flipped_byte(mini: Mini) -> None:
    mini.files[LIBRARY] = mini.files[LIBRARY][:-1] + b"\1"


def for_another_architecture(mini: Mini) -> None:
    library(mini, LIBRARY_C, "aarch64-linux-gnu.2.17")


def renamed_entry(mini: Mini) -> None:
    library(mini, LIBRARY_C.replace("GetPjrtApi", "GetPjrtAbi"))


def newer_glibc(mini: Mini) -> None:
    # gettid came with glibc 2.30.
    text = returning("gettid() ? &api : NULL", "extern int gettid(void);\n")
    library(mini, text, "x86_64-linux-gnu.2.30")


def linked_with_libpython(mini: Mini) -> None:
    stub = f"{EXPORT} void *PyErr_NoMemory(void);\nvoid *PyErr_NoMemory(void) {{ return 0; }}"
    python = mini.compiler(stub, link=["-Wl,-soname,libpython3.11.so.1.0"])
    mini.files[EXTENSION] = mini.compiler(extension_c(), beside=[python]).read_bytes()


def with_a_path_in_it(mini: Mini) -> None:
    text = (
        extension_c()
        .replace("(void);", "(const char *);", 1)
        .replace("NoMemory();", 'NoMemory("/home/builder/src/api.c");')
    )
    extension(mini, text)


def without_a_line(mini: Mini) -> None:
    mini.record[LIBRARY] = None


def listed_and_not_there(mini: Mini) -> None:
    mini.record["jaxlib_cpu/gone.py"] = (
        "jaxlib_cpu/gone.py,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0"
    )


def third_elf_file(mini: Mini) -> None:
    mini.files["jaxlib_cpu/data.bin"] = mini.files[LIBRARY]


def with_kernels_for_newer_drivers(mini: Mini) -> None:
    """A fat binary with one entry, for sm_90, marked as compressed with ZSTD."""
    entry = struct.pack("<HHIQIIHHIIIQQQ", 2, 257, 64, 8, 8, 0, 7, 1, 90, 0, 0, 0x8011, 0, 8) + bytes(8)
    container = struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(entry)) + entry
    numbers = ", ".join(map(str, container))
    section = f"""
    extern const unsigned char kernels[];
    __attribute__((section(".nv_fatbin"))) const unsigned char kernels[] = {{{numbers}}};
    """
    library(mini, returning("*(const volatile unsigned char *)kernels ? &api : NULL", section))
    mini.describe("gpu_architectures", ["sm_90"])
    mini.describe("driver", {"library": "libcuda.so.1", "version_file": "/v", "minimum": "525.60.13"})


def newer_libstdcxx(mini: Mini) -> None:
    versions = mini.compiler.folder / "libstdcxx.map"
    versions.write_text("GLIBCXX_3.4.32 { global: *; };\n")
    stub = f"{EXPORT} int newest(void);\nint newest(void) {{ return 0; }}"
    options = ["-Wl,-soname,libstdc++.so.6", f"-Wl,--version-script={versions}"]
    runtime = mini.compiler(stub, link=options)
    text = returning("newest() ? NULL : &api", "extern int newest(void);\n")
    mini.library(mini.compiler(text, beside=[runtime]).read_bytes())


def linked_with_a_vendors_library(mini: Mini) -> None:
    stub = f"{EXPORT} int cudaFree(void);\nint cudaFree(void) {{ return 0; }}"
    vendors = mini.compiler(stub, link=["-Wl,-soname,libcudart.so.12"])
    text = returning("cudaFree() ? NULL : &api", "extern int cudaFree(void);\n")
    mini.library(mini.compiler(text, beside=[vendors]).read_bytes())


def vendors_library_under_another_name(mini: Mini) -> None:
    mini.files["jaxlib_cpu/helper.bin"] = mini.compiler(
        f"{EXPORT} int cublasCreate(void);\nint cublasCreate(void) {{ return 0; }}",
        link=["-Wl,-soname,libcublas.so.12"],
    ).read_bytes()


def exports_another_name(mini: Mini) -> None:
    library(mini, LIBRARY_C + f"{EXPORT} int jaxlib_extra = 1;")


def with_options(mini: Mini, *link: str) -> None:
    mini.library(mini.compiler(LIBRARY_C, link=link).read_bytes())


def with_flag(mini: Mini, wanted: Callable[[int, int], bool], flag: int) -> None:
    """Set a flag of the library's program headers of which ``wanted`` says so, by their kind and flags."""
    content = bytearray(mini.files[LIBRARY])
    start, size, count = (*struct.unpack_from("<Q", content, 32), *struct.unpack_from("<HH", content, 54))
    for at in range(start, start + size * count, size):
        kind, flags = struct.unpack_from("<II", content, at)
        if wanted(kind, flags):
            struct.pack_into("<I", content, at + 4, flags | flag)
    mini.library(bytes(content))


def executable_stack(mini: Mini) -> None:
    with_flag(mini, lambda kind, _: kind == 0x6474E551, 1)


def writable_code(mini: Mini) -> None:
    with_flag(mini, lambda kind, flags: kind == 1 and bool(flags & 1), 2)


def lazy_extension(mini: Mini) -> None:
    mini.files[EXTENSION] = mini.compiler(extension_c(), link=["-Wl,-z,lazy"]).read_bytes()


def bill(mini: Mini, change: Callable[[Any], object]) -> None:
    data = json.loads(mini.files[BILL])
    change(data)
    mini.files[BILL] = json.dumps(data).encode()


FAULTS: dict[str, tuple[Callable[[Mini], None], set[str]]] = {
    "library is not the descriptor's": (flipped_byte, {"library", "bill-of-materials"}),
    "descriptor has another hash": (lambda m: m.describe("library.sha256", "0" * 64), {"library"}),
    "descriptor has another size": (lambda m: m.describe("library.size", 1), {"library"}),
    "descriptor is of another version": (lambda m: m.describe("version", "0.10.1"), {"descriptor"}),
    "descriptor states another API": (lambda m: m.describe("library.pjrt_api", "0.80"), {"descriptor"}),
    "descriptor does not fit its schema": (
        lambda m: m.describe("colour", "red"),
        {"descriptor", "gpu-architectures", "library", "provenance"},
    ),
    "no descriptor": (
        lambda m: m.remove("jaxlib_cpu/plugin.json"),
        {"descriptor", "gpu-architectures", "library", "provenance"},
    ),
    "descriptor names GPUs that the library has no kernels for": (
        lambda m: m.describe("gpu_architectures", ["sm_90"]),
        {"gpu-architectures"},
    ),
    "descriptor names variants that the release lacks": (
        lambda m: m.describe("variants", ["sm90"]),
        {"gpu-architectures"},
    ),
    "descriptor says that older drivers would do": (with_kernels_for_newer_drivers, {"gpu-architectures"}),
    "provenance of another artifact": (
        lambda m: m.describe("provenance.sha256", "0" * 64),
        {"provenance"},
    ),
    "RECORD has another hash": (
        lambda m: m.record.update({"jaxlib_cpu/__init__.py": "jaxlib_cpu/__init__.py,sha256=AAAA,0"}),
        {"record"},
    ),
    "RECORD lacks a file": (without_a_line, {"record"}),
    "RECORD lists a file that is gone": (listed_and_not_there, {"record"}),
    "no licence": (lambda m: m.remove(f"{INFO}/licenses/LICENSE"), {"licence"}),
    "notice is another": (
        lambda m: m.files.update({f"{INFO}/licenses/NOTICE": b"Somebody else\n"}),
        {"licence"},
    ),
    "licence is not named": (lambda m: m.replace("METADATA", "License-File: LICENSE\n", ""), {"licence"}),
    "licence expression is another": (
        lambda m: m.replace("METADATA", "Expression: Apache-2.0", "Expression: MIT"),
        {"metadata"},
    ),
    "serves another Python": (lambda m: m.replace("METADATA", ">=3.11", ">=3.12"), {"metadata"}),
    "names a homepage that is not the project's": (
        lambda m: m.replace("METADATA", "License-Exp", "Project-URL: Homepage, https://x.org\nLicense-Exp"),
        {"metadata"},
    ),
    "requirement is loose": (
        lambda m: m.replace("METADATA", "jaxlib>=0.10.2,<0.10.2.1", "jaxlib>=0.10.2"),
        {"requirements"},
    ),
    "requires something else": (
        lambda m: m.replace("METADATA", "Requires-Dist: jax>", "Requires-Dist: scipy\nRequires-Dist: jax>"),
        {"requirements"},
    ),
    "metadata is not valid": (
        lambda m: m.replace("METADATA", "Requires-Python: >=3.11", "Requires-Python: 3.11 and up"),
        {"metadata", "description", "requirements", "licence"},
    ),
    "entry point is another": (lambda m: m.replace("entry_points.txt", "cpu =", "host ="), {"entry-points"}),
    "library is for another architecture": (for_another_architecture, {"architecture", "measured"}),
    "library has no GetPjrtApi": (renamed_entry, {"exports", "measured"}),
    "library says another PJRT version than the manifest": (
        lambda m: library(m, library_c(pjrt_minor=80)),
        {"measured"},
    ),
    "library has another FFI version than the manifest says": (
        lambda m: library(m, library_c(ffi_minor=3)),
        {"measured"},
    ),
    "library crashes when it is asked": (lambda m: library(m, returning("abort(), &api")), {"measured"}),
    "library needs a newer glibc than the tag's": (newer_glibc, {"manylinux"}),
    "a third ELF file": (third_elf_file, {"exports", "bill-of-materials"}),
    "extension uses what is not in the stable ABI": (
        lambda m: extension(m, extension_c("_PyDict_NewPresized")),
        {"stable-abi"},
    ),
    "extension uses the stable ABI of a newer Python": (
        lambda m: extension(m, extension_c("PyObject_Vectorcall")),
        {"stable-abi"},
    ),
    "extension exports something else too": (
        lambda m: extension(m, extension_c() + f"{EXPORT} int jaxlib_extra = 1;"),
        {"exports"},
    ),
    "extension is linked with libpython": (linked_with_libpython, {"linkage", "manylinux"}),
    "extension tells where it was compiled": (with_a_path_in_it, {"build-paths"}),
    "no extension": (lambda m: m.remove(EXTENSION), {"exports", "stable-abi"}),
    "tag promises a newer glibc than is allowed": (
        lambda m: m.retag("cp311-abi3-manylinux_2_35_x86_64"),
        {"manylinux"},
    ),
    "tag promises no glibc": (lambda m: m.retag("cp311-abi3-linux_x86_64"), {"manylinux"}),
    "tag is for one Python": (lambda m: m.retag("cp311-cp311-manylinux_2_27_x86_64"), {"tag"}),
    "tag of WHEEL is another than the name's": (
        lambda m: m.replace("WHEEL", TAG, "py3-none-manylinux_2_27_x86_64"),
        {"tag"},
    ),
    "library needs a newer libstdc++ than the tag's": (newer_libstdcxx, {"manylinux", "measured"}),
    "library exports something else too": (exports_another_name, {"exports"}),
    "library is linked with a vendor's": (linked_with_a_vendors_library, {"linked-libraries", "manylinux"}),
    "a vendor's library is in it": (
        lambda m: m.files.update({"jaxlib_cpu.libs/libcudart-1a2b3c4d.so.12": b"not even one"}),
        {"excluded"},
    ),
    "a vendor's library is in it under another name": (
        vendors_library_under_another_name,
        {"excluded", "exports", "bill-of-materials"},
    ),
    "library has an executable stack": (executable_stack, {"segments"}),
    "library has no RELRO": (lambda m: with_options(m, "-Wl,-z,norelro"), {"segments"}),
    "library has code that can be written": (writable_code, {"segments"}),
    "extension binds its symbols late": (lazy_extension, {"segments"}),
    "no bill of materials": (lambda m: m.remove(BILL), {"bill-of-materials"}),
    "bill is not CycloneDX": (lambda m: bill(m, lambda b: b.update(components={})), {"bill-of-materials"}),
    "bill has a time": (
        lambda m: bill(m, lambda b: b["metadata"].update(timestamp="2026-06-17T00:00:00+00:00")),
        {"bill-of-materials"},
    ),
    "bill is another wheel's": (
        lambda m: bill(m, lambda b: b["metadata"]["component"].update(name="jaxlib-tpu")),
        {"bill-of-materials"},
    ),
    "bill does not list the library": (
        lambda m: bill(m, lambda b: b["components"][0].update(components=[])),
        {"bill-of-materials"},
    ),
    "bill has another hash of the library": (
        lambda m: bill(
            m, lambda b: b["components"][0]["components"][0]["hashes"][0].update(content="0" * 64)
        ),
        {"bill-of-materials"},
    ),
    "bill has another hash of upstream's wheel": (
        lambda m: bill(m, lambda b: b["components"][0]["hashes"][0].update(content="0" * 64)),
        {"bill-of-materials"},
    ),
    "page on a registry links to the repository": (
        lambda m: m.replace("METADATA", "https://openxla.org", "../../docs/README.md"),
        {"description"},
    ),
    "page on a registry is another's": (
        lambda m: m.replace("METADATA", "# jaxlib-cpu", "# jaxlib-tpu"),
        {"description"},
    ),
    "no page on a registry": (
        lambda m: m.replace("METADATA", "# jaxlib-cpu\n\nXLA:CPU, of [OpenXLA](https://openxla.org).\n", ""),
        {"description"},
    ),
    "WHEEL calls it pure": (lambda m: m.replace("WHEEL", "Purelib: false", "Purelib: true"), {"tag"}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_fails_its_rule_and_no_other(mini: Mini, tmp_path: Path, fault: str) -> None:
    spoil, rules = FAULTS[fault]
    spoil(mini)
    done = audit.audit(mini.write(tmp_path))
    assert done.failed == rules, explained(done)


def test_a_wheel_over_its_budget_fails_and_says_what_takes_the_bytes(
    mini: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = mini.write(tmp_path)
    budget = path.stat().st_size / 1e6
    monkeypatch.setitem(declared.policy()["budget"], "jaxlib-cpu", budget)
    assert audit.audit(path).passed
    monkeypatch.setitem(declared.policy()["budget"], "jaxlib-cpu", budget - 1e-6)
    done = audit.audit(path)
    assert done.failed == {"size"}
    found = next(check.found for check in done.checks if check.name == "size")
    assert f"{EXTENSION} " in found


def test_kernels_that_are_declared_and_not_there_fail(
    mini: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = declared.plugin_facts
    monkeypatch.setattr(
        declared,
        "plugin_facts",
        lambda name: facts(name) | ({"kernels": "jax-cuda12-plugin"} if name == "cpu" else {}),
    )
    done = audit.audit(mini.write(tmp_path))
    assert done.failed == {"kernels"}
    assert "jaxlib_cpu/cp311/_solver.so is missing" in explained(done)


def test_a_library_that_cannot_be_loaded_here_is_said_not_to_be_measured(
    mini: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measurements, "machine", lambda: "riscv64")
    path = mini.write(tmp_path)
    assert audit.main([str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (line for line in lines if "  measured  " in line)
    count = sum(line.startswith(("PASS", "SKIP")) for line in lines)
    assert lines[-1].startswith(f"1 wheel, {count} checks: ")
    assert ", 0 failed, " in lines[-1]
    assert line.startswith("SKIP  ")
    assert "a library for x86_64 cannot be loaded on this machine, which is riscv64" in line
    assert audit.main([str(path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    verdicts = {check["name"]: check["verdict"] for check in report["wheels"][0]["checks"]}
    assert verdicts["measured"] == "SKIP"
    assert set(verdicts.values()) == {"PASS", "SKIP"}


@pytest.mark.parametrize(
    ("key", "value"), [("pjrt_api", "0.1"), ("size", 1), ("sha256", "0" * 64), ("size", None)]
)
def test_a_stale_fact_of_a_library_that_is_depended_on_fails(
    built: Built, monkeypatch: pytest.MonkeyPatch, key: str, value: Any
) -> None:
    """Even if wheel and manifest agree, as for a wheel that was built before this was checked."""
    path = built("tpu", RELEASE)
    artifact = load(RELEASE).artifact("libtpu")
    assert artifact.library is not None
    stale = replace(artifact, library=replace(artifact.library, **{key: value}))
    monkeypatch.setattr(declared, "artifact", lambda _: stale)
    done = audit.audit(path)
    assert "measured" in done.failed
    assert "library" in done.failed or key == "pjrt_api"


@pytest.mark.parametrize("fact", [{"pjrt_api_minimum": "0.999"}, {"pjrt_api_major": 1}])
def test_a_library_that_jaxlib_would_refuse_by_the_manifest_fails(
    built: Built, monkeypatch: pytest.MonkeyPatch, fact: dict[str, Any]
) -> None:
    path = built("cpu", RELEASE)
    stale = replace(load(RELEASE), **fact)
    monkeypatch.setattr(wheelfile, "load", lambda _: stale)
    assert "measured" in audit.audit(path).failed


def test_every_rule_has_a_wheel_that_fails_it() -> None:
    every = {*rules.COMMON, *rules.PURE, *rules.COMPILED, *rules.DESCRIBED, binaries.stable_abi}
    elsewhere = {"kernels", "nothing-compiled", "size"}
    names = {rule.__name__.replace("_", "-") for rule in every}
    assert names == elsewhere | set.union(*(failed for _, failed in FAULTS.values()))


@pytest.mark.parametrize("name", ["pjrt", "cpu"])
def test_what_takes_a_wheels_bytes_adds_up_to_its_size(built: Built, name: str) -> None:
    path = built(name, RELEASE)
    parts = audit.audit(path).components
    assert sum(part.packed for part in parts) == path.stat().st_size
    with zipfile.ZipFile(path) as archive:
        assert sum(part.size for part in parts) == sum(info.file_size for info in archive.infolist())
    assert all(part.size >= 0 and part.packed >= 0 for part in parts), parts
    code = f"{LIBRARY}:.text"
    if name == "cpu":
        assert parts[0].name == code
        assert {f"{LIBRARY}:.rodata", EXTENSION} <= {part.name for part in parts}


@pytest.mark.parametrize("option", ["-Wl,--disable-new-dtags,-rpath,/opt/xla", "-Wl,-rpath,$ORIGIN/../lib"])
def test_a_search_path_in_a_library_fails(mini: Mini, tmp_path: Path, option: str) -> None:
    mini.library(mini.compiler(LIBRARY_C, link=[option]).read_bytes())
    done = audit.audit(mini.write(tmp_path))
    assert done.failed == {"linkage"}, explained(done)


def test_a_compiled_file_in_the_core_wheel_fails(built: Built, compiler: Compiler, tmp_path: Path) -> None:
    source = built("core", RELEASE)
    path = tmp_path / source.name
    with (
        zipfile.ZipFile(source) as original,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in original.namelist():
            archive.writestr(name, original.read(name))
        archive.writestr("jaxlib_core/fast.so", compiler(LIBRARY_C).read_bytes())
    assert audit.audit(path).failed == {"nothing-compiled", "record", "bill-of-materials"}


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("jaxlib_cpu-0.10.2-cp311-abi3-manylinux_2_27_x86_64.whl", b"PK cut short", "not a zip file"),
        ("jaxlib_cpu.whl", b"", "Invalid wheel filename"),
        ("jaxlib_cpu-0.1.0-cp311-abi3-manylinux_2_27_x86_64.whl", b"", "no manifest for release"),
    ],
)
def test_what_cannot_be_opened_fails_and_says_why(
    tmp_path: Path, name: str, content: bytes, found: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    done = audit.audit(path)
    assert done.failed == {"archive"}
    assert found in done.checks[0].found


def test_a_wheel_of_another_distribution_fails(mini: Mini, tmp_path: Path) -> None:
    path = mini.write(tmp_path)
    done = audit.audit(path.rename(path.with_name(path.name.replace("cpu", "gpu"))))
    assert done.failed == {"archive"}
    assert "jaxlib-gpu" in done.checks[0].found


def test_the_report_for_programs_fits_its_schema(
    mini: Mini, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = mini.write(tmp_path)
    assert audit.main([str(sound), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    assert report["passed"]
    flipped_byte(mini)
    assert audit.main(["--json", str(mini.write(tmp_path)), str(tmp_path / "gone.whl")]) == 1
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    assert [wheel["passed"] for wheel in report["wheels"]] == [False, False]


def test_the_report_for_people_says_wanted_found_where_and_what_to_type(
    mini: Mini, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mini.describe("version", "0.10.1")
    assert audit.main([str(mini.write(tmp_path))]) == 1
    lines = capsys.readouterr().out.splitlines()
    wheel = f"jaxlib_cpu-{RELEASE}-{TAG}.whl"
    assert lines[-7:-2] == [
        f"{wheel} fails descriptor",
        "  wanted: version 0.10.2",
        "  found:  version 0.10.1",
        "  where:  jaxlib_cpu/plugin.json",
        "To build it again, run: python -m tools build plugins cpu --release 0.10.2",
    ]
    assert lines[-2].startswith("1 wheel, ")
    assert lines[-1] == f"failed: {wheel}"


def test_nothing_to_audit_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "DIST", tmp_path)
    assert audit.main([]) == 1
    assert "python -m tools build" in capsys.readouterr().err
