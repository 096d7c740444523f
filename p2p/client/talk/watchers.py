"""Who watches a table, so that everybody at it knows: each seat states whose links it has. Pure.

A spectator is linked to one seat and says by what name it goes; one that says none is shown as
somebody. The seat signs the list of its spectators, with a counter that rises, and the others pass
it on like chat. A seat can keep silent about somebody, as it can about an onlooker behind its
shoulder: nothing hangs on this list. Held by tests/p2p/client/talk/test_watchers.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crypto.sign import verify
from p2p.display import safe_name
from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Sign

HERE, WATCHED = 11, 12
"""Kinds of frame: a spectator says its name; a seat states who watches at it."""
WATCHED_LABEL = b"crownless watched v1"
MAX_NAMES = 8
MAX_NAME_BYTES = 200
MAX_COUNTER = 1 << 53
SOMEBODY = "somebody"


@dataclass(frozen=True, slots=True)
class _Statement:
    """What one seat has stated; a higher `counter` is newer."""

    counter: int
    names: tuple[str, ...]
    signature: bytes = field(repr=False)


def here_frame(name: str) -> bytes:
    """What a spectator says first to the seat it is linked to."""
    return codec.encode((HERE, name))


class Watchers:
    """The spectators of one table, as its seats state them. `keys` are the seats' public keys."""

    def __init__(self, table: bytes, keys: Sequence[bytes], seat: int | None, sign: Sign) -> None:
        self._table = table
        self._keys = tuple(keys)
        self._seat = seat
        self._sign = sign
        self._own: dict[bytes, str] = {}
        self._stated: dict[int, _Statement] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """How all that watch are called, safe to show, in the order of the seats they are at."""
        stated = (self._stated[seat] for seat in sorted(self._stated))
        return tuple(safe_name(n) if n else SOMEBODY for one in stated for n in one.names)

    def come(self, key: bytes, name: str) -> bool:
        """A spectator of ours is linked, or has said its name. Says whether that is news."""
        news = self._own.get(key) != name
        self._own[key] = name
        return news

    def gone(self, key: bytes) -> bool:
        """The link to `key` is gone. Says whether it was a spectator's."""
        return self._own.pop(key, None) is not None

    def state(self, now_ms: int) -> bytes | None:
        """Who watches at us now, as a frame; None for a spectator. `now_ms`: a wall clock's."""
        if self._seat is None:
            return None
        before = self._stated.get(self._seat)
        counter = max(now_ms, before.counter + 1 if before else 0)
        # D-126: what we say here proves nothing; a changed program can leave somebody out.
        names = tuple(self._own.values())[:MAX_NAMES]
        signature = self._sign(WATCHED_LABEL, self._body(self._seat, counter, names))
        self._stated[self._seat] = _Statement(counter, names, signature)
        return self._frame(self._seat)

    def hear(self, items: Sequence[Value]) -> bytes | None:
        """A seat's statement: the frame to pass on, None if it is no news. Raises CodecError."""
        _, seat, counter, names, signature = codec.array(tuple(items), 5)
        who = codec.integer(seat, 0, len(self._keys) - 1)
        at = codec.integer(counter, 0, MAX_COUNTER)
        said = tuple(
            codec.text(name, MAX_NAME_BYTES) for name in codec.array(names, most=MAX_NAMES)
        )
        signed = codec.blob(signature, 64)
        before = self._stated.get(who)
        if who == self._seat or (before is not None and before.counter >= at):
            return None
        if not verify(self._keys[who], WATCHED_LABEL, self._body(who, at, said), signed):
            raise CodecError("a list of spectators that its seat did not sign")
        self._stated[who] = _Statement(at, said, signed)
        return self._frame(who)

    def frames(self) -> list[bytes]:
        """All statements, for whoever has just been linked."""
        return [self._frame(seat) for seat in sorted(self._stated)]

    def _frame(self, seat: int) -> bytes:
        one = self._stated[seat]
        return codec.encode((WATCHED, seat, one.counter, one.names, one.signature))

    def _body(self, seat: int, counter: int, names: tuple[str, ...]) -> bytes:
        return codec.encode((self._table, seat, counter, names))


def read_here(items: Sequence[Value]) -> str:
    """The name in a spectator's frame. Raises CodecError."""
    _, name = codec.array(tuple(items), 2)
    return codec.text(name, MAX_NAME_BYTES)
