"""Rounds that end when all have passed in a row (HA-77 of Court is where the rule is written)."""

from __future__ import annotations

import pytest

from games.engine.choice import Choice, Option
from games.engine.flow import passing_round
from games.engine.table import Table
from games.engine.values import Seat
from tests.games.rules import Small
from tests.games.scenario import Line, Scenario, ask, passes

ORDER = tuple(Seat(seat) for seat in (2, 0, 1))
QUESTION = Choice("go", "Do you act?", options=(Option("act", "act"),), pass_label="pass")


def acts(seat: int) -> Line:
    return ask(seat, "go", option="act")


def lines_of(script: str) -> list[Line]:
    """Seats and what they do: "2+" acts, "0-" passes."""
    return [
        acts(int(word[0])) if word[1] == "+" else passes(int(word[0]), "go")
        for word in script.split()
    ]


def play(
    *script: Line,
    end_after: int = 0,
    order: tuple[Seat, ...] = ORDER,
    lasts: list[bool] | None = None,
) -> Scenario:
    """A round on which each seat may act as often as it likes."""
    done: list[Seat] = []
    lasts = [] if lasts is None else lasts

    async def act(t: Table, seat: Seat, is_last: bool) -> bool:
        lasts.append(is_last)
        answer = await t.ask(seat, QUESTION)
        if answer.is_empty or t.is_gone(seat):
            return False
        done.append(seat)
        return True

    async def rules(t: Table) -> None:
        await passing_round(
            t,
            order,
            lambda seat, is_last: act(t, seat, is_last),
            lambda: 0 < end_after <= len(done),
        )

    async def nothing(t: Table) -> None:
        pass

    s = Scenario(Small(nothing), seats=3)
    s.run(rules, *script)
    return s


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("2- 0- 1-", id="all pass at once"),
        pytest.param("2+ 0- 1- 2-", id="who acted is asked again after all others have passed"),
        pytest.param("2- 0- 1+ 2- 0- 1-", id="an action takes earlier passes back"),
        pytest.param("2- 0+ 1- 2+ 0- 1- 2-", id="who passed before an action may act again"),
        pytest.param("2+ 0+ 1- 2- 0+ 1- 2- 0-", id="whoever passed last is not asked again"),
    ],
)
def test_it_ends_when_all_have_passed_in_a_row(script: str) -> None:
    play(*lines_of(script))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("2- 0- 1-", "no no yes", id="all pass at once"),
        pytest.param("2- 0- 1+ 2- 0- 1-", "no no yes no no yes", id="taken back"),
    ],
)
def test_each_is_told_whether_its_pass_would_be_the_last(script: str, expected: str) -> None:
    lasts: list[bool] = []
    play(*lines_of(script), lasts=lasts)
    assert ["yes" if last else "no" for last in lasts] == expected.split()


def test_whose_pass_is_the_last_when_others_have_left() -> None:
    lasts: list[bool] = []
    play(passes(2, "go", leaves=(0, 1)), lasts=lasts)
    play(passes(2, "go", leaves=(1,)), passes(0, "go"), lasts=lasts)
    assert lasts == [False, False, True]


def test_it_can_be_ended_from_outside() -> None:
    play(acts(2), acts(0), end_after=2)


def test_who_leaves_is_not_waited_for() -> None:
    s = play(passes(2, "go", leaves=(2,)), acts(0), passes(1, "go"), passes(0, "go"))
    assert s.table.gone == (2,)


def test_the_round_ends_when_the_last_who_has_not_passed_leaves() -> None:
    play(passes(2, "go"), passes(0, "go"), passes(1, "go", leaves=(1,)))


def test_a_round_of_seats_that_have_all_left_is_over_at_once() -> None:
    s = play(passes(2, "go", leaves=(2,)), order=(Seat(2),))
    assert s.table.gone == (2,)
