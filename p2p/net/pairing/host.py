"""The host's listener for whoever knows its words: a port of its own, for this network only.

It stands apart from the table's port, which asks for a certificate before anything else. Callers
from other networks are turned away unheard, wrong guesses make the words change, guesses have a
pace, and handshakes have one by address and in all (`p2p.net.pairing.visits`). Held by
tests/p2p/net/pairing/test_links.py.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from p2p.errors import LinkError
from p2p.net.address import Address
from p2p.net.invite import Invite
from p2p.net.join_code import PAIRING_PORT
from p2p.net.listener import accept_all, open_listeners
from p2p.net.pairing.exchange import BadPairing, GuestVerdict, HostPairing
from p2p.net.pairing.frames import PATIENCE, Frames, server_context
from p2p.net.pairing.visits import Visits, gives_way
from p2p.net.spoken_code import NEAR_WORDS, SpokenCode, draw
from p2p.token_bucket import TokenBucket
from p2p.trace import Trace, untraced

LOGGER = logging.getLogger("p2p.net.pairing.host")
LOGGER.addHandler(logging.NullHandler())

WRONG_GUESSES = 5
"""After so many the words are new."""
GUESSES = 10
SECONDS_A_GUESS = 6.0
"""After GUESSES at once one more in so many seconds: under 620 in the first hour."""


class SpokenCodes:
    """The words of one table, and how often somebody has guessed wrongly since they were drawn."""

    def __init__(self, below: Callable[[int], int] = secrets.randbelow) -> None:
        self._below = below
        self._wrong = 0
        self.code = draw(NEAR_WORDS, below)

    def guessed_wrongly(self, code: SpokenCode) -> bool:
        """Somebody did not know `code`; says whether the words are new because of it."""
        if code != self.code:
            return False
        self._wrong += 1
        # D-111: counted for the table, not for each caller: a network has addresses in plenty.
        if self._wrong < WRONG_GUESSES:
            return False
        self._wrong = 0
        while self.code == code:
            self.code = draw(NEAR_WORDS, self._below)
        return True


@dataclass(eq=False, slots=True)
class _Visit:
    """A caller; its socket is ours until the handshake begins."""

    accepted: socket.socket
    address: Address
    begun: bool = False


class PairingHost:
    """Hands the table's invite to whoever knows the words."""

    def __init__(
        self,
        tag: str,
        invite: Callable[[], Invite],
        folder: Path,
        *,
        near: Callable[[str], bool],
        renewed: Callable[[], None] = lambda: None,
        codes: SpokenCodes | None = None,
        trace: Trace = untraced,
    ) -> None:
        """`near`: whether an address is of this network. `renewed`: the words have changed."""
        self._tag = tag
        self._trace = trace
        self._invite = invite
        self._near = near
        self._renewed = renewed
        self._codes = codes or SpokenCodes()
        self._context, self._server_key = server_context(folder)
        self._guesses = TokenBucket(GUESSES, 1 / SECONDS_A_GUESS)
        self._visits = Visits()
        self._listeners: tuple[socket.socket, ...] = ()
        self._accepting: list[asyncio.Task[None]] = []
        self._visitors: dict[_Visit, asyncio.Task[None]] = {}
        self.port = 0
        """The port listened on, once started."""

    @property
    def code(self) -> SpokenCode:
        """The words that are good now."""
        return self._codes.code

    def start(self, port: int = PAIRING_PORT) -> None:
        """Listen, on any port if this one is taken. Raises LinkError if there is none."""
        self._listeners = open_listeners(port, loopback=False)
        self.port = int(self._listeners[0].getsockname()[1])
        self._accepting = [
            asyncio.create_task(accept_all(one, self._visit)) for one in self._listeners
        ]

    async def close(self) -> None:
        """Hand out nothing any more."""
        ending = [*self._accepting, *self._visitors.values()]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        self._accepting, self._listeners = [], ()

    def _visit(self, accepted: socket.socket, address: Address) -> None:
        if not self._near(address.host) or not self._visits.take(address.host, monotonic()):
            accepted.close()
            return
        last = gives_way((one.address.host for one in self._visitors), address.host)
        if last is not None:
            self._visitors.pop(list(self._visitors)[last]).cancel()
        visit = _Visit(accepted, address)
        self._visitors[visit] = task = asyncio.create_task(self._serve(visit))
        task.add_done_callback(lambda _: self._visited(visit))

    def _visited(self, visit: _Visit) -> None:
        self._visitors.pop(visit, None)
        if not visit.begun:
            visit.accepted.close()

    async def _serve(self, visit: _Visit) -> None:
        visit.begun = True
        frames: Frames | None = None
        try:
            async with asyncio.timeout(PATIENCE):
                frames = await Frames.of_caller(visit.accepted, self._context)
                self._trace("pairing", at=visit.address, verdict=await self._pair(frames))
        except (LinkError, OSError, TimeoutError, ssl.SSLError, asyncio.IncompleteReadError):
            LOGGER.info("a caller did not ask for the invite to the end")
            self._trace("pairing", at=visit.address, reason="not asked to the end")
        finally:
            if frames is not None:
                frames.close()

    async def _pair(self, frames: Frames) -> GuestVerdict:
        code = self.code
        pairing = HostPairing(code, self._tag, self._server_key, self._invite())
        await frames.send(pairing.greeting)
        first = await frames.receive()
        if not self._guesses.take(monotonic()):
            raise BadPairing("too many guesses")
        await frames.send(pairing.receive(first))
        # D-111: the guest confirms first; breaking off before that costs nobody a guess.
        last = await frames.receive()
        if code != self.code:
            raise BadPairing("the words have changed meanwhile")
        answer = pairing.receive(last)
        if pairing.verdict is GuestVerdict.WRONG and self._codes.guessed_wrongly(code):
            self._renewed()
        await frames.send(answer)
        return pairing.verdict
