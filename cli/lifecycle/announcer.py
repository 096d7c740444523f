"""Shows a table on the local network while its lobby is open, beside everything else.

An open table is picked from a list. Whoever knows the two words of a table gets its invite as well:
for a closed table that is the only way, and for an open one it is the way where announcements do
not get through. Held by tests/cli/lifecycle/test_announcer.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cli.console import local_network
from p2p.client.client import Client
from p2p.client.tables.opened_table import OpenedTable
from p2p.display import safe_name
from p2p.errors import LinkError
from p2p.lobby.frames import Roster
from p2p.net.address import Address, is_near
from p2p.net.interfaces import own_networks
from p2p.net.invite import Invite
from p2p.net.join_code import shown_address
from p2p.net.lan.mdns import Announcement, Shown
from p2p.net.pairing.host import PairingHost


@dataclass(frozen=True, slots=True)
class AtHome:
    """How the table is found on the local network."""

    closed: bool
    words: str
    """The two words; empty where nobody can be asked for them."""
    address: str
    """Where to type them if the list of tables stays empty."""
    trouble: str = ""
    """Why the table is not announced; empty where nothing went wrong."""


def announcer_of(
    table: OpenedTable, environment: Mapping[str, str], *, closed: bool
) -> Announcer | None:
    """What shows a table that we host, unless the local network is switched off here.

    Raises UsageError for an environment that names no addresses.
    """
    if local_network.is_off(environment):
        return None
    folder = None if table.profile is None else table.profile.table_path(table.id).parent
    interfaces = local_network.interfaces(environment)
    return Announcer(table.client, interfaces, folder, closed=closed)


class Announcer:
    """Keeps the announcement of one table as its lobby is.

    After a failure it gives up until this machine is somewhere else.
    """

    def __init__(
        self,
        client: Client,
        interfaces: list[str] | None,
        folder: Path | None = None,
        *,
        closed: bool = False,
    ) -> None:
        """`interfaces`: addresses of the network interfaces to show it on; None for all.

        `folder`: the table's own; without one, nobody is asked for words. `closed`: the words are
        the only way in from this network.
        """
        self.trouble = ""
        """Why the table cannot be shown; empty where nothing went wrong."""
        self.shown: Shown | None = None
        """What is announced now."""
        self._client = client
        self._interfaces = interfaces
        self._folder = folder
        self.closed = closed
        self._announcement: Announcement | None = None
        self._pairing: PairingHost | None = None
        self._is_open = False
        self._wanted: Shown | None = None
        self._refused: Invite | None = None
        """Where we were when it could not be shown."""
        self._work: asyncio.Task[None] | None = None

    @property
    def at_home(self) -> AtHome | None:
        """How the table is found now; None where it is not, or not yet."""
        pairing = self._pairing
        if self.shown is None and not self.trouble:
            return None
        if pairing is None:
            return AtHome(self.closed, "", "", self.trouble)
        host = self._client.invites()[0].addresses[0][0]
        where = shown_address(Address(host, pairing.port))
        return AtHome(self.closed, str(pairing.code), where, self.trouble)

    def follow(self, roster: Roster | None, changed: Callable[[], None]) -> None:
        """The lobby is like this now; None once it has closed. `changed` is called when done."""
        self._is_open = roster is not None
        if self._is_open and self._pairing is None and self._folder is not None:
            self._pairing = self._ask_for_words(self._folder, changed)
        refused = self._refused == self._client.invites()[0]
        self._wanted = None if roster is None or refused else self._described(roster)
        if self._is_behind and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._catch_up(changed))

    async def end(self) -> None:
        """Show it no more."""
        self._wanted, self._is_open = None, False
        if self._work is not None:
            await self._work
        await self._hide()

    @property
    def _is_behind(self) -> bool:
        forgotten = self._pairing is not None and not self._is_open
        return self._wanted != self.shown or forgotten

    def _ask_for_words(self, folder: Path, changed: Callable[[], None]) -> PairingHost | None:
        pairing = PairingHost(
            self._client.invites()[0].sni,
            lambda: self._client.invites()[0],
            folder,
            near=lambda host: is_near(host, own_networks()),
            renewed=changed,
            trace=self._client.trace,
        )
        try:
            pairing.start()
        except LinkError:  # no port is left on this machine: the list and the invite still work
            return None
        return pairing

    def _described(self, roster: Roster) -> Shown:
        invite = self._client.invites()[0]
        host = safe_name(roster.members[0].name)
        port = self._pairing.port if self._pairing is not None else 0
        places = tuple(Address(host, port) for host, _ in invite.addresses if port)
        open_to_all = None if self.closed else invite
        taken = len(roster.members)
        return Shown(invite.sni, open_to_all, roster.game, host, taken, roster.seats, places)

    async def _catch_up(self, changed: Callable[[], None]) -> None:
        while self._is_behind:
            wanted = self._wanted
            try:
                await (self._hide() if wanted is None else self._show(wanted))
            except LinkError as error:
                self._client.trace("announced", reason=str(error))
                self.trouble, self._refused = str(error), self._client.invites()[0]
                self._announcement = self._wanted = self.shown = None
        changed()

    async def _show(self, wanted: Shown) -> None:
        if self._announcement is None:
            self._announcement = Announcement(wanted.tag, self._client.port, self._interfaces)
        await self._announcement.show(wanted)
        self._client.trace("announced", taken=wanted.taken, pairing=wanted.pairing)
        self.shown, self.trouble, self._refused = wanted, "", None

    async def _hide(self) -> None:
        announcement, self._announcement, self.shown = self._announcement, None, None
        pairing, self._pairing = self._pairing, None
        if announcement is not None:
            await announcement.hide()
        if pairing is not None:
            await pairing.close()
