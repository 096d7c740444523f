"""The request for a rematch: a signed word to the table, and where the next table is. Pure.

A rematch is a new charter with the same members. Nobody need be told where it is: all who sat at a
table know its secret and its charter, and the next table's secret follows from them. A word that a
seat wants it is passed on like chat and only invites the others to want it too; what binds is the
new charter. Held by tests/p2p/client/talk/test_rematch_request.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto.sign import verify
from p2p.errors import CodecError, LocalError
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Sign

AGAIN = 9
"""The kind of frame."""
AGAIN_LABEL = b"crownless rematch v1"


class Rematch:
    """Who at one table wants to play again. `keys` are the seats' public keys."""

    def __init__(self, table: bytes, keys: Sequence[bytes], seat: int | None, sign: Sign) -> None:
        self._table = table
        self._keys = tuple(keys)
        self._seat = seat
        self._sign = sign
        self._words: dict[int, bytes] = {}

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that want to."""
        return tuple(sorted(self._words))

    def ask(self) -> bytes:
        """Our own word as a frame. Raises LocalError for a spectator."""
        if self._seat is None:
            raise LocalError("a spectator has no seat at a rematch; ask for an invite to it")
        self._words[self._seat] = self._sign(AGAIN_LABEL, self._body(self._seat))
        return self._frame(self._seat)

    def hear(self, items: Sequence[Value]) -> bytes | None:
        """Somebody's word. Returns the frame to pass on, None if it is known. Raises CodecError."""
        _, seat, signature = codec.array(tuple(items), 3)
        who = codec.integer(seat, 0, len(self._keys) - 1)
        signed = codec.blob(signature, 64)
        if who in self._words:
            return None
        if not verify(self._keys[who], AGAIN_LABEL, self._body(who), signed):
            raise CodecError("a request for a rematch that its seat did not sign")
        self._words[who] = signed
        return self._frame(who)

    def frames(self) -> list[bytes]:
        """All words so far, for a member that has just been linked."""
        return [self._frame(seat) for seat in self.seats]

    def _frame(self, seat: int) -> bytes:
        return codec.encode((AGAIN, seat, self._words[seat]))

    def _body(self, seat: int) -> bytes:
        return codec.encode((self._table, seat))
