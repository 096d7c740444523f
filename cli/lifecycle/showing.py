"""How a table that we opened is shown on the local network, kept so that it is shown again.

One word in the table's own folder, written when the table is opened: whoever comes back to the
lobby shows it as before. Held by tests/cli/lifecycle/test_showing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from cli.lifecycle.announcer import Announcer, announcer_of
from p2p.client.tables.opened_table import OpenedTable
from p2p.storage import atomic_file
from p2p.storage.profile import Profile

FILE = "shown"
MOST = 16
"""Bytes of that file."""


class Showing(Enum):
    """How others on the local network find a table."""

    OPEN = "open"
    """Anybody there can pick it."""
    CLOSED = "closed"
    """It is listed, and its two words are asked for."""
    HIDDEN = "hidden"


def showing(*, show: bool, closed: bool) -> Showing:
    """What a person has asked for."""
    if not show:
        return Showing.HIDDEN
    return Showing.CLOSED if closed else Showing.OPEN


def shown_as(
    table: OpenedTable, environment: Mapping[str, str], wanted: Showing | None = None
) -> Announcer | None:
    """What shows a table that we opened: as `wanted`, which is kept, or else as it was before.

    Raises UsageError for an environment that names no addresses, ProfileError where it is not kept.
    """
    if table.profile is None or table.lobby_bots is None:
        return None  # not ours, or there is no lobby into which others come
    if wanted is not None:
        atomic_file.write(_path(table.profile, table.id), wanted.value.encode())
    else:
        wanted = kept_showing(table.profile, table.id)
    if wanted is Showing.HIDDEN:
        return None
    return announcer_of(table, environment, closed=wanted is Showing.CLOSED)


def kept_showing(profile: Profile, table: str) -> Showing:
    """How a table that we opened was shown before. Raises ProfileError where it is not read."""
    kept = (atomic_file.read(_path(profile, table), MOST) or b"").decode(errors="replace")
    return next((one for one in Showing if one.value == kept), Showing.HIDDEN)


def _path(profile: Profile, table: str) -> Path:
    return profile.table_path(table).with_name(FILE)
