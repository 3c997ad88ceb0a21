"""The matrix of models: which are tried, what a cell's child process may do, and what is written of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from tools import ROOT
from tools.environment import Environment
from tools.models import cells, command, results
from tools.models.discover import Model, discover, rules, small
from tools.models.environments import Pair

LIMITS = cells.Limits(seconds=30, memory=4_000_000_000)
MODEL = Model("tiny", {"base_emb_dim": 64}, "")

#: What a child does in place of cell.py: it computes without jax, and goes wrong to order.
WORKER = """
import json, os, signal, sys, time
import numpy as np
task = json.load(sys.stdin)
side = "ours" if task["weights"] else "upstream"
fault = os.environ.get("FAULT_" + side, "")
if fault == "crash": os.kill(os.getpid(), signal.SIGSEGV)
if fault == "raise": raise ValueError("rank 0")
if fault == "hang": time.sleep(60)
if fault == "fill": kept = np.ones(40_000_000); time.sleep(60)
off = float(fault) if fault[:1].isdigit() or fault == "nan" else 0.0
results = dict(logits=np.full(4, 2.0 + off), loss=np.float32(1), loss_after=np.float32(1), gradient0=np.ones(3))
np.savez(task["output"], **results)
if side == "upstream": np.savez(task["output"] + ".weights.npz", weight0=np.ones(3))
print(json.dumps({"served_by": "jaxlib-cpu" if side == "ours" else "jaxlib", "parameters": 3,
                  "seconds": {"build": 0, "forward": 0.1, "step": 0.2}, "memory": 1000}))
"""


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pair:
    worker = tmp_path / "worker.py"
    worker.write_text(WORKER)
    monkeypatch.setattr(cells, "WORKER", worker)
    monkeypatch.setattr(Environment, "python", property(lambda _: Path(sys.executable)))
    environment = Environment(tmp_path)
    return Pair(environment, environment, "both", "upstream")


def test_a_cell_that_agrees_passes(pair: Pair, tmp_path: Path) -> None:
    cell = cells.run(MODEL, pair, tmp_path / "kept", tmp_path / "cell", LIMITS)
    assert (cell.status, cell.reason, cell.max_abs_diff) == ("pass", "", 0.0)
    assert cell.steps == {"build": 0, "forward": 0.1, "step": 0.2}


def test_upstreams_side_is_computed_once(pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells.run(MODEL, pair, tmp_path / "kept", tmp_path / "first", LIMITS)
    monkeypatch.setenv("FAULT_upstream", "crash")
    assert cells.run(MODEL, pair, tmp_path / "kept", tmp_path / "second", LIMITS).status == "pass"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crash", "it died of SIGSEGV"),
        ("raise", "ValueError: rank 0"),
        ("hang", "it took more than 3 s"),
        ("fill", "it held more than 0.2 GB of memory"),
        ("0.01", "logits differ by 0.01"),
        ("nan", "logits differ by inf"),
    ],
)
def test_a_fault_on_our_side_costs_one_cell_and_says_why(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, words: str
) -> None:
    monkeypatch.setenv("FAULT_ours", fault)
    limits = replace(LIMITS, seconds=3) if fault == "hang" else LIMITS
    limits = replace(limits, memory=200_000_000) if fault == "fill" else limits
    cell = cells.run(MODEL, pair, tmp_path / "kept", tmp_path / "cell", limits)
    assert cell.status == "fail"
    assert words in cell.reason
    results.as_json(cell.as_dict())


def test_what_upstreams_backend_cannot_do_is_no_failure_of_ours(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAULT_upstream", "raise")
    cell = cells.run(MODEL, pair, tmp_path / "kept", tmp_path / "cell", LIMITS)
    assert (cell.status, cell.reason) == ("unsupported", "upstream's backend: ValueError: rank 0")
    assert "Traceback" in cell.log


def test_a_gradient_is_compared_in_proportion_to_its_largest_number(tmp_path: Path) -> None:
    for name, value in (("one.npz", 1000.0), ("other.npz", 1000.5)):
        np.savez(tmp_path / name, gradient0=np.array([value, 1.0]), gradient12=np.array([3.0]))
    assert cells.compare(tmp_path / "one.npz", tmp_path / "other.npz") == {"gradient": (0.5, 1000.0)}


def configuration(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yml").write_text(text)


def test_of_configurations_that_are_the_same_once_small_the_smallest_is_tried(tmp_path: Path) -> None:
    common = "decoder_block: llama2\nbase_num_decoder_layers: 32\nbase_num_query_heads: 8\n"
    configuration(tmp_path, "a-large", common + "base_emb_dim: 8192\nbase_num_kv_heads: 8\n")
    configuration(tmp_path, "b-small", common + "base_emb_dim: 1024\nbase_num_kv_heads: 8\n")
    configuration(tmp_path, "c-shared", common + "base_emb_dim: 1024\nbase_num_kv_heads: 2\n")
    configuration(tmp_path, "d-other", common.replace("llama2", "gemma") + "base_num_kv_heads: 8\n")
    found = {model.name: model.excluded for model in discover(tmp_path)}
    assert found == {
        "a-large": "the same as b-small once small",
        "b-small": "",
        "c-shared": "",
        "d-other": "",
    }


def test_a_maxtext_without_configurations_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="keeps no configurations"):
        discover(tmp_path)


def test_only_what_a_configuration_says_is_made_small() -> None:
    stated = rules()["small"]
    assert "num_experts" not in small({}, stated)
    assert small({"num_experts": 64}, stated)["num_experts"] == 4
    assert small({"inhomogeneous_layer_cycle_interval": 4}, stated)["base_num_decoder_layers"] == 4
    assert small({"base_num_query_heads": 8, "base_num_kv_heads": 1}, stated)["base_num_kv_heads"] == 1


def document(*made: tuple[str, str]) -> dict[str, object]:
    each = [
        cells.Cell(
            name, "cpu", "run", "fail" if reason else "pass", reason, 1.5, log=f"<b>{reason}</b>"
        ).as_dict()
        for name, reason in made
    ]
    return results.document("0.10.2", each, {"left": "the same as one once small"})


def test_the_document_fits_its_schema() -> None:
    schema = json.loads((ROOT / "tools/schemas/models.schema.json").read_text("utf-8"))
    jsonschema.validate(document(("one", ""), ("two", "it died")), schema)


def test_results_of_several_machines_become_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("a", document(("one", ""))), ("b", document(("two", "it died"), ("one", "late")))):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    files = [str(tmp_path / name) for name in ("a.json", "b.json")]
    assert command.main(["--merge", *files, "--json", str(tmp_path / "all.json")]) == 1
    merged = json.loads((tmp_path / "all.json").read_text())
    assert [(cell["model"], cell["reason"]) for cell in merged["cells"]] == [
        ("one", "late"),
        ("two", "it died"),
    ]
    (tmp_path / "c.json").write_text('{"schema": "jaxlib.models/2"}')
    assert command.main(["--merge", files[0], str(tmp_path / "c.json")]) == 2


def test_the_page_holds_each_cause_and_loads_nothing() -> None:
    page = results.page(document(("one", ""), ("two", "it died")))
    assert "<details><summary>why</summary><p>it died</p>" in page
    assert "&lt;b&gt;it died&lt;/b&gt;" in page
    assert "1 pass, 1 fail" in page
    assert not {"<script", "http:", "https:", "src="} & set(page.split())


def test_shards_share_the_models_out(monkeypatch: pytest.MonkeyPatch) -> None:
    models = [Model(f"m{number}", {}, "") for number in range(7)]
    parser: Callable[..., object] = command._parser().parse_args
    parts = [command._chosen(models, parser(["--shard", f"{n}/3"])) for n in (1, 2, 3)]  # type: ignore[arg-type]
    assert sorted(model.name for part in parts for model in part or ()) == [model.name for model in models]
