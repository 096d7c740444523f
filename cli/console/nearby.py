"""Tables on the local network: shown while they have room, listed for who joins without an invite.

`CROWNLESS_LAN` may name the addresses of the network interfaces to use, or `off`. Nothing here is
needed to play: an invite works without it. Held by tests/cli/console/test_nearby.py.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence

from cli.console.errors import UsageError
from cli.console.stdin import read_line
from cli.console.stdout import say
from cli.console.text import wrapped
from p2p.client.open_table import OpenedTable
from p2p.display import safe_name
from p2p.errors import LinkError
from p2p.lobby.frames import Roster
from p2p.net.invite import Invite, parse
from p2p.net.mdns import Announcement, Finder, Shown

VARIABLE = "CROWNLESS_LAN"
OFF = "off"
SECONDS = 3.0
"""How long to look before the list is shown."""
NOBODY = "No table is shown on this network. Press Enter to look again, or paste an invite."
CHOOSE = "Type the number of a table, press Enter to look again, or paste an invite."


def interfaces(environment: Mapping[str, str]) -> list[str] | None:
    """Where to show and look: None for everywhere. Raises UsageError where it is off."""
    chosen = environment.get(VARIABLE, "")
    if chosen == OFF:
        raise UsageError("the local network is switched off here; use join with an invite")
    return [part.strip() for part in chosen.split(",") if part.strip()] or None


def listing(tables: Sequence[Shown]) -> list[str]:
    """The tables that were found, numbered."""
    lines = []
    for number, shown in enumerate(tables, start=1):
        seats = f"{shown.taken} of {shown.seats} seats taken"
        lines += wrapped(f"{number}. {shown.game}, opened by {shown.host}, {seats}", rest="   ")
    return [*lines, *wrapped(CHOOSE if tables else NOBODY)]


def chosen(text: str, tables: Sequence[Shown]) -> Invite | None:
    """What a typed line picks; None to look again. Raises UsageError or InviteError."""
    word = text.strip()
    if not word:
        return None
    if word.isascii() and word.isdigit():
        if 1 <= int(word) <= len(tables):
            return tables[int(word) - 1].invite
        raise UsageError(f"there is no table {int(word)}; type a number from the list")
    return parse(word)


async def pick() -> Invite:
    """Let the person pick a table of this network. Raises UsageError or LinkError."""
    finder = Finder(interfaces=interfaces(os.environ))
    await finder.start()
    try:
        while True:
            say("Looking for tables on this network...")
            await asyncio.sleep(SECONDS)
            found = sorted(finder.tables.values(), key=lambda shown: (shown.host, shown.tag))
            say(listing(found))
            line = await asyncio.to_thread(read_line)
            if not line and not os.isatty(0):
                raise UsageError("no table was chosen; give an invite: crownless join INVITE")
            invite = chosen(line, found)
            if invite is not None:
                return invite
    finally:
        await finder.close()


class Notice:
    """Shows a table on the local network while its lobby has room. Trouble there is said once."""

    def __init__(self, table: OpenedTable, environment: Mapping[str, str]) -> None:
        self._table = table
        self._environment = environment
        self._announcement: Announcement | None = None
        self._shown: Shown | None = None
        self._off = environment.get(VARIABLE) == OFF

    async def follow(self, roster: Roster | None) -> None:
        """The lobby is like this now; None once it has closed."""
        if roster is None or self._off:
            await self.end()
            return
        client = self._table.client
        invite = client.invites()[0]
        host = safe_name(roster.members[0].name)
        shown = Shown(invite.sni, invite, roster.game, host, len(roster.members), roster.seats)
        if shown == self._shown:
            return
        self._shown = shown
        if self._announcement is None:
            places = interfaces(self._environment)
            self._announcement = Announcement(shown.tag, client.port, places)
        try:
            await self._announcement.show(shown)
        except LinkError as error:
            self._off = True
            say(wrapped(f"Not shown on the local network: {error}."))

    async def end(self) -> None:
        """Show it no more."""
        if self._announcement is not None:
            await self._announcement.hide()
            self._announcement = self._shown = None
