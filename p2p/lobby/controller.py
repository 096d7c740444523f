"""The lobby with its store and its links: keeps what was signed, sends frames, knows the opener.

One object for opener and guests, from the first greeting until the charter stands. Held by
tests/p2p/client/test_client.py and tests/p2p/client/tables/test_open_rematch.py.
"""

from __future__ import annotations

from collections.abc import Callable

from p2p.lobby.frames import Roster, SignedDraft
from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import HostLobby
from p2p.lobby.table_config import (
    REFUSED_NOTE,
    SIGNED_NOTE,
    TableConfig,
    decode_signed_drafts,
    encode_signed_drafts,
)
from p2p.net.tls import Role
from p2p.storage.identity import Identity
from p2p.store import TableStore
from p2p.wire.charter import Charter
from p2p.wire.codec import Value

SendFrame = Callable[[bytes, bytes], object]
"""Hands a frame to the link of a key."""


class LobbyController:
    """The way to one table's charter; a spectator's is empty."""

    def __init__(
        self,
        config: TableConfig,
        identity: Identity,
        store: TableStore,
        send: SendFrame,
        *,
        waits: bool,
    ) -> None:
        """With `waits` the charter gets our signature only after `make_ready`."""
        self._config = config
        self._store = store
        self._send = send
        self._key = identity.public
        self._kept: list[SignedDraft] | None = None
        """What of our signatures the store has; a frame that brings no new one costs no commit."""
        self._lobby = config.lobby(
            identity,
            decode_signed_drafts(store.note(SIGNED_NOTE)),
            waits=waits,
            refused=_keys(store.note(REFUSED_NOTE) or b""),
        )

    @property
    def roster(self) -> Roster | None:
        """Who sits there, as far as is known."""
        return self._lobby.roster if self._lobby else None

    @property
    def charter(self) -> Charter | None:
        """The charter, once all have signed it."""
        return self._lobby.charter if self._lobby else None

    @property
    def to_sign(self) -> bool:
        """Whether a draft waits for our person's word."""
        return self._lobby is not None and self._lobby.to_sign

    @property
    def bound(self) -> bool:
        """Whether others may hold a signature of ours that is in no charter yet."""
        return isinstance(self._lobby, GuestLobby) and bool(self._lobby.signed_drafts)

    def to_call(self) -> list[bytes]:
        """Whom the opener of a rematch calls: they may have been waiting there for long."""
        before = self._config.before if isinstance(self._lobby, HostLobby) else None
        keys = [member.key for member in before.members] if before else []
        return [key for key in keys if key != self._key]

    def greeting(self, peer: bytes, role: Role) -> bytes | None:
        """A guest asks the opener for its seat, the opener says who sits."""
        if isinstance(self._lobby, GuestLobby) and self._config.is_host(peer):
            return self._lobby.hello()
        if isinstance(self._lobby, HostLobby) and role is Role.MEMBER:
            return self._lobby.roster.encode()
        return None

    def listens_to(self, peer: bytes) -> bool:
        """Whether frames of `peer` mean something here."""
        if isinstance(self._lobby, GuestLobby):
            return self._config.is_host(peer)
        return self._lobby is not None

    def frame(self, peer: bytes, items: tuple[Value, ...]) -> None:
        """A frame of somebody we listen to. Raises CodecError, LobbyError, TableMismatch."""
        assert self._lobby is not None
        answers = self._lobby.frame(peer, items)
        self._keep_signed_drafts()
        self._send_all(answers)

    def gone(self, peer: bytes) -> None:
        """The link to `peer` is gone."""
        if isinstance(self._lobby, HostLobby):
            self._send_all(self._lobby.gone(peer))

    def make_ready(self, linked: list[bytes]) -> None:
        """Our person agrees to the draft: sign it. `linked` are the members on line."""
        if isinstance(self._lobby, HostLobby):
            self._send_all(self._lobby.make_ready())
        elif self._lobby is not None and self._lobby.to_sign:
            frame = self._lobby.make_ready()
            self._keep_signed_drafts()
            self._send_all([(peer, frame) for peer in linked if self._config.is_host(peer)])

    def refuse(self, key: bytes) -> bool:
        """Do not seat `key`; only the opener can. Says whether that was so."""
        if not isinstance(self._lobby, HostLobby):
            return False
        out = self._lobby.refuse(key)
        if out:  # also after a restart of ours it does not just come back
            self._store.put_note(REFUSED_NOTE, b"".join(self._lobby.refused))
        self._send_all(out)
        return bool(out)

    def _keep_signed_drafts(self) -> None:
        """On disk before they leave this machine."""
        if isinstance(self._lobby, GuestLobby) and self._lobby.signed_drafts != self._kept:
            self._store.put_note(SIGNED_NOTE, encode_signed_drafts(self._lobby.signed_drafts))
            self._kept = list(self._lobby.signed_drafts)

    def _send_all(self, outgoing: list[tuple[bytes, bytes]]) -> None:
        for key, frame in outgoing:
            self._send(key, frame)


def _keys(kept: bytes) -> list[bytes]:
    """Public keys that were kept one after the other."""
    return [kept[at : at + 32] for at in range(0, len(kept), 32)]
