"""How a game explains itself: rows of text that a page of rules, a screen and the docs share.

A game keeps its guide as data beside its rules. Nothing here knows a table or a screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.errors import RulesError

GOAL = 45
"""So many characters are beside the frame of a board that is 54 cells wide."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that a person may ask about: a piece, a place, a word or an option."""

    key: str
    """By which screens find it: a kind and a name, such as ``unit.archer``."""
    title: str
    text: str
    see: tuple[str, ...] = ()
    """Keys of topics that help to understand this one."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Topics that are read one after the other."""

    key: str
    title: str
    topics: tuple[Topic, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """All that a person needs to play: the aim, a turn, and what everything is."""

    aim: str
    """What one plays for, in one sentence."""
    goal: str
    """The same in at most GOAL characters: a table shows it always, and never cuts it off."""
    turn: tuple[str, ...]
    """A turn, one line a part."""
    chapters: tuple[Chapter, ...]

    def topics(self) -> tuple[Topic, ...]:
        """All topics in the order of the page."""
        return tuple(topic for chapter in self.chapters for topic in chapter.topics)

    def has(self, key: str) -> bool:
        """Whether there is a topic of this key."""
        return any(topic.key == key for topic in self.topics())

    def topic(self, key: str) -> Topic:
        """The topic of a key. Raises ``RulesError`` if there is none."""
        for topic in self.topics():
            if topic.key == key:
                return topic
        raise RulesError(f"the guide has no topic '{key}'")
