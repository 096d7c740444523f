"""Keeps the record of a table that is over in the profile, unless its person has turned that off.

What cannot be written costs nothing: the table itself still holds everything.
Held by tests/p2p/client/tables/test_kept_records.py.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from p2p.client.tables.kept_records import keep
from p2p.client.tables.opened_table import OpenedTable


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """Where a record was kept, and its size in bytes."""

    path: Path
    size: int

    @property
    def words(self) -> str:
        """Such as 286 kB."""
        if self.size < 1_000_000:
            return f"{max(1, round(self.size / 1000))} kB"
        return f"{self.size / 1_000_000:.1f} MB"


class RecordKeeper:
    """Keeps the record of one open table, and again once more of it is known."""

    def __init__(self, table: OpenedTable, *, wanted: bool) -> None:
        self._table = table
        self._wanted = wanted
        self._digest = b""
        """Of what was kept last."""

    async def keep(self) -> KeptRecord | None:
        """Keep it as it is known now; None where nothing is to be kept, or nothing is new.

        Raises P2PError with a sentence on why it was not written.
        """
        table, news = self._table, self._table.client.state
        over = news.snapshot is not None and news.snapshot.ending is not None
        if not (self._wanted and over and news.charter and table.profile):
            return None
        if table.config.operator:  # a bot's; its person has a table of its own, or a word for it
            return None
        record = await table.client.record()
        # D-125: kept again when closings or seeds came in, and not otherwise.
        digest = sha256(record).digest()
        if digest == self._digest:
            return None
        game = news.charter.draft.game
        path = await asyncio.to_thread(keep, table.profile, game, table.shown, record)
        self._digest = digest
        return KeptRecord(path, len(record))
