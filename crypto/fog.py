"""Who sees what stands where, and nothing else: verifiable set intersection, hashed tags.

In one exchange every owner has *tags*, every viewer *queries*. Notation, as in `docs/proofs.md`:

    H(c)    the point of a cell c of this exchange and label, `cell_point`: the same for all seats
    b, B    an owner's exponent for one label and set, fresh each time, and B = b G: `tag_key`
    E       the element of an occupied cell, b H(c). Never sent: only its hash, the *tag*, beside
            details sealed under E
    a       a viewer's blinding for one label; its queries are a H(c)

The owner answers b times each query, with one proof of equal logarithms against B. The viewer takes
a off and has b H(c) for the cells it asked about, no others: it hashes them and looks for the tags.

What holds for every exchange: a viewer learns what an owner posted on the cells it asked about and
on no other; the owner, to whom queries are random points, learns nothing, and a third seat cannot
tell an element from any other point (decisional Diffie-Hellman). It holds as long as tags are fixed
before queries are seen, b and a serve one set and one question, and sets and queries are filled up
to public counts with dummies of the same form, and sorted, so that neither number nor order tells.

After Jarecki and Liu, "Fast Secure Computation of Set Intersection" (SCN 2010), with the one
exponent proven, and the tags fixed before the queries are seen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from crypto import dleq
from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.errors import DecodeError, MisuseError, ProofError
from crypto.group import Point, Scalar, base, hash_to_group
from crypto.keys import KeyPair
from crypto.parallel import Work
from crypto.sealing import OVERHEAD, open_under, seal_under

PROOF_LENGTH: Final = dleq.PROOF_LENGTH
TAG_LENGTH: Final = 32
MOST_CELLS: Final = 1 << 16

_TAG: Final = b"crownless/fog tag/v1"


@dataclass(frozen=True, slots=True)
class Label:
    """One label of one exchange: of which table and step, and its name.

    Nothing made for one label is good at another.
    """

    table: bytes
    step: int
    name: str

    def encode(self) -> bytes:
        """An injective encoding."""
        return frame(self.table, self.step.to_bytes(8, "big"), self.name.encode())

    def context(self, seat: int) -> Context:
        """Where what a seat proves for this label belongs."""
        return Context(self.table, self.step, seat)


@dataclass(frozen=True, slots=True)
class TagSet:
    """What an owner posts: B, and tags with sealed details, sorted by tag."""

    public: Point
    tags: tuple[bytes, ...]
    details: tuple[bytes, ...]

    def find(self, element: Point) -> int | None:
        """The place of an element's tag, or None."""
        tag = tag_of(element)
        return self.tags.index(tag) if tag in self.tags else None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a viewer asks: its queries, sorted, and what it alone knows of them.

    `places`: cell to place in `points`.
    """

    label: Label
    points: tuple[Point, ...]
    blinding: Scalar = field(repr=False)
    places: Mapping[int, int] = field(repr=False)


@lru_cache(maxsize=4096)
def cell_point(label: Label, cell: int) -> Point:
    """H(c): the point of cell number 0 to 65,535, whose logarithm nobody knows."""
    if not 0 <= cell < MOST_CELLS:
        raise MisuseError("a cell is a number from 0 to 65,535")
    return hash_to_group("fog", label.encode(), cell.to_bytes(2, "big"))


def tag_of(element: Point) -> bytes:
    """The tag of an element, 32 bytes."""
    return hashlib.sha512(frame(_TAG, element.encode())).digest()[:TAG_LENGTH]


# The owner


def tag_key(secret: Secret, pieces: Mapping[int, bytes], label: Label, seat: int) -> KeyPair:
    """b and B of one set. `pieces`: cell to details.

    Derived from the set too, so a client set back to an older state that decides otherwise never
    uses one exponent for two sets.
    """
    exponent = secret.scalar("fog exponent", _purpose(pieces, label, seat))
    return KeyPair(exponent, base(exponent))


def tag_set(
    secret: Secret, pieces: Mapping[int, bytes], label: Label, seat: int, *, size: int, length: int
) -> TagSet:
    """The set of `size` tags for `pieces`, all of whose details have `length` bytes.

    Raises MisuseError for too many pieces, or details of another length.
    """
    if len(pieces) > size or any(len(details) != length for details in pieces.values()):
        raise MisuseError("these pieces do not fit into a set of that form")
    key = tag_key(secret, pieces, label, seat)
    purpose = _purpose(pieces, label, seat)
    entries = []
    for cell, details in pieces.items():
        element = key.secret * cell_point(label, cell)
        entries.append((tag_of(element), seal_under(element, "details", details)))
    for index in range(size - len(pieces)):
        width = TAG_LENGTH + length + OVERHEAD
        dummy = secret.derive("fog dummy", purpose, index.to_bytes(4, "big"), length=width)
        entries.append((dummy[:TAG_LENGTH], dummy[TAG_LENGTH:]))
    # Sorted by tag, dummies among them: neither the order nor the number of pieces is left to see.
    entries.sort()
    return TagSet(key.public, tuple([e[0] for e in entries]), tuple([e[1] for e in entries]))


def check_tags(made: TagSet) -> None:
    """Check what can be seen of a set. Raises ProofError: two equal tags, or out of order."""
    _check_ascending("tags", made.tags)


def answer(
    secret: Secret,
    key: KeyPair,
    queries: Sequence[Point],
    viewer: int,
    label: Label,
    seat: int,
    *,
    pool: Executor | None = None,
) -> tuple[tuple[Point, ...], bytes]:
    """b times each query of a viewer, and one proof of 64 bytes for all. `key` of `tag_key`."""
    return dleq.prove(
        secret,
        "fog answer",
        key.secret,
        key.public,
        queries,
        label.context(seat),
        statement=_parties(label, viewer),
        pool=pool,
    )


def check_answer(
    public: Point,
    queries: Sequence[Point],
    answers: Sequence[Point],
    proof: bytes,
    viewer: int,
    label: Label,
    seat: int,
    *,
    pool: Executor | None = None,
) -> None:
    """Check what the owner `seat` answers a viewer. Raises DecodeError or ProofError."""
    dleq.check(
        "fog answer",
        public,
        queries,
        answers,
        proof,
        label.context(seat),
        statement=_parties(label, viewer),
        pool=pool,
    )


# The viewer


def ask(
    secret: Secret,
    cells: Sequence[int],
    label: Label,
    seat: int,
    *,
    count: int,
    pool: Executor | None = None,
) -> Asked:
    """The `count` queries of a viewer for some cells, filled up.

    A filler is a multiple of G that nobody else can tell from a blinded cell; its answer is worth
    nothing. Raises MisuseError for too many cells, or one twice.
    """
    if len(cells) > count or len(set(cells)) != len(cells):
        raise MisuseError("these cells do not fit into queries of that number")
    numbers = b"".join([cell.to_bytes(2, "big") for cell in cells])
    purpose = frame(label.encode(), label.context(seat).encode(), numbers)
    blinding = secret.scalar("fog blinding", purpose)
    blinded = _each(len(cells), lambda at: blinding * cell_point(label, cells[at]), pool)
    points = dict(zip(blinded, cells, strict=True))
    # D-62: k G looks like a blinded cell to everybody else and costs a third of a product.
    fillers = secret.scalars("fog filler", purpose, count=count - len(cells))
    ordered = sorted([*points, *map(base, fillers)], key=Point.encode)
    places = {points[point]: place for place, point in enumerate(ordered) if point in points}
    return Asked(label, tuple(ordered), blinding, places)


def check_queries(queries: Sequence[Point]) -> None:
    """Check what can be seen of queries. Raises ProofError: one twice, or out of order."""
    # Its answer would be the identity, whoever answers, and no proof has a place for that.
    if any(point.is_identity() for point in queries):
        raise ProofError("the identity is no query")
    _check_ascending("queries", [point.encode() for point in queries])


def unblind(
    asked: Asked, answers: Sequence[Point], *, pool: Executor | None = None
) -> dict[int, Point]:
    """The owner's element of each cell asked about, whether it is occupied or not."""
    if len(answers) != len(asked.points):
        raise MisuseError("there is one answer for each query")
    unblinding = asked.blinding.inverse()
    places = tuple(asked.places.values())
    elements = _each(len(places), lambda at: unblinding * answers[places[at]], pool)
    return dict(zip(asked.places, elements, strict=True))


def open_details(made: TagSet, place: int, element: Point) -> bytes:
    """The details at a place whose tag is that of `element`. Raises ProofError."""
    if tag_of(element) != made.tags[place]:
        raise ProofError("that tag belongs to another element")
    return open_under(element, "details", made.details[place])


# Details that do not open


def prove_denial(
    secret: Secret, asked: Asked, cell: int, element: Point, owner: int, seat: int
) -> bytes:
    """Prove that `element` is what the owner answered about a cell: 96 bytes, a G and a proof.

    The one a of query = a H(c) and answer = a E is also that of the a G shown: so the element is
    the answer to a question about that very cell. It shows this cell to all, and no other.
    """
    # D-63: the one proof of equal logarithms has G as its first base, so a G is shown. The query
    # and its cell, which a denial names, are such a pair already.
    public = base(asked.blinding)
    _, proof = dleq.prove(
        secret,
        "fog denial",
        asked.blinding,
        public,
        (cell_point(asked.label, cell), element),
        asked.label.context(seat),
        statement=_parties(asked.label, owner) + cell.to_bytes(2, "big"),
    )
    return public.encode() + proof


def check_denial(
    label: Label,
    cell: int,
    element: Point,
    query: Point,
    answered: Point,
    proof: bytes,
    owner: int,
    seat: int,
) -> None:
    """Check a viewer's proof that `answered` holds `element`. Raises DecodeError or ProofError."""
    if len(proof) != 32 + PROOF_LENGTH:
        raise DecodeError("a proof of a denial has 96 bytes")
    dleq.check(
        "fog denial",
        Point.decode(proof[:32]),
        (cell_point(label, cell), element),
        (query, answered),
        proof[32:],
        label.context(seat),
        statement=_parties(label, owner) + cell.to_bytes(2, "big"),
    )


def _each(count: int, function: Callable[[int], Point], pool: Executor | None) -> list[Point]:
    """A product for each of 0 to count - 1, with the help of `pool`."""
    return Work(count, count, None, pool).each(count, function)


def _check_ascending(what: str, encoded: Sequence[bytes]) -> None:
    for before, after in pairwise(encoded):
        if before == after:
            raise ProofError(f"two {what} are equal")
        if before > after:
            raise ProofError(f"the {what} are not sorted")


def _purpose(pieces: Mapping[int, bytes], label: Label, seat: int) -> bytes:
    """What the secrets of one set are derived for."""
    plain = frame(*[cell.to_bytes(2, "big") + pieces[cell] for cell in sorted(pieces)])
    return frame(label.encode(), label.context(seat).encode(), hashlib.sha512(plain).digest())


def _parties(label: Label, other: int) -> bytes:
    # Bound to whom it is for: what one viewer was answered proves nothing of another's queries.
    return frame(label.name.encode(), other.to_bytes(2, "big"))
