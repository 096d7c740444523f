"""The guide has an entry for everything there is, and says the numbers that the rules play by."""

from __future__ import annotations

import re

import pytest

from games.engine.errors import RulesError
from games.fortress import kinds
from games.fortress.chart import size_for
from games.fortress.guide import GUIDE, TURN, aim
from games.fortress.kinds import TILES, UNITS, Terrain, TileKind, UnitKind, upgraded
from games.fortress.settings import OPTIONS, QUICK, QUIET_ROUNDS

DEFAULTS = {option.key: option.default for option in OPTIONS}


def text(key: str) -> str:
    return GUIDE.topic(key).text


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", words)]


def test_keys_and_titles_are_used_once() -> None:
    topics = GUIDE.topics()
    assert len({topic.key for topic in topics}) == len(topics)
    assert len({topic.title for topic in topics}) == len(topics)


def test_every_topic_leads_to_topics_that_exist_and_not_to_itself() -> None:
    for topic in GUIDE.topics():
        assert topic.key not in topic.see
        for key in topic.see:
            assert GUIDE.topic(key).text


def test_an_unknown_topic_is_an_error() -> None:
    with pytest.raises(RulesError, match=r"no topic 'unit\.wizard'"):
        GUIDE.topic("unit.wizard")


def test_a_turn_has_five_lines_that_fit_a_small_terminal_twice() -> None:
    assert len(TURN) == 5
    assert max(map(len, TURN)) <= 2 * 72


def test_the_aim_is_one_sentence_with_the_number_of_the_table() -> None:
    assert aim(4) == "Be the first to make 4 Artifacts."


@pytest.mark.parametrize("kind", UnitKind)
def test_a_unit_is_described_by_the_numbers_of_its_row(kind: UnitKind) -> None:
    row, said = UNITS[kind], text(f"unit.{kind.name.lower()}")
    assert GUIDE.topic(f"unit.{kind.name.lower()}").title == row.name
    assert f"{row.health} health, {row.damage} damage, carries up to {row.carries} Gold" in said
    assert ("moves 1 cell." if row.steps == 1 else f"moves up to {row.steps} cells.") in said
    assert ("shoots" in said) == bool(row.reach)
    assert not row.reach or f"up to {row.reach} away" in said


@pytest.mark.parametrize("kind", TileKind)
def test_a_tile_is_described_by_the_numbers_of_its_row(kind: TileKind) -> None:
    topic = GUIDE.topic(f"tile.{kind.name.lower()}")
    assert topic.title == TILES[kind].name
    assert topic.text.startswith(f"{TILES[kind].health} health.")


@pytest.mark.parametrize("terrain", Terrain)
def test_every_terrain_has_a_topic(terrain: Terrain) -> None:
    assert GUIDE.topic(f"terrain.{terrain.value}").title == terrain.value.capitalize()


def test_a_ballista_is_described_by_its_damage_and_range() -> None:
    assert numbers(text("tile.ballista"))[1:] == [kinds.BALLISTA_DAMAGE, kinds.BALLISTA_RANGE]


def test_upgrades_are_told_in_their_order() -> None:
    order = [UnitKind.INFANTRY]
    while upgraded(order[-1]) is not order[-1]:
        order.append(upgraded(order[-1]))
    assert ", ".join(UNITS[kind].name for kind in order) in text("tile.lodging")


def test_sight_is_told_as_far_as_it_goes() -> None:
    far = [kinds.TILE_SIGHT, kinds.UNIT_SIGHT]
    assert numbers(TURN[1]) == far
    assert numbers(text("term.sight")) == far


def test_gold_is_told_as_it_is_carried() -> None:
    assert numbers(text("term.gold")) == [UNITS[kind].carries for kind in UnitKind]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_build_area_is_told_as_large_as_it_is(seats: int) -> None:
    assert f"within {size_for(seats).build} cells of your start" in text("game.build")
    assert f"within {size_for(seats).build} of a start" in text("terrain.plain")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_option_has_a_topic_with_its_label_and_its_values(option: object) -> None:
    row = next(one for one in OPTIONS if one is option)
    assert GUIDE.topic(f"option.{row.key}").title == row.label
    words = text(f"option.{row.key}")
    assert numbers(words) == [value for value in row.values if isinstance(value, int)]
    assert all(value in words for value in row.values if isinstance(value, str))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("game.aim", [DEFAULTS["artifacts"], QUICK["artifacts"]]),
        (
            "game.end",
            [DEFAULTS["artifacts"], QUICK["artifacts"], DEFAULTS["rounds"], QUIET_ROUNDS],
        ),
        ("term.gauge", [DEFAULTS["gauge"], QUICK["gauge"]]),
        ("term.limit", [DEFAULTS["units"]]),
    ],
)
def test_a_topic_says_the_default_and_what_a_quick_game_has(key: str, said: list[int]) -> None:
    assert numbers(text(key)) == said


def test_a_workshop_says_the_steps_of_an_artifact() -> None:
    assert numbers(text("tile.workshop"))[2:] == [DEFAULTS["gauge"], QUICK["gauge"]]
