"""The two ends of a WebSocket between members, before anybody knows who is at the other one.

The settings were measured: the defaults of the library are too slow to tell people that somebody
dropped, and its compression and proxy handling have no place between peers.

This module and `p2p.net.links.handshake` lean on internals of the websockets library, and no other
does: the classes here derive from its asyncio connections, whose handshake and keepalive are
started there. Held by tests/p2p/net/links/test_link.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from time import monotonic
from typing import TypedDict, cast

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from p2p.net.close_reason import Reason
from p2p.token_bucket import TokenBucket

PATH = "/crownless"
SUBPROTOCOL = Subprotocol("crownless.v1")
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


# D-38: on the bare protocol, keepalive and closing would be ours to write and to test.
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
            # D-90: no client of ours does this, and below the frames nothing else counts it.
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
        # D-99: the quick way is for whole frames on a quiet link. Whatever is odd goes the
        # library's way, where all bounds are.
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
