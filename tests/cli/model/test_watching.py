"""Who watches, in words."""

from __future__ import annotations

from cli.model.watching import watching_line, watching_news


def test_everybody_who_comes_or_goes_is_said_once() -> None:
    assert watching_news((), ("Eve", "somebody")) == ["Eve watches now.", "Somebody watches now."]
    assert watching_news(("Eve", "Eve"), ("Eve",)) == ["Eve watches no more."]
    assert watching_news(("somebody",), ("Eve",)) == ["Eve watches now."], "it said its name"
    assert watching_news(("somebody",), ()) == ["Somebody watches no more."]
    assert watching_news(("Eve",), ("Eve",)) == []


def test_all_of_them_stand_in_one_line() -> None:
    assert watching_line(()) == ""
    assert watching_line(("Eve", "Mallory")) == "Watching: Eve and Mallory."
