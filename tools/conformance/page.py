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
#: In the order in which they are shown: what each report is of.
TITLES = {"cpu": "XLA:CPU", "cuda12": "CUDA 12", "tpu": "TPU"}


def summary(report: Mapping[str, Any], library: str) -> dict[str, Any]:
    """What is kept of a report: counts by group, and each reason for another outcome than PASS, with its checks."""
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
    # What a library logs while it dies has times and process numbers in it.
    return re.sub(r"; its last line of output: .*", "", text.strip().splitlines()[0])


def save(document: Mapping[str, Mapping[str, Any]]) -> None:
    """Put the summaries of these libraries into the table, and write the page again."""
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
        "`jaxlib conformance` looks for what a caller of a PJRT library relies on; its rules, one by one, and",
        "the tolerances are in the report that it writes (`--html`). `nox -s conformance` runs it on these",
        "libraries, and with `-- --page` makes this page. XLA:CPU runs every program, on two devices. Of CUDA and",
        "the TPU no device was at hand: their libraries are loaded, and every operation is compiled for a chip,",
        "which is what a pass among `ops` means there.",
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
        "Of each: passed, **failed**, (unsupported).",
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
