"""The map as one seat sees it, drawn from its half: signs, words, and what changed (FTD-4, FTD-8).

Own pieces are in lower case with their number, a rival's in upper case with the letter of its seat,
as all screens call the seats. Of what is not in view now the land and remembered Tiles stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.map_view import MapView, Place, Seen
from games.engine.values import Seat
from games.engine.view import who
from games.fortress.battle import Standing, TileSeen, UnitSeen
from games.fortress.force import Tile, Unit
from games.fortress.half import FortressHalf
from games.fortress.hexes import Cell
from games.fortress.kinds import POINT, TILES, UNITS, Terrain, TileKind, UnitKind, points
from games.fortress.report import changed_cells, told
from games.fortress.sightings import Remembered

LETTERS: Final = "abcdef"
"""Of the seats."""
UNIT_LETTERS: Final[Mapping[UnitKind, str]] = {
    UnitKind.INFANTRY: "i",
    UnitKind.ARCHER: "a",
    UnitKind.CAVALRY: "c",
}
TILE_LETTERS: Final[Mapping[TileKind, str]] = {
    TileKind.LODGING: "L",
    TileKind.WORKSHOP: "W",
    TileKind.WALL: "#",
    TileKind.BALLISTA: "B",
}
_LAND: Final[Mapping[Terrain, str]] = {
    Terrain.PLAIN: ".",
    Terrain.OVERGROWTH: '"',
    Terrain.MOUNTAIN: "^",
    Terrain.DEPOSIT: "$",
}
_LAND_WORDS: Final[Mapping[Terrain, str]] = {
    Terrain.PLAIN: "plain",
    Terrain.OVERGROWTH: "overgrowth, where nobody is seen",
    Terrain.MOUNTAIN: "a mountain",
    Terrain.DEPOSIT: "a Deposit",
}
UNSEEN: Final = "~"
OUT_OF_VIEW: Final = ","
CHANGED: Final = "!"
LEGEND: Final = (
    (UNSEEN, "never seen"),
    (OUT_OF_VIEW, "plain, not in view"),
    (".", "plain, in view"),
    ('"', "overgrowth"),
    ("^", "mountain"),
    ("$", "Deposit"),
    ("i a c", "your Infantry, Archer, Cavalry, numbered"),
    ("L W # B", "Lodging, Workshop, Wall, Ballista; health"),
    ("Ib #b", "a piece of seat B"),
    ("!", "new, or fought here"),
    ("< >", "leaves, and will be here"),
    ("+ x", "can go, can shoot there"),
)


def map_of(half: FortressHalf) -> MapView:
    """The whole map as this seat sees it now."""
    board, force = half.board, half.force
    changed = changed_cells(half)
    near = {*half.watched, *force.cells()}
    places = []
    for cell, hex_ in enumerate(board.hexes):
        seen: Seen = "never"
        if cell in half.known:
            seen = "now" if cell in near else "before"
        sign, owner = _sign(half, cell, seen)
        places.append(
            Place(
                hex_.q,
                hex_.r,
                sign,
                words_of(half, cell, seen),
                seen,
                owner,
                mine=owner == half.seat,
                mark=CHANGED if cell in changed else "",
                is_bare=owner is None and half.known.get(cell) is Terrain.PLAIN,
            )
        )
    home = half.public.chart.starts[half.seat]
    news = told(half)
    return MapView(
        tuple(places),
        home,
        LEGEND,
        report=tuple(text for text, _ in news),
        told=tuple(about for _, about in news if about),
        landmarks=_landmarks(half),
    )


def _landmarks(half: FortressHalf) -> tuple[str, ...]:
    """Where Gold comes from and where it goes, as far as this seat knows."""
    if half.round == 1:
        start = half.board.name(half.public.chart.starts[half.seat])
        return (f"Your start, with a Workshop on it, is {start}.",)
    shops = [tile.cell for tile in half.force.tiles if tile.kind is TileKind.WORKSHOP]
    pits = [cell for cell, land in sorted(half.known.items()) if land is Terrain.DEPOSIT]
    yours = f"Your Workshops: {_cells(half, shops)}." if shops else "You have no Workshop left."
    return (
        yours,
        f"Deposits seen so far: {_cells(half, pits)}." if pits else "You know of no Deposit yet.",
    )


def _cells(half: FortressHalf, cells: Sequence[Cell]) -> str:
    return "; ".join(half.board.name(cell) for cell in cells)


# Signs


def unit_key(unit: Unit) -> str:
    """How a Unit of one's own is called."""
    return f"{UNIT_LETTERS[unit.kind]}{unit.number + 1}"


def tile_key(half: FortressHalf, tile: Tile) -> str:
    """How a Ballista of one's own is called: its place among those that were built, by cell. It
    keeps the name when others are destroyed."""
    return f"{TILE_LETTERS[tile.kind].lower()}{half.built.index(tile.cell) + 1}"


def unit_sign(half: FortressHalf, unit: Unit, cell: Cell) -> str:
    """A Unit of one's own on a cell in three characters, with what is under it if there is room."""
    key = unit_key(unit)
    if len(key) > 3:
        return key[0] + key[-2:]
    tile, terrain = half.force.tile_at(cell), half.known.get(cell, Terrain.PLAIN)
    under = TILE_LETTERS[tile.kind] if tile is not None else _LAND[terrain].replace(".", "")
    return (key + under)[:3]


def tile_sign(tile: Tile) -> str:
    """A Tile of one's own with its health, begun points as whole ones."""
    return f"{TILE_LETTERS[tile.kind]}{-(-tile.health // POINT)}"


def _sign(half: FortressHalf, cell: Cell, seen: Seen) -> tuple[str, Seat | None]:
    """What is drawn, and whose it is: Units before Tiles, one's own before a rival's."""
    rivals = half.rivals.get(cell, ())
    for one in rivals:
        if one.unit is not None and half.force.unit_at(cell) is None:
            letters = UNIT_LETTERS[one.unit.kind].upper() + LETTERS[one.seat]
            return letters + _tile_under(half, cell), one.seat
    own = _own_sign(half, cell)
    if own:
        return own, half.seat
    for one in rivals:
        if one.tile is not None:
            return TILE_LETTERS[one.tile.kind] + LETTERS[one.seat], one.seat
    before = half.memory.get(cell)
    if before is not None:
        return TILE_LETTERS[before.tile.kind] + LETTERS[before.seat], before.seat
    return _land_sign(half, cell, seen), None


def _tile_under(half: FortressHalf, cell: Cell) -> str:
    """The letter of the Tile on a cell, whoever has it."""
    rivals = [one.tile for one in half.rivals.get(cell, ()) if one.tile is not None]
    tiles = [tile for tile in (half.force.tile_at(cell), *rivals) if tile is not None]
    return TILE_LETTERS[tiles[0].kind] if tiles else ""


def _own_sign(half: FortressHalf, cell: Cell) -> str:
    unit, tile = half.force.unit_at(cell), half.force.tile_at(cell)
    if unit is not None:
        return unit_sign(half, unit, cell)
    return "" if tile is None else tile_sign(tile)


def _land_sign(half: FortressHalf, cell: Cell, seen: Seen) -> str:
    if seen == "never":
        return UNSEEN
    terrain = half.known[cell]
    return OUT_OF_VIEW if terrain is Terrain.PLAIN and seen == "before" else _LAND[terrain]


# Words


def words_of(half: FortressHalf, cell: Cell, seen: Seen) -> str:
    """All that a seat knows of a cell: pieces first, then the land."""
    force = half.force
    unit, tile = force.unit_at(cell), force.tile_at(cell)
    said = []
    if unit is not None:
        said.append(f"your {unit_words(unit)}")
    if tile is not None:
        said.append(f"your {tile_words(tile)}")
    rivals = half.rivals.get(cell, ())
    said += [words for one in rivals for words in standing_words(one)]
    before = half.memory.get(cell)
    if before is not None and all(one.tile is None for one in rivals):
        said.append(_remembered(before))
    said.append(_land_words(half, cell, seen))
    return ", ".join(said)


def unit_words(unit: Unit) -> str:
    """A Unit of one's own."""
    row = unit.row
    gold = f", {unit.gold} of {row.carries} Gold" if unit.gold else ""
    return f"{row.name} {unit_key(unit)} ({points(unit.health)} of {row.health} health{gold})"


def tile_words(tile: Tile | TileSeen) -> str:
    """A Tile with its health."""
    row = TILES[tile.kind]
    return f"{row.name} ({points(tile.health)} of {row.health} health)"


def standing_words(one: Standing) -> list[str]:
    """What a rival has on a cell."""
    said = []
    if one.unit is not None:
        said.append(f"{who(one.seat)}'s {seen_words(one.unit)}")
    if one.tile is not None:
        said.append(f"{who(one.seat)}'s {tile_words(one.tile)}")
    return said


def seen_words(unit: UnitSeen) -> str:
    """A rival's Unit."""
    row = UNITS[unit.kind]
    return f"{row.name} ({points(unit.health)} of {row.health} health)"


def _remembered(one: Remembered) -> str:
    return f"{who(one.seat)}'s {TILES[one.tile.kind].name} as seen in round {one.round}"


def _land_words(half: FortressHalf, cell: Cell, seen: Seen) -> str:
    if seen == "never":
        return "never seen"
    words = _LAND_WORDS[half.known[cell]]
    return words if seen == "now" else f"{words}, not in view now"
