"""A plain card is one row: here is one, in a game that is played with it.

Nothing else in the program knows of this card. What is printed on it, when it may be played, what
it does and how that is told is its row; the deck, the dice, the hand, the views, the guide, the
card list and the bots go by the rows.
"""

from __future__ import annotations

import pytest

from games.engine.game import rules_version
from games.engine.table import Table
from games.engine.values import Seat
from games.king import cards, plays
from games.king.board import reset
from games.king.bot.player import Pretender
from games.king.bot.strong import Usurper
from games.king.card_list import page
from games.king.cards import Kind, When, copies
from games.king.dice import sides
from games.king.guide import GUIDE, guide_of
from games.king.heirs import Person, name_of
from games.king.payments import OneCard
from games.king.plays import CATALOGUE, OWN_STEPS, PLAYS
from games.king.rules import King
from games.king.state import Catalogue, Effect, Play, Words, state_of
from simulation.dealer import choice_for, play, replay
from tests.games.king.build import (
    ANNOUNCED,
    DUKE,
    EARL,
    act,
    acting,
    announced,
    court,
    does,
    ranked,
    target,
)
from tests.games.scenario import claims, passes


async def spread(t: Table, effect: Effect) -> None:
    """Whoever is talked about is the least senior of the Rank."""
    reset(state_of(t), effect.target)
    t.say(f"Everybody talks about {name_of(effect.target)}.")


RUMOUR = Play(
    "rumour",
    "spread a rumour",
    OWN_STEPS,
    OneCard(
        Kind(
            "rumour",
            "Rumour",
            When.OWN_TURN,
            "Somebody becomes the least senior of the Rank.",
            idle="a Rumour is spread in your own turn, after the draw",
            see=("term.seniority",),
        )
    ),
    question="About whom?",
    words=Words("{} spreads a rumour about {}", "You spread a rumour about {}"),
    resolve=spread,
)

WITH_IT = Catalogue(cards.KINDS, (*PLAYS, RUMOUR))
"""All that it takes to add the card to the game."""
SEED = 7


def test_it_does_what_its_row_says_and_is_told_in_its_words() -> None:
    s = court({"queen": EARL, "spy": EARL}, hands={0: ["rumour"]}, catalogue=WITH_IT)
    s.go(acting(0), act(0, "rumour", "rumour"), target(0, "queen"))
    assert ranked(s, EARL)[-1] == "queen"
    assert s.log == ["{0} spreads a rumour about the Queen.", "Everybody talks about the Queen."]
    assert s.faces("discards") == ["rumour"]
    effect = Effect(RUMOUR, Seat(0), Person("queen"))
    assert effect.told(Seat(0)) == "You spread a rumour about the Queen"
    assert effect.told(Seat(1)) == "{0} spreads a rumour about the Queen"


def test_out_of_turn_it_pays_for_nothing_and_says_when_it_does() -> None:
    s = court({"player 1": DUKE}, hands={1: ["rumour"]}, catalogue=WITH_IT)
    s.go(
        announced(plays.BRIBE, 0, "spy"),
        claims(ANNOUNCED, 1),
        does(1, "rumour", "rumour", bad="one of the options"),
        does(1, "bribe", "rumour", bad="a Rumour is spread in your own turn"),
        passes(1, "react"),
    )


def test_the_bots_go_by_its_row() -> None:
    """It harms its target, and no bot has a plan for it: whoever is in the way is named."""
    s = court({"queen": EARL}, hands={0: ["rumour"]}, catalogue=WITH_IT)
    s.hold(acting(0))
    choice = choice_for(s.engine, Seat(0))
    assert choice is not None
    for bot in (Pretender(), Usurper()):
        assert bot.choose(s.situation(0, choice), lambda _: 0).option == RUMOUR.key


@pytest.mark.parametrize("deck", ["deck", "dice"])
def test_it_is_dealt_and_played_in_whole_games(deck: str) -> None:
    options: dict[str, str | int] = {"turns": 6, "deck": deck}
    playout = play(King(WITH_IT), 3, SEED, bots=[Pretender()] * 3, options=options)
    table = playout.engine.table
    assert any(" spreads a rumour about " in line.text for line in table.log)
    assert sides(table) == len(CATALOGUE.cards) + 1
    assert WITH_IT.deck(3).count("rumour") == copies(3)
    assert replay(King(WITH_IT), playout).digest == playout.engine.digest


def test_a_hand_shows_it_after_the_others_with_its_text() -> None:
    s = court(hands={0: ["rumour", "proxy", "assassin 1"]}, catalogue=WITH_IT)
    shown = s.view(0).hand
    assert [card.short for card in shown] == ["assassin 1", "proxy", "rumour"]
    assert shown[-1].title == "Rumour"
    assert shown[-1].text == (
        "Somebody becomes the least senior of the Rank. Played in your own turn."
    )


def test_guide_and_card_list_have_it() -> None:
    guide, topic = guide_of(WITH_IT), guide_of(WITH_IT).topic("card.rumour")
    assert topic.text == "Played in your own turn. Somebody becomes the least senior of the Rank."
    assert topic.see == ("term.seniority",)
    assert f"{len(CATALOGUE.cards) + 1} kinds" in guide.topic("option.deck").text
    assert "| Rumour |  | in your own turn | Somebody becomes" in page(WITH_IT)
    assert not GUIDE.has("card.rumour")


def test_it_makes_another_rules_version() -> None:
    assert rules_version(King(WITH_IT)) != rules_version(King())
