"""``python -m tools attest``: PEP 740 attestations of wheels, and the provenance that an index publishes.

``attest`` signs each wheel with the identity of the workflow that runs it (Sigstore, without a stored key) and
writes ``WHEEL.publish.attestation`` beside it. Without such an identity it fails and writes nothing; an index of
wheels without attestations has no provenance.

`provenance` makes the object that an index publishes for a wheel's attestations. Each attestation is verified
first, without the network: its signature and its entry in the transparency log, with the keys that the package
sigstore ships; the workflow that signed; the wheel's name and hash.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import ValidationError
from pypi_attestations import (
    Attestation,
    AttestationBundle,
    AttestationError,
    Distribution,
    GitHubPublisher,
    Provenance,
)
from rich.console import Console
from sigstore.errors import Error as SigstoreError
from sigstore.oidc import detect_credential

from tools import DIST, FREE_THREADED

#: The workflow whose attestations count.
WORKFLOW = "release.yml"
#: The suffix that an attestation adds to the name of its wheel.
SUFFIXES = ".*.attestation"

Verify = Callable[[Attestation, GitHubPublisher, Distribution], object]


class ProvenanceError(Exception):
    """An attestation does not verify; the message says which one, and why."""


def main(argv: Sequence[str]) -> int:
    """Sign wheels; 0 when each has its attestation beside it."""
    parser = argparse.ArgumentParser(prog="python -m tools attest", description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path, metavar="WHEEL", help="default: all in dist/")
    arguments = parser.parse_args(argv)
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    folders = (DIST, DIST / FREE_THREADED, *sorted(DIST.glob("variants/*")))
    wheels = arguments.wheels or [wheel for folder in folders for wheel in sorted(folder.glob("*.whl"))]
    if not wheels:
        console.print(f"error: no wheels in {DIST}")
        return 1
    try:
        identity = detect_credential()
    except SigstoreError as error:
        console.print(f"error: this machine's identity can't be had: {error}")
        return 1
    if identity is None:
        console.print(
            "error: nothing was signed\n"
            f"  wanted: the identity of a workflow, as {WORKFLOW} has with `id-token: write`\n"
            "  found:  none on this machine\n"
            "An index needs no attestations: without them it has no provenance."
        )
        return 1
    command = [sys.executable, "-m", "pypi_attestations", "sign", *map(str, wheels)]
    if status := subprocess.run(command, check=False).returncode:
        return status
    console.print(f"{len(wheels)} wheels attested")
    return 0


def files(wheel: Path) -> list[Path]:
    """The attestations beside a wheel."""
    return sorted(wheel.parent.glob(f"{wheel.name}{SUFFIXES}"))


def verify(attestation: Attestation, publisher: GitHubPublisher, wheel: Distribution) -> None:
    """Verify one attestation without the network.

    Raises:
        AttestationError: It is not signed by the publisher, not in the log, or of another file.
    """
    # Logs at each call that it uses the keys shipped with the package.
    logging.getLogger("sigstore._internal.tuf").setLevel(logging.ERROR)
    attestation.verify(publisher, wheel, offline=True)


def provenance(wheel: Path, repository: str, verify: Verify = verify) -> bytes | None:
    """The provenance object of a wheel (PEP 740) as JSON; None where it has no attestation.

    Args:
        wheel: the wheel, with its attestations beside it.
        repository: ``OWNER/NAME`` of the repository whose workflow must have signed them.
        verify: raises AttestationError for an invalid attestation.

    Raises:
        ProvenanceError: An attestation does not verify.
    """
    paths = files(wheel)
    if not paths:
        return None
    publisher = GitHubPublisher(repository=repository, workflow=WORKFLOW)
    distribution = Distribution.from_file(wheel)
    attestations = []
    for path in paths:
        try:
            attestation = Attestation.model_validate_json(path.read_bytes())
            verify(attestation, publisher, distribution)
        except (ValidationError, AttestationError) as error:
            reason = " ".join(str(error).split())
            raise ProvenanceError(f"{path}: {reason}") from None
        attestations.append(attestation)
    bundle = AttestationBundle(publisher=publisher, attestations=attestations)
    text: str = Provenance(attestation_bundles=[bundle]).model_dump_json()
    return text.encode()


def repository(provenance: bytes) -> str:
    """The repository that a provenance object made by `provenance` names, OWNER/NAME."""
    (bundle,) = Provenance.model_validate_json(provenance).attestation_bundles
    assert isinstance(bundle.publisher, GitHubPublisher)
    name: str = bundle.publisher.repository
    return name


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
