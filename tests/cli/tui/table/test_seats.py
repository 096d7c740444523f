"""The panel of seats on a small screen, and the window of seats for somebody who is alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cli.model.attendance import GRACE_SECONDS
from cli.tui.boards.scene import Scene
from cli.tui.table.panels import SeatLine, paint_seats
from cli.tui.table.sided import paint_sided
from cli.tui.table.windows import NOBODY
from cli.tui.toolkit.canvas import Canvas, Rect
from games.engine.game import StandingOffer
from games.engine.values import Seat
from games.engine.view import Area, CardView, View
from tests.cli.cast import ADA_BEN
from tests.cli.tui.house import LocalTable, Stage


@pytest.mark.parametrize(
    ("waiting", "path", "way", "line"),
    [
        ("", "direct 42 ms", "direct", "          direct 42 ms"),
        ("is choosing", "direct 42 ms", "direct", "  is choosing   direct"),
        ("is choosing", "through Ana", "through Ana", "  is choosing         "),
        ("is opening cards", "direct 4 ms", "direct", "  is opening cards    "),
    ],
)
def test_where_there_is_little_room_a_path_is_told_without_its_time(
    waiting: str, path: str, way: str, line: str
) -> None:
    canvas = Canvas(22, 2)
    seat = SeatLine(1, "Ben", 5, "", True, waiting=waiting, path=path, way=way)
    paint_seats(canvas, Rect(0, 0, 22, 2), [seat], 0)
    assert "".join(canvas.cells[1]) == line


def test_a_path_stands_behind_the_last_row_of_a_note() -> None:
    canvas = Canvas(22, 3)
    seat = SeatLine(1, "Ben", 5, "has the Ring of Favour", True, path="LAN 1 ms", way="LAN")
    paint_seats(canvas, Rect(0, 0, 22, 3), [seat], 0)
    rows = ["".join(row) for row in canvas.cells]
    assert rows[1].rstrip() == "  has the Ring of"
    assert rows[2] == "  Favour      LAN 1 ms"


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        (StandingOffer((), "until your own turn"), "until your own turn"),
        (StandingOffer((), "for this Event", needs_verb=True), "passes for this Event"),
    ],
)
def test_a_standing_pass_has_a_verb_in_little_room_only_where_it_needs_one(
    offer: StandingOffer, said: str
) -> None:
    canvas = Canvas(26, 2)
    paint_seats(canvas, Rect(0, 0, 26, 2), [SeatLine(0, "Ada", 5, "", True, passes=offer)], 0)
    assert "".join(canvas.cells[1]).strip() == said


def test_who_is_alone_is_told_how_to_bring_the_others_back() -> None:
    stage = Stage()
    screen = stage.sit(LocalTable(seed=4))
    snapshot = screen.state.snapshot
    assert snapshot is not None
    stage.press("w")
    assert NOBODY.split(". ")[0] not in " ".join(stage.text.split())
    stage.press("esc")
    online = (True, *[False] * (len(snapshot.online) - 1))
    screen.state.take(replace(snapshot, online=online), stage.now)
    stage.ui.now = stage.now = stage.now + GRACE_SECONDS
    stage.press("w")
    assert NOBODY.split(". ")[0] in " ".join(stage.text.split())


def test_a_seat_that_the_move_has_changed_is_marked_until_we_are_asked() -> None:
    canvas = Canvas(22, 2)
    seats = [SeatLine(n, "Ben", 5, "", True, changed=n == 1) for n in range(2)]
    paint_seats(canvas, Rect(0, 0, 22, 2), seats, 0)
    assert ["".join(row)[:6] for row in canvas.cells] == ["A Ben ", "B▸Ben "]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            6,
            [
                "On your side",
                "Sage: Turn three hand",
                "  cards into Poison.",
                "Fool: Never you.",
            ],
        ),
        (3, ["On your side", "Sage: Turn three hand", "  cards into Poison."]),
        (2, ["On your side", "Fool: Never you."]),
        (1, []),
    ],
)
def test_what_friends_bring_stands_below_the_seats_as_far_as_there_is_room(
    rows: int, told: list[str]
) -> None:
    said = (("Sage", 0, "Turn three hand cards into Poison."), ("Fool", 0, "Never you."),
            ("Spy", 1, "Somebody else's."), ("Queen", 0, ""))  # fmt: skip
    heirs = tuple(
        CardView(None, name, name, "", open=True, mine=False, holder=Seat(seat), brings=brings)
        for name, seat, brings in said
    )
    view = View("king", "King", "", (Area("duke", "Duke", heirs),), (), (), ())
    canvas = Canvas(22, rows)
    paint_sided(canvas, Rect(0, 0, 22, rows), Scene(view, ADA_BEN, wide=True))
    assert [line for line in canvas.text() if line] == told
