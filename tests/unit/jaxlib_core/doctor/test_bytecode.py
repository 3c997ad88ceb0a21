"""Cached bytecode that Python takes for valid, but cannot load."""

from __future__ import annotations

import importlib.util
import os
import py_compile
from pathlib import Path

from jaxlib_core.doctor import bytecode

from tests.unit.jaxlib_core.site import Site


def cached(site: Site, text: str = "x = 1\n") -> Path:
    site.distribution("numpy", "2.0")
    source = site.folder / "numpy" / "__init__.py"
    source.parent.mkdir()
    source.write_text(text)
    py_compile.compile(str(source))
    return Path(importlib.util.cache_from_source(str(source)))


def test_what_is_cut_is_named(site: Site) -> None:
    file = cached(site)
    assert bytecode.damaged(["numpy", "scipy"]) is None
    file.write_bytes(file.read_bytes()[:-9])
    problem = bytecode.damaged(["numpy", "scipy"])
    assert problem
    assert problem.found == str(file)


def test_what_python_would_not_read_is_none(site: Site) -> None:
    file = cached(site)
    file.write_bytes(file.read_bytes()[:-9])
    os.utime(site.folder / "numpy" / "__init__.py", (1, 1))
    assert bytecode.damaged(["numpy"]) is None
