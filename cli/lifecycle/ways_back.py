"""The invites back to the unfinished tables of a profile, for lists of them.

Held by tests/cli/commands/test_tables.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2p.client.tables.way_back import way_back
from p2p.errors import P2PError
from p2p.net.address import local_addresses
from p2p.storage.profile import Profile, TableInfo


def invites_back(profile: Profile, tables: Iterable[TableInfo]) -> dict[str, str]:
    """By the names of their folders, with the addresses that this machine has now."""
    try:
        own = profile.identity.public
    except P2PError:  # the key is gone: the list is shown all the same
        return {}
    hosts = local_addresses()
    found = ((info.id, way_back(info, own, hosts)) for info in tables)
    return {table: back.encode() for table, back in found if back is not None}
