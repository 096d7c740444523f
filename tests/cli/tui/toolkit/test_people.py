"""Players in their colours wherever a text names them."""

from __future__ import annotations

from cli.tui.toolkit.canvas import Canvas
from cli.tui.toolkit.people import colour_people


def styles(text: str, style: str, *names: str) -> list[str]:
    canvas = Canvas(40, 1)
    canvas.put(0, 0, text, style)
    colour_people(canvas, canvas.all, names)
    return canvas.styles[0][: len(text)]


def test_a_name_has_the_colour_of_its_seat_and_the_rest_stays() -> None:
    found = styles("Ana hits Ben.", "", "Ana", "Ben")
    assert found == ["seat0 bold"] * 3 + [""] * 6 + ["seat1 bold"] * 3 + [""]


def test_only_whole_words_are_names() -> None:
    assert set(styles("Anabel and Benno", "", "Ana", "Ben")) == {""}
    assert styles("Ana's", "", "Ana")[:4] == ["seat0 bold"] * 3 + [""]


def test_the_longer_of_two_names_is_meant() -> None:
    assert styles("Ana Lou", "", "Ana", "Ana Lou") == ["seat1 bold"] * 7


def test_of_two_people_with_one_name_the_first_gives_the_colour() -> None:
    assert styles("Ana", "", "Ana", "Ana") == ["seat0 bold"] * 3


def test_what_is_dimmed_picked_or_framed_stays_and_the_cursor_lies_on_top() -> None:
    for style in ("dim", "picked", "frame title", "seat1 bold"):
        assert set(styles("Ana", style, "Ana")) == {style}
    assert styles("Ana", "danger cursor", "Ana") == ["seat0 bold cursor"] * 3
    assert styles("Ana", "cursor", "Ana") == ["seat0 bold cursor"] * 3


def test_wide_names_and_names_with_signs_of_patterns() -> None:
    canvas = Canvas(20, 1)
    canvas.put(0, 0, "アナ hits B.*")
    colour_people(canvas, canvas.all, ("アナ", "B.*"))
    assert canvas.styles[0][:4] == ["seat0 bold"] * 4
    assert canvas.styles[0][10:13] == ["seat1 bold"] * 3
