"""The report of a run: JSON (schema ``schemas/conformance.schema.json``), and a page with the same content."""

from __future__ import annotations

import html
import json
import platform
import time
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from jaxlib_pjrt.conformance.library import GROUPS, Check, Library, Result

SCHEMA = "jaxlib.conformance/1"
OUTCOMES = ("PASS", "FAIL", "UNSUPPORTED")


def report(
    name: str, library: Library, results: Sequence[tuple[Check, Result]], began: float
) -> dict[str, Any]:
    """The report of a run."""
    return {
        "schema": SCHEMA,
        "library": {"name": name, "path": library.path, "bytes": Path(library.path).stat().st_size},
        "options": {key: str(value) for key, value in library.options.items()},
        "topology": library.topology_name,
        "jaxlib_pjrt": metadata.version("jaxlib-pjrt"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
        "seconds": round(time.time() - began, 1),
        "counts": {outcome: sum(result.outcome == outcome for _, result in results) for outcome in OUTCOMES},
        "checks": [
            {
                "group": check.group,
                "name": check.name,
                "rule": check.rule,
                "outcome": result.outcome,
                "reason": result.reason,
                "seconds": result.seconds,
            }
            for check, result in results
        ],
    }


def as_json(data: dict[str, Any]) -> str:
    """The report as JSON text."""
    return json.dumps(data, indent=1) + "\n"


def as_html(data: dict[str, Any]) -> str:
    """The report as a self-contained HTML page."""
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    name = html.escape(Path(data["library"]["name"]).name)
    counts, total = data["counts"], len(data["checks"])
    words = {"PASS": "passed", "FAIL": "failed", "UNSUPPORTED": "unsupported"}
    totals = "".join(
        f'<div class="total"><b class="{outcome}">{counts[outcome]:,}</b>{words[outcome]}</div>'
        for outcome in OUTCOMES
    )
    bar = "".join(
        f'<span class="{outcome}" style="width:{100 * counts[outcome] / max(total, 1):.3f}%"></span>'
        for outcome in OUTCOMES
    )
    groups = {
        group: [check for check in data["checks"] if check["group"] == group]
        for group in GROUPS
        if any(check["group"] == group for check in data["checks"])
    }
    facts = (
        f"{data['library']['bytes'] / 1e6:,.1f} MB, checked in {data['seconds']:g} s on {data['machine']}, "
        f"{data['began'].replace('T', ' ').rstrip('Z')} UTC, by jaxlib-pjrt {data['jaxlib_pjrt']}"
    )
    return "".join(
        (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>Conformance of {name}</title><style>{style}</style></head><body>",
            f"<h1>Conformance of {name}</h1>",
            f'<p class="faint mono">{html.escape(data["library"]["path"])}</p>',
            f'<p class="faint">{html.escape(facts)}</p>',
            f'<div class="totals">{totals}</div><div class="bar">{bar}</div>',
            _failures(data["checks"]),
            _summary(groups),
            *(_group(group, checks) for group, checks in groups.items()),
            "</body></html>\n",
        )
    )


def _failures(checks: Sequence[dict[str, Any]]) -> str:
    failed = [check for check in checks if check["outcome"] == "FAIL"]
    if not failed:
        return ""
    rows = "".join(
        f'<tr><td class="mono">{html.escape(check["group"])}/{html.escape(check["name"])}</td>'
        f"<td>{html.escape(check['rule'])}"
        f'<div class="reason mono FAIL">{html.escape(check["reason"])}</div></td></tr>'
        for check in failed
    )
    return f"<h2>What failed</h2><table>{rows}</table>"


def _summary(groups: dict[str, list[dict[str, Any]]]) -> str:
    rows = "".join(
        f'<tr><td><a href="#{group}">{html.escape(GROUPS[group])}</a></td>'
        + "".join(
            f'<td class="number {outcome if count else "faint"}">{count:,}</td>'
            for outcome in OUTCOMES
            for count in [sum(check["outcome"] == outcome for check in checks)]
        )
        + f'<td class="number faint">{sum(check["seconds"] for check in checks):,.1f} s</td></tr>'
        for group, checks in groups.items()
    )
    heads = "".join(f'<th class="number">{word}</th>' for word in ("passed", "failed", "unsupported", "time"))
    return f"<h2>Overview</h2><table><tr><th>group</th>{heads}</tr>{rows}</table>"


def _cell(check: dict[str, Any]) -> str:
    title = f"{check['name']}: {check['outcome']}" + (f": {check['reason']}" if check["reason"] else "")
    return f'<span class="cell {check["outcome"]}" title="{html.escape(title, quote=True)}"></span>'


def _group(group: str, checks: list[dict[str, Any]]) -> str:
    head = f'<h2 id="{group}">{html.escape(GROUPS[group])}</h2>'
    matrix = (
        _operations(checks) if group == "ops" else f'<div class="matrix">{"".join(map(_cell, checks))}</div>'
    )
    rows = "".join(
        f'<tr><td class="mono {check["outcome"]}">{check["outcome"]}</td>'
        f'<td class="mono">{html.escape(check["name"])}</td><td class="faint">{html.escape(check["rule"])}'
        f'<div class="reason mono">{html.escape(check["reason"])}</div></td></tr>'
        for check in checks
    )
    summary = f"<summary>all {len(checks)}, with rules and reasons</summary>"
    return f"{head}{matrix}<details>{summary}<table>{rows}</table></details>"


def _operations(checks: list[dict[str, Any]]) -> str:
    from jaxlib_pjrt.conformance.ops.case import EVERYTHING

    table: dict[str, dict[str, dict[str, Any]]] = {}
    others = []
    for check in checks:
        operation, _, dtype = check["name"].rpartition(" ")
        if dtype in EVERYTHING and " to" not in operation:
            table.setdefault(operation, {})[dtype] = check
        else:
            others.append(check)
    columns = [dtype for dtype in EVERYTHING if any(dtype in row for row in table.values())]
    short = {
        dtype: dtype.replace("float", "f").replace("complex", "c").replace("uint", "u").replace("int", "i")
        for dtype in columns
    }
    rows = "".join(
        f'<tr><td class="mono">{html.escape(operation)}</td>'
        + "".join(f"<td>{_cell(row[dtype]) if dtype in row else ''}</td>" for dtype in columns)
        + "</tr>"
        for operation, row in table.items()
    )
    heads = "".join(f'<th class="mono">{short[dtype]}</th>' for dtype in columns)
    return (
        f'<table class="ops"><tr><th>operation</th>{heads}</tr>{rows}</table>'
        f'<p class="faint">Conversions, control flow and others:</p>'
        f'<div class="matrix">{"".join(map(_cell, others))}</div>'
    )
