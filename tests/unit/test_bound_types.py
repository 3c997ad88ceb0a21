"""C++ types that extensions bind for Python.

nanobind keeps them by name for all extensions of a process together: a type that two of them bind is missing in the
one that is imported later.
"""

from __future__ import annotations

import re

from tools import ROOT

EXTENSIONS = ("jaxlib", "jaxlib-pjrt")
_BOUND = re.compile(r"nb::(?:class_|enum_|exception)<(pjrt::\w+)")


def bound(extension: str) -> set[str]:
    """The types of ``pjrt-cpp``, which both extensions are built on, that an extension binds."""
    sources = (ROOT / "packages" / extension / "native").rglob("*")
    texts = [path.read_text("utf-8") for path in sources if path.suffix in {".cc", ".h"}]
    return {name for text in texts for name in _BOUND.findall(text)}


def test_no_type_of_the_common_library_is_bound_by_two_extensions() -> None:
    first, second = map(bound, EXTENSIONS)
    assert "pjrt::Profiler" in first | second
    assert first & second == set()
