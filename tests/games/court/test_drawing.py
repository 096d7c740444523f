"""The Draw Phase (HA-45 to HA-52, HAG-15 to HAG-21, CTD-13)."""

from __future__ import annotations

import pytest

from games.court.deck import CATALOGUE
from games.court.drawing import draw_phase, no_pair
from games.court.hands import draw
from games.engine.table import Table
from games.engine.values import Face, Seat
from tests.games.court.build import Job, hand_sizes, is_turned, lay, state, told, who
from tests.games.scenario import Line, ask, passes

BERTRAM = ("bertram*", "dagmar*", "egbert*")  # who has no draw more, as Cosima has
FIVE = "odo* brann* hob* rook* hedda*"


def drawing(seat: int = 0) -> Job:
    return lambda t: draw_phase(t, Seat(seat))


def draws(option: str, *cards: str, bad: str = "") -> Line:
    return ask(0, "draw", *cards, option=option, bad=bad)


def newcomer(option: str) -> Line:
    return ask(0, "newcomer", option=option)


def test_ha_45_one_card_from_either_deck() -> None:
    s = lay({0: FIVE}, characters="seer", actions="hat ring", princes=BERTRAM)
    s.run(drawing(), draws("action"))
    assert s.in_hand(0) == ["hat"]
    s = lay({0: FIVE}, characters="seer", actions="hat", princes=BERTRAM)
    s.run(drawing(), draws("character"), newcomer("refuse"))
    assert s.faces("former characters") == ["seer"]


def test_ha_45_one_may_draw_nothing() -> None:
    s = lay({0: FIVE}, characters="seer", actions="hat")
    s.run(drawing(), passes(0, "draw"))
    assert hand_sizes(s) == [0, 0, 0]


def test_ha_46_one_more_for_each_open_slot() -> None:
    s = lay({0: "odo* brann* hob*"}, actions="hat ring sword axe fruit")
    s.run(drawing(), draws("action"), draws("action"), draws("action"), passes(0, "draw"))
    assert hand_sizes(s)[0] == 3


def test_ha_50_and_hag_16_a_filled_slot_gives_no_draw() -> None:
    s = lay(
        {0: "odo* brann* hob* rook*"}, characters="seer agnes", actions="hat ring", princes=BERTRAM
    )
    s.run(drawing(), draws("character"), newcomer("keep"))  # the one slot's draw is gone
    assert who(s, 0) == "odo* brann* hob* rook* seer*"
    s = lay(
        {0: "odo* brann* hob* rook*"}, characters="seer agnes", actions="hat ring", princes=BERTRAM
    )
    s.run(drawing(), draws("action"), draws("character"), newcomer("keep"))
    assert hand_sizes(s)[0] == 1


def test_hag_16_slots_opened_later_in_the_phase_give_no_draw() -> None:
    s = lay({0: FIVE}, characters="seer", actions="hat ring", princes=BERTRAM)
    s.run(drawing(), draws("character"), newcomer("for odo"))
    assert told(s, "{0} draws The Veiled Seer", "{0} discards Chancellor Odo", "joins the court")
    assert hand_sizes(s)[0] == 0


def test_ha_47_a_character_may_turn_for_a_card_from_either_deck() -> None:
    s = lay({0: "odo brann hob rook hedda"}, characters="seer", actions="hat ring")
    s.run(
        drawing(),
        draws("action odo"),
        draws("character brann"),
        newcomer("for rook"),
        passes(0, "draw"),
    )
    assert who(s, 0) == "odo* brann* hob hedda seer*"
    assert hand_sizes(s)[0] == 1


def test_hag_17_the_prince_does_not_turn_to_draw() -> None:
    s = lay({0: FIVE}, actions="hat", princes=("cosima", "dagmar", "egbert"))
    s.run(drawing(), draws("action cosima", bad="choose one of the options"), passes(0, "draw"))


def test_ctd_13_draws_paid_by_turning_spend_no_slot_draw_but_a_newcomer_lowers_it() -> None:
    s = lay({0: "odo brann* hob*"}, characters="seer agnes", actions="hat ring sword")
    s.run(
        drawing(),
        draws("action odo"),  # two slots and the first draw are left
        draws("character"),
        newcomer("keep"),  # one slot is left, and one draw for it
        draws("action"),
        passes(0, "draw"),
    )
    assert hand_sizes(s)[0] == 2


def test_ha_48_a_newcomer_comes_in_turned() -> None:
    s = lay({0: "odo*"}, characters="seer", actions="")
    s.run(drawing(), draws("character"), newcomer("keep"))
    assert is_turned(s, "seer")


def test_ha_49_a_full_court_makes_room_or_sends_the_newcomer_away() -> None:
    s = lay({0: FIVE}, characters="seer")
    s.run(drawing(), draws("character"), newcomer("for hob"))
    assert who(s, 0) == "odo* brann* rook* hedda* seer*"
    assert s.faces("former characters") == ["hob"]


def test_ha_51_and_hag_20_one_discard_a_phase() -> None:
    s = lay({0: "odo* brann*"}, characters="seer agnes vane")
    s.run(
        drawing(),
        draws("character"),
        newcomer("refuse"),
        draws("character"),  # must come in, and nobody is asked
        draws("character"),
        passes(0, "draw"),
    )
    assert who(s, 0) == "odo* brann* agnes* vane*"


def test_hag_19_a_full_court_that_has_discarded_draws_no_character() -> None:
    s = lay({0: "odo brann* hob* rook* hedda*"}, characters="seer agnes")
    s.run(drawing(), draws("character"), newcomer("refuse"))  # Odo could turn for nothing now
    assert who(s, 0) == "odo brann* hob* rook* hedda*"


def test_ha_20_discarded_characters_come_back_when_the_deck_is_empty() -> None:
    s = lay({0: "odo*"}, former="seer agnes")
    s.run(drawing(), draws("character"), newcomer("keep"), passes(0, "draw"))
    assert who(s, 0) == "odo* seer*"
    assert told(s, "The discarded Characters are shuffled into a new deck")


def test_hag_15_without_any_character_none_can_be_drawn() -> None:
    s = lay({0: "odo*"}, actions="hat ring")
    s.run(drawing(), draws("character", bad="choose one of the options"), passes(0, "draw"))


def test_ha_32_the_action_discards_become_the_deck() -> None:
    s = lay(actions="hat", discards="ring sword")

    async def three(t: Table) -> None:
        assert await draw(t, Seat(0), 3) == 3

    s.run(three)
    assert sorted(map(str, s.in_hand(0))) == ["hat", "ring", "sword"]
    assert told(s, "The Action discards are shuffled into a new deck")


def test_ha_32_no_more_cards_are_drawn_than_there_are() -> None:
    s = lay(actions="hat")

    async def three(t: Table) -> None:
        assert await draw(t, Seat(0), 3) == 1

    s.run(three)


def test_ha_52_and_hag_21_two_magic_cards_for_one_any_number_of_times() -> None:
    s = lay({0: FIVE}, {0: "rain toad giant eye hat"}, actions="ring sword axe", princes=BERTRAM)
    s.run(
        drawing(),
        draws("magic"),
        ask(0, "magic", "rain", "hat", bad="only Spells and Enchantments"),
        ask(0, "magic", "rain", bad="choose 2 cards"),
        ask(0, "magic", "rain", "toad"),
        draws("magic"),
        ask(0, "magic", "giant", "eye"),
        draws("magic"),
        passes(0, "magic"),  # which then is not offered any more
        draws("action"),
    )
    assert sorted(map(str, s.in_hand(0))) == ["axe", "hat", "ring", "sword"]
    assert sorted(map(str, s.faces("discards"))) == ["eye", "giant", "rain", "toad"]


@pytest.mark.parametrize(
    ("held", "why"),
    [
        ("", "you hold none"),
        ("hat ring", "you hold none"),
        ("rain hat", "you hold only one"),
        ("rain toad", None),
        ("hat giant eye", None),
    ],
)
def test_ha_52_who_holds_no_two_magic_cards_is_told(held: str, why: str | None) -> None:
    faces: tuple[Face, ...] = tuple(held.split())
    assert no_pair(CATALOGUE, faces, "magic") == why
    assert no_pair(CATALOGUE, faces, "action") is None


@pytest.mark.parametrize("leaves", [0, 1])
def test_ctd_8_who_leaves_while_drawing(leaves: int) -> None:
    s = lay({0: "odo*", 1: "hob"}, characters="seer", actions="hat ring")
    s.run(
        drawing(),
        draws("character"),
        ask(0, "newcomer", option="keep", leaves=(leaves,)),
        *([passes(0, "draw")] if leaves else []),
    )
    assert state(s).draws is None
    assert who(s, 0) == ("odo* seer*" if leaves else "")
