"""How a game is played, as lines for a page, and what of it a word means. Pure.

Every game brings its guide as data; both front ends and the command `rules` show it by this.
Held by tests/cli/model/test_rules_page.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cli.console.text import wrapped
from games.engine.guide import Guide, Topic


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of a page. A `heading` begins a chapter, or stands alone as the name of a topic."""

    text: str = ""
    heading: bool = False
    indent: int = 0


def beginning(guide: Guide) -> list[PageLine]:
    """What one plays for, and a turn."""
    return [
        PageLine("What you play for", heading=True),
        PageLine(guide.aim, indent=2),
        PageLine(),
        PageLine("A turn", heading=True),
        *(PageLine(f"{n}. {line}", indent=2) for n, line in enumerate(guide.turn, 1)),
    ]


def page(guide: Guide) -> list[PageLine]:
    """The whole guide, from top to bottom."""
    lines = beginning(guide)
    for chapter in guide.chapters:
        lines += [PageLine(), PageLine(chapter.title, heading=True)]
        for topic in chapter.topics:
            lines += [PageLine(topic.title, heading=True, indent=2), PageLine(topic.text, indent=4)]
    return lines


def entries(guide: Guide, word: str) -> list[PageLine]:
    """What the guide says of a word: topics that are called so, else those that speak of it."""
    lines: list[PageLine] = []
    for topic in found(guide, word):
        see = ", ".join(guide.topic(key).title for key in topic.see)
        lines += [PageLine()] if lines else []
        lines += [PageLine(topic.title, heading=True), PageLine(topic.text, indent=2)]
        lines += [PageLine(f"See also: {see}.", indent=2)] if see else []
    return lines


def found(guide: Guide, word: str) -> Sequence[Topic]:
    """Topics by a word: of just this title, else with it in the title, else in the text."""
    wanted, topics = word.strip().casefold(), guide.topics()
    if not wanted:
        return ()
    for fits in (_is_called, _has_in_title, _speaks_of):
        some = [topic for topic in topics if fits(topic, wanted)]
        if some:
            return some
    return ()


def mentioned(guide: Guide, text: str, most: int = 4) -> list[Topic]:
    """The topics whose titles stand in a text as words of their own, in the order of the text.

    A title of several names is found by each of them; a title within a longer one counts as that.
    """
    # It looks words up as a reader does, in texts of any kind: what it misses is one entry fewer in
    # a window that was asked for. Nothing is decided by it.
    found_at: list[tuple[int, int, Topic]] = []
    for topic in guide.topics():
        for name in topic.title.lstrip("0123456789 ").split(", "):
            spot = re.search(rf"(?<!\w){re.escape(name)}(?:s|'s)?(?!\w)", text)
            spot = spot or re.search(rf"(?<!\w){re.escape(name.lower())}(?!\w)", text)
            if spot is not None:
                found_at.append((spot.start(), -spot.end(), topic))
                break
    topics: list[Topic] = []
    end = 0
    for start, minus_end, topic in sorted(found_at, key=lambda one: one[:2]):
        if start >= end:
            topics.append(topic)
            end = -minus_end
    return topics[:most]


def as_text(lines: Sequence[PageLine]) -> list[str]:
    """The page as lines no wider than the window."""
    said: list[str] = []
    for line in lines:
        lead = " " * line.indent
        said += wrapped(line.text, lead, lead) if line.text else [""]
    return said


def _is_called(topic: Topic, wanted: str) -> bool:
    title = topic.title.casefold()
    return wanted in (title, title.lstrip("0123456789 "))


def _has_in_title(topic: Topic, wanted: str) -> bool:
    return wanted in topic.title.casefold()


def _speaks_of(topic: Topic, wanted: str) -> bool:
    return wanted in topic.text.casefold()
