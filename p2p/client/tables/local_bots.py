"""Bots that sit at our own tables: their keys, their places, and how they ask for a seat.

A bot is a client like any other, with a key of one table only, for which its person vouches. Held
by tests/p2p/client/test_client.py and tests/p2p/client/tables/test_open_rematch.py.
"""

from __future__ import annotations

import os
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from games import registry
from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import Answer
from p2p.client.client import Client
from p2p.errors import ProfileError, StoreBusy, StoreError
from p2p.lobby.places import Addresses
from p2p.lobby.table_config import CONFIG_NOTE, TableConfig, vouch
from p2p.net.invite import fingerprint
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from p2p.trace import NO_TRACER, Tracer

KEY = "identity.pem"
TABLE = "table.db"
"""What lies in the folder of a bot."""
LOOPBACK = "127.0.0.1"
BOT_NAMES = ("Marigold", "Juniper", "Thistle", "Sorrel", "Bramble")


@dataclass(frozen=True, slots=True)
class BotPlace:
    """Where a bot of ours sits: its config, its key, its store."""

    config: TableConfig
    identity: Identity
    path: Path


class AnyBot:
    """A bot of whatever game is played: of this strength where the game has it, else its best."""

    def __init__(self, strength: str = "") -> None:
        self._strength = strength
        self._bots: dict[str, Bot] = {}

    def choose(self, situation: Situation, below: Chooser) -> Answer:
        """See games.bots.Bot."""
        game = situation.game.info.id
        bot = self._bots.get(game)
        if bot is None:
            kind = self._strength if self._strength in registry.bot_kinds(game) else ""
            bot = self._bots[game] = registry.bot(game, kind)
        return bot.choose(situation, below)


def own_key(path: Path) -> Identity:
    """The key that is of the table at `path` only, made with it and never again.

    Raises ProfileError where a table that was begun has lost it, StoreBusy.
    """
    key = path.with_name(KEY)
    if not os.path.lexists(key) and _is_begun(path):
        raise ProfileError(
            f"the key {key} is missing, and nobody else can play in its place; restore it from a"
            " backup, or seat another bot at another table"
        )
    return Identity.load_or_make(key)


def _is_begun(path: Path) -> bool:
    return kept_config(path) is not None


def kept_config(path: Path) -> TableConfig | None:
    """What the client whose store is at `path` set out to do; None for one that never began.

    Raises StoreBusy, CodecError for damage.
    """
    try:
        with Store.open(path) as store:
            kept = store.note(CONFIG_NOTE)
    except StoreBusy:
        raise
    except StoreError:  # missing, or said where it is opened
        return None
    return TableConfig.decode(kept) if kept is not None else None


def strength_of(path: Path, usual: str = "") -> str:
    """The strength of the bot whose store is at `path`; `usual` where it never began."""
    config = kept_config(path)
    return usual if config is None else config.strength


def practice_bot(profile: Profile, config: TableConfig, path: Path, number: int) -> BotPlace:
    """A bot of a practice table, with a key of its own. `number` counts from 0."""
    folder = private_bot_folder(path, number + 1)
    identity = own_key(folder / TABLE)
    name = BOT_NAMES[number % len(BOT_NAMES)]
    kept = bot_config(profile, config, name, identity.public, profile.identity.public)
    return BotPlace(kept, identity, folder / TABLE)


def bots_again(profile: Profile, config: TableConfig, path: Path) -> list[BotPlace]:
    """The bots that a person brings to a rematch; a bot brings none."""
    before, found = None if config.operator else config.before, []
    for seat, member in enumerate(before.members if before else ()):
        if member.operator == profile.identity.public:
            folder = bot_folder(path, seat)
            identity = Identity.load(folder / KEY)
            opener = before.members[0].key if before else b""
            kept = bot_config(profile, config, member.name, identity.public, opener)
            strength = strength_of(folder / TABLE, config.strength)
            found.append(BotPlace(replace(kept, strength=strength), identity, folder / TABLE))
    return found


def bot_config(
    profile: Profile, config: TableConfig, name: str, bot: bytes, opener: bytes
) -> TableConfig:
    """How a bot of ours asks for its seat at our own table, which `opener` opened."""
    return TableConfig(
        role="guest",
        secret=config.secret,
        name=name,
        host_key=fingerprint(opener),
        loopback=config.loopback,
        strength=config.strength,
        operator=profile.identity.public,
        vouched=vouch(profile.identity, bot),
        agreed=config.agreed,
    )


def bot_folder(path: Path, number: int) -> Path:
    """Where a bot of ours has its key and its store, beside the store of our table."""
    return path.parent / "bots" / str(number)


def private_bot_folder(path: Path, number: int) -> Path:
    """The same folder, made if it is missing."""
    folder = bot_folder(path, number)
    atomic_file.private_folder(folder.parent)
    return atomic_file.private_folder(folder)


def forget_bot(place: BotPlace) -> None:
    """Delete the key and the store of a bot that is not to come back. Raises ProfileError."""
    atomic_file.delete_folder(place.path.parent)


def bot_client(
    place: BotPlace,
    game: str,
    calls: Addresses,
    pool: Executor | None,
    tracer: Tracer = NO_TRACER,
) -> Client:
    """The client of a bot of ours, which calls our table at these addresses. Raises StoreError."""
    config = replace(place.config, addresses=calls)
    return Client(
        config,
        place.identity,
        opened_store(place.path, config),
        place.path.parent,
        bot=registry.bot(game, config.strength),
        pool=pool,
        watched=False,
        trace=tracer(config.name),
    )


def opened_store(path: Path, config: TableConfig | None) -> Store:
    """The store of a table; a new one begins with its config."""
    if config is None:
        return Store.open(path)
    return Store.open_or_create(path, {CONFIG_NOTE: config.encode()})
