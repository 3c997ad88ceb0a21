"""The matrix of models: which are tried, the limits of a cell's child process, and the results."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import numpy as np
import pytest
from filelock import FileLock

from tools import ROOT
from tools.artifacts.manifest import load
from tools.environments.venv import Environment
from tools.models import cells, command, results
from tools.models.discover import Model, discover, rules, small, with_kernels
from tools.models.servers import Closed, Limits, Server
from tools.results import dumps

LIMITS = Limits(seconds=300, memory=4_000_000_000)
MODEL = Model("tiny", {"base_emb_dim": 64}, "")

#: What a child does in place of run.py: it computes without jax, and goes wrong to order.
WORKER = """
import os, signal, time
import numpy as np
def do(task):
    side = "ours" if task["weights"] else "upstream"
    fault = os.environ.get("FAULT_" + side, "")
    if fault == "crash": os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "raise": raise ValueError("rank 0")
    if fault == "hang": time.sleep(600)
    if fault == "fill": kept = np.ones(40_000_000); time.sleep(600)
    off = float(fault) if fault[:1].isdigit() or fault == "nan" else 0.0
    results = dict(output=np.full(4, 2.0 + off), loss=np.float32(1), loss_after=np.float32(1), gradient0=np.ones(3))
    np.savez(task["output"], **results)
    if side == "upstream": np.savez(task["output"] + ".weights.npz", weight0=np.ones(3))
    return {"served_by": "jaxlib-cpu" if side == "ours" else "jaxlib", "parameters": 3,
            "seconds": {"build": 0, "forward": 0.1, "step": 0.2}, "memory": 1000}
"""

#: In place of ahead.py: what a compiler says.
COMPILER = """
import os
def do(task):
    if "COMPILER" in os.environ and "XLA_FLAGS" not in os.environ: raise ValueError("no rule")
    return {"parameters": 3, "seconds": {"lower": 0.1, "compile": 0.2}, "memory": 1000, "flops": 5.0,
            "device_memory": int(os.environ.get("NEEDS", 10)), "chip_memory": 100,
            "program": {"text": "0" * 64, "cost": "1" * 64, "memory": "2" * 64},
            "kernels": int(os.environ.get("KERNELS", 0)),
            "collectives": int(os.environ.get("COLLECTIVES", 4))}
"""

#: In place of export.py, bare.py and to_onnx.py: the second writes what comes out of the exported model.
EXPORTER = "def do(task): return {'seconds': {'export': 0.1}, 'memory': 1000}"
BARE = """
import os
import numpy as np
def do(task):
    np.savez(task["output"], output=np.full(4, 2.0 + float(os.environ.get("OFF", 0))))
    return {"seconds": {"run": 0.1}, "memory": 1000, "size": 10}
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., cells.Bench]]:
    package = tmp_path / "modules" / "children_of_the_test"
    package.mkdir(parents=True)
    modules = {"run": WORKER, "ahead": COMPILER, "export": EXPORTER, "bare": BARE, "to_onnx": BARE}
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.setattr(Environment, "python", property(lambda _: Path(sys.executable)))
    (tmp_path / "environment").mkdir()
    servers: list[Server] = []

    def _make(folder: str, limits: Limits = LIMITS, **variables: str) -> cells.Bench:
        variables["PYTHONPATH"] = str(package.parent)
        server = Server(
            Environment(tmp_path / "environment"), ("numpy",), variables=variables, package=package.name
        )
        servers.append(server)
        return cells.Bench(MODEL, lambda _: server, tmp_path / "shared", tmp_path / folder, limits)

    yield _make
    for server in servers:
        server.close()


def test_a_cell_that_agrees_passes(bench: Callable[..., cells.Bench]) -> None:
    cell = cells.run(bench("cell"))
    assert (cell.status, cell.reason, cell.max_abs_diff) == ("pass", "", 0.0)
    assert cell.steps == {"build": 0, "forward": 0.1, "step": 0.2}


def test_upstreams_side_is_computed_once(bench: Callable[..., cells.Bench]) -> None:
    cells.run(bench("first"))
    assert cells.run(bench("second", FAULT_upstream="crash")).status == "pass"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("crash", "it died of SIGSEGV"),
        ("raise", "ValueError: rank 0"),
        ("hang", "it took more than 3 s"),
        ("fill", "it held more than 0.2 GB of memory"),
        ("0.01", "output differs by 0.01"),
        ("nan", "output differs by inf"),
    ],
)
def test_a_fault_on_our_side_costs_one_cell_and_says_why(
    bench: Callable[..., cells.Bench], fault: str, words: str
) -> None:
    # Its side is kept: what is to end within 3 s, or be given up, is ours alone.
    cells.run(bench("upstream's side"))
    limits = replace(LIMITS, seconds=3) if fault == "hang" else LIMITS
    limits = replace(limits, memory=200_000_000) if fault == "fill" else limits
    there = bench("cell", limits, FAULT_ours=fault)
    cell = cells.run(there)
    assert cell.status == "fail"
    assert words in cell.reason
    dumps(cell.as_dict())
    # The server that made the child continues.
    assert replace(there, limits=LIMITS).child("ours", "ahead")["flops"] == 5.0


def test_a_cell_whose_server_is_closed_has_no_result(bench: Callable[..., cells.Bench]) -> None:
    there = bench("cell", FAULT_upstream="hang")
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(cells.run, there)
        while not (there.shared / "run.log").exists():
            time.sleep(0.01)
        there.servers("upstream").close()
        with pytest.raises(Closed):
            future.result(20)


def test_an_interrupted_run_gives_what_it_has_and_keeps_nothing_else(tmp_path: Path) -> None:
    def interrupt() -> cells.Cell:
        raise KeyboardInterrupt

    kept, other = tmp_path / "kept.json", tmp_path / "other.json"
    kept.write_text(json.dumps(document(("one", ""))["cells"][0]))
    todo = [
        command.Todo("run", "upstream", "A model.", path, tmp_path, tmp_path, interrupt)
        for path in (other, kept, other)
    ]
    closed: list[str] = []
    environments: Any = SimpleNamespace(close=lambda: closed.append("closed"))
    done = command._run(todo, environments, command._parser().parse_args(["--jobs", "1"]))
    assert [cell["model"] for cell in done] == ["one"]
    assert closed
    assert not other.exists()


def test_our_side_runs_on_the_jaxlib_that_its_cell_names(bench: Callable[..., cells.Bench]) -> None:
    there = bench("cell")
    server, asked = there.servers("any"), []

    def servers(name: str) -> Server:
        asked.append(name)
        return server

    there = replace(there, servers=servers, jaxlib="bindings")
    made = [
        cells.run(there),
        cells.export(there),
        cells.onnx(there),
        cells.compile_ahead(there, "tpu:v5e:1x1", 1),
    ]
    assert {(cell.status, cell.jaxlib) for cell in made} == {("pass", "bindings")}
    assert asked == ["upstream", "ours-bindings", "ours-bindings", "bare", "onnx-bindings", "ahead-bindings"]


def test_a_server_whose_modules_cannot_be_imported_says_which(
    bench: Callable[..., cells.Bench], tmp_path: Path
) -> None:
    broken = Server(Environment(tmp_path / "environment"), ("no_such_module",))
    cell = cells.run(replace(bench("cell"), servers=lambda _: broken))
    assert cell.status == "unsupported"
    assert "No module named 'no_such_module'" in cell.reason


def test_what_upstreams_backend_cannot_do_is_no_failure_of_ours(bench: Callable[..., cells.Bench]) -> None:
    for action in (cells.run, cells.export, cells.onnx):
        cell = action(bench("cell", FAULT_upstream="raise"))
        assert (cell.status, cell.reason) == ("unsupported", "upstream's backend: ValueError: rank 0")
        assert "Traceback" in cell.log
        assert 'File "tools/models/children/server.py"' in cell.log, "this machine's path is in the results"


@pytest.mark.parametrize("size", ["", "full "])
def test_nor_is_it_when_it_does_not_compile(bench: Callable[..., cells.Bench], size: str) -> None:
    """At full size upstream's backend is not asked."""
    there = bench("cell", FAULT_upstream="raise", COMPILER="raise")
    cell = cells.compile_ahead(there, "cuda:h100x4", 4, size)
    assert cell.status == ("fail" if size else "unsupported")
    assert cell.reason == ("ValueError: no rule" if size else "upstream's backend: ValueError: rank 0")
    there = bench("another", COMPILER="raise")
    assert cells.compile_ahead(there, "cuda:h100x4", 4, size).status == "fail"


@pytest.mark.parametrize(("off", "status"), [("0.00001", "pass"), ("0.0001", "fail")])
def test_the_same_model_in_another_form_computes_the_same(
    bench: Callable[..., cells.Bench], off: str, status: str
) -> None:
    for name, action in (("export", cells.export), ("onnx", cells.onnx)):
        cell = action(bench("cell", OFF=off))
        assert (cell.action, cell.status) == (name, status)
        assert ("output differs by" in cell.reason) == (status == "fail")


def test_a_gradient_is_compared_in_proportion_to_its_largest_number(tmp_path: Path) -> None:
    for name, value in (("one.npz", 1000.0), ("other.npz", 1000.5)):
        np.savez(tmp_path / name, gradient0=np.array([value, 1.0]), gradient12=np.array([3.0]))
    assert cells.compare(tmp_path / "one.npz", tmp_path / "other.npz") == {"gradient": (0.5, 1000.0)}


@pytest.mark.parametrize(
    ("variables", "devices", "status", "words"),
    [
        ({}, 4, "pass", ""),
        ({"NEEDS": "101"}, 4, "fail", "it needs 101 bytes on each device, which has 100"),
        ({"COLLECTIVES": "0"}, 4, "fail", "it moves nothing between them"),
        ({"COLLECTIVES": "0"}, 1, "pass", ""),
    ],
)
def test_a_program_that_compiles_must_fit_its_chips(
    bench: Callable[..., cells.Bench], variables: dict[str, str], devices: int, status: str, words: str
) -> None:
    cell = cells.compile_ahead(bench("cell", **variables), "cuda:h100x4", devices)
    assert (cell.backend, cell.action, cell.status) == ("cuda", f"compile h100 x{devices}", status)
    assert words in cell.reason
    assert cell.compiled is not None
    assert cell.compiled["flops"] == 5.0


@pytest.mark.parametrize("chosen", [{"error": "no rule"}, {"models": ["tiny"]}])
def test_a_way_around_a_fault_of_the_compiler_is_taken_and_said(
    bench: Callable[..., cells.Bench], monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any]
) -> None:
    monkeypatch.delenv("XLA_FLAGS", raising=False)
    there = bench("cell", COMPILER="raise")
    another = {"error": "another", "flags": "--never", "why": "of no concern"}
    ways = [another, {"flags": "--xla_some=false", "why": "it has no rule", **chosen}]
    cell = cells.compile_ahead(there, "cuda:h100x4", 4, ways=ways)
    assert (cell.status, cell.reason) == ("pass", "with --xla_some=false: it has no rule")
    assert cells.compile_ahead(there, "cuda:h100x4", 4, ways=[another]).status == "fail"


@pytest.mark.parametrize(("kernels", "status"), [("0", "fail"), ("2", "pass")])
def test_a_model_that_is_compiled_with_its_kernels_has_some(
    bench: Callable[..., cells.Bench], kernels: str, status: str
) -> None:
    cell = cells.compile_ahead(bench("cell", KERNELS=kernels), "tpu:v5e:2x2", 4, cells.KERNELS)
    assert (cell.action, cell.status) == ("compile kernels v5e x4", status)
    assert ("it has no kernel" in cell.reason) == (status == "fail")


def test_a_model_with_its_kernels_has_its_own_settings_and_sizes_that_they_accept() -> None:
    overrides = {
        "attention": "dot_product",
        "megablox": False,
        "head_dim": 16,
        "v_head_dim": 16,
        "vocab_size": 256,
    }
    own = with_kernels(Model("tiny", overrides)).overrides
    assert not {"attention", "megablox"} & own.keys()
    assert (own["head_dim"], own["v_head_dim"], own["vocab_size"]) == (128, 128, 256)
    assert "global_head_dim" not in own, "it is of other families"


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


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({"num_experts_per_tok": 8}, {"num_experts_per_tok": 2}),
        ({"num_experts_per_tok": 1}, {"num_experts_per_tok": 1}),
        ({"q_lora_rank": 0}, {"q_lora_rank": 0}),
        ({"mrope_section": [24, 20, 20]}, {"mrope_section": [3, 3, 2]}),
        ({"mrope_section": [11, 11, 10], "partial_rotary_factor": 0.25}, {"mrope_section": [1, 0, 1]}),
    ],
)
def test_a_small_model_is_one_that_its_family_allows(said: dict[str, Any], wanted: dict[str, Any]) -> None:
    sizes = small(said, rules()["small"])
    assert {key: sizes[key] for key in wanted} == wanted


def document(*made: tuple[str, str], jaxlib: cells.Jaxlib = "upstream") -> dict[str, Any]:
    each = [
        cells.Cell(
            name, "cpu", "run", jaxlib, "fail" if reason else "pass", reason, 1.5, log=f"<b>{reason}</b>"
        ).as_dict()
        for name, reason in made
    ]
    return results.document("0.10.2", each, {"left": "the same as one once small"}, ["one", "other"])


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
    other = tmp_path / "other.json"
    other.write_text(json.dumps(document(("one", ""), jaxlib="bindings")))
    assert command.main(["--merge", *files, str(other), "--json", str(tmp_path / "all.json")]) == 1
    merged = json.loads((tmp_path / "all.json").read_text())
    assert [(cell["model"], cell["jaxlib"]) for cell in merged["cells"]] == [
        ("one", "bindings"),
        ("one", "upstream"),
        ("two", "upstream"),
    ]
    assert '<th colspan="1">jaxlib-cpu, the family&#x27;s jaxlib</th>' in results.page(merged)
    (tmp_path / "c.json").write_text('{"schema": "jaxlib.models/0"}')
    assert command.main(["--merge", files[0], str(tmp_path / "c.json")]) == 2


def compiled(
    jaxlib: cells.Jaxlib, text: str = "0", cost: str = "1", reason: str = "", action: str = "compile v6e x4"
) -> dict[str, Any]:
    program = None if reason == "refused" else {"text": text * 64, "cost": cost * 64, "memory": "2" * 64}
    status: cells.Status = "pass" if program else "fail"
    return cells.Cell("one", "tpu", action, jaxlib, status, reason, 1.0, program=program).as_dict()


def judged(*made: dict[str, Any]) -> dict[str, tuple[str, str, bool | None]]:
    data = results.document("0.12.0", made, {}, ["one"])
    schema = json.loads((ROOT / "tools/schemas/models.schema.json").read_text("utf-8"))
    jsonschema.validate(data, schema)
    return {cell["jaxlib"]: (cell["status"], cell["reason"], cell["same"]) for cell in data["cells"]}


def test_a_program_that_is_another_one_with_our_jaxlib_is_a_failure_of_ours() -> None:
    upstream = compiled("upstream")
    assert judged(upstream, compiled("bindings"))["bindings"] == ("pass", "", True)
    found = judged(upstream, compiled("bindings", text="a", cost="b", reason="with --some: it has no rule"))
    assert found["upstream"] == ("pass", "", False)
    assert found["bindings"] == (
        "fail",
        "with --some: it has no rule; not the program that it is with upstream's jaxlib: other text and cost",
        False,
    )


def test_a_program_of_one_jaxlib_alone_is_not_compared() -> None:
    assert judged(compiled("bindings")) == {"bindings": ("pass", "", None)}
    older = {name: value for name, value in compiled("upstream").items() if name != "program"}
    assert judged(older, compiled("bindings"))["bindings"] == ("pass", "", None)


def test_a_comparison_is_made_anew_when_a_cell_is_replaced() -> None:
    different = results.document(
        "0.12.0", [compiled("upstream"), compiled("bindings", text="a")], {}, ["one"]
    )
    assert [cell["status"] for cell in different["cells"]] == ["fail", "pass"]
    merged = results.merge([different, results.document("0.12.0", [compiled("upstream", text="a")], {}, [])])
    assert [(cell["status"], cell["reason"], cell["same"]) for cell in merged["cells"]] == [
        ("pass", "", True)
    ] * 2


def test_kernels_that_upstreams_compiler_refuses_are_unsupported() -> None:
    refused = [
        compiled(jaxlib, reason="refused", action="compile kernels v6e x4")
        for jaxlib in ("bindings", "upstream")
    ]
    assert {status for status, _, _ in judged(*refused).values()} == {"unsupported"}
    assert judged(refused[0], {**refused[1], "reason": "another"})["bindings"][0] == "fail"
    assert (
        judged(*(compiled(jaxlib, reason="refused") for jaxlib in ("bindings", "upstream")))["bindings"][0]
        == "fail"
    )


def test_what_is_refused_with_our_jaxlib_alone_is_a_failure_even_if_it_was_refused_with_each() -> None:
    name = "compile kernels v6e x4"
    refused = [compiled(jaxlib, reason="refused", action=name) for jaxlib in ("bindings", "upstream")]
    both = results.document("0.12.0", refused, {}, ["one"])
    now = results.document("0.12.0", [compiled("upstream", action=name)], {}, ["one"])
    assert [cell["status"] for cell in results.merge([both, now])["cells"]] == ["fail", "pass"]


def test_documents_of_the_schema_before_are_merged() -> None:
    older = {**document(("one", "")), "schema": "jaxlib.models/3"}
    for cell in older["cells"]:
        del cell["program"], cell["same"]
    merged = results.merge([older, document(("two", ""))])
    assert (merged["schema"], len(merged["cells"])) == (results.SCHEMA, 2)


def test_the_page_says_how_many_programs_are_the_same() -> None:
    page = results.page(results.document("0.12.0", [compiled("upstream"), compiled("bindings")], {}, ["one"]))
    assert "1 of 1 compiled programs the same with each jaxlib" in page
    assert "<dt>with the other jaxlib</dt><dd>the same program</dd>" in page


def test_the_page_holds_each_cause_and_loads_nothing() -> None:
    page = results.page(document(("one", ""), ("two", "it died")))
    assert "<details><summary>why</summary><p>it died</p>" in page
    assert "&lt;b&gt;it died&lt;/b&gt;" in page
    assert "1 pass, 1 fail" in page
    assert "1 configurations not run here</summary><p>other</p>" in page
    assert not {"<script", "http:", "https:", "src="} & set(page.split())


def test_shards_share_the_models_out(monkeypatch: pytest.MonkeyPatch) -> None:
    models = [Model(f"m{number}", {}, "") for number in range(7)]
    parser: Callable[..., object] = command._parser().parse_args
    parts = [command._chosen(models, parser(["--shard", f"{n}/3"])) for n in (1, 2, 3)]  # type: ignore[arg-type]
    assert sorted(model.name for part in parts for model in part or ()) == [model.name for model in models]


def test_a_second_run_waits_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would make the environments anew that the first one uses."""
    monkeypatch.setattr(command, "BUILD", tmp_path)
    folder = tmp_path / "models" / load().release
    folder.mkdir(parents=True)
    with FileLock(folder / "lock"):
        assert command.main(["--list"]) == 2
    assert f"another run is using {folder}" in "".join(capsys.readouterr().err.splitlines())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--module", "{missing}"], "--module: no such file"),
        (["--module", "{file}", "{file}"], "two files have the same name"),
        (["--module", "{file}", "--only", "gemma-2b"], "are of MaxText's models"),
        (["--module", "{file}", "--size", "full"], "are of MaxText's models"),
        (["--module", "{file}", "--actions", "full"], "the action full is of MaxText's models"),
        (["--module", "{file}", "--actions", "kernels"], "the action kernels is of MaxText's models"),
        (["--requirements", "flax"], "--requirements are those of --module"),
        (["--only", "gemma-2b", "--weights", "{missing}"], "--weights: no such folder"),
        (["--weights", "{folder}"], "--weights are those of one model"),
        (["--only", "gemma-2b,llama2-7b", "--weights", "{folder}"], "--weights are those of one model"),
    ],
)
def test_arguments_that_contradict_each_other(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.touch()
    names = {"missing": tmp_path / "missing", "file": file, "folder": tmp_path}
    with pytest.raises(SystemExit) as ended:
        command.main([argument.format(**names) for argument in arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
