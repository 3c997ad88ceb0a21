"""The public names."""

from __future__ import annotations

import subprocess
import sys

import jaxlib_pjrt as pjrt


def check_dir_has_the_public_names() -> None:
    assert {*pjrt.__all__, "__version__"} <= set(dir(pjrt))


def check_names_that_are_public() -> None:
    for name in pjrt.__all__:
        assert getattr(pjrt, name) is not None
    assert pjrt.__version__.count(".") == 2  # type: ignore[attr-defined]
    assert "jax" not in sys.modules
    assert "jaxlib" not in sys.modules
    script = "import sys, jaxlib_pjrt; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0, "it imports numpy"
