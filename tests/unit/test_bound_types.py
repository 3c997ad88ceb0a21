"""C++ types and functions that extensions bind for Python."""

from __future__ import annotations

import re

from tools import ROOT

EXTENSIONS = ("jaxlib", "jaxlib-pjrt")
_BOUND = re.compile(r"(?:nb::(?:class_|enum_|exception)|\bClass)<(pjrt::\w+)")
#: What binds functions that run without the lock of jaxlib's module.
_UNLOCKED = re.compile(r"nb::(?:class_\b|cpp_function\b|module_&|borrow<nb::module_>)")


def sources(extension: str) -> dict[str, str]:
    """The text of each C++ file of an extension by name."""
    files = (ROOT / "packages" / extension / "native").rglob("*")
    return {path.name: path.read_text("utf-8") for path in files if path.suffix in {".cc", ".h"}}


def bound(extension: str) -> set[str]:
    """The types of ``pjrt-cpp``, which both extensions are built on, that an extension binds."""
    return {name for text in sources(extension).values() for name in _BOUND.findall(text)}


def test_no_type_of_the_common_library_is_bound_by_two_extensions() -> None:
    """nanobind keeps types by name for all extensions of a process: the one imported later would lack it."""
    first, second = map(bound, EXTENSIONS)
    assert "pjrt::Profiler" in first | second
    assert first & second == set()


def test_functions_of_jaxlib_hold_the_lock_of_its_module() -> None:
    texts = sources("jaxlib")
    assert _UNLOCKED.search(texts.pop("binding.h"))
    assert {name: found[0] for name, text in texts.items() if (found := _UNLOCKED.search(text))} == {}


def test_no_object_waits_for_the_lock_while_the_collector_knows_it() -> None:
    """Without references, and still tracked, it would be collected, and destroyed twice: see ``locked_dealloc``."""
    unsafe = re.compile(r"Py_tp_dealloc[^\n]*\blocked<")
    assert [name for name, text in sources("jaxlib").items() if unsafe.search(text)] == []
