"""Answers and their tasks: who owes what next, what a part must rest on, what the rules get."""

from __future__ import annotations

from typing import Any

import pytest

from crypto.errors import CryptoError
from games.engine.choice import NOTHING, Answer, Choice, Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from p2p.errors import CodecError
from p2p.log.fault import Charge, Refusal
from p2p.replica.chance_task import ChanceTask
from p2p.replica.choice_tasks import AskAllTask, AskTask, ClaimsTask, read_answer
from p2p.replica.task import KeysTask, Reach, SeatSecrets
from p2p.wire import codec
from p2p.wire.message import Kind

TABLE = bytes(range(32))
SECRETS = [SeatSecrets.derive(bytes([seat]) * 32, TABLE) for seat in range(3)]
START = (2, 2, 2)
CHOICE = Choice(
    "play", "Play?", options=(Option("a", "A"), Option("b", "B")), default=Answer(option="a")
)
WINDOW = Choice("react", "React?", options=(Option("a", "A"),), pass_label="No", standing=True)


def at(seat: int, count: int = 3) -> tuple[int, ...]:
    """The stamp of the `count`-th message of a seat."""
    return tuple(count if other == seat else 0 for other in range(3))


def public() -> Table:
    return Table(3, {})


# Keys


def keys_task() -> KeysTask:
    return KeysTask(TABLE, 3)


def test_all_post_their_keys() -> None:
    task = keys_task()
    for seat in (2, 0, 1):
        assert not task.complete()
        assert task.pending(seat) is Kind.KEYS
        assert task.required_clock(seat) == (0, 0, 0)
        task.accept(seat, Kind.KEYS, task.make(seat, SECRETS[seat]), at(seat, 1))
        assert task.pending(seat) is None
    assert task.complete()
    assert task.depends_on == (1, 1, 1)
    assert task.card == {seat: SECRETS[seat].card.public for seat in range(3)}
    assert task.chance == {seat: SECRETS[seat].chance.public for seat in range(3)}


def test_nobody_posts_the_key_of_another() -> None:
    task = keys_task()
    with pytest.raises(CryptoError):
        task.accept(1, Kind.KEYS, task.make(0, SECRETS[0]), at(1))


def test_keys_are_bound_to_the_table() -> None:
    payload = KeysTask(bytes(32), 3).make(0, SECRETS[0])
    with pytest.raises(CryptoError):
        keys_task().accept(0, Kind.KEYS, payload, at(0))


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("bad", [b"", bytes(32), bytes(64), b"\xff" * 32, b"\xff" * 64, None, 7])
def test_keys_that_are_none_are_refused(place: int, bad: Any) -> None:
    task = keys_task()
    payload = list(task.make(0, SECRETS[0]))  # type: ignore[arg-type]
    payload[place] = bad
    with pytest.raises((CryptoError, CodecError)):
        task.accept(0, Kind.KEYS, tuple(payload), at(0))
    assert task.pending(0) is Kind.KEYS


# Chance


def chance(number: int = 5, sides: int = 6, why: str = "who begins") -> ChanceTask:
    keys = {seat: SECRETS[seat].chance.public for seat in range(3)}
    return ChanceTask(Reach(TABLE, number, START), keys=keys, sides=sides, why=why)


def thrown(task: ChanceTask, order: tuple[int, ...] = (0, 1, 2)) -> object:
    for seat in order:
        assert not task.complete()
        task.accept(seat, Kind.THROW, task.make(seat, SECRETS[seat]), at(seat))
    assert task.complete()
    return task.result()


def test_a_throw_is_the_same_in_any_order() -> None:
    values = {thrown(chance(), order) for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))}
    assert len(values) == 1
    assert values <= set(range(6))


def test_a_throw_depends_on_step_and_purpose() -> None:
    values = {thrown(chance(n, 1 << 32, why)) for n in (5, 6) for why in ("one", "other")}
    assert len(values) == 4


def test_each_seat_throws_once_and_a_seat_without_a_key_never() -> None:
    task = chance()
    task.accept(0, Kind.THROW, task.make(0, SECRETS[0]), at(0))
    assert [task.pending(seat) for seat in range(4)] == [None, Kind.THROW, Kind.THROW, None]
    assert task.depends_on == (3, 2, 2)


@pytest.mark.parametrize("other", [chance(6), chance(why="another")])
def test_a_share_of_another_throw_is_refused(other: ChanceTask) -> None:
    with pytest.raises(CryptoError):
        chance().accept(0, Kind.THROW, other.make(0, SECRETS[0]), at(0))


def test_the_share_of_another_seat_is_refused() -> None:
    task = chance()
    with pytest.raises(CryptoError):
        task.accept(1, Kind.THROW, task.make(0, SECRETS[0]), at(1))


# Answers


@pytest.mark.parametrize(
    "payload",
    [
        None,
        (),
        ((), "c", None, ()),
        ((), None, None, ()),
        ((1,), "a", None, ()),
        ((), "a", 3, ()),
        ((), "a", None, (0,)),
        ((), b"a", None, ()),
        ("x", "a", None, ()),
        ((), "a" * 2000, None, ()),
        ((-1,), "a", None, ()),
        ((1 << 60,), "a", None, ()),
    ],
)
def test_an_answer_that_was_not_asked_for_is_an_illegal_move(payload: Any) -> None:
    with pytest.raises(Refusal) as caught:
        read_answer(CHOICE, payload, 7, public())
    assert caught.value.charge is Charge.MOVE
    assert caught.value.step == 7


def test_a_predicate_on_open_cards_is_checked_at_once() -> None:
    table = public()
    table.add_zone("row")
    cards = table.create(("red", "black"), "row")

    def red(faces: tuple[Any, ...], answer: Answer) -> str | None:
        return None if faces == ("red",) else "only a red one"

    choice = Choice("pick", "Pick", cards, 1, 1, predicate=red, pass_label="None")
    assert read_answer(choice, ((cards[0],), None, None, ()), 3, table).cards == cards[:1]
    assert read_answer(choice, NOTHING.primitives(), 3, table) == NOTHING
    with pytest.raises(Refusal, match="only a red one"):
        read_answer(choice, ((cards[1],), None, None, ()), 3, table)


def test_a_predicate_on_hidden_cards_waits_until_they_are_open() -> None:
    hidden = CardId(40)

    def never(faces: tuple[Any, ...], answer: Answer) -> str | None:
        raise AssertionError("there is no face to look at")

    choice = Choice("pick", "Pick", (hidden,), 1, 1, predicate=never, pass_label="None")
    assert read_answer(choice, ((40,), None, None, ()), 3, public()).cards == (hidden,)


def ask(choice: Choice = CHOICE) -> AskTask:
    return AskTask(Reach(TABLE, 7, START), seat=Seat(1), choice=choice, public=public())


def test_one_seat_answers_once() -> None:
    task = ask()
    assert [task.pending(seat) for seat in range(3)] == [None, Kind.ANSWER, None]
    assert not task.complete()
    task.accept(1, Kind.ANSWER, ((), "b", None, ()), at(1))
    assert task.complete()
    assert task.result() == Answer(option="b")
    assert task.pending(1) is None
    assert task.depends_on == (2, 3, 2)


def test_a_standing_pass_answers_where_it_may() -> None:
    assert not ask().takes_standing_pass(1)
    task = ask(WINDOW)
    assert task.takes_standing_pass(1)
    assert not task.takes_standing_pass(0)
    task.pass_ahead(1, at(1, 5))
    assert task.result() == NOTHING
    assert task.depends_on == (2, 5, 2)
    assert not task.takes_standing_pass(1)


def claims(*, in_order: bool = False) -> ClaimsTask:
    offers = ((Seat(2), WINDOW), (Seat(0), WINDOW))
    return ClaimsTask(Reach(TABLE, 9, START), offers=offers, in_order=in_order)


@pytest.mark.parametrize("in_order", [False, True])
def test_a_claim_says_only_whether_to_be_asked(in_order: bool) -> None:
    task = claims(in_order=in_order)
    question = task.question(0)
    assert question is not None
    assert (question.claiming, question.in_order, question.secret) == (True, in_order, False)
    assert task.question(1) is None
    for payload in (1, 0, "yes", None, ()):
        with pytest.raises(CodecError):
            task.accept(0, Kind.CLAIM, payload, at(0))
    assert task.decided(0, True, SECRETS[0]) is True
    assert task.takes_standing_pass(2)
    task.pass_ahead(2, at(2))
    task.accept(0, Kind.CLAIM, True, at(0))
    assert task.result() == (False, True)


def test_all_offered_seats_pass_or_claim() -> None:
    task = claims()
    assert [task.pending(seat) for seat in range(3)] == [Kind.CLAIM, None, Kind.CLAIM]
    task.accept(0, Kind.CLAIM, True, at(0))
    assert not task.complete()
    task.pass_ahead(2, at(2, 1))
    assert task.complete()
    assert task.result() == (False, True), "in the order of the offers"


@pytest.mark.parametrize("payload", [None, 0, 1, "yes", b"", ()])
def test_a_claim_is_yes_or_no(payload: Any) -> None:
    task = claims()
    with pytest.raises(CodecError):
        task.accept(0, Kind.CLAIM, payload, at(0))
    assert task.pending(0) is Kind.CLAIM


# All at once


def ask_all() -> AskAllTask:
    asks = ((Seat(2), CHOICE), (Seat(0), CHOICE))
    return AskAllTask(Reach(TABLE, 11, START), asks=asks, public=public())


A, B = Answer(option="a"), Answer(option="b")


def test_choices_are_committed_to_and_opened_when_all_have() -> None:
    task = ask_all()
    assert [task.pending(seat) for seat in range(3)] == [Kind.COMMIT, None, Kind.COMMIT]
    task.accept(0, Kind.COMMIT, task.commitment(0, A, SECRETS[0]), at(0))
    assert task.pending(0) is Kind.OPENING
    assert task.required_clock(0) is None, "the other has not committed"
    assert task.required_clock(2) == START
    task.accept(2, Kind.COMMIT, task.commitment(2, B, SECRETS[2]), at(2))
    assert task.required_clock(0) == (3, 2, 3), "an opening rests on all commitments"
    assert task.required_clock(2) == (3, 2, 3)
    task.accept(2, Kind.OPENING, task.opening(2, B, SECRETS[2]), at(2, 4))
    assert task.required_clock(0) == (3, 2, 3), "and not on other openings"
    assert not task.complete()
    task.accept(0, Kind.OPENING, task.opening(0, A, SECRETS[0]), at(0, 4))
    assert task.complete()
    assert task.result() == (B, A), "in the order of the asks"


def test_a_commitment_tells_nothing_and_binds() -> None:
    task = ask_all()
    one, other = (task.commitment(0, answer, SECRETS[0]) for answer in (A, B))
    assert one != other
    assert len(one) == len(other) == 32
    task.accept(0, Kind.COMMIT, one, at(0))
    task.accept(2, Kind.COMMIT, task.commitment(2, B, SECRETS[2]), at(2))
    _, salt = codec.array(task.opening(0, A, SECRETS[0]), 2)
    for payload in (
        task.opening(0, B, SECRETS[0]),
        (A.primitives(), bytes(32)),
        (A.primitives(), salt[:-1]),  # type: ignore[index]
        (A.primitives(),),
        None,
    ):
        with pytest.raises((CryptoError, CodecError)):
            task.accept(0, Kind.OPENING, payload, at(0, 4))
    assert task.pending(0) is Kind.OPENING


def test_the_commitment_of_another_is_of_no_use() -> None:
    task = ask_all()
    commitment = task.commitment(0, A, SECRETS[0])
    task.accept(0, Kind.COMMIT, commitment, at(0))
    task.accept(2, Kind.COMMIT, commitment, at(2))
    with pytest.raises(CryptoError):
        task.accept(2, Kind.OPENING, task.opening(0, A, SECRETS[0]), at(2, 4))


def test_what_was_committed_to_must_be_a_legal_answer() -> None:
    task = ask_all()
    nonsense = Answer(option="c")
    task.accept(0, Kind.COMMIT, task.commitment(0, nonsense, SECRETS[0]), at(0))
    task.accept(2, Kind.COMMIT, task.commitment(2, B, SECRETS[2]), at(2))
    with pytest.raises(Refusal):
        task.accept(0, Kind.OPENING, task.opening(0, nonsense, SECRETS[0]), at(0, 4))


def test_secrets_of_a_seat_show_nothing() -> None:
    assert repr(SECRETS[0]) == "SeatSecrets(...)"


# Leaving


def test_who_is_asked_and_leaves_gives_no_answer() -> None:
    task = ask()
    task.leave(0, at(0))
    assert not task.complete()
    task.leave(1, at(1))
    assert task.complete()
    assert task.pending(1) is None
    assert task.result() is None, "the rules take its default"


def test_who_leaves_a_window_passes_and_a_claim_made_before_stands() -> None:
    task = claims()
    task.accept(0, Kind.CLAIM, True, at(0))
    task.leave(0, at(0, 4))
    task.leave(2, at(2))
    assert task.complete()
    assert task.result() == (False, True)


def test_who_leaves_before_it_committed_has_not_chosen() -> None:
    task = ask_all()
    task.accept(0, Kind.COMMIT, task.commitment(0, A, SECRETS[0]), at(0))
    task.leave(2, at(2, 6))
    assert task.pending(2) is None
    assert task.required_clock(0) == (3, 2, 6), (
        "an opening rests on the knowledge that nobody else commits"
    )
    task.accept(0, Kind.OPENING, task.opening(0, A, SECRETS[0]), at(0, 4))
    assert task.result() == (None, A)


def test_who_has_committed_has_chosen_and_still_owes_its_opening() -> None:
    task = ask_all()
    task.accept(0, Kind.COMMIT, task.commitment(0, A, SECRETS[0]), at(0))
    task.leave(0, at(0, 6))
    assert task.pending(0) is Kind.OPENING
    assert not task.complete()
