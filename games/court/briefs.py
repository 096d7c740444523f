"""The shortest names: of people where six stand in one row of a board, and of what lies under them.

A row has one where its name is not short enough as it is.
"""

from __future__ import annotations

from typing import Final

from games.court.cards import Action, Character, Event
from games.engine.words import begun

MOST: Final = 8
"""So many letters a brief name has at most."""


def does(row: Character) -> str:
    """What somebody does by turning, in few words; empty for who has no power."""
    if row.power is None:
        return ""
    return row.gist or f"turns to {row.power.says}"


def brief(row: Character) -> str:
    """The shortest name of a Character or Prince."""
    return row.brief or begun(row.short)


def brief_under(row: Action | Event) -> str:
    """The shortest name of a card that lies under somebody."""
    return row.brief or row.title
