"""Copies the files of a model that left as ONNX or as an export, with how they were checked."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.models.cells import PLATFORMS, SAME
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
#: The weights and the inputs, in the folder of upstream's results.
WEIGHTS = "upstream.npz.weights.npz"


def complete(action: str, own: Path) -> bool:
    """Whether the folder of a cell still has the files."""
    return all((own / name).is_file() for name in FILES.get(action, {}).values())


def keep(
    folder: Path, cell: Mapping[str, Any], own: Path, shared: Path, versions: Mapping[str, str], origin: str
) -> Path:
    """Copy the files of a passed cell to ``folder/MODEL/ACTION``, which is returned, and write a README.

    ``versions`` are what the model was converted and checked with, by name; ``origin`` says where it is from.
    """
    target = folder / str(cell["model"]) / str(cell["action"])
    target.mkdir(parents=True, exist_ok=True)
    for name, source in FILES[cell["action"]].items():
        shutil.copyfile(own / source, target / name)
    if cell["action"] == "export":
        shutil.copyfile(shared / WEIGHTS, target / "weights.npz")
    lines = _of_onnx(cell) if cell["action"] == "onnx" else _of_export(cell)
    worst, scale = cell["differences"]["output"]
    made = ", ".join(f"{name} {version}" for name, version in versions.items())
    text = f"""\
# {cell["model"]}

{origin}

{lines}
Checked: the output in `outputs.npz` differs from that of jax with upstream's jaxlib by at most {worst:.2g}; the
largest number in it is {scale:.3g}. Made with {made}.
"""
    replace_text(target / "README.md", text)
    return target


def _tolerance(cell: Mapping[str, Any]) -> float:
    """The tolerance of the cell, for the README's own check."""
    return SAME["output"] * max(float(cell["differences"]["output"][1]), 1.0)


def _of_onnx(cell: Mapping[str, Any]) -> str:
    opsets = cell["opsets"]
    limits = "".join(f"- not {opsets[name]}\n" for name in ("below", "above") if opsets[name])
    return f"""\
| file | content |
|---|---|
| `model.onnx` | the forward pass with its weights, opset {opsets["used"]} |
| `inputs.npz` | the inputs, by name |
| `outputs.npz` | the output that onnxruntime computed |

    import numpy as np, onnxruntime

    session = onnxruntime.InferenceSession("model.onnx")
    (output,) = session.run(None, dict(np.load("inputs.npz")))
    np.testing.assert_allclose(output, np.load("outputs.npz")["output"], atol={_tolerance(cell):.0e})

onnxruntime computes the same with each opset from {opsets["lowest"]} to {opsets["newest"]}.
{limits}\
"""


def _of_export(cell: Mapping[str, Any]) -> str:
    return f"""\
| file | content |
|---|---|
| `model.jaxexport` | the forward pass for {", ".join(PLATFORMS)}, as `jax.export` serializes it |
| `model.stablehlo.mlir` | the same program as text |
| `weights.npz` | the arguments: `weight0` ..., `other0` ..., `input0` ...; dtypes that NumPy lacks as integers |
| `outputs.npz` | the output that jaxlib-pjrt computed, without jax |

    import jax.export, numpy as np

    exported = jax.export.deserialize(open("model.jaxexport", "rb").read())
    kept = np.load("weights.npz")
    names = [[name for name in kept.files if name.startswith(kind)] for kind in ("weight", "other", "input")]
    avals = iter(exported.in_avals)
    weights, others, inputs = ([kept[name].view(next(avals).dtype) for name in group] for group in names)
    output = exported.call(weights, others, *inputs)
    np.testing.assert_allclose(output, np.load("outputs.npz")["output"], atol={_tolerance(cell):.0e})
"""
