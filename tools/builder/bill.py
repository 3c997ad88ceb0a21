"""The bill of materials of a wheel: the upstream files that it is made from, by the stage and the manifest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from packaging.requirements import Requirement

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Manifest
from tools.builder import definitions
from tools.builder.source_tree import Packed
from tools.wheels import deflate, sbom


def bill_name(distribution: str) -> str:
    """The path of a wheel's bill of materials in its metadata folder, by PEP 770."""
    return f"sboms/{distribution}.cdx.json"


def bill_of_materials(
    distribution: str, version: str, pyproject: Mapping[str, Any], sources: Sequence[sbom.Source]
) -> dict[str, bytes]:
    """The bill of materials, by its file name; sources of the same file become one entry."""
    if os.environ.get(deflate.SLIM) == "0":
        # The tool that writes bills is not installed on such a machine, and its wheels are for that machine only.
        return {}
    merged: dict[str, sbom.Source] = {}
    for source in sources:
        key = source.filename or source.name
        if key in merged:
            merged[key] = replace(source, contents=(*merged[key].contents, *source.contents))
        else:
            merged[key] = source
    used = {Requirement(text).name for text in pyproject["build-system"]["requires"]}
    tools = [pin for pin in definitions.build_pins() if Requirement(pin).name in used]
    license_ = pyproject["project"]["license"]
    content = sbom.document(distribution, version, license_, list(merged.values()), tools)
    return {bill_name(distribution): content}


def packed_sources(packed: Mapping[str, Packed], release: Manifest) -> list[sbom.Source]:
    """The upstream wheels that members are taken from, each with these members."""
    sources = []
    for artifact in release.artifacts:
        for file in artifact.files:
            contents = tuple(
                sbom.Content(name, source.sha256, source.origin.member, source.origin.sha256)
                for name, source in sorted(packed.items())
                if source.origin and source.origin.filename == file.filename
            )
            if contents:
                identity = (artifact.name, artifact.version, artifact.license, file.filename, file.sha256)
                sources.append(sbom.Source(*identity, contents))
    return sources


def header_source(release: Manifest, cache: Cache) -> sbom.Source:
    """The wheel with the header that every extension is compiled with."""
    artifact = release.artifact("xla-cpu-pjrt")
    file = artifact.file("x86_64")
    digest = hashlib.sha256(definitions.pjrt_header(release, cache)).hexdigest()
    content = sbom.Content("", "", artifact.headers["pjrt_c_api"], digest)
    return sbom.Source(
        artifact.name, artifact.version, artifact.license, file.filename, file.sha256, (content,)
    )


def nanobind() -> sbom.Source:
    """nanobind, parts of whose headers are compiled into jaxlib-pjrt and jaxlib."""
    pin = next(Requirement(pin) for pin in definitions.build_pins() if Requirement(pin).name == "nanobind")
    return sbom.Source(pin.name, str(pin.specifier).removeprefix("=="), "BSD-3-Clause")


def taken_source(taken: Mapping[str, bytes], release: Manifest) -> sbom.Source:
    """The wheel of upstream's jaxlib whose files are shipped unchanged."""
    artifact, file = definitions.upstreams_jaxlib(release)
    hashes = {name: definitions.hash_of(content) for name, content in taken.items()}
    contents = tuple(sbom.Content(name, digest, name, digest) for name, digest in hashes.items())
    return sbom.Source(
        artifact.name, artifact.version, artifact.license, file.filename, file.sha256, contents
    )
