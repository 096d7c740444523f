"""What is new at a table: what is told, and what is told once only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.lifecycle.events import (
    Alone,
    Audited,
    BadLinks,
    Begun,
    BotsGone,
    Closed,
    Ended,
    Failed,
    Flooded,
    LobbyChanged,
    Moved,
    Reached,
    TraceEnded,
    Unsigned,
)
from cli.lifecycle.lookout import ALONE_SECONDS, CLOSING_SECONDS, UNSIGNED_SECONDS
from p2p.client.play.auditor import AuditState
from p2p.client.play.snapshot import Snapshot
from p2p.client.updates import BadLink
from p2p.errors import LocalError
from p2p.net.invite import parse
from p2p.net.port_mapping.mapper import RouterReach
from p2p.record.audit import Finding, Upshot, Verdict
from p2p.tracing.trace_file import TraceFile
from tests.cli.cast import moment
from tests.cli.lifecycle.stays import (
    ADA,
    CHARTER,
    FAULT,
    INVITE,
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


def online(*here: bool | None) -> Snapshot:
    return moment(online=here)


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
    news.bad_links = (BadLink(b"k" * 32, (1,)),)
    assert stay.look(5.5) == [BadLinks(news.bad_links)]
    assert stay.look(6) == []
    assert table.states == ["open"]


def test_that_a_trace_has_ended_is_told_once(tmp_path: Path) -> None:
    table = Table()
    table.profile.tracer = file = TraceFile(tmp_path / "t", "1")
    stay = stay_at(table)
    assert stay.look(0) == [LobbyChanged(None, False, "")]
    file.close()
    assert stay.look(1) == [TraceEnded("the trace was closed")]
    assert stay.look(2) == []


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
    news.audit = AuditState(waits, Upshot(), 3, 9)
    assert stay.look(1) == [Audited(news.audit)]
    assert stay.look(CLOSING_SECONDS + 5) == []
    news.audit = AuditState(
        (Finding(0, Verdict.PROVEN), Finding(1, Verdict.PROVEN)), Upshot((1,)), 0, 0, True
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


def test_a_bot_that_finds_all_seats_taken_is_told_once_and_ends_nothing() -> None:
    stay = stay_at(Table(config=Plan("host"), lobby_bots=Bots(["Marigold"])))
    assert BotsGone(("Marigold",)) in stay.look(0.0)
    assert not [event for event in stay.look(0.0) if isinstance(event, BotsGone)]
