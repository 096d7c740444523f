"""Which instance of each other seat we take new messages from: the one with the highest ballot.

As acceptors do in Paxos: whoever answers a request promises to take nothing new of that seat from
an instance with a lower ballot, and answers none that asks under one. So of two clients under one
key, one learns all that the other has said to any seat that both must ask, or is not heard there:
docs/protocol.md, *Instances*, has the argument. A promise outlives a restart: it is committed
before the answer leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2p.session.start_request import Ballot, StartRequest, read_request
from p2p.wire import codec
from p2p.wire.message import Signed

PROMISE = "promise/"
"""The store's notes with the request of each seat that we answered last, by its number."""


@dataclass(frozen=True, slots=True)
class Promise:
    """The request with the highest ballot of a seat, as it was signed."""

    ballot: Ballot
    asked: Signed


class Promises:
    """Those of one client. For its own seat: the highest ballot that it has drawn itself."""

    def __init__(self, table: bytes, seats: int, kept: Mapping[str, bytes]) -> None:
        """`kept` are the store's notes under `PROMISE`."""
        self._held: dict[int, Promise] = {}
        self._unsaved: set[int] = set()
        for note in kept.values():
            asked = _read(note)
            request = read_request(asked, table, seats)
            self._held[request.seat] = Promise(request.ballot, asked)

    def of(self, seat: int) -> Promise | None:
        """What we have promised to an instance of this seat."""
        return self._held.get(seat)

    def stands_against(self, request: StartRequest) -> Promise | None:
        """A promise that forbids us to answer this request."""
        held = self._held.get(request.seat)
        return held if held is not None and held.ballot > request.ballot else None

    def fences(self, seat: int, ballot: Ballot | None) -> bool:
        """Whether nothing new of a seat is taken from its instance with this ballot, None for one
        that has not asked yet."""
        held = self._held.get(seat)
        return held is not None and (ballot is None or ballot < held.ballot)

    def give(self, request: StartRequest, asked: Signed) -> bool:
        """Promise it to whoever asks this. Says whether that is news."""
        held = self._held.get(request.seat)
        if held is not None and held.ballot >= request.ballot:
            return False
        self._held[request.seat] = Promise(request.ballot, asked)
        self._unsaved.add(request.seat)
        return True

    # On disk

    @property
    def waits(self) -> bool:
        """Whether a promise is not committed yet."""
        return bool(self._unsaved)

    def notes(self) -> dict[str, bytes]:
        """What is to be committed."""
        asked = {seat: self._held[seat].asked for seat in sorted(self._unsaved)}
        return {
            f"{PROMISE}{seat}": codec.encode((one.body, one.signature))
            for seat, one in asked.items()
        }

    def saved(self) -> None:
        """That has been committed."""
        self._unsaved.clear()


def _read(note: bytes) -> Signed:
    body, signature = codec.array(codec.decode(note), 2)
    return Signed(codec.blob(body), codec.blob(signature, 64))
