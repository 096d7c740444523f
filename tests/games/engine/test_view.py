"""Names of people in texts."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.engine.view import name_seats, who


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{0} plays", "Ana plays"),
        ("{1} asks {0} and {1}", "Ben asks Ana and Ben"),
        ("{2} is not here", "{2} is not here"),
        ("{} and {x} and {-1} stay", "{} and {x} and {-1} stay"),
        ("nobody", "nobody"),
    ],
)
def test_seats_get_their_names(text: str, named: str) -> None:
    assert name_seats(text, ["Ana", "Ben"]) == named


def test_a_name_is_not_read_again() -> None:
    assert name_seats("{0} and {1}", ["{1}", "{0}"]) == "{1} and {0}"


def test_who_writes_what_name_seats_reads() -> None:
    assert name_seats(f"{who(Seat(1))}!", ["Ana", "Ben"]) == "Ben!"
