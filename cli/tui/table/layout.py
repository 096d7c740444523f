"""A table as one picture: where each panel lies at which size, and what is drawn into it. Pure.

Two size classes: small from 80x24, where the question takes the place of hand and story, and wide
from 100x32, with boxed cards, story and chat side by side. Whatever shows a table makes a
`TableLayout` and has it painted here. Held by the golden screens in tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.console.text import counted
from cli.model.draft import Draft
from cli.model.prompt_model import Part
from cli.model.titles import goal_of
from cli.tui.boards.board import SEATED, paint_about, paint_board
from cli.tui.boards.scene import Scene
from cli.tui.table.draft_words import how, said
from cli.tui.table.hand_panel import Hand, paint_hand, rows_wanted
from cli.tui.table.orders_panel import Orders, paint_orders
from cli.tui.table.panels import (
    CHAT,
    Bar,
    SeatLine,
    StoryLine,
    list_rows,
    paint_bars,
    paint_list,
    paint_seats,
    paint_story,
    seat_signs,
)
from cli.tui.table.standing import standing_rows
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, clip_path, width, wrap

SEND = "[ Send ]"
CHAT_WIDTH = 42
MOST_STANDING = 2
"""Rows that may say how near everybody is to winning."""
SEATS_SMALL = 26
STORY_ROWS = 3
"""Rows that a long list leaves to the story, its frame at the bottom among them."""
ABOUT_ROWS = 8
"""Rows for what a number is about: of an auction, who is up for choice."""


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
    people = Rect(board.right, board.y, beside, seats + 2)
    orders = Rect(board.right, people.bottom, beside, rows - people.height)
    low = Rect(0, board.bottom, room.width - (CHAT_WIDTH if wide and talk else 0), low_rows)
    chat = Rect(low.right, board.bottom, CHAT_WIDTH, low_rows) if wide and talk else None
    bars = Rect(1, bottom - 3, room.width - 2, 1) if wide else focus
    return Layout(head, board, people, None, low, chat, bars, focus, status, orders, standing)


def layout(room: Rect, *, wide: bool, listing: bool, talk: bool, near: int = 0) -> Layout:
    """The layout of a room; `listing`: a list of options or items is to be answered; `talk`:
    there is a chat; `near`: so many rows say how near everybody is to winning."""
    bottom = room.bottom
    head = Rect(0, 0, room.width, 1)
    standing = Rect(1, 1, room.width - 2, near)
    above = 1 + near
    status = Rect(1, bottom - 1, room.width - 2, 1)
    focus = Rect(1, bottom - 2, room.width - 2, 1)
    if not wide:
        board_rows = 9 + max(0, room.height - 23) // 2
        board = Rect(0, above, room.width - SEATS_SMALL, board_rows)
        seats = Rect(board.right, above, SEATS_SMALL, board_rows)
        top = board.bottom
        if listing:
            low = Rect(0, top, room.width, bottom - 2 - top)
            return Layout(
                head, board, seats, None, low, None, focus, focus, status, standing=standing
            )
        hand = Rect(0, top, room.width, 6)
        low = Rect(0, top + 6, room.width, bottom - 2 - top - 6)
        return Layout(head, board, seats, hand, low, None, focus, focus, status, standing=standing)
    spare = room.height - 31
    board_rows = 11 + min(5, max(0, spare - 2))
    board = Rect(0, above, room.width - CHAT_WIDTH, board_rows)
    seats = Rect(board.right, above, CHAT_WIDTH, board_rows)
    hand = Rect(0, board.bottom, room.width, 9)
    low_rows = bottom - 3 - hand.bottom
    low = Rect(0, hand.bottom, room.width - (CHAT_WIDTH if talk else 0), low_rows)
    chat = Rect(low.right, hand.bottom, CHAT_WIDTH, low_rows) if talk else None
    bars = Rect(1, bottom - 3, room.width - 2, 1)
    return Layout(head, board, seats, hand, low, chat, bars, focus, status, standing=standing)


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


@dataclass(frozen=True)
class TableLayout:
    """Everything that a picture of a table shows."""

    head: str
    corner: str
    scene: Scene | None
    seats: Sequence[SeatLine]
    hand: Hand | None
    hand_title: str
    draft: Draft | None
    cursor: int
    """In the list of options or items."""
    story: Sequence[StoryLine]
    chat: Sequence[StoryLine] | None
    """None where nobody can talk: then the story has all the room."""
    back: int
    """Lines that the story is scrolled up."""
    focus: str
    bars: Sequence[Bar]
    note: str
    note_style: str
    waiting: str
    chat_back: int = 0
    rest: str = ""
    """How long what the bars show will still take."""
    story_cursor: int = -1
    banner: str = ""
    chat_title: str = "Chat"
    log_title: str = "Story"
    watches: bool = False
    """Whether nobody here has a hand that could be shown."""
    orders: Orders | None = None
    """On a map what the panel of orders shows."""


def listing(draft: Draft | None) -> bool:
    """Whether a list has to be shown for this draft."""
    return draft is not None and draft.listed_part in (Part.OPTION, Part.NUMBER, Part.ORDER)


def paint_table(canvas: Canvas, room: Rect, table: TableLayout, *, wide: bool) -> Layout:
    """Paint it."""
    lists = listing(table.draft)
    talk = table.chat is not None
    scene = table.scene
    standing = scene.view.standing if scene is not None else ()
    near = standing_rows(standing, scene.names, room.width - 2, MOST_STANDING) if scene else []
    seated = scene is not None and scene.view.game in SEATED
    if seated:
        listed = list_rows(table.draft, ABOUT_ROWS, room.width - 4) if lists and table.draft else 0
        places = seated_layout(
            room,
            wide=wide,
            seats=len(table.seats),
            picks=_picks(table, room.width - 4) if not lists else 0,
            listed=listed,
            number=table.draft is not None and table.draft.listed_part is Part.NUMBER,
            talk=talk,
            near=len(near),
        )
    elif table.orders is None:
        places = layout(room, wide=wide, listing=lists, talk=talk, near=len(near))
    else:
        places = map_layout(room, wide=wide, talk=talk, seats=len(table.seats), near=len(near))
    if table.watches:
        places = _without_hand(places)
    _head(canvas, places.head, table)
    urgent = any(one.urgent for one in standing)
    if places.standing is not None:
        canvas.lines(places.standing, near, "danger" if urgent else "bold")
    goal = goal_of(scene.view.game) if scene is not None else ""
    title = f"Aim: {goal}" if goal else "Table" if table.orders is None else "Map"
    if scene is not None and seated:
        scene = replace(scene, signs=seat_signs(table.seats))
    inner = canvas.box(places.board, title, _frame(table, "board"))
    canvas.spot(places.board, Target("panel", word="board"))
    if scene is None:
        canvas.lines(inner, wrap("The seats exchange keys and shuffle.", inner.width), "dim")
    else:
        paint_board(canvas, inner, scene)
    if not seated:
        inner = canvas.box(places.seats, "Seats", _frame(table, "seats"))
        paint_seats(canvas, inner, table.seats, scene.names.own if scene else None)
    if places.hand is not None:
        inner = canvas.box(places.hand, table.hand_title, _frame(table, "hand"))
        canvas.spot(places.hand, Target("panel", word="hand"))
        if table.hand is not None and scene is not None:
            paint_hand(canvas, inner, table.hand, scene)
    if places.orders is not None and table.orders is not None and scene is not None:
        title = "Orders" if table.orders.plan is not None else "The last round"
        inner = canvas.box(places.orders, title, "frame")
        paint_orders(canvas, inner, table.orders, scene)
    draft = table.draft
    if lists and draft is not None:
        inner = canvas.box(places.options or places.low, how(draft), _frame(table, "list"))
        used = paint_list(canvas, inner, draft, table.cursor)
        if seated and scene is not None and draft.listed_part is Part.NUMBER:
            paint_about(canvas, inner.below(used + 1), scene)
    if places.options is not None or not lists:
        _story(canvas, places.low, table)
    if places.chat is not None and table.chat is not None:
        title = f"{table.chat_title}, scrolled back" if table.chat_back else table.chat_title
        inner = canvas.box(places.chat, title, _frame(table, CHAT))
        canvas.spot(places.chat, Target("panel", word=CHAT))
        _chat(canvas, inner, table.chat[: len(table.chat) - table.chat_back])
    elif table.chat and places.low.height and not table.banner:
        _last_said(canvas, places.low, table.chat)
    if seated:
        _join(canvas, places)
    if table.bars:
        size = width(table.rest) + 2 if table.rest else 0
        bars = Rect(places.bars.x, places.bars.y, places.bars.width - size, 1)
        paint_bars(canvas, bars, table.bars)
        canvas.right(places.bars, 0, table.rest, "dim")
    free = not (table.bars and places.bars == places.focus)
    question = _question(table, places.status.width)
    if free and len(question) > 1 and (not table.note or table.note_style == "dim"):
        _ask(canvas, places.focus, *question[0])
        _ask(canvas, places.status, *question[1])
        return places
    if free:
        note = clip_path(table.note, places.focus.width)
        canvas.put(1, places.focus.y, note, table.note_style)
    _status(canvas, places.status, table)
    return places


def _picks(table: TableLayout, size: int) -> int:
    """The rows that cards to be picked would use; 0 where none are asked for."""
    if table.draft is None or table.hand is None or table.scene is None or not table.hand.cards:
        return 0
    return rows_wanted(table.hand, table.scene, size)


def _join(canvas: Canvas, places: Layout) -> None:
    """Frames that share a row: their corners become crossings."""
    for panel in (places.hand, places.options, places.low):
        if panel is not None and panel.height:
            canvas.put(panel.x, panel.y, "├", "frame")
            canvas.put(panel.right - 1, panel.y, "┤", "frame")
    if places.chat is not None:
        canvas.put(places.chat.right - 1, places.chat.y, "┤", "frame")


def _question(table: TableLayout, size: int) -> list[tuple[str, str]]:
    """What is asked and how it is answered, as rows with both; two where one is too short."""
    draft = table.draft
    if draft is None or draft.complete:
        return []
    lines = wrap(draft.model.text, size)
    if len(lines) > 2:
        lines = [lines[0], clip(" ".join(lines[1:]), size)]
    rest = _rest(draft)
    if width(lines[-1]) + 1 + width(rest) <= size:
        return [*((line, "") for line in lines[:-1]), (lines[-1], rest)]
    return [(line, "") for line in lines] if len(lines) > 1 else [(lines[0], ""), ("", rest)]


def _rest(draft: Draft) -> str:
    """What has been picked so far, or how to go on."""
    picked = said(draft)
    return f"So far: {picked}" if picked and draft.part is not Part.OPTION else how(draft)


def _ask(canvas: Canvas, rect: Rect, prompt: str, rest: str) -> None:
    x = canvas.put(rect.x, rect.y, f"{prompt} " if prompt else "", "draft")
    canvas.put(x, rect.y, clip(rest, rect.right - x), "")


def _frame(table: TableLayout, panel: str) -> str:
    return "focus" if table.focus == panel else "frame"


def _head(canvas: Canvas, rect: Rect, table: TableLayout) -> None:
    canvas.fill(rect, "head")
    corner = table.corner
    canvas.right(Rect(0, rect.y, rect.width - 1, 1), 0, corner, "head")
    room = rect.width - 3 - width(corner)
    head = f"{table.banner}   {table.head}" if table.banner else table.head
    canvas.put(1, rect.y, clip(head, room), "head bold")


def _story(canvas: Canvas, rect: Rect, table: TableLayout) -> None:
    title = table.log_title
    if table.back:
        title += f", {counted(table.back, 'line')} back"
    inner = canvas.box(rect, title, _frame(table, "log"))
    canvas.spot(rect, Target("panel", word="log"))
    if not table.story:
        canvas.put(inner.x, inner.y, "Nothing has happened yet.", "dim")
    paint_story(canvas, inner, table.story, table.back, cursor=table.story_cursor)


def _last_said(canvas: Canvas, rect: Rect, chat: Sequence[StoryLine]) -> None:
    """What was said last, in the lower frame of the story: it pushes no line of that away."""
    text = clip(chat[-1].text, rect.width - 6)
    canvas.put(rect.x + 2, rect.bottom - 1, f" {text} ", chat[-1].style)


def _without_hand(places: Layout) -> Layout:
    """For whoever watches: the room of the hand is for story and chat."""
    if places.hand is None:
        return places
    by = places.low.y - places.hand.y
    low = replace(places.low, y=places.hand.y, height=places.low.height + by)
    chat = places.chat and replace(places.chat, y=low.y, height=low.height)
    return replace(places, hand=None, low=low, chat=chat)


def _chat(canvas: Canvas, rect: Rect, chat: Sequence[StoryLine]) -> None:
    rows: list[tuple[str, str]] = []
    for line in chat[-rect.height :]:
        rows += [(text, line.style) for text in wrap(line.text, rect.width, "  ")]
    for row, (text, style) in enumerate(rows[-rect.height :]):
        canvas.put(rect.x, rect.y + row, text, style, rect.width)


def _status(canvas: Canvas, rect: Rect, table: TableLayout) -> None:
    """What is asked and what would be sent, or whom the table waits for."""
    draft = table.draft
    if draft is None:
        canvas.put(rect.x, rect.y, clip(table.waiting, rect.width), "dim")
        return
    picked = said(draft)
    if draft.complete:
        size = width(SEND)
        room = rect.width - size - 1
        x = canvas.put(rect.x, rect.y, "DRAFT ", "draft")
        canvas.put(x, rect.y, clip(picked, room - 6), "bold")
        x = rect.right - size
        canvas.put(x, rect.y, SEND, "draft")
        canvas.spot(Rect(x, rect.y, size, 1), Target("action", word="go on"))
        return
    lead = f"{draft.model.text} "
    x = canvas.put(rect.x, rect.y, clip(lead, rect.width), "draft")
    if x < rect.right:
        canvas.put(x, rect.y, clip(_rest(draft), rect.right - x), "")
