"""The two key pairs of a seat and the proof that it knows them.

Without a proof of knowledge the last seat could publish Y minus the sum of the others' keys and so
choose the joint key alone (a rogue key). The proof is Schnorr's, bound to the purpose and the
context; it also stops one seat from copying the key of another, as the copy would need a proof
with its own seat in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from crypto.context import Context
from crypto.derive import Secret
from crypto.errors import MisuseError, ProofError
from crypto.group import Point, Scalar, base, split_scalars, sum_of
from crypto.transcript import Transcript

PURPOSES = ("card", "chance")


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A secret scalar x and the public point x G."""

    secret: Scalar
    public: Point

    def __repr__(self) -> str:
        return f"KeyPair(secret hidden, public={self.public!r})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise MisuseError("a key pair must not be copied or pickled")


def make_key(secret: Secret, purpose: str, table: bytes) -> KeyPair:
    """Derive the key pair for a purpose ("card" or "chance") at a table."""
    _check_purpose(purpose)
    scalar = secret.scalar("key", purpose.encode(), table)
    return KeyPair(scalar, base(scalar))


def prove_key(secret: Secret, pair: KeyPair, purpose: str, context: Context) -> bytes:
    """Prove knowledge of the key: 64 bytes, challenge and response (Schnorr)."""
    transcript = _transcript(pair.public, purpose, context)
    nonce = transcript.nonce(secret, "key")
    transcript.add_points("first", (base(nonce),))
    challenge = transcript.challenge("key")
    return challenge.encode() + (nonce + challenge * pair.secret).encode()


def check_key(public: Point, purpose: str, proof: bytes, context: Context) -> None:
    """Check a proof of knowledge. Raises DecodeError or ProofError."""
    if public.is_identity():
        raise ProofError("a public key cannot be the identity")
    challenge, response = split_scalars(proof, 2)
    transcript = _transcript(public, purpose, context)
    transcript.add_points("first", (base(response) - challenge * public,))
    if transcript.challenge("key") != challenge:
        raise ProofError("the proof that this seat knows its key does not hold")


def join_keys(publics: Sequence[Point]) -> Point:
    """Return the joint key, the sum. Raises ProofError for equal keys or an identity sum."""
    if len(set(publics)) != len(publics):
        raise ProofError("two seats have published the same key")
    joint = sum_of(publics)
    # D-33: such keys end the table before the first card. The proofs of knowledge alone do not
    # exclude seats in league whose keys cancel out.
    if joint.is_identity():
        raise ProofError("the published keys cancel each other out")
    return joint


def _check_purpose(purpose: str) -> None:
    if purpose not in PURPOSES:
        raise MisuseError(f"a key is for one of: {', '.join(PURPOSES)}")


def _transcript(public: Point, purpose: str, context: Context) -> Transcript:
    _check_purpose(purpose)
    transcript = Transcript("key", context)
    transcript.add_bytes("purpose", purpose.encode())
    transcript.add_points("public", (public,))
    return transcript
