"""How near everybody is to the crown, in words that the rules compute."""

from __future__ import annotations

import pytest

from games.engine.steps import Claims
from games.engine.values import Seat
from games.king import plays
from games.king.heirs import Person
from games.king.standing import standing
from games.king.state import Effect, Stage, state_of
from tests.games.king.build import BARON, DUKE, EARL, KING, MARQUIS, Court, court, turn
from tests.games.scenario import claims, passes


def said(s: Court) -> list[str]:
    return [one.text for one in standing(s.table, state_of(s.table))]


def is_urgent(s: Court) -> bool:
    return standing(s.table, state_of(s.table))[0].urgent


PLACES = {"sage": KING, "queen": DUKE, "spy": DUKE, "player 2": EARL}


def test_who_is_next_and_who_stands_highest() -> None:
    s = court(PLACES)
    line, highest = said(s)
    assert line == "Next in line is the Queen."
    assert highest.startswith("{2} stands highest: Earl, ")
    assert not is_urgent(s)


def test_a_king_can_be_crowned_when_the_own_turn_starts() -> None:
    s = court({"player 1": KING, "queen": DUKE, "player 2": EARL})
    assert said(s)[0] == "{1} is King and can be crowned when the next own turn starts."
    assert is_urgent(s)  # it is the turn of seat 0
    state = state_of(s.table)
    s.table.turn, state.turn.stage = Seat(1), Stage.START
    assert said(s)[0] == "{1} is King and can be crowned now."
    state.turn.stopped.append(Person("player 1"))
    assert said(s)[0].endswith("when the next own turn starts.")
    assert said(s)[-1].startswith("Of the others {2} stands highest")


def test_skd_35_a_king_who_has_declined_is_not_said_to_be_crowned_now() -> None:
    s = court({"player 0": KING}, hands={1: ["bribe", "ship"]})
    s.hold(turn(0))
    assert said(s)[0] == "{0} is King and can be crowned now."
    s.hold_on(claims("start"), passes(0, "coronation"))
    step = s.engine.waiting
    assert isinstance(step, Claims)
    assert step.window == "start"
    assert said(s)[0] == "{0} is King and can be crowned when the next own turn starts."


def test_a_king_whose_turn_is_further_away_is_not_urgent() -> None:
    s = court({"player 2": KING})
    assert not is_urgent(s)


def test_with_the_true_heir_nobody_wins() -> None:
    s = court({"player 1": KING}, friends={1: ["true heir"]})
    assert said(s)[0].endswith(", but cannot win with the True Heir.")
    state_of(s.table).turn.crowning = Seat(1)
    assert said(s)[0] == "{1} is being crowned and cannot win with the True Heir."


def test_a_coronation_has_to_be_survived() -> None:
    s = court({"player 1": KING})
    state_of(s.table).turn.crowning = Seat(1)
    assert said(s)[0] == "{1} is being crowned and wins unless killed in this turn."
    assert is_urgent(s)


@pytest.mark.parametrize(
    ("friends", "end"),
    [
        ({}, "everyone loses unless he dies now."),
        ({1: ["hanged man"]}, "{1} wins unless he dies now."),
        ({1: ["hanged man", "true heir"]}, "everyone loses unless he dies now."),
    ],
)
def test_the_hanged_man_is_being_crowned(friends: dict[int, list[str]], end: str) -> None:
    s = court({"hanged man": KING}, friends=friends)
    state_of(s.table).attempting = True
    assert said(s)[0] == f"The Hanged Man is being crowned: {end}"
    assert is_urgent(s)


@pytest.mark.parametrize(
    ("heir", "friends", "dead", "end"),
    [
        ("true heir", {}, [], ", and everyone would lose."),
        ("hanged man", {}, ["judge"], ", and everyone would lose."),
        ("hanged man", {1: ["hanged man"]}, ["judge"], ", and {1} could win by it."),
        ("hanged man", {}, [], "."),  # the Judge would execute him
    ],
)
def test_who_would_end_the_game_as_king(
    heir: str, friends: dict[int, list[str]], dead: list[str], end: str
) -> None:
    places = {"sage": KING, heir: DUKE}
    s = court(places if dead else places | {"judge": BARON}, friends=friends, dead=dead)
    (line,) = [text for text in said(s) if text.startswith("Next in line")]
    assert line.endswith(end)
    assert "Man" in line or "Heir" in line


def test_hermit_and_librarian_do_not_stay_king() -> None:
    s = court({"sage": KING, "hermit": DUKE, "librarian": DUKE, "spy": MARQUIS})
    assert "Next in line is the Spy." in said(s)


def test_the_last_round() -> None:
    s = court({"sage": KING, "player 1": DUKE}, friends={1: ["true heir"]})
    state_of(s.table).round = int(s.table.options["turns"])
    assert said(s)[0].startswith(
        "The last round: unless somebody is crowned, the highest Rank wins"
    )
    assert "{1}" not in said(s)[0]  # who cannot win


def test_how_a_fight_stands_comes_first() -> None:
    s = court(PLACES)
    effect = Effect(plays.ASSASSINATE, Seat(0), Person("spy"), strength=3)
    effect.defence = 3
    state_of(s.table).pending.append(effect)
    assert said(s)[0] == "{0} attacks the Spy. Attack 3 against 3: the Spy lives."
    state_of(s.table).pending[-1] = Effect(plays.BETRAY, Seat(1), Person("spy"))
    assert said(s)[0] == "{1} betrays the Spy."
