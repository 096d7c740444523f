"""What the story tells, for somebody who has nothing but the story."""

from __future__ import annotations

import pytest

from games.king import plays
from games.king.plays import CATALOGUE
from games.king.state import Play
from games.king.words import said
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    act,
    acting,
    announced,
    attack,
    court,
    mode,
    target,
    turn,
)
from tests.games.scenario import ask, claims


@pytest.mark.parametrize(
    ("how", "says"),
    [("gain", "{0} blackmails the Queen, to win a friend."),
     ("reset", "{0} blackmails the Queen, to take away Seniority.")],
)  # fmt: skip
def test_blackmail_says_what_for_and_is_no_attack_though_the_old_man_is_a_friend(
    how: str, says: str
) -> None:
    s = court({"queen": EARL}, hands={0: ["blackmail"]}, friends={0: ["old man"]})
    s.go(acting(0), act(0, "blackmail", "blackmail"), target(0, "queen"), mode(0, how))
    assert s.log[0] == says


def test_a_betrayal_is_no_attack_though_the_old_man_is_a_friend() -> None:
    s = court({"queen": EARL}, hands={0: ["betrayal"]}, friends={0: ["old man", "queen"]})
    s.go(acting(0), act(0, "betray", "betrayal"), target(0, "queen"))
    assert s.log[:2] == ["{0} betrays the Queen.", "The Queen dies."]


@pytest.mark.parametrize(
    ("whom", "hand", "says"),
    [
        ("queen", [], ["Nobody defends the Queen.", "The Queen dies."]),
        ("queen", ["knight 1"], ["{1} defends with Knight (1).", "Attack 2 against 1."]),
        ("spy", ["knight 1"], ["No Knights may defend the Spy.", "The Spy dies."]),
        ("general", [], ["The General defends himself with 10.", "Attack 2 against 10."]),
    ],
)
def test_an_attack_tells_who_defended(whom: str, hand: list[str], says: list[str]) -> None:
    s = court({whom: MARQUIS}, hands={1: hand})
    knights = [ask(1, "knights", "knight 1")] if hand and whom != "spy" else []
    s.go(attack(0, whom, 2), *knights)
    assert s.log[1:3] == says


@pytest.mark.parametrize(
    ("sailor", "says"),
    [
        (1, "{1} escapes to a distant land by Ship."),
        (2, "{2} sends {1} to a distant land by Ship."),
    ],
)
def test_a_ship_tells_whether_somebody_saves_themselves(sailor: int, says: str) -> None:
    s = court({"player 1": EARL}, hands={sailor: ["ship"]})
    s.go(announced(plays.EXECUTE, 0, "player 1"), ask(sailor, "ship", "ship"))
    assert s.log[1] == says


def test_poison_that_adds_nothing_is_told() -> None:
    s = court({"sage": MARQUIS}, hands={1: ["poison"]})
    s.go(attack(0, "sage", 1), claims(ANNOUNCED), ask(1, "poison", "poison"))
    assert "Poison adds nothing against the Royal Sage." in s.log


def test_who_comes_back_says_from_where() -> None:
    dead = court({"player 0": BARON}, dead=["player 1"])
    dead.go(turn(1))
    assert dead.log[:2] == [
        "{1} is back from the dead as the last Commoner.",
        "{1} draws five cards, and has no other turn this time.",
    ]
    away = court({"player 0": BARON}, shipped=["player 1"])
    away.go(turn(1))
    assert away.log[0] == "{1} is back from the distant land as the last Commoner."


def test_what_a_player_loses_by_death_is_told() -> None:
    s = court({"player 1": MARQUIS}, hands={1: ["bribe"]}, friends={1: ["queen"]})
    s.go(attack(0, "player 1", 1))
    assert "{1} loses the hand and all friends and comes back in place of the next turn." in s.log


@pytest.mark.parametrize(
    ("play", "whom", "says"),
    [
        (plays.BRIBE, "queen", "The Queen becomes the friend of {0} until the turn ends."),
        (plays.BRIBE, "player 1", "{1} draws a card."),
        (plays.INVESTIGATE, "queen", "The Queen cannot use the Rank of Earl in this turn."),
        (plays.INVESTIGATE, "merchant", "The Merchant is not safe as a Commoner in this turn."),
        (plays.PROXY, "judge", "{0} can use the Rank of Earl in this turn."),
    ],
)
def test_what_a_play_brings_about_is_told(play: Play, whom: str, says: str) -> None:
    at = {"queen": EARL, "judge": EARL, "player 1": EARL, "merchant": COMMONER}
    s = court(at, friends={0: ["judge"]})
    s.go(announced(play, 0, whom))
    assert s.log[1] == says


def test_a_ship_that_brings_an_heir_back_says_whose_friend_it_is() -> None:
    s = court({"player 0": BARON}, shipped=["prince"])
    s.go(announced(plays.SHIP, 0, "prince"))
    assert "The Prince of a Distant Land becomes the friend of {0}." in s.log


def test_that_nobody_attacks_the_king_together_is_told() -> None:
    s = court({"player 0": KING}, hands={0: ["ship"], 1: ["ship"]})
    s.go(turn(0), ask(0, "coronation", option="declare"))
    assert "Nobody attacks {0}, the King." in s.log


def test_who_takes_the_place_of_the_librarian_is_told() -> None:
    s = court({"judge": DUKE, "spy": DUKE, "librarian": MARQUIS, "queen": MARQUIS})
    s.go(attack(0, "judge", 1))
    assert s.log[-3].startswith("The Royal Librarian rises to Duke, ")
    assert s.log[-2:] == [
        "The Royal Librarian cannot stay there, and falls to Marquis.",
        "The Queen rises to Duke.",
    ]


def test_the_devil_says_whose_friend_he_is() -> None:
    s = court({"devil": KING}, hands={1: ["knight 2"]})
    s.go(attack(0, "devil", 1), claims(ANNOUNCED), ask(1, "knights", "knight 2"))
    assert "The Devil becomes the friend of {0}, whose attempt on him has failed." in s.log


def test_the_friend_of_the_prince_comes_first_once() -> None:
    s = court({"player 1": EARL, "player 0": EARL})
    s.go(announced(plays.BRIBE, 0, "prince"))
    first = "{0} is the most senior Earl, as the friend of the Prince."
    assert s.log.count(first) == 1


def test_cards_are_named_and_only_a_great_many_counted() -> None:
    faces = ["knight 2", "bribe", "knight 2", "ship", "bribe", "knight 2"]
    named = "Knight (2) three times, Bribe twice and Ship to a Distant Land"
    assert said([CATALOGUE.card(face) for face in faces]) == named
    assert said([CATALOGUE.card("bribe")] * 7) == "7 cards"
