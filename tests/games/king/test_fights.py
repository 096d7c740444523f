"""What questions say of a fight: what happens as it is, and what an answer would change."""

from __future__ import annotations

import pytest

from games.engine.values import Seat
from games.king import fights, plays
from games.king.heirs import Person
from games.king.resolution import described
from games.king.state import Effect, Play, state_of
from tests.games.king.build import DUKE, EARL, KING, Court, court


def attack(target: str, strength: int, defence: int = 0, poison: int = 0) -> Effect:
    effect = Effect(plays.ASSASSINATE, Seat(0), Person(target), strength=strength)
    effect.defence, effect.poison = defence, poison
    return effect


@pytest.fixture
def table() -> Court:
    return court({"queen": EARL, "sage": DUKE}, friends={1: ["taster"]})


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (attack("spy", 3, 1), "Attack 3 against 1: the Spy dies, unless Knights add 2 or more."),
        (attack("spy", 3, 3), "the Spy lives, unless Poison comes; more Knights guard against it."),
        (attack("sage", 3, 3), "the Royal Sage lives, whatever Poison comes."),
        (attack("taster", 3, 2), "unless Knights add 1 or more, or Poison is used on him."),
    ],
)
def test_what_knights_would_change(table: Court, effect: Effect, says: str) -> None:
    said = fights.about_knights(table.table, effect, Seat(1))
    assert f"{says} Do you defend?" in said


@pytest.mark.parametrize(
    ("friend", "king", "says"),
    [
        (None, "judge", "Attack 3 against 3, and the Queen adds one Poison: the Judge dies,"
                        " unless Knights add 1 or more."),
        (2, "judge", "3, and the Queen may add one Poison: the Judge lives, unless Poison comes;"),
        (None, "taster", "adds one Poison, which saves the Poison Taster for this turn."),
        (None, "sage", "Attack 3 against 3: the Royal Sage lives, whatever Poison comes."),
    ],
)  # fmt: skip
def test_sk_38_knights_reckon_with_the_queen(friend: int | None, king: str, says: str) -> None:
    friends = {} if friend is None else {friend: ["queen"]}
    s = court({king: KING, "queen": EARL}, friends=friends)
    assert says in fights.about_knights(s.table, attack(king, 3, 3), Seat(1))


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (attack("queen", 2, 3), "the Queen lives, unless Poison adds 2"),
        (attack("queen", 3, 2), "the Queen dies, with no more Poison as well"),
        (attack("taster", 3, 2), "Any Poison saves the Poison Taster"),
        (attack("sage", 2, 3), "Poison adds nothing against the Royal Sage"),
        (attack("player 1", 2, 3), "Poison adds nothing against {1}"),
    ],
)
def test_what_poison_would_change(table: Court, effect: Effect, says: str) -> None:
    assert says in fights.about_poison(table.table, effect, Seat(2))


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (
            attack("queen", 2, 2, 1),
            "the Queen dies. With an Antidote the Queen lives and becomes your friend",
        ),
        (attack("queen", 3, 2, 1), "With an Antidote the Queen dies."),
        (attack("sage", 2, 2, 1), "the Royal Sage lives. With an Antidote the Royal Sage lives."),
        (attack("player 2", 2, 2, 1), "{2} dies. With an Antidote {2} lives."),
        (
            attack("magician", 3, 2, 1),
            "a coin decides whether the Magician dies; if not, he becomes your friend. Do you",
        ),
    ],
)
def test_what_an_antidote_would_change(table: Court, effect: Effect, says: str) -> None:
    assert says in fights.about_antidote(table.table, effect, Seat(0))


def test_what_a_ship_a_pardon_and_assassins_would_change(table: Court) -> None:
    assert "takes the Queen to a distant land" in fights.about_ship(Person("queen"), Seat(1))
    said = fights.about_pardon(table.table, Person("queen"), Seat(1))
    assert "saves the Queen, who rises to Marquis" in said
    king = court({"hanged man": KING})
    assert "who rises" not in fights.about_pardon(king.table, Person("hanged man"), Seat(1))
    assert fights.about_joining(Person("player 1"), 3).startswith("Attack 3 so far. Do you attack")
    assert fights.about_joining(Person("player 1"), 0).startswith("Do you attack {1}, the King")


def test_the_story_says_how_strong_an_attack_is_and_who_is_in_it() -> None:
    effect = attack("spy", 5)
    effect.means = "three cards"
    assert fights.announced(effect) == "{0} attacks the Spy with three cards: attack 5"
    effect.means, effect.others = "", (Seat(1), Seat(2))
    assert fights.announced(effect) == "{0} attacks the Spy together with {1} and {2}: attack 5"
    bribe = Effect(plays.BRIBE, Seat(1), Person("spy"))
    assert fights.announced(bribe) == "{1} bribes the Spy"


@pytest.mark.parametrize(
    ("target", "strength", "play", "says"),
    [
        ("general", 3, plays.ASSASSINATE, "void: he defends himself with 10"),
        ("general", 11, plays.ASSASSINATE, ""),
        ("general", 0, plays.EXECUTE, ""),
        ("magician", 3, plays.ASSASSINATE, "a coin may save him"),
        ("fool", 0, plays.BETRAY, "a coin may lead it to the King"),
        ("taster", 3, plays.ASSASSINATE, "any Poison saves him"),
        ("player 1", 3, plays.ASSASSINATE, "the Magician would die instead"),
        ("queen", 3, plays.ASSASSINATE, ""),
    ],
)
def test_targets_that_may_be_named_in_vain_are_marked(
    target: str, strength: int, play: Play, says: str
) -> None:
    s = court(friends={1: ["magician"]})
    state = state_of(s.table)
    state.strength = strength
    assert fights.why_in_vain(state, play, Person(target)) == says
    assert (says or ")") in described(state, Person(target), play, Seat(0))


@pytest.mark.parametrize(
    ("target", "by", "says"),
    [
        ("player 1", 1, "yourself (Baron)"),
        ("player 1", 0, "{1} (Baron)"),
        ("taster", 1, "your Poison Taster (Duke)"),
        ("taster", 0, "the Poison Taster (Duke, friend of {1})"),
    ],
)
def test_a_list_of_targets_calls_what_is_ones_own_so(target: str, by: int, says: str) -> None:
    state = state_of(court({"taster": DUKE}, friends={1: ["taster"]}).table)
    assert described(state, Person(target), plays.BRIBE, Seat(by)) == says


def test_whoever_is_asked_is_you_and_not_their_own_name(table: Court) -> None:
    t, you = table.table, Seat(1)
    dying, living = attack("player 1", 3, 2), attack("player 1", 2, 2, 1)
    assert "2: you die, unless Knights add 1" in fights.about_knights(t, dying, you)
    assert "{1} dies, unless Knights add 1" in fights.about_knights(t, dying, Seat(2))
    assert "against you. Add any?" in fights.about_poison(t, living, you)  # the Taster's friend
    assert "you live, unless Poison adds 1" in fights.about_poison(
        t, attack("player 2", 2, 2), Seat(2)
    )
    said = fights.about_antidote(t, attack("player 2", 2, 2, 1), Seat(2))
    assert "you die. With an Antidote you live." in said
    assert fights.about_ship(Person("player 1"), you).startswith("You are about to die. A Ship")
    s = court({"player 1": EARL})
    said = fights.about_pardon(s.table, Person("player 1"), you)
    assert said.startswith("You are to be executed. A Royal Pardon saves you, and you rise to Marq")
    assert fights.announced(dying, you) == "{0} attacks you: attack 3"
    assert fights.announced(dying, Seat(2)) == "{0} attacks {1}: attack 3"
    assert fights.announced(Effect(plays.BRIBE, you, Person("spy")), you) == "You bribe the Spy"
    assert fights.announced(Effect(plays.BRIBE, you, Person("player 1")), you) == "You take a Bribe"
    assert fights.announced(dying, Seat(0)) == "You attack {1}: attack 3"
    order = Effect(plays.EXECUTE, you, Person("spy"))
    assert fights.announced(order, you) == "You order the execution of the Spy"


@pytest.mark.parametrize("play", [one for one in plays.PLAYS if one.words])
def test_every_announcement_can_be_told_to_its_player(play: Play) -> None:
    effect = Effect(play, Seat(0), Person("spy"))
    third = str(effect).split(" ")[1]
    assert fights.announced(effect, Seat(0)).split(" ")[:2] == ["You", third[:-1]]


def test_what_saves_somebody_is_part_of_how_a_fight_stands() -> None:
    s = court({"spy": EARL}, friends={1: ["magician"]})
    state = state_of(s.table)
    dying = attack("player 1", 3, 2)
    assert fights.fate(state, dying) == "the Magician dies in {1}'s place"
    assert fights.fate(state, dying, seat=Seat(1)) == "the Magician dies in your place"
    assert fights.fate(state, attack("player 1", 2, 2)) == "{1} lives"
    assert fights.fate(state, attack("magician", 1)) == "a coin decides whether the Magician dies"
    assert fights.fate(state, attack("taster", 1)) == "the Poison Taster dies"
    state.turn.tasted = True
    assert fights.fate(state, attack("taster", 1)) == "the Poison Taster lives"
