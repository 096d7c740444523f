"""What the bot foresees is what the rules do, for every card and use on several tables."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.engine.values import Seat
from games.inheritance.bot.lookahead import after, determined, revealed
from games.inheritance.cards import DECK, Card, card_of
from games.inheritance.choices import DISGUISE, OBEY
from games.inheritance.position import position_of
from games.inheritance.ring import determine_favour
from games.inheritance.rules import play_a_card
from games.inheritance.uses import Verb, legal_uses
from tests.games.inheritance.build import card, lay, plays, position
from tests.games.scenario import Line, Scenario, ask

ME = Seat(0)
TABLES: list[tuple[Sequence[str], tuple[str, str], int | None]] = [
    (["3 love", "8 dowry", ""], ("6 peace", "7 war"), 1),
    (["", "?8 dowry", "4 war"], ("?6 peace", "7 war"), 2),
    (["?3 love", "?8 dowry", "4 peace"], ("?6 peace", "?7 war"), None),
    (["3 love", "8 dowry", "4 war"], ("6 peace", "7 war"), 0),
]


def table(number: int, one: Card) -> Scenario:
    admirers, parents, ring = TABLES[number]
    return lay(
        admirers,
        [[one.short, "1 peace"], ["2 peace"], ["5 peace"]],
        parents=parents,
        successor="5 war",
        proposal="2 dowry",
        ring=ring,
    )


@pytest.mark.parametrize("number", range(len(TABLES)))
@pytest.mark.parametrize("one", DECK, ids=lambda one: one.name)
def test_every_use_does_what_was_foreseen(one: Card, number: int) -> None:
    for use in legal_uses(position_of(table(number, one).table), ME, one):
        s = table(number, one)
        before = position_of(s.table)
        script: list[Line] = [plays(0, one.short, use.key)]
        if use.verb is Verb.DISGUISE:
            script.append(ask(0, DISGUISE, card("1 peace").face))
        if use.seat is not None and use.verb is Verb.COMMAND:
            chosen = s.in_hand(use.seat)[0]
            script.append(ask(use.seat, OBEY, card_of(chosen).face))
        s.run(lambda t: play_a_card(t, ME), *script)
        foreseen = after(before, ME, one, use, card("1 peace"))
        assert position_of(s.table) == foreseen
        s.setup(determine_favour)
        assert position_of(s.table) == determined(foreseen)


def test_a_revealed_admirer_counts() -> None:
    hidden = position(["?", "3 love"])
    assert determined(hidden).ring == 1
    assert determined(revealed(hidden, ME, card("9 war"))).ring == 0
