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
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.fatbin import in_order

PTX = "ptx"
_WORD = re.compile(r"sm_?(\d+)|ptx")


class VariantError(ValueError):
    """A variant that the library has no kernels for."""


def word(text: str) -> str:
    """An architecture as `--gpu` takes it: `sm90`, `sm_90`, `ptx`."""
    match = _WORD.fullmatch(text.lower())
    if match is None:
        raise argparse.ArgumentTypeError(f"wanted an architecture such as sm90, or {PTX}, found {text!r}")
    return f"sm{match[1]}" if match[1] else PTX


def chosen(words: Iterable[str], held: Sequence[str]) -> tuple[str, ...]:
    """The architectures, as NVIDIA writes them, that `words` mean among those a library has kernels for.

    Raises:
        VariantError: It has none for one of them.
    """
    names = {_word_of(name): name for name in held}
    if missing := [each for each in words if each not in names]:
        raise VariantError(
            f"no kernels for {', '.join(missing)}: wanted some of {', '.join(names) or 'a library for GPUs'}"
        )
    return in_order({name for name in held if _word_of(name) in set(words)})


def label(architectures: Iterable[str]) -> str:
    """The local version label of a wheel with kernels for these alone, such as `sm80.sm90.ptx`."""
    return ".".join(dict.fromkeys(_word_of(name) for name in in_order(architectures)))


def folder(dist: Path, name: str) -> Path:
    """Where the wheel with this label goes."""
    return dist / "variants" / name if name else dist


def _word_of(name: str) -> str:
    return PTX if name.startswith("compute") else name.replace("_", "")
