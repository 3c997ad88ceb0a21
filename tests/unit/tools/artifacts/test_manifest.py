import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tools.artifacts import manifest as manifest_module
from tools.artifacts.manifest import (
    ArtifactFile,
    Library,
    ManifestError,
    Use,
    default_release,
    line_of,
    load,
    load_file,
    releases,
    wheel_target,
)

SHA256 = "0123456789abcdef" * 4


def values() -> dict[str, Any]:
    """A manifest that is right, to be made wrong."""
    return {
        "schema": 1,
        "release": "0.10.2",
        "python": ">=3.11",
        "jaxlib": {"pjrt_api_major": 0, "pjrt_api_minimum": "0.29"},
        "artifact": [
            {
                "name": "xla-cpu-pjrt",
                "version": "0.0.1",
                "license": "Apache-2.0",
                "use": "repack",
                "library": {"member": "package/library.so", "pjrt_api": "0.81", "ffi_api": "0.2"},
                "headers": {"pjrt_c_api": "package/pjrt_c_api.h"},
                "file": [
                    {
                        "filename": f"xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_{architecture}.whl",
                        "architecture": architecture,
                        "size": 1000,
                        "sha256": SHA256,
                    }
                    for architecture in ("x86_64", "aarch64")
                ],
            },
            {
                "name": "jaxlib",
                "version": "0.10.2",
                "license": "Apache-2.0",
                "use": "depend",
                "file": [
                    {
                        "filename": f"jaxlib-0.10.2-cp313-{python}-manylinux_2_27_x86_64.whl",
                        "architecture": "x86_64",
                        "python": python,
                        "size": 1000,
                        "sha256": SHA256,
                    }
                    for python in ("cp313", "cp313t")
                ],
            },
        ],
    }


def written(folder: Path, content: dict[str, Any], name: str = "0.10.2.toml") -> Path:
    path = folder / name
    path.write_text(tomlkit.dumps(content), encoding="utf-8")
    return path


def test_every_manifest_of_the_repository_is_right() -> None:
    assert releases() == tuple(sorted(releases(), key=Version))
    assert {path.stem for path in manifest_module.MANIFESTS.glob("*.toml")} == {*releases()}
    for release in releases():
        manifest = load(release)
        for artifact in manifest.artifacts:
            assert artifact.use in {Use.REPACK, Use.DEPEND}
            assert artifact.files, artifact.name
            assert all(manifest.serves(file.python) for file in artifact.files)
            assert all(file.size > 1_000_000 for file in artifact.files)
        # Never shipped: its licence does not allow it.
        assert manifest.artifact("libtpu").use is Use.DEPEND
        assert manifest.artifact("libtpu").license == "LicenseRef-Google-Cloud-Platform-Terms"
        for name in (
            "jax",
            "jaxlib",
            "jax-cuda12-pjrt",
            "jax-cuda12-plugin",
            "jax-cuda13-pjrt",
            "jax-cuda13-plugin",
        ):
            assert manifest.artifact(name).version == release


@pytest.mark.parametrize("release", releases())
def test_what_jaxlib_accepts_is_what_the_libraries_report(release: str) -> None:
    manifest = load(release)
    minimum = Version(manifest.pjrt_api_minimum)
    assert minimum.major == manifest.pjrt_api_major
    measured = [
        Version(artifact.library.pjrt_api)
        for artifact in manifest.artifacts
        if artifact.library is not None and artifact.library.pjrt_api is not None
    ]
    assert len(measured) == 5
    assert all(version.major == manifest.pjrt_api_major and version >= minimum for version in measured)


@pytest.mark.parametrize("release", releases())
def test_each_python_of_a_release_has_every_wheel_that_differs_by_python(release: str) -> None:
    manifest = load(release)
    pythons = {file.python for file in manifest.artifact("jaxlib").files}
    for name in ("jax-cuda12-plugin", "jax-cuda13-plugin", "libtpu"):
        assert {file.python for file in manifest.artifact(name).files} == pythons
    lowest = min(int(python.removeprefix("cp3")) for python in pythons if python and not python.endswith("t"))
    assert SpecifierSet(manifest.python) == SpecifierSet(f">=3.{lowest}")


def test_what_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, values())
    manifest = load_file(path)
    assert (manifest.release, manifest.python) == ("0.10.2", ">=3.11")
    assert (manifest.pjrt_api_major, manifest.pjrt_api_minimum) == (0, "0.29")
    assert manifest.path == path
    artifact = manifest.artifact("xla_cpu_pjrt")
    assert artifact.library == Library("package/library.so", "0.81", "0.2")
    assert dict(artifact.headers) == {"pjrt_c_api": "package/pjrt_c_api.h"}
    file = artifact.file("aarch64", "cp312")
    assert file == ArtifactFile(
        artifact_name="xla-cpu-pjrt",
        artifact_version="0.0.1",
        filename="xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_aarch64.whl",
        architecture="aarch64",
        python=None,
        size=1000,
        sha256=SHA256,
    )
    assert file.platform_tag == "manylinux_2_27_aarch64"
    assert manifest.artifact("jaxlib").file("x86_64", "cp313t").python == "cp313t"
    with pytest.raises(AttributeError):
        manifest.release = "1"  # type: ignore[misc]
    with pytest.raises(TypeError):
        artifact.headers["other"] = ""  # type: ignore[index]


def test_what_may_be_left_out(tmp_path: Path) -> None:
    content = values()
    del content["artifact"][0]["headers"]
    del content["artifact"][0]["file"]
    content["artifact"][0]["library"] = {"member": "package/library.so"}
    manifest = load_file(written(tmp_path, content))
    assert manifest.artifacts[0].library == Library("package/library.so", None, None)
    assert manifest.artifacts[0].headers == {}
    with pytest.raises(ManifestError, match=r"no files at all; to fill them in: python -m tools refresh"):
        manifest.artifacts[0].file("x86_64")
    assert manifest.artifacts[1].library is None


def test_an_artifact_that_is_not_there(tmp_path: Path) -> None:
    path = written(tmp_path, values())
    with pytest.raises(ManifestError) as caught:
        load_file(path).artifact("libtpu")
    assert str(caught.value) == (
        f"release 0.10.2 has no artifact 'libtpu'\n  known:     xla-cpu-pjrt, jaxlib\n  looked in: {path}"
    )


def test_a_wheel_that_is_not_there(tmp_path: Path) -> None:
    manifest = load_file(written(tmp_path, values()))
    with pytest.raises(ManifestError) as caught:
        manifest.artifact("jaxlib").file("aarch64", "cp313")
    assert str(caught.value) == (
        "jaxlib 0.10.2 has no wheel for what was wanted\n"
        "  wanted: architecture aarch64, Python cp313\n"
        "  found:  x86_64/cp313, x86_64/cp313t"
    )
    with pytest.raises(ManifestError, match=r"wanted: architecture x86_64, no particular Python"):
        manifest.artifact("jaxlib").file("x86_64")


def local() -> dict[str, Any]:
    content = values()
    content["artifact"] = [
        {
            "name": "xla-cpu-pjrt",
            "version": "0.0.1",
            "license": "Apache-2.0",
            "use": "local",
            "path": "../build/plugin.so",
            "sha256": SHA256,
            "library": {"pjrt_api": "0.81"},
        }
    ]
    return content


def test_a_local_artifact(tmp_path: Path) -> None:
    folder = tmp_path / "manifests"
    folder.mkdir()
    content = local()
    artifact = load_file(written(folder, content)).artifacts[0]
    assert artifact.use is Use.LOCAL
    assert artifact.path == tmp_path / "build" / "plugin.so"
    assert artifact.library == Library("plugin.so", "0.81", None)
    assert (artifact.sha256, artifact.files) == (SHA256, ())
    with pytest.raises(ManifestError, match=r"is local: it has no wheels, but the library .*plugin\.so"):
        artifact.file("x86_64")
    del content["artifact"][0]["sha256"]
    del content["artifact"][0]["library"]
    content["artifact"][0]["path"] = "/opt/plugin.so"
    artifact = load_file(written(folder, content)).artifacts[0]
    assert artifact.path == Path("/opt/plugin.so")
    assert artifact.library == Library("plugin.so", None, None)
    assert artifact.sha256 is None


def assign(*place: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(content: Any) -> None:
        for key in place[:-1]:
            content = content[key]
        content[place[-1]] = value

    return change


def remove(*place: str | int) -> Callable[[dict[str, Any]], None]:
    def change(content: Any) -> None:
        for key in place[:-1]:
            content = content[key]
        del content[place[-1]]

    return change


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


def test_an_unknown_release() -> None:
    with pytest.raises(ManifestError) as caught:
        load("0.11.0")
    finished, known = releases(), manifest_module.known()
    folder = manifest_module.MANIFESTS
    assert str(caught.value) == (
        "no manifest for release '0.11.0'\n"
        f"  known:     {', '.join(known)}\n"
        f"  looked in: {folder}\n"
        f"  Name a known release, such as {finished[-1]}, or make one: nox -s follow -- 0.11.0"
    )


def test_a_draft_is_read_where_it_is_asked_for_and_breaks_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest_module, "MANIFESTS", tmp_path)
    assert manifest_module.drafts() == ()
    (tmp_path / "drafts").mkdir()
    written(tmp_path, values(), "0.10.2.toml")
    written(tmp_path / "drafts", values() | {"release": "0.11.0"}, "0.11.0.toml")
    (tmp_path / "drafts" / "0.12.0.toml").write_text("half a manifest", "utf-8")
    (tmp_path / "drafts" / "notes.toml").write_text("no release")
    # One that is a line already is not a draft any more.
    (tmp_path / "drafts" / "0.10.2.toml").write_text("old", "utf-8")
    assert releases() == ("0.10.2",)
    assert manifest_module.drafts() == ("0.11.0", "0.12.0")
    assert manifest_module.known() == ("0.10.2", "0.11.0", "0.12.0")
    assert default_release("3.12") == "0.10.2"
    assert load("0.11.0").release == "0.11.0"
    assert load("0.10.2").release == "0.10.2"
    with pytest.raises(ManifestError, match=r"drafts/0\.12\.0\.toml: not valid TOML"):
        load("0.12.0")


def test_a_draft_may_lack_what_is_measured_of_a_library(tmp_path: Path) -> None:
    content = values()
    library = next(artifact for artifact in content["artifact"] if artifact["use"] == "depend")
    library["library"] = {"member": "libtpu/libtpu.so"}
    found = load_file(written(tmp_path, content)).artifact(library["name"]).library
    assert found is not None
    assert (found.pjrt_api, found.size, found.sha256) == (None, None, None)


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three lines, of which the oldest serves a Python more than the others, in another order than their names'."""
    monkeypatch.setattr(manifest_module, "MANIFESTS", tmp_path)
    for release, python in (("0.10.2", ">=3.12"), ("0.9.0", ">=3.11,<3.14"), ("0.9.1", ">=3.12")):
        written(tmp_path, values() | {"release": release, "python": python}, f"{release}.toml")
    return tmp_path


@pytest.mark.parametrize(
    ("python", "release"), [("3.11", "0.9.0"), ("3.12", "0.10.2"), ("3.13", "0.10.2"), ("3.15", "0.10.2")]
)
def test_the_default_line_is_the_newest_that_serves_the_python(
    lines: Path, python: str, release: str
) -> None:
    assert releases() == ("0.9.0", "0.9.1", "0.10.2")
    assert default_release(python) == release
    assert load(None, python).release == release
    # A line that is named is taken, whatever it serves.
    assert load("0.9.1", python).release == "0.9.1"
    assert load("0.9.1").path.parent == lines


@pytest.mark.usefixtures("lines")
def test_the_python_that_counts_is_the_one_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 11, 9))
    assert default_release() == load().release == "0.9.0"
    monkeypatch.setattr("sys.version_info", (3, 14, 0))
    assert default_release() == load().release == "0.10.2"


def test_the_line_that_a_wheel_is_of(lines: Path) -> None:
    assert line_of(Version("0.10.2")) == "0.10.2"
    assert line_of(Version("0.10.2+sm90")) == "0.10.2"
    assert line_of(Version("0.10.2.post1")) == "0.10.2"
    written(lines, values() | {"release": "0.10.2.post1"}, "0.10.2.post1.toml")
    assert line_of(Version("0.10.2.post1+bindings")) == "0.10.2.post1"
    assert line_of(Version("0.10.2")) == "0.10.2"


def test_a_draft_is_no_default(lines: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (lines / "drafts").mkdir()
    written(lines / "drafts", values() | {"release": "0.11.0"}, "0.11.0.toml")
    assert default_release("3.12") == "0.10.2"


def test_a_python_that_no_line_serves(lines: Path) -> None:
    with pytest.raises(ManifestError) as caught:
        load(None, "3.10")
    text = str(caught.value)
    assert text.startswith("no release line serves Python 3.10\n")
    assert "0.9.0 for Python >=3.11,<3.14, 0.9.1 for Python >=3.12, 0.10.2 for Python >=3.12" in text
    assert f"looked in: {lines}" in text


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


@pytest.mark.parametrize(
    ("filename", "target"),
    [
        ("jax-0.10.2-py3-none-any.whl", ("any", None)),
        ("p-1-py2.py3-none-any.whl", ("any", None)),
        ("p-1-py3-none-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl", ("x86_64", None)),
        ("p-1-cp314-cp314t-manylinux2014_aarch64.whl", ("aarch64", "cp314t")),
        ("p-1-cp311-abi3-manylinux_2_27_x86_64.whl", None),
        ("p-1-cp311-cp311-macosx_11_0_arm64.whl", None),
        ("p-1-cp311-cp311-musllinux_1_2_x86_64.whl", None),
        ("p-1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_27_aarch64.whl", None),
        ("p-1-pp311-pypy311_pp73-manylinux_2_27_x86_64.whl", None),
        ("p-1-cp311.cp312-cp311-manylinux_2_27_x86_64.whl", None),
    ],
)
def test_what_a_wheels_name_says(filename: str, target: tuple[str, str | None] | None) -> None:
    assert wheel_target(filename) == target


def test_a_compressed_set_of_platforms() -> None:
    filename = "p-1-py3-none-manylinux_2_28_x86_64.manylinux_2_27_x86_64.whl"
    file = ArtifactFile("p", "1", filename, "x86_64", None, 1, SHA256)
    assert file.platform_tag == "manylinux_2_27_x86_64.manylinux_2_28_x86_64"


def test_which_pythons_a_release_serves(tmp_path: Path) -> None:
    manifest = load_file(written(tmp_path, values() | {"python": ">=3.12"}))
    served = {python: manifest.serves(python) for python in (None, "cp311", "cp312", "cp313t", "cp315")}
    assert served == {None: True, "cp311": False, "cp312": True, "cp313t": True, "cp315": True}


targets = st.lists(
    st.tuples(
        st.sampled_from(["x86_64", "aarch64"]),
        st.sampled_from([None, "cp311", "cp312", "cp313", "cp313t", "cp314t"]),
    ),
    unique=True,
    max_size=8,
)


@st.composite
def manifests(draw: st.DrawFn) -> dict[str, Any]:
    content = values()
    version = draw(
        st.lists(st.integers(0, 99), min_size=2, max_size=4).map(lambda parts: ".".join(map(str, parts)))
    )
    content["artifact"] = [
        {
            "name": name,
            "version": version,
            "license": "Apache-2.0",
            "use": draw(st.sampled_from(["repack", "depend"])),
            "file": [
                {
                    "filename": "-".join(
                        [
                            name.replace("-", "_"),
                            version,
                            python.removesuffix("t") if python else "py3",
                            python or "none",
                            f"manylinux_2_27_{architecture}.whl",
                        ]
                    ),
                    "architecture": architecture,
                    **({"python": python} if python else {}),
                    "size": draw(st.integers(0, 2**40)),
                    "sha256": draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
                }
                for architecture, python in draw(targets)
            ],
        }
        for name in draw(
            st.lists(
                st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,5}){0,2}", fullmatch=True),
                unique=True,
                max_size=3,
            )
        )
    ]
    return content


@settings(deadline=None)
@given(content=manifests())
def test_everything_written_is_read(
    content: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    manifest = load_file(written(tmp_path_factory.mktemp("manifest"), content))
    assert len(manifest.artifacts) == len(content["artifact"])
    for artifact, table in zip(manifest.artifacts, content["artifact"], strict=True):
        assert (artifact.name, artifact.version, artifact.use) == (
            table["name"],
            table["version"],
            table["use"],
        )
        read = [
            {
                key: value
                for key in ("filename", "architecture", "python", "size", "sha256")
                if (value := getattr(file, key)) is not None
            }
            for file in artifact.files
        ]
        assert read == table["file"]


def places(content: Any, prefix: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(content, dict):
        return [place for key, value in content.items() for place in places(value, (*prefix, key))]
    if isinstance(content, list):
        return [place for index, value in enumerate(content) for place in places(value, (*prefix, index))]
    return [prefix]


@settings(deadline=None)
@given(
    place=st.sampled_from(places(values())),
    value=st.one_of(
        st.text("abc.-_0129 /", max_size=8),
        st.integers(-5, 5),
        st.booleans(),
        st.floats(allow_nan=False),
        st.lists(st.integers(), max_size=2),
        st.dictionaries(st.sampled_from("ab"), st.integers(), max_size=2),
    ),
)
def test_a_wrong_value_is_a_manifest_error_and_nothing_else(
    place: tuple[str | int, ...], value: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = values()
    assign(*place, value=value)(content)
    path = written(tmp_path_factory.mktemp("manifest"), content)
    original: Any = values()
    for key in place:
        original = original[key]
    try:
        manifest = load_file(path)
    except ManifestError as error:
        named = str(error)
    else:
        # What is accepted is of the type that was there.
        assert type(value) is type(original)
        named = f"{manifest.path}: "
    assert named.startswith(f"{path}: ")
