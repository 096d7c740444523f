"""One stay at a table: what is told, what is told once only, and what is left behind."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from cli.lifecycle.events import (
    Alone,
    Audited,
    Begun,
    BotsGone,
    Closed,
    Departure,
    Ended,
    Failed,
    Flooded,
    LobbyChanged,
    Moved,
    Reached,
    Unsigned,
)
from cli.lifecycle.sentences import farewell, no_way
from cli.lifecycle.table_lifecycle import (
    ALONE_SECONDS,
    CLOSING_SECONDS,
    UNSIGNED_SECONDS,
    TableLifecycle,
)
from games.engine.values import Outcome, Seat
from p2p.client.auditor import AuditState
from p2p.client.snapshot import Snapshot
from p2p.client.updates import ClientState
from p2p.errors import LobbyError, LocalError, SecondInstance
from p2p.lobby.frames import Roster
from p2p.log.fault import Charge, Fault
from p2p.net.close_reason import Reason
from p2p.net.invite import Invite, back_to, parse
from p2p.net.port_mapping.mapper import RouterReach
from p2p.record.audit import Finding, Verdict
from p2p.session.validator import Ending
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


def test_everything_is_told_once() -> None:
    table = Table()
    stay, news = stay_at(table), table.client.state
    assert stay.look(0) == [LobbyChanged(None, False, "")]
    assert stay.look(1) == []
    news.roster, news.to_sign = ROSTER, True
    assert stay.look(2) == [LobbyChanged(ROSTER, True, "")]
    news.charter, news.snapshot = CHARTER, moment()
    assert stay.look(3) == [Begun(CHARTER), Moved(news.snapshot)]
    assert stay.look(4) == []
    news.floods = (b"k" * 32,)
    assert stay.look(5) == [Flooded((b"k" * 32,))]
    assert stay.look(6) == []
    assert table.states == ["open"]


def online(*here: bool | None) -> Snapshot:
    return moment(online=here)


def test_what_the_router_opened_comes_with_the_invites_and_anew_when_it_changes() -> None:
    table = Table()
    stay = stay_at(table)
    assert stay.look(0.0) == [LobbyChanged(None, False, "")]
    first, second = RouterReach(), RouterReach()
    table.client.state.reach = first
    assert stay.look(1.0) == [Reached(first, stay.invites(), anew=False)]
    assert stay.look(2.0) == []
    table.client.state.reach = second
    (event,) = stay.look(3.0)
    assert isinstance(event, Reached)
    assert event.reach is second
    assert event.anew


def test_who_reaches_none_of_the_others_is_told_how_to_bring_them_back() -> None:
    table = begun(online(True, False))
    stay, news = stay_at(table, address="203.0.113.5"), table.client.state
    assert Alone not in map(type, stay.look(5.0))
    assert stay.look(5.0 + ALONE_SECONDS / 2) == []
    (alone,) = stay.look(5.0 + ALONE_SECONDS)
    assert alone == Alone(stay.way_back())
    assert isinstance(alone, Alone)
    back = parse(alone.back)
    assert back.back
    assert back.sni == INVITE.sni
    assert back.addresses == (("203.0.113.5", 4870), *INVITE.addresses)
    assert stay.look(1000.0) == []
    for now, here in ((1001.0, True), (1002.0, False)):  # back, and gone again
        news.snapshot = online(True, here)
        assert Alone not in map(type, stay.look(now))
    assert stay.look(1002.0 + ALONE_SECONDS) == [Alone(stay.way_back())]


@pytest.mark.parametrize(
    ("seat", "operator", "here"),
    [(0, b"", True), (0, ADA, False), (None, b"", False), (0, b"", None)],
)
def test_who_has_nobody_to_bring_back_is_told_nothing(
    seat: int | None, operator: bytes, here: bool | None
) -> None:
    """Ben is here, is a bot of ours, is none of our business, or has left the game."""
    table = begun(online(True, here))
    table.client.seat = seat
    ben = replace(PEOPLE[1], operator=operator)
    draft = replace(CHARTER.draft, members=(PEOPLE[0], ben))
    table.client.state.charter = replace(CHARTER, draft=draft)
    stay = stay_at(table)
    told = [event for now in range(60) for event in stay.look(float(now))]
    assert Alone not in map(type, told)
    assert bool(stay.way_back()) == (seat is not None and not operator)


def test_the_charter_is_signed_only_as_it_was_told() -> None:
    table = Table()
    stay, news = stay_at(table), table.client.state
    stay.sign()
    news.roster = ROSTER
    stay.sign()
    assert table.client.signed == 0
    stay.look(0)
    news.roster = replace(ROSTER, signed=(1,))  # who is ready does not change what is signed
    stay.sign()
    assert table.client.signed == 1
    news.roster = replace(ROSTER, members=PEOPLE[:1])
    stay.sign()
    assert table.client.signed == 1


def test_signatures_of_the_result_are_waited_for_for_a_while() -> None:
    table = begun(ended(closed=1))
    stay, news = stay_at(table), table.client.state
    assert stay.due(0) is None
    assert [type(event) for event in stay.look(10)] == [Begun, Moved, Ended]
    assert stay.due(12) == CLOSING_SECONDS - 2
    assert table.states == ["open"]
    news.snapshot = ended()
    assert [type(event) for event in stay.look(13)] == [Moved, Closed]
    assert table.states == ["open", "over"]
    assert stay.due(13) is None


def test_signatures_that_do_not_come_are_not_waited_for_without_end() -> None:
    stay = stay_at(begun(ended(closed=1)))
    stay.look(0)
    assert stay.look(CLOSING_SECONDS - 1) == []
    assert [type(event) for event in stay.look(CLOSING_SECONDS)] == [Closed]
    assert stay.look(CLOSING_SECONDS + 1) == []


def test_where_a_seed_can_be_shown_without_a_signature_it_is_told_once() -> None:
    table = begun(replace(ended(closed=1), audited=True, may_show_seed=True))
    stay, news = stay_at(table), table.client.state
    assert [type(event) for event in stay.look(10)] == [Begun, Moved, Ended]
    assert stay.due(12) == UNSIGNED_SECONDS - 2
    (missing,) = set(ended().ending.closers) - set(ended(closed=1).ending.closed)  # type: ignore[union-attr]
    assert stay.look(10 + UNSIGNED_SECONDS) == [Unsigned((missing,))]
    assert stay.due(20) == CLOSING_SECONDS - 10
    assert stay.look(20) == []
    shown = replace(ended(closed=1), audited=True)
    assert news.snapshot != shown
    other = stay_at(begun(shown))
    other.look(0)
    assert other.look(UNSIGNED_SECONDS) == []


def test_an_audit_is_waited_for_as_long_as_it_works() -> None:
    table = begun(replace(ended(), audited=True))
    stay, news = stay_at(table), table.client.state
    assert [type(event) for event in stay.look(0)] == [Begun, Moved, Ended]
    waits = tuple(Finding(seat, Verdict.NOT_PROVEN, "it is being derived again") for seat in (0, 1))
    news.audit = AuditState(waits, (), 3, 9)
    assert stay.look(1) == [Audited(news.audit)]
    assert stay.look(CLOSING_SECONDS + 5) == []
    news.audit = AuditState(
        (Finding(0, Verdict.PROVEN), Finding(1, Verdict.PROVEN)), (1,), 0, 0, True
    )
    assert [type(event) for event in stay.look(CLOSING_SECONDS + 6)] == [Audited, Closed]


def test_a_seed_that_does_not_come_is_not_waited_for_without_end() -> None:
    stay = stay_at(begun(replace(ended(), audited=True)))
    stay.look(0)
    assert stay.look(CLOSING_SECONDS - 1) == []
    assert [type(event) for event in stay.look(CLOSING_SECONDS)] == [Closed]


def test_a_broken_table_has_no_audit() -> None:
    snapshot = replace(ended(None, FAULT), audited=True)
    events = stay_at(begun(snapshot)).look(0)
    assert [type(event) for event in events] == [Begun, Moved, Ended, Closed]


def test_a_client_or_a_bot_that_fails_is_told_before_anything_else() -> None:
    bot = Client()
    table = replace(begun(), bots=(bot,))
    bot.state.failure = LocalError("the disk is full")
    assert stay_at(table).look(0) == [Failed(bot.state.failure)]


@pytest.mark.parametrize(
    ("snapshot", "departure", "states"),
    [
        (moment(), Departure.PAUSED, ["open"]),
        (moment(online=(None, True)), Departure.CONCEDED, ["open", "left"]),
        (ended(), Departure.OVER, ["open", "over"]),
        (ended(closed=1), Departure.OVER, ["open", "over"]),
        (ended(None, FAULT, 0), Departure.BROKEN, ["open", "broken"]),
    ],
)
async def test_how_a_table_is_left(
    snapshot: Snapshot, departure: Departure, states: list[str]
) -> None:
    table = begun(snapshot)
    stay = stay_at(table)
    stay.look(0)
    assert await stay.close() is departure
    assert (table.states, table.closed, table.profile.removed) == (states, 1, [])


@pytest.mark.parametrize(
    ("plan", "roster", "failure", "departure"),
    [
        (Plan("guest"), None, None, Departure.NOT_MET),
        (Plan("guest"), ROSTER, None, Departure.PAUSED),
        (Plan("guest"), ROSTER, LobbyError("no seat"), Departure.REFUSED),
        (Plan("guest"), ROSTER, LocalError("the disk is full"), Departure.FAILED),
        (Plan("guest"), ROSTER, SecondInstance("another copy"), Departure.ELSEWHERE),
        (Plan("watch"), None, None, Departure.NOT_MET),
        (Plan("host"), ROSTER, None, Departure.PAUSED),
        (Plan("host"), ROSTER, LobbyError("no game"), Departure.FAILED),
        (Plan("host", agreed=b"x"), ROSTER, None, Departure.NOT_MET),
        (Plan("host", loopback=True), None, None, Departure.PAUSED),
    ],
)
async def test_what_was_never_a_table_of_ours_is_forgotten(
    plan: Plan, roster: Roster | None, failure: Exception | None, departure: Departure
) -> None:
    table = Table(config=plan)
    table.client.state.roster, table.client.state.failure = roster, failure
    stay = stay_at(table)
    await stay.start()
    assert await stay.close() is departure
    gone = departure in (Departure.NOT_MET, Departure.REFUSED)
    assert table.profile.removed == (["abc"] if gone else [])


async def test_whoever_may_be_bound_keeps_the_table() -> None:
    table = Table(client=Client(bound=True))
    stay = stay_at(table)
    await stay.start()
    assert await stay.close() is Departure.PAUSED
    unstarted = Table()  # it cannot be known what was promised there
    assert await stay_at(unstarted).close() is Departure.PAUSED
    assert unstarted.profile.removed == []


async def test_the_table_is_closed_whatever_else_goes_wrong() -> None:
    class Broken:
        async def end(self) -> None:
            raise RuntimeError("a bug")

    table = Table()
    with pytest.raises(RuntimeError):
        await stay_at(table, announcer=Broken()).close()
    assert table.closed == 1


async def test_the_others_hear_of_an_end_only_from_who_was_there() -> None:
    before = begun(ended())
    stay = stay_at(before)
    await stay.start()
    await stay.farewell()
    assert before.client.farewells == 0
    now = begun()
    stay = stay_at(now)
    await stay.start()
    await stay.farewell()
    assert now.client.farewells == 0
    now.client.state.snapshot = ended()
    await stay.farewell()
    assert now.client.farewells == 1


def test_a_further_address_is_in_both_invites() -> None:
    for text in stay_at(Table(), address="203.0.113.5").invites():
        assert [str(host) for host, _ in parse(text).addresses] == ["203.0.113.5", "192.0.2.1"]


def test_what_is_said_of_beginnings_and_endings() -> None:
    assert no_way("nobody answers", watching=False) == "No way to the table yet: nobody answers."
    assert "lets nobody watch" in no_way(Reason.NOT_ACCEPTED, watching=True)
    assert farewell(Departure.PAUSED, go_on="crownless tables a").endswith("crownless tables a")
    assert "tries again" in farewell(Departure.NOT_MET, go_on="")
    assert farewell(Departure.OVER, go_on="") == ""


async def test_bots_are_seated_and_taken_away_where_the_table_is_ours() -> None:
    bots = Bots(keys=frozenset({b"bot"}))
    stay = stay_at(Table(config=Plan("host"), lobby_bots=bots))
    await stay.seat_bot("fair")
    await stay.refuse(b"bot")
    assert bots.called == [("seat", "fair"), ("take away", b"bot")]
    with pytest.raises(LobbyError, match="only who opened a table"):
        await stay_at(Table()).seat_bot("fair")


def test_a_bot_that_finds_all_seats_taken_is_told_once_and_ends_nothing() -> None:
    stay = stay_at(Table(config=Plan("host"), lobby_bots=Bots(["Marigold"])))
    assert BotsGone(("Marigold",)) in stay.look(0.0)
    assert not [event for event in stay.look(0.0) if isinstance(event, BotsGone)]
