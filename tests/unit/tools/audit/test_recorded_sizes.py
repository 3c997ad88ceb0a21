"""The sizes that `nox -s sizes -- --page` records for each line and architecture, and the table of all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.artifacts.manifest import load, releases
from tools.audit import sizes
from tools.audit.sizes import OURS, Row, Sizes, megabytes

OLD, *_, NEW = releases()


def line(release: str, *wheels: tuple[str, str, int]) -> Sizes:
    rows = (Row(name, version, OURS, size, 1, size, 0) for name, version, size in wheels)
    return Sizes(release, tuple(rows))


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "RECORDED", tmp_path / "sizes.json")


def cells(name: str) -> list[str]:
    (found,) = (row for row in sizes.every_line().splitlines() if row.startswith(f"| {name} |"))
    return [cell.strip() for cell in found.split("|")[2:-1]]


def test_a_new_measurement_takes_the_place_of_all_versions_of_the_same_distributions() -> None:
    cuda, cpu = "jaxlib-cuda12", "jaxlib-cpu"
    sizes.keep([line(OLD, (cuda, OLD, 9), (cuda, f"{OLD}+sm70", 4), (cpu, OLD, 3))], "x86_64")
    sizes.keep([line(OLD, (cpu, OLD, 2))], "aarch64")
    sizes.keep([line(OLD, (cuda, OLD, 8))], "x86_64")
    (x86,), (arm,) = (sizes.all_recorded(architecture) for architecture in ("x86_64", "aarch64"))
    ours = [(row.distribution, row.version, row.one) for row in x86.rows if row.origin == OURS]
    assert ours == [(cpu, OLD, 3), (cuda, OLD, 8)]
    assert [row.one for row in arm.rows if row.origin == OURS] == [2]
    assert x86.of("jax-cuda12-pjrt").one == load(OLD).artifact("jax-cuda12-pjrt").file("x86_64").size


def test_the_line_that_is_shown_is_the_newest_that_was_measured_whole() -> None:
    both = (("jaxlib-core", "1", 1), ("jaxlib-cpu", "1", 1))
    sizes.keep([line(OLD, *both), line(NEW, both[0])], "x86_64")
    assert sizes.recorded().release == OLD
    assert sizes.recorded(NEW).release == OLD
    sizes.keep([line(NEW, both[1])], "x86_64")
    assert sizes.recorded().release == NEW
    assert sizes.recorded(OLD).release == OLD


def test_a_cell_is_a_size_or_says_why_there_is_none() -> None:
    rows = (("jaxlib-cuda12", OLD, 5_000_000), ("jaxlib-rocm7", OLD, 6_000_000))
    sizes.keep([line(OLD, *rows), line(NEW, ("jaxlib-core", NEW, 1))], "x86_64")
    sizes.keep([line(OLD, ("jaxlib-cuda12", f"{OLD}+sm70", 1_000_000))], "aarch64")
    assert cells("one download") == [f"{OLD} x86_64", f"{NEW} x86_64", f"{OLD} aarch64"]
    assert cells("jaxlib-cuda12") == ["5.0 MB", "not measured", "not measured"]
    assert cells("jaxlib-cuda12 +sm70") == ["not measured", "not measured", "1.0 MB"]
    assert cells("jaxlib-rocm7") == ["6.0 MB", "not measured", sizes.NONE]
    upstream = [load(release).artifact("jax-rocm7-pjrt").file("x86_64").size for release in (OLD, NEW)]
    assert cells("jax-rocm7-pjrt, upstream") == [*map(megabytes, upstream), sizes.NONE]


def test_one_users_download_has_a_row_where_it_was_measured() -> None:
    every = ("jaxlib", "jaxlib-core", "jaxlib-cpu", "jaxlib-cuda12")
    rows = [(name, OLD, 1_000_000) for name in every]
    small = ("jaxlib-cuda12", f"{OLD}+sm70", 500_000)
    sizes.keep([line(OLD, *rows, small), line(NEW, rows[0])], "x86_64")
    (measured, _) = sizes.all_recorded("x86_64")
    upstream = sum(measured.of(name).one for name in ("jaxlib", "jax-cuda12-pjrt", "jax-cuda12-plugin"))
    assert cells("one user of jaxlib-cuda12, the family's") == ["4.0 MB", sizes.NOT_MEASURED]
    assert cells("one user of jaxlib-cuda12, the family's, smallest variant") == [
        "3.5 MB",
        sizes.NOT_MEASURED,
    ]
    assert cells("one user of jaxlib-cuda12, upstream's") == [megabytes(upstream), sizes.NOT_MEASURED]
