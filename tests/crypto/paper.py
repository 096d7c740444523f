"""A second prover of the shuffle argument, term by term as in the paper, that may lie.

It shares the transcript with `crypto.shuffle_argument` and nothing else: no shortcut through
exponents of G and h, a matrix in place of a permutation, scalars as integers. With a permutation
matrix its proofs must be accepted; with any other it is a forger who breaks exactly one of the
statements.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crypto.generators import chain_base, generators
from crypto.group import ORDER, Point, Scalar, base, sum_of
from crypto.shuffle_argument import Statement

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


def prove(
    statement: Statement,
    matrix: Matrix,
    blindings: Sequence[int],
    reweigh: Callable[[Sequence[int]], list[int]] | None = None,
) -> Made:
    """Prove that outputs are inputs times the matrix; `reweigh` lies about the weights u'."""
    size, h, h_i = statement.size, chain_base(), list(generators(statement.size))
    around = range(size)
    transcript = statement.transcript()

    r = [_number("r", j) for j in around]
    c = [base(Scalar.of(r[j])) + _weighted([row[j] for row in matrix], h_i) for j in around]
    transcript.add_points("commitments", c)
    u = [int.from_bytes(w.encode(), "little") for w in transcript.challenges("weights", size)]
    honest = [sum(row[j] * u[j] for j in around) % ORDER for row in matrix]
    u_ = reweigh(u) if reweigh else honest

    r_hat = [_number("r^", i) for i in around]
    chain: list[Point] = []
    for i in around:
        chain.append(base(Scalar.of(r_hat[i])) + _times(u_[i], chain[-1] if chain else h))
    transcript.add_points("chain", chain)

    before = [h, *chain[:-1]]
    omega = [_number("omega", k) for k in range(5)]
    omega_hat = [_number("omega^", i) for i in around]
    omega_ = [_number("omega'", i) for i in around]
    first = [
        base(Scalar.of(omega[1])),
        base(Scalar.of(omega[2])),
        base(Scalar.of(omega[3])) + _weighted(omega_, h_i),
        _weighted(omega_, [card.c1 for card in statement.outputs]) - base(Scalar.of(omega[4])),
        _weighted(omega_, [card.c2 for card in statement.outputs])
        - _times(omega[4], statement.key),
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
    responses = [omega[k + 1] + challenge * secrets[k] for k in range(4)]
    responses += [omega_hat[i] + challenge * r_hat[i] for i in around]
    responses += [omega_[i] + challenge * u_[i] for i in around]
    scalars = [challenge, *responses]
    points = [point.encode() for point in (*c, *chain)]
    return Made(b"".join([*points, *[Scalar.of(s).encode() for s in scalars]]), first)
