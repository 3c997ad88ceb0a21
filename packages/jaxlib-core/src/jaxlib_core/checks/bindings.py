"""What jaxlib (bindings-only) lacks, and which installed packages use it, found by searching their sources."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.environment import files
from jaxlib_core.environment.distributions import Installed

LABEL = "+bindings"


class Feature(NamedTuple):
    """A feature of jax that jaxlib (bindings-only) lacks, and a pattern that matches sources that use it."""

    name: str
    pattern: re.Pattern[str]


def _imports(*modules: str) -> re.Pattern[str]:
    forms = []
    for module in modules:
        parent, _, name = module.rpartition(".")
        forms.append(rf"(?:import|from) {re.escape(module)}\b")
        forms.append(rf"from {re.escape(parent)} import \(?[^#\n]*\b{name}\b")
    return re.compile(rf"^[ \t]*(?:{'|'.join(forms)})", re.MULTILINE)


#: The packages that the MLIR dialects are imported from; then the dialects that are missing.
_MLIR = ("jaxlib.mlir", "jax.interpreters.mlir", "jax._src.lib.mlir")
_DIALECTS = ("sparse_tensor",)

#: The table in packages/jaxlib/README.md, except for what cannot be recognized in a package's source.
FEATURES = (
    Feature(
        "MLIR dialect for sparse tensors",
        _imports(*(f"{mlir}.dialects.{name}" for mlir in _MLIR for name in _DIALECTS)),
    ),
    Feature("transfer server (jax.experimental.transfer)", _imports("jax.experimental.transfer")),
    Feature(
        "profile-guided compilation (jax_enable_pgle)",
        re.compile(r"\b(?:jax_enable_pgle|JAX_ENABLE_PGLE|get_fdo_profile)\b"),
    ),
    Feature(
        "CPU backend inside (make_cpu_client, and its collectives between processes)",
        re.compile(r"\b(?:make_cpu_client|make_gloo_tcp_collectives|make_mpi_collectives)\b"),
    ),
    Feature(
        "client of remote runtimes (jaxlib._ifrt_proxy)",
        _imports("jaxlib._ifrt_proxy", "jaxlib.ifrt_proxy", "jax._src.lib._ifrt_proxy"),
    ),
)


def remarks(jaxlib: Installed | None) -> list[str]:
    """A sentence for each feature that this jaxlib lacks and an installed package uses; one for all the others."""
    if jaxlib is None or LABEL not in jaxlib.version:
        return []
    users = uses()
    sentences = [
        f"jaxlib {jaxlib.version} has no {feature.name}, in sources of {', '.join(users[feature.name])}: "
        "such code raises an error; upstream's jaxlib has it."
        for feature in FEATURES
        if users[feature.name]
    ]
    unused = [feature.name for feature in FEATURES if not users[feature.name]]
    if unused:
        sentences.append(
            f"jaxlib {jaxlib.version} also has no {', '.join(unused)}; nothing installed uses it."
        )
    return sentences


def uses() -> dict[str, list[str]]:
    """For each feature, the names of the installed distributions that require jax and whose sources use it."""
    users_of: dict[str, set[str]] = {feature.name: set() for feature in FEATURES}
    for name, path in _sources():
        if all(name in users for users in users_of.values()):
            continue
        with contextlib.suppress(OSError, ValueError):
            source = files.read_text(path)
            for feature in FEATURES:
                if name not in users_of[feature.name] and feature.pattern.search(source):
                    users_of[feature.name].add(name)
    return {feature: sorted(names) for feature, names in users_of.items()}


def _sources() -> Iterator[tuple[str, Path]]:
    """Python files of the distributions that require jax, without their tests."""
    for distribution in metadata.distributions():
        required = [
            re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in distribution.requires or ()
        ]
        name = distribution.metadata["Name"]
        if not name or "jax" not in required or name.replace("_", "-").startswith("jaxlib-"):
            continue
        for file in distribution.files or ():
            if file.suffix == ".py" and not {"tests", "test"} & set(file.parts):
                yield name, Path(str(distribution.locate_file(file)))
