"""Where the suite runs, for each of its files."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the suite's other processes share the GPU
#: For a look at the suite itself on a machine with no GPU; what that shows is nothing of GPUs.
PLATFORM = os.environ.get("JAXLIB_GPU_SUITE_PLATFORM", "cuda")
on_gpu = pytest.mark.skipif(PLATFORM != "cuda", reason="NOT TESTED: not on a GPU")
