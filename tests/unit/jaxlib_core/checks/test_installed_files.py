"""What is said of files that a RECORD lists and that are gone, cut or other ones."""

from __future__ import annotations

import base64
import hashlib
from importlib.machinery import EXTENSION_SUFFIXES

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import installed_files

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
