"""A person in line mode with a question before them, and what they were told."""

from __future__ import annotations

from cli.plain.controller import LineController
from cli.plain.reaction import Reaction
from tests.cli.cast import ADA_BEN, moment, play_prompt
from tests.games.inheritance.build import lay
from tests.games.scenario import Scenario

NOW = 5.0


def a_table() -> Scenario:
    return lay(["9 war", "8 peace"], [["1 love", "7 dowry"], ["2 war"]], pile=["3 love"])


def seated(*, plays: bool = True) -> LineController:
    player = LineController(plays=plays)
    player.begin(ADA_BEN)
    return player


def asked(step: int = 7) -> LineController:
    player, s = seated(), a_table()
    assert player.follow(moment(s, prompt=play_prompt(s, step=step)), NOW)
    return player


def text(reaction: Reaction) -> str:
    return " ".join(" ".join(reaction.lines).split())
