"""Which lesson of a guided game comes when."""

from __future__ import annotations

from cli.model.guidance import LATE, Guidance, in_lines, more
from cli.model.rules_page import as_text
from games import registry
from games.engine.map_view import MapView
from games.engine.table import LogLine
from games.engine.tutorial import Lesson
from games.engine.view import View
from games.fortress.report import DUG
from games.inheritance.ring import RING_GOES
from games.inheritance.rules import ADMIRER_GONE
from games.king.offers import ACT
from games.king.plays import ASSASSINATE
from games.king.resolution import TARGET
from games.king.state import Moment

VIEW = View("inheritance", "Inheritance", "", (), (), (), ())


def lines(*abouts: str) -> list[LogLine]:
    return [LogLine("", (), 0, about) for about in abouts]


def titles(lessons: list[Lesson]) -> list[str]:
    return [lesson.title for lesson in lessons]


def test_each_lesson_comes_once_at_its_first_time() -> None:
    guide = Guidance(0)
    assert titles(guide.take(VIEW, [], "admirer")) == ["A wedding at court", "Choose your Admirer"]
    assert guide.take(VIEW, [], "admirer") == []
    story = lines("", RING_GOES)
    assert titles(guide.take(VIEW, story, "")) == ["The Ring has an owner"]
    assert guide.take(VIEW, [*story, *lines(RING_GOES)], "") == []
    assert titles(guide.take(VIEW, story, "play")) == ["Your turn: play one card"]


def test_a_lesson_may_wait_for_what_a_question_is_about() -> None:
    guide, king = Guidance(0), View("king", "King", "", (), (), (), ())
    guide.take(king, [], "")
    step_2 = guide.take(king, [], ACT, Moment.BEFORE_DRAWING)
    assert titles(step_2) == ["Your turn begins: discard and draw"]
    assert titles(guide.take(king, [], ACT, Moment.MAIN)) == ["Your one attack, and friends"]
    assert guide.take(king, [], TARGET, ASSASSINATE.key) == []


def test_what_concerns_the_own_seat_is_told_of_it_alone() -> None:
    story = lines(ADMIRER_GONE.replace("{me}", "0"))
    watching, hit = Guidance(1), Guidance(0)
    for one in (watching, hit):
        one.take(VIEW, [], "")
    assert watching.take(VIEW, story, "") == []
    assert titles(hit.take(VIEW, story, "")) == ["Your Admirer is gone"]


def test_of_a_game_that_is_gone_on_with_old_news_are_not_told() -> None:
    guide = Guidance(0)
    story = lines(*[RING_GOES] * (LATE + 1))
    assert titles(guide.take(VIEW, story, "")) == ["A wedding at court"]
    assert guide.take(VIEW, [*story, *lines(RING_GOES)], "") == []


def test_a_report_of_the_own_map_is_told_of_too() -> None:
    guide = Guidance(0)
    quiet = View("fortress", "Fortress", "", (), (), (), (), map=MapView((), 0, ()))
    dug = View("fortress", "Fortress", "", (), (), (), (),
               map=MapView((), 0, (), report=("Your Units dug 2 Gold.",), told=(DUG,)))  # fmt: skip
    guide.take(quiet, [], "")
    assert titles(guide.take(dug, [], "")) == ["Gold"]


def test_the_next_game_goes_on_with_what_was_not_told() -> None:
    first = Guidance(0)
    first.take(VIEW, lines(RING_GOES), "admirer")
    assert first.has_more
    second = first.again()
    assert second.take(VIEW, [], "admirer") == []
    assert titles(second.take(VIEW, [], "play")) == ["Your turn: play one card"]
    second.stop()
    assert not second.has_more
    assert second.again().take(VIEW, [], "obey_soldier") == []


def test_whoever_has_enough_is_told_nothing_more() -> None:
    guide = Guidance(0)
    guide.take(VIEW, [], "")
    guide.stop()
    assert guide.take(VIEW, [], "play") == []


def test_a_lesson_in_lines_has_what_is_typed_and_leads_to_the_rules() -> None:
    (first, *_) = Guidance(0).take(VIEW, [], "")
    said = in_lines([first])
    assert said[:2] == ["", "Guide: A wedding at court."]
    assert said[-1] == "  Type look to hear it, and rules with a word for all about that."
    assert "Ring of Favour" in as_text(more(registry.guide("inheritance"), first))
