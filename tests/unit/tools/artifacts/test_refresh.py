import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from tests.unit.tools.artifacts.index import Index, wheel
from tools import ROOT
from tools.artifacts import manifest as manifest_module
from tools.artifacts import upstream_metadata
from tools.artifacts.manifest import ArtifactFile, load
from tools.artifacts.refresh import main

CPU = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_{}.whl"
JAXLIB = "jaxlib-0.12.0-{}-manylinux_2_27_{}.whl"

SCHEMA = json.loads((ROOT / "tools/schemas/refresh.schema.json").read_text("utf-8"))
NO_JAX = "jax is not among the artifacts: nothing is compared with its metadata\n"

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
    assert capsys.readouterr().out == f"{NO_JAX}{path}: as the registry has it, 10 files\n"
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
        f"{NO_JAX}{path}: as the registry has it, 10 files\n"
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
        jsonschema.validate(report, SCHEMA)
        artifacts = report.pop("artifacts")
        assert report == {
            "schema": "jaxlib.refresh/2",
            "release": "0.12.0",
            "manifest": str(path),
            "index": index.url,
            "changed": True,
            "written": written,
            "disagreements": [],
            "notes": [NO_JAX.rstrip()],
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


JAX = "jax-0.12.0-py3-none-any.whl"
PLUGIN = "jax_cuda12_plugin-0.12.0-cp312-cp312-manylinux_2_27_x86_64.whl"
PJRT = "jax_cuda12_pjrt-0.12.0-py3-none-manylinux_2_27_x86_64.whl"
LIBTPU = "libtpu-0.0.50.1-cp312-cp312-manylinux_2_31_x86_64.whl"
OF_JAX = """\
Requires-Python: >=3.12
Requires-Dist: jaxlib<=0.12.0,>=0.11.2
Requires-Dist: numpy>=2.2
Provides-Extra: ci
Requires-Dist: jaxlib==0.11.2; extra == "ci"
Provides-Extra: tpu
Requires-Dist: jaxlib<=0.12.0,>=0.12.0; extra == "tpu"
Requires-Dist: libtpu==0.0.50.*; extra == "tpu"
Provides-Extra: cuda12
Requires-Dist: jax-cuda12-plugin[with-cuda]<=0.12.0,>=0.12.0; extra == "cuda12"
"""
OF_PLUGIN = """\
Requires-Dist: jax-cuda12-pjrt==0.12.0
Provides-Extra: with-cuda
Requires-Dist: nvidia-cublas-cu12>=12.1; sys_platform == "linux" and extra == "with-cuda"
"""
ENVIRONMENTS = """
[environments]
tested = ["numpy>=2.2", "scipy>=1.17"]
[environments.hardware.cuda12]
never = ["libtpu", "jax-cuda*", "nvidia-*-cu13"]
"""
FACTS = {
    "cpu": {"artifact": "xla-cpu-pjrt"},
    "cuda12": {
        "artifact": "jax-cuda12-pjrt",
        "kernels": "jax-cuda12-plugin",
        "requires": {"artifact": "jax-cuda12-plugin", "extra": "with-cuda"},
        "libraries": [
            {"soname": "libcublas.so.12", "distribution": "nvidia-cublas-cu12"},
            {"soname": "libacme.so.1", "package": "acme"},
        ],
    },
    "rocm7": {"artifact": "jax-rocm7-pjrt", "requires": {"artifact": "jax-rocm7-plugin", "extra": "none"}},
    "tpu": {"artifact": "libtpu", "requires": {"artifact": "jax", "extra": "tpu"}},
}


class Upstream:
    """A manifest that upstream's metadata agree with, and what to change: its text, or wheels' metadata."""

    def __init__(self, index: Index, text: str, place: Callable[[str], Path]) -> None:
        self._index, self._text, self._place = index, text, place
        self.metadata = {JAX: OF_JAX, PLUGIN: OF_PLUGIN, PJRT: "", LIBTPU: ""}

    def refreshed(self, *arguments: str) -> int:
        entries = []
        for filename, metadata in self.metadata.items():
            name, version = filename.split("-")[:2]
            described = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{metadata}"
            members = {f"{name}-{version}.dist-info/METADATA": described.encode()}
            file = self._index.add(filename, wheel(filename, members))
            use = "depend" if name in {"jax", "libtpu"} else "repack"
            entries.append(
                f'[[artifact]]\nname = "{file.artifact_name}"\nversion = "{version}"\n'
                f'license = "Apache-2.0"\nuse = "{use}"\n{table(file)}'
            )
        text = self._text.replace("# About XLA:CPU.", f"{ENVIRONMENTS}\n# About XLA:CPU.")
        text = "\n".join([text, *entries])
        self._place(text)
        return main(["0.12.0", *arguments])


@pytest.fixture
def upstream(
    index: Index, text: str, place: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Upstream:
    monkeypatch.setattr(upstream_metadata, "plugin_files", lambda: FACTS)
    return Upstream(index, text, place)


def test_what_upstreams_metadata_agree_with(upstream: Upstream, capsys: pytest.CaptureFixture[str]) -> None:
    assert upstream.refreshed() == 0, capsys.readouterr().out
    assert "DIFFERS" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wheels", "old", "new", "said"),
    [
        (
            JAX,
            "Requires-Python: >=3.12",
            "Requires-Python: >=3.13",
            f"python: stated is >=3.12; upstream says Requires-Python: >=3.13 ({JAX})",
        ),
        (
            JAX,
            "jaxlib<=0.12.0,>=0.11.2",
            "jaxlib<=0.12.1,>=0.12.1",
            "artifact[jaxlib].version: stated is 0.12.0; upstream says jaxlib<=0.12.1,>=0.12.1, "
            f"of which the registry has none ({JAX}, no extra)",
        ),
        (
            JAX,
            "libtpu==0.0.50.*",
            "libtpu==0.0.51.*",
            "artifact[libtpu].version: stated is 0.0.50.1; upstream says libtpu==0.0.51.*, "
            f"of which the registry has 0.0.51.3 ({JAX}, extra tpu)",
        ),
        (
            JAX,
            "jax-cuda12-plugin[with-cuda]<=0.12.0,>=0.12.0",
            "jax-cuda12-plugin[with-cuda]<=0.12.2,>=0.12.1",
            "artifact[jax-cuda12-plugin].version: stated is 0.12.0; "
            "upstream says jax-cuda12-plugin<=0.12.2,>=0.12.1",
        ),
        (
            PLUGIN,
            "jax-cuda12-pjrt==0.12.0",
            "jax-cuda12-pjrt==0.12.0.1",
            "artifact[jax-cuda12-pjrt].version: stated is 0.12.0; upstream says jax-cuda12-pjrt==0.12.0.1",
        ),
        (
            JAX,
            "numpy>=2.2",
            "numpy>=2.3",
            f"environments.tested: stated is numpy>=2.2; upstream says numpy>=2.3 ({JAX})",
        ),
        (
            PLUGIN,
            "nvidia-cublas-cu12",
            "nvidia-cublas-cu13",
            "plugins/jaxlib-cuda12/plugin.toml: libcublas.so.12: stated is nvidia-cublas-cu12; "
            "upstream says nvidia-cublas-cu13",
        ),
        (
            PLUGIN,
            "nvidia-cublas-cu12",
            "nvidia-cublas-cu13",
            "environments.hardware.cuda12.never: stated is nvidia-*-cu13; "
            "upstream says nvidia-cublas-cu13 is required",
        ),
        (
            PLUGIN,
            'Provides-Extra: with-cuda\nRequires-Dist: nvidia-cublas-cu12>=12.1; sys_platform == "linux" and '
            'extra == "with-cuda"',
            "Provides-Extra: with-toolkit",
            "plugins/jaxlib-cuda12/plugin.toml: requires.extra: stated is with-cuda; "
            "upstream says extras with-toolkit",
        ),
    ],
)
def test_what_upstreams_metadata_say_otherwise_is_a_difference(
    upstream: Upstream,
    index: Index,
    capsys: pytest.CaptureFixture[str],
    *,
    wheels: str,
    old: str,
    new: str,
    said: str,
) -> None:
    for version in ("0.0.51.2", "0.0.51.3", "0.0.52.1"):
        index.add(f"libtpu-{version}-cp312-cp312-manylinux_2_31_x86_64.whl")
    assert old in upstream.metadata[wheels]
    upstream.metadata[wheels] = upstream.metadata[wheels].replace(old, new)
    assert upstream.refreshed() == 1
    out = capsys.readouterr().out
    assert f"DIFFERS  {said}" in out
    assert "to be corrected by a person" in out
    assert upstream.refreshed("--write") == 1, "nothing of it is rewritten"
    capsys.readouterr()
    assert upstream.refreshed("--json") == 1
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    (key, stated) = said.partition(": stated is ")[::2]
    assert [
        disagreement
        for disagreement in report["disagreements"]
        if disagreement["key"] == key and stated.startswith(disagreement["stated"])
    ]
    assert report["changed"] is False


def test_a_stale_libtpu_is_a_difference(upstream: Upstream, capsys: pytest.CaptureFixture[str]) -> None:
    """As when a new line is begun as a copy of another."""
    upstream.metadata["libtpu-0.0.42.1-cp312-cp312-manylinux_2_31_x86_64.whl"] = upstream.metadata.pop(LIBTPU)
    assert upstream.refreshed() == 1
    said = "artifact[libtpu].version: stated is 0.0.42.1; upstream says libtpu==0.0.50.*"
    assert said in capsys.readouterr().out


def test_a_newer_libtpu_that_fits_is_told(
    upstream: Upstream, index: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    index.add("libtpu-0.0.50.2-cp312-cp312-manylinux_2_31_x86_64.whl")
    index.add("libtpu-0.0.51.1-cp312-cp312-manylinux_2_31_x86_64.whl")
    assert upstream.refreshed() == 0
    assert "libtpu: 0.0.50.1 is listed; newer: 0.0.50.2\n" in capsys.readouterr().out


def test_a_plugin_that_jax_has_and_the_manifest_does_not_is_told(
    upstream: Upstream, capsys: pytest.CaptureFixture[str]
) -> None:
    more = 'Provides-Extra: oneapi\nRequires-Dist: jax-oneapi-plugin==0.12.0; extra == "oneapi"\n'
    upstream.metadata[JAX] += more
    assert upstream.refreshed() == 0
    out = capsys.readouterr().out
    assert "jax's extra oneapi is for jax-oneapi-plugin, which is not among the artifacts\n" in out
