"""Takes out of a text what leads to people: addresses, names, keys, invites, paths of a home.

The same thing gets the same mask wherever it stands (`address-1`), so that a reader can follow it
through a report. Everything that matches in any way is covered, also where matches overlap; what is
no address and looks like one is masked too, and that is as it should be.
Held by tests/p2p/tracing/test_masking.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address

from p2p.display import safe
from p2p.key_words import word_list

_NUMBERS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3,}")
_COLONS = re.compile(r"(?=[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*:)[0-9A-Fa-f:.]{2,}(?:%[\w.-]*\w)?")
_CARD = re.compile(r"(?<![0-9A-Fa-f:])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f:])")
_HOST = re.compile(
    r"(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|lan|home|internal|arpa|box|com|net|org|"
    r"info|io|de|fr|uk|eu|us|dev|app|cloud)(?![\w-]|\.\w)",
    re.IGNORECASE,
)
_PORT = re.compile(r"(?<=port[ =])\d{1,5}\b", re.IGNORECASE)
_PORT_BEHIND = re.compile(r"\]?:(\d{1,5})(?![\w:])")
_INVITE = re.compile(r"crown(?!less)[0-9il](?:-?[0-9a-z]+|\s[0-9a-z]{1,4}\b)+", re.IGNORECASE)
_KEY = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:key|fingerprint)-[0-9a-f]{8,}|[0-9a-f]{64})(?![0-9A-Za-z])"
)
_HOME = re.compile(r"(?:/home/|/Users/|\\Users\\)([^/\\\s\"':]+)")
_WORDS = re.compile(r"(?<![\w-])[A-Za-z]{4,7}(?:-[A-Za-z]{4,7})+(?![\w-])")
_MOST_COLONS = 120
"""Characters of a run of digits and colons in which an address is looked for; a longer run is no
address, and is masked as a whole."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    kind: str
    value: str
    """What is the same for two spellings of the same thing."""


class Masker:
    """Masks texts; all of one masker's texts share their masks."""

    def __init__(self) -> None:
        self._known: list[tuple[re.Pattern[str], str, str]] = []
        self._masks: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}

    def know(self, kind: str, texts: Iterable[str]) -> None:
        """Mask these wherever they stand alone, as the same thing: its spellings, in any case."""
        spellings = {form for text in texts if text.strip() for form in _spellings(text)}
        value = min(spellings, default="")
        for form in spellings:
            before = r"(?<!\w)" if form[0].isalnum() else ""
            after = r"(?!\w)" if form[-1].isalnum() else ""
            pattern = re.compile(f"(?={before}({re.escape(form)}){after})", re.IGNORECASE)
            self._known.append((pattern, kind, value))

    def mask(self, text: str) -> str:
        """The text with its masks."""
        out, at = [], 0
        for start, end, kind, value in _merged(sorted(self._find(text), key=_place)):
            out += [text[at:start], self._mask(kind, value)]
            at = end
        return "".join([*out, text[at:]])

    def _mask(self, kind: str, value: str) -> str:
        if (kind, value) not in self._masks:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._masks[kind, value] = f"{kind}-{self._counts[kind]}"
        return self._masks[kind, value]

    def _find(self, text: str) -> Iterator[_Found]:
        for pattern, kind, value in self._known:
            for match in pattern.finditer(text):
                yield _Found(*match.span(1), kind, value)
        for found in _addresses(text):
            yield found
            port = _PORT_BEHIND.match(text, found.end)
            if port:
                yield _Found(*port.span(1), "port", port[1])
        for pattern, kind in ((_CARD, "card"), (_HOST, "host"), (_PORT, "port")):
            for match in pattern.finditer(text):
                yield _Found(*match.span(), kind, match[0].lower())
        for match in _KEY.finditer(text):
            yield _Found(*match.span(), "key", match[0].rpartition("-")[2][:8])
        for match in _INVITE.finditer(text):
            yield _Found(*match.span(), "invite", re.sub(r"[\s-]", "", match[0].lower()))
        for match in _HOME.finditer(text):
            yield _Found(*match.span(1), "user", match[1])
        for match in _WORDS.finditer(text):
            words = match[0].lower().split("-")
            if _listed_words().issuperset(words):
                yield _Found(*match.span(), "words", "-".join(words))


@lru_cache(maxsize=1)
def _listed_words() -> frozenset[str]:
    return frozenset(word_list())


def _place(found: _Found) -> tuple[int, int]:
    return found.start, -found.end


def _merged(found: Iterable[_Found]) -> Iterator[tuple[int, int, str, str]]:
    """Regions that cover all that was found, each called after its longest piece."""
    region: list[_Found] = []
    for one in found:
        if region and one.start >= max(piece.end for piece in region):
            yield _region(region)
            region = []
        region.append(one)
    if region:
        yield _region(region)


def _region(pieces: list[_Found]) -> tuple[int, int, str, str]:
    longest = max(pieces, key=lambda one: one.end - one.start)
    start, end = min(one.start for one in pieces), max(one.end for one in pieces)
    return start, end, longest.kind, longest.value


def _spellings(text: str) -> set[str]:
    """A name as it may stand in a text: composed or not, and as programs quote it."""
    forms = {text, *(unicodedata.normalize(kind, text) for kind in ("NFC", "NFD"))}
    forms |= {safe(form) for form in forms}
    return forms | {ascii(form)[1:-1] for form in forms} | {repr(form)[1:-1] for form in forms}


def _addresses(text: str) -> Iterator[_Found]:
    for match in _NUMBERS.finditer(text):
        yield _Found(*match.span(), "address", match[0])
    for match in _COLONS.finditer(text):
        if match.end() - match.start() > _MOST_COLONS:
            yield _Found(*match.span(), "address", match[0])
        else:
            yield from _sixes(match[0], match.start())


def _sixes(run: str, offset: int) -> Iterator[_Found]:
    """The IPv6 addresses in a run of their characters: the longest, and those beside it."""
    bare, percent, scope = run.partition("%")
    for size in range(len(bare), 1, -1):
        for start in range(len(bare) - size + 1):
            end = start + size
            try:
                address = IPv6Address(bare[start:end])
            except ValueError:
                continue
            if end == len(bare):
                end += len(percent + scope)
            value = str(address.ipv4_mapped or address)
            yield _Found(offset + start, offset + end, "address", value)
            yield from _sixes(bare[:start], offset)
            yield from _sixes(bare[start + size :], offset + start + size)
            return
