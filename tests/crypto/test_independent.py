"""The package's proofs before a verifier that shares no code with it, and the other way round."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from crypto.chance import throw, value
from crypto.commit import commit
from crypto.elgamal import Ciphertext
from crypto.fog import prove_denial, tag_key, unblind
from crypto.group import Point
from crypto.keys import prove_key
from crypto.remask import remask
from crypto.shares import prove_shares
from crypto.shuffle import shuffle
from crypto.transfer import transfer
from tests.crypto import independent, reference
from tests.crypto.cast import (
    CONTEXT,
    OTHER_TABLE,
    TABLE,
    face,
    hidden_deck,
    pair,
    secret,
)
from tests.crypto.fog_cast import LABEL, OWNER, PIECES, VIEWER, exchange

PAIR = pair(1)
KEY = PAIR.public.encode()
CARDS = hidden_deck(3, PAIR.public)
HERE = independent.context(TABLE, 40, 1)
THERE = independent.context(OTHER_TABLE, 40, 1)


def _joined(items: Sequence[Ciphertext | Point]) -> bytes:
    return b"".join(item.encode() for item in items)


def test_places_and_faces() -> None:
    assert CONTEXT.encode() == HERE
    made = independent.hash_to_group(b"face", b"test", (7).to_bytes(4, "big"))
    assert reference.encode(made) == face(7).encode()


def test_keys() -> None:
    proof = prove_key(secret(1), PAIR, "card", CONTEXT)
    assert independent.key(KEY, b"card", proof, HERE)
    assert not independent.key(KEY, b"chance", proof, HERE)
    assert not independent.key(KEY, b"card", proof, THERE)


@pytest.mark.parametrize("count", [1, 3])
def test_shares(count: int) -> None:
    shares, proof = prove_shares(secret(1), PAIR, CARDS[:count], CONTEXT)
    bases, statement = _joined([card.c1 for card in CARDS[:count]]), _joined(CARDS[:count])
    images = _joined(shares)
    check = independent.equal_logarithms
    assert check(b"share", KEY, bases, images, statement, proof, HERE)
    assert not check(b"share", KEY, bases, images[32:] + bases[:32], statement, proof, HERE)
    assert not check(b"share", KEY, bases, images, statement, proof, THERE)


def test_throws() -> None:
    keys = pair(1, "chance")
    share, proof = throw(secret(1), keys, CONTEXT, "why")
    step = (40).to_bytes(8, "big")
    base = reference.encode(independent.hash_to_group(b"chance", TABLE, step, b"why"))
    public = keys.public.encode()
    check = independent.equal_logarithms
    assert check(b"chance", public, base, share.encode(), b"why", proof, HERE)
    assert not check(b"chance", KEY, base, share.encode(), b"why", proof, HERE)
    shares = [share, face(1)]
    for sides in (6, 2**32):
        expected = independent.throw_value(_joined(shares), sides, TABLE, 40, b"why")
        assert value(shares, sides, TABLE, 40, "why") == expected


def test_masks() -> None:
    after, proof = remask(secret(1), CARDS[0], PAIR.public, CONTEXT)
    old, new = CARDS[0].encode(), after.encode()
    moved = independent.difference(new[:32], old[:32])
    image = independent.difference(new[32:], old[32:])
    check = independent.equal_logarithms
    assert check(b"remask", moved, KEY, image, old + new, proof, HERE)
    assert not check(b"remask", moved, KEY, image, new + old, proof, HERE)


def test_transfers() -> None:
    to = pair(2).public
    after, proof = transfer(secret(1), PAIR, CARDS[0], to, CONTEXT)
    cards = CARDS[0].encode(), after.encode()
    assert independent.transfer(KEY, to.encode(), *cards, proof, HERE)
    assert not independent.transfer(KEY, to.encode(), CARDS[1].encode(), cards[1], proof, HERE)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("label", ["shuffle", "mix"])
def test_shuffles(size: int, label: str) -> None:
    cards = CARDS[:size]
    outputs, proof = shuffle(secret(1), cards, PAIR.public, CONTEXT, label=label)
    check = independent.shuffle
    decks = _joined(cards), _joined(outputs)
    assert check(label.encode(), KEY, *decks, proof, HERE)
    assert not check(label.encode(), KEY, *decks, proof, THERE)
    assert not check(label.encode(), KEY, decks[1], decks[0], proof, HERE)


def test_commitments() -> None:
    expected = independent.commitment(b"north", bytes(range(32)), HERE)
    assert commit(b"north", bytes(range(32)), CONTEXT) == expected


def _cell(number: int) -> bytes:
    return reference.encode(independent.cell(TABLE, 40, b"here", number))


def test_answers_under_fog() -> None:
    done = exchange()
    public, queries = done.made.public.encode(), _joined(done.asked.points)
    statement = independent.frame(b"here", VIEWER.to_bytes(2, "big"))
    place = independent.context(TABLE, 40, OWNER)
    check, answers = independent.equal_logarithms, _joined(done.answers)
    assert check(b"fog answer", public, queries, answers, statement, done.proof, place)
    other = independent.frame(b"here", OWNER.to_bytes(2, "big"))
    assert not check(b"fog answer", public, queries, answers, other, done.proof, place)
    assert not check(b"fog answer", public, queries, queries, statement, done.proof, place)


def test_tags_and_details_under_fog() -> None:
    """The viewer's element of a cell is the owner's; its tag and its key follow from it."""
    done = exchange()
    element = unblind(done.asked, done.answers)[7].encode()
    exponent = int.from_bytes(
        tag_key(secret(OWNER), PIECES, LABEL, OWNER).secret.encode(), "little"
    )
    made = reference.multiply(exponent, independent.cell(TABLE, 40, b"here", 7))
    assert reference.encode(made) == element
    place = done.made.tags.index(independent.tag(element))
    box = ChaCha20Poly1305(independent.key_under(element, b"details"))
    assert box.decrypt(bytes(12), done.made.details[place], None) == PIECES[7]


def test_denials() -> None:
    done = exchange()
    element = unblind(done.asked, done.answers)[7]
    shown = prove_denial(secret(VIEWER), done.asked, 7, element, OWNER, VIEWER)
    place = done.asked.places[7]
    images = done.asked.points[place].encode() + done.answers[place].encode()
    statement = independent.frame(b"here", OWNER.to_bytes(2, "big"))
    here = independent.context(TABLE, 40, VIEWER)

    def holds(cell: int) -> bool:
        bases = _cell(cell) + element.encode()
        said = statement + cell.to_bytes(2, "big")
        return independent.equal_logarithms(
            b"fog denial", shown[:32], bases, images, said, shown[32:], here
        )

    assert holds(7)
    assert not holds(8)
