"""Which Unit does what this round: defend, dig, train, raid, scout; the goals that orders follow.

Nothing is kept between two rounds: the same half gives the same goals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.fortress.bot.foresight import Threat, threats
from games.fortress.bot.outlook import Outlook, Rival
from games.fortress.bot.temper import Temper
from games.fortress.force import Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import BALLISTA_RANGE, TileKind, UnitKind
from games.fortress.paths import FAR, CellSet

HOME = 4
"""So near to an own Tile a rival is a threat."""
PATROL = 8
"""For so many rounds raiders that know of no prey look for it at one place."""
LONG = 30
"""For so many steps of the gauge still to be made one Cavalry more stays at home."""
FORAGED = 6
"""Deposits so near to a rival's start are where its Units are looked for."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a Unit wants to be."""

    cells: CellSet
    firm: bool = True
    """Whether it is to be left alone where it wants to be."""


class Staff:
    """Gives every Unit a goal; the first named are served first."""

    def __init__(self, outlook: Outlook, temper: Temper) -> None:
        self._outlook = outlook
        self._temper = temper
        self._ground = outlook.ground
        self._field = outlook.field
        self._free: dict[int, Unit] = {unit.number: unit for unit in outlook.force.units}
        self._carriers = 0
        self._held: CellSet = 0
        self.goals: dict[int, Goal] = {}

    def decide(self) -> Mapping[int, Goal]:
        """The goals of all Units."""
        if self._temper.foresees:
            self._guard()
        self._carry()
        if self._temper.defends:
            if not self._temper.foresees:
                self._defend()
            self._serve()
        self._dig(self._wanted_workers())
        self._train()
        self._raid()
        self._scout()
        if self._temper.foresees:
            self._dig(len(self._free))
        self._rest()
        return self.goals

    # Helpers

    def _send(self, unit: Unit, cells: CellSet, *, firm: bool = True) -> None:
        del self._free[unit.number]
        self.goals[unit.number] = Goal(cells, firm)

    def _steps(self, unit: Unit, goal: CellSet) -> int:
        """Rounds to a goal, more or less: Cavalry is twice as fast."""
        steps = self._ground.steps(unit.cell, goal)
        return steps if steps >= FAR else -(-steps // unit.row.steps)

    def _nearest(self, units: Iterable[Unit], goal: CellSet) -> Unit | None:
        """The Unit that is first at a goal, the lowest cell of equals."""
        ways = [(self._steps(unit, goal), unit.cell, unit) for unit in units]
        best = min(ways, default=None, key=lambda way: way[:2])
        return None if best is None or best[0] >= FAR else best[2]

    # At home

    def _guard(self) -> None:
        """Somebody on each Tile that is attacked: there a rival's blows are split (FT-32)."""
        for threat in threats(self._outlook):
            goal = self._field.bits[threat.cell]
            here = self._outlook.force.unit_at(threat.cell)
            spends = here is not None and here.gold and goal & self._outlook.workshops
            if goal & self._held or (spends and not threat.is_there):
                continue
            unit = self._guard_for(threat, here)
            if unit is not None:
                self._send(unit, goal)
                self._held |= goal

    def _guard_for(self, threat: Threat, here: Unit | None) -> Unit | None:
        """Cavalry that can be there this round, else who is there, else Infantry, on no Wall."""
        goal = self._field.bits[threat.cell]
        free = [unit for unit in self._free.values() if self._steps(unit, goal) <= 1]
        riders = [unit for unit in free if unit.kind is UnitKind.CAVALRY]
        if riders or threat.kind is TileKind.WALL:
            return self._nearest(riders, goal)
        walkers = [unit for unit in free if unit.kind is UnitKind.INFANTRY]
        return here if here in walkers else self._nearest(walkers, goal)

    def _defend(self) -> None:
        """One fighter against each rival that is at home here."""
        for rival in self._threats():
            goal = self._field.bits[self._where(rival)]
            fighters = [unit for unit in self._free.values() if self._fights(unit, rival)]
            unit = self._nearest(fighters, goal)
            if unit is not None and self._steps(unit, goal) <= 2:
                self._send(unit, goal)

    def _threats(self) -> list[Rival]:
        tiles = self._ground.tiles
        near = [
            (self._outlook.away(rival.cell), rival.cell, rival)
            for rival in self._outlook.rivals
            if self._field.disc(rival.cell, HOME) & tiles
        ]
        return [rival for _, _, rival in sorted(near, key=lambda one: one[:2])]

    def _where(self, rival: Rival) -> Cell:
        """Where a rival is to be met: on the Tile that it attacks or is about to attack."""
        bit = self._field.bits[rival.cell]
        if bit & (self._ground.tiles | self._ground.deposits):
            return rival.cell
        reach = 2 if rival.unit.kind is UnitKind.CAVALRY else 1
        close = self._field.disc(rival.cell, reach)
        served = self._field.union(goal.cells for goal in self.goals.values())
        for cells in (self._outlook.workshops & ~served, self._ground.tiles & ~served):
            if close & cells:
                return self._field.cells(close & cells)[0]
        return rival.cell

    def _fights(self, unit: Unit, rival: Rival) -> bool:
        """Whether a Unit is one to send against a rival: Cavalry, or Infantry against Infantry."""
        if unit.kind is UnitKind.CAVALRY:
            return self._outlook.is_home(unit, HOME)
        if unit.gold or unit.kind is UnitKind.ARCHER:
            return False
        return rival.unit.kind is not UnitKind.CAVALRY

    def _serve(self) -> None:
        """Somebody on a Ballista that will have something to shoot at."""
        for cell in self._outlook.tiles(TileKind.BALLISTA):
            if any(
                self._outlook.board.distance(cell, rival) <= BALLISTA_RANGE
                for rival in self._outlook.half.rival_units
            ):
                goal = self._field.bits[cell]
                unit = self._nearest(self._free.values(), goal)
                if unit is not None and self._steps(unit, goal) <= 2:
                    self._send(unit, goal)

    # Gold

    def _carry(self) -> None:
        """Loaded Units to the Workshop where they are served first."""
        workshops = self._outlook.workshops
        loaded = [unit for unit in self._free.values() if self._is_loaded(unit)]
        waiting = dict.fromkeys(self._field.cells(workshops & ~self._held), 0)
        if not waiting:
            return
        for unit in sorted(loaded, key=lambda one: (self._steps(one, workshops), one.cell)):
            best = min(
                waiting,
                key=lambda cell: (self._steps(unit, self._field.bits[cell]) + waiting[cell], cell),
            )
            waiting[best] += unit.gold
            self._carriers += 1
            self._send(unit, self._field.bits[best])

    def _workers(self) -> list[Unit]:
        """Who digs and carries: those who have begun, Infantry first, the nearest first."""
        return sorted(
            self._free.values(),
            key=lambda unit: (
                not unit.gold,
                unit.kind is not UnitKind.INFANTRY,
                self._steps(unit, self._ground.deposits),
                unit.cell,
            ),
        )

    def _is_loaded(self, unit: Unit) -> bool:
        if not unit.gold:
            return False
        bit = self._field.bits[unit.cell]
        if unit.gold >= min(self._temper.load, unit.row.carries) or bit & self._outlook.workshops:
            return True
        if self._outlook.carried >= self._outlook.steps_to_win:
            return True
        return not bit & self._ground.deposits

    def _wanted_workers(self) -> int:
        """How many are to dig, beside those who carry."""
        workers = self._temper.workers * self._outlook.workshops.bit_count()
        return max(0, min(workers, self._temper.most_workers) - self._carriers)

    def _dig(self, wanted: int) -> None:
        """The nearest Deposits to home, one Unit each at a time, and somebody on the way."""
        if self._outlook.carried >= self._outlook.steps_to_win:
            return
        homes = self._ground.rings(self._outlook.workshops)
        deposits: list[Cell] = []
        for ring in homes[:12]:
            deposits += self._field.cells(ring & self._ground.deposits)
        sent = [goal.cells for goal in self.goals.values()]
        crowd = {cell: sent.count(self._field.bits[cell]) for cell in deposits}
        diggers = [unit for unit in self._workers() if unit.kind is not UnitKind.ARCHER]
        diggers.sort(key=lambda unit: not self._field.bits[unit.cell] & self._ground.deposits)
        for unit in diggers[:wanted]:
            best = min(
                crowd,
                default=None,
                key=lambda cell: (
                    self._steps(unit, self._field.bits[cell])
                    + self._ground.steps(cell, self._outlook.workshops)
                    + unit.row.carries * crowd[cell],
                    cell,
                ),
            )
            if best is None or crowd[best] >= 3:
                return
            crowd[best] += 1
            self._send(unit, self._field.bits[best])

    # Cavalry

    def _train(self) -> None:
        """Whoever is on a Lodging stays until it is Cavalry, while more are wanted."""
        cavalry = sum(unit.kind is UnitKind.CAVALRY for unit in self._outlook.force.units)
        wanted = self._temper.cavalry - cavalry
        places = {unit.cell: unit for unit in self._free.values()}
        for cell in self._field.cells(self._outlook.lodgings):
            unit = places.get(cell)
            if unit is not None and wanted > 0 and unit.kind is not UnitKind.CAVALRY:
                self._send(unit, self._field.bits[cell])
                wanted -= 1
        if len(self._outlook.force.units) < self._outlook.cap:
            return
        taken = {goal.cells for goal in self.goals.values()}
        for cell in self._field.cells(self._outlook.lodgings):
            bit = self._field.bits[cell]
            pupils = [unit for unit in self._free.values() if unit.kind is not UnitKind.CAVALRY]
            unit = self._nearest(pupils, bit)
            if unit is not None and wanted > 0 and bit not in taken:
                self._send(unit, bit)
                wanted -= 1

    def _raid(self) -> None:
        """Cavalry against the Workshops of the nearest rivals, then against all else.

        Without a Workshop nothing is left to do at home, and everybody rides out.
        """
        if not self._temper.raid:
            return
        riders = [unit for unit in self._free.values() if unit.kind is UnitKind.CAVALRY]
        out = [unit for unit in riders if not self._outlook.is_home(unit, HOME)]
        ready = [unit for unit in riders if unit not in out]
        keep = self._temper.keep + self._outlook.steps_to_win // LONG
        if not self._outlook.workshops:
            out = list(self._free.values())
        elif len(riders) - keep >= self._temper.raid:
            out += ready[keep:]
        prey = self._prey()
        for unit in out:
            if not prey:
                self._send(unit, self._patrol(unit))
                continue
            worths = [
                (self._steps(unit, self._field.bits[cell]) - worth, cell)
                for cell, worth in prey.items()
            ]
            best, cell = min(worths)
            if best >= FAR - 100:
                continue
            self._send(unit, self._field.bits[cell])
            prey[cell] -= 6

    def _prey(self) -> dict[Cell, int]:
        """What raiders go for, and how many rounds of riding it is worth."""
        worths = {
            TileKind.WORKSHOP: 10,
            TileKind.LODGING: 6,
            TileKind.BALLISTA: 5,
            TileKind.WALL: 0,
        }
        accounts = self._outlook.half.accounts
        prey = {
            cell: worths[kind] + accounts[seat].artifacts
            for cell, seat, kind in self._outlook.targets()
        }
        for rival in self._outlook.rivals:
            prey.setdefault(rival.cell, 4 - rival.unit.kind)
        return prey

    def _patrol(self, unit: Unit) -> CellSet:
        """Where to look for rivals of whom nothing is known: starts and Deposits near, in turn."""
        places = []
        for start in self._outlook.rival_starts():
            near = self._field.disc(start, FORAGED) & self._ground.deposits
            places += [start, *self._field.cells(near)]
        if not places:
            return self._field.near[unit.cell]
        at = self._outlook.half.round // PATROL
        return self._field.near[places[at % len(places)]]

    # The rest

    def _scout(self) -> None:
        """To the edge of what is known, near home first, while there is too little to dig."""
        known = self._field.cells(self._ground.deposits)
        near = [cell for cell in known if self._outlook.away(cell) <= 6]
        if len(near) >= 3:
            return
        edge = self._field.grow(self._ground.unknown) & self._ground.walkable
        rings = self._field.rings(self._field.bits[self._outlook.start], self._ground.passable)
        for ring in rings:
            if ring & edge:
                goal = ring & edge
                break
        else:
            return
        for _ in range(self._temper.scouts):
            unit = self._nearest(self._free.values(), goal)
            if unit is None:
                return
            self._send(unit, goal)

    def _rest(self) -> None:
        """Whoever has nothing to do stands beside the Workshop, out of the Lodgings."""
        lodgings = self._outlook.lodgings
        near = self._field.disc(self._outlook.start, 2) & self._ground.walkable
        posts = near & ~lodgings & ~self._outlook.workshops or near
        for unit in list(self._free.values()):
            self._send(unit, posts, firm=False)
