"""What a person can want done at a table, whatever the front end: plain values.

Line mode and the full screen make them; whoever runs the table carries them out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start screen needs these words, and nothing of what carries them out
    from p2p.session.author import Decision


@dataclass(frozen=True, slots=True)
class Decide:
    """Answer the prompt of `step`."""

    step: int
    decision: Decision


@dataclass(frozen=True, slots=True)
class Concede:
    """Leave the game for good."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Pause."""


@dataclass(frozen=True, slots=True)
class Say:
    """Talk to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Show nothing more of what a seat says, or show it again."""

    seat: int
    muted: bool


@dataclass(frozen=True, slots=True)
class PassUntil:
    """Pass everything that may be passed until a named event."""

    event: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """Do not seat the owner of this key at the table that we opened."""

    key: bytes


@dataclass(frozen=True, slots=True)
class Agree:
    """Sign the table as it is shown before the game."""


Deed = Decide | Concede | Quit | Say | Mute | PassUntil | Refuse | Agree
