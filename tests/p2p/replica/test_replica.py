"""The law at the heart of it: what has arrived besides never changes a verdict or a result."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from p2p.wire.message import Head, Kind, Message, Part
from tests.p2p.history import History, played

GAMES: dict[str, dict[str, Any]] = {
    "two seats": {"seats": 2, "rounds": 2},
    "three seats": {"seats": 3, "rounds": 2},
    "four seats": {"seats": 4},
    "one leaves": {"seats": 3, "leavers": 1},
    "two leave": {"seats": 4, "leavers": 2},
    "three leave": {"seats": 4, "leavers": 3},
    "standing passes": {"seats": 3, "rounds": 2, "stands": True},
    "everything": {"seats": 4, "leavers": 2, "stands": True},
}


def game(name: str, seed: int) -> History:
    return played(**GAMES[name], seed=seed)


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("name", GAMES)
def test_every_order_leads_to_the_same(name: str, seed: int) -> None:
    history = game(name, seed)
    first = history.copy()
    first.feed(history.messages)
    for number in range(8):
        rng = random.Random(number)
        other = history.copy()
        other.feed(history.random_order(rng))
        assert other.digests() == first.digests()
        assert other.replica.results == first.replica.results
        assert other.replica.engine.outcome == first.replica.engine.outcome
        assert sorted(other.replica.closed) == sorted(first.replica.closed)
        assert sorted(other.replica.left) == sorted(first.replica.left)


# Messages that somebody might send instead


def drops_a_part(rng: random.Random, history: History, m: Message) -> Message | None:
    if len(m.parts) == 1:
        return None
    place = rng.randrange(len(m.parts))
    return replace(m, parts=m.parts[:place] + m.parts[place + 1 :])


def repeats_a_part(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, parts=(*m.parts, rng.choice(m.parts)))


def turns_parts_round(rng: random.Random, history: History, m: Message) -> Message | None:
    if len(m.parts) == 1:
        return None
    return replace(m, parts=tuple(rng.sample(m.parts, len(m.parts))))


def moves_a_part(rng: random.Random, history: History, m: Message) -> Message:
    place = rng.randrange(len(m.parts))
    parts = list(m.parts)
    step = max(0, parts[place].step + rng.choice([-2, -1, 1, 2]))
    parts[place] = replace(parts[place], step=step)
    return replace(m, parts=tuple(parts))


def bends_a_payload(rng: random.Random, history: History, m: Message) -> Message:
    place = rng.randrange(len(m.parts))
    parts = list(m.parts)
    parts[place] = replace(parts[place], payload=bent(rng, parts[place].payload))
    return replace(m, parts=tuple(parts))


def bent(rng: random.Random, value: Any) -> Any:
    match value:
        case bytes() if value:
            place = rng.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        case tuple() if value:
            place = rng.randrange(len(value))
            return (*value[:place], bent(rng, value[place]), *value[place + 1 :])
        case bool():
            return not value
        case int():
            return value + rng.choice([-1, 1, 7])
        case str():
            return value + "x"
        case _:
            return 0


def borrows_a_part(rng: random.Random, history: History, m: Message) -> Message:
    """A part that was good elsewhere, of itself or of another seat."""
    part = rng.choice(rng.choice(history.messages).message.parts)
    return replace(m, parts=(*m.parts, part))


def answers_with_another(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, parts=(rng.choice(rng.choice(history.messages).message.parts),))


def adds(kind: Kind, payload: Any) -> Any:
    def change(rng: random.Random, history: History, m: Message) -> Message:
        more = Part(max(0, m.step + rng.choice([-1, 0, 0, 1])), kind, payload)
        place = rng.randrange(len(m.parts) + 1)
        return replace(m, parts=(*m.parts[:place], more, *m.parts[place:]))

    return change


def wrong_digest(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, digest=bent(rng, m.digest))


def another_step(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, step=max(0, m.step + rng.choice([-3, -1, 1, 2])))


def broken_chain(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, prev=bent(rng, m.prev))


def older_heads(rng: random.Random, history: History, m: Message) -> Message | None:
    """Knows less than it knew: one author or all of them some messages back."""
    heads = list(m.heads)
    for author, head in enumerate(m.heads):
        if head is not None and rng.random() < 0.6:
            seq = head.seq - rng.randrange(1, 4)
            chain = {s.message.seq: s for s in history.messages if s.message.seat == author}
            heads[author] = Head(seq, chain[seq].hash) if seq >= 0 else None
    changed = replace(m, heads=tuple(heads))
    return None if changed == m else changed


def earlier(rng: random.Random, history: History, m: Message) -> Message | None:
    """The same parts with the heads of its message before: said too early, if at all."""
    before = [s.message for s in history.messages if s.message.seat == m.seat]
    if m.seq == 0:
        return None
    old = before[m.seq - 1]
    return replace(m, heads=old.heads, step=old.step, digest=old.digest)


def stands_behind(rng: random.Random, history: History, m: Message) -> Message:
    """A word more at the step of its last part, whatever that part was."""
    return replace(m, parts=(*m.parts, Part(m.parts[-1].step, Kind.STANDING, "never")))


def leaves(rng: random.Random, history: History, m: Message) -> Message:
    return replace(m, parts=(Part(m.step, Kind.CONCEDE, ((), ())),))


Change = Callable[[random.Random, History, Message], "Message | None"]

CHANGES: dict[str, Change] = {
    "as it is": lambda rng, history, m: m,
    "drops a part": drops_a_part,
    "repeats a part": repeats_a_part,
    "turns parts round": turns_parts_round,
    "moves a part": moves_a_part,
    "bends a payload": bends_a_payload,
    "borrows a part": borrows_a_part,
    "answers with another": answers_with_another,
    "stands": adds(Kind.STANDING, "round"),
    "stands behind": stands_behind,
    "closes": adds(Kind.CLOSE, ((0,), "")),
    "leaves": leaves,
    "leaves besides": adds(Kind.CONCEDE, ((), ())),
    "wrong digest": wrong_digest,
    "another step": another_step,
    "broken chain": broken_chain,
    "older heads": older_heads,
    "earlier": earlier,
}


def assert_one_verdict(history: History, message: Message, rng: random.Random) -> Any:
    """The same is said by who knows only what it rests on, and by any who know more."""
    signed = history.signed(message)
    past, beside = history.past(message), history.beside(message)
    narrow = history.copy()
    narrow.feed(past)
    verdict = narrow.verdict(signed)
    order = history.random_order(rng, beside)
    for far in (order, wider(order, past, rng)):
        other = history.copy()
        other.feed(far)
        assert other.verdict(signed) == verdict, (message, len(past), len(far))
    return verdict


def wider(order: list[Any], past: list[Any], rng: random.Random) -> list[Any]:
    """What a message rests on, and some more, in an order in which it may be judged."""
    needed = {s.hash for s in past}
    first = [s for s in order if s.hash in needed]
    rest = [s for s in order if s.hash not in needed]
    return first + rest[: rng.randrange(len(rest) + 1)]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_else_has_arrived_never_changes_a_verdict(name: str, change: str) -> None:
    check_verdicts(name, change, seeds=1, samples=3)


@pytest.mark.soak
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_else_has_arrived_never_changes_many_verdicts(name: str, change: str) -> None:
    check_verdicts(name, change, seeds=4, samples=25)


def check_verdicts(name: str, change: str, *, seeds: int, samples: int) -> None:
    good = 0
    for seed in range(2, 2 + seeds):
        history = game(name, seed)
        rng = random.Random(f"{name} {change} {seed}")
        for signed in rng.sample(history.messages, min(samples, len(history.messages))):
            message = CHANGES[change](rng, history, signed.message)
            if message is not None:
                good += assert_one_verdict(history, message, rng) == "good"
    assert (good > 0) or change != "as it is"


RARE = (Kind.CONCEDE, Kind.STANDING, Kind.CLOSE, Kind.REMASK, Kind.THROW)
"""Parts of which a random sample of messages holds few or none."""


def check_rare(kind: Kind, *, seeds: int, samples: int) -> None:
    """Every change of messages with such a part."""
    seen = 0
    for name in ("two leave", "everything"):
        for seed in range(2, 2 + seeds):
            history = game(name, seed)
            rng = random.Random(f"{name} {kind} {seed}")
            rare = [s for s in history.messages if kind in {p.kind for p in s.message.parts}]
            for signed in rng.sample(rare, min(samples, len(rare))):
                seen += 1
                for change in CHANGES.values():
                    message = change(rng, history, signed.message)
                    if message is not None:
                        assert_one_verdict(history, message, rng)
    assert seen


@pytest.mark.parametrize("kind", RARE, ids=lambda kind: kind.name.lower())
def test_rare_parts_have_one_verdict_too(kind: Kind) -> None:
    check_rare(kind, seeds=1, samples=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", RARE, ids=lambda kind: kind.name.lower())
def test_rare_parts_have_one_verdict_in_some_games(kind: Kind) -> None:
    check_rare(kind, seeds=2, samples=2)


@pytest.mark.soak
@pytest.mark.parametrize("kind", RARE, ids=lambda kind: kind.name.lower())
def test_rare_parts_have_one_verdict_in_many_games(kind: Kind) -> None:
    check_rare(kind, seeds=8, samples=6)


def test_only_honest_messages_and_harmless_changes_are_good() -> None:
    """A bent payload is never found good, except for a decision that was free."""
    history = game("three seats", 1)
    rng = random.Random(0)
    free = {Kind.ANSWER, Kind.CLAIM, Kind.STANDING, Kind.COMMIT}
    for signed in history.messages[:60]:
        if any(part.kind in free for part in signed.message.parts):
            continue
        message = bends_a_payload(rng, history, signed.message)
        copy = history.copy()
        copy.feed(history.past(message))
        assert copy.verdict(history.signed(message)) != "good"
