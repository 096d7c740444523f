"""The course of a game at the table: set-up, copies of the map, rounds, accounts, the end."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial
from typing import Any

import pytest

from games import registry
from games.engine.bots import Chooser, Situation
from games.engine.choice import Answer
from games.engine.engine import Engine
from games.engine.errors import BadResult
from games.engine.fog_steps import Account, Battle, Build, Copy, NamePositions, ShuffleDecks, Sight
from games.engine.game import settled_options
from games.engine.private import NOTHING_KNOWN, Lesson, Sealed, Seen
from games.engine.step import Step
from games.engine.steps import Chance, Deal
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.fortress import endings
from games.fortress.bot.player import BOTS
from games.fortress.bounds import numbers_of
from games.fortress.building import offer_of
from games.fortress.chart import TEST_SIZE, ring_length, size_for
from games.fortress.course import State, draw_starts, is_due, state_of
from games.fortress.effects import Account as Said
from games.fortress.kinds import Terrain
from games.fortress.pieces import LOTS, PIECE_SIDES, piece_from
from games.fortress.rules import Fortress
from games.fortress.settings import OPTIONS, QUICK, TEST_CAP, settings_of
from simulation.dealer import Dealer, Playout, choice_for, play, replay
from tests.games.fortress.oracle import Oracle

A, B, C = (Seat(seat) for seat in range(3))
SMALL: dict[str, str | int] = {"units": TEST_CAP, "rounds": 5}


def playout(seats: int = 3, seed: int = 1, **options: str | int) -> Playout:
    return play(Fortress(), seats, seed, options={**SMALL, **options})


# Options


def test_ftd_1_the_defaults() -> None:
    settled = settled_options(Fortress.info, 2, {})
    assert settled == {
        "artifacts": 12,
        "gauge": 5,
        "units": 12,
        "rounds": 120,
        "pieces": "workshops",
    }


def test_ftd_1_quick_is_a_choice_of_listed_values() -> None:
    settings = settings_of(4, settled_options(Fortress.info, 4, QUICK))
    assert (settings.goal, settings.gauge, settings.cap, settings.rounds) == (4, 3, 12, 120)
    listed = {option.key: option.values for option in OPTIONS}
    assert all(value in listed[key] for key, value in QUICK.items())


def test_the_smallest_map_is_offered_by_no_form() -> None:
    assert all(TEST_CAP not in option.values for option in OPTIONS)
    settings = settings_of(2, settled_options(Fortress.info, 2, SMALL))
    assert settings.size == TEST_SIZE
    assert settings.limits.cells == 61


@pytest.mark.parametrize("pieces", ["workshops", "walls"])
def test_ftb_12_an_option_says_what_pieces_are_mostly(pieces: str) -> None:
    game = playout(pieces=pieces)
    throws = [result for result, _ in game.fed[1:3]]
    offer = offer_of([piece_from(throw, LOTS[pieces]) for throw in throws])
    assert state_of(game.engine.table).public.offer == offer


# Set-up


def test_ftd_2_starts_and_seats_are_one_throw() -> None:
    steps = playout().dealer.steps
    throws = [step for step in steps if isinstance(step, Chance)]
    assert [throw.why for throw in throws] == ["starts", "piece 0", "piece 1"]
    assert throws[0].sides == factorial(3) * ring_length(TEST_SIZE)
    assert throws[1].sides == throws[2].sides == PIECE_SIDES
    assert factorial(6) * ring_length(size_for(6)) < 1 << 32


@pytest.mark.parametrize("seats", [2, 3])
def test_ftd_2_every_order_of_seats_and_every_turn_is_as_likely(seats: int) -> None:
    settings = settings_of(seats, settled_options(Fortress.info, seats, {}))
    turns = ring_length(settings.size)
    drawn: Counter[tuple[int, ...]] = Counter()
    for throw in range(factorial(seats) * turns):
        asking = draw_starts(Table(seats, {}), settings)
        asking.send(None)
        with pytest.raises(StopIteration) as stop:
            asking.send(throw)
        drawn[stop.value.value.starts] += 1
    assert set(drawn.values()) == {seats}  # as many turns lead to the same starts
    assert len(drawn) == factorial(seats) * turns // seats


def test_ftd_3_the_decks_are_laid_out_over_the_hidden_cells() -> None:
    game = playout(3, 4)
    table, state = game.engine.table, state_of(game.engine.table)
    chart, true = state.public.chart, game.dealer.true
    cards = table.zone("map").cards
    assert len(cards) == len(chart.hidden)
    laid = dict(zip(chart.hidden, cards, strict=True))
    for deck in chart.decks:
        faces = Counter(Terrain(str(true[laid[cell]])) for cell in deck.cells)
        assert faces == Counter(deck.faces)
        assert table.zone(deck.name).cards == []


def test_design_6_each_seat_has_its_own_copy_with_blanks() -> None:
    game = playout(3, 4)
    copies = [step for step in game.dealer.steps if isinstance(step, Copy)]
    assert [step.owner for step in copies[:3]] == [A, B, C]
    public = state_of(game.engine.table).public
    for step in copies:
        assert step.cells == public.chart.hidden
        assert len(step.sources) == len(public.chart.hidden) + public.settings.limits.blanks
    assert sum(isinstance(step, ShuffleDecks) for step in game.dealer.steps) == 1


# The order of a round


def test_ftd_6_ftd_28_the_steps_of_a_game() -> None:
    kinds = (Build, Account, NamePositions, Deal, Sight, Battle)
    steps = [step for step in playout(2, rounds=5).dealer.steps if isinstance(step, kinds)]
    one_round = ["NamePositions", "Deal", "Deal", "Sight", "Battle", "Account"]
    assert [type(step).__name__ for step in steps] == ["Build", "Account", *one_round * 4]
    rounds = [step.round for step in steps if isinstance(step, Battle)]
    assert rounds == [2, 3, 4, 5]


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_23_every_seat_opens_the_scheduled_count(seats: int) -> None:
    game = play(Fortress(), seats, 3, options={"rounds": 5})
    counts = [step.count for step in game.dealer.steps if isinstance(step, NamePositions)]
    assert counts == [48, 24, 24, 24]
    deals = [step for step in game.dealer.steps if isinstance(step, Deal)]
    assert {len(step.cards) for step in deals} == {48, 24}


def renewals(seats: int, rounds: int = 120) -> list[tuple[int, int]]:
    """(round, seat) of every renewed copy."""
    settings = settings_of(seats, settled_options(Fortress.info, seats, {}))
    public = Oracle(seats, 0).public
    state = State(public)
    state.blanks = {Seat(seat): settings.limits.blanks for seat in range(seats)}
    found = []
    for round_ in range(2, rounds + 1):
        state.round = round_
        for seat in state.blanks:
            state.blanks[seat] -= settings.limits.openings_in(round_)
            assert state.blanks[seat] >= 0
            if is_due(state, seat, seats):
                state.blanks[seat] = settings.limits.blanks
                found.append((round_, int(seat)))
    return found


@pytest.mark.parametrize("seats", range(2, 7))
def test_ftd_23_copies_are_renewed_in_time_and_one_at_a_time(seats: int) -> None:
    found = renewals(seats)
    assert max(Counter(round_ for round_, _ in found).values()) == 1
    each = Counter(seat for _, seat in found)
    assert set(each) == set(range(seats))
    assert max(each.values()) <= 7
    early = Counter(seat for round_, seat in found if round_ <= 40)
    assert max(early.values()) <= 4


# Accounts


def test_ftd_29_an_account_is_held_to_what_anybody_can_have_by_then() -> None:
    game = playout(2, rounds=20, artifacts=1, gauge=1)
    public, said = state_of(game.engine.table).public, dict[Seat, Said]()
    steps = [step for step in game.dealer.steps if isinstance(step, Account)]
    for round_, step in enumerate(steps, 1):
        for seat, numbers in step.asks:
            before = said.get(seat, Said(0, False))
            again = step.last and round_ > state_of(game.engine.table).round
            assert numbers == numbers_of(
                public, seat, round_ - again, before, last=step.last, again=again
            )
    assert [one.high for _, (one, *_) in steps[0].asks] == [0, 0]


def test_ftd_27_artifacts_never_go_back() -> None:
    game = playout(2)
    engine = replay(Fortress(), game, 0)
    for result, left in game.fed:
        if isinstance(engine.waiting, Account):
            with pytest.raises(BadResult):
                engine.feed(((-1, 0), (0, 0)))
            break
        engine.feed(result, left)


# What is learned at the table


def lessons_by_step(game: Playout) -> list[dict[Seat, Lesson]]:
    """What each step taught, by seat."""
    steps: list[dict[Seat, Lesson]] = []
    kind: object = None
    for number, seat, lesson in game.dealer.taught:
        labels = lesson.exchange.labels if isinstance(lesson, Seen) else ()
        if (number, type(lesson), labels) != kind or seat in steps[-1]:
            steps.append({})
        kind = (number, type(lesson), labels)
        steps[-1][seat] = lesson
    return steps


@pytest.mark.parametrize(
    ("seats", "options", "bots"),
    [
        (3, {"units": TEST_CAP, "rounds": 20}, "random"),
        (2, {"rounds": 40, "artifacts": 4, "gauge": 3}, "strong"),
        (4, {"rounds": 10}, "random"),
    ],
)
def test_what_seats_learn_at_the_table_comes_to_the_full_game(
    seats: int, options: dict[str, str | int], bots: str
) -> None:
    players = [registry.bot("fortress", bots)] * seats
    game = play(Fortress(), seats, 6, options=options, bots=players)
    table, halves = game.engine.table, game.dealer.halves
    hidden = state_of(table).public.chart.hidden
    under = zip(hidden, table.zone("map").cards, strict=True)
    whole = halves[A].whole({cell: game.dealer.true[card] for cell, card in under})
    assert whole is not None
    again = {seat: Fortress().half(table, seat) for seat in halves}
    for lessons in lessons_by_step(game):
        whole.learned(lessons)
        again.update({seat: again[seat].learned(one) for seat, one in lessons.items()})
        if not any(isinstance(one, Sealed) for one in lessons.values()):
            assert [whole.doubt(again[seat]) for seat in lessons] == [None] * len(lessons)
    assert again == halves


# The end

ENDINGS = {
    "ft-4 enough": ([(12, False), (3, False)], (A,), endings.CROWNED, 120),
    "ftg-46 together": ([(12, False), (14, False), (3, False)], (A, B), endings.CROWNED, 120),
    "win before out": ([(12, True), (3, False)], (A,), endings.CROWNED, 120),
    "ftg-47 the last in": ([(1, False), (5, True), (7, True)], (A,), endings.LAST_IN, 120),
    "ftd-22 all out": ([(1, True), (2, True), (2, True)], (B, C), endings.ALL_OUT, 120),
    "ftg-47 the cap": ([(1, False), (2, False), (1, False)], (B,), endings.ROUND_CAP, 120),
    "ftd-22 who is out is after": ([(1, False), (9, True), (0, False)], (A,), "round_cap", 120),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_how_games_end(name: str) -> None:
    rows, winners, reason, rounds = ENDINGS[name]
    accounts = {Seat(seat): Said(*row) for seat, row in enumerate(rows)}
    end = endings.outcome_of(accounts, list(accounts), 12, rounds)
    assert (end.winners, end.reason) == (winners, reason)
    # FTD-30, D-153: only Artifacts are claimed to one's own good.
    assert end.ended_by == (winners if reason == endings.CROWNED else ())
    assert sorted(seat for rank in end.ranking for seat in rank) == list(accounts)
    assert end.text


def test_ftd_22_who_was_out_before_is_ranked_after_those_who_go_out_together() -> None:
    accounts = {A: Said(1, True), B: Said(9, True), C: Said(1, True)}
    end = endings.outcome_of(accounts, [A, C], 12, 120)
    assert end.winners == (A, C)
    assert end.ranking == ((A, C), (B,))


def test_ftg_47_at_the_cap_gauge_and_units_decide() -> None:
    accounts = {A: Said(2, False, 1, 4), B: Said(2, False, 2, 0), C: Said(2, False, 2, 1)}
    end = endings.outcome_of(accounts, [A, B, C], 12, 120)
    assert end.ranking == ((C,), (B,), (A,))


def test_a_game_nobody_plays_ends_at_the_cap_for_all() -> None:
    end = playout(3).engine.outcome
    assert end == Outcome((A, B, C), "round_cap", ranking=((A, B, C),))
    last = [step for step in playout(3).dealer.steps if isinstance(step, Account)][-1]
    assert last.last


def test_ftb_5_a_second_account_follows_one_that_ends_the_game() -> None:
    game = play(Fortress(), 3, 7, options={**SMALL, "artifacts": 1, "gauge": 1})
    firsts = [k for k, step in enumerate(blocking(game)) if isinstance(step, Account)]
    engine = replay(Fortress(), game, firsts[2])
    engine.feed(((0, 0), (1, 0), (0, 0)))
    assert isinstance(engine.waiting, Account)
    assert engine.waiting.last
    assert [number.name for number in engine.waiting.asks[0][1]] == [
        "artifacts",
        "out",
        "gauge",
        "units",
    ]
    for late in ((1, 0, 0, 1), (0, 1, 0, 0)):
        with pytest.raises(BadResult):  # what was said in a round is said
            engine.feed((late, (1, 0, 0, 0), ()), left=(C,))
    engine.feed(((0, 0, 0, 1), (1, 0, 0, 0), ()), left=(C,))
    assert engine.outcome == Outcome((B,), endings.CROWNED, ranking=((B,), (A,)))


@pytest.mark.parametrize(
    ("said", "last", "ended_by", "ranking"),
    [
        (((0, 0), (1, 0), (0, 0)), ((0, 0, 0, 1), (), (0, 0, 0, 0)), (B,), ((A,), (C,))),
        # The last one in:
        (((0, 1), (0, 0), (0, 1)), ((0, 1, 0, 0), (), (0, 1, 0, 0)), (), ((A, C),)),
    ],
)
def test_ftd_13_a_winner_who_leaves_instead_of_a_second_account_has_ended_the_game(
    said: tuple[tuple[int, ...], ...],
    last: tuple[tuple[int, ...], ...],
    ended_by: tuple[Seat, ...],
    ranking: tuple[tuple[Seat, ...], ...],
) -> None:
    """Neither was it the last round, nor have all gone out at once. Who says to have enough and
    leaves could end a game by a lie else, for whoever is ahead then (FTD-30)."""
    game = play(Fortress(), 3, 7, options={**SMALL, "artifacts": 1, "gauge": 1})
    firsts = [k for k, step in enumerate(blocking(game)) if isinstance(step, Account)]
    engine = replay(Fortress(), game, firsts[2])
    engine.feed(said)
    engine.feed(last, left=(B,))
    assert engine.outcome == Outcome(ranking[0], endings.WINNER_LEFT, ranking=ranking)
    assert engine.outcome.said == "the most Artifacts; whoever would have won has left"
    assert engine.outcome.ended_by == ended_by


def blocking(game: Playout) -> list[Step[Any]]:
    """The steps that the rules waited for, one for each result."""
    return [step for step in game.dealer.steps if step.blocking]


# Departures (FTD-13, FTD-22)


@pytest.mark.parametrize("moment", range(5, 16))
def test_ftd_13_a_departed_seat_is_in_no_further_step(moment: int) -> None:
    game = play(Fortress(), 3, 7, options=SMALL, leave={moment: (B,)})
    number = replay(Fortress(), game, moment).number
    for step in game.dealer.steps[number:]:
        assert B not in getattr(step, "seats", ())
        assert getattr(step, "to", None) != B
    assert game.engine.outcome is not None
    assert B not in game.engine.outcome.winners
    assert B not in [seat for rank in game.engine.outcome.ranking for seat in rank]
    assert game.engine.table.zone("copy 1").cards == []
    for seat in (A, C):
        half = game.dealer.half(seat)
        assert B not in half.accounts  # type: ignore[attr-defined]


def test_the_last_seat_at_the_table_wins() -> None:
    game = play(Fortress(), 2, 7, options=SMALL, leave={9: (B,)})
    assert game.engine.outcome is not None
    assert game.engine.outcome.winners == (A,)


# Who is asked, and who is shown what


def test_everybody_is_asked_at_once() -> None:
    def watch(engine: Engine, dealer: Dealer) -> None:
        if isinstance(engine.waiting, Build | Battle):
            choices = [choice_for(engine, seat) for seat in engine.table.active]
            assert all(choice is not None and choice.plan is not None for choice in choices)

    play(Fortress(), 3, 2, options=SMALL, watch=watch)


def test_no_view_shows_what_another_seat_knows() -> None:
    """The view of a seat follows from the table and its own half; a spectator sees no half."""

    def watch(engine: Engine, dealer: Dealer) -> None:
        game, table = engine.game, engine.table
        views = [game.view(table, seat, dealer.knowledge(seat)) for seat in table.active]
        public = {(view.turn, view.seats) for view in views}
        assert len(public) == 1
        assert all(not view.areas for view in views)

    play(Fortress(), 3, 2, options=SMALL, watch=watch)


# Nothing happens any more


class Idle:
    """Builds nothing and stays."""

    def choose(self, situation: Situation, randbelow: Chooser) -> Answer:
        half, form = situation.knowledge.half, situation.choice.plan
        assert half is not None
        assert form is not None
        return Answer(plan=half.default(form))


def test_ftb_11_a_game_in_which_nothing_happens_ends_and_says_so_before() -> None:
    turns = []

    def look(engine: Engine, dealer: Dealer) -> None:
        turns.append(Fortress().view(engine.table, None, NOTHING_KNOWN).turn)

    options: dict[str, str | int] = {"units": TEST_CAP, "rounds": 80}
    game = play(Fortress(), 2, 1, bots=[Idle(), Idle()], options=options, watch=look)
    outcome = game.engine.outcome
    assert outcome is not None
    assert outcome.reason == "no_artifact"
    assert outcome.text == "the most Artifacts; nobody has made one for 40 rounds"
    assert outcome.ranking == ((A, B),)
    assert state_of(game.engine.table).round == 41
    assert "Round 30 of 80" in turns
    assert "Round 31 of 80; it ends in 10 without an Artifact" in turns


def test_ftb_11_an_artifact_or_going_out_begins_the_count_anew() -> None:
    told: dict[int, list[tuple[int, bool]]] = {}
    counted: dict[int, int] = {}

    def look(engine: Engine, dealer: Dealer) -> None:
        if isinstance(engine.waiting, Battle):
            state = state_of(engine.table)
            told[state.round] = [(one.artifacts, one.is_out) for one in state.accounts.values()]
            counted[state.round] = state.quiet

    play(Fortress(), 2, 3, bots=[BOTS["fair"]()] * 2, options=QUICK, watch=look)
    quiet = 1
    for before, now in pairwise(told):
        quiet = quiet + 1 if told[before] == told[now] else 1
        assert counted[now] == quiet
    assert 1 < max(counted.values()) > min(counted.values())
