"""Wrapping, counting and listing."""

from __future__ import annotations

import pytest

from cli.text import WIDTH, ago, counted, listed, sentence, wrapped


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (0.4, "0 s"),
        (12.9, "12 s"),
        (119.9, "119 s"),
        (120, "2 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (7260, "2 h 1 min"),
        (2 * 86400, "2 days"),
        (3 * 86400 + 5, "3 days"),
    ],
)
def test_a_time_reads_well_at_any_length(seconds: float, words: str) -> None:
    assert ago(seconds) == words


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["Ada"], "Ada"), (["Ada", "Ben"], "Ada and Ben"), ("abc", "a, b and c")],
)
def test_lists(words: list[str], text: str) -> None:
    assert listed(words) == text


def test_counts() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "person", "people") == "2 people"


@pytest.mark.parametrize(
    ("text", "whole"),
    [("you may not", "You may not."), ("Why?", "Why?"), (" so. ", "So."), ("", ""), ("…", "…")],
)
def test_a_reason_becomes_a_sentence(text: str, whole: str) -> None:
    assert sentence(text) == whole


def test_long_lines_are_wrapped_and_hang_under_their_lead() -> None:
    lines = wrapped("word " * 40, "  1. ")
    assert len(lines) > 1
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[0].startswith("  1. word")
    assert all(line.startswith("     word") for line in lines[1:])


def test_what_must_be_pasted_is_never_broken() -> None:
    invite = "crown1-" + "-".join(["abcd"] * 30)
    assert invite in wrapped(f"join {invite}")


def test_no_text_is_one_empty_line() -> None:
    assert wrapped("") == [""]
