"""Places in a public distributed hash table that only those find who know what leads there.

A place is a key pair (BEP 44: a value under an Ed25519 key, signed, replaced by a later one) and a
key that the value is sealed under. Nodes that keep it see a public key and 542 bytes that say
nothing. Two kinds of secret lead to places:

    five words:  scrypt(words, "crownless dht v1" day, N = 2^17, r = 8, p = 1), 64 bytes (RFC 7914)
    a member:    HKDF-SHA256(table's secret, salt "crownless dht v1", info "member" key), 64 bytes
    place      = seed of an Ed25519 key pair 32, sealing key 32
    value      = nonce 12, ChaCha20-Poly1305(sealing key, padded text, additional: public key)
    padded     = length of the text 2, the text, zero bytes up to 514

The day is that of UTC, counted from 1970, in 4 bytes: whoever looks tries its neighbours too. Five
words are 55 bits. A guess can be tried by looking it up, or against a public key seen by a node,
and costs 128 MiB and a fifth of a second either way. Held by tests/p2p/net/dht/test_places.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from p2p.errors import LocalError
from p2p.net.spoken_code import SpokenCode

NONCE_BYTES = 12
MAX_TEXT = 512
"""Bytes of a text; the longest invite has under 250, the longest place of a member under 400."""
VALUE_BYTES = NONCE_BYTES + 2 + MAX_TEXT + 16
DAY_SECONDS = 86_400
_LABEL = b"crownless dht v1"
_COST, _BLOCK = 1 << 17, 8


@dataclass(frozen=True, slots=True)
class DhtPlace:
    """Where to put or find one value. `seed` and `key` have 32 bytes each."""

    seed: bytes = field(repr=False)
    key: bytes = field(repr=False)

    @property
    def public(self) -> bytes:
        """The public key that nodes see."""
        return public_of(self.seed)

    def seal(self, text: bytes, nonce: bytes) -> bytes:
        """The value for a text. `nonce`: 12 fresh random bytes. Raises LocalError if too long."""
        if len(text) > MAX_TEXT:
            raise LocalError(f"a text of {len(text)} bytes is too long for a public place")
        padded = len(text).to_bytes(2, "big") + text.ljust(MAX_TEXT, b"\0")
        return nonce + ChaCha20Poly1305(self.key).encrypt(nonce, padded, self.public)

    def open(self, value: bytes) -> bytes | None:
        """The text in a value; None for what was not sealed here."""
        if len(value) != VALUE_BYTES:
            return None
        nonce, sealed = value[:NONCE_BYTES], value[NONCE_BYTES:]
        try:
            padded = ChaCha20Poly1305(self.key).decrypt(nonce, sealed, self.public)
        except InvalidTag:
            return None
        size = int.from_bytes(padded[:2], "big")
        return padded[2 : 2 + size] if size <= MAX_TEXT else None


def public_of(seed: bytes) -> bytes:
    """The public key of the key pair of a seed."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def of_words(code: SpokenCode, day: int) -> DhtPlace:
    """The place of five words on a day. Takes a fifth of a second and 128 MiB: off the loop."""
    salt = _LABEL + day.to_bytes(4, "big")
    made = Scrypt(salt=salt, length=64, n=_COST, r=_BLOCK, p=1).derive(code.secret)
    return DhtPlace(made[:32], made[32:])


def of_member(secret: bytes, member: bytes) -> DhtPlace:
    """Where a member of the table with this secret says where it is. `member`: its public key."""
    made = HKDF(SHA256(), 64, salt=_LABEL, info=b"member" + member).derive(secret)
    return DhtPlace(made[:32], made[32:])


def days_around(now: float) -> tuple[int, int, int]:
    """The days to try at `now` (seconds since 1970): this one, the one before, the one after."""
    today = int(now // DAY_SECONDS)
    return today, today - 1, today + 1
