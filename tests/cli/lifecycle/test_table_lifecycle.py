"""One stay at a table: what our person does there, and what is left behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.lifecycle.events import Departure
from cli.lifecycle.sentences import farewell, no_way
from p2p.client.play.snapshot import Snapshot
from p2p.errors import LobbyError, LocalError, SecondInstance
from p2p.lobby.frames import Roster
from p2p.net.close_reason import Reason
from p2p.net.invite import parse
from tests.cli.cast import moment
from tests.cli.lifecycle.stays import (
    FAULT,
    PEOPLE,
    ROSTER,
    Bots,
    Client,
    Plan,
    Table,
    begun,
    ended,
    stay_at,
)


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
