"""Sorts what links bring: frames to the lobby, the side channel or the session; who came and went.

Everything here happens on the event loop. What is for a session that has not begun is kept for a
while, as another member may have the charter a moment before us. Held by
tests/p2p/client/test_frame_router.py.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from p2p.client.play.session_runner import Runner
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.notes import NOTE
from p2p.client.reach.rendezvous import Rendezvous
from p2p.client.talk.side_channel import KINDS, SideChannel
from p2p.client.talk.watchers import HERE, here_frame, read_here
from p2p.client.updates import ClientState
from p2p.errors import CodecError, LobbyError, TableMismatch
from p2p.lobby.controller import LobbyController
from p2p.lobby.frames import (
    CHARTER,
    JOIN,
    LAST_LOBBY_FRAME,
    OBSERVED,
    PLACES,
    charter_frame,
    read_charter,
    refusal,
)
from p2p.lobby.places import read_observed, read_places
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.links.admission import Precedence
from p2p.net.links.mesh import Mesh
from p2p.net.tls import Role
from p2p.session.frames import frame_kind
from p2p.token_bucket import Allowance, FloodMeters
from p2p.wire import codec
from p2p.wire.charter import Charter
from p2p.wire.codec import Value

LOGGER = logging.getLogger("p2p.client.frame_router")
MAX_EARLY = 64
"""Frames kept of one member that is already at the table while we still wait for the charter."""
MAX_EARLY_BYTES = 1 << 20
MAX_SMALL_FRAME = 1 << 16
"""Bytes of a frame that carries no signed messages of the game."""
SEATED = Allowance(512, 100, 1 << 20, 64 << 10)
STRANGER = Allowance(32, 4, 64 << 10, 8 << 10)
"""What may be said beside the game: by the members of a table, and by everybody else."""
BEGUN = "the game has begun"
"""What somebody without a seat is told then."""
ROUNDS_BEFORE_TROUBLE = 2
"""Rounds of dialling in vain before a person hears of it."""
SECONDS_BEFORE_TROUBLE = 4.0
"""Or after one that took so long: a second would, too."""


class FrameRouter:
    """The callbacks of a mesh, and who gets what they bring.

    `lobby` is there until the charter stands, `side_channel` and `rendezvous` from then on. `begin`
    is told the charter, `lobby_changed` that the lobby has moved on, `failed` of what ends this
    client, `flooded` who sends far too much.
    """

    mesh: Mesh

    def __init__(
        self,
        config: TableConfig,
        policy: LinkPolicy,
        runner: Runner,
        state: ClientState,
        *,
        begin: Callable[[Charter], None],
        lobby_changed: Callable[[], None],
        failed: Callable[[Exception], None],
        flooded: Callable[[bytes], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.lobby: LobbyController | None = None
        self.side_channel: SideChannel | None = None
        self.rendezvous: Rendezvous | None = None
        self._config = config
        self._policy = policy
        self._runner = runner
        self._state = state
        self._begin = begin
        self._lobby_changed = lobby_changed
        self._failed = failed
        self._flooded = flooded
        self._clock = clock
        self._made = clock()
        self._meters: FloodMeters[tuple[bytes, Allowance]] = FloodMeters()
        self._early: dict[bytes, list[bytes]] = {}

    # What the mesh calls

    def on_trouble(self, peer: bytes | None, reason: Reason, rounds: int) -> None:
        """Nobody could be reached in `rounds` rounds of dialling."""
        long = self._clock() >= self._made + SECONDS_BEFORE_TROUBLE
        told = long or rounds >= ROUNDS_BEFORE_TROUBLE or reason is Reason.WRONG_TABLE
        if self._runner.session is None and told:
            self._state.trouble = reason.value
            self._state.changed.set()

    def on_up(self, peer: bytes, role: Role) -> None:
        """A link to `peer` stands."""
        self._policy.roles[peer] = role
        self._state.trouble = ""
        if self._policy.is_shunned(peer):  # we called it ourselves
            self.mesh.cut_off(peer, Reason.FLOOD)
            return
        if self._runner.session is None or not self._policy.belongs(peer, role):
            if self._policy.charter is not None and not self._policy.belongs(peer, role):
                self._part_with(peer, role)
            else:
                self._greet(peer, role)
            return
        if role is Role.WATCHER:
            assert self._state.charter is not None
            self.mesh.send(peer, charter_frame(self._state.charter))
        self._welcome(peer)

    def on_down(self, peer: bytes, reason: Reason) -> None:
        """The link to `peer` is gone."""
        self._policy.roles.pop(peer, None)
        self._policy.images.pop(peer, None)
        self._early.pop(peer, None)
        if self.lobby is not None:
            self.lobby.gone(peer)
            self._lobby_changed()
        elif self._runner.session is not None:
            if self.side_channel is not None:
                self.side_channel.left_by(peer)
            replaced = reason is Reason.DUPLICATE
            self._runner.from_link(
                peer, lambda session: session.peer_down(peer, time.monotonic(), replaced=replaced)
            )

    def on_frame(self, peer: bytes, frame: bytes) -> None:
        """`peer` has sent a frame; nonsense costs it the link."""
        try:
            kind = frame_kind(frame)
            if kind > LAST_LOBBY_FRAME:
                self._to_session(peer, frame)
                return
            if not self._may_talk(peer, len(frame)):
                LOGGER.warning("a link was closed: far too much talk came over it")
                self._flooded(peer)
                return
            items = codec.array(codec.decode(frame, limit=MAX_SMALL_FRAME))
            if kind == PLACES and self._runner.session is None and not self._policy.teaches(peer):
                read_places(items)
                self._keep_early(peer, frame)  # it has the charter already
            else:
                self._to_lobby(peer, kind, items)
        except CodecError as error:
            LOGGER.warning("a link was closed: %s", error)
            self.mesh.disconnect(peer, Reason.BAD_DATA)
        except (LobbyError, TableMismatch) as error:
            self._failed(error)

    def _may_talk(self, peer: bytes, size: int) -> bool:
        """Whether one more frame of a kind that no game step asks for is within the allowance."""
        precedence = self._policy.precedence(peer, self._policy.roles.get(peer, Role.WATCHER))
        allowance = SEATED if precedence is Precedence.MEMBER else STRANGER
        # A knocker that gets a seat has more to say from then on.
        return self._meters.of((peer, allowance), allowance).count(
            time.monotonic(), frames=1, size=size
        )

    # From lobby to table

    def greet_all(self) -> None:
        """The lobby is open: greet those who called us meanwhile."""
        for peer, role in self._policy.roles.items():
            self._greet(peer, role)

    def welcome_all(self) -> None:
        """The session runs: welcome its members, and part with everybody else."""
        for peer, role in tuple(self._policy.roles.items()):
            if self._policy.belongs(peer, role):
                self._welcome(peer)
            else:
                self._part_with(peer, role)

    def _part_with(self, peer: bytes, role: Role) -> None:
        """The game has begun without `peer`: say so, and keep no place for it."""
        if role is Role.MEMBER:
            self.mesh.send(peer, refusal(BEGUN))
        self.mesh.disconnect(peer, Reason.NOT_ACCEPTED)

    def _greet(self, peer: bytes, role: Role) -> None:
        """Before the charter: a guest asks the opener for its seat, the opener says who sits."""
        greeting = self.lobby.greeting(peer, role) if self.lobby else None
        if greeting is None:
            return
        if self._config.is_host(peer):
            self.mesh.admit(peer)
        elif role is Role.MEMBER:
            self._policy.meet(peer)
        self.mesh.send(peer, greeting)

    def _welcome(self, peer: bytes) -> None:
        """A member is linked and the session runs: tell it what we hold and where all are."""
        self.mesh.admit(peer)
        self._runner.from_link(peer, lambda session: session.peer_up(peer, time.monotonic()))
        for frame in self._early.pop(peer, ()):
            self.on_frame(peer, frame)
        if self._policy.roles.get(peer) is Role.MEMBER:
            self._policy.meet(peer)
            self._say_again(peer)
        elif self._config.role == "watch":
            self.mesh.send(peer, here_frame(self._config.name))
        elif self.side_channel is not None:
            self.side_channel.watched_by(peer, "")

    def _say_again(self, peer: bytes) -> None:
        for frame in self.side_channel.to_say_again() if self.side_channel else ():
            self.mesh.send(peer, frame)

    # Frames

    def _to_session(self, peer: bytes, frame: bytes) -> None:
        if self._runner.session is not None:
            self._receive(peer, frame)
        else:
            self._keep_early(peer, frame)

    def _keep_early(self, peer: bytes, frame: bytes) -> None:
        early = self._early.setdefault(peer, [])
        if len(early) < MAX_EARLY and sum(map(len, early)) + len(frame) <= MAX_EARLY_BYTES:
            early.append(frame)

    def _receive(self, peer: bytes, frame: bytes) -> None:
        taken = self._runner.from_link(
            peer, lambda session: session.receive(peer, frame, time.monotonic()), len(frame)
        )
        if not taken:
            self.mesh.cut_off(peer, Reason.FLOOD)

    def _to_lobby(self, peer: bytes, kind: int, items: tuple[Value, ...]) -> None:
        charter = self._state.charter
        if kind == PLACES:
            self._policy.learn(peer, read_places(items), time.monotonic())
        elif kind == OBSERVED:
            self._policy.seen_by(peer, *read_observed(items), time.monotonic())
        elif kind == HERE:
            watcher = self._policy.roles.get(peer) is Role.WATCHER
            if watcher and self._config.role != "watch" and self.side_channel is not None:
                self.side_channel.watched_by(peer, read_here(items))
                self._say_again(peer)
        elif kind == NOTE:
            source = charter.seat_of(peer) if charter is not None else None
            if self.rendezvous is not None and source is not None:
                self.rendezvous.hear(source, items, time.monotonic())
        elif kind in KINDS:
            # A link of a spectator is a watcher's at both ends; what comes over it is signed.
            watches = self._config.role == "watch"
            heard = watches or self._policy.roles.get(peer) is Role.MEMBER
            if self.side_channel is not None and heard:
                self.side_channel.hear(peer, items, time.monotonic())
        elif self.lobby is not None and self.lobby.listens_to(peer):
            self.lobby.frame(peer, items)
            self._lobby_changed()
            if self._policy.precedence(peer, Role.MEMBER) is Precedence.MEMBER:
                self.mesh.admit(peer)
        elif self._config.role == "watch" and self._runner.session is None and kind == CHARTER:
            self._begin(read_charter(items, None))
        elif charter is not None and kind == JOIN:
            if charter.seat_of(peer) is not None:
                self.mesh.send(peer, charter_frame(charter))
            else:
                self._part_with(peer, Role.MEMBER)
