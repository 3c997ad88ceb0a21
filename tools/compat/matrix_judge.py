"""Judges an observed environment: it works, has exactly one diagnosis, or violates the rules of the matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.compat.matrix_cells import Cell

CODE = re.compile(r"\[(JLP[0-9]{3})\]")
ABSENT = "JLP012"
SYSTEM = "JLP015"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one observation."""

    outcome: str
    said_by: str = ""
    problem: Mapping[str, Any] | None = None
    violations: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def judge(cell: Cell, seen: Mapping[str, Any]) -> Judgement:
    """Judges one observation."""
    if wrong := _failed_processes(seen):
        return Judgement("violation", violations=tuple(wrong))
    free, problems = seen["free"]["json"], seen["doctor"]["json"]["problems"]
    wrong, notes = _opened_libraries(cell, seen["cpu"])
    if len(problems) > 1:
        wrong.append(f"{len(problems)} diagnoses: {', '.join(problem['code'] for problem in problems)}")
    steps = {step["step"]: step["text"] for step in free["said"]}
    asked = steps.pop("asked", "")
    codes = set(CODE.findall(" ".join(steps.values()) + seen["free"]["stderr"])) - {ABSENT}
    served_by_upstream = cell.upstream != "absent" and cell.platform == "cuda"
    if asked and not served_by_upstream and not CODE.search(asked):
        wrong.append(f"asked for its devices, jax says nothing of why there are none: {asked!r}")
    if not problems:
        wrong += [f"jax fails and the doctor finds nothing: {step}: {text}" for step, text in steps.items()]
        if not steps and not free.get("computed"):
            wrong.append("a jitted call gave a wrong result")
        if not steps and cell.plugin == "cpu" and "cpu" not in free["loaded"]:
            wrong.append("jaxlib-cpu does not serve, and nothing says so")
        return Judgement("violation" if wrong else "works", violations=tuple(wrong), notes=tuple(notes))
    problem = problems[0]
    wrong += _disagreements(cell, problem, steps, codes)
    return Judgement(
        "violation" if wrong else "diagnosis",
        # If jax refuses its jaxlib when it is imported, it has used no plugin.
        "doctor" if "import" in steps else "jax",
        problem,
        tuple(wrong),
        tuple(notes),
    )


def _failed_processes(seen: Mapping[str, Any]) -> list[str]:
    """The processes that crashed, hung or printed no report."""
    wrong = []
    for what, name in (("free", "jax"), ("cpu", "jax with JAX_PLATFORMS=cpu"), ("doctor", "jaxlib doctor")):
        child = seen[what]
        if child is None:
            continue
        fine = {0, 1} if what == "doctor" else {0}
        if child["status"] not in fine or not child["json"]:
            ended = "hung" if child["status"] is None else f"ended with status {child['status']}"
            last = child["stderr"].strip().splitlines()[-1:] or [""]
            wrong.append(f"{name} {ended}: {last[0]}")
    return wrong


def _opened_libraries(cell: Cell, cpu: Mapping[str, Any] | None) -> tuple[list[str], list[str]]:
    """Violations and notes: the libraries other than the CPU's that were opened with JAX_PLATFORMS=cpu."""
    if not cpu:
        return [], []
    wrong, notes = [], []
    ours = {f"libjaxlib_{cell.plugin}.so"} if cell.plugin == "cpu" else set()
    opened = set(cpu["json"]["opened"]) - ours
    if "xla_cuda_plugin.so" in opened:
        notes.append("upstream's plugin opens its library whatever JAX_PLATFORMS says")
    if others := opened - {"xla_cuda_plugin.so"}:
        wrong.append(f"with JAX_PLATFORMS=cpu these were opened: {', '.join(sorted(others))}")
    return wrong, notes


def _disagreements(
    cell: Cell, problem: Mapping[str, Any], steps: Mapping[str, str], codes: set[str]
) -> list[str]:
    """The contradictions between jax's exceptions, by step and code, and the doctor's diagnosis."""
    wrong = []
    code, commands = problem["code"], problem["commands"]
    if "import" in steps:
        if len(steps) > 1 or codes:
            wrong.append(f"more was said than that jax refuses: {dict(steps)}")
    else:
        if not codes:
            wrong.append(f"{code} is the doctor's diagnosis, and jax says nothing")
        elif codes != {code}:
            wrong.append(f"{code} is the doctor's diagnosis, and jax says {', '.join(sorted(codes))}")
        texts = [text for text in steps.values() if f"[{code}]" in text]
        if texts and not all(set(commands) <= set(text.splitlines()) for text in texts):
            wrong.append("a command is not a line of its own in the exception's text")
    if code in {"JLP003", "JLP004", "JLP005"}:
        said = f"{problem['summary']} {problem['found']} {problem['wanted']}"
        if f"jaxlib-{cell.plugin}" not in said or not {cell.jax, cell.jaxlib} & set(
            re.findall(r"[\d.]+\d", said)
        ):
            wrong.append(f"the diagnosis names no distribution or no version: {said}")
    return wrong
