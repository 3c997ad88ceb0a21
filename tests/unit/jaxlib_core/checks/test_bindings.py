"""Features that jaxlib (bindings-only) lacks, and the installed packages that are reported to use them."""

from __future__ import annotations

from pathlib import Path

import pytest
from jaxlib_core.checks import bindings
from jaxlib_core.environment.distributions import Installed, find

from tests.unit.jaxlib_core.site import Site
from tools import ROOT


def package(site: Site, name: str, source: str, *requires: str, file: str = "kernels.py") -> None:
    info = site.distribution(name, "1.0", requires=requires)
    path = site.folder / name / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    (info / "RECORD").write_text(f"{name}/{file},,\n")


def test_it_says_what_is_used_by_whom_and_what_by_nobody(site: Site) -> None:
    package(site, "sender", "from jax.experimental import transfer as jax_transfer\n", "jax>=0.4")
    package(site, "importer", "    import jax.experimental.transfer\n", "jax; extra == 'x'")
    package(site, "kernels", "from jax.experimental.pallas import tpu as pltpu\n", "jax")
    package(site, "talker", "# from jax.experimental import nothing\ntext = 'transfer'\n", "jax")
    package(site, "tester", "import jax.experimental.transfer\n", "jax", file="tests/test_x.py")
    package(site, "stranger", "import jax.experimental.transfer\n", "numpy")
    first, rest = bindings.remarks(Installed("jaxlib", f"0.10.2{bindings.LABEL}", ""))
    assert "no transfer server" in first
    assert "in sources of importer, sender: " in first
    assert "profile-guided compilation" in rest
    assert "nothing installed uses it" in rest
    assert "transfer" not in rest


@pytest.mark.parametrize("version", ["0.10.2", "0.12.0.post1"])
def test_of_upstreams_jaxlib_nothing_is_said(site: Site, version: str) -> None:
    package(site, "sender", "from jax.experimental import transfer\n", "jax")
    assert bindings.remarks(Installed("jaxlib", version, "")) == []
    assert bindings.remarks(find("jaxlib")) == []


@pytest.mark.parametrize(
    ("source", "feature"),
    [
        ("from jaxlib.mlir.dialects import arith, sparse_tensor\n", "MLIR dialect for sparse tensors"),
        ("from jax.experimental import transfer\n", "transfer server"),
        ("profile = executable.get_fdo_profile()\n", "profile-guided"),
        ("client = xla_client.make_cpu_client()\n", "CPU backend inside"),
    ],
)
def test_each_way_to_use_one(site: Site, source: str, feature: str) -> None:
    package(site, "user", source, "jax")
    first, _ = bindings.remarks(Installed("jaxlib", f"0.10.2{bindings.LABEL}", ""))
    assert f"has no {feature}" in first
    assert "in sources of user: " in first


def test_what_works_is_no_use_of_what_is_missing(site: Site) -> None:
    text = (
        "from jaxlib.mlir.dialects import arith, nvvm\nfrom jax.experimental.pallas import mosaic_gpu as plgpu\n"
        "from jax.experimental.pallas import triton\nfrom jaxlib.triton import dialect\n"
    )
    package(site, "user", text, "jax")
    assert len(bindings.remarks(Installed("jaxlib", f"0.10.2{bindings.LABEL}", ""))) == 1


def test_each_is_in_the_table_of_what_is_missing() -> None:
    page = Path(ROOT / "packages/jaxlib/README.md").read_text("utf-8").lower()
    words = ("transfer server", "jax_enable_pgle", "sparse tensors")
    for word in (*words, "make_cpu_client", "remote runtimes"):
        assert word in page
        assert any(word in feature.name.lower() for feature in bindings.FEATURES)
