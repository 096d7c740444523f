"""Who is favoured: the golden tables of INF-8 and IN-14 to IN-22 with their gaps."""

from __future__ import annotations

import pytest

from games.inheritance.cards import Influence, Suit
from games.inheritance.favour import Court, favoured, favoured_suits
from tests.games.inheritance.build import HIGHEST, LOWEST, NEAREST, court, face_up


def winner(deciding: Court, *admirers: str) -> int | None:
    return favoured(deciding, [face_up(short) if short else None for short in admirers])


def test_inf_8_the_table_in_the_publishers_picture() -> None:
    table = court("1 dowry", "5 war", ("3 love", "7 peace"), LOWEST)
    assert favoured_suits(table) == (Suit.LOVE, Suit.PEACE)
    assert winner(table, "6 war", "9 peace", "4 dowry", "2 love") == 3


def test_inf_8_the_worked_example_of_the_rulebook() -> None:
    # The Cleric and the Beggar are of the Parents' suits, the higher General is not.
    table = court("1 dowry", "10 war", ("4 love", "8 peace"), HIGHEST)
    assert winner(table, "7 love", "2 peace", "9 dowry") == 0


@pytest.mark.parametrize(
    ("proposal", "suits"),
    [
        ("1 love", (Suit.WAR,)),
        ("1 dowry", (Suit.LOVE, Suit.PEACE)),
        ("1 peace", (Suit.DOWRY,)),
        ("1 war", ()),
    ],
)
def test_in_15_to_in_18_the_suits_that_each_proposal_favours(
    proposal: str, suits: tuple[Suit, ...]
) -> None:
    assert favoured_suits(court(proposal, "5 war", ("3 love", "7 peace"))) == suits


def test_in_16_parents_of_one_suit_make_one_favoured_suit() -> None:
    assert favoured_suits(court("2 dowry", "5 war", ("3 love", "7 love"))) == (Suit.LOVE,)


def test_in_18_peace_may_favour_three_suits() -> None:
    table = court("2 peace", "5 war", ("3 war", "7 war"))
    assert favoured_suits(table) == (Suit.LOVE, Suit.DOWRY, Suit.PEACE)


def test_in_20_a_single_admirer_of_a_favoured_suit_is_favoured_whatever_the_ranks() -> None:
    assert winner(court("1 love", "5 war", ("3 love", "7 love")), "1 war", "10 love") == 0


@pytest.mark.parametrize(("influence", "best"), [(HIGHEST, 2), (LOWEST, 0), (NEAREST, 1)], ids=str)
def test_in_21_among_several_the_rank_that_fits_best(influence: Influence, best: int) -> None:
    table = court("1 love", "5 war", ("3 love", "7 love"), influence)
    assert winner(table, "2 war", "6 war", "10 war", "1 dowry") == best


def test_in_21_a_tie_among_favoured_suits_favours_nobody_even_with_another_admirer() -> None:
    table = court("1 dowry", "5 war", ("3 love", "7 peace"))
    assert winner(table, "9 love", "9 peace", "4 war") is None


@pytest.mark.parametrize("proposal", ["1 war", "1 love"])
def test_in_22_without_a_favoured_suit_present_all_ranks_are_compared(proposal: str) -> None:
    table = court(proposal, "5 war", ("3 love", "7 love"))
    assert winner(table, "2 love", "9 peace", "4 dowry") == 1


def test_in_22_war_ignores_suits() -> None:
    assert winner(court("1 war", "5 love", ("3 love", "7 love")), "2 love", "9 war") == 1


def test_in_22_a_tie_of_all_favours_nobody() -> None:
    assert winner(court("1 war", "5 love", ("3 love", "7 love")), "9 love", "9 war") is None


def test_ing_10_a_secret_admirer_is_left_out() -> None:
    assert winner(court("1 war", "5 love", ("3 love", "7 love")), "?", "3 war") == 1


def test_ing_11_without_an_open_admirer_nobody_is_favoured() -> None:
    assert winner(court("1 war", "5 love", ("3 love", "7 love")), "?", "") is None


def test_ing_12_equal_distance_above_and_below_is_a_tie() -> None:
    table = court("1 war", "5 love", ("3 love", "7 love"), NEAREST)
    assert winner(table, "3 peace", "7 peace") is None
    assert winner(table, "3 peace", "7 peace", "5 dowry") == 2


def test_ing_13_the_nearest_rank_follows_the_successor() -> None:
    parents = ("3 love", "7 love")
    assert winner(court("1 war", "2 love", parents, NEAREST), "3 peace", "8 peace") == 0
    assert winner(court("1 war", "9 love", parents, NEAREST), "3 peace", "8 peace") == 1


def test_ing_14_a_face_down_parent_adds_no_suit_to_a_dowry() -> None:
    assert favoured_suits(court("1 dowry", "5 war", ("?", "7 peace"))) == (Suit.PEACE,)


def test_ing_14_a_dowry_of_two_face_down_parents_compares_all() -> None:
    table = court("1 dowry", "5 war", ("?", "?"))
    assert favoured_suits(table) == ()
    assert winner(table, "4 love", "6 war") == 1


def test_ing_15_a_face_down_parent_takes_no_suit_from_a_peace() -> None:
    table = court("1 peace", "5 war", ("?", "7 peace"))
    assert favoured_suits(table) == (Suit.LOVE, Suit.DOWRY)
