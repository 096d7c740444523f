"""A table and its client for stays that no network is needed for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

from cli.lifecycle.table_lifecycle import TableLifecycle
from games.engine.values import Outcome, Seat
from p2p.client.play.snapshot import Snapshot
from p2p.client.updates import ClientState
from p2p.lobby.frames import Roster
from p2p.log.fault import Charge, Fault
from p2p.net.invite import Invite, back_to
from p2p.session.validator import Ending
from p2p.trace import NO_TRACER, Tracer
from p2p.wire.charter import Charter, Draft, Member, Policies
from tests.cli.cast import KEYS, moment

ADA, BEN, *_ = KEYS
PEOPLE = (Member(ADA, "Ada"), Member(BEN, "Ben"))
CHARTER = Charter(
    Draft("inheritance", b"r" * 32, (), PEOPLE, Policies()), ((b"n" * 32, b"s" * 64),) * 2
)
ROSTER = Roster("inheritance", 2, (), PEOPLE)
WON = Outcome((Seat(1),), "held the Ring")
FAULT = Fault(1, Charge.MOVE, 12, "a card that it does not hold", ())
INVITE = Invite(b"0123456789", b"k" * 10, (("192.0.2.1", 4870),))
BACK = back_to(INVITE.sni, ADA, INVITE.addresses)


@dataclass
class Plan:
    role: str = "guest"
    loopback: bool = False
    before: None = None
    spectators: bool = True
    agreed: bytes = b""


@dataclass
class Shelf:
    """A profile that forgets tables."""

    removed: list[str] = field(default_factory=list)
    tracer: Tracer = NO_TRACER

    def remove_table(self, table: str) -> None:
        self.removed.append(table)


@dataclass
class Client:
    state: ClientState = field(default_factory=ClientState)
    key: bytes = ADA
    seat: int | None = 0
    bound: bool = False
    port: int = 4870
    signed: int = 0
    farewells: int = 0

    def invites(self) -> tuple[Invite, Invite]:
        return INVITE, INVITE.for_watching()

    def way_back(self) -> Invite | None:
        return BACK if self.state.charter is not None and self.seat is not None else None

    def make_ready(self) -> None:
        self.signed += 1

    async def settle(self) -> None:
        return None

    async def concede(self) -> None:
        return None

    async def farewell(self) -> None:
        self.farewells += 1


@dataclass
class Bots:
    """Bots of ours at a lobby, one of which finds all seats taken."""

    refused: list[str] = field(default_factory=list)
    keys: frozenset[bytes] = frozenset()
    called: list[tuple[str, object]] = field(default_factory=list)

    def drop_refused(self) -> list[str]:
        gone, self.refused = self.refused, []
        return gone

    async def seat(self, strength: str) -> str:
        self.called.append(("seat", strength))
        return "Marigold"

    async def take_away(self, key: bytes) -> None:
        self.called.append(("take away", key))


@dataclass
class Table:
    client: Client = field(default_factory=Client)
    config: Plan = field(default_factory=Plan)
    profile: Shelf = field(default_factory=Shelf)
    id: str = "abc"
    bots: tuple[Client, ...] = ()
    lobby_bots: Bots | None = None
    states: list[str] = field(default_factory=list)
    closed: int = 0

    async def start(self) -> None:
        return None

    async def close(self) -> None:
        self.closed += 1

    def notice(self, *, leaving: bool = False) -> None:
        """Nobody looks at a list here."""

    def describe(self, state: str) -> None:
        self.states.append(state)


def stay_at(table: Table, **options: Any) -> TableLifecycle:
    return TableLifecycle(cast(Any, table), **options)


def ended(outcome: Outcome | None = WON, fault: Fault | None = None, closed: int = 2) -> Snapshot:
    return replace(moment(), ending=Ending(outcome, fault, tuple(range(closed)), (0, 1)))


def begun(snapshot: Snapshot | None = None, **plan: Any) -> Table:
    table = Table(config=Plan(**plan))
    table.client.state.charter = CHARTER
    table.client.state.snapshot = snapshot or moment()
    return table
