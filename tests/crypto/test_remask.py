"""Re-masking for a second reader, and the leak that it closes."""

from __future__ import annotations

from itertools import combinations

import pytest

from crypto import dleq
from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, share, strip
from crypto.errors import ProofError
from crypto.group import IDENTITY, G, Point, sum_of
from crypto.keys import KeyPair, join_keys
from crypto.remask import check_remask, remask
from crypto.shares import check_shares, prove_shares
from tests.accepted import assert_refused
from tests.crypto.cast import (
    CONTEXT,
    OTHER_CONTEXTS,
    TABLE,
    face,
    hidden_deck,
    pair,
    refused,
    secret,
    spoiled,
)

SEATS = [pair(seat) for seat in range(3)]
KEY = join_keys([seat.public for seat in SEATS])
CARD = hidden_deck(4, KEY)[3]
AFTER, PROOF = remask(secret(1), CARD, KEY, CONTEXT)


def test_a_remasked_card_is_the_same_card() -> None:
    check_remask(CARD, AFTER, KEY, PROOF, CONTEXT)
    assert len(PROOF) == 64
    assert AFTER.c1 != CARD.c1
    assert strip(AFTER, [share(seat, AFTER) for seat in SEATS]).c2 == face(3)


def test_no_first_half_that_the_card_had_before_comes_back() -> None:
    """Two readers in company undo each other's re-mask: then shares given on the old card fit."""
    blinding = -secret(1).scalar("remask", CONTEXT.encode(), CARD.encode(), KEY.encode())
    statement = AFTER.encode() + CARD.encode()
    moved = CARD.c1 - AFTER.c1
    _, proof = dleq.prove(
        secret(2), "remask", blinding, moved, (KEY,), CONTEXT, statement=statement
    )
    check_remask(AFTER, CARD, KEY, proof, CONTEXT)  # as a proof it is true
    assert_refused(check_remask, AFTER, CARD, KEY, proof, CONTEXT, (CARD.c1,))


def test_every_spoiled_proof_is_refused() -> None:
    for name, wrong in spoiled(PROOF, 0):
        assert refused(check_remask, CARD, AFTER, KEY, wrong, CONTEXT), name


def test_every_changed_card_is_refused() -> None:
    for wrong in (
        CARD,
        Ciphertext(CARD.c1, CARD.c2 + G),
        Ciphertext(AFTER.c1 + G, AFTER.c2),
        Ciphertext(AFTER.c1, AFTER.c2 + face(1) - face(3)),
        Ciphertext(AFTER.c1, CARD.c2),
        Ciphertext(AFTER.c1, IDENTITY),
    ):
        with pytest.raises(ProofError):
            check_remask(CARD, wrong, KEY, PROOF, CONTEXT)
    with pytest.raises(ProofError):
        check_remask(AFTER, CARD, KEY, PROOF, CONTEXT)


def test_the_key_is_bound() -> None:
    for key in (SEATS[0].public, -KEY, G, IDENTITY):
        with pytest.raises(ProofError):
            check_remask(CARD, AFTER, key, PROOF, CONTEXT)


@pytest.mark.parametrize("context", OTHER_CONTEXTS)
def test_a_proof_holds_at_its_place_only(context: Context) -> None:
    with pytest.raises(ProofError):
        check_remask(CARD, AFTER, KEY, PROOF, context)


def _deal(card: Ciphertext, reader: int, step: int) -> dict[int, Point]:
    """Every seat but the reader broadcasts its proven share."""
    given = {}
    for seat in range(3):
        if seat != reader:
            context = Context(TABLE, step, seat)
            shares, proof = prove_shares(secret(seat), SEATS[seat], [card], context)
            check_shares(SEATS[seat].public, [card], shares, proof, context)
            given[seat] = shares[0]
    return given


def test_peek_then_deal_opens_to_everybody_without_a_new_mask() -> None:
    """The mistake itself: A looks, then the same ciphertext is dealt to B."""
    public = _deal(CARD, 0, 50) | _deal(CARD, 1, 51)
    assert strip(CARD, list(public.values())).c2 == face(3)


def test_peek_then_deal_stays_hidden_with_a_new_mask() -> None:
    peeked = _deal(CARD, 0, 50)
    assert decrypt(SEATS[0], strip(CARD, list(peeked.values()))) == face(3)
    masked, proof = remask(secret(1), CARD, KEY, Context(TABLE, 51, 1))
    check_remask(CARD, masked, KEY, proof, Context(TABLE, 51, 1))
    dealt = _deal(masked, 1, 51)
    assert decrypt(SEATS[1], strip(masked, list(dealt.values()))) == face(3)

    # what any onlooker can combine: sums of the shares, taken off either second half
    known = [*peeked.values(), *dealt.values()]
    faces = {face(number) for number in range(4)}
    for size in range(1, 5):
        for some in combinations(known, size):
            for card in (CARD, masked):
                assert card.c2 - sum_of(some) not in faces
    # nor can A open B's card with its own key and all that was said, nor C
    for seat in (0, 2):
        assert decrypt(SEATS[seat], strip(masked, list(dealt.values()))) not in faces
        assert decrypt(KeyPair(SEATS[seat].secret, KEY), strip(masked, known)) not in faces
