"""``docs/conformance.md`` and the numbers it shows, from the reports of ``jaxlib conformance``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tools import ROOT
from tools.results import RESULTS, read, write

SCHEMA = "jaxlib.conformance-summary/1"
KIND = "conformance"
TABLE, PAGE = RESULTS / f"{KIND}.json", ROOT / "docs" / "conformance.md"
OUTCOMES = ("PASS", "FAIL", "UNSUPPORTED")
#: The libraries in the order of the page, with their titles.
TITLES = {"cpu": "XLA:CPU", "cuda12": "CUDA 12", "tpu": "TPU"}


def summary(report: Mapping[str, Any], library: str) -> dict[str, Any]:
    """The summary of a report: counts by group, and each reason of an outcome other than PASS, with its checks."""
    groups: dict[str, dict[str, int]] = {}
    reasons: dict[tuple[str, str], list[str]] = {}
    for check in report["checks"]:
        counts = groups.setdefault(check["group"], dict.fromkeys(OUTCOMES, 0))
        counts[check["outcome"]] += 1
        if check["outcome"] != "PASS":
            names = reasons.setdefault((check["outcome"], _reason(check["reason"])), [])
            names.append(f"{check['group']}/{check['name']}")
    return {
        "library": library,
        "bytes": report["library"]["bytes"],
        "topology": report["topology"],
        "day": report["began"][:10],
        "groups": groups,
        "reasons": [
            {"outcome": outcome, "reason": reason, "checks": checks}
            for (outcome, reason), checks in reasons.items()
        ],
    }


def _reason(text: str) -> str:
    # What a library logs while it crashes contains times and process numbers.
    return re.sub(r"; its last line of output: .*", "", text.strip().splitlines()[0])


def save(document: Mapping[str, Mapping[str, Any]]) -> None:
    """Replace these libraries' summaries in the table, and write the page."""
    known = dict(read(TABLE, KIND)["libraries"]) if TABLE.is_file() else {}
    known.update(document)
    table = {"schema": SCHEMA, "libraries": {name: known[name] for name in TITLES if name in known}}
    write(TABLE, table)
    PAGE.write_text(page(table), "utf-8")


def page(table: Mapping[str, Any]) -> str:
    """The page in Markdown."""
    libraries: dict[str, Any] = table["libraries"]
    lines = [
        "# Conformance of the libraries at hand",
        "",
        "`jaxlib conformance` checks what a caller of a PJRT library relies on. The report that it writes",
        "(`--html`) has every rule and the tolerances. `nox -s conformance` runs it on these libraries, and with",
        "`-- --page` makes this page. XLA:CPU runs every program, on two devices. For CUDA and the TPU there was",
        "no device: their libraries are loaded, and every operation is compiled for a chip, so a pass among `ops`",
        "means there that the operation compiles.",
        "",
        "| | " + " | ".join(TITLES[name] for name in libraries) + " |",
        "|---|" + "---|" * len(libraries),
        "| library | " + " | ".join(library["library"] for library in libraries.values()) + " |",
        "| compiled for | "
        + " | ".join(
            f"`{library['topology']}`" if library["topology"] else "this machine's processor"
            for library in libraries.values()
        )
        + " |",
        *(
            f"| `{group}` | "
            + " | ".join(_counts(library["groups"].get(group)) for library in libraries.values())
            + " |"
            for group in dict.fromkeys(group for library in libraries.values() for group in library["groups"])
        ),
        "| all | " + " | ".join(_counts(_sum(library["groups"])) for library in libraries.values()) + " |",
        "| on | " + " | ".join(library["day"] for library in libraries.values()) + " |",
        "",
        "Each cell: passed, **failed**, (unsupported).",
    ]
    for name, library in libraries.items():
        lines += ["", f"## {TITLES[name]}", "", "| outcome | checks | why | which |", "|---|---:|---|---|"]
        lines += [
            f"| {row['outcome']} | {len(row['checks'])} | {_cell(row['reason'])} | {_which(row['checks'])} |"
            for row in sorted(library["reasons"], key=lambda row: OUTCOMES.index(row["outcome"]))
        ]
    return "\n".join(lines) + "\n"


def _sum(groups: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    return {outcome: sum(counts[outcome] for counts in groups.values()) for outcome in OUTCOMES}


def _counts(counts: Mapping[str, int] | None) -> str:
    if counts is None:
        return ""
    failed = f", **{counts['FAIL']}**" if counts["FAIL"] else ""
    unsupported = f", ({counts['UNSUPPORTED']})" if counts["UNSUPPORTED"] else ""
    return f"{counts['PASS']}{failed}{unsupported}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")[:300]


def _which(checks: Sequence[str], most: int = 12) -> str:
    if len(checks) <= most:
        return ", ".join(f"`{check}`" for check in checks)
    groups: dict[str, int] = {}
    for check in checks:
        groups[check.partition("/")[0]] = groups.get(check.partition("/")[0], 0) + 1
    return ", ".join(f"{count} of `{group}`" for group, count in groups.items())
