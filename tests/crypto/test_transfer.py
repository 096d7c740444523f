"""Moving cards between keys: seat to seat, and back to the joint key."""

from __future__ import annotations

import pytest

from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, reencrypt, share, strip
from crypto.errors import ProofError
from crypto.group import IDENTITY, G
from crypto.keys import KeyPair, join_keys
from crypto.transfer import check_transfer, transfer
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

GIVER, TAKER = pair(1), pair(2)
CARD = hidden_deck(3, GIVER.public)[2]
AFTER, PROOF = transfer(secret(1), GIVER, CARD, TAKER.public, CONTEXT)


def test_a_card_changes_hands() -> None:
    check_transfer(GIVER.public, CARD, AFTER, TAKER.public, PROOF, CONTEXT)
    assert len(PROOF) == 96
    assert decrypt(TAKER, AFTER) == face(2)
    assert decrypt(GIVER, AFTER) != face(2)


def test_a_card_goes_back_under_the_joint_key() -> None:
    seats = [pair(seat) for seat in range(3)]
    key = join_keys([seat.public for seat in seats])
    after, proof = transfer(secret(1), seats[1], CARD, key, CONTEXT)
    check_transfer(seats[1].public, CARD, after, key, proof, CONTEXT)
    assert strip(after, [share(seat, after) for seat in seats]).c2 == face(2)


def test_every_spoiled_proof_is_refused() -> None:
    for name, wrong in spoiled(PROOF, 0):
        assert refused(check_transfer, GIVER.public, CARD, AFTER, TAKER.public, wrong, CONTEXT), (
            name
        )


def test_every_changed_card_is_refused() -> None:
    for wrong in (
        Ciphertext(AFTER.c2, AFTER.c1),
        Ciphertext(AFTER.c1 + G, AFTER.c2),
        Ciphertext(AFTER.c1, AFTER.c2 + G),
        Ciphertext(AFTER.c1, IDENTITY),
        CARD,
        reencrypt(AFTER, TAKER.public, scalar(9)),
    ):
        with pytest.raises(ProofError):
            check_transfer(GIVER.public, CARD, wrong, TAKER.public, PROOF, CONTEXT)
        if wrong != CARD:
            with pytest.raises(ProofError):
                check_transfer(GIVER.public, wrong, AFTER, TAKER.public, PROOF, CONTEXT)


def test_keys_are_bound() -> None:
    for giver, taker in (
        (TAKER.public, GIVER.public),
        (GIVER.public, pair(3).public),
        (pair(3).public, TAKER.public),
        (IDENTITY, TAKER.public),
        (GIVER.public, IDENTITY),
    ):
        with pytest.raises(ProofError):
            check_transfer(giver, CARD, AFTER, taker, PROOF, CONTEXT)


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    with pytest.raises(ProofError):
        check_transfer(GIVER.public, CARD, AFTER, TAKER.public, PROOF, context)


def test_a_proof_is_for_the_card_that_it_was_made_with() -> None:
    """The giver proves honestly for the card that it would like to have had.

    Givers who do not prove honestly are in `test_forged_transfers`.
    """
    wished = Ciphertext(CARD.c1, CARD.c2 - face(2) + face(0))
    after, proof = transfer(secret(1), GIVER, wished, TAKER.public, CONTEXT)
    assert decrypt(TAKER, after) == face(0)
    with pytest.raises(ProofError):
        check_transfer(GIVER.public, CARD, after, TAKER.public, proof, CONTEXT)


def test_a_giver_cannot_pass_what_is_not_under_its_key() -> None:
    thief = KeyPair(scalar(4), GIVER.public)
    after, proof = transfer(secret(3), thief, CARD, TAKER.public, CONTEXT)
    with pytest.raises(ProofError):
        check_transfer(GIVER.public, CARD, after, TAKER.public, proof, CONTEXT)


def test_a_transfer_to_oneself_hides_nothing_but_is_sound() -> None:
    after, proof = transfer(secret(1), GIVER, CARD, GIVER.public, CONTEXT)
    check_transfer(GIVER.public, CARD, after, GIVER.public, proof, CONTEXT)
    assert decrypt(GIVER, after) == face(2)
    assert after.c1 != CARD.c1
    with pytest.raises(ProofError):
        check_transfer(
            GIVER.public, CARD, Ciphertext(point(1), after.c2), GIVER.public, proof, CONTEXT
        )
