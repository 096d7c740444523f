"""Signatures: labels kept apart, and no key or form that another library would read otherwise."""

from __future__ import annotations

from hashlib import sha512

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from crypto import sign as signing
from crypto.context import frame
from crypto.errors import DecodeError, ProofError
from crypto.group import ORDER
from crypto.sign import check_public, check_signature, exact, sign, verify
from tests.crypto.cast import seed

FIELD = 2**255 - 19
D = -121665 * pow(121666, -1, FIELD) % FIELD
PRIVATE = Ed25519PrivateKey.from_private_bytes(seed(1))
PUBLIC = PRIVATE.public_key().public_bytes_raw()
SIGNATURE = sign(PRIVATE, b"message", b"body")

# RFC 8032, 7.1, test 1
RFC_SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
RFC_PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


def _order(y: int) -> int | None:
    """Return the order of the points with this y if it divides 8: computed here, not listed."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, FIELD) % FIELD
    if square and pow(square, (FIELD - 1) // 2, FIELD) != 1:
        return None
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    point, order = (x, y), 1
    while point != (0, 1):
        if order == 8:
            return None
        a, b = point
        product = D * a * a * b * b % FIELD
        doubled_x = 2 * a * b * pow(1 + product, -1, FIELD) % FIELD
        doubled_y = (b * b + a * a) * pow(1 - product, -1, FIELD) % FIELD
        point, order = (doubled_x, doubled_y), order * 2
    return order


def _small_order_y() -> list[int]:
    """All y of points whose order divides 8: 1, -1, 0 and the roots of d y^4 + 2 y^2 - 1."""
    root = pow(1 + D, (FIELD + 3) // 8, FIELD)
    if root * root % FIELD != (1 + D) % FIELD:
        root = root * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    found = {0, 1, FIELD - 1}
    for sign_of in (1, -1):
        square = (-1 + sign_of * root) * pow(D, -1, FIELD) % FIELD
        y = pow(square, (FIELD + 3) // 8, FIELD)
        if y * y % FIELD != square:
            y = y * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
        if y * y % FIELD == square:
            found |= {y, FIELD - y}
    return sorted(found)


def test_a_signature_holds_for_its_label_and_body() -> None:
    assert len(SIGNATURE) == 64
    assert verify(PUBLIC, b"message", b"body", SIGNATURE)
    check_signature(PUBLIC, b"message", b"body", SIGNATURE)
    assert sign(PRIVATE, b"message", b"body") == SIGNATURE


def test_labels_and_bodies_are_kept_apart() -> None:
    for label, body in (
        (b"chat", b"body"),
        (b"message", b"bodyx"),
        (b"messageb", b"ody"),
        (b"", b""),
    ):
        assert not verify(PUBLIC, label, body, SIGNATURE)


def test_an_unlabelled_signature_is_refused() -> None:
    assert not verify(PUBLIC, b"", b"body", PRIVATE.sign(b"body"))
    assert not verify(PUBLIC, b"message", b"body", PRIVATE.sign(b"messagebody"))


def test_the_key_of_the_rfc() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RFC_SEED))
    public = bytes.fromhex(RFC_PUBLIC)
    assert private.public_key().public_bytes_raw() == public
    check_public(public)
    assert verify(public, b"x", b"y", sign(private, b"x", b"y"))


def test_every_flipped_bit_is_refused() -> None:
    for index in range(64):
        for bit in (1, 16, 128):
            wrong = bytearray(SIGNATURE)
            wrong[index] ^= bit
            assert not verify(PUBLIC, b"message", b"body", bytes(wrong))
    for index in range(32):
        key = bytearray(PUBLIC)
        key[index] ^= 4
        assert not verify(bytes(key), b"message", b"body", SIGNATURE)


@pytest.mark.parametrize("length", [0, 32, 63, 65, 128])
def test_wrong_lengths_of_signatures(length: int) -> None:
    with pytest.raises(DecodeError):
        check_signature(PUBLIC, b"message", b"body", (SIGNATURE * 2)[:length])


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_wrong_lengths_of_keys(length: int) -> None:
    assert not verify((PUBLIC * 2)[:length], b"message", b"body", SIGNATURE)
    with pytest.raises(DecodeError):
        check_public((PUBLIC * 2)[:length])


def test_another_form_of_the_same_signature_is_refused() -> None:
    s = int.from_bytes(SIGNATURE[32:], "little")
    for factor in range(1, 15):
        other = s + factor * ORDER
        if other < 2**256:
            again = SIGNATURE[:32] + other.to_bytes(32, "little")
            with pytest.raises(DecodeError):
                check_signature(PUBLIC, b"message", b"body", again)


def test_all_keys_of_small_order_are_refused() -> None:
    small = _small_order_y()
    assert [_order(y) for y in small].count(8) == 2
    assert sorted(order for y in small if (order := _order(y))) == [1, 2, 4, 8, 8]
    for y in small:
        for sign_bit in (0, 2**255):
            with pytest.raises(DecodeError, match="small order"):
                check_public((y + sign_bit).to_bytes(32, "little"))


def test_all_keys_that_are_not_canonical_are_refused() -> None:
    for y in range(FIELD, 2**255):
        for sign_bit in (0, 2**255):
            with pytest.raises(DecodeError, match="canonical"):
                check_public((y + sign_bit).to_bytes(32, "little"))


def test_a_key_of_small_order_would_sign_anything() -> None:
    """The library alone accepts one forged signature for every body; we refuse it."""
    neutral = (1).to_bytes(32, "little")
    forged = neutral + bytes(32)
    for body in (b"I concede", b"I have won"):
        Ed25519PublicKey.from_public_bytes(neutral).verify(forged, body)
        assert not verify(neutral, b"message", body, forged)
        with pytest.raises(DecodeError):
            check_signature(neutral, b"message", body, forged)


def test_a_key_off_the_curve_verifies_nothing() -> None:
    off = next(y for y in range(2, 50) if _legendre_of_x(y) == FIELD - 1).to_bytes(32, "little")
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(off).verify(SIGNATURE, b"body")
    with pytest.raises(ProofError):
        check_signature(off, b"message", b"body", SIGNATURE)


def _legendre_of_x(y: int) -> int:
    square = (y * y - 1) * pow(D * y * y + 1, -1, FIELD) % FIELD
    return pow(square, (FIELD - 1) // 2, FIELD)


def test_a_first_half_of_small_order_counts_as_the_equation_says() -> None:
    """libsodium refuses it and OpenSSL does not: `docs/proofs.md` has no such rule."""
    secret, _ = _halves(seed(1))
    identity = (1).to_bytes(32, "little")
    message = frame(b"crownless/sign/v1", b"message", b"body")
    challenge = int.from_bytes(sha512(identity + PUBLIC + message).digest(), "little")
    signature = identity + (challenge * secret % ORDER).to_bytes(32, "little")
    assert verify(PUBLIC, b"message", b"body", signature)
    assert not verify(PUBLIC, b"message", b"other", signature)


def _halves(secret: bytes) -> tuple[int, bytes]:
    """The scalar of an Ed25519 key and what its nonces are made of (RFC 8032, 5.1.5)."""
    digest = sha512(secret).digest()
    scalar = bytearray(digest[:32])
    scalar[0] &= 248
    scalar[31] = scalar[31] & 127 | 64
    return int.from_bytes(scalar, "little"), digest[32:]


def _twisted(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    """A key and a signature whose R has the point (0, -1) added: it fits but for the cofactor."""
    private = Ed25519PrivateKey.from_private_bytes(secret)
    public = private.public_key().public_bytes_raw()
    scalar, prefix = _halves(secret)
    nonce = int.from_bytes(sha512(prefix + message).digest(), "little")
    first = int.from_bytes(private.sign(message)[:32], "little")
    y, x_is_odd = first % 2**255, first >> 255
    twisted = (FIELD - y | (1 - x_is_odd) << 255).to_bytes(32, "little")
    challenge = int.from_bytes(sha512(twisted + public + message).digest(), "little")
    return public, twisted + ((nonce + challenge * scalar) % ORDER).to_bytes(32, "little")


def test_the_twisted_signature_is_what_it_says() -> None:
    assert _twisted(bytes.fromhex(RFC_SEED), b"") == (signing._TWISTED_KEY, signing._TWISTED)


def test_a_signature_that_is_right_but_for_the_cofactor_is_refused() -> None:
    body = frame(b"crownless/sign/v1", b"message", b"body")
    public, signature = _twisted(seed(1), body)
    assert public == PUBLIC
    assert not verify(PUBLIC, b"message", b"body", signature)


def test_a_libsodium_that_multiplies_by_the_cofactor_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def takes_all(*arguments: object) -> int:
        return 0

    assert exact(takes_all) is None
    monkeypatch.setattr(signing, "_quick", exact(takes_all))
    assert verify(PUBLIC, b"message", b"body", SIGNATURE)
    assert not verify(PUBLIC, b"message", b"other", SIGNATURE)


def test_a_libsodium_that_holds_every_byte_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def holds(signature: bytes, message: bytes, length: int, public: bytes) -> int:
        asked.append(message)
        return -1 if signature == signing._TWISTED else 0

    monkeypatch.setattr(signing, "_quick", exact(holds))
    assert verify(PUBLIC, b"message", b"body", SIGNATURE)
    assert len(asked) == 2
