"""Places of the hash table: who finds them, and what a stranger sees there."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2p.errors import LocalError
from p2p.net.dht.places import (
    MAX_TEXT,
    VALUE_BYTES,
    DhtPlace,
    days_around,
    of_member,
    of_words,
)
from p2p.net.spoken_code import SpokenCode

CODE = SpokenCode(("amber", "zebra", "amber", "zebra", "amber"))
PLACE = of_member(b"s" * 10, b"k" * 32)
NONCE = bytes(range(12))


def test_the_place_of_five_words_is_that_of_the_document() -> None:
    place = of_words(CODE, 20_000)
    made = hashlib.scrypt(
        b"amber-zebra-amber-zebra-amber",
        salt=b"crownless dht v1\x00\x00\x4e\x20",
        n=1 << 17,
        r=8,
        p=1,
        dklen=64,
        maxmem=1 << 28,
    )
    assert place == DhtPlace(made[:32], made[32:])
    private = Ed25519PrivateKey.from_private_bytes(made[:32])
    assert place.public == private.public_key().public_bytes_raw()


def test_members_and_tables_have_places_of_their_own() -> None:
    places = [
        PLACE,
        of_member(b"s" * 10, b"l" * 32),
        of_member(b"t" * 10, b"k" * 32),
    ]
    assert len({place.public for place in places}) == len({place.key for place in places}) == 3
    assert of_member(b"s" * 10, b"k" * 32) == PLACE


@pytest.mark.parametrize("text", [b"", b"an invite", bytes(MAX_TEXT)])
def test_what_is_sealed_is_read_and_has_one_length(text: bytes) -> None:
    value = PLACE.seal(text, NONCE)
    assert len(value) == VALUE_BYTES <= 1000
    assert PLACE.open(value) == text
    assert text == b"" or text not in value


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(LocalError):
        PLACE.seal(bytes(MAX_TEXT + 1), NONCE)


def test_what_was_changed_or_comes_from_elsewhere_is_nothing() -> None:
    value = PLACE.seal(b"an invite", NONCE)
    for place in (0, 12, 40, VALUE_BYTES - 1):
        bent = value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        assert PLACE.open(bent) is None
    for other in (b"", value[:-1], value + b"\0", bytes(VALUE_BYTES)):
        assert PLACE.open(other) is None
    elsewhere = DhtPlace(b"o" * 32, PLACE.key)
    assert elsewhere.open(value) is None
    assert DhtPlace(PLACE.seed, b"o" * 32).open(value) is None


def test_a_length_that_lies_is_nothing() -> None:
    padded = (MAX_TEXT + 1).to_bytes(2, "big") + bytes(MAX_TEXT)
    value = NONCE + ChaCha20Poly1305(PLACE.key).encrypt(NONCE, padded, PLACE.public)
    assert PLACE.open(value) is None


def test_no_secret_shows() -> None:
    assert repr(PLACE) == "DhtPlace()"


def test_the_neighbouring_days_are_tried_too() -> None:
    assert days_around(86_400.0 * 7) == (7, 6, 8)
    assert days_around(86_400.0 * 7 - 1) == (6, 5, 7)
