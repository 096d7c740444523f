"""Each ability on a table: with every kind of target and without one (INF-3, ING-18 to ING-27)."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.inheritance.cards import DECK, INITIAL_INFLUENCE, Card, Kind
from games.inheritance.choices import DISGUISE, OBEY
from games.inheritance.position import INFLUENCE, PLAYED, PROPOSAL, position_of
from games.inheritance.rules import play_a_card
from simulation.dealer import zone_of
from tests.games.inheritance.build import admirer, at, card, faces, in_hand, lay, plays, ring
from tests.games.scenario import Line, Scenario, ask

REST = ["1 peace", "2 peace"]


def play(s: Scenario, *script: Line) -> Scenario:
    assert s.run(lambda t: play_a_card(t, Seat(0)), *script)
    assert at(s, PLAYED) == []
    return s


def in_game(s: Scenario, short: str) -> bool:
    face = card(short).face
    return any(face in s.faces(zone) for zone in s.table.zones)


ROYAL_PLACES = {
    "love": "admirer 0",
    "dowry": "admirer 1",
    "peace": "parent B",
    "war": "successor",
}

# What each character is played for on the table of the next test, what is asked then, and where
# the card lies afterwards (nowhere: it has left the game).
PLAYS: dict[str, tuple[str, list[Line], str]] = {
    "Assassin": ("remove admirer 1", [], ""),
    "Beggar": ("rule", [], "influence"),
    "Peasant": ("rule", [], "influence"),
    "Thespian": ("replace admirer 1", [], "admirer 1"),
    "Soldier": ("command admirer 1", [ask(1, OBEY, card("2 peace").face)], ""),
    "Spy": ("disguise", [ask(0, DISGUISE, card("1 peace").face)], ""),
    "Cleric": ("replace successor", [], "successor"),
    "Vizier": ("rule", [], "influence"),
    "General": ("exchange parent B", [], ""),
}


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.name)
def test_every_card_plays_for_its_ability(one: Card) -> None:
    s = lay(
        ["3 love", "8 dowry"],
        [[one.short, "1 peace"], ["2 peace"]],
        successor="5 war",
        parents=("9 peace", "7 war"),
    )
    played = s.table.hand_zone(Seat(0)).cards[0]
    royal = ROYAL_PLACES[one.suit.value]
    use, after, place = PLAYS.get(one.character.name, (f"replace {royal}", [], royal))
    play(s, plays(0, one.short, use), *after)
    lies = zone_of(s.table, played)
    assert (lies.name if lies else "") == place
    assert (place == "") is (one.character.kind is Kind.EFFECT)


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.name)
def test_in_26_every_card_becomes_the_proposal(one: Card) -> None:
    s = play(lay(["", ""], [[one.short], []]), plays(0, one.short, "propose"))
    assert at(s, PROPOSAL) == [one.short]


@pytest.mark.parametrize("one", DECK, ids=lambda one: one.name)
def test_in_25_every_card_becomes_the_admirer_of_a_seat_without_one(one: Card) -> None:
    s = play(lay(["", ""], [[one.short], []]), plays(0, one.short, "lay"))
    assert admirer(s, 0) == one.short


@pytest.mark.parametrize(("target", "left"), [(0, ["", "8 war"]), (1, ["3 love", ""])])
def test_assassin_removes_any_admirer_the_own_one_too(target: int, left: list[str]) -> None:
    s = lay(["3 love", "8 war"], [["1 love"], []])
    play(s, plays(0, "1 love", f"remove admirer {target}"))
    assert [admirer(s, 0), admirer(s, 1)] == left
    assert not in_game(s, "1 love")


def test_assassin_on_a_secret_admirer_which_leaves_unseen() -> None:
    s = lay(["3 love", "?8 war"], [["1 love"], []])
    secret = s.card(card("8 war").face)
    play(s, plays(0, "1 love", "remove admirer 1"))
    assert admirer(s, 1) == ""
    assert not s.table.is_open(secret)


def test_assassin_without_an_admirer_anywhere_has_no_effect() -> None:
    s = lay(["", ""], [["1 love"], []])
    play(s, plays(0, "1 love", "nothing"))
    assert not in_game(s, "1 love")


@pytest.mark.parametrize("short", ["2 love", "3 love", "8 love"])
def test_beggar_peasant_and_vizier_replace_the_influence_rule(short: str) -> None:
    s = play(lay(["", ""], [[short], []]), plays(0, short, "rule"))
    assert at(s, INFLUENCE) == [short]
    assert INITIAL_INFLUENCE not in s.faces(INFLUENCE)


def test_beggar_replaces_an_earlier_influence_card_which_leaves_the_game() -> None:
    s = play(lay(["", ""], [["2 love"], []], influence="8 war"), plays(0, "2 love", "rule"))
    assert not in_game(s, "8 war")


@pytest.mark.parametrize("target", [0, 1])
def test_thespian_takes_the_place_of_any_admirer(target: int) -> None:
    s = lay(["3 love", "8 war"], [["4 dowry"], []])
    play(s, plays(0, "4 dowry", f"replace admirer {target}"))
    assert admirer(s, target) == "4 dowry"
    assert not in_game(s, ("3 love", "8 war")[target])


def test_ing_19_thespian_on_a_secret_admirer() -> None:
    s = lay(["3 love", "?8 war"], [["4 dowry"], []])
    secret = s.card(card("8 war").face)
    play(s, plays(0, "4 dowry", "replace admirer 1"))
    assert admirer(s, 1) == "4 dowry"
    assert not in_game(s, "8 war")
    assert not s.table.is_open(secret)


def test_thespian_without_an_admirer_anywhere_is_discarded() -> None:
    s = play(lay(["", ""], [["4 dowry"], []]), plays(0, "4 dowry", "nothing"))
    assert not in_game(s, "4 dowry")


def test_ing_21_soldier_lets_the_victim_choose_and_takes_the_admirer_to_its_hand() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry"], REST])
    play(s, plays(0, "5 dowry", "command admirer 1"), ask(1, OBEY, card("2 peace").face))
    assert admirer(s, 1) == "?2 peace"
    assert in_hand(s, 1) == ["1 peace", "8 war"]
    assert not in_game(s, "5 dowry")


def test_soldier_the_admirer_cannot_be_laid_again_at_once() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry"], REST])
    with pytest.raises(AssertionError, match="is not about"):
        s.run(
            lambda t: play_a_card(t, Seat(0)),
            plays(0, "5 dowry", "command admirer 1"),
            ask(1, OBEY, card("8 war").face),
        )


def test_soldier_the_open_admirer_is_hidden_again_in_the_hand() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry"], REST])
    play(s, plays(0, "5 dowry", "command admirer 1"), ask(1, OBEY, card("2 peace").face))
    s.setup(lambda t: t.hand(Seat(1)))
    assert at(s, "hand 1") == ["?1 peace", "?8 war"]
    assert s.known(1)[s.card(card("8 war").face)] == card("8 war").face


def test_soldier_after_soldier_lays_a_card_face_down_that_everybody_remembers() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry", "5 love"], ["1 peace"]], ring=1)
    play(s, plays(0, "5 dowry", "command admirer 1"), ask(1, OBEY, card("1 peace").face))
    assert at(s, "hand 1") == ["8 war"]
    play(s, plays(0, "5 love", "command admirer 1"), ask(1, OBEY, card("8 war").face))
    assert (admirer(s, 1), at(s, "hand 1")) == ("?8 war", ["?1 peace"])
    assert position_of(s.table).favoured == 0


def test_spy_with_one_other_card_leaves_a_hand_of_one_that_is_hidden_again() -> None:
    s = lay(["3 love", "8 war"], [["6 dowry", "9 war"], []])
    play(s, plays(0, "6 dowry", "disguise"), ask(0, DISGUISE, card("9 war").face))
    play(s, plays(0, "3 love", "rule"))
    assert at(s, INFLUENCE) == ["3 love"]
    assert "mix 0 1 cards" in s.trace


def test_ing_23_soldier_on_a_secret_admirer_which_returns_to_the_hand_unseen() -> None:
    s = lay(["3 love", "?8 war"], [["5 dowry"], REST])
    play(s, plays(0, "5 dowry", "command admirer 1"), ask(1, OBEY, card("1 peace").face))
    assert admirer(s, 1) == "?1 peace"
    assert at(s, "hand 1") == ["?2 peace", "?8 war"]


@pytest.mark.parametrize(("admirer_1", "hand_1"), [("", REST), ("8 war", [])])
def test_ing_22_soldier_without_a_fit_opponent_has_no_effect(
    admirer_1: str, hand_1: list[str]
) -> None:
    s = lay(["3 love", admirer_1], [["5 dowry"], hand_1])
    play(s, plays(0, "5 dowry", "nothing"))
    assert admirer(s, 1) == admirer_1
    assert not in_game(s, "5 dowry")


def test_ing_24_spy_lays_the_new_admirer_face_up_and_takes_the_old_one_back() -> None:
    s = lay(["3 love", ""], [["6 dowry", *REST], []])
    play(s, plays(0, "6 dowry", "disguise"), ask(0, DISGUISE, card("2 peace").face))
    assert admirer(s, 0) == "2 peace"
    assert in_hand(s, 0) == ["1 peace", "3 love"]
    assert not in_game(s, "6 dowry")


def test_ing_24_spy_takes_a_secret_admirer_back_unseen() -> None:
    s = lay(["?3 love", ""], [["6 dowry", "2 peace"], []])
    play(s, plays(0, "6 dowry", "disguise"), ask(0, DISGUISE, card("2 peace").face))
    assert admirer(s, 0) == "2 peace"
    assert at(s, "hand 0") == ["?3 love"]


def test_ing_25_spy_as_the_only_hand_card_has_no_effect() -> None:
    s = lay(["3 love", ""], [["6 dowry"], []])
    play(s, plays(0, "6 dowry", "nothing"))
    assert admirer(s, 0) == "3 love"


def test_spy_without_an_admirer_has_no_effect() -> None:
    s = play(lay(["", "3 love"], [["6 dowry", *REST], []]), plays(0, "6 dowry", "nothing"))
    assert in_hand(s, 0) == REST


@pytest.mark.parametrize("place", ["successor", "parent B", "parent C"])
def test_cleric_takes_the_place_of_any_family_member(place: str) -> None:
    s = lay(["", ""], [["7 dowry"], []])
    former = at(s, place)[0]
    play(s, plays(0, "7 dowry", f"replace {place}"))
    assert at(s, place) == ["7 dowry"]
    assert not in_game(s, former) or former == "7 war"


def test_ind_10_cleric_takes_the_place_of_a_face_down_parent_which_leaves_unseen() -> None:
    s = lay(["", ""], [["7 dowry"], []], parents=("?9 love", "7 war"))
    hidden = s.card(card("9 love").face)
    play(s, plays(0, "7 dowry", "replace parent B"))
    assert at(s, "parent B") == ["7 dowry"]
    assert not in_game(s, "9 love")
    assert not s.table.is_open(hidden)


@pytest.mark.parametrize("place", ["parent B", "parent C"])
def test_general_exchanges_the_own_admirer_with_a_parent(place: str) -> None:
    s = lay(["3 love", ""], [["9 dowry"], []])
    former = at(s, place)[0]
    play(s, plays(0, "9 dowry", f"exchange {place}"))
    assert (admirer(s, 0), at(s, place)) == (former, ["3 love"])
    assert not in_game(s, "9 dowry")


def test_general_without_an_admirer_has_no_effect() -> None:
    s = play(lay(["", "3 love"], [["9 dowry"], []]), plays(0, "9 dowry", "nothing"))
    assert (at(s, "parent B"), at(s, "parent C")) == (["3 war"], ["7 war"])


def test_in_41_general_makes_a_secret_admirer_a_parent_that_nobody_holds() -> None:
    s = lay(["?3 love", ""], [["9 dowry"], []])
    play(s, plays(0, "9 dowry", "exchange parent C"))
    assert (admirer(s, 0), at(s, "parent C")) == ("7 war", ["?3 love"])
    assert s.table.reader(s.card(card("3 love").face)) is None


def test_ing_26_general_takes_a_face_down_parent_as_a_secret_admirer_it_may_read() -> None:
    s = lay(["3 love", ""], [["9 dowry"], []], parents=("?8 love", "7 war"))
    taken = s.card(card("8 love").face)
    play(s, plays(0, "9 dowry", "exchange parent B"))
    assert (admirer(s, 0), at(s, "parent B")) == ("?8 love", ["3 love"])
    assert taken in s.known(0)
    assert taken not in s.known(1)


def test_ing_26_general_exchanges_a_secret_admirer_with_a_face_down_parent() -> None:
    s = lay(["?3 love", ""], [["9 dowry"], []], parents=("?8 love", "7 war"))
    play(s, plays(0, "9 dowry", "exchange parent B"))
    assert (admirer(s, 0), at(s, "parent B")) == ("?8 love", ["?3 love"])


@pytest.mark.parametrize("place", ["admirer 0", "admirer 1", "successor", "parent B", "parent C"])
def test_royal_takes_the_place_of_any_open_card_of_its_own_suit(place: str) -> None:
    s = lay(["3 war", "8 war"], [["10 war"], []], parents=("4 war", "7 war"))
    (former,) = at(s, place)
    play(s, plays(0, "10 war", f"replace {place}"))
    assert at(s, place) == ["10 war"]
    assert not in_game(s, former)


@pytest.mark.parametrize("place", ["admirer 0", "admirer 1", "successor", "parent B", "parent C"])
def test_royal_takes_no_card_of_another_suit_and_none_that_lies_face_down(place: str) -> None:
    s = lay(
        ["?3 love", "8 war"], [["10 love", "4 love", "7 love"], []], parents=("?4 love", "7 war")
    )
    play(
        s,
        plays(0, "10 love", f"replace {place}", bad="only the place of an open card of love"),
        plays(0, "10 love", "nothing"),
    )
    assert not in_game(s, "10 love")


def test_ing_27_no_effect_is_refused_while_there_is_a_target() -> None:
    s = lay(["3 love", ""], [["1 dowry", "5 dowry"], []])
    play(
        s,
        plays(0, "1 dowry", "nothing", bad="the Assassin has a target"),
        plays(0, "5 dowry", "nothing"),
    )


@pytest.mark.parametrize(
    ("short", "use"),
    [
        ("1 dowry", "remove admirer 1"),
        ("4 dowry", "replace admirer 1"),
        ("5 dowry", "command admirer 1"),
        ("10 war", "replace admirer 1"),
    ],
)
def test_ing_8_the_ring_goes_to_the_centre_when_its_admirer_leaves_the_seat(
    short: str, use: str
) -> None:
    s = lay(["3 love", "8 war"], [[short], REST], ring=1)
    after = [ask(1, OBEY, card("2 peace").face)] if "command" in use else []
    play(s, plays(0, short, use), *after)
    assert ring(s) is None


@pytest.mark.parametrize(
    ("short", "use"), [("6 dowry", "disguise"), ("9 dowry", "exchange parent B")]
)
def test_ing_8_a_spy_or_a_general_takes_the_own_admirer_from_under_the_ring(
    short: str, use: str
) -> None:
    s = lay(["3 love", "8 war"], [[short, "1 peace"], []], ring=0)
    after = [ask(0, DISGUISE, card("1 peace").face)] if use == "disguise" else []
    play(s, plays(0, short, use), *after)
    assert ring(s) is None


def test_ing_8_the_ring_stays_while_another_admirer_is_hit() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry"], []], ring=1)
    play(s, plays(0, "1 dowry", "remove admirer 0"))
    assert ring(s) == 1


def test_a_played_card_is_open_before_anything_else_is_asked() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry"], REST])
    play(s, plays(0, "5 dowry", "command admirer 1"), ask(1, OBEY, faces("2 peace")[0]))
    opened = s.trace.index("open 1 cards")
    assert opened < next(k for k, text in enumerate(s.trace) if text.startswith("ask 1"))


def test_ing_33_the_log_names_a_card_that_was_played_open() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry"], []])
    play(s, plays(0, "1 dowry", "remove admirer 1"))
    assert (
        "{0} plays the 1 Assassin of dowry: {1}'s Admirer leaves the game (8 Vizier of war)."
        in s.log
    )
