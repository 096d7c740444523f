"""The list of all 120 cards as a page of the docs: docs/cards/court.md is what comes out here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.court.cards import Action, Event
from games.court.challenges import CHALLENGES
from games.court.characters import CHARACTERS
from games.court.contests import CONTESTS
from games.court.effects import EFFECTS
from games.court.equipment import EQUIPMENT
from games.court.magic import ENCHANTMENTS, SPELLS
from games.court.princes import PRINCES
from games.court.words import printed_kind

_HEAD: Final = """# Heir Apparent: Court: the cards

All 120 cards. Their names and texts are original to Crownless: the rulebook of E. Halsey Miles,
which this game follows (docs/rules/court.md), names no card. Written by `make golden` from the rows
in `games/court`; a test holds this page to them.

In the texts a Character is one of the thirty, and never a Prince unless the card says so. A rival
is any other player. A pool that you may support is your own, any in which a token lies, and in a
Mandatory Contest or a Challenge any at all.
"""


def page() -> str:
    """The page in Markdown."""
    parts = [
        _HEAD,
        _table(
            "Princes",
            ("Prince", "popularity", "favor", "politics", "combat", "keywords", "text"),
            (
                (
                    row.title,
                    row.popularity,
                    row.favor,
                    row.politics,
                    row.combat,
                    ", ".join(row.keywords),
                    row.text,
                )
                for row in PRINCES
            ),
        ),
        _table(
            "Characters",
            ("Character", "politics", "combat", "keywords", "text"),
            (
                (row.title, row.politics, row.combat, ", ".join(row.keywords), row.text)
                for row in CHARACTERS
            ),
        ),
        _events("Contests", CONTESTS),
        _events("Challenges", CHALLENGES),
        _actions("Effects", EFFECTS),
        _actions("Equipment", EQUIPMENT),
        _actions("Spells", SPELLS),
        _actions("Enchantments", ENCHANTMENTS),
    ]
    return "\n".join(parts)


def _events(title: str, rows: Sequence[Event]) -> str:
    cells = ((row.title, printed_kind(row), row.text) for row in rows)
    return _table(title, ("Event", "what it is", "text"), cells)


def _actions(title: str, rows: Sequence[Action]) -> str:
    cells = ((row.title, ", ".join(row.phases), row.text) for row in rows)
    return _table(title, ("card", "played in", "text"), cells)


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    lines = [_row(heads), _row(["---"] * len(heads)), *(_row(row) for row in rows)]
    return f"## {title} ({len(lines) - 2})\n\n" + "\n".join(lines) + "\n"


def _row(cells: Sequence[str | int]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
