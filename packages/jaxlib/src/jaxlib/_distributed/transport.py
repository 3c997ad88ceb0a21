"""gRPC, an optional dependency: its import, and the channels and credentials passed to it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from jaxlib._distributed.status import StatusError
from jaxlib._missing import NotInBindings
from jaxlib._release import VERSION

#: Messages of any size, as in upstream.
OPTIONS = (("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1))


def grpc(what: str = "jax.distributed") -> Any:
    """The module ``grpc``.

    Args:
        what: The feature that needs it, for the error.

    Raises:
        ModuleNotFoundError: grpcio is not installed, or cannot be imported.
    """
    try:
        import grpc
        import grpc.aio
    except ImportError as error:
        raise ModuleNotFoundError(
            f"{what} needs gRPC, which jaxlib does not require by default.\n"
            "  wanted: grpcio\n"
            f"  found:  {error}\n"
            f"  where:  jaxlib {VERSION}, {sys.executable}\n"
            f"To fix it, run: {sys.executable} -m pip install grpcio    (or: uv pip install --python "
            f"{sys.executable} grpcio; a requirement of your own: jaxlib[distributed])",
            name="grpc",
        ) from error
    return grpc


@dataclass(frozen=True)
class Security:
    """How the two ends of a connection authenticate each other: by certificates (mutual TLS), or not at all.

    Attributes:
        certificate: The file with this process's own certificate.
        key: The file with its private key.
        authority: The file with the certificates by which peers are verified.
    """

    certificate: str
    key: str
    authority: str

    @classmethod
    def of(
        cls,
        mtls_cert_file: str | None,
        mtls_key_file: str | None,
        mtls_ca_file: str | None,
        mtls_peer_uri_prefix: str | None,
        verify_secure_credentials: bool | None,
    ) -> Security | None:
        """The security that the arguments of a service or client request.

        Raises:
            StatusError: Certificates are requested and a file name is missing, or credentials are required and none
                given.
            NotInBindings: Peers are to be verified by the URIs in their certificates.
        """
        files = {
            "certificate (cert_file)": mtls_cert_file,
            "private key (key_file)": mtls_key_file,
            "root CA (ca_file)": mtls_ca_file,
        }
        if not any((*files.values(), mtls_peer_uri_prefix)):
            if verify_secure_credentials:
                raise StatusError(
                    "FAILED_PRECONDITION",
                    "verify_secure_credentials is set, and no mTLS certificate, key and root CA are "
                    "given: the "
                    "connection would be insecure.",
                )
            return None
        if mtls_peer_uri_prefix:
            raise NotInBindings(
                "mtls_peer_uri_prefix",
                "grpcio cannot check the URIs in a peer's certificate",
            )
        for role, path in files.items():
            if not path:
                raise StatusError("INVALID_ARGUMENT", f"mTLS configuration is missing the {role} file")
        return cls(str(mtls_cert_file), str(mtls_key_file), str(mtls_ca_file))

    def read(self) -> tuple[bytes, bytes, bytes]:
        """The contents of certificate, key and authority.

        Raises:
            StatusError: A file cannot be read.
        """
        return (
            _content("certificate (cert_file)", self.certificate),
            _content("private key (key_file)", self.key),
            _content("root CA (ca_file)", self.authority),
        )


def _content(role: str, path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        code = {FileNotFoundError: "NOT_FOUND", PermissionError: "PERMISSION_DENIED"}.get(
            type(error), "UNKNOWN"
        )
        raise StatusError(code, f"Cannot open mTLS {role} file {path}: {path}; {error.strerror}") from error


def channel(address: str, security: Security | None, compressed: bool) -> Any:
    """A channel to a service."""
    library = grpc()
    compression = library.Compression.Gzip if compressed else None
    if security is None:
        return library.insecure_channel(address, OPTIONS, compression)
    certificate, key, authority = security.read()
    credentials = library.ssl_channel_credentials(authority, key, certificate)
    return library.secure_channel(address, credentials, OPTIONS, compression)


def bind(server: Any, address: str, security: Security | None) -> None:
    """Make a server listen at an address.

    Raises:
        StatusError: It cannot.
    """
    library = grpc()
    try:
        if security is None:
            port = server.add_insecure_port(address)
        else:
            certificate, key, authority = security.read()
            credentials = library.ssl_server_credentials(
                [(key, certificate)], authority, require_client_auth=True
            )
            port = server.add_secure_port(address, credentials)
    except RuntimeError as error:
        raise StatusError("UNKNOWN", f"Failed to start RPC server at {address}: {error}") from error
    if port == 0:
        raise StatusError("UNKNOWN", f"Failed to start RPC server at {address}")
