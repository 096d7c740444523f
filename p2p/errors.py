"""Everything that can go wrong between people and their machines, as one small tree.

The text of each error is a sentence for a person: what happened and, where there is a way
out, what to do next. It never holds a secret, a whole message or the text of another library.
"""

from __future__ import annotations


class P2PError(Exception):
    """The root: anything this package raises on purpose."""


class LocalError(P2PError):
    """Our own misuse, or this machine: nothing another player did."""


class SecondInstance(LocalError):
    """Another client runs, or went on, under the key of this profile at this table."""


class StoreError(LocalError):
    """A table's file cannot be read or written."""


class StoreBusy(StoreError):
    """Another process of this machine has the table open."""


class StoreDamaged(StoreError):
    """A table's file is lost, or no longer what it was."""


class StoreNotBegun(StoreError):
    """What lies there is left of a start that was interrupted before anything was kept."""


class ProfileError(LocalError):
    """The profile's folder, settings or key cannot be used as they are."""


class CodecError(P2PError):
    """Bytes that are no canonical value, or a value of the wrong shape."""


class InviteError(P2PError):
    """A text that is no invite, or an invite that cannot be used here."""


class LinkError(P2PError):
    """A connection to another member could not be made, or ended."""


class TableMismatch(P2PError):
    """The other side plays another table, another game or another version."""


class LobbyError(P2PError):
    """A table could not be opened, joined or started."""
