"""Decryption shares: a seat's part x c1 of opening cards, proven for all cards at once.

The proof is bound to the whole ciphertexts, the table, the step and the seat. Which ciphertexts
may be given a share at all is not decided here: `crypto.slots` does that.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from crypto import dleq
from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.group import Point
from crypto.keys import KeyPair

PROOF_LENGTH = dleq.PROOF_LENGTH


def prove_shares(
    secret: Secret,
    pair: KeyPair,
    cards: Sequence[Ciphertext],
    context: Context,
    *,
    pool: Executor | None = None,
) -> tuple[tuple[Point, ...], bytes]:
    """Return one share for each card and one proof of 64 bytes for all of them.

    Raises MisuseError for an empty list.
    """
    return dleq.prove(
        secret,
        "share",
        pair.secret,
        pair.public,
        [card.c1 for card in cards],
        context,
        statement=_statement(cards),
        pool=pool,
    )


def check_shares(
    public: Point,
    cards: Sequence[Ciphertext],
    shares: Sequence[Point],
    proof: bytes,
    context: Context,
    *,
    pool: Executor | None = None,
) -> None:
    """Check the shares of a seat. Raises DecodeError or ProofError."""
    if len(cards) != len(shares):
        raise ProofError("there must be one share for each card")
    bases = [card.c1 for card in cards]
    statement = _statement(cards)
    dleq.check("share", public, bases, shares, proof, context, statement=statement, pool=pool)


def _statement(cards: Sequence[Ciphertext]) -> bytes:
    return b"".join([card.encode() for card in cards])
