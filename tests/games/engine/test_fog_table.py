"""The verbs of a table under fog: what they refuse, and what becomes of seats that have left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from games.engine.engine import Engine
from games.engine.errors import RulesError
from games.engine.fog_steps import Account, Battle, Build, Copy, NamePositions, ShuffleDecks, Sight
from games.engine.fog_table import (
    account,
    battle,
    build,
    copy_map,
    open_positions,
    shuffle_decks,
    sight,
)
from games.engine.table import Table
from games.engine.values import Seat
from tests.games.moths import FLY, LIMITS, MET, SIT
from tests.games.rules import started

A, B, C = Seat(0), Seat(1), Seat(2)


def laid(table: Table) -> None:
    """Three cards of land, two blanks, and a place for a view of each seat."""
    for zone in ("near", "wild", "empty", "blanks", "view 0", "view 1", "view 2"):
        table.add_zone(zone)
    table.create(("a", "b"), "near")
    table.create(("c",), "wild")
    table.create(("blank", "blank"), "blanks")


def after_shuffle(rules: Callable[[Table], Awaitable[object]]) -> Engine:
    """An engine in which the land has been shuffled when these rules begin."""

    async def play(table: Table) -> object:
        laid(table)
        await shuffle_decks(table, ("near", "wild", "empty"))
        return await rules(table)

    engine = started(play)
    assert isinstance(engine.waiting, ShuffleDecks)
    engine.feed(None)
    return engine


def steps(engine: Engine) -> list[Any]:
    return [reached.step for reached in engine.drain()]


def test_all_decks_are_one_step_and_empty_ones_are_left_out() -> None:
    async def rules(table: Table) -> None:
        assert not table.any_open(table.zone("near").cards)
        assert len(table.zone("near").cards) == 2
        await table.chance(6, "stop")

    engine = after_shuffle(rules)
    (shuffle, _) = steps(engine)
    assert [deck.zone for deck in shuffle.decks] == ["near", "wild"]
    assert len({card for deck in shuffle.decks for card in deck.fresh}) == 3


def test_a_view_copies_land_and_blanks_and_leaves_them() -> None:
    async def rules(table: Table) -> None:
        made = await copy_map(table, B, "near", (4, 7), "blanks", "view 1")
        assert table.zone("view 1").cards == list(made)
        assert len(table.zone("near").cards) == 2
        again = await copy_map(table, B, "near", (4, 7), "blanks", "view 1")
        assert table.zone("view 1").cards == list(again)
        assert not set(made) & set(again)
        await table.chance(6, "stop")

    copies = [step for step in steps(after_shuffle(rules)) if isinstance(step, Copy)]
    assert [(copy.owner, copy.cells, len(copy.sources)) for copy in copies] == [(B, (4, 7), 4)] * 2


@pytest.mark.parametrize(
    "rules",
    [
        lambda table: copy_map(table, B, "near", (4,), "blanks", "view 1"),
        lambda table: open_positions(table, {A: "view 0"}, 1),
        lambda table: open_positions(table, {A: "nowhere"}, 1),
    ],
)
def test_what_makes_no_sense_is_a_bug_of_the_rules(rules: Any) -> None:
    with pytest.raises(RulesError):
        after_shuffle(rules)


def test_a_deck_with_a_card_that_a_seat_keeps_is_not_shuffled() -> None:
    async def rules(table: Table) -> None:
        await table.peek(table.zone("near").cards[:1], A)
        await table.deal("near", "near", 1, A)
        await shuffle_decks(table, ("near",))

    with pytest.raises(RulesError, match="keeps"):
        after_shuffle(rules)


def test_seats_that_have_left_are_asked_nothing() -> None:
    async def rules(table: Table) -> None:
        for seat in (A, B, C):
            await copy_map(table, seat, "near", (4, 7), "blanks", f"view {seat}")
        await table.chance(6, "leave here")
        assert await copy_map(table, B, "near", (4, 7), "blanks", "view 1") == ()
        await open_positions(table, {seat: f"view {seat}" for seat in (A, B, C)}, 1)
        await build(table, SIT)
        await sight(table, 2, LIMITS)
        await battle(table, 2, FLY, LIMITS)
        await account(table, dict.fromkeys((A, B, C), (MET,)))

    engine = after_shuffle(rules)
    engine.feed(3, (B,))
    named = engine.waiting
    assert isinstance(named, NamePositions)
    assert named.seats == (A, C)
    views = [engine.table.zone(f"view {seat}").cards for seat in (A, C)]
    engine.feed(tuple((cards[0],) for cards in views))
    for kind, result in ((Build, (True, False)), (Sight, None), (Battle, (True, True))):
        assert isinstance(engine.waiting, kind)
        assert engine.waiting.seats == (A, C)
        engine.feed(result)
    assert isinstance(engine.waiting, Account)
    assert engine.waiting.seats == (A, C)


def test_what_the_verbs_give_is_by_seat() -> None:
    given: list[object] = []

    async def rules(table: Table) -> None:
        given.append(await build(table, SIT))
        given.append(await battle(table, 2, FLY, LIMITS))
        numbers = dict.fromkeys((A, B, C), (MET,))
        given.append(await account(table, numbers, last=True))

    engine = started(rules)
    engine.feed((True, False, True))
    engine.feed((False, True, True))
    engine.feed(((3,), (), (1,)), (B,))
    assert given == [
        {A: True, B: False, C: True},
        {A: False, B: True, C: True},
        {A: (3,), C: (1,)},
    ]


def test_nobody_opens_no_positions() -> None:
    async def rules(table: Table) -> None:
        await copy_map(table, A, "near", (4, 7), "blanks", "view 0")
        await open_positions(table, {A: "view 0"}, 0)
        await table.chance(6, "stop")

    assert not [step for step in steps(after_shuffle(rules)) if isinstance(step, NamePositions)]
