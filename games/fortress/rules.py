"""The rulebook of Heir Apparent: Fortress as code. Numbers name rules of docs/rules/fortress.md.

In the order of the rulebook:

    course.py       set-up, the building round, all further rounds, the end (FT-1 to FT-9)
    kinds.py        Units, Tiles and terrain: what is printed (FT-10 to FT-21)
    chart.py        the map before anybody has seen it, on hexes.py (FTD-2, FTD-3)
    building.py     round 1, with the pieces of pieces.py (FT-5, FT-6)
    force.py        what one seat has; what Lodgings produce (FT-7, FT-10)
    orders.py       moves and targets: which are allowed (FT-22 to FT-27)
    battle.py       where moves end, attacks, melees (FT-23 to FT-34)
    effects.py      upgrades, gold, gauges; who wins, ranks and is out (FT-9 to FT-18)
    bounds.py       what anybody can have made by a round, and so may announce (FTD-29)
    sight.py        what a seat may look at (FT-35)
    half.py         all that one seat knows, with details.py and sightings.py; public.py what all do
    world.py        the same game with full information, by the same functions
    planning.py     what a seat may do now, for screens and bots
    paths.py        sets of cells as numbers, and who goes where; ground.py the land as known
    standing.py     standing orders, for people and for the bots of bot/
    tale.py         where a game turned, as everybody knows it
    guide.py        the texts
"""

from __future__ import annotations

from typing import Final

from games.engine.game import GameInfo
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import Outcome, Primitive, Seat
from games.engine.view import View
from games.fortress.chart import NEAR, TEST_SIZE, WILD, size_for
from games.fortress.course import depart, play_rounds, set_up, state_of
from games.fortress.golden import GOLDEN, HASHES
from games.fortress.half import FortressHalf, new_half
from games.fortress.kinds import (
    BALLISTA_DAMAGE,
    BALLISTA_RANGE,
    TILE_SIGHT,
    TILES,
    UNIT_SIGHT,
    UNITS,
)
from games.fortress.pieces import LOTS, SHAPES
from games.fortress.settings import OPTIONS, QUICK, QUIET_ROUNDS, TEST_LIMITS, limits_for
from games.fortress.view import view_of

CREDITS: Final = "Heir Apparent, a strategy game by Grant Forrest."


class Fortress:
    """The game as registry and engine know it; it keeps no state of a table."""

    info: Final = GameInfo(
        id="fortress",
        title="Heir Apparent: Fortress",
        version=2,
        min_seats=2,
        max_seats=6,
        options=OPTIONS,
        credits=CREDITS,
        golden=GOLDEN,
        hashes=HASHES,
        audited=True,
        presets={"quick": QUICK},
    )

    async def play(self, table: Table) -> Outcome:
        """One whole game."""
        await set_up(table)
        return await play_rounds(table)

    def departed(self, table: Table, seat: Seat) -> None:
        """FTD-13."""
        depart(table, seat)

    def half(self, table: Table, seat: Seat) -> FortressHalf:
        """What a seat knows before the building round."""
        return new_half(state_of(table).public, seat)

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The table as `seat`, or a spectator, sees it."""
        return view_of(table, seat, knowledge)

    def tables(self) -> Primitive:
        """What is printed, the map, the decks, the pieces and the counts."""
        units = tuple(
            (row.name, row.damage, row.health, row.carries, row.steps, row.reach)
            for row in UNITS.values()
        )
        tiles = tuple((row.name, row.health) for row in TILES.values())
        ranges = (BALLISTA_DAMAGE, BALLISTA_RANGE, TILE_SIGHT, UNIT_SIGHT)
        decks = tuple((terrain.value, count) for terrain, count in (*NEAR, *WILD))
        shapes = tuple((name, tuple((one.q, one.r) for one in hexes)) for name, hexes in SHAPES)
        lots = tuple((name, tuple(map(int, lots))) for name, lots in LOTS.items())
        limits = (*(limits_for(seats, 12, 0) for seats in range(2, 7)), TEST_LIMITS)
        counts = tuple(one.primitives() for one in limits)
        sizes = (*(size_for(seats) for seats in range(2, 7)), TEST_SIZE)
        maps = tuple((size.radius, size.inset, size.build) for size in sizes)
        return (units, tiles, ranges, maps, decks, shapes, lots, counts, QUIET_ROUNDS)
