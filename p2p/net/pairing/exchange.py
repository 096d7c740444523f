"""Two words said aloud become a key that nobody else has, and under it an invite is handed over.

SPAKE2 (Abdalla and Pointcheval, 2005) over the group of Ed25519, as the package spake2 has it: each
run lets either side test one guess at the words, and who only listens learns nothing at all. The
runs are inside TLS with a server key made for the occasion, and that key is part of what both sides
confirm: so nobody can sit between them with a key of his own.

    host to guest   00, version 01, tag 16
    guest to host   01, X 33                       X, Y: the messages of SPAKE2
    host to guest   02, Y 33
    guest to host   03, C 32                       C, D: what each confirms of all before
    host to guest   04, D 32, sealed invite        or 05: wrong words

docs/protocol.md section 14 has how each value is made. X and Y carry the side (41 or 42) before 32
bytes in the one canonical form, of a point in the group of prime order other than the identity.

Invariant: the guest confirms first. So a host that breaks off has told nothing about its words,
what it counts as a wrong guess was one, and the invite leaves it for nobody who has not shown that
it knows them. One run is for one guess: whatever goes wrong ends it.

No sockets and no clock: frames go in and come out. Held by tests/p2p/net/pairing/test_exchange.py.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve
from spake2.parameters.ed25519 import ParamsEd25519

from p2p.errors import InviteError, LinkError
from p2p.net.invite import Invite, parse
from p2p.net.spoken_code import SpokenCode

VERSION = 1
TAG_BYTES = 16
MESSAGE_BYTES = 33
CONFIRMATION_BYTES = 32
MAX_FRAME = 512
"""Bytes of one frame; the longest invite is under 250."""
SERVICE = "_crownless._tcp.local."

_GREETING, _X, _Y, _CONFIRM, _HANDOVER, _WRONG = range(6)
_GROUP = ParamsEd25519.group

RandomBytes = Callable[[int], bytes]
"""So many unpredictable bytes."""


class WrongWords(InviteError):
    """The words are not those of that table."""


class BadPairing(LinkError):
    """The other side did not keep to the protocol, or is not the one that knows the words."""


class GuestVerdict(Enum):
    """What a host knows of a guest so far."""

    OPEN = auto()
    RIGHT = auto()
    WRONG = auto()


@dataclass(frozen=True, slots=True)
class _Keys:
    """What both sides have once X and Y are exchanged, if they had the same words."""

    transcript: bytes
    guest: bytes = field(repr=False)
    host: bytes = field(repr=False)
    invite: bytes = field(repr=False)

    def confirmation(self) -> bytes:
        return hmac.digest(self.guest, self.transcript, "sha256")

    def answer(self) -> bytes:
        return hmac.digest(self.host, self.transcript + self.confirmation(), "sha256")

    def bound(self) -> bytes:
        """What the sealed invite belongs to."""
        return self.transcript + self.confirmation() + self.answer()


class HostPairing:
    """One guest at the host's side. `greeting` goes out first; then frames are answered."""

    def __init__(
        self,
        code: SpokenCode,
        tag: str,
        server_key: bytes,
        invite: Invite,
        entropy: RandomBytes = os.urandom,
    ) -> None:
        """`tag`: of the table, 16 characters. `server_key`: SubjectPublicKeyInfo in DER."""
        self.verdict = GuestVerdict.OPEN
        self._identities = _identities(tag, server_key)
        self._invite = invite
        guest, host = self._identities
        self._spake = SPAKE2_B(code.secret, idA=guest, idB=host, entropy_f=entropy)
        self._keys: _Keys | None = None
        self._over = False
        self.greeting = bytes([_GREETING, VERSION]) + tag.encode("ascii")

    def __repr__(self) -> str:
        return f"<HostPairing {self.verdict.name}>"

    def receive(self, frame: bytes) -> bytes:
        """The answer to a frame of the guest. Raises BadPairing; then the guest is to be left."""
        if self._over:
            raise BadPairing("the guest goes on after the end")
        if self._keys is None:
            x = _body(frame, _X, MESSAGE_BYTES)
            self._over = True  # unless all goes well
            y = bytes(self._spake.start())
            self._keys = _agree(self._spake, x, self._identities, x, y)
            self._over = False
            return bytes([_Y]) + y
        self._over = True
        confirmation = _body(frame, _CONFIRM, CONFIRMATION_BYTES)
        if not hmac.compare_digest(confirmation, self._keys.confirmation()):
            self.verdict = GuestVerdict.WRONG
            return bytes([_WRONG])
        self.verdict = GuestVerdict.RIGHT
        sealed = ChaCha20Poly1305(self._keys.invite).encrypt(
            bytes(12), self._invite.encode().encode("ascii"), self._keys.bound()
        )
        return bytes([_HANDOVER]) + self._keys.answer() + sealed


class GuestPairing:
    """The guest's side: frames of the host are answered until there is an `invite`."""

    def __init__(
        self,
        code: SpokenCode,
        server_key: bytes,
        tag: str | None = None,
        entropy: RandomBytes = os.urandom,
    ) -> None:
        """`tag`: of the table that was picked; None where only its address is known."""
        self.invite: Invite | None = None
        self._code = code
        self._server_key = server_key
        self._tag = tag
        self._entropy = entropy
        self._identities = (b"", b"")
        self._spake: SPAKE2_A | None = None
        self._x = b""
        self._keys: _Keys | None = None

    def __repr__(self) -> str:
        return f"<GuestPairing of {self._tag}>"

    def receive(self, frame: bytes) -> bytes | None:
        """The answer to a frame of the host; None when all is done.

        Raises WrongWords, and BadPairing for anything that no honest host sends.
        """
        if self.invite is not None:
            raise BadPairing("the host goes on after the end")
        if self._spake is None:
            return self._begin(read_greeting(frame))
        if self._keys is None:
            y = _body(frame, _Y, MESSAGE_BYTES)
            self._keys = _agree(self._spake, y, self._identities, self._x, y)
            return bytes([_CONFIRM]) + self._keys.confirmation()
        self.invite = self._open(frame, self._keys)
        return None

    def _begin(self, tag: str) -> bytes:
        if self._tag is not None and not hmac.compare_digest(tag, self._tag):
            raise BadPairing("another table answers there by now; look at the list again")
        self._tag = tag
        guest, host = self._identities = _identities(tag, self._server_key)
        self._spake = SPAKE2_A(self._code.secret, idA=guest, idB=host, entropy_f=self._entropy)
        self._x = bytes(self._spake.start())
        return bytes([_X]) + self._x

    def _open(self, frame: bytes, keys: _Keys) -> Invite:
        if frame == bytes([_WRONG]):
            raise WrongWords("these are not the words of that table; ask for them again")
        answer, sealed = _handover(frame)
        if not hmac.compare_digest(answer, keys.answer()):
            raise BadPairing("whoever answers there does not know the words of that table")
        try:
            text = ChaCha20Poly1305(keys.invite).decrypt(bytes(12), sealed, keys.bound())
            invite = parse(text.decode("ascii"))
        except (InvalidTag, ValueError, InviteError) as error:
            raise BadPairing("what came was no invite; ask for a written one") from error
        if invite.watch or invite.back or invite.sni != self._tag:
            raise BadPairing("the invite that came is for another table; ask for a written one")
        return invite


def read_greeting(frame: bytes) -> str:
    """The tag of the table that a host greets with. Raises BadPairing."""
    body = _body(frame, _GREETING, 1 + TAG_BYTES)
    if body[0] != VERSION:
        raise BadPairing("another version of Crownless is there; update both")
    tag = body[1:]
    if not all(char in b"0123456789abcdef" for char in tag):
        raise BadPairing("no table of Crownless answers there")
    return tag.decode("ascii")


def _body(frame: bytes, kind: int, size: int) -> bytes:
    if len(frame) != 1 + size or frame[0] != kind:
        raise BadPairing("no table of Crownless answers there")
    return frame[1:]


def _handover(frame: bytes) -> tuple[bytes, bytes]:
    if len(frame) > MAX_FRAME or frame[:1] != bytes([_HANDOVER]):
        raise BadPairing("no table of Crownless answers there")
    return frame[1 : 1 + CONFIRMATION_BYTES], frame[1 + CONFIRMATION_BYTES :]


def _agree(
    spake: SPAKE2_A | SPAKE2_B, theirs: bytes, identities: tuple[bytes, bytes], x: bytes, y: bytes
) -> _Keys:
    """The keys that follow from the other side's message. Raises BadPairing for a bad one."""
    try:
        _check_point(theirs[1:])
        shared = bytes(spake.finish(theirs))
    except (ValueError, NotOnCurve, SPAKEError) as error:
        raise BadPairing("no table of Crownless answers there") from error
    transcript = hashlib.sha256(
        _joined(b"crownless pairing v1 transcript", *identities, x, y)
    ).digest()
    guest, host, invite = (
        HKDF(SHA256(), 32, salt=transcript, info=purpose).derive(shared)
        for purpose in (b"guest", b"host", b"invite")
    )
    return _Keys(transcript, guest, host, invite)


def _check_point(encoded: bytes) -> None:
    """Raises ValueError or NotOnCurve for what is not the one form of a point that may be used.

    The package itself takes several encodings of one point, and so the identity in disguise.
    """
    if _GROUP.bytes_to_element(encoded).to_bytes() != encoded:
        raise ValueError("another form of a point")


def _identities(tag: str, server_key: bytes) -> tuple[bytes, bytes]:
    service = f"{tag}.{SERVICE}".encode("ascii")
    key = hashlib.sha256(server_key).digest()
    return (
        _joined(b"crownless pairing v1 guest", service),
        _joined(b"crownless pairing v1 host", service, key),
    )


def _joined(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(2, "big") + part for part in parts)
