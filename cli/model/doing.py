"""What somebody does for whom the table waits, in words for people. Pure.

The protocol names what a seat owes; nobody at a table has to know those names.
Held by tests/cli/model/test_doing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHOICES: Final = ("a decision", "a choice", "a reaction", "a sealed plan")
"""What only the person can give, and not the program."""
_DOING: Final[Mapping[str, str]] = {
    "a decision": "choosing",
    "a choice": "choosing",
    "a reaction": "choosing whether to react",
    "a sealed plan": "giving orders",
    "the opening of a choice": "showing a choice",
    "a share of the cards": "opening cards",
    "a re-masked card": "handing over a card",
    "a card handed over": "handing over a card",
    "keys": "getting ready",
    "a shuffle": "shuffling",
    "a mixed hand": "mixing a hand",
    "a shuffle of the map": "shuffling the map",
    "its own view of the map": "laying out a map",
    "the places it opens": "looking around",
    "its account": "counting up",
    "what it has and asks under fog": "looking through the fog",
    "its answers under fog": "answering through the fog",
    "a throw": "throwing dice",
}


def doing(what: str) -> str:
    """What a seat does that owes this, such as "choosing"."""
    return _DOING[what]


def is_doing(what: str, *, several: bool = False) -> str:
    """The same with its verb."""
    return f"{'are' if several else 'is'} {doing(what)}"


def seat_does(what: str, *, mine: bool, kept: bool = False) -> str:
    """The same for the line of one seat; where it is for us to choose, it says that.

    `kept`: we have chosen, and there is nobody to tell it.
    """
    if mine and what in CHOICES:
        return "your answer is kept" if kept else "your choice"
    return is_doing(what)
