"""What a mesh tells one client, sorted: who came and went, and which frame is for whom.

The router hears the mesh from its start on, whatever the client is doing, and does what never
depends on that: who is linked is noted, a shunned link is cut off, small frames are counted and
read, nonsense costs the link that brought it, and trouble is told once it has lasted. All else goes
to the current phase (`p2p.client.phases`), which `enter` changes.

Invariant: exactly one phase is current at any moment, and it hears of a link before any frame of
it. What a peer sends can end its own link, or this client by a sentence; it raises nothing into the
mesh. Everything here happens on the event loop. Held by tests/p2p/client/test_frame_router.py.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Protocol

from p2p.client.phases import ClientPhase, EarlyFrames, Waiting
from p2p.client.reach.connections import Connections
from p2p.errors import CodecError, LobbyError, TableMismatch
from p2p.lobby.frames import LAST_LOBBY_FRAME
from p2p.net.close_reason import Reason
from p2p.net.links.admission import Precedence
from p2p.net.tls import Role
from p2p.session.frames import frame_kind
from p2p.token_bucket import Allowance, FloodMeters
from p2p.wire import codec

LOGGER = logging.getLogger("p2p.client.frame_router")
MAX_SMALL_FRAME = 1 << 16
"""Bytes of a frame that carries no signed messages of the game."""
SEATED = Allowance(512, 100, 1 << 20, 64 << 10)
STRANGER = Allowance(32, 4, 64 << 10, 8 << 10)
"""What may be said beside the game: by the members of a table, and by everybody else."""
ROUNDS_BEFORE_TROUBLE = 2
"""Rounds of dialling in vain before a person hears of it."""
SECONDS_BEFORE_TROUBLE = 4.0
"""Or after one that took so long: a second would, too."""


class Reports(Protocol):
    """Hears what a router has found out."""

    def trouble(self, reason: Reason | None) -> None:
        """Nobody can be reached, for this reason; or somebody is again."""

    def paths_changed(self) -> None:
        """How members are reached is perhaps new."""

    def flooded(self, peer: bytes) -> None:
        """`peer` sends far too much."""

    def garbled(self, peer: bytes) -> None:
        """`peer` sends what makes no sense."""

    def failed(self, error: Exception) -> None:
        """Nothing goes on here."""


class FrameRouter:
    """The `MeshEvents` of one client; `early` is what its phases keep for the session."""

    def __init__(
        self,
        links: Connections,
        early: EarlyFrames,
        reports: Reports,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._links = links
        self._early = early
        self._reports = reports
        self._clock = clock
        self._made = clock()
        self._meters: FloodMeters[tuple[bytes, Allowance]] = FloodMeters()
        self._phase: ClientPhase = Waiting(links, early)

    def enter(self, phase: ClientPhase) -> None:
        """All that comes is for `phase` from now on."""
        self._phase = phase
        phase.begin()

    def on_up(self, peer: bytes, role: Role) -> None:
        """A link to `peer` stands."""
        self._links.policy.linked(peer, role)
        self._reports.trouble(None)
        if self._links.policy.is_shunned(peer):  # we called it ourselves
            self._links.mesh.cut_off(peer, Reason.FLOOD)
        else:
            self._phase.up(peer, role)

    def on_down(self, peer: bytes, reason: Reason) -> None:
        """The link to `peer` is gone, and what it brought too early with it."""
        self._links.gone(peer, reason)
        self._early.take(peer)
        self._phase.down(peer, reason)

    def on_path(self) -> None:
        """A link is new, gone, or slower than it was."""
        self._reports.paths_changed()

    def on_trouble(self, sought: bytes | None, reason: Reason, rounds: int) -> None:
        """Nobody could be reached in `rounds` rounds of dialling."""
        long = self._clock() >= self._made + SECONDS_BEFORE_TROUBLE
        if long or rounds >= ROUNDS_BEFORE_TROUBLE or reason is Reason.WRONG_TABLE:
            self._reports.trouble(reason)

    def on_frame(self, peer: bytes, frame: bytes) -> None:
        """`peer` has sent a frame; nonsense costs it the link."""
        try:
            kind = frame_kind(frame)
            if kind > LAST_LOBBY_FRAME:
                self._phase.of_session(peer, frame)
            elif self._may_talk(peer, len(frame)):
                items = codec.array(codec.decode(frame, limit=MAX_SMALL_FRAME))
                self._phase.small(peer, kind, items, frame)
            else:
                LOGGER.warning("a link was closed: far too much talk came over it")
                self._reports.flooded(peer)
        except CodecError as error:
            LOGGER.warning("a link was closed: %s", error)
            self._reports.garbled(peer)
        except (LobbyError, TableMismatch) as error:
            self._reports.failed(error)

    def _may_talk(self, peer: bytes, size: int) -> bool:
        """Whether one more frame of a kind that no game step asks for is within the allowance."""
        policy = self._links.policy
        precedence = policy.precedence(peer, policy.roles.get(peer, Role.WATCHER))
        allowance = SEATED if precedence is Precedence.MEMBER else STRANGER
        # A knocker that gets a seat has more to say from then on.
        return self._meters.of((peer, allowance), allowance).count(
            time.monotonic(), frames=1, size=size
        )
