"""What is read of a manifest."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tests.unit.tools.artifacts.manifest_values import SHA256, local, values, written
from tools.artifacts import manifest as manifest_module
from tools.artifacts.manifest import (
    ArtifactFile,
    Library,
    ManifestError,
    Use,
    load,
    load_file,
    releases,
    wheel_target,
)


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


def test_upstreams_jaxlib_has_no_wheels_for_pythons_of_later_years() -> None:
    pythons = ("cp311", "cp312", "cp313t", "cp314", "cp315", "cp315t")
    assert [python for python in pythons if load("0.10.2").has_jaxlib(python)] == [
        "cp311",
        "cp312",
        "cp313t",
        "cp314",
    ]
    assert [python for python in pythons if load("0.12.0").has_jaxlib(python)] == [
        "cp312",
        "cp314",
        "cp315",
        "cp315t",
    ]


def test_a_compressed_set_of_platforms() -> None:
    filename = "p-1-py3-none-manylinux_2_28_x86_64.manylinux_2_27_x86_64.whl"
    file = ArtifactFile("p", "1", filename, "x86_64", None, 1, SHA256)
    assert file.platform_tag == "manylinux_2_27_x86_64.manylinux_2_28_x86_64"


def test_which_pythons_a_release_serves(tmp_path: Path) -> None:
    manifest = load_file(written(tmp_path, values() | {"python": ">=3.12"}))
    served = {python: manifest.serves(python) for python in (None, "cp311", "cp312", "cp313t", "cp315")}
    assert served == {None: True, "cp311": False, "cp312": True, "cp313t": True, "cp315": True}


def test_a_free_threaded_python_is_served_by_the_lines_with_a_jaxlib_for_it() -> None:
    assert load(python="3.13t").release == "0.10.2"
    assert load(python="3.13").release != "0.10.2"
    assert load(python="3.14t").release == load(python="3.14").release
    with pytest.raises(ManifestError, match=r"no release line serves Python 3\.12t"):
        load(python="3.12t")
