"""Fair numbers that nobody can bias or throw again.

Every seat multiplies one point, which is hashed from public facts alone, by its chance key. The
sum of the shares is the point times the joint chance key: fixed when the keys were, unknown until
the last share comes. Who sends last knows the value first and can only stall.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from crypto import dleq
from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.errors import MisuseError
from crypto.group import Point, hash_to_group, sum_of
from crypto.keys import KeyPair

PROOF_LENGTH = dleq.PROOF_LENGTH
MOST_SIDES = 2**32


def chance_point(table: bytes, step: int, why: str) -> Point:
    """Return the point of a throw; nothing in it can be chosen by a seat."""
    return hash_to_group("chance", table, step.to_bytes(8, "big"), why.encode())


def throw(secret: Secret, pair: KeyPair, context: Context, why: str) -> tuple[Point, bytes]:
    """Return this seat's share of a throw, and a proof of 64 bytes."""
    # No nonce of anybody: what a seat could choose, it could try until the number suits it.
    point = chance_point(context.table, context.step, why)
    shares, proof = dleq.prove(
        secret, "chance", pair.secret, pair.public, (point,), context, statement=why.encode()
    )
    return shares[0], proof


def check_throw(public: Point, share: Point, proof: bytes, context: Context, why: str) -> None:
    """Check one seat's share of a throw. Raises DecodeError or ProofError."""
    point = chance_point(context.table, context.step, why)
    dleq.check("chance", public, (point,), (share,), proof, context, statement=why.encode())


def value(shares: Sequence[Point], sides: int, table: bytes, step: int, why: str) -> int:
    """Return the number, 0 to sides - 1, from the shares of all seats.

    512 hashed bits modulo at most 2^32 sides: the bias is below 2^-480. Raises MisuseError for no
    shares or for sides out of range.
    """
    if not shares or not 1 <= sides <= MOST_SIDES:
        raise MisuseError("a throw needs shares, and 1 to 2^32 sides")
    throw_id = frame(table, step.to_bytes(8, "big"), why.encode(), sum_of(shares).encode())
    digest = hashlib.sha512(frame(b"crownless/chance/v1") + throw_id).digest()
    return int.from_bytes(digest, "big") % sides
