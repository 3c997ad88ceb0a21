"""The table of assignments into jax's internals: each supported jax has each target, with the stated parameters."""

from __future__ import annotations

import ast
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from jaxlib_core.errors import HardwareAbsent
from jaxlib_core.jax import patches
from jaxlib_core.jax.patches import Patch
from jaxlib_core.plugins.discovery import Plugin

from tests.unit import jaxlib_cpu
from tools import ROOT
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load, releases

#: Type parameters, which are not syntax yet in the oldest Python that runs this.
TYPE_PARAMETERS = re.compile(rb"^(\s*(?:def|class) \w+)\[(?:[^][]|\[[^][]*\])*\]", re.MULTILINE)


class Source:
    """What a jax wheel's source defines."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            self._texts = {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}

    def parameters(self, name: str) -> list[str] | None:
        """The parameters of the function called ``name``; None for anything else.

        Raises:
            LookupError: There is nothing of that name.
        """
        parts = name.split(".")
        for length in range(len(parts) - 1, 0, -1):
            folder = "/".join(parts[:length])
            text = self._texts.get(f"{folder}.py") or self._texts.get(f"{folder}/__init__.py")
            if text is not None:
                found: ast.AST = ast.parse(TYPE_PARAMETERS.sub(rb"\1", text))
                for part in parts[length:]:
                    found = _bindings(found)[part]
                return _parameters(found.args) if isinstance(found, ast.FunctionDef) else None
        raise LookupError(name)


def _bindings(node: ast.AST) -> dict[str, ast.AST]:
    """The names that a module or a class binds, each with what binds it."""
    bound: dict[str, ast.AST] = {}
    for statement in ast.iter_child_nodes(node):
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound[name] = statement
            case ast.Assign(targets=targets):
                bound |= {target.id: statement for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                bound[name] = statement
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound |= {alias.asname or alias.name: statement for alias in names}
            case ast.If() | ast.Try():
                bound |= _bindings(statement)
    return bound


def _parameters(arguments: ast.arguments) -> list[str]:
    several = [f"*{arguments.vararg.arg}"] if arguments.vararg else ["*"] if arguments.kwonlyargs else []
    named = [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    positional = [posonlyarg.arg for posonlyarg in (*arguments.posonlyargs, *arguments.args)]
    return [*positional, *several, *(kwonlyarg.arg for kwonlyarg in arguments.kwonlyargs), *named]


def differences(source: Source, spelled: str) -> str:
    """How the source differs from ``spelled``, ``name`` or ``name(parameters)``; empty where it does not."""
    name, _, stated = spelled.partition("(")
    try:
        found = source.parameters(name)
    except LookupError:
        return f"{name} is gone"
    if not stated:
        return ""
    wanted = [word for word in re.split(r",\s*", stated.removesuffix(")")) if word]
    if wanted[-1:] == ["..."]:
        wanted = wanted[:-1]
        found = found and found[: len(wanted)]
    return "" if found == wanted else f"{name} has the parameters {found}, not {wanted}"


@pytest.fixture(scope="module", params=releases())
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def source(release: str) -> Source:
    return Source(Cache().fetch(load(release).artifact("jax").file("any")))


@pytest.fixture(scope="module")
def table() -> tuple[Patch, ...]:
    """The patches of jaxlib-core, then those of jaxlib-cpu for a library without any extension."""
    adaptation = jaxlib_cpu.module("patches").adaptation(cast(Plugin, None), ())
    absent = HardwareAbsent("None.", wanted="", found="", where="", commands=())
    return (
        *patches.at_registration(),
        *patches.without_cuda(absent, alone=True),
        *patches.at_load(),
        *adaptation.patches,
    )


def test_each_target_is_there_with_its_parameters(
    table: tuple[Patch, ...], source: Source, release: str
) -> None:
    found = [
        f"{difference} (patch of {patch.target.partition('(')[0]})"
        for patch in table
        if patch.serves(release)
        for spelled in (patch.target, *patch.uses)
        if (difference := differences(source, spelled))
    ]
    assert not found, "\n".join(found)


def test_each_target_stands_once_with_a_reason(table: tuple[Patch, ...]) -> None:
    names = [patch.target.partition("(")[0] for patch in table]
    assert len(set(names)) == len(names)
    assert all(patch.why.endswith(".") for patch in table)


def test_each_patch_serves_a_supported_release(table: tuple[Patch, ...]) -> None:
    unused = [patch.target for patch in table if not any(map(patch.serves, releases()))]
    assert not unused


def test_nothing_else_assigns_into_jax(table: tuple[Patch, ...]) -> None:
    """Assignments to attributes of jax's modules, in the sources: as many as there are patches that make one."""
    assigned = {
        ast.unparse(target)
        for folder in (ROOT / "packages/jaxlib-core/src", jaxlib_cpu.SOURCE)
        for path in folder.rglob("*.py")
        for target in _attributes_assigned(ast.parse(path.read_text("utf-8")))
    }
    attributes = {name.rpartition(".")[2] for name in assigned}
    targets = {patch.target.partition("(")[0].rpartition(".")[2] for patch in table}
    assert attributes <= targets, f"not in the table: {attributes - targets}"
    assert attributes >= {"compile_or_get_cached", "is_default_layout", "register_plugin_callbacks"}


def _attributes_assigned(module: ast.Module) -> Iterator[ast.Attribute]:
    """Attributes of what is imported from jax that are assigned to."""
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            imported = {
                alias.asname or alias.name.partition(".")[0]
                for node in nodes
                if isinstance(node, ast.Import | ast.ImportFrom)
                and (getattr(node, "module", None) or node.names[0].name).partition(".")[0] == "jax"
                for alias in node.names
            }
            for node in nodes:
                targets = node.targets if isinstance(node, ast.Assign) else []
                for target in targets:
                    if (
                        isinstance(target, ast.Attribute)
                        and isinstance(target.value, ast.Name)
                        and target.value.id in imported
                    ):
                        yield target


@pytest.mark.parametrize(
    ("text", "spelled", "said"),
    [
        ("def f(a, *, b): ...", "m.f(a, *, b)", ""),
        ("def f(a, b=1, **c): ...", "m.f(a, ...)", ""),
        ("def f(b): ...", "m.f(a)", "m.f has the parameters ['b'], not ['a']"),
        ("def f(a, b): ...", "m.f(a)", "m.f has the parameters ['a', 'b'], not ['a']"),
        ("f = 1", "m.f(a)", "m.f has the parameters None, not ['a']"),
        ("g = 1", "m.f", "m.f is gone"),
        ("class C:\n  def f(self): ...", "m.C.f(self)", ""),
        ("class C:\n  def f(self): ...", "m.C.g(self)", "m.C.g is gone"),
        ("from x import y as f", "m.f", ""),
    ],
)
def test_what_is_compared(tmp_path: Path, text: str, spelled: str, said: str) -> None:
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("m.py", text)
    assert differences(Source(wheel), spelled) == said


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(patches, "_applied", set())
    return []


def patch(applied: list[Any], target: str, since: str = "0.10.2", until: str = "") -> Patch:
    return Patch(target, "It is a test.", since, lambda: applied.append(target), until)


def test_in_order_and_once(applied: list[str]) -> None:
    one, two = patch(applied, "one"), patch(applied, "two")
    patches.apply((two, one), "0.10.2")
    patches.apply((one, two), "0.10.2")
    assert applied == ["two", "one"]


def test_only_what_the_release_needs(applied: list[str]) -> None:
    since, until = patch(applied, "since", "0.12.0"), patch(applied, "until", until="0.12.0")
    patches.apply((since, until), "0.10.2.post1")
    assert applied == ["until"]
    patches.apply((since, until), "0.12.0")
    assert applied == ["until", "since"]


def test_one_that_fails_is_applied_again(applied: list[str]) -> None:
    problems = [AttributeError("gone")]

    def fail_once() -> None:
        if problems:
            raise problems.pop()
        applied.append("now")

    failing = Patch("some", "It is a test.", "0.10.2", fail_once)
    with pytest.raises(AttributeError):
        patches.apply((failing,), "0.10.2")
    patches.apply((failing,), "0.10.2")
    assert applied == ["now"]


def test_threads_apply_each_once(applied: list[str]) -> None:
    several = [patch(applied, str(number)) for number in range(50)]
    threads = [threading.Thread(target=patches.apply, args=(several, "0.10.2")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert applied == [str(number) for number in range(50)]
