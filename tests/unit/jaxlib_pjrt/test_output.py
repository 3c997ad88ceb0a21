"""The output of jaxlib-pjrt's commands: no terminal escapes, and no device file is replaced by an output file."""

from __future__ import annotations

import stat
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

output: Any = import_module("jaxlib_pjrt._output")
commands: Any = import_module("jaxlib_pjrt.commands")
HOSTILE = "f\x1b[2J\x9b1m\u202e\udcff\nresults  forged"
SHOWN = r"f\x1b[2J\x9b1m\u202e\udcff\nresults  forged"


def test_names_of_an_exported_function_are_shown_as_they_are_spelled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = {"place": HOSTILE, "dtype": HOSTILE, "shape": [2], "sharding": HOSTILE}
    data: dict[str, Any] = dict.fromkeys(
        ("jax", "stablehlo", "calling_convention_version", "checked_on"), HOSTILE
    )
    data |= {"function": HOSTILE, "platforms": [HOSTILE], "any_platform": False, "devices": 1}
    data |= {"arguments": [place], "results": [place], "ordered_effects": [HOSTILE]}
    data |= {"unordered_effects": [], "custom_calls": [{"target": HOSTILE}], "vjp_order": 0}
    data |= {"program_bytes": 3, "problems": [{"kind": "kind", "text": HOSTILE}]}
    commands._print(data)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == SHOWN
    assert all(line.isprintable() for line in lines)
    assert [line for line in lines if line.startswith("results")] == [
        line for line in lines if "results   " in line
    ]


def test_an_error_is_said_without_what_a_terminal_acts_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: Path) -> None:
        raise FileNotFoundError(2, "No such file", str(file))

    monkeypatch.setitem(sys.modules, "jaxlib_pjrt.exported", SimpleNamespace(load_exported=refuse))
    assert commands.main(["inspect", f"{tmp_path}/\x1b[2J"]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_a_report_keeps_devices_links_and_permissions(tmp_path: Path) -> None:
    output.write(Path("/dev/null"), "gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("before")
    real.chmod(0o604)
    link.symlink_to(real)
    output.write(link, "after \udcff")
    assert link.is_symlink()
    assert real.read_text() == r"after \udcff"
    assert stat.S_IMODE(real.stat().st_mode) == 0o604
    with pytest.raises(FileNotFoundError) as caught:
        output.write(tmp_path / "none" / "report.json", "")
    assert caught.value.filename == str(tmp_path / "none" / "report.json")
    with pytest.raises(IsADirectoryError):
        output.write(tmp_path, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.json", "real.json"]
