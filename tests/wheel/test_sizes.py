from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from tests.wheel.conftest import Built
from tools import ROOT
from tools.artifacts.manifest import load, releases
from tools.audit import sizes
from tools.audit.sizes import megabytes
from tools.builder import definitions, variants
from tools.console.svg import COLOURS, MARGIN, Picture, extent

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def dist(built: Built, temporary: Callable[[str], Path]) -> Path:
    """The wheels of every line, and nothing that others may have put beside them."""
    folder = temporary("dist")
    for release in releases():
        for name in ("core", "cpu"):
            wheel = built(name, release)
            (folder / wheel.name).symlink_to(wheel)
    return folder


@pytest.fixture
def as_json(
    dist: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, object]:
    monkeypatch.setattr(sizes, "DIST", dist)
    assert sizes.main(["--json", "--arch", "x86_64"]) == 0
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return report


def test_the_report_fits_its_schema(as_json: dict[str, object]) -> None:
    jsonschema.validate(as_json, json.loads((ROOT / "tools/schemas/sizes.schema.json").read_text("utf-8")))


def test_the_sizes_are_those_of_the_files_and_of_the_manifest(dist: Path, release: str) -> None:
    (found,) = (line for line in sizes.measure("x86_64", dist) if line.release == release)
    for name, tags in (("core", "py3-none-any"), ("cpu", "cp311-abi3-manylinux_2_27_x86_64")):
        size = (dist / f"jaxlib_{name}-{release}-{tags}.whl").stat().st_size
        row = found.of(f"jaxlib-{name}")
        assert (row.one, row.wheels, row.every, row.free_threaded) == (size, 1, size, 0)
    files = [file for file in load(release).artifact("jaxlib").files if file.architecture == "x86_64"]
    jaxlib = found.of("jaxlib")
    assert jaxlib.every + jaxlib.free_threaded == sum(file.size for file in files)
    assert jaxlib.one in {file.size for file in files}
    assert found.of("xla-cpu-pjrt").one == load(release).artifact("xla-cpu-pjrt").file("x86_64").size


def test_the_notes_say_that_the_plugin_comes_on_top(dist: Path, release: str) -> None:
    (found,) = (line for line in sizes.measure("x86_64", dist) if line.release == release)
    both = found.of("jaxlib").one + found.of("jaxlib-core").one + found.of("jaxlib-cpu").one
    assert f"downloads {megabytes(both)} instead of {megabytes(found.of('jaxlib').one)}" in found.notes[-1]


def test_variants_have_rows_of_their_own_after_the_whole(tmp_path: Path) -> None:
    for label in ("", "sm90", "sm100", "sm90.ptx"):
        version = f"0.10.2+{label}" if label else "0.10.2"
        name = f"jaxlib_cuda12-{version}-cp311-abi3-manylinux_2_27_x86_64.whl"
        path = variants.folder(tmp_path, label) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(len(label)))
    (found,) = sizes.measure("x86_64", tmp_path)
    ours = [row for row in found.rows if row.origin == sizes.OURS]
    assert [(row.version, row.one) for row in ours] == [
        *(("0.10.2", 0), ("0.10.2+sm90", 4), ("0.10.2+sm90.ptx", 8), ("0.10.2+sm100", 5))
    ]
    assert [row.distribution for row in found.rows].count("jax-cuda12-pjrt") == 1
    assert any("is a variant" in note for note in found.notes)


def test_one_users_downloads_and_a_release_are_compared_with_upstreams(tmp_path: Path) -> None:
    names = (
        *("jaxlib_core-0.10.2-py3-none-any", "jaxlib_cpu-0.10.2-cp311-abi3-manylinux_2_27_x86_64"),
        "jaxlib_cuda12-0.10.2-cp311-abi3-manylinux_2_27_x86_64",
        *(f"jaxlib-0.10.2+bindings-cp3{minor}-cp3{minor}-manylinux_2_27_x86_64" for minor in (11, 12)),
    )
    for name in names:
        (tmp_path / f"{name}.whl").write_bytes(bytes(1_000_000))
    (found,) = sizes.measure("x86_64", tmp_path)
    bindings = next(row for row in found.rows if row.version.endswith("+bindings"))
    assert (bindings.one, bindings.wheels, bindings.every) == (1_000_000, 2, 2_000_000)
    upstream = sum(found.of(name).one for name in ("jaxlib", "jax-cuda12-pjrt", "jax-cuda12-plugin"))
    user, release = found.notes[-2:]
    assert user.startswith("One user of jaxlib-cuda12, with jaxlib and jaxlib-cpu, downloads 4.0 MB;")
    assert user.endswith(f"kernels {megabytes(upstream)}.")
    assert release.startswith("A release for one architecture is 5.0 MB;")


def test_wheels_of_jaxlib_that_were_not_there_are_named(tmp_path: Path) -> None:
    for name in ("jaxlib_core-0.10.2-py3-none-any", "jaxlib_cpu-0.10.2-cp311-abi3-manylinux_2_27_x86_64"):
        (tmp_path / f"{name}.whl").write_bytes(b"PK")
    pythons = definitions.jaxlib_pythons(load("0.10.2"))
    for count, python in enumerate(pythons, 1):
        tag = f"cp{python.replace('.', '')}"
        (tmp_path / f"jaxlib-0.10.2+bindings-{tag}-{tag}-manylinux_2_27_x86_64.whl").write_bytes(b"PK")
        (found,) = sizes.measure("x86_64", tmp_path)
        said = [note for note in found.notes if note.endswith("were measured.")]
        if count == len(pythons):
            assert said == []
        else:
            assert said == [
                f"Of the {len(pythons)} wheels of jaxlib 0.10.2+bindings (Python {', '.join(pythons)}), "
                f"{count} were measured."
            ]


def test_each_of_ours_stands_below_what_it_replaces() -> None:
    names = [(row.distribution, row.origin) for row in sizes.recorded().paired]
    assert len(names) == len(sizes.recorded().rows)
    assert names[:2] == [("jaxlib", sizes.UPSTREAM), ("jaxlib", sizes.OURS)]
    for theirs, ours in (("xla-cpu-pjrt", "cpu"), ("jax-cuda12-plugin", "cuda12"), ("libtpu", "tpu")):
        assert names[names.index((theirs, sizes.UPSTREAM)) + 1] == (f"jaxlib-{ours}", sizes.OURS)


def test_another_architecture_has_no_rows_of_this_one(dist: Path) -> None:
    (found, *_) = sizes.measure("aarch64", dist)
    assert [row.distribution for row in found.rows] == ["jaxlib", "jaxlib-core"]


def test_the_picture_shows_every_row_in_proportion(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sizes, "DIST", dist)
    path = tmp_path / "docs" / "sizes.svg"
    assert sizes.main(["--picture", str(path), "--arch", "x86_64", "--markdown"]) == 0
    markdown = capsys.readouterr().out
    picture = ET.fromstring(path.read_text("utf-8"))
    texts = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    bars = [float(bar.get("width", 0)) for bar in picture.iter(f"{SVG}rect")][1:]
    line = sizes.shown(sizes.measure("x86_64", dist))
    rows = [row for row in line.paired if row.distribution != "jaxlib-core"]
    wanted = [row.one for row in rows] + [row.every for row in rows]
    assert len(bars) == len(wanted)
    for bar, size in zip(bars, wanted, strict=True):
        assert bar / max(bars) == pytest.approx(size / max(wanted), abs=0.001)
        assert megabytes(size) in texts
        assert megabytes(size) in markdown
    for name in ("one download", "wheels", "all Pythons"):
        assert name in markdown


def test_every_text_of_the_picture_lies_on_it_and_on_no_other(dist: Path) -> None:
    picture = ET.fromstring(sizes.as_picture(sizes.measure("x86_64", dist)[0], "x86_64"))
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    boxes = []
    for text in picture.iter(f"{SVG}text"):
        x, y, size = (float(text.get(key, 0)) for key in ("x", "y", "font-size"))
        box = (x, y - size * 0.8, x + extent("".join(text.itertext()), int(size)), y + size * 0.2)
        assert MARGIN <= box[0] < box[2] <= width
        assert 0 < box[1] < box[3] <= height
        boxes.append(box)
    for index, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[index + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_a_picture_has_a_colour_for_light_and_for_dark_pages_and_escapes_its_text() -> None:
    picture = Picture("a < b & c")
    picture.heading(picture.title)
    text = picture.render()
    assert ET.fromstring(text).findtext(f"{SVG}title") == "a < b & c"
    for _, _, light, dark in COLOURS:
        assert text.index(light) < text.index("prefers-color-scheme:dark") < text.rindex(dark)


def test_nothing_to_measure_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sizes, "DIST", tmp_path)
    assert sizes.main([]) == 1
    assert "python -m tools build" in capsys.readouterr().err
