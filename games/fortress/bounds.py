"""What anybody can have made by a round, from public facts alone (FTD-29).

A seat announces what nobody can check before the audit, and an announcement may end the game. So
each number is held to what the best play could have come to on the most favourable map, against
rivals who stand by (D-152). Too loose is right; a bound that convicts an honest seat is not.

Why no legal game exceeds `most_steps`:

    A step spends one gold, at the end of a round, by a Unit on an own Workshop; own Units share no
    cell, so a round has at most a step for each Workshop that was ever built (FT-11, FTG-1).
    Gold comes from nowhere but a Deposit, one a Unit and round (FT-16); the dead leave none
    (FTG-37). So every step takes a Unit two rounds, one to dig and a later one to spend, and for
    each load (at most what an Infantry carries) the rounds on the way between, if the way is longer
    than a Unit goes in one.
    A Lodging makes one Unit a round, the first in round 2, and none beyond the cap (FTG-12,
    FTG-15). Reckon in places for Units: the k-th is there from the round on in which Lodgings can
    have made so many. A Unit that dies leaves its place to the next, and two Units one after
    another never make more than one would that lived through both their lives.

Held by tests/games/fortress/test_bounds.py.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.engine.private import Number
from games.engine.values import Seat
from games.fortress.effects import Account
from games.fortress.kinds import UNITS, TileKind
from games.fortress.public import Public

FIRST_UNITS: Final = 2
"""The round in which Lodgings produce for the first time."""
FURTHEST: Final = max(row.steps for row in UNITS.values())
"""How far any Unit goes in a round."""
LOAD: Final = max(row.carries for row in UNITS.values())
"""What any Unit carries."""


def numbers_of(
    public: Public, seat: Seat, round_: int, before: Account, *, last: bool, again: bool = False
) -> tuple[Number, ...]:
    """What a seat announces after a round, within what is possible after what it said `before`.

    `again`: it has announced in this round already, and adds gauge and Units (FTB-5).
    """
    settings, steps = public.settings, most_steps(public, seat, round_)
    gain = (settings.gauge - 1 + workshops(public)) // settings.gauge
    # Who is out has no Unit for anything, and never will; what was said in a round is said.
    most = before.artifacts + (0 if again or before.is_out else gain)
    numbers = (
        Number("artifacts", before.artifacts, min(most, steps // settings.gauge)),
        Number("out", int(before.is_out), int(before.is_out if again else round_ >= FIRST_UNITS)),
    )
    if not last:
        return numbers
    left = steps - settings.gauge * before.artifacts if again else steps
    units = 0 if before.is_out else most_units(public, round_)
    return (
        *numbers,
        Number("gauge", 0, min(settings.gauge - 1, left)),
        Number("units", 0, units),
    )


def most_steps(public: Public, seat: Seat, round_: int) -> int:
    """How many steps of its gauge a seat can have made by the end of a round."""
    cap, way = public.settings.cap, _way(public, seat)
    return _most_steps(workshops(public), lodgings(public), cap, way, round_)


@lru_cache(maxsize=1024)
def _most_steps(benches: int, sources: int, cap: int, way: int, round_: int) -> int:
    """The same with so many Workshops and Lodgings, and by each round at most a step a Workshop."""
    if round_ < FIRST_UNITS:
        return 0
    before = _most_steps(benches, sources, cap, way, round_ - 1)
    firsts = (FIRST_UNITS + place // sources for place in range(cap))
    steps = sum(_steps_in(round_ - first + 1, way) for first in firsts if first <= round_)
    return min(before + benches, steps)


def most_units(public: Public, round_: int) -> int:
    """How many Units a seat can have after a round, those for the next one included (FTB-11)."""
    return min(public.settings.cap, lodgings(public) * round_)


def workshops(public: Public) -> int:
    """How many Workshops a seat can have built, that on its start among them."""
    return 1 + _on_offer(public, TileKind.WORKSHOP)


def lodgings(public: Public) -> int:
    """How many Lodgings a seat can have built."""
    return _on_offer(public, TileKind.LODGING)


def _on_offer(public: Public, kind: TileKind) -> int:
    return sum(piece.kinds.count(kind) for piece in public.offer)


def _way(public: Public, seat: Seat) -> int:
    """How many rounds any Unit takes at least from a Deposit to a Workshop of this seat."""
    if workshops(public) > 1:
        return 1  # it may lie beside the land that is hidden
    chart = public.chart
    away = min(chart.grid.distance(chart.starts[seat], cell) for cell in chart.hidden)
    return -(-away // FURTHEST)


def _steps_in(rounds: int, way: int) -> int:
    """How many steps one place for Units makes in so many rounds: two each, and a way a load."""
    steps = rounds // 2
    while 2 * steps + -(-steps // LOAD) * (way - 1) > rounds:
        steps -= 1
    return steps
