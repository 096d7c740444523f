"""The guided first game of a title as data: a short table, and what is told at first times.

A game keeps its lessons beside its guide. Nothing here knows a table or a screen; a front end shows
each lesson once, when the first of its triggers comes. Held by tests/games/test_lessons.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BEGIN = "begin"
"""The trigger of what is told when the table is first seen."""


# D-87: lessons go by what questions and lines are about, so rules know nothing of them.
def asked(kind: str, about: str = "") -> str:
    """The trigger of a question of this kind, or of being asked whether to act on one; if given,
    only of those about this."""
    return f"asked {kind} {about}".rstrip()


def told(about: str) -> str:
    """The trigger of a line of the story, or of the viewer's report, about this. ``{me}`` stands
    for the number of the viewer's seat."""
    return f"told {about}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What somebody who has never played is told when something comes for the first time.

    What is happening, what may be done, and why one might: in a few lines.
    """

    title: str
    text: str
    when: tuple[str, ...]
    """Triggers; the first that comes brings it, once."""
    see: tuple[str, ...] = ()
    """Keys of topics of the guide that say more."""
    keys: str = ""
    """What helps on the screen, where the text would only make sense to somebody who sees it."""
    typed: str = ""
    """The same in line mode."""


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A guided first game: how many bots, which options (others are as usual), and its lessons."""

    bots: int
    lessons: tuple[Lesson, ...]
    options: Mapping[str, str | int] = field(default_factory=dict)
