"""From a table that is over to its rematch: its config, and our own bots once more.

Everything follows from what the old table's store holds, so each member finds the same next table
by itself, and the same command finds it again. Held by
tests/p2p/client/tables/test_open_rematch.py.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from p2p.client.tables.local_bots import (
    KEY,
    TABLE,
    bot_config,
    bot_folder,
    opened_store,
    private_bot_folder,
    strength_of,
)
from p2p.client.tables.open_table import MOST_BOTS_HERE, open_play, open_table
from p2p.client.tables.opened_table import OpenedTable
from p2p.client.tables.table_list import tables_of
from p2p.errors import LocalError
from p2p.lobby.address_book import PLACES_NOTE, met_again
from p2p.lobby.table_config import (
    CHARTER_NOTE,
    CONFIG_NOTE,
    INTERNET_NOTE,
    PORT_NOTE,
    TableConfig,
)
from p2p.net.invite import fingerprint, next_secret, sni
from p2p.storage import atomic_file
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile
from p2p.storage.table_store import Store
from p2p.wire.charter import Charter

ENDED = ("over", "broken", "left")


@dataclass(frozen=True, slots=True)
class _Played:
    """What the store of a table that is over knows."""

    config: TableConfig
    charter: Charter
    port: int
    places: bytes
    internet: bool


def open_rematch(profile: Profile, table_id: str, *, auto: bool = False) -> OpenedTable:
    """The rematch of a table of this profile. Raises LocalError where there can be none.

    Against bots of this machine that is a new practice table. With people it is the next table of
    this one, for the same seats; it begins when all of them have opened it.
    """
    about = next((one.summary for one in tables_of(profile) if one.id == table_id), None)
    if about is None:
        raise LocalError(f"there is no table '{table_id}'; 'crownless tables' lists yours")
    if about.state not in ENDED:
        raise LocalError("that game is not over; a rematch comes after the end")
    played = _read(profile.table_path(table_id))
    draft = played.charter.draft
    if about.practice:
        options = dict(draft.options)
        return open_play(
            profile,
            draft.game,
            played.charter.seats - 1,
            options,
            new=True,
            auto=auto,
            beat=draft.policies.response_delay_ms,
            strength=played.config.strength,
            guided=played.config.guided,
        )
    old = profile.table_path(table_id)
    own = Identity.load(old.with_name(KEY)) if played.config.operator else profile.identity
    config = _next_config(profile, played, own.public)
    place = f"{config.tag}{table_id[len(played.config.tag) :]}"  # of a bot, with its number
    path = profile.table_path(place)
    if not path.is_file():
        profile.folder("tables")
        atomic_file.private_folder(path.parent)
        if config.operator:
            atomic_file.write(path.with_name(KEY), old.with_name(KEY).read_bytes())
        else:
            _bring_bots(profile, played, config, old, path)
    return open_table(
        profile, place, config, auto=auto, places=played.places, internet=played.internet
    )


def _read(path: Path) -> _Played:
    with closing(Store.open(path)) as store:
        config, charter = store.note(CONFIG_NOTE), store.note(CHARTER_NOTE)
        if config is None or charter is None:
            raise LocalError("that table never began, so there is nothing to play again")
        port = int.from_bytes(store.note(PORT_NOTE) or b"", "big")
        return _Played(
            TableConfig.decode(config),
            Charter.decode(charter),
            port,
            met_again(store.note(PLACES_NOTE) or b""),
            store.note(INTERNET_NOTE) == b"1",
        )


def _next_config(profile: Profile, played: _Played, own: bytes) -> TableConfig:
    """Who opened the table opens the rematch; the others call where it was reached before."""
    before, charter, draft = played.config, played.charter, played.charter.draft
    if before.role == "watch" or charter.seat_of(own) is None:
        raise LocalError("only who had a seat there can play again")
    opens = charter.seat_of(own) == 0
    return TableConfig(
        role="host" if opens else "guest",
        # D-21: every member finds it alone, so two who press the key at once mean the same table.
        secret=next_secret(before.secret, charter.table),
        name=before.name if before.operator else profile.name,
        host_key=b"" if opens else fingerprint(charter.keys[0]),
        addresses=() if opens else before.addresses,
        game=draft.game,
        seats=charter.seats,
        options=draft.options,
        response_delay_ms=draft.policies.response_delay_ms,
        strength=before.strength,
        port=before.port or played.port,
        loopback=before.loopback,
        operator=before.operator,
        vouched=before.vouched,
        agreed=draft.encode(),
    )


def _bring_bots(
    profile: Profile, played: _Played, config: TableConfig, old: Path, new: Path
) -> None:
    """Take our own bots to the next table, with their keys and as strong as they were.

    Raises LocalError if one is not here.
    """
    opener = played.charter.keys[0]
    tag = sni(played.config.secret)
    kept = [bot_folder(old, number) for number in range(played.charter.seats)]
    kept += [
        profile.table_path(f"{tag}bot{number}").parent for number in range(1, MOST_BOTS_HERE + 1)
    ]
    found = {
        Identity.load(folder / KEY).public: folder for folder in kept if (folder / KEY).is_file()
    }
    for seat, member in enumerate(played.charter.draft.members):
        if member.operator != profile.identity.public:
            continue
        if member.key not in found:
            raise LocalError(
                f"your bot {member.name} was seated from another machine, so it cannot play again;"
                " host a new table"
            )
        before, folder = found[member.key], private_bot_folder(new, seat)
        atomic_file.write(folder / KEY, (before / KEY).read_bytes())
        bot = bot_config(profile, config, member.name, member.key, opener)
        bot = replace(bot, strength=strength_of(before / TABLE, config.strength))
        opened_store(folder / TABLE, bot).close()
