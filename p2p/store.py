"""What is kept of a table, and what whoever keeps it must be able to do.

The protocol core is written against this and knows no disk: p2p.storage keeps a table in SQLite,
tests keep it in memory. Held by tests/p2p/storage/test_table_store.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A signed message as it came: `hash` is over `body`, `signature` is its author's."""

    author: int
    seq: int
    hash: bytes
    body: bytes = field(repr=False)
    signature: bytes = field(repr=False)


class TableStore(Protocol):
    """What a session needs of a store."""

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """Keep all messages and notes, or none of them; a message held already is left alone.

        When this returns they are on the disk. Raises StoreError, and then nothing was kept.
        """

    def messages(self) -> list[StoredMessage]:
        """All messages in the order in which they were first committed."""

    def note(self, key: str) -> bytes | None:
        """The note under `key`, or None."""

    def put_note(self, key: str, value: bytes) -> None:
        """Keep one note; what was under its key is replaced."""

    def notes(self, prefix: str = "") -> dict[str, bytes]:
        """The notes whose keys begin with `prefix`, sorted by key."""

    def erase(self, key: str) -> None:
        """Remove a note so that its bytes are in none of the table's files any more."""

    def close(self) -> None:
        """Let go of the table; nothing else may be called afterwards."""
