"""A user's own model: a Python file with the four functions of `PROTOCOL`, whatever library they are written with.

docs/models.md has the protocol, and examples/models two such files.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np

from tools.models.children.model import named

#: What the functions take and return.
PROTOCOL = {
    "parameters": "parameters() -> a pytree of arrays",
    "inputs": "inputs() -> a sequence of arrays, whose first axis is the batch",
    "forward": "forward(parameters, *inputs) -> one array",
    "step": "step(parameters, *inputs) -> the loss, its gradients, the parameters after",
}

AXIS = "devices"


class Own(NamedTuple):
    """A `tools.models.children.model.Model` of the functions in a file."""

    functions: Any
    mesh: Any
    weights: Sequence[Any]
    tree: Any
    others: Sequence[Any]
    axis: str = AXIS

    def forward(self, weights: Any, _others: Any, *inputs: Any) -> Any:
        """What the file's own function returns."""
        return self.functions.forward(jax.tree.unflatten(self.tree, weights), *inputs)

    def step(self, weights: Any, _others: Any, *inputs: Any) -> tuple[Any, Any, Any]:
        """What the file's own function returns, without the trees.

        Raises:
            TypeError: It returns something else than `PROTOCOL` says, or trees unlike that of the parameters.
        """
        results = self.functions.step(jax.tree.unflatten(self.tree, weights), *inputs)
        if not isinstance(results, tuple) or len(results) != 3:
            raise TypeError(
                f"step: wanted {PROTOCOL['step'].partition('-> ')[2]}, found {jax.tree.structure(results)}"
            )
        loss, *trees = results
        for what, found in zip(("the gradients", "the parameters after"), trees, strict=True):
            if jax.tree.structure(found) != self.tree:
                raise TypeError(
                    f"step: wanted {what} as a tree like that of the parameters, {self.tree}, "
                    f"found {jax.tree.structure(found)}"
                )
        gradients, after = trees
        return loss, jax.tree.leaves(gradients), jax.tree.leaves(after)

    def inputs(self) -> list[Any]:
        """The file's own inputs, as numpy arrays."""
        return [np.asarray(array) for array in self.functions.inputs()]

    def names(self) -> list[str]:
        """The path of each parameter."""
        return named(jax.tree.unflatten(self.tree, self.weights))

    def draw(self, *, weights: bool = True) -> tuple[list[Any], list[Any]]:
        """The parameters that the file draws."""
        return jax.tree.leaves(jax.jit(self.functions.parameters)()) if weights else [], []


def build(task: Mapping[str, Any], devices: Sequence[Any] | None = None) -> Own:
    """The model of a task's ``module``.

    Raises:
        TypeError: The file lacks a function, or one returns something else than `PROTOCOL` says.
    """
    path = Path(task["module"])
    functions = _imported(path)
    if missing := [said for name, said in PROTOCOL.items() if not callable(getattr(functions, name, None))]:
        raise TypeError(f"{path.name}: wanted a function {'; and a function '.join(missing)}, found none")
    weights, tree = jax.tree.flatten(jax.eval_shape(functions.parameters))
    if keys := [leaf for leaf in weights if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended)]:
        raise TypeError(
            f"{path.name}: parameters: wanted arrays of numbers, found {keys[0].dtype}: jax.random.key_data(key)"
        )
    mesh = jax.sharding.Mesh(np.array(devices or jax.devices()[:1]), (AXIS,))
    own = Own(functions, mesh, weights, tree, [])
    if scalars := [n for n, array in enumerate(own.inputs()) if not array.ndim]:
        raise TypeError(
            f"{path.name}: inputs: wanted a first axis, the batch, found a scalar: number {scalars[0]}"
        )
    output = jax.eval_shape(lambda leaves: own.forward(leaves, [], *own.inputs()), weights)
    if not isinstance(output, jax.ShapeDtypeStruct):
        raise TypeError(f"{path.name}: forward: wanted one array, found {jax.tree.structure(output)}")
    return own


def _imported(path: Path) -> Any:
    sys.path.insert(0, str(path.parent))  # for files beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    functions = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = functions
    spec.loader.exec_module(functions)
    return functions
