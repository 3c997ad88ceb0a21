"""``python -m tools pages``: writes the diagnoses' texts, as programs print them, into ``docs/errors``.

The texts come from the cases in ``tests/unit/jaxlib_core/diagnoses``, which a test compares with the pages. The
rest of each page is written by hand. The verb also writes docs/speed.md and the summary in docs/limits.md.
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
CASES = ROOT / "tests/unit/jaxlib_core/diagnoses/cases.py"


def index() -> str:
    """The index page: every code with its type and its meaning."""
    lines = [
        "# Error codes",
        "",
        "Every diagnosis of this family has a code, which has the same meaning in every release. It stands at the",
        "end of the first line of the diagnosis's text and in the `--json` reports. `jaxlib explain JLP003` prints",
        "the page of a code; `jaxlib doctor` shows the diagnoses of an environment. If Python itself does not",
        "start, [run the doctor in another way](../../packages/jaxlib-core/README.md).",
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
    """The first line of the type's docstring, which is the meaning of its code."""
    return (kind.__doc__ or "").splitlines()[0]


_BLOCK = re.compile(r"^```text\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[str]:
    """The diagnoses' texts in a page, in its order."""
    return _BLOCK.findall(page.read_text("utf-8"))


def write(texts: Mapping[str, Sequence[str]]) -> None:
    """Replace the diagnoses' texts in the pages with ``texts``, by code, and write the index.

    Raises:
        ValueError: A page does not have one block for each of its texts.
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
    """Write docs/speed.md; then run the test that compares the diagnoses' pages, which writes them first."""
    speed.PAGE.write_text(speed.page(), "utf-8")
    speed.LIMITS.write_text(speed.limits(), "utf-8")
    test = CASES.parents[1] / "test_error_pages.py"
    command = [sys.executable, "-m", "pytest", "-q", str(test), "--write-pages"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode
