"""Where each panel of a table lies, at which size. Pure.

Two size classes: small from 80x24, where the question takes the place of hand and story, and wide
from 100x32, with boxed cards, story and chat side by side. `cli/tui/table/painting.py` draws into
it. Held by tests/cli/tui/table/test_seated.py and the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cli.tui.toolkit.canvas import Rect

CHAT_WIDTH = 42
HEARD_ROWS, LEAST_STORY = 4, 5
"""Rows of a chat on a small screen, for whoever watches, and what it leaves to the story."""
CHAT_ROWS = 8
"""Rows that a chat below the seats has at least."""
SEATS_SMALL = 26
ORDERS_ROWS = 14
"""Rows that the orders beside a map have before seats get two rows each."""
STORY_ROWS = 3
"""Rows that a long list leaves to the story, its frame at the bottom among them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies. `chat` is empty in the small layout, `hand` while it is covered.

    On a map there are `orders` in the place of a hand.
    """

    head: Rect
    board: Rect
    seats: Rect
    hand: Rect | None
    low: Rect
    chat: Rect | None
    bars: Rect
    focus: Rect
    status: Rect
    orders: Rect | None = None
    standing: Rect | None = None
    options: Rect | None = None
    """Where a list is answered; without it in the place of the story."""


def map_layout(room: Rect, *, wide: bool, talk: bool, seats: int, near: int = 0) -> Layout:
    """The layout of a room for a game on a map, which takes all the room that it can get.

    `near`: so many rows say how near everybody is to winning.
    """
    bottom = room.bottom
    status = Rect(1, bottom - 1, room.width - 2, 1)
    focus = Rect(1, bottom - 2, room.width - 2, 1)
    beside = CHAT_WIDTH if wide else SEATS_SMALL
    low_rows = 8 if wide else 5
    rows = bottom - (3 if wide else 2) - low_rows - 1 - near
    head = Rect(0, 0, room.width, 1)
    standing = Rect(1, 1, room.width - 2, near)
    board = Rect(0, 1 + near, room.width - beside, rows)
    each = 2 if wide and rows - (2 * seats + 2) >= ORDERS_ROWS else 1
    people = Rect(board.right, board.y, beside, each * seats + 2)
    orders = Rect(board.right, people.bottom, beside, rows - people.height)
    low = Rect(0, board.bottom, room.width - (CHAT_WIDTH if wide and talk else 0), low_rows)
    chat = Rect(low.right, board.bottom, CHAT_WIDTH, low_rows) if wide and talk else None
    bars = Rect(1, bottom - 3, room.width - 2, 1) if wide else focus
    return Layout(head, board, people, None, low, chat, bars, focus, status, orders, standing)


# D-145: a panel keeps its place and size when its content changes; a list to answer may not.
def layout(room: Rect, *, wide: bool, listed: int, talk: bool, seats: int, near: int = 0) -> Layout:
    """The layout of a room; `listed`: rows of a list to be answered, 0 without one, which has the
    room of the hand where much of it would be hidden; `talk`: there is a chat, which lies below the
    seats where they leave room; `near`: so many rows say how near everybody is to winning."""
    bottom = room.bottom
    head = Rect(0, 0, room.width, 1)
    standing = Rect(1, 1, room.width - 2, near)
    above = 1 + near
    status = Rect(1, bottom - 1, room.width - 2, 1)
    focus = Rect(1, bottom - 2, room.width - 2, 1)
    if not wide:
        board_rows = 9 + max(0, room.height - 23) // 2
        board = Rect(0, above, room.width - SEATS_SMALL, board_rows)
        people = Rect(board.right, above, SEATS_SMALL, board_rows)
        top = board.bottom
        if listed:
            low = Rect(0, top, room.width, bottom - 2 - top)
            return Layout(
                head, board, people, None, low, None, focus, focus, status, standing=standing
            )
        hand = Rect(0, top, room.width, 6)
        low = Rect(0, top + 6, room.width, bottom - 2 - top - 6)
        return Layout(head, board, people, hand, low, None, focus, focus, status, standing=standing)
    spare = room.height - 31
    board_rows = 11 + min(5, max(0, spare - 2))
    board = Rect(0, above, room.width - CHAT_WIDTH, board_rows)
    people = Rect(board.right, above, CHAT_WIDTH, board_rows)
    hand = Rect(0, board.bottom, room.width, 9 + max(0, min(3, (spare - 6) // 2)))
    low = Rect(0, hand.bottom, room.width, bottom - 3 - hand.bottom)
    chat = None
    if talk and board_rows - (2 * seats + 2) >= CHAT_ROWS:
        people = replace(people, height=2 * seats + 2)
        chat = Rect(people.x, people.bottom, CHAT_WIDTH, board.bottom - people.bottom)
    elif talk:
        low = replace(low, width=low.width - CHAT_WIDTH)
        chat = Rect(low.right, low.y, CHAT_WIDTH, low.height)
    bars = Rect(1, bottom - 3, room.width - 2, 1)
    places = Layout(head, board, people, hand, low, chat, bars, focus, status, standing=standing)
    return without_hand(places, talk=talk) if listed > low.height + hand.height // 2 else places


def seated_layout(
    room: Rect,
    *,
    wide: bool,
    seats: int,
    picks: int,
    listed: int,
    number: bool,
    talk: bool,
    near: int = 0,
) -> Layout:
    """The layout for a board that shows the seats itself and is as wide as the room.

    Panels share their frames, so that a small room holds as much as it can. `picks`: rows that
    cards to be picked would use; they get room that the story has otherwise, and what they do not
    need the board gets. `listed`: rows of a list to be answered,
    which lies where the hand does; 0 without one. With a `number` stands what it is about, and gets
    all the room; of options some may have to be scrolled to, so that the story is seen.
    """
    bottom = room.bottom
    status = Rect(1, bottom - 1, room.width - 2, 1)
    focus = Rect(1, bottom - 2, room.width - 2, 1)
    bars = Rect(1, bottom - 3, room.width - 2, 1) if wide else focus
    end = bars.y  # the first row below the panels
    more = max(0, room.height - (39 if wide else 23)) // 2
    least, most = (6, 9) if wide else (5, 7)
    rows = max(least, min(most, picks + 2)) if picks else least
    more += most - rows if picks else 0
    board = Rect(0, 1 + near, room.width, (14 + seats if wide else 8 + seats) + more)
    head, seated = Rect(0, 0, room.width, 1), Rect(0, board.y, 0, 0)
    standing = Rect(1, 1, room.width - 2, near)
    top = board.bottom - 1
    if listed:
        fits = number or listed + 2 <= end - top  # else it is scrolled, and the story can be seen
        rows = listed + 2 if fits else max(rows, end - top - STORY_ROWS)
    rows = min(rows, end - top)
    if end - top - rows < 2:  # a frame without a line in it says nothing
        rows = end - top
    middle = Rect(0, top, room.width, rows)
    low = Rect(0, middle.bottom - 1, room.width - (CHAT_WIDTH if wide and talk else 0), 0)
    if middle.bottom < end:
        low = replace(low, height=end - low.y)
    chat = Rect(low.right, low.y, CHAT_WIDTH, low.height) if wide and talk else None
    hand, options = (None, middle) if listed else (middle, None)
    return Layout(
        head, board, seated, hand, low, chat, bars, focus, status, None, standing, options
    )


def without_hand(places: Layout, *, talk: bool) -> Layout:
    """For whoever watches: the room of the hand is for story and chat, if there is a chat."""
    if places.hand is None:
        return places
    by = places.low.y - places.hand.y
    low = replace(places.low, y=places.hand.y, height=places.low.height + by)
    chat = places.chat
    if chat is not None and chat.y == places.low.y:
        chat = replace(chat, y=low.y, height=low.height)
    if chat is None and talk and low.height - HEARD_ROWS >= LEAST_STORY:
        low = replace(low, height=low.height - HEARD_ROWS)
        chat = Rect(low.x, low.bottom, low.width, HEARD_ROWS)
    return replace(places, hand=None, low=low, chat=chat)
