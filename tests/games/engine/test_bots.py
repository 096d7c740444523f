"""The bot that plays anything."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine.bots import RandomBot, Situation
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.errors import RulesError
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from simulation.dealer import choice_for, dice
from tests.games.rules import Small, started, two_throws

CARDS = tuple(CardId(card) for card in range(4))
KNOWN = Knowledge({card: card for card in CARDS})


def chosen(choice: Choice, rounds: int) -> Counter[Answer]:
    """How often the bot gives which answer."""
    randbelow = dice(7)
    table = Table(2, {})
    game = Small(two_throws)
    bot = RandomBot()
    situation = Situation(game, table, Seat(0), KNOWN, choice)
    return Counter(bot.choose(situation, randbelow) for _ in range(rounds))


def test_every_legal_answer_is_as_likely() -> None:
    def even(faces: tuple[Face, ...], answer: Answer) -> str | None:
        return None if faces[0] in (0, 2) else "odd"

    options = (Option("a", "A"), Option("b", "B"))
    counts = chosen(Choice("x", "?", CARDS, 1, 1, options, predicate=even), 4000)
    assert set(counts) == {Answer((CARDS[k],), key) for k in (0, 2) for key in "ab"}
    assert all(850 < count < 1150 for count in counts.values())


def test_it_passes_about_half_the_time_where_it_may() -> None:
    counts = chosen(Choice("x", "?", CARDS, 1, 1, pass_label="Pass"), 2000)
    assert 1000 < counts[NOTHING] < 1400
    assert len(counts) == 5


def test_it_sees_open_cards_too() -> None:
    async def rules(table: Table) -> None:
        table.add_zone("line")
        cards = table.create([1, 2], "line")
        choice = Choice("x", "?", cards, 1, 1, predicate=lambda f, a: None if f == (2,) else "no")
        await table.ask(Seat(0), choice)

    engine = started(rules)
    choice = choice_for(engine, Seat(0))
    assert choice is not None
    situation = Situation(engine.game, engine.table, Seat(0), NOTHING_KNOWN, choice)
    answer = RandomBot().choose(situation, dice(1))
    assert engine.table.face(answer.card) == 2


def test_it_says_so_when_the_rules_left_no_answer() -> None:
    choice = Choice("stuck", "?", CARDS, 1, 1, predicate=lambda faces, answer: "no")
    with pytest.raises(RulesError, match="stuck"):
        chosen(choice, 1)
