"""Liars about keys, shares, throws and re-masks, who would win if one check were missing."""

from __future__ import annotations

import pytest

from crypto import dleq
from crypto.chance import chance_point, check_throw, throw, value
from crypto.context import Context
from crypto.elgamal import Ciphertext, decrypt, strip
from crypto.group import IDENTITY, G, Point, Scalar, base, sum_of_products
from crypto.keys import KeyPair, check_key, prove_key
from crypto.remask import check_remask, remask
from crypto.shares import check_shares, prove_shares
from tests.accepted import Accepted, assert_refused
from tests.crypto.cast import CONTEXT, TABLE, face, hidden_deck, pair, scalar, secret
from tests.crypto.forgers import logarithms

LIAR, OTHER = pair(1), pair(2)
KEY = LIAR.public + OTHER.public
CARDS = hidden_deck(3, KEY)
CLAIM = logarithms.Claim(
    "share",
    LIAR,
    tuple(card.c1 for card in CARDS),
    CONTEXT,
    b"".join(card.encode() for card in CARDS),
)
WHY = "who starts"


def _opened(cards: list[Ciphertext], images: tuple[Point, ...]) -> list[Point]:
    """What cards open to with the liar's shares and the true ones of the other seat."""
    return [decrypt(OTHER, strip(card, [image])) for card, image in zip(cards, images, strict=True)]


def _assert_shares_refused(forged: logarithms.Forged) -> None:
    assert_refused(check_shares, LIAR.public, CARDS, forged.images, forged.proof, CONTEXT)


# Shares of several cards


def test_errors_that_cancel_in_a_plain_sum_are_refused() -> None:
    """Two opened cards would change places: one share too large, the other too small."""
    forged = logarithms.with_errors_that_cancel(CLAIM, face(0) - face(1))
    assert _opened(CARDS, forged.images) == [face(1), face(0), face(2)]
    _assert_shares_refused(forged)


def test_errors_chosen_by_their_weights_are_refused() -> None:
    """One card would open as any other, at the cost of a second that opens to nothing."""
    weights = CLAIM.transcript((), forgets="images").challenges("weights", 3)
    assert len(set(weights)) == 3
    forged = logarithms.with_errors_by_weight(CLAIM, face(0) - face(9))
    assert _opened(CARDS, forged.images)[0] == face(9)
    _assert_shares_refused(forged)


def test_an_image_without_a_base_is_refused() -> None:
    claim = logarithms.Claim("share", LIAR, CLAIM.bases[:1], CONTEXT)
    forged = logarithms.with_an_image_too_many(claim, face(9))
    images, proof = forged.images, forged.proof
    assert images[1] == face(9)
    assert_refused(dleq.check, "share", LIAR.public, claim.bases, images, proof, CONTEXT)


def test_knowing_the_key_is_not_enough() -> None:
    """All cards would open as the liar says."""
    lies = (face(7), face(8), face(9))
    images = [card.c2 - OTHER.secret * card.c1 - lie for card, lie in zip(CARDS, lies, strict=True)]
    forged = logarithms.knowing_only_the_key(CLAIM, images)
    assert _opened(CARDS, forged.images) == list(lies)
    _assert_shares_refused(forged)


def test_one_secret_for_all_shares_is_not_enough() -> None:
    """It has to be the secret of the seat's key; else the cards open to nothing."""
    forged = logarithms.under_another_secret(CLAIM, scalar(1))
    assert forged.images == tuple(scalar(1) * card.c1 for card in CARDS)
    assert not {face(n) for n in range(9)} & set(_opened(CARDS, forged.images))
    _assert_shares_refused(forged)


def test_a_key_cannot_be_made_to_fit_its_shares() -> None:
    made, forged = logarithms.key_solved_last(CLAIM, scalar(1))
    assert made.public == base(made.secret)
    assert forged.images[0] != made.secret * CARDS[0].c1
    assert_refused(check_shares, made.public, CARDS, forged.images, forged.proof, CONTEXT)


def test_a_proof_of_one_kind_is_none_of_another() -> None:
    """All else is the same. The statements of the package differ as well, so only `dleq` shows it.

    A proof that could change its kind would be a share that its author never meant to give.
    """
    bases = CLAIM.bases
    images, proof = dleq.prove(secret(1), "share", LIAR.secret, LIAR.public, bases, CONTEXT)
    dleq.check("share", LIAR.public, bases, images, proof, CONTEXT)
    for kind in ("chance", "remask", ""):
        assert_refused(dleq.check, kind, LIAR.public, bases, images, proof, CONTEXT)


def test_the_identity_proves_nothing() -> None:
    """x times the identity is the identity for every x, and 0 times a base as well."""
    nothing = Scalar.of(0)
    for witness, public, point in (
        (nothing, IDENTITY, G),
        (LIAR.secret, LIAR.public, IDENTITY),
    ):
        images, proof = dleq.prove(secret(1), "share", witness, public, [point], CONTEXT)
        assert images == (IDENTITY,)
        assert_refused(dleq.check, "share", public, [point], images, proof, CONTEXT)


# Keys


@pytest.mark.parametrize("purpose", ["card", "chance"])
def test_a_key_that_nobody_knows_cannot_be_proven(purpose: str) -> None:
    """Nobody could ever take its layer off a card: whoever loses would stop the game with it."""
    public, proof = logarithms.key_of_nobody(purpose, CONTEXT)
    assert_refused(check_key, public, purpose, proof, CONTEXT)


def test_a_key_is_proven_for_its_purpose() -> None:
    proof = prove_key(secret(1), LIAR, "card", CONTEXT)
    assert_refused(check_key, LIAR.public, "chance", proof, CONTEXT)


# Throws


def test_who_throws_last_cannot_look_for_the_number_it_wants() -> None:
    """It knows the shares of the others, and would try first messages until it throws a six."""
    liar = pair(1, "chance")
    others = [pair(seat, "chance").secret * chance_point(TABLE, 40, WHY) for seat in (0, 2)]

    def is_a_six(share: Point) -> bool:
        return value([share, *others], 6, TABLE, 40, WHY) == 5

    point = chance_point(TABLE, 40, WHY)
    claim = logarithms.Claim("chance", liar, (point,), CONTEXT, WHY.encode())
    assert not is_a_six(liar.secret * point)
    forged = logarithms.image_solved_last(claim, is_a_six)
    (share,) = forged.images
    assert is_a_six(share)
    assert share != liar.secret * point
    assert_refused(check_throw, liar.public, share, forged.proof, CONTEXT, WHY)


def test_a_throw_for_another_reason_is_refused() -> None:
    """Else a seat could say after it has seen the number what it was thrown for."""
    liar = pair(1, "chance")
    share, proof = throw(secret(1), liar, CONTEXT, "who pays")
    assert_refused(check_throw, liar.public, share, proof, CONTEXT, WHY)


def test_the_same_shares_are_another_number_for_another_reason() -> None:
    shares = [pair(seat, "chance").secret * G for seat in range(3)]
    reasons = ("who pays", "who starts", "what is stolen", "which way")
    numbers = {value(shares, 2**32, TABLE, 40, why) for why in reasons}
    if len(numbers) < len(reasons):
        raise Accepted("a number means two things")


# Re-masks


def test_a_mask_is_for_one_card() -> None:
    """The same blinding under a second card; the difference of the two would stay to be seen."""
    after, proof = remask(secret(1), CARDS[0], KEY, CONTEXT)
    check_remask(CARDS[0], after, KEY, proof, CONTEXT)
    moved = Ciphertext(
        CARDS[1].c1 + (after.c1 - CARDS[0].c1), CARDS[1].c2 + (after.c2 - CARDS[0].c2)
    )
    assert_refused(check_remask, CARDS[1], moved, KEY, proof, CONTEXT)


def test_the_last_key_of_a_table_cannot_be_made_to_fit_a_mask() -> None:
    """A card would open to nothing, and the mask that spoilt it would be proven."""
    before, others = CARDS[0], OTHER.public
    blinding = scalar(5)
    moved = base(blinding)

    def after(image: Point) -> Ciphertext:
        return Ciphertext(before.c1 + moved, before.c2 + image)

    def claim(image: Point) -> logarithms.Claim:
        statement = before.encode() + after(image).encode()
        return logarithms.Claim("remask", KeyPair(blinding, moved), (others,), CONTEXT, statement)

    fitted = logarithms.base_solved_last(claim, others)
    mine = fitted.pair
    check_key(
        mine.public,
        "card",
        prove_key(secret(1), mine, "card", Context(TABLE, 0, 1)),
        Context(TABLE, 0, 1),
    )
    key = others + mine.public
    assert fitted.image != blinding * key
    assert_refused(check_remask, before, after(fitted.image), key, fitted.proof, CONTEXT)


@pytest.mark.parametrize("count", [1, 3])
def test_the_forgers_are_refused_for_their_lie(count: int) -> None:
    """Where there is nothing to lie about, their proofs are good."""
    claim = logarithms.Claim(
        "share",
        LIAR,
        CLAIM.bases[:count],
        CONTEXT,
        b"".join(card.encode() for card in CARDS[:count]),
    )
    shares, _ = prove_shares(secret(1), LIAR, CARDS[:count], CONTEXT)
    assert tuple(claim.true_images()) == shares
    transcript = claim.transcript(shares)
    weights = transcript.challenges("weights", count) if count > 1 else [Scalar.of(1)]
    folded = sum_of_products(weights, claim.bases)
    first = (base(logarithms.NONCE), logarithms.NONCE * folded)
    proof = logarithms.answer(transcript, first, LIAR.secret)
    check_shares(LIAR.public, CARDS[:count], shares, proof, CONTEXT)
