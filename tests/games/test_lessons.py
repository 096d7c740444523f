"""The guided first game of every title: every lesson can come up, and says what it needs to."""

from __future__ import annotations

from functools import cache

import pytest

from games import registry
from games.engine.engine import Engine
from games.engine.game import settled_options
from games.engine.tutorial import BEGIN, asked, told
from games.engine.values import Seat
from simulation.dealer import Dealer, choice_for, play

RARE = frozenset({
    "told admirer gone {me}",  # these need a rival that does just this
    "asked obey_soldier",
    "asked exchange_by_spy",
    "told hidden admirer",
    "asked reveal_before_playing",
    "asked reveal_before_favour",
    "asked antidote",
    "asked ship",
    "asked coronation",
    "asked gift",
    "asked join",
    "asked melee",
    "asked counter",
    "asked newcomer",
    "asked sack",
    "told fought",
    "told upgraded",
})  # fmt: skip
"""What a few games between bots need not bring."""


@cache
def met(game: str) -> frozenset[str]:
    """The triggers of all that was asked and told in some guided games between bots."""
    tutorial = registry.tutorial(game)
    assert tutorial is not None
    made, seats = registry.make(game), tutorial.bots + 1
    options = settled_options(made.info, seats, tutorial.options)
    found: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        choice = choice_for(engine, Seat(0))
        if choice is not None:
            found.update((asked(choice.kind), asked(choice.kind, choice.about)))
        view = made.view(engine.table, Seat(0), dealer.knowledge(Seat(0)))
        found.update(map(told, view.map.told if view.map is not None else ()))

    for seed in range(2):
        bots = [registry.bot(game, registry.gentlest(game)) for _ in range(seats)]
        playout = play(made, seats, seed, bots=bots, options=options, watch=watch)
        found.update(told(line.about) for line in playout.engine.table.log)
    return frozenset(found)


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_lesson_comes_up(game: str) -> None:
    tutorial = registry.tutorial(game)
    assert tutorial is not None
    for lesson in tutorial.lessons:
        for when in set(lesson.when) - RARE - {BEGIN}:
            assert when in met(game), when


@pytest.mark.parametrize("game", registry.GAMES)
def test_lessons_are_short_and_lead_on(game: str) -> None:
    tutorial, guide = registry.tutorial(game), registry.guide(game)
    assert tutorial is not None
    titles = [lesson.title for lesson in tutorial.lessons]
    assert len(set(titles)) == len(titles)
    assert tutorial.lessons[0].when == (BEGIN,)
    for lesson in tutorial.lessons:
        assert lesson.text.endswith("."), lesson.title
        assert len(lesson.text) <= 420, lesson.title  # six rows of a narrow screen
        assert bool(lesson.keys) == bool(lesson.typed), lesson.title
        assert all(guide.topic(key).text for key in lesson.see)


def test_a_guided_game_has_gentle_bots_where_there_are_any() -> None:
    assert registry.gentlest("court") == "gentle"
    assert registry.gentlest("no such game") == ""
    assert registry.tutorial("no such game") is None
