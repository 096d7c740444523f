"""What a session wants done: plain values that the shell carries out in order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Send:
    """Put this frame on the link to this member."""

    peer: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the link to this member: what came over it makes no sense.

    With `flood`, there was far too much of what nobody asked for; a person is told whose it was.
    """

    peer: bytes
    reason: str
    flood: bool = False


@dataclass(frozen=True, slots=True)
class Changed:
    """Something that a person may want to see has changed."""


Effect = Send | Drop | Changed
Effects = list[Effect]
