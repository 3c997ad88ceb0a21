import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.tools.artifacts.index import Index, wheel
from tools.artifacts import manifest as manifest_module
from tools.artifacts.manifest import ArtifactFile, load
from tools.artifacts.refresh import main

CPU = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_{}.whl"
JAXLIB = "jaxlib-0.12.0-{}-manylinux_2_27_{}.whl"

HEAD = """\
# The first comment.
schema = 1
release = "0.12.0"
python = ">=3.12"   # says jax

[jaxlib]
pjrt_api_major = 0
pjrt_api_minimum = "0.29"

# About XLA:CPU.
[[artifact]]
name = "xla-cpu-pjrt"
version = "0.0.1"
license = "Apache-2.0"
use = "repack"
[artifact.library]
member = "package/library.so"
pjrt_api = "0.81"   # measured
"""

JAXLIB_HEAD = """\
# About jaxlib.
[[artifact]]
name = "jaxlib"
version = "0.12.0"
license = "Apache-2.0"
use = "depend"
"""

LOCAL = """\
# About mine.
[[artifact]]
name = "mine"
version = "1"
license = "MIT"
use = "local"
path = "mine.so"

# The last comment.
"""


def table(file: ArtifactFile) -> str:
    python = f'python = "{file.python}"\n' if file.python else ""
    return (
        f'[[artifact.file]]\nfilename = "{file.filename}"\narchitecture = "{file.architecture}"\n{python}'
        f'size = {file.size}\nsha256 = "{file.sha256}"\n'
    )


@pytest.fixture
def text(index: Index) -> str:
    """A manifest as the registry has it."""
    cpu = [index.add(CPU.format(architecture)) for architecture in ("x86_64", "aarch64")]
    jaxlib = [
        index.add(JAXLIB.format(tags, architecture))
        for architecture in ("x86_64", "aarch64")
        for tags in ("cp312-cp312", "cp314-cp314", "cp314-cp314t", "cp315-cp315")
    ]
    # None of these belongs into it.
    index.add("jaxlib-0.12.0-cp311-cp311-manylinux_2_27_x86_64.whl")
    index.add("jaxlib-0.11.0-cp312-cp312-manylinux_2_27_x86_64.whl")
    index.files["jaxlib-0.12.0-cp312-cp312-win_amd64.whl"] = b""
    index.files["jaxlib-0.12.0.tar.gz"] = b""
    return "\n".join([HEAD + "".join(map(table, cpu)), JAXLIB_HEAD + "\n".join(map(table, jaxlib)), LOCAL])


@pytest.fixture
def place(environment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    folder = tmp_path / "manifests"
    folder.mkdir()
    monkeypatch.setattr(manifest_module, "MANIFESTS", folder)

    def write(text: str) -> Path:
        path = folder / "0.12.0.toml"
        path.write_text(text)
        return path

    return write


def test_nothing_to_do(text: str, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = place(text)
    assert main(["0.12.0"]) == 0
    assert capsys.readouterr().out == f"{path}: as the registry has it, 10 files\n"
    assert main(["0.12.0", "--write"]) == 0
    assert path.read_text() == text


def test_a_difference_is_shown_and_then_written(
    text: str, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = load_text(place, text).artifact("jaxlib").file("x86_64", "cp314")
    stale = text.replace(table(file), table(replace(file, size=1, sha256="0" * 64)))
    path = place(stale)
    assert main(["0.12.0"]) == 1
    out = capsys.readouterr().out
    assert "--- 0.12.0.toml (here)\n+++ 0.12.0.toml (registry)\n@@ " in out
    assert [line for line in out.splitlines() if line[0] in "+-"][2:] == [
        "-size = 1",
        f'-sha256 = "{"0" * 64}"',
        f"+size = {file.size}",
        f'+sha256 = "{file.sha256}"',
    ]
    assert out.endswith(f"{path}: differs. To rewrite it: python -m tools refresh 0.12.0 --write\n")
    assert path.read_text() == stale
    mode = path.stat().st_mode
    assert main(["0.12.0", "--write"]) == 0
    assert capsys.readouterr().out.endswith(f"{path}: rewritten, 10 files\n")
    assert path.read_text() == text
    assert path.stat().st_mode == mode
    assert [entry.name for entry in path.parent.iterdir()] == ["0.12.0.toml"]


def load_text(place: Callable[[str], Path], text: str) -> manifest_module.Manifest:
    place(text)
    return load("0.12.0")


def test_files_come_and_go_and_comments_stay(text: str, index: Index, place: Callable[[str], Path]) -> None:
    manifest = load_text(place, text)
    last = manifest.artifact("jaxlib").files[-1]
    first = manifest.artifact("xla-cpu-pjrt").files[0]
    without = text.replace(table(last), "").replace(table(first), "")
    path = place(without)
    assert main(["0.12.0", "--write"]) == 0
    assert load("0.12.0").artifacts == manifest.artifacts
    written = path.read_text()
    assert comments(written) == comments(text)
    assert written.index(last.filename) < written.index("# About mine.") < written.index('name = "mine"')
    assert written.index("aarch64") < written.index("# About jaxlib.") < written.index('name = "jaxlib"')
    assert main(["0.12.0"]) == 0
    # And away again, the last of an artifact, whose end tomlkit takes the next comment for.
    del index.files[last.filename]
    assert main(["0.12.0", "--write"]) == 0
    assert last.filename not in path.read_text()
    assert comments(path.read_text()) == comments(text)


def comments(text: str) -> list[str]:
    return [line[line.index("#") :] for line in text.splitlines() if "#" in line]


def test_a_manifest_without_files_is_filled_in(text: str, place: Callable[[str], Path]) -> None:
    manifest = load_text(place, text)
    path = place("\n".join([HEAD, JAXLIB_HEAD, LOCAL]))
    assert main(["0.12.0", "--write"]) == 0
    assert load("0.12.0").artifacts == manifest.artifacts
    assert comments(path.read_text()) == comments(text)


def test_newer_versions_and_yanked_files_are_told(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(text)
    for version in ("0.12.0.1", "0.12.0.post1", "0.12.0.2rc1", "0.12.0.3", "0.12.1"):
        index.add(f"jaxlib-{version}-cp312-cp312-manylinux_2_27_x86_64.whl")
    taken_back = JAXLIB.format("cp312-cp312", "x86_64")
    index.yanked |= {taken_back, "jaxlib-0.12.0.3-cp312-cp312-manylinux_2_27_x86_64.whl"}
    assert main(["0.12.0"]) == 0
    assert capsys.readouterr().out == (
        "jaxlib: 0.12.0 is listed; newer: 0.12.0.post1, 0.12.0.1\n"
        f"jaxlib: {taken_back} was yanked by its authors\n"
        f"{path}: as the registry has it, 10 files\n"
    )


def test_colour_is_for_terminals(
    text: str,
    place: Callable[[str], Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place(text.replace("size = ", "size = 1", 1))
    assert main(["0.12.0"]) == 1
    assert "\x1b[" not in capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["0.12.0"]) == 1
    assert "\x1b[32m+size" in capsys.readouterr().out


def test_json(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = load_text(place, text).artifact("xla-cpu-pjrt").files[0]
    path = place(text.replace(file.sha256, "0" * 64, 1))
    entry = {
        "filename": file.filename,
        "architecture": "x86_64",
        "python": None,
        "size": file.size,
        "sha256": file.sha256,
    }
    for arguments, status, written in ((["--json"], 1, False), (["--json", "--write"], 0, True)):
        assert main(["0.12.0", *arguments]) == status
        report = json.loads(capsys.readouterr().out)
        artifacts = report.pop("artifacts")
        assert report == {
            "schema": "jaxlib.refresh/1",
            "release": "0.12.0",
            "manifest": str(path),
            "index": index.url,
            "changed": True,
            "written": written,
        }
        assert artifacts == [
            {
                "name": "xla-cpu-pjrt",
                "version": "0.0.1",
                "newer": [],
                "yanked": [],
                "added": [entry],
                "removed": [entry | {"sha256": "0" * 64}],
            },
            {"name": "jaxlib", "version": "0.12.0", "newer": [], "yanked": [], "added": [], "removed": []},
        ]
    assert main(["0.12.0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] is False


def test_an_unknown_release(
    text: str, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place(text)
    assert main(["0.11.0"]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    assert answer.err.startswith("no manifest for release '0.11.0'\n  known:     0.12.0\n")


def test_a_version_that_the_registry_lacks(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(text)
    for name in list(index.of("jaxlib")):
        if "-0.12.0-" in name and "manylinux" in name:
            del index.files[name]
    assert main(["0.12.0", "--write"]) == 2
    assert capsys.readouterr().err == (
        "the index has no usable wheel of jaxlib 0.12.0\n"
        "  wanted:    a wheel for Linux (x86_64, aarch64) or any platform, Python >=3.12\n"
        "  found:     versions 0.11.0, 0.12.0\n"
        f"  looked in: {index.url}\n"
        f"  Correct the version in {path}.\n"
    )
    assert path.read_text() == text


def test_an_index_without_hashes(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place(text)
    name = CPU.format("x86_64")
    index.hashes[name] = None
    assert main(["0.12.0"]) == 2
    assert capsys.readouterr().err == (
        f"the index declares no sha256 of {name}\n"
        f"  looked in: {index.url}\n"
        "  Use an index that does: export PIP_INDEX_URL=URL\n"
    )


def test_a_server_that_says_no_size(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place(text)
    index.head_says_size = False
    assert main(["0.12.0"]) == 2
    error = capsys.readouterr().err
    assert "can't find out how large xla_cpu_pjrt-0.0.1" in error
    assert f"looked in: http://{index.host}/files/xla_cpu_pjrt-0.0.1" in error


def test_a_changed_wheel_is_a_difference(
    text: str, index: Index, place: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    place(text)
    index.files[CPU.format("x86_64")] = wheel(CPU.format("x86_64"), {"package/library.so": b"other"})
    assert main(["0.12.0"]) == 1
    assert capsys.readouterr().out.count("\n+sha256 = ") == 1
