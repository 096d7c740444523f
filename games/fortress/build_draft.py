"""A fortress in the making: where each piece on offer lies, and how it is turned (FT-6, FTG-8).

Whether all Tiles hang together is judged of the whole plan, so that pieces may be laid in any
order; what a piece lies on, at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.engine.map_view import MapView, direction
from games.engine.plan_draft import Subject, Verb
from games.engine.private import Cell, Plan, PlanForm
from games.engine.values import Primitive
from games.fortress.force import Force, new_tile
from games.fortress.guide import tile_rules
from games.fortress.half import FortressHalf
from games.fortress.hexes import turned
from games.fortress.kinds import TILES, TileKind
from games.fortress.mapping import OUT_OF_VIEW, TILE_LETTERS, UNSEEN, map_of
from games.fortress.pieces import TURNS, Piece
from games.fortress.public import BUILD

LAY: Final = Verb("lay", "g", "lay it with its first Tile on a cell")
TURN: Final = Verb("turn", "t", "turn it clockwise by a sixth", aims=False)
BACK: Final = Verb("take", "x", "take it back", aims=False)
LAID: Final = ">"
ROOM: Final = "+"
LEGEND: Final = (
    (ROOM, "its first Tile can lie here"),
    (LAID, "laid"),
    *((letter, TILES[kind].name) for kind, letter in TILE_LETTERS.items()),
    (OUT_OF_VIEW, "plain, not in view"),
    (UNSEEN, "never seen"),
)


@dataclass(frozen=True, repr=False)
class BuildDraft:
    """Pieces so far: of each its cell, or None, and its turns."""

    half: FortressHalf
    form: PlanForm
    laid: tuple[tuple[Cell | None, int], ...]

    @classmethod
    def begin(cls, half: FortressHalf, form: PlanForm, memo: Primitive) -> BuildDraft:
        """What the memo says, if it is of a fortress; else only the Workshop stands (FTG-7)."""
        numbers = memo[1:] if isinstance(memo, tuple) and memo[:1] == (BUILD,) else ()
        plan = tuple(one for one in numbers if isinstance(one, int))
        cells, turns = plan[::2], plan[1::2]
        fits = len(plan) == form.length and all(0 <= one <= len(half.board) for one in plan)
        if not fits or max(turns) >= TURNS:
            return cls(half, form, ((None, 0),) * len(half.public.offer))
        pairs = zip(cells, turns, strict=True)
        laid = ((cell - 1, turn) if cell else (None, 0) for cell, turn in pairs)
        return cls(half, form, tuple(laid))

    # What it comes to

    @property
    def plan(self) -> Plan:
        """See `PlanDraft`."""
        pairs = [(0, 0) if cell is None else (cell + 1, turns) for cell, turns in self.laid]
        return tuple(number for pair in pairs for number in pair)

    @property
    def memo(self) -> Primitive:
        """See `PlanDraft`: a fortress is built once, and nothing of it stands for later."""
        return (BUILD, *self.plan)

    @property
    def said(self) -> str:
        """See `PlanDraft`."""
        count = sum(cell is not None for cell, _ in self.laid)
        left = "" if count == len(self.laid) else "; what is not laid is lost"
        return f"{count} of {len(self.laid)} pieces laid{left}"

    # Subjects

    @property
    def title(self) -> str:
        """See `PlanDraft`."""
        return "Pieces"

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """See `PlanDraft`: the pieces on offer."""
        found = []
        for number, (piece, (cell, turns)) in enumerate(
            zip(self.half.public.offer, self.laid, strict=True), 1
        ):
            where = "not laid" if cell is None else f"at {self.half.board.name(cell)}"
            order = f"{where}, turned {turns * 60} degrees" if turns else where
            tiles = f"{piece.shape}: {', '.join(TILES[kind].name for kind in piece.kinds)}"
            kinds = dict.fromkeys(piece.kinds)
            turns_matter = cell is not None and len(piece.hexes) > 1
            found.append(
                Subject(
                    f"p{number}",
                    f"Piece {number}",
                    cell,
                    order,
                    tiles,
                    idle=cell is None,
                    more=turns_matter,
                    says_where=cell is not None,
                    spoken=f"{piece.shape}: {_parts(piece, turns)}",
                    rules=tuple(tile_rules(kind) for kind in kinds),
                )
            )
        return tuple(found)

    def verbs(self, subject: str) -> tuple[Verb, ...]:
        """See `PlanDraft`."""
        number = self._number(subject)
        if number is None:
            return ()
        turn = (TURN,) if len(self.half.public.offer[number].hexes) > 1 else ()
        return (LAY, *turn, BACK)

    def _number(self, subject: str) -> int | None:
        keys = [one.key for one in self.subjects]
        return keys.index(subject) if subject in keys else None

    # Orders

    def told(self, subject: str, verb: str, cell: Cell | None) -> BuildDraft | str:
        """See `PlanDraft`."""
        number = self._number(subject)
        if number is None:
            return f"There is no piece {subject}."
        at, turns = self.laid[number]
        match verb:
            case LAY.word:
                return "Say on which cell." if cell is None else self._lay(number, cell, turns)
            case TURN.word:
                return self._turned(number, at, turns)
            case BACK.word:
                return self._with(number, None, turns)
        return f"A piece cannot be told to {verb}."

    def _lay(self, number: int, cell: Cell, turns: int) -> BuildDraft | str:
        problem = self._misfit(number, cell, turns)
        return problem or self._with(number, cell, turns)

    def _turned(self, number: int, at: Cell | None, turns: int) -> BuildDraft | str:
        """To the next turn that fits where it lies; of a piece in hand to the next one."""
        if at is None:
            return self._with(number, None, (turns + 1) % TURNS)
        for more in range(1, TURNS):
            if not self._misfit(number, at, (turns + more) % TURNS):
                return self._with(number, at, (turns + more) % TURNS)
        return "It fits here in no other way."

    def _with(self, number: int, cell: Cell | None, turns: int) -> BuildDraft:
        laid = list(self.laid)
        laid[number] = (cell, turns)
        return replace(self, laid=tuple(laid))

    def _misfit(self, number: int, cell: Cell, turns: int) -> str:
        chart, seat = self.half.public.chart, self.half.seat
        piece = self.half.public.offer[number]
        cells = piece.cells(chart.grid, cell, turns)
        area = chart.areas[seat]
        if len(cells) < len(piece.hexes) or any(one not in area for one in cells):
            start = self.half.board.name(chart.starts[self.half.seat])
            return f"Every Tile lies within {chart.size.build} of your start at {start}."
        others = self._occupied(but=number)
        for both in cells:
            if both in others:
                return f"Two Tiles cannot lie on one cell, here {self.half.board.name(both)}."
        return ""

    def _occupied(self, but: int | None = None) -> dict[Cell, Piece | None]:
        """The cells on which Tiles lie, the Workshop's among them."""
        chart = self.half.public.chart
        found: dict[Cell, Piece | None] = {chart.starts[self.half.seat]: None}
        for number, (cell, turns) in enumerate(self.laid):
            if cell is not None and number != but:
                piece = self.half.public.offer[number]
                found.update(dict.fromkeys(piece.cells(chart.grid, cell, turns), piece))
        return found

    # On the map

    def reach(self, subject: str) -> Mapping[Cell, str]:
        """See `PlanDraft`: where the first Tile of a piece may lie as it is turned now."""
        number = self._number(subject)
        if number is None:
            return {}
        turns = self.laid[number][1]
        area = self.half.public.chart.areas[self.half.seat]
        return {cell: ROOM for cell in area if not self._misfit(number, cell, turns)}

    def ghost(self, subject: str, cell: Cell) -> Mapping[Cell, str]:
        """See `PlanDraft`: the Tiles of a piece as they would lie."""
        number = self._number(subject)
        if number is None or self._misfit(number, cell, self.laid[number][1]):
            return {}
        piece = self.half.public.offer[number]
        cells = piece.cells(self.half.board, cell, self.laid[number][1])
        return {one: TILE_LETTERS[kind] for one, kind in zip(cells, piece.kinds, strict=True)}

    def forecast(self, subject: str, cell: Cell) -> str:
        """See `PlanDraft`: whether a piece fits there as it is turned now."""
        number = self._number(subject)
        if number is None or self.laid[number][0] == cell:
            return ""
        name = self.subjects[number].title
        if self._misfit(number, cell, self.laid[number][1]):
            return f"{name} fits where a {ROOM} is"
        first = " with its first Tile" if len(self.half.public.offer[number].hexes) > 1 else ""
        return f"{name} fits here{first}"

    @cached_property
    def map(self) -> MapView:
        """See `PlanDraft`: the Tiles as they would stand."""
        chart = self.half.public.chart
        tiles = {
            cell: new_tile(cell, kind)
            for piece, (at, turns) in zip(self.half.public.offer, self.laid, strict=True)
            if at is not None
            for cell, kind in zip(piece.cells(chart.grid, at, turns), piece.kinds, strict=True)
        }
        start = chart.starts[self.half.seat]
        tiles[start] = new_tile(start, TileKind.WORKSHOP)
        standing = Force(tiles=tuple(tiles[cell] for cell in sorted(tiles)))
        seen = map_of(replace(self.half, force=standing))
        places = [
            replace(place, mark=LAID) if cell in tiles and cell != start else place
            for cell, place in enumerate(seen.places)
        ]
        return replace(seen, places=tuple(places), legend=LEGEND)


def _parts(piece: Piece, turns: int) -> str:
    """Its Tiles, each with where it lies from the first."""
    first, *others = zip(piece.kinds, piece.hexes, strict=True)
    start = first[1]
    said = [TILES[first[0]].name]
    for number, (kind, hex_) in enumerate(others):
        way = direction(start, turned(hex_, turns))
        said.append(f"{TILES[kind].name} {way}{'' if number else ' of it'}")
    return ", ".join(said)
