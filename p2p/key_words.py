"""A key as words that people can compare aloud: three beside a name, six in the lobby.

The first three of the six are the three. Eleven bits a word: three words are 33 bits, six are 66.
Each key goes through scrypt (RFC 7914) first, so that whoever looks for another key with the same
three words pays one scrypt a try, about 2**33 of them, years on one core; nobody pays it for six.

The list beside this file is our own: 2048 plain English words of four to seven letters, no two of
which differ by one letter or one swap, each known from its first four letters.
Held by tests/p2p/test_key_words.py.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from p2p.errors import LocalError

SHORT = 3
LONG = 6
_BITS = 11
_SALT = b"crownless words v1"
# 32 MiB and some 70 ms a key on a desktop of 2020: nothing for one name, much for 2**33 tries.
_COST = 1 << 15
_BLOCK = 8
_SIZE = 9  # bytes: 72 bits, of which 66 are used


@lru_cache(maxsize=1)
def word_list() -> tuple[str, ...]:
    """The 2048 words in order."""
    return tuple(resources.files("p2p").joinpath("wordlist.txt").read_text("ascii").split())


def key_words(key: bytes, count: int = SHORT) -> tuple[str, ...]:
    """The first `count` words, up to LONG, of a public key of 32 bytes.

    The first call for a key takes tens of milliseconds: off the event loop where that matters.
    Raises LocalError for another number of words or of bytes.
    """
    if not 1 <= count <= LONG:
        raise LocalError(f"a key shows as 1 to {LONG} words, not {count}")
    return _all_words(key)[:count]


def key_phrase(key: bytes, count: int = SHORT) -> str:
    """The words of a key as one text, with hyphens between them. Raises LocalError."""
    return "-".join(key_words(key, count))


@lru_cache(maxsize=1024)
def _all_words(key: bytes) -> tuple[str, ...]:
    if len(key) != 32:
        raise LocalError(f"a public key has 32 bytes, not {len(key)}")
    stretched = Scrypt(salt=_SALT, length=_SIZE, n=_COST, r=_BLOCK, p=1).derive(key)
    number = int.from_bytes(stretched, "big")
    words = word_list()
    top = 8 * _SIZE - _BITS
    return tuple(words[number >> (top - _BITS * i) & (len(words) - 1)] for i in range(LONG))
