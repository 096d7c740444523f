"""Fiat-Shamir transcripts in the strong form, and the nonces that go with them.

A transcript hashes the protocol's label, the context (table, step, seat), the full statement and
all first messages, each item with its type, its name and its length, before it gives a challenge.
A proof's nonces are derived from the prover's seed and the transcript as it stands before the
first messages: so a nonce can only come back together with everything else that its challenge
hashes, and then the proof is the same too.

Challenges are full scalars from 64 bytes of output. Shorter ones would be sound as well, but the
library's product takes the same time for them, so nothing would be won.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.group import Point, Scalar

_DOMAIN: Final = b"crownless/transcript/v1"


class Transcript:
    """A running hash of everything that a proof is about."""

    __slots__ = ("_hash", "_label")

    def __init__(self, label: str, context: Context) -> None:
        self._label = label
        self._hash = hashlib.sha512(frame(_DOMAIN, label.encode(), context.encode()))

    def add_bytes(self, name: str, data: bytes) -> None:
        """Absorb bytes under a name."""
        self._absorb(b"bytes", name, data)

    def add_points(self, name: str, points: Sequence[Point]) -> None:
        """Absorb points under a name; how many there are is absorbed with them."""
        self._absorb(b"points", name, b"".join([point.encode() for point in points]))

    def digest(self) -> bytes:
        """Return 64 bytes that stand for all that was absorbed so far."""
        return self._hash.digest()

    def nonce(self, secret: Secret, name: str) -> Scalar:
        """Derive a proof nonce. To be called before the first messages are absorbed."""
        state = self._hash.digest()
        return secret.scalar("nonce", self._label.encode(), name.encode(), state)

    def nonces(self, secret: Secret, name: str, count: int) -> list[Scalar]:
        """Derive many proof nonces at once, as `nonce` does one."""
        return secret.scalars(
            "nonces", self._label.encode(), name.encode(), self.digest(), count=count
        )

    def challenge(self, name: str) -> Scalar:
        """Return the challenge for all that was absorbed, and absorb that it was given."""
        return self.challenges(name, 1)[0]

    def challenges(self, name: str, count: int) -> list[Scalar]:
        """Return several independent challenges for all that was absorbed."""
        self._absorb(b"challenge", name, count.to_bytes(4, "big"))
        seed = self._hash.digest()
        return [
            Scalar.wide(hashlib.sha512(seed + index.to_bytes(4, "big")).digest())
            for index in range(count)
        ]

    def _absorb(self, kind: bytes, name: str, data: bytes) -> None:
        self._hash.update(frame(kind, name.encode(), data))
