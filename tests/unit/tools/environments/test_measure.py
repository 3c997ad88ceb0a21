from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tests.unit.tools.artifacts.index import Index
from tests.unit.tools.measurements import fakes
from tests.unit.tools.measurements.fakes import Compiler
from tools import ROOT
from tools.artifacts import manifest as manifests
from tools.environments import measure
from tools.measurements.accepted import Accepted
from tools.measurements.library import MeasurementError

SCHEMA = json.loads((ROOT / "tools/schemas/measure.schema.json").read_text("utf-8"))
TEXT = """\
schema = 1
release = "1.0"
python = ">=3.11"

# Measured with plugins.
[jaxlib]
pjrt_api_major = 0
pjrt_api_minimum = "0.29"   # this one

[[artifact]]
name = "acme-pjrt"
version = "1.0"
license = "Apache-2.0"
use = "local"
path = "acme.so"
[artifact.library]
pjrt_api = "0.112"   # measured
ffi_api = "0.3"

# The last comment.
"""


@pytest.fixture
def place(
    tmp_path: Path, compiler: Compiler, environment: None, index: Index, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder with a manifest and the library that it names; jaxlib accepts what the manifest says."""
    monkeypatch.setattr(manifests, "MANIFESTS", tmp_path)
    monkeypatch.setattr(measure, "of_jaxlib", lambda *_: Accepted("1.0", 0, "0.29", "too old"))
    (tmp_path / "1.0.toml").write_text(TEXT)
    (tmp_path / "acme.so").write_bytes(compiler().read_bytes())
    return tmp_path


@pytest.fixture(scope="session")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    return Compiler(tmp_path_factory.mktemp("libraries"))


def test_a_right_manifest(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measure.main(["1.0"]) == 0
    said = capsys.readouterr().out
    assert "pjrt_api    0.112  (manifest: 0.112)" in said
    assert "ffi_api     0.3  (manifest: 0.3), accepts handlers of 0.1 0.2 0.3; by " in said
    assert said.endswith(f"{place / '1.0.toml'}: says what was measured\n")
    assert measure.main([str(place / "1.0.toml"), "--write"]) == 0
    assert (place / "1.0.toml").read_text() == TEXT


def test_wrong_facts_are_said_and_rewritten(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place / "1.0.toml"
    stale = TEXT.replace('"0.112"', '"0.111"').replace('"0.3"', '"0.2"').replace('"0.29"', '"0.30"')
    path.write_text(stale)
    assert measure.main(["1.0"]) == 1
    said = capsys.readouterr().out
    assert "DIFFERS  library.pjrt_api: the manifest says 0.111, measured 0.112" in said
    assert "DIFFERS  library.ffi_api: the manifest says 0.2, measured 0.3" in said
    assert "DIFFERS  jaxlib.pjrt_api_minimum: the manifest says 0.30, measured 0.29" in said
    assert said.endswith("To rewrite it: python -m tools measure 1.0 --write\n")
    assert path.read_text() == stale
    assert measure.main(["1.0", "--write"]) == 0
    assert path.read_text() == TEXT
    assert manifests.load("1.0").artifact("acme-pjrt").library == manifests.Library("acme.so", "0.112", "0.3")


def test_the_report_for_programs_fits_its_schema(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "1.0.toml").write_text(TEXT.replace('"0.112"', '"0.111"'))
    assert measure.main(["1.0", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    (library,) = report["libraries"]
    assert library["differences"] == [{"key": "library.pjrt_api", "manifest": "0.111", "measured": "0.112"}]
    assert library["facts"]["extensions"][0] == {"type": 5, "size": 48, "name": None}
    assert report["jaxlib"]["pjrt_api_minimum"] == "0.29"


def test_what_cannot_be_measured_is_no_success(
    place: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "acme.so").write_bytes(compiler(fakes.CRASHES).read_bytes())
    assert measure.main(["1.0"]) == 2
    assert "it crashed with SIGABRT while calling GetPjrtApi()" in capsys.readouterr().out

    def fails(*_: object) -> Accepted:
        raise MeasurementError("no jaxlib")

    (place / "acme.so").write_bytes(compiler().read_bytes())
    monkeypatch.setattr(measure, "of_jaxlib", fails)
    assert measure.main(["1.0", "--json"]) == 2
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, SCHEMA)
    assert report["jaxlib"]["error"] == "no jaxlib"
    assert measure.main(["0.9"]) == 2
    assert "no manifest for release" in capsys.readouterr().err
