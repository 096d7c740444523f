"""Mutual TLS 1.3 under a table's own tiny certificate authority.

Whoever holds the invite derives the same authority from it and signs a leaf certificate for the
Ed25519 key that is its identity. Both ends demand a leaf of that authority and trust no other. So
one handshake proves two things before any WebSocket byte is read: the other side holds the invite,
and it holds the private half of the key it is known by. The authority proves nothing else: anyone
with the invite can sign leaves, only never for somebody else's key, and names in certificates are
not looked at. A table has two authorities, one for members and one for watchers, under two tags;
the tag travels as the server name (RFC 6066), and one listener serves them all.

This module knows nothing of sockets, frames or games.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import secrets
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from crypto.errors import DecodeError
from crypto.sign import check_public
from p2p.disk_errors import not_written
from p2p.errors import LinkError

TlsObject: TypeAlias = ssl.SSLObject | ssl.SSLSocket

SEED_BYTES = 32
_AUTHORITY_LABEL = b"crownless table authority v1"
_TAG = re.compile(r"[a-z0-9]{1,63}")
_FROM = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(2099, 12, 31, tzinfo=datetime.UTC)
# X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which Python's ssl does not name. The clocks of players are
# wrong, and how fresh a membership is is decided by the table's log, never by a date.
_NO_CHECK_TIME = 0x200000


class Role(StrEnum):
    """Which of a table's two authorities a link runs under."""

    MEMBER = "member"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Credential:
    """What makes one authority of a table: its public tag and its secret seed of 32 bytes.

    The tag is the server name in the clear: letters a-z and digits, at most 63. Raises ValueError.
    """

    tag: str
    role: Role
    ca_seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not _TAG.fullmatch(self.tag):
            raise ValueError("a tag is 1 to 63 letters a-z and digits")
        if len(self.ca_seed) != SEED_BYTES:
            raise ValueError("the seed of a table's authority has 32 bytes")


def peer_key(tls: TlsObject) -> bytes:
    """The other side's identity after a handshake: the 32 bytes of its leaf's Ed25519 key.

    Raises LinkError if there is no such leaf: a member of the table may well try an RSA key, or a
    key of small order, which anybody can prove to hold.
    """
    certificate = tls.getpeercert(binary_form=True)
    if certificate is None:
        raise LinkError("The other side showed no certificate.")
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except Exception as error:  # hostile bytes: the parser's own errors tell a person nothing
        raise LinkError("The other side showed a certificate that cannot be read.") from error
    if not isinstance(key, Ed25519PublicKey):
        raise LinkError("The other side showed a key of another kind than players have.")
    public = key.public_bytes_raw()
    try:
        check_public(public)
    except DecodeError:
        raise LinkError("The other side showed a key that is good for any signature.") from None
    return public


class TableTls:
    """The TLS contexts of one client at one table: one to listen with, one a role to dial with.

    `folder` is where the leaf lies for the moment in which OpenSSL reads it, because the standard
    library takes it from a file only: mode 0600, encrypted under a one-time password, removed
    afterwards. It must exist.
    """

    def __init__(
        self, identity: Ed25519PrivateKey, credentials: Sequence[Credential], folder: Path
    ) -> None:
        if len({credential.tag for credential in credentials}) != len(credentials):
            raise ValueError("two credentials with one tag")
        self.key = identity.public_key().public_bytes_raw()
        self.credentials = tuple(credentials)
        self._servers: dict[str, ssl.SSLContext] = {}
        self._clients: dict[str, ssl.SSLContext] = {}
        self._by_context: dict[ssl.SSLContext, Credential] = {}
        for credential in credentials:
            self._add(identity, credential, folder)
        self.server = self._listening(folder)

    def client(self, credential: Credential) -> ssl.SSLContext:
        """The context to dial with under `credential`, its tag as the server name."""
        return self._clients[credential.tag]

    def credential_of(self, tls: TlsObject) -> Credential:
        """The credential that the caller of an accepted connection asked for and satisfied."""
        return self._by_context[tls.context]

    def _add(self, identity: Ed25519PrivateKey, credential: Credential, folder: Path) -> None:
        authority, root = make_authority(credential.ca_seed)
        leaf = make_leaf(authority, identity.public_key())
        server = _strict(ssl.PROTOCOL_TLS_SERVER, root)
        client = _strict(ssl.PROTOCOL_TLS_CLIENT, root)
        load_leaf((server, client), leaf, identity, folder)
        self._servers[credential.tag] = server
        self._clients[credential.tag] = client
        self._by_context[server] = credential

    def _listening(self, folder: Path) -> ssl.SSLContext:
        # A connection keeps the verify mode it began with when its context is swapped, so the one
        # it begins with demands a certificate too, under an authority that nobody can sign for.
        # With an unknown tag it stays there, and the caller finds that this is not its table.
        nobody = Ed25519PrivateKey.generate()
        authority, root = make_authority(secrets.token_bytes(SEED_BYTES))
        context = _strict(ssl.PROTOCOL_TLS_SERVER, root)
        load_leaf([context], make_leaf(authority, nobody.public_key()), nobody, folder)
        context.sni_callback = self._switch
        return context

    def _switch(self, tls: TlsObject, name: str | None, _: ssl.SSLContext) -> None:
        context = self._servers.get(name or "")
        if context is not None:
            tls.context = context


def make_authority(ca_seed: bytes) -> tuple[Ed25519PrivateKey, x509.Certificate]:
    """The authority of a seed: the same key and the same certificate on every machine."""
    derive = HKDF(SHA256(), length=32, salt=None, info=_AUTHORITY_LABEL)
    key = Ed25519PrivateKey.from_private_bytes(derive.derive(ca_seed))
    public = key.public_key()
    usage = _key_usage(sign_certificates=True)
    return key, (
        _unsigned("table", public, "table")
        .serial_number(1)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, None)
    )


def make_leaf(authority: Ed25519PrivateKey, public: Ed25519PublicKey) -> x509.Certificate:
    """The leaf of one member's key under a table's authority."""
    both_ends = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    digest = hashlib.sha256(public.public_bytes_raw()).digest()
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key())
    return (
        _unsigned("seat", public, "table")
        .serial_number(int.from_bytes(digest[:8], "big") | 2)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(sign_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(both_ends), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(issuer, critical=False)
        .sign(authority, None)
    )


def _unsigned(subject: str, public: Ed25519PublicKey, issuer: str) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(public)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
    )


def _key_usage(*, sign_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_certificates,
        key_cert_sign=sign_certificates,
        crl_sign=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _strict(protocol: ssl._SSLMethod, root: x509.Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    context.verify_flags |= ssl.VerifyFlags.VERIFY_X509_STRICT | _NO_CHECK_TIME
    context.load_verify_locations(cadata=root.public_bytes(Encoding.DER))
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_COMPRESSION
    if protocol == ssl.PROTOCOL_TLS_SERVER:
        context.num_tickets = 0
    return context


def load_leaf(
    contexts: Iterable[ssl.SSLContext],
    leaf: x509.Certificate,
    identity: Ed25519PrivateKey,
    folder: Path,
) -> None:
    """Give contexts a certificate and its key, by way of a file in `folder` as for TableTls.

    Raises LinkError where that cannot be written.
    """
    password = secrets.token_hex(32).encode()
    key = identity.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password)
    )
    path = folder / f"leaf-{secrets.token_hex(8)}.pem"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key + leaf.public_bytes(Encoding.PEM))
        for context in contexts:
            context.load_cert_chain(path, password=password)
    except OSError as error:
        said = f"The certificate for this table could not be written: {not_written(path, error)}."
        raise LinkError(said) from error
    finally:
        path.unlink(missing_ok=True)
