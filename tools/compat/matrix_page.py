"""What docs/ shows of the mismatch matrix: a coloured picture and a page, both made from results/matrix.json."""

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
SQUARE, DOT = 29, 12.5


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


def picture(found: Mapping[str, Any]) -> str:
    """Panels of squares: a plugin each across, its release lines down, jax down and jaxlib across in each."""
    releases: Sequence[str] = found["releases"]
    plugins: Sequence[str] = found["plugins"]
    panel = len(releases) * SQUARE
    left = MARGIN + 58
    title = "Releases that do and do not go together: what becomes of jax"
    made = Picture(title, width=left + len(plugins) * (panel + 18))
    made.heading(title)
    made.paragraph(
        f"{len(found['cells']):,} environments on Python {found['python']}: each of our plugins, of the release "
        f"lines {_and(found['lines'])}, with jax and jaxlib of {len(releases)} releases. A square is a pair of "
        "releases. In it, upper left: as installed; upper right: with another line's library in place of the "
        "plugin's; below: beside upstream's plugin for CUDA 12, on the left of our plugin's release, on the right "
        "of another line's."
    )
    keys = ("plugin", "line", "jax", "jaxlib", "library", "upstream")
    by_place = {tuple(cell[key] for key in keys): cell for cell in found["cells"]}
    for line in found["lines"]:
        made.y += 22
        for column, plugin in enumerate(plugins):
            x = left + column * (panel + 18)
            made.text(x, made.y, f"jaxlib-{plugin} {line}", bold=True, size=FONT - 1)
        made.y += 16
        for column in range(len(plugins)):
            x = left + column * (panel + 18)
            for index, release in enumerate(releases):
                middle = x + index * SQUARE + SQUARE / 2 - 1
                made.text(middle, made.y, release, "faint", anchor="middle", size=SMALL - 1)
        made.text(left - 8, made.y, "jaxlib", "faint", anchor="end", size=SMALL)
        made.y += 5
        for row, jax in enumerate(releases):
            y = made.y + row * SQUARE
            word = f"jax {jax}"
            made.text(left - 8, y + SQUARE / 2 + 3, word, "faint", anchor="end", size=SMALL)
            for column, plugin in enumerate(plugins):
                for index, jaxlib in enumerate(releases):
                    x = left + column * (panel + 18) + index * SQUARE
                    for variant, (across, down) in PLACES.items():
                        cell = by_place.get((plugin, line, jax, jaxlib, *variant))
                        made.bar(
                            x + across * (DOT + 0.6),
                            y + down * (DOT + 0.6),
                            DOT,
                            DOT,
                            style(cell) if cell else "blank",
                        )
        made.y += panel + 4
    made.y += 12
    for colour, meaning in MEANINGS:
        count = sum(style(cell) == colour for cell in found["cells"])
        made.bar(MARGIN, made.y, DOT, DOT, colour)
        made.text(MARGIN + 48, made.y + 10, f"{count:,}", "faint", anchor="end", size=FONT - 1)
        made.text(MARGIN + 58, made.y + 10, meaning.replace("`", ""), size=FONT - 1)
        made.y += 19
    if left_out := found["cells_in_all"] - len(found["cells"]):
        made.bar(MARGIN, made.y, DOT, DOT, "blank")
        made.text(MARGIN + 48, made.y + 10, f"{left_out:,}", "faint", anchor="end", size=FONT - 1)
        made.text(MARGIN + 58, made.y + 10, "not run yet", size=FONT - 1)
        made.y += 19
    made.y += 2
    return made.render()


TEXT = """\
# The mismatch matrix

jax and jaxlib of the releases {releases}, all pairs; with each plugin of the family, of the
release lines {lines}; with the plugin's library swapped for another line's; with upstream's plugin for CUDA 12
beside it, of the same release and of another line's. Each is a real environment on Python {python} (Linux
{architecture}), made with uv and for some with pip. In each, jax is imported in a child process, asked for its
devices, runs a jitted function, and loads the plugin's library; `jaxlib doctor` is asked; the command in the
diagnosis is run, and all is done again. `nox -s matrix` does that; this page is made from its results,
[results/matrix.json](../results/matrix.json).

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

- No cell runs on a GPU or TPU. There jax goes on with the CPU, as it should, and the plugin's library is loaded
  by asking for a topology to compile for. ROCm's cannot be loaded without ROCm, so the best that jaxlib-rocm7
  comes to, also after a command was run, is the diagnosis that names ROCm's packages.
- NVIDIA's libraries are stand-ins, empty but for their names and versions. So is `requests`, which libtpu uses
  on Google's machines only.
- An environment that holds the same files as one before, by their inodes, is not observed twice. So what a
  command leaves behind is most often one that was observed already.
- With `JAX_PLATFORMS=cpu` no library of another plugin of the family is open in any cell, by the process's maps.
{notes}"""


def page(found: Mapping[str, Any]) -> str:
    """The page: what was run, the results, and the commands of the diagnoses."""
    cells = found["cells"]
    counts = Counter(style(cell) for cell in cells)
    notes = Counter(note for cell in cells for note in cell["notes"])
    codes = sorted({cell["code"] for cell in cells if cell["code"]})
    return TEXT.format(
        releases=", ".join(found["releases"]),
        lines=_and(found["lines"]),
        python=found["python"],
        architecture=found["architecture"],
        outcomes="\n".join(f"| {meaning} | {counts[colour]:,} |" for colour, meaning in MEANINGS),
        all=f"{found['cells_in_all']:,}",
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


def write(found: Mapping[str, Any]) -> None:
    """Write the picture and the page."""
    SVG.write_text(picture(found), "utf-8")
    PAGE.write_text(page(found), "utf-8")
