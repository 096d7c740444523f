"""The invites that a person at a table can send, with the addresses of this moment.

Held by tests/cli/lifecycle/test_table_lifecycle.py.
"""

from __future__ import annotations

from dataclasses import replace

from p2p.client.tables.opened_table import OpenedTable
from p2p.net.invite import MAX_ADDRESSES, Invite


class TableInvites:
    """What leads others to one table. `address`: one more, of a router that passes our port on."""

    def __init__(self, table: OpenedTable, address: str = "") -> None:
        self._table = table
        self._client = table.client
        self._address = address

    def both(self) -> tuple[str, str]:
        """The invites to a seat and to watch, once started; empty where nobody may watch."""
        seat = self.seat()
        watch = seat.for_watching().encode() if self._may_be_watched else ""
        return seat.encode(), watch

    def seat(self) -> Invite:
        """The invite to a seat."""
        return self._with_address(self._client.invites()[0])

    def way_back(self) -> str:
        """The invite that brings the others back to a table that has begun; empty where there is
        none to bring."""
        back = self._client.way_back() if self.others() else None
        return self._with_address(back).encode() if back is not None else ""

    def others(self) -> list[int]:
        """The seats of others, and of bots that are not ours, once the charter stands."""
        charter, own = self._client.state.charter, self._client.key
        members = charter.draft.members if charter is not None else ()
        return [n for n, one in enumerate(members) if own not in (one.key, one.operator)]

    @property
    def _may_be_watched(self) -> bool:
        charter = self._client.state.charter
        if charter is not None:
            return charter.draft.policies.spectators
        before = self._table.config.before
        return before.policies.spectators if before else self._table.config.spectators

    def _with_address(self, invite: Invite) -> Invite:
        if not self._address:
            return invite
        further = (self._address, self._client.port)
        return replace(invite, addresses=(further, *invite.addresses)[:MAX_ADDRESSES])
