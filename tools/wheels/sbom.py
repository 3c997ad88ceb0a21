"""A wheel's bill of materials: the upstream files in it and the registry files they come from, by hash.

Its place in the wheel is that of PEP 770, its format CycloneDX. It has no serial number and no time, so that it
depends only on the wheel's inputs.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packaging.requirements import Requirement

if TYPE_CHECKING:
    from cyclonedx.model import HashType
    from cyclonedx.model.component import Component


@dataclass(frozen=True, slots=True)
class Content:
    """A file in the wheel, and the ``member`` of an archive that it was made from, each with its hash.

    ``name`` is empty for a file that is only compiled in, such as a header.
    """

    name: str
    sha256: str
    member: str
    member_sha256: str


@dataclass(frozen=True, slots=True)
class Source:
    """An upstream distribution from which files in the wheel come, identified by its wheel on the registry."""

    name: str
    version: str
    license: str
    filename: str = ""
    sha256: str = ""
    contents: tuple[Content, ...] = ()


def document(
    distribution: str, version: str, license_: str, sources: Sequence[Source], tools: Sequence[str]
) -> bytes:
    """The bill of ``distribution``, made of ``sources`` with ``tools``, which are pinned as ``name==version``."""
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL

    bom = Bom()
    bom.metadata.component = _package(distribution, version, license_, reference=distribution)
    for pin in map(Requirement, tools):
        version_ = str(pin.specifier).removeprefix("==")
        bom.metadata.tools.components.add(
            Component(
                name=pin.name,
                version=version_,
                type=ComponentType.APPLICATION,
                bom_ref=f"tool:{pin.name}",
                purl=PackageURL("pypi", None, pin.name, version_),
            )
        )
    for source in sources:
        component = _package(
            source.name,
            source.version,
            source.license,
            reference=f"source:{source.filename or source.name}",
            filename=source.filename,
        )
        component.hashes = _sha256(source.sha256)
        component.components = [_file(content) for content in source.contents]
        bom.components.add(component)
    bom.register_dependency(bom.metadata.component, bom.components)
    data = json.loads(JsonV1Dot6(bom).output_as_string())
    # The library adds a serial number and a time; both are optional, and would make builds differ.
    del data["serialNumber"], data["metadata"]["timestamp"]
    return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _package(name: str, version: str, license_: str, *, reference: str, filename: str = "") -> Component:
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model.component import Component, ComponentType
    from packageurl import PackageURL

    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=reference,
        licenses=[LicenseFactory().make_from_string(license_)],
        purl=PackageURL("pypi", None, name, version, {"file_name": filename} if filename else None),
    )


def _file(content: Content) -> Component:
    """The component of a file of the wheel with upstream's file as its ancestor, or of upstream's file alone."""
    from cyclonedx.model.component import Component, ComponentType, Pedigree

    member = Component(
        name=content.member,
        type=ComponentType.FILE,
        bom_ref=f"member:{content.name or content.member}",
        hashes=_sha256(content.member_sha256),
    )
    if not content.name:
        return member
    return Component(
        name=content.name,
        type=ComponentType.FILE,
        bom_ref=f"file:{content.name}",
        hashes=_sha256(content.sha256),
        pedigree=Pedigree(ancestors=[member]),
    )


def _sha256(digest: str) -> list[HashType]:
    from cyclonedx.model import HashAlgorithm, HashType

    return [HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else []
