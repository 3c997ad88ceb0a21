"""The report of `follow`: in Markdown for people, in JSON for programs (``tools/schemas/follow.schema.json``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

SCHEMA = "jaxlib.follow/1"

#: The report's sections in order: the kind of finding, the heading, and the text above the table.
SECTIONS = {
    "failed": ("Failed", "Steps that failed. Run the same command again: finished steps are kept."),
    "write": ("Code to write", "Names that jax uses and the bindings lack, or have in an older form."),
    "decide": ("To be decided by a person", "What neither jax's metadata nor the libraries determine."),
    "measured": ("Measured", "Facts that the libraries report."),
    "derived": ("Derived", "Facts from the nearest line, jax's metadata and the registry."),
    "unused": (
        "New in upstream's jaxlib, nothing to write",
        "Neither jax's source nor the programs that were run use these, or missing.toml lists them.",
    ),
}
#: The largest number of files that a table names in a row.
SHOWN = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        section: a key of `SECTIONS`.
        subject: a name, a file's key, a step.
        text: what was found.
        used_by: the files of jax that use it, or `RUNNING` for programs that were run.
        gate: the condition on jaxlib's version under which all of them do; empty if some use is unconditional.
    """

    section: str
    subject: str
    text: str
    used_by: tuple[str, ...] = ()
    gate: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The findings on a release or a source tree.

    Attributes:
        subject: the release, or the version and commit of a source tree.
        nearest: the line from which it was derived.
        findings: in the order in which they were found.
        steps: the steps with their seconds; 0 if an earlier run's result was used.
        drafts: the files that were written.
    """

    subject: str
    nearest: str
    findings: Sequence[Finding]
    steps: Mapping[str, float]
    drafts: Sequence[str]

    def as_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "schema": SCHEMA,
            "subject": self.subject,
            "nearest": self.nearest,
            "steps": [{"name": name, "seconds": round(took, 1)} for name, took in self.steps.items()],
            "drafts": list(self.drafts),
            "findings": [{**asdict(finding), "used_by": list(finding.used_by)} for finding in self.findings],
        }

    def as_markdown(self) -> str:
        """The report in Markdown."""
        count = {
            section: sum(finding.section == section for finding in self.findings) for section in SECTIONS
        }
        lines = [
            f"# jax {self.subject}",
            "",
            f"Derived from the line {self.nearest}. "
            + "; ".join(f"{title.lower()}: {count[section]}" for section, (title, _) in SECTIONS.items())
            + ".",
            "",
        ]
        if self.drafts:
            lines += ["Written:", "", *(f"- `{draft}`" for draft in self.drafts), ""]
        for section, (title, above) in SECTIONS.items():
            rows = [finding for finding in self.findings if finding.section == section]
            if rows:
                lines += [f"## {title}", "", above, "", *_table(rows), ""]
        lines += ["## Steps", "", "| step | seconds |", "|---|---:|"]
        lines += [f"| {name} | {took:.1f} |" for name, took in self.steps.items()]
        return "\n".join([*lines, ""])


def _table(rows: Sequence[Finding]) -> list[str]:
    """A table of findings, without columns that are empty in all rows."""
    uses, gates = any(row.used_by for row in rows), any(row.gate for row in rows)
    heads = ["what", "found", *(["used by"] if uses else []), *(["only where"] if gates else [])]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for row in rows:
        cells = [f"`{row.subject}`", _cell(row.text)]
        if uses:
            more = f" and {len(row.used_by) - SHOWN} more" if len(row.used_by) > SHOWN else ""
            cells.append(", ".join(row.used_by[:SHOWN]) + more)
        if gates:
            cells.append(f"`{row.gate}`" if row.gate else "")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _cell(text: str) -> str:
    """``text`` within one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
