"""Mistakes found in the source of other serverless card games, and that they are not made here.

The numbers are those of the list that was made when the field was read. What concerns the order of
messages (replays of whole logs, audits) is tested with `p2p`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, share, strip
from crypto.errors import ProofError
from crypto.group import IDENTITY, ORDER, G, Scalar
from crypto.keys import join_keys
from crypto.remask import remask
from crypto.shares import check_shares, prove_shares
from crypto.shuffle import check_shuffle, shuffle
from crypto.sign import sign, verify
from tests.crypto.cast import (
    CONTEXT,
    TABLE,
    face,
    hidden_deck,
    open_deck,
    pair,
    refused,
    secret,
    seed,
    shuffled_by_all,
)
from tests.paths import ROOT

SEATS = [pair(seat) for seat in range(3)]
KEY = join_keys([seat.public for seat in SEATS])


def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_1_no_generator_that_could_be_guessed() -> None:
    """All randomness is the seed's: no module can reach another source."""
    for path in sorted((ROOT / "crypto").glob("*.py")):
        forbidden = {"random", "secrets", "time", "uuid", "numpy"}
        if path.name != "sodium.py":
            forbidden.add("os")
        assert not _imports(path) & forbidden, path.name


def test_2_a_shuffler_cannot_slip_a_card_in() -> None:
    deck = open_deck(5, KEY)
    outputs, proof = shuffle(secret(0), deck, KEY, CONTEXT)
    check_shuffle(deck, outputs, KEY, proof, CONTEXT)
    stacked = [open_deck(9, KEY)[8], *deck[1:]]
    swapped, other = shuffle(secret(0), stacked, KEY, CONTEXT)
    assert refused(check_shuffle, deck, swapped, KEY, other, CONTEXT)
    assert refused(check_shuffle, deck, outputs, KEY, b"", CONTEXT)


def test_3_differences_between_cards_do_not_survive() -> None:
    """One mask for the whole deck would keep them, and card names are public."""
    deck = shuffled_by_all(3, open_deck(8, KEY), KEY)
    differences = {face(a) - face(b) for a, b in permutations(range(8), 2)}
    assert len(differences) == 56
    for one, other in permutations(deck, 2):
        assert one.c2 - other.c2 not in differences
        assert one.c1 != other.c1


def _is_prime(number: int) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def test_4_no_property_of_a_card_survives_encryption() -> None:
    """Every point but the identity generates the whole group: there is no symbol to compute."""
    assert _is_prime(ORDER)
    for card in range(20):
        assert Scalar.of(ORDER - 1) * face(card) + face(card) == IDENTITY
        assert face(card) != IDENTITY


def test_5_nobody_is_believed_what_a_card_is() -> None:
    """The owner of a dealt card would like it to be another one."""
    card = hidden_deck(3, KEY)[2]
    dealt = strip(card, [share(SEATS[0], card), share(SEATS[1], card)])
    wished = dealt.c2 - face(0)
    assert strip(dealt, [wished]).c2 == face(0)
    shares, proof = prove_shares(secret(2), SEATS[2], [dealt], CONTEXT)
    check_shares(SEATS[2].public, [dealt], shares, proof, CONTEXT)
    assert strip(dealt, shares).c2 == face(2)
    with pytest.raises(ProofError):
        check_shares(SEATS[2].public, [dealt], [wished], proof, CONTEXT)


def test_6_signatures_hold_for_exact_bytes_under_a_label() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(seed(1))
    public = private.public_key().public_bytes_raw()
    signature = sign(private, b"message", b'{"a":1,"b":2}')
    assert verify(public, b"message", b'{"a":1,"b":2}', signature)
    assert not verify(public, b"message", b'{"b":2,"a":1}', signature)
    assert not verify(public, b"chat", b'{"a":1,"b":2}', signature)


def test_7_shares_given_for_one_reader_are_worth_nothing_for_the_next() -> None:
    card = hidden_deck(3, KEY)[1]
    given, proof = prove_shares(secret(0), SEATS[0], [card], CONTEXT)
    masked, _ = remask(secret(1), card, KEY, Context(TABLE, 41, 1))
    with pytest.raises(ProofError):
        check_shares(SEATS[0].public, [masked], given, proof, CONTEXT)
    fresh = [share(SEATS[0], masked), share(SEATS[2], masked)]
    assert decrypt(SEATS[1], strip(masked, fresh)) == face(1)
    mixed = [*given, share(SEATS[2], masked)]
    assert decrypt(SEATS[1], strip(masked, mixed)) not in {face(number) for number in range(3)}


VERIFIER = """
import sys
from crypto.context import Context
from crypto.elgamal import Ciphertext
from crypto.group import Point
from crypto.shuffle import check_shuffle
key, table, before, after, proof = [bytes.fromhex(word) for word in sys.argv[1:]]
cut = lambda data: [Ciphertext.decode(data[at:at + 64]) for at in range(0, len(data), 64)]
check_shuffle(cut(before), cut(after), Point.decode(key), proof, Context(table, 40, 1))
print("holds")
"""


def _encoded(cards: tuple[Ciphertext, ...] | list[Ciphertext]) -> str:
    return b"".join(card.encode() for card in cards).hex()


def test_8_a_proof_is_checked_from_bytes_by_a_fresh_process() -> None:
    """Nothing of the session that made it is needed, so no later game can stand in the way."""
    deck = open_deck(3, KEY)
    outputs, proof = shuffle(secret(0), deck, KEY, CONTEXT)
    words = [KEY.encode().hex(), TABLE.hex(), _encoded(deck)]
    for changed, expected in ((outputs, "holds\n"), ((outputs[0], *outputs[:2]), "")):
        done = subprocess.run(
            [sys.executable, "-c", VERIFIER, *words, _encoded(changed), proof.hex()],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == expected
        assert (done.returncode == 0) == bool(expected)
        assert expected or "ProofError" in done.stderr


def test_no_commitment_base_comes_from_a_player() -> None:
    """All bases are the same for everybody and hashed from labels; only G has a history."""
    from crypto.generators import chain_base, generators

    script = "from crypto.generators import *; print(chain_base().encode().hex());"
    script += "[print(point.encode().hex()) for point in generators(5)]"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    expected = [point.encode().hex() for point in (chain_base(), *generators(5))]
    assert done.stdout.split() == expected
    assert G.encode().hex() not in expected
