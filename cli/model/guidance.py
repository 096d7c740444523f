"""A guided first game: which lesson of its game comes now. Pure.

Both front ends feed it what they show, and show what it gives; each lesson comes once. Held by
tests/cli/model/test_guidance.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cli.console.text import sentence, wrapped
from cli.model.rules_page import PageLine
from games import registry
from games.engine.guide import Guide
from games.engine.table import LogLine
from games.engine.tutorial import BEGIN, Lesson, asked, told
from games.engine.view import View

LATE = 8
"""With more lines than this at first sight the game is gone on with: those are not told again."""


class Guidance:
    """The lessons of one game that have not been shown yet."""

    def __init__(self, own: int | None) -> None:
        self.own = own
        self._left: list[Lesson] | None = None
        """None before the first moment."""
        self._told = 0
        self._report: tuple[str, ...] = ()

    def take(
        self, view: View, story: Sequence[LogLine], kind: str, about: str = ""
    ) -> list[Lesson]:
        """What to tell of a moment. `story`: as far as it is shown; `kind` and `about`: of the
        question that is open, or empty."""
        fresh = story[self._told :]
        news = [told(line.about) for line in fresh if line.about]
        report = () if view.map is None else view.map.report
        if view.map is not None and report != self._report:
            news += map(told, view.map.told)
        triggers = [asked(kind), asked(kind, about)] if kind else []
        if self._left is None:
            tutorial = registry.tutorial(view.game)
            self._left = list(tutorial.lessons) if tutorial is not None else []
            triggers.append(BEGIN)
            # Somebody comes back to a game: what its past would have brought counts as told.
            if len(fresh) + len(report) > LATE:
                self._due(news)
                news = []
        self._told, self._report = len(story), report
        return self._due([*triggers, *news])

    @property
    def has_more(self) -> bool:
        """Whether anything is left to be told."""
        return bool(self._left)

    def again(self) -> Guidance:
        """For the next game of the same person: what this one did not come to."""
        rest = Guidance(self.own)
        # Not begun anew: a rematch tells only what the first game did not come to.
        rest._left = self._left
        return rest

    def stop(self) -> None:
        """Tell nothing more."""
        self._left = []

    def _due(self, triggers: Sequence[str]) -> list[Lesson]:
        left, me = self._left or [], str(self.own)
        due = [
            one for one in left if any(when.replace("{me}", me) in triggers for when in one.when)
        ]
        self._left = [one for one in left if one not in due]
        return due


def more(guide: Guide, lesson: Lesson) -> list[PageLine]:
    """What the guide says of all that a lesson is about."""
    lines: list[PageLine] = []
    for key in lesson.see:
        topic = guide.topic(key)
        lines += [PageLine()] if lines else []
        lines += [PageLine(topic.title, heading=True), PageLine(topic.text, indent=2)]
    return lines


def in_lines(lessons: Sequence[Lesson]) -> list[str]:
    """Lessons as line mode tells them."""
    lines: list[str] = []
    for one in lessons:
        lines += ["", *wrapped(sentence(f"Guide: {one.title}")), *wrapped(one.text, "  ", "  ")]
        lines += wrapped(one.typed, "  ", "  ") if one.typed else []
    return lines
