"""A map as one pair of eyes sees it: plain data, for boards and for lines of text.

A hex has axial coordinates (q, r): rows run from west to east with r growing southwards, and every
row lies half a hex further east than the one above. A place is named by its index (a cell) in the
list of all of them, in ascending (q, r), or by its coordinates, ``3,-2``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol

from games.engine.private import Cell
from games.engine.values import Seat

Seen = Literal["never", "before", "now"]


@dataclass(frozen=True, slots=True)
class Place:
    """One hex. Texts write seats as ``{0}``, ``{1}``.

    ``sign``: at most three characters. ``seen``: whether its land was ever seen, and whether
    whatever stands there now would show.
    """

    q: int
    r: int
    sign: str
    words: str
    """All that is known of it, as part of a sentence."""
    seen: Seen
    owner: Seat | None = None
    """Whose piece the sign is."""
    mine: bool = False
    mark: str = ""
    """One character before the sign: what changed, or what is planned there."""
    is_bare: bool = False
    """Whether nothing is known there but common land: it is counted where others are told."""

    @property
    def name(self) -> str:
        """Its coordinates, as people type them."""
        return f"{self.q},{self.r}"


@dataclass(frozen=True)
class MapView:
    """All places, what the signs mean, and what the viewer learned last."""

    places: tuple[Place, ...]
    home: Cell
    """Where the viewer begins to look."""
    legend: tuple[tuple[str, str], ...] = ()
    report: tuple[str, ...] = ()
    """What happened since the last orders, in sentences; known to the viewer alone."""
    told: tuple[str, ...] = ()
    """What the report tells, by words of the game as in ``LogLine.about``."""
    landmarks: tuple[str, ...] = ()
    """What one would look for on the map first and where it lies, for lines of text."""
    _cells: dict[tuple[int, int], Cell] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        cells = {(place.q, place.r): cell for cell, place in enumerate(self.places)}
        object.__setattr__(self, "_cells", cells)

    def cell(self, q: int, r: int) -> Cell | None:
        """The cell at these coordinates, if the map has it."""
        return self._cells.get((q, r))

    @cached_property
    def rows(self) -> Mapping[int, tuple[Cell, ...]]:
        """The cells of each row from west to east, by r, from the north."""
        rows: dict[int, list[Cell]] = {}
        for cell, place in sorted(enumerate(self.places), key=lambda one: (one[1].r, one[1].q)):
            rows.setdefault(place.r, []).append(cell)
        return {r: tuple(cells) for r, cells in rows.items()}

    def around(self, cell: Cell, radius: int) -> tuple[tuple[int, Cell], ...]:
        """The cells at most so far from one, itself first, each after its distance."""
        here = self.places[cell]
        found = []
        for other, place in enumerate(self.places):
            q, r = place.q - here.q, place.r - here.r
            away = max(abs(q), abs(r), abs(q + r))
            if away <= radius:
                found.append((away, other))
        return tuple(sorted(found))


class Axial(Protocol):
    """Whatever has axial coordinates."""

    @property
    def q(self) -> int:
        """The first of them."""
        ...

    @property
    def r(self) -> int:
        """The second."""
        ...


def direction(one: Axial, other: Axial) -> str:
    """Where another place lies from one: "2 east", "3 south-west and 1 west"; empty for itself."""
    q, r = other.q - one.q, other.r - one.r
    s = -q - r
    # Along the two of six directions that a straight way to it takes.
    legs = {
        "east": min(q, -s) if q > 0 and s < 0 else 0,
        "west": min(-q, s) if q < 0 and s > 0 else 0,
        "south-east": min(r, -s) if r > 0 and s < 0 else 0,
        "north-west": min(-r, s) if r < 0 and s > 0 else 0,
        "south-west": min(r, -q) if r > 0 and q < 0 else 0,
        "north-east": min(-r, q) if r < 0 and q > 0 else 0,
    }
    return " and ".join(f"{count} {name}" for name, count in legs.items() if count)
