"""Attestations of wheels, and the provenance that an index publishes (PEP 740)."""

from __future__ import annotations

import base64
import hashlib
import json
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pypi_attestations import AttestationError, AttestationType, Distribution, GitHubPublisher, Provenance
from pypi_simple import PyPISimple

from tests.wheel.test_index import Links, tiny
from tools.publish import attestations, index
from tools.publish.index import Entry, ListingError

REPOSITORY = "owner/family"
#: Fulcio's extensions for the issuer, the repository, the commit and the workflow.
CLAIMS = {
    "1.3.6.1.4.1.57264.1.8": "https://token.actions.githubusercontent.com",
    "1.3.6.1.4.1.57264.1.12": f"https://github.com/{REPOSITORY}",
    "1.3.6.1.4.1.57264.1.13": "0" * 40,
    "1.3.6.1.4.1.57264.1.18": f"https://github.com/{REPOSITORY}/.github/workflows/release.yml@{'0' * 40}",
}


def _certificate(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A certificate like Fulcio's for a workflow, but self-signed."""
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(x509.Name([]))
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + timedelta(minutes=10))
    )
    for oid, text in CLAIMS.items():
        value = (
            b"\x0c"
            + (bytes([len(text)]) if len(text) < 128 else b"\x81" + bytes([len(text)]))
            + text.encode()
        )
        extension = x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), value)
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def made_up(wheel: Path) -> Path:
    """An attestation of the wheel in the format of PEP 740, which is in no log and signed by no authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": wheel.name, "digest": {"sha256": digest}}],
        "predicateType": AttestationType.PYPI_PUBLISH_V1.value,
        "predicate": None,
    }
    payload = json.dumps(statement).encode()

    def text(value: bytes) -> str:
        return base64.b64encode(value).decode()

    entry = {
        "logIndex": "1",
        "logId": {"keyId": text(b"\0" * 32)},
        "kindVersion": {"kind": "dsse", "version": "0.0.1"},
        "integratedTime": "1",
        "inclusionPromise": {"signedEntryTimestamp": text(b"promise")},
        "inclusionProof": {
            "logIndex": "1",
            "rootHash": text(b"\0" * 32),
            "treeSize": "2",
            "hashes": [text(b"\0" * 32)],
            "checkpoint": {"envelope": "none"},
        },
        "canonicalizedBody": text(b"{}"),
    }
    attestation = {
        "version": 1,
        "verification_material": {"certificate": text(_certificate(key)), "transparency_entries": [entry]},
        "envelope": {
            "statement": text(payload),
            "signature": text(key.sign(payload, ec.ECDSA(hashes.SHA256()))),
        },
    }
    path = wheel.with_name(f"{wheel.name}.publish.attestation")
    path.write_text(json.dumps(attestation))
    return path


def accepted(*_: object) -> None:
    """Takes the place of the verifier, which needs Sigstore's signature."""


def trusting(wheel: Path) -> Entry:
    return index.entry(wheel, REPOSITORY, accepted)


@pytest.fixture
def wheels(tmp_path: Path) -> list[Path]:
    """An attested wheel, an attested variant, and a wheel without attestation."""
    (tmp_path / "sm90").mkdir()
    found = [tiny(tmp_path, "1.0"), tiny(tmp_path / "sm90", "1.0+sm90"), tiny(tmp_path, "1.0", "other")]
    for wheel in found[:2]:
        made_up(wheel)
    return found


def test_pages_name_the_provenance_that_is_beside_the_wheel(wheels: list[Path], tmp_path: Path) -> None:
    whole, variant, other = map(trusting, wheels)
    site = tmp_path / "site"
    with index.serving(site) as url:
        index.write([whole, other], site, [variant], url.removesuffix("simple/"))
        for address, entry in ((url, whole), (url.replace("simple", "variants/sm90/simple"), variant)):
            for accept in ("text/html", index.JSON_TYPE):
                with PyPISimple(address) as client:
                    (package,) = client.get_project_page("acme", headers={"Accept": accept}).packages
                    assert package.filename == entry.path.name
                    shown = client.get_provenance(package)
                    (absent,) = client.get_project_page("other", headers={"Accept": accept}).packages
                assert absent.provenance_url is None
                _is_of(entry.path, shown)
    front = (site / "index.html").read_text()
    assert f"--repository https://github.com/{REPOSITORY}" in front
    assert not (site / "packages" / f"{other.path.name}.provenance").exists()


def _is_of(wheel: Path, shown: dict[str, Any]) -> None:
    """The object's form is PEP 740's; it names the publisher, and attests this wheel."""
    (bundle,) = Provenance.model_validate(shown).attestation_bundles
    assert bundle.publisher.model_dump() == {
        "kind": "GitHub",
        "repository": REPOSITORY,
        "workflow": "release.yml",
        "environment": None,
    }
    (attestation,) = bundle.attestations
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert attestation.statement["subject"] == [{"name": wheel.name, "digest": {"sha256": digest}}]
    (given,) = attestations.files(wheel)
    (shown_attestation,) = shown["attestation_bundles"][0]["attestations"]
    assert shown_attestation == json.loads(given.read_text())


def test_the_address_is_whole_where_files_are_elsewhere_and_there_is_none_without_one(
    wheels: list[Path], tmp_path: Path
) -> None:
    entries = [trusting(wheels[1])]
    for folder, packages, url in (("near", "", None), ("far", "https://files/v1", "https://files/v1/")):
        index.write(entries, tmp_path / folder, packages=packages)
        page = tmp_path / folder / "simple/acme"
        (link,) = Links((page / "index.html").read_text()).found.values()
        (file,) = json.loads((page / "index.json").read_text())["files"]
        wanted = url and f"{url}acme-1.0%2Bsm90-py3-none-any.whl.provenance"
        assert (link.get("data-provenance"), file["provenance"]) == (wanted, wanted)


def test_an_attestation_that_nobody_with_authority_signed_is_refused(wheels: list[Path]) -> None:
    with pytest.raises(ListingError, match="Verification failed"):
        index.entry(wheels[0], REPOSITORY)


def test_the_verifier_is_asked_about_this_repository_and_this_wheel(wheels: list[Path]) -> None:
    asked: list[tuple[GitHubPublisher, Distribution]] = []

    def refuses(_: object, publisher: GitHubPublisher, wheel: Distribution) -> None:
        asked.append((publisher, wheel))
        raise AttestationError("not by them")

    with pytest.raises(ListingError, match="not by them"):
        index.entry(wheels[0], REPOSITORY, refuses)
    ((publisher, wheel),) = asked
    assert publisher.repository == REPOSITORY
    assert wheel.name == wheels[0].name
    assert wheel.digest == hashlib.sha256(wheels[0].read_bytes()).hexdigest()


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"version": 2}'])
def test_what_is_no_attestation_is_refused_with_its_place(wheels: list[Path], damage: bytes) -> None:
    (path,) = attestations.files(wheels[0])
    path.write_bytes(damage)
    with pytest.raises(ListingError, match=r"publish\.attestation"):
        trusting(wheels[0])


def test_the_command_refuses_attestations_that_it_could_not_show(
    wheels: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = partial(_run_index, wheels[0], tmp_path / "site")
    assert run() == 1
    assert "--attested-by" in capsys.readouterr().err
    assert run("--attested-by", REPOSITORY) == 1
    assert "--url or --packages" in capsys.readouterr().err
    assert run("--attested-by", REPOSITORY, "--url", "https://host/") == 1
    assert "Verification failed" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_without_attestations_nothing_is_said_of_provenance(
    wheels: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "site"
    assert _run_index(wheels[2], site, "--attested-by", REPOSITORY, "--url", "https://host/") == 0
    assert "provenance: none" in capsys.readouterr().err
    assert "data-provenance" not in (site / "simple/other/index.html").read_text()
    (file,) = json.loads((site / "simple/other/index.json").read_text())["files"]
    assert file["provenance"] is None
    assert [*site.rglob("*.provenance")] == []
    assert "attest" not in (site / "index.html").read_text()


def _run_index(wheel: Path, site: Path, *options: str) -> int:
    return index.main([str(wheel), "--out", str(site), *options])


def test_a_machine_without_an_identity_signs_nothing(
    wheels: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(attestations, "detect_credential", lambda: None)
    assert attestations.main([str(wheels[2])]) == 1
    assert "nothing was signed" in capsys.readouterr().err
    assert attestations.files(wheels[2]) == []
