"""Whom the strong bot takes in the auction hangs on whom it has."""

from __future__ import annotations

import pytest

from games.court.bot.courts import worth_to
from games.court.characters import CHARACTERS
from games.court.deck import CATALOGUE
from games.engine.values import Seat
from tests.games.court.build import lay, state


def worth(court: str, key: str) -> int:
    """What a Character is worth to seat 0."""
    return worth_to(state(lay({0: court})), Seat(0), CATALOGUE.character(key))


@pytest.mark.parametrize(
    ("court", "more", "less"),
    [
        pytest.param("odo anselm", "corvin", "ottoline", id="short of combat"),
        pytest.param("brann corvin", "ottoline", "corvin", id="short of politics"),
    ],
)
def test_what_a_court_is_short_of_is_worth_more(court: str, more: str, less: str) -> None:
    assert worth(court, more) > worth(court, less)


@pytest.mark.parametrize(("has", "key"), [("seer", "nightshade"), ("brann", "lambert")])
def test_a_second_wizard_or_fighter_is_worth_less(has: str, key: str) -> None:
    spare = "jocasta" if has == "seer" else "humbert"  # the same ratings without the keyword
    assert worth(spare, key) > worth(has, key)


def test_nobody_is_worth_twice_anybody_else() -> None:
    """So that everybody is somebody's first choice (CTD-3)."""
    found = [worth("", row.key) for row in CHARACTERS]
    assert max(found) < 2 * min(found)
