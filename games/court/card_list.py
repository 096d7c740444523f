"""The list of all cards as a page of the docs: docs/cards/court.md is what comes out here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.court.cards import Action, Event
from games.court.deck import Catalogue
from games.court.deeds import StartMelee
from games.court.terms import Ability, Keyword, Kind
from games.court.words import printed_kind

_HEAD: Final = """# Heir Apparent: Court: the cards

All {number} cards. Their names and texts are original to Crownless: the rulebook of E. Halsey
Miles, which this game follows (docs/rules/court.md), names no card. Written by `make golden` from
the rows in `games/court`; a test holds this page to them.

In the texts a Character is never a Prince unless the card says so. A rival is any other player. A
pool that you may support is your own, any in which a token lies, and in a Mandatory Contest or a
Challenge any at all.
"""


def page(catalogue: Catalogue) -> str:
    """The page in Markdown."""
    parts = [
        _HEAD.format(number=len(catalogue.cards)),
        _made_of(catalogue),
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
                for row in catalogue.princes
            ),
        ),
        _table(
            "Characters",
            ("Character", "politics", "combat", "keywords", "text"),
            (
                (row.title, row.politics, row.combat, ", ".join(row.keywords), row.text)
                for row in catalogue.characters
            ),
        ),
        _events("Contests", catalogue.contests),
        _events("Challenges", catalogue.challenges),
        *(_actions(kind.plural, catalogue.by_kind[kind]) for kind in Kind),
    ]
    return "\n".join(parts)


def _made_of(catalogue: Catalogue) -> str:
    """What there is how often of what rules and cards name."""
    characters, events, actions = catalogue.characters, catalogue.events, catalogue.actions
    words = [(word, sum(word in row.keywords for row in characters)) for word in Keyword]
    asks = [(one, sum(row.ability is one for row in events)) for one in Ability]
    starts = [row for row in actions if any(isinstance(deed, StartMelee) for deed in row.deeds)]
    rows = (
        (
            "Characters",
            (*words, ("do something by turning", sum(one.power is not None for one in characters))),
        ),
        (
            "Events",
            (
                *((f"ask for {one}", number) for one, number in asks),
                ("Money", sum(row.money for row in events)),
                ("Mandatory", sum(row.mandatory for row in events)),
                ("lasting", sum(row.lasting is not None for row in events)),
            ),
        ),
        (
            "Actions",
            (
                ("Reactions", sum(row.trigger is not None for row in actions)),
                ("start a Melee", len(starts)),
            ),
        ),
    )
    lines = [f"- {title}: {_counts(counts)}" for title, counts in rows]
    return "\n".join(lines) + "\n"


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counts)


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
