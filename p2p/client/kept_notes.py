"""What a client keeps beside the messages of its table: its port, and what its person has chosen.

These notes lie in the table's own store, so they go when it is deleted. Held by
tests/p2p/client/test_kept_notes.py.
"""

from __future__ import annotations

import secrets

from games.engine import values
from games.engine.values import Primitive
from p2p.lobby.table_config import CHARTER_NOTE, MUTED_NOTE, ONLINE_NOTE, ORDERS_NOTE, PORT_NOTE
from p2p.session.seed_keeper import SEED
from p2p.store import TableStore
from p2p.wire.charter import Charter


class KeptNotes:
    """The notes of one client in the store of its table."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    @property
    def charter(self) -> Charter | None:
        """What all have signed; None before the game. Raises CodecError, TableMismatch."""
        kept = self._store.note(CHARTER_NOTE)
        return Charter.decode(kept) if kept is not None else None

    def begin(self, charter: Charter, *, seated: bool) -> None:
        """Keep the charter that stands; with a seat also the seed of all that is drawn there."""
        if self._store.note(CHARTER_NOTE) is None:
            notes = {CHARTER_NOTE: charter.encode()}
            if seated:
                notes[SEED] = secrets.token_bytes(32)
            self._store.commit([], notes)

    @property
    def port(self) -> int:
        """The port listened on last; 0 for none yet."""
        return int.from_bytes(self._store.note(PORT_NOTE) or b"", "big")

    def keep_port(self, port: int) -> None:
        """This is listened on now."""
        self._store.put_note(PORT_NOTE, port.to_bytes(2, "big"))

    @property
    def meets_online(self) -> bool:
        """Whether our person has chosen that members find each other by public nodes."""
        return self._store.note(ONLINE_NOTE) is not None

    def choose_online(self) -> None:
        """It has chosen so, for this table."""
        self._store.put_note(ONLINE_NOTE, b"\1")

    @property
    def muted(self) -> frozenset[int]:
        """The seats whose chat is not shown."""
        return frozenset(self._store.note(MUTED_NOTE) or b"")

    def keep_muted(self, seats: frozenset[int]) -> None:
        """Of these nothing is shown."""
        self._store.put_note(MUTED_NOTE, bytes(sorted(seats)))

    @property
    def memo(self) -> Primitive:
        """What was last kept of orders in the making; () for nothing, or what cannot be read."""
        kept = self._store.note(ORDERS_NOTE)
        try:
            return values.decode(kept) if kept is not None else ()
        except ValueError:
            return ()

    def keep_memo(self, memo: Primitive) -> None:
        """Orders have come so far."""
        self._store.put_note(ORDERS_NOTE, values.encode(memo))
