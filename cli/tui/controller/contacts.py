"""Our names for keys: given at a table or in the list of contacts, and shown at once.

Held by tests/cli/tui/screens/test_contacts.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cli.lifecycle.intent_handlers import Handlers
from cli.lifecycle.naming import name_key
from cli.model.intents import NameKey
from cli.tui.controller.lists import StartLists
from cli.tui.controller.presenter import TablePresenter
from cli.tui.toolkit.ui import Ui
from p2p.storage.profile import Profile


class Contacts:
    """Carries out what is wanted of contacts."""

    def __init__(
        self,
        ui: Ui,
        profile: Profile,
        lists: StartLists,
        table: Callable[[], TablePresenter | None],
    ) -> None:
        """`table`: the one that is open, if one is."""
        self._ui = ui
        self._profile = profile
        self._lists = lists
        self._table = table

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {NameKey: self._name}

    async def _name(self, intent: NameKey) -> None:
        # the words of a key take a moment on purpose
        said = await asyncio.to_thread(name_key, self._profile, intent.key, intent.name)
        self._ui.say(said, "good")
        table = self._table()
        if table is not None:
            table.know(self._profile.contacts)
        self._lists.fill()
