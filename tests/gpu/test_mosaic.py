"""Pallas' kernels for Mosaic GPU on a Hopper or Blackwell GPU, compared with the same computation by XLA."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

jax = pytest.importorskip("jax")
pytest.importorskip("absl")  # upstream's own kernels import it
import jax.numpy as jnp  # noqa: E402

from . import mosaic_kernels  # noqa: E402
from .marks import on_gpu  # noqa: E402

pytestmark = [pytest.mark.gpu, on_gpu]
KERNELS = mosaic_kernels.kernels()


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_computes_what_xla_does(name: str) -> None:
    kernel, [device, *_] = KERNELS[name], jax.devices()
    if device.compute_capability not in kernel.capabilities:
        pytest.skip(f"NOT TESTED: for {' and '.join(kernel.capabilities)}, not {device.compute_capability}")
    rng = np.random.default_rng(0)
    operands = [jnp.asarray(rng.standard_normal(shape), kernel.dtype) for shape in kernel.operands]
    with jax.default_matmul_precision("highest"):
        pairs = zip(_leaves(jax.jit(kernel.called), operands), _leaves(kernel.wanted, operands), strict=True)
    for found, wanted in pairs:
        assert np.isfinite(found).all()
        np.testing.assert_allclose(found, wanted, rtol=0, atol=kernel.tolerance * np.abs(wanted).max())


def _leaves(function: Any, operands: list[Any]) -> list[Any]:
    return [np.asarray(leaf, np.float32) for leaf in jax.tree.leaves(function(*operands))]
