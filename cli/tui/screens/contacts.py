"""The keys that have a name of ours: renamed and forgotten. Pure.

Held by tests/cli/tui/screens/test_contacts.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cli.model.intents import NameKey
from cli.tui.screens.shelf import Contact, Shelf
from cli.tui.table.naming import ask_name
from cli.tui.toolkit.actions import Action
from cli.tui.toolkit.forms import Form, Line
from cli.tui.toolkit.ui import Ui
from cli.tui.toolkit.windows import Menu

NONE_YET = "No key has a name of yours yet: a gives one, in a lobby or at the end of a game."


class Contacts(Form):
    """A line for each, in the order of their names."""

    def __init__(self, ui: Ui, shelf: Shelf) -> None:
        self._contacts: Sequence[Contact] = ()
        super().__init__(ui, "Contacts", [Line("Back", run=ui.pop)])
        self.show(shelf)

    def show(self, shelf: Shelf) -> None:
        """Show what is on disk now."""
        self._contacts = shelf.contacts
        lines = [
            Line(
                one.name, "Another name for this key.", run=self._renames(one), note=self._note(one)
            )
            for one in self._contacts
        ]
        back = Line("Back", "To the start.", run=self.ui.pop)
        self.set_lines([*(lines or [Line(NONE_YET)]), Line(""), back])

    def actions(self) -> Sequence[Action]:
        """See Screen."""
        return (
            *super().actions(),
            Action("forget", ("d",), "forget this name", self._forget, "forget",
                   lambda: self.at < len(self._contacts)),
        )  # fmt: skip

    def _note(self, one: Contact) -> Callable[[], str]:
        games = f"{one.met} game{'' if one.met == 1 else 's'} together"
        return lambda: f"key {one.key.hex()[:8]}…, {games}"

    def _renames(self, one: Contact) -> Callable[[], None]:
        return lambda: ask_name(self.ui, one.key, one.name, known=True)

    def _forget(self) -> None:
        one = self._contacts[self.at]
        entries: list[tuple[str, str, Callable[[], None]]] = [
            ("n", "keep it", lambda: None),
            ("y", "forget it", lambda: self.ui.intent(NameKey(one.key, ""))),
        ]
        said = f"{one.name} is then called again what the key calls itself."
        self.ui.push(Menu(self.ui, "Forget this name?", said, entries))
