"""The three strengths of bot, as a row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temper:
    """What a bot does of all that it could do."""

    workers: int
    """Units that dig and carry for each Workshop."""
    scouts: int
    """Units that look for Deposits, while it knows too few."""
    cavalry: int
    """How many Cavalry it wants."""
    raid: int
    """So many Cavalry go out together; 0: none ever does."""
    keep: int
    """So many Cavalry stay at home."""
    defends: bool
    """Whether Units go for rivals at home."""
    careful: bool
    """Whether Units that carry Gold keep out of the way of Cavalry."""
    shields: int
    """How much it gives for Tiles round its Workshops, against a far view."""


GENTLE: Final = Temper(1, 1, 0, 0, 0, False, False, 0)
"""Digs with one Unit for each Workshop, and lets others alone."""
FAIR: Final = Temper(3, 1, 3, 2, 1, True, False, 0)
"""Digs with three, keeps guard, and rides out in twos once it has three Cavalry."""
STRONG: Final = Temper(3, 1, 8, 1, 0, True, True, 1)
"""Rides out with its first Cavalry and with every one after it."""
