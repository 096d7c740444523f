"""What cards and powers bring, and at whom the strong bot aims them."""

from __future__ import annotations

import pytest

from games.court.aims import AIM, asked_as, candidates
from games.court.bot.gambits import (
    Gambit,
    asked_for,
    best_gambit,
    card_source,
    power_source,
)
from games.court.cards import Somebody
from games.court.deck import ACTIONS, CATALOGUE
from games.court.rules import Court
from games.engine.engine import Engine
from games.engine.steps import Ask
from games.engine.values import Seat
from simulation.dealer import Dealer, play
from tests.games.court.build import at_event, lay
from tests.games.scenario import Scenario

LATER = "dragon levy border exile"


def plan(s: Scenario, key: str) -> Gambit | None:
    """What seat 0 would do with a card."""
    return best_gambit(s.table, Seat(0), card_source(CATALOGUE.action(key)))


def test_every_aim_of_every_card_is_known_by_its_question() -> None:
    for row in ACTIONS:
        for place, aim in enumerate(row.aims):
            source, found = asked_for(CATALOGUE)[asked_as(row.title, aim, row)]
            assert source.row is row
            assert found == place


def test_what_the_rules_ask_is_known_to_the_bot_but_whom_a_fighter_attacks() -> None:
    asked: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        if isinstance(engine.waiting, Ask) and engine.waiting.choice.kind == AIM:
            asked.add(engine.waiting.choice.prompt)

    play(Court(), 3, 5, options={"events": 4}, watch=watch)
    assert len(asked) > 10
    assert all(one in asked_for(CATALOGUE) or one.endswith("Who is attacked?") for one in asked)


def test_rotten_fruit_is_thrown_at_who_would_win() -> None:
    s = lay(turn=1, events=LATER)
    at_event(s, "poets", "0:4 1:5 2:1")
    found = plan(s, "fruit")
    assert found is not None
    assert found.words == ("1",)
    assert found.value > 0


def test_rotten_fruit_changes_nothing_for_who_wins_anyway() -> None:
    s = lay(turn=1, events=LATER)
    at_event(s, "cathedral", "0:9 1:5 2:1")
    found = plan(s, "fruit")
    assert found is not None
    assert found.value <= 0


def test_puppet_strings_make_the_strongest_rival_support_oneself() -> None:
    s = lay({0: "seer", 1: "odo lisbet"}, turn=1, events=LATER)
    at_event(s, "poets", "0:2 1:5")
    found = plan(s, "strings")
    assert found is not None
    assert found.words == ("odo", "0")
    assert found.value > 0


def test_a_fog_in_the_head_is_for_who_made_a_rival_lead() -> None:
    s = lay({0: "seer", 1: "odo*", 2: "jocasta*"}, turn=1, events=LATER)
    at_event(s, "poets", "0:3 1:4:odo 1:1 2:1:jocasta")
    found = plan(s, "oblivion")
    assert found is not None
    assert found.words == ("odo",)
    assert found.value > 0


@pytest.mark.parametrize(
    ("key", "courts", "words"),
    [
        pytest.param("gout", {0: "hob", 1: "odo lisbet"}, ("odo",), id="A Sudden Attack of Gout"),
        pytest.param("salts", {0: "odo* hob*"}, ("odo",), id="Smelling Salts"),
        pytest.param("thunderbolt", {1: "lisbet odo"}, ("odo",), id="A Thunderbolt Indoors"),
        pytest.param("faces", {0: "hob odo", 1: "isaura*"}, ("hob", "isaura"), id="Faces"),
        pytest.param("glove", {0: "hob brann", 1: "odo*"}, ("brann", "odo"), id="A Glove"),
        pytest.param("tongue", {0: "odo corvin"}, ("odo",), id="A Silver Tongue"),
        pytest.param("toad", {0: "odo", 1: "isaura rook"}, ("isaura",), id="Turned into a Toad"),
    ],
)
def test_where_a_card_does_most(key: str, courts: dict[int, str], words: tuple[str, ...]) -> None:
    s = lay(courts, turn=0, events=LATER)
    found = plan(s, key)
    assert found is not None
    assert found.words == words


def test_a_card_without_anybody_to_aim_at_has_no_plan() -> None:
    assert plan(lay({0: "odo"}, events=LATER), "salts") is None


def test_a_melee_that_would_be_lost_is_not_begun() -> None:
    s = lay({0: "hob odo", 1: "brann corvin"}, events=LATER)
    found = plan(s, "glove")
    assert found is not None
    assert found.value < 0


@pytest.mark.parametrize(
    ("key", "more"),
    [pytest.param("goldwin", 10, id="Goldwin"), pytest.param("quill", 14, id="Doctor Quill")],
)
def test_a_power_brings_what_its_deeds_do(key: str, more: int) -> None:
    s = lay({0: key}, events=LATER)
    found = best_gambit(s.table, Seat(0), power_source(CATALOGUE.character(key)))
    assert found == Gambit(more)


def test_each_word_is_one_that_the_rules_offer() -> None:
    s = lay({0: "seer* brann odo", 1: "isaura* rook", 2: "hob"}, turn=0, events=LATER)
    for row in ACTIONS:
        if row.trigger is None and row.aims and isinstance(row.aims[0], Somebody):
            found = plan(s, row.key)
            source, _ = asked_for(CATALOGUE)[asked_as(row.title, row.aims[0], row)]
            if found is not None and found.words:
                offered = candidates(s.table, row.aims[0], source.cause(Seat(0)))
                assert found.words[0] in list(offered)
