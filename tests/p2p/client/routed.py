"""A frame router and its phases, with a mesh and a runner that only note what is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

from games import registry
from p2p.client.frame_router import FrameRouter
from p2p.client.phases import AtTable, EarlyFrames, InLobby
from p2p.client.play.session_runner import Runner
from p2p.client.reach.connections import Connections
from p2p.client.reach.link_policy import LinkPolicy
from p2p.client.reach.whereabouts import Whereabouts
from p2p.client.talk.side_channel import Said, SideChannel
from p2p.lobby.address_book import AddressBook
from p2p.lobby.controller import LobbyController
from p2p.lobby.table_config import TableConfig
from p2p.net.close_reason import Reason
from p2p.net.invite import fingerprint
from p2p.net.links.mesh import Mesh
from p2p.session.session import Session
from p2p.storage.identity import Identity
from p2p.wire import codec
from p2p.wire.charter import Charter
from simulation.memory_store import MemoryStore
from simulation.tables import charter_of, person

PEOPLE = [person(n) for n in range(3)]
ANA, BEN, CLEO = (one.key for one in PEOPLE)
STRANGER = person(4).key
MADE = charter_of(registry.make("inheritance"), PEOPLE)


class Wires:
    """Stands for a mesh."""

    def __init__(self) -> None:
        self.links: dict[bytes, object] = {}
        self.sent: list[tuple[bytes, int]] = []
        self.closed: list[tuple[bytes, Reason]] = []

    def send(self, peer: bytes, frame: bytes) -> None:
        self.sent.append((peer, cast(int, codec.array(codec.decode(frame))[0])))

    def disconnect(self, peer: bytes, reason: Reason) -> None:
        self.closed.append((peer, reason))

    def cut_off(self, peer: bytes, reason: Reason) -> None:
        self.closed.append((peer, reason))

    def admit(self, peer: bytes) -> None:
        """Nothing to be seen from outside."""

    def dial(self, peer: bytes, addresses: object, *, trusted: object) -> None:
        """Nobody is called."""


@dataclass
class Held:
    """What phases use of the connections of a client."""

    policy: LinkPolicy
    where: Whereabouts
    mesh: Wires

    def gone(self, peer: bytes, reason: Reason) -> None:
        self.policy.gone(peer)

    def drop(self, peer: bytes) -> None:
        self.mesh.disconnect(peer, Reason.BAD_DATA)


class Ears:
    """Stands for a session and its runner: notes what it is told, as words."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.full = False

    def from_link(self, peer: bytes, act: Callable[[Session], object], size: int = 0) -> bool:
        if self.full and size:
            return False
        act(cast(Session, self))
        return True

    def peer_up(self, peer: bytes, now: float) -> None:
        self.told.append("up")

    def peer_down(self, peer: bytes, now: float, *, replaced: bool) -> None:
        self.told.append("down")

    def receive(self, peer: bytes, frame: bytes, now: float) -> None:
        self.told.append(frame)


class Setting:
    """A router and all around it: its own `Reports`, and its links with wires for a mesh."""

    def __init__(self, role: str = "guest") -> None:
        self.wires, self.ears, self.early = Wires(), Ears(), EarlyFrames()
        self.begun: list[Charter] = []
        self.told: Reason | None = None
        self.errors: list[Exception] = []
        self.floods: list[bytes] = []
        self.said = Said()
        self.config = TableConfig(role, bytes(10), "Ben", fingerprint(ANA), (("192.0.2.9", 4000),))
        store = MemoryStore()
        self.book = AddressBook(store, BEN, self.config.tag, PEOPLE[1].sign)
        self.policy = LinkPolicy(self.config)
        mesh = cast(Mesh, self.wires)
        where = Whereabouts(self.config, BEN, self.policy, self.book, mesh)
        self.now = 0.0
        self.links = cast(Connections, Held(self.policy, where, self.wires))
        self.router = FrameRouter(self.links, self.early, self, clock=lambda: self.now)
        identity = cast(Identity, SimpleNamespace(public=BEN, sign=PEOPLE[1].sign))
        lobby = LobbyController(self.config, identity, store, self.wires.send, waits=False)
        in_lobby = InLobby(
            self.links,
            self.early,
            self.config,
            lobby,
            changed=lambda: None,
            stands=self.begun.append,
        )
        self.router.enter(in_lobby)

    def play(self) -> None:
        """The session runs."""
        self.policy.begin(MADE)
        seat = None if self.config.role == "watch" else 1
        channel = SideChannel(
            MADE, seat, PEOPLE[1].sign, lambda *_: None, self._show, lambda *_: None
        )
        table = AtTable(
            self.links,
            self.early,
            self.config,
            MADE,
            cast(Runner, self.ears),
            channel,
            None,
            again=self.router.on_frame,
        )
        self.router.enter(table)

    def _show(self, said: Said) -> None:
        self.said = said

    def trouble(self, reason: Reason | None) -> None:
        self.told = reason

    def paths_changed(self) -> None:
        """How members are reached is shown elsewhere."""

    def flooded(self, peer: bytes) -> None:
        self.floods.append(peer)

    def garbled(self, peer: bytes) -> None:
        self.links.drop(peer)

    def failed(self, error: Exception) -> None:
        self.errors.append(error)
