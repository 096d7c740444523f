"""Whatever is pressed, clicked or resized: nothing breaks, and no picture is the wrong size."""

from __future__ import annotations

import pytest

from cli.model.intents import Decide
from cli.model.names import people
from cli.model.table_text import Names
from cli.tui.table.screen import TableScreen
from cli.tui.toolkit.actions import conflicts
from games.registry import GAMES, make
from p2p.client.talk.chat import ChatLine
from p2p.wire.charter import Member
from simulation.dealer import dice
from tests.cli.tui.house import LocalTable, Stage

KEYS = (
    *"1234567890ypPuUihjklLbcwfvsromn/?q",
    "enter", "esc", "space", "tab", "s-tab", "up", "down", "left", "right", "pgup", "pgdn",
    "home", "end", "backspace",
)  # fmt: skip
SIZES = ((80, 24), (100, 32), (120, 40), (79, 24), (90, 60))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_random_keys(game: str, seed: int) -> None:
    below = dice(seed)
    seats = max(2 + seed % 2, make(game).info.min_seats)
    table = LocalTable(game, seats, seed)
    stage = Stage()
    screen = stage.sit(table)
    screen.state.can_chat = True
    for _ in range(250):
        stage.size = SIZES[below(len(SIZES)) if below(10) == 0 else 0]
        if below(4):
            stage.press(KEYS[below(len(KEYS))])
        else:
            stage.click(below(stage.size[0]), below(stage.size[1]))
        decided = [intent for intent in stage.ui.intents if isinstance(intent, Decide)]
        stage.ui.intents.clear()
        assert not conflicts(stage.ui.actions())
        if decided and table.prompt is not None and decided[0].step == table.prompt.step:
            table.decide(decided[0].decision)
            stage.take(screen.state, table.snapshot())
        if len(stage.ui.screens) > 6:
            stage.show(screen)


NASTY = (
    "\x1b[31mred\x1b[0m",
    "abc\u202edef",
    "\u200b\u200b",
    "王小明王小明王小明",
    "a\u0301\u0301\u0301\u0301\u0301\u0301",
    "line\nbreak\rback\x08\x07",
)


@pytest.mark.parametrize("name", NASTY)
def test_no_name_harms_the_screen(name: str) -> None:
    members = [Member(bytes([n]) * 32, said) for n, said in enumerate(("Ana", name, name), 1)]
    names = Names(people(members, members[0].key, {}), 0)
    for size in ("small", "wide"):
        stage = Stage(size)
        table = LocalTable(seed=4)
        table.decide(table.advised())
        screen = stage.sit(table)
        screen.state.names = names
        for keys in ((), ("1",), ("esc",), ("w",), ("esc",), ("L",)):
            stage.press(*keys)
            for row in stage.picture().cells:
                text = "".join(row)
                assert "\x1b" not in text
                assert "\u202e" not in text
        assert isinstance(screen, TableScreen)


def test_a_long_name_of_our_own_still_says_that_it_is_ours() -> None:
    stage = Stage()
    screen = stage.sit(LocalTable(seed=4))
    members = [Member(bytes([n]) * 32, "a name of many letters") for n in range(1, 4)]
    screen.state.names = Names(people(members, members[0].key, {}), 0)
    row = stage.lines()[3]
    assert "A a name of… (you) 6" in row, row


@pytest.mark.parametrize("text", NASTY)
def test_no_chat_harms_the_screen(text: str) -> None:
    for size in ("small", "wide"):
        stage = Stage(size)
        screen = stage.sit(LocalTable(seed=4))
        screen.state.say([ChatLine(1, text)])
        for row in stage.picture().cells:
            assert not {"\x1b", "\u202e", "\u200b", "\r", "\x08"} & set("".join(row))
        assert "Ben:" in stage.text


@pytest.mark.parametrize("text", NASTY)
def test_no_raw_text_harms_the_canvas(text: str) -> None:
    from cli.tui.toolkit.canvas import Canvas
    from tests.cli.tui.house import check_picture

    for column in (-3, 0, 5, 8, 9):
        canvas = Canvas(10, 2)
        canvas.put(column, 0, text)
        canvas.put(3, 0, "x")
        check_picture(canvas, 10, 2)
