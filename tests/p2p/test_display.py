"""Names and chat: what people really type passes, what could disturb a screen does not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from p2p import display
from p2p.errors import LocalError


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria\u00a0", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("Αλέξης", "Αλέξης"),
        ("王小明", "王小明"),
        ("فاطمة", "فاطمة"),
        ("अनुष्का", "अनुष्का"),
        ("O'Brien-7 {0}", "O'Brien-7 {0}"),
        ("❤\ufe0f", "❤"),
        ("한국", "한국"),
        ("Ana 🙂🎉", "Ana 🙂🎉"),
        ("Jürgen \U0001f1e9\U0001f1ea", "Jürgen DE"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_people_have_are_kept_in_normal_form(typed: str, kept: str) -> None:
    assert display.clean_name(typed) == kept
    assert display.safe_name(kept) == kept


BAD = [
    pytest.param("a\x1b[2Jb", id="escape sequence"),
    pytest.param("a\x00b", id="nul"),
    pytest.param("a\x7fb", id="delete"),
    pytest.param("a\x9bb", id="c1 control"),
    pytest.param("a\u202eb", id="right-to-left override"),
    pytest.param("a\u2066b", id="isolate"),
    pytest.param("a\u200fb", id="right-to-left mark"),
    pytest.param("a\u200bb", id="zero width space"),
    pytest.param("a\u200db", id="zero width joiner"),
    pytest.param("a\u2060b", id="word joiner"),
    pytest.param("a\ufeffb", id="byte order mark"),
    pytest.param("a\u00adb", id="soft hyphen"),
    pytest.param("a\U000e0041b", id="tag character"),
    pytest.param("a\ue000b", id="private use"),
    pytest.param("a\ud800b", id="surrogate"),
    pytest.param("a\u0378b", id="unassigned"),
    pytest.param("a\u3164b", id="hangul filler"),
    pytest.param("a\u2800b", id="blank braille"),
    pytest.param("1\u20e3b", id="frame of a keycap"),
    pytest.param("a\u1161b", id="half a Hangul syllable"),
    pytest.param("a\u2630b", id="trigram that has grown"),
    pytest.param("a" + "\u0335" * 4 + "b", id="four strokes through one letter"),
    pytest.param("\u0335ab", id="accent on nothing"),
]


@pytest.mark.parametrize("typed", BAD)
def test_what_disturbs_is_refused_of_ourselves_and_replaced_of_others(typed: str) -> None:
    for clean in (display.clean_name, display.clean_chat):
        with pytest.raises(LocalError, match="cannot"):
            clean(typed)
    shown = display.safe(typed)
    assert shown != typed
    assert shown.endswith("b")
    assert display.clean_chat(shown) == shown


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("\U0001f1e9\U0001f1ea!", "DE!"),
        ("\U0001f44d\U0001f3fd!", "\U0001f44d\ufffd!"),
        ("\U0001f468\u200d\U0001f467!", "\U0001f468\ufffd\U0001f467!"),
        ("❤\ufe0f!", "❤\ufffd!"),
        ("\u1100\u1161 \U0001f642 王 Zoë", "가 \U0001f642 王 Zoë"),
    ],
)
def test_what_terminals_draw_at_different_widths_gets_a_stand_in(sent: str, shown: str) -> None:
    assert display.safe(sent) == shown
    assert get_cwidth(shown) == sum(get_cwidth(char) for char in shown)


@pytest.mark.parametrize("typed", ["", "   ", "\t\n", "\ufe0f"])
def test_nothing_is_no_name(typed: str) -> None:
    with pytest.raises(LocalError, match="empty"):
        display.clean_name(typed)


def test_nameless_names_are_shown_as_such() -> None:
    assert display.safe_name(" ") == display.NOBODY
    assert display.safe_name("\u0301") == display.NOBODY
    assert display.safe("") == ""


def test_lengths() -> None:
    with pytest.raises(LocalError, match="24 characters"):
        display.clean_name("x" * 25)
    with pytest.raises(LocalError, match="400"):
        display.clean_chat("x" * 401)
    assert display.clean_chat("x" * 400) == "x" * 400
    assert display.safe_name("x" * 25) == "x" * 23 + "…"
    assert display.safe("y" * 10_000_000, 10) == "y" * 9 + "…"
    assert display.safe(" " * 100 + "y", 10) == "…"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\u2028", "\x0b", "\x85"])
def test_lines_become_one_line(newline: str) -> None:
    assert display.clean_chat(f"one{newline}two") == "one two"
    assert display.safe(f"one{newline}two") == "one two"


def test_the_error_names_the_character_and_never_prints_it() -> None:
    with pytest.raises(LocalError) as caught:
        display.clean_name("a\u202eb")
    assert "U+202E" in str(caught.value)
    assert "\u202e" not in str(caught.value)


ANY = st.text(st.characters(codec=None, categories=None), max_size=60) | st.text(
    st.sampled_from("a \u0301\u0335\u200d\u09c7\u09be\u3099か\u1100\u1161\u00a0\n…"), max_size=30
)


@given(ANY, st.integers(1, 40))
def test_safe_texts_are_short_clean_lines_and_stay_as_they_are(anything: str, most: int) -> None:
    shown = display.safe(anything, most)
    assert len(shown) <= most
    assert display.safe(shown, most) == shown
    assert unicodedata.is_normalized("NFC", shown)
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in shown)
    shown.encode()  # no surrogates


@given(ANY)
def test_clean_texts_stay_as_they_are_here_and_elsewhere(typed: str) -> None:
    try:
        name = display.clean_name(typed)
    except LocalError:
        return
    assert display.clean_name(name) == name
    assert display.safe_name(name) == name


def test_a_name_that_an_earlier_seat_has_too_gets_its_seat() -> None:
    apart = display.told_apart(["pi", "Ana", "PI", "pi"])
    assert apart == ["pi", "Ana", "PI [seat 3]", "pi [seat 4]"]
    assert [display.without_seat(name) for name in apart] == ["pi", "Ana", "PI", "pi"]
