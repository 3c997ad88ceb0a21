"""``jaxlib conformance`` without absl, which jax's own cases need and no distribution of the family requires."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

catalog: Any = import_module("jaxlib_pjrt.conformance.catalog")
primitives: Any = import_module("jaxlib_pjrt.conformance.primitives")
command: Any = import_module("jaxlib_pjrt.conformance.__main__")
library: Any = import_module("jaxlib_pjrt.conformance.library")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes one module missing; jax and absl are there otherwise."""

    def lacking(module: str) -> None:
        there = {"jax", "absl"} - {module}
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in there else None)

    return lacking


@pytest.mark.parametrize("module", ["absl", "jax"])
def test_every_other_check_is_there(without: Callable[[str], None], module: str) -> None:
    without(module)
    groups = {check.group for check in catalog.every()}
    assert groups == set(library.GROUPS) - {"primitives"}
    assert not catalog.every(["primitives/add"])


def test_what_is_not_checked_is_said(
    without: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    without("absl")

    def run(_: object, *, only: Any = (), **__: object) -> list[tuple[Any, Any]]:
        return [(check, library.Result(check.id, "PASS", "", 0.0)) for check in catalog.every(only)]

    counts = {"PASS": 1, "FAIL": 0, "UNSUPPORTED": 0}
    monkeypatch.setattr(command, "run", run)
    # What it writes has the version of the installed distribution.
    monkeypatch.setattr("jaxlib_pjrt.conformance.report.report", lambda *_: {"counts": counts})
    file = tmp_path / "libacme.so"
    file.write_bytes(b"")
    assert command.main([str(file)]) == 0
    assert capsys.readouterr().err == "not checked: jax's own cases of each primitive, which need absl\n"
    assert command.main([str(file), "--only", "table/"]) == 0
    assert capsys.readouterr().err == ""
    assert command.main([str(file), "--only", "primitives/add"]) == 2
    said = "jax's own cases of each primitive need absl, which is not installed\n"
    assert capsys.readouterr().err == said
