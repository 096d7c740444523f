"""Naming a key on the screen: whose it is, then the name. Pure.

Held by tests/cli/tui/table/test_naming.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cli.model.intents import NameKey
from cli.model.names import Person, seat_letter
from cli.tui.toolkit.asking import AskLine
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu

COMPARE = (
    "Whose key gets a name of yours? Compare its words by voice first: the name then stands "
    "wherever this key plays, and no other key can take it."
)


def can_be_named(people: Sequence[Person]) -> bool:
    """Whether somebody sits there with a key of its own; a bot's key is of one table only."""
    return any(not one.mine and not one.operator for one in people)


def ask_whose(ui: Ui, people: Sequence[Person], phrases: Mapping[bytes, str]) -> None:
    """A menu of keys with their words, then a line for the name."""
    entries: list[tuple[str, str, Callable[[], None]]] = []
    for seat, person in enumerate(people):
        if not person.mine and not person.operator:
            words = phrases.get(person.key, "")
            known = " (your contact)" if person.contact else ""
            said = f"{person.name}{known}{': ' + words if words else ''}"
            entries.append((seat_letter(seat).lower(), said, _asking(ui, person)))
    ui.push(Menu(ui, "Name a key", COMPARE, entries))


def _asking(ui: Ui, person: Person) -> Callable[[], None]:
    return lambda: ask_name(ui, person.key, person.name, known=person.contact)


def ask_name(ui: Ui, key: bytes, name: str, *, known: bool) -> None:
    """A line for the name of this key, which is called `name` now."""
    text = f"What do you call the owner of the key of {name}?"
    text += " An empty line forgets the name." if known else ""

    def done(wanted: str) -> None:
        if wanted or known:
            ui.intent(NameKey(key, wanted))

    ui.push(AskLine(ui, "Name a key", text, done, name))
