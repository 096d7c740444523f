"""Names and chat: what may be shown on somebody's screen, and what is never shown as it came.

Two ways in. `clean_name` and `clean_chat` take what our own user typed, put it into its normal form
and say in a sentence what cannot stay. `safe` and `safe_name` take anything a stranger sent and
always give a text that can be shown in one line: it cannot move the cursor, turn the direction of
writing, hide letters or run over the screen. It holds no sign either that terminals disagree on how
wide to draw: one cell too many, and everything behind it stands in the wrong place.

Which characters exist differs between versions of Unicode. So nothing that all seats must agree
on may ever depend on this module: a foreign name is shown safely and not judged.
Held by tests/p2p/test_display.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from p2p.errors import LocalError
from p2p.lookalike import skeleton

MAX_NAME = 24
"""Characters of a name."""
MAX_CHAT = 400
"""Characters of one line of chat."""
MAX_MARKS = 3
"""Accents one letter may carry; more of them would climb out of the line."""
NOBODY = "nameless"
"""Shown where a name has nothing that can be shown."""

_SEAT = re.compile(r" \[seat [0-9]+\]$")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Cc control, Cf format (directions, zero widths), Cs surrogates, Co private, Cn unassigned,
# Zl and Zp line and paragraph separators.
_FORBIDDEN_KINDS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Blank or invisible, though Unicode counts them as letters, marks or symbols.
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
_MODIFIERS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Skin tones: some terminals colour the emoji before them, others draw a picture of its own."""
# Pieces that some terminals join with what stands before them and others do not: old Hangul that
# has no whole syllable, the frame of a keycap; and signs that grew a cell in Unicode 16.
_UNSURE = _MODIFIERS | frozenset(
    chr(code)
    for first, last in (
        (0x1161, 0x11FF),
        (0xD7B0, 0xD7FF),
        (0x20E3, 0x20E3),
        (0x2630, 0x2637),
        (0x268A, 0x268F),
        (0x4DC0, 0x4DFF),
        (0x1D300, 0x1D35F),
    )
    for code in range(first, last + 1)
)
_FLAG_LETTERS = {0x1F1E6 + place: chr(ord("A") + place) for place in range(26)}
"""Two of these are one flag, drawn in two cells or in four: their letters say the same."""


def clean_name(text: str) -> str:
    """Our user's own name in normal form: NFC, single spaces, 1 to MAX_NAME characters.

    Raises LocalError with a sentence about what cannot stay.
    """
    return _clean(text, "a name", MAX_NAME)


def clean_chat(text: str) -> str:
    """A line our user wants to say, in normal form: NFC, single spaces, at most MAX_CHAT.

    Raises LocalError with a sentence about what cannot stay.
    """
    return _clean(text, "a message", MAX_CHAT)


def safe(text: str, most: int = MAX_CHAT) -> str:
    """Any text as it may be shown, in one line of at most `most` characters.

    What may not be shown becomes a replacement character; what is too long ends in an ellipsis.
    Applied twice it changes nothing more.
    """
    # Nobody sends this much by accident, and looking at each character costs time.
    cut = text[: 4 * most]
    whole = unicodedata.normalize("NFC", _spaced(cut).translate(_FLAG_LETTERS))
    shown = "".join(
        _REPLACEMENT if _is_forbidden(char) or char in _UNSURE else char for char in whole
    )
    shown = _spaced(_without_tall_marks(unicodedata.normalize("NFC", shown)))
    if len(shown) > most or len(text) > len(cut):
        shown = shown[: most - 1].rstrip() + "…"
    return shown


def safe_name(text: str) -> str:
    """Any name as it may be shown; never empty."""
    return safe(text, MAX_NAME) or NOBODY


def _clean(text: str, what: str, most: int) -> str:
    # Our own keyboard adds these to emoji, most often without being asked; they change little.
    typed = "".join(
        char for char in text if not ("\ufe00" <= char <= "\ufe0f" or char in _MODIFIERS)
    )
    spaced = unicodedata.normalize("NFC", _spaced(typed).translate(_FLAG_LETTERS))
    if not spaced:
        raise LocalError(f"{what} cannot be empty")
    for char in spaced:
        if _is_forbidden(char):
            raise LocalError(
                f"{what} cannot contain the invisible or unknown character"
                f" U+{ord(char):04X}; leave it out"
            )
        if char in _UNSURE:
            raise LocalError(
                f"{what} cannot contain U+{ord(char):04X}, which is not equally wide on all"
                " screens; leave it out"
            )
    if len(spaced) > most:
        raise LocalError(f"{what} can have {most} characters, and this has {len(spaced)}")
    if _without_tall_marks(spaced) != spaced:
        raise LocalError(
            f"{what} cannot have more than {MAX_MARKS} accents on a letter, nor any without one"
        )
    return spaced


def _spaced(text: str) -> str:
    """All kinds of blanks as single spaces, none at the ends. `str.split` knows them all."""
    return " ".join(text.split())


def _is_forbidden(char: str) -> bool:
    return unicodedata.category(char) in _FORBIDDEN_KINDS or char in _INVISIBLE


def _without_tall_marks(text: str) -> str:
    """The text with at most MAX_MARKS accents on one letter, and none on no letter."""
    kept: list[str] = []
    marks = MAX_MARKS  # a mark with no letter before it would land on what stands to its left
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
            if marks > MAX_MARKS:
                continue
        else:
            marks = MAX_MARKS if char == " " else 0
        kept.append(char)
    return "".join(kept)


def told_apart(names: Iterable[str]) -> list[str]:
    """The names of seats in order; one that an earlier seat has too gets its seat in brackets.

    Where two are drawn alike and are not the same, both get it: nothing says which is real. So does
    one that claims to be our own, as in `Ana you`.
    """
    given = list(names)
    bones = [skeleton(name) or name.casefold() for name in given]
    bones = [one.removesuffix("you") or one for one in bones]
    found: list[str] = []
    for seat, name in enumerate(given):
        alike = [n for n, other in enumerate(bones) if other == bones[seat] and n != seat]
        doubled = any(n < seat for n in alike)
        imitated = any(given[n].casefold() != name.casefold() for n in alike)
        found.append(f"{name} [seat {seat + 1}]" if doubled or imitated else name)
    return found


def without_brackets(name: str) -> str:
    """The name without brackets of any alphabet, and without letters that are drawn in them.

    What is added to names stands in brackets, and nobody may add it to their own.
    """
    kept = (
        char
        for char in name
        if unicodedata.category(char) not in ("Ps", "Pe")
        and not set("()[]{}<>").intersection(unicodedata.normalize("NFKC", char))
    )
    return _spaced("".join(kept))


def without_seat(name: str) -> str:
    """The name without what `told_apart` added."""
    return _SEAT.sub("", name)
