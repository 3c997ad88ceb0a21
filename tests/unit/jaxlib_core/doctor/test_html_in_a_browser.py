"""The doctor's page in Chromium, in a frame of a phone's width and in a wide one, light and dark."""

from __future__ import annotations

import json
import re
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from jaxlib_core.doctor import html

from tests.unit.jaxlib_core.doctor.test_html import text
from tools.environments import browser

__all__ = ["text"]

BROWSER = browser.found()

pytestmark = pytest.mark.skipif(BROWSER is None, reason=browser.MISSING)

#: What the frame's document says of itself: too wide parts, words on two lines, and text without contrast.
MEASURE = """
const page = frame.contentDocument, view = frame.contentWindow, width = page.documentElement.clientWidth;
const shown = each => each.checkVisibility();
const wide = [...page.querySelectorAll("body *")].filter(each => shown(each) &&
  each.getBoundingClientRect().right > width + 1).map(each => each.tagName + "." + each.className);
const clipped = [...page.querySelectorAll("body *")].filter(each => shown(each) &&
  each.scrollWidth > each.clientWidth + 1 && view.getComputedStyle(each).overflowX != "visible")
  .map(each => each.tagName + "." + each.className);
const broken = [], texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
const light = colour => { const [r, g, b] = colour.match(/[\\d.]+/g).map(v => (v /= 255) <= 0.03928 ? v / 12.92 :
  ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const faint = [];
while (texts.nextNode()) {
  const node = texts.currentNode, parent = node.parentElement;
  if (!shown(parent) || !node.data.trim() || parent.closest("svg, style")) continue;
  for (const word of node.data.matchAll(/[A-Za-z]+/g)) {
    const around = node.data.slice(Math.max(0, word.index - 1), word.index + word[0].length + 1);
    if (/[^A-Za-z\\s.,:;()]/.test(around)) continue;
    const range = page.createRange();
    range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) broken.push(word[0]);
  }
  let back = parent;
  while (back && view.getComputedStyle(back).backgroundColor == "rgba(0, 0, 0, 0)") back = back.parentElement;
  const pair = [light(view.getComputedStyle(parent).color),
    light(back ? view.getComputedStyle(back).backgroundColor : "rgb(255, 255, 255)")].sort((a, b) => b - a);
  if ((pair[0] + 0.05) / (pair[1] + 0.05) < 4.5) faint.push(node.data.slice(0, 30));
}
const links = [...page.querySelectorAll("a[href^='#']")].filter(a => !page.getElementById(a.hash.slice(1)));
const dark = light(view.getComputedStyle(page.body).backgroundColor) < 0.2;
document.getElementById("said").textContent = JSON.stringify({width, wide, clipped, broken, faint, dark,
  links: links.length, picture: page.querySelector("svg")?.checkVisibility(),
  lines: page.querySelector(".narrow")?.checkVisibility()});
"""


def measured(page: str, folder: Path, width: int, *, dark: bool) -> dict[str, Any]:
    """What Chromium says of ``page`` in a frame of ``width`` pixels."""
    outer = folder / "outer.html"
    outer.write_text(
        f'<meta charset="utf-8"><iframe id="frame" width="{width}" height="900" style="border:0" '
        f'srcdoc="{escape(page)}"></iframe><pre id="said"></pre>'
        f"<script>const frame = document.getElementById('frame'); frame.onload = () => {{ {MEASURE} }}</script>",
        "utf-8",
    )
    done = shown(outer.as_uri(), folder, f"--blink-settings=preferredColorScheme={0 if dark else 1}")
    said = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, re.DOTALL)
    assert said, f"{done.stdout[-500:]}\n{done.stderr[-2000:]}"
    data: dict[str, Any] = json.loads(unescape(said[1]))
    return data


def shown(address: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Chromium at ``address``: its output is the document as it then is."""
    command = [
        *(str(BROWSER), "--headless", "--no-sandbox", "--hide-scrollbars", "--virtual-time-budget=5000"),
        *(
            f"--user-data-dir={folder / 'profile'}",
            "--window-size=1600,1000",
            *options,
            "--dump-dom",
            address,
        ),
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def test_the_link_of_a_code_opens_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A checkout's package holds no pages: they are put into the wheel.
    monkeypatch.setattr(Path, "read_text", lambda *_: "JLP003: what it means")
    page = tmp_path / "page.html"
    page.write_bytes(html._page("JLP003").encode())
    assert '<details class="page">' in shown(page.as_uri(), tmp_path).stdout
    assert '<details class="page" open' in shown(f"{page.as_uri()}#JLP003", tmp_path).stdout


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1300])
def test_the_page_fits_and_can_be_read(text: str, tmp_path: Path, width: int, dark: bool) -> None:
    said = measured(text, tmp_path, width, dark=dark)
    assert said["width"] == width
    assert said["dark"] is dark
    assert said["wide"] == said["clipped"] == said["broken"] == said["faint"] == []
    assert said["links"] == 0
    assert (said["picture"], said["lines"]) == ((False, True) if width < 700 else (True, False))


def test_a_broken_word_a_clipped_part_and_faint_text_are_found(tmp_path: Path) -> None:
    page = html._STYLE
    bad = (
        f"<style>{page}</style><body><svg></svg><p class='narrow'></p><p style='width:30px;overflow-wrap:anywhere'>"
        "extraordinarily</p><p style='overflow:hidden;width:50px;white-space:nowrap'>two words more</p>"
        "<p style='color:#ccc;background:#fff'>faint</p><a href='#nowhere'>x</a></body>"
    )
    said = measured(bad, tmp_path, 390, dark=False)
    assert said["broken"] == ["extraordinarily"]
    assert said["clipped"] == ["P."]
    assert said["faint"] == ["faint"]
    assert said["links"] == 1
