"""Records of tables in the profile: where each is kept, read again, and deleted with its table.

    <profile>/records/<game>-<date>-<id>.crownless    one finished table each

The id is the one by which people call the table. Held by
tests/p2p/client/tables/test_kept_records.py.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path

from p2p.client.tables.table_list import tables_of
from p2p.display import safe
from p2p.errors import LocalError, ProfileError
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.record.record_file import read_file
from p2p.storage import atomic_file
from p2p.storage.profile import Profile, TableInfo
from p2p.storage.table_store import Store
from p2p.wire.charter import Charter
from p2p.wire.codec import Data

FOLDER = "records"
SUFFIX = ".crownless"


def kept_record(profile: Profile, shown: str) -> Path | None:
    """The file of the record of the table that people call `shown`; None where none is kept."""
    found = sorted((profile.home / FOLDER).glob(f"*-{shown}{SUFFIX}"))
    return found[0] if found else None


def record_path(profile: Profile, game: str, shown: str) -> Path:
    """Where that record is kept, or will be: under the game and the day."""
    day = time.strftime("%Y-%m-%d")
    new = profile.folder(FOLDER) / f"{safe(game, 32) or 'table'}-{day}-{shown}{SUFFIX}"
    return kept_record(profile, shown) or new


def keep(profile: Profile, game: str, shown: str, record: bytes) -> Path:
    """Keep it, whole or not at all, in place of what was known of it before. Raises ProfileError.

    The table itself is not touched: its record can be made again from it.
    """
    path = record_path(profile, game, shown)
    atomic_file.write(path, record)
    return path


def record_of_table(profile: Profile, table_id: str) -> Data:
    """The record of a table of this profile: as kept, or made of what the table holds now.

    Raises LocalError for a table that has not begun, StoreBusy for one that is open elsewhere.
    """
    info = next((one for one in tables_of(profile) if one.id == table_id), None)
    if info is None:
        raise LocalError(f"there is no table '{table_id}'; 'crownless tables' lists yours")
    path = kept_record(profile, info.shown) if info.summary.is_over else None
    return read_file(path) if path is not None else _made(info)


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Our seat at a table that is not over for all, and the seed of its secrets (32 bytes)."""

    seat: int
    seed: bytes = field(repr=False)


def own_seat(profile: Profile, table_id: str) -> OwnSeat | None:
    """By what our own hand can be read again at a table of this profile.

    None where we watch, and once all have closed the table: then its secrets are erased. Raises
    StoreBusy for a table that is open elsewhere.
    """
    from p2p.session.seed_keeper import SEED  # loads all that judges a table

    info = next((one for one in tables_of(profile) if one.id == table_id), None)
    if info is None:
        return None
    with Store.open(info.path) as store:
        charter, seed = store.note(CHARTER_NOTE), store.note(SEED)
    if charter is None or seed is None:
        return None
    keys = [member.key for member in Charter.decode(charter).draft.members]
    own = profile.identity.public
    return OwnSeat(keys.index(own), seed) if own in keys else None


def _made(info: TableInfo) -> bytes:
    from p2p.record.record import record_of  # loads all that judges a table
    from p2p.session.session import Session

    with Store.open(info.path) as store:
        charter = store.note(CHARTER_NOTE)
        if charter is None:
            raise LocalError("this table has not begun, so there is no record of it yet")
        # A spectator's session: it reads what was said and adds nothing.
        session = Session(
            Charter.decode(charter), store, seat=None, sign=None, entropy=secrets.token_bytes
        )
        return record_of(session.charter, session.log, session.replica.engine).encode()


def delete_table(profile: Profile, info: TableInfo) -> None:
    """Delete a table with the bots of ours that sit there, and its record if one is kept.

    Raises StoreBusy while another process has it open, and ProfileError.
    """
    for one in tables_of(profile):
        if one.id == info.id or one.id.startswith(f"{info.id}bot"):
            profile.remove_table(one.id)
    path = kept_record(profile, info.shown)
    if path is not None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise ProfileError(f"{path} cannot be deleted: {error.strerror}") from error
