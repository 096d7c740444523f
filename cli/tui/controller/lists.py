"""Tables and records of the profile, and tables on the local network.

Held by tests/cli/tui/test_terminal.py.
"""

from __future__ import annotations

import time
from pathlib import Path

from cli.console.nearby import interfaces
from cli.console.text import ago
from cli.tui.controller.jobs import Jobs, title_of
from cli.tui.screens.start import FoundTable, JoinForm, Start, TableEntry
from p2p.display import safe, safe_name
from p2p.errors import LinkError
from p2p.storage.profile import TableInfo

RECORD_SUFFIX = ".crownless"


class Lists(Jobs):
    """Fills the lists that the start screen and its forms show."""

    async def _list(self) -> None:
        start = self.ui.find(Start)
        if not isinstance(start, Start):
            return
        start.tables = [_entry(info) for info in self.profile.tables()]
        folder = self.profile.folder("records")
        files = sorted(folder.glob(f"*{RECORD_SUFFIX}"), key=_age)
        start.records = [str(path) for path in files]
        self.ui.changed()

    def _rename(self, name: str) -> None:
        self.profile.name = name
        start = self.ui.find(Start)
        if isinstance(start, Start):
            start.renamed(self.profile.name)

    async def _find(self) -> None:
        from p2p.net.mdns import Finder

        if self._finder is not None:
            return
        self._finder = Finder(self._on_found, interfaces(self._environment))
        try:
            await self._finder.start()
        except LinkError:
            self._finder = None
            raise

    def _on_found(self) -> None:
        form = self.ui.find(JoinForm)
        if self._finder is not None and isinstance(form, JoinForm):
            form.find([
                FoundTable(
                    f"{title_of(one.game)}, opened by {safe_name(one.host)}",
                    f"{one.taken} of {one.seats} seats taken",
                    one.invite.encode(),
                )
                for one in self._finder.tables.values()
            ])  # fmt: skip
            self.ui.changed()
            self.changed()

    async def _stop_finding(self) -> None:
        finder, self._finder = self._finder, None
        if finder is not None:
            await finder.close()


def _entry(info: TableInfo) -> TableEntry:
    """A table of the profile in one line."""
    about = info.about
    age = ago(max(0.0, time.time() - info.changed / 1e9))
    state = str(about.get("state", "open"))
    people = safe(str(about.get("people", "")), 120)
    kind = "bots" if about.get("practice") else str(about.get("role", ""))
    note = ", ".join(word for word in (people, f"{age} ago", state) if word)
    return TableEntry(info.id, f"{title_of(str(about.get('game', '')))} ({kind})", note,
                      state == "open")  # fmt: skip


def _age(path: Path) -> float:
    return -path.stat().st_mtime
