"""Places for handshakes that are under way, so that a flood of strangers keeps no member out.

A handshake holds memory and a socket for seconds before anything is known of the caller. So there
are few places; callers from addresses where no member was last seen may use only half of them, and
one network only four. A full group makes room by giving up its oldest handshake: an honest one is
over in a fraction of a second, a half-open one only blocks.

Plain accounting: no sockets, no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from p2p.net.address import is_loopback, source_block

PLACES = 32
PLACES_OF_STRANGERS = PLACES // 2
PLACES_OF_A_SOURCE = 4


@dataclass(frozen=True, slots=True)
class Permit:
    """One handshake under way; `known` if a member was last seen at its address."""

    number: int
    source: str | None
    known: bool


class HandshakeLimiter:
    """The places that are taken, oldest first."""

    def __init__(self) -> None:
        self._numbers = count()
        self._taken: dict[int, Permit] = {}

    def __len__(self) -> int:
        return len(self._taken)

    def enter(self, host: str, *, known: bool) -> tuple[Permit, Permit | None]:
        """Take a place for a caller at `host`; the second is the place given up for it, if any.

        Loopback has no limit per source: all bots of a machine call from there.
        """
        source = None if is_loopback(host) else source_block(host)
        given_up = self._crowded(source, known=known)
        if given_up is not None:
            self.leave(given_up)
        place = Permit(next(self._numbers), source, known)
        self._taken[place.number] = place
        return place, given_up

    def leave(self, place: Permit) -> None:
        """The handshake is over, one way or the other. Saying so twice does no harm."""
        self._taken.pop(place.number, None)

    def _crowded(self, source: str | None, *, known: bool) -> Permit | None:
        same_source = [p for p in self._taken.values() if source and p.source == source]
        if len(same_source) >= PLACES_OF_A_SOURCE:
            return same_source[0]
        strangers = [place for place in self._taken.values() if not place.known]
        if not known and len(strangers) >= PLACES_OF_STRANGERS:
            return strangers[0]
        if len(self._taken) >= PLACES:
            return strangers[0] if strangers else next(iter(self._taken.values()))
        return None
