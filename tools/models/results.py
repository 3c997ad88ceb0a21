"""The results: JSON with a schema, a table for the terminal, and one page with the matrix."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from tools.models.cells import FULL, KERNELS, column
from tools.models.discover import rules

SCHEMA = "jaxlib.models/4"
#: Schemas of documents that can be merged: the earlier one's cells have no digests of programs.
READABLE = ("jaxlib.models/3", SCHEMA)
#: A column of the matrix: backend, action, and whose jaxlib.
Column = tuple[str, str, str]


def _column(cell: Mapping[str, Any]) -> Column:
    return cell["backend"], cell["action"], cell["jaxlib"]


def _key(cell: Mapping[str, Any]) -> tuple[str, Column]:
    return cell["model"], _column(cell)


def document(
    release: str, cells: Iterable[Mapping[str, Any]], excluded: Mapping[str, str], tried: Iterable[str]
) -> dict[str, Any]:
    """The document of a run; ``tried`` are the models that no rule excludes, whether or not this run had them."""
    return {
        "schema": SCHEMA,
        "release": release,
        "machine": {"architecture": platform.machine(), "system": platform.system()},
        "cells": sorted(compared(cells), key=_key),
        "tried": sorted(tried),
        "excluded": dict(sorted(excluded.items())),
    }


def compared(cells: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The cells, with ``same``: whether a program is the same with each jaxlib; None where it is of one only.

    A program that is another one with the family's jaxlib is a failure of the cell with that.
    """
    by_key = {_key(cell): cell for cell in cells}
    return [_compared(cell, by_key) for cell in by_key.values()]


def _compared(
    cell: Mapping[str, Any], by_key: Mapping[tuple[str, Column], Mapping[str, Any]]
) -> dict[str, Any]:
    model, (backend, action, jaxlib) = _key(cell)
    another_jaxlib = "bindings" if jaxlib == "upstream" else "upstream"
    cell, other = (
        _alone(each) for each in (cell, by_key.get((model, (backend, action, another_jaxlib)), {}))
    )
    status, reason = cell["status"], cell["reason"]
    program, another = cell.get("program"), other.get("program")
    same = None
    if program and another:
        parts = [name for name in program if program[name] != another[name]]
        same = not parts
        if parts and jaxlib == "bindings" and status == "pass":
            status = "fail"
            reason = "; ".join(filter(None, [reason, f"{_DIFFERS}{' and '.join(parts)}"]))
    elif _alike(cell, other):
        status = "unsupported"
    return {**cell, "status": status, "reason": reason, "program": program, "same": same}


def _alone(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    """A cell as before a comparison, which is made anew: the other cell may have been replaced."""
    if not cell:
        return cell
    status, reason = cell["status"], cell["reason"]
    if _DIFFERS in reason:
        status, reason = "pass", reason.partition(_DIFFERS)[0].removesuffix("; ")
    elif status == "unsupported" and f"compile {KERNELS}" in cell["action"]:
        status = "fail"
    return {**cell, "status": status, "reason": reason}


_DIFFERS = "not the program that it is with upstream's jaxlib: other "


def _alike(cell: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a program with kernels is refused with each jaxlib in the same words, and so by the compiler."""
    return bool(
        f"compile {KERNELS}" in cell["action"]
        and cell["status"] == other.get("status") == "fail"
        and cell["reason"] == other["reason"]
    )


def merge(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Merges documents, such as those of several machines; a later document's cell replaces an earlier one's.

    Raises:
        ValueError: A document has another schema, or another release than the first.
    """
    cells: dict[tuple[str, Column], Mapping[str, Any]] = {}
    excluded: dict[str, str] = {}
    tried: set[str] = set()
    for part in documents:
        if part.get("schema") not in READABLE or part["release"] != documents[0]["release"]:
            wanted, identity = ((one.get("schema"), one.get("release")) for one in (documents[0], part))
            raise ValueError(f"wanted {SCHEMA} of one release, found {wanted} and {identity}")
        cells |= {_key(cell): cell for cell in part["cells"]}
        excluded |= part["excluded"]
        tried |= set(part["tried"])
    return document(documents[0]["release"], cells.values(), excluded, tried)


def page(data: Mapping[str, Any]) -> str:
    """One self-contained page: the matrix in colours, with bars for time and memory, and details at a click."""
    cells = data["cells"]
    columns = sorted({_column(cell) for cell in cells}, key=_place)
    by_key = {_key(cell): cell for cell in cells}
    models = sorted({cell["model"] for cell in cells})
    statuses = ("pass", "fail", "unsupported")
    counts = [f"{sum(cell['status'] == status for cell in cells)} {status}" for status in statuses]
    if known := [
        cell["same"] for cell in cells if cell.get("same") is not None and cell["jaxlib"] == "bindings"
    ]:
        counts.append(f"{sum(known)} of {len(known)} compiled programs the same with each jaxlib")
    counts.append(f"{_missing(models, columns, by_key)} not run of those below")
    hours = sum(cell["processor"] or 0 for cell in cells) / 3600
    groups = [(backend, jaxlib) for backend, _, jaxlib in columns]
    heads = "".join(
        f'<th colspan="{groups.count(group)}">{escape(_title(*group))}</th>'
        for group in dict.fromkeys(groups)
    )
    actions = "".join(f"<th>{escape(action.removeprefix('compile '))}</th>" for _, action, _ in columns)
    left_out = "".join(f"<li>{escape(n)}: {escape(why)}</li>" for n, why in data["excluded"].items())
    untouched = [name for name in data["tried"] if name not in models]
    absent = [" ".join(cell) for cell in _planned() if cell not in columns]
    return _PAGE.format(
        release=escape(data["release"]),
        summary=", ".join(counts),
        hours=f"{hours:.1f}",
        heads=heads,
        actions=actions,
        rows=_rows(models, columns, by_key),
        left_out=left_out,
        count=len(data["excluded"]),
        untouched=len(untouched),
        names=escape(", ".join(untouched)),
        absent=len(absent),
        actions_absent=escape(", ".join(absent)),
    )


def _rows(
    models: Iterable[str],
    columns: Sequence[Column],
    by_key: Mapping[tuple[str, Column], Mapping[str, Any]],
) -> str:
    """A row for each model; times and memory are drawn against the most of their column."""
    longest = {column: _most(by_key, column, _seconds) for column in columns}
    largest = {column: _most(by_key, column, _bytes) for column in columns}
    return "".join(
        f"<tr><th>{escape(model)}</th>"
        + "".join(
            _cell(by_key[model, column], longest[column], largest[column])
            if (model, column) in by_key
            else f'<td class="none">{"not run" if _wanted(model, column[1]) else ""}</td>'
            for column in columns
        )
        + "</tr>"
        for model in models
    )


def _planned() -> list[Column]:
    """Every column that a run of all actions with each jaxlib has."""
    stated = rules()
    full = [target for targets in stated["full"]["targets"].values() for target in targets]
    cells = [("cpu", action) for action in _ACTIONS[:3]]
    cells += [column(target, devices) for target, devices in stated["compile"]["targets"]]
    cells += (column(target, devices, KERNELS) for target, devices in stated["kernels"]["targets"])
    cells += (column(target, devices, FULL) for target, devices in full)
    return [(*cell, jaxlib) for jaxlib in _JAXLIBS for cell in dict.fromkeys(cells)]


def _wanted(model: str, action: str) -> bool:
    """Whether a run of all actions has this cell: few models are compiled at full size, some have no kernels."""
    if action.startswith(f"compile {KERNELS}"):
        return model not in rules()["kernels"]["without"]
    return not action.startswith(f"compile {FULL}") or model in rules()["full"]["targets"]


def _missing(models: Iterable[str], columns: Sequence[Column], there: Iterable[tuple[str, Column]]) -> int:
    wanted = {(model, column) for model in models for column in columns if _wanted(model, column[1])}
    return len(wanted.difference(there))


_TITLES = {
    "cpu": "jaxlib-cpu",
    "cuda": "CUDA, compiled ahead of time",
    "tpu": "TPU, compiled ahead of time",
}
_ACTIONS = ("run", "export", "onnx", "compile")
_JAXLIBS = {"bindings": "the family's jaxlib", "upstream": "upstream's jaxlib"}


def _title(backend: str, jaxlib: str) -> str:
    """The title of a group of columns."""
    return f"{_TITLES.get(backend, backend)}, {_JAXLIBS[jaxlib]}"


def _place(column: Column) -> tuple[str, str, int, str]:
    backend, action, jaxlib = column
    return backend, jaxlib, _ACTIONS.index(action.partition(" ")[0]), action


def _seconds(cell: Mapping[str, Any]) -> float:
    """The cell's time: its longest step, without imports."""
    return max(map(float, (cell["steps"] or {"": cell["seconds"]}).values()))


def _bytes(cell: Mapping[str, Any]) -> float:
    """The cell's memory: on each device if it was compiled for one, else of the process."""
    return float((cell["compiled"] or {}).get("device_memory") or cell["memory"] or 0)


def _most(
    by_key: Mapping[tuple[str, Column], Mapping[str, Any]],
    column: Column,
    of: Callable[[Mapping[str, Any]], float],
) -> float:
    return max((of(cell) for key, cell in by_key.items() if key[1] == column), default=0.0) or 1.0


def _cell(cell: Mapping[str, Any], longest: float, largest: float) -> str:
    status = cell["status"]
    if status == "pass":
        difference = cell["max_abs_diff"]
        said = "" if difference is None else f" <small>&plusmn;{difference:.1e}</small>"
        bars = _bar("seconds", _seconds(cell) / longest, f"{_seconds(cell):.1f} s")
        bars += _bar("memory", _bytes(cell) / largest, _amount(_bytes(cell), "B"))
        more = f"<dl>{''.join(f'<dt>{k}</dt><dd>{escape(v)}</dd>' for k, v in _numbers(cell))}</dl>"
        return f'<td class="pass"><details><summary>pass{said}</summary>{more}</details>{bars}</td>'
    log = f"<pre>{escape(cell['log'])}</pre>" if cell["log"] else ""
    cause = f"<details><summary>why</summary><p>{escape(cell['reason'])}</p>{log}</details>"
    return f'<td class="{status}"><b>{status}</b>{cause}</td>'


def _numbers(cell: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = [(name, f"{seconds:.2f} s") for name, seconds in (cell["steps"] or {}).items()]
    pairs += [
        (f"{name} off by", f"{worst:.1e} of {scale:.1e}")
        for name, (worst, scale) in (cell["differences"] or {}).items()
    ]
    if cell["parameters"]:
        pairs.append(("parameters", _amount(cell["parameters"], "")))
    for name, number in (cell["compiled"] or {}).items():
        unit = "B" if name.endswith("memory") else ""
        pairs.append((name.replace("_", " "), _amount(number, unit)))
    if (same := cell.get("same")) is not None:
        pairs.append(("with the other jaxlib", "the same program" if same else "another program"))
    if cell["processor"]:
        pairs.append(("CPU time", f"{cell['processor']:.1f} s"))
    if cell["memory"]:
        pairs.append(("process memory", _amount(cell["memory"], "B")))
    return pairs


def _amount(number: float, unit: str) -> str:
    """A large number with a unit prefix."""
    for scale, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= scale:
            return f"{number / scale:.3g} {prefix}{unit}"
    return f"{number:.0f} {unit}".strip()


def _bar(kind: str, share: float, text: str) -> str:
    return (
        f'<div class="bar"><i class="{kind}" style="width:{100 * share:.1f}%"></i><span>{text}</span></div>'
    )


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>MaxText's models on jax {release}</title>
<style>
:root {{ color-scheme: light dark; --line: #d0d7de; --dim: #6e7781;
  --pass: #dafbe1; --fail: #ffdcd7; --unsupported: #ececec; --time: #4493f880; --bytes: #bc8cff80; }}
@media (prefers-color-scheme: dark) {{ :root {{ --line: #3d444d; --dim: #9198a1;
  --pass: #14301f; --fail: #4a1d1b; --unsupported: #2b2f36; }} }}
body {{ font: 14px/1.4 system-ui, sans-serif; margin: 2rem; }}
p, li {{ max-width: 60rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: separate; border-spacing: 0; border-top: 1px solid var(--line); }}
th, td {{ border: 1px solid var(--line); border-width: 0 1px 1px 0; padding: .35rem .5rem; text-align: left;
  vertical-align: top; white-space: nowrap; }}
td {{ min-width: 6.2rem; }}
tr > :first-child {{ position: sticky; left: 0; background: Canvas; border-left-width: 1px; z-index: 1; }}
tr.actions > :first-child {{ position: static; border-left-width: 0; }}
.pass {{ background: var(--pass); }}
.fail {{ background: var(--fail); }}
.unsupported {{ background: var(--unsupported); }}
.none, small, dt {{ color: var(--dim); }}
summary {{ cursor: pointer; }}
.bar {{ position: relative; height: 1rem; margin-top: .2rem; font-size: 11px; line-height: 1rem; }}
.bar i {{ position: absolute; inset: 0 auto 0 0; border-radius: 2px; background: var(--time); min-width: 1px; }}
.bar i.memory {{ background: var(--bytes); }} .bar span {{ position: relative; padding-left: .25rem; }}
.key {{ display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; vertical-align: -1px; }}
dl {{ display: grid; grid-template-columns: auto auto; gap: 0 .6rem; margin: .3rem 0; font-size: 12px; }}
dd {{ margin: 0; }}
pre, td p {{ max-width: 34rem; overflow-x: auto; font-size: 12px; white-space: pre-wrap; }}
</style>
<h1>MaxText's models on jax {release}</h1>
<p>{summary}; {hours} hours of CPU time. Where numbers were compared, &plusmn; is how far the logits are from
those of the backend inside jaxlib. <span class="key" style="background:var(--time)"></span> the longest step,
<span class="key" style="background:var(--bytes)"></span> memory (of each device where it was compiled for one, else
of the process); a bar is as long as its number's share of the largest in its column. A click on a cell shows all of
it.</p>
<div class="wide"><table><thead><tr><th rowspan="2">model</th>{heads}</tr><tr class="actions">{actions}</tr></thead>
<tbody>{rows}</tbody></table></div>
<details><summary>{untouched} configurations not run here</summary><p>{names}</p></details>
<details><summary>{absent} actions not run of any</summary><p>{actions_absent}</p></details>
<details><summary>{count} configurations left out, with the rule</summary><ul>{left_out}</ul></details>
</html>
"""
