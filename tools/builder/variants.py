"""Variants of a GPU plugin's wheel, with kernels for fewer architectures, and what they are called.

A variant is a version of its distribution with a *local version label*: `jaxlib-cuda12 0.10.2+sm90` holds what
`jaxlib-cuda12 0.10.2` does, but kernels for sm_90 alone; `0.10.2+sm80.sm90` for two, `0.10.2+ptx` none but PTX.
pip, uv and people read it in the file's name and in `pip list`, and every pin on the release, `==0.10.2` or
`>=0.10.2,<0.10.2.1`, takes it. It is preferred to the plain release, so an index must not hold both for everyone:
a variant is built into a folder of its own, `dist/variants/sm90`.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.builder import gpus
from tools.elf.fatbin import in_order

#: The variants of each release.
MATRIX = Path(__file__).with_name("variants.toml")
PTX = "ptx"
_WORD = re.compile(r"sm_?(\d{2,3})")
_CAPABILITY = re.compile(r"\d{1,2}\.\d")


class VariantError(ValueError):
    """The library has no kernels that run on a requested architecture."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of the build matrix: a plugin, and the architectures as `--gpu` takes them."""

    plugin: str
    gpu: tuple[str, ...]


def matrix() -> tuple[Variant, ...]:
    """The variants of a release, as `variants.toml` lists them."""
    rows = tomllib.loads(MATRIX.read_text("utf-8"))["variant"]
    return tuple(Variant(row["plugin"], tuple(map(word, row["gpu"]))) for row in rows)


def labels(plugin: str) -> tuple[str, ...]:
    """The version labels of a plugin's variants in a release, such as sm90."""
    return tuple(".".join(row.gpu) for row in matrix() if row.plugin == plugin)


def word(text: str) -> str:
    """An architecture as `--gpu` takes it: `sm90`, `sm_90`, `9.0`, the name of a GPU such as `H100`, `ptx`."""
    if text.lower() == PTX:
        return PTX
    if match := _WORD.fullmatch(text.lower()):
        return f"sm{match[1]}"
    capability = gpus.number(text) if _CAPABILITY.fullmatch(text) else gpus.by_name(text)
    if capability is None:
        raise argparse.ArgumentTypeError(
            f"wanted an architecture such as sm90, a compute capability such as 9.0, a GPU such as H100, or {PTX}, "
            f"found {text!r}; tools/builder/gpus.toml has the names"
        )
    return f"sm{capability[0]}{capability[1]}"


def chosen(words: Iterable[str], held: Sequence[str]) -> tuple[str, ...]:
    """The architectures, as NVIDIA writes them, that serve `words` among those a library has kernels for.

    Of an architecture that it has no kernels for, those are taken that run there by NVIDIA's rule: sm80 for sm86.

    Raises:
        VariantError: None run on one of them.
    """
    serving = {word: _serving(word, held) for word in words}
    if missing := [word for word, name in serving.items() if name is None]:
        names = ", ".join(map(_word_of, held))
        raise VariantError(
            f"no kernels that run on {', '.join(missing)}: wanted some of {names or 'a library for GPUs'}, "
            "or an architecture that these serve"
        )
    return in_order({name for name in serving.values() if name})


def substitutes(words: Iterable[str], held: Sequence[str]) -> tuple[str, ...]:
    """What `chosen` takes for words that the library has no kernels of their own for, a sentence each."""
    pairs = [(word, _serving(word, held)) for word in words]
    return tuple(
        f"{word}: the kernels for {name} run there" for word, name in pairs if name and _word_of(name) != word
    )


def _serving(word: str, held: Sequence[str]) -> str | None:
    if word == PTX:
        return next(filter(_is_ptx, held), None)
    major, minor = divmod(int(word.removeprefix("sm")), 10)
    return gpus.serving((major, minor), held)


def label(architectures: Iterable[str]) -> str:
    """The local version label of a wheel with kernels for these alone, such as `sm80.sm90.ptx`."""
    return ".".join(dict.fromkeys(_word_of(name) for name in in_order(architectures)))


def folder(dist: Path, name: str) -> Path:
    """Where the wheel with this label goes."""
    return dist / "variants" / name if name else dist


def _is_ptx(name: str) -> bool:
    return name.startswith("compute")


def _word_of(name: str) -> str:
    return PTX if _is_ptx(name) else name.replace("_", "")


def wheel_variant(architectures: Iterable[str]) -> str:
    """What a wheel variant (PEP 825) says of itself in `variant.json`. An experiment: the PEP is a draft.

    Its properties are those of `nvidia-variant-provider`, which an installer asks what the machine has.
    """
    from variantlib.api import VariantDescription, VariantProperty, make_variant_dist_info
    from variantlib.models.variant_info import ProviderInfo, VariantInfo

    names = in_order(architectures)
    properties = [
        VariantProperty(
            "nvidia", "sm_arch", f"{name.partition('_')[2]}_{'virtual' if _is_ptx(name) else 'real'}"
        )
        for name in names
    ]
    information = VariantInfo(
        namespace_priorities=["nvidia"],
        providers={"nvidia": ProviderInfo(requires=["nvidia-variant-provider"])},
    )
    description = VariantDescription(properties=properties, label=label(names))
    return str(make_variant_dist_info(description, variant_info=information))
