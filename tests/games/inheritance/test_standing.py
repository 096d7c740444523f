"""How near everybody is to winning, in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine.values import Seat
from games.inheritance.standing import SET_UP, standing
from tests.games.inheritance.build import position

ADMIRERS = ("9 love", "4 dowry", "7 peace")
RING_ON_0 = "{0} wins next turn unless {1} or {2} can move the Ring."
TIED = ("9 love", "9 dowry", "7 peace")
NOBODY_FAVOURED = "As the cards lie nobody is favoured: it stays there."


@pytest.mark.parametrize(
    ("admirers", "ring", "turn", "gone", "said"),
    [
        (ADMIRERS, 0, 0, (), [RING_ON_0]),  # the holder has just got it in a turn of its own
        (ADMIRERS, 0, 1, (), [RING_ON_0]),
        (ADMIRERS, 0, 2, (), ["{0} wins next turn unless {2} can move the Ring."]),
        (ADMIRERS, 0, 2, (1,), ["{0} wins next turn unless {2} can move the Ring."]),
        (ADMIRERS, 0, 0, (1, 2), ["{0} wins next turn."]),
        (
            ADMIRERS,
            1,
            2,
            (),
            [
                "{1} wins next turn unless {2} or {0} can move the Ring.",
                "As the cards lie it goes to {0} when this turn ends.",
            ],
        ),
        (ADMIRERS, 0, 1, (0,), ["The Ring lies with {0}, who has left and cannot win."]),
        (TIED, 0, 2, (), ["{0} wins next turn unless {2} can move the Ring.", NOBODY_FAVOURED]),
        (
            TIED,
            None,
            2,
            (),
            [
                "Nobody has the Ring of Favour.",
                "As the cards lie nobody is favoured: it stays in the centre.",
            ],
        ),
    ],
)
def test_who_wins_next_and_who_can_prevent_it(
    admirers: Sequence[str], ring: int | None, turn: int, gone: Sequence[int], said: list[str]
) -> None:
    laid = position(admirers, ring=ring, gone=gone)
    assert [one.text for one in standing(laid, Seat(turn), 9)] == said


def test_who_wins_next_is_urgent_and_nothing_else_is() -> None:
    with_ring = standing(position(TIED, ring=0), Seat(1), 9)
    assert [one.urgent for one in with_ring] == [True, False]
    assert not any(one.urgent for one in standing(position(TIED), Seat(1), 9))


@pytest.mark.parametrize(("hands", "cards"), [((1, 2, 0), "3 cards"), ((0, 1, 0), "1 card")])
def test_an_empty_pile_says_how_long_it_still_lasts(hands: Sequence[int], cards: str) -> None:
    *_, last = standing(position(ADMIRERS, hands=hands, ring=0), Seat(0), 0)
    assert last.text == f"The Draw Pile is empty: {cards} left to play, then the game is a draw."
    assert last.brief == f"A draw after {cards} more."


def test_before_the_first_turn_it_says_what_the_admirers_are_chosen_for() -> None:
    assert standing(None, None, 40) == standing(position(ADMIRERS), None, 12) == (SET_UP,)
