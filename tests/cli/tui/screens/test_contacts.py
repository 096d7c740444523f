"""The list of contacts."""

from __future__ import annotations

from cli.model.intents import NameKey
from cli.tui.screens.contacts import Contacts
from cli.tui.screens.shelf import Contact, Shelf
from cli.tui.screens.start import Start
from tests.cli.tui.house import Stage

BEN = Contact(b"\xab" * 32, "Ben", 2)


def contacts(*known: Contact) -> Stage:
    stage = Stage("small")
    stage.show(Start(stage.ui, "Ana"))
    stage.ui.push(Contacts(stage.ui, Shelf(contacts=known)))
    return stage


def test_a_contact_is_renamed() -> None:
    stage = contacts(BEN)
    assert "key abababab…, 2 games together" in stage.text
    stage.press("enter", *"ny", "enter")
    assert stage.ui.intents[-1] == NameKey(BEN.key, "Benny")


def test_a_contact_is_forgotten_after_a_question() -> None:
    stage = contacts(BEN)
    stage.press("d", "enter")
    assert NameKey(BEN.key, "") not in stage.ui.intents
    stage.press("d", "y")
    assert stage.ui.intents[-1] == NameKey(BEN.key, "")


def test_without_any_it_says_where_they_come_from() -> None:
    stage = contacts()
    assert "No key has a name of yours yet" in stage.text
    stage.press("d")
    assert isinstance(stage.ui.top, Contacts)
