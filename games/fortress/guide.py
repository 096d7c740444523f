"""The texts of Heir Apparent: Fortress as data, for its page of rules, its screens and the docs.

Numbers stand here as a person reads them; a test holds each against the rules. The numbers of rules
are behind the rows that say them (docs/rules). Keys are a kind and a name: ``unit.archer``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.guide import Chapter, Guide, Topic
from games.fortress.guide_terms import OPTIONS, TERMS
from games.fortress.kinds import TILES, UNITS, TileKind, UnitKind

AIM: Final = "Be the first to make {artifacts} Artifacts."  # FT-1, FTD-1
GOAL: Final = "Be the first to make all the Artifacts."

TURN: Final = (  # FTD-6
    "Your Lodgings with nobody on them make one Infantry each.",
    "You look around: your Tiles see 3 cells far, your Units 2.",
    "All players give their orders at the same time, in secret.",
    "All Units move at once. Then whoever shares a cell with a rival fights, and all shots land.",
    "Your Units work where they stand: they dig Gold, make Artifacts, or become better Units.",
)

_GAME: Final = Chapter(
    "game",
    "The game",
    (
        Topic(  # FT-1, FT-2, FT-3
            "game.aim",
            "What you play for",
            "Dig Gold at Deposits out in the land, carry it home to a Workshop, and turn it into"
            " Artifacts. Whoever has 12 first wins; in a quick game 4 are enough. Find the rivals,"
            " and break what feeds them.",
            ("terrain.deposit", "tile.workshop", "term.gauge", "game.end"),
        ),
        Topic(  # FT-5, FT-6, FTG-7, FTG-8, FTG-9, FTD-20
            "game.build",
            "Round 1: building",
            "A Workshop stands on your start. Everybody gets the same three pieces: one single"
            " Lodging and two pieces of two to four Tiles. Lay them within 3 cells of your start,"
            " turned as you like, so that all Tiles hang together. What you do not lay is lost,"
            " but for the Lodging, which is then put next to your fortress. Nothing is built"
            " later.",
            ("tile.lodging", "tile.workshop", "tile.wall", "tile.ballista"),
        ),
        Topic(  # FTD-6, FTG-36
            "game.round",
            "A round",
            "Lodgings make Units; you look around; all seal their orders; all Units move; all blows"
            " and shots fall at the same moment; what has no health left is removed; the Units that"
            " are left work; the Artifacts of all are told.",
            ("term.orders", "term.sight", "term.fight", "term.artifacts"),
        ),
        Topic(  # FT-4, FTG-46, FTG-47, FTD-22, FTB-11
            "game.end",
            "How it ends",
            "The game ends with the round in which somebody has 12 Artifacts (4 in a quick game);"
            " all who have them then win together. A player without a Unit and without a Lodging is"
            " out; the last one who is not wins. After 120 rounds, or when nobody has made an"
            " Artifact or gone out for 40, the most Artifacts decide, then the fuller gauge, then"
            " the most Units.",
            ("term.artifacts", "term.gauge", "term.out", "term.audit"),
        ),
    ),
)

_UNITS: Final = Chapter(
    "units",
    "Units",
    (
        Topic(  # FT-19, FTG-16
            "unit.infantry",
            "Infantry",
            "12 health, 2 damage, carries up to 5 Gold, moves 1 cell. Fights what it shares a cell"
            " with. The best carrier.",
            ("term.move", "term.fight", "tile.lodging"),
        ),
        Topic(  # FT-20, FT-26, FT-34, FTG-28, FTG-29, FTG-30
            "unit.archer",
            "Archer",
            "10 health, 1 damage, carries up to 2 Gold, moves 1 cell. After its move it shoots at a"
            " cell up to 2 away, over mountains too. Without a target it fights on its own cell."
            " On a rival's Tile it cannot shoot, only fight there.",
            ("term.shot", "term.move", "tile.lodging"),
        ),
        Topic(  # FT-21, FTD-15
            "unit.cavalry",
            "Cavalry",
            "16 health, 4 damage, carries up to 3 Gold, moves up to 2 cells. A rival's Tile on the"
            " first cell ends its move there. Fights what it shares a cell with. Nothing is above"
            " it.",
            ("term.move", "term.fight", "tile.lodging"),
        ),
    ),
)

_TILE_RULES: Final[Mapping[TileKind, str]] = {
    TileKind.LODGING: (
        "Makes one Infantry at the start of a round if nobody stands on it. A Unit that ends"
        " the round on it becomes the next better one, with full health: Infantry, Archer,"
        " Cavalry. Gold above what the new Unit can carry is lost."
    ),
    TileKind.WORKSHOP: (
        "A Unit with Gold that ends the round on it spends 1 Gold and fills your gauge by a"
        " step. 5 steps make an Artifact; in a quick game 3."
    ),
    TileKind.WALL: "Does nothing but stand in the way: no rival Unit passes it.",
    TileKind.BALLISTA: (
        "With your Unit on it, it shoots 8 damage at a cell up to 4 away; a mountain in the"
        " line stops it. Without an order it shoots at the nearest rival Unit you see. A Unit"
        " that serves it does not fight on its own cell; on hold it does."
    ),
}
"""What each kind of Fortress Tile does."""


def _tile_text(kind: TileKind) -> str:
    return f"{TILES[kind].health} health. {_TILE_RULES[kind]}"


_TILES: Final = Chapter(
    "tiles",
    "Tiles of a fortress",
    (
        Topic(  # FT-10, FT-17, FTG-12, FTG-13, FTG-14, FTG-41, FTG-42
            "tile.lodging",
            "Lodging",
            _tile_text(TileKind.LODGING),
            ("unit.infantry", "unit.archer", "unit.cavalry", "term.limit"),
        ),
        Topic(  # FT-11, FTG-43, FTG-44
            "tile.workshop",
            "Workshop",
            _tile_text(TileKind.WORKSHOP),
            ("term.gauge", "term.gold", "terrain.deposit"),
        ),
        Topic(  # FT-12
            "tile.wall",
            "Wall",
            _tile_text(TileKind.WALL),
            ("term.move", "term.tiles"),
        ),
        Topic(  # FT-13, FT-27, FTG-31 to FTG-35, FTD-12, FTD-24
            "tile.ballista",
            "Ballista",
            _tile_text(TileKind.BALLISTA),
            ("term.shot", "term.hold", "terrain.mountain"),
        ),
    ),
)

_TERRAIN: Final = Chapter(
    "terrain",
    "The land",
    (
        Topic(
            "terrain.plain",
            "Plain",
            "Open land without any effect. All cells within 3 of a start are plain.",
            ("term.fog",),
        ),
        Topic(  # FT-14, FTD-4, FTG-34
            "terrain.mountain",
            "Mountain",
            "No Unit enters it. It stops the shots of a Ballista, and hides rivals behind it.",
            ("tile.ballista", "term.sight"),
        ),
        Topic(  # FT-15, FTD-5, FTD-25
            "terrain.overgrowth",
            "Overgrowth",
            "A Unit in it is hidden from all who do not stand on that very cell.",
            ("term.sight", "term.fight"),
        ),
        Topic(  # FT-16, FTG-40
            "terrain.deposit",
            "Deposit",
            "A Unit that ends the round on it gains 1 Gold, up to what it can carry. Several may"
            " dig at once, also of different players. It never runs out.",
            ("term.gold", "tile.workshop"),
        ),
    ),
)


def unit_rules(kind: UnitKind) -> str:
    """What the guide says of a kind of Unit."""
    return _text(_UNITS, f"unit.{UNITS[kind].name.lower()}")


def tile_rules(kind: TileKind) -> str:
    """What the guide says of a kind of Fortress Tile, behind its name and health."""
    return f"{TILES[kind].name}, {TILES[kind].health} health: {_TILE_RULES[kind]}"


def _text(chapter: Chapter, key: str) -> str:
    return next(topic.text for topic in chapter.topics if topic.key == key)


def aim(artifacts: int) -> str:
    """What one plays for at a table."""
    return AIM.format(artifacts=artifacts)


GUIDE: Final = Guide(aim(12), GOAL, TURN, (_GAME, _UNITS, _TILES, _TERRAIN, TERMS, OPTIONS))
