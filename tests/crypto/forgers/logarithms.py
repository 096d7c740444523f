"""False proofs of equal logarithms, each of which needs one check to be missing.

Notation as in `docs/proofs.md`: X = x G, bases A_i, images B_i (true ones: x A_i), weights w_i with
A = sum w_i A_i and B = sum w_i B_i, first messages T = s G - c X and U = s A - c B, challenge c.
An honest prover draws k, says T = k G and U = k A, and answers s = k + c x. What is true of one
statement is false of the next as soon as something in it may still be chosen when c or the w_i are
known; so all of it is absorbed before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crypto.context import Context
from crypto.group import Point, Scalar, base, hash_to_group, sum_of_products
from crypto.keys import KeyPair
from crypto.transcript import Transcript
from tests.crypto.cast import scalar

NONCE = scalar(7001)


@dataclass(frozen=True)
class Forged:
    """What a forger sends: images and their proof."""

    images: tuple[Point, ...]
    proof: bytes


@dataclass(frozen=True)
class Claim:
    """What a proof is made for, besides the images."""

    kind: str
    pair: KeyPair
    bases: tuple[Point, ...]
    context: Context
    statement: bytes = b""

    def transcript(self, images: Sequence[Point], forgets: str = "") -> Transcript:
        """The transcript of a verifier that forgets to absorb one item."""
        made = Transcript("dleq/" + self.kind, self.context)
        made.add_bytes("statement", self.statement)
        items = {"public": (self.pair.public,), "bases": self.bases, "images": images}
        for name, points in items.items():
            if name != forgets:
                made.add_points(name, points)
        return made

    def true_images(self, secret: Scalar | None = None) -> list[Point]:
        """The bases multiplied by a secret, that of the key unless said otherwise."""
        return [(secret or self.pair.secret) * point for point in self.bases]


def answer(transcript: Transcript, first: Sequence[Point], secret: Scalar) -> bytes:
    """Finish a proof whose nonce is NONCE."""
    transcript.add_points("first", first)
    challenge = transcript.challenge("dleq")
    return challenge.encode() + (NONCE + challenge * secret).encode()


def with_errors_that_cancel(claim: Claim, error: Point) -> Forged:
    """For a verifier whose weights are all 1.

    The first image is too large by D, the second too small by D. Their plain sum is still x times
    the sum of the bases, so the honest U = k A and s = k + c x fit.
    """
    first, second, *rest = claim.true_images()
    images = (first + error, second - error, *rest)
    ones = [Scalar.of(1)] * len(images)
    folded = sum_of_products(ones, claim.bases)
    transcript = claim.transcript(images)
    return Forged(images, answer(transcript, (base(NONCE), NONCE * folded), claim.pair.secret))


def with_errors_by_weight(claim: Claim, error: Point) -> Forged:
    """For a verifier that draws the weights before it absorbs the images.

    The w_i are known when the images are chosen: the first is too large by D, the second too small
    by (w_1 / w_2) D, and the weighted sum does not change.
    """
    transcript = claim.transcript((), forgets="images")
    weights = transcript.challenges("weights", len(claim.bases))
    first, second, *rest = claim.true_images()
    shift = (weights[0] * weights[1].inverse()) * error
    images = (first + error, second - shift, *rest)
    transcript.add_points("images", images)
    folded = sum_of_products(weights, claim.bases)
    return Forged(images, answer(transcript, (base(NONCE), NONCE * folded), claim.pair.secret))


def with_an_image_too_many(claim: Claim, error: Point) -> Forged:
    """For a verifier that does not count: one base, a true image, and behind it any second one."""
    (only,) = claim.bases
    images = (*claim.true_images(), error)
    transcript = claim.transcript(images)
    return Forged(images, answer(transcript, (base(NONCE), NONCE * only), claim.pair.secret))


def knowing_only_the_key(claim: Claim, images: Sequence[Point]) -> Forged:
    """For a verifier that looks at T only: any images, and Schnorr's proof for X."""
    transcript = claim.transcript(images)
    if len(images) > 1:
        transcript.challenges("weights", len(images))
    return Forged(tuple(images), answer(transcript, (base(NONCE),), claim.pair.secret))


def under_another_secret(claim: Claim, secret: Scalar) -> Forged:
    """For a verifier that looks at U only: all images are multiplied by another secret than x."""
    images = claim.true_images(secret)
    transcript = claim.transcript(images)
    weights = [Scalar.of(1)]
    if len(images) > 1:
        weights = transcript.challenges("weights", len(images))
    folded = sum_of_products(weights, claim.bases)
    return Forged(tuple(images), answer(transcript, (NONCE * folded,), secret))


def image_solved_last(claim: Claim, wanted: Callable[[Point], bool]) -> Forged:
    """For a verifier that does not absorb the images, and one base A.

    With U = k' A for some k' other than k, the image that fits after c and s = k + c x are known
    is B = (s A - U) / c, which is not x A. Every k' gives another image: the forger goes on until
    it gets one that it wants.
    """
    (only,) = claim.bases
    for number in range(1, 1000):
        transcript = claim.transcript((), forgets="images")
        second = Scalar.of(number) * only
        proof = answer(transcript, (base(NONCE), second), claim.pair.secret)
        challenge, response = Scalar.decode(proof[:32]), Scalar.decode(proof[32:])
        image = challenge.inverse() * (response * only - second)
        if wanted(image):
            return Forged((image,), proof)
    raise AssertionError("no image that was wanted in a thousand tries")


def key_solved_last(claim: Claim, secret: Scalar) -> tuple[KeyPair, Forged]:
    """For a verifier that does not absorb X: a key that is made to fit images under another.

    The images are x' A_i and U = k A with s = k + c x', but T = k' G. Then X = (s G - T) / c, and
    its maker knows its logarithm (s - k') / c, which is not x'. `claim.pair` is not looked at.
    """
    images = tuple(claim.true_images(secret))
    transcript = claim.transcript(images, forgets="public")
    weights = [Scalar.of(1)]
    if len(images) > 1:
        weights = transcript.challenges("weights", len(images))
    other = scalar(7002)
    folded = sum_of_products(weights, claim.bases)
    proof = answer(transcript, (base(other), NONCE * folded), secret)
    challenge, response = Scalar.decode(proof[:32]), Scalar.decode(proof[32:])
    found = (response - other) * challenge.inverse()
    return KeyPair(found, base(found)), Forged(images, proof)


@dataclass(frozen=True)
class FittedKey:
    """The last key of a table, found after a proof about the joint key had been made."""

    pair: KeyPair
    image: Point
    proof: bytes


def base_solved_last(claim: Callable[[Point], Claim], others: Point) -> FittedKey:
    """For a verifier that does not absorb the bases, where the one base is the joint key.

    The base will be A = Y + z G: Y is the sum of the others' keys, z the forger's own secret, still
    to be chosen. It takes an image B = x Y + b G for any b and U = k Y + a G for any a. Of s A - c
    B = U the part in Y holds as it is, because s = k + c x; the part in G asks for s z = a + c b,
    so z = (a + c b) / s. The image of that base would be x Y + x z G, and b is not x z.
    """
    a, b = scalar(7003), scalar(7004)
    pair = claim(others).pair
    image = pair.secret * others + base(b)
    transcript = claim(image).transcript((image,), forgets="bases")
    proof = answer(transcript, (base(NONCE), NONCE * others + base(a)), pair.secret)
    challenge, response = Scalar.decode(proof[:32]), Scalar.decode(proof[32:])
    found = (a + challenge * b) * response.inverse()
    return FittedKey(KeyPair(found, base(found)), image, proof)


def key_of_nobody(purpose: str, context: Context) -> tuple[Point, bytes]:
    """A key without a secret, for a verifier that does not absorb X in the proof of a key.

    T is a point whose logarithm nobody knows, s is anything, and X = (s G - T) / c.
    """
    first = hash_to_group("a point of nobody")
    transcript = Transcript("key", context)
    transcript.add_bytes("purpose", purpose.encode())
    transcript.add_points("first", (first,))
    challenge, response = transcript.challenge("key"), scalar(7005)
    public = challenge.inverse() * (base(response) - first)
    return public, challenge.encode() + response.encode()
