"""Where this client can be reached, kept true while it is at its table.

Addresses of the own interfaces change: a laptop goes to another network, a router gives another
address. And once our person has chosen the internet, the router is asked to let the others in.
Before that nothing is sent: what the interfaces have, the system tells. Held by
tests/p2p/client/reach/test_reachability.py.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from p2p.net.address import Address
from p2p.net.links.dialer import Timing
from p2p.net.port_mapping.mapper import PortMapper, RouterReach

LOGGER = logging.getLogger("p2p.client.reach.reachability")
WATCH_SECONDS = 3.0
"""How often the interfaces are looked at."""
SETTLED_SECONDS = 8.0
"""After so long an invite is shown even if the router has not answered yet."""


class Reachability:
    """The addresses of one client: those of this machine, and those that routers have opened.

    `found` gives the addresses of this machine, and may take a moment. `look_around` says whether
    the machine is on other networks than before; None where that is of no interest. `moved` is
    called on the event loop with the addresses of this machine and with those at the routers,
    whenever one of them is another.
    """

    def __init__(
        self,
        found: Callable[[], tuple[Address, ...]],
        moved: Callable[[tuple[Address, ...], tuple[Address, ...]], None],
        *,
        look_around: Callable[[], Awaitable[bool]] | None = None,
        mapper: PortMapper | None = None,
        timing: Timing | None = None,
    ) -> None:
        """Without a `mapper` no router is asked."""
        self._found = found
        self._moved = moved
        self._look_around = look_around
        self._mapper = mapper
        self._timing = timing or Timing()
        self._own: tuple[Address, ...] = ()
        self._settled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def reach(self) -> RouterReach | None:
        """What the routers have said; None where they were not asked, or not yet."""
        return self._mapper.reach if self._mapper is not None else None

    @property
    def asks(self) -> bool:
        """Whether routers are asked."""
        return self._mapper is not None

    async def start(self) -> None:
        """Tell the addresses of this machine, and look after all of them from now on."""
        self._own = await asyncio.to_thread(self._found)
        self._tell()
        if self._look_around is not None:
            self._spawn(self._watch(self._look_around))
        if self._mapper is not None:
            self._spawn(self._mapper.run())

    async def settle(self) -> None:
        """Wait until the routers have answered for the first time, or for `SETTLED_SECONDS`."""
        if self._mapper is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(SETTLED_SECONDS):
                    await self._settled.wait()

    def lost(self) -> None:
        """A link was lost, perhaps because a router has forgotten us."""
        if self._mapper is not None:
            self._mapper.ask_again()

    async def close(self) -> None:
        """Look no more, and have the routers close what they opened."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._mapper is not None:
            await self._mapper.close()

    def routers_said(self) -> None:
        """The mapper has something new."""
        self._settled.set()
        self._tell()

    async def _watch(self, look_around: Callable[[], Awaitable[bool]]) -> None:
        """Follow this machine from one network to another."""
        while True:
            await self._timing.sleep(WATCH_SECONDS)
            if await look_around():
                self._own = await asyncio.to_thread(self._found)
                self._tell()
                self.lost()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        task.add_done_callback(_done)
        self._tasks.append(task)

    def _tell(self) -> None:
        self._moved(self._own, self.reach.addresses if self.reach is not None else ())


def _done(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        LOGGER.error("addresses are not looked after any more", exc_info=task.exception())
