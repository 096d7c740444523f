"""Where the chat lies, and how much room cards get."""

from __future__ import annotations

import pytest

from cli.tui.table.layout import CHAT_ROWS, Layout, layout, map_layout, without_hand
from cli.tui.toolkit.canvas import Rect

WIDE = Rect(0, 0, 120, 39)


def laid(seats: int, *, talk: bool = True, room: Rect = WIDE, listed: int = 0) -> Layout:
    return layout(room, wide=True, listed=listed, talk=talk, seats=seats)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_chat_lies_below_few_seats_and_leaves_the_story_its_width(seats: int) -> None:
    found = laid(seats)
    assert found.chat is not None
    assert found.chat.y == found.seats.bottom
    assert found.chat.bottom == found.board.bottom
    assert found.chat.height >= CHAT_ROWS
    assert found.low == laid(seats, talk=False).low
    assert found.seats.height == 2 * seats + 2


@pytest.mark.parametrize("seats", [4, 6])
def test_the_chat_lies_beside_the_story_where_seats_need_their_room(seats: int) -> None:
    found = laid(seats)
    assert found.chat is not None
    assert (found.chat.x, found.chat.y) == (found.low.right, found.low.y)
    assert found.seats.height == found.board.height


@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_watches_reads_story_and_chat_where_a_hand_would_be(seats: int) -> None:
    before, after = laid(seats), without_hand(laid(seats), talk=True)
    assert before.chat is not None
    assert after.chat is not None
    assert after.low.y == before.board.bottom
    if before.chat.y == before.low.y:
        assert (after.chat.y, after.chat.height) == (after.low.y, after.low.height)
    else:
        assert after.chat == before.chat


@pytest.mark.parametrize(("rows", "talk", "chat"), [(23, True, 4), (23, False, 0), (20, True, 0)])
def test_whoever_watches_a_small_screen_has_a_chat_below_the_story(
    rows: int, talk: bool, chat: int
) -> None:
    places = layout(Rect(0, 0, 80, rows), wide=False, listed=0, talk=talk, seats=2, near=1)
    found = without_hand(places, talk=talk)
    assert (found.chat.height if found.chat is not None else 0) == chat
    last = found.chat or found.low
    assert last.bottom == found.focus.y


@pytest.mark.parametrize(("rows", "hand"), [(31, 9), (38, 9), (39, 10), (45, 12), (60, 12)])
def test_cards_grow_on_a_high_screen(rows: int, hand: int) -> None:
    found = laid(4, room=Rect(0, 0, 120, rows))
    assert found.hand is not None
    assert found.hand.height == hand


@pytest.mark.parametrize(("seats", "rows"), [(2, 2), (4, 2), (6, 1)])
def test_seats_beside_a_map_have_two_rows_where_orders_keep_enough(seats: int, rows: int) -> None:
    found = map_layout(WIDE, wide=True, talk=False, seats=seats, near=1)
    assert found.seats.height == rows * seats + 2
    assert found.orders is not None
    assert found.orders.bottom == found.board.bottom


@pytest.mark.parametrize(
    ("listed", "hand"), [(0, True), (9, True), (13, True), (15, False), (18, False)]
)
def test_a_long_list_has_the_room_of_the_hand(listed: int, hand: bool) -> None:
    found = laid(4, talk=False, listed=listed)
    assert (found.hand is not None) is hand
    assert hand or found.low.y == found.board.bottom
