"""Results: JSON with a schema, a table for the terminal, and one page with the matrix."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

SCHEMA = "jaxlib.models/1"


def document(release: str, cells: Iterable[Mapping[str, Any]], excluded: Mapping[str, str]) -> dict[str, Any]:
    """All of a run."""
    return {
        "schema": SCHEMA,
        "release": release,
        "machine": {"architecture": platform.machine(), "system": platform.system()},
        "cells": sorted(cells, key=lambda cell: (cell["model"], cell["backend"], cell["action"])),
        "excluded": dict(sorted(excluded.items())),
    }


def merge(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One document of several, such as a larger machine park's; where two have a cell, the later one counts.

    Raises:
        ValueError: One is of another schema, or of another release than the first.
    """
    cells: dict[tuple[str, str, str], Mapping[str, Any]] = {}
    excluded: dict[str, str] = {}
    for each in documents:
        if each.get("schema") != SCHEMA or each["release"] != documents[0]["release"]:
            wanted, found = ((one.get("schema"), one.get("release")) for one in (documents[0], each))
            raise ValueError(f"wanted {SCHEMA} of one release, found {wanted} and {found}")
        cells |= {(cell["model"], cell["backend"], cell["action"]): cell for cell in each["cells"]}
        excluded |= each["excluded"]
    return document(documents[0]["release"], cells.values(), excluded)


def write(path: Path, text: str) -> None:
    """Replaces a file as a whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, "utf-8")
    new.replace(path)


def as_json(data: Mapping[str, Any]) -> str:
    """As files hold it."""
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def page(data: Mapping[str, Any]) -> str:
    """One self-contained page: the matrix in colours, times and memory drawn, each cause a click away."""
    cells = data["cells"]
    columns = sorted({(cell["backend"], cell["action"]) for cell in cells})
    by_key = {(cell["model"], cell["backend"], cell["action"]): cell for cell in cells}
    models = sorted({cell["model"] for cell in cells})
    longest = max((cell["seconds"] for cell in cells), default=1.0) or 1.0
    largest = max((cell["memory"] or 0 for cell in cells), default=1) or 1
    counts = {
        status: sum(cell["status"] == status for cell in cells) for status in ("pass", "fail", "unsupported")
    }
    heads = "".join(
        f"<th>{escape(backend)}<br><small>{escape(action)}</small></th>" for backend, action in columns
    )
    rows = "".join(
        f"<tr><th>{escape(model)}</th>"
        + "".join(_cell(by_key.get((model, *column)), longest, largest) for column in columns)
        + "</tr>"
        for model in models
    )
    left_out = "".join(f"<li>{escape(n)}: {escape(why)}</li>" for n, why in data["excluded"].items())
    summary = ", ".join(f"{count} {status}" for status, count in counts.items())
    return _PAGE.format(
        release=escape(data["release"]), summary=summary, heads=heads, rows=rows, left_out=left_out,
        count=len(data["excluded"]),
    )  # fmt: skip


def _cell(cell: Mapping[str, Any] | None, longest: float, largest: int) -> str:
    if cell is None:
        return "<td></td>"
    difference = "" if cell["max_abs_diff"] is None else f"<br>differs by {cell['max_abs_diff']:.1e}"
    bars = _bar("seconds", cell["seconds"] / longest, f"{cell['seconds']:.1f} s")
    if cell["memory"]:
        bars += _bar("memory", cell["memory"] / largest, f"{cell['memory'] / 1e6:.0f} MB")
    cause = ""
    if cell["status"] != "pass":
        log = f"<pre>{escape(cell['log'])}</pre>" if cell["log"] else ""
        cause = f"<details><summary>why</summary><p>{escape(cell['reason'])}</p>{log}</details>"
    return f'<td class="{cell["status"]}"><b>{cell["status"]}</b>{difference}{bars}{cause}</td>'


def _bar(kind: str, share: float, text: str) -> str:
    return (
        f'<div class="bar"><i class="{kind}" style="width:{100 * share:.1f}%"></i><span>{text}</span></div>'
    )


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>MaxText's models on jax {release}</title>
<style>
:root {{ color-scheme: light dark; --line: #b8c0cc;
  --pass: #d7f0de; --fail: #f8d7d5; --unsupported: #ececec; }}
@media (prefers-color-scheme: dark) {{ :root {{ --line: #4a515c;
  --pass: #173b26; --fail: #4a1d1b; --unsupported: #2b2f36; }} }}
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }}
table {{ border-collapse: collapse; }}
th, td {{ border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }}
td {{ min-width: 9rem; }}
thead th {{ position: sticky; top: 0; background: Canvas; }}
.pass {{ background: var(--pass); }}
.fail {{ background: var(--fail); }}
.unsupported {{ background: var(--unsupported); }}
.bar {{ position: relative; height: 1.1rem; margin-top: .2rem; font-size: 12px; }}
.bar i {{ position: absolute; inset: 0 auto 0 0; border-radius: 3px; background: #4493f866; min-width: 1px; }}
.bar i.memory {{ background: #bc8cff66; }} .bar span {{ position: relative; padding-left: .3rem; }}
pre {{ max-width: 50rem; overflow-x: auto; font-size: 12px; }}
</style>
<h1>MaxText's models on jax {release}</h1>
<p>{summary}. Each cell: what came of it, how far its logits are from upstream's backend, time and memory.</p>
<table><thead><tr><th>model</th>{heads}</tr></thead><tbody>{rows}</tbody></table>
<details><summary>{count} configurations left out, with the rule</summary><ul>{left_out}</ul></details>
</html>
"""
