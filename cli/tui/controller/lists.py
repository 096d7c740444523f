"""Tables and records of the profile, and tables on the local network.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cli.console.local_network import interfaces
from cli.console.text import ago
from cli.lifecycle.intent_handlers import Handlers
from cli.model.history import score_line
from cli.model.intents import FindTables, ListTables, Rename
from cli.model.titles import title_of
from cli.tui.controller.jobs import Jobs
from cli.tui.screens.start import FoundTable, JoinForm, Start, TableEntry
from cli.tui.toolkit.ui import Ui
from p2p.client.history import PastGame, past_games, scores
from p2p.client.table_list import tables_of
from p2p.display import safe, safe_name
from p2p.errors import LinkError
from p2p.storage.profile import Profile, TableInfo

if TYPE_CHECKING:
    from p2p.net.mdns import Finder

RECORD_SUFFIX = ".crownless"


class StartLists:
    """Fills the lists that the start screen and its forms show."""

    def __init__(
        self, ui: Ui, profile: Profile, jobs: Jobs, environment: Mapping[str, str]
    ) -> None:
        self._ui = ui
        self._profile = profile
        self._jobs = jobs
        self._environment = environment
        self._finder: Finder | None = None

    def handlers(self) -> Handlers:
        """What it carries out, by the class of the intent."""
        return {ListTables: self._on_list, FindTables: self._on_find, Rename: self._on_rename}

    async def _on_list(self, intent: ListTables) -> None:
        self.fill()

    def fill(self) -> None:
        """Show the tables and records as they are on disk now."""
        start = self._ui.find(Start)
        if not isinstance(start, Start):
            return
        tables = tables_of(self._profile)
        start.tables = [_entry(info) for info in tables]
        games = past_games(tables)
        start.past = [_past(game) for game in games]
        own, contacts = self._profile.identity.public.hex(), self._profile.contacts
        start.scores = [score_line(score) for score in scores(games, own, contacts)]
        folder = self._profile.folder("records")
        files = sorted(folder.glob(f"*{RECORD_SUFFIX}"), key=_age)
        start.records = [str(path) for path in files]
        if not tables and not self._ui.settings.offered and self._ui.top is start:
            start.offer()
        self._ui.changed()

    async def _on_rename(self, intent: Rename) -> None:
        self._profile.name = intent.name
        start = self._ui.find(Start)
        if isinstance(start, Start):
            start.renamed(self._profile.name)

    # The local network

    async def _on_find(self, intent: FindTables) -> None:
        if not intent.on:
            await self.stop_finding()
        elif self._finder is None:
            await self._find()

    async def _find(self) -> None:
        from p2p.net.mdns import Finder  # loads zeroconf

        self._finder = Finder(self._show_found, interfaces(self._environment))
        try:
            await self._finder.start()
        except LinkError:
            self._finder = None
            raise

    def _show_found(self) -> None:
        form = self._ui.find(JoinForm)
        if self._finder is not None and isinstance(form, JoinForm):
            form.find([
                FoundTable(
                    f"{title_of(one.game)}, opened by {safe_name(one.host)}",
                    f"{one.taken} of {one.seats} seats taken",
                    one.invite.encode(),
                )
                for one in self._finder.tables.values()
            ])  # fmt: skip
            self._ui.changed()
            self._jobs.changed()

    async def stop_finding(self) -> None:
        """Look for tables no more."""
        finder, self._finder = self._finder, None
        if finder is not None:
            await finder.close()


def _entry(info: TableInfo) -> TableEntry:
    """A table of the profile in one line."""
    about = info.about
    age = ago(max(0.0, time.time() - info.changed / 1e9))
    state = str(about.get("state", "open"))
    result = safe(str(about.get("result", state)), 120)
    people = safe(str(about.get("people", "")), 120)
    kind = "bots" if about.get("practice") else str(about.get("role", ""))
    note = ", ".join(word for word in (people, f"{age} ago", result) if word)
    return TableEntry(info.id, f"{title_of(str(about.get('game', '')))} ({kind})", note,
                      state == "open")  # fmt: skip


def _past(game: PastGame) -> TableEntry:
    date = time.strftime("%Y-%m-%d", time.localtime(game.ended / 1e9))
    note = f"{date}, {game.people}, {game.result}"
    return TableEntry(game.id, title_of(game.game), note, open=False)


def _age(path: Path) -> float:
    return -path.stat().st_mtime
