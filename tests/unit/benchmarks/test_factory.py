"""The table of build times in docs/build-troubles.md is made from results/factory.json."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import factory
from benchmarks.commands import Measured
from tools import results
from tools.console.pages import with_part


def test_the_page_has_what_was_measured_last() -> None:
    rows = results.read(factory.RECORDED, "factory")["rows"]
    assert rows
    page = with_part(factory.PAGE, factory.MARKS, factory.as_markdown(rows))
    assert page == factory.PAGE.read_text("utf-8")


def test_a_measurement_takes_the_place_of_the_last_one_of_the_same_plugins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(factory, "RECORDED", tmp_path / "factory.json")
    monkeypatch.setattr(factory, "PAGE", Path(shutil.copy(factory.PAGE, tmp_path / "page.md")))
    warm = Measured(1.4, 1.3, 100_000_000)
    for seconds in (700.0, 200.0):
        factory.keep(["tpu", "cpu"], {"cold": Measured(seconds, 2 * seconds, 1_500_000_000), "warm": warm})
    factory.keep([], {"cold": warm, "warm": warm})
    rows = results.read(factory.RECORDED, "factory")["rows"]
    assert list(rows) == ["all", "cpu tpu"]
    assert rows["cpu tpu"]["cold"] == {"seconds": 200.0, "processor": 400.0, "peak": 1_500_000_000}
    page = factory.PAGE.read_text("utf-8")
    assert "| cpu, tpu | cold | 200 s | 400 s | 1.50 GB |" in page
    assert "700" not in page


@pytest.mark.parametrize(
    ("names", "command"), [(["cpu", "tpu"], "plugins cpu tpu"), ([], "plugins"), (["jaxlib"], "jaxlib")]
)
def test_what_is_named_is_built(tmp_path: Path, names: list[str], command: str) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/__main__.py").write_text(
        "import pathlib, sys\npathlib.Path('built').write_text(' '.join(sys.argv[1:]))\n"
    )
    assert factory.measured(names, tmp_path, tmp_path).seconds > 0
    assert (tmp_path / "built").read_text() == f"build {command}"


def test_jaxlib_is_measured_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        factory.main(["cpu", "jaxlib"])
    assert "by itself" in capsys.readouterr().err
