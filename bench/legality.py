"""What it would cost to prove under fog that each step of a Unit is legal. Measured, not shipped.

A seat would commit to the cell of each Unit and prove two things of it each round, as proofs that
one of several statements holds, which does not tell which (Cramer, Damgaard and Schoenmakers,
"Proofs of Partial Knowledge", CRYPTO 1994):

    step    the new cell less the old one is one of those that the Unit reaches: one discrete
            logarithm for each of them
    tie     the cell is that of the element under the Unit's tag: two equal logarithms for each cell
            of the map. Without it a cheat commits to one way and tags another.

`python -m bench.legality` prints both, in multiplications of the same run.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Final

from bench.crypto_bench import ROUNDS
from bench.row import Row, Verdict, line
from crypto.context import Context
from crypto.derive import Secret
from crypto.errors import ProofError
from crypto.fog import Label, cell_point
from crypto.group import G, Point, Scalar, base, sum_of_products
from crypto.transcript import Transcript
from games.fortress.chart import size_for
from games.fortress.hexes import grid

SEATS: Final = 4
UNITS: Final = 12
REACHED: Final = {"Infantry": 7, "Cavalry": 19}
"""How many cells a Unit may end on, its own among them."""
PRODUCTS: Final = 400
"""So many multiplications, or claims, are timed at once."""
_CONTEXT: Final = Context(bytes(32), 1, 0)
_SECRET: Final = Secret(bytes(range(32)))


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement: each image is the same multiple of its base."""

    bases: tuple[Point, ...]
    images: tuple[Point, ...]


Proof = tuple[tuple[Scalar, Scalar], ...]
"""For each claim its part of the challenge, and a response: 64 bytes."""


def prove(claims: Sequence[Claim], true: int, witness: Scalar) -> Proof:
    """Prove that `claims[true]` holds, or another one: nobody can tell which."""
    transcript = _transcript(claims)
    nonce = transcript.nonce(_SECRET, "one of many")
    made = transcript.nonces(_SECRET, "others", 2 * len(claims))
    parts = list(zip(made[::2], made[1::2], strict=True))
    first = [_first(one, *part) for one, part in zip(claims, parts, strict=True)]
    first[true] = [nonce * one for one in claims[true].bases]
    challenge = _challenge(transcript, first)
    for index, (part, _) in enumerate(parts):
        if index != true:
            challenge = challenge - part
    parts[true] = (challenge, nonce + challenge * witness)
    return tuple(parts)


def check(claims: Sequence[Claim], proof: Proof) -> None:
    """Check that one of these claims holds. Raises ProofError."""
    if len(proof) != len(claims):
        raise ProofError("there is one part for each claim")
    first = [_first(one, *part) for one, part in zip(claims, proof, strict=True)]
    challenge = _challenge(_transcript(claims), first)
    for part, _ in proof:
        challenge = challenge - part
    if not challenge.is_zero():
        raise ProofError("none of these claims holds")


def _first(claim: Claim, part: Scalar, response: Scalar) -> list[Point]:
    """The first messages that fit a part of the challenge and a response."""
    pairs = zip(claim.bases, claim.images, strict=True)
    return [
        base(response) - part * image
        if one is G
        else sum_of_products((response, -part), (one, image))
        for one, image in pairs
    ]


def _transcript(claims: Sequence[Claim]) -> Transcript:
    transcript = Transcript("bench/one of many", _CONTEXT)
    transcript.add_points("bases", [point for one in claims for point in one.bases])
    transcript.add_points("images", [point for one in claims for point in one.images])
    return transcript


def _challenge(transcript: Transcript, first: Sequence[Sequence[Point]]) -> Scalar:
    transcript.add_points("first", [point for one in first for point in one])
    return transcript.challenge("one of many")


# The two proofs


def step(reached: int, true: int) -> tuple[list[Claim], Scalar]:
    """A step to the `true` one of so many cells: what is claimed, and what its seat knows."""
    label = Label(bytes(32), 1, "step")
    blind, witness = cell_point(label, 0), _SECRET.scalar("step")
    moved = witness * blind + base(Scalar.of(true + 1))
    claims = [Claim((blind,), (moved - base(Scalar.of(k + 1)),)) for k in range(reached)]
    return claims, witness


def tie(cells: int, true: int) -> tuple[list[Claim], Scalar]:
    """An element on the `true` one of so many cells: what is claimed, and what its seat knows."""
    label, witness = Label(bytes(32), 1, "tie"), _SECRET.scalar("tie")
    element, key = witness * cell_point(label, true), base(witness)
    return [Claim((G, cell_point(label, c)), (key, element)) for c in range(cells)], witness


def measure() -> list[Row]:
    """Both proofs for one Unit, and a round of all Units of a seat."""
    cells = len(grid(size_for(SEATS).radius))
    steps = [row for kind, count in REACHED.items() for row in cost(f"step of {kind}", step, count)]
    made, checked, size = cost(f"tie to one of {cells} cells", tie, cells)
    own = UNITS * (made.value + (SEATS - 1) * checked.value)
    whole = Row(f"ties of {UNITS} Units, a seat of {SEATS}, a round", own, "mult", None)
    return [*steps, made, checked, size, whole]


def cost(
    name: str, claim: Callable[[int, int], tuple[list[Claim], Scalar]], count: int
) -> list[Row]:
    """What the proof that one of so many claims holds takes to make and to check, and its bytes."""
    claims, witness = claim(count, count // 2)
    proof, point = prove(claims, count // 2, witness), claims[0].images[0]
    times = 1 + PRODUCTS // count

    def multiply() -> None:
        for _ in range(PRODUCTS):
            witness * point

    def make() -> None:
        for _ in range(times):
            prove(claims, count // 2, witness)

    def check_it() -> None:
        for _ in range(times):
            check(claims, proof)

    unit, made, checked = medians([multiply, make, check_it])
    unit *= times / PRODUCTS
    return [
        Row(f"{name}, made", made / unit, "mult", None),
        Row(f"{name}, checked", checked / unit, "mult", None),
        Row(f"{name}, bytes", 64 * len(proof), "", None),
    ]


def medians(tasks: Sequence[Callable[[], None]]) -> list[float]:
    """Run the tasks in turn, nine times; the median time of computing of each, in seconds."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        for task, taken in zip(tasks, times, strict=True):
            begin = thread_time()
            task()
            taken.append(thread_time() - begin)
    return [statistics.median(taken) for taken in times]


if __name__ == "__main__":
    for row in measure():
        print(line(row, Verdict.NONE))
