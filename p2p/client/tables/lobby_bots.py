"""Bots to which whoever opened a table gives free seats, from its lobby.

Each is a client of this process with a key of this table only, for which its person vouches: so
everybody sees whose it is. What it keeps lies beside its person's store, and where that is opened
again the bot comes back with it. Held by tests/p2p/client/tables/test_lobby_bots.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from games import registry
from p2p.client.client import Client
from p2p.client.tables.local_bots import (
    BOT_NAMES,
    KEY,
    LOOPBACK,
    TABLE,
    BotPlace,
    bot_client,
    bot_config,
    bot_folder,
    forget_bot,
    kept_config,
    own_key,
    private_bot_folder,
)
from p2p.errors import LobbyError, LocalError, P2PError, TableMismatch
from p2p.net.invite import fingerprint
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile

BEGUN = "the game has begun, so its seats stay as they are"


class LobbyBots:
    """The bots that one person has seated at the table that `client` opened.

    `path` is the person's store. `bots` is the list of all that this process plays there.
    """

    def __init__(
        self,
        profile: Profile,
        client: Client,
        path: Path,
        bots: list[Client],
        pool: Executor | None,
    ) -> None:
        self._profile = profile
        self._client = client
        self._config = client.config
        self._path = path
        self._bots = bots
        self._pool = pool
        self._places: dict[bytes, BotPlace] = {}
        """Where each of them is kept, by its key."""
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def keys(self) -> frozenset[bytes]:
        """The keys of those that are here."""
        return frozenset(self._places)

    async def come_back(self) -> None:
        """Those that sat here before a restart. Raises P2PError."""
        for place in [*self._kept()]:
            await self._start(place)

    async def seat(self, strength: str = "") -> str:
        """Give a free seat to a bot, of this strength or else the best; gives its name.

        Raises BadTable for a strength that the game does not have, LocalError where no seat is
        free or the game has begun, and what goes wrong on the disk or the network.
        """
        registry.bot(self._config.game, strength)
        name, number = self._name(), self._number()
        identity = own_key(private_bot_folder(self._path, number) / TABLE)
        own = self._profile.identity.public
        config = bot_config(self._profile, self._config, name, identity.public, own)
        place = BotPlace(
            replace(config, strength=strength), identity, bot_folder(self._path, number) / TABLE
        )
        try:
            await self._start(place)
        except P2PError:
            await self._forget(place)
            raise
        return name

    async def take_away(self, key: bytes) -> None:
        """Free the seat of this bot. Raises LocalError once the game has begun."""
        place = self._places.get(key)
        if place is None:
            raise LocalError("that is no bot of yours")
        if not self._client.refuse(key):
            raise LocalError(BEGUN)
        await self._forget(place)

    def drop_refused(self) -> list[str]:
        """The names of those that found all seats taken; they go away."""
        names = []
        for bot in tuple(self._bots):
            place = self._places.get(bot.key)
            charter, failure = self._client.state.charter, bot.state.failure
            seated = charter is not None and charter.seat_of(bot.key) is not None
            if place and not seated and isinstance(failure, LobbyError | TableMismatch):
                names.append(place.config.name)
                self._bots.remove(bot)
                task = asyncio.get_running_loop().create_task(self._leave(bot, place))
                self._leaving.add(task)
                task.add_done_callback(self._leaving.discard)
        return names

    async def close(self) -> None:
        """Wait for those that are on their way out."""
        await asyncio.gather(*self._leaving, return_exceptions=True)

    def _kept(self) -> Iterator[BotPlace]:
        """Those on disk; once the game has begun, those of them that play in it."""
        charter = self._client.state.charter
        for number in self._numbers():
            path = bot_folder(self._path, number) / TABLE
            config = kept_config(path)
            if config is not None:
                identity = Identity.load(path.with_name(KEY))
                if charter is None or charter.seat_of(identity.public) is not None:
                    yield BotPlace(config, identity, path)

    async def _start(self, place: BotPlace) -> None:
        here = ((LOOPBACK, self._client.port),)
        bot = bot_client(place, self._config.game, here, self._pool, self._profile.tracer)
        bot.lead_to(fingerprint(self._client.key), here)
        self._bots.append(bot)
        self._places[place.identity.public] = place
        await bot.start()

    async def _forget(self, place: BotPlace) -> None:
        bot = next((one for one in self._bots if one.key == place.identity.public), None)
        if bot is not None:
            self._bots.remove(bot)  # before anything else happens: of its end nobody need hear
        await self._leave(bot, place)

    async def _leave(self, bot: Client | None, place: BotPlace) -> None:
        self._places.pop(place.identity.public, None)
        if bot is not None:
            with suppress(P2PError):
                await bot.close()
        forget_bot(place)

    def _numbers(self) -> range:
        return range(1, min(self._config.seats, len(BOT_NAMES) + 1))

    def _number(self) -> int:
        """Of a folder in which no bot was begun. Raises LocalError where no seat is free."""
        roster = self._client.state.roster
        if self._client.state.charter is not None or roster is None:
            raise LocalError(BEGUN)
        taken = self.keys | {member.key for member in roster.members}
        if len(taken) < self._config.seats:
            here = {place.path for place in self._places.values()}
            for number in self._numbers():
                path = bot_folder(self._path, number) / TABLE
                if path not in here and kept_config(path) is None:
                    return number
        raise LocalError("all seats are taken")

    def _name(self) -> str:
        """A name that nobody here has."""
        roster = self._client.state.roster
        names = {member.name for member in roster.members} if roster is not None else set()
        names |= {place.config.name for place in self._places.values()}
        return next(name for name in (*BOT_NAMES, "") if name not in names) or BOT_NAMES[0]
