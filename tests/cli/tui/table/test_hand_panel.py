"""The own hand: how large its cards are, and what they say of themselves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cli.tui.boards.scene import Scene
from cli.tui.table.hand_panel import Hand, paint_hand
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.values import CardId
from games.engine.view import CardView, View
from tests.cli.cast import ADA_BEN
from tests.cli.tui.house import names_of
from tests.games.king.build import court

VIEW = View("king", "King", "", (), (), (), ())
TEXT = "Attacks any Heir with this value. Played in your own turn."


def card(number: int, title: str, text: str, *, name: str = "", suit: str = "") -> CardView:
    return CardView(
        CardId(number), title.lower(), title, text, open=False, mine=True, name=name, suit=suit
    )


def painted(cards: list[CardView], *, height: int = 8, width: int = 116) -> list[str]:
    canvas = Canvas(width, height)
    hand = Hand(cards, 0, focused=True, draft=None)
    paint_hand(canvas, Rect(0, 0, width, height), hand, Scene(VIEW, ADA_BEN, wide=True))
    return canvas.text()


def same(count: int, text: str = TEXT) -> list[CardView]:
    return [card(number, "Assassin (3)", text) for number in range(count)]


def test_few_cards_are_large_and_say_what_they_do() -> None:
    assert painted(same(1))[:6] == [
        "┌─ 1 ────────────────────────┐",
        "│Assassin (3)                │",
        "│Attacks any Heir with this  │",
        "│value. Played in your own   │",
        "│turn.                       │",
        "└────────────────────────────┘",
    ]


def test_of_a_text_only_whole_sentences_are_told_and_of_a_long_one_its_beginning() -> None:
    rows = painted(same(5))
    assert rows[2].startswith("│Attacks any Heir    │ │")
    assert rows[3].startswith("│with this value.    │ │")
    assert rows[4].startswith("│                    │ │")
    rows = painted(same(5, "Adds one to any assassination, once the Knights are known."))
    assert rows[4].startswith("│the Knights are kno…│ │")
    assert rows[6] == "Assassin (3). Adds one to any assassination, once the Knights are known."


@pytest.mark.parametrize(("count", "height"), [(7, 8), (3, 6)])
def test_many_cards_and_low_panels_have_small_ones(count: int, height: int) -> None:
    rows = painted(same(count), height=height)
    assert rows[0].startswith("┌─ 1 ─────────┐ ┌─ 2")
    assert rows[3].startswith("└─────────────┘ └──")
    assert rows[4] == f"Assassin (3). {TEXT}"


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("9 General", ["│9 General ♥ love    │", "│Attacks any Heir    │"]),
        ("10 Grand Thespian", ["│10 Grand Thespian   │", "│♥ love              │"]),
    ],
)
def test_a_suit_stands_beside_the_names_where_it_fits_beside_all(
    name: str, rows: list[str]
) -> None:
    cards = [card(0, "9 General of love", TEXT, name="9 General", suit="love")]
    cards += [card(n, f"{name} of love", TEXT, name=name, suit="love") for n in range(1, 5)]
    assert [row[23:45] for row in painted(cards)[1:3]] == rows


def test_a_text_of_two_rows_goes_before_whether_the_card_can_be_picked() -> None:
    long = "Saves somebody about to die, who leaves for a distant land. " * 3
    assert painted(same(5, long))[7].endswith("for a distant land.")


TEN = ["assassin 2", "knight 3", "knight 2", "poison", "poison", "antidote", "blackmail", "pardon"]
TEN += ["pardon", "investigation"]


def flat(hand: Sequence[str], *, cursor: int = 0, rows: int = 4) -> list[str]:
    s = court(hands={0: hand})
    view = s.view(0)
    canvas = Canvas(76, rows)
    scene = Scene(view, names_of(3, own=0), wide=False)
    paint_hand(canvas, Rect(0, 0, 76, rows), Hand(view.hand, cursor, True, None), scene)
    return [line.rstrip() for line in canvas.text()]


def test_a_hand_that_is_too_long_for_a_row_has_two_and_scrolls_only_where_those_do_not_do() -> None:
    lines = flat(TEN)
    assert all(word in f"{lines[0]} {lines[1]}" for word in ("[assassin 2]", "[investigation]"))
    assert not any(sign in lines[0] + lines[1] for sign in "<>")
    assert lines[2].startswith("Assassin (2). Attacks any Heir")
    assert flat(TEN, rows=3)[0].endswith(">")
    assert flat(TEN + TEN)[0].endswith(">")
    assert flat(TEN[:5])[1].startswith("Assassin (2).")


def test_the_cursor_finds_its_card_in_the_second_row() -> None:
    assert flat(TEN, cursor=9)[2].startswith("Investigation. An Heir")
