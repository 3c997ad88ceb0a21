"""``python -m tools trace``: records a profile with the family's own jaxlib, and draws it as docs/trace.svg.

The profile is of three training steps on a CPU, each with its batch copied to the device and its loss read back.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools import DIST, ROOT
from tools.artifacts.manifest import DEFAULT, load, releases
from tools.builder import build
from tools.console import svg
from tools.environments.venv import Environment
from tools.results import replace_text

PICTURE = ROOT / "docs" / "trace.svg"

#: Prints the spans of each thread and device, in microseconds from the first step's start.
PROGRAM = """
import json, tempfile
from pathlib import Path
import jax, jax.numpy as jnp, numpy as np

@jax.jit
def step(w, x):
    loss, slope = jax.value_and_grad(lambda w: jnp.mean(jnp.tanh(x @ w) ** 2))(w)
    return w - 0.1 * slope, loss

w, batch = jnp.ones((512, 512)), np.ones((1024, 512), np.float32)
def train(number, w):
    with jax.profiler.StepTraceAnnotation("train", step_num=number):
        w, loss = step(w, jax.device_put(batch))
        float(loss)
    return w
w = train(0, w)
options = jax.profiler.ProfileOptions()
options.python_tracer_level = 0
with tempfile.TemporaryDirectory() as folder:
    with jax.profiler.trace(folder, profiler_options=options):
        for number in range(3):
            w = train(number, w)
    [file] = Path(folder).rglob("*.xplane.pb")
    planes = list(jax.profiler.ProfileData.from_file(str(file)).planes)
    lines = [(line.name, [(e.start_ns, e.duration_ns, e.name) for e in line.events])
             for plane in planes if plane.name == "/host:CPU" for line in plane.lines]
    start = min(begin for _, events in lines for begin, _, name in events if name == "train")
    print(json.dumps({name: [[(begin - start) / 1e3, length / 1e3, label] for begin, length, label in events]
                      for name, events in lines}))
"""

_ROW = 18
_LEFT = svg.MARGIN
#: The least width of a span that has its name in it.
_NAMED = 26


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    parser = argparse.ArgumentParser(prog="python -m tools trace", description=__doc__)
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument("--picture", type=Path, default=PICTURE, metavar="FILE")
    arguments = parser.parse_args(argv)
    release = load(arguments.release).release
    folder = Path(tempfile.mkdtemp(prefix="jaxlib-trace-"))
    try:
        for name in ("core", "cpu"):
            build.wheel(name, release)
        environment = Environment.create(folder)
        environment.install("--find-links", str(DIST), f"jax=={release}", str(build.jaxlib(release)))
        done = environment.run("-c", PROGRAM, environment={"JAX_PLATFORMS": "cpu"})
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if done.returncode:
        sys.stderr.write(done.stderr)
        return 1
    replace_text(arguments.picture, draw(json.loads(done.stdout), release))
    return 0


def draw(lines: Mapping[str, Sequence[Any]], release: str) -> str:
    """The picture of spans ``[start, duration, name]`` in microseconds, by thread or device."""
    picture = svg.Picture(
        f"A profile of three training steps with jaxlib (bindings-only) {release}", width=900
    )
    picture.heading(picture.title)
    end = max(start + length for spans in lines.values() for start, length, _ in spans)
    scale = (picture.right - _LEFT) / end
    for name, spans in lines.items():
        device = name.startswith("programs on ")
        shown = sorted((span for span in spans if span[0] >= 0), key=lambda span: (span[0], -span[1]))
        if not shown:
            continue
        picture.y += svg.FONT + 4
        picture.text(_LEFT, picture.y, name if device else f"thread: {name}", "faint", size=svg.FONT - 1)
        picture.y += 5
        depths = _depths(shown)
        for (start, length, label), depth in zip(shown, depths, strict=True):
            x, y, width = _LEFT + start * scale, picture.y + depth * _ROW, length * scale
            picture.bar(x, y, width, _ROW - 2, "hint" if device else "left" if depth % 2 else "good")
            fits = int(width / (svg.CHARACTER * (svg.FONT - 3)))
            if width >= _NAMED and fits:
                picture.text(x + 2, y + _ROW - 6, label[:fits], size=svg.FONT - 3)
        picture.y += (max(depths) + 1) * _ROW + 4
    picture.y += svg.FONT
    for part in range(5):
        at = end * part / 4
        anchor: svg.Anchor = "start" if part == 0 else "end" if part == 4 else "middle"
        picture.text(
            _LEFT + at * scale, picture.y, f"{at / 1e3:.1f} ms", "faint", anchor=anchor, size=svg.FONT - 2
        )
    picture.y += 8
    return picture.render()


def _depths(spans: Sequence[Any]) -> list[int]:
    """In how many others each span is; they are sorted by start, the longer one first."""
    depths, open_until = [], list[float]()
    for start, length, _ in spans:
        while open_until and open_until[-1] <= start:
            open_until.pop()
        depths.append(len(open_until))
        open_until.append(start + length)
    return depths
