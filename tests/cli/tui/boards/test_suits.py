"""Signs and colours of suits."""

from __future__ import annotations

from cli.tui.boards.suits import SIGNS, short_suited, suit_style, word_suited
from cli.tui.toolkit.canvas import Canvas
from cli.tui.toolkit.cells import width
from cli.tui.toolkit.theme import THEMES
from games.engine.view import CardView
from games.inheritance.cards import Suit


def card(suit: str, short: str) -> CardView:
    return CardView(None, short, short, "", open=True, mine=False, suit=suit)


def test_each_suit_of_inheritance_has_a_sign_of_one_cell_and_a_colour() -> None:
    assert set(SIGNS) == {str(suit) for suit in Suit}
    assert [sign for sign, _ in SIGNS.values()] == ["♥", "♦", "♣", "♠"]
    for sign, style in SIGNS.values():
        assert width(sign) == 1
        assert all(style in theme for name, theme in THEMES.items() if name != "mono")


def test_the_sign_stands_beside_the_word_and_changes_no_width() -> None:
    shown = card("war", "10 war")
    assert (short_suited(shown), word_suited(shown)) == ("10♠war", "♠ war")
    assert suit_style(shown) == "spade"
    assert len(short_suited(shown)) == len(shown.short)


def test_in_ascii_the_word_stands_alone() -> None:
    canvas = Canvas(10, 1, ascii_only=True)
    canvas.put(0, 0, short_suited(card("love", "7 love")))
    assert canvas.text() == ["7 love"]


def test_cards_without_a_suit_are_as_they_were() -> None:
    shown = card("", "bribe")
    assert (short_suited(shown), word_suited(shown), suit_style(shown)) == ("bribe", "", "")
