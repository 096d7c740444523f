"""Keeps a port of this machine open at the router, in the first protocol that does it.

PCP is asked for first, then NAT-PMP, then UPnP where that part is installed; an IPv6 firewall, by
PCP, at the same time. What was granted is asked for again at half of its time, when a router says
that it has forgotten, and when told that something is amiss. Whatever a router has granted, or may
have while it was being asked, is given up at the end. Nothing is sent before `run`.
Held by tests/p2p/net/port_mapping/test_mapper.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from p2p.net.address import Address, global6
from p2p.net.links.dialer import Timing
from p2p.net.port_mapping.announcements import hear_announcements
from p2p.net.port_mapping.answers import Granted, Protocol, RefusedByRouter, Sharing
from p2p.net.port_mapping.gateways import gateways4, gateways6
from p2p.net.port_mapping.ways import NatPmpWay, PcpWay, Told, Way
from p2p.trace import Trace, untraced

RETRIES = (15.0, 30.0, 60.0, 300.0, 900.0)
"""Seconds until routers that opened nothing are asked again; the last of them from then on."""
CALM_SECONDS = 5.0
"""At most once in so long are they asked because something seems amiss."""
END_SECONDS = 2.0
"""For giving everything up."""

Hear: TypeAlias = Callable[[Callable[[bytes, str], None]], Awaitable[asyncio.BaseTransport | None]]


@dataclass(frozen=True, slots=True)
class AskedRouter:
    """What one router said in one protocol; `told` is None where it said nothing."""

    protocol: Protocol
    router: str
    told: Told

    @property
    def gist(self) -> tuple[object, ...]:
        """What matters of it: not for how long, which is new each time."""
        told = (self.told.host, self.told.port) if isinstance(self.told, Granted) else self.told
        return (self.protocol, self.router, told)


@dataclass(frozen=True, slots=True)
class RouterReach:
    """How this machine can be called from outside, as far as the routers know."""

    asked: tuple[AskedRouter, ...] = ()
    """Each router in each protocol that was tried, in order."""

    @property
    def gist(self) -> tuple[object, ...]:
        """What matters of it."""
        return tuple(one.gist for one in self.asked)

    @property
    def granted(self) -> tuple[Granted, ...]:
        """What they have opened, whoever can come to it."""
        return tuple(one.told for one in self.asked if isinstance(one.told, Granted))

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can call from the internet, IPv4 first."""
        open_ = [one for one in self.granted if one.sharing is Sharing.NONE]
        return tuple(Address(str(one.host), one.port) for one in open_)

    @property
    def shared(self) -> Granted | None:
        """What was opened at an address that is not the internet's, if nothing better was."""
        return next((one for one in self.granted if one.sharing is not Sharing.NONE), None)


class PortMapper:
    """The mappings of one port. `changed` is called on the event loop whenever `reach` differs."""

    def __init__(
        self,
        port: int,
        changed: Callable[[], None],
        *,
        ways: Callable[[int], Sequence[Sequence[Way]]] | None = None,
        hear: Hear = hear_announcements,
        timing: Timing | None = None,
        trace: Trace = untraced,
    ) -> None:
        """`ways` gives for a port what to try: of each inner sequence the first that grants.

        `hear` has what routers say to everybody handed over.
        """
        self.reach: RouterReach | None = None
        """None until the routers were asked for the first time."""
        self._trace = trace
        self._port = port
        self._changed = changed
        self._make_ways = ways or ways_out
        self._hear = hear
        self._timing = timing or Timing()
        self._ways: dict[tuple[str, ...], Way] = {}
        """Those tried so far, kept for what they remember of a mapping."""
        self._held: dict[Way, tuple[Granted, float]] = {}
        """What is granted now, and since when."""
        self._last: dict[Way, tuple[Granted, float]] = {}
        """What each has granted last, and when: asked for again even from a router that was gone
        for a while, and given up at the end, as it may stand though another serves us by now."""
        self._asking: set[Way] = set()
        """Those whose answer is not there yet."""
        self._wanted = asyncio.Event()
        self._failures = 0

    def ask_again(self) -> None:
        """Something is amiss: an address has changed, or a link was lost."""
        self._wanted.set()

    async def run(self) -> None:
        """Ask, and ask again in time; ends by being cancelled, and `close` gives everything up."""
        announcements = await self._hear(self._announced)
        try:
            while True:
                self._wanted.clear()
                await self._ask_all()
                await self._rest()
        finally:
            if announcements is not None:
                announcements.close()

    async def close(self) -> None:
        """Give up what is open, or may be. Not before `run` has ended."""
        self._held.clear()
        # D-132: also where another way serves us by now, or no answer has come: it may stand all
        # the same.
        opened = {way: self._granted(way) for way in (*self._last, *self._asking)}
        with suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await asyncio.gather(*(way.end(granted) for way, granted in opened.items()))

    async def _ask_all(self) -> None:
        choices = await asyncio.to_thread(self._make_ways, self._port)
        known = [[self._known(way) for way in ways] for ways in choices]
        results = await asyncio.gather(*map(self._first, known))
        self._held = {way: held for _, found in results for way, held in found.items()}
        reach = RouterReach(tuple(asked for said, _ in results for asked in said))
        self._failures = 0 if reach.granted else self._failures + 1
        if self.reach is None or reach.gist != self.reach.gist:
            self.reach = reach
            self._changed()

    def _known(self, way: Way) -> Way:
        """The way that has asked this router before, with what it remembers."""
        return self._ways.setdefault(way.place, way)

    async def _first(
        self, ways: Iterable[Way]
    ) -> tuple[list[AskedRouter], dict[Way, tuple[Granted, float]]]:
        """What was said until the first way granted, and what that is and since when."""
        said = []
        for way in ways:
            self._asking.add(way)
            told = await way.ask(self._granted(way))
            self._asking.discard(way)  # and not where this is broken off
            said.append(AskedRouter(way.protocol, way.router, told))
            self._trace("router", protocol=way.protocol, at=way.router, **_traced(told))
            # D-115: one is enough; two mappings of one port would have to be given up twice.
            if isinstance(told, Granted):
                self._last[way] = (told, self._timing.now())
                return said, {way: self._last[way]}
        return said, {}

    def _granted(self, way: Way) -> Granted | None:
        """What a way has granted last."""
        return self._last[way][0] if way in self._last else None

    async def _rest(self) -> None:
        """Wait until something is due, or wanted, but not so soon that it would be a flood."""
        await self._timing.sleep(CALM_SECONDS)
        waiting = asyncio.ensure_future(self._timing.sleep(max(0.0, self._pause() - CALM_SECONDS)))
        wanted = asyncio.ensure_future(self._wanted.wait())
        try:
            await asyncio.wait({waiting, wanted}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            wanted.cancel()

    def _pause(self) -> float:
        if self._held:
            return min(granted.renew_after for granted, _ in self._held.values())
        return RETRIES[min(self._failures, len(RETRIES)) - 1]

    def _announced(self, data: bytes, host: str) -> None:
        """A router that serves us, or did before it was gone, says something to everybody."""
        for way, (granted, since) in self._last.items():
            passed = self._timing.now() - since
            if way.router.partition("%")[0] == host and way.has_forgotten(data, granted, passed):
                self._wanted.set()


def _traced(told: Told) -> dict[str, object]:
    """What a router said, as facts of a trace."""
    match told:
        case Granted(host, port) as granted:
            return {"opens": Address(str(host), port), "sharing": granted.sharing.name.lower()}
        case RefusedByRouter(reason):
            return {"refuses": reason}
        case None:
            return {"answer": None}
    return {"answer": "another version"}


def ways_out(port: int) -> list[list[Way]]:
    """The usual ways: of IPv4 PCP, NAT-PMP and UPnP at each router, of IPv6 PCP."""
    of_four: list[Way] = []
    for router in gateways4():
        of_four += [PcpWay(router, port), NatPmpWay(router, port), *upnp_way(router, port)]
    own = global6()
    # Asked from the address itself: a router answers for no other than the one that asks.
    of_six: list[Way] = [PcpWay(router, port, own=own) for router in gateways6() if own]
    return [of_four, of_six]


def upnp_way(router: str, port: int) -> list[Way]:
    """UPnP, where that part is installed. Loading it takes a moment: off the event loop."""
    try:
        from p2p.net.port_mapping.upnp import UpnpWay
    except ImportError:
        return []
    return [UpnpWay(router, port)]
