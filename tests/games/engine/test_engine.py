"""The driver: numbers, digests, what it takes as a result, claims on faces, and leaving."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.engine import ALL_LEFT, LEFT_ALONE, Engine
from games.engine.errors import BadMove, BadResult, BadTable, BrokenClaim, RulesError
from games.engine.steps import Ask, Chance, Deal, Open, Shuffle
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Seat, encode
from simulation.dealer import choice_for, play, replay
from tests.games.rules import DRAW, Small, started, two_throws
from tests.games.synthetic import Magpies

A, B, C = Seat(0), Seat(1), Seat(2)
YES_NO = (Option("yes", "Yes"), Option("no", "No"))


def question(**more: Any) -> Choice:
    return Choice("act", "?", options=YES_NO, **more)


async def high_card(table: Table) -> tuple[Face, ...]:
    """Two cards for A, who has to play the high one."""
    table.add_zone("draw")
    table.add_zone("hand", owner=A, hand=True)
    table.create([("c", 1), ("c", 9)], "draw")
    await table.shuffle("draw")
    await table.deal("draw", "hand", 2, A)
    answer = await table.ask(A, high_choice(await table.hand(A)))
    return await table.open(answer.cards)


def high_choice(cards: tuple[CardId, ...]) -> Choice:
    return Choice("play", "?", cards, 1, 2, predicate=is_high, pass_label="None")


def is_high(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return None if faces[0] == ("c", 9) else "only the nine"


def at_play(rules: Any = high_card) -> tuple[Engine, tuple[CardId, ...]]:
    engine = started(rules)
    engine.feed(None)
    choice = choice_for(engine, A)
    assert choice is not None
    return engine, choice.cards


def test_steps_are_numbered_from_one_and_drained_once() -> None:
    engine, _ = at_play()
    reached = engine.drain()
    assert [one.number for one in reached] == [1, 2, 3, 4]
    assert [type(one.step).__name__ for one in reached] == ["Shuffle", "Deal", "Mix", "Ask"]
    assert reached[-1].step is engine.waiting
    assert engine.number == engine.table.number == 4
    assert engine.drain() == []


def test_the_digest_is_the_documented_hash() -> None:
    engine = started(two_throws)
    head = encode(("crownless game", "small", 1, 3, (("speed", "slow"), ("cap", 3))))
    first = hashlib.sha256(head).digest()
    assert engine.digest == engine.digest_at(1) == first
    engine.feed(4)
    entry = encode(((), ("chance", 6, "first"), 4, ()))
    second = hashlib.sha256(first + entry).digest()
    assert engine.digest == engine.digest_at(2) == second


async def every_call(table: Table) -> Outcome:
    table.add_zone("pile")
    table.add_zone("hand 1", owner=B, hand=True)
    one, two, three = table.create(["x", "y", ("z", 1)], "pile")
    table.say("Nobody hashes {0}.")
    await table.chance(6, "first")
    table.move([three], "pile", "top")
    table.move([three], "hand 1")
    table.event("dawn")
    await table.put_back([two], "pile", 0)
    table.remove([one, one])
    return Outcome((B,), "done", "for people")


def test_plain_calls_are_hashed_with_the_step_behind_them_and_the_end_with_the_rest() -> None:
    engine = Engine(Small(every_call), 3, {}, keeps_transcript=True)
    engine.start()
    made = (
        ("zone", "pile", None, False),
        ("zone", "hand 1", 1, True),
        ("create", ("x", "y", ("z", 1)), "pile"),
    )
    throw = ("chance", 6, "first")
    assert engine.transcript() == (encode((made, throw)),)
    first = engine.digest
    engine.feed(4)
    after = (
        ("place", (2,), "pile", 0),
        ("place", (2,), "hand 1", 0),
        ("event", "dawn"),
        ("hide", (1,)),
        ("place", (1,), "pile", 0),
        ("remove", (0,)),
    )
    entries = (encode((made, throw, 4, ())), encode((after, (1,), "done")))
    assert engine.transcript() == entries
    digest = first
    for entry in entries:
        digest = hashlib.sha256(digest + entry).digest()
    assert engine.digest == engine.digest_at(engine.number) == digest


def test_every_result_and_leaver_changes_the_digest() -> None:
    digests = set()
    for result, left in [(4, ()), (5, ()), (4, (A,)), (4, (B,))]:
        engine = started(two_throws)
        engine.feed(result, left)
        digests.add(engine.digest)
    assert len(digests) == 4


def test_options_and_seats_are_in_the_digest() -> None:
    options: tuple[dict[str, str | int], ...] = ({}, {"speed": "fast"}, {"cap": 5})
    digests = {Engine(Small(two_throws), 3, chosen).digest for chosen in options}
    digests.add(Engine(Small(two_throws), 2, {}).digest)
    assert len(digests) == 4
    assert Engine(Small(two_throws), 3, {"cap": 3}).digest == started(two_throws).digest


@pytest.mark.parametrize(
    ("seats", "options", "text"),
    [
        (1, {}, "2 to 4"),
        (5, {}, "2 to 4"),
        (2, {"speed": "odd"}, "slow, fast"),
        (2, {"cap": "3"}, "3, 5"),
        (2, {"cap": True}, "3, 5"),
        (2, {"size": 1}, "no option 'size'"),
    ],
)
def test_a_table_that_cannot_be(seats: int, options: dict[str, Any], text: str) -> None:
    with pytest.raises(BadTable, match=text):
        Engine(Small(two_throws), seats, options)


def test_the_end() -> None:
    engine = started(two_throws)
    engine.feed(1)
    engine.feed(2)
    assert engine.outcome == DRAW
    assert engine.waiting is None
    assert engine.number == 3
    assert engine.digest == engine.digest_at(3)
    assert choice_for(engine, A) is None
    with pytest.raises(BadResult):
        engine.feed(1)
    for number in (0, 4):
        with pytest.raises(BadResult):
            engine.digest_at(number)
    with pytest.raises(BadResult):
        engine.start()


def test_a_waiting_step_names_whom_it_asks() -> None:
    async def rules(table: Table) -> None:
        await table.ask(B, question())
        await table.ask_all({A: question(), C: question()})
        await table.window(
            "w", [B, A], {A: question(pass_label="No"), B: question(pass_label="No")}
        )
        await table.chance(2, "coin")

    engine = started(rules)
    asked = []
    for result in (Answer(option="no"), (Answer(option="no"),) * 2, (False, False), 0):
        asked.append([seat for seat in (A, B, C) if choice_for(engine, seat) is not None])
        engine.feed(result)
    assert asked == [[B], [A, C], [A, B], []]


# Results


async def each_kind(table: Table) -> None:
    table.add_zone("draw")
    table.create(["x", "y"], "draw")
    await table.shuffle("draw")
    await table.open(table.zone("draw").cards)
    await table.chance(6, "die")
    await table.ask(A, question())
    await table.ask_all({A: question(), B: question()})
    await table.window("w", [A, B], {seat: question(pass_label="No") for seat in (A, B)})
    table.add_zone("mine")
    table.create(["z"], "mine")
    await table.shuffle("mine")
    await table.deal("mine", "draw", 1, A)
    await table.reveal(table.zone("draw").cards, A)


YES = Answer(option="yes")
GOOD = [None, ("y", "x"), 5, YES, (YES, None), (False, None), None, ("z",)]
BAD: list[tuple[Any, list[Any]]] = [
    (BadResult, [0, (), "x"]),
    (BadResult, [None, ("x",), ["x", "y"], ("x", "q"), ("x", None), ("x", ["y"]), "xy"]),
    (BadResult, [None, 6, -1, True, 1.0, "1"]),
    (BadMove, [NOTHING, Answer(option="maybe"), Answer(option="yes", number=1), "yes", ()]),
    ((BadResult, BadMove), [None, (YES,), (YES, NOTHING), (YES, YES, YES), [YES, YES]]),
    (BadResult, [None, (True,), (1, 0), (True, "no"), [True, False]]),
    (BadResult, [(), 1]),
    (BadResult, [None, (None,), ("z", "z"), ("q",)]),
]


def test_each_step_takes_its_own_results_only() -> None:
    engine = started(each_kind)
    for good, (error, bads) in zip(GOOD, BAD, strict=True):
        state = (engine.number, engine.digest, engine.waiting)
        for bad in bads:
            with pytest.raises(error):
                engine.feed(bad)
            assert (engine.number, engine.digest, engine.waiting) == state
        engine.feed(good)
    assert engine.outcome == DRAW


def test_none_is_the_default_of_a_late_seat() -> None:
    answers: list[object] = []

    async def rules(table: Table) -> None:
        choice = question(default=Answer(option="no"))
        answers.append(await table.ask(A, choice))
        answers.append(await table.ask_all({A: choice, B: choice}))

    engine = started(rules)
    engine.feed(None)
    engine.feed((YES, None))
    assert answers == [Answer(option="no"), (YES, Answer(option="no"))]
    assert engine.table.gone == ()


def test_a_default_may_stand_where_a_person_may_not_pass() -> None:
    answers: list[Answer] = []

    async def rules(table: Table) -> None:
        answers.append(await table.ask(A, question()))

    engine = started(rules)
    with pytest.raises(BadMove):
        engine.feed(NOTHING)
    engine.feed(None)
    assert answers == [NOTHING]


# Claims on faces


def test_a_kept_claim_goes_through() -> None:
    engine, cards = at_play()
    engine.feed(Answer(cards=cards[:1]))
    engine.feed((("c", 9),))
    assert engine.outcome == DRAW


def test_a_broken_claim_names_the_seat_and_the_step_and_changes_nothing() -> None:
    engine, cards = at_play()
    asked = engine.number
    engine.feed(Answer(cards=cards[:1]))
    digest = engine.digest
    with pytest.raises(BrokenClaim, match="only the nine") as caught:
        engine.feed((("c", 1),))
    assert (caught.value.seat, caught.value.step) == (A, asked)
    assert engine.digest == digest
    assert isinstance(engine.waiting, Open)
    assert not engine.table.is_open(cards[0])


def test_a_pass_claims_nothing() -> None:
    engine, _ = at_play()
    engine.feed(NOTHING)
    assert engine.outcome == DRAW


def test_a_claim_on_open_cards_is_a_plain_bad_move() -> None:
    async def rules(table: Table) -> None:
        table.add_zone("line")
        cards = table.create([("c", 1), ("c", 9)], "line")
        answer = await table.ask(A, high_choice(cards))
        await table.open(answer.cards)

    engine = started(rules)
    with pytest.raises(BadMove, match="only the nine"):
        engine.feed(Answer(cards=(CardId(0),)))
    engine.feed(Answer(cards=(CardId(1),)))
    assert engine.outcome == DRAW


async def claim(table: Table) -> Answer:
    table.add_zone("draw")
    table.create([("c", 1), ("c", 9)], "draw")
    await table.shuffle("draw")
    return await table.ask(A, high_choice(tuple(table.zone("draw").cards)))


async def forgets(table: Table) -> None:
    await claim(table)


async def asks_first(table: Table) -> None:
    answer = await claim(table)
    await table.ask(B, question())
    await table.open(answer.cards)


async def opens_another(table: Table) -> None:
    answer = await claim(table)
    await table.open([c for c in table.zone("draw").cards if c not in answer.cards])


@pytest.mark.parametrize("rules", [forgets, asks_first, opens_another])
def test_the_rules_must_open_what_is_claimed_at_once(rules: Any) -> None:
    engine, cards = at_play(rules)
    with pytest.raises(RulesError, match="claim"):
        engine.feed(Answer(cards=cards[:1]))


def test_all_claims_of_one_round_are_checked() -> None:
    async def rules(table: Table) -> None:
        table.add_zone("draw")
        table.create([("c", 1), ("c", 9)], "draw")
        await table.shuffle("draw")
        cards = tuple(table.zone("draw").cards)
        answers = await table.ask_all(
            {A: high_choice(cards[:1] + cards[1:]), B: high_choice(cards)}
        )
        await table.open([card for answer in answers for card in answer.cards])

    engine, cards = at_play(rules)
    engine.feed((Answer(cards=cards[:1]), Answer(cards=cards[1:])))
    with pytest.raises(BrokenClaim) as caught:
        engine.feed((("c", 9), ("c", 1)))
    assert caught.value.seat == B


# Leaving


def test_leavers_are_marked_before_the_rules_go_on() -> None:
    seen: list[object] = []

    async def rules(table: Table) -> None:
        seen.append(await table.ask(B, question(default=Answer(option="no"))))
        seen.append(table.gone)
        await table.chance(2, "coin")

    def departed(table: Table, seat: Seat) -> None:
        seen.append(("departed", seat, table.gone))

    engine = started(rules, 4, departed)
    engine.feed(None, (Seat(3), B))
    both = (B, Seat(3))
    departures = [("departed", B, both), ("departed", Seat(3), both)]
    assert seen == [*departures, Answer(option="no"), both]
    assert isinstance(engine.waiting, Chance)


def test_the_order_of_leavers_does_not_count() -> None:
    digests = set()
    for left in ((A, B), (B, A)):
        engine = started(two_throws, 4)
        engine.feed(1, left)
        digests.add(engine.digest)
    assert len(digests) == 1


def test_the_last_seat_wins_and_nobody_wins_an_empty_table() -> None:
    engine = started(two_throws)
    engine.feed(1, (A, C))
    assert engine.outcome == Outcome((B,), LEFT_ALONE)
    assert engine.waiting is None
    assert engine.number == 2
    assert engine.digest == engine.digest_at(2)
    engine = started(two_throws, 2)
    engine.feed(1, (A, B))
    assert engine.outcome == Outcome((), ALL_LEFT)


def test_the_answer_of_a_leaver_is_its_default() -> None:
    async def rules(table: Table) -> None:
        await table.ask(A, question(default=Answer(option="no")))

    with pytest.raises(BadResult, match="default"):
        started(rules).feed(YES, (A,))
    for result in (None, Answer(option="no")):
        engine = started(rules)
        engine.feed(result, (A,))
        assert engine.outcome == DRAW


@pytest.mark.parametrize(("result", "left"), [(None, ()), (None, (A,)), ("default", (A,))])
def test_the_cards_of_a_default_commit_nobody(result: object, left: tuple[Seat, ...]) -> None:
    async def rules(table: Table) -> None:
        table.add_zone("draw")
        table.add_zone("hand", owner=A, hand=True)
        table.create(["x"], "draw")
        await table.shuffle("draw")
        await table.deal("draw", "hand", 1, A)
        hand = await table.hand(A)
        answer = await table.ask(A, Choice("play", "?", hand, 1, 1, default=Answer(cards=hand)))
        await table.open(answer.cards)

    engine, cards = at_play(rules)
    with pytest.raises(RulesError, match="reveal it"):
        engine.feed(Answer(cards=cards) if result == "default" else None, left)


def test_a_leaver_who_had_committed_has_chosen() -> None:
    answers: list[object] = []

    async def rules(table: Table) -> None:
        answers.append(await table.ask_all({seat: question() for seat in (A, B, C)}))

    engine = started(rules)
    engine.feed((YES, None, YES), (A, B))
    assert answers == []  # with one seat left the game is over
    assert engine.outcome == Outcome((C,), LEFT_ALONE)
    engine = started(rules)
    engine.feed((YES, None, YES), (A,))
    assert answers == [(YES, NOTHING, YES)]


def test_a_leaver_claims_nothing() -> None:
    async def rules(table: Table) -> None:
        offers = {seat: question(pass_label="No") for seat in (A, B)}
        await table.window("w", [A, B], offers)

    engine = started(rules)
    engine.feed((True, True), (A,))
    assert isinstance(engine.waiting, Ask)
    assert engine.waiting.seat == B


@pytest.mark.parametrize("left", [(Seat(3),), (Seat(-1),), (A, A), (B,)])
def test_who_is_not_there_cannot_leave(left: tuple[Seat, ...]) -> None:
    engine = started(two_throws)
    engine.feed(1, (B,))
    digest = engine.digest
    with pytest.raises(BadResult):
        engine.feed(1, left)
    assert engine.digest == digest


def test_a_departure_is_written_after_the_result() -> None:
    async def rules(table: Table) -> None:
        table.add_zone("draw")
        table.add_zone("spare")
        table.create(["x", "y"], "draw")
        table.create(["z"], "spare")
        await table.shuffle("draw")
        await table.chance(2, "coin")

    def departed(table: Table, seat: Seat) -> None:
        table.move(table.zone("spare").cards[:], "draw")

    engine = started(rules, 3, departed)
    engine.feed(None, (A,))
    draw = engine.table.zone("draw")
    assert len(draw.cards) == 3
    assert engine.table.is_open(draw.cards[2])


# Replay


def test_replaying_does_without_any_dealer() -> None:
    playout = play(Magpies(), 3, 5)
    engine = replay(Magpies(), playout)
    assert engine.outcome == playout.engine.outcome
    assert engine.digest == playout.engine.digest
    assert [type(one.step) for one in engine.drain()] == [type(s) for s in playout.dealer.steps]
    assert isinstance(playout.dealer.steps[0], Shuffle)
    assert any(isinstance(step, Deal) for step in playout.dealer.steps)
