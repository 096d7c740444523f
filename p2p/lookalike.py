"""Names that look alike though they are not the same, for whoever might mistake one for the other.

A skeleton is what is left of a name once everything that a hurried reader overlooks is gone: case,
accents, blanks and signs, and letters of other alphabets, digits and pairs that are drawn like a
Latin letter (the small part of Unicode's UTS 39 that names of people need). Names with one skeleton
are warned of; nothing that seats must agree on hangs on it. Held by tests/p2p/test_lookalike.py.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_DRAWN_LIKE = {
    "a": "\N{CYRILLIC SMALL LETTER A}\N{GREEK SMALL LETTER ALPHA}4",
    "b": "\N{CYRILLIC SMALL LETTER VE}\N{CYRILLIC SMALL LETTER SOFT SIGN}"
    "\N{GREEK SMALL LETTER BETA}8",
    "c": "\N{CYRILLIC SMALL LETTER ES}",
    "d": "\N{CYRILLIC SMALL LETTER KOMI DE}\N{LATIN SMALL LETTER D WITH STROKE}",
    "e": "\N{CYRILLIC SMALL LETTER IE}\N{GREEK SMALL LETTER EPSILON}3",
    "h": "\N{CYRILLIC SMALL LETTER SHHA}\N{CYRILLIC SMALL LETTER EN}"
    "\N{LATIN SMALL LETTER H WITH STROKE}",
    "i": "\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}\N{CYRILLIC SMALL LETTER PALOCHKA}"
    "\N{GREEK SMALL LETTER IOTA}\N{LATIN SMALL LETTER DOTLESS I}"
    "\N{LATIN SMALL LETTER L WITH STROKE}l1|!",
    "j": "\N{CYRILLIC SMALL LETTER JE}",
    "k": "\N{CYRILLIC SMALL LETTER KA}\N{GREEK SMALL LETTER KAPPA}",
    "m": "\N{CYRILLIC SMALL LETTER EM}",
    "n": "\N{GREEK SMALL LETTER ETA}",
    "o": "\N{CYRILLIC SMALL LETTER O}\N{GREEK SMALL LETTER OMICRON}"
    "\N{LATIN SMALL LETTER O WITH STROKE}0",
    "p": "\N{CYRILLIC SMALL LETTER ER}\N{GREEK SMALL LETTER RHO}",
    "q": "\N{CYRILLIC SMALL LETTER QA}",
    "s": "\N{CYRILLIC SMALL LETTER DZE}5",
    "t": "\N{CYRILLIC SMALL LETTER TE}\N{GREEK SMALL LETTER TAU}",
    "u": "\N{GREEK SMALL LETTER UPSILON}\N{GREEK SMALL LETTER MU}",
    "v": "\N{CYRILLIC SMALL LETTER IZHITSA}\N{GREEK SMALL LETTER NU}",
    "w": "\N{CYRILLIC SMALL LETTER WE}\N{GREEK SMALL LETTER OMEGA}",
    "x": "\N{CYRILLIC SMALL LETTER HA}\N{GREEK SMALL LETTER CHI}",
    "y": "\N{CYRILLIC SMALL LETTER U}\N{GREEK SMALL LETTER GAMMA}",
}
"""For a letter, the small letters and signs that are drawn like it, or like its capital."""
_LATIN = {ord(sign): letter for letter, signs in _DRAWN_LIKE.items() for sign in signs}
_PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """What two names share that a hurried reader takes for one."""
    flat = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(
        char for char in flat if unicodedata.category(char)[0] in "LNS" or char in "!"
    )
    drawn = letters.translate(_LATIN)
    for pair, letter in _PAIRS:
        drawn = drawn.replace(pair, letter)
    return drawn


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of `others` that looks like this name, and is not the same."""
    bones = skeleton(name)
    found = (one for one in others if one != name and bones and skeleton(one) == bones)
    return next(found, None)
