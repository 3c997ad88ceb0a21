"""``python -m tools pages``: write the diagnoses' texts, as they really appear, into ``docs/errors``.

It writes docs/speed.md, too.

The texts are those of the cases in ``tests/unit/jaxlib_core/texts.py``, which a test compares with the pages; what
stands around them is written by hand.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from jaxlib_core import errors

from tools import ROOT
from tools.docs import speed

PAGES = ROOT / "docs/errors"
INDEX = PAGES / "README.md"
CASES = ROOT / "tests/unit/jaxlib_core/texts.py"


def index() -> str:
    """The index page: every code, its type and what it means."""
    lines = [
        "# Error codes",
        "",
        "Every diagnosis of this family has a code. It stands at the end of its text's first line and in",
        "the `--json` reports, and means the same in every release. `jaxlib explain JLP003` prints a page of",
        "these; `jaxlib doctor` says which of them holds for an environment. Where the shell answers with an",
        "error of Python's instead, [start it in another way](../../packages/jaxlib-core/README.md).",
        "",
        "| code | type in `jaxlib_core.errors` | meaning |",
        "|---|---|---|",
    ]
    lines += [
        f"| [{code}]({code}.md) | `{kind.__name__}` | {first_line(kind)} |"
        for code, kind in errors.catalog().items()
    ]
    return "\n".join(lines) + "\n"


def first_line(kind: type[errors.PluginError]) -> str:
    """The first line of what the type says of itself."""
    return (kind.__doc__ or "").splitlines()[0]


_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[str]:
    """The texts that a page shows, in its order."""
    return _BLOCK.findall(page.read_text("utf-8"))


def write(texts: Mapping[str, Sequence[str]]) -> None:
    """Write texts, by code, into the pages, in place of those that are there; and the index.

    Raises:
        ValueError: A page has room for another number of texts.
    """
    for code, shown in texts.items():
        page = PAGES / f"{code}.md"
        before, *after = _BLOCK.split(page.read_text("utf-8"))
        around = after[1::2]
        if len(around) != len(shown):
            raise ValueError(
                f"{page}: wanted a ```text block for each of the {len(shown)} cases in {CASES.relative_to(ROOT)}\n"
                f"  found:  {len(around)}"
            )
        parts = (f"```text\n{block}\n```{rest}" for block, rest in zip(shown, around, strict=True))
        page.write_text("".join([before, *parts]), "utf-8")
    INDEX.write_text(index(), "utf-8")


def main(_: Sequence[str]) -> int:
    """Write the benchmarks' page; then run the test that compares the others, and have it write them first."""
    speed.PAGE.write_text(speed.page(), "utf-8")
    speed.LIMITS.write_text(speed.limits(), "utf-8")
    test = CASES.with_name("test_error_pages.py")
    command = [sys.executable, "-m", "pytest", "-q", str(test), "--write-pages"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode
