"""Commitments for choices that all seats make at once: first everybody commits, then everybody
opens.

The hash covers table, step and seat, so a commitment cannot be copied by another seat or used
again. The nonce is derived from the seat's seed: a client that was killed between the two phases
can still open.
"""

from __future__ import annotations

import hashlib
import hmac

from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.errors import DecodeError, MisuseError, ProofError

LENGTH = 32


def nonce(secret: Secret, context: Context) -> bytes:
    """Return the 32 bytes that hide this seat's choice at this step."""
    return secret.derive("commit", context.encode(), length=LENGTH)


def commit(payload: bytes, nonce: bytes, context: Context) -> bytes:
    """Return the commitment, 32 bytes. Raises MisuseError for a nonce of another length."""
    if len(nonce) != LENGTH:
        raise MisuseError("the nonce of a commitment has 32 bytes")
    parts = frame(b"crownless/commit/v1", context.encode(), nonce, payload)
    return hashlib.sha512(parts).digest()[:LENGTH]


def check_commit(commitment: bytes, payload: bytes, nonce: bytes, context: Context) -> None:
    """Check an opening. Raises DecodeError for wrong lengths and ProofError when it differs."""
    if len(commitment) != LENGTH or len(nonce) != LENGTH:
        raise DecodeError("a commitment and its nonce have 32 bytes each")
    if not hmac.compare_digest(commit(payload, nonce, context), commitment):
        raise ProofError("this is not what the seat had committed to")
