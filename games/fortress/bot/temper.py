"""The three strengths of bot, as a row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temper:
    """What a bot does of all that it could do."""

    workers: int
    """Units that dig and carry for each Workshop."""
    most_workers: int
    """Never more than so many, however many Workshops there are."""
    load: int
    """With so much Gold a Unit goes home, if it can carry so much."""
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
    foresees: bool
    """Whether it reckons where rivals will strike, meets and shoots them there, and idles never."""
    shields: int
    """How much it gives for Tiles round its Workshops, against a far view."""


GENTLE: Final = Temper(1, 2, 5, 1, 0, 0, 0, False, False, 0)
"""Digs with one or two Units, and lets others alone."""
FAIR: Final = Temper(3, 5, 5, 1, 3, 2, 1, True, False, 0)
"""Digs with up to five, keeps guard, and rides out in twos once it has three Cavalry."""
STRONG: Final = Temper(3, 8, 3, 1, 8, 1, 1, True, True, 1)
"""Carries home in small loads, guards what rivals are about to attack, and raids all the time."""
