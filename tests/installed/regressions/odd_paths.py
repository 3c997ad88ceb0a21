"""Programs in a folder whose name is not UTF-8, as an old archive or a file system of another system makes it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import tempfile
import traceback

import jax
import jax.numpy as jnp
from jaxlib import _jax


def here():
    return _jax.Traceback.get_traceback()


def check(value):
    # Python's own name of this file has surrogates.
    assert "\\udcff" in __file__
    assert "\\\\udcff" in value, ascii(value)


taken = here()
check(str(taken))
check(str(taken.frames[0]))
assert taken.frames[0].file_name == __file__
lines = traceback.extract_tb(taken.as_python_traceback())
assert {line.filename for line in lines} == {__file__}, lines
assert {line.name for line in lines} == {"here", "<module>"}, lines
again = _jax.Traceback.traceback_from_frames(taken.frames)
assert {line.filename for line in traceback.extract_tb(again)} == {__file__}
program = jax.jit(lambda x: jnp.sin(x) + 1)
assert program(0.0) == 1
assert "\\\\FF/program.py" in program.lower(0.0).as_text(debug_info=True)
with tempfile.TemporaryDirectory() as folder, jax.profiler.trace(folder):
    program(here().frames[0].line_num * 1.0)
try:
    jax.jit(lambda x: jnp.dot(x, jnp.ones(3)))(jnp.ones(4))
except TypeError:
    print("ended well")
"""


@pytest.mark.only("ours", why="upstream's jaxlib ends the process for the text of a traceback")
def test_a_program_in_a_folder_that_is_not_utf8(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff"
    Path(os.fsdecode(folder)).mkdir()
    program = Path(os.fsdecode(folder)) / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "ended well\n"
