"""Labelled Ed25519 signatures, strict about what counts as a key and as a signature.

The label goes into the signed bytes in front of the body, so a signature of one kind never counts
as one of another. Ed25519 libraries differ in what they accept (RFC 8032 leaves room): a public
key of small order has signatures that fit any body, and a key or a signature in a second form is
the same thing under another name. Here such keys, and signatures whose S is not below the group's
order, are refused before the library is asked; the first half of a signature is compared byte for
byte by the library itself.

libsodium is asked first where it compares R so (1.0.18 does): it takes less than half the time of
OpenSSL. Later releases multiply by the cofactor, and would take signatures that others refuse: they
are not asked. An R of small order is refused by libsodium alone; so OpenSSL has the last word.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from crypto import sodium
from crypto.context import frame
from crypto.errors import DecodeError, ProofError
from crypto.group import ORDER

PUBLIC_LENGTH: Final = 32
SIGNATURE_LENGTH: Final = 64

_FIELD: Final = 2**255 - 19
_SIGN_BIT: Final = 2**255
_DOMAIN: Final = b"crownless/sign/v1"
_ORDER_EIGHT: Final = 2707385501144840649318225287225658788936804267575313519463743609750303402022
"""The y of a point of order 8; the other y of that order is its negative."""

_SMALL_ORDER: Final = frozenset(
    {0, 1, _FIELD - 1, _ORDER_EIGHT, _FIELD - _ORDER_EIGHT},
)
"""The y of all eight points whose order divides 8; x only adds a sign."""


_TWISTED_KEY: Final = bytes.fromhex(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
)
_TWISTED: Final = bytes.fromhex(
    "08a9bcff3c9f538d6f791d337f917d757b7880e1471a268b278c1f9addb6feaa"
    "c409cc8967fcb80e750598547122f29e829c5e9905cdcc54fc14e09c712db707"
)
"""A signature of no bytes, the point of order 2 added to its R: right but for the cofactor."""


def exact(check: sodium.Function) -> sodium.Function | None:
    """The library's check of a signature if it holds R to the byte, else nothing."""
    # D-94: the version does not tell which kind is loaded; a signature that only one kind takes
    # does.
    return check if check(_TWISTED, b"", 0, _TWISTED_KEY) != 0 else None


_quick: Final = exact(sodium.verify_signature)


def check_public(public: bytes) -> None:
    """Raise DecodeError for a public key of wrong length, not canonical, or of small order."""
    if len(public) != PUBLIC_LENGTH:
        raise DecodeError("a public key has 32 bytes")
    # The highest bit is the sign of x, which small orders do not depend on.
    y = int.from_bytes(public, "little") % _SIGN_BIT
    if y >= _FIELD:
        raise DecodeError("this public key is not in canonical form")
    if y in _SMALL_ORDER:
        raise DecodeError("this public key is of small order: it signs anything")


def sign(private: Ed25519PrivateKey, label: bytes, body: bytes) -> bytes:
    """Return the signature of a body under a label, 64 bytes."""
    return private.sign(_message(label, body))


def verify(public: bytes, label: bytes, body: bytes, signature: bytes) -> bool:
    """Say whether the signature is good. Anything malformed is simply not good."""
    try:
        check_signature(public, label, body, signature)
    except (DecodeError, ProofError):
        return False
    return True


def check_signature(public: bytes, label: bytes, body: bytes, signature: bytes) -> None:
    """Check a signature. Raises DecodeError for a refused key or form, ProofError otherwise."""
    check_public(public)
    if len(signature) != SIGNATURE_LENGTH:
        raise DecodeError("a signature has 64 bytes")
    if int.from_bytes(signature[32:], "little") >= ORDER:
        raise DecodeError("this signature is not in canonical form")
    message = _message(label, body)
    if _quick is not None and _quick(signature, message, len(message), public) == 0:
        return
    # D-94: what libsodium refuses OpenSSL may still take, so that every client comes to one answer.
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        raise ProofError("this signature is not by that key over these bytes") from None


def _message(label: bytes, body: bytes) -> bytes:
    return frame(_DOMAIN, label, body)
