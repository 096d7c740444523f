"""Orders of one round in the making: what each Unit and Ballista is told, and orders that stand.

A Unit is told to go somewhere at once if it can be there this round, else by an order that stands
until it is there. Standing orders belong to this draft and to the ones after it, and to nobody
else: what is sealed are plain orders (`games.fortress.standing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from games.engine.map_view import MapView
from games.engine.plan_draft import Subject, Verb
from games.engine.private import Cell, Plan, PlanForm
from games.engine.values import Primitive
from games.fortress.battle import Attacks, fight_on, standing
from games.fortress.force import Force, Tile, Unit
from games.fortress.guide import tile_rules, unit_rules
from games.fortress.half import FortressHalf
from games.fortress.kinds import TILES, Terrain, TileKind, UnitKind, points
from games.fortress.mapping import map_of, tile_key, unit_key, unit_sign
from games.fortress.memo import read, written
from games.fortress.orders import (
    STAY,
    Orders,
    UnitOrder,
    ballistas,
    end_of,
    orders_of,
    why_not_shot,
    why_not_target,
)
from games.fortress.planning import paths_of, shots_from, targets_from
from games.fortress.report import fate
from games.fortress.standing import (
    GoTo,
    Guard,
    Mine,
    Round,
    StandingOrder,
    orders_for_round,
)

# D-61: verbs that last more than a round end in plain orders, which nobody can tell from typed
# ones.
GO: Final = Verb("go", "g", "go to a cell, in as many rounds as it takes")
SHOOT: Final = Verb("shoot", "a", "shoot at a cell after the move")
STAY_VERB: Final = Verb("stay", "x", "stay here this round", aims=False)
DIG: Final = Verb(
    "dig", "d", "dig Gold and carry it to a Workshop, until told otherwise", aims=False
)
GUARD: Final = Verb("guard", "G", "go to a cell and attack who comes near it")
HOLD: Final = Verb("hold", "x", "do not shoot", aims=False)
REACH: Final = "+"
AIM: Final = "x"
GOES: Final = ">"
LEAVES: Final = "<"
STEP: Final = "-"


@dataclass(frozen=True, repr=False)
class OrderDraft:
    """Orders so far: ``given`` and ``standing`` by Unit number, ``targets`` by Ballista cell."""

    half: FortressHalf
    form: PlanForm
    given: Mapping[int, UnitOrder] = field(default_factory=dict)
    targets: Mapping[Cell, Cell | None] = field(default_factory=dict)
    standing: Mapping[int, StandingOrder] = field(default_factory=dict)

    @classmethod
    def begin(cls, half: FortressHalf, form: PlanForm, memo: Primitive) -> OrderDraft:
        """What the memo says; else Ballistas aim by themselves (FTG-32, FTD-12)."""
        standing, given, aims = read(half, memo)
        auto = half.default_orders().ballistas
        tiles = ballistas(half.force)
        targets = {tile.cell: target for tile, target in zip(tiles, auto, strict=True)}
        begun = cls(half, form, given, {**targets, **aims}, standing)
        # What has come to its end stands no longer: its Unit is idle again.
        return replace(begun, standing=begun.kept)

    # What it comes to

    @cached_property
    def _round(self) -> Round:
        return orders_for_round(
            self.half.situation, self.half.rival_units, self.standing, self.given
        )

    @cached_property
    def orders(self) -> Orders:
        """The orders of this round."""
        targets = {cell: target for cell, target in self.targets.items() if target is not None}
        return orders_of(self.half.force, {**self._round.orders, **self.given}, targets)

    @cached_property
    def plan(self) -> Plan:
        """See `PlanDraft`."""
        return self.half.plan(self.orders)

    @property
    def memo(self) -> Primitive:
        """See `PlanDraft`."""
        return written(self.half, self.kept, self.given, self.targets)

    @property
    def kept(self) -> dict[int, StandingOrder]:
        """The standing orders that have not come to their end."""
        ended = self._round.ended
        return {number: one for number, one in self.standing.items() if number not in ended}

    @property
    def said(self) -> str:
        """See `PlanDraft`."""
        units = self.half.force.units
        moving = sum(bool(order.path) for order in self.orders.units)
        shots = len([o for o in self.orders.units if o.target is not None])
        shots += len([target for target in self.orders.ballistas if target is not None])
        parts = [f"{moving} of {len(units)} Units move"]
        if shots:
            parts.append(f"{shots} {'shot' if shots == 1 else 'shots'}")
        idle = sum(subject.idle for subject in self.subjects)
        if idle:
            parts.append(f"{idle} idle")
        return ", ".join(parts)

    # Subjects

    @property
    def title(self) -> str:
        """See `PlanDraft`."""
        return "Orders"

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """See `PlanDraft`: Units by number, then Ballistas."""
        force = self.half.force
        given = zip(force.units, self.orders.units, strict=True)
        pairs = sorted(given, key=lambda pair: pair[0].number)
        units = [self._unit_subject(unit, order) for unit, order in pairs]
        tiles = [self._tile_subject(tile) for tile in ballistas(force)]
        return (*units, *tiles)

    def _unit_subject(self, unit: Unit, order: UnitOrder) -> Subject:
        said = self._told_words(unit, order)
        alarm = unit.number in self._round.alarmed and unit.number not in self.given
        near = "; a rival is near" if alarm else ""
        gold = f", gold {unit.gold}/{unit.row.carries}"
        of = " of " if " " in points(unit.health) else "/"  # 13 1/3 of 16, not 13 1/3/16
        return Subject(
            unit_key(unit),
            f"{unit.row.name} {unit_key(unit)}",
            unit.cell,
            said,
            f"health {points(unit.health)}{of}{unit.row.health}{gold}{near}",
            self._is_idle(unit),
            alarm,
            self._may_shoot(unit, order),
            stays=not order.path and order.target is None and self._stays(unit),
            rules=(unit_rules(unit.kind),),
        )

    def _may_shoot(self, unit: Unit, order: UnitOrder) -> bool:
        """Whether it is an Archer that could shoot from where it goes, and does not yet."""
        if not order.path or order.target is not None or not unit.row.reach:
            return False
        situation = self.half.situation
        end = end_of(unit, order.path, situation.rival_tiles)
        return bool(targets_from(situation, unit, end))

    def _told_words(self, unit: Unit, order: UnitOrder) -> str:
        standing = self.standing.get(unit.number)
        ended = self._round.ended.get(unit.number)
        words = []
        if order.path:
            words.append(f"to {self._name(end_of(unit, order.path, self.half.rival_tiles))}")
        if order.target is not None:
            words.append(f"shoots {self._name(order.target)}")
        if not words:
            words.append(self._at_rest(unit))
        match standing:
            case GoTo(cell) if cell not in order.path:
                words.append(f"on the way to {self._name(cell)}")
            case Mine():
                words.append("digs and carries home")
            case Guard(cell):
                words.append(f"guards {self._name(cell)}")
        if ended:
            words.append(ended.rstrip("."))
        return "; ".join(words)

    def _works(self, unit: Unit) -> str:
        """What a Unit that stays does where it stands; empty if nothing."""
        tile = self.half.force.tile_at(unit.cell)
        if tile is not None:
            match tile.kind:
                case TileKind.LODGING if unit.kind is not UnitKind.CAVALRY:
                    return "is upgraded"
                case TileKind.WORKSHOP if unit.gold:
                    return "works"
                case TileKind.BALLISTA:
                    return "mans the Ballista"
        elif self.half.known.get(unit.cell) is Terrain.DEPOSIT and unit.gold < unit.row.carries:
            return "digs"
        return ""

    def _stays(self, unit: Unit) -> bool:
        """Whether a Unit that goes nowhere is told to, or has something to do where it stands."""
        told = unit.number in self.given and unit.number not in self.standing
        return told or bool(self._works(unit))

    def _at_rest(self, unit: Unit) -> str:
        """The order of a Unit that goes nowhere."""
        if self._stays(unit):
            works = self._works(unit)
            return f"stays: {works}" if works else "stays"
        return "waits" if unit.number in self.standing else "no order"

    def _is_idle(self, unit: Unit) -> bool:
        if unit.number in self.standing:
            return unit.number in self._round.ended
        return unit.number not in self.given and not self._works(unit)

    def _tile_subject(self, tile: Tile) -> Subject:
        target = self.targets.get(tile.cell)
        manned = any(
            end_of(unit, order.path, self.half.rival_tiles) == tile.cell
            for unit, order in zip(self.half.force.units, self.orders.units, strict=True)
        )
        said = "holds" if target is None else f"shoots {self._name(target)}"
        key = tile_key(self.half, tile)
        note = "manned" if manned else "needs a Unit on it"
        note += f", health {points(tile.health)}/{TILES[tile.kind].health}"
        rules = (tile_rules(tile.kind),)
        return Subject(key, f"Ballista {key}", tile.cell, said, note, rules=rules)

    def _name(self, cell: Cell) -> str:
        return self.half.board.name(cell)

    def _unit(self, subject: str) -> Unit | None:
        return next((one for one in self.half.force.units if unit_key(one) == subject), None)

    def _tile(self, subject: str) -> Tile | None:
        tiles = ballistas(self.half.force)
        return next((one for one in tiles if tile_key(self.half, one) == subject), None)

    # Orders

    def verbs(self, subject: str) -> tuple[Verb, ...]:
        """See `PlanDraft`."""
        unit = self._unit(subject)
        if unit is None:
            return (SHOOT, HOLD) if self._tile(subject) is not None else ()
        shoot = (SHOOT,) if unit.row.reach else ()
        return (GO, *shoot, STAY_VERB, DIG, GUARD)

    def told(self, subject: str, verb: str, cell: Cell | None) -> OrderDraft | str:
        """See `PlanDraft`."""
        unit, tile = self._unit(subject), self._tile(subject)
        if unit is not None:
            return self._tell(unit, verb, cell)
        if tile is None:
            return f"You have no {subject}."
        if verb == HOLD.word:
            return replace(self, targets={**self.targets, tile.cell: None})
        if verb != SHOOT.word:
            return "A Ballista shoots or holds."
        if cell is None:
            return "Say at which cell."
        reason = why_not_shot(self.half.situation, tile.cell, cell)
        if reason is not None:
            return _sentence(reason)
        return replace(self, targets={**self.targets, tile.cell: cell})

    def _tell(self, unit: Unit, verb: str, cell: Cell | None) -> OrderDraft | str:
        match verb:
            case GO.word:
                return "Say to which cell." if cell is None else self._go(unit, cell)
            case SHOOT.word:
                return "Say at which cell." if cell is None else self._shoot(unit, cell)
            case STAY_VERB.word:
                return self._give(unit, STAY)
            case DIG.word:
                return self._stand(unit, Mine())
            case GUARD.word:
                return self._stand(unit, Guard(unit.cell if cell is None else cell))
        return f"{unit.row.name} cannot be told to {verb}."

    def _go(self, unit: Unit, cell: Cell) -> OrderDraft | str:
        if cell == unit.cell:
            return self._give(unit, STAY)
        path = paths_of(self.half.situation, unit).get(cell)
        if path is not None:
            return self._give(unit, UnitOrder(path))
        return self._stand(unit, GoTo(cell))

    def _shoot(self, unit: Unit, cell: Cell) -> OrderDraft | str:
        situation = self.half.situation
        before = self.given.get(unit.number, self._round.orders.get(unit.number, STAY))
        end = end_of(unit, before.path, situation.rival_tiles)
        reason = why_not_target(situation, unit, end, cell)
        if reason is not None:
            return _sentence(reason)
        return self._give(unit, UnitOrder(before.path, cell))

    def _give(self, unit: Unit, order: UnitOrder) -> OrderDraft:
        standing = {n: one for n, one in self.standing.items() if n != unit.number}
        return replace(self, given={**self.given, unit.number: order}, standing=standing)

    def _stand(self, unit: Unit, order: StandingOrder) -> OrderDraft | str:
        given = {n: one for n, one in self.given.items() if n != unit.number}
        after = replace(self, given=given, standing={**self.standing, unit.number: order})
        ended = after._round.ended.get(unit.number)
        return ended if ended is not None else after

    # On the map

    def reach(self, subject: str) -> Mapping[Cell, str]:
        """See `PlanDraft`: where it may end, and at what it may then shoot."""
        situation = self.half.situation
        unit, tile = self._unit(subject), self._tile(subject)
        if tile is not None:
            return dict.fromkeys(shots_from(situation, tile.cell), AIM)
        if unit is None:
            return {}
        ends = {cell: REACH for cell in paths_of(situation, unit) if cell != unit.cell}
        order = self.given.get(unit.number, self._round.orders.get(unit.number, STAY))
        end = end_of(unit, order.path, situation.rival_tiles)
        return {**dict.fromkeys(targets_from(situation, unit, end), AIM), **ends}

    def ghost(self, subject: str, cell: Cell) -> Mapping[Cell, str]:
        """See `PlanDraft`: the way of a Unit this round, and the Unit at its end."""
        unit = self._unit(subject)
        path = () if unit is None else paths_of(self.half.situation, unit).get(cell, ())
        if unit is None or not path:
            return {}
        return {**dict.fromkeys(path[:-1], STEP), path[-1]: unit_key(unit)}

    def forecast(self, subject: str, cell: Cell) -> str:
        """See `PlanDraft`: how a Unit would fight there this round if the others stay."""
        unit, rivals = self._unit(subject), self.half.rivals.get(cell, ())
        if unit is None or not rivals or cell not in paths_of(self.half.situation, unit):
            return ""
        seat, tile = self.half.seat, self.half.force.tile_at(cell)
        own = standing(seat, Force((replace(unit, cell=cell),), (tile,) if tile else ()), cell)
        present = (own, *rivals)
        fight = fight_on(present, {one.seat: Attacks(strikes=True) for one in present})
        left = {one.seat: one for one in fight.left}
        fates = [fate(seat, one, left.get(one.seat), to_come=True) for one in fight.present]
        return f"if all stay: {'; '.join(fates)}"

    @cached_property
    def map(self) -> MapView:
        """See `PlanDraft`: where Units will be, and what is shot at."""
        seen = map_of(self.half)
        places = list(seen.places)
        force = self.half.force
        pairs = list(zip(force.units, self.orders.units, strict=True))
        for unit, order in pairs:
            if order.path:
                words = f"{places[unit.cell].words}; {unit_key(unit)} leaves"
                places[unit.cell] = replace(places[unit.cell], mark=LEAVES, words=words)
        for unit, order in pairs:
            if order.path:
                end = end_of(unit, order.path, self.half.rival_tiles)
                place = places[end]
                if place.owner is None or place.mine:
                    sign = unit_sign(self.half, unit, end)
                    place = replace(place, sign=sign, owner=self.half.seat, mine=True)
                words = f"{place.words}; {unit_key(unit)} will be here"
                places[end] = replace(place, mark=GOES, words=words)
        aims = [order.target for order in self.orders.units]
        for target in (*aims, *self.orders.ballistas):
            if target is not None:
                words = f"{places[target].words}; you shoot here"
                places[target] = replace(places[target], mark=AIM, words=words)
        return replace(seen, places=tuple(places))


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}."
