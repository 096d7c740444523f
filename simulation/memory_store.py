"""A table's store without a file, which can die in the middle of a commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from p2p.errors import StoreError
from p2p.store import StoredMessage


class SimulatedCrash(BaseException):  # nothing that handles errors may handle a death
    """Stands for a process that was killed; only MemoryStore raises it."""


class MemoryStore:
    """A store without a file, for tests and for the simulated network."""

    def __init__(self) -> None:
        self._messages: dict[tuple[int, int, bytes], StoredMessage] = {}
        self._notes: dict[str, bytes] = {}
        self._dead = False
        self._commits_left: int | None = None
        self._last_is_kept = False

    def commit(
        self, messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        """See TableStore."""
        self._check_alive()
        dies = self._dies_now()
        if not dies or self._last_is_kept:
            for message in messages:
                key = (message.author, message.seq, message.hash)
                held = self._messages.setdefault(key, message)
                self._messages[key] = replace(held, mark=max(held.mark, message.mark))
            self._notes.update(notes or {})
        if dies:
            self._dead = True
            raise SimulatedCrash

    def messages(self) -> list[StoredMessage]:
        """See TableStore."""
        self._check_alive()
        return list(self._messages.values())

    def stream(self) -> Iterator[StoredMessage]:
        """See TableStore."""
        return iter(self.messages())

    def body(self, author: int, seq: int, name: bytes) -> bytes:
        """See TableStore."""
        self._check_alive()
        if (author, seq, name) not in self._messages:
            raise StoreError("this table lacks a message")
        return self._messages[author, seq, name].body

    def note(self, key: str) -> bytes | None:
        """See TableStore."""
        self._check_alive()
        return self._notes.get(key)

    def put_note(self, key: str, value: bytes) -> None:
        """See TableStore."""
        self.commit((), {key: value})

    def notes(self, prefix: str = "") -> dict[str, bytes]:
        """See TableStore."""
        self._check_alive()
        return {key: self._notes[key] for key in sorted(self._notes) if key.startswith(prefix)}

    def erase(self, key: str) -> None:
        """See TableStore."""
        self._check_alive()
        self._notes.pop(key, None)

    def close(self) -> None:
        """See TableStore. `crash` still gives what was kept."""
        self._dead = True

    def crash_at(self, commit: int, *, kept: bool) -> None:
        """Die in the `commit`-th commit from now (1 is the next).

        With `kept` the disk had it and only the caller never learned; without it is lost.
        """
        self._commits_left = commit
        self._last_is_kept = kept

    def crash(self) -> MemoryStore:
        """Kill this store and give what a new start finds: all that was committed."""
        self._dead = True
        found = MemoryStore()
        found._messages = dict(self._messages)
        found._notes = dict(self._notes)
        return found

    def _dies_now(self) -> bool:
        if self._commits_left is None:
            return False
        self._commits_left -= 1
        return self._commits_left == 0

    def _check_alive(self) -> None:
        if self._dead:
            raise StoreError("this table is closed")
