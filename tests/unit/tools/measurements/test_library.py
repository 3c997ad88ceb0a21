from __future__ import annotations

import hashlib
import platform
import subprocess
import time
import zipfile
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from unittest import mock

import pytest

from plugins.extension import compile as zig
from tests.unit.tools.artifacts.index import Index, wheel
from tests.unit.tools.measurements import fakes
from tests.unit.tools.measurements.fakes import Compiler
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, Library, Manifest, ManifestError, Use
from tools.measurements import library as measurements
from tools.measurements.library import Extension, MeasurementError, measure

MACHINE = platform.machine()
OTHER = {"x86_64": "aarch64", "aarch64": "x86_64"}[MACHINE]


def test_a_library_says_its_versions_and_extensions(compiler: Compiler) -> None:
    path = compiler(MINOR=112, FFI_MINOR=3)
    facts = measure(path)
    assert (facts.pjrt_api, facts.struct_size) == ("0.112", 40 + 100 * 8)
    assert facts.extensions == (Extension(5, 48), Extension(4, 48))
    assert (facts.ffi_api, facts.ffi_accepted) == ("0.3", ("0.1", "0.2", "0.3"))
    assert facts.ffi_found == "the call for a handler's metadata"
    assert (facts.size, facts.architecture) == (path.stat().st_size, MACHINE)
    assert facts.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert facts.stand_ins == ()


@pytest.mark.parametrize("minor", [2, 5])
def test_an_ffi_table_that_is_not_handed_out_is_found_in_memory(compiler: Compiler, minor: int) -> None:
    facts = measure(compiler(PASSED="NULL", FFI_MINOR=minor, FFI_OLDEST=minor))
    assert (facts.ffi_api, facts.ffi_accepted) == (f"0.{minor}", (f"0.{minor}",))
    assert facts.ffi_found == "its memory"


def test_an_ffi_version_that_the_library_does_not_live_up_to_is_none(compiler: Compiler) -> None:
    facts = measure(compiler(FFI_MINOR=3, ACCEPTED=2))
    assert (facts.ffi_api, facts.ffi_accepted, facts.pjrt_api) == (None, (), "0.112")
    assert "says 0.3" in facts.ffi_found
    assert "version 0.3 is not between 0.1 and 0.2" in facts.ffi_found


def test_without_an_ffi_extension_there_is_no_ffi_version(compiler: Compiler) -> None:
    facts = measure(compiler(EXTENSIONS="&layouts"))
    assert facts.extensions == (Extension(4, 48),)
    assert (facts.ffi_api, facts.ffi_found) == (None, "it has no FFI extension")


def test_a_library_that_crashes_over_its_ffi_version_has_its_other_facts(compiler: Compiler) -> None:
    facts = measure(compiler(BEFORE="abort()"))
    assert (facts.pjrt_api, facts.ffi_api) == ("0.112", None)
    assert facts.ffi_found == "it crashed with SIGABRT when it was asked"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (fakes.CRASHES, "it crashed with SIGABRT while calling GetPjrtApi()"),
        (fakes.CRASHES_AT_LOAD, "it crashed with SIGABRT while loading it"),
        (fakes.EXITS, "exit status 3 while calling GetPjrtApi()"),
        (fakes.EXITS, "it printed: no such chip"),
        (fakes.RETURNS_NOTHING, "GetPjrtApi() returned no API"),
        (fakes.NO_ENTRY, "undefined symbol: GetPjrtApi"),
        (fakes.CIRCLE, "its chain of extensions has more than"),
    ],
)
def test_a_library_that_cannot_be_measured_is_an_error_that_says_why(
    compiler: Compiler, text: str, said: str
) -> None:
    path = compiler(text)
    with pytest.raises(MeasurementError) as caught:
        measure(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert "wanted: a PJRT library" in str(caught.value)


@pytest.mark.parametrize("fault", ["hangs", "hangs over its FFI version"])
def test_a_library_that_does_not_come_back_is_ended(compiler: Compiler, fault: str) -> None:
    path = compiler(fakes.HANGS) if fault == "hangs" else compiler(BEFORE="for (;;) {}")
    begin = time.monotonic()
    with pytest.raises(MeasurementError, match="did not return within 2 s while"):
        measure(path, limit=2)
    assert time.monotonic() - begin < 20


def test_what_is_no_library_for_this_machine_is_not_loaded(compiler: Compiler, tmp_path: Path) -> None:
    with pytest.raises(MeasurementError, match=f"for {OTHER} cannot be loaded on this machine"):
        measure(compiler(architecture=OTHER))
    text = tmp_path / "text.so"
    text.write_text("not even one")
    with pytest.raises(MeasurementError, match="wanted a 64-bit little-endian ELF file"):
        measure(text)
    with pytest.raises(MeasurementError, match="No such file"):
        measure(tmp_path / "gone.so")


def test_libraries_that_are_not_here_are_stood_in_for(compiler: Compiler, tmp_path: Path) -> None:
    """With symbols in versions, as ROCm's have, and data that must be there when the library is loaded."""
    versions = tmp_path / "versions.map"
    versions.write_text("hip_4.2 { global: hipMalloc; };\nhip_6.0 { global: hipFree; };\n")
    export = '__attribute__((visibility("default"))) int'
    hip, blas = tmp_path / "libacmehip.so.7", tmp_path / "libacmeblas.so.5"
    for path, names, script in ((hip, ("hipMalloc", "hipFree"), versions), (blas, ("_ZN4blas3runEv",), None)):
        text = "".join(f"{export} {name}(void);\n{export} {name}(void) {{ return 1; }}\n" for name in names)
        (tmp_path / "vendors.c").write_text(text)
        options = [f"-Wl,-soname,{path.name}", *([f"-Wl,--version-script={script}"] if script else [])]
        with mock.patch.object(zig, "LINK", (*zig.LINK, *options)):
            zig.compile_shared([tmp_path / "vendors.c"], path, target=f"{MACHINE}-linux-gnu.2.17")
    uses = "int hipMalloc(void); int hipFree(void); int _ZN4blas3runEv(void);\n"
    # It runs when the library is loaded: the stand-in is called, and returns zero.
    begin = (
        "__attribute__((constructor)) static void begin(void) {"
        " if (hipMalloc() + hipFree() + _ZN4blas3runEv()) abort(); }\n"
    )
    path = compiler(uses + fakes.SOUND + begin, beside=(hip, blas))
    hip.unlink()
    blas.unlink()
    facts = measure(path)
    assert facts.stand_ins == ("libacmehip.so.7", "libacmeblas.so.5")
    assert (facts.pjrt_api, facts.ffi_api) == ("0.112", "0.3")


def artifact(file: Path, index: Index, use: Use = Use.REPACK, **stated: object) -> Artifact:
    """An artifact whose wheels, for this machine and for another, hold the library ``file``."""
    member = "package/library.so"
    names = [f"acme_pjrt-1.0-py3-none-manylinux_2_27_{architecture}.whl" for architecture in (MACHINE, OTHER)]
    files = tuple(index.add(name, wheel(name, {member: file.read_bytes()})) for name in names)
    return Artifact(
        name="acme-pjrt",
        version="1.0",
        license="Apache-2.0",
        use=use,
        library=Library(member=member, **{"pjrt_api": "0.112", "ffi_api": "0.3", **stated}),  # type: ignore[arg-type]
        headers=MappingProxyType({}),
        files=files,
    )


def manifest(*artifacts: Artifact) -> Manifest:
    return Manifest(
        release="1.0",
        python=">=3.11",
        pjrt_api_major=0,
        pjrt_api_minimum="0.29",
        environments=None,
        artifacts=artifacts,
        path=Path("1.0.toml"),
    )


def test_an_artifact_is_measured_once(
    compiler: Compiler, index: Index, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    acme = artifact(compiler(), index)
    first = measurements.measured(acme, manifest(acme), cache)
    assert first.facts == measure(compiler())
    assert first.source == acme.file(MACHINE).filename
    assert first.unmeasured == (
        f"{OTHER}: a library for {OTHER} cannot be loaded on this machine, which is {MACHINE}",
    )
    assert len(index.gets) == 1
    cache.path(acme.file(MACHINE)).unlink()
    monkeypatch.setattr(measurements, "measure", None)
    again = measurements.measured(acme, manifest(acme), cache)
    assert again.facts == first.facts
    assert len(index.gets) == 1, "nothing is fetched again"
    assert not list(cache.root.rglob("work-*"))


def test_what_was_kept_and_changed_is_measured_again(compiler: Compiler, index: Index, cache: Cache) -> None:
    acme = artifact(compiler(), index)
    first = measurements.measured(acme, manifest(acme), cache)
    # By the wheel's hash, and by the library's.
    for kept in (files := list((cache.root / "derived").rglob("library.json"))):
        kept.write_text(kept.read_text().replace("0.112", "0.113"))
    assert len(files) == 2
    assert measurements.measured(acme, manifest(acme), cache).facts == first.facts


def test_a_library_that_cannot_be_measured_is_not_kept(
    compiler: Compiler, index: Index, cache: Cache
) -> None:
    acme = artifact(compiler(fakes.CRASHES), index)
    for _ in range(2):
        with pytest.raises(MeasurementError, match="SIGABRT"):
            measurements.measured(acme, manifest(acme), cache)
    assert not list((cache.root / "derived").rglob("*.json"))


def test_an_artifact_with_no_wheel_for_this_machine_is_not_measured(
    compiler: Compiler, index: Index, cache: Cache
) -> None:
    acme = artifact(compiler(), index)
    other = replace(acme, files=tuple(file for file in acme.files if file.architecture == OTHER))
    found = measurements.measured(other, manifest(other), cache)
    assert found.facts is None
    assert len(found.unmeasured) == 1
    assert not index.gets
    with pytest.raises(ManifestError, match="has no library to measure"):
        measurements.measured(replace(acme, library=None), manifest(acme), cache)


def test_a_local_library_is_measured_where_it_lies(compiler: Compiler, cache: Cache) -> None:
    path = compiler()
    acme = Artifact(
        *("acme-pjrt", "0", "MIT", Use.LOCAL, Library(path.name, "0.112", None), MappingProxyType({}), ()),
        path=path,
    )
    found = measurements.measured(acme, manifest(acme), cache)
    assert found.facts == measure(path)
    assert found.source == str(path)


def test_a_member_of_an_archive_is_measured_if_it_has_its_hash(
    compiler: Compiler, cache: Cache, tmp_path: Path
) -> None:
    path = compiler()
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.write(path, "library.so")
    facts = measure(path)
    assert measurements.of_member(archive, "library.so", facts.sha256, cache) == facts
    with pytest.raises(MeasurementError, match=f"wanted sha256 {'0' * 64}, found {facts.sha256}"):
        measurements.of_member(archive, "library.so", "0" * 64, cache)


@pytest.mark.parametrize(
    ("use", "stated", "keys"),
    [
        (Use.REPACK, {}, []),
        (Use.REPACK, {"pjrt_api": "0.111"}, ["library.pjrt_api"]),
        (Use.REPACK, {"pjrt_api": None}, ["library.pjrt_api"]),
        (Use.REPACK, {"ffi_api": "0.2"}, ["library.ffi_api"]),
        (Use.REPACK, {"ffi_api": None}, []),
        (Use.DEPEND, {}, ["library.size", "library.sha256"]),
        (Use.DEPEND, {"size": 1, "sha256": "0" * 64}, ["library.size", "library.sha256"]),
    ],
)
def test_what_a_manifest_says_otherwise_or_does_not_say_is_a_difference(
    compiler: Compiler, index: Index, use: Use, stated: dict[str, object], keys: list[str]
) -> None:
    acme = artifact(compiler(), index, use, **stated)
    facts = measure(compiler())
    differences = measurements.differences(acme, facts)
    assert [fact.key for fact in differences] == keys
    if not keys:
        measurements.verify(acme, manifest(acme), facts)
        return
    with pytest.raises(MeasurementError) as caught:
        measurements.verify(acme, manifest(acme), facts)
    for fact in differences:
        assert f"the manifest says {fact.manifest or 'nothing'}, measured {fact.measured}" in str(
            caught.value
        )
    assert "python -m tools measure 1.0" in str(caught.value)


@pytest.mark.parametrize(
    ("major", "minimum", "accepts"),
    [(0, "0.112", True), (0, "0.9", True), (0, "0.113", False), (1, "1.0", False), (1, "0.29", False)],
)
def test_a_library_that_jaxlib_would_refuse_by_the_manifest_is_refused(
    compiler: Compiler, index: Index, major: int, minimum: str, accepts: bool
) -> None:
    acme = artifact(compiler(), index, Use.REPACK)
    release = replace(manifest(acme), pjrt_api_major=major, pjrt_api_minimum=minimum)
    if accepts:
        measurements.verify(acme, release, measure(compiler()))
        return
    with pytest.raises(MeasurementError) as caught:
        measurements.verify(acme, release, measure(compiler()))
    assert f"wanted: a PJRT C API of {minimum} or newer, of major version {major}" in str(caught.value)
    assert "found:  0.112, measured" in str(caught.value)


def test_the_facts_of_a_library_that_is_depended_on_are_right_where_they_are_measured(
    compiler: Compiler, index: Index
) -> None:
    facts = measure(compiler())
    acme = artifact(compiler(), index, Use.DEPEND, size=facts.size, sha256=facts.sha256)
    assert measurements.differences(acme, facts) == ()


def test_a_stated_ffi_version_that_nothing_could_measure_is_a_difference(
    compiler: Compiler, index: Index
) -> None:
    path = compiler(EXTENSIONS="&layouts")
    (found,) = measurements.differences(artifact(path, index), measure(path))
    assert (found.key, found.manifest, found.measured) == ("library.ffi_api", "0.3", None)


def test_names_of_extensions_are_those_of_the_header() -> None:
    header = """
    typedef enum { PJRT_Error_Code_OK = 0, } PJRT_Error_Code;
    typedef enum {
      PJRT_Extension_Type_Gpu_Custom_Call = 0,
      PJRT_Extension_Type_Profiler,
      PJRT_Extension_Type_Raw = 8,  // Experimental.
      PJRT_Extension_Type_Phase,
    } PJRT_Extension_Type;
    """
    assert measurements.names_in(header) == {0: "Gpu_Custom_Call", 1: "Profiler", 8: "Raw", 9: "Phase"}
    assert measurements.names_in("int main;") == {}


def test_no_child_is_left_behind(compiler: Compiler) -> None:
    """A library that starts something, and ends: what it started is ended too."""
    text = fakes.SOUND.replace(
        "const struct api *GetPjrtApi(void) { return &api; }",
        'const struct api *GetPjrtApi(void) { return system("sleep 987.125 &") ? NULL : &api; }',
    )
    measure(compiler(text))
    done = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert "sleep 987.125" not in done.stdout
