"""A table as one picture: what is drawn into the panels of its layout. Pure.

Whatever shows a table makes a `TableLayout` and has it painted here. Held by the golden screens in
tests/cli/tui/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cli.console.text import counted
from cli.model.draft import Draft
from cli.model.prompt_model import Part
from cli.model.titles import goal_of
from cli.tui.boards.board import board_of
from cli.tui.boards.hexes import has_legend
from cli.tui.boards.scene import Scene
from cli.tui.table.draft_words import how, said
from cli.tui.table.hand_panel import Hand, paint_hand, rows_wanted
from cli.tui.table.layout import Layout, layout, map_layout, seated_layout, without_hand
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
from cli.tui.table.sided import paint_sided
from cli.tui.table.standing import standing_rows
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, clip_path, width, wrap

SEND = "[ Send ]"
MOST_STANDING = 2
"""Rows that may say how near everybody is to winning."""
ABOUT_ROWS = 8
"""Rows for what a number is about: of an auction, who is up for choice."""


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
    """Whether a list has to be shown for this draft; who passes before picking cards needs none."""
    if draft is None or (draft.passing and Part.CARDS in draft.model.parts):
        return False
    return draft.listed_part in (Part.OPTION, Part.NUMBER, Part.ORDER)


def paint_table(canvas: Canvas, room: Rect, table: TableLayout, *, wide: bool) -> Layout:
    """Paint it."""
    scene = table.scene
    standing = scene.view.standing if scene is not None else ()
    near = standing_rows(standing, scene.names, room.width - 2, MOST_STANDING) if scene else []
    places = _places(room, table, len(near), wide=wide)
    _head(canvas, places.head, table)
    urgent = any(one.urgent for one in standing)
    if places.standing is not None:
        canvas.lines(places.standing, near, "danger" if urgent else "bold")
    _board(canvas, places, table)
    if places.hand is not None:
        _hand(canvas, places.hand, table)
    if places.orders is not None and table.orders is not None and scene is not None:
        _orders(canvas, places, table.orders, scene)
    lists = listing(table.draft)
    if lists:
        _list(canvas, places.options or places.low, table)
    if places.options is not None or not lists:
        _story(canvas, places.low, table)
    _talk(canvas, places, table)
    if _is_seated(table):
        _join(canvas, places)
    _foot(canvas, places, table)
    return places


def _places(room: Rect, table: TableLayout, near: int, *, wide: bool) -> Layout:
    """The layout that this table wants. `near`: rows that say how near everybody is to winning."""
    draft, talk = table.draft, table.chat is not None
    lists = listing(draft)
    listed = list_rows(draft, ABOUT_ROWS, room.width - 4) if lists and draft is not None else 0
    if _is_seated(table):
        places = seated_layout(
            room,
            wide=wide,
            seats=len(table.seats),
            picks=_picks(table, room.width - 4) if not lists else 0,
            listed=listed,
            number=draft is not None and draft.listed_part is Part.NUMBER,
            talk=talk,
            near=near,
        )
    elif table.orders is None:
        places = layout(
            room, wide=wide, listed=listed, talk=talk, seats=len(table.seats), near=near
        )
    else:
        places = map_layout(room, wide=wide, talk=talk, seats=len(table.seats), near=near)
    return without_hand(places, talk=talk) if table.watches else places


def _is_seated(table: TableLayout) -> bool:
    """Whether the board shows the seats itself."""
    return table.scene is not None and board_of(table.scene.view).seats


def _board(canvas: Canvas, places: Layout, table: TableLayout) -> None:
    """The board, and beside it the seats where it does not show them itself."""
    scene, seated = table.scene, _is_seated(table)
    goal = goal_of(scene.view.game) if scene is not None else ""
    title = f"Aim: {goal}" if goal else "Table" if table.orders is None else "Map"
    if scene is not None and seated:
        scene = replace(scene, signs=seat_signs(table.seats))
    inner = canvas.box(places.board, title, _frame(table, "board"))
    canvas.spot(places.board, Target("panel", word="board"))
    if scene is None:
        canvas.lines(inner, wrap("The seats exchange keys and shuffle.", inner.width), "dim")
    else:
        board_of(scene.view).paint(canvas, inner, scene)
    if not seated:
        inner = canvas.box(places.seats, "Seats", _frame(table, "seats"))
        used = paint_seats(canvas, inner, table.seats, scene.names.own if scene else None)
        if scene is not None:
            paint_sided(canvas, inner.below(used + 1), scene)


def _orders(canvas: Canvas, places: Layout, orders: Orders, scene: Scene) -> None:
    """The orders, with what the signs of the map mean where the map leaves that out."""
    assert places.orders is not None, "a map has orders beside it"
    if scene.map is not None and not has_legend(places.board.inner, scene.map):
        orders = replace(orders, legend=scene.map.legend)
    paint_orders(canvas, canvas.box(places.orders, orders.title, "frame"), orders, scene)


def _hand(canvas: Canvas, rect: Rect, table: TableLayout) -> None:
    inner = canvas.box(rect, table.hand_title, _frame(table, "hand"))
    canvas.spot(rect, Target("panel", word="hand"))
    if table.hand is not None and table.scene is not None:
        paint_hand(canvas, inner, table.hand, table.scene)


def _list(canvas: Canvas, rect: Rect, table: TableLayout) -> None:
    """The options or items of the question, with what a number is about."""
    draft = table.draft
    assert draft is not None, "a list is of a draft"
    inner = canvas.box(rect, how(draft), _frame(table, "list"))
    used = paint_list(canvas, inner, draft, table.cursor)
    about = None if table.scene is None else board_of(table.scene.view).about
    if table.scene is not None and about is not None and draft.listed_part is Part.NUMBER:
        about(canvas, inner.below(used + 1), table.scene)


def _talk(canvas: Canvas, places: Layout, table: TableLayout) -> None:
    """The chat, or what was said last where there is no room for it."""
    if places.chat is not None and table.chat is not None:
        title = f"{table.chat_title}, scrolled back" if table.chat_back else table.chat_title
        inner = canvas.box(places.chat, title, _frame(table, CHAT))
        canvas.spot(places.chat, Target("panel", word=CHAT))
        _chat(canvas, inner, table.chat[: len(table.chat) - table.chat_back])
    elif table.chat and places.low.height and not table.banner:
        _last_said(canvas, places.low, table.chat)


def _foot(canvas: Canvas, places: Layout, table: TableLayout) -> None:
    """The rows below the panels: bars, what has the cursor, what is asked."""
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
        return
    if free:
        note = clip_path(table.note, places.focus.width)
        canvas.put(1, places.focus.y, note, table.note_style)
    _status(canvas, places.status, table)


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
        room = rect.width - size - 7
        picked = picked if width(picked) <= room else said(draft, briefly=True)
        x = canvas.put(rect.x, rect.y, "DRAFT ", "draft")
        canvas.put(x, rect.y, clip(picked, room), "bold")
        x = rect.right - size
        canvas.put(x, rect.y, SEND, "draft")
        canvas.spot(Rect(x, rect.y, size, 1), Target("action", word="go on"))
        return
    lead = f"{draft.model.text} "
    x = canvas.put(rect.x, rect.y, clip(lead, rect.width), "draft")
    rest = _rest(draft)
    if x < rect.right and not (listing(draft) and width(rest) > rect.right - x):
        canvas.put(x, rect.y, clip(rest, rect.right - x), "")  # the list says it above
