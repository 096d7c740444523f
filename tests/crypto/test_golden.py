"""The bytes of every proof, frozen: old records stay verifiable, and restarts repeat themselves.

Whoever changes one of these on purpose raises the version in the labels, and knows that old
records no longer verify.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from crypto.chance import throw, value
from crypto.commit import commit, nonce
from crypto.elgamal import Ciphertext
from crypto.group import Point
from crypto.keys import prove_key
from crypto.remask import remask
from crypto.shares import prove_shares
from crypto.shuffle import shuffle
from crypto.sign import sign
from crypto.transfer import transfer
from tests.crypto.cast import CONTEXT, TABLE, face, hidden_deck, pair, secret, seed

PAIR = pair(1)
CARDS = hidden_deck(3, PAIR.public)


def _bytes(made: object) -> bytes:
    match made:
        case bytes():
            return made
        case int():
            return made.to_bytes(8, "big")
        case Point() | Ciphertext():
            return made.encode()
        case tuple():
            return b"".join(_bytes(item) for item in made)
        case _:
            raise TypeError(type(made))


GOLDEN: dict[str, tuple[Callable[[], object], str]] = {
    "key": (lambda: PAIR.public, "0c5e6cae0c8dd5ba8942ea31339bc855"),
    "face": (lambda: face(7), "c786930003652d2973bf676ada372f95"),
    "key proof": (
        lambda: prove_key(secret(1), PAIR, "card", CONTEXT),
        "206b2104e117ab3ef67e851e0aeaa1c4",
    ),
    "shares": (
        lambda: prove_shares(secret(1), PAIR, CARDS, CONTEXT),
        "afaad2cb20fc674cf32bbe06e89714d3",
    ),
    "one share": (
        lambda: prove_shares(secret(1), PAIR, CARDS[:1], CONTEXT),
        "5dd73928a10e9fa26e6fd1f588c47ed8",
    ),
    "transfer": (
        lambda: transfer(secret(1), PAIR, CARDS[0], pair(2).public, CONTEXT),
        "2832efa31fcd73bdde5f6a3b3a63431f",
    ),
    "remask": (
        lambda: remask(secret(1), CARDS[0], PAIR.public, CONTEXT),
        "f133bcb92549732aa05b68eae8ba2ef5",
    ),
    "throw": (
        lambda: throw(secret(1), pair(1, "chance"), CONTEXT, "why"),
        "36fe278900346f645fe35e6e87b84f9b",
    ),
    "value": (
        lambda: value([face(1), face(2)], 2**32, TABLE, 40, "why"),
        "8b80f13e147fdbeb4633b40c2912c5d7",
    ),
    "shuffle": (
        lambda: shuffle(secret(1), CARDS, PAIR.public, CONTEXT),
        "1ccd5b93487c18a14029c77eab892826",
    ),
    "mix": (
        lambda: shuffle(secret(1), CARDS, PAIR.public, CONTEXT, label="mix"),
        "ce4c089d750efe96e50c4b9a6a5fd265",
    ),
    "commitment": (
        lambda: commit(b"north", nonce(secret(1), CONTEXT), CONTEXT),
        "d8ff56f483e7c1d7b0a83f54604a6114",
    ),
    "signature": (
        lambda: sign(Ed25519PrivateKey.from_private_bytes(seed(1)), b"message", b"body"),
        "e4fd2a51980f85dee1254fcdf1beeaee",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_the_bytes_stay_as_they_are(name: str) -> None:
    make, expected = GOLDEN[name]
    assert hashlib.sha256(_bytes(make())).hexdigest()[:32] == expected
