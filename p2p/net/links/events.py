"""What a mesh tells and what it asks: one object hears it all, one other decides.

All of it is called on the event loop, and nothing before `Mesh.start`. Whoever wants to watch what
links do stands here: an object that passes on what it hears sees every frame, link and dial.
"""

from __future__ import annotations

from typing import Protocol

from p2p.net.close_reason import Reason
from p2p.net.links.admission import Precedence
from p2p.net.links.handshake import Admission
from p2p.net.tls import Role


class MeshEvents(Protocol):
    """Hears what happens to the links of one client. Between `on_up` and `on_down` frames come."""

    def on_frame(self, peer: bytes, frame: bytes) -> None:
        """A frame has arrived from a member that is up."""

    def on_up(self, peer: bytes, role: Role) -> None:
        """A member is linked; both sides must tell each other what they hold."""

    def on_down(self, peer: bytes, reason: Reason) -> None:
        """It is not linked any more, and what was sent last may be lost. With `DUPLICATE` another
        connection under the same key has taken its place."""

    def on_path(self) -> None:
        """Something in `Mesh.paths` is new."""

    def on_trouble(self, sought: bytes | None, reason: Reason, rounds: int) -> None:
        """So many rounds of dialling failed. `sought`: a key, a fingerprint, or None for anyone."""


class LinkRules(Protocol):
    """Decides who may have a link."""

    def accepts(self, peer: bytes, role: Role) -> bool | Admission:
        """May this caller have a link? Asked before `on_up`, and never for somebody whom this side
        dialled by key or fingerprint."""

    def knows(self, host: str) -> bool:
        """Was a member last seen at this address? Half of the handshakes are kept for those."""

    def precedence(self, peer: bytes, role: Role) -> Precedence:
        """Whose link gives way to whose when all are taken."""
