"""What a person is asked, and what its client passes for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.tui.toolkit.settings import ASKS
from games.engine.choice import Choice, Option, Weight
from games.engine.private import Knowledge
from games.engine.values import CardId
from p2p.session.person import AskedSoFar, Attention

SEES = Knowledge({CardId(1): "bribe"}, None)
PLAY, SHIP = Option("play", "Play a card"), Option("ship", "Bring somebody back")


def window(*options: Option, weight: Weight = Weight.LIGHT, **parts: frozenset[str]) -> Choice:
    cards = (CardId(1),)
    return Choice(
        "react",
        "Anything?",
        cards,
        max_cards=1,
        options=options,
        pass_label="pass",
        weight=weight,
        **parts,  # type: ignore[arg-type]
    )


def concerned() -> AskedSoFar:
    watch = AskedSoFar()
    watch.attention = Attention.CONCERNED
    return watch


def test_what_concerns_others_is_asked_when_something_new_is_possible() -> None:
    watch = concerned()
    assert watch.stops(5, window(PLAY), SEES)
    watch.asked(5, window(PLAY), SEES)
    assert watch.stops(5, window(PLAY), SEES)  # it stays asked
    assert not watch.stops(6, window(PLAY), SEES)
    assert watch.stops(7, window(PLAY, SHIP), SEES)


def test_what_concerns_one_is_asked_each_time() -> None:
    watch = concerned()
    watch.asked(5, window(PLAY), SEES)
    assert watch.stops(6, window(PLAY, weight=Weight.FULL), SEES)


def test_a_slight_option_alone_is_asked_once() -> None:
    slight = frozenset({"ship"})
    choice = window(SHIP, weight=Weight.FULL, slight=slight)
    watch = concerned()
    assert watch.stops(5, choice, SEES)
    watch.asked(5, choice, SEES)
    assert not watch.stops(6, choice, SEES)
    assert watch.stops(6, window(SHIP, PLAY, weight=Weight.FULL, slight=slight), SEES)


def test_an_answer_without_options_hangs_on_its_weight_alone() -> None:
    answer = Choice("knights", "Do you defend?", (CardId(1),), max_cards=1, pass_label="none")
    watch = concerned()
    assert watch.stops(5, answer, SEES)
    assert not watch.stops(5, replace(answer, weight=Weight.LIGHT), SEES)


def test_a_minor_option_is_nothing_new() -> None:
    watch = concerned()
    assert not watch.stops(5, window(Option("draft", "Make a Knight", minor=True)), SEES)


def test_who_wants_to_act_is_asked_what() -> None:
    watch = concerned()
    watch.asked(5, window(PLAY), SEES)
    watch.decided(claims=True)
    assert watch.stops(6, window(PLAY), SEES)
    watch.decided(claims=False)
    assert not watch.stops(7, window(PLAY), SEES)


@pytest.mark.parametrize("attention", [Attention.ABLE, Attention.ALWAYS])
def test_who_wants_more_is_asked_all_but_what_changes_nothing(attention: Attention) -> None:
    watch = AskedSoFar()
    watch.attention = attention
    watch.asked(5, window(PLAY), SEES)
    assert watch.stops(6, window(PLAY), SEES)
    assert not watch.stops(6, window(PLAY, weight=Weight.NONE), SEES)


def test_an_answer_to_something_else_is_not_what_was_possible() -> None:
    """Naming a target has options of its own."""
    watch = concerned()
    watch.asked(5, window(PLAY), SEES)
    watch.asked(6, Choice("target", "Whom?", options=(Option("spy", "the Spy"),)), SEES)
    assert not watch.stops(7, window(PLAY), SEES)


def test_the_settings_have_a_word_for_each_level() -> None:
    assert [level.word for level in Attention] == list(ASKS)


@pytest.mark.parametrize(
    ("word", "level"),
    [("able", Attention.ABLE), ("always", Attention.ALWAYS), (None, Attention.CONCERNED)],
)
def test_words_of_settings(word: object, level: Attention) -> None:
    assert Attention.of(word) is level
