"""Decryption shares and the batched proof under them. Forgers are in `test_forged_logarithms`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from crypto import dleq
from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, share, strip
from crypto.errors import MisuseError, ProofError
from crypto.group import IDENTITY, G, Point, Scalar
from crypto.keys import KeyPair, join_keys
from crypto.shares import check_shares, prove_shares
from tests.crypto.cast import (
    CONTEXT,
    OTHER_CONTEXTS,
    face,
    hidden_deck,
    pair,
    point,
    refused,
    scalar,
    secret,
    spoiled,
)

PAIR = pair(1)
CARDS = hidden_deck(4, PAIR.public + pair(2).public)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_shares_prove_themselves(count: int) -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS[:count], CONTEXT)
    assert shares == tuple(share(PAIR, card) for card in CARDS[:count])
    assert len(proof) == 64
    check_shares(PAIR.public, CARDS[:count], shares, proof, CONTEXT)


def test_shares_open_cards() -> None:
    seats = [pair(seat) for seat in range(3)]
    cards = hidden_deck(3, join_keys([seat.public for seat in seats]))
    given = [prove_shares(secret(seat), seats[seat], cards, CONTEXT)[0] for seat in (0, 1)]
    for index, card in enumerate(cards):
        assert decrypt(seats[2], strip(card, [one[index] for one in given])) == face(index)


def test_two_threads_give_the_same_bytes() -> None:
    with ThreadPoolExecutor(2) as pool:
        alone = prove_shares(secret(1), PAIR, CARDS, CONTEXT)
        assert prove_shares(secret(1), PAIR, CARDS, CONTEXT, pool=pool) == alone
        check_shares(PAIR.public, CARDS, *alone, CONTEXT, pool=pool)
        with pytest.raises(ProofError):
            check_shares(PAIR.public, CARDS, alone[0][::-1], alone[1], CONTEXT, pool=pool)


@pytest.mark.parametrize("count", [1, 3])
def test_every_spoiled_proof_is_refused(count: int) -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS[:count], CONTEXT)
    for name, wrong in spoiled(proof, 0):
        assert refused(check_shares, PAIR.public, CARDS[:count], shares, wrong, CONTEXT), name


@pytest.mark.parametrize("count", [1, 3])
def test_every_wrong_share_is_refused(count: int) -> None:
    cards = CARDS[:count]
    shares, proof = prove_shares(secret(1), PAIR, cards, CONTEXT)
    for index in range(count):
        for wrong in (IDENTITY, G, point(1), -shares[index], shares[index] + G, cards[index].c1):
            changed = (*shares[:index], wrong, *shares[index + 1 :])
            assert refused(check_shares, PAIR.public, cards, changed, proof, CONTEXT)


def test_shares_keep_their_order_and_number() -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS, CONTEXT)
    wrong = [shares[::-1], shares[:-1], (*shares, shares[0]), (shares[1], shares[0], *shares[2:])]
    for changed in wrong:
        assert refused(check_shares, PAIR.public, CARDS, changed, proof, CONTEXT)
    assert refused(check_shares, PAIR.public, CARDS[::-1], shares[::-1], proof, CONTEXT)
    assert refused(check_shares, PAIR.public, [], (), proof, CONTEXT)


def test_a_liar_cannot_prove_wrong_shares() -> None:
    """The prover runs honestly on another key, or on shares of its own making."""
    other = KeyPair(scalar(5), PAIR.public)
    shares, proof = prove_shares(secret(1), other, CARDS, CONTEXT)
    with pytest.raises(ProofError):
        check_shares(PAIR.public, CARDS, shares, proof, CONTEXT)
    honest, _ = prove_shares(secret(1), PAIR, CARDS, CONTEXT)
    with pytest.raises(ProofError):
        check_shares(PAIR.public, CARDS, honest, proof, CONTEXT)


def test_the_statement_is_bound() -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS, CONTEXT)
    with pytest.raises(ProofError):
        check_shares(pair(2).public, CARDS, shares, proof, CONTEXT)
    with pytest.raises(ProofError):
        check_shares(IDENTITY, CARDS, shares, proof, CONTEXT)
    moved = [Ciphertext(CARDS[0].c1, CARDS[0].c2 + G), *CARDS[1:]]
    with pytest.raises(ProofError):
        check_shares(PAIR.public, moved, shares, proof, CONTEXT)
    with pytest.raises(ProofError):
        dleq.check("share", PAIR.public, [card.c1 for card in CARDS], shares, proof, CONTEXT)


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS, CONTEXT)
    with pytest.raises(ProofError):
        check_shares(PAIR.public, CARDS, shares, proof, context)


def test_no_bases_is_misuse() -> None:
    with pytest.raises(MisuseError):
        prove_shares(secret(1), PAIR, [], CONTEXT)


def test_identity_bases_are_refused() -> None:
    """x times the identity is the identity for every x: it would prove nothing."""
    zero = Scalar.of(0)
    images, proof = dleq.prove(secret(1), "share", zero, IDENTITY, [G], CONTEXT)
    assert images == (IDENTITY,)
    refused: list[tuple[Point, Point, Point]] = [
        (IDENTITY, G, IDENTITY),
        (PAIR.public, IDENTITY, IDENTITY),
        (PAIR.public, G, IDENTITY),
    ]
    for public, base, image in refused:
        with pytest.raises(ProofError, match="identity"):
            dleq.check("share", public, [base], [image], proof, CONTEXT)
