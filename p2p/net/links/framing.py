"""What one WebSocket message of a link holds: the hello of the side that dialled, or a part.

A message is one byte of kind and a payload. The first one, by the side that dialled, says that this
connection is the one it keeps. It names the link, so that a later one can say which it takes the
place of, and how near the side that dialled finds the other: only so do both ends know which of two
links is the better one.

A frame up to `MAX_FRAME` bytes travels as parts of exactly `PART_BYTES` and a last, shorter or
equal one, all in order; a link carries one frame at a time. Small parts keep the deadline of each
write short on a slow line, and let pings in between. Pure functions of bytes: no sockets. Held by
tests/p2p/net/links/test_framing.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from p2p.errors import LinkError
from p2p.net.path_kind import PathKind

PART_BYTES = (1 << 16) - 1
"""Bytes of payload in every part of a frame but its last."""
MAX_FRAME = (1 << 20) + (1 << 12)
"""Bytes of one frame: the longest message of a log, and what the layer above wraps around it."""
MAX_FRAME_OF_A_WATCHER = 1 << 17
"""It has little to say, and anybody may have many links under keys made for them."""

HELLO = b"\x01"
"""How the first message of the side that dialled begins: see `Hello`."""
_MORE = b"\x02"
_LAST = b"\x03"


class BadPart(LinkError):
    """A message that the other side, were it this program, would never send."""


def split(frame: bytes) -> Iterator[bytes]:
    """The messages that carry `frame`, in order. Raises ValueError if it is empty or too long."""
    if not 0 < len(frame) <= MAX_FRAME:
        raise ValueError(f"a frame has 1 to {MAX_FRAME} bytes, not {len(frame)}")
    last = (len(frame) - 1) // PART_BYTES
    for index in range(last + 1):
        kind = _LAST if index == last else _MORE
        yield kind + frame[index * PART_BYTES : (index + 1) * PART_BYTES]


class Reassembler:
    """Puts the parts of one link back together; holds at most `most` bytes."""

    def __init__(self, most: int = MAX_FRAME) -> None:
        self._most = most
        self._held = bytearray()

    def whole(self, message: bytes) -> bool:
        """Whether `message` is a frame in one part, and no parts of another are held."""
        return message[:1] == _LAST and 1 < len(message) <= PART_BYTES + 1 and not self._held

    def feed(self, message: bytes) -> bytes | None:
        """The frame that `message` completes, or None while parts are missing. Raises BadPart."""
        kind, payload = message[:1], message[1:]
        size = len(payload)
        # Every part but the last is full: no flood of tiny parts, and one way to cut a frame.
        if not (kind == _LAST and 0 < size <= PART_BYTES) and not (
            kind == _MORE and size == PART_BYTES
        ):
            raise BadPart("The connection carried a message of no known kind or size.")
        if len(self._held) + size > self._most:
            raise BadPart("The connection carried a frame that is too long.")
        if kind == _LAST and not self._held:
            return payload
        self._held += payload
        if kind == _MORE:
            return None
        frame = bytes(self._held)
        self._held.clear()
        return frame


ID_BYTES = 8
_LENGTHS = (len(HELLO) + 1 + ID_BYTES, len(HELLO) + 1 + 2 * ID_BYTES)


def fresh_id() -> bytes:
    """A name for a link that no other link has."""
    return secrets.token_bytes(ID_BYTES)


@dataclass(frozen=True, slots=True)
class Hello:
    """What a link is. `replaces`: the link whose place it takes; empty for none."""

    kind: PathKind = PathKind.DIRECT
    link: bytes = field(default_factory=fresh_id)
    replaces: bytes = b""

    def encode(self) -> bytes:
        """As the whole first message."""
        return HELLO + bytes([self.kind]) + self.link + self.replaces


def read_hello(message: bytes | str) -> Hello:
    """Read the first message. Raises BadPart."""
    if isinstance(message, str) or len(message) not in _LENGTHS or message[:1] != HELLO:
        raise BadPart("The connection did not begin with a hello.")
    if message[1] > PathKind.PUNCHED:
        raise BadPart("The connection came over a path of no known kind.")
    return Hello(PathKind(message[1]), message[2 : 2 + ID_BYTES], message[2 + ID_BYTES :])
