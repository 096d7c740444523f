"""Re-masking: a new reader puts fresh randomness on a card that somebody else has already been let
read.

The shares that were given for the first reader belong to the old c1 and are worth nothing for the
new one, so the shares for the second reader do not add up with them. The proof is one of equal
logarithms: the two halves moved by s G and s X for one s.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto import dleq
from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.group import Point, base

PROOF_LENGTH = dleq.PROOF_LENGTH


def remask(
    secret: Secret, card: Ciphertext, key: Point, context: Context
) -> tuple[Ciphertext, bytes]:
    """Return the re-masked card under the same key, and a proof of 64 bytes."""
    blinding = secret.scalar("remask", context.encode(), card.encode(), key.encode())
    moved = base(blinding)
    after = Ciphertext(card.c1 + moved, card.c2 + blinding * key)
    statement = card.encode() + after.encode()
    _, proof = dleq.prove(secret, "remask", blinding, moved, (key,), context, statement=statement)
    return after, proof


def check_remask(
    before: Ciphertext,
    after: Ciphertext,
    key: Point,
    proof: bytes,
    context: Context,
    former: Sequence[Point] = (),
) -> None:
    """Check a re-masking. Raises DecodeError or ProofError, also when nothing was changed.

    `former`: the first halves that the card had before `before`. Shares were given on each of
    them, so none of them may come back.
    """
    # A blinding of 0, or one that goes back, would make the old shares good for the second reader.
    if after.c1 in (before.c1, *former):
        raise ProofError("the card was not re-masked: its first half is an old one")
    dleq.check(
        "remask",
        after.c1 - before.c1,
        (key,),
        (after.c2 - before.c2,),
        proof,
        context,
        statement=before.encode() + after.encode(),
    )
