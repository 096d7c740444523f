"""The table that a command goes on with, in place of beginning another one just like it.

Held by tests/p2p/client/tables/test_unfinished.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from games import registry
from games.engine.game import settled_options
from p2p.client.tables.table_list import option_words, tables_of
from p2p.client.tables.taken_anew import advised, damage_of
from p2p.errors import LocalError, P2PError, TableMismatch
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.storage.profile import Profile, TableInfo
from p2p.storage.table_store import Store
from p2p.wire.charter import READABLE, RELEASES, Charter

Options = Mapping[str, str | int]

NEW = "Ask for a new table (--new) to begin another here"


def wanted_table(
    game: str, seats: int, options: Options, *, practice: bool, beat: int | None
) -> dict[str, object]:
    """What the list of tables says of one that these arguments go on with."""
    settled = settled_options(registry.make(game).info, seats, options)
    wanted: dict[str, object] = {
        "role": "host",
        "game": game,
        "seats": seats,
        "options": option_words(tuple(settled.items())),
        "practice": practice,
        "state": "open",
    }
    return wanted if beat is None else {**wanted, "beat": beat}


def unfinished_table(profile: Profile, wanted: Mapping[str, object]) -> str | None:
    """The id of the first table of this profile that is as wanted; None without one.

    Raises LocalError where it is damaged, its file lost, or the only ones are of another release:
    no other opens over it unasked.
    """
    elsewhere = ""
    for info in tables_of(profile):
        known = bool(info.summary.role)  # else it is damaged beyond that, and may be the one
        if known and not info.summary.has({"rematch": False, "guided": False, **wanted}):
            continue
        damage = damage_of(info.path)
        # D-158: what others lack may still be there, or come back with the disk.
        if damage is not None:
            raise LocalError(f"{advised(profile, info.id, damage)}. {NEW}")
        if not known:
            continue
        release = release_needed(info)
        if not release:
            return info.id
        elsewhere = elsewhere or (
            f"your table {info.shown} is like this and not finished; it was begun with {release}, "
            f"which alone can go on with it. {NEW}"
        )
    if elsewhere:
        raise LocalError(elsewhere)
    return None


def release_needed(info: TableInfo) -> str:
    """Which other release has to go on with an unfinished table; empty if this one can.

    So it is with a table whose charter is of another protocol, or of other rules.
    """
    if info.summary.is_over:
        return ""
    try:
        with Store.open(info.path) as store:
            return release_of(store.note(CHARTER_NOTE))
    except P2PError:
        return ""  # busy or damaged: whoever opens it is told so


def release_of(agreed: bytes | None) -> str:
    """Which other release plays by a charter; empty if this one does. Raises CodecError."""
    if agreed is None:
        return ""
    protocol, this = 0, ""
    try:
        draft = Charter.decode(agreed, READABLE).draft
        protocol = draft.protocol
        draft.make_game()
    except TableMismatch:
        named = RELEASES.get(protocol)
        this = f"Crownless {named}" if named else "another release of Crownless"
    return this
