"""What is kept of a table, and what whoever keeps it must be able to do.

The protocol core is written against this and knows no disk: p2p.storage keeps a table in SQLite,
tests keep it in memory. Held by tests/p2p/storage/test_table_store.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Protocol

IRREPLACEABLE = ("plan", "seals", "charter", "seed")
"""The notes that no other member can give back; all else of a table is with them as well."""


class KeptMark(IntEnum):
    """What was found of a stored message. A mark is never lowered."""

    NONE = 0
    """It is kept and no more: evidence, or a message of before there were marks."""
    GOOD = 1
    """It was judged good: all that it rests on stands before it, and its proofs held."""
    SETTLED = 2
    """Proofs that were put off held too, if it had any."""
    CONVICTS = 3
    """One of those did not hold."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A signed message as it came: `hash` is over `body`, `signature` is its author's."""

    author: int
    seq: int
    hash: bytes
    body: bytes = field(repr=False)
    signature: bytes = field(repr=False)
    mark: KeptMark = KeptMark.NONE


class TableStore(Protocol):
    """What a session needs of a store."""

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """Keep all messages and notes, or none of them.

        Of a message that is held already nothing changes but its mark, if this one is higher.

        When this returns they are on the disk. Raises StoreError, and then nothing was kept.
        """

    def messages(self) -> list[StoredMessage]:
        """All messages in the order in which they were first committed."""

    def stream(self) -> Iterator[StoredMessage]:
        """The same, read from the disk as they are taken."""

    def body(self, author: int, seq: int, name: bytes) -> bytes:
        """The body of the message with the hash `name`. Raises StoreError if none is held."""

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
