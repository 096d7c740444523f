"""One connection of a pairing: frames over TLS, each after its length in 2 bytes. Thin on purpose.

The host shows a key made for the occasion, and the guest takes any: who is there is settled by the
words (`p2p.net.pairing.exchange`), which both sides confirm together with this key; a certificate
proves nothing here. Held by tests/p2p/net/pairing/test_links.py.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import ssl
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.pairing.exchange import MAX_FRAME, BadPairing
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


PATIENCE = 10.0
"""Seconds for a whole pairing."""
CLOSE_SECONDS = 2.0
"""For the last frame to go out and the other side to confirm the end; then it is cut off."""


class Frames:
    """One connection, either side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def of_caller(cls, accepted: socket.socket, context: ssl.SSLContext) -> Frames:
        """Answer a caller; from then on the socket is its own."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=4 * MAX_FRAME)
        protocol = asyncio.StreamReaderProtocol(reader)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol, accepted, ssl=context, ssl_shutdown_timeout=CLOSE_SECONDS
            )
        except BaseException:
            accepted.close()
            raise
        return cls(reader, asyncio.StreamWriter(transport, protocol, reader, loop))

    @classmethod
    async def to(cls, address: Address) -> Frames:
        """Call a host. Raises OSError."""
        reader, writer = await asyncio.open_connection(
            address.host,
            address.port,
            ssl=client_context(),
            limit=4 * MAX_FRAME,
            ssl_shutdown_timeout=CLOSE_SECONDS,
        )
        return cls(reader, writer)

    @property
    def server_key(self) -> bytes:
        """The key of the host that was called. Raises LinkError."""
        tls: Any = self._writer.get_extra_info("ssl_object")
        return server_key(tls)

    async def send(self, frame: bytes) -> None:
        """Raises OSError."""
        self._writer.write(len(frame).to_bytes(2, "big") + frame)
        await self._writer.drain()

    async def receive(self) -> bytes:
        """Raises BadPairing for a frame that is too long, IncompleteReadError at the end."""
        size = int.from_bytes(await self._reader.readexactly(2), "big")
        if size > MAX_FRAME:
            raise BadPairing("no table of Crownless answers there")
        return await self._reader.readexactly(size)

    def close(self) -> None:
        """Send what is queued and go."""
        self._writer.close()
