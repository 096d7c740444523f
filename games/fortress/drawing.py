"""Plans drawn at random among those that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from games.engine.private import Below, Plan
from games.fortress.building import default_build
from games.fortress.hexes import Cell
from games.fortress.orders import Orders, Situation, UnitOrder, ballistas
from games.fortress.planning import paths_of, placed, placements, shots_from, targets_from, together
from games.fortress.public import Public

T = TypeVar("T")


def drawn_build(public: Public, seat: int, below: Below) -> Plan:
    """A building plan: the pieces in some order, one in eight of them left out."""
    plan: Plan = default_build()
    for piece in shuffled(range(len(public.offer)), below):
        open_to = placements(public, seat, plan, piece)
        if open_to and below(8):
            plan = placed(plan, piece, *_one_of(open_to, below))
    return plan


def drawn_orders(situation: Situation, below: Below) -> Orders:
    """Orders: each Unit wants to end on any cell it may; who can shoot does two times in three."""
    wishes = []
    for unit in shuffled(situation.force.units, below):
        orders = []
        for end, path in shuffled(paths_of(situation, unit).items(), below):
            targets = targets_from(situation, unit, end)
            target = _one_of(targets, below) if targets and below(3) else None
            orders.append(UnitOrder(path, target))
        wishes.append((unit.number, orders))
    aims: dict[Cell, Cell] = {}
    for tile in ballistas(situation.force):
        shots = shots_from(situation, tile.cell)
        if shots and below(3):
            aims[tile.cell] = _one_of(shots, below)
    return together(situation, wishes, aims)


def shuffled(items: Iterable[T], below: Below) -> list[T]:
    """The items in any order."""
    left = list(items)
    return [left.pop(below(len(left))) for _ in range(len(left))]


def _one_of(items: list[T] | tuple[T, ...], below: Below) -> T:
    return items[below(len(items))]
