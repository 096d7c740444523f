"""Everything secret that a seat uses at one table, derived from one seed.

There is no other source of randomness in this package: with the seed, anyone can compute again
every byte that a seat sent, and a client that was killed computes the same bytes once more instead
of two different ones. Callers must put everything that distinguishes two uses into the label and
the parts.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count
from typing import Final, NoReturn

from crypto.context import frame
from crypto.errors import MisuseError
from crypto.group import Scalar

_SALT: Final = b"crownless/secret/v1"
_BLOCK: Final = 64


class Secret:
    """The expanded seed of one seat at one table. Never printed, copied or pickled."""

    __slots__ = ("_key",)

    def __init__(self, seed: bytes) -> None:
        """Take a seed of 32 fresh random bytes; the seed itself is not kept."""
        if len(seed) != 32:
            raise MisuseError("a seed has 32 bytes")
        self._key = hmac.digest(_SALT, seed, "sha512")

    def derive(self, label: str, *parts: bytes, length: int = 64) -> bytes:
        """Return bytes for one purpose: HKDF with SHA-512 (RFC 5869), info = framed label and
        parts.

        At most 16,320 bytes; raises MisuseError beyond.
        """
        blocks = -(-length // _BLOCK)
        if not 0 < blocks <= 255:
            raise MisuseError("a derivation gives 1 to 16,320 bytes")
        info = frame(label.encode(), *parts)
        block, out = b"", []
        for index in range(1, blocks + 1):
            block = hmac.digest(self._key, block + info + bytes((index,)), "sha512")
            out.append(block)
        return b"".join(out)[:length]

    def scalar(self, label: str, *parts: bytes) -> Scalar:
        """Return a scalar for one purpose, uniform among the non-zero ones."""
        for attempt in count():
            scalar = Scalar.wide(self.derive(label, *parts, b"scalar", attempt.to_bytes(4, "big")))
            if not scalar.is_zero():
                return scalar
        raise AssertionError("unreachable")

    def scalars(self, label: str, *parts: bytes, count: int) -> list[Scalar]:
        """Return many scalars for one purpose: HKDF gives the key of a SHAKE256 stream.

        One stream costs far less than one HKDF for each of a deck's cards. Each scalar is
        uniform; that one of them is 0 happens with probability 2^-252 and is not looked for.
        """
        stream = hashlib.shake_256(self.derive(label, *parts, b"scalars")).digest(64 * count)
        return [Scalar.wide(stream[start : start + 64]) for start in range(0, 64 * count, 64)]

    def permutation(self, label: str, *parts: bytes, size: int) -> tuple[int, ...]:
        """Return a uniform permutation of range(size): Fisher-Yates with rejection sampling."""
        words = self._words(label, *parts)
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            bound = last + 1
            # Words from here on would make the small remainders likelier than the others.
            limit = 2**64 - 2**64 % bound
            word = next(word for word in words if word < limit)
            other = word % bound
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, label: str, *parts: bytes) -> _Words:
        return _Words(self, label, parts)

    def __repr__(self) -> str:
        return "Secret(hidden)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise MisuseError("a secret must not be copied or pickled")


class _Words:
    """An endless stream of uniform 64-bit numbers for one purpose."""

    __slots__ = ("_block", "_index", "_label", "_parts", "_secret")

    def __init__(self, secret: Secret, label: str, parts: tuple[bytes, ...]) -> None:
        self._secret, self._label, self._parts = secret, label, parts
        self._block, self._index = b"", 0

    def __iter__(self) -> _Words:
        return self

    def __next__(self) -> int:
        if not self._block:
            number = self._index.to_bytes(4, "big")
            self._block = self._secret.derive(self._label, *self._parts, b"words", number)
            self._index += 1
        word, self._block = self._block[:8], self._block[8:]
        return int.from_bytes(word, "big")
