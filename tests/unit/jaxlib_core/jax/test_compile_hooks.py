"""Which programs the compile hooks see, and in which order."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from jaxlib_core.jax import compile_hooks, compile_options

CPU = SimpleNamespace(platform="cpu", distribution="jaxlib-cpu")
OURS = SimpleNamespace(platform="cpu", platform_version="PJRT\njaxlib-cpu 0.10.2, library 1")
INSIDE = SimpleNamespace(platform="cpu", platform_version="cpu")
OTHER = SimpleNamespace(platform="tpu", platform_version="jaxlib-cpu")


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A stand-in for jax's module; what it compiles is what it was given."""
    monkeypatch.setattr(compile_hooks, "_hooks", {})
    compiler: Any = ModuleType("jax._src.compiler")
    compiler.compile_or_get_cached = lambda *arguments, **named: (arguments, named)
    source: Any = ModuleType("jax._src")
    source.compiler = compiler
    for name, module in (("jax", ModuleType("jax")), ("jax._src", source), ("jax._src.compiler", compiler)):
        monkeypatch.setitem(sys.modules, name, module)
    return compiler


def adding(text: str) -> compile_hooks.Hook:
    return lambda module, options: (module + text, [*options, text])


def test_in_their_order_on_the_plugins_programs_alone(compiler: Any) -> None:
    compile_hooks.use(CPU, [adding("a"), adding("b")])  # type: ignore[arg-type]
    compile_hooks.wrap()
    call = compiler.compile_or_get_cached
    assert call(OURS, "m", "d", [], "callbacks", x=1) == (
        (OURS, "mab", "d", ["a", "b"], "callbacks"),
        {"x": 1},
    )
    for backend in (INSIDE, OTHER):
        assert call(backend, "m", "d", []) == ((backend, "m", "d", []), {})


def test_by_keyword(compiler: Any) -> None:
    compile_hooks.use(CPU, [adding("a")])  # type: ignore[arg-type]
    compile_hooks.wrap()
    named = {
        "backend": OURS,
        "computation": "m",
        "devices": "d",
        "compile_options": [],
        "pgle_profiler": None,
    }
    assert compiler.compile_or_get_cached(**named) == ((OURS, "ma", "d", ["a"]), {"pgle_profiler": None})


def test_choices_stand_below_what_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XLA_FLAGS", raising=False)
    options = SimpleNamespace(env_option_overrides=[("one", "stated")])
    module, same = compile_options.add_unstated((("one", "chosen"), ("two", True)), "m", options)
    assert (module, same) == ("m", options)
    assert options.env_option_overrides == [("two", True), ("one", "stated")]
