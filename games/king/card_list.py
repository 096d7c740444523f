"""The list of all cards as a page of the docs: docs/cards/king.md is what comes out here."""

from __future__ import annotations

from typing import Final

from games.king.cards import Kind
from games.king.state import Catalogue

_HEAD: Final = """# Soon I Will Be King!: the cards

{faces} cards of {kinds} kinds, in the order of the rulebook's table for dice. The deck has four of
each for up to four players, five for five, six for six (SKG-2); with dice each comes up equally
often. What the texts leave open is in [the rules](../rules/king.md). Written by `make golden` from
the rows in `games/king`; a test holds this page to them.

| card | values | played | text |
| --- | --- | --- | --- |
"""


def page(catalogue: Catalogue) -> str:
    """The page in Markdown."""
    head = _HEAD.format(faces=len(catalogue.cards), kinds=len(catalogue.kinds))
    return head + "".join(map(_row, catalogue.kinds))


def _row(kind: Kind) -> str:
    values = ", ".join(str(value) for value in kind.values if value)
    return f"| {kind.name} | {values} | {kind.when} | {kind.text} |\n"
