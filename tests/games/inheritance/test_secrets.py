"""Who may see what: Secret Admirers, face-down Parents, hands (IN-39, IN-41, IND-4, IND-5)."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.inheritance.choices import OBEY, REVEAL_EARLY
from games.inheritance.position import DRAW, PARENTS
from games.inheritance.rules import offer_reveal, play_a_card
from tests.games.inheritance.build import admirer, at, card, lay, plays
from tests.games.scenario import Scenario, ask

EYES = (0, 1, 2, None)


def shown(s: Scenario, viewer: int | None, area: str, index: int = 0) -> str:
    """What a viewer sees of one card of an area."""
    (found,) = [one for one in s.view(viewer).areas if one.key == area]
    return found.cards[index].short


def general(s: Scenario, seat: int, short: str, place: str) -> None:
    s.run(lambda t: play_a_card(t, Seat(seat)), plays(seat, short, f"exchange {place}"))


def test_ind_5_a_secret_admirer_wanders_over_the_parents_to_two_others() -> None:
    s = lay(
        ["?8 love", "3 love", "4 love"],
        [["9 dowry"], ["9 peace", "9 love"], ["9 war"]],
    )
    assert [shown(s, eyes, "admirer 0") for eyes in EYES] == ["8 love", "?", "?", "?"]

    general(s, 0, "9 dowry", "parent B")  # it becomes a Parent: nobody may look
    assert at(s, "parent B") == ["?8 love"]
    assert [shown(s, eyes, "parents") for eyes in EYES] == ["?"] * 4

    general(s, 1, "9 peace", "parent B")  # the second seat takes it, and may look
    assert admirer(s, 1) == "?8 love"
    assert [shown(s, eyes, "admirer 1") for eyes in EYES] == ["?", "8 love", "?", "?"]

    general(s, 1, "9 love", "parent C")  # a Parent again, on the other place
    assert [shown(s, eyes, "parents", 1) for eyes in EYES] == ["?"] * 4

    general(s, 2, "9 war", "parent C")
    assert admirer(s, 2) == "?8 love"
    assert [shown(s, eyes, "admirer 2") for eyes in EYES] == ["?", "?", "8 love", "?"]


def test_ind_4_the_former_owner_remembers_and_no_view_shows_it() -> None:
    s = lay(["?8 love", "3 love"], [["9 dowry"], ["9 peace"]])
    secret = s.card(card("8 love").face)
    general(s, 0, "9 dowry", "parent B")
    assert secret in s.known(0)
    assert shown(s, 0, "parents") == "?"
    general(s, 1, "9 peace", "parent B")
    assert secret in s.known(0)
    assert shown(s, 0, "admirer 1") == "?"
    assert "8 love" not in repr(s.view(0))


def test_ind_5_the_new_owner_may_reveal_what_it_took() -> None:
    s = lay(["?8 love", "3 love"], [["9 dowry"], ["9 peace"]])
    general(s, 0, "9 dowry", "parent B")
    general(s, 1, "9 peace", "parent B")
    s.run(
        lambda t: offer_reveal(t, Seat(1), REVEAL_EARLY),
        ask(1, REVEAL_EARLY, card("8 love").face),
    )
    assert admirer(s, 1) == "8 love"


def test_ind_5_a_face_down_parent_lies_in_a_zone_of_one_card_without_a_keeper() -> None:
    s = lay(["?8 love", "3 love"], [["9 dowry"], []])
    general(s, 0, "9 dowry", "parent B")
    assert [len(s.table.zone(place).cards) for place in PARENTS] == [1, 1]
    assert s.table.reader(s.table.zone("parent B").cards[0]) is None


def test_in_39_a_hand_and_the_pile_are_hidden_from_all_others() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry", "2 dowry"], ["4 peace"]], pile=["6 peace"])
    for viewer, own in ((0, {"1 dowry", "2 dowry"}), (1, {"4 peace"}), (None, set[str]())):
        text = repr(s.view(viewer))
        for short in ("1 dowry", "2 dowry", "4 peace", "6 peace"):
            assert (short in text) is (short in own)
        assert {one.short for one in s.view(viewer).hand} == own
    assert len(s.table.zone(DRAW).cards) == 1


def test_in_39_a_soldiers_victim_alone_sees_what_it_laid() -> None:
    s = lay(["3 love", "8 war", ""], [["5 dowry"], ["4 peace"], []])
    s.run(
        lambda t: play_a_card(t, Seat(0)),
        plays(0, "5 dowry", "command admirer 1"),
        ask(1, OBEY, card("4 peace").face),
    )
    assert [shown(s, eyes, "admirer 1") for eyes in EYES] == ["?", "4 peace", "?", "?"]


@pytest.mark.parametrize("viewer", EYES)
def test_ing_33_replaced_proposals_and_influence_cards_are_in_no_view(viewer: int | None) -> None:
    s = lay(["3 love", "8 war", ""], [["5 dowry", "2 peace"], [], []], influence="8 peace")
    s.run(lambda t: play_a_card(t, Seat(0)), plays(0, "5 dowry", "propose"))
    s.run(lambda t: play_a_card(t, Seat(0)), plays(0, "2 peace", "rule"))
    text = repr(s.view(viewer))
    assert "1 Assassin of war" not in text
    assert "8 Vizier of peace" not in text
    assert "5 Soldier of dowry" in text
