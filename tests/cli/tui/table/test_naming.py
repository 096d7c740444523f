"""A key gets a name in the lobby and at the end of a game."""

from __future__ import annotations

from dataclasses import replace

from cli.model.intents import NameKey
from cli.model.table_text import Names
from cli.tui.screens.lobby import Lobby, LobbyState
from cli.tui.table.ending import GameOver
from cli.tui.table.state import TableState
from tests.cli.tui.house import Stage, names_of


def lobby(stage: Stage, *, known: bool = False) -> LobbyState:
    people = names_of(3)
    ana, ben, cy = people.people
    ben = replace(ben, operator="", contact=known)
    names = replace(people, people=(ana, ben, cy))
    state = LobbyState("Inheritance, 3 seats", 3, [], names, {ben.key: "river-copper-anvil"})
    stage.show(Lobby(stage.ui, state))
    return state


def test_a_key_is_named_in_the_lobby() -> None:
    stage = Stage("small")
    state = lobby(stage)
    stage.press("a")
    assert "Ben: river-copper-anvil" in stage.text
    assert "Cy" not in stage.text.split("Name a key")[1], "a bot's key is of one table only"
    stage.press("b", *("backspace",) * 3, *"Benny", "enter")
    assert stage.ui.intents == [NameKey(state.names.people[1].key, "Benny")]


def test_nothing_typed_forgets_a_contact_and_nobody_else() -> None:
    stage = Stage("small")
    state = lobby(stage)
    stage.press("a", "b", *("backspace",) * 3, "enter")
    assert not stage.ui.intents
    lobby(stage, known=True)
    assert "your contact" in stage.text
    stage.press("a", "b", *("backspace",) * 3, "enter")
    assert stage.ui.intents == [NameKey(state.names.people[1].key, "")]


def test_a_key_is_named_at_the_end_of_a_game() -> None:
    stage = Stage("small")
    state = TableState("Inheritance")
    ana, ben = names_of(2).people
    state.names = Names((ana, replace(ben, operator="")), 0)
    state.words = ("", "spill-factory-hint")
    stage.show(GameOver(stage.ui, state))
    stage.press("a")
    assert "Ben: spill-factory-hint" in stage.text
    stage.press("b", "enter")
    assert stage.ui.intents == [NameKey(state.names.people[1].key, "Ben")]


def test_who_sits_alone_names_nobody() -> None:
    stage = Stage("small")
    lobby(stage).names = names_of(1)
    stage.press("a")
    assert isinstance(stage.ui.top, Lobby)
