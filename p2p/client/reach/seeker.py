"""Looks after the ways to members without a link, for as long as a client is at its table.

The shell around `p2p.client.reach.rendezvous`: it gives that the clock, the links and what they
say, and has the mesh make the calls. Held by
tests/p2p/client/reach/test_seeker.py and, through routers, by tests/netns/test_paths.py.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

from p2p.client.reach.rendezvous import Rendezvous
from p2p.client.reach.whereabouts import Whereabouts
from p2p.net.links.mesh import Mesh
from p2p.trace import Trace, untraced
from p2p.wire.charter import Charter
from p2p.wire.message import Sign

SEEK_SECONDS = 2.0
"""How often it is looked whether something is due."""


class Seeker:
    """One seat's. `linked`: for each seat the seats that it says it has links to; None before that
    is known. `done` is called after each look, for what there is to show."""

    def __init__(
        self,
        charter: Charter,
        seat: int,
        sign: Sign,
        mesh: Mesh,
        where: Whereabouts,
        linked: Callable[[], Sequence[Sequence[int]] | None],
        done: Callable[[], None],
        trace: Trace = untraced,
    ) -> None:
        self._keys = charter.keys
        self._mesh = mesh
        self._where = where
        self._linked = linked
        self._done = done
        self.rendezvous = Rendezvous(
            charter.table,
            self._keys,
            seat,
            sign,
            secrets.token_bytes,
            send=lambda to, frame: mesh.send(self._keys[to], frame),
            call=lambda call: mesh.punch(self._keys[call.seat], call.address, call.delay),
            trace=trace,
        )

    async def run(self) -> None:
        """Look, now and again; ends by being cancelled."""
        while True:
            await asyncio.sleep(SEEK_SECONDS)
            self.look()
            self._done()

    def look(self) -> None:
        """Do what is due now."""
        linked, links = self._linked(), self._mesh.links
        if linked is None:
            return
        seats = {seat: key for seat, key in enumerate(self._keys) if key in links}
        seen = {seat: self._where.images.get(key) for seat, key in seats.items()}
        self.rendezvous.tick(
            {seat: links[key].round_trip for seat, key in seats.items()},
            linked,
            {s: one for s, one in seen.items() if one and self._mesh.sees_source(self._keys[s])},
            time.monotonic(),
        )
