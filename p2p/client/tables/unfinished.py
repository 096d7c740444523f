"""The table that a command goes on with, in place of beginning another one just like it.

Held by tests/p2p/client/tables/test_unfinished.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games import registry
from games.engine.game import settled_options
from p2p.client.tables.table_list import option_words, tables_of
from p2p.errors import P2PError, TableMismatch
from p2p.lobby.table_config import CHARTER_NOTE
from p2p.storage.profile import Profile, TableInfo
from p2p.storage.table_store import Store
from p2p.wire.charter import Charter

Options = Mapping[str, str | int]


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
    """The id of the first table of this profile that is as wanted; None without one."""
    for info in tables_of(profile):
        info = replace(info, about={"watching": "", **info.about})
        other = info.about.get("rematch", False) or (
            info.about.get("guided", False) != wanted.get("guided", False)
        )
        fits = not other and all(info.about.get(key) == value for key, value in wanted.items())
        if fits and _can_go_on(info):
            return info.id
    return None


def _can_go_on(info: TableInfo) -> bool:
    """Whether this release plays the protocol and the rules that a table has agreed on.

    If not, the same command begins another one, in place of failing for ever after an update.
    """
    try:
        with Store.open(info.path) as store:
            agreed = store.note(CHARTER_NOTE)
        if agreed is not None:
            Charter.decode(agreed).draft.make_game()
    except TableMismatch:
        return False
    except P2PError:
        return True  # busy or damaged: whoever opens it is told so
    return True
