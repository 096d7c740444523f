"""How a table that we opened is shown on the local network, kept so that it is shown again.

One word in the table's own folder, written when the table is opened: whoever comes back to the
lobby shows it as before. Held by tests/cli/lifecycle/test_showing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from cli.lifecycle.announcer import Announcer, announcer_of
from p2p.client.opened_table import OpenedTable
from p2p.storage import atomic_file

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
    path = table.profile.table_path(table.id).with_name(FILE)
    if wanted is not None:
        atomic_file.write(path, wanted.value.encode())
    else:
        kept = (atomic_file.read(path, MOST) or b"").decode(errors="replace")
        wanted = next((one for one in Showing if one.value == kept), Showing.HIDDEN)
    if wanted is Showing.HIDDEN:
        return None
    return announcer_of(table, environment, closed=wanted is Showing.CLOSED)
