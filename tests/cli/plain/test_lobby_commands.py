"""Before the game: who sits there, and that it may begin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.intents import (
    Quit,
    Ready,
    Refuse,
    SeatBot,
)
from cli.model.table_text import Names
from cli.plain.controller import LineController
from tests.cli.cast import ADA_BEN
from tests.cli.plain.players import NOW, asked, text


def test_ready_is_taken_once_and_only_for_the_table_that_was_shown() -> None:
    player = LineController(plays=True)
    assert "not asked for it now" in text(player.typed("ready", NOW))
    player.lobby.ask_to_agree(NOW)
    early = player.typed("ready", NOW)
    assert early.intent is None
    assert "has just changed" in text(early)
    assert player.typed("ready", NOW + 1).intent == Ready()
    assert player.typed("ready", NOW + 1).intent is None
    player.lobby.ask_to_agree(NOW)
    player.lobby.ask_to_agree(None)
    assert player.typed("ready", NOW + 1).intent is None
    assert "begun already" in text(asked().typed("ready", NOW))


def test_the_opener_refuses_a_seat_before_the_game() -> None:
    player = LineController(plays=True, hosts=True)
    player.meet(ADA_BEN)
    reaction = player.typed("refuse 2", NOW)
    assert reaction.intent == Refuse(ADA_BEN.people[1].key)
    assert "Ben gets no seat" in text(reaction)
    for line in ("refuse", "refuse 1", "refuse 3", "refuse 0"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
        assert "refuse 2" in text(reaction)
    player.begin(ADA_BEN)
    assert player.typed("refuse 2", NOW).intent is None


@pytest.mark.parametrize(
    ("hosts", "said"), [(True, "until you come back to the table"), (False, "Your seat is free")]
)
def test_a_lobby_with_people_is_left_after_a_question(hosts: bool, said: str) -> None:
    player = LineController(plays=True, hosts=hosts)
    player.meet(ADA_BEN)
    reaction = player.typed("quit", NOW)
    assert reaction.intent is None
    assert said in text(reaction)
    assert player.ready_for("no")
    assert text(player.typed("no", NOW)) == "You stay here."
    player.typed("quit", NOW)
    assert player.typed("Yes", NOW).intent == Quit()
    bot = Names((ADA_BEN.people[0], replace(ADA_BEN.people[1], operator="your bot")), 0)
    player.meet(bot)
    assert player.typed("quit", NOW).intent == Quit(), "bots of ours are no people"
    player.begin(ADA_BEN)
    assert player.typed("quit", NOW).intent == Quit()


def test_the_opener_gives_seats_to_bots_before_the_game() -> None:
    player = LineController(plays=True, hosts=True, strengths=("strong", "fair", "gentle"))
    player.meet(ADA_BEN)
    for line, wanted in {
        "bot": SeatBot(),
        "bot fair": SeatBot("fair"),
        "bot 2": SeatBot(count=2),
        "bot 2 Gentle": SeatBot("gentle", 2),
        "bot gentle 2": SeatBot("gentle", 2),
    }.items():
        assert player.typed(line, NOW).intent == wanted, line
    for line in ("bot clever", "bot 0", "bot 12", "bot -1"):
        reaction = player.typed(line, NOW)
        assert reaction.intent is None
        assert "There are strong, fair and gentle ones" in text(reaction)
    bot = Names((ADA_BEN.people[0], replace(ADA_BEN.people[1], operator="your bot")), 0)
    player.meet(bot)
    reaction = player.typed("refuse 2", NOW)
    assert text(reaction) == "Ben goes."
    assert reaction.intent == Refuse(ADA_BEN.people[1].key)
    player.begin(ADA_BEN)
    assert player.typed("bot", NOW).intent is None


def test_a_guest_refuses_nobody() -> None:
    assert "Only who opened a table" in text(LineController(plays=True).typed("bot", NOW))
    player = LineController(plays=True)
    player.meet(ADA_BEN)
    reaction = player.typed("refuse 2", NOW)
    assert reaction.intent is None
    assert "Only who opened a table" in text(reaction)
