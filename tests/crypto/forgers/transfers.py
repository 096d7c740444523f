"""False proofs that a card went to another key, each of which needs one check to be missing.

Notation as in `docs/proofs.md`: giver's key X = x G, receiver's key K, card (c1, c2) before and
(c1', c2') after, blinding r, challenge c, responses s and t. True are

    1. X = x G        2. c1' = r G        3. c2' - c2 = r K - x c1

and the first messages are T1 = s G - c X, T2 = t G - c c1', T3 = t K - s c1 - c (c2' - c2). An
honest giver draws k and l, says T1 = k G, T2 = l G, T3 = l K - k c1, and answers s = k + c x and
t = l + c r.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.group import Point, Scalar, base
from crypto.keys import KeyPair
from crypto.transcript import Transcript
from tests.crypto.cast import scalar

K, L, OTHER, ANY = scalar(7101), scalar(7102), scalar(7103), scalar(7104)
BLINDING = scalar(7105)


@dataclass(frozen=True)
class Forged:
    """Everything that a transfer is checked with, but the context."""

    giver: KeyPair
    before: Ciphertext
    after: Ciphertext
    to: KeyPair
    proof: bytes = b""


def _transcript(forged: Forged, context: Context, forgets: str = "") -> Transcript:
    """The transcript of a verifier that forgets to absorb one half of one item."""
    halves = {
        "keys": {"giver": forged.giver.public, "to": forged.to.public},
        "before": {"c1": forged.before.c1, "c2": forged.before.c2},
        "after": {"c1'": forged.after.c1, "c2'": forged.after.c2},
    }
    transcript = Transcript("transfer", context)
    for name, half in halves.items():
        transcript.add_points(name, [point for what, point in half.items() if what != forgets])
    return transcript


def proven_without(
    equation: int,
    giver: KeyPair,
    before: Ciphertext,
    to: KeyPair,
    wanted: Point,
    context: Context,
) -> Forged:
    """For a verifier that does not look at one of the equations; 0 stands for an honest transfer.

    1: Whoever does not know x takes any x'. The card then opens to something else than before.
    2: c1' = r G + (M - W) / z instead of r G, where z is the receiver's secret, M the card that the
       giver has and W the one that is wanted: the receiver, who is in the plot, reads c2' - z c1' =
       M + r K - r K - (M - W) = W.
    3: c2' = W + r K, whatever the card was.
    """
    x = giver.secret
    message = before.c2 - x * before.c1
    c1, c2 = base(BLINDING), before.c2 - x * before.c1 + BLINDING * to.public
    match equation:
        case 1:
            x = OTHER
            c2 = before.c2 - x * before.c1 + BLINDING * to.public
        case 2:
            c1 = c1 + to.secret.inverse() * (message - wanted)
        case 3:
            c2 = wanted + BLINDING * to.public
    forged = Forged(giver, before, Ciphertext(c1, c2), to)
    messages = (base(K), base(L), L * to.public - K * before.c1)
    first = [message for number, message in enumerate(messages, 1) if number != equation]
    return _answered(forged, x, _transcript(forged, context), first)


def solved_last(
    item: str, giver: KeyPair, before: Ciphertext, to: KeyPair, wanted: Point, context: Context
) -> Forged:
    """For a verifier that does not absorb `item`, which is computed when c is known.

    giver  x is honest in 3, but T1 = a G: X = (s - a) / c G. Its maker knows that logarithm.
    to     c2' = c2 - x c1 + b G and T3 = a G - k c1. The terms in c1 cancel, and what is left of 3,
           t K - c b G = a G, gives the receiver's secret, (a + c b) / t.
    c1     c2' = W + r K for a wanted card W, any T3: c1 = (t K - c (c2' - c2) - T3) / s.
    c2     likewise c2 = c2' - (t K - s c1 - T3) / c.
    c1'    T2 = a G: c1' = (t - a) / c G.
    c2'    any T3: c2' = c2 + (t K - s c1 - T3) / c.
    """
    x = giver.secret
    honest = before.c2 - x * before.c1 + BLINDING * to.public
    forged = Forged(giver, before, Ciphertext(base(BLINDING), honest), to)
    t1, t2, t3 = base(K), base(L), L * to.public - K * before.c1
    match item:
        case "giver":
            t1 = base(OTHER)
        case "to":
            forged = replace(
                forged, after=Ciphertext(base(BLINDING), honest - BLINDING * to.public + base(ANY))
            )
            t3 = base(OTHER) - K * before.c1
        case "c1" | "c2":
            after = Ciphertext(base(BLINDING), wanted + BLINDING * to.public)
            forged, t3 = replace(forged, after=after), base(OTHER)
        case "c1'":
            t2 = base(OTHER)
        case "c2'":
            t3 = base(OTHER)

    forged = _answered(forged, x, _transcript(forged, context, item), (t1, t2, t3))
    c, s, t = [Scalar.decode(forged.proof[start : start + 32]) for start in (0, 32, 64)]
    c1, c2, after = before.c1, before.c2, forged.after
    match item:
        case "giver":
            found = (s - OTHER) * c.inverse()
            return replace(forged, giver=KeyPair(found, base(found)))
        case "to":
            found = (OTHER + c * ANY) * t.inverse()
            return replace(forged, to=KeyPair(found, base(found)))
        case "c1":
            c1 = s.inverse() * (t * to.public - c * (after.c2 - c2) - t3)
        case "c2":
            c2 = after.c2 - c.inverse() * (t * to.public - s * c1 - t3)
        case "c1'":
            after = Ciphertext(base((t - OTHER) * c.inverse()), after.c2)
        case "c2'":
            after = Ciphertext(after.c1, c2 + c.inverse() * (t * to.public - s * c1 - t3))
    return replace(forged, before=Ciphertext(c1, c2), after=after)


def _answered(forged: Forged, x: Scalar, transcript: Transcript, first: Sequence[Point]) -> Forged:
    transcript.add_points("first", first)
    c = transcript.challenge("transfer")
    answers = (c, K + c * x, L + c * BLINDING)
    return replace(forged, proof=b"".join(answer.encode() for answer in answers))
