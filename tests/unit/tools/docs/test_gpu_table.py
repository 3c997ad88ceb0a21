"""The table of which wheel serves which GPU, and that pages and plugins agree with it."""

from __future__ import annotations

import re

import pytest

from tools import ROOT
from tools.audit import sizes
from tools.audit.sizes import OURS, Row, Sizes
from tools.builder import gpus, variants
from tools.console.pages import with_part
from tools.docs import gpu_table

MEASURED = Sizes(
    "1.0",
    (
        Row("jaxlib-cpu", "1.0", OURS, 1, 1, 1, 0),
        Row("jaxlib-x", "1.0", OURS, 9, 1, 9, 0, ("sm_70", "sm_80", "sm_90", "compute_90")),
        Row("jaxlib-x", "1.0+sm80", OURS, 5, 1, 5, 0, ("sm_80",)),
        Row("jaxlib-x", "1.0+sm70", OURS, 6, 1, 6, 0, ("sm_70",)),
    ),
)


@pytest.mark.parametrize(
    ("capability", "version"),
    [((6, 0), None), ((7, 5), "1.0+sm70"), ((8, 9), "1.0+sm80"), ((9, 0), "1.0"), ((12, 0), "1.0")],
)
def test_the_smallest_wheel_that_serves_a_gpu(capability: tuple[int, int], version: str | None) -> None:
    row = gpu_table.smallest("jaxlib-x", capability, MEASURED)
    assert (row.version if row else None) == version


def test_the_page_has_the_table_of_what_was_measured() -> None:
    page = with_part(gpu_table.PAGE, gpu_table.MARKS, gpu_table.as_markdown(sizes.recorded()))
    assert page == gpu_table.PAGE.read_text("utf-8")


def test_the_page_and_the_picture_of_sizes_are_what_was_measured_last() -> None:
    recorded = sizes.recorded()
    assert sizes.as_page() == sizes.PAGE.read_text("utf-8"), "type: nox -s sizes -- --page --recorded"
    assert sizes.as_picture(recorded, "x86_64") == sizes.PAGE.with_suffix(".svg").read_text("utf-8")


def test_the_readme_of_each_plugin_for_nvidia_leads_to_the_table_and_gives_no_size_of_its_own() -> None:
    names = gpu_table.plugins(sizes.recorded())
    assert names
    for name in names:
        text = (ROOT / "plugins" / name / "README.md").read_text("utf-8")
        assert f"../../{gpu_table.PAGE.relative_to(ROOT)}#which-wheel-for-which-nvidia-gpu" in text
        assert not re.search(r"\bMB\b|half the size", text)


def test_every_variant_of_a_release_was_measured_and_serves_some_gpu() -> None:
    measured = sizes.recorded()
    for name in gpu_table.plugins(measured):
        labels = [row.version.partition("+")[2] for row in measured.rows if row.distribution == name]
        assert sorted(filter(None, labels)) == sorted(variants.labels(name.removeprefix("jaxlib-")))
        chosen = {gpu_table.smallest(name, one.number, measured) for one in gpus.capabilities()}
        assert {row.version.partition("+")[2] for row in chosen if row} >= set(filter(None, labels))


@pytest.mark.parametrize("gpu", ["T4", "A10", "A40", "L4", "L40", "RTX 3090", "RTX 4090", "RTX 5090"])
def test_a_gpu_that_is_asked_for_is_in_the_table(gpu: str) -> None:
    capability = gpus.by_name(gpu)
    assert capability is not None
    for name in gpu_table.plugins(sizes.recorded()):
        row = gpu_table.smallest(name, capability, sizes.recorded())
        assert row is not None
        assert "+" in row.version
