from __future__ import annotations

from jaxlib_core.environment import orphans

from tests.unit.jaxlib_core.site import Site


def test_another_hardwares_distribution_is_named_with_the_command_that_removes_it(site: Site) -> None:
    site.distribution("libtpu", "0.0.42.1")
    site.distribution("nvidia_cublas_cu12", "12.9")
    site.distribution("nvidia-cudnn-cu12", "9.2", requires=("nvidia-cublas-cu12",))
    # Through an extra that may have been asked for or not, and for another system.
    site.distribution("jax", "0.10.2", requires=("libtpu; extra == 'tpu'", "libtpu; sys_platform == 'win32'"))
    site.distribution("jax-cuda12-plugin", "0.10.2", requires=("jax-cuda12-pjrt==0.10.2",))
    site.distribution("jax-cuda12-pjrt", "0.10.2")
    tpu, nvidia, upstream = orphans.sentences()
    assert upstream.startswith("Nothing installed requires jax-cuda12-plugin 0.10.2: where")
    assert tpu == (
        "Nothing installed requires libtpu 0.0.42.1: where there is a TPU, jax opens it by itself. "
        "For other hardware, run: python -m pip uninstall -y libtpu"
    )
    assert "nvidia-cudnn-cu12 9.2: no plugin here uses it" in nvidia
    assert "nvidia-cublas" not in nvidia


def test_what_something_requires_is_no_stray(site: Site) -> None:
    site.distribution("libtpu", "0.0.42.1")
    site.distribution("jaxlib-tpu", "0.10.2", requires=("libtpu==0.0.42.1",))
    site.distribution("nvidia-nccl-cu12", "2.3")
    site.distribution("torch", "3.0", requires=("NVIDIA_nccl.cu12>=2",))
    assert orphans.sentences() == []
