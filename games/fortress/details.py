"""What a seat tells of a cell to those who meet it there: bytes of one length (FTD-7, FTD-21).

    standing   unit kind, health (2); tile kind, health (2); zeros
    attacks    Archers, Ballistas that shoot at the cell; whether its Unit strikes there; zeros

A shooter asks what stands on its target and not who attacks there: whether a Unit strikes on its
cell tells whether it shot elsewhere, which is for those on that cell only (FTD-31).

A kind of 0 is nothing. Bytes that say nothing of the kind, which only a cheat sends, are read as
nothing there: the audit names who sent them.
"""

from __future__ import annotations

from typing import Final

from games.engine.values import Seat
from games.fortress.battle import Attacks, Standing, TileSeen, UnitSeen
from games.fortress.kinds import TileKind, UnitKind, full_health
from games.fortress.settings import ATTACKS_BYTES, STANDING_BYTES

_UNITS: Final = {int(kind): kind for kind in UnitKind}
_TILES: Final = {int(kind): kind for kind in TileKind}


# D-76: no word of where it came from. One link proves nothing, and the whole chain shows too much.
def standing_bytes(one: Standing) -> bytes:
    """What a seat has on a cell. Raises ``OverflowError`` for what does not fit."""
    unit, tile = one.unit, one.tile
    said = b"".join(
        (
            bytes([0 if unit is None else unit.kind]),
            (0 if unit is None else unit.health).to_bytes(2, "big"),
            bytes([0 if tile is None else tile.kind]),
            (0 if tile is None else tile.health).to_bytes(2, "big"),
        )
    )
    return said.ljust(STANDING_BYTES, b"\0")


def read_standing(seat: Seat, said: bytes) -> Standing:
    """What a seat says that it has on a cell."""
    unit = _unit(said[0], int.from_bytes(said[1:3], "big"))
    tile = _tile(said[3], int.from_bytes(said[4:6], "big"))
    one = Standing(seat, unit, tile)
    # Read and written again: bytes in a second form would be a place to hide something in.
    return one if standing_bytes(one) == said else Standing(seat)


def attacks_bytes(one: Attacks) -> bytes:
    """What of a seat attacks a cell."""
    return bytes([one.archers, one.ballistas, one.strikes]).ljust(ATTACKS_BYTES, b"\0")


def read_attacks(said: bytes) -> Attacks:
    """What of a seat, as it says, attacks a cell."""
    one = Attacks(said[0], said[1], bool(said[2]))
    # As above: only the one form counts.
    return one if attacks_bytes(one) == said else Attacks()


def _unit(kind: int, health: int) -> UnitSeen | None:
    found = _UNITS.get(kind)
    if found is None or not 0 < health <= full_health(found):
        return None
    return UnitSeen(found, health)


def _tile(kind: int, health: int) -> TileSeen | None:
    found = _TILES.get(kind)
    if found is None or not 0 < health <= full_health(found):
        return None
    return TileSeen(found, health)
