"""Shows a table on the local network while its lobby is open, beside everything else.

Held by tests/cli/lifecycle/test_announcer.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from p2p.client.client import Client
from p2p.display import safe_name
from p2p.errors import LinkError
from p2p.lobby.frames import Roster
from p2p.net.mdns import Announcement, Shown


class Announcer:
    """Keeps the announcement of one table as its lobby is; after one failure it gives up."""

    def __init__(self, client: Client, interfaces: list[str] | None) -> None:
        """`interfaces`: addresses of the network interfaces to show it on; None for all."""
        self.trouble = ""
        """Why the table cannot be shown; empty where nothing went wrong."""
        self.shown: Shown | None = None
        """What is announced now."""
        self._client = client
        self._interfaces = interfaces
        self._announcement: Announcement | None = None
        self._wanted: Shown | None = None
        self._work: asyncio.Task[None] | None = None

    def follow(self, roster: Roster | None, changed: Callable[[], None]) -> None:
        """The lobby is like this now; None once it has closed. `changed` is called when done."""
        self._wanted = None if roster is None or self.trouble else self._described(roster)
        if self._wanted != self.shown and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._catch_up(changed))

    async def end(self) -> None:
        """Show it no more."""
        self._wanted = None
        if self._work is not None:
            await self._work
        await self._hide()

    def _described(self, roster: Roster) -> Shown:
        invite = self._client.invites()[0]
        host = safe_name(roster.members[0].name)
        return Shown(invite.sni, invite, roster.game, host, len(roster.members), roster.seats)

    async def _catch_up(self, changed: Callable[[], None]) -> None:
        while self.shown != (wanted := self._wanted):
            try:
                await (self._hide() if wanted is None else self._show(wanted))
            except LinkError as error:
                self.trouble = str(error)
                self._announcement = self._wanted = self.shown = None
        changed()

    async def _show(self, wanted: Shown) -> None:
        if self._announcement is None:
            self._announcement = Announcement(wanted.tag, self._client.port, self._interfaces)
        await self._announcement.show(wanted)
        self.shown = wanted

    async def _hide(self) -> None:
        announcement, self._announcement, self.shown = self._announcement, None, None
        if announcement is not None:
            await announcement.hide()
