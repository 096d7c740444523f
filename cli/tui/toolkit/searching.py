"""Searching in a list of lines: the field, the keys, the word that was looked for last. Pure.

Held by tests/cli/tui/table/test_table_keys.py and tests/cli/tui/test_words.py.
"""

from __future__ import annotations

from cli.tui.toolkit.fields import Field, is_named
from cli.tui.toolkit.ui import Screen, Ui


class Searching(Screen):
    """A screen with a field for a word; its subclass knows where the next place with it is."""

    def __init__(self, ui: Ui, *, searching: bool = False) -> None:
        """`searching`: the field is open from the start."""
        super().__init__(ui)
        self._search: Field | None = Field(most=60) if searching else None
        self._found = ""

    def edit(self, key: str) -> bool:
        """See Screen."""
        if self._search is None:
            return False
        if key == "enter":
            self._found, self._search = self._search.text.strip().casefold(), None
            self._again()
        elif key == "esc":
            self._search = None
        else:
            return self._search.edit(key) or is_named(key)
        return True

    def typed(self, text: str) -> bool:
        """See Screen."""
        if self._search is None:
            return False
        self._search.insert(text)
        return True

    def _open(self) -> None:
        self._search = Field(most=60)

    def _again(self) -> None:
        """To the next place with the word, if one was looked for."""
        raise NotImplementedError
