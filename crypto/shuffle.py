"""Shuffling a deck so that nobody can follow a card and everybody can check that none was touched.

Used for the shuffle of a pile by each seat in turn, under the joint key, and for the mix of a hand
by its owner, under the owner's key and the label "mix". Permutation and blindings are derived from
the seat's seed, the table, the step, the seat and the cards that came in. The proof is in
`crypto.shuffle_argument`.

The invariant: what comes out has the cards that went in, each once, under fresh randomness. While
one seat of those that shuffled keeps its order to itself, nobody knows the order of the deck; and
whoever shuffles twice from one seed at one place sends the same bytes, so a restart shows nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final

from crypto import shuffle_argument
from crypto.context import Context, frame
from crypto.derive import Secret
from crypto.elgamal import Ciphertext, reencrypt
from crypto.errors import MisuseError, ProofError
from crypto.group import Point
from crypto.parallel import Progress, Work

MOST_CARDS: Final = 1100

_SHUFFLE_UNITS: Final = 2

proof_length = shuffle_argument.proof_length


def shuffle(
    secret: Secret,
    cards: Sequence[Ciphertext],
    key: Point,
    context: Context,
    *,
    label: str = "shuffle",
    progress: Progress | None = None,
    pool: Executor | None = None,
) -> tuple[tuple[Ciphertext, ...], bytes]:
    """Shuffle 1 to 1,100 cards under `key`; return them and the proof of 32 (4 N + 5) bytes.

    The same seed, cards, key, label and context give the same bytes again. `progress` is told
    (cards done, cards in all) on the calling thread; `pool` lends one more thread. Raises
    MisuseError for a deck of the wrong size or a key that is the identity.
    """
    if not 1 <= len(cards) <= MOST_CARDS:
        raise MisuseError(f"a shuffle takes 1 to {MOST_CARDS} cards")
    if key.is_identity():
        raise MisuseError("cards cannot be shuffled under the identity as a key")
    size = len(cards)
    work = Work(size, (_SHUFFLE_UNITS + shuffle_argument.PROVE_UNITS) * size, progress, pool)
    order = permutation(secret, cards, key, context, label=label)
    purpose = _purpose(cards, key, context, label)
    blindings = secret.scalars("shuffle blinding", purpose, count=size)
    outputs = tuple(
        work.each(
            size,
            lambda index: reencrypt(cards[order[index]], key, blindings[index]),
            _SHUFFLE_UNITS,
        )
    )
    statement = shuffle_argument.Statement(label, context, key, cards, outputs)
    witness = shuffle_argument.Witness(order, blindings)
    return outputs, shuffle_argument.prove(secret, statement, witness, work)


def permutation(
    secret: Secret,
    cards: Sequence[Ciphertext],
    key: Point,
    context: Context,
    *,
    label: str = "shuffle",
) -> tuple[int, ...]:
    """Return the order in which `shuffle` lays these cards: output i is input order[i]."""
    purpose = _purpose(cards, key, context, label)
    return secret.permutation("shuffle permutation", purpose, size=len(cards))


def check_shuffle(
    inputs: Sequence[Ciphertext],
    outputs: Sequence[Ciphertext],
    key: Point,
    proof: bytes,
    context: Context,
    *,
    label: str = "shuffle",
    progress: Progress | None = None,
    pool: Executor | None = None,
) -> None:
    """Check a shuffle. Raises DecodeError or ProofError; MisuseError for inputs out of range."""
    if not 1 <= len(inputs) <= MOST_CARDS:
        raise MisuseError(f"a shuffle takes 1 to {MOST_CARDS} cards")
    # What others send is their fault (ProofError); what our own caller chose, as above, is ours.
    if len(outputs) != len(inputs):
        raise ProofError("a shuffle gives as many cards as it takes")
    if key.is_identity():
        raise ProofError("cards cannot be shuffled under the identity as a key")
    size = len(inputs)
    work = Work(size, shuffle_argument.CHECK_UNITS * size, progress, pool)
    statement = shuffle_argument.Statement(label, context, key, inputs, outputs)
    shuffle_argument.check(statement, proof, work)


def _purpose(cards: Sequence[Ciphertext], key: Point, context: Context, label: str) -> bytes:
    """What the secrets of one shuffle are derived for."""
    # The cards are part of it: a client set back to an older state, where other cards come in,
    # draws a new order. Two equal decks of one step are told apart by the label alone (D-64).
    taken = hashlib.sha512(b"".join([key.encode(), *[card.encode() for card in cards]])).digest()
    return frame(label.encode(), context.encode(), taken)
