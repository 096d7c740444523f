"""One stay at a table: how it begins, what our person does there, and how it is left.

However a stay ends, the table is left as it is on disk: nothing that anybody agreed on can be lost
here. What happens meanwhile comes as events from the `Lookout`. Held by
tests/cli/lifecycle/test_table_lifecycle.py.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cli.lifecycle.announcer import Announcer
from cli.lifecycle.events import Departure, Event
from cli.lifecycle.far_words import FarWords, Opener
from cli.lifecycle.home_meeting import HomeMeeting
from cli.lifecycle.lookout import Lookout
from cli.lifecycle.table_invites import TableInvites
from p2p.client.tables.opened_table import OpenedTable
from p2p.errors import LobbyError, SecondInstance, TableMismatch
from p2p.lobby.frames import Roster
from p2p.record.record_file import may_write
from p2p.storage import atomic_file


class TableLifecycle:
    """The stay of one client at one table, from `start` to `close`."""

    def __init__(
        self,
        table: OpenedTable,
        *,
        address: str = "",
        announcer: Announcer | None = None,
        far: Opener | None = None,
        at_home: HomeMeeting | None = None,
    ) -> None:
        """`address`: one more for the invite, that of a router which passes our port on.

        `at_home`: by which members find each other again on the local network.

        `far`: what enters the public nodes, if a person has chosen that.
        """
        self.table = table
        self.client = table.client
        self.is_rematch = bool(table.config.agreed)
        self.is_host = (
            table.config.role == "host" and not table.config.loopback and not self.is_rematch
        )
        """Whether we opened a table to which others come, and may refuse them."""
        self._started = self._was_over = False
        self._invites = TableInvites(table, address)
        self._announcer = announcer
        self._at_home = at_home
        invite = self._invites.seat if self.is_host else None
        self._far_words = FarWords(far, self.client, invite) if far is not None else None
        self._lookout = Lookout(table, self._invites, announcer, self._far_words)

    @property
    def conceded(self) -> bool:
        """Whether our person has conceded in this stay."""
        return self._lookout.conceded

    async def start(self) -> None:
        """Open the links; on the internet, after the router has answered. Raises P2PError."""
        await self.table.start()
        self._started = True
        await self.client.settle()
        snapshot = self.client.state.snapshot
        ending = snapshot.ending if snapshot is not None else None
        self._was_over = ending is not None and ending.complete

    def invites(self) -> tuple[str, str]:
        """The invites to a seat and to watch, once started; empty where nobody may watch."""
        return self._invites.both()

    def way_back(self) -> str:
        """The invite that brings the others back to a table that has begun; empty where there is
        none to bring."""
        return self._invites.way_back()

    def look(self, now: float) -> list[Event]:
        """What is new since the last look. `now`: seconds of a clock that never goes back."""
        events = self._lookout.look(now)
        if self._at_home is not None:
            self._at_home.follow(begun=self._lookout.begun)
        return events

    def due(self, now: float) -> float | None:
        """In how many seconds `look` has something new even if nothing happens; None for never."""
        return self._lookout.due(now)

    # What our person does

    def shows(self, roster: Roster | None) -> bool:
        """Whether what all sign is still as in this roster, who has signed aside."""
        now = self.client.state.roster
        return now is not None and roster is not None and _bare(now) == _bare(roster)

    def sign(self) -> None:
        """Sign the charter, if it is still as it was told last."""
        lobby = self._lookout.lobby
        # D-15: the draft may have changed between the question and the key.
        if self.shows(lobby.roster if lobby is not None else None):
            self.client.make_ready()

    async def seat_bot(self, strength: str) -> None:
        """Give a free seat to a bot of ours. Raises BadTable and P2PError."""
        if self.table.lobby_bots is None:
            raise LobbyError("only who opened a table for others gives its seats to bots")
        await self.table.lobby_bots.seat(strength)

    async def refuse(self, key: bytes) -> None:
        """Give no seat to `key`; a bot of ours goes away. Raises P2PError."""
        bots = self.table.lobby_bots
        if bots is not None and key in bots.keys:
            await bots.take_away(key)
        else:
            self.client.refuse(key)

    async def concede(self) -> None:
        """Leave the game for good, with the bots that we have seated among other people."""
        await self.client.concede()
        # D-124: without its person a bot would be away for ever, and keep the others waiting.
        for bot in self.table.bots if self._invites.others() else ():
            await bot.begun()  # it can be behind us by a moment
            await bot.concede()
        self._lookout.conceded = True
        self.client.state.changed.set()

    def may_write(self, path: Path) -> bool:
        """Whether the record may go into this file: a new one, or one with this table's record."""
        charter = self.client.state.charter
        return may_write(path, charter.encode() if charter is not None else None)

    async def write_record(self, path: Path) -> None:
        """Write the record as far as it is known here. Raises P2PError."""
        atomic_file.write(path, await self.client.record())

    # Leaving

    @property
    def departure(self) -> Departure:
        """How the table would be left at this moment.

        What could not even be started may hold promises of ours, so it counts as a table of ours.
        """
        news, seat = self.client.state, self.client.seat
        snapshot = news.snapshot
        if snapshot is not None and snapshot.ending is not None:
            return Departure.OVER if snapshot.ending.fault is None else Departure.BROKEN
        if snapshot is not None and seat is not None and snapshot.online[seat] is None:
            return Departure.CONCEDED
        refused = isinstance(news.failure, LobbyError | TableMismatch)
        own = self.table.config.role == "host" and not self.is_rematch
        if self._started and news.charter is None and not own:
            if refused and self.table.config.role != "host":
                return Departure.REFUSED
            if (self.is_rematch or news.roster is None) and not self.client.bound:
                return Departure.NOT_MET
        if isinstance(news.failure, SecondInstance):
            return Departure.ELSEWHERE
        return Departure.PAUSED if news.failure is None else Departure.FAILED

    @property
    def needs_farewell(self) -> bool:
        """Whether the others may still have to hear how it ended for us.

        What was over before this stay they have heard before.
        """
        ends = (Departure.OVER, Departure.BROKEN, Departure.CONCEDED)
        return self.departure in ends and not self._was_over

    async def farewell(self) -> None:
        """Stay until everybody on line has seen the end, or some seconds."""
        if self.needs_farewell:
            await self.client.farewell()

    async def close(self) -> Departure:
        """Leave the table as it is; one that we never came to sit at is forgotten."""
        departure, snapshot = self.departure, self.client.state.snapshot
        try:
            if self._announcer is not None:
                await self._announcer.end()
            if self._far_words is not None:
                await self._far_words.end()
            if self._at_home is not None:
                await self._at_home.end()
            if departure is Departure.CONCEDED:
                self.table.describe("left")
            elif departure is Departure.PAUSED and self._lookout.begun:
                self.table.notice(leaving=True)
            elif not self._lookout.closed and snapshot is not None and snapshot.ending is not None:
                self._lookout.keep_result(snapshot.ending)
        finally:
            await self.table.close()
        if departure in (Departure.NOT_MET, Departure.REFUSED) and self.table.profile is not None:
            self.table.profile.remove_table(self.table.id)
        return departure


def _bare(roster: Roster) -> Roster:
    """What is signed of it: all but who has signed."""
    return replace(roster, signed=())
