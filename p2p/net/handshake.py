"""The handshake of a link, from a TCP connection to an upgraded WebSocket: both ends.

TLS comes first and proves who calls; only then is HTTP read. The side that answers asks its owner
whether this key may have a link, and says no with a plain HTTP status. Nothing is up yet when this
module is done: a caller races several addresses and keeps one, and its first message says which.

The settings were measured: the defaults of the library are too slow to tell people that somebody
dropped, and its compression and proxy handling have no place between peers.

This is the only module that leans on internals of the websockets library: it derives from its
asyncio connections, and starts their handshake and their keepalive itself.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from time import monotonic
from typing import Any, TypeAlias, TypedDict, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.close_reason import LinkEnded, Reason, of_status
from p2p.net.framing import BadPart
from p2p.net.hello import Hello, read_hello
from p2p.net.invite import fingerprint
from p2p.net.path_kind import PathKind
from p2p.net.tls import Credential, Role, TableTls, peer_key
from p2p.token_bucket import TokenBucket

PATH = "/crownless"
SUBPROTOCOL = Subprotocol("crownless.v1")
OPEN_SECONDS = 5.0
"""For a whole handshake, TCP to hello."""
CLOSE_SECONDS = 2.0
"""For the closing handshakes of WebSocket and of TLS."""
STRANGER_BYTES = 8 << 10
"""What a caller may send in all, its HTTP request included, before it is accepted."""
CONTROL_FRAMES = 32
CONTROL_FRAMES_A_SECOND = 1.0
"""Pings and their answers (RFC 6455 section 5.5): a client of ours sends one in five seconds."""
CONTROLS = frozenset({Opcode.PING, Opcode.PONG})
MAX_MESSAGE = 1 << 18
"""Bytes of one WebSocket message; a part of a frame has a quarter of that."""
FAIR_SHARE = 32
"""Messages taken before the event loop gets a turn; a read finds many at once."""

# At INFO, because at DEBUG the library logs the contents of frames.
LOGGER = logging.getLogger("p2p.websocket")
LOGGER.setLevel(logging.INFO)
LOGGER.addHandler(logging.NullHandler())


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


class _Settings(TypedDict):
    """Of the library: intervals in seconds, a queue in messages, a write buffer in bytes."""

    ping_interval: float
    ping_timeout: float
    close_timeout: float
    max_queue: int
    write_limit: int


_SETTINGS: _Settings = {
    "ping_interval": 5,
    "ping_timeout": 10,
    "close_timeout": CLOSE_SECONDS,
    "max_queue": 8,
    "write_limit": 1 << 16,
}


class _Counted(Connection):
    """A connection that is cut off when its other side sends more than its allowance, or frames
    that no client of ours sends: pieces of messages, and pings without end.

    It also has a short way for whole messages, in and out, without a task and a timer for each.
    """

    allowance: int | None = STRANGER_BYTES
    cut: Reason | None = None
    """Why we have cut it off, if we have."""
    deliver: Callable[[bytes], bool] | None = None
    """Takes a message at once, or refuses it: then `recv` gives it in its turn."""
    ponged: Callable[[float], None] | None = None
    """Told each round trip that a ping has measured, in seconds."""
    _at_once = 0
    """How many messages of what was read last may still be delivered at once."""

    def data_received(self, data: bytes) -> None:
        if self.allowance is not None:
            self.allowance -= len(data)
            if self.allowance < 0:
                self._cut_off(Reason.TOO_MUCH)
        self._at_once = FAIR_SHARE
        if self.cut is None:
            super().data_received(data)

    def process_event(self, event: Event) -> None:
        if isinstance(event, Frame) and self.cut is None:
            whole = event.fin and event.opcode is not Opcode.CONT
            if not whole or (event.opcode in CONTROLS and not self._controls.take(monotonic())):
                self._cut_off(Reason.BAD_DATA)
        if self.cut is None and not self._delivered(event):
            super().process_event(event)

    def acknowledge_pings(self, data: bytes) -> None:
        asked = data in self.pending_pings
        super().acknowledge_pings(data)
        if asked and self.ponged is not None:
            self.ponged(self.latency)

    @cached_property
    def _controls(self) -> TokenBucket:
        return TokenBucket(CONTROL_FRAMES, CONTROL_FRAMES_A_SECOND)

    def _cut_off(self, reason: Reason) -> None:
        self.cut = reason
        self.transport.abort()

    def _delivered(self, event: Event) -> bool:
        """Whether a whole message, with none before it that waits for `recv`, was taken at once."""
        if self.deliver is None or not isinstance(event, Frame):
            return False
        if event.opcode is not Opcode.BINARY or not self._at_once or len(self.recv_messages.frames):
            return False
        self._at_once -= 1
        return self.deliver(bytes(event.data))

    def may_put(self) -> bool:
        """Whether all that was sent is written, and the connection stands."""
        stands = self.protocol.state is State.OPEN and not self.transport.is_closing()
        return stands and not self.paused and not self.transport.get_write_buffer_size()

    def put(self, messages: Sequence[bytes]) -> None:
        """Write these messages, where `may_put` allows it, as one piece."""
        for message in messages:
            self.protocol.send_binary(message)
        self.transport.write(b"".join(self.protocol.data_to_send()))


class _NoServer:
    """What a ServerConnection asks of the library's own server, which we do without.

    That server accepts before anybody can count handshakes, so the mesh accepts for itself.
    """

    def is_serving(self) -> bool:
        return True


class Answering(_Counted, ServerConnection):
    """The end that was called."""

    def __init__(self) -> None:
        protocol = ServerProtocol(
            origins=[None],  # no browser
            extensions=None,
            subprotocols=[SUBPROTOCOL],
            max_size=MAX_MESSAGE,
            logger=LOGGER,
        )
        super().__init__(protocol, cast(Server, _NoServer()), **_SETTINGS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        Connection.connection_made(self, transport)  # and no handler task of the library's server


class Calling(_Counted, ClientConnection):
    """The end that called."""

    def __init__(self, tag: str) -> None:
        protocol = ClientProtocol(
            parse_uri(f"wss://{tag}{PATH}"),
            extensions=None,
            subprotocols=[SUBPROTOCOL],
            max_size=MAX_MESSAGE,
            logger=LOGGER,
        )
        super().__init__(protocol, **_SETTINGS)


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
