"""Entry points that Python cannot parse, of any distribution."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import entry_points
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.site import Site


def garbled(site: Site, content: bytes, name: str = "private-thing") -> Path:
    info = site.distribution(name, "1.0")
    (info / "entry_points.txt").write_bytes(content)
    return info / "entry_points.txt"


@pytest.mark.parametrize(
    "content",
    [b"[jax_plugins]\nno entry\n", b"[console_scripts]\nno entry\n", b"[console_scripts]\n\xff = x\n"],
)
def test_a_list_that_python_cannot_read(site: Site, content: bytes) -> None:
    path = garbled(site, content)
    with pytest.raises((TypeError, ValueError)):
        importlib.metadata.entry_points(group="jax_plugins")
    problem = entry_points.unreadable()
    assert isinstance(problem, errors.MetadataUnreadable)
    assert problem.summary == "The entry points of private-thing cannot be read."
    # An index that does not have it is no way out.
    assert problem.commands[0].endswith(f"private-thing==1.0 || mv {path} {path}.off")
    assert discover() == ((), (), ())


@pytest.mark.parametrize(
    "content", [b"", b"no section\n", b"[jax_plugins]\n# x\n\nacme = acme\n", b"[a]\nx = not a module!\n"]
)
def test_a_list_that_python_can_read(site: Site, content: bytes) -> None:
    garbled(site, content)
    importlib.metadata.entry_points(group="jax_plugins")
    assert entry_points.unreadable() is None


def test_one_of_the_familys_has_a_diagnosis_of_its_own(site: Site) -> None:
    garbled(site, b"[jax_plugins]\nno entry\n", "jaxlib-cpu")
    assert entry_points.unreadable() is None
    (broken,) = discover().broken
    assert isinstance(broken.problem, errors.MetadataUnreadable)


def test_metadata_that_says_no_version(site: Site) -> None:
    path = garbled(site, b"[jax_plugins]\nno entry\n")
    (path.parent / "METADATA").unlink()
    problem = entry_points.unreadable()
    assert problem
    assert problem.commands == (f"mv {path} {path}.off",)
