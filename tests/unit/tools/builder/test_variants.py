from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tools.builder import build, definitions, variants

HELD = ("sm_80", "sm_90", "sm_100", "compute_120")


@pytest.mark.parametrize(
    ("words", "architectures", "label"),
    [
        (["sm90"], ("sm_90",), "sm90"),
        (["sm100", "sm80"], ("sm_80", "sm_100"), "sm80.sm100"),
        (["ptx", "sm90"], ("sm_90", "compute_120"), "sm90.ptx"),
    ],
)
def test_a_choice_and_what_it_is_called(words: list[str], architectures: tuple[str, ...], label: str) -> None:
    assert variants.chosen(words, HELD) == architectures
    assert variants.label(architectures) == label


@pytest.mark.parametrize(("text", "word"), [("sm90", "sm90"), ("SM_90", "sm90"), ("PTX", "ptx")])
def test_how_an_architecture_may_be_written(text: str, word: str) -> None:
    assert variants.word(text) == word


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
