"""Moving a hidden card from under one seat's key to under another key, so that nobody else learns
it.

The receiver is a seat, or the joint key when a card goes back into a pile. The giver knows x with
its public key X_i = x G and picks r; the card (c1, c2) becomes (c1', c2') = (r G, c2 - x c1 + r
K). It proves that it knows x and r with

    X_i = x G,    c1' = r G,    c2' - c2 = r K - x c1

by one sigma protocol with a single challenge. A proof has 96 bytes: challenge and two responses.
"""

from __future__ import annotations

from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.group import Point, base, expect_length, split_scalars, sum_of_products
from crypto.keys import KeyPair
from crypto.transcript import Transcript

PROOF_LENGTH = 96


def transfer(
    secret: Secret, pair: KeyPair, card: Ciphertext, to: Point, context: Context
) -> tuple[Ciphertext, bytes]:
    """Return the same card under the key `to`, and the proof.

    `card` must be sealed under the giver's key alone; otherwise what comes out opens to nothing.
    """
    giver = pair.public.encode()
    # Card and receiver are part of it: one r for two cards would show how they differ.
    blinding = secret.scalar("transfer", context.encode(), giver, card.encode(), to.encode())
    after = Ciphertext(base(blinding), card.c2 - pair.secret * card.c1 + blinding * to)
    transcript = _transcript(pair.public, card, after, to, context)
    key_nonce = transcript.nonce(secret, "key")
    blinding_nonce = transcript.nonce(secret, "blinding")
    moved = sum_of_products((blinding_nonce, -key_nonce), (to, card.c1))
    transcript.add_points("first", (base(key_nonce), base(blinding_nonce), moved))
    challenge = transcript.challenge("transfer")
    key_response = key_nonce + challenge * pair.secret
    blinding_response = blinding_nonce + challenge * blinding
    return after, b"".join((challenge.encode(), key_response.encode(), blinding_response.encode()))


def check_transfer(
    giver: Point,
    before: Ciphertext,
    after: Ciphertext,
    to: Point,
    proof: bytes,
    context: Context,
) -> None:
    """Check a transfer. Raises DecodeError or ProofError."""
    expect_length(proof, PROOF_LENGTH)
    if giver.is_identity() or to.is_identity():
        raise ProofError("a card cannot be moved from or to the identity as a key")
    challenge, key_response, blinding_response = split_scalars(proof, 3)
    transcript = _transcript(giver, before, after, to, context)
    minus = -challenge
    moved = sum_of_products(
        (minus, blinding_response, -key_response), (after.c2 - before.c2, to, before.c1)
    )
    first = (
        base(key_response) + minus * giver,
        base(blinding_response) + minus * after.c1,
        moved,
    )
    transcript.add_points("first", first)
    if transcript.challenge("transfer") != challenge:
        raise ProofError("this is not the same card under the new key")


def _transcript(
    giver: Point, before: Ciphertext, after: Ciphertext, to: Point, context: Context
) -> Transcript:
    transcript = Transcript("transfer", context)
    transcript.add_points("keys", (giver, to))
    transcript.add_points("before", (before.c1, before.c2))
    transcript.add_points("after", (after.c1, after.c2))
    return transcript
