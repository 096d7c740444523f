"""A second prover of the shuffle argument, term by term as in the paper, that may lie.

It shares the transcript with `crypto.shuffle_argument` and nothing else: no shortcut through
exponents of G and h, a matrix in place of a permutation, scalars as integers. With a permutation
matrix its proofs must be accepted; with any other it is a forger who breaks exactly one of the
statements. What a forger needs besides, for verifiers from which a check was taken, is in `Lies`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from crypto.generators import chain_base, generators
from crypto.group import IDENTITY, ORDER, Point, Scalar, base, sum_of
from crypto.shuffle_argument import Statement
from crypto.transcript import Transcript

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Made:
    """A proof, and the first messages that its maker had in mind."""

    proof: bytes
    first: list[Point]


def _number(name: str, index: int = 0) -> int:
    return int.from_bytes(hashlib.sha512(f"{name} {index}".encode()).digest(), "big") % ORDER


def _times(number: int, point: Point) -> Point:
    return Scalar.of(number) * point


def _weighted(numbers: Sequence[int], points: Sequence[Point]) -> Point:
    return sum_of([_times(number, point) for number, point in zip(numbers, points, strict=True)])


@dataclass(frozen=True)
class Lies:
    """What a forger does besides. The defaults are those of an honest prover.

    `forgets`: the item of the statement that the verifier does not absorb. `late`: the statement
    that takes the place of the first one once the weights u are known. `early`: for a verifier that
    draws the u before it absorbs the commitments, the matrix that fits them. `shift`: what is added
    to the second half of t_4. `logs`: the logarithms of the h_i and of h to the base G. For those
    who know them, commitments open to anything, at the price of a term in s_1 to s_3.
    """

    forgets: str = ""
    late: Callable[[Sequence[int]], Statement] | None = None
    early: Callable[[Sequence[int]], Matrix] | None = None
    shift: Point = IDENTITY
    logs: tuple[Sequence[int], int] | None = None


def _transcript(statement: Statement, forgets: str) -> Transcript:
    """The statement's transcript, in which one item is forgotten."""
    if not forgets:
        return statement.transcript()
    transcript = Transcript("shuffle/" + statement.label, statement.context)
    if forgets != "key":
        transcript.add_points("key", (statement.key,))
    for name, cards in (("inputs", statement.inputs), ("outputs", statement.outputs)):
        some = () if forgets == name else cards
        transcript.add_bytes(name, b"".join(card.encode() for card in some))
    return transcript


def _weights(transcript: Transcript, size: int) -> list[int]:
    return [int.from_bytes(u.encode(), "little") for u in transcript.challenges("weights", size)]


def prove(
    statement: Statement,
    matrix: Matrix,
    blindings: Sequence[int],
    reweigh: Callable[[Sequence[int]], list[int]] | None = None,
    lies: Lies = Lies(),
) -> Made:
    """Prove that outputs are inputs times the matrix; `reweigh` lies about the weights u'."""
    size, h, h_i = statement.size, chain_base(), list(generators(statement.size))
    around = range(size)
    transcript = _transcript(statement, lies.forgets)

    u = _weights(transcript, size) if lies.early else []
    matrix = lies.early(u) if lies.early else matrix
    r = [_number("r", j) for j in around]
    c = [base(Scalar.of(r[j])) + _weighted([row[j] for row in matrix], h_i) for j in around]
    transcript.add_points("commitments", c)
    u = u or _weights(transcript, size)
    honest = [sum(row[j] * u[j] for j in around) % ORDER for row in matrix]
    u_ = reweigh(u) if reweigh else honest
    statement = lies.late(u) if lies.late else statement

    r_hat = [_number("r^", i) for i in around]
    chain: list[Point] = []
    for i in around:
        chain.append(base(Scalar.of(r_hat[i])) + _times(u_[i], chain[-1] if chain else h))
    transcript.add_points("chain", chain)

    before = [h, *chain[:-1]]
    omega = [_number("omega", k) for k in range(5)]
    omega_hat = [_number("omega^", i) for i in around]
    omega_ = [_number("omega'", i) for i in around]
    out = omega_[: len(statement.outputs)]  # shorter where a forger loses a card
    first = [
        base(Scalar.of(omega[1])),
        base(Scalar.of(omega[2])),
        base(Scalar.of(omega[3])) + _weighted(omega_, h_i),
        _weighted(out, [card.c1 for card in statement.outputs]) - base(Scalar.of(omega[4])),
        _weighted(out, [card.c2 for card in statement.outputs])
        - _times(omega[4], statement.key)
        + lies.shift,
        *[base(Scalar.of(omega_hat[i])) + _times(omega_[i], before[i]) for i in around],
    ]
    transcript.add_points("first", first)
    challenge = int.from_bytes(transcript.challenge("shuffle").encode(), "little")

    v = [1] * size
    for i in reversed(range(size - 1)):
        v[i] = u_[i + 1] * v[i + 1] % ORDER
    secrets = [
        sum(r),
        sum(r_hat[i] * v[i] for i in around),
        sum(r[j] * u[j] for j in around),
        sum(blindings[i] * u_[i] for i in around),
    ]
    eta, log = lies.logs or ([0] * size, 0)
    secrets[0] += sum((sum(matrix[i]) - 1) * eta[i] for i in around)
    secrets[1] += (prod(u_) - prod(u)) * log
    secrets[2] += sum((honest[i] - u_[i]) * eta[i] for i in around)
    responses = [omega[k + 1] + challenge * secrets[k] for k in range(4)]
    responses += [omega_hat[i] + challenge * r_hat[i] for i in around]
    responses += [omega_[i] + challenge * u_[i] for i in around]
    scalars = [challenge, *responses]
    points = [point.encode() for point in (*c, *chain)]
    return Made(b"".join([*points, *[Scalar.of(s).encode() for s in scalars]]), first)
