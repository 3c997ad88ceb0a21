"""jaxlib (bindings-only) with a jax of another release: jax's error, followed by the command to run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "packages/jaxlib/src/jaxlib"


def imports(tmp_path: Path, jax: str, minimum: str, jaxlib: str, program: str = "import jax") -> str:
    """The standard error of a program, with a jax and a jaxlib that only have versions."""
    for name in ("__init__.py", "_refusal.py"):
        (tmp_path / "jaxlib").mkdir(exist_ok=True)
        shutil.copy(SOURCES / name, tmp_path / "jaxlib" / name)
    (tmp_path / "jaxlib/version.py").write_text(f"__version__ = {jaxlib!r}\n")
    (tmp_path / "jax").mkdir()
    (tmp_path / "jax/__init__.py").write_text("import jax.version\nimport jaxlib\n")
    (tmp_path / "jax/version.py").write_text(
        f"__version__ = {jax!r}\n_minimum_jaxlib_version = {minimum!r}\n"
    )
    for name, version, requires in (
        ("jax", jax, f"Requires-Dist: jaxlib<={jax},>={minimum}\n"),
        ("jaxlib", f"{jaxlib}+bindings", ""),
    ):
        info = tmp_path / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "packages/jaxlib-core/src")])
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    return done.stderr


def test_a_newer_jaxlib(tmp_path: Path) -> None:
    said = imports(tmp_path, "0.10.2", "0.10.1", "0.12.0").partition("RuntimeError: ")[2].splitlines()
    assert said[0] == "jaxlib version 0.12.0 is newer than and incompatible with jax version 0.10.2."
    assert said[1] == "jax 0.10.2 is not compatible with jaxlib 0.12.0+bindings. [JLP003]"
    assert said[said.index("To fix it, run:") + 1].endswith(" jax==0.10.2 jaxlib==0.10.2")


def test_an_older_jaxlib(tmp_path: Path) -> None:
    said = imports(tmp_path, "0.12.0", "0.11.1", "0.10.2").partition("RuntimeError: ")[2].splitlines()
    assert said[0] == "jaxlib is version 0.10.2, but jax 0.12.0 requires version >= 0.11.1."
    assert said[said.index("To fix it, run:") + 1].endswith(" jax==0.12.0 jaxlib==0.12.0")


@pytest.mark.parametrize("jaxlib", ["0.10.2", "0.10.1", "0.10.2.dev1"])
def test_a_jaxlib_that_jax_takes(tmp_path: Path, jaxlib: str) -> None:
    assert imports(tmp_path, "0.10.2", "0.10.1", jaxlib) == ""


def test_a_jaxlib_that_something_else_imports(tmp_path: Path) -> None:
    assert imports(tmp_path, "0.10.2", "0.10.1", "0.12.0", "import jaxlib; print(jaxlib.__version__)") == ""


def test_where_the_diagnosis_fails_the_command_that_makes_it_is_named(tmp_path: Path) -> None:
    program = "import sys; sys.modules['packaging'] = None; import jax"
    said = imports(tmp_path, "0.10.2", "0.10.1", "0.12.0", program)
    assert "RuntimeError: jaxlib version 0.12.0 is newer" in said
    assert said.rstrip().endswith("-m jaxlib_core doctor")
