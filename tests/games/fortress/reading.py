"""A second reading of the rulebook: one round's fight and sight, written without the game's rules.

It uses the values of the game (Units, Tiles, orders, cells) and none of its functions: damage is in
fractions of a point, and everything is looked up the slow way. `test_reading` holds both readings
against each other on boards that nobody would think of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from games.engine.values import Seat
from games.fortress.force import Force
from games.fortress.hexes import Cell, Grid
from games.fortress.kinds import Terrain
from games.fortress.orders import Orders

INFANTRY, ARCHER, CAVALRY = 1, 2, 3
LODGING, WORKSHOP, WALL, BALLISTA = 1, 2, 3, 4
DAMAGE = {INFANTRY: 2, ARCHER: 1, CAVALRY: 4}
HEALTH = {INFANTRY: 12, ARCHER: 10, CAVALRY: 16}
CARRIES = {INFANTRY: 5, ARCHER: 2, CAVALRY: 3}
SEEN_FROM_TILES, SEEN_FROM_UNITS, BALLISTA_REACH = 3, 2, 4
PARTS = 840
"""FTD-21: each attack is rounded down to such parts of a point."""

Told: TypeAlias = tuple[
    list[tuple[int, int, Cell, Fraction, int]], list[tuple[Cell, int, Fraction]], int, int
]
"""Of a seat its Units (number, kind, cell, health, gold), Tiles (cell, kind, health), gauge and
Artifacts."""


@dataclass
class Man:
    """A Unit in a fight."""

    seat: Seat
    number: int
    kind: int
    cell: Cell
    health: Fraction
    gold: int
    strikes: bool = True


@dataclass
class House:
    """A Fortress Tile in a fight."""

    seat: Seat
    cell: Cell
    kind: int
    health: Fraction


class Round:
    """One round from sealed orders to the gauges (FTD-6)."""

    def __init__(self, forces: Mapping[Seat, Force], orders: Mapping[Seat, Orders]) -> None:
        self.forces = forces
        self.men: list[Man] = []
        self.houses = [
            House(seat, tile.cell, int(tile.kind), Fraction(tile.health, PARTS))
            for seat, force in forces.items()
            for tile in force.tiles
        ]
        self.shots: list[tuple[Seat, Cell, int]] = []
        for seat in forces:
            self._move(seat, orders[seat])
        for seat in forces:
            self._serve(seat, orders[seat])

    def _move(self, seat: Seat, orders: Orders) -> None:
        """FTD-15: a rival Tile on the first cell ends a path. FT-26, FT-34, FTD-16: who shoots."""
        rival = {house.cell for house in self.houses if house.seat != seat}
        own = {house.cell for house in self.houses if house.seat == seat and house.kind == BALLISTA}
        for unit, order in zip(self.forces[seat].units, orders.units, strict=True):
            end = unit.cell
            if order.path:
                end = order.path[0] if order.path[0] in rival else order.path[-1]
            health = Fraction(unit.health, PARTS)
            man = Man(seat, unit.number, int(unit.kind), end, health, unit.gold)
            self.men.append(man)
            free = end not in rival and end not in own
            if order.target is not None and man.kind == ARCHER and free:
                self.shots.append((seat, order.target, DAMAGE[ARCHER]))
                man.strikes = False

    def _serve(self, seat: Seat, orders: Orders) -> None:
        """FTD-24: a Ballista with an own Unit on it fires; that Unit does not strike."""
        mine = sorted((h for h in self.houses if h.seat == seat), key=lambda house: house.cell)
        manned = [house for house in mine if house.kind == BALLISTA]
        for house, target in zip(manned, orders.ballistas, strict=True):
            server = next((m for m in self.men if m.seat == seat and m.cell == house.cell), None)
            if server is not None and target is not None:
                self.shots.append((seat, target, 8))
                server.strikes = False

    def fight(self) -> None:
        """FT-29, FT-30: all at once, each attack split evenly among all whom it may hit."""
        blows = [(man.seat, man.cell, DAMAGE[man.kind]) for man in self.men if man.strikes]
        hurt: list[tuple[Man | House, Fraction]] = []
        for seat, cell, power in (*blows, *self.shots):
            everything: list[Man | House] = [*self.men, *self.houses]
            hit = [one for one in everything if one.seat != seat and one.cell == cell]
            for one in hit:
                hurt.append((one, Fraction(power * PARTS // len(hit), PARTS)))
        for one, damage in hurt:
            one.health -= damage
        self.men = [man for man in self.men if man.health > 0]
        self.houses = [house for house in self.houses if house.health > 0]

    def work(self, terrain: Mapping[Cell, Terrain], gauge: int) -> dict[Seat, Told]:
        """FT-9: what the Tiles and Deposits do for those who are left; what each seat then has."""
        told: dict[Seat, Told] = {}
        for seat, force in self.forces.items():
            own = [man for man in self.men if man.seat == seat]
            steps = force.gauge + sum(self._works(man, terrain) for man in own)
            units = sorted((m.number, m.kind, m.cell, m.health, m.gold) for m in own)
            tiles = sorted((h.cell, h.kind, h.health) for h in self.houses if h.seat == seat)
            told[seat] = (units, tiles, steps % gauge, force.artifacts + steps // gauge)
        return told

    def _works(self, man: Man, terrain: Mapping[Cell, Terrain]) -> int:
        """How many steps of the gauge it makes."""
        house = next((h for h in self.houses if (h.seat, h.cell) == (man.seat, man.cell)), None)
        if house is None:
            dug = terrain[man.cell] is Terrain.DEPOSIT and man.gold < CARRIES[man.kind]
            man.gold += int(dug)
            return 0
        if any(one.seat != man.seat and one.cell == man.cell for one in self.men):
            return 0  # FTG-39
        if house.kind == WORKSHOP and man.gold:
            man.gold -= 1
            return 1
        if house.kind == LODGING and man.kind != CAVALRY:
            man.kind += 1
            man.health = Fraction(HEALTH[man.kind])
            man.gold = min(man.gold, CARRIES[man.kind])
        return 0


# Sight

_NUDGE = Fraction(1, 1_000_000)


def lines(board: Grid, one: Cell, other: Cell) -> Iterator[list[Cell]]:
    """Both straight lines between two cells, nudged to either side, ends left out (FTD-17)."""
    (q1, r1), (q2, r2) = board.hexes[one], board.hexes[other]
    steps = max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))
    for side in (_NUDGE, -_NUDGE):
        yield [
            board.hexes.index(
                _nearest(
                    q1 + Fraction((q2 - q1) * i, steps) + side,
                    r1 + Fraction((r2 - r1) * i, steps) + 2 * side,
                )
            )
            for i in range(1, steps)
        ]


def _nearest(q: Fraction, r: Fraction) -> tuple[int, int]:
    """The hex in which a point lies."""
    s = -q - r
    whole = [round(q), round(r), round(s)]
    off = [abs(w - x) for w, x in zip(whole, (q, r, s), strict=True)]
    worst = off.index(max(off))
    whole[worst] -= sum(whole)
    return whole[0], whole[1]


def is_free(board: Grid, known: Mapping[Cell, Terrain], one: Cell, other: Cell) -> bool:
    """FTD-4, FTD-19: one of the lines has no mountain and nothing unopened on it."""
    bars = (None, Terrain.MOUNTAIN)
    return any(all(known.get(c) not in bars for c in line) for line in lines(board, one, other))


def in_sight(board: Grid, force: Force) -> dict[Cell, int]:
    """The cells that a seat reaches with its eyes, and how near the nearest of these is."""
    if not force.units and all(tile.kind != LODGING for tile in force.tiles):
        return {}  # FTD-22: it is out
    eyes = [(tile.cell, SEEN_FROM_TILES) for tile in force.tiles]
    eyes += [(unit.cell, SEEN_FROM_UNITS) for unit in force.units]
    near: dict[Cell, int] = {}
    for cell in range(len(board.hexes)):
        away = [board.distance(eye, cell) for eye, far in eyes if board.distance(eye, cell) <= far]
        if away:
            near[cell] = min(away)
    return near


def looks_at(board: Grid, force: Force, known: Mapping[Cell, Terrain]) -> list[Cell]:
    """Where rivals would be seen, the nearest first (FTD-4, FTD-5, FTB-9)."""
    eyes = [(tile.cell, SEEN_FROM_TILES) for tile in force.tiles]
    eyes += [(unit.cell, SEEN_FROM_UNITS) for unit in force.units]
    own = {cell for cell, _ in eyes}
    near = in_sight(board, force)
    clear = (Terrain.PLAIN, Terrain.DEPOSIT)
    seen = [
        cell
        for cell in near
        if cell not in own
        and known.get(cell) in clear
        and any(
            board.distance(eye, cell) <= far and is_free(board, known, eye, cell)
            for eye, far in eyes
        )
    ]
    return sorted(seen, key=lambda cell: (near[cell], board.hexes[cell]))


def aims_at(
    board: Grid, known: Mapping[Cell, Terrain], ballista: Cell, rivals: Sequence[Cell]
) -> Cell | None:
    """Where a Ballista shoots that was told nothing (FTG-32, FTD-16)."""
    open_to = [
        (board.distance(ballista, cell), board.hexes[cell], cell)
        for cell in rivals
        if 1 <= board.distance(ballista, cell) <= BALLISTA_REACH
        and is_free(board, known, ballista, cell)
    ]
    return min(open_to)[2] if open_to else None
