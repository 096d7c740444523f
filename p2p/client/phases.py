"""What a client does with what its links bring: before the lobby, in the lobby, at the table.

Each phase is an object that the `FrameRouter` hands frames and links while it is current, and has
all that it needs from the moment it is made: there is no lobby without a lobby's controller, and no
table without a session.

    Waiting -> InLobby -> Waiting -> AtTable       Waiting -> AtTable, where the charter is kept

Invariant: a frame for the session is never lost between two phases. Another member may have the
charter a moment before us, so what comes too early waits in `EarlyFrames` and is heard again, in
its order, as soon as its link is welcomed at the table. Held by tests/p2p/client/test_phases.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from p2p.client.play.session_runner import Runner
from p2p.client.reach.connections import Connections
from p2p.client.reach.notes import NOTE
from p2p.client.reach.rendezvous import Rendezvous
from p2p.client.talk.side_channel import KINDS, SideChannel
from p2p.client.talk.watchers import HERE, here_frame, read_here
from p2p.lobby.controller import LobbyController
from p2p.lobby.frames import CHARTER, JOIN, OBSERVED, PLACES, charter_frame, read_charter, refusal
from p2p.lobby.places import read_observed, read_places
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.links.admission import Precedence
from p2p.net.tls import Role
from p2p.wire.charter import Charter
from p2p.wire.codec import Value

MAX_EARLY = 64
"""Frames kept of one member that is already at the table while we still wait for the charter."""
MAX_EARLY_BYTES = 1 << 20
BEGUN = "the game has begun"
"""What somebody without a seat is told then."""
OF_THE_TABLE = (HERE, NOTE, *KINDS)
"""Small frames that mean nothing before the game has begun."""

Items = tuple[Value, ...]


class ClientPhase(Protocol):
    """Gets what the links bring, while it is current."""

    def begin(self) -> None:
        """It is current from now on."""

    def up(self, peer: bytes, role: Role) -> None:
        """A link to `peer` stands, and may stand."""

    def down(self, peer: bytes, reason: Reason) -> None:
        """The link to `peer` is gone."""

    def of_session(self, peer: bytes, frame: bytes) -> None:
        """A frame for the session."""

    def small(self, peer: bytes, kind: int, items: Items, frame: bytes) -> None:
        """A frame beside the game, read as `items`.

        Raises CodecError, LobbyError, TableMismatch.
        """


class EarlyFrames:
    """What links have brought for a session that has not begun."""

    def __init__(self) -> None:
        self._frames: dict[bytes, list[bytes]] = {}

    def keep(self, peer: bytes, frame: bytes) -> None:
        """Keep a frame of `peer`, unless it has sent too much."""
        early = self._frames.setdefault(peer, [])
        if len(early) < MAX_EARLY and sum(map(len, early)) + len(frame) <= MAX_EARLY_BYTES:
            early.append(frame)

    def take(self, peer: bytes) -> list[bytes]:
        """The frames of `peer` in their order; they are not kept any more."""
        return self._frames.pop(peer, [])


class Waiting:
    """No lobby yet, or the charter stands and the session is being read: what comes is kept."""

    def __init__(self, links: Connections, early: EarlyFrames) -> None:
        self._links = links
        self._early = early

    def begin(self) -> None:
        """Whoever is linked waits."""

    def up(self, peer: bytes, role: Role) -> None:
        """Nobody is welcome yet, and whoever has no seat is told so."""
        policy = self._links.policy
        if policy.charter is not None and not policy.belongs(peer, role):
            part_with(self._links, peer, role)

    def down(self, peer: bytes, reason: Reason) -> None:
        """Nobody has been told of it."""

    def of_session(self, peer: bytes, frame: bytes) -> None:
        """It waits."""
        self._early.keep(peer, frame)

    def small(self, peer: bytes, kind: int, items: Items, frame: bytes) -> None:
        """Where people are is learned; the rest is of no use."""
        if kind == PLACES and not self._links.where.teaches(peer):
            read_places(items)
            self._early.keep(peer, frame)  # it has the charter already
        elif kind in (PLACES, OBSERVED):
            learn(self._links, peer, kind, items)
        elif kind == JOIN and self._links.policy.charter is not None:
            answer_late(self._links, self._links.policy.charter, peer)


class InLobby(Waiting):
    """Before the charter: guests ask the opener for a seat. `changed` hears that it has moved on.

    A spectator has an empty lobby, and waits there for the charter, which `stands` gets.
    """

    def __init__(
        self,
        links: Connections,
        early: EarlyFrames,
        config: TableConfig,
        lobby: LobbyController,
        *,
        changed: Callable[[], None],
        stands: Callable[[Charter], None],
    ) -> None:
        super().__init__(links, early)
        self.lobby = lobby
        self._config = config
        self._changed = changed
        self._stands = stands

    def begin(self) -> None:
        """Greet those who called us meanwhile."""
        for peer, role in tuple(self._links.policy.roles.items()):
            self.up(peer, role)

    def up(self, peer: bytes, role: Role) -> None:
        """A guest asks the opener for its seat, the opener says who sits."""
        greeting = self.lobby.greeting(peer, role)
        if greeting is None:
            return
        if self._config.is_host(peer):
            self._links.mesh.admit(peer)
        elif role is Role.MEMBER:
            self._links.where.meet(peer)
        self._links.mesh.send(peer, greeting)

    def down(self, peer: bytes, reason: Reason) -> None:
        """Its seat is free again."""
        self.lobby.gone(peer)
        self._changed()

    def make_ready(self) -> None:
        """Our person agrees to the draft that all seats sign."""
        self.lobby.make_ready(self._links.policy.members())
        self._changed()

    def refuse(self, key: bytes) -> bool:
        """Do not seat `key`; only the opener can. Says whether that was so."""
        if not self.lobby.refuse(key):
            return False
        self._links.mesh.disconnect(key, Reason.NOT_ACCEPTED)
        self._changed()
        return True

    def small(self, peer: bytes, kind: int, items: Items, frame: bytes) -> None:
        """What guests and the opener say to each other."""
        links = self._links
        if kind in (PLACES, OBSERVED):
            super().small(peer, kind, items, frame)
        elif kind in OF_THE_TABLE:
            return
        elif self.lobby.listens_to(peer):
            self.lobby.frame(peer, items)
            self._changed()
            if links.policy.precedence(peer, Role.MEMBER) is Precedence.MEMBER:
                links.mesh.admit(peer)
        elif self._config.role == "watch" and kind == CHARTER:
            self._stands(read_charter(items, None))


class AtTable:
    """The session runs: it gets the frames of the game, the side channel what is said beside it.

    `rendezvous` is a seat's; a spectator has none. `again` gets the early frames once more.
    """

    def __init__(
        self,
        links: Connections,
        early: EarlyFrames,
        config: TableConfig,
        charter: Charter,
        runner: Runner,
        channel: SideChannel,
        rendezvous: Rendezvous | None,
        *,
        again: Callable[[bytes, bytes], None],
    ) -> None:
        self.channel = channel
        self.rendezvous = rendezvous
        self._links = links
        self._early = early
        self._watches = config.role == "watch"
        self._name = config.name
        self._charter = charter
        self._runner = runner
        self._again = again

    def begin(self) -> None:
        """Welcome the members, and part with everybody else."""
        for peer, role in tuple(self._links.policy.roles.items()):
            if self._links.policy.belongs(peer, role):
                self._welcome(peer)
            else:
                part_with(self._links, peer, role)

    def up(self, peer: bytes, role: Role) -> None:
        """A member is back, or a spectator has come."""
        if not self._links.policy.belongs(peer, role):
            part_with(self._links, peer, role)
            return
        if role is Role.WATCHER:
            self._links.mesh.send(peer, charter_frame(self._charter))
        self._welcome(peer)

    def down(self, peer: bytes, reason: Reason) -> None:
        """The session and those who hear who watches are told."""
        self.channel.left_by(peer)
        replaced = reason is Reason.DUPLICATE
        self._runner.from_link(
            peer, lambda session: session.peer_down(peer, time.monotonic(), replaced=replaced)
        )

    def of_session(self, peer: bytes, frame: bytes) -> None:
        """It gets it; who brings more although its link is held is cut off."""
        taken = self._runner.from_link(
            peer, lambda session: session.receive(peer, frame, time.monotonic()), len(frame)
        )
        if not taken:
            self._links.mesh.cut_off(peer, Reason.FLOOD)

    def small(self, peer: bytes, kind: int, items: Items, frame: bytes) -> None:
        """Where people are, talk, and late knocks."""
        watcher = self._links.policy.roles.get(peer) is Role.WATCHER
        if kind in (PLACES, OBSERVED):
            learn(self._links, peer, kind, items)
        elif kind == HERE:
            if watcher and not self._watches:
                self.channel.watched_by(peer, read_here(items))
                self._say_again(peer)
        elif kind == NOTE:
            source = self._charter.seat_of(peer)
            if self.rendezvous is not None and source is not None:
                self.rendezvous.hear(source, items, time.monotonic())
        elif kind in KINDS:
            # A link of a spectator is a watcher's at both ends; what comes over it is signed.
            if self._watches or self._links.policy.roles.get(peer) is Role.MEMBER:
                self.channel.hear(peer, items, time.monotonic())
        elif kind == JOIN:
            answer_late(self._links, self._charter, peer)

    def _welcome(self, peer: bytes) -> None:
        """A member is linked and the session runs: tell it what we hold and where all are."""
        self._links.mesh.admit(peer)
        self._runner.from_link(peer, lambda session: session.peer_up(peer, time.monotonic()))
        for frame in self._early.take(peer):
            self._again(peer, frame)
        if self._links.policy.roles.get(peer) is Role.MEMBER:
            self._links.where.meet(peer)
            self._say_again(peer)
        elif self._watches:
            self._links.mesh.send(peer, here_frame(self._name))
        else:
            self.channel.watched_by(peer, "")

    def _say_again(self, peer: bytes) -> None:
        for frame in self.channel.to_say_again():
            self._links.mesh.send(peer, frame)


def learn(links: Connections, peer: bytes, kind: int, items: Items) -> None:
    """`peer` says where members are, or from where it sees us. Raises CodecError."""
    if kind == PLACES:
        links.where.learn(peer, read_places(items), time.monotonic())
    else:
        links.where.seen_by(peer, *read_observed(items), time.monotonic())


def answer_late(links: Connections, charter: Charter, peer: bytes) -> None:
    """`peer` asks for a seat although the charter stands: it has one, or there is none for it."""
    if charter.seat_of(peer) is not None:
        links.mesh.send(peer, charter_frame(charter))
    else:
        part_with(links, peer, Role.MEMBER)


def part_with(links: Connections, peer: bytes, role: Role) -> None:
    """The game has begun without `peer`: say so, and keep no place for it."""
    if role is Role.MEMBER:
        links.mesh.send(peer, refusal(BEGUN))
    links.mesh.disconnect(peer, Reason.NOT_ACCEPTED)
