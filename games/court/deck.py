"""All cards, and how to find one by the face that it shows (HA-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Final, TypeVar

from games.court.cards import Action, Character, Event, Prince, Row
from games.court.challenges import CHALLENGES
from games.court.characters import CHARACTERS
from games.court.contests import CONTESTS
from games.court.effects import EFFECTS
from games.court.equipment import EQUIPMENT
from games.court.magic import ENCHANTMENTS, SPELLS
from games.court.princes import PRINCES
from games.court.terms import Kind
from games.engine.values import Face, Primitive

EVENTS: Final = CONTESTS + CHALLENGES
ACTIONS: Final = EFFECTS + EQUIPMENT + SPELLS + ENCHANTMENTS
CARDS: Final[tuple[Row, ...]] = (*PRINCES, *CHARACTERS, *EVENTS, *ACTIONS)

_R = TypeVar("_R", bound=Row)


class Catalogue:
    """The cards that a game is played with, and how to find one by the face that it shows."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """In any order; those of a kind stay in theirs."""
        characters = [row for row in rows if isinstance(row, Character)]
        events = [row for row in rows if isinstance(row, Event)]
        actions = [row for row in rows if isinstance(row, Action)]
        self.princes: Final = tuple(row for row in characters if isinstance(row, Prince))
        self.characters: Final = tuple(row for row in characters if not isinstance(row, Prince))
        self.contests: Final = tuple(row for row in events if row.is_contest)
        self.challenges: Final = tuple(row for row in events if not row.is_contest)
        self.events: Final = self.contests + self.challenges
        self.by_kind: Final = {
            kind: tuple(row for row in actions if row.kind is kind) for kind in Kind
        }
        self.actions: Final = tuple(row for kind in Kind for row in self.by_kind[kind])
        people = [*self.princes, *self.characters]
        self.cards: Final[tuple[Row, ...]] = (*people, *self.events, *self.actions)
        self.place: Final = {row.key: place for place, row in enumerate(self.cards)}
        """By the face of a card its place in the list, kind after kind."""
        self._by_key: Final[dict[str, Row]] = {row.key: row for row in self.cards}

    def card(self, face: Face) -> Row:
        """The card with this face. `KeyError` if no card of this game shows it."""
        return self._by_key[str(face)]

    def prince(self, face: Face) -> Prince:
        """The Prince with this face."""
        return self._of(Prince, face)

    def character(self, face: Face) -> Character:
        """The Character with this face."""
        return self._of(Character, face)

    def event(self, face: Face) -> Event:
        """The Event with this face."""
        return self._of(Event, face)

    def action(self, face: Face) -> Action:
        """The Action card with this face."""
        return self._of(Action, face)

    def _of(self, kind: type[_R], face: Face) -> _R:
        row = self.card(face)
        assert isinstance(row, kind)
        return row


CATALOGUE: Final = Catalogue(CARDS)
"""What the game is played with."""


_TEXTS: Final = ("title", "short", "text", "question", "says", "brief", "gist")


def without_texts(value: object) -> Primitive:
    """What decides in a row, for the rules version: all of it but what people read."""
    if isinstance(value, tuple):
        return tuple(without_texts(item) for item in value)
    if isinstance(value, str):
        return str(value)
    if value is None or isinstance(value, int):
        return value
    assert is_dataclass(value)
    kept = [field.name for field in fields(value) if field.name not in _TEXTS]
    return (type(value).__name__, *(without_texts(getattr(value, name)) for name in kept))
