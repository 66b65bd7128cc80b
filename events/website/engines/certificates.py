"""The certificate of a host: checked by whom this computer trusts, or known by its fingerprint."""

import hashlib
import socket
import ssl

from events.website.engines import hosts
from events.website.engines.hosts import UnknownKeyError


def context_for(accepted: str) -> ssl.SSLContext:
    """What a connection is made with. A fingerprint takes the place of what is trusted else: it is
    for :func:`refuse_other` to compare it, before anything is sent."""
    context = ssl.create_default_context()
    if accepted:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def refuse_other(connection: socket.socket | None, host: str, accepted: str) -> None:
    """Refuse a certificate that is not the accepted one."""
    if accepted and fingerprint(connection) != accepted:
        raise hosts.unknown_key(host, fingerprint(connection), accepted)


def untrusted(
    error: ssl.SSLCertVerificationError, shown: str, host: str, accepted: str
) -> UnknownKeyError:
    """The refusal of a certificate with the fingerprint that another connection has shown."""
    return hosts.unknown_key(host, shown, accepted, error.verify_message)


def any_context() -> ssl.SSLContext:
    """What takes every certificate, to see its fingerprint; nothing is sent there."""
    return context_for("any")


def fingerprint(connection: socket.socket | None) -> str:
    """``SHA256:…`` of the certificate, written as those of SSH are; of none, that of nothing."""
    shown = (
        connection.getpeercert(binary_form=True) if isinstance(connection, ssl.SSLSocket) else b""
    )
    return hosts.fingerprint_of(hashlib.sha256(shown or b"").digest())
