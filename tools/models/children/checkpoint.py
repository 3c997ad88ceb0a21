"""Reads a user's own weights, by name: safetensors files, or a checkpoint of Orbax."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tools.models.children.model import Model, named


def read(folder: Path, model: Model) -> list[Any]:
    """The weights of a model in their order, with the dtypes that the model has.

    A name is a path in the model, such as ``decoder.layers_0.kernel``; ``params.`` before all names is ignored.

    Raises:
        FileNotFoundError: There are neither safetensors files nor a checkpoint of Orbax in the folder.
        ValueError: Names are missing or unknown, or shapes differ.
    """
    found = _without_params(_read(folder))
    wanted = dict(zip(model.names(), model.weights, strict=True))
    problems = [
        f"{name}: shape {list(found[name].shape)} for {list(leaf.shape)}"
        for name, leaf in wanted.items()
        if name in found and found[name].shape != leaf.shape
    ]
    problems += [f"{name} is not in the model" for name in found if name not in wanted]
    problems += [
        f"{name} is missing, shape {list(leaf.shape)}" for name, leaf in wanted.items() if name not in found
    ]
    if problems:
        more = f"; and {len(problems) - 4} more" if len(problems) > 4 else ""
        raise ValueError(f"the weights in {folder.name} are not the model's: {'; '.join(problems[:4])}{more}")
    return [np.asarray(found[name]).astype(leaf.dtype) for name, leaf in wanted.items()]


def _read(folder: Path) -> dict[str, Any]:
    if files := sorted(folder.glob("*.safetensors")):
        import safetensors.flax

        return {name: array for path in files for name, array in safetensors.flax.load_file(path).items()}
    if not (folder / "_METADATA").is_file():
        raise FileNotFoundError(
            f"{folder}: found no *.safetensors, and no _METADATA of a checkpoint of Orbax"
        )
    import jax
    import orbax.checkpoint

    tree = orbax.checkpoint.PyTreeCheckpointer().restore(folder)
    return dict(zip(named(tree), jax.tree.leaves(tree), strict=True))


def _without_params(found: Mapping[str, Any]) -> dict[str, Any]:
    while found and all(name.startswith("params.") for name in found):
        found = {name.removeprefix("params."): array for name, array in found.items()}
    return dict(found)
