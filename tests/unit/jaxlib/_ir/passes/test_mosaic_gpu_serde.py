"""Kernels for NVIDIA GPUs in their stable form."""

from __future__ import annotations

import pytest

from tests.unit.jaxlib.conftest import IR, Bindings, Refused

KERNELS = IR / "kernels" / "gpu"
NEWEST = 9


@pytest.mark.parametrize("version", [9, 6])
def test_the_stable_form_is_upstreams(bindings: Bindings, version: int) -> None:
    text = (KERNELS / "add_one.mlir").read_text()
    found = bindings.serialize_gpu_kernel(text, version, NEWEST)
    assert found == (KERNELS / f"add_one.{version}.mlir").read_text()


@pytest.mark.parametrize("version", [9, 6, 2])
def test_what_was_written_is_read_again(bindings: Bindings, version: int) -> None:
    text = (KERNELS / "add_one.mlir").read_text()
    stable = bindings.serialize_gpu_kernel(text, version, NEWEST)
    plain = bindings.read_gpu_kernel(stable, NEWEST)
    assert "stable_mosaic" not in plain
    newest = bindings.serialize_gpu_kernel(plain, NEWEST, NEWEST)
    assert newest == (KERNELS / "add_one.9.mlir").read_text()


LAUNCH = (
    '"builtin.module"() ({{ "gpu.launch"() {{operandSegmentSizes = array<i32: {}>}} : () -> () }}) : () -> ()'
)


def test_an_operand_that_older_versions_lack_is_left_out_or_refused(bindings: Bindings) -> None:
    absent = LAUNCH.format("0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0")
    assert "0, 0, 0, 0>}" in bindings.serialize_gpu_kernel(absent, 6, NEWEST)
    assert "0, 0, 0, 0>}" in bindings.serialize_gpu_kernel(absent, 6, 6)  # a release without that operand
    with pytest.raises(Refused, match="Can't downgrade: asyncObject operand is present"):
        bindings.serialize_gpu_kernel(LAUNCH.format("0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1"), 6, NEWEST)


def test_a_version_that_is_too_new(bindings: Bindings) -> None:
    with pytest.raises(
        Refused, match="highest supported version is 9 but requested serialization at version 10"
    ):
        bindings.serialize_gpu_kernel(LAUNCH.format("0"), 10, NEWEST)
