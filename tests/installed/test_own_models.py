"""Users' own models in ``nox -s models``: Equinox's and Flax's, of examples/models, and their own weights."""

from __future__ import annotations

import os
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.environments.venv import Environment
from tools.interpreters import pythons
from tools.libraries import declaration
from tools.models import cells, keep
from tools.models.command import Environments
from tools.models.discover import Model
from tools.models.servers import Limits

EXAMPLES = ROOT / "examples" / "models"
LIMITS = Limits(seconds=600, memory=4_000_000_000)
FLAX = next(suite for suite in declaration.load().of(load().release) if suite.name == "flax")

pytestmark = pytest.mark.skipif((3, 12) not in pythons(), reason="models need Python 3.12: NOT TESTED")


@pytest.fixture(scope="module")
def environments(temporary: Callable[[str], Path]) -> Iterator[Environments]:
    assert FLAX.file is not None
    folder = temporary("flax")
    with tarfile.open(Cache().fetch(FLAX.file)) as members:
        members.extractall(folder, filter="data")
    os.environ["FLAX_SOURCE"] = str(next(folder.iterdir()))  # for the servers, which outlive a test
    made = Environments(
        load().release,
        ["upstream", "ours-bindings", "bare", "onnx-bindings"],
        ["equinox", f"flax=={FLAX.version}"],
    )
    yield made
    made.close()
    del os.environ["FLAX_SOURCE"]


def _bench(environments: Environments, file: Path, folder: Path, checkpoint: str = "") -> cells.Bench:
    model = Model(file.stem, {}, module=str(file), checkpoint=checkpoint)
    return cells.Bench(model, environments.servers.__getitem__, folder, folder / "own", LIMITS, "bindings")


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.stem)
def test_it_runs_and_leaves(file: Path, environments: Environments, tmp_path: Path) -> None:
    bench = _bench(environments, file, tmp_path)
    ran, exported = cells.run(bench), cells.export(bench)
    for cell in (ran, exported):
        assert (cell.status, cell.reason) == ("pass", ""), cell.log
    assert ran.parameters


@pytest.mark.parametrize("action", keep.FILES)
def test_what_left_runs_as_its_readme_says(action: str, environments: Environments, tmp_path: Path) -> None:
    bench = _bench(environments, EXAMPLES / "equinox_mlp.py", tmp_path)
    cell = {"onnx": cells.onnx, "export": cells.export}[action](bench)
    assert (cell.status, cell.reason) == ("pass", ""), cell.log
    versions = environments.versions(action, bench.jaxlib)
    folder = keep.keep(
        tmp_path / "kept", cell.as_dict(), bench.folder, bench.shared, versions, bench.model.origin
    )
    readme = (folder / "README.md").read_text("utf-8")
    assert "The model of equinox_mlp.py" in readme
    program = "".join(line[4:] for line in readme.splitlines(keepends=True) if line.startswith("    "))
    _ran(environments.made[f"{'onnx' if action == 'onnx' else 'ours'}-bindings"].environment, folder, program)


#: Writes weights that are all 0.5, by name, as a user of each library does.
WRITE = {
    "safetensors": """
import equinox_mlp, jax, numpy as np, safetensors.flax
from tools.models.children.model import named
tree = jax.tree.map(lambda leaf: leaf * 0 + 0.5, equinox_mlp.parameters())
safetensors.flax.save_file(dict(zip(named(tree), jax.tree.leaves(tree))), "model.safetensors")
""",
    "orbax": """
import os, equinox_mlp, jax, orbax.checkpoint
from tools.models.children.model import named
tree = jax.tree.map(lambda leaf: leaf * 0 + 0.5, equinox_mlp.parameters())
nested = {}
for name, leaf in zip(named(tree), jax.tree.leaves(tree)):
    *outer, last = name.split(".")
    into = nested
    for part in outer:
        into = into.setdefault(part, {})
    into[last] = leaf
orbax.checkpoint.PyTreeCheckpointer().save(os.path.abspath("."), {"params": nested}, force=True)
""",
}


@pytest.mark.parametrize("library", WRITE)
def test_its_own_weights(library: str, environments: Environments, tmp_path: Path) -> None:
    folder = tmp_path / "weights"
    folder.mkdir()
    _ran(environments.made["upstream"].environment, folder, WRITE[library])
    bench = _bench(environments, EXAMPLES / "equinox_mlp.py", tmp_path / "cells", str(folder))
    cell = cells.run(bench)
    assert (cell.status, cell.reason) == ("pass", ""), cell.log
    with np.load(bench.weights) as taken:
        arrays = [taken[name] for name in taken.files if name.startswith("weight")]
    assert arrays
    assert all((array == 0.5).all() for array in arrays)
    assert bench.model.origin == "The model of equinox_mlp.py, with the weights of weights."


@pytest.mark.parametrize(
    ("write", "said"),
    [
        ("", "FileNotFoundError"),
        ("save_file({'layers.0.weight': np.ones((2, 2))}, 'a.safetensors')", "shape [2, 2] for [64, 8]"),
        (
            "save_file({'head': np.ones(2)}, 'a.safetensors')",
            "head is not in the model; layers.0.weight is missing, shape [64, 8]",
        ),
    ],
)
def test_weights_of_another_model(write: str, said: str, environments: Environments, tmp_path: Path) -> None:
    folder = tmp_path / "weights"
    folder.mkdir()
    program = f"import numpy as np\nfrom safetensors.numpy import save_file\n{write}"
    _ran(environments.made["upstream"].environment, folder, program)
    cell = cells.run(_bench(environments, EXAMPLES / "equinox_mlp.py", tmp_path / "cells", str(folder)))
    assert cell.status == "fail"
    assert said in cell.reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def parameters(): pass", "wanted a function inputs() -> a sequence of arrays"),
        ("x = 1 / 0", "ZeroDivisionError"),
        (
            "parameters = lambda: 1.0\ninputs = list\nforward = lambda p: (p, p)\nstep = None",
            "a function step(",
        ),
        ("parameters = lambda: 1.0\ninputs = list\nforward = lambda p: (p, p)\nstep = forward", "one array"),
        (
            "import jax\nparameters = lambda: jax.random.key(0)\ninputs = list\nforward = step = lambda p: p",
            "wanted arrays of numbers, found key",
        ),
        (
            "parameters = lambda: 1.0\ninputs = list\nforward = step = lambda p: p",
            "step: wanted the loss, its gradients, the parameters after, found",
        ),
        (
            "parameters = lambda: 1.0\ninputs = lambda: [2.0]\nforward = step = lambda p, x: p",
            "inputs: wanted a first axis, the batch, found a scalar: number 0",
        ),
        (
            "parameters = lambda: {'a': 1.0}\ninputs = list\nforward = lambda p: p['a'] * 1\n"
            "step = lambda p: (1.0, p, p['a'])",
            "step: wanted the parameters after as a tree like that of the parameters",
        ),
    ],
)
def test_a_file_that_breaks_the_protocol(
    text: str, said: str, environments: Environments, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, "utf-8")
    cell = cells.run(_bench(environments, file, tmp_path / "cells"))
    assert cell.status == "fail"
    assert said in cell.reason


def _ran(environment: Environment, folder: Path, program: str) -> None:
    variables = environment.variables({"JAX_PLATFORMS": "cpu", "PYTHONPATH": f"{ROOT}:{EXAMPLES}"})
    command = [str(environment.python), "-c", program]
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
