"""Copies the files of a model that left as ONNX or as an export, with how they were checked."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.models.cells import PLATFORMS
from tools.results import replace_text

#: For each action, the files of its cell by their names in the copy; `weights` are those of upstream's cell.
FILES = {
    "onnx": {"model.onnx": "model.onnx", "inputs.npz": "inputs.npz", "outputs.npz": "onnx.npz"},
    "export": {
        "model.jaxexport": "exported.bin",
        "model.stablehlo.mlir": "program.mlir",
        "outputs.npz": "export.npz",
    },
}
#: The weights and the tokens, in the folder of upstream's results.
WEIGHTS = "upstream.npz.weights.npz"


def complete(action: str, own: Path) -> bool:
    """Whether the folder of a cell still has the files."""
    return all((own / name).is_file() for name in FILES.get(action, {}).values())


def keep(folder: Path, cell: Mapping[str, Any], own: Path, shared: Path, versions: Mapping[str, str]) -> Path:
    """Copy the files of a passed cell to ``folder/MODEL/ACTION``, which is returned, and write a README.

    ``versions`` are what the model was converted and checked with, by name.
    """
    target = folder / str(cell["model"]) / str(cell["action"])
    target.mkdir(parents=True, exist_ok=True)
    for name, source in FILES[cell["action"]].items():
        shutil.copyfile(own / source, target / name)
    if cell["action"] == "export":
        shutil.copyfile(shared / WEIGHTS, target / "weights.npz")
    lines = _of_onnx(cell) if cell["action"] == "onnx" else _of_export()
    worst, scale = cell["differences"]["logits"]
    made = ", ".join(f"{name} {version}" for name, version in versions.items())
    text = f"""\
# {cell["model"]}

MaxText's model, made small, with weights that its own initialisers drew at random: nothing was trained.

{lines}
Checked: the logits of `outputs.npz` differ from those of jax with upstream's jaxlib by at most {worst:.2g}; the
largest logit is {scale:.3g}. Made with {made}.
"""
    replace_text(target / "README.md", text)
    return target


def _of_onnx(cell: Mapping[str, Any]) -> str:
    opsets = cell["opsets"]
    limits = "".join(f"- not {opsets[name]}\n" for name in ("below", "above") if opsets[name])
    return f"""\
| file | content |
|---|---|
| `model.onnx` | the forward pass with its weights, opset {opsets["used"]} |
| `inputs.npz` | the tokens, by the name of the input |
| `outputs.npz` | the logits that onnxruntime computed |

    import numpy as np, onnxruntime

    session = onnxruntime.InferenceSession("model.onnx")
    (logits,) = session.run(None, dict(np.load("inputs.npz")))
    np.testing.assert_allclose(logits, np.load("outputs.npz")["logits"], atol=1e-4)

onnxruntime computes the same with each opset from {opsets["lowest"]} to {opsets["newest"]}.
{limits}\
"""


def _of_export() -> str:
    return f"""\
| file | content |
|---|---|
| `model.jaxexport` | the forward pass for {", ".join(PLATFORMS)}, as `jax.export` serializes it |
| `model.stablehlo.mlir` | the same program as text |
| `weights.npz` | the arguments: `weight0` ..., `other0` ..., and `tokens`; dtypes that NumPy lacks as integers |
| `outputs.npz` | the logits that jaxlib-pjrt computed, without jax |

    import jax.export, numpy as np

    exported = jax.export.deserialize(open("model.jaxexport", "rb").read())
    kept = np.load("weights.npz")
    names = [[name for name in kept.files if name.startswith(kind)] for kind in ("weight", "other")]
    flat = [kept[name] for group in names for name in group]
    flat = [array.view(aval.dtype) for array, aval in zip(flat, exported.in_avals)]
    logits = exported.call(flat[: len(names[0])], flat[len(names[0]) :], kept["tokens"])
    np.testing.assert_allclose(logits, np.load("outputs.npz")["logits"], atol=1e-4)
"""
