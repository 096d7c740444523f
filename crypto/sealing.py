"""Bytes that only some may read: sealed for oneself, or for whoever can compute a point.

ChaCha20-Poly1305 (RFC 8439). What is sealed under a point of the fog is read by those who come to
that point through an answer (`crypto.fog`); such a point is used for one plain text only, so the
nonce is zero. What a seat seals for itself, to be opened when it gives its seed away, is under a
key of one context; there the nonce is derived from the plain text, so that not even a client set
back to an older state uses one nonce for two texts.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from crypto.context import Context
from crypto.derive import Secret
from crypto.errors import ProofError
from crypto.group import Point

OVERHEAD: Final = 16
"""Bytes by which `seal_under` makes a text longer: the authentication tag."""
SEAL_OVERHEAD: Final = 12 + OVERHEAD
"""Bytes by which `seal` makes a text longer: the nonce and the tag."""

_NO_NONCE: Final = bytes(12)


def seal_under(point: Point, purpose: str, plain: bytes) -> bytes:
    """Seal a text for whoever knows `point`. Use a point and purpose for one text only."""
    # A nonce of zero is safe because a point of the fog seals one text only: see the head.
    return _under(point, purpose).encrypt(_NO_NONCE, plain, None)


def open_under(point: Point, purpose: str, sealed: bytes) -> bytes:
    """Read what was sealed under a point. Raises ProofError if it does not open."""
    try:
        return _under(point, purpose).decrypt(_NO_NONCE, sealed, None)
    except (InvalidTag, ValueError):
        raise ProofError("this does not open under that point") from None


def seal(secret: Secret, purpose: str, plain: bytes, context: Context) -> bytes:
    """Seal a text that this seat alone can read, and whoever gets its seed."""
    nonce = secret.derive("seal nonce", purpose.encode(), context.encode(), plain, length=12)
    return nonce + _own(secret, purpose, context).encrypt(nonce, plain, None)


def open_seal(secret: Secret, purpose: str, sealed: bytes, context: Context) -> bytes:
    """Read what `seal` made. Raises ProofError if it is not by this seat, at this place."""
    try:
        return _own(secret, purpose, context).decrypt(sealed[:12], sealed[12:], None)
    except (InvalidTag, ValueError):
        raise ProofError("this was not sealed by that seat at this place") from None


def _under(point: Point, purpose: str) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(Secret(point.encode()).derive("under", purpose.encode(), length=32))


def _own(secret: Secret, purpose: str, context: Context) -> ChaCha20Poly1305:
    key = secret.derive("seal", purpose.encode(), context.encode(), length=32)
    return ChaCha20Poly1305(key)
