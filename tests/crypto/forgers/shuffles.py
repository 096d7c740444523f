"""False proofs of a shuffle, each of which needs one check to be missing.

Notation as in `crypto.shuffle_argument`. The weights u are drawn when the statement and the
commitments c_j to the permutation are fixed. From then on the proof says no more than

    1. the c_j, whose rows sum to 1, open to u' at u         3. the same, so that u' is tied to them
    2. the product of the u' is that of the u                4. sum u'_i e~_i = sum u_j e_j + E(r)

with E(r) = (r G, r X). For fixed decks and keys that is enough; whoever may still choose a part of
a deck or the key afterwards needs no permutation to satisfy 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crypto.elgamal import Ciphertext, reencrypt
from crypto.generators import chain_base, generators
from crypto.group import IDENTITY, ORDER, Point, Scalar, base
from crypto.keys import KeyPair
from crypto.shuffle_argument import Statement
from tests.crypto import paper
from tests.crypto.cast import CONTEXT, scalar

HALF = pow(2, -1, ORDER)
BLINDINGS = [int.from_bytes(scalar(7200 + number).encode(), "little") for number in range(9)]


@dataclass(frozen=True)
class Forged:
    """A statement that is false, and its proof."""

    statement: Statement
    proof: bytes


def _in_order(size: int) -> list[list[int]]:
    return [[int(i == j) for j in range(size)] for i in range(size)]


def _masked(cards: Sequence[Ciphertext], key: Point) -> list[Ciphertext]:
    return [
        reencrypt(card, key, Scalar.of(blinding))
        for card, blinding in zip(cards, BLINDINGS, strict=False)
    ]


def _times(number: int, card: Ciphertext) -> Ciphertext:
    return Ciphertext(Scalar.of(number) * card.c1, Scalar.of(number) * card.c2)


def _with_errors(cards: Sequence[Ciphertext], u: Sequence[int], error: Point) -> list[Ciphertext]:
    """Add D to the first card, and subtract (u_1 / u_2) D from the second: sum u_j e_j stays."""
    first, second, *rest = cards
    other = Scalar.of(u[0] * pow(u[1], -1, ORDER)) * error
    return [Ciphertext(first.c1, first.c2 + error), Ciphertext(second.c1, second.c2 - other), *rest]


def deck_chosen_late(item: str, cards: Sequence[Ciphertext], key: Point, error: Point) -> Forged:
    """For a verifier that does not absorb the "inputs" or the "outputs".

    All is proven honestly for decks in the same order; then, with the weights known, one of the
    decks gets errors that cancel in its weighted sum. For the error W - M the card M of the first
    place comes out as W (or came in as such), and that of the second is spoilt.
    """
    statement = Statement("shuffle", CONTEXT, key, cards, _masked(cards, key))
    found: list[Statement] = []

    def late(u: Sequence[int]) -> Statement:
        if item == "outputs":
            found.append(replace(statement, outputs=_with_errors(statement.outputs, u, error)))
        else:
            found.append(replace(statement, inputs=_with_errors(statement.inputs, u, error)))
        return found[-1]

    size = len(cards)
    lies = paper.Lies(forgets=item, late=late)
    made = paper.prove(statement, _in_order(size), BLINDINGS[:size], lies=lies)
    return Forged(found[-1], made.proof)


def with_a_blank_lost(cards: Sequence[Ciphertext], key: Point, blank: Scalar) -> Forged:
    """For a verifier that does not count the cards that come out.

    The last card goes in as a blank, (a G, a X), and does not come out. What its weight leaves over
    in 4 is E(a u_N), which the proof says to be blinding.
    """
    inputs = [*cards, Ciphertext(base(blank), blank * key)]
    statement = Statement("shuffle", CONTEXT, key, inputs, _masked(cards, key))
    lost = -int.from_bytes(blank.encode(), "little")
    size = len(inputs)
    made = paper.prove(statement, _in_order(size), [*BLINDINGS[: size - 1], lost])
    return Forged(statement, made.proof)


def key_chosen_last(cards: Sequence[Ciphertext], pair: KeyPair) -> tuple[KeyPair, Forged]:
    """For a verifier that does not absorb the key X.

    All is proven honestly under X = x G, except that e G is added to the second half of t_4. The
    verifier computes it as -s_4 X + ..., so it comes out right under the key X - (e / s_4) G, of
    which the forger knows the secret. Under that key the outputs are other cards than the inputs.
    """
    statement = Statement("mix", CONTEXT, pair.public, cards, _masked(cards, pair.public))
    size, e = len(cards), scalar(7250)
    lies = paper.Lies(forgets="key", shift=base(e))
    made = paper.prove(statement, _in_order(size), BLINDINGS[:size], lies=lies)
    start = 64 * size + 4 * 32
    s4 = Scalar.decode(made.proof[start : start + 32])
    secret = pair.secret - e * s4.inverse()
    found = KeyPair(secret, base(secret))
    return found, Forged(replace(statement, key=found.public), made.proof)


def small_logarithm(point: Point) -> int:
    """The logarithm of a point to the base G where that is below 100; else 0, which is wrong."""
    multiple = IDENTITY
    for number in range(100):
        if multiple == point:
            return number
        multiple = multiple + base(Scalar.of(1))
    return 0


def with_commitments_that_open_to_anything(cards: Sequence[Ciphertext], key: Point) -> Forged:
    """For a verifier whose h_i are multiples of G that can be found.

    Commitments to an honest order, but the first card is halved and the second doubled, with
    weights 2 u_1 and u_2 / 2. Their product is right, and so is 4. What the commitments lack in 3,
    a sum of multiples of the h_i, is a multiple of G then, and goes into s_3.
    """
    statement, size = _halved_and_doubled(cards, key), len(cards)
    lies = paper.Lies(logs=([small_logarithm(point) for point in generators(size)], 0))
    made = paper.prove(
        statement,
        _in_order(size),
        BLINDINGS[:size],
        lambda u: [2 * u[0] % ORDER, HALF * u[1] % ORDER, *u[2:]],
        lies,
    )
    return Forged(statement, made.proof)


def _halved_and_doubled(cards: Sequence[Ciphertext], key: Point) -> Statement:
    outputs = _masked([_times(HALF, cards[0]), _times(2, cards[1]), *cards[2:]], key)
    return Statement("shuffle", CONTEXT, key, cards, outputs)


def with_commitments_chosen_late(cards: Sequence[Ciphertext], key: Point) -> Forged:
    """For a verifier that draws the weights before it absorbs the commitments.

    The same lie: weights 2 u_1 and u_2 / 2. Now that the u are known, there is a matrix that gives
    just these at u and whose rows sum to 1: (1 - m, m) and (m', 1 - m') for m = u_1 / (u_2 - u_1)
    and m' = u_2 / 2 (u_2 - u_1).
    """
    statement, size = _halved_and_doubled(cards, key), len(cards)

    def early(u: Sequence[int]) -> list[list[int]]:
        share = pow(u[1] - u[0], -1, ORDER)
        m, other = u[0] * share, u[1] * HALF * share
        matrix = _in_order(size)
        matrix[0][:2] = [(1 - m) % ORDER, m % ORDER]
        matrix[1][:2] = [other % ORDER, (1 - other) % ORDER]
        return matrix

    lies = paper.Lies(early=early)
    made = paper.prove(statement, _in_order(size), BLINDINGS[:size], lies=lies)
    return Forged(statement, made.proof)


def with_a_chain_that_opens_to_anything(
    cards: Sequence[Ciphertext], key: Point, wanted: Ciphertext
) -> Forged:
    """For a verifier whose h is a multiple of G that can be found.

    The second of the cards must be a blank, (a G, a X). The first is split in two: the wanted card
    W, and e_1 - W in the place of the blank, both with the weight u_1. Rows sum to 1, and 4 holds
    up to E(a u_2), which goes into the blinding of the last card. The product of the weights is
    wrong; the difference, a multiple of h, is a multiple of G then, and goes into s_2.
    """
    first, blank, *rest = cards
    split = Ciphertext(first.c1 - wanted.c1, first.c2 - wanted.c2)
    outputs = _masked([wanted, split, *rest], key)
    statement = Statement("shuffle", CONTEXT, key, cards, outputs)
    size = len(cards)
    matrix = _in_order(size)
    matrix[1] = matrix[0]
    weights: list[int] = []

    def learn(u: Sequence[int]) -> list[int]:
        weights[:] = u
        return [u[0], u[0], *u[2:]]

    lies = paper.Lies(logs=([0] * size, small_logarithm(chain_base())))
    blindings = BLINDINGS[:size]
    paper.prove(statement, matrix, blindings, learn, lies)  # the weights do not rest on blindings
    extra = small_logarithm(blank.c1) * weights[1] * pow(weights[-1], -1, ORDER)
    blindings[-1] = (blindings[-1] - extra) % ORDER
    return Forged(statement, paper.prove(statement, matrix, blindings, learn, lies).proof)
