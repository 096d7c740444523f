"""A map on the screen: whatever is looked at is in sight, and nothing is painted outside."""

from __future__ import annotations

import pytest

from cli.tui.boards import hexes
from cli.tui.boards.hexes import window_on
from cli.tui.boards.scene import BOARD, Scene
from cli.tui.toolkit.canvas import Canvas, Rect, Target
from games.engine.map_view import MapView, Place
from games.engine.values import Seat
from games.engine.view import View
from tests.cli import fortress
from tests.cli.cast import ADA_BEN
from tests.cli.tui.house import Stage

SIZES = ((50, 14), (74, 24), (40, 5), (120, 40))


def hexagon(radius: int) -> MapView:
    span = range(-radius, radius + 1)
    places = tuple(
        Place(q, r, ".", "plain", "now") for q in span for r in span if abs(q + r) <= radius
    )
    return MapView(places, len(places) // 2, (("~", "never seen"), (".", "plain")))


def painted(seen: MapView, size: tuple[int, int], **more: object) -> tuple[Canvas, Rect]:
    canvas = Canvas(size[0] + 4, size[1] + 2)
    rect = Rect(2, 1, *size)
    view = View("fortress", "Fortress", "", (), (), (), (), map=seen)
    hexes.paint(canvas, rect, Scene(view, ADA_BEN, wide=True, **more))  # type: ignore[arg-type]
    return canvas, rect


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("radius", [4, 8, 12])
def test_what_is_looked_at_is_always_in_sight(radius: int, size: tuple[int, int]) -> None:
    seen = hexagon(radius)
    for cell in range(0, len(seen.places), 7):
        canvas, rect = painted(seen, size, cursor=cell, looks_at=cell)
        found = canvas.find(Target(BOARD, cell))
        assert found is not None, seen.places[cell].name
        assert rect.x <= found.x
        assert found.right <= rect.right
        assert rect.y <= found.y < rect.bottom
        assert canvas.cursor is not None
        assert found.holds(*canvas.cursor)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_painted_outside(size: tuple[int, int]) -> None:
    for radius in (4, 12):
        canvas, rect = painted(hexagon(radius), size)
        for y, row in enumerate(canvas.cells):
            for x, char in enumerate(row):
                assert char == " " or rect.holds(x, y)


def test_a_small_map_stands_in_the_middle_and_a_large_one_is_cut_at_its_edges() -> None:
    seen = hexagon(4)
    assert window_on(seen, 0, Rect(0, 0, 80, 9)) == window_on(seen, 60, Rect(0, 0, 80, 9))
    large = hexagon(12)
    home = large.cell(0, 0)
    edge = large.cell(-12, 0)
    assert home is not None
    assert edge is not None
    room = Rect(0, 0, 54, 14)
    assert window_on(large, home, room).left > window_on(large, edge, room).left
    assert window_on(large, 0, room).top >= 0


def test_rows_are_shifted_by_half_a_place() -> None:
    seen = hexagon(4)
    canvas, _ = painted(seen, (74, 24))
    here, below = seen.cell(0, 0), seen.cell(0, 1)
    assert here is not None
    assert below is not None
    one, other = canvas.find(Target(BOARD, here)), canvas.find(Target(BOARD, below))
    assert one is not None
    assert other is not None
    assert (other.x - one.x, other.y - one.y) == (2, 1)


def test_marks_reach_and_owners_are_shown_by_signs_and_not_by_colour_alone() -> None:
    places = list(hexagon(1).places)
    places[0] = Place(-1, 0, "i1", "your Infantry", "now", Seat(0), mine=True, mark=">")
    places[1] = Place(-1, 1, "Cb", "Ben's Cavalry", "now", Seat(1))
    canvas, _ = painted(MapView(tuple(places), 3), (40, 9), reach={2: "+", 0: "+"})
    text = "\n".join(canvas.text())
    assert ">i1" in text
    assert " Cb" in text
    assert text.count("+") == 1


def test_a_game_without_a_map_has_the_plain_board() -> None:
    canvas = Canvas(40, 10)
    view = View("fortress", "Fortress", "", (), (), (), ())
    hexes.paint(canvas, canvas.all, Scene(view, ADA_BEN, wide=False))
    assert not canvas.spots
    assert canvas.text()[0] == "A turn"
    assert canvas.text()[1].startswith("1. Your Lodgings with nobody on them")


@pytest.mark.parametrize("rounds", [0, 21])
def test_no_entry_of_the_legend_is_cut_off(rounds: int) -> None:
    stage = Stage("wide")
    screen, _ = fortress.played(stage, rounds)
    seen = screen.shown.map
    assert seen is not None
    text = " ".join(stage.text.split())
    shown = [words for _, words in seen.legend if words[:12] in text]
    assert len(shown) >= 6
    assert all(words in text for words in shown)
