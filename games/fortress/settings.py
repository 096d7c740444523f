"""The options of a table, and the fixed counts that its fog is padded to (FTD-1, FTD-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.game import GameOption
from games.fortress.chart import Size, size_for
from games.fortress.pieces import MOST_TILES

OPTIONS: Final = (
    GameOption("artifacts", "Artifacts to win", (12, 8, 4)),
    GameOption("gauge", "Workshop steps for an Artifact", (5, 3)),
    GameOption("units", "Units a player may have", (12, 8, 6)),
    GameOption("rounds", "Rounds, at most", (120, 80, 40)),
)
QUICK: Final[Mapping[str, str | int]] = {"artifacts": 4, "gauge": 3}
"""The preset `quick` (FTD-1): the options that differ."""


@dataclass(frozen=True, slots=True)
class FogLimits:
    """How many of everything a seat posts, whatever it has: no count tells anything."""

    sight_tags: int
    here_tags: int
    target_tags: int
    sight_asks: int
    here_asks: int
    target_asks: int
    first_openings: int
    early_openings: int
    """From the second sight to round `early_until`."""
    early_until: int
    late_openings: int
    blanks: int
    """Known blank cards in each private copy of the map."""

    def openings(self, round_: int) -> int:
        """How many cells each seat opens in the sight of this round; the first is in round 2."""
        if round_ <= FIRST_SIGHT:
            return self.first_openings
        return self.early_openings if round_ <= self.early_until else self.late_openings


FIRST_SIGHT: Final = 2
"""FTD-28: sight begins in round 2, after the building round."""
SIGHT_ASKS: Final[Mapping[int, int]] = {2: 128, 3: 144, 4: 160, 5: 176, 6: 192}
"""By the number of seats."""


def limits_for(seats: int, cap: int) -> FogLimits:
    """The counts of a table; a battle can never come to more than its counts."""
    cells = cap + MOST_TILES
    return FogLimits(
        sight_tags=cells + 2,
        here_tags=cells + 2,
        target_tags=cap,
        sight_asks=SIGHT_ASKS[seats],
        here_asks=cells + cap + 2,
        target_asks=cells + 2,
        first_openings=48,
        early_openings=24,
        early_until=20,
        late_openings=8,
        blanks=220,
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """What the options of a table say."""

    goal: int
    gauge: int
    cap: int
    rounds: int
    size: Size
    limits: FogLimits


def settings_of(seats: int, options: Mapping[str, str | int]) -> Settings:
    """The settings of a table."""
    cap = int(options["units"])
    return Settings(
        int(options["artifacts"]),
        int(options["gauge"]),
        cap,
        int(options["rounds"]),
        size_for(seats),
        limits_for(seats, cap),
    )
