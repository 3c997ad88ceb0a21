from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jaxlib_core import cli
from jaxlib_core.checks import hardware
from jaxlib_core.doctor import examination, html, report

from tests.unit.jaxlib_core.site import Site

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Tags(HTMLParser):
    """Every tag is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def text(site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The page of an environment with a bit of everything."""
    monkeypatch.setattr(hardware, "ROOT", tmp_path / "machine without anything")
    monkeypatch.setenv("XLA_FLAGS", "--xla_x=<script>alert(1)</script>")
    site.family(jaxlib="")
    site.plugin("cpu")
    site.plugin("cuda12", hardware={"name": "NVIDIA GPU", "devices": ["/dev/nvidia0"]})
    (site.plugin("tpu") / "plugin.json").unlink()
    site.distribution("iree-jax", "1.0", entry_points="iree = iree_plugin")
    assert cli.main(["doctor", "--html", str(tmp_path / "page.html")]) == 1
    return (tmp_path / "page.html").read_text("utf-8")


def test_it_is_a_page_of_its_own(text: str) -> None:
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not tags.seen & {"script", "link", "img", "iframe"}
    assert not re.search(r"(?:src|href|url\()\s*=?", text), "it must need nothing from elsewhere"


def test_what_the_user_wrote_is_text(text: str) -> None:
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_the_picture_says_which_library_comes_from_which_distribution(text: str) -> None:
    svg = re.search(r"<svg.*?</svg>", text, re.DOTALL)
    assert svg
    root = ET.fromstring(svg[0])
    titles = [title.text or "" for title in root.iter("title")]
    for words in (
        "jax  0.10.2",
        "jaxlib  not installed",
        "jaxlib-cpu 0.10.2  XLA:CPU, PJRT C API 0.81  libjaxlib_cpu.so",
        "jaxlib-cuda12 0.10.2  XLA:CUDA12, PJRT C API 0.81  libjaxlib_cuda12.so",
        "jaxlib-tpu 0.10.2  DescriptorMissing",
        "iree-jax 1.0  iree_plugin",
        "xla-cpu-pjrt 0.0.1  made of its xla_cpu_pjrt.so",
    ):
        assert any(title.startswith(words) for title in titles), (words, titles)


def test_every_problem_is_there_with_what_to_type(text: str) -> None:
    for words in ("JLP001 NotInstalled", "JLP043 DescriptorMissing", "python -m pip install jax==0.10.2"):
        assert words in text


def test_without_plugins_the_backend_inside_jaxlib_is_drawn(site: Site) -> None:
    site.family()
    site.working_jax()
    text = html.render(report.doctor(examination.examine()))
    assert "the backend inside jaxlib" in text
    assert "Healthy" in text
