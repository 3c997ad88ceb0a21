"""``jaxlib doctor --html``: the report as one self-contained page, with a picture of the environment.

It is rendered from the report's JSON form alone, so that a redacted report can be rendered, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from jaxlib_core import errors
from jaxlib_core.doctor import report
from jaxlib_core.doctor.findings import UNFIXED, Report
from jaxlib_core.output import neutral, write_file
from jaxlib_core.terminal import markdown

Data = dict[str, Any]

_STYLE = """
:root { --paper: #f6f7f9; --card: #ffffff; --ink: #1c2430; --soft: #5d6878; --line: #d5dae2; --works: #1a7f4b;
  --wrong: #c22f3d; --absent: #8a6d1d; --works-tint: #e5f4ec; --wrong-tint: #fbe9ea; --absent-tint: #f8f1dc;
  --plain-tint: #eef1f6; --accent: #3457b2; }
@media (prefers-color-scheme: dark) { :root { --paper: #12161c; --card: #1b212a; --ink: #e4e9f1; --soft: #98a4b5;
  --line: #343d4a; --works: #58c58c; --wrong: #f0808a; --absent: #d9b85a; --works-tint: #173226;
  --wrong-tint: #3b1e22; --absent-tint: #352d17; --plain-tint: #252d38; --accent: #8fadf5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 24px 56px; }
h1 { font-size: 25px; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 17px; margin: 34px 0 10px; }
p { margin: 4px 0; }
.soft { color: var(--soft); }
.verdict { display: inline-block; margin: 14px 0 0; padding: 5px 13px; border-radius: 99px; font-weight: 600; }
.works { background: var(--works-tint); color: var(--works); }
.wrong { background: var(--wrong-tint); color: var(--wrong); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: 16px 18px; margin: 12px 0; }
.problem { border-left: 4px solid var(--wrong); }
.problem h3 { margin: 0 0 8px; font-size: 16px; }
.code { float: right; color: var(--soft); font: 13px ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 3px 14px; margin: 8px 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--plain-tint); border-radius: 7px; padding: 9px 12px; margin: 6px 0; overflow-wrap: anywhere;
  white-space: pre-wrap;
  font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
pre.type { user-select: all; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: anywhere; }
tr:last-child td { border-bottom: 0; }
ul { margin: 4px 0; padding-left: 20px; }
.picture { overflow-x: auto; }
svg { display: block; min-width: 900px; width: 100%; height: auto; font-family: system-ui, "Segoe UI", sans-serif; }
svg .box { fill: var(--card); stroke: var(--line); }
svg .works { fill: var(--works-tint); stroke: var(--works); }
svg .wrong { fill: var(--wrong-tint); stroke: var(--wrong); }
svg .absent { fill: var(--absent-tint); stroke: var(--absent); }
svg .plain { fill: var(--plain-tint); stroke: var(--line); }
svg .name { fill: var(--ink); font-size: 13.5px; font-weight: 600; }
svg .small { fill: var(--soft); font-size: 11.5px; }
svg .file { fill: var(--ink); font: 11.5px ui-monospace, "DejaVu Sans Mono", monospace; }
svg .head { fill: var(--soft); font-size: 11.5px; letter-spacing: 0.06em; text-transform: uppercase; }
svg .edge { fill: none; stroke-width: 1.6; }
svg .edge.works { stroke: var(--works); fill: none; } svg .edge.wrong { stroke: var(--wrong); fill: none; }
svg .edge.absent { stroke: var(--absent); fill: none; stroke-dasharray: 5 4; }
svg .edge.plain { stroke: var(--soft); fill: none; opacity: 0.6; }
.narrow { display: none; }
a { color: var(--accent); }
.page pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 700px) {
  main { padding: 18px 14px 40px; }
  .picture svg { display: none; }
  .narrow { display: block; }
  .narrow p { overflow-wrap: anywhere; }
  .code { float: none; display: block; }
  dl, tr, td { display: block; }
  th { display: none; }
  td { border: 0; padding: 1px 0; }
  td:empty { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: 6px 0; }
  tr:last-child { border-bottom: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
"""


def write(path: Path, examined: Report) -> str:
    """Write the page to ``path``, whole or not at all; gives the line that says so.

    Raises:
        OSError: It cannot be written there.
    """
    write_file(path, render(report.doctor(examined)).encode("utf-8", "backslashreplace"))
    return f"Wrote {path}"


def render(data: Data) -> str:
    """The page for ``data``, the JSON that ``jaxlib doctor --json`` prints."""
    problems = data["problems"]
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    verdict, mark = ("Healthy", "works") if data["healthy"] else (count, "wrong")
    python, machine = data["python"], data["machine"]
    parts = [
        "<h1>jaxlib doctor</h1>",
        f'<p class="soft">Python {_e(python["version"])} on {_e(machine["system"])} {_e(machine["architecture"])}: '
        f"{_e(python['executable'])}</p>",
        f'<p class="verdict {mark}">{verdict}</p>',
        f'<div class="card picture">{picture(data)}{_narrow(data)}</div>',
        "<h2>What jax will do</h2>",
        _list(data["at_import_jax"]),
    ]
    if problems:
        parts += ["<h2>What is wrong, and what to run</h2>", *_problems(problems)]
    if data["remarks"]:
        parts += ["<h2>Notes</h2>", _list(data["remarks"])]
    parts += ["<h2>What is installed</h2>", _installed(data)]
    if data["environment"]:
        rows = "".join(f"<tr><td>{_e(k)}</td><td>{_e(v)}</td></tr>" for k, v in data["environment"].items())
        parts += ["<h2>Environment variables</h2>", f'<div class="card"><table>{rows}</table></div>']
    pages = [page for code in dict.fromkeys(problem["code"] for problem in problems) if (page := _page(code))]
    if pages:
        parts += ["<h2>What the codes mean</h2>", *pages]
    parts.append(
        f"<h2>For programs</h2><details><summary>{_e(data['schema'])}</summary><pre>{escape(report.as_json(data))}"
        "</pre></details>"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>jaxlib doctor: {verdict}</title><style>{_STYLE}</style></head>\n"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _e(text: object) -> str:
    return escape(neutral(text))


def _page(code: str) -> str:
    """The error code's own page, for the link from the problem; empty if the wheel does not contain it."""
    # Read beside this file, not with importlib.resources: the search path may be what is broken.
    try:
        text = (Path(__file__).parents[1] / "pages" / f"{code}.md").read_text("utf-8")
    except (OSError, ValueError):
        return ""
    shown = escape(markdown(text, 0, colours=False))
    # A browser opens a <details> element if a link's target is inside it, but not if the target is the element.
    return f'<details class="page"><summary>{_e(code)}</summary><pre id="{_e(code)}">{shown}</pre></details>'


def _linked(code: str, kind: str) -> str:
    text = f"{_e(code)} {_e(kind)}"
    return f'<a href="#{_e(code)}">{text}</a>' if _page(code) else text


def _narrow(data: Data) -> str:
    """The content of the picture as lines, for screens that are too narrow for it."""
    lines = []
    for lane in _lanes(data):
        owner = f"{lane.distribution} {lane.detail}".strip()
        loads = "".join(f"<br>takes {_e(name)} {_e(where)}" for name, where in lane.loads)
        lines.append(
            f"<p><b>{_e(lane.platform)}</b>: {_e(lane.below)}<br>{_e(owner)}<br>"
            f'<span class="soft">{_e(lane.file)}</span>{loads}</p>'
        )
    return f'<div class="narrow">{"".join(lines)}</div>'


def _list(sentences: Iterable[str]) -> str:
    return f'<div class="card"><ul>{"".join(f"<li>{_e(sentence)}</li>" for sentence in sentences)}</ul></div>'


def _problems(problems: list[Data]) -> Iterable[str]:
    """Each problem as HTML; the command of the first one fixes all, if it has one."""
    first = problems[0]
    fixes = first["commands"] and not issubclass(errors.catalog()[first["code"]], UNFIXED)
    return (_problem(each, each["commands"] if each is first or not fixes else []) for each in problems)


def _problem(problem: Data, to_type: list[str]) -> str:
    rows = [
        ("wanted", problem["wanted"]),
        ("found", problem["found"]),
        *(("where", w) for w in problem["where"]),
    ]
    rows += [("note", problem["note"])] if problem["note"] else []
    facts = "".join(f"<dt>{name}</dt><dd>{_e(text)}</dd>" for name, text in rows)
    commands = "".join(f'<pre class="type">{_e(command)}</pre>' for command in to_type)
    several = " one of" if len(to_type) > 1 else ""
    purpose = errors.catalog()[problem["code"]].purpose
    run = f'<p class="soft">{purpose}, run{several}:</p>' if commands else ""
    return (
        f'<div class="card problem"><h3><span class="code">{_linked(problem["code"], problem["kind"])}</span>'
        f"{_e(problem['summary'])}</h3><dl>{facts}</dl>{run}{commands}</div>"
    )


def _installed(data: Data) -> str:
    rows = [
        (
            name,
            distribution["version"] if distribution else "not installed",
            distribution["location"] if distribution else "",
            "",
        )
        for name, distribution in data["distributions"].items()
    ]
    for plugin in data["plugins"]:
        library = plugin["library"]
        what = f"{plugin['title']}, PJRT C API {library['pjrt_api']}, {library['size'] / 1e6:.1f} MB"
        rows.append((plugin["distribution"], plugin["version"], plugin["library"]["path"], what))
    rows += [
        (plugin["distribution"], plugin["version"], plugin["location"], "cannot work")
        for plugin in data["broken"]
    ]
    rows += [
        (
            distribution["distribution"],
            distribution["version"],
            distribution["location"],
            "a jax plugin of another project",
        )
        for distribution in data["foreign"]
    ]
    cells = "".join(f"<tr>{''.join(f'<td>{_e(cell)}</td>' for cell in row)}</tr>" for row in rows)
    head = "<tr><th>distribution</th><th>version</th><th>where</th><th></th></tr>"
    return f'<div class="card"><table>{head}{cells}</table></div>'


# ---- The picture: jax, its platforms, the distributions that serve them, and the libraries that those load.


class _Lane(NamedTuple):
    """A platform's row: its state, a caption, the distribution, its file, and the libraries that it loads."""

    platform: str
    state: str
    below: str
    distribution: str
    detail: str
    file: str
    loads: tuple[tuple[str, str], ...]


_LEFT, _PILL, _CARD, _LOADS = (0, 190), (262, 150), (484, 270), (826, 294)
#: Average width of a character in each text style, in units of the picture.
_LETTER = {"name": 7.6, "small": 6.3, "file": 7.1}
_WIDTH, _TOP, _GAP, _ROW = 1120, 34, 18, 40


def picture(data: Data) -> str:
    """The environment as inline SVG."""
    lanes = _lanes(data)
    drawn: list[str] = []
    edges: list[str] = []
    heads = (
        (_LEFT, "packages"),
        (_PILL, "platform"),
        (_CARD, "library from"),
        (_LOADS, "made of, and loads"),
    )
    shown = heads if any(lane.loads for lane in lanes) else heads[:3]
    drawn += [f'<text class="head" x="{x}" y="16">{title}</text>' for (x, _), title in shown]
    left = [
        (name, distribution["version"] if distribution else "not installed")
        for name, distribution in data["distributions"].items()
    ]
    tops = {}
    for index, (name, version) in enumerate(left):
        tops[name] = y = _TOP + index * 62
        drawn.append(_box(_LEFT, y, 50, "box" if data["distributions"][name] else "wrong", name, version))
    y = _TOP
    for lane in lanes:
        height = max(62, len(lane.loads) * _ROW)
        middle = y + height / 2
        drawn.append(_box(_PILL, middle - 27, 54, lane.state, lane.platform, lane.below, corner=27))
        edges.append(_edge(_LEFT, tops["jax"] + 25, _PILL, middle, lane.state))
        drawn.append(_box(_CARD, middle - 31, 62, lane.state, lane.distribution, lane.detail, lane.file))
        edges.append(_edge(_PILL, middle, _CARD, middle, lane.state))
        top = middle - len(lane.loads) * _ROW / 2
        for index, (owner, files) in enumerate(lane.loads):
            at = top + index * _ROW
            drawn.append(_box(_LOADS, at, _ROW - 6, "plain", owner, "", files, flat=True))
            edges.append(_edge(_CARD, middle, _LOADS, at + (_ROW - 6) / 2, "plain"))
        y += height + _GAP
    height = max(y, _TOP + len(left) * 62) + 4
    return (
        f'<svg viewBox="-2 0 {_WIDTH + 4} {height:.0f}" role="img" aria-label="Which library comes from which '
        f'distribution">{"".join(edges)}{"".join(drawn)}</svg>'
    )


def _lanes(data: Data) -> list[_Lane]:
    lanes = []
    for plugin in data["plugins"]:
        (state, below), provenance = _state(plugin), plugin["provenance"]
        owners: dict[str, list[str]] = {}
        for library in plugin["vendor_libraries"]:
            owners.setdefault(library["owner"], []).append(library["soname"])
        lanes.append(
            _Lane(
                plugin["platform"],
                state,
                below,
                f"{plugin['distribution']} {plugin['version']}",
                f"{plugin['title']}, PJRT C API {plugin['library']['pjrt_api']}",
                f"{plugin['library']['path'].rpartition('/')[2]}  {plugin['library']['size'] / 1e6:.0f} MB",
                (
                    (
                        f"{provenance['name']} {provenance['version']}",
                        f"made of its {provenance['member'].rpartition('/')[2]}",
                    ),
                    *((owner, "  ".join(names)) for owner, names in owners.items()),
                ),
            )
        )
    for plugin in data["broken"]:
        name = f"{plugin['distribution']} {plugin['version']}"
        lanes.append(
            _Lane(plugin["platform"], "wrong", "cannot work", name, plugin["problem"]["kind"], "", ())
        )
    for distribution in data["foreign"]:
        name = f"{distribution['distribution']} {distribution['version']}"
        lanes.append(
            _Lane(distribution["name"], "plain", "somebody else's", name, distribution["module"], "", ())
        )
    if not any(lane.platform == "cpu" for lane in lanes):
        jaxlib = data["distributions"]["jaxlib"]
        if jaxlib and data["backend_inside_jaxlib"]:
            name = f"jaxlib {jaxlib['version']}"
            lanes.insert(0, _Lane("cpu", "plain", "built in", name, "the backend inside jaxlib", "", ()))
    return lanes


def _state(plugin: Data) -> tuple[str, str]:
    """A plugin's style in the picture, and the caption below its platform."""
    if plugin["problem"]:
        return "wrong", plugin["problem"]["code"] + " cannot work"
    if plugin["absent"]:
        return "absent", "no hardware"
    kinds = [device["kind"] for device in plugin["devices"] or ()]
    return "works", f"{len(kinds)} x {kinds[0]}" if kinds else "works"


def _box(
    column: tuple[int, int],
    y: float,
    height: float,
    state: str,
    name: str,
    small: str,
    file: str = "",
    *,
    corner: int = 8,
    flat: bool = False,
) -> str:
    x, width = column
    full = "  ".join(text for text in (name, small, file) if text)
    room = width - 24
    texts = [("name", name, 19)]
    if flat:
        texts = [("small", name, 14), ("file", file, 28)]
    else:
        texts += [("small", small, 35)] if small else []
        texts += [("file", file, 52)] if file else []
    # With fewer lines, the text is centred vertically.
    shift = (height - texts[-1][2] - 11) / 2 if not flat else 0
    lines = "".join(
        f'<text class="{kind}" x="{x + 14}" y="{y + at + shift:.1f}">'
        f"{_e(_cut(text, int(room / _LETTER[kind])))}</text>"
        for kind, text, at in texts
    )
    return (
        f'<g><title>{_e(full)}</title><rect class="{state}" x="{x}" y="{y:.1f}" width="{width}" '
        f'height="{height:.1f}" rx="{corner}"/>{lines}</g>'
    )


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


def _edge(start: tuple[int, int], y1: float, end: tuple[int, int], y2: float, state: str) -> str:
    x1, x2 = start[0] + start[1], end[0]
    bend = (x2 - x1) / 2
    return (
        f'<path class="edge {state}" d="M{x1} {y1:.1f} C{x1 + bend:.0f} {y1:.1f} {x2 - bend:.0f} {y2:.1f} {x2} '
        f'{y2:.1f}"/>'
    )
