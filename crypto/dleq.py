"""Proofs that several points were multiplied by one secret number, checked at the price of one.

The prover knows x with `public` = x G and shows image_i = x base_i for all i: Chaum and Pedersen's
proof of equal logarithms, batched as in RFC 9497, 2.2: weights w_i, hashed from all bases and all
images, fold the pairs into A = sum of w_i base_i and B = sum of w_i image_i, and one proof is made
for (G, public, A, B). The weights are full scalars drawn after every image is fixed, so a wrong
image slips through with probability 2^-252. A single pair needs no weight.

A proof has 64 bytes: challenge and response.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

from crypto.context import Context
from crypto.derive import Secret
from crypto.errors import MisuseError, ProofError
from crypto.group import Point, Scalar, base, expect_length, split_scalars, sum_of, sum_of_products
from crypto.parallel import Work, joined
from crypto.transcript import Transcript

PROOF_LENGTH = 64


def prove(
    secret: Secret,
    label: str,
    witness: Scalar,
    public: Point,
    bases: Sequence[Point],
    context: Context,
    *,
    statement: bytes = b"",
    pool: Executor | None = None,
) -> tuple[tuple[Point, ...], bytes]:
    """Return the images witness times base_i, and the proof.

    `statement` is whatever else the proof is to be bound to. Raises MisuseError for no bases.
    """
    if not bases:
        raise MisuseError("a proof of equal logarithms needs at least one base")
    if pool is None:
        images = tuple([witness * point for point in bases])
    else:
        work = Work(len(bases), len(bases), None, pool)
        images = tuple(work.each(len(bases), lambda index: witness * bases[index]))
    transcript = _transcript(label, public, bases, images, context, statement)
    (folded,) = _fold(transcript, (bases,), pool)
    nonce = transcript.nonce(secret, "dleq")
    transcript.add_points("first", (base(nonce), nonce * folded))
    challenge = transcript.challenge("dleq")
    return images, challenge.encode() + (nonce + challenge * witness).encode()


def check(
    label: str,
    public: Point,
    bases: Sequence[Point],
    images: Sequence[Point],
    proof: bytes,
    context: Context,
    *,
    statement: bytes = b"",
    pool: Executor | None = None,
) -> None:
    """Check a proof made by `prove`. Raises DecodeError or ProofError."""
    expect_length(proof, PROOF_LENGTH)
    if not bases or len(bases) != len(images):
        raise ProofError("a proof of equal logarithms needs one image for each of its bases")
    # The image of the identity is the identity, whatever the secret is: that proves nothing.
    if any(point.is_identity() for point in (public, *bases, *images)):
        raise ProofError("the identity has no place in a proof of equal logarithms")
    challenge, response = split_scalars(proof, 2)
    transcript = _transcript(label, public, bases, images, context, statement)
    folded, folded_images = _fold(transcript, (bases, images), pool)
    minus = -challenge
    first = base(response) + minus * public
    second = sum_of_products((response, minus), (folded, folded_images))
    transcript.add_points("first", (first, second))
    if transcript.challenge("dleq") != challenge:
        raise ProofError("these points were not multiplied by the secret of that public key")


def _fold(
    transcript: Transcript, lists: Sequence[Sequence[Point]], pool: Executor | None
) -> list[Point]:
    """Return the weighted sum of each of these lists of points, all of one length."""
    size = len(lists[0])
    if size == 1:
        return [points[0] for points in lists]
    weights = transcript.challenges("weights", size)
    if pool is None:
        return [sum_of_products(weights, points) for points in lists]
    work = Work(size, size * len(lists), None, pool)
    groups = [work.sum_jobs(weights, points) for points in lists]
    return [sum_of(joined(pieces)) for pieces in work.run_groups(groups)]


def _transcript(
    label: str,
    public: Point,
    bases: Sequence[Point],
    images: Sequence[Point],
    context: Context,
    statement: bytes,
) -> Transcript:
    transcript = Transcript("dleq/" + label, context)
    transcript.add_bytes("statement", statement)
    transcript.add_points("public", (public,))
    transcript.add_points("bases", bases)
    transcript.add_points("images", images)
    return transcript
