"""What Tiles and terrain do at the end of a round, and who is in, wins or ranks (FT-9, FT-4)."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from games.engine.values import Seat
from games.fortress.force import Force, Unit
from games.fortress.hexes import Cell
from games.fortress.kinds import UNITS, Terrain, TileKind, full_health, upgraded
from games.fortress.sight import Known


def worked(force: Force, rivals: Container[Cell], known: Known, gauge_size: int) -> Force:
    """The effects of the cells on which a seat's Units have survived, and its gauge.

    `rivals` are the cells on which rival Units are left: no own Tile works there (FTG-39).
    """
    units: list[Unit] = []
    steps = 0
    for unit in force.units:
        tile = force.tile_at(unit.cell)
        if tile is None:
            units.append(_mined(unit, known))
        elif unit.cell in rivals:
            units.append(unit)
        elif tile.kind is TileKind.WORKSHOP and unit.gold:
            units.append(replace(unit, gold=unit.gold - 1))
            steps += 1
        elif tile.kind is TileKind.LODGING:
            units.append(_trained(unit))
        else:
            units.append(unit)
    artifacts, gauge = divmod(force.gauge + steps, gauge_size)
    return replace(force, units=tuple(units), gauge=gauge, artifacts=force.artifacts + artifacts)


def _mined(unit: Unit, known: Known) -> Unit:
    """FT-16: one more gold on a deposit, up to what it carries, whoever else is there (FTG-40)."""
    if known.get(unit.cell) is not Terrain.DEPOSIT:
        return unit
    return replace(unit, gold=min(unit.gold + 1, unit.row.carries))


def _trained(unit: Unit) -> Unit:
    """FT-17: the next kind at full health (FTG-41); gold that it cannot carry is lost (FTG-42)."""
    kind = upgraded(unit.kind)
    if kind is unit.kind:
        return unit
    gold = min(unit.gold, UNITS[kind].carries)
    return replace(unit, kind=kind, health=full_health(kind), gold=gold)


# Standing of the seats


@dataclass(frozen=True, slots=True)
class Account:
    """What a seat announces of itself after a round (FTD-27); gauge and Units at the end only."""

    artifacts: int
    is_out: bool
    gauge: int = 0
    units: int = 0


def named(artifacts: int) -> str:
    """The word that goes with so many of them."""
    return "Artifact" if artifacts == 1 else "Artifacts"


def account_of(force: Force, *, last: bool) -> Account:
    """The account of a seat."""
    if not last:
        return Account(force.artifacts, force.is_out)
    return Account(force.artifacts, force.is_out, force.gauge, len(force.units))


def crowned(accounts: Mapping[Seat, Account], goal: int) -> tuple[Seat, ...]:
    """Who has enough Artifacts: all of them win together (FT-4, FTG-46)."""
    return tuple(seat for seat, account in accounts.items() if account.artifacts >= goal)


def in_play(accounts: Mapping[Seat, Account]) -> tuple[Seat, ...]:
    """The seats that are not out."""
    return tuple(seat for seat, account in accounts.items() if not account.is_out)


def is_over(accounts: Mapping[Seat, Account], goal: int) -> bool:
    """Whether somebody has won, or at most one is left in (FT-4, FTG-47)."""
    return bool(crowned(accounts, goal)) or len(in_play(accounts)) <= 1


def ranking(
    accounts: Mapping[Seat, Account], ahead: Container[Seat]
) -> tuple[tuple[Seat, ...], ...]:
    """The seats by Artifacts, gauge and Units, equal ones together (FTG-47).

    Those `ahead` come before the others: who is out cannot win while anybody is in (FTD-22).
    """

    def key(seat: Seat) -> tuple[bool, int, int, int]:
        account = accounts[seat]
        return (seat in ahead, account.artifacts, account.gauge, account.units)

    keys = sorted({key(seat) for seat in accounts}, reverse=True)
    return tuple(tuple(seat for seat in accounts if key(seat) == one) for one in keys)
