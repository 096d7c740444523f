"""The pieces of Equipment, each by its title (HA-30, HA-31)."""

from __future__ import annotations

import pytest

from games.court.state import keywords, rating
from games.court.terms import Ability
from games.court.turn import unturn_phase
from games.engine.values import Seat
from tests.games.court.build import (
    acting,
    aims,
    does,
    done,
    is_turned,
    lay,
    plays,
    state,
    told,
    under,
    who,
)
from tests.games.scenario import Scenario

ON_OWN = [
    pytest.param("sword", "hedda", (3, 3), "Guild", id="A Dress Sword"),
    pytest.param("axe", "hedda", (2, 4), "Guild", id="Great-Grandfather's Axe"),
    pytest.param("ring", "hedda", (4, 2), "Guild Noble", id="A Signet Ring"),
    pytest.param("strongbox", "hedda", (3, 2), "Guild Wealthy", id="A Strongbox"),
    pytest.param("tabard", "hedda", (3, 3), "Guild Fighter", id="A Borrowed Tabard"),
    pytest.param("hairshirt", "hedda", (4, 2), "Guild Clergy", id="A Hair Shirt"),
    pytest.param("petticoat", "hedda", (3, 2), "Guild", id="A Chainmail Petticoat"),
    pytest.param("spyglass", "hedda", (4, 2), "Guild Spy", id="A Folding Spyglass"),
    pytest.param("apron", "rook", (2, 3), "Spy Guild", id="A Mason's Apron"),
]


@pytest.mark.parametrize(("card", "bearer", "expected", "words"), ON_OWN)
def test_each_piece_for_ones_own(
    card: str, bearer: str, expected: tuple[int, int], words: str
) -> None:
    s = lay({0: "hedda* rook*", 1: "odo"}, {0: card})
    s.run(acting(0), plays(0, card), aims(0, f"at {bearer}"))
    assert under(s, bearer) == card
    assert _now(s, bearer) == expected
    assert " ".join(keywords(state(s).people[bearer])) == words


ON_RIVALS = [
    pytest.param("hat", (1, 2), id="A Ridiculous Hat"),
    pytest.param("boots", (3, 0), id="Squeaking Boots"),
    pytest.param("slippers", (3, 2), id="Slippers of Lead"),
]


@pytest.mark.parametrize(("card", "expected"), ON_RIVALS)
def test_each_piece_for_a_rival(card: str, expected: tuple[int, int]) -> None:
    s = lay({0: "odo*", 1: "hedda rook"}, {0: card})
    s.run(acting(0), plays(0, card), aims(0, "at hedda"))
    assert under(s, "hedda") == card
    assert _now(s, "hedda") == expected


def test_a_chain_of_office_is_for_a_palace_character() -> None:
    s = lay({0: "hob* hedda*"}, {0: "chain"})
    s.run(acting(0), plays(0, "chain"))
    assert under(s, "hob") == "chain"
    assert _now(s, "hob") == (4, 0)


def test_a_borrowed_tabard_makes_a_fighter() -> None:
    s = lay({0: "hedda", 1: "odo*"}, under={"hedda": "tabard"})
    s.run(acting(0), does(0, "fight hedda"))
    assert told(s, "attack 3, defence 1", "Odo is killed")


def test_a_chainmail_petticoat_adds_2_when_its_bearer_is_attacked() -> None:
    s = lay({0: "fencer", 1: "odo*"}, under={"odo": "petticoat"})
    s.run(acting(0), does(0, "fight fencer"))
    assert told(s, "Defence 3: Chancellor Odo 1, A Chainmail Petticoat 2", "Chancellor Odo wins")


def test_slippers_of_lead_hold_their_bearer_in_the_unturn_phase() -> None:
    s = lay({0: "odo* hob*"}, under={"odo": "slippers"})
    unturn_phase(s.table, Seat(0))
    assert is_turned(s, "odo")
    assert not is_turned(s, "hob")


def test_a_prince_may_bear_what_says_so() -> None:
    s = lay({0: "odo*"}, {0: "ring tabard"})
    s.run(acting(0), plays(0, "ring"), aims(0, "at cosima"), plays(0, "tabard"))
    assert under(s, "cosima") == "ring"
    assert under(s, "odo") == "tabard"


def test_ha_31_no_two_pieces_of_one_title_under_one_bearer() -> None:
    s = lay({0: "odo* hob*"}, {0: "tabard"}, under={"odo": "tabard"})
    s.run(acting(0), plays(0, "tabard"))
    assert under(s, "hob") == "tabard"
    s = lay({0: "odo*"}, {0: "tabard"}, under={"odo": "tabard"})
    s.run(acting(0), plays(0, "tabard", bad="nobody whom it could be for"), done(0))


def test_ha_31_different_titles_add_up() -> None:
    s = lay({0: "hedda"}, under={"hedda": "sword axe ring apron saint"})
    assert _now(s, "hedda") == (5, 7)


def test_ha_81_wealthy_twice_adds_nothing() -> None:
    s = lay({0: "goldwin"}, under={"goldwin": "strongbox midas"})
    assert [str(word) for word in keywords(state(s).people["goldwin"])] == ["Wealthy", "Guild"]


def test_hag_22_what_lies_under_a_dead_character_is_discarded() -> None:
    s = lay({0: "brann", 1: "hob*"}, under={"hob": "sword tongue"})
    s.run(acting(0), does(0, "fight brann"))
    assert who(s, 1) == ""
    assert told(
        s, "Hob is killed and out of the game; with them go A Dress Sword and A Silver Tongue."
    )
    assert sorted(map(str, s.faces("discards"))) == ["sword", "tongue"]
    assert s.faces("attached") == []


def test_a_rating_is_never_below_0() -> None:
    s = lay({0: "hob"}, under={"hob": "hat toad boots"})
    assert _now(s, "hob") == (0, 0)


def _now(s: Scenario, key: str) -> tuple[int, ...]:
    """Politics and combat of somebody."""
    person = state(s).people[key]
    return tuple(rating(state(s), person, one) for one in Ability)
