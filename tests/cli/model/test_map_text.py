"""A map in plain lines, and what is around a hex."""

from __future__ import annotations

from dataclasses import replace

from cli.model.map_text import around, map_command, map_lines
from cli.model.table_text import table_lines
from games.engine.map_view import MapView
from games.engine.view import View
from games.fortress.battle import TileSeen
from games.fortress.kinds import Terrain, full_health
from games.fortress.mapping import map_of
from games.fortress.planner import begin_draft
from games.fortress.sightings import Remembered
from tests.cli.cast import ADA_BEN
from tests.games.fortress.build import CAVALRY, INFANTRY, RED, WALL, at, force, on_cell, unit
from tests.games.fortress.halves import half_of

SEEN: MapView = map_of(
    half_of(
        force([unit(INFANTRY, at(0, 0))]),
        terrain={at(1, 0): Terrain.MOUNTAIN},
        rivals={at(0, 2): (on_cell(RED, CAVALRY),), at(-1, 0): (on_cell(RED, None, WALL),)},
        watched=(at(0, 2), at(-1, 0)),
    )
)


def test_every_row_lies_half_a_hex_further_right_than_the_one_above() -> None:
    lines = map_lines(SEEN, at(0, 0))
    assert len(lines) > len(SEEN.rows)
    rows = dict(zip(SEEN.rows, lines, strict=False))
    assert rows[0].split() == ["0", *[","] * 7, "#b", "i1", "^", *[","] * 7]
    assert rows[2].index("Cb") - rows[0].index("i1") == 4
    assert max(map(len, lines)) <= 79
    assert "~ never seen" in " ".join(lines)


def test_a_map_that_is_too_wide_is_cut_around_its_middle() -> None:
    lines = map_lines(SEEN, at(-8, 0), 40)
    assert max(len(line) for line in lines[:17]) <= 40
    assert "#b" in "".join(map_lines(SEEN, at(0, 0), 40))


def test_what_is_around_a_hex() -> None:
    assert around(SEEN, at(0, 0), ADA_BEN) == [
        "0,0: your Infantry i1 (12 of 12 health), plain.",
        "1 west (-1,0): Ben's Wall (20 of 20 health), plain",
        "1 east (1,0): a mountain, not in view now",
        "2 south-east (0,2): Ben's Cavalry (16 of 16 health), plain",
        "The rest within 3: 33 plain.",
    ]


def test_the_command() -> None:
    assert map_command(None, "", ADA_BEN) == ["There is no map in this game, or none yet."]
    assert map_command(SEEN, "", ADA_BEN)[0].strip().startswith("-8")
    assert map_command(SEEN, "1,0", ADA_BEN)[0] == "1,0: a mountain, not in view now."
    assert map_command(SEEN, "99,0", ADA_BEN) == ["There is no hex 99,0 on this map."]
    assert map_command(SEEN, "there", ADA_BEN) == [
        "Name a hex by its two numbers, such as: map 3,-2; or a Unit of yours."
    ]


def test_while_orders_are_given_units_are_places_too() -> None:
    half = half_of(force([unit(INFANTRY, at(0, 0))]))
    plan = begin_draft(half, half.public.orders_form, None)
    assert map_command(plan.map, "I1", ADA_BEN, plan)[0].startswith("0,0: your Infantry i1")
    assert map_command(plan.map, "i2", ADA_BEN, plan)[0].startswith("Name a hex")


def test_the_table_tells_who_is_in_view() -> None:
    view = View("fortress", "Fortress", "Round 5", (), (), (), (), map=SEEN)
    assert table_lines(view, ADA_BEN) == [
        "Fortress. Round 5",
        "  Aim: Be the first to make all the Artifacts.",
        "  You have no Workshop left.",
        "  You know of no Deposit yet.",
        "  -1,0: Ben's Wall (20 of 20 health), plain",
        "  0,2: Ben's Cavalry (16 of 16 health), plain",
    ]


def test_the_table_tells_where_remembered_tiles_stood() -> None:
    once = Remembered(RED, TileSeen(WALL, full_health(WALL)), 3)
    seen = map_of(replace(half_of(force()), memory={at(-1, 0): once, at(2, 0): once}))
    view = View("fortress", "Fortress", "Round 5", (), (), (), (), map=seen)
    assert table_lines(view, ADA_BEN)[-1] == (
        "  Tiles of rivals remembered at -1,0 and 2,0; map -1,0 tells more."
    )
