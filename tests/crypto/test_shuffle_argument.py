"""Each of the argument's statements is needed, and a second prover is understood.

The forgers break one statement and keep all others. The verifier's first messages are compared with
those that the forger had in mind: exactly the ones of the broken statement must differ.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from crypto import shuffle_argument
from crypto.elgamal import Ciphertext, reencrypt
from crypto.errors import ProofError
from crypto.group import ORDER, Point, Scalar, base
from crypto.parallel import Work
from crypto.shuffle_argument import Statement
from crypto.transcript import Transcript
from tests.crypto import paper
from tests.crypto.cast import CONTEXT, hidden_deck, pair, scalar

KEY = pair(1).public
HALF = pow(2, -1, ORDER)
BLINDINGS = [int.from_bytes(scalar(number).encode(), "little") for number in range(9)]


def _matrix(order: Sequence[int]) -> list[list[int]]:
    return [[int(j == order[i]) for j in range(len(order))] for i in range(len(order))]


def _times(number: int, card: Ciphertext) -> Ciphertext:
    return Ciphertext(Scalar.of(number) * card.c1, Scalar.of(number) * card.c2)


def _less(card: Ciphertext, other: Ciphertext) -> Ciphertext:
    return Ciphertext(card.c1 - other.c1, card.c2 - other.c2)


def _statement(inputs: Sequence[Ciphertext], sources: Sequence[Ciphertext]) -> Statement:
    outputs = [
        reencrypt(card, KEY, Scalar.of(blinding))
        for card, blinding in zip(sources, BLINDINGS, strict=False)
    ]
    return Statement("shuffle", CONTEXT, KEY, inputs, outputs)


def _differing(made: paper.Made, statement: Statement, monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """Check a proof and return which of its first messages the verifier sees differently."""
    seen: list[Point] = []
    absorb = Transcript.add_points

    def add_points(self: Transcript, name: str, points: Sequence[Point]) -> None:
        if name == "first":
            seen.extend(points)
        absorb(self, name, points)

    monkeypatch.setattr(Transcript, "add_points", add_points)
    work = Work(statement.size, 8 * statement.size, None, None)
    differing: set[int] = set()
    try:
        shuffle_argument.check(statement, made.proof, work)
    except ProofError:
        assert len(seen) == len(made.first)
        differing = {at for at, point in enumerate(seen) if point != made.first[at]}
        assert differing
    return differing


@pytest.mark.parametrize("order", [[0], [1, 0], [2, 0, 1], [4, 2, 0, 1, 3]])
def test_the_second_prover_is_accepted(order: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    cards = hidden_deck(len(order), KEY)
    statement = _statement(cards, [cards[j] for j in order])
    made = paper.prove(statement, _matrix(order), BLINDINGS[: len(order)])
    assert len(made.proof) == shuffle_argument.proof_length(len(order))
    assert _differing(made, statement, monkeypatch) == set()


def test_statement_1_rows_sum_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card halved, one doubled: a matrix whose product is right and whose rows are not."""
    cards = hidden_deck(3, KEY)
    statement = _statement(cards, [_times(HALF, cards[0]), _times(2, cards[1]), cards[2]])
    matrix = [[2, 0, 0], [0, HALF, 0], [0, 0, 1]]
    made = paper.prove(statement, matrix, BLINDINGS[:3])
    assert _differing(made, statement, monkeypatch) == {0}


def test_statement_2_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card split in two, in the place of a blank: rows sum to one, the product does not fit."""
    cards = hidden_deck(3, KEY)
    blank = Ciphertext(base(Scalar.of(5)), Scalar.of(5) * KEY)
    inputs = [cards[0], blank, cards[2]]
    statement = _statement(inputs, [cards[1], _less(cards[0], cards[1]), cards[2]])

    # sum u_j e_j has 5 u_1 more of randomness than the outputs: it goes into r~ of the last card,
    # which is weighted by u_2, once the weights are known
    weights: list[int] = []

    def learn(u: Sequence[int]) -> list[int]:
        weights[:] = u
        return [u[0], u[0], u[2]]

    matrix = [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
    paper.prove(statement, matrix, BLINDINGS[:3], learn)
    extra = 5 * weights[1] * pow(weights[2], -1, ORDER)
    blindings = [*BLINDINGS[:2], (BLINDINGS[2] - extra) % ORDER]
    made = paper.prove(statement, matrix, blindings, learn)
    assert _differing(made, statement, monkeypatch) == {1}


def test_statement_3_the_weights_are_those_committed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commitments to an honest order, and other weights whose product is right."""
    cards = hidden_deck(3, KEY)
    statement = _statement(cards, [_times(HALF, cards[0]), _times(2, cards[1]), cards[2]])
    made = paper.prove(
        statement,
        _matrix([0, 1, 2]),
        BLINDINGS[:3],
        lambda u: [2 * u[0] % ORDER, HALF * u[1] % ORDER, u[2]],
    )
    assert _differing(made, statement, monkeypatch) == {2}


def test_statement_4_the_cards_are_those_that_came_in(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = hidden_deck(4, KEY)
    for at, expected in ((0, {3, 4}), (1, {4})):
        moved = [base(Scalar.of(3)), base(Scalar.of(4))]
        other = Ciphertext(
            cards[0].c1 + moved[0] if at == 0 else cards[0].c1, cards[0].c2 + moved[1]
        )
        statement = _statement(cards[:3], [other, *cards[1:3]])
        made = paper.prove(statement, _matrix([0, 1, 2]), BLINDINGS[:3])
        with monkeypatch.context() as patch:
            assert _differing(made, statement, patch) == expected


@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_chain_is_bound_link_by_link(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain point that is another one than was proven; its link and the next one differ."""
    cards = hidden_deck(3, KEY)
    statement = _statement(cards, cards)
    made = paper.prove(statement, _matrix([0, 1, 2]), BLINDINGS[:3])
    start = 32 * (3 + at)
    point = Point.decode(made.proof[start : start + 32]) + base(Scalar.of(1))
    proof = made.proof[:start] + point.encode() + made.proof[start + 32 :]
    expected = {5 + at, 6 + at} if at < 2 else {1, 7}
    assert _differing(paper.Made(proof, made.first), statement, monkeypatch) == expected
