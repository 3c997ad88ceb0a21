"""Diagnoses of files in a RECORD that are missing, truncated or changed."""

from __future__ import annotations

import base64
import hashlib
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import installed_files, requirements
from jaxlib_core.plugins.discovery import discover

from tests.unit.jaxlib_core.site import Site


def install(site: Site, name: str, files: dict[str, bytes]) -> None:
    info = site.distribution(name, "1.0")
    lines = []
    for member, content in files.items():
        path = site.folder / name / member
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name}/{member},sha256={digest},{len(content)}\n")
    (info / "RECORD").write_text("".join(lines))


def test_what_is_as_it_was_installed_is_no_cause(site: Site) -> None:
    install(site, "one", {"a.py": b"a", "b.so": bytes(2 << 20), "data.txt": b"d"})
    assert installed_files.lost(["one", "missing"]) is None
    assert installed_files.altered(["one", "missing"]) is None


def test_of_each_distribution_it_is_said_what_became_of_its_files(site: Site) -> None:
    install(site, "one", {"a.py": b"a", "b.py": b"b"})
    install(site, "two", {"c.so": b"whole"})
    install(site, "three", {"d.py": b"d"})
    (site.folder / "one/a.py").write_bytes(b"x")
    (site.folder / "two/c.so").write_bytes(b"cut")
    (site.folder / "three/d.py").unlink()
    problem = installed_files.altered(["one", "two", "three"])
    assert problem
    assert problem.summary == (
        "one 1.0 has files that are not what was installed, and two 1.0 and three 1.0 have lost files."
    )
    assert problem.found == "one/a.py (other bytes), two/c.so (3 bytes, not 5), three/d.py (gone)"
    lost = installed_files.lost(["one", "two", "three"])
    assert lost
    assert lost.summary == "two 1.0 and three 1.0 have lost files."


def test_large_files_are_compared_whole(site: Site) -> None:
    """Other bytes at the end of a library of the same size."""
    content = bytes(3 << 20)
    install(site, "one", {"b.so": content})
    (site.folder / "one/b.so").write_bytes(content[:-1] + b"x")
    assert installed_files.lost(["one"]) is None
    problem = installed_files.altered(["one"])
    assert problem
    assert problem.found == "one/b.so (other bytes)"


@pytest.mark.parametrize(
    ("left", "away"),
    [
        ("one/a/__init__.py", "one/a"),
        (f"one/a{EXTENSION_SUFFIXES[0]}", f"one/a{EXTENSION_SUFFIXES[0]}"),
        (f"one/__init__{EXTENSION_SUFFIXES[0]}", f"one/__init__{EXTENSION_SUFFIXES[0]}"),
    ],
)
def test_what_nothing_installed_and_python_takes_for_a_module(site: Site, left: str, away: str) -> None:
    install(site, "one", {"a.py": b"a", "__init__.py": b""})
    assert installed_files.left_over(["one", "missing"]) is None
    (site.folder / left).parent.mkdir(exist_ok=True)
    (site.folder / left).write_bytes(b"")
    problem = installed_files.left_over(["one", "missing"])
    assert isinstance(problem, errors.ModuleShadowed)
    assert problem.commands == (f"mv {site.folder / away} {site.folder / away}.off",)


def test_a_package_that_was_installed_is_not_left_over(site: Site) -> None:
    install(site, "one", {"a.py": b"a", "a/__init__.py": b"", "data.txt": b""})
    assert installed_files.left_over(["one"]) is None


def test_what_another_distribution_installed_is_not_left_over(site: Site) -> None:
    install(site, "one", {"a.py": b"a"})
    install(site, "two", {f"a{EXTENSION_SUFFIXES[0]}": b""})
    assert installed_files.left_over(["one"]) is None


@pytest.mark.parametrize(
    ("closed", "told"),
    [
        (("one", "one-1.0.dist-info"), False),
        (("numpy",), False),
        (("numpy-1.0.dist-info",), False),
        (("packaging",), True),
        (("numpy", "numpy-1.0.dist-info", "one"), True),
        (("jaxlib_cpu", "jaxlib_cpu-1.0.dist-info", "jax", "jax-1.0.dist-info"), True),
    ],
)
def test_distributions_that_an_umask_closed(
    closed: tuple[str, ...], told: bool, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "numpy", "packaging", "jaxlib-cpu", "jax"):
        site.distribution(name, "1.0")
        (site.folder / name.replace("-", "_")).mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name not in closed)
    problem = installed_files.unreadable(site.folder)
    assert (problem is not None) == told
    if problem:
        wanted = sorted(str(site.folder / name) for name in closed if name != "one")
        assert problem.commands == (" ".join(["chmod -R a+rX", *wanted]),)


@pytest.mark.parametrize(
    ("closed", "command"),
    [
        (("one/a.py",), "one/a.py"),
        (("one/a.py", "one/b.py"), "one"),
        (("one/a.py", "jax/core.py"), "one/a.py jax"),
        (("one/a.py", "one/b.py", "numpy-1.0.dist-info/METADATA"), "one numpy-1.0.dist-info"),
        (("one/a.py", "strange/a.py"), "one/a.py"),
    ],
)
def test_one_command_opens_every_file_that_an_umask_closed(
    closed: tuple[str, ...], command: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "one", {"a.py": b"a", "b.py": b"b"})
    site.distribution("numpy", "1.0")
    for name in ("jax/core.py", "strange/a.py"):
        (site.folder / name).parent.mkdir(exist_ok=True)
        (site.folder / name).write_text("")
    forbidden = {str(site.folder / name) for name in closed}
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) not in forbidden)
    problem = installed_files.lost(["one"])
    assert problem is not None
    wanted = " ".join(str(site.folder / name) for name in command.split())
    assert problem.commands == (f"chmod -R a+rX {wanted}",)


@pytest.mark.parametrize(
    ("versions", "apart"),
    [
        ({}, set()),
        ({"jaxlib": "0.10.2.post1"}, set()),
        ({"jaxlib": "0.10.1", "jaxlib_core": "0.12.0"}, {"jaxlib", "jaxlib-core"}),
    ],
)
def test_what_is_of_another_release_is_not_installed_again_at_it(
    versions: dict[str, str], apart: set[str], site: Site
) -> None:
    site.family(**versions)
    assert installed_files.of_another_release(discover()) == set(), "no plugin says a release"
    site.plugin()
    assert installed_files.of_another_release(discover()) == apart


def test_a_module_that_nothing_leads_to_is_lost(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like an editable installation whose checkout is gone: all files of its RECORD exist, but not the module."""
    record = site.distribution("jax", "1.0") / "RECORD"
    (site.folder / "editable.pth").write_text("/no/such/checkout\n")
    record.write_text("editable.pth,,\n")
    monkeypatch.delitem(sys.modules, "jax", raising=False)
    problem = installed_files.lost(["jax"])
    assert problem
    assert problem.found == "jax (no such module)"
    (site.folder / "jax").mkdir()
    assert installed_files.lost(["jax"]), "a bare folder is none"
    (site.folder / "jax" / "__init__.py").write_text("")
    assert installed_files.lost(["jax"]) is None


def test_what_is_required_is_told_without_packaging(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.distribution("jax", "1.0", requires=("one>=1", 'two; extra == "cuda"', "ml_dtypes (>=0.5)"))
    for name in ("one", "two", "ml-dtypes"):
        site.distribution(name, "1.0")
    monkeypatch.setitem(sys.modules, "packaging.requirements", None)
    names = requirements.closure(discover())
    assert {"jax", "one", "ml-dtypes"} <= set(names)
    assert "two" not in names
