"""A plain card is one row: here are two, in a game that is played with them.

Nothing else in the program knows of these cards. What is printed on them and what they do is their
rows; the decks, the hands, the questions, the views, the guide, the card list and the bots go by
the rows.
"""

from __future__ import annotations

import pytest

from games.court.bot.player import Envoy, Eyes
from games.court.bot.strong import Schemer
from games.court.card_list import page
from games.court.cards import Action, Somebody
from games.court.deck import CARDS, Catalogue
from games.court.deeds import Bonus, Gain
from games.court.guide import GUIDE, guide_of
from games.court.rules import Court
from games.court.state import rating
from games.court.terms import Ability, Kind, Phase, Whose
from games.engine.game import rules_version
from simulation.dealer import play, replay
from tests.games.court.build import acting, done, favor, lay, plays, state

COUGH = Action(
    "cough",
    "A Well-Timed Cough",
    Kind.EFFECT,
    (Phase.ACTION,),
    "The King looks up: gain 5 favor.",
    (Gain(5),),
)
WIG = Action(
    "wig",
    "A Powdered Wig",
    Kind.EQUIPMENT,
    (Phase.ACTION,),
    "Your Character has politics +3.",
    aims=(Somebody(Whose.OWN, "Who itches?"),),
    bonus=Bonus(politics=3),
    brief="wig",
)
WITH_THEM = Catalogue((*CARDS, COUGH, WIG))
"""All that it takes to add the cards to the game."""
CARD_OF = {row.key: row for row in WITH_THEM.actions}
OFTEN = Catalogue(
    (
        *(row for row in CARDS if not isinstance(row, Action)),
        *(CARD_OF[key] for key in ("hat", "sword", "ring", "crowd", "fruit", "purse", "salts")),
        COUGH,
        WIG,
    )
)
"""So few Action cards that in any game both are dealt, whatever else a deck may hold one day."""
SEED = 30


def test_they_do_what_their_rows_say() -> None:
    s = lay({0: "odo"}, {0: "cough wig"}, catalogue=WITH_THEM)
    s.run(acting(0), plays(0, "cough"), plays(0, "wig"), done(0))
    assert favor(s)[0] == 10 + 5
    odo = state(s).people["odo"]
    assert [one.row for one in odo.attached] == [WIG]
    assert rating(state(s), odo, Ability.POLITICS) == odo.row.politics + 3
    assert s.faces("discards") == ["cough"]


def test_why_they_cannot_be_played_is_said_like_of_any_other() -> None:
    s = lay({}, {0: "cough wig"}, catalogue=WITH_THEM)
    s.run(
        acting(0),
        plays(0, "wig", bad="there is nobody whom it could be for"),
        plays(0, "cough"),
        done(0),
    )
    assert s.in_hand(0) == ["wig"]


@pytest.mark.parametrize("eyes", [Eyes, Schemer])
def test_bots_are_dealt_them_and_play_them(eyes: type[Eyes]) -> None:
    playout = play(Court(OFTEN), 3, SEED, bots=[Envoy(eyes)] * 3, options={"events": 1})
    told = [line.text for line in playout.engine.table.log]
    assert all(any(f" plays {row.title}" in line for line in told) for row in (COUGH, WIG))
    assert replay(Court(OFTEN), playout).digest == playout.engine.digest


def test_a_hand_shows_them_among_their_kinds() -> None:
    s = lay({}, {0: "wig cough toad sword memoirs"}, catalogue=WITH_THEM)
    shown = [card.title for card in s.view(0).hand]
    assert shown == [CARD_OF[key].title for key in ("memoirs", "cough", "sword", "wig", "toad")]
    assert s.view(0).hand[1].text == f"Effect (Action). {COUGH.text}"


def test_who_bears_one_shows_its_brief_name() -> None:
    s = lay({0: "odo"}, under={"odo": "wig"}, catalogue=WITH_THEM)
    (court,) = [area for area in s.view(0).areas if area.key == "court 0"]
    assert [card.under for card in court.cards if card.under] == [("wig",)]


def test_guide_and_card_list_have_them() -> None:
    guide, listed = guide_of(WITH_THEM), page(WITH_THEM)
    assert guide.topic("card.cough").text == f"Effect (Action). {COUGH.text}"
    assert guide.topic("card.wig").see == ("term.under",)
    assert f"All {len(CARDS) + 2} cards." in listed
    for row in (COUGH, WIG):
        assert f"| {row.title} | Action | {row.text} |" in listed
        assert not GUIDE.has(f"card.{row.key}")


def test_they_make_another_rules_version() -> None:
    assert rules_version(Court(WITH_THEM)) != rules_version(Court())
