"""Variables of jax and XLA, and limits of the process."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults.broken.row import Break, Broken, Row, row
from tests.faults.broken.ways import with_variable


def _limited(*words: str) -> Break:
    def apply(it: Broken) -> None:
        it.lines = (f"ulimit {' '.join(words)} || exit 9",)

    return apply


def _option(*words: str) -> Break:
    def apply(it: Broken) -> None:
        it.options = words

    return apply


def variables() -> Iterator[Row]:
    for value in ("cup", "CPU", "gpu", "cuda", "tpu", "cpu,cup", "cuda,cup", " cpu", "cpu,", "metal"):
        yield row(f"JAX_PLATFORMS={value}", "JAX_PLATFORMS", with_variable("JAX_PLATFORMS", value))
    for value in (
        "xla_force_host_platform_device_count=2",
        "--xla_not_a_flag=1",
        "--xla_force_host_platform_device_count=2 --xla_not_a_flag=1",
        "--xla_cpu_flatten_after_fusion=false",
        "--xla_force_host_platform_device_count=two",
        "/no/such/file",
    ):
        yield row(f"XLA_FLAGS={value}", "XLA_FLAGS", with_variable("XLA_FLAGS", value))
    for name, value in (
        ("JAX_ENABLE_X64", "maybe"),
        ("JAX_NUM_CPU_DEVICES", "abc"),
        ("JAX_DEFAULT_MATMUL_PRECISION", "zzz"),
        ("JAXLIB_PLUGIN_POLICY", "ignore"),
        ("JAX_DISABLE_JIT", "perhaps"),
    ):
        yield row(f"{name}={value}", name, with_variable(name, value))
    yield row("JAX_PLATFORMS=cuda,cpu", "JAX_PLATFORMS", with_variable("JAX_PLATFORMS", "cuda,cpu"), ends="")
    yield row(
        "JAX_TRANSFER_GUARD=disallow",
        "JAX_TRANSFER",
        with_variable("JAX_TRANSFER_GUARD", "disallow"),
        ends="works",
    )
    yield row("JAX_ENABLE_X64=1", "JAX_ENABLE_X64", with_variable("JAX_ENABLE_X64", "1"), ends="works")


def limits() -> Iterator[Row]:
    """A limit on the doctor's time, or on memory."""
    yield row("--timeout 0.1", "timeout", _option("--timeout", "0.1"))
    for megabytes in (60, 400):
        yield row(f"an address space of {megabytes} MB", "limit", _limited("-S", "-v", f"{megabytes}000"))
