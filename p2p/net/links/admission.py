"""Limits on handshakes that are under way, so that a flood of strangers keeps no member out.

A handshake holds memory and a socket for seconds before anything is known of the caller. So there
are few permits; callers from addresses where no member was last seen may hold only half of them,
and one network only four. A full group makes room by giving up its oldest handshake: an honest one
is over in a fraction of a second, a half-open one only blocks.

Once the caller's key is known, who has a seat comes before who watches, and both before who only
knocks: also where all links are taken.

Plain accounting: no sockets, no clock. Held by tests/p2p/net/links/test_admission.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import TypeVar

from p2p.net.address import is_loopback, source_block

PERMITS = 32
"""Handshakes at one time."""
PERMITS_OF_STRANGERS = PERMITS // 2
PERMITS_OF_A_SOURCE = 4
"""For one network, see `p2p.net.address.source_block`."""


KNOCKERS = 16
"""Links of callers that have no seat and ask for one."""

K = TypeVar("K")


# D-90: by who has a seat and not by key, since keys cost nothing.
class Precedence(IntEnum):
    """Whose link gives way to whose: the lower stays."""

    MEMBER = 0
    WATCHER = 1
    KNOCKER = 2


def gives_way(held: Mapping[K, Precedence], caller: Precedence, room: int) -> K | None:
    """Which link ends so that one more caller has room; None if nothing stands behind it.

    `held`: the links, the oldest first. Who knocks takes the place of whoever knocked longest: an
    honest caller asks for its seat at once, and then has one.
    """
    knocking = [key for key, one in held.items() if one is Precedence.KNOCKER]
    if caller is Precedence.KNOCKER:
        full = len(held) >= room or len(knocking) >= KNOCKERS
        return knocking[0] if full and knocking else None
    last = max(held.values(), default=caller)
    return next((key for key, one in held.items() if one is last), None) if last > caller else None


@dataclass(frozen=True, slots=True)
class Permit:
    """One handshake under way; `known` if a member was last seen at its address."""

    number: int
    source: str | None
    known: bool


class HandshakeLimiter:
    """The permits that are held, oldest first."""

    def __init__(self) -> None:
        self._numbers = count()
        self._held: dict[int, Permit] = {}

    def __len__(self) -> int:
        return len(self._held)

    def enter(self, host: str, *, known: bool) -> tuple[Permit, tuple[Permit, ...]]:
        """A permit for a caller at `host`, and those given up for it, at most two.

        Loopback has no limit per source: all bots of a machine call from there.
        """
        source = None if is_loopback(host) else source_block(host)
        given_up = self._given_up_for(source, known=known)
        for permit in given_up:
            self.leave(permit)
        permit = Permit(next(self._numbers), source, known)
        self._held[permit.number] = permit
        return permit, given_up

    def leave(self, permit: Permit) -> None:
        """The handshake is over, one way or the other. Saying so twice does no harm."""
        self._held.pop(permit.number, None)

    def _given_up_for(self, source: str | None, *, known: bool) -> tuple[Permit, ...]:
        """The oldest of each full group, so that with one more caller no group is too large."""
        given_up: list[Permit] = []
        same_source = [one for one in self._held.values() if source and one.source == source]
        if len(same_source) >= PERMITS_OF_A_SOURCE:
            # For a stranger rather a stranger: a member of the same network loses nothing by it.
            alike = [one for one in same_source if known or not one.known]
            given_up.append((alike or same_source)[0])
        strangers = [one for one in self._held.values() if not (one.known or one in given_up)]
        if not known and len(strangers) >= PERMITS_OF_STRANGERS:
            given_up.append(strangers[0])
        if not given_up and len(self._held) >= PERMITS:
            given_up.append(strangers[0] if strangers else next(iter(self._held.values())))
        return tuple(given_up)
