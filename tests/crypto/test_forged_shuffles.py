"""Shufflers who stack the deck, and who would get away with it if one check were missing.

What holds each of the four statements of the argument is in `test_shuffle_argument`.
"""

from __future__ import annotations

import pytest

from crypto import shuffle_argument
from crypto.elgamal import Ciphertext, decrypt, reencrypt
from crypto.group import IDENTITY, G, Point, Scalar
from crypto.keys import KeyPair
from crypto.parallel import Work
from crypto.shuffle import check_shuffle
from crypto.shuffle_argument import Statement, Witness
from tests.accepted import assert_refused
from tests.crypto.cast import CONTEXT, face, hidden_deck, open_deck, pair, scalar, secret
from tests.crypto.forgers import shuffles

PAIR = pair(1)
KEY = PAIR.public
CARDS = hidden_deck(4, KEY)


def _faces(cards: object, owner: KeyPair = PAIR) -> list[Point]:
    return [decrypt(owner, card) for card in cards]  # type: ignore[attr-defined]


def _assert_refused(forged: shuffles.Forged) -> None:
    made = forged.statement
    assert_refused(
        check_shuffle,
        made.inputs,
        made.outputs,
        made.key,
        forged.proof,
        CONTEXT,
        label=made.label,
    )


def test_a_card_cannot_be_slipped_in_after_the_weights() -> None:
    """The first place, which the shuffler will be dealt, gets the card that it would like."""
    forged = shuffles.deck_chosen_late("outputs", CARDS, KEY, face(9) - face(0))
    assert forged.statement.inputs == CARDS
    assert _faces(forged.statement.outputs)[0] == face(9)
    _assert_refused(forged)


def test_a_deck_that_comes_in_cannot_be_chosen_after_the_weights() -> None:
    forged = shuffles.deck_chosen_late("inputs", CARDS, KEY, face(9) - face(0))
    assert _faces(forged.statement.inputs)[0] == face(9)
    assert _faces(forged.statement.outputs) == _faces(CARDS)
    _assert_refused(forged)


def test_a_card_cannot_get_lost() -> None:
    """The last one of a deck, a blank, would not come out."""
    forged = shuffles.with_a_blank_lost(CARDS, KEY, scalar(5))
    assert len(forged.statement.inputs) == 5
    assert _faces(forged.statement.outputs) == _faces(CARDS)
    _assert_refused(forged)


def test_a_key_cannot_be_made_to_fit_a_mix() -> None:
    made, forged = shuffles.key_chosen_last(CARDS, PAIR)
    assert Scalar.of(1) * made.public == made.secret * G
    outputs = _faces(forged.statement.outputs, made)
    assert not set(outputs) & set(_faces(CARDS, made))
    _assert_refused(forged)


def _assert_two_are_spoilt(forged: shuffles.Forged) -> None:
    spoilt = _faces(forged.statement.outputs)[:2]
    assert Scalar.of(2) * spoilt[0] == face(0)
    assert spoilt[1] == face(1) + face(1)


def test_commitments_to_an_order_cannot_be_opened_otherwise() -> None:
    """Generators with known logarithms would bind nobody."""
    forged = shuffles.with_commitments_that_open_to_anything(CARDS, KEY)
    _assert_two_are_spoilt(forged)
    _assert_refused(forged)


def test_commitments_to_an_order_cannot_be_chosen_after_the_weights() -> None:
    forged = shuffles.with_commitments_chosen_late(CARDS, KEY)
    _assert_two_are_spoilt(forged)
    _assert_refused(forged)


def test_the_chain_of_a_product_cannot_be_opened_otherwise() -> None:
    """A wanted card would come in for a blank of the deck."""
    blank = Ciphertext(Scalar.of(5) * G, Scalar.of(5) * KEY)
    cards = [CARDS[0], blank, CARDS[2]]
    wanted = hidden_deck(10, KEY)[9]
    forged = shuffles.with_a_chain_that_opens_to_anything(cards, KEY, wanted)
    assert _faces(forged.statement.outputs)[0] == face(9)
    _assert_refused(forged)


@pytest.mark.parametrize("label", ["shuffle", "mix"])
def test_a_proven_shuffle_under_the_identity_is_refused(label: str) -> None:
    """The proof is sound; but under that key the faces lie open to everybody."""
    cards = open_deck(3, IDENTITY)
    blindings = [scalar(number) for number in range(3)]
    order = (2, 0, 1)
    outputs = [
        reencrypt(cards[source], IDENTITY, blinding)
        for source, blinding in zip(order, blindings, strict=True)
    ]
    assert [card.c2 for card in outputs] == [face(source) for source in order]
    statement = Statement(label, CONTEXT, IDENTITY, cards, outputs)
    work = Work(3, 30, None, None)
    proof = shuffle_argument.prove(secret(1), statement, Witness(order, blindings), work)
    _assert_refused(shuffles.Forged(statement, proof))
