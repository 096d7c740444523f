"""No proof nonce ever comes twice: one seed, statements that differ in one point, two steps.

A repeated nonce under two challenges gives the secret away, so this is checked by looking at every
scalar that the provers derive, not by trusting how they derive it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from crypto.chance import throw
from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext
from crypto.fog import Asked, Label, answer, ask, prove_denial, tag_set
from crypto.group import G, Point, Scalar
from crypto.keys import KeyPair, make_key, prove_key
from crypto.remask import remask
from crypto.shares import prove_shares
from crypto.shuffle import shuffle
from crypto.transfer import transfer
from tests.crypto.cast import CONTEXT, OTHER_CONTEXTS, OTHER_TABLE, hidden_deck, pair, secret

PAIR, CHANCE_PAIR = pair(1), pair(1, "chance")
CARDS = hidden_deck(3, PAIR.public)
MOVED = [Ciphertext(CARDS[0].c1, CARDS[0].c2 + G), *CARDS[1:]]
TO = pair(2).public

Prover = Callable[[Context], object]


def _label(context: Context, name: str) -> Label:
    return Label(context.table, context.step, name)


def _set(context: Context, pieces: dict[int, bytes], name: str = "here") -> object:
    return tag_set(secret(1), pieces, _label(context, name), context.seat, size=2, length=1)


def _asked(context: Context, cells: tuple[int, ...], name: str = "here") -> object:
    asked = ask(secret(1), cells, _label(context, name), context.seat, count=4)
    return asked.points


def _answer(
    context: Context,
    cards: list[Ciphertext],
    viewer: int = 2,
    name: str = "here",
    pair: KeyPair = PAIR,
) -> object:
    queries = [card.c2 for card in cards]
    label = _label(context, name)
    return answer(secret(1), pair, queries, viewer, label, context.seat)


def _denial(
    context: Context, element: Point, cell: int = 7, owner: int = 2, name: str = "here"
) -> object:
    asked = Asked(_label(context, name), (), PAIR.secret, {})
    return prove_denial(secret(1), asked, cell, element, owner, context.seat)


# for each prover: runs that differ from the first in one point of the statement
PROVERS: dict[str, list[Prover]] = {
    "key": [
        lambda context: prove_key(secret(1), PAIR, "card", context),
        lambda context: prove_key(secret(1), CHANCE_PAIR, "card", context),
        lambda context: prove_key(secret(1), PAIR, "chance", context),
    ],
    "shares": [
        lambda context: prove_shares(secret(1), PAIR, CARDS, context),
        lambda context: prove_shares(secret(1), PAIR, MOVED, context),
        lambda context: prove_shares(secret(1), PAIR, CARDS[:1], context),
        lambda context: prove_shares(secret(1), KeyPair(PAIR.secret, TO), CARDS, context),
    ],
    "transfer": [
        lambda context: transfer(secret(1), PAIR, CARDS[0], TO, context),
        lambda context: transfer(secret(1), PAIR, MOVED[0], TO, context),
        lambda context: transfer(secret(1), PAIR, CARDS[0], TO + G, context),
        lambda context: transfer(secret(1), KeyPair(PAIR.secret, TO), CARDS[0], TO, context),
    ],
    "remask": [
        lambda context: remask(secret(1), CARDS[0], TO, context),
        lambda context: remask(secret(1), MOVED[0], TO, context),
        lambda context: remask(secret(1), CARDS[0], TO + G, context),
    ],
    "throw": [
        lambda context: throw(secret(1), PAIR, context, "a"),
        lambda context: throw(secret(1), PAIR, context, "b"),
        lambda context: throw(secret(1), KeyPair(PAIR.secret, TO), context, "a"),
    ],
    "fog set": [
        lambda context: _set(context, {7: b"a", 8: b"b"}),
        lambda context: _set(context, {7: b"a", 9: b"b"}),
        lambda context: _set(context, {7: b"b", 8: b"b"}),
        lambda context: _set(context, {7: b"a"}),
        lambda context: _set(context, {7: b"a", 8: b"b"}, "target"),
    ],
    "fog queries": [
        lambda context: _asked(context, (7, 8)),
        lambda context: _asked(context, (7, 9)),
        lambda context: _asked(context, (7,)),
        lambda context: _asked(context, (7, 8), "target"),
    ],
    "fog answer": [
        lambda context: _answer(context, CARDS),
        lambda context: _answer(context, MOVED, 2),
        lambda context: _answer(context, CARDS[:2]),
        lambda context: _answer(context, CARDS, 2, "target"),
        lambda context: _answer(context, CARDS, 3),
        lambda context: _answer(context, CARDS, pair=KeyPair(PAIR.secret, TO)),
    ],
    "fog denial": [
        lambda context: _denial(context, CARDS[0].c1),
        lambda context: _denial(context, MOVED[1].c1),
        lambda context: _denial(context, CARDS[0].c1, cell=8),
        lambda context: _denial(context, CARDS[0].c1, owner=3),
        lambda context: _denial(context, CARDS[0].c1, name="target"),
    ],
    "shuffle": [
        lambda context: shuffle(secret(1), CARDS, TO, context),
        lambda context: shuffle(secret(1), MOVED, TO, context),
        lambda context: shuffle(secret(1), CARDS[::-1], TO, context),
        lambda context: shuffle(secret(1), CARDS, TO + G, context),
        lambda context: shuffle(secret(1), CARDS, TO, context, label="mix"),
    ],
}


@contextmanager
def _recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Scalar]]:
    """Collect every scalar that any secret gives out."""
    seen: list[Scalar] = []
    single, many = Secret.scalar, Secret.scalars

    def scalar(self: Secret, label: str, *parts: bytes) -> Scalar:
        seen.append(single(self, label, *parts))
        return seen[-1]

    def scalars(self: Secret, label: str, *parts: bytes, count: int) -> list[Scalar]:
        found = many(self, label, *parts, count=count)
        seen.extend(found)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Secret, "scalar", scalar)
        patch.setattr(Secret, "scalars", scalars)
        yield seen


@pytest.mark.parametrize("name", PROVERS)
def test_no_scalar_comes_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with _recorded(monkeypatch) as seen:
        first = PROVERS[name][0](CONTEXT)
        expected = len(seen)
        assert expected >= 1
        for run in PROVERS[name]:
            for context in (CONTEXT, *OTHER_CONTEXTS):
                if run is not PROVERS[name][0] or context is not CONTEXT:
                    run(context)
    assert len(set(seen)) == len(seen)
    assert len(seen) > 4 * expected

    with _recorded(monkeypatch) as again:
        assert PROVERS[name][0](CONTEXT) == first
    assert again == seen[:expected]


def test_provers_share_no_scalar(monkeypatch: pytest.MonkeyPatch) -> None:
    with _recorded(monkeypatch) as seen:
        for runs in PROVERS.values():
            runs[0](CONTEXT)
        make_key(secret(1), "card", CONTEXT.table)
        make_key(secret(1), "chance", CONTEXT.table)
        make_key(secret(1), "card", OTHER_TABLE)
    assert len(set(seen)) == len(seen)


def test_the_recorder_would_find_a_repeated_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    """With nonces that forget the statement, two runs repeat one and give the key away."""
    from crypto.transcript import Transcript

    def forgetful(self: Transcript, secret: Secret, name: str) -> Scalar:
        return secret.scalar("nonce", name.encode())

    monkeypatch.setattr(Transcript, "nonce", forgetful)
    with _recorded(monkeypatch) as seen:
        proofs = [prove_shares(secret(1), PAIR, cards, CONTEXT)[1] for cards in (CARDS, MOVED)]
    assert len(set(seen)) < len(seen)
    (c1, s1), (c2, s2) = [
        (Scalar.decode(proof[:32]), Scalar.decode(proof[32:])) for proof in proofs
    ]
    assert (s1 - s2) * (c1 - c2).inverse() == PAIR.secret


def test_points_do_not_decide_alone() -> None:
    """Equal statements at two steps still have different proofs."""
    points: set[Point] = set()
    proofs = set()
    for context in (CONTEXT, *OTHER_CONTEXTS):
        shares, proof = prove_shares(secret(1), PAIR, CARDS, context)
        points.update(shares)
        proofs.add(proof)
    assert len(points) == len(CARDS)
    assert len(proofs) == 4
