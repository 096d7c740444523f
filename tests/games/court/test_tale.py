"""The tale of a game that is over."""

from __future__ import annotations

from games.court.state import Past
from games.court.tale import tale
from games.engine.values import Seat
from tests.games.court.build import event, gives, lay, quiet, state
from tests.games.scenario import Scenario

A, B, C = Seat(0), Seat(1), Seat(2)


def past(
    title: str,
    before: tuple[int, int, int],
    after: tuple[int, int, int],
    first: Seat | None = None,
    lent: dict[Seat, int] | None = None,
) -> Past:
    seats = (A, B, C)
    return Past(
        title,
        first,
        "won 5 to 3" if first is not None else "failed 2 to 4",
        lent or {},
        dict(zip(seats, before, strict=True)),
        dict(zip(seats, after, strict=True)),
    )


def told(favor: tuple[int, int, int], *history: Past) -> list[str]:
    s = lay(favor=favor)
    state(s).history += history
    return list(tale(s.table))


def test_the_auction_says_what_it_cost() -> None:
    s = lay()
    assert tale(s.table)[1] == "The auction cost nobody any favor."
    state(s).paid = {B: 4}
    assert tale(s.table)[1] == "Favor that went into the auction: {1} 4."


def test_where_the_lead_went_to_the_winner_for_good() -> None:
    said = told(
        (10, 14, 9),
        past("One", (10, 9, 9), (10, 12, 9), B),
        past("Two", (10, 12, 9), (13, 12, 9), A),
        past("Three", (13, 12, 9), (10, 14, 9)),
    )
    assert "Event 3, Three, failed 2 to 4: there {1} passed {0}, 14 favor to 10." in said
    assert not any("Event 1" in line and "passed" in line for line in said)


def test_who_led_all_the_time_is_said_to_have() -> None:
    said = told((14, 9, 9), past("One", (10, 9, 9), (14, 9, 9), A))
    assert "{0} had the lead in every Event." in said


def test_the_greatest_gift_names_who_gave_it() -> None:
    said = told(
        (14, 9, 9),
        past("One", (10, 9, 9), (11, 9, 9), A, {C: 1}),
        past("Two", (11, 9, 9), (14, 9, 9), A, {B: 3, C: 1}),
    )
    line = "Event 2, Two, was won 5 to 3 by {0}, with three tokens of {1} and one token of {2}"
    assert f"{line} in that pool." in said


def test_the_greatest_gain_at_one_stroke() -> None:
    said = told(
        (14, 9, 12),
        past("One", (10, 9, 8), (10, 9, 12), C),
        past("Two", (10, 9, 12), (14, 9, 12), A, {B: 2}),
    )
    assert any(
        line.startswith("Event 1, One, was won 5 to 3 by {2}: {2} gained 4") for line in said
    )


def test_the_dead_are_named() -> None:
    s = lay()
    state(s).fallen = ["Rook of {1} by Captain Brann", *(f"Guest {n}" for n in range(7))]
    assert tale(s.table)[-1].startswith("Killed: Rook of {1} by Captain Brann, Guest 0,")
    assert tale(s.table)[-1].endswith("and 4 more.")


def test_the_end_comes_first() -> None:
    assert told((12, 9, 13))[0] == (
        "Favor at the end: {2} 13 (at first 14), {0} 12 (at first 12) and {1} 9 (at first 13)."
    )


def test_a_lead_by_popularity_alone_is_said_to_be_one() -> None:
    said = told((10, 10, 9), past("One", (8, 10, 9), (10, 10, 9), A))
    assert any(line.endswith("10 favor to 10, as the more popular Prince.") for line in said)


def test_a_contest_tied_is_told_as_won_on_popularity() -> None:
    s = lay(events="lists")
    s.run(event(0), gives(0, "gift 0"), gives(1, "gift 1"), *quiet("event", 2))
    assert [one.verdict for one in ran(s)] == ["won 2 to 2 on popularity"]


def ran(s: Scenario) -> list[Past]:
    return state(s).history


def test_an_event_that_is_held_is_remembered() -> None:
    s = lay({0: "odo", 1: "hob"}, events="poets")
    s.run(event(0), gives(0, "gift 0"), gives(1, "support hob 0"), *quiet("event", 2, 0, 1))
    (one,) = ran(s)
    assert (one.title, one.first, one.verdict) == (
        "The War of the Poets",
        0,
        "won with 4 tokens, alone",
    )
    assert one.lent == {B: 2}
    assert one.after[A] == one.before[A] + 3
