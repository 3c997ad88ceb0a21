"""Post-releases (0.12.0.post1) and fourth numbers (0.12.0.1): what jax accepts, and what the family does.

jax itself is asked: the function of its wheel that looks at jaxlib's version.
"""

from __future__ import annotations

import ast
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from jaxlib_core.environment.distributions import release as segment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load, releases
from tools.builder.definitions import same_release

#: Of jax, of jaxlib, whether jax accepts it, and whether the family of `R` goes with both.
COMBINATIONS = [
    ("R", "R", True, True),
    ("R", "R+bindings", True, True),
    ("R", "R.post1", True, True),
    ("R.post1", "R", True, True),
    ("R.post1", "R.post1+bindings", True, True),
    # A fourth number is another release. jax accepts its own with an older jaxlib; no plugin was built for it.
    ("R", "R.1", False, False),
    ("R.1", "R", True, False),
    ("R.1", "R.1", True, False),
    ("R.1", "R.post1", True, False),
    ("R.post1", "R.1", False, False),
]


@pytest.fixture(scope="module", params=releases())
def line(request: pytest.FixtureRequest) -> str:
    release: str = request.param
    return release


@pytest.fixture(scope="module")
def accepts(line: str) -> Callable[[str, str], bool]:
    """jax's own check of a jaxlib's version, without importing jax."""
    with zipfile.ZipFile(Cache().fetch(load(line).artifact("jax").files[0])) as archive:
        source = archive.read("jax/_src/lib/__init__.py").decode()
        minimum = re.search(
            r"^_minimum_jaxlib_version = ['\"](.+)['\"]", archive.read("jax/version.py").decode(), re.M
        )
    assert minimum
    function = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == "check_jaxlib_version"
    )
    names: dict[str, Any] = {"re": re}
    exec(compile(ast.Module([function], []), "jax", "exec"), names)

    def accepts(jax: str, jaxlib: str) -> bool:
        try:
            names["check_jaxlib_version"](jax, jaxlib, minimum[1])
        except RuntimeError:
            return False
        return True

    return accepts


@pytest.mark.parametrize(("jax", "jaxlib", "by_jax", "by_us"), COMBINATIONS)
def test_what_jax_and_the_family_accept(
    accepts: Callable[[str, str], bool], line: str, jax: str, jaxlib: str, by_jax: bool, by_us: bool
) -> None:
    jax, jaxlib = jax.replace("R", line), jaxlib.replace("R", line)
    assert accepts(jax, jaxlib) is by_jax
    # At run time, from metadata; and the requirements of a plugin's wheel, by which an installer chooses.
    assert (segment(jax) == segment(line) == segment(jaxlib)) is by_us
    specifier = SpecifierSet(same_release(line))
    assert (specifier.contains(jax) and specifier.contains(jaxlib)) is by_us
    # Never the other way round: nothing passes here that jax refuses.
    assert by_jax or not by_us


def test_jaxs_own_requirement_refuses_a_post_release_of_jaxlib(line: str) -> None:
    """By metadata jax is stricter than by code: an installer never brings what the check accepts here."""
    with zipfile.ZipFile(Cache().fetch(load(line).artifact("jax").files[0])) as archive:
        text = archive.read(f"jax-{line}.dist-info/METADATA").decode()
    named = re.findall(r"^Requires-Dist: (jaxlib[^;\n]*)$", text, re.MULTILINE)
    (requirement,) = map(Requirement, named)
    assert [requirement.specifier.contains(line + end) for end in ("", "+bindings", ".post1", ".1")] == [
        *(True, True),
        *(False, False),
    ]


@pytest.mark.parametrize(
    ("version", "allowed", "refused"),
    [
        ("0.12.0", ("0.12.0", "0.12.0+bindings", "0.12.0.post1"), ("0.12.0.1", "0.12.1", "0.12.0rc1")),
        ("0.12.0.1", ("0.12.0.1", "0.12.0.1.post2"), ("0.12.0", "0.12.0.post1", "0.12.0.1.1", "0.12.0.2")),
        ("0.12.0.post1", ("0.12.0.post1", "0.12.0.post2"), ("0.12.0", "0.12.0.1", "0.12.1")),
    ],
)
def test_the_requirement_of_a_line_that_is_itself_a_post_release(
    version: str, allowed: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    specifier = SpecifierSet(same_release(version))
    assert [version for version in (*allowed, *refused) if specifier.contains(version)] == [*allowed]
