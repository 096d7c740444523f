"""The argument that one deck is a shuffle of another: Terelius and Wikström, non-interactive.

After Haenni, Locher, Koenig and Dubuis, "Pseudo-Code Algorithms for Verifiable Re-Encryption
Mix-Nets" (Financial Cryptography Workshops 2017), written additively. Their symbols, and the names
that they have in the code:

    e, e~       inputs and outputs; output i re-encrypts input j_i by r~_i
    psi         the permutation, i to j_i
    h, h_i      `chain_base` and `generators`, independent points
    c_j, r_j    `commitments` to the permutation: c_{j_i} = r_{j_i} G + h_i
    u_j, u'_i   `weights`, a challenge for each input, and `permuted`: u'_i = u_{j_i}
    c^_i, r^_i  `chain` of commitments: c^_i = r^_i G + u'_i c^_{i-1}, with c^_0 = h
    omega       nonces; s: responses; c: the challenge
    t           first messages: t_1 to t_4, and t^_i, here `links`

Why it is sound: the c_j fix a matrix before the u_j are known. It is a permutation matrix exactly
if its rows sum to 1 (statement 1, by s1) and the product of its rows times u equals the product of
the u (the chain, statement 2, by s2); statement 3 ties the u'_i to the c_j, statement 4 ties them
to the two decks. A deck of one card needs no special case: then c_1 opens to h_1 alone, so u'_1 =
u_1, and statement 4 says that the one card is re-encrypted.

The proof is in the short form: commitments, chain, challenge, responses; the first messages are
computed again by the verifier. It has 32 (4 N + 5) bytes. Every chain point is computed as R_i G +
U_i h, which trades a product of a variable point for one of G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext
from crypto.errors import ProofError
from crypto.generators import chain_base, generator_sum, generators
from crypto.group import (
    Point,
    Scalar,
    base,
    expect_length,
    split_points,
    split_scalars,
    sum_of,
    sum_of_products,
)
from crypto.parallel import Work, joined
from crypto.transcript import Transcript

PROVE_UNITS = 8
"""Price of proving, per card, in products."""

CHECK_UNITS = 8
"""Price of checking, per card, in products."""

_ONE = Scalar.of(1)
_NOTHING = Scalar.of(0)


@dataclass(frozen=True, slots=True)
class Statement:
    """What is claimed: `outputs` is a shuffle of `inputs` under `key`, made at `context`."""

    label: str
    context: Context
    key: Point
    inputs: Sequence[Ciphertext]
    outputs: Sequence[Ciphertext]

    @property
    def size(self) -> int:
        """Return the number of cards, N."""
        return len(self.inputs)

    def transcript(self) -> Transcript:
        """Return a transcript that has absorbed the whole statement."""
        transcript = Transcript("shuffle/" + self.label, self.context)
        transcript.add_points("key", (self.key,))
        transcript.add_bytes("inputs", b"".join([card.encode() for card in self.inputs]))
        transcript.add_bytes("outputs", b"".join([card.encode() for card in self.outputs]))
        return transcript


@dataclass(frozen=True, slots=True)
class Witness:
    """What the shuffler knows. Output i is input `permutation[i]`, re-encrypted by
    `blindings[i]`."""

    permutation: Sequence[int]
    blindings: Sequence[Scalar]

    def __repr__(self) -> str:
        return "Witness(hidden)"


def proof_length(size: int) -> int:
    """Return how many bytes the proof for a deck of this size has."""
    return 32 * (4 * size + 5)


def prove(secret: Secret, statement: Statement, witness: Witness, work: Work) -> bytes:
    """Prove a shuffle. The statement must be true; nothing here looks whether it is."""
    size, order = statement.size, witness.permutation
    points = generators(size)
    transcript = statement.transcript()

    seed = transcript.digest()
    commitment_blindings = secret.scalars("shuffle commitment", seed, count=size)
    position = sorted(range(size), key=order.__getitem__)
    commitments = work.each(size, lambda j: base(commitment_blindings[j]) + points[position[j]])
    transcript.add_points("commitments", commitments)
    weights = transcript.challenges("weights", size)
    permuted = [weights[j] for j in order]

    chain_blindings = secret.scalars("shuffle chain", transcript.digest(), count=size)
    g_part, h_part = _chain_exponents(chain_blindings, permuted)
    h = chain_base()
    chain = work.each(size, lambda i: base(g_part[i + 1]) + h_part[i + 1] * h, 2)
    transcript.add_points("chain", chain)

    w1, w2, w3, w4 = transcript.nonces(secret, "single", 4)
    chain_nonces = transcript.nonces(secret, "chain", size)
    weight_nonces = transcript.nonces(secret, "weights", size)

    def link(i: int) -> Point:
        # chain_nonce_i G + weight_nonce_i c^_{i-1}, with c^_{i-1} written in G and h
        nonce = weight_nonces[i]
        return base(chain_nonces[i] + nonce * g_part[i]) + (nonce * h_part[i]) * h

    firsts = [card.c1 for card in statement.outputs]
    seconds = [card.c2 for card in statement.outputs]
    groups = [work.sum_jobs(weight_nonces, on) for on in (points, firsts, seconds)]
    *sums, links = work.run_groups([*groups, work.jobs(size, link, 2)])
    t3, t41, t42 = [sum_of(joined(pieces)) for pieces in sums]
    first_messages = (
        base(w1),
        base(w2),
        base(w3) + t3,
        t41 - base(w4),
        t42 - w4 * statement.key,
        *joined(links),
    )
    transcript.add_points("first", first_messages)
    challenge = transcript.challenge("shuffle")

    s1 = w1 + challenge * _sum(commitment_blindings)
    s2 = w2 + challenge * g_part[-1]
    s3 = w3 + challenge * _inner(commitment_blindings, weights)
    s4 = w4 + challenge * _inner(witness.blindings, permuted)
    chain_responses = _responses(chain_nonces, challenge, chain_blindings)
    weight_responses = _responses(weight_nonces, challenge, permuted)
    scalars = (challenge, s1, s2, s3, s4, *chain_responses, *weight_responses)
    points_sent = [point.encode() for point in (*commitments, *chain)]
    return b"".join([*points_sent, *[scalar.encode() for scalar in scalars]])


def check(statement: Statement, proof: bytes, work: Work) -> None:
    """Check a proof. Raises DecodeError or ProofError."""
    size = statement.size
    expect_length(proof, proof_length(size))
    commitments = split_points(proof[: 32 * size], size)
    chain = split_points(proof[32 * size : 64 * size], size)
    challenge, s1, s2, s3, s4, *rest = split_scalars(proof[64 * size :], 2 * size + 5)
    chain_responses, weight_responses = rest[:size], rest[size:]

    transcript = statement.transcript()
    transcript.add_points("commitments", commitments)
    weights = transcript.challenges("weights", size)
    transcript.add_points("chain", chain)

    minus = -challenge
    h, points = chain_base(), generators(size)
    before = [h, *chain[:-1]]

    def link(i: int) -> Point:
        # t^_i = s^_i G - c c^_i + s'_i c^_{i-1}
        pair = sum_of_products((minus, weight_responses[i]), (chain[i], before[i]))
        return base(chain_responses[i]) + pair

    def single(which: int) -> Point:
        match which:
            case 0:
                return base(s1) + minus * (sum_of(commitments) - generator_sum(size))
            case 1:
                return base(s2) + minus * (chain[-1] - _product(weights) * h)
            case _:
                return s4 * statement.key

    # t_3 and both halves of t_4 hold -c sum(u_j X_j) + sum(s'_i Y_i)
    scalars = [*[minus * weight for weight in weights], *weight_responses]
    cards = (*statement.inputs, *statement.outputs)
    on = ([*commitments, *points], [card.c1 for card in cards], [card.c2 for card in cards])
    groups = [work.sum_jobs(scalars, points) for points in on]
    *sums, singles, links = work.run_groups(
        [*groups, work.jobs(3, single, 0), work.jobs(size, link, 2)]
    )
    t3, t41, t42 = [sum_of(joined(pieces)) for pieces in sums]
    t1, t2, last = joined(singles)
    first_messages = (t1, t2, base(s3) + t3, t41 - base(s4), t42 - last, *joined(links))
    transcript.add_points("first", first_messages)
    if transcript.challenge("shuffle") != challenge:
        raise ProofError("these cards are not a shuffle of those that were there before")


def _chain_exponents(
    blindings: Sequence[Scalar], permuted: Sequence[Scalar]
) -> tuple[list[Scalar], list[Scalar]]:
    """Return R and U with c^_i = R_i G + U_i h, from c^_0 = h on."""
    g_part, h_part = [_NOTHING], [_ONE]
    for blinding, weight in zip(blindings, permuted, strict=True):
        g_part.append(blinding + weight * g_part[-1])
        h_part.append(weight * h_part[-1])
    return g_part, h_part


def _responses(
    nonces: Sequence[Scalar], challenge: Scalar, witnesses: Sequence[Scalar]
) -> list[Scalar]:
    """Return nonce_i + challenge times witness_i."""
    return [a + challenge * b for a, b in zip(nonces, witnesses, strict=True)]


def _sum(scalars: Sequence[Scalar]) -> Scalar:
    total = _NOTHING
    for scalar in scalars:
        total = total + scalar
    return total


def _product(scalars: Sequence[Scalar]) -> Scalar:
    total = _ONE
    for scalar in scalars:
        total = total * scalar
    return total


def _inner(left: Sequence[Scalar], right: Sequence[Scalar]) -> Scalar:
    """Return the sum of left_i times right_i."""
    return _sum([a * b for a, b in zip(left, right, strict=True)])
