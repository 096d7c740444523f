"""A table that is open: its client, the bots that this process plays there, how it stands in lists.

Held by tests/p2p/client/tables/test_open_table.py and tests/p2p/client/tables/test_last_seen.py.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from p2p.client.client import Client
from p2p.client.tables.last_seen import LastSeen
from p2p.client.tables.lobby_bots import LobbyBots
from p2p.client.tables.local_bots import (
    LOOPBACK,
    BotPlace,
    bot_client,
)
from p2p.client.tables.table_list import described
from p2p.client.tables.taken_anew import advised
from p2p.client.tables.way_back import whereabouts
from p2p.errors import StoreDamaged
from p2p.lobby.table_config import TableConfig
from p2p.net.invite import fingerprint
from p2p.storage.profile import Profile, shown_id
from p2p.table_summary import TableSummary
from p2p.trace import NO_TRACER


@dataclass
class OpenedTable:
    """A person's (or bot's) place at one table, and the bots that this process plays there."""

    id: str
    config: TableConfig
    client: Client
    bots: list[Client] = field(default_factory=list)
    profile: Profile | None = None
    lobby_bots: LobbyBots | None = None
    """Those that our person may give free seats to, at a table that it opened for others."""
    _pool: ThreadPoolExecutor | None = None
    _bot_places: list[BotPlace] = field(default_factory=list)
    _seen: LastSeen | None = None
    _where: tuple[int | None, str] = (None, "")
    """Where we were reached when this was described last."""
    lost: bool = False
    """Whether damage has taken something from the table's files, which the others still have."""

    async def start(self) -> None:
        """Open the links. Raises P2PError."""
        try:
            await self._start()
        except StoreDamaged as error:
            if self.profile is None:
                raise
            raise advised(self.profile, self.id, error) from error

    async def _start(self) -> None:
        await self.client.start()
        self.describe("open")
        here = ((LOOPBACK, self.client.port),)
        for place in self._bot_places:
            calls = here if self.config.role == "host" else self.config.addresses
            tracer = self.profile.tracer if self.profile is not None else NO_TRACER
            bot = bot_client(place, self.config.game, calls, self._pool, tracer)
            bot.lead_to(fingerprint(self.client.key), here)
            self.bots.append(bot)
            await bot.start()
        if self.lobby_bots is not None:
            await self.lobby_bots.come_back()

    async def close(self) -> None:
        """Leave everything as it is on disk."""
        if self.lobby_bots is not None:
            await self.lobby_bots.close()
        for client in (*self.bots, self.client):
            await client.close()
        if self._pool is not None:
            self._pool.shutdown()

    def abandon(self) -> None:
        """Let go of a table that was not started."""
        self.client.abandon()
        if self._pool is not None:
            self._pool.shutdown()

    @property
    def shown(self) -> str:
        """The id by which people call this table."""
        charter = self.client.state.charter
        return shown_id(self.id, charter.table.hex() if charter is not None else "")

    def describe(self, state: str) -> None:
        """Keep for lists of tables how this one stands: open, over or broken."""
        if self.profile is None:
            return
        news = self.client.state
        ending = news.snapshot.ending if news.snapshot is not None else None
        own = None if self.config.role == "watch" else self.client.key
        about = described(self.config, news.charter, state, ending, own, news.audit)
        seen = self._seen_by_now()
        self._where = self._places()
        port, places = self._where
        about = replace(about, seen=seen.lines() if seen else "", port=port, places=places)
        self.profile.describe_table(self.id, about.encode())

    def _places(self) -> tuple[int | None, str]:
        """Where the others find us, for the invite back that the list of tables shows."""
        if self.config.loopback or self.config.operator or self.client.state.charter is None:
            return None, ""
        back = self.client.way_back()
        if back is None:
            return None, ""
        return self.client.port, whereabouts(back.addresses)

    def notice(self, *, leaving: bool = False) -> None:
        """Who is on line has perhaps changed: keep when somebody who has gone was here last.

        The same if we can be reached elsewhere. With `leaving` it is we who go, and all others were
        here until now.
        """
        snapshot = self.client.state.snapshot
        if snapshot is None or snapshot.ending is not None:
            return  # a table that is over stays so in the list
        before = self._seen
        seen = self._seen_by_now()
        if before is None or seen is None:
            return
        if seen.somebody_left or leaving or self._places() != self._where:
            self.describe("open")

    def _seen_by_now(self) -> LastSeen | None:
        news = self.client.state
        if self.profile is None or news.charter is None or self.config.practice:
            return None
        if self._seen is None:
            kept = TableSummary.decode(self.profile.about_table(self.id))
            self._seen = LastSeen(news.charter, self.client.key, kept.seen)
        if news.snapshot is not None:
            self._seen.note(news.snapshot.online, int(time.time()))
        return self._seen
