"""Which addresses of one member are dialled next: in which order, and when one may be tried again.

The order is that of RFC 8305 (Happy Eyeballs), with what it does not know: that other people's
private addresses lead nowhere, or to a stranger. And a member states its own addresses, and may
state somebody else's. So what has never led to it is dialled more and more seldom, new addresses
count only so fast, and an address keeps its failures when it is named again. Held by
tests/p2p/net/links/test_dial_plan.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, zip_longest

from p2p.net.address import Address
from p2p.net.path_kind import PathKind, is_indoors
from p2p.token_bucket import TokenBucket


def dial_order(
    addresses: Iterable[Address], kind: Callable[[str], PathKind]
) -> tuple[Address, ...]:
    """Near ones first, then public ones, IPv6 and IPv4 in turns, then private ones from elsewhere.

    Within each of these the order stays. Taking turns bounds what broken IPv6 costs by one head
    start. `kind`: how near a host is.
    """
    near: list[Address] = []
    new: list[Address] = []
    old: list[Address] = []
    elsewhere: list[Address] = []
    for address in addresses:
        if kind(address.host).rank < PathKind.DIRECT.rank:
            near.append(address)
        elif is_indoors(address.host):
            elsewhere.append(address)
        else:
            (new if ":" in address.host else old).append(address)
    near.sort(key=lambda address: kind(address.host).rank)
    public = (one for one in chain(*zip_longest(new, old)) if one is not None)
    return (*near, *public, *elsewhere)


PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 15.0)
"""Seconds after the first, second, ... failure in a row."""
SHORTEST = 0.75
"""Of a pause, with the jitter that favours it most: see `p2p.net.links.dialer.pause_before`."""
LONGEST = 900.0
"""Seconds to which the pause of an address doubles that has never led to its member."""
NEW_ADDRESSES = 12
"""Addresses of one member that are tried as soon as they are named."""
SECONDS_A_NEW_ADDRESS = 60.0
"""After them: one in so many seconds."""
MAX_REMEMBERED = 64
"""Addresses of one member whose failures are remembered."""


@dataclass(slots=True)
class _Tried:
    failures: int = 0
    not_before: float = 0.0
    led_there: bool = False


class AddressBackoff:
    """The addresses of one member as they have been tried. Times are seconds on one clock."""

    def __init__(self) -> None:
        self._tried: dict[Address, _Tried] = {}
        self._trusted: frozenset[Address] = frozenset()
        self._new = TokenBucket(NEW_ADDRESSES, 1 / SECONDS_A_NEW_ADDRESS)

    def trust(self, addresses: frozenset[Address]) -> None:
        """These come from our own person: their pauses do not grow without end."""
        self._trusted = addresses

    def wait(self, address: Address, now: float) -> float:
        """Seconds until it may be dialled."""
        tried = self._tried.get(address)
        if tried is not None:
            return max(0.0, tried.not_before - now)
        return 0.0 if address in self._trusted else self._new.wait(now)

    def begin(self, address: Address, now: float) -> bool:
        """Dial it now, if it may be: says whether it may."""
        if self.wait(address, now) > 0:
            return False
        if address not in self._tried:
            if address not in self._trusted:
                self._new.take(now)
            while len(self._tried) >= MAX_REMEMBERED:
                del self._tried[next(iter(self._tried))]
            self._tried[address] = _Tried()
        return True

    def forget_pauses(self) -> None:
        """Each may be dialled at once, and counts its failures on: it is we who have moved."""
        for tried in self._tried.values():
            tried.not_before = 0.0

    def failed(self, address: Address, now: float) -> None:
        """Nobody that was looked for answered there."""
        tried = self._tried.setdefault(address, _Tried())
        tried.failures += 1
        pause = PAUSES[min(tried.failures, len(PAUSES)) - 1]
        if not tried.led_there and address not in self._trusted:
            pause = min(LONGEST, pause * 2 ** min(16, max(0, tried.failures - len(PAUSES))))
        tried.not_before = now + SHORTEST * pause

    def answered(self, address: Address) -> None:
        """It led to the member."""
        self._tried[address] = _Tried(led_there=True)
