"""The deck against INF-2 to INF-5: what is printed, how often, and what each card's row says."""

from __future__ import annotations

from collections import Counter

import pytest

from games.inheritance.cards import (
    CHARACTERS,
    DECK,
    INITIAL_INFLUENCE,
    PROPOSALS,
    Influence,
    Kind,
    Suit,
    card_of,
    influence_of,
)
from tests.games.inheritance.build import card

ROWS = [
    (1, "Assassin", Kind.EFFECT, None),
    (2, "Beggar", Kind.INFLUENCE, Influence.LOWEST),
    (3, "Peasant", Kind.INFLUENCE, Influence.NEAREST),
    (4, "Thespian", Kind.REPLACE, None),
    (5, "Soldier", Kind.EFFECT, None),
    (6, "Spy", Kind.EFFECT, None),
    (7, "Cleric", Kind.REPLACE, None),
    (8, "Vizier", Kind.INFLUENCE, Influence.HIGHEST),
    (9, "General", Kind.EFFECT, None),
    (10, "Royal", Kind.REPLACE, None),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[1])
def test_inf_3_each_character_has_its_rank_kind_and_rule(
    row: tuple[int, str, Kind, Influence | None],
) -> None:
    rank, name, kind, influence = row
    (character,) = [found for found in CHARACTERS if found.name == name]
    assert (character.rank, character.kind, character.influence) == (rank, kind, influence)
    assert character.text


def test_ing_1_the_deck_has_forty_cards_one_of_each_suit_and_rank() -> None:
    assert len(DECK) == 40
    assert Counter(one.suit for one in DECK) == dict.fromkeys(Suit, 10)
    assert len({one.face for one in DECK}) == 40


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.short)
def test_a_face_leads_back_to_its_card(one: object) -> None:
    assert card_of(one.face) is one  # type: ignore[attr-defined]


def test_names_are_what_people_say() -> None:
    assert card("7 war").name == "7 Cleric of war"


def test_inf_3_only_a_royal_names_its_suit() -> None:
    assert "of war" in card("10 war").text
    assert all("war" not in card(f"{rank} war").text for rank in range(1, 10))


def test_ing_3_every_suit_names_a_proposal() -> None:
    assert set(PROPOSALS) == set(Suit)


def test_ing_4_the_initial_influence_lets_the_highest_rank_win_and_is_in_no_deck() -> None:
    assert influence_of(INITIAL_INFLUENCE) is Influence.HIGHEST
    assert INITIAL_INFLUENCE not in [one.face for one in DECK]


@pytest.mark.parametrize("rank", [2, 3, 8])
def test_in_14_the_card_in_the_influence_area_sets_the_rule(rank: int) -> None:
    assert influence_of(card(f"{rank} love").face) is card(f"{rank} love").character.influence


@pytest.mark.parametrize("rank", [1, 4, 5, 6, 7, 9, 10])
def test_other_cards_set_no_influence_rule(rank: int) -> None:
    with pytest.raises(ValueError, match="sets no influence rule"):
        influence_of(card(f"{rank} peace").face)
