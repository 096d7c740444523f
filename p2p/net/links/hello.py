"""The first message of the side that dialled: this connection is the one it keeps.

It names the link, so that a later one can say which it takes the place of, and how near the side
that dialled finds the other: only so do both ends know which of two links is the better one. Pure
functions of bytes. Held by tests/p2p/net/links/test_hello.py.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from p2p.net.links.framing import HELLO, BadPart
from p2p.net.path_kind import PathKind

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
