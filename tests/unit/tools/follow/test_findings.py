"""Findings: code to write, names listed as missing, and names that need a later version of jaxlib."""

from __future__ import annotations

from typing import Any

import pytest

from tools.follow import findings, trial
from tools.follow.comparison import Change
from tools.follow.report import Finding

GATE = "jaxlib_extension_version >= 600"


@pytest.mark.parametrize(
    ("files", "gate"),
    [
        ({}, ""),
        ({"a.py": []}, ""),
        ({"a.py": [GATE], "b.py": []}, ""),
        ({"a.py": [GATE], "b.py": [GATE]}, GATE),
        ({"a.py": [GATE, f"not ({GATE})"]}, ""),
    ],
)
def test_the_condition_under_which_a_name_is_used(files: dict[str, list[str]], gate: str) -> None:
    assert findings.gate(files) == gate


def test_names_that_are_not_there() -> None:
    used: findings.Uses = {"jaxlib._jax.f": {"jax/a.py": [GATE]}, "jaxlib._jax.g": {"jax/a.py": []}}
    states = {"jaxlib._jax.f": "missing", "jaxlib._jax.g": "offered"}
    assert findings.unmet(used, states) == [Finding("write", "jaxlib._jax.f", "missing", ("jax/a.py",), GATE)]


def test_what_changed_and_who_uses_it() -> None:
    used: findings.Uses = {"jaxlib.xla_client.Client.compile": {"jax/a.py": []}}
    changes = [
        Change("jaxlib._jax.Client.compile", "changed", "took x", frozenset({"options"})),
        Change("jaxlib._jax.Client.other", "new", "function (self)"),
        Change("jaxlib._jax.TransferServer.f", "new", "function (self)"),
        Change("jaxlib._jax.taken", "new", "function (x)"),
    ]
    ours: dict[str, dict[str, Any]] = {
        "jaxlib._jax.Client.compile": {"kind": "function", "signatures": ["(self)"]},
        "jaxlib._jax.taken": {"kind": "function"},
    }
    found = findings.changed(used, changes, ours)
    assert [(finding.section, finding.subject, finding.used_by) for finding in found] == [
        ("write", "jaxlib._jax.Client.compile", ("jax/a.py",)),
        ("unused", "jaxlib._jax.Client.other", ()),
        ("unused", "jaxlib._jax.TransferServer.f", ()),
    ]
    assert "missing.toml: the transfer server" in found[2].text


def test_operations_that_the_bindings_do_not_write() -> None:
    used: findings.Uses = {"jaxlib.mlir.dialects.stablehlo.CollectiveReduceOp": {"jax/lax.py": []}}
    changes = [
        Change("stablehlo.collective_reduce", "new", "", frozenset({"channel_handle"})),
        Change("stablehlo.custom_call", "changed", "", frozenset({"result_tilings"})),
        Change("stablehlo.iota", "changed", "", frozenset({"step"})),
        Change("stablehlo.einsum", "gone", ""),
    ]
    known = {"stablehlo.custom_call": ["call_target_name", "result_tilings"], "stablehlo.iota": ["dimension"]}
    found = findings.operations(used, changes, known)
    assert [(finding.section, finding.subject) for finding in found] == [
        ("write", "stablehlo.collective_reduce"),
        ("unused", "stablehlo.iota"),
    ]


@pytest.mark.parametrize(
    ("output", "errors", "status", "texts"),
    [
        ("passed a\npassed b\n", "", 0, ["2 of 2 cases pass"]),
        (
            "passed a\nFAILED b\n",
            "Traceback (most recent call last):\n  File x\nValueError: no\n",
            1,
            ["ValueError: no", "1 of 2 cases pass"],
        ),
        ("passed a\n", "Fatal", -11, ["ended with status -11 after the case a: Fatal", "1 of 1 cases pass"]),
        ("", "ImportError: f", 1, ["ended with status 1: ImportError: f"]),
    ],
)
def test_what_a_trials_output_says(output: str, errors: str, status: int, texts: list[str]) -> None:
    assert [finding.text for finding in trial.of_output("cases.py", output, errors, status)] == texts
