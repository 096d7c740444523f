"""The checklist of `verify`: one line for everything that is checked, and what it does not show.

A line belongs to a count of the same key. Here is also which line a refused part falls on, so
that a failure can be shown where it happened. Nothing here checks anything.
"""

from __future__ import annotations

from p2p.log.fault import Charge
from p2p.replica.part_checks import REPLAYED, Check
from p2p.replica.registry import PARTS
from p2p.wire.message import Kind

_OTHERS = (
    Check(
        10, "seals", "seal of the charter", "seals of the charter",
        "every seat's key agreed to this game, these rules, options and seats",
        "that two keys are two people",
    ),
    Check(
        20, "vouched", "bot vouched for", "bots vouched for",
        "the key named as its operator signed that it runs this bot",
        "that no program sits on the other seats",
    ),
    Check(
        30, "signatures", "signature", "signatures",
        "each message was signed by the key of its seat",
        "who held that key, or when it signed",
    ),
    Check(
        40, "messages", "message in its chain", "messages in their chains",
        "nothing was changed, left out or put in before the last message of each seat",
        "that nothing was said after those",
    ),
    Check(
        130, "opened", "card opened", "cards opened",
        "each is the card that its place in the deck or hand had held",
        "anything about cards that stayed hidden",
    ),
    Check(
        170, "claims", "card held against its choice", "cards held against their choices",
        "what was played was what had to be played",
        "what else the seat could have played",
    ),
    Check(
        190, "lost", "card lost as seats left together", "cards lost as seats left together",
        "nobody who stayed could read it any more, so it dropped out of play for all alike",
        "which card it was",
    ),
    Check(
        195, "recorded", "step in the file", "steps in the file",
        "what was signed and proven is what these steps and moves call for",
        "why the game came to these steps",
    ),
    Check(
        200, "steps", "step of the rules replayed", "steps of the rules replayed",
        "the rules lead to exactly the steps in the file",
        "that these are the rules in the printed book",
    ),
    Check(
        210, "results", "result reached", "results reached",
        "who won follows from the rules and the moves before it",
        "that nobody helped another to win",
    ),
    Check(
        224, "seeds", "seed shown", "seeds shown",
        "it gives the keys that its seat had posted before the first card",
        "that nobody else knew it before",
    ),
    Check(
        226, "audited", "message derived again", "messages derived again",
        "what these seats hid follows from their seeds, their orders and the rules",
        "that nobody told another what it saw",
    ),
    Check(
        230, "evidence", "piece of evidence", "pieces of evidence",
        "the seat it accuses signed it, and no honest program would have",
        "that it was meant, and not a mistake of its program",
    ),
)  # fmt: skip
"""Lines that no kind of part brings along."""

CHECKS = tuple(
    sorted({*_OTHERS, *(part.check for part in PARTS.values())}, key=lambda check: check.place)
)
"""In the order in which they are shown."""

NEEDS_RULES = frozenset({"claims", "steps", "results"})
"""Lines of what only the rules can tell."""
ONLY_REPLAYED = frozenset({*REPLAYED, "recorded", "steps", "audited"})
"""Counts that no file states: they come out of the replay."""


def line_of(charge: Charge, kind: Kind | None) -> str:
    """The key of the line that a fault falls on; `kind` is that of the part at fault, if one is."""
    match charge:
        case Charge.CLAIM:
            return "claims"
        case Charge.MOVE:
            return "moves"
        case Charge.PROOF if kind is None:
            return "keys"  # no part of them is bad alone: they do not go together
        case Charge.DIGEST if kind is None:
            return "steps"
        case Charge.UNCALLED if kind is None:
            return "concessions"  # it left without paying, or spoke after that
        case Charge.DIGEST | Charge.UNCALLED | Charge.PROOF if kind is not None:
            return PARTS[kind].check.key
        case _:
            return "messages"
