"""Tables and past games on the screen: checked, stepped through and deleted by keys."""

from __future__ import annotations

from dataclasses import replace

from cli.model.deleting import Deletion
from cli.model.intents import DeleteTable, OpenReplay, Resume, Verify
from cli.tui.screens.invites import BACK, Invites
from cli.tui.screens.shelf import RESUME, History, Shelf, TableEntry, Tables
from cli.tui.toolkit.asking import AskLine
from tests.cli.tui.house import Stage

OVER = TableEntry("b", "King (host)", "Ana won", open=False, deletion=Deletion("Gone.", "yes"))
WAITS = Deletion("Ben waits.", "delete")
GOING = TableEntry("a", "Court (guest)", "Ana, Ben", open=True, deletion=WAITS)
LOBBY = TableEntry("c", "Court (host)", "open", open=True, begun=False)


def listed(*entries: TableEntry, columns: str = "small") -> Stage:
    stage = Stage(columns)
    stage.ui.push(Tables(stage.ui, Shelf(tables=entries)))
    return stage


def test_the_record_of_a_table_is_checked_and_replayed() -> None:
    stage = listed(OVER)
    stage.press("v", "r", "enter")
    assert stage.ui.intents == [Verify(table="b"), OpenReplay(table="b"), Resume("b")]


def test_a_table_that_has_not_begun_has_no_record() -> None:
    stage = listed(LOBBY)
    stage.press("v", "r")
    assert not stage.ui.intents
    assert "has not begun" in stage.text


def test_a_finished_table_is_deleted_after_a_question() -> None:
    stage = listed(OVER)
    stage.press("d")
    assert "Gone." in stage.text
    stage.press("enter")
    assert not stage.ui.intents, "the cursor stands on: keep it"
    stage.press("d", "esc", "d", "y")
    assert stage.ui.intents == [DeleteTable("b")]


def test_one_in_play_wants_the_stronger_word() -> None:
    stage = listed(GOING)
    stage.press("d")
    assert isinstance(stage.ui.top, AskLine)
    assert "Ben waits." in stage.text
    stage.press(*"yes", "enter")
    assert not stage.ui.intents
    assert "Nothing was deleted." in stage.text
    stage.press("d", *"delete", "enter")
    assert stage.ui.intents == [DeleteTable("a")]


def test_who_has_to_be_brought_back_gets_an_invite_from_the_list() -> None:
    stage = listed(replace(GOING, back="crown1-back"), OVER)
    stage.press("i")
    assert isinstance(stage.ui.top, Invites)
    shown = " ".join(stage.text.split())
    for part in (BACK, "crown1-back", RESUME):
        assert part in shown
    stage.press("esc", "down", "i")
    assert not isinstance(stage.ui.top, Invites), "nobody is brought back to what is over"


def test_the_lists_follow_the_disk() -> None:
    stage = Stage("small")
    form = Tables(stage.ui, Shelf())
    stage.ui.push(form)
    assert "Looking for your tables" in stage.text
    stage.press("d", "v")
    assert not stage.ui.intents, "there is none under the cursor"
    form.show(Shelf(tables=(GOING, OVER)))
    assert form.line.label == GOING.title
    stage.press("down")
    form.show(Shelf(tables=(OVER,)))
    assert form.line.takes_cursor
    form.show(Shelf(tables=()))
    assert "No table is in progress." in stage.text


def test_the_history_has_the_same_keys() -> None:
    stage = Stage("small")
    stage.ui.push(History(stage.ui, Shelf(past=(OVER,), scores=("King: 1 game",))))
    stage.press("v")
    assert stage.ui.intents == [Verify(table="b")]
    assert "King: 1 game" in stage.text
