"""The set-up and the course of a game: SK-1, SK-2, SKG-2 to SKG-6, SKD-13, the cap (SKG-80)."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

import pytest

from games.engine.table import Table
from games.engine.values import Seat
from games.king import rules
from games.king.endings import HIGHEST_RANK, NOBODY_CAN_WIN, TRUE_HEIR_KING, ended
from games.king.heirs import HEIRS
from games.king.plays import CATALOGUE
from games.king.ranks import Rank
from games.king.rules import (
    King,
    make_places,
    outcome_at_cap,
    place_heirs,
    play_rounds,
    seat_players,
)
from games.king.state import state_of
from simulation.dealer import dice, play
from tests.games.king.build import BARON, COMMONER, DUKE, KING, MARQUIS, Court, court, ranked
from tests.games.scenario import chance


def placed(orders: Sequence[Sequence[str]]) -> Court:
    """A table on which the Heirs come out of the shuffles in these orders."""
    s = Court(King(), 2)
    s.setup(make_places)
    before, left = KEYS, list(orders)

    def permutation(size: int) -> list[int]:
        nonlocal before
        former, before = before, list(left.pop(0))
        return [former.index(one) for one in before]

    s.dealer._permutation = permutation  # type: ignore[method-assign]
    s.setup(place_heirs)
    assert not left
    return s


KEYS = [str(heir.key) for heir in HEIRS]


def starting(first: str, second: str = "") -> list[str]:
    """An order that begins so."""
    head = [first, second] if second else [first]
    return [*head, *(key for key in KEYS if key not in head)]


def test_sk_1_heirs_fill_the_board_from_the_king_down() -> None:
    s = placed([starting("sage")])
    assert ranked(s, KING) == ["sage"]
    assert [one for rank in Rank for one in ranked(s, rank)] == starting("sage")
    assert len(ranked(s, BARON)) == 5


def test_skd_13_the_heirs_are_shuffled_again_until_the_king_may_begin() -> None:
    """After settling: the Librarian's fall may put somebody forbidden on the throne."""
    s = placed(
        [
            starting("true heir"),
            starting("hermit"),
            starting("hanged man"),
            starting("librarian", "hermit"),
            starting("librarian", "queen"),
        ]
    )
    assert ranked(s, KING) == ["queen"]


def test_skg_79_the_librarian_falls_at_once() -> None:
    s = placed([starting("librarian")])
    assert ranked(s, KING) == ["magician"]
    assert ranked(s, MARQUIS)[-1] == "librarian"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_sk_2_seniority_by_chance_and_turns_in_the_opposite_order(seats: int) -> None:
    """SKG-4, SKG-6: the most senior player is the last Baron and the last in turn."""
    orders = []
    for number in range(min(factorial(seats), 24)):
        s = Court(King(), seats)
        s.setup(make_places)
        s.setup(place_heirs)
        if ranked(s, KING)[0] in rules.NEVER_FIRST:
            raise AssertionError("a forbidden King")
        s.run(seat_players, chance(number))
        order = state_of(s.table).order
        senior = [f"player {seat}" for seat in reversed(order)]
        assert [one for one in ranked(s, BARON) if one.startswith("player")] == senior[:1]
        assert ranked(s, COMMONER) == senior[1:]
        orders.append(order)
    assert len(set(orders)) == len(orders)


def test_deck_and_hands() -> None:
    """SKG-2, SKG-5."""
    s = Court(King(), 5)
    s.setup(make_places)
    s.setup(rules.deal_hands)
    assert [len(s.in_hand(seat)) for seat in range(5)] == [5] * 5
    assert len(s.faces("deck")) == len(CATALOGUE.deck(5)) - 25


@pytest.mark.parametrize(
    ("at", "friends", "winners"),
    [
        ({"player 1": DUKE}, {}, (1,)),
        ({"player 0": MARQUIS, "player 1": MARQUIS}, {}, (0,)),
        ({"player 0": MARQUIS, "player 1": MARQUIS}, {0: ["true heir"]}, (1,)),
    ],
)
def test_skg_80_at_the_cap_the_highest_who_can_win_wins(
    at: dict[str, Rank], friends: dict[int, list[str]], winners: tuple[int, ...]
) -> None:
    s = court(at, friends=friends)
    assert outcome_at_cap(s.table).winners == winners


def test_skd_24_who_is_away_does_not_win_by_the_cap() -> None:
    s = court(seats=2, dead=["player 0"], shipped=["player 1"])
    assert outcome_at_cap(s.table).winners == ()


def test_skg_80_sixty_turns_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    async def take_turn(t: Table, seat: Seat) -> None:
        taken.append(seat)

    monkeypatch.setattr(rules, "take_turn", take_turn)
    s = court(seats=2)
    outcome = s.run(play_rounds)
    assert taken == [0, 1] * 60
    assert outcome.winners == (0,)
    assert "60 rounds" in outcome.said


def test_a_table_may_agree_on_fewer_rounds() -> None:
    assert King.info.options[0].values == (60, 30, 6)
    short = play(King(), 3, 5, options={"turns": 6}).engine
    assert state_of(short.table).round == 6
    assert short.outcome is not None
    assert short.outcome.said == "the highest Rank after 6 rounds, and the most senior of it"


def test_skg_80_the_end_says_whether_seniority_has_decided() -> None:
    alone, shared = (ended(HIGHEST_RANK, Seat(0), rounds=6, shared=one) for one in (False, True))
    assert alone.said == "the highest Rank after 6 rounds"
    assert shared.said == "the highest Rank after 6 rounds, and the most senior of it"
    assert alone.reason == shared.reason, "what is hashed is the same"


def test_skg_81_that_all_lose_is_no_draw() -> None:
    lost = ended(TRUE_HEIR_KING)
    assert lost.winners == ()
    assert lost.all_lost
    assert not ended(NOBODY_CAN_WIN, rounds=6).all_lost


def test_dice_are_fair_enough_for_the_seniority() -> None:
    randbelow = dice(3)
    assert {randbelow(factorial(3)) for _ in range(60)} == set(range(6))
