"""A table whose file is lost or damaged: what can be done, said truly, and done.

All that was signed at a table is with its other members too. What only we had stands a second time
in `table.spare`; with that, a new file is begun, and everything else comes from the others as it
does to an older copy. Without the seed nobody can make what our seat owes: it cannot even concede,
which hands over keys. Held by tests/p2p/client/tables/test_taken_anew.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from p2p.client.tables.table_list import tables_of
from p2p.errors import LocalError, P2PError, ProfileError, StoreBusy, StoreDamaged, StoreError
from p2p.lobby.table_config import CHARTER_NOTE, CONFIG_NOTE, TableConfig
from p2p.session.seed_keeper import SEED
from p2p.storage import atomic_file, spare_notes
from p2p.storage.profile import Profile, TableInfo
from p2p.storage.table_store import Store
from p2p.table_summary import TableSummary
from p2p.wire.message import Signed

_PARTS = ("", "-wal", "-journal", "-shm")
"""What SQLite puts behind the name of a file."""
LOST = "{} is lost, but the table was begun"
NEW_FILE = (
    "The damaged file lies in {} now. What was said at this table comes from the other members as"
    " soon as they are reached, and nothing is said for you before that: best wait until all of"
    " them are on line."
)


def damage_of(path: Path) -> StoreDamaged | None:
    """What is wrong with a begun table; None where it can be opened, or is open elsewhere."""
    if not path.is_file():
        return StoreDamaged(LOST.format(path))
    try:
        Store.open(path).close()
    except StoreDamaged as error:
        return error
    except StoreError:
        pass
    return None


def advised(profile: Profile, table_id: str, error: StoreDamaged) -> StoreDamaged:
    """The same with what can be done now."""
    path = profile.table_path(table_id)
    info = next((one for one in tables_of(profile) if one.id == table_id), None)
    shown = table_id if info is None else info.shown
    if info is not None and info.summary.is_over:
        way = f"That game is over; its record, if it was kept: crownless verify {shown}"
    elif _has_seat(notes := _notes_left(path)):
        way = (
            "What was said there is with the other members; to take it from them:"
            f" crownless tables {shown} --anew"
        )
    elif CONFIG_NOTE in notes or (info is not None and info.summary.table):
        way = (
            "The secrets of your seat were there alone, so nobody can play it on or concede for it."
            " You can look on with an invite of the others: crownless watch INVITE. To put away"
            f" what is left: crownless tables {shown} --delete"
        )
    else:
        way = f"To put away what is left: crownless tables {shown} --delete"
    return StoreDamaged(f"{error}. {way}")


def check_there(profile: Profile, table_id: str) -> None:
    """Raises StoreDamaged where a table that has begun has lost its file, and no copy is left.

    Where a copy is left the store says so itself.
    """
    path = profile.table_path(table_id)
    if not path.is_file() and TableSummary.decode(profile.about_table(table_id)).table:
        raise StoreDamaged(LOST.format(path))


def take_anew(profile: Profile, info: TableInfo) -> str:
    """Begin the files of a table anew of what is left, the damaged ones put aside; says what then.

    With it those of our own bots there. Raises LocalError where nothing is damaged or too little is
    left, StoreBusy, StoreError.
    """
    bots = [folder / info.path.name for folder in sorted(info.path.parent.glob("bots/*"))]
    begun = [path for path in bots if path.exists() or spare_notes.spare_path(path).exists()]
    damaged = [path for path in (info.path, *begun) if _is_damaged(path)]
    if not damaged:
        raise LocalError("the file of that table is whole; go on with it as it is")
    left = {path: _notes_left(path) for path in damaged}
    for path, notes in left.items():
        if not _has_seat(notes):
            raise advised(profile, info.id, StoreDamaged(f"{path} is damaged or lost"))
    for path, notes in left.items():
        aside = _put_aside(path)
        Store.create(path, notes).close()
    return NEW_FILE.format(aside)


def _is_damaged(path: Path) -> bool:
    """Whether a table cannot be opened, or read whole as it was signed. Raises StoreBusy."""
    try:
        with Store.open(path) as store:
            return any(Signed(m.body, m.signature).hash != m.hash for m in store.stream())
    except StoreBusy:
        raise
    except StoreError:
        return True


def _notes_left(path: Path) -> Mapping[str, bytes]:
    """The notes that nobody else has, from their copy, or from the file where it still has them."""
    try:
        with Store.open(path) as store:
            return store.notes() | spare_notes.read(path)
    except StoreError:
        return spare_notes.read(path)


def _has_seat(notes: Mapping[str, bytes]) -> bool:
    """Whether these are enough to be at the table as before."""
    if CONFIG_NOTE not in notes:
        return False
    try:
        config = TableConfig.decode(notes[CONFIG_NOTE])
    except P2PError:
        return False
    return config.role == "watch" or SEED in notes or CHARTER_NOTE not in notes


def _put_aside(path: Path) -> Path:
    """Move what is left of a table's file into a folder of its own. Raises ProfileError."""
    number = 1
    while (folder := path.with_name(f"damaged-{number}")).exists():
        number += 1
    atomic_file.private_folder(folder)
    for part in _PARTS:
        file = path.with_name(path.name + part)
        try:
            file.rename(folder / file.name)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ProfileError(f"{file} cannot be moved: {error.strerror}") from error
    return folder
