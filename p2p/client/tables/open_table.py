"""From a command to a table: make its config, or open the unfinished one that it goes on with.

A table lives in its own folder of the profile; the folder's name follows from the table's secret.
Bots of a practice game are clients like any other, with keys of their own in that folder, linked to
the person's client over loopback.
"""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from games import registry
from games.engine.bots import Bot
from games.engine.game import settled_options
from p2p.client.client import Client
from p2p.client.tables.lobby_bots import LobbyBots
from p2p.client.tables.local_bots import (
    BOT_NAMES,
    AnyBot,
    BotPlace,
    bots_again,
    opened_store,
    own_key,
    practice_bot,
)
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import watching_word
from p2p.client.tables.taken_anew import advised, check_there
from p2p.client.tables.unfinished import Options, release_of, unfinished_table, wanted_table
from p2p.errors import LocalError, ProfileError, StoreBusy, StoreDamaged
from p2p.lobby.address_book import PLACES_NOTE
from p2p.lobby.table_config import (
    CHARTER_NOTE,
    CONFIG_NOTE,
    INTERNET_NOTE,
    TableConfig,
    vouch,
)
from p2p.net.invite import Invite, fingerprint
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile

SECRET_BYTES = 10
NO_WAY_BACK = (
    "this invite leads players back to a table, and you have no seat there; to begin, ask for an"
    " invite to another table"
)
MOST_BOTS_HERE = 5
"""Bots of one person at one table."""


def open_play(
    profile: Profile,
    game: str,
    bots: int,
    options: Options,
    *,
    new: bool,
    auto: bool = False,
    beat: int | None = None,
    strength: str = "",
    guided: bool = False,
) -> OpenedTable:
    """A practice table against bots on this machine; one that is unfinished is gone on with.

    `beat`: the response delay in milliseconds, None for the usual one. `strength`: the kind of the
    bots, empty for the best. `guided`: its person is told how to play. Raises BadTable for options,
    seats or bots that the game does not have, LocalError, StoreError.
    """
    wanted = wanted_table(game, bots + 1, options, practice=True, beat=beat)
    if strength:
        registry.bot(game, strength)
        wanted["strength"] = strength
    if guided:
        wanted["guided"] = True
    found = None if new else unfinished_table(profile, wanted)
    if found is not None:
        return open_saved(profile, found, auto=auto)
    config = _host_config(
        profile, game, bots + 1, options, port=0, loopback=True, response_delay_ms=beat
    )
    config = replace(config, strength=strength, guided=guided)
    return open_table(profile, config.tag, config, auto=auto)


def open_host(
    profile: Profile,
    game: str,
    seats: int,
    options: Options,
    *,
    new: bool,
    port: int = 0,
    auto: bool = False,
    waits: bool = False,
    beat: int | None = None,
    internet: bool = False,
    spectators: bool = True,
    delay: int = 0,
) -> OpenedTable:
    """A table that others join by invite; one that is unfinished is gone on with.

    With `waits` the person says when it is ready. With `internet` the router is asked to let the
    others in, also when the table is gone on with. `beat`: the response delay in milliseconds, None
    for the usual one. `spectators`: whether anybody may watch, `delay` minutes behind.
    Raises BadTable for options or seats that the game does not have, LocalError, StoreError.
    """
    wanted = wanted_table(game, seats, options, practice=False, beat=beat)
    wanted["watching"] = watching_word(spectators, delay)
    found = None if new else unfinished_table(profile, wanted)
    if found is not None:
        return open_saved(profile, found, auto=auto, waits=waits, internet=internet)
    config = _host_config(
        profile, game, seats, options, port=port, loopback=False, response_delay_ms=beat
    )
    config = replace(config, spectators=spectators, delay_minutes=delay)
    return open_table(profile, config.tag, config, auto=auto, waits=waits, internet=internet)


def open_guest(
    profile: Profile,
    invite: Invite,
    *,
    auto: bool = False,
    waits: bool = False,
    internet: bool = False,
) -> OpenedTable:
    """A seat at somebody's table; the same invite goes on with the same seat.

    So does an invite back, wherever it leads. With `waits` the person says when it is ready. With
    `internet` the router is asked to let the others in. Raises LocalError for an invite to watch,
    and for one back to a table at which we do not sit.
    """
    if invite.watch:
        raise LocalError("this invite only lets you watch: use 'crownless watch' with it")
    if invite.back:
        if not profile.table_path(invite.sni).is_file():
            raise LocalError(NO_WAY_BACK)
        table = open_table(profile, invite.sni, None, auto=auto, waits=waits, internet=internet)
        return _led(table, invite)
    config = _guest_config(profile.name, invite, "guest")
    table = open_table(profile, config.tag, config, auto=auto, waits=waits, internet=internet)
    return _led(table, invite)


def _led(table: OpenedTable, invite: Invite) -> OpenedTable:
    """The table, whose client calls where the invite says. Raises LocalError."""
    own = fingerprint(table.client.key) == invite.host_key
    if own and not invite.back:
        return table  # the opener's own table, found by its own invite
    try:
        table.client.lead_to(invite.host_key, invite.addresses)
    except BaseException:
        table.abandon()
        raise
    return table


def open_watch(profile: Profile, invite: Invite) -> OpenedTable:
    """A spectator's chair; a seat's invite leads to it as well. Raises InviteError."""
    invite = invite.for_watching()
    config = _guest_config(profile.name, invite, "watch")
    return _led(open_table(profile, config.tag, config), invite)


def open_bot(profile: Profile, invite: Invite, strength: str = "") -> OpenedTable:
    """A bot's seat, run by this profile's person. Several may sit at one table.

    `strength`: the kind of bot, empty for the best; so is one that the game does not have.
    An invite back goes on with one that sits there. Raises LocalError for an invite to watch, and
    where there are `MOST_BOTS_HERE` already.
    """
    if invite.watch:
        raise LocalError("this invite only lets you watch; a bot needs an invite to a seat")
    for number in range(1, MOST_BOTS_HERE + 1):
        table_id = f"{invite.sni}bot{number}"
        if invite.back and not profile.table_path(table_id).is_file():
            raise LocalError(NO_WAY_BACK)
        try:
            if invite.back:
                return _led(open_table(profile, table_id, None), invite)
            return _open_bot(profile, table_id, invite, BOT_NAMES[number - 1], strength)
        except StoreBusy:
            continue
    raise LocalError(f"{MOST_BOTS_HERE} bots of yours sit at that table already")


def open_saved(
    profile: Profile,
    table_id: str,
    *,
    auto: bool = False,
    waits: bool = False,
    internet: bool = False,
) -> OpenedTable:
    """A table of this profile by its id. Raises LocalError if there is none."""
    if not profile.table_path(table_id).parent.is_dir():
        raise LocalError(f"there is no table '{table_id}'; 'crownless tables' lists yours")
    return open_table(profile, table_id, None, auto=auto, waits=waits, internet=internet)


def open_table(
    profile: Profile,
    table_id: str,
    config: TableConfig | None,
    *,
    auto: bool = False,
    waits: bool = False,
    places: bytes = b"",
    internet: bool = False,
) -> OpenedTable:
    """A table with this config, or, where it was begun before, with the one that it has kept.

    `places` are where others were reached last, for a new table. `internet`: our person has chosen
    it, which is kept with the table.
    Raises ProfileError for a table that was never begun, StoreError, CodecError for damage.
    """
    path = profile.table_path(table_id)
    own = profile.identity  # before there is a table, which would need the key that it has
    profile.folder("tables")
    try:
        check_there(profile, table_id)
        store = opened_store(path, config)
    except StoreDamaged as error:
        raise advised(profile, table_id, error) from error
    try:
        kept = store.note(CONFIG_NOTE)
        if kept is None:
            raise ProfileError(f"the table '{table_id}' was never begun; start another")
        if release := release_of(store.note(CHARTER_NOTE)):
            raise ProfileError(f"this table was begun with {release}, which alone can end it")
        config = TableConfig.decode(kept)
        if places and store.note(PLACES_NOTE) is None:
            store.put_note(PLACES_NOTE, places)
        if internet:
            store.put_note(INTERNET_NOTE, b"1")
        internet = store.note(INTERNET_NOTE) == b"1"
        identity = _key_there(own, config, path)
        bot_places = _bot_places(profile, config, path)
        pool = ThreadPoolExecutor(2, thread_name_prefix="crownless-crypto")
        client = Client(
            config,
            identity,
            store,
            path.parent,
            bot=_bot(config) if auto or config.operator else None,
            pool=pool,
            waits=waits and not config.practice,
            internet=internet,
            trace=profile.tracer("me"),
        )
    except BaseException:
        store.close()
        raise
    bots: list[Client] = []
    seats_bots = config.role == "host" and not config.loopback and not config.agreed
    lobby_bots = LobbyBots(profile, client, path, bots, pool) if seats_bots else None
    return OpenedTable(
        table_id, config, client, bots, profile, lobby_bots, pool, bot_places, lost=store.lost
    )


def _key_there(own: Identity, config: TableConfig, path: Path) -> Identity:
    """The key with which we are at a table: our own, but for a bot's seat or a spectator's chair.

    Raises ProfileError.
    """
    key = path.with_name("identity.pem")
    if config.operator:
        return Identity.load(key)
    return Identity.load_or_make(key) if config.role == "watch" else own


def _bot_places(profile: Profile, config: TableConfig, path: Path) -> list[BotPlace]:
    """The bots that this process plays there."""
    practising = range(config.seats - 1 if config.practice else 0)
    bots = [practice_bot(profile, config, path, number) for number in practising]
    return bots + bots_again(profile, config, path)


def _bot(config: TableConfig) -> Bot | None:
    """Who plays for us; a guest learns only from the charter which game it plays.

    In a person's own seat the best bot plays, whatever the bots beside it are.
    """
    strength = config.strength if config.operator else ""
    return registry.bot(config.game, strength) if config.game else AnyBot(strength)


def _open_bot(
    profile: Profile, table_id: str, invite: Invite, name: str, strength: str
) -> OpenedTable:
    path = profile.table_path(table_id)
    profile.folder("tables")
    atomic_file.private_folder(path.parent)
    identity = own_key(path)
    config = replace(
        _guest_config(name, invite, "guest"),
        strength=strength,
        operator=profile.identity.public,
        vouched=vouch(profile.identity, identity.public),
    )
    return _led(open_table(profile, table_id, config), invite)


def _host_config(
    profile: Profile,
    game: str,
    seats: int,
    options: Options,
    *,
    port: int,
    loopback: bool,
    response_delay_ms: int | None,
) -> TableConfig:
    settled = settled_options(registry.make(game).info, seats, options)
    return TableConfig(
        role="host",
        secret=secrets.token_bytes(SECRET_BYTES),
        name=profile.name,
        game=game,
        seats=seats,
        options=tuple(settled.items()),
        response_delay_ms=response_delay_ms,
        port=port,
        loopback=loopback,
    )


def _guest_config(name: str, invite: Invite, role: str) -> TableConfig:
    return TableConfig(
        role=role,
        secret=invite.secret,
        name=name,
        host_key=invite.host_key,
        addresses=tuple((str(host), port) for host, port in invite.addresses),
    )
