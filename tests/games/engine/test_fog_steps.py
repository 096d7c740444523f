"""The steps under fog: judged, settled, hashed, dealt by whom all trust, read from records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.engine.choice import Answer, Choice, check
from games.engine.engine import Engine
from games.engine.errors import BadMove, BadResult, RulesError
from games.engine.fog_steps import (
    Account,
    Battle,
    Build,
    Copy,
    Deck,
    NamePositions,
    ShuffleDecks,
    Sight,
    plan_choice,
    unopened,
)
from games.engine.legal_answers import legal, why_not
from games.engine.private import NOTHING_KNOWN, Knowledge, LabelLimits, Number, PlanForm
from games.engine.recorded import RecordedGame
from games.engine.recorded_steps import read_choice, read_step
from games.engine.step import Step
from games.engine.table import Table
from games.engine.values import CardId, Outcome, Seat
from simulation.dealer import Dealer, Playout, dice, play, replay
from tests.games.moths import FLY, LIMITS, MET, SIT, MothHalf, Moths, hidden_cells, lamp
from tests.games.rules import Small

A, B, C = Seat(0), Seat(1), Seat(2)
VIEWS = tuple(f"view {seat}" for seat in range(3))
OPTIONS: dict[str, str | int] = {"rounds": 2}


def cards(*numbers: int) -> tuple[CardId, ...]:
    return tuple(CardId(number) for number in numbers)


STEPS: tuple[Step[Any], ...] = (
    ShuffleDecks((Deck(cards(0, 1), cards(4, 5), "near"), Deck(cards(2), cards(6), "wild"))),
    Copy(B, cards(4, 5, 6, 3), (0, 2, 5), cards(7, 8, 9, 10), "view 1"),
    NamePositions(((A, "view 0"), (B, "view 1")), 2),
    Build((A, B), SIT),
    Sight((A, B), 3, LIMITS),
    Battle((A, B), 3, FLY, LIMITS),
    Account(((A, (MET,)), (B, (Number("met", 0, 2),))), last=True),
)


def played(seats: int = 3, seed: int = 1, **more: Any) -> Playout:
    return play(Moths(), seats, seed, options=OPTIONS, **more)


def at(kind: type[Step[Any]], seats: int = 2) -> tuple[Engine, Dealer]:
    """A game of Moths that waits at a step of this kind."""
    engine = Engine(Moths(), seats, OPTIONS)
    dealer = Dealer(engine, dice(3))
    dealer.decides = lambda seat, choice: next(legal(choice, dealer.knowledge(seat)))
    engine.start()
    dealer.follow()
    while not isinstance(engine.waiting, kind):
        assert engine.waiting is not None
        engine.feed(dealer.result(engine.waiting))
        dealer.follow()
    return engine, dealer


# Forms


@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_a_step_is_read_back_from_what_is_hashed_of_it(step: Step[Any]) -> None:
    again = read_step(step.primitives())
    assert again == step
    assert again.primitives() == step.primitives()


def test_everything_in_a_step_is_hashed() -> None:
    others = (
        ShuffleDecks((Deck(cards(0, 1), cards(4, 5), "near"),)),
        Copy(B, cards(4, 5, 6, 3), (0, 2), cards(7, 8, 9, 10), "view 1"),
        NamePositions(((A, "view 0"), (B, "view 1")), 3),
        Build((A,), SIT),
        Build((A, B), FLY),
        Sight((A, B), 4, LIMITS),
        Battle((A, B), 3, SIT, LIMITS),
        Account(STEPS[6].asks, last=False),  # type: ignore[attr-defined]
    )
    assert len({str(step.primitives()) for step in (*STEPS, *others)}) == len(STEPS) + len(others)


@pytest.mark.parametrize(
    "value",
    [
        ("build", (0, 1)),
        ("build", (0, 16), ("sit", 2, 8)),
        ("build", (0, 1), ("sit", 2)),
        ("build", (0, 1), ("sit", 2200, 8)),
        ("build", (0, 1), (7, 1, 8)),
        ("sight", (0, 1), -1, LIMITS.primitives()),
        ("sight", (0, 1), 3, (9, (), (), 4)),
        ("account", ((0, (("met", 0, 3),)),), 1),
        ("account", ((0, (("met", 0),)),), True),
        ("copy", 0, (1,), (1 << 20,), (2,), "view"),
        ("name_positions", ((0, "view", 1),), 2),
        ("shuffle_decks", ((0, 1),)),
    ],
)
def test_a_step_of_another_form_is_refused(value: Any) -> None:
    with pytest.raises(RulesError):
        read_step(value)


# Results


def test_positions_are_named_ascending_unopened_and_of_the_own_view() -> None:
    engine, _ = at(NamePositions)
    step, table = engine.waiting, engine.table
    assert isinstance(step, NamePositions)
    own, theirs = unopened(table, VIEWS[A]), unopened(table, VIEWS[B])
    good = (own[:4], theirs[:4])
    assert step.judge(table, good, ()) == good
    for bad in (
        None,
        (own[:4],),
        (own[:4], theirs[:3]),
        (own[:4], theirs[:5]),
        (own[:4], ()),
        (own[:4], (theirs[1], theirs[0], *theirs[2:4])),
        (own[:4], (theirs[0], *theirs[:3])),
        (own[:4], own[:4]),
        (own[:4], (*theirs[:3], CardId(9999))),
        (own[:4], (*theirs[:3], True)),
        (own[:4], list(theirs[:4])),
    ):
        with pytest.raises(BadResult):
            step.judge(table, bad, ())
    assert step.judge(table, (own[:4], ()), (B,)) == (own[:4], ())


def test_a_position_is_opened_once() -> None:
    engine, dealer = at(Sight)
    opened = [card for card in engine.table.zone(VIEWS[A]).cards if engine.table.reader(card) == A]
    assert len(opened) == LIMITS.openings_in(1)
    assert set(opened) <= set(dealer.known[A])
    assert not set(opened) & set(dealer.known[B])
    assert not set(opened) & set(unopened(engine.table, VIEWS[A]))
    step = NamePositions(((A, VIEWS[A]),), len(opened))
    with pytest.raises(BadResult, match="opened before"):
        step.judge(engine.table, (tuple(sorted(opened)),), ())


@pytest.mark.parametrize("kind", [Build, Battle])
def test_a_seat_sealed_or_was_late(kind: type[Step[Any]]) -> None:
    engine, _ = at(kind)
    assert engine.waiting is not None
    assert engine.waiting.judge(engine.table, (True, False), ()) == (True, False)
    for bad in (None, (True,), (True, 1), (True, None), [True, True]):
        with pytest.raises(BadResult):
            engine.waiting.judge(engine.table, bad, ())


def test_an_account_is_held_to_its_ranges() -> None:
    engine, _ = at(Account)
    step = engine.waiting
    assert isinstance(step, Account)
    assert step.judge(engine.table, ((3,), (0,)), ()) == ((3,), (0,))
    for bad in (None, ((3,),), ((3,), ()), ((1001,), (0,)), ((3,), (-1,)), ((3,), (True,)), (3, 0)):
        with pytest.raises(BadResult):
            step.judge(engine.table, bad, ())
    assert step.judge(engine.table, ((), (2,)), (A,)) == ((), (2,))


def test_sight_has_no_result() -> None:
    engine, _ = at(Sight)
    assert engine.waiting is not None
    with pytest.raises(BadResult):
        engine.waiting.judge(engine.table, (True, True), ())


# What they change


def test_decks_are_shuffled_each_in_itself_and_a_copy_leaves_the_cards() -> None:
    engine, dealer = at(Build)
    table, hidden = engine.table, hidden_cells(2)
    land = table.zone("map").cards
    flowers = [dealer.true[card] == "flower" for card in land]
    assert (sum(flowers[: len(hidden) // 2]), sum(flowers)) == (3, 5)
    assert not table.any_open(land)
    for seat in (A, B):
        view = table.zone(VIEWS[seat]).cards
        assert len(view) == len(land) + LIMITS.blanks
        cells = {dealer.cells[card]: dealer.true[card] for card in view}
        del cells[None]
        assert [cells[cell] for cell in hidden] == [dealer.true[card] for card in land]


# Halves


def test_the_dealer_teaches_each_half_what_its_seat_may_know() -> None:
    engine, dealer = at(Account)
    cards = engine.table.zone("map").cards
    land = {cell: dealer.true[card] for cell, card in zip(hidden_cells(2), cards, strict=True)} | {
        lamp(seat): "lamp" for seat in (A, B)
    }
    for seat in (A, B):
        half = dealer.half(seat)
        assert isinstance(half, MothHalf)
        assert half.known == {cell: land[cell] for cell in half.known}
        assert len(half.known) > 2
        assert lamp(seat) + 1 in half.known
    assert dealer.knowledge(A).half is dealer.half(A)


def test_whole_games_end_the_same_for_all_who_follow_them() -> None:
    for seed in range(20):
        playout = played(2 + seed % 2, seed)
        engine = playout.engine
        assert engine.outcome is not None
        assert engine.outcome.ranking[0] == engine.outcome.winners
        assert replay(Moths(), playout).digest == engine.digest
        halves = playout.dealer.halves.values()
        met = [half.met for half in halves if isinstance(half, MothHalf)]
        assert playout.fed[-1][0] == tuple((count,) for count in met)


def test_moths_meet_and_wink() -> None:
    """Two that meet count each other; of a wink only who is winked at knows."""
    sums = [sum(met for (met,) in played(3, seed).fed[-1][0]) for seed in range(20)]
    assert any(sums)
    assert any(count % 2 for count in sums)


def test_seats_that_leave_say_nothing_more() -> None:
    for seed in range(12):
        playout = played(3, seed, leave={seed % 12: (Seat(seed % 3),)})
        assert playout.engine.outcome is not None


# Records


@pytest.mark.parametrize("leave", [{}, {2: (B,)}, {3: (B,)}, {5: (A,)}])
def test_a_record_is_followed_without_the_rules(leave: Mapping[int, tuple[Seat, ...]]) -> None:
    playout = played(3, 5, leave=leave)
    live = Engine(Moths(), 3, OPTIONS, keeps_transcript=True)
    live.start()
    for result, left in playout.fed:
        live.feed(result, left)
    recorded = RecordedGame("moths", 1, 3, OPTIONS, live.transcript())
    engine = Engine(recorded, 3, OPTIONS)
    engine.start()
    for result, left in playout.fed:
        engine.feed(result, left)
    assert engine.digest == live.digest
    assert engine.outcome == live.outcome
    assert engine.outcome is not None
    assert engine.outcome.ranking


async def copies_a_kept_card(table: Table) -> None:
    table.add_zone("pile")
    table.add_zone("view")
    table.create(("x", "y"), "pile")
    await table.shuffle("pile")
    (card,) = await table.deal("pile", "pile", 1, A)
    await Copy(B, (card,), (0,), table.fresh_ids(1), "view")


async def names_too_many(table: Table) -> None:
    table.add_zone("view")
    await NamePositions(((A, "view"),), 1)


async def asks_a_stranger(table: Table) -> None:
    await Build((A, A), SIT)


def followed(entries: tuple[bytes, ...]) -> None:
    """Play a transcript of a small game of two."""
    options: dict[str, str | int] = {"speed": "slow", "cap": 3}
    engine = Engine(RecordedGame("small", 1, 2, options, entries), 2, options)
    engine.start()
    engine.feed(None)


@pytest.mark.parametrize("rules", [copies_a_kept_card, names_too_many, asks_a_stranger])
def test_a_record_with_a_step_that_fits_no_table_is_refused(rules: Any) -> None:
    live = Engine(Small(rules), 2, {}, keeps_transcript=True)
    live.start()
    if rules is copies_a_kept_card:
        live.feed(None)
    with pytest.raises(RulesError):
        followed(live.transcript())


# Plans as answers


def test_a_plan_is_asked_for_like_any_answer() -> None:
    choice = plan_choice(FLY)
    assert not choice.may_pass
    check(choice, Answer(plan=(0, 8)))
    for wrong in (
        Answer(),
        Answer(plan=(0,)),
        Answer(plan=(0, 16)),
        Answer(option="a", plan=(0, 8)),
    ):
        with pytest.raises(BadMove):
            check(choice, wrong)
    with pytest.raises(BadMove, match="no plan"):
        check(Choice("one", "?", low=0, high=1), Answer(number=1, plan=(3,)))
    with pytest.raises(RulesError, match="stands alone"):
        Choice("both", "?", cards=cards(1), max_cards=1, plan=FLY)


def test_only_its_half_says_what_a_seat_may_plan() -> None:
    choice, half = plan_choice(FLY), MothHalf(A, moths=(4, 0))
    knows = Knowledge({}, half)
    assert why_not(choice, Answer(plan=(5, 0)), knows) is None
    assert why_not(choice, Answer(plan=(6, 0)), knows) == "a moth flies one cell"
    assert why_not(choice, Answer(plan=(5, 0)), NOTHING_KNOWN) is not None
    assert list(legal(choice, knows)) == [Answer(plan=(5, 0))]
    assert list(legal(choice, NOTHING_KNOWN)) == []


def test_plans_change_no_bytes_of_answers_and_choices_without_them() -> None:
    assert Answer(option="a").primitives() == ((), "a", None, ())
    assert len(Choice("one", "?").primitives()) == 11  # type: ignore[arg-type]
    asked = plan_choice(FLY)
    assert read_choice(asked.primitives()).plan == FLY
    with_plan = Answer(plan=(3, 4))
    assert with_plan.primitives() == ((), None, None, (), (3, 4))
    assert Answer.from_primitives(with_plan.primitives()) == with_plan
    for wrong in (((), None, None, (), ()), ((), None, None, (), (-1,)), ((), None, None, (), 3)):
        with pytest.raises(BadMove):
            Answer.from_primitives(wrong)


def test_a_ranking_is_signed_where_there_is_one() -> None:
    assert Outcome((A,), "won").encode() == ((0,), "won")
    ranked = Outcome((A,), "won", ranking=((A,), (B, C)))
    assert ranked.encode() == ((0,), "won", ((0,), (1, 2)))


def test_limits_name_what_they_hold() -> None:
    step = STEPS[5]
    assert isinstance(step, Battle)
    assert step.exchange.limit("here") == LIMITS.here
    assert step.exchange.limit("target") == LabelLimits(3, 4, 2)
    assert step.choice.plan == PlanForm("fly", 2, 15)
