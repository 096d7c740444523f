"""Cards as ElGamal ciphertexts: sealed under a joint key, opened by shares that come off in any
order.

A ciphertext (c1, c2) = (r G, M + r X) hides the point M under the key X. A card's point is the
hash of its face, so everybody can compute it and identical cards share one point. This module
knows nothing of proofs: `crypto.shares` and its neighbours prove what is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from crypto.errors import DecodeError, MisuseError
from crypto.group import G, Point, Scalar, base, hash_to_group, sum_of
from crypto.keys import KeyPair


@dataclass(frozen=True, slots=True)
class Ciphertext:
    """A hidden card. `c1` is never the identity; `c2` may be any point."""

    c1: Point
    c2: Point

    def __post_init__(self) -> None:
        if self.c1.is_identity():
            raise MisuseError("the first half of a ciphertext cannot be the identity")

    def encode(self) -> bytes:
        """Return 64 bytes: c1, then c2."""
        return self.c1.encode() + self.c2.encode()

    @staticmethod
    def decode(data: bytes) -> Ciphertext:
        """Read 64 bytes. Raises DecodeError for bad points and when c1 is the identity."""
        if len(data) != 64:
            raise DecodeError("a ciphertext has 64 bytes")
        return Ciphertext(Point.decode(data[:32]), Point.decode(data[32:], allow_identity=True))


@lru_cache(maxsize=4096)
def face_point(game: str, face: bytes) -> Point:
    """Return the public point that stands for a face of a game."""
    # D-1: no serial number, so an opening does not show which of two equal cards this is.
    return hash_to_group("face", game.encode(), face)


def open_card(message: Point, key: Point) -> Ciphertext:
    """Return the ciphertext of an open card, with randomness 1: anyone can check it by eye."""
    return Ciphertext(G, message + key)


def reencrypt(card: Ciphertext, key: Point, blinding: Scalar) -> Ciphertext:
    """Return another ciphertext of the same card under the same key."""
    return Ciphertext(card.c1 + base(blinding), card.c2 + blinding * key)


def share(pair: KeyPair, card: Ciphertext) -> Point:
    """Return this seat's part of the decryption, x times c1; worth nothing without its proof."""
    return pair.secret * card.c1


def strip(card: Ciphertext, shares: Sequence[Point]) -> Ciphertext:
    """Take the layers of the given shares off: what is left is sealed under the other keys."""
    # c1 stays as it is: shares still to come were given on it.
    return Ciphertext(card.c1, card.c2 - sum_of(shares))


def decrypt(pair: KeyPair, card: Ciphertext) -> Point:
    """Return the point of a card that is sealed under this key alone."""
    return card.c2 - share(pair, card)
