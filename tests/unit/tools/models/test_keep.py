"""The files of a model that left, and the README beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tools.models import keep

ORIGIN = "The model of a file, with weights that were drawn at random."
VERSIONS = {"jax": "0.12.0", "onnxruntime": "1.31.1"}


def cell(action: str, **more: Any) -> dict[str, Any]:
    """A cell that passed."""
    return {"model": "small", "action": action, "differences": {"output": (1.5e-6, 3.58)}, **more}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of a cell with the files of both actions; upstream's weights are in it, too."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in {keep.WEIGHTS, *(name for files in keep.FILES.values() for name in files.values())}:
        (folder / name).write_text(name, "utf-8")
    return folder


def test_an_onnx_file_with_the_opsets_that_hold(tmp_path: Path, own: Path) -> None:
    opsets = {"used": 21, "lowest": 13, "newest": 24, "below": "opset 12: refused", "above": ""}
    target = keep.keep(tmp_path / "kept", cell("onnx", opsets=opsets), own, own, VERSIONS, ORIGIN)
    assert target == tmp_path / "kept/small/onnx"
    assert {path.name for path in target.iterdir()} == {"README.md", *keep.FILES["onnx"]}
    assert (target / "outputs.npz").read_text() == "onnx.npz"
    text = (target / "README.md").read_text("utf-8")
    for said in (
        *("opset 21", "each opset from 13 to 24.\n- not opset 12: refused\n", "at random", "1.5e-06"),
        "Made with jax 0.12.0, onnxruntime 1.31.1.",
    ):
        assert said in text
    assert "- not \n" not in text


def test_an_export_with_its_weights(tmp_path: Path, own: Path) -> None:
    target = keep.keep(tmp_path / "kept", cell("export"), own, own, VERSIONS, ORIGIN)
    assert {path.name for path in target.iterdir()} == {"README.md", "weights.npz", *keep.FILES["export"]}
    assert "for cpu, cuda, tpu" in (target / "README.md").read_text("utf-8")


def test_what_is_gone_is_made_again(own: Path) -> None:
    assert keep.complete("onnx", own)
    (own / "model.onnx").unlink()
    assert not keep.complete("onnx", own)
    assert keep.complete("run", own)  # it leaves no files
