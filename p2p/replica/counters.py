"""What a replica has checked so far, counted: the numbers that `verify` prints.

A part is counted after it was taken, so nothing is counted that was not checked. The counters know
numbers only and never change a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.engine.step import Given
from games.engine.table import Table
from p2p.replica.registry import PARTS
from p2p.wire.message import Part

OPENED, CLAIMS, LOST = REPLAYED = ("opened", "claims", "lost")
"""Numbers that come out of the results of steps, not out of parts."""
_NAMES = (*dict.fromkeys(name for part in PARTS.values() for name in part.counts), *REPLAYED)


@dataclass(slots=True)
class CheckCounters:
    """How much was checked, by kind."""

    _counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_NAMES, 0))
    _claimed: int = 0
    """Hidden cards chosen under a predicate: the next result opens them."""

    def numbers(self) -> dict[str, int]:
        """All counts as they are now, by name."""
        return dict(self._counts)

    def take(self, part: Part) -> None:
        """Count a part that was checked and taken. Raises CodecError for one that was not."""
        for name, count in PARTS[part.kind].counts.items():
            self._counts[name] += count(part.payload)

    def feed(self, opened: int, claims: ClaimCount, lost: int = 0) -> None:
        """The rules took a result that opened so many cards.

        `claims`: what its answers claim; those made before on hidden cards have been held against
        these now. `lost`: cards that nobody can read any more because several seats left here.
        """
        self._counts[OPENED] += opened
        self._counts[CLAIMS] += self._claimed + claims.held
        self._counts[LOST] += lost
        self._claimed = claims.hidden


@dataclass(frozen=True, slots=True)
class ClaimCount:
    """How many chosen cards are held against what their choices allow: at once, or once open."""

    held: int
    hidden: int


def claims_of(answers: Iterable[Given], table: Table) -> ClaimCount:
    """What the answers of a result claim, before the rules get it."""
    held = hidden = 0
    for given in answers:
        if given.claims:
            cards = given.answer.cards
            if table.all_open(cards):
                held += len(cards)
            else:
                hidden += len(cards)
    return ClaimCount(held, hidden)
