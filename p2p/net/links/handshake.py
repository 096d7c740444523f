"""The handshake of a link, from a TCP connection to an upgraded WebSocket: both ends.

TLS comes first and proves who calls; only then is HTTP read. The side that answers asks its owner
whether this key may have a link, and says no with a plain HTTP status. Nothing is up yet when this
module is done: a caller races several addresses and keeps one, and its first message says which.
"""

from __future__ import annotations

import asyncio
import hmac
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.http11 import Request, Response
from websockets.protocol import State

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason, of_status
from p2p.net.invite import fingerprint
from p2p.net.links.connection import (
    CLOSE_SECONDS,
    PATH,
    SUBPROTOCOL,
    Answering,
    Calling,
)
from p2p.net.links.framing import BadPart, Hello, read_hello
from p2p.net.path_kind import PathKind
from p2p.net.tls import Credential, Role, TableTls, peer_key

OPEN_SECONDS = 5.0
"""For a whole handshake, TCP to hello."""


class Admission(IntEnum):
    """The answer to a caller. A plain bool means refused or accepted."""

    REFUSED = 0
    ACCEPTED = 1
    PROVISIONAL = 2
    """It gets a link, and may send `STRANGER_BYTES` until it is admitted."""


Connect: TypeAlias = Callable[[Address], Awaitable[socket.socket]]
"""Opens a connection to an address; raises OSError."""
Judge: TypeAlias = Callable[[bytes, Role], Admission | Reason]
"""Decides about a caller by its key; a Reason refuses it."""


@dataclass(frozen=True, slots=True)
class Channel:
    """An upgraded connection to a proven key."""

    connection: Answering | Calling
    peer: bytes
    role: Role
    address: Address
    """The other end."""
    hello: Hello
    """The first message of the side that dialled: to be sent, or what came."""

    @property
    def outbound(self) -> bool:
        """Whether this side dialled."""
        return isinstance(self.connection, Calling)

    def abort(self) -> None:
        """Close it at once, unsaid."""
        self.connection.transport.abort()


def fits(key: bytes, expected: bytes | None) -> bool:
    """Whether `key` is the expected one: a key, its fingerprint as in an invite, or any."""
    if expected is None:
        return True
    found = key if len(expected) == len(key) else fingerprint(key)
    return hmac.compare_digest(found, expected)


async def call(
    tls: TableTls,
    credential: Credential,
    address: Address,
    expected: bytes | None,
    *,
    kind: PathKind = PathKind.DIRECT,
    connect: Connect | None = None,
    seconds: float = OPEN_SECONDS,
) -> Channel:
    """Dial `address`, which is as near as `kind` says, and open a channel to the expected key.

    `connect` opens the connection, where the system shall not simply do it. Raises LinkEnded with
    the reason for a person, at the latest after so many `seconds`.
    """
    connection = Calling(credential.tag)
    try:
        async with asyncio.timeout(seconds):
            return await _call(connection, tls, credential, address, expected, Hello(kind), connect)
    except BaseException as error:
        reason = _why_not(error, secured=_abort(connection))
        if reason is None:
            raise
        raise LinkEnded(reason) from None


async def _call(
    connection: Calling,
    tls: TableTls,
    credential: Credential,
    address: Address,
    expected: bytes | None,
    hello: Hello,
    connect: Connect | None,
) -> Channel:
    loop, settings = asyncio.get_running_loop(), _tls_settings(tls, credential)
    if connect is None:
        opening = loop.create_connection(lambda: connection, *address, **settings)
    else:
        opening = loop.create_connection(
            lambda: connection, sock=await connect(address), **settings
        )
    transport, _ = await opening
    peer = peer_key(transport.get_extra_info("ssl_object"))
    if hmac.compare_digest(peer, tls.key):
        raise LinkEnded(Reason.ITSELF)
    if not fits(peer, expected):
        raise LinkEnded(Reason.WRONG_KEY)
    connection.allowance = None
    await connection.handshake(None, None)
    if connection.subprotocol != SUBPROTOCOL:
        raise LinkEnded(Reason.OTHER_VERSION)
    connection.start_keepalive()
    return Channel(connection, peer, credential.role, address, hello)


def _tls_settings(tls: TableTls, credential: Credential) -> dict[str, Any]:
    return {
        "ssl": tls.client(credential),
        "server_hostname": credential.tag,
        "ssl_handshake_timeout": OPEN_SECONDS,
        "ssl_shutdown_timeout": CLOSE_SECONDS,
    }


async def answer(
    tls: TableTls, accepted: socket.socket, judge: Judge, *, seconds: float = OPEN_SECONDS
) -> Channel:
    """Open the channel of a caller, up to its hello.

    `judge` decides about its key; a Reason refuses it, an admission lets it in. Raises LinkEnded,
    at the latest after so many `seconds`. Once this runs the socket is its own: it is closed
    unless a channel is returned.
    """
    connection = Answering()
    try:
        async with asyncio.timeout(seconds):
            return await _answer(connection, tls, accepted, judge)
    except BaseException as error:
        reason = _why_not(error, secured=_abort(connection))
        if reason is None:
            raise
        raise LinkEnded(reason) from None


async def _answer(
    connection: Answering, tls: TableTls, accepted: socket.socket, judge: Judge
) -> Channel:
    transport, _ = await asyncio.get_running_loop().connect_accepted_socket(
        lambda: connection,
        accepted,
        ssl=tls.server,
        ssl_handshake_timeout=OPEN_SECONDS,
        ssl_shutdown_timeout=CLOSE_SECONDS,
    )
    tls_object = transport.get_extra_info("ssl_object")
    peer, role = peer_key(tls_object), tls.credential_of(tls_object).role
    refused: list[Reason] = []

    def respond(_: ServerConnection, request: Request, response: Response) -> Response | None:
        if response.status_code != 101:
            refused.append(Reason.OTHER_VERSION)
            return None
        if request.path != PATH:
            refused.append(Reason.OTHER_VERSION)
            return connection.respond(404, "")
        verdict = Reason.ITSELF if hmac.compare_digest(peer, tls.key) else judge(peer, role)
        if isinstance(verdict, Reason) or verdict == Admission.REFUSED:
            refused.append(verdict if isinstance(verdict, Reason) else Reason.NOT_ACCEPTED)
            return connection.respond(503 if verdict == Reason.BUSY else 403, "")
        if verdict == Admission.ACCEPTED:
            connection.allowance = None
        return None

    await connection.handshake(None, respond, None)
    if refused:
        raise LinkEnded(refused[0])
    if connection.state is not State.OPEN:
        raise LinkEnded(Reason.LOST)
    try:
        hello = read_hello(await connection.recv())
    except BadPart:
        raise LinkEnded(Reason.BAD_DATA) from None
    connection.start_keepalive()
    host, port = connection.remote_address[:2]
    return Channel(connection, peer, role, Address(host, port), hello)


def _abort(connection: Answering | Calling) -> bool:
    """Cut the connection off; whether it had got through TLS."""
    transport: Any = getattr(connection, "transport", None)
    if transport is None:
        return False
    transport.abort()
    return True


def _why_not(error: BaseException, *, secured: bool) -> Reason | None:
    """The reason behind a failed handshake, or None if it was cancelled or is a mistake of ours."""
    match error:
        case LinkEnded():
            return error.reason
        case LinkError():
            return Reason.STRANGE
        case InvalidStatus():
            return of_status(error.response.status_code)
        case InvalidHandshake() | ConnectionClosed():
            # In TLS 1.3 a caller learns only now that its certificate was refused.
            return Reason.NOT_ACCEPTED
        case ssl.SSLCertVerificationError():
            return Reason.WRONG_TABLE
        case ssl.SSLError():
            unknown = "UNRECOGNIZED_NAME" in (error.reason or "")
            return Reason.WRONG_TABLE if unknown else Reason.STRANGE
        case TimeoutError():
            return Reason.SILENT if secured else Reason.UNREACHABLE
        case OSError():
            return Reason.NOT_ACCEPTED if secured else Reason.UNREACHABLE
        case _:
            return None
