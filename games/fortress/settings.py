"""The options of a table, and the fixed counts that its fog is padded to (FTD-1, FTD-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine.game import GameOption
from games.engine.private import FogLimits, LabelLimits
from games.fortress.chart import TEST_SIZE, Size, size_for
from games.fortress.hexes import grid
from games.fortress.pieces import LOTS, MOST_TILES, WALLS, WORKSHOPS, Lots

TEST_CAP: Final = 2
"""With so few Units a table is on the smallest map, with small counts, and soon over: for tests."""
OPTIONS: Final = (
    GameOption("artifacts", "Artifacts to win", (12, 8, 4), unlisted=(2, 1)),
    GameOption("gauge", "Workshop steps for an Artifact", (5, 3), unlisted=(1,)),
    GameOption("units", "Units a player may have", (12, 8, 6), unlisted=(TEST_CAP,)),
    GameOption("rounds", "Rounds, at most", (120, 80, 40), unlisted=(20, 10, 5)),
    GameOption("pieces", "Fortress pieces are mostly", (WORKSHOPS, WALLS)),
)
QUICK: Final[Mapping[str, str | int]] = {"artifacts": 4, "gauge": 3}
"""The preset `quick` (FTD-1): the options that differ."""


QUIET_ROUNDS: Final = 40
"""FTB-11: after so many rounds without an Artifact made, or anybody out, the game ends."""
FIRST_SIGHT: Final = 2
"""FTD-28: sight begins in round 2, after the building round."""
OPENINGS: Final = ((FIRST_SIGHT, 48), (FIRST_SIGHT + 1, 24), (21, 8))
"""FTD-23: from which round on every seat opens how many cells."""
BLANKS: Final = 220
"""Known blank cards in each private copy of the map."""
SIGHT_ASKS: Final[Mapping[int, int]] = {2: 136, 3: 168, 4: 184, 5: 200, 6: 208}
"""By the number of seats: on how many cells a seat may look for rivals in one round."""
STANDING_BYTES: Final = 16
ATTACKS_BYTES: Final = 4
"""What is said of a cell (`games.fortress.details`)."""


def limits_for(seats: int, cap: int, cells: int) -> FogLimits:
    """The counts of a table. No seat can have or ask more in a battle than they hold."""
    pieces = cap + MOST_TILES
    return FogLimits(
        cells=cells,
        sight=LabelLimits(tags=pieces + 2, asks=SIGHT_ASKS[seats], details=STANDING_BYTES),
        here=LabelLimits(tags=pieces + 2, asks=pieces + cap + 2, details=STANDING_BYTES),
        target=LabelLimits(tags=cap, asks=pieces + 2, details=ATTACKS_BYTES),
        openings=OPENINGS,
        blanks=BLANKS,
    )


TEST_LIMITS: Final = FogLimits(
    cells=len(grid(TEST_SIZE.radius)),
    sight=LabelLimits(tags=10, asks=24, details=STANDING_BYTES),
    here=LabelLimits(tags=10, asks=12, details=STANDING_BYTES),
    target=LabelLimits(tags=TEST_CAP, asks=10, details=ATTACKS_BYTES),
    openings=((FIRST_SIGHT, 16), (FIRST_SIGHT + 1, 6)),
    blanks=30,
)
"""The counts of a table on the smallest map, where a seat has at most 7 Tiles and 2 Units."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the options of a table say."""

    goal: int
    gauge: int
    cap: int
    rounds: int
    size: Size
    limits: FogLimits
    lots: Lots = LOTS[WORKSHOPS]


def settings_of(seats: int, options: Mapping[str, str | int]) -> Settings:
    """The settings of a table."""
    cap = int(options["units"])
    is_test = cap == TEST_CAP
    size = TEST_SIZE if is_test else size_for(seats)
    return Settings(
        int(options["artifacts"]),
        int(options["gauge"]),
        cap,
        int(options["rounds"]),
        size,
        TEST_LIMITS if is_test else limits_for(seats, cap, len(grid(size.radius))),
        LOTS[str(options["pieces"])],
    )
