"""The small parts: cells, canvas, fields, checks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.model.check_marks import Checks, full
from cli.tui.boards.scene import CHANGED
from cli.tui.table.hand_panel import NEW
from cli.tui.table.panels import FRESH
from cli.tui.toolkit.canvas import ASCII, Canvas, Rect, Target
from cli.tui.toolkit.cells import clip, fit, sentences, shown, width, wrap
from cli.tui.toolkit.fields import Field
from games.engine.table import LogLine
from p2p.wire.message import Kind, Message, Part
from tests.cli.tui.house import check_picture

TEXTS = st.text(max_size=60)


@given(TEXTS, st.integers(0, 30))
def test_texts_are_cut_to_the_cell(text: str, size: int) -> None:
    safe = shown(text)
    assert width(clip(safe, size)) <= size
    assert width(fit(safe, size)) == size
    if size:
        for line in wrap(safe, max(2, size)):
            assert width(line) <= max(2, size)


@given(TEXTS, st.integers(-5, 12), st.integers(-2, 4))
def test_nothing_is_written_outside_a_canvas(text: str, x: int, y: int) -> None:
    canvas = Canvas(10, 3)
    canvas.put(2, 1, "王王")
    canvas.put(x, y, text)
    canvas.box(Rect(x, y, 6, 3), text, clear=True)
    check_picture(canvas, 10, 3)


@pytest.mark.parametrize(
    ("size", "rows", "lines"),
    [
        (20, 3, ["It was late. Nobody", "came. All slept."]),
        (20, 1, ["It was late."]),
        (13, 2, ["It was late.", "Nobody came."]),
        (8, 1, []),
        (20, 0, []),
    ],
)
def test_as_many_whole_sentences_are_told_as_there_is_room_for(
    size: int, rows: int, lines: list[str]
) -> None:
    assert sentences("It was late. Nobody came. All slept.", size, rows) == lines


def test_later_spots_lie_above_earlier_ones() -> None:
    canvas = Canvas(10, 3)
    canvas.spot(Rect(0, 0, 10, 3), Target("under"))
    canvas.spot(Rect(2, 1, 2, 1), Target("over"))
    assert canvas.at(3, 1) == Target("over")
    assert canvas.at(4, 1) == Target("under")
    assert canvas.at(10, 1) is None


def test_the_ascii_glyphs_are_one_sign_for_one_sign() -> None:
    for sign, instead in ASCII.items():
        assert width(chr(sign)) == 1
        assert isinstance(instead, str)
        assert len(instead) == 1
        assert instead.isascii()


def test_what_has_changed_and_ones_own_place_have_other_signs_in_ascii() -> None:
    """One's own place stands between arrows on the boards."""
    assert {CHANGED.translate(ASCII)}.isdisjoint("<>!*")
    assert CHANGED == FRESH == NEW


def test_a_field_is_edited_where_its_cursor_is() -> None:
    field = Field("abc", 5)
    for key in ("left", "backspace", "home"):
        assert field.edit(key)
    field.insert("x\x1b\u202ey")
    assert field.text == "xyac"
    field.insert("12345")
    assert field.text == "xy1ac"
    field.edit("end")
    field.edit("delete")
    assert not field.edit("enter")
    canvas = Canvas(6, 1)
    Field("a long text that does not fit", 40).paint(canvas, Rect(0, 0, 6, 1), focused=True)
    assert canvas.cursor == (5, 0)


def message(seat: int, *parts: tuple[int, Kind]) -> Message:
    made = tuple(Part(step, kind, None) for step, kind in parts)
    return Message(bytes(32), seat, 0, bytes(32), (), parts[0][0], bytes(32), made)


def test_a_line_counts_what_was_checked_since_the_line_before() -> None:
    checks = Checks()
    checks.take([
        message(0, (0, Kind.KEYS)),
        message(1, (1, Kind.SHUFFLE), (2, Kind.SHARES)),
        message(0, (3, Kind.MIX), (4, Kind.ANSWER)),
        message(0, (5, Kind.SHARES)),
    ])  # fmt: skip
    lines = [LogLine("one", (), 2), LogLine("two", (), 2), LogLine("three", (), 5)]
    first, second, third = checks.of_lines(lines)
    assert (first["sig"], first["shuffle"], first["shares"], first["key"]) == (2, 1, 1, 2)
    assert not second
    assert full(second) == "nothing new to check"
    assert full(third) == ("checked: 2 signatures, 1 proof of a mixed hand, 1 proof of card shares")
