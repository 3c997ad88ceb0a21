"""Variants of a GPU plugin's wheel, with kernels for fewer architectures, and their labels.

A variant is a version of its distribution with a *local version label*. `jaxlib-cuda12 0.10.2+sm90` is
`jaxlib-cuda12 0.10.2` with kernels for sm_90 only; `0.10.2+sm80.sm90` has two architectures, `0.10.2+ptx` only PTX.
The label is visible in the file's name and in `pip list`, and every pin on the release, `==0.10.2` or
`>=0.10.2,<0.10.2.1`, accepts it. Installers prefer it to the plain version, so an index must not hold both for
everyone: a variant is built into a folder of its own, `dist/variants/sm90`.
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
    """The architectures, in NVIDIA's spelling, that serve `words` among those a library has kernels for.

    For an architecture without kernels of its own, those that run there by NVIDIA's rule are chosen: sm80 for sm86.

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
    """Explains, a sentence each, which kernels serve the words that the library has no kernels of their own for."""
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
    """The folder of the wheel with this label."""
    return dist / "variants" / name if name else dist


def _is_ptx(name: str) -> bool:
    return name.startswith("compute")


def _word_of(name: str) -> str:
    return PTX if _is_ptx(name) else name.replace("_", "")


def wheel_variant(architectures: Iterable[str]) -> str:
    """The `variant.json` of a wheel variant (PEP 825). An experiment: the PEP is a draft.

    Its properties are those of `nvidia-variant-provider`, from which an installer gets the machine's properties.
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
