"""Carries out what the screens want, and shows what happens at the table.

The controller and what it is made of (`jobs`, `lists`, `seating`, `presenter`, `records`) are the
only part of the full screen that knows profiles, tables and clients. Everything that takes time
runs as a job of its own, so that tests can wait until nothing is under way. Held by
tests/cli/tui/test_terminal.py and tests/cli/lifecycle/test_intent_handlers.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cli.console import settings_file
from cli.lifecycle.intent_handlers import Handlers, combined
from cli.model import intents
from cli.tui.controller.contacts import Contacts
from cli.tui.controller.jobs import Jobs
from cli.tui.controller.lists import StartLists
from cli.tui.controller.network import NetworkCheck
from cli.tui.controller.records import Records
from cli.tui.controller.seating import MOVES, Seating
from cli.tui.toolkit import settings
from cli.tui.toolkit.ui import Ui
from p2p.storage.profile import Profile


@dataclass(frozen=True, slots=True)
class TerminalCalls:
    """What the terminal can do for the controller."""

    refresh: Callable[[], None]
    ring: Callable[[], None]
    copy: Callable[[str], None]


class Controller:
    """Gives every intent of the screens to the one object that carries it out."""

    def __init__(
        self,
        ui: Ui,
        profile: Profile,
        terminal: TerminalCalls,
        environment: Mapping[str, str],
        *,
        settings_path: Path,
        log_path: Path,
    ) -> None:
        self.ui = ui
        self.profile = profile
        self.done = asyncio.Event()
        """Set when the program is to end."""
        self._terminal = terminal
        self._settings_path = settings_path
        self.jobs = Jobs(ui, log_path)
        self.jobs.changed = self._changed
        self._lists = StartLists(ui, profile, self.jobs, environment)
        self.seating = Seating(
            ui,
            profile,
            self.jobs,
            self._lists,
            environment,
            ring=terminal.ring,
            quit_program=self.done.set,
        )
        records = Records(ui, profile, self.jobs, lambda: self.seating.presenter)
        contacts = Contacts(ui, profile, self._lists, lambda: self.seating.presenter)
        self.handlers = combined(
            self._own_handlers(),
            self._lists.handlers(),
            self.seating.handlers(),
            records.handlers(),
            contacts.handlers(),
            NetworkCheck(ui).handlers(),
        )
        """What carries out each class of intent."""
        self._moving = False

    def serve(self) -> None:
        """Begin everything that the screens want."""
        self.seating.keep_orders()
        taken, self.ui.intents[:] = list(self.ui.intents), []
        for intent in taken:
            kind = type(intent)
            if kind not in MOVES:
                self.jobs.begin(self.handlers[kind](intent))
            elif not self._moving:  # else one is on its way to a table, or from one
                self._moving = True
                self.jobs.begin(self.handlers[kind](intent), done=self._has_moved)

    def _has_moved(self) -> None:
        self._moving = False

    def _changed(self) -> None:
        self.serve()  # what came of a job may have led to further intents
        self._terminal.refresh()

    async def close(self) -> None:
        """The program ends."""
        await self._lists.stop_finding()
        await self.jobs.close()
        await self.seating.close()

    def _own_handlers(self) -> Handlers:
        return {
            intents.Quit: self._quit,
            intents.KeepSettings: self._keep_settings,
            intents.Bell: self._ring,
            intents.Copy: self._copy,
        }

    async def _quit(self, intent: intents.Quit) -> None:
        self.done.set()

    async def _keep_settings(self, intent: intents.KeepSettings) -> None:
        path = self._settings_path
        known = settings.settings_of(settings_file.load(path).values).settings
        wanted = settings.values_of(self.ui.settings)
        settings_file.save(path, wanted, settings.values_of(known))

    async def _ring(self, intent: intents.Bell) -> None:
        self._terminal.ring()

    async def _copy(self, intent: intents.Copy) -> None:
        self._terminal.copy(intent.text)
