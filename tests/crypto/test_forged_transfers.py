"""Givers who lie, and who would get away with it if one check were missing."""

from __future__ import annotations

import pytest

from crypto.elgamal import decrypt
from crypto.group import IDENTITY, Scalar
from crypto.keys import KeyPair
from crypto.transfer import check_transfer, transfer
from tests.accepted import assert_refused
from tests.crypto.cast import CONTEXT, face, hidden_deck, pair, secret
from tests.crypto.forgers import transfers

GIVER, TAKER = pair(1), pair(2)
CARD = hidden_deck(3, GIVER.public)[2]
WANTED = face(0)
NOBODY = KeyPair(Scalar.of(0), IDENTITY)


def _assert_refused(forged: transfers.Forged) -> None:
    assert_refused(
        check_transfer,
        forged.giver.public,
        forged.before,
        forged.after,
        forged.to.public,
        forged.proof,
        CONTEXT,
    )


def test_the_forger_is_refused_for_its_lie() -> None:
    forged = transfers.proven_without(0, GIVER, CARD, TAKER, WANTED, CONTEXT)
    assert decrypt(TAKER, forged.after) == face(2)
    check_transfer(GIVER.public, CARD, forged.after, TAKER.public, forged.proof, CONTEXT)


@pytest.mark.parametrize("equation", [1, 2, 3])
def test_a_giver_cannot_pass_another_card(equation: int) -> None:
    forged = transfers.proven_without(equation, GIVER, CARD, TAKER, WANTED, CONTEXT)
    read = decrypt(TAKER, forged.after)
    assert decrypt(GIVER, CARD) == face(2)
    assert read != face(2)
    assert equation == 1 or read == WANTED
    _assert_refused(forged)


@pytest.mark.parametrize("item", ["giver", "to", "c1", "c2", "c1'", "c2'"])
def test_nothing_in_a_transfer_may_be_chosen_after_the_challenge(item: str) -> None:
    forged = transfers.solved_last(item, GIVER, CARD, TAKER, WANTED, CONTEXT)
    assert decrypt(forged.giver, forged.before) != decrypt(forged.to, forged.after)
    if item in ("c1", "c2"):
        assert decrypt(TAKER, forged.after) == WANTED
    _assert_refused(forged)


@pytest.mark.parametrize(("giver", "to"), [(NOBODY, TAKER), (GIVER, NOBODY)], ids=["from", "to"])
def test_a_proven_transfer_from_or_to_the_identity_is_refused(giver: KeyPair, to: KeyPair) -> None:
    """The proof is sound; but a card under that key lies open to everybody."""
    after, proof = transfer(secret(1), giver, CARD, to.public, CONTEXT)
    _assert_refused(transfers.Forged(giver, CARD, after, to, proof))
