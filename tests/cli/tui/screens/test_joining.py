"""The form to join by: the list, what an empty one says, words of a closed table, public nodes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cli.model.intents import Host, Intent, Join, Quit
from cli.tui.screens.game_forms import HostForm
from cli.tui.screens.join_form import (
    QUIET_SECONDS,
    FoundTable,
    JoinForm,
    WordsForm,
    keeping_menu,
    public_nodes_menu,
    whose_words_menu,
)
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu
from tests.cli.tui.house import Stage

OPEN = FoundTable("King, opened by Ana", "1 of 3 seats taken", "crown1-x", "a" * 16)
CLOSED = FoundTable("Court, opened by Ben", "1 of 3 seats taken, closed", "", "b" * 16)
SILENT = FoundTable("Court, opened by Cy", "does not answer at the moment", "", "c" * 16, False)


def form(stage: Stage, *found: FoundTable) -> JoinForm:
    made = JoinForm(stage.ui)
    stage.show(made)
    made.find(found)
    return made


def test_of_several_closed_tables_one_is_picked_for_the_words() -> None:
    stage = Stage("wide")
    wanted = Join("amber zebra", internet=True, host="Ana")
    tables = [("Ana's King at 192.0.2.1", "a" * 16), ("Ana's King at 192.0.2.2", "b" * 16)]
    stage.show(whose_words_menu(stage.ui, wanted, tables))
    assert "192.0.2.2" in stage.text
    stage.press("2")
    assert stage.ui.intents[-1] == Join("amber zebra", table="b" * 16, internet=True)


def test_only_tables_that_answer_can_be_picked() -> None:
    stage = Stage("wide")
    made = form(stage, OPEN, CLOSED, SILENT)
    titles = [line.label for line in made.lines if line.run is not None]
    assert titles == ["Join", OPEN.title, CLOSED.title]
    assert "does not answer at the moment" in stage.text


def test_an_open_table_is_joined_by_picking() -> None:
    stage = Stage("wide")
    form(stage, OPEN)
    stage.press("down", "right", "down", "down", "enter")
    assert stage.ui.intents[-1] == Join("crown1-x", watch=True)


def test_a_closed_one_asks_for_its_words() -> None:
    stage = Stage("wide")
    form(stage, CLOSED)
    stage.press("down", "down", "down", "enter")
    assert isinstance(stage.ui.top, WordsForm)
    before = len(stage.ui.intents)
    stage.press("enter")
    assert "Type the two words first" in stage.text
    assert len(stage.ui.intents) == before
    stage.press(*"amber zebr".replace(" ", "_"), "enter")
    assert stage.ui.intents[-1] == Join("amber_zebr", table=CLOSED.tag)


def test_an_empty_list_explains_itself_after_a_while() -> None:
    stage = Stage("small")
    made = form(stage)
    made.own_address = "192.168.7.5"
    assert "they appear here by themselves" in stage.text
    stage.now += QUIET_SECONDS - 0.5
    assert "they appear here by themselves" in stage.text
    stage.now += 0.5
    said = " ".join(stage.text.split())
    for part in (
        "carry no announcements",
        "192.168.1.5 amber-zebra",
        "This machine is 192.168.7.5",
    ):
        assert part in said
    made.find([OPEN])
    assert "carry no announcements" not in stage.text


def test_public_nodes_are_asked_only_after_a_yes() -> None:
    stage = Stage("wide")
    join = Join("amber zebra amber zebra amber")
    host = Host("king", 2, words=True)
    wanted: list[object] = []
    stage.show(public_nodes_menu(stage.ui, join))
    assert "learn your address" in " ".join(stage.text.split())
    stage.press("n")
    assert join not in stage.ui.intents
    stage.show(public_nodes_menu(stage.ui, join))
    stage.press("y")
    wanted.append(stage.ui.intents[-1])
    for key in ("y", "n"):
        stage.show(keeping_menu(stage.ui, host))
        stage.press(key)
        wanted.append(stage.ui.intents[-1])
    assert wanted == [
        Join(join.invite, asked=True),
        Host("king", 2, words=True, asked=True),
        Host("king", 2),
    ]


def test_a_command_goes_on_after_its_question_and_ends_where_that_leads_nowhere() -> None:
    """`crownless host --words` and `join` with five words: once, they ended at a yes."""
    join = Join("amber zebra amber zebra amber")
    host = Host("king", 2, words=True)
    asks_host, asks_guest = partial(keeping_menu, host=host), partial(public_nodes_menu, join=join)
    steps: tuple[tuple[Callable[[Ui], Menu], str, Intent], ...] = (
        (asks_host, "y", replace(host, asked=True)),
        (asks_host, "n", Host("king", 2)),
        (asks_guest, "y", replace(join, asked=True)),
        (asks_guest, "n", Quit()),
        (asks_guest, "esc", Quit()),
    )
    for menu, key, wanted in steps:
        stage = Stage("wide")
        stage.ui.alone = True
        stage.ui.push(menu(stage.ui))
        stage.press(key)
        assert stage.ui.intents == [wanted]


def test_the_form_of_a_host_says_what_it_chooses() -> None:
    stage = Stage("wide")
    made = HostForm(stage.ui)
    stage.show(made)
    made.shown.at, made.internet.at = 1, 2
    made._open()
    host = stage.ui.intents[-1]
    assert isinstance(host, Host)
    assert (host.show, host.closed, host.words, host.internet, host.asked) == (True,) * 5
