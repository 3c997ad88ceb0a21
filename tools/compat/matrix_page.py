"""The picture and the page of the mismatch matrix in docs/, made from results/matrix.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tools import ROOT
from tools.console.svg import FONT, MARGIN, Picture

SVG, PAGE = ROOT / "docs" / "matrix.svg", ROOT / "docs" / "matrix.md"
#: A variant's place in its square: across and down.
PLACES = {
    ("own", "absent"): (0, 0),
    ("swapped", "absent"): (1, 0),
    ("own", "same"): (0, 1),
    ("own", "other"): (1, 1),
}
MEANINGS = (
    ("good", "works"),
    ("told", "jax says why not, and the command that fixes it does"),
    ("hint", "jax refuses jaxlib when it is imported; `jaxlib doctor` has the command, which fixes it"),
    (
        "left",
        "all is well but for ROCm, which this machine has not: the diagnosis names the system's packages",
    ),
    ("bad", "a violation: a crash, a silent fall-back, two diagnoses, or a command that does not fix"),
)
SMALL = FONT - 3
#: Where the panels begin: on their left are the releases of jax.
LEFT = MARGIN + 58
SQUARE, DOT = 35, 15.5


def _and(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def style(cell: Mapping[str, Any]) -> str:
    """The colour of a result."""
    if cell["outcome"] == "violation":
        return "bad"
    if cell["left"] == cell["code"] != "":
        return "left"
    if cell["outcome"] == "works":
        return "good"
    return "told" if cell["said_by"] == "jax" else "hint"


def picture(document: Mapping[str, Any]) -> str:
    """Panels of squares: a plugin each across, its release lines down, jax down and jaxlib across in each."""
    releases: Sequence[str] = document["releases"]
    plugins: Sequence[str] = document["plugins"]
    title = "Releases that do and do not go together: what becomes of jax"
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
    """The colours, with the number of environments of each."""
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


#: Results that end well: jax works, or a diagnosis came whose command was run, and then it did.
WELL = ("good", "told", "hint")


def verdict(cells: Sequence[Mapping[str, Any]]) -> str:
    """How many results end well."""
    well = sum(style(cell) in WELL for cell in cells)
    return f"{well:,} of {len(cells):,} end in a jax that works: at once, or after the diagnosis's command was run"


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

jax and jaxlib of the releases {releases}, all pairs; with each plugin of the family, of the
release lines {lines}; with the plugin's library swapped for another line's; with upstream's plugin for CUDA 12
beside it, of the same release and of another line's. Each is a real environment on Python {python} (Linux
{architecture}), made with uv and for some with pip. In each, jax is imported in a child process, asked for its
devices, runs a jitted function, and loads the plugin's library; `jaxlib doctor` is asked; the command in the
diagnosis is run, and all is done again. `nox -s matrix` does that; this page is made from its results,
[results/matrix.json](../results/matrix.json).

**{verdict}.**

![Squares coloured by what became of jax](matrix.svg)

| what became of it | environments |
|---|---:|
{outcomes}
| run, of {all} | {run} |

The diagnoses, each with an example and the command that was run:

| code | environments | for example | command |
|---|---:|---|---|
{codes}

What to know of it:

- No cell runs on a GPU or TPU. There jax continues with the CPU, as it should, and the plugin's library is loaded
  by asking for a topology to compile for. ROCm's cannot be loaded without ROCm, so the best that jaxlib-rocm7
  comes to, also after a command was run, is the diagnosis that names ROCm's packages.
- NVIDIA's libraries are stand-ins, empty but for their names and versions. So is `requests`, which libtpu uses
  on Google's machines only.
- An environment that holds the same files as one before, by their inodes, is not observed twice. So what a
  command leaves behind is most often one that was observed already.
- With `JAX_PLATFORMS=cpu` no library of another plugin of the family is open in any cell, by the process's maps.
{notes}"""


def page(document: Mapping[str, Any]) -> str:
    """The page: what was run, the results, and the commands of the diagnoses."""
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
        notes="".join(f"- {count:,} times: {note}.\n" for note, count in sorted(notes.items())),
    )


def _row(cells: Sequence[Mapping[str, Any]]) -> str:
    """A code's line: how often it occurred, and the first result that has a command."""
    example = next((cell for cell in cells if cell["command"]), cells[0])
    typed = f"`{example['command']}`" if example["command"] else "nothing: the packages are the system's"
    code = example["code"]
    return f"| [{code}](errors/{code}.md) | {len(cells):,} | {example['summary']} | {typed} |"


def write(document: Mapping[str, Any]) -> None:
    """Write the picture and the page."""
    SVG.write_text(picture(document), "utf-8")
    PAGE.write_text(page(document), "utf-8")
