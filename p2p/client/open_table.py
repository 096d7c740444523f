"""From a command to a table: make its plan, or find the unfinished one that it goes on with.

A table lives in its own folder of the profile; the folder's name follows from the table's secret.
Bots of a practice game are clients like any other, with keys of their own in that folder, and talk
to the person's client over loopback.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from games import registry
from games.engine.bots import Bot
from games.engine.game import settled_options
from p2p.client.client import Client
from p2p.client.local_bots import BOT_NAMES, AnyBot, BotPlace, bots_again, practice_bot
from p2p.errors import LocalError, ProfileError, StoreBusy
from p2p.lobby.address_book import PLACES_NOTE
from p2p.lobby.table_config import PLAN_NOTE, TableConfig, vouch
from p2p.net.invite import Invite, sni
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store

SECRET_BYTES = 10
LOOPBACK = "127.0.0.1"
MOST_BOTS_HERE = 5

Options = Mapping[str, str | int]


@dataclass
class OpenedTable:
    """A person's (or bot's) place at one table, and the bots that this process plays there."""

    id: str
    plan: TableConfig
    client: Client
    bots: list[Client] = field(default_factory=list)
    profile: Profile | None = None
    _pool: ThreadPoolExecutor | None = None
    _bot_places: list[BotPlace] = field(default_factory=list)

    async def start(self) -> None:
        """Open the links. Raises P2PError."""
        await self.client.start()
        self.describe("open")
        here = ((LOOPBACK, self.client.port),)
        for place in self._bot_places:
            calls = here if self.plan.role == "host" else self.plan.addresses
            plan = replace(place.plan, addresses=calls)
            bot = Client(
                plan,
                place.identity,
                _opened(place.path, plan),
                place.path.parent,
                bot=registry.bot(self.plan.game),
                pool=self._pool,
            )
            self.bots.append(bot)
            await bot.start()

    async def close(self) -> None:
        """Leave everything as it is on disk."""
        for client in (*self.bots, self.client):
            await client.close()
        if self._pool is not None:
            self._pool.shutdown()

    def describe(self, state: str) -> None:
        """Keep for lists of tables how this one stands: open, over or broken."""
        if self.profile is None:
            return
        charter = self.client.news.charter
        members = charter.draft.members if charter else ()
        about: dict[str, str | int | bool] = {
            "role": "bot" if self.plan.operator else self.plan.role,
            "game": charter.draft.game if charter else self.plan.game,
            "seats": charter.seats if charter else self.plan.seats,
            "options": _option_words(self.plan.options),
            "practice": self.plan.loopback and bool(self._bot_places),
            "rematch": bool(self.plan.agreed),
            "state": state,
            "people": ", ".join(member.name for member in members),
        }
        self.profile.describe_table(self.id, about)


def open_play(
    profile: Profile, game: str, bots: int, options: Options, *, new: bool, auto: bool = False
) -> OpenedTable:
    """A practice table against bots on this machine."""
    wanted = _wanted(game, bots + 1, options, practice=True)
    found = None if new else _unfinished(profile, wanted)
    if found is not None:
        return open_saved(profile, found, auto=auto)
    plan = _host_plan(profile, game, bots + 1, options, port=0, loopback=True, response_delay_ms=0)
    return open_table(profile, plan.tag, plan, auto=auto, bots=bots)


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
) -> OpenedTable:
    """A table that others join by invite. With `waits` the person says when it is ready."""
    wanted = _wanted(game, seats, options, practice=False)
    found = None if new else _unfinished(profile, wanted)
    if found is not None:
        return open_saved(profile, found, auto=auto, waits=waits)
    plan = _host_plan(
        profile, game, seats, options, port=port, loopback=False, response_delay_ms=800
    )
    return open_table(profile, plan.tag, plan, auto=auto, waits=waits)


def open_guest(
    profile: Profile, invite: Invite, *, auto: bool = False, waits: bool = False
) -> OpenedTable:
    """A seat at somebody's table; the same invite goes on with the same seat.

    With `waits` the person says when it is ready.
    """
    if invite.watch:
        raise LocalError("this invite only lets you watch: use 'crownless watch' with it")
    plan = _guest_plan(profile.name, invite, "guest")
    return open_table(profile, plan.tag, plan, auto=auto, waits=waits)


def open_watch(profile: Profile, invite: Invite) -> OpenedTable:
    """A spectator's chair; a seat's invite leads to it as well."""
    plan = _guest_plan(profile.name, invite if invite.watch else invite.for_watching(), "watch")
    return open_table(profile, plan.tag, plan)


def open_bot(profile: Profile, invite: Invite) -> OpenedTable:
    """A bot's seat, kept by this profile's person. Several may sit at one table."""
    if invite.watch:
        raise LocalError("this invite only lets you watch; a bot needs an invite to a seat")
    for number in range(1, MOST_BOTS_HERE + 1):
        table_id = f"{sni(invite.secret)}bot{number}"
        try:
            return _open_bot(profile, table_id, invite, BOT_NAMES[number - 1])
        except StoreBusy:
            continue
    raise LocalError(f"{MOST_BOTS_HERE} bots of yours sit at that table already")


def open_saved(
    profile: Profile, table_id: str, *, auto: bool = False, waits: bool = False
) -> OpenedTable:
    """A table of this profile by its id. Raises LocalError if there is none."""
    path = profile.table_path(table_id)
    if not path.is_file():
        raise LocalError(f"there is no table '{table_id}'; 'crownless tables' lists yours")
    info = next((one for one in profile.tables() if one.id == table_id), None)
    seats = info.about.get("seats", 0) if info else 0
    practice = bool(info and info.about.get("practice"))
    bots = int(seats) - 1 if practice else 0
    return open_table(profile, table_id, None, auto=auto, bots=bots, waits=waits and not practice)


def open_table(
    profile: Profile,
    table_id: str,
    plan: TableConfig | None,
    *,
    auto: bool = False,
    bots: int = 0,
    waits: bool = False,
    places: bytes = b"",
) -> OpenedTable:
    """A table with this plan, or, where it was begun before, with the one that it has kept.

    `bots` are of a practice table; `places` are where others were reached last, for a new table.
    """
    path = profile.table_path(table_id)
    profile.folder("tables")
    store = _opened(path, plan)
    try:
        kept = store.note(PLAN_NOTE)
        if kept is None:
            raise ProfileError(f"the table '{table_id}' was never begun; start another")
        plan = TableConfig.decode(kept)
        if places and store.note(PLACES_NOTE) is None:
            store.put_note(PLACES_NOTE, places)
        role = plan.role
        identity = profile.identity
        own_key = path.with_name("identity.pem")
        if role == "watch" or plan.operator:
            identity = Identity.load_or_make(own_key)
        pool = ThreadPoolExecutor(2, thread_name_prefix="crownless-crypto")
        plays = _bot(plan) if auto or plan.operator else None
        client = Client(plan, identity, store, path.parent, bot=plays, pool=pool, waits=waits)
    except BaseException:
        store.close()
        raise
    table = OpenedTable(table_id, plan, client, profile=profile, _pool=pool)
    for number in range(bots):
        table._bot_places.append(practice_bot(profile, plan, path, number))
    table._bot_places += bots_again(profile, plan, path)
    return table


def _bot(plan: TableConfig) -> Bot | None:
    """The better bot; a guest learns only from the charter which game it plays."""
    return registry.bot(plan.game) if plan.game else AnyBot()


def _open_bot(profile: Profile, table_id: str, invite: Invite, name: str) -> OpenedTable:
    path = profile.table_path(table_id)
    profile.folder("tables")
    identity = Identity.load_or_make(atomic_file.private_folder(path.parent) / "identity.pem")
    plan = replace(
        _guest_plan(name, invite, "guest"),
        operator=profile.identity.public,
        vouched=vouch(profile.identity, identity.public),
    )
    return open_table(profile, table_id, plan)


def _opened(path: Path, plan: TableConfig | None) -> Store:
    """The table's store; a new one begins with its plan."""
    if path.is_file():
        store = Store.open(path)
        if plan is not None and store.note(PLAN_NOTE) is None:
            store.put_note(PLAN_NOTE, plan.encode())
        return store
    store = Store.create(path)
    if plan is not None:
        store.put_note(PLAN_NOTE, plan.encode())
    return store


def _host_plan(
    profile: Profile,
    game: str,
    seats: int,
    options: Options,
    *,
    port: int,
    loopback: bool,
    response_delay_ms: int,
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


def _guest_plan(name: str, invite: Invite, role: str) -> TableConfig:
    return TableConfig(
        role=role,
        secret=invite.secret,
        name=name,
        host_key=invite.host_key,
        addresses=tuple((str(host), port) for host, port in invite.addresses),
    )


def _option_words(options: tuple[tuple[str, str | int], ...]) -> str:
    return " ".join(f"{key}={value}" for key, value in options)


def _wanted(game: str, seats: int, options: Options, *, practice: bool) -> dict[str, object]:
    """What the list of tables says of one that these arguments go on with."""
    settled = settled_options(registry.make(game).info, seats, options)
    return {
        "role": "host",
        "game": game,
        "seats": seats,
        "options": _option_words(tuple(settled.items())),
        "practice": practice,
        "state": "open",
    }


def _unfinished(profile: Profile, wanted: Mapping[str, object]) -> str | None:
    for info in profile.tables():
        again = info.about.get("rematch", False)
        if not again and all(info.about.get(key) == value for key, value in wanted.items()):
            return info.id
    return None
