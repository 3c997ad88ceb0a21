from __future__ import annotations

import base64
import dataclasses
import json
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from tools import ROOT
from tools.upstream_tests import kernels, kernels_page
from tools.upstream_tests.children import kernel_reader, kernel_recorder
from tools.upstream_tests.kernels import Row, judged
from tools.upstream_tests.known_differences import DifferencesError, Expected

MOVED = Expected("moved", ("9.9.9",), ("pallas/a_test.py::T::test_m*",), "why")


def row(*tests: str) -> Row:
    details = tuple({"test": test, "kind": "order", "text": "-a\n+b"} for test in tests)
    return Row("cuda:9.0", "pallas/a", 5, 3, 6, 0, (1.0, 2.0), details)


def report(*tests: str, expected: tuple[Expected, ...] = (MOVED,)) -> dict[str, Any]:
    found = {"schema": kernels.SCHEMA, "release": "9.9.9", "tests_of": "9.9.9"}
    found |= judged([row(*tests)], expected)
    schema = json.loads((ROOT / "tools" / "schemas" / "kernels.schema.json").read_text("utf-8"))
    jsonschema.validate(found, schema)
    return found


def test_kernels_that_a_difference_explains_are_clean() -> None:
    found = report("pallas/a_test.py::T::test_more")
    assert found["clean"]
    assert [item["expected"] for item in found["differences"]] == ["moved"]


def test_another_kernel_is_not() -> None:
    found = report("pallas/a_test.py::T::test_more", "pallas/a_test.py::T::test_other")
    assert not found["clean"]
    assert [item["expected"] for item in found["differences"]] == ["moved", None]


def test_a_difference_that_is_gone_is_told() -> None:
    found = report()
    assert not found["clean"]
    assert found["stale"] == ["pallas/a_test.py::T::test_m*"]


def test_a_difference_of_a_file_that_was_not_run_is_not_gone() -> None:
    assert report(expected=(Expected("x", ("9.9.9",), ("pallas/b_test.py::T::*",), "why"),))["clean"]


def test_the_list_is_read() -> None:
    targets, _, reasons = kernels.listed()
    assert {target.device.partition(":")[0] for target in targets} == {"tpu", "cuda"}
    assert reasons.keys() <= {(target.device, file) for target in targets for file in target.files}


@pytest.mark.parametrize(
    "text", ["schema = 1", "schema = 2", "schema = 2\nother = 3\n[[target]]\ndevice = 'a'\nfiles = []"]
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kernels.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DifferencesError, match="wanted"):
        kernels.listed(path)


def test_tests_are_named_as_by_pytest() -> None:
    assert kernels._named("a_test.Case.test_it (1)", "pallas/a") == "pallas/a_test.py::Case::test_it (1)"


class Reader:
    """Stands in for the one that needs upstream's jaxlib: a kernel is its own text."""

    def text(self, call: str, content: bytes) -> str:
        return content.decode()


def compared(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    theirs: str,
    ours: str,
) -> dict[str, Any]:
    monkeypatch.setattr(kernel_reader, "Reader", Reader)
    paths = []
    for name, text in (("theirs", theirs), ("ours", ours)):
        listed = [["tpu_custom_call", base64.b64encode(text.encode()).decode()]] if text else []
        line = {"test": "a", "outcome": "recorded", "seconds": 1.5, "kernels": listed}
        paths.append(tmp_path / name)
        paths[-1].write_text(json.dumps(line) + "\n", "utf-8")
    assert kernel_reader.main([str(path) for path in paths]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("theirs", "ours", "kinds"),
    [
        ("%0 = a\n%1 = b", "%0 = a\n%1 = b", []),
        ("%0 = a\n%1 = b", "%0 = b\n%1 = a", ["order"]),
        ("%0 = a", "%0 = c", ["different"]),
        ("%0 = a", "", ["outcome"]),
    ],
)
def test_kernels_are_compared(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    theirs: str,
    ours: str,
    kinds: list[str],
) -> None:
    found = compared(tmp_path, monkeypatch, capsys, theirs, ours)
    assert [item["kind"] for item in found["details"]] == kinds
    assert found["same"] == (not kinds)
    assert found["seconds"] == [1.5, 1.5]


def test_an_older_form_of_a_kernel_is_counted_apart_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel_reader, "Reader", Reader)
    paths = [tmp_path / "theirs", tmp_path / "ours"]
    for path, text in zip(paths, ("b", "c"), strict=True):
        found = [
            [name, base64.b64encode(content.encode()).decode()]
            for name, content in (("tpu_custom_call", "a"), ("version 13", "a"), ("version 11", text))
        ]
        line = {"test": "a", "outcome": "recorded", "seconds": 1, "kernels": found}
        path.write_text(json.dumps(line) + "\n", "utf-8")
    kernel_reader.main([str(path) for path in paths])
    report = json.loads(capsys.readouterr().out)
    assert (report["same"], report["older"]) == (1, 1)
    assert "version 11, by ours" in report["details"][0]["text"]


@pytest.mark.parametrize("upstreams_seconds", [1.0, 2.0])
def test_a_page_has_a_row_for_each_file(tmp_path: Path, upstreams_seconds: float) -> None:
    table = tmp_path / "kernel-table.json"
    slow = dataclasses.replace(row("pallas/a_test.py::T::test_more"), seconds=(upstreams_seconds, 2.0))
    found = {"release": "9.9.9", "tests_of": "9.9.8", **judged([slow], (MOVED,))}
    kernels_page.keep(found, "3.12", table)
    page = kernels_page.page(kernels_page.load(table), (MOVED,), {})
    assert "| pallas/a | 5 | 3 | 6 | 1 | 0 | 2.0 |" in page
    assert "with the tests of jax 9.9.8" in page
    assert ("pallas/a for cuda:9.0 (2.00)" in page) == (upstreams_seconds == 1.0)
    assert "### moved" in page


def test_the_page_is_that_of_the_results() -> None:
    _, differences, reasons = kernels.listed()
    assert kernels_page.PAGE.read_text("utf-8") == kernels_page.page(
        kernels_page.load(), differences, reasons
    ), "run: python -m tools kernels --page"


@pytest.mark.parametrize(
    ("reasons", "why"), [({}, "not explained"), ({("cuda:9.0", "pallas/a"): "no GPU."}, "no GPU")]
)
def test_a_page_tells_why_a_file_has_no_kernel(
    tmp_path: Path, reasons: kernels_page.Reasons, why: str
) -> None:
    table = tmp_path / "kernel-table.json"
    none = Row("cuda:9.0, 4 of them", "pallas/a", 5, 0, 0, 0, (0.0, 0.0), ())
    kernels_page.keep({"release": "9.9.9", "tests_of": "9.9.9", **judged([none], ())}, "3.12", table)
    page = kernels_page.page(kernels_page.load(table), (), reasons)
    assert f"No kernel for cuda:9.0, 4 of them in the tests of pallas/a (5): {why}." in page
    assert "| pallas/a |" not in page


class Attribute:
    def __init__(self, content: bytes) -> None:
        self.value, self.value_bytes = content.decode(), content


def operation(name: str, attributes: dict[str, Any], *inside: Any) -> Any:
    blocks = [[SimpleNamespace(operation=each) for each in inside]]
    return SimpleNamespace(name=name, attributes=attributes, regions=[blocks])


def test_kernels_are_found_in_what_is_called() -> None:
    def call(target: bytes, **config: Any) -> Any:
        return operation("stablehlo.custom_call", {"call_target_name": Attribute(target), **config})

    tpu = call(b"tpu_custom_call", backend_config=Attribute(b"{}"))
    gpu = call(b"mosaic_gpu_v2", **{"mhlo.backend_config": {"module": Attribute(b"ML")}})
    other = call(b"Sharding", backend_config=Attribute(b""))
    module = operation("builtin.module", {}, operation("func.func", {}, tpu, other), gpu)
    found = [(name, base64.b64decode(content)) for name, content in kernel_recorder.kernels(module)]
    assert found == [("tpu_custom_call", b"{}"), ("mosaic_gpu_v2", b"ML")]


def test_how_a_test_ended() -> None:
    def ended(error: Exception | None, *, recorded: bool = False, skipped: str = "") -> str:
        result = kernel_recorder.Result()
        if error is not None:
            result.addError(unittest.TestCase(), (type(error), error, None))
        if skipped:
            result.addSkip(unittest.TestCase(), skipped)
        return kernel_recorder.outcome_of(result, recorded)

    assert ended(None) == "passed"
    assert ended(None, skipped="no TPU") == "skipped: no TPU"
    assert ended(ValueError("x"), recorded=True) == "recorded"
    assert ended(ValueError("a\n  b at 0x7f note: c")) == "ValueError: a b at"
    with pytest.raises(kernel_recorder.Slow) as slow:
        kernel_recorder.give_up()
    assert ended(slow.value, recorded=True) == kernel_recorder.SLOW


def test_a_tests_module_is_recorded_as_its_jaxlib_prints_it() -> None:
    def case(*operations: str) -> Any:
        class Module:
            body = SimpleNamespace(operations=operations)

            def __str__(self) -> str:
                return "module {}"

        return SimpleNamespace(module=Module())

    assert kernel_recorder.module_of(case("a")) == [("module", base64.b64encode(b"module {}").decode())]
    assert kernel_recorder.module_of(case()) == []  # the test was skipped
    assert kernel_recorder.module_of(SimpleNamespace(module=sys)) == []
    assert kernel_recorder.module_of(SimpleNamespace()) == []


def test_classes_of_tests_are_set_up_and_torn_down() -> None:
    calls: list[str] = []

    class First(unittest.TestCase):
        @classmethod
        def setUpClass(cls) -> None:
            calls.append("up")

        @classmethod
        def tearDownClass(cls) -> None:
            calls.append("down")

    class Skipped(First):
        @classmethod
        def setUpClass(cls) -> None:
            raise unittest.SkipTest("no TPU")

    class Failed(First):
        @classmethod
        def setUpClass(cls) -> None:
            raise ValueError("x")

    fixtures = kernel_recorder.Fixtures()
    kinds = (First, First, Skipped, Skipped, Failed, None)
    outcomes = [fixtures.enter(kind) for kind in kinds]
    assert outcomes == [None, None, "skipped: no TPU", "skipped: no TPU", "ValueError: x", None]
    assert calls == ["up", "down"]


def test_a_test_that_was_given_up_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel_reader, "Reader", Reader)
    lines: list[dict[str, Any]] = [
        {"test": "a", "outcome": end, "seconds": 1, "kernels": []} for end in ("recorded", "slow")
    ]
    paths = [tmp_path / "theirs", tmp_path / "ours"]
    for path, line in zip(paths, lines, strict=True):
        path.write_text(json.dumps(line) + "\n", "utf-8")
    kernel_reader.main([str(path) for path in paths])
    found = json.loads(capsys.readouterr().out)
    assert (found["slow"], found["details"]) == (1, [])
