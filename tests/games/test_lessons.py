"""The guided first game of every title: every lesson can come up, and says what it needs to."""

from __future__ import annotations

from functools import cache

import pytest

from games import registry
from games.engine.engine import Engine
from games.engine.game import settled_options
from games.engine.tutorial import BEGIN, asked
from games.engine.values import Seat
from simulation.dealer import Dealer, choice_for, play

RARE = frozenset({
    "told {me}'s Admirer leaves the game",  # these need a rival that does just this
    "asked obey_soldier",
    "asked exchange_by_spy",
    "told lays a Secret Admirer",
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
    "told died",
    "told health left",
    "told damage to",
    "told became",
})  # fmt: skip
"""What a few games between bots need not bring."""


@cache
def met(game: str) -> tuple[frozenset[str], str]:
    """The triggers of questions, and all that was told, in some guided games between bots."""
    tutorial = registry.tutorial(game)
    assert tutorial is not None
    made, seats = registry.make(game), tutorial.bots + 1
    options = settled_options(made.info, seats, tutorial.options)
    kinds: set[str] = set()
    texts: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        choice = choice_for(engine, Seat(0))
        if choice is not None:
            kinds.add(asked(choice.kind))
            texts.add(choice.prompt)
        view = made.view(engine.table, Seat(0), dealer.knowledge(Seat(0)))
        texts.update(view.map.report if view.map is not None else ())

    for seed in range(2):
        bots = [registry.bot(game, registry.gentlest(game)) for _ in range(seats)]
        playout = play(made, seats, seed, bots=bots, options=options, watch=watch)
        texts.update(line.text for line in playout.engine.table.log)
    return frozenset(kinds), "\n".join(texts)


@pytest.mark.parametrize("game", registry.GAMES)
def test_every_lesson_comes_up(game: str) -> None:
    tutorial = registry.tutorial(game)
    assert tutorial is not None
    kinds, story = met(game)
    for lesson in tutorial.lessons:
        for when in set(lesson.when) - RARE - {BEGIN}:
            word, _, rest = when.partition(" ")
            assert when in kinds if word == "asked" else rest in story, when


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
