"""Five cards with gems on them, to be chosen among."""

from __future__ import annotations

from games.engine.choice import Answer, Option
from games.engine.private import Knowledge
from games.engine.values import CardId, Face

CARDS = tuple(CardId(card) for card in range(10, 15))
FACES = Knowledge({card: ("gem", card - 10) for card in CARDS})
TWO = (Option("a", "A"), Option("b", "B"))


def cards(*numbers: int) -> tuple[CardId, ...]:
    return tuple(CardId(number) for number in numbers)


def high(faces: tuple[Face, ...], answer: Answer) -> str | None:
    return None if all(face[1] >= 2 for face in faces) else "too low"  # type: ignore
