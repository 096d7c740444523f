"""Orders as they are written down beside a table, so that a client that stopped goes on with them.

A memo belongs to its client alone. It holds what stands and, for the round it was made in, what
was ordered so far. What no longer fits, or never did, is left out: a memo can be of any age.

    ("orders", round, standing, given, targets)
    standing   of each Unit by number: (number, word, cell, cell)
    given      (number, path, target)
    targets    of each Ballista: (cell, target)

A cell is its number plus one, 0 stands for none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.values import Primitive
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.orders import (
    UnitOrder,
    ballistas,
    end_of,
    why_not_path,
    why_not_shot,
    why_not_target,
)
from games.fortress.standing import GoTo, Guard, Mine, StandingOrder

NOTHING: Final[Primitive] = ()
"""The memo of nothing."""
_ORDERS: Final = "orders"

Standing = dict[int, StandingOrder]
Given = dict[int, UnitOrder]
Targets = dict[Cell, Cell | None]


def written(
    half: FortressHalf,
    standing: Mapping[int, StandingOrder],
    given: Mapping[int, UnitOrder],
    targets: Mapping[Cell, Cell | None],
) -> Primitive:
    """The memo of these orders."""
    return (
        _ORDERS,
        half.round,
        tuple((number, *_words(order)) for number, order in sorted(standing.items())),
        tuple(
            (number, tuple(cell + 1 for cell in order.path), _number(order.target))
            for number, order in sorted(given.items())
        ),
        tuple((cell + 1, _number(target)) for cell, target in sorted(targets.items())),
    )


def read(half: FortressHalf, memo: Primitive) -> tuple[Standing, Given, Targets]:
    """What a memo says to a seat that is here now; what was given only in its own round."""
    try:
        word, round_, standing, given, targets = _row(memo)
        if word != _ORDERS:
            return {}, {}, {}
        stands = _standing(half, standing)
        # D-106: orders of a past round are void, orders that stand go on.
        if round_ != half.round:
            return stands, {}, {}
        return stands, _given(half, given), _targets(half, targets)
    # D-106: a memo has no version; what no longer reads is as good as no memo.
    except (TypeError, ValueError):  # what another version has written
        return {}, {}, {}


def _words(order: StandingOrder) -> tuple[str, int, int]:
    match order:
        case GoTo(cell):
            return ("go", cell + 1, 0)
        case Guard(cell):
            return ("guard", cell + 1, 0)
        case Mine(deposit, workshop):
            return ("dig", _number(deposit), _number(workshop))


def _standing(half: FortressHalf, rows: Primitive) -> Standing:
    living = {unit.number for unit in half.force.units}
    found: Standing = {}
    for row in _row(rows):
        number, word, first, second = _row(row)
        one, other = _cell(half, first), _cell(half, second)
        if not isinstance(number, int) or number not in living:
            continue
        if word == "dig":
            found[number] = Mine(one, other)
        elif one is not None:
            found[number] = Guard(one) if word == "guard" else GoTo(one)
    return found


def _given(half: FortressHalf, rows: Primitive) -> Given:
    units = {unit.number: unit for unit in half.force.units}
    situation, found = half.situation, {}
    for row in _row(rows):
        number, steps, aim = _row(row)
        cells = [_cell(half, step) for step in _row(steps)]
        path = tuple(cell for cell in cells if cell is not None)
        if not isinstance(number, int) or number not in units or len(path) < len(cells):
            continue
        unit, target = units[number], _cell(half, aim)
        if why_not_path(situation, unit, path) is not None:
            continue
        end = end_of(unit, path, situation.rival_tiles)
        if target is not None and why_not_target(situation, unit, end, target) is not None:
            target = None
        found[number] = UnitOrder(path, target)
    return found


def _targets(half: FortressHalf, rows: Primitive) -> Targets:
    situation, found = half.situation, {}
    known = {tile.cell for tile in ballistas(half.force)}
    for row in _row(rows):
        place, aim = _row(row)
        cell, target = _cell(half, place), _cell(half, aim)
        if cell not in known or cell is None:
            continue
        if target is None or why_not_shot(situation, cell, target) is None:
            found[cell] = target
    return found


def _row(value: Primitive) -> tuple[Primitive, ...]:
    if not isinstance(value, tuple):
        raise TypeError("a row of a memo is a tuple")
    return value


def _number(cell: Cell | None) -> int:
    return 0 if cell is None else cell + 1


def _cell(half: FortressHalf, number: Primitive) -> Cell | None:
    """The cell of a number. Raises ``ValueError`` for one that is not on the map."""
    if not isinstance(number, int) or not 0 <= number <= len(half.board):
        raise ValueError("no such cell")
    return number - 1 if number else None
