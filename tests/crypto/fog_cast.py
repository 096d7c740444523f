"""One exchange of the fog between two seats, for the tests that look at it from all sides."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crypto.derive import Secret
from crypto.fog import Asked, Label, TagSet, answer, ask, tag_key, tag_set
from crypto.group import Point
from tests.crypto.cast import TABLE, secret

OWNER, VIEWER, STRANGER = 1, 2, 3
LABEL = Label(TABLE, 40, "here")
OTHER_LABELS = (
    replace(LABEL, table=bytes(32)),
    replace(LABEL, step=41),
    replace(LABEL, name="target"),
)
SIZE, LENGTH, COUNT = 6, 16, 8
PIECES = {7: b"an Archer".ljust(LENGTH, b"\0"), 300: b"a Wall".ljust(LENGTH, b"\0")}
ASKED = (7, 8, 9, 500)
CELLS = range(600)
"""All cells that there are."""


@dataclass(frozen=True)
class Exchange:
    """What an owner and a viewer post, and what the viewer knows."""

    made: TagSet
    asked: Asked
    answers: tuple[Point, ...]
    proof: bytes


def owner(pieces: dict[int, bytes] | None = None, label: Label = LABEL) -> tuple[Secret, TagSet]:
    made = tag_set(
        secret(OWNER), PIECES if pieces is None else pieces, label, OWNER, size=SIZE, length=LENGTH
    )
    return secret(OWNER), made


def exchange(
    pieces: dict[int, bytes] | None = None,
    cells: tuple[int, ...] = ASKED,
    label: Label = LABEL,
) -> Exchange:
    """A whole exchange."""
    mine, made = owner(pieces, label)
    asked = ask(secret(VIEWER), cells, label, VIEWER, count=COUNT)
    key = tag_key(mine, PIECES if pieces is None else pieces, label, OWNER)
    answers, proof = answer(mine, key, asked.points, VIEWER, label, OWNER)
    return Exchange(made, asked, answers, proof)
