"""What a seat learned of the last round, in words and as cells of its map (FTD-7, FTD-21).

It is told from the half alone: what it had when it gave its orders, what it met on its own cells,
what it shot at, and what it has now. Nothing of it stands in the story of the table.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from games.engine.values import Seat
from games.engine.view import who
from games.fortress.battle import Attacks, Fight, Standing
from games.fortress.effects import named
from games.fortress.force import Force
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.kinds import BALLISTA_DAMAGE, TILES, UNITS, UnitKind, points
from games.fortress.sightings import Report

DUG: Final = "dug"
FOUGHT: Final = "fought"
GAUGE: Final = "gauge"
UPGRADED: Final = "upgraded"
Told: TypeAlias = tuple[str, str]
"""A sentence, and what it is about: one of these words, or nothing that anybody goes by."""


def changed_cells(half: FortressHalf) -> frozenset[Cell]:
    """Where something happened that its player will want to look at."""
    report = half.report
    if report is None:
        return frozenset()
    fights = {cell for cell, fight in report.fights.items() if _happened(half.seat, fight)}
    return frozenset({*fights, *report.posture.shots})


def report_lines(half: FortressHalf) -> tuple[str, ...]:
    """The last round in sentences."""
    return tuple(text for text, _ in told(half))


def told(half: FortressHalf) -> tuple[Told, ...]:
    """The same with what each is about."""
    report = half.report
    if report is None:
        return ()
    return (*_fights(half, report), *_shots(half, report), *_work(half, report))


def _happened(seat: Seat, fight: Fight) -> bool:
    """Whether anybody else was there, or shot at it."""
    return len(fight.present) > 1 or any(other != seat for other in fight.shots)


def _name(half: FortressHalf, cell: Cell) -> str:
    return half.board.name(cell)


# On its own cells


def _fights(half: FortressHalf, report: Report) -> list[Told]:
    lines = []
    for cell, fight in report.fights.items():
        if not _happened(half.seat, fight):
            continue
        after = {one.seat: one for one in fight.left}
        said = [
            fate(half.seat, one, after.get(one.seat), unseen=(one.seat, cell) in report.unseen)
            for one in fight.present
        ]
        shots = [_volley(seat, shots) for seat, shots in fight.shots.items() if seat != half.seat]
        hurt = any(after.get(one.seat) != one for one in fight.present)
        text = f"At {_name(half, cell)}: {'; '.join([*shots, *said])}."
        lines.append((text, FOUGHT if hurt else ""))
    return lines


def _volley(seat: Seat, shots: Attacks) -> str:
    counts = ((shots.archers, "Archer"), (shots.ballistas, "Ballista"))
    shooters = [f"{count} {name}{'s' * (count > 1)}" for count, name in counts if count]
    return f"{who(seat)} shot with {' and '.join(shooters)}"


def fate(
    seat: Seat,
    before: Standing,
    after: Standing | None,
    *,
    to_come: bool = False,
    unseen: bool = False,
) -> str:
    """What became of all that one seat had on a cell, or would become of it.

    `unseen`: whether nobody had reckoned with its Unit.
    """
    whose = "your" if before.seat == seat else f"{who(before.seat)}'s"
    said = []
    if before.unit is not None:
        left = None if after is None or after.unit is None else after.unit.health
        end = "dies" if to_come else "died"
        if left is not None:
            end = _left(left, before.unit.health, to_come=to_come)
        sudden = ", unseen until then," if unseen else ""
        said.append(f"{whose} {UNITS[before.unit.kind].name}{sudden} {end}")
    if before.tile is not None:
        left = None if after is None or after.tile is None else after.tile.health
        end = "is destroyed" if to_come else "was destroyed"
        if left is not None:
            end = _left(left, before.tile.health, to_come=to_come)
        said.append(f"{whose} {TILES[before.tile.kind].name} {end}")
    return ", ".join(said)


def _left(health: int, before: int, *, to_come: bool) -> str:
    if health == before:
        return "is not hit" if to_come else "was not hit"
    return f"{'keeps' if to_come else 'has'} {points(health)} health{'' if to_come else ' left'}"


# What it shot at


def _shots(half: FortressHalf, report: Report) -> list[Told]:
    lines = []
    for cell, shots in report.posture.shots.items():
        if cell in report.fights:
            continue
        met = [name for one in report.hit.get(cell, ()) for name in _pieces(one)]
        harm = shots.archers * UNITS[UnitKind.ARCHER].damage + shots.ballistas * BALLISTA_DAMAGE
        hit = f"{harm} damage to {' and '.join(met)}" if met else "nobody was there"
        text = f"Your shot at {_name(half, cell)}: {hit}."
        lines.append((text, FOUGHT if met else ""))
    return lines


def _pieces(one: Standing) -> list[str]:
    said = []
    if one.unit is not None:
        said.append(f"{who(one.seat)}'s {UNITS[one.unit.kind].name}")
    if one.tile is not None:
        said.append(f"{who(one.seat)}'s {TILES[one.tile.kind].name}")
    return said


# What its Units did


def _work(half: FortressHalf, report: Report) -> list[Told]:
    before, after = report.posture.force, half.force
    lines = []
    dug = sum(max(0, _gold_of(after, u.number, u.gold) - u.gold) for u in before.units)
    if dug:
        lines.append((f"Your Units dug {dug} Gold.", DUG))
    for unit in before.units:
        now = next((one for one in after.units if one.number == unit.number), None)
        if now is not None and now.kind is not unit.kind:
            name = f"an {now.row.name}" if now.kind is UnitKind.ARCHER else now.row.name
            lines.append((f"A Unit at {_name(half, now.cell)} became {name}.", UPGRADED))
    made = after.artifacts - before.artifacts
    if made:
        lines.append((f"You made {made} {named(made)}.", ""))
    elif after.gauge != before.gauge:
        text = f"Your gauge is at {after.gauge} of {half.public.settings.gauge}."
        lines.append((text, GAUGE))
    fresh = len([unit for unit in after.units if unit.number >= before.born])
    if fresh:
        lines.append((f"Your Lodgings made {fresh} Infantry.", ""))
    return lines


def _gold_of(force: Force, number: int, otherwise: int) -> int:
    return next((unit.gold for unit in force.units if unit.number == number), otherwise)
