"""TLS for pairing: the host shows a key made for the occasion, and the guest takes any.

Who is there is settled by the words (`p2p.net.pairing.exchange`), which both sides confirm together
with this key; a certificate proves nothing here. Held by tests/p2p/net/pairing/test_links.py.
"""

from __future__ import annotations

import secrets
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from p2p.errors import LinkError
from p2p.net.tls import SEED_BYTES, load_leaf, make_authority, make_leaf


def server_context(folder: Path) -> tuple[ssl.SSLContext, bytes]:
    """A context with a fresh key, and that key as SubjectPublicKeyInfo. `folder`: see TableTls."""
    authority, _ = make_authority(secrets.token_bytes(SEED_BYTES))
    key = Ed25519PrivateKey.generate()
    leaf = make_leaf(authority, key.public_key())
    context = _context(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0
    load_leaf((context,), leaf, key, folder)
    return context, _public(leaf)


def client_context() -> ssl.SSLContext:
    """A context that takes any server: see above."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def server_key(tls: ssl.SSLObject) -> bytes:
    """The key of the server that a connection leads to. Raises LinkError for a strange one."""
    certificate = tls.getpeercert(binary_form=True)
    try:
        return _public(x509.load_der_x509_certificate(certificate or b""))
    except Exception as error:  # hostile bytes: the parser's own errors tell a person nothing
        raise LinkError("what answers there is no table of Crownless") from error


def _public(certificate: x509.Certificate) -> bytes:
    return certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _context(protocol: ssl._SSLMethod) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_COMPRESSION
    return context
