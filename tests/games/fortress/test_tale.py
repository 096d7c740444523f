"""The tale of a game of Fortress that is over."""

from __future__ import annotations

from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.fortress.chart import TEST_SIZE, chart_of, starts_of
from games.fortress.course import Past, State
from games.fortress.effects import Account
from games.fortress.public import Public
from games.fortress.settings import OPTIONS, settings_of
from games.fortress.tale import tale

A, B, C = Seat(0), Seat(1), Seat(2)
OPTION_VALUES = {one.key: one.values[0] for one in OPTIONS} | {"units": 2}


def told(
    accounts: dict[Seat, Account],
    *past: Past,
    winners: tuple[Seat, ...] = (A,),
    over: bool = True,
) -> tuple[str, ...]:
    t = Table(3, {})
    chart = chart_of(TEST_SIZE, starts_of(TEST_SIZE, [A, B, C], 0))
    public = Public(settings_of(3, OPTION_VALUES), chart, ())
    t.state = State(public, round=30, accounts=accounts, past=list(past))
    order = sorted(accounts, key=lambda seat: -accounts[seat].artifacts)
    t.outcome = Outcome(winners, "so", "so", ranking=tuple((s,) for s in order)) if over else None
    return tale(t)


THREE = {A: Account(4, False), B: Account(2, False), C: Account(0, True)}


def test_before_the_end_there_is_none() -> None:
    assert told(THREE, Past(9, A, 1, False), over=False) == ()


def test_the_accounts_come_first_and_who_is_out_is_marked() -> None:
    assert told(THREE)[0] == "Artifacts at the end, in round 30: {0} 4, {1} 2, {2} 0 (out)."


def test_nobody_made_an_artifact() -> None:
    assert "Nobody made an Artifact." in told(dict.fromkeys((A, B), Account(0, False)))


def test_the_first_artifact_may_be_of_several() -> None:
    said = told(THREE, Past(9, A, 1, False), Past(9, B, 1, False), Past(12, A, 2, False))
    assert said[1] == "{0} and {1} made the first Artifact, in round 9."
    said = told(THREE, *(Past(9, seat, 1, False) for seat in (A, B, C)))
    assert said[1] == "{0}, {1} and {2} made the first Artifact, in round 9."


def test_the_lead_is_told_where_it_was_taken_for_good() -> None:
    said = told(
        THREE,
        Past(9, A, 1, False),
        Past(10, B, 1, False),
        Past(12, B, 2, False),
        Past(15, A, 2, False),
        Past(20, A, 3, False),
        Past(25, A, 4, False),
    )
    assert said[2] == "{0} took the lead for good in round 20, with 3 Artifacts."


def test_a_lead_that_nobody_ever_shared() -> None:
    said = told(THREE, Past(9, A, 1, False), Past(11, A, 2, False), Past(12, B, 1, False))
    assert said[2] == "{0} led from then on and never shared the lead."


def test_who_went_out_is_told_once_with_what_it_had() -> None:
    said = told(THREE, Past(8, C, 1, False), Past(20, C, 1, True), Past(21, C, 1, True))
    assert said[-1] == "{2} went out in round 20, with 1 Artifact."


def test_as_many_artifacts_are_decided_by_gauge_and_then_by_units() -> None:
    even = {A: Account(2, False, 3, 5), B: Account(2, False, 1, 9)}
    assert "{0} is ahead by the gauge of the next Artifact, 3 to 1." in told(even)
    even = {A: Account(2, False, 1, 9), B: Account(2, False, 1, 5)}
    assert "{0} is ahead by the number of Units, 9 to 5." in told(even)


def test_those_who_share_the_throne_are_not_told_apart() -> None:
    even = {A: Account(4, False, 1, 9), B: Account(4, False, 1, 5)}
    assert not any("is ahead" in line for line in told(even, winners=(A, B)))
