"""A short signed note from one seat to another, passed on by a third. Pure.

docs/protocol.md section 16 has its bytes. Held by tests/p2p/client/reach/test_notes.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from p2p.net.address import Address
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Sign

NOTE = 13
"""The kind of frame."""
NOTE_LABEL = b"crownless note v1"
PING, PONG, OFFER, ACCEPT, GO = range(5)
"""What notes say: answer; here; this is where I am, and you? I am here; now."""
NONCE_BYTES = 16
"""An accept has two: that of the offer, and a fresh one that the go names, so that nothing that was
said before makes anybody call."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note. `address` is empty where there is nothing to say of it."""

    author: int
    to: int
    kind: int
    nonce: bytes
    address: Address
    signature: bytes = field(default=b"", repr=False)

    def body(self) -> bytes:
        """What is signed."""
        return codec.encode((self.author, self.to, self.kind, self.nonce, *self.address))

    def signed(self, sign: Sign, label: bytes) -> Note:
        """The same with its author's signature."""
        return replace(self, signature=sign(label, self.body()))

    def frame(self) -> bytes:
        """As a frame."""
        return codec.encode((NOTE, self.body(), self.signature))


def read_note(items: Sequence[Value], seats: int) -> tuple[Note, bytes]:
    """A note, and the frame that passes it on. Nothing is checked but its form.

    Raises CodecError.
    """
    _, body, signature = codec.array(tuple(items), 3)
    author, to, kind, nonce, host, port = codec.array(codec.decode(codec.blob(body)), 6)
    note = Note(
        codec.integer(author, 0, seats - 1),
        codec.integer(to, 0, seats - 1),
        codec.integer(kind, PING, GO),
        codec.blob(nonce, 2 * NONCE_BYTES if kind == ACCEPT else NONCE_BYTES),
        Address(codec.text(host, 64), codec.integer(port, 0, 65535)),
        codec.blob(signature, 64),
    )
    return note, note.frame()
