"""Codes of plain words, to be said aloud: two for a table in the same house, five for one far away.

The words are those that keys are shown as (`p2p.key_words`): 2048, eleven bits each, so 22 bits
and 55. What is typed is completed and held against the list before anything is sent: capitals,
blanks for hyphens and the first four letters of a word are enough, and a word that is not on the
list is named, with one that is close. Held by tests/p2p/net/test_spoken_code.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from difflib import get_close_matches

from p2p.errors import InviteError
from p2p.key_words import word_list

NEAR_WORDS = 2
"""Words of a code that is good on one local network."""
# D-117: everybody can look there, so 55 bits and a slow derivation; two words are guessed on a LAN.
FAR_WORDS = 5
"""Words of a code that is looked up on the internet."""
PREFIX = 3
"""Letters from which a word is completed, where only one begins so; with four only one does."""
LONGEST = 80
"""Characters that may be a code of words."""

_NO_LETTERS = re.compile(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class SpokenCode:
    """Two words, or five, of the list."""

    words: tuple[str, ...] = field(repr=False)

    def __str__(self) -> str:
        """As it is shown and read out: with hyphens."""
        return "-".join(self.words)

    @property
    def is_near(self) -> bool:
        """Whether it is for a table of the same local network."""
        return len(self.words) == NEAR_WORDS

    @property
    def secret(self) -> bytes:
        """The one way to write it, for key exchange and key derivation."""
        return str(self).encode("ascii")


def draw(count: int, below: Callable[[int], int]) -> SpokenCode:
    """A fresh code of `count` words. `below(n)`: an unpredictable number from 0 to n - 1."""
    listed = word_list()
    return SpokenCode(tuple(listed[below(len(listed))] for _ in range(count)))


def may_be_words(text: str) -> bool:
    """Whether a text looks like words rather than like an invite or an address."""
    letters = text.strip().lower()
    pieces = _pieces(letters)
    return (
        0 < len(letters) <= LONGEST
        and 0 < len(pieces) <= FAR_WORDS + 1
        and not any(char.isdigit() or char == ":" for char in letters)
        and not pieces[0].startswith(("crownl", "crowni"))
        and (len(pieces) > 1 or bool(completions(pieces[0])))
    )


def read(text: str) -> SpokenCode:
    """The code in a typed text. Raises InviteError, which names a word that is none."""
    pieces = _pieces(text.lower())
    words = tuple(_word(piece) for piece in pieces)
    if len(words) not in (NEAR_WORDS, FAR_WORDS):
        counted = "1 word" if len(words) == 1 else f"{len(words)} words"
        raise InviteError(
            f"a code has {NEAR_WORDS} words on the local network and {FAR_WORDS} over the "
            f"internet, and this has {counted}"
        )
    return SpokenCode(words)


def completions(piece: str) -> tuple[str, ...]:
    """The words that begin so, from PREFIX letters on."""
    start = piece.lower()
    return tuple(word for word in word_list() if len(start) >= PREFIX and word.startswith(start))


def _pieces(text: str) -> list[str]:
    return [piece for piece in _NO_LETTERS.split(text) if piece]


def _word(piece: str) -> str:
    found = completions(piece)
    if piece in found:
        return piece
    if len(found) == 1:
        return found[0]
    close = found[:3] or get_close_matches(piece, word_list(), n=2, cutoff=0.6)
    meant = f"; did you mean {' or '.join(close)}?" if close else "; ask for it again"
    raise InviteError(f"{piece!a} is no word of a code{meant}")
