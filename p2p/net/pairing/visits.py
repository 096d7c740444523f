"""Who of those that call the port for pairing is heard: so many of one address, so many in all.

A caller costs a handshake before anything is known of it, and whoever is on the network can call
without end. So each address has a pace and a few places of its own, and what is refused there is
taken from nobody else. Addresses of IPv6 cost nothing, so those of IPv4 have a pace in all of their
own beside them.

Plain accounting: no sockets, and the time is passed in. Held by
tests/p2p/net/pairing/test_visits.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from p2p.token_bucket import TokenBucket

OF_ONE, OF_ONE_A_SECOND = 16, 1.0
"""Handshakes of one address; most of them only ask whether the table is there."""
IN_ALL, IN_ALL_A_SECOND = 64, 8.0
"""Of all addresses of one version of IP."""
PLACES_OF_ONE = 4
PLACES = 16
"""Handshakes under way: an honest one is over in a fraction of a second."""
MOST_SOURCES = 512
"""Addresses whose pace is remembered: those that called last."""


class Visits:
    """The paces of one host."""

    def __init__(self) -> None:
        self._of_one: dict[str, TokenBucket] = {}
        self._in_all = {six: TokenBucket(IN_ALL, IN_ALL_A_SECOND) for six in (False, True)}

    def take(self, source: str, now: float) -> bool:
        """Whether a caller from this address is heard at `now`, in seconds."""
        own = self._of_one.pop(source, None) or TokenBucket(OF_ONE, OF_ONE_A_SECOND)
        self._of_one[source] = own
        if len(self._of_one) > MOST_SOURCES:
            del self._of_one[next(iter(self._of_one))]
        # D-163: its own pace first, so what one address has too many of costs the others nothing.
        return own.take(now) and self._in_all[":" in source].take(now)


def gives_way(held: Iterable[str], caller: str) -> int | None:
    """Which handshake ends for one more of `caller`: its place in `held`; None if there is room.

    `held`: the addresses of those under way, the oldest first. An address that has all its places
    gives way to itself; else the one with the most does.
    """
    sources = list(held)
    if sources.count(caller) >= PLACES_OF_ONE:
        return sources.index(caller)
    if len(sources) < PLACES:
        return None
    return sources.index(Counter(sources).most_common(1)[0][0])
