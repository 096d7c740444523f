"""What the golden playthroughs of Fortress show: everything that the rules can lead to, once."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.engine import Engine
from games.engine.fog_steps import Account, Copy
from games.fortress.battle import Fight
from games.fortress.course import state_of
from games.fortress.half import FortressHalf
from games.fortress.kinds import Terrain, UnitKind
from games.fortress.rules import Fortress
from games.fortress.sightings import Report
from simulation.dealer import Dealer
from tests.games import golden


def shown() -> set[str]:
    """All that some playthrough shows."""
    found: set[str] = set()
    for number, seats in golden.cases(Fortress()):
        found |= of_one(number, seats)
    return found


def of_one(number: int, seats: int) -> set[str]:
    """What one of them shows."""
    found: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        if isinstance(engine.waiting, Account):
            for half in dealer.halves.values():
                assert isinstance(half, FortressHalf)
                if half.report is not None:
                    found.update(of_round(half, half.report))

    playout = golden.played(Fortress(), number, seats, watch=watch)
    assert playout.engine.outcome is not None
    copies = [step for step in playout.dealer.steps if isinstance(step, Copy)]
    found.update(["a copy is renewed"] * (len(copies) > seats))
    table = playout.engine.table
    found.update(["the map for several"] * (state_of(table).public.chart.size.build == 3))
    return found | {f"it ends by {playout.engine.outcome.reason}"}


def of_round(half: FortressHalf, report: Report) -> Iterator[str]:
    """What one seat has seen happen in a round."""
    for cell, fight in report.fights.items():
        yield from of_fight(fight, hidden=half.known[cell] is Terrain.OVERGROWTH)
    before = {unit.number: unit for unit in report.before.units}
    for unit in half.force.units:
        if unit.number in before:
            old = before[unit.number]
            if unit.kind > old.kind:
                yield f"{UnitKind(unit.kind).name.lower()} is made of a Unit"
            if unit.gold != old.gold:
                yield "gold is dug" if unit.gold > old.gold else "gold is spent"
    if half.force.artifacts > report.before.artifacts:
        yield "an Artifact is made"


def of_fight(fight: Fight, *, hidden: bool) -> Iterator[str]:
    """What one fight shows."""
    units = sum(one.unit is not None for one in fight.present)
    tiles = sum(one.tile is not None for one in fight.present)
    sides = len(fight.present)
    if sides > 1:
        yield "a melee of three" if sides > 2 else "a fight of two"
        if hidden:
            yield "a fight in overgrowth"
        if tiles:
            yield "a fight on a Tile"
    if fight.shots and units + tiles:
        yield from ["an Archer hits"] * any(one.archers for one in fight.shots.values())
        yield from ["a Ballista hits"] * any(one.ballistas for one in fight.shots.values())
    if sum(one.unit is not None for one in fight.left) < units:
        yield "a Unit dies"
    if sum(one.tile is not None for one in fight.left) < tiles:
        yield "a Tile is destroyed"


def test_everything_shows_in_some_playthrough() -> None:
    assert shown() == {
        "a fight of two",
        "a melee of three",
        "a fight in overgrowth",
        "a fight on a Tile",
        "an Archer hits",
        "a Ballista hits",
        "a Unit dies",
        "a Tile is destroyed",
        "archer is made of a Unit",
        "cavalry is made of a Unit",
        "gold is dug",
        "gold is spent",
        "an Artifact is made",
        "a copy is renewed",
        "the map for several",
        "it ends by enough_artifacts",
        "it ends by round_cap",
    }
