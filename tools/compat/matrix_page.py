"""The picture and the page of the mismatch matrix in docs/, made from results/matrix.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tools import ROOT
from tools.console.svg import FONT, MARGIN, Picture

SVG, PAGE = ROOT / "docs" / "matrix.svg", ROOT / "docs" / "matrix.md"
#: The place of a variant in the square of its pair: column and row.
PLACES = {
    ("own", "absent"): (0, 0),
    ("swapped", "absent"): (1, 0),
    ("own", "same"): (0, 1),
    ("own", "other"): (1, 1),
}
MEANINGS = (
    ("good", "works"),
    ("told", "jax raises a diagnosis, and its command fixes the environment"),
    ("hint", "`import jax` refuses jaxlib; `jaxlib doctor` has the diagnosis, and its command fixes it"),
    (
        "left",
        "only ROCm is missing, which this machine does not have: the diagnosis names the system's packages",
    ),
    ("bad", "a violation: a crash, a silent fallback, two diagnoses, or a command that fixes nothing"),
)
SMALL = FONT - 3
#: The left edge of the panels; the releases of jax are left of it.
LEFT = MARGIN + 58
SQUARE, DOT = 35, 15.5


def _and(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def style(cell: Mapping[str, Any]) -> str:
    """The colour of a result: a key of `MEANINGS`."""
    if cell["outcome"] == "violation":
        return "bad"
    if cell["left"] == cell["code"] != "":
        return "left"
    if cell["outcome"] == "works":
        return "good"
    return "told" if cell["said_by"] == "jax" else "hint"


def picture(document: Mapping[str, Any]) -> str:
    """The SVG: a row of panels for each release line, a panel for each plugin, in it jax down and jaxlib across."""
    releases: Sequence[str] = document["releases"]
    plugins: Sequence[str] = document["plugins"]
    title = "Which releases go together, and what jax does if they do not"
    drawing = Picture(title, width=LEFT + len(plugins) * (len(releases) * SQUARE + 18))
    drawing.heading(title)
    drawing.paragraph(
        f"{len(document['cells']):,} environments on Python {document['python']}: each of our "
        "plugins, of the release "
        f"lines {_and(document['lines'])}, with jax and jaxlib of {len(releases)} releases. A square is a pair of "
        "releases. In it, upper left: as installed; upper right: with another line's library in place of the "
        "plugin's; below: beside upstream's plugin for CUDA 12, on the left of our plugin's release, on the right "
        "of another line's."
    )
    _glance(drawing, document["cells"])
    for line in document["lines"]:
        _panels(drawing, document, line)
    _legend(drawing, document)
    return drawing.render()


def _panels(drawing: Picture, document: Mapping[str, Any], line: str) -> None:
    """The panels of a release line, one for each plugin side by side."""
    releases: Sequence[str] = document["releases"]
    plugins: Sequence[str] = document["plugins"]
    panel = len(releases) * SQUARE
    keys = ("plugin", "line", "jax", "jaxlib", "library", "upstream")
    by_place = {tuple(cell[key] for key in keys): cell for cell in document["cells"]}
    drawing.y += 22
    for column, plugin in enumerate(plugins):
        x = LEFT + column * (panel + 18)
        drawing.text(x, drawing.y, f"jaxlib-{plugin} {line}", bold=True, size=FONT - 1)
    drawing.y += 16
    for column in range(len(plugins)):
        x = LEFT + column * (panel + 18)
        for index, release in enumerate(releases):
            middle = x + index * SQUARE + SQUARE / 2 - 1
            drawing.text(middle, drawing.y, release, "faint", anchor="middle", size=SMALL - 1)
    drawing.text(LEFT - 8, drawing.y, "jaxlib", "faint", anchor="end", size=SMALL)
    drawing.y += 5
    for row, jax in enumerate(releases):
        y = drawing.y + row * SQUARE
        word = f"jax {jax}"
        drawing.text(LEFT - 8, y + SQUARE / 2 + 3, word, "faint", anchor="end", size=SMALL)
        for column, plugin in enumerate(plugins):
            for index, jaxlib in enumerate(releases):
                x = LEFT + column * (panel + 18) + index * SQUARE
                for variant, (across, down) in PLACES.items():
                    cell = by_place.get((plugin, line, jax, jaxlib, *variant))
                    drawing.bar(
                        x + across * (DOT + 0.6),
                        y + down * (DOT + 0.6),
                        DOT,
                        DOT,
                        style(cell) if cell else "blank",
                    )
    drawing.y += panel + 4


def _legend(drawing: Picture, document: Mapping[str, Any]) -> None:
    """The meaning of each colour, with the number of environments."""
    drawing.y += 12
    for colour, meaning in MEANINGS:
        count = sum(style(cell) == colour for cell in document["cells"])
        drawing.bar(MARGIN, drawing.y, DOT, DOT, colour)
        drawing.text(MARGIN + 48, drawing.y + 10, f"{count:,}", "faint", anchor="end", size=FONT - 1)
        drawing.text(MARGIN + 58, drawing.y + 10, meaning.replace("`", ""), size=FONT - 1)
        drawing.y += 19
    if left_out := document["cells_in_all"] - len(document["cells"]):
        drawing.bar(MARGIN, drawing.y, DOT, DOT, "blank")
        drawing.text(MARGIN + 48, drawing.y + 10, f"{left_out:,}", "faint", anchor="end", size=FONT - 1)
        drawing.text(MARGIN + 58, drawing.y + 10, "not run yet", size=FONT - 1)
        drawing.y += 19
    drawing.y += 2


#: Results in which jax works, at once or after the diagnosis's command.
WELL = ("good", "told", "hint")


def verdict(cells: Sequence[Mapping[str, Any]]) -> str:
    """The headline: in how many environments jax works in the end."""
    well = sum(style(cell) in WELL for cell in cells)
    return f"In {well:,} of {len(cells):,} environments jax works, at once or after running the diagnosis's command"


def _glance(drawing: Picture, cells: Sequence[Mapping[str, Any]]) -> None:
    """The verdict, and all results as one bar."""
    drawing.y += 8
    drawing.heading(verdict(cells), size=FONT + 3)
    x, room = float(MARGIN), float(drawing.right - MARGIN)
    for colour, _ in MEANINGS:
        share = room * sum(style(cell) == colour for cell in cells) / max(len(cells), 1)
        if share:
            drawing.bar(x, drawing.y, share, 16, colour)
            x += share
    drawing.y += 18


TEXT = """\
# The mismatch matrix

`nox -s matrix` tries which releases go together, each combination in a real environment: every pair of jax and
jaxlib of the releases {releases}, with each plugin of the family, of the release lines
{lines}. Some environments have one more fault: the plugin's library is swapped for another line's, or
upstream's plugin for CUDA 12 is installed beside ours, of the same release or of another line.

The environments are made with uv, some with pip, for Python {python} on Linux {architecture}. In each, a child
process imports jax, lists its devices, runs a jitted function and loads the plugin's library, and `jaxlib doctor`
makes its report. If there is a diagnosis, its command is run, and jax and the doctor are tried again. This page
is made from [results/matrix.json](../results/matrix.json).

**{verdict}.**

![A square for each pair of jax and jaxlib, coloured by the result](matrix.svg)

| result | environments |
|---|---:|
{outcomes}
| run, of {all} | {run} |

The diagnoses, each with an example in the words of that run and the command that was run:

| code | environments | for example | command |
|---|---:|---|---|
{codes}

How to read the numbers:

- No environment has a GPU or TPU. jax continues with the CPU there, as it should, and the plugin's library is
  loaded by creating a topology to compile for. ROCm's library cannot be loaded without ROCm, so the best possible
  result of jaxlib-rocm7 is the diagnosis that names ROCm's packages, also after a command was run.
- NVIDIA's libraries are stubs with the right names and versions. So is `requests`, which libtpu uses only on
  Google's machines.
- An environment with the same files (by inode) as an earlier one is not tried again. The state after a command
  is therefore often one whose result was known already.
- With `JAX_PLATFORMS=cpu`, no process had the library of another plugin of the family mapped.
{notes}"""


def page(document: Mapping[str, Any]) -> str:
    """The page ``docs/matrix.md``, in Markdown."""
    cells = document["cells"]
    counts = Counter(style(cell) for cell in cells)
    notes = Counter(note for cell in cells for note in cell["notes"])
    codes = sorted({cell["code"] for cell in cells if cell["code"]})
    return TEXT.format(
        releases=", ".join(document["releases"]),
        lines=_and(document["lines"]),
        python=document["python"],
        architecture=document["architecture"],
        outcomes="\n".join(f"| {meaning} | {counts[colour]:,} |" for colour, meaning in MEANINGS),
        verdict=verdict(cells),
        all=f"{document['cells_in_all']:,}",
        run=f"{len(cells):,}",
        codes="\n".join(_row([cell for cell in cells if cell["code"] == code]) for code in codes),
        notes="".join(f"- In {count:,} environments: {note}.\n" for note, count in sorted(notes.items())),
    )


def _row(cells: Sequence[Mapping[str, Any]]) -> str:
    """The row of a code: how often it occurred, with the first result that has a command as the example."""
    example = next((cell for cell in cells if cell["command"]), cells[0])
    typed = f"`{example['command']}`" if example["command"] else "none: the packages are the system's"
    code = example["code"]
    return f"| [{code}](errors/{code}.md) | {len(cells):,} | {example['summary']} | {typed} |"


def write(document: Mapping[str, Any]) -> None:
    """Write the picture and the page."""
    SVG.write_text(picture(document), "utf-8")
    PAGE.write_text(page(document), "utf-8")
