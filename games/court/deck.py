"""All 120 cards, and how to find one by the face that it shows (HA-2)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

from games.court.cards import Action, Character, Event, Prince, Row
from games.court.challenges import CHALLENGES
from games.court.characters import CHARACTERS
from games.court.contests import CONTESTS
from games.court.effects import EFFECTS
from games.court.equipment import EQUIPMENT
from games.court.magic import ENCHANTMENTS, SPELLS
from games.court.princes import PRINCES
from games.engine.values import Face, Primitive

EVENTS: Final = CONTESTS + CHALLENGES
ACTIONS: Final = EFFECTS + EQUIPMENT + SPELLS + ENCHANTMENTS
CARDS: Final[tuple[Row, ...]] = (*PRINCES, *CHARACTERS, *EVENTS, *ACTIONS)

_BY_KEY: Final[dict[str, Row]] = {row.key: row for row in CARDS}


PLACE: Final[dict[str, int]] = {row.key: place for place, row in enumerate(CARDS)}
"""By the face of a card its place in the list, kind after kind."""


def card_of(face: Face) -> Row:
    """The card with this face. `KeyError` if no card of this game shows it."""
    return _BY_KEY[str(face)]


def prince_of(face: Face) -> Prince:
    """The Prince with this face."""
    row = card_of(face)
    assert isinstance(row, Prince)
    return row


def character_of(face: Face) -> Character:
    """The Character with this face."""
    row = card_of(face)
    assert isinstance(row, Character)
    return row


def event_of(face: Face) -> Event:
    """The Event with this face."""
    row = card_of(face)
    assert isinstance(row, Event)
    return row


def action_of(face: Face) -> Action:
    """The Action card with this face."""
    row = card_of(face)
    assert isinstance(row, Action)
    return row


_TEXTS: Final = ("title", "short", "text", "question", "says")


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
