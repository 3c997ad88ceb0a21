"""Three of MaxText's models on three backends: a quick part of ``nox -s models``."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from tools.artifacts.manifest import load
from tools.interpreters import pythons
from tools.models import cells, keep
from tools.models.command import Environments
from tools.models.discover import Model, discover
from tools.models.servers import Limits

#: Each of another kind: shared keys and values, tied logits, norms of queries and keys.
MODELS = ("llama2-7b", "gemma-2b", "qwen3-0.6b")
#: With upstream's jaxlib and with the family's own.
ENVIRONMENTS = ("ours", "ours-bindings", "ahead", "ahead-bindings", "bare", "onnx")
LIMITS = Limits(seconds=600, memory=4_000_000_000)

pytestmark = pytest.mark.skipif((3, 12) not in pythons(), reason="MaxText needs Python 3.12: NOT TESTED")


@pytest.fixture(scope="module")
def environments() -> Iterator[Environments]:
    environments_ = Environments(load().release, ["upstream", *ENVIRONMENTS])
    # With no jaxlib-cpu there either, its platform `cpu` is upstream's; a server less has MaxText to import.
    environments_.servers["upstream"] = environments_.servers["ahead"]
    yield environments_
    environments_.close()


@pytest.fixture(scope="module")
def models(environments: Environments) -> dict[str, Model]:
    discovery = discover(environments.made["upstream"].configurations)
    # One layer: the second is the same to a compiler.
    return {
        model.name: replace(model, overrides={**model.overrides, "base_num_decoder_layers": 1})
        for model in discovery
    }


@pytest.fixture
def bench(environments: Environments, models: dict[str, Model], tmp_path: Path) -> cells.Bench:
    return cells.Bench(
        models[MODELS[0]], environments.servers.__getitem__, tmp_path, tmp_path / "own", LIMITS
    )


@pytest.mark.parametrize("jaxlib", get_args(cells.Jaxlib))
@pytest.mark.parametrize("name", MODELS)
def test_cpu(name: str, jaxlib: cells.Jaxlib, bench: cells.Bench, models: dict[str, Model]) -> None:
    cell = cells.run(replace(bench, model=models[name], jaxlib=jaxlib))
    assert (cell.status, cell.reason) == ("pass", ""), cell.log


@pytest.mark.parametrize("jaxlib", get_args(cells.Jaxlib))
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("target", "devices"), [("tpu:v5e:2x2", 4), ("cuda:h100", 1)])
def test_ahead_of_time(
    name: str,
    target: str,
    devices: int,
    jaxlib: cells.Jaxlib,
    bench: cells.Bench,
    models: dict[str, Model],
) -> None:
    cell = cells.compile_ahead(replace(bench, model=models[name], jaxlib=jaxlib), target, devices)
    assert (cell.status, cell.reason) == ("pass", ""), cell.log


@pytest.mark.parametrize("action", keep.FILES)
def test_a_model_that_left_runs_as_its_readme_says(
    action: str, bench: cells.Bench, environments: Environments, tmp_path: Path
) -> None:
    cell = {"onnx": cells.onnx, "export": cells.export}[action](bench)
    assert (cell.status, cell.reason) == ("pass", ""), cell.log
    folder = keep.keep(
        tmp_path / "kept",
        cell.as_dict(),
        bench.folder,
        bench.shared,
        environments.versions(action, bench.jaxlib),
        bench.model.origin,
    )
    readme = (folder / "README.md").read_text("utf-8")
    program = "".join(line[4:] for line in readme.splitlines(keepends=True) if line.startswith("    "))
    environment = environments.made["onnx" if action == "onnx" else "ours"].environment
    done = subprocess.run(
        [environment.python, "-c", program],
        cwd=folder,
        env=environment.variables({"JAX_PLATFORMS": "cpu"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    if cell.opsets is not None:
        assert int(cell.opsets["lowest"]) <= 17
        assert int(cell.opsets["newest"]) >= cells.OPSET
