"""Bots that sit at our own tables: their keys, their places, and how they ask for a seat.

A bot is a client like any other, with a key of one table only, for which its person vouches. Held
by tests/p2p/client/test_client.py and tests/p2p/client/test_open_rematch.py.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from games import registry
from games.engine.bots import Bot, Chooser, Situation
from games.engine.choice import Answer
from p2p.errors import ProfileError, StoreBusy, StoreError
from p2p.lobby.table_config import CONFIG_NOTE, TableConfig, vouch
from p2p.net.invite import fingerprint
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store

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
    key = path.with_name("identity.pem")
    if not os.path.lexists(key) and _is_begun(path):
        raise ProfileError(
            f"the key {key} is missing, and nobody else can play in its place; restore it from a"
            " backup, or seat another bot at another table"
        )
    return Identity.load_or_make(key)


def _is_begun(path: Path) -> bool:
    try:
        with Store.open(path) as store:
            return store.note(CONFIG_NOTE) is not None
    except StoreBusy:
        raise
    except StoreError:  # missing, or said where it is opened
        return False


def practice_bot(profile: Profile, config: TableConfig, path: Path, number: int) -> BotPlace:
    """A bot of a practice table, with a key of its own. `number` counts from 0."""
    folder = private_bot_folder(path, number + 1)
    identity = own_key(folder / "table.db")
    name = BOT_NAMES[number % len(BOT_NAMES)]
    kept = _bot_config(profile, config, name, identity.public, profile.identity.public)
    return BotPlace(kept, identity, folder / "table.db")


def bots_again(profile: Profile, config: TableConfig, path: Path) -> list[BotPlace]:
    """The bots that a person brings to a rematch; a bot brings none."""
    before, found = None if config.operator else config.before, []
    for seat, member in enumerate(before.members if before else ()):
        if member.operator == profile.identity.public:
            folder = bot_folder(path, seat)
            identity = Identity.load(folder / "identity.pem")
            opener = before.members[0].key if before else b""
            kept = _bot_config(profile, config, member.name, identity.public, opener)
            found.append(BotPlace(kept, identity, folder / "table.db"))
    return found


def _bot_config(
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
