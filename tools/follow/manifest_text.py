"""Writes a release manifest: the text that `tools.artifacts.manifest.load_file` reads back as the same values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from tools.artifacts.manifest import SCHEMA, Artifact, ArtifactFile, Manifest, Use

#: The columns of an array's lines.
WIDTH = 110


def dumps(manifest: Manifest) -> str:
    """The manifest as TOML, with the comments that say where its facts are from.

    Raises:
        ValueError: It has a local artifact, which is on one machine alone.
    """
    lines = [
        f"# What the {manifest.release} line of the family is made of. The format is described in",
        f"# tools/artifacts/manifest.py. Written by `nox -s follow -- {manifest.release}`: versions from jax's",
        "# metadata, files from the registry, and what libraries say of themselves measured on x86_64.",
        "",
        f"schema = {SCHEMA}",
        f'release = "{manifest.release}"',
        f'python = "{manifest.python}"',
        "",
        "# What upstream's jaxlib accepts, measured with plugins that only report a version.",
        "[jaxlib]",
        f"pjrt_api_major = {manifest.pjrt_api_major}",
        f'pjrt_api_minimum = "{manifest.pjrt_api_minimum}"',
    ]
    if manifest.environments is not None:
        lines += [
            "",
            "# Environments (nox -s lock). `tested`: what jax itself requires, from the version on that upstream",
            "# tested with. `never`: what an environment for a hardware must not hold; `*` stands for anything.",
            "# libtpu makes jax take the machine for one with a TPU, upstream's own plugins take the place of",
            "# ours, and a GPU's libraries are gigabytes.",
            "[environments]",
            *_array("tested", manifest.environments.tested),
        ]
        for hardware, never in manifest.environments.never.items():
            lines += [f"[environments.hardware.{hardware}]", *_array("never", never)]
    for artifact in manifest.artifacts:
        lines += ["", *_artifact(artifact)]
    return "\n".join([*lines, ""])


def _artifact(artifact: Artifact) -> Iterable[str]:
    if artifact.use is Use.LOCAL:
        raise ValueError(f"{artifact.name} is local: no manifest of a release can name it")
    yield "[[artifact]]"
    for key in ("name", "version", "license", "use"):
        yield f"{key} = {_string(getattr(artifact, key))}"
    if artifact.library is not None:
        yield "[artifact.library]"
        for key in ("member", "pjrt_api", "ffi_api", "size", "sha256"):
            value = getattr(artifact.library, key)
            if value is not None:
                yield f"{key} = {value if isinstance(value, int) else _string(value)}"
    if artifact.headers:
        yield "[artifact.headers]"
        yield from (f"{key} = {_string(member)}" for key, member in artifact.headers.items())
    if artifact.files:
        yield ""
    for file in artifact.files:
        yield from _file(file)


def _file(file: ArtifactFile) -> Iterable[str]:
    yield "[[artifact.file]]"
    yield f"filename = {_string(file.filename)}"
    yield f"architecture = {_string(file.architecture)}"
    if file.python is not None:
        yield f"python = {_string(file.python)}"
    yield f"size = {file.size}"
    yield f"sha256 = {_string(file.sha256)}"


def _array(key: str, values: Sequence[str]) -> list[str]:
    """An array of strings, in as many lines as it takes."""
    lines, line = [], "   "
    for value in values:
        text = f" {_string(value)},"
        if len(line) + len(text) > WIDTH:
            lines.append(line)
            line = "   "
        line += text
    return [f"{key} = [", *lines, line, "]"]


def _string(value: str) -> str:
    # JSON's strings are TOML's basic ones.
    return json.dumps(value, ensure_ascii=False)
