"""The words of ``python -m tools build`` that name a distribution."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tools.builder import build, definitions


@pytest.mark.parametrize("word", ["pjrt", "binding"])
def test_a_former_name_builds_the_same_distribution(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def wheel(name: str, *_: Any, **__: Any) -> Path:
        built.append(name)
        return Path()

    monkeypatch.setattr(build, "wheel", wheel)
    assert build.main([word]) == 0
    assert built == ["pjrt"]


def test_a_python_is_named_by_its_version_or_its_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used: list[str] = []
    here = {"3.98": Path("/opt/python3.98"), "3.98t": Path("/opt/python3.98t")}
    monkeypatch.setattr(build, "every", lambda: here)
    monkeypatch.setattr(build, "jaxlib", lambda *arguments: used.append(arguments[3]))
    for text in ("3.98", "3.98t", "/usr/bin/python3"):
        assert build.main(["jaxlib", "--python", text]) == 0
    assert used == ["/opt/python3.98", "/opt/python3.98t", "/usr/bin/python3"]
    with pytest.raises(SystemExit):
        build.main(["jaxlib", "--python", "3.99"])
    said = capsys.readouterr().err
    assert "wanted a CPython 3.99 of this machine, found 3.98" in said
    assert "python -m tools interpreters 3.99" in " ".join(said.split())


def test_free_threaded_wheels_are_those_of_the_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built: list[tuple[str, bool]] = []
    used: list[str] = []
    monkeypatch.setattr(
        build, "wheel", lambda name, *_, free_threaded, **__: built.append((name, free_threaded))
    )
    monkeypatch.setattr(build, "jaxlib", lambda *arguments: used.append(arguments[3]))
    monkeypatch.setattr(definitions, "every_free_threaded", lambda: ["3.13t"])
    monkeypatch.setattr(build, "every", lambda: {"3.13t": Path("/opt/python3.13t")})
    assert build.main(["plugins", "cpu", "--release", "0.10.2", "--free-threaded"]) == 0
    assert build.main(["jaxlib", "--release", "0.10.2", "--free-threaded"]) == 0
    assert (built, used) == ([("cpu", True)], ["/opt/python3.13t"])
    monkeypatch.setattr(build, "pjrt", lambda *arguments: used.append(arguments[1]))
    assert build.main(["pjrt", "--release", "0.10.2", "--free-threaded"]) == 0
    assert used == ["/opt/python3.13t"] * 2
    # Upstream's jaxlib of this line has no wheel for that Python.
    for names in (["plugins", "cpu"], ["jaxlib"], ["pjrt"]):
        assert build.main([*names, "--release", "0.12.0", "--free-threaded"]) == 0
        assert f"{names[-1]}: the release serves no free-threaded Python" in capsys.readouterr().err
    assert (len(built), len(used)) == (1, 2)


def test_jaxlib_pjrt_of_one_python_is_for_a_free_threaded_one() -> None:
    with pytest.raises(
        build.BuildError, match=r"wanted a free-threaded Python, found 3\.\d+: one wheel serves"
    ):
        build.pjrt("0.10.2", sys.executable)
