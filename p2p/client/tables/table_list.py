"""The tables of a profile as lists show them: told from what is kept beside each, unopened.

Where that is missing or damaged it is made again from the table itself, its config and its charter,
so that a damaged description costs nothing; at most its own table is shown without one. Held by
tests/p2p/client/tables/test_table_list.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.engine.errors import GamesError
from p2p.client.tables.history import broken_by, won_by
from p2p.display import told_apart
from p2p.errors import P2PError, StoreDamaged, StoreNotBegun
from p2p.lobby.table_config import CHARTER_NOTE, CONFIG_NOTE, PORT_NOTE, TableConfig
from p2p.storage import spare_notes
from p2p.storage.identity import Identity
from p2p.storage.profile import Profile, TableInfo
from p2p.storage.table_store import Store
from p2p.table_summary import Setting, TableSummary
from p2p.wire.charter import Charter

if TYPE_CHECKING:  # loaded where a table is judged: lists come at once
    from p2p.client.play.auditor import AuditState
    from p2p.session.session import Ending


def tables_of(profile: Profile) -> list[TableInfo]:
    """The tables of a profile, the one changed last first; those never begun are left out."""
    found = (_whole(profile, info) for info in profile.tables())
    return [info for info in found if info is not None]


def described(
    config: TableConfig,
    charter: Charter | None,
    state: str,
    ending: Ending | None = None,
    own: bytes | None = None,
    audit: AuditState | None = None,
) -> TableSummary:
    """What lists show of a table. `state`: open, over, broken or left; `own`: our key there.

    `audit`: what our audit has found, in a game that has one: who cheated has not won.
    """
    members = charter.draft.members if charter else ()
    names = told_apart(member.name for member in members)
    persons = [one for one, member in zip(names, members, strict=True) if not member.is_bot]
    result = _Result()
    if charter is not None and ending is not None:
        result = _result(charter, ending, own, audit)
    return TableSummary(
        role="bot" if config.operator else config.role,
        game=charter.draft.game if charter else config.game,
        seats=charter.seats if charter else config.seats,
        options=option_words(config.options),
        practice=config.practice,
        rematch=bool(config.agreed),
        state=state,
        people=", ".join(names),
        keys=tuple(member.key.hex() for member in members if not member.is_bot),
        table=charter.table.hex() if charter else "",
        persons=tuple(persons),
        beat=config.response_delay_ms,
        strength=config.strength,
        guided=config.guided,
        watching=watching_word(config.spectators, config.delay_minutes),
        result=result.words,
        winners=result.winners,
        breaker=result.breaker,
        won=result.won,
    )


@dataclass(frozen=True, slots=True)
class _Result:
    """How a game ended, in words; `won`: whether we won it, if we played it to its end."""

    words: str = ""
    winners: tuple[str, ...] = ()
    breaker: str = ""
    won: bool | None = None


def _result(
    charter: Charter, ending: Ending, own: bytes | None, audit: AuditState | None
) -> _Result:
    names = told_apart(member.name for member in charter.draft.members)
    if ending.fault is not None:
        breaker = names[ending.fault.seat]
        return _Result(broken_by(breaker), breaker=breaker)
    if ending.outcome is None:
        return _Result()
    winners: Sequence[int] = ending.outcome.winners
    if audit is not None and any(found.looked_at for found in audit.findings):
        if audit.upshot.broken_by:
            breaker = " and ".join(names[found.seat] for found in audit.upshot.broken_by)
            return _Result(broken_by(breaker), breaker=breaker)
        if audit.upshot.open_until:
            return _Result(audit.upshot.awaited(names.__getitem__))
        winners = audit.winners
    lost = "everyone lost" if ending.outcome.all_lost else "nobody won"
    seat = charter.seat_of(own) if own is not None else None
    called = tuple(names[seat] for seat in winners)
    words = won_by(called) if called else lost
    return _Result(words, called, won=None if seat is None else seat in winners)


def watching_word(spectators: bool, delay: int) -> str:
    """Who may watch, in a word: nothing for everybody at once, no, or the minutes of delay."""
    return (str(delay) if delay else "") if spectators else "no"


def option_words(options: tuple[tuple[str, str | int], ...]) -> str:
    """The options of a game in a line."""
    return " ".join(f"{key}={value}" for key, value in options)


def _whole(profile: Profile, info: TableInfo) -> TableInfo | None:
    """The table with all that lists show; None for what an interrupted start left."""
    is_whole = TableSummary.is_whole(info.about)
    if is_whole and "table" in info.about:
        return info
    try:
        with Store.open(info.path) as store:
            about = _with_id(info, store) if is_whole else _made_again(profile, info, store)
    except StoreNotBegun:
        return info if info.about else None
    except StoreDamaged:  # whoever opens it is told; what it was, its copy may know
        about = None if is_whole else _of_copy(info)
        return info if about is None else replace(info, about=about)
    except P2PError:  # busy: whoever opens it is told
        return info
    if about is None:
        return info if info.about else None
    with suppress(P2PError):
        profile.describe_table(info.id, about, ended=info.changed)
    return replace(info, about=about)


def _with_id(info: TableInfo, store: Store) -> dict[str, Setting]:
    """The description that an earlier release has kept, with the id of the table."""
    agreed = store.note(CHARTER_NOTE)
    return {**info.about, "table": Charter.decode(agreed).table.hex() if agreed else ""}


def _of_copy(info: TableInfo) -> dict[str, Setting] | None:
    """The description, from the copy of the few notes that nobody else has."""
    notes = spare_notes.read(info.path)
    with suppress(P2PError, GamesError):
        if CONFIG_NOTE in notes:
            agreed = notes.get(CHARTER_NOTE)
            charter = Charter.decode(agreed) if agreed is not None else None
            return described(TableConfig.decode(notes[CONFIG_NOTE]), charter, "open").encode()
    return None


def _made_again(profile: Profile, info: TableInfo, store: Store) -> dict[str, Setting] | None:
    """The description, from the table itself; None where nothing was begun."""
    kept, agreed = store.note(CONFIG_NOTE), store.note(CHARTER_NOTE)
    if kept is None:
        return None
    config = TableConfig.decode(kept)
    if agreed is None:
        return described(config, None, "open").encode()
    charter = Charter.decode(agreed)
    key = info.path.with_name("identity.pem")
    state, ending, own = "open", None, None
    try:
        identity = Identity.load(key) if config.operator else profile.identity
        own = None if config.role == "watch" else identity.public
        state, ending = _state(charter, store, own)
    except (P2PError, GamesError):  # its key is gone, or this release does not have its rules
        pass
    about = described(config, charter, state, ending, own)
    port = int.from_bytes(store.note(PORT_NOTE) or b"", "big")
    leads_back = port and own is not None and not config.loopback and not config.operator
    return (replace(about, port=port) if leads_back else about).encode()


def _state(charter: Charter, store: Store, own: bytes | None) -> tuple[str, Ending | None]:
    """How the table stands, by its messages; `own`: the key of our seat. Takes seconds."""
    from p2p.session.session import Session  # loaded where a table is judged: lists come at once

    session = Session(charter, store, seat=None, sign=None, entropy=secrets.token_bytes)
    ending = session.ending()
    if ending is not None:
        return ("over" if ending.fault is None else "broken"), ending
    seat = charter.seat_of(own) if own is not None else None
    left = seat is not None and seat not in session.replica.seats_in()
    return ("left" if left else "open"), None
