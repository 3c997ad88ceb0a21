from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tools import ROOT
from tools.builder import build, definitions, gpus, variants
from tools.builder.variants import VariantError

TARGETS = ROOT / "packages/jaxlib-core/src/jaxlib_core/jax/targets"
HELD = ("sm_80", "sm_90", "sm_100", "compute_120")


@pytest.mark.parametrize(
    ("words", "architectures", "label"),
    [
        (["sm90"], ("sm_90",), "sm90"),
        (["sm100", "sm80"], ("sm_80", "sm_100"), "sm80.sm100"),
        (["ptx", "sm90"], ("sm_90", "compute_120"), "sm90.ptx"),
        # By NVIDIA's rule: machine code of the same major version, else PTX, which the driver compiles.
        (["sm86"], ("sm_80",), "sm80"),
        (["sm86", "sm89"], ("sm_80",), "sm80"),
        (["sm103"], ("sm_100",), "sm100"),
        (["sm121"], ("compute_120",), "ptx"),
    ],
)
def test_a_choice_and_what_it_is_called(words: list[str], architectures: tuple[str, ...], label: str) -> None:
    assert variants.chosen(words, HELD) == architectures
    assert variants.label(architectures) == label


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("sm90", "sm90"),
        ("SM_90", "sm90"),
        ("PTX", "ptx"),
        ("8.6", "sm86"),
        ("10.3", "sm103"),
        ("a10", "sm86"),
        ("RTX 3090", "sm86"),
        ("GeForce-RTX-4090", "sm89"),
        ("nvidia_tesla_t4", "sm75"),
    ],
)
def test_how_an_architecture_may_be_written(text: str, word: str) -> None:
    assert variants.word(text) == word


def test_what_runs_nowhere_and_what_runs_elsewhere() -> None:
    with pytest.raises(
        VariantError, match="no kernels that run on sm75: wanted some of sm80, sm90, sm100, ptx"
    ):
        variants.chosen(["sm75"], HELD)
    assert variants.substitutes(["sm86", "sm90"], HELD) == ("sm86: the kernels for sm_80 run there",)


def test_each_gpu_is_named_once_and_has_the_capability_that_jax_compiles_for() -> None:
    """Of those that jax compiles for ahead of time, jaxlib-core knows the compute capability, too."""
    names = [name for capability in gpus.capabilities() for name in capability.gpus]
    assert len({gpus._plain(name) for name in names}) == len(names)
    numbers = [capability.number for capability in gpus.capabilities()]
    assert numbers == sorted(set(numbers))
    chips = tomllib.loads((TARGETS / "cuda.toml").read_text("utf-8"))["chips"]
    for name, chip in chips.items():
        assert gpus.by_name(name) == gpus.number(chip["compute_capability"].rstrip("a")), name


def test_what_is_no_architecture() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="found 'hopper'"):
        variants.word("hopper")


def test_a_variant_is_of_its_release_to_every_pin_of_the_family() -> None:
    version = Version(f"0.10.2+{variants.label(('sm_90', 'compute_120'))}")
    for specifier in (definitions.same_release("0.10.2"), "==0.10.2"):
        assert SpecifierSet(specifier).contains(version)
    assert version > Version("0.10.2"), "an index that has both gives the variant to everyone"
    assert variants.folder(Path("dist"), "sm90") == Path("dist/variants/sm90")


def test_the_matrix_names_plugins_for_gpus_and_each_variant_once() -> None:
    rows = variants.matrix()
    assert rows
    assert len(set(rows)) == len(rows)
    for row in rows:
        assert definitions.plugin_facts(row.plugin)["platform"] == "cuda"
        assert row.gpu


def test_what_is_built_of_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    def wheel(name: str, release: str, arch: str, out: Path, gpu: list[str], **_: bool) -> None:
        asked.append((name, tuple(gpu)))

    monkeypatch.setattr(build, "wheel", wheel)
    assert build.main(["variants", "cuda13"]) == 0
    assert sorted(asked) == sorted(
        (row.plugin, row.gpu) for row in variants.matrix() if row.plugin == "cuda13"
    )
    asked.clear()
    assert build.main(["plugins", "cuda12", "--gpu", "sm90", "PTX"]) == 0
    assert asked == [("cuda12", ("sm90", "ptx"))]
