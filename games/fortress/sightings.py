"""What a seat sees of its rivals, cell by cell, and what it remembers of their Tiles."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.engine.private import Seen
from games.engine.values import Seat
from games.fortress import details
from games.fortress.battle import Fight, Posture, Standing, TileSeen
from games.fortress.force import Force
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import UNITS

Sighting: TypeAlias = Mapping[Cell, tuple[Standing, ...]]
"""Rivals by cell, ascending; on one cell by seat."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A rival Fortress Tile as it was last seen, and in which round (FTD-4)."""

    seat: Seat
    tile: TileSeen
    round: int


@dataclass(frozen=True, slots=True)
class Report:
    """What a seat learned of the last battle."""

    before: Force
    """What it had when it gave its orders."""
    posture: Posture
    """What it had after the moves, and who shot."""
    fights: Mapping[Cell, Fight]
    """Of each of its cells what happened there."""
    hit: Sighting
    """Of the cells that it shot at what rivals had there before the blows."""
    unseen: tuple[tuple[Seat, Cell], ...] = ()
    """By seat and cell the rival Units that it met, none of which can be one that it had seen."""


def remembered(
    memory: Mapping[Cell, Remembered], looked: Sighting, round_: int
) -> dict[Cell, Remembered]:
    """What is remembered after a look at some cells: what is there now, not what was."""
    seen = {
        cell: Remembered(one.seat, one.tile, round_)
        for cell, standings in looked.items()
        for one in standings
        if one.tile is not None
    }
    kept = {cell: one for cell, one in memory.items() if cell not in looked}
    return dict(sorted({**kept, **seen}.items()))


def said_of(own: Mapping[Cell, Standing]) -> tuple[tuple[Cell, bytes], ...]:
    """What a seat says of its cells."""
    return tuple((cell, details.standing_bytes(one)) for cell, one in own.items())


def met_on(lesson: Seen, label: str, cells: Iterable[Cell]) -> dict[Cell, tuple[Standing, ...]]:
    """What rivals say that they have on these cells; cells without any are left out."""
    met: dict[Cell, tuple[Standing, ...]] = {}
    for cell in cells:
        found = (
            details.read_standing(seat, said[label][cell])
            for seat, said in sorted(lesson.pieces.items())
            if cell in said[label]
        )
        standings = tuple(one for one in found if not one.is_empty)
        if standings:
            met[cell] = standings
    return met


def unseen_in(
    board: Grid, fights: Mapping[Cell, Fight], seat: Seat, rivals: Sighting
) -> tuple[tuple[Seat, Cell], ...]:
    """Whom of others a seat met in fights, by seat and cell, that cannot be one of these.

    Two equal Units are not told apart (FTB-14): whoever was seen with that kind and health, and
    near enough to have come, may be the one that was met.
    """
    seen = [
        (one.seat, one.unit, cell)
        for cell, standings in rivals.items()
        for one in standings
        if one.unit is not None
    ]
    return tuple(
        (one.seat, cell)
        for cell, fight in fights.items()
        for one in fight.present
        if one.unit is not None
        and one.seat != seat
        and not any(
            (one.seat, one.unit) == (whose, unit)
            and board.distance(cell, before) <= UNITS[unit.kind].steps
            for whose, unit, before in seen
        )
    )


def of_seats(rivals: Sighting, seats: Container[Seat]) -> Sighting:
    """Only what these seats have."""
    here = {
        cell: tuple(one for one in standings if one.seat in seats)
        for cell, standings in rivals.items()
    }
    return {cell: standings for cell, standings in here.items() if standings}


def with_units(rivals: Sighting) -> tuple[Cell, ...]:
    """The cells on which somebody has a Unit."""
    return tuple(
        cell for cell, standings in rivals.items() if any(one.unit is not None for one in standings)
    )
