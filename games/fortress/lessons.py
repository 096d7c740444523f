"""The guided first game of Heir Apparent: Fortress. Rules are in docs/rules/fortress.md."""

from __future__ import annotations

from typing import Final

from games.engine.tutorial import BEGIN, Lesson, Tutorial, asked, told
from games.fortress.course import ROUND
from games.fortress.public import BUILD, ORDERS
from games.fortress.report import DUG, FOUGHT, GAUGE, UPGRADED

TUTORIAL: Final = Tutorial(
    bots=1,
    options={"artifacts": 1, "gauge": 3},
    lessons=(
        Lesson(
            "A fortress in the fog",
            "You and a rival live somewhere on this map, and neither knows where the other is. Dig"
            " Gold at Deposits, carry it to your Workshop, and make Artifacts of it. In this short"
            " game the first Artifact wins: three Gold, brought home.",
            (BEGIN,),
            ("game.aim", "tile.workshop"),
        ),
        Lesson(
            "Build your fortress",
            "You have three pieces to lay around your Workshop, so that all of it hangs together."
            " A Lodging makes your Units. Keep the Workshop reachable for them; a Wall is best"
            " where a rival might come from.",
            (asked(BUILD),),
            ("game.build", "tile.lodging", "tile.wall"),
            keys="Space lays a piece where the cursor is, t turns it, Tab takes the next. A + marks"
            " where it can lie, a ~ is fog. What is not laid now is lost.",
            typed="Type map to see where you are; type help for how orders are typed.",
        ),
        Lesson(
            "Orders, sealed",
            "All players give theirs at the same time, and nobody sees them before they happen."
            " Your first aim is to find a Deposit. So send your Units out in different directions;"
            " each sees two cells far.",
            (asked(ORDERS),),
            ("term.orders", "term.sight", "terrain.deposit"),
            keys="Tab goes from Unit to Unit. Put the cursor on a cell and press Space to send one"
            " there. A Deposit is a $.",
            typed="Such as: i1 go 3,-2. Then done, once all have theirs.",
        ),
        Lesson(
            "Orders that stand",
            "A Unit can be sent a long way over several rounds, and can dig, carry the Gold home"
            " and come back by itself, until you say otherwise. A Lodging with nobody on it makes a"
            " new Infantry each round: keep it free.",
            (told(f"{ROUND} 4"),),
            ("term.standing", "tile.lodging"),
            keys="Both with the cursor where the Unit is to go: g sends it there, d lets it dig.",
            typed="Such as: i1 go 3,-2, and i1 dig 3,-2.",
        ),
        Lesson(
            "Gold",
            "Each Unit that ends a round on a Deposit has dug 1 Gold, up to what it can carry. An"
            " Infantry carries five. Now bring it to the Workshop.",
            (told(DUG),),
            ("term.gold", "tile.workshop"),
        ),
        Lesson(
            "Your gauge",
            "A Unit with Gold that ends its round on the Workshop has filled the gauge by a step."
            " Let it stay there until its Gold is used up. At three steps you have an Artifact.",
            (told(GAUGE),),
            ("term.gauge",),
        ),
        Lesson(
            "A fight",
            "Who shares a cell with a rival fights; all strike at once. Shots hit whoever is on the"
            " cell after all have moved, so who moves away in time is missed.",
            (told(FOUGHT),),
            ("term.fight", "term.shot", "term.evasion"),
            keys="e tells what happened in the last round.",
            typed="The command table tells what happened in the last round.",
        ),
        Lesson(
            "A better Unit",
            "A Unit that ends a round on a Lodging becomes the next better one: Infantry, Archer,"
            " Cavalry.",
            (told(UPGRADED),),
            ("tile.lodging", "unit.archer", "unit.cavalry"),
        ),
    ),
)
"""Two seats, one Artifact of three steps."""
