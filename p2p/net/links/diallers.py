"""The diallers of one mesh: one for each member that is to stay linked.

Held by tests/p2p/net/links/test_mesh.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from p2p.net.address import Address
from p2p.net.close_reason import Reason
from p2p.net.links.caller import Caller
from p2p.net.links.dialer import Dialler, Timing
from p2p.net.links.handshake import Channel
from p2p.net.links.link import Link


class Diallers:
    """Whom we keep dialled, each by a task of its own that `spawn` starts.

    `won` takes over a channel that was opened. `trouble(key or fingerprint or None, reason,
    rounds)` hears of rounds in vain.
    """

    def __init__(
        self,
        caller: Caller,
        timing: Timing,
        *,
        won: Callable[[Channel], None],
        trouble: Callable[[bytes | None, Reason, int], None],
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        self._caller = caller
        self._timing = timing
        self._won = won
        self._trouble = trouble
        self._spawn = spawn
        self._tasks: dict[Dialler, asyncio.Task[None]] = {}

    def dial(
        self,
        peer: bytes | None,
        addresses: Iterable[tuple[str, int]],
        trusted: Iterable[tuple[str, int]],
        links: Iterable[Link],
    ) -> None:
        """See `Mesh.dial`. `links`: those that stand already."""
        found = self._find(peer)
        if found is not None:
            found.trust(Address(*address) for address in trusted)
            found.set_addresses(Address(*address) for address in addresses)
            return
        dialler = Dialler(
            peer,
            [Address(*address) for address in addresses],
            call=self._caller.call,
            won=self._won,
            failed=lambda one, reason, rounds: self._trouble(one.expected, reason, rounds),
            timing=self._timing,
            kind=self._caller.kind,
        )
        dialler.trust(Address(*address) for address in trusted)
        for link in links:
            if dialler.is_for(link.peer):
                dialler.linked(link.peer, link.hello.kind.rank)
        self._tasks[dialler] = self._spawn(dialler.run())

    def _find(self, peer: bytes | None) -> Dialler | None:
        for dialler in self._tasks:
            if dialler.expected == peer or (peer is not None and dialler.is_for(peer)):
                return dialler
            if peer == dialler.asked_for:
                return dialler
        return None

    def linked(self, link: Link) -> None:
        """This link to its member stands, so that nothing but a nearer one is looked for."""
        for dialler in self._tasks:
            if dialler.is_for(link.peer):
                dialler.linked(link.peer, link.hello.kind.rank)

    def lost(self, peer: bytes, lived: float) -> None:
        """No link to `peer` stands any more; the last one lived for so many seconds."""
        for dialler in self._tasks:
            if dialler.is_for(peer):
                dialler.lost(lived)

    def look_again(self) -> None:
        """This machine is elsewhere: all that failed before is tried again."""
        for dialler in self._tasks:
            dialler.look_again()

    def cancel(self) -> list[asyncio.Task[None]]:
        """Dial nobody any more; gives the tasks that end with that."""
        for task in self._tasks.values():
            task.cancel()
        return list(self._tasks.values())
