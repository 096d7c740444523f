"""What words mean, and what can be agreed before the start: two chapters of the guide."""

from __future__ import annotations

from typing import Final

from games.engine.guide import Chapter, Topic

TERMS: Final = Chapter(
    "terms",
    "Words",
    (
        Topic(
            "term.cell",
            "Cell",
            "One hex of the map, named by two numbers such as (3,-2). It has six neighbours. Two"
            " cells are as far apart as one of them is steps away from the other.",
            ("term.move",),
        ),
        Topic(
            "term.tiles",
            "Tile",
            "A part of a fortress: Lodging, Workshop, Wall or Ballista. A Tile that loses all its"
            " health is gone for good, and the ground under it is open again. Tiles never strike"
            " back; only a Ballista with a Unit on it does damage.",
            ("tile.lodging", "tile.workshop", "tile.wall", "tile.ballista"),
        ),
        Topic(  # FTD-3, FTD-4, FTD-23
            "term.fog",
            "Fog",
            "Nobody knows the land outside the build areas before seeing it. What you have seen of"
            " the land you keep. In one round only so many new cells are opened, the nearest first;"
            " the rest follows in the next.",
            ("term.sight", "term.memory"),
        ),
        Topic(  # FTD-4, FTD-21, FTD-25, FTD-31, FTG-50
            "term.sight",
            "Sight",
            "At the start of a round each of your Tiles sees 3 cells far and each of your Units 2:"
            " the land, and the Units and Tiles of rivals, their kind and their health, but never"
            " their Gold, nor which of two equal Units is which. Not seen are Units in Overgrowth,"
            " and what lies behind a mountain.",
            ("terrain.mountain", "terrain.overgrowth", "term.memory"),
        ),
        Topic(  # FTD-4
            "term.memory",
            "Remembered Tiles",
            "A rival's Tile that you saw once stays on your map, dimmed. It may be gone by now.",
            ("term.sight",),
        ),
        Topic(  # FTG-23, FTD-28
            "term.orders",
            "Orders",
            "For each Unit where it goes, and for each Archer and Ballista where it shoots. Nobody"
            " sees them before they happen, and you cannot change them once they are sealed. A Unit"
            " without an order stays.",
            ("term.move", "term.shot", "term.standing"),
        ),
        Topic(
            "term.standing",
            "Standing orders",
            "Go there; dig and carry home; guard. Your own client makes the orders of each round"
            " from them until they are done. Nobody else sees them.",
            ("term.orders",),
        ),
        Topic(  # FT-22, FT-23, FTG-1, FTG-20, FTG-21, FTD-15, FTD-19
            "term.move",
            "Moving",
            "Infantry and Archers move 1 cell, Cavalry up to 2. Never into a mountain, nor into"
            " land that you have not seen. Your own Tiles let you pass, a rival's Tile does not:"
            " who enters it stays and fights. Two of your own Units never end on one cell. Rivals"
            " who swap places do not meet.",
            ("term.cell", "term.fight"),
        ),
        Topic(  # FT-29 to FT-32, FTG-24 to FTG-27, FTD-7, FTD-21
            "term.fight",
            "Fight",
            "Units of different players that end a round on one cell fight, and so does a Unit on a"
            " rival's Tile. All strike at once. Who faces several divides its damage evenly among"
            " them; fractions count. All who take part learn who was there and how strong.",
            ("term.evasion", "term.shot", "term.tiles"),
        ),
        Topic(  # FT-26, FT-27, FT-33, FTD-7, FTD-21
            "term.shot",
            "Shot",
            "Archers and manned Ballistas shoot at a cell, not at a Unit. Damage is divided evenly"
            " among all rival Units there and the rival Tile. Your own are never hit. The victim"
            " learns whose shot it was, not where it came from.",
            ("unit.archer", "tile.ballista", "term.evasion"),
        ),
        Topic(  # FT-28
            "term.evasion",
            "Evasion",
            "A blow or a shot hits who is on the cell after all have moved. Who leaves in time is"
            " missed; who guesses where the other goes hits.",
            ("term.fight", "term.shot"),
        ),
        Topic(  # FTD-16, FTD-24
            "term.hold",
            "Hold",
            "An order for a Ballista not to shoot this round. The Unit on it then fights on its own"
            " cell, if it must.",
            ("tile.ballista",),
        ),
        Topic(  # FT-16, FTG-37
            "term.gold",
            "Gold",
            "Carried by Units: Infantry up to 5, Archers 2, Cavalry 3. Only its owner knows of it."
            " It is lost with the Unit that carries it.",
            ("terrain.deposit", "tile.workshop"),
        ),
        Topic(  # FTG-43, FTG-44, FTG-48
            "term.gauge",
            "Gauge",
            "Counts the steps to your next Artifact: 5, in a quick game 3. One for all your"
            " Workshops; what is too much counts for the next. Only you see it.",
            ("tile.workshop", "term.artifacts"),
        ),
        Topic(  # FTD-8, FTD-27
            "term.artifacts",
            "Artifacts",
            "What you win by. After each round everybody is told how many each player has. They"
            " cannot be lost or taken.",
            ("term.gauge", "game.end"),
        ),
        Topic(  # FTG-15, FTD-1, FTD-20
            "term.limit",
            "Limit of Units",
            "Nobody has more than 12 Units at a time. At the limit Lodgings make none.",
            ("tile.lodging",),
        ),
        Topic(  # FTG-47, FTD-22
            "term.out",
            "Out",
            "A player without a Unit and without a Lodging is out: the Tiles that are left stay in"
            " the way, but see and do nothing.",
            ("game.end",),
        ),
        Topic(  # FTD-13
            "term.gone",
            "Gone",
            "The Units and Tiles of a player who has left the table vanish with the next round.",
            ("game.end",),
        ),
        Topic(  # FTD-9
            "term.audit",
            "Audit",
            "What everybody hid in the game is checked at its end: each client shows the key of its"
            " secrets, and all others play the whole game again with open cards. Until then the"
            " result is provisional. Who has cheated, or does not show the key, cannot win.",
            ("game.end",),
        ),
    ),
)

OPTIONS: Final = Chapter(
    "options",
    "Options of a table",
    (
        Topic(  # FTD-1
            "option.artifacts",
            "Artifacts to win",
            "How many Artifacts win the game: 12, 8, or 4 for a quick game.",
            ("game.end",),
        ),
        Topic(
            "option.gauge",
            "Workshop steps for an Artifact",
            "How many steps make an Artifact: 5, or 3 for a quick game.",
            ("term.gauge",),
        ),
        Topic(
            "option.units",
            "Units a player may have",
            "How many Units a player may have at a time: 12, 8 or 6.",
            ("term.limit",),
        ),
        Topic(
            "option.rounds",
            "Rounds, at most",
            "After how many rounds the game ends in any case: 120, 80 or 40.",
            ("game.end",),
        ),
        Topic(  # FTB-12
            "option.pieces",
            "Fortress pieces are mostly",
            "What there is most of on the two drawn pieces of a fortress: workshops, and Ballistas"
            " that guard them; or walls, as in the game that this one comes from.",
            ("game.build",),
        ),
    ),
)
