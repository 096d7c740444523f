"""Where members of a table were last reached: hints kept on disk, never proof of anything."""

from __future__ import annotations

from p2p.lobby.frames import MAX_ADDRESSES, PLACES, Addresses, Places, read_places
from p2p.store import TableStore
from p2p.wire import codec

PLACES_NOTE = "places"
MOST_MEMBERS = 32
"""Members whose addresses are kept."""


class AddressBook:
    """The addresses of a table's members. A member's own word about itself counts most."""

    def __init__(self, store: TableStore, own_key: bytes) -> None:
        self._store = store
        self._own_key = own_key
        kept = store.note(PLACES_NOTE)
        self._places: Places = read_places((PLACES, codec.decode(kept))) if kept else {}
        self.own: Addresses = ()
        """Where we can be reached ourselves."""

    def of(self, key: bytes) -> Addresses:
        """Where `key` may be reached; empty if nobody has said."""
        return self._places.get(key, ())

    def all(self) -> Places:
        """Everybody's places, ours included, to pass on."""
        return {**self._places, self._own_key: self.own}

    def knows(self, host: str) -> bool:
        """Whether a member was at this address before."""
        return any(host == known for where in self._places.values() for known, _ in where)

    def learn(self, source: bytes, seen_at: str | None, places: Places) -> None:
        """`source`, whose link comes from `seen_at`, says where members are."""
        for key, where in places.items():
            full = key not in self._places and len(self._places) >= MOST_MEMBERS
            if key == self._own_key or full:
                continue
            if key == source:
                if seen_at is not None and where:
                    where = ((seen_at, where[0][1]), *where)
            elif key in self._places:
                continue
            self._places[key] = tuple(dict.fromkeys(where))[:MAX_ADDRESSES]
        kept = tuple(sorted(self._places.items()))
        self._store.put_note(PLACES_NOTE, codec.encode(kept))
