"""A wheel's bill of materials: what in it is upstream's, from which file on the registry, by hash.

It lies in the wheel as PEP 770 says, in CycloneDX's format. It depends on what the wheel is made of and on nothing
else: no serial number, no time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

#: The property that says what a file is called in the archive that it comes from.
MEMBER = "jaxlib:member"


@dataclass(frozen=True, slots=True)
class Content:
    """A file in the wheel, by hash, and its name in the archive that it was taken from.

    ``name`` is empty for what is only compiled in, such as a header.
    """

    name: str
    member: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Source:
    """An upstream distribution that something in the wheel comes from, by its wheel on the registry."""

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
    # The library gives every bill a number and a time; both are optional, and would make each build another.
    del data["serialNumber"], data["metadata"]["timestamp"]
    return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _package(name: str, version: str, license_: str, *, reference: str, filename: str = "") -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=reference,
        licenses=[LicenseFactory().make_from_string(license_)],
        purl=PackageURL("pypi", None, name, version, {"file_name": filename} if filename else None),
    )


def _file(content: Content) -> Component:
    return Component(
        name=content.name or content.member,
        type=ComponentType.FILE,
        bom_ref=f"file:{content.name or content.member}",
        hashes=_sha256(content.sha256),
        properties=[Property(name=MEMBER, value=content.member)],
    )


def _sha256(digest: str) -> list[HashType]:
    return [HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else []
