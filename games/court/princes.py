"""The five Princes (HAG-4, CTD-15): popularity breaks every tie, favor buys a court."""

from __future__ import annotations

from typing import Final

from games.court.cards import Prince
from games.court.terms import Keyword, Trait

_NOBLE: Final = (Keyword.NOBLE,)

# D-96, D-127, D-130: ratings and powers are weighed at each number of seats. Before touching one
# play 1,000 games of each: 300 to 700 have misled us.
PRINCES: Final = (
    Prince(
        "aurelio",
        "Aurelio the Adored",
        "Aurelio",
        3,
        1,
        _NOBLE,
        "His free support counts 3 instead of 2 when he gives it to another Prince.",
        popularity=5,
        favor=10,
        trait=Trait.GENEROUS,
    ),
    Prince(
        "bertram",
        "Bertram the Stout",
        "Bertram",
        2,
        2,
        _NOBLE,
        "When one of his Characters is attacked, add 1 to the defence.",
        popularity=4,
        favor=11,
        trait=Trait.STOUT,
    ),
    Prince(
        "cosima",
        "Cosima the Learned",
        "Cosima",
        2,
        2,
        _NOBLE,
        "In her Draw Phase she may draw one card more, unless all five Princes are at the table.",
        popularity=3,
        favor=12,
        trait=Trait.LEARNED,
    ),
    Prince(
        "dagmar",
        "Dagmar the Frugal",
        "Dagmar",
        3,
        1,
        _NOBLE,
        "Whenever an Event costs her favor, it costs 1 less if somebody has more.",
        popularity=2,
        favor=13,
        trait=Trait.FRUGAL,
    ),
    Prince(
        "egbert",
        "Egbert the Unloved",
        "Egbert",
        1,
        3,
        _NOBLE,
        "When he loses a Contest, he draws an Action card and blames the weather.",
        popularity=1,
        favor=14,
        trait=Trait.UNLOVED,
    ),
)
