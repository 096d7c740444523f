"""Signs and colours of suits: those that everybody knows from other cards. Pure.

In ASCII the sign is left out and the word remains; without colours as well.
Held by tests/cli/tui/boards/test_suits.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.view import CardView

SIGNS: Mapping[str, tuple[str, str]] = {
    "love": ("♥", "heart"),
    "dowry": ("♦", "diamond"),
    "peace": ("♣", "club"),
    "war": ("♠", "spade"),
}
"""By the suit, as a view names it: its sign, and its style."""


def suit_style(card: CardView) -> str:
    """The style of a card's suit; empty if it has none that is known."""
    return SIGNS.get(card.suit, ("", ""))[1]


def short_suited(card: CardView) -> str:
    """The short name of a card with the sign of its suit in the place of the blank."""
    sign = SIGNS.get(card.suit, ("", ""))[0]
    return card.short.replace(" ", sign, 1) if sign else card.short


def word_suited(card: CardView) -> str:
    """The word of a card's suit after its sign."""
    sign = SIGNS.get(card.suit, ("", ""))[0]
    return f"{sign} {card.suit}" if sign else card.suit
