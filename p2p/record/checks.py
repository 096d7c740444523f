"""The checklist of `verify`: one line for everything that is checked, and what it does not show.

A line belongs to a count of the same key. Here is also which line a refused part falls on, so
that a failure can be shown where it happened. Nothing here checks anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from p2p.log.fault import Charge
from p2p.wire.message import Kind


@dataclass(frozen=True, slots=True)
class Check:
    """One line: what is counted (`one`, `many`), what that shows, and what it does not.

    `more` follows the count and may name other counts.
    """

    key: str
    one: str
    many: str
    shows: str
    omits: str
    more: str = ""

    def say(self, counts: Mapping[str, int], held: int | None = None) -> str:
        """How many there were, of `held` if the file holds more; just what they are if none."""
        number = counts.get(self.key, 0)
        most = max(number, held or 0)
        if not most:
            return self.many
        said = f"{number:,}" if number == most else f"{number:,} of {most:,}"
        noun = self.one if most == 1 else self.many
        return f"{said} {noun}{self.more.format(**counts) if number else ''}"


CHECKS = (
    Check(
        "seals", "seal of the charter", "seals of the charter",
        "every seat's key agreed to this game, these rules, options and seats",
        "that two keys are two people",
    ),
    Check(
        "vouched", "bot vouched for", "bots vouched for",
        "the key named as its keeper signed that it runs this bot",
        "that no program sits on the other seats",
    ),
    Check(
        "signatures", "signature", "signatures",
        "each message was signed by the key of its seat",
        "who held that key, or when it signed",
    ),
    Check(
        "messages", "message in its chain", "messages in their chains",
        "nothing was changed, left out or put in before the last message of each seat",
        "that nothing was said after those",
    ),
    Check(
        "keys", "proof of a key", "proofs of keys",
        "no seat chose its key to cancel another's",
        "that a seat kept its key to itself",
    ),
    Check(
        "shuffles", "shuffle", "shuffles",
        "no card was added, lost, copied or changed; one honest shuffler hides the order",
        "that those who shuffled told nobody their order",
        ", {shuffled:,} cards in all",
    ),
    Check(
        "mixes", "mixed hand", "mixed hands",
        "a hand held the same cards after it was mixed",
        "in which order they lie: that is what mixing is for",
        ", {mixed:,} cards in all",
    ),
    Check(
        "shares", "share of a card", "shares of cards",
        "every card came out as it had gone in",
        "that nobody told another what it saw",
        "; proofs: {share_proofs:,}",
    ),
    Check(
        "remasks", "re-masked card", "re-masked cards",
        "a second reader looked at the same card, and the first learned nothing more",
        "what either of them saw",
    ),
    Check(
        "transfers", "hidden card moved", "hidden cards moved",
        "the card that came was the card that went",
        "which card it was",
    ),
    Check(
        "throws", "share of a throw", "shares of throws",
        "no seat could choose a number or throw again",
        "that whoever sent last did not know it a moment earlier",
    ),
    Check(
        "commitments", "commitment opened", "commitments opened",
        "choices made at once were fixed before any was shown",
        "that they were not agreed on in private",
    ),
    Check(
        "opened", "card opened", "cards opened",
        "each is the card that its place in the deck or hand had held",
        "anything about cards that stayed hidden",
    ),
    Check(
        "moves", "move", "moves",
        "each was allowed by the rules, as far as everybody can see",
        "that a person made it, or made it alone",
    ),
    Check(
        "window_answers", "answer at a window", "answers at windows",
        "who passed and who wanted to act, each in its own words",
        "that whoever passed had nothing to play",
    ),
    Check(
        "standing_passes", "standing pass", "standing passes",
        "it was posted before what it answered",
        "why",
    ),
    Check(
        "claims", "card held against its choice", "cards held against their choices",
        "what was played was what had to be played",
        "what else the seat could have played",
    ),
    Check(
        "concessions", "concession", "concessions",
        "the seat itself left, and paid what it owed",
        "why",
    ),
    Check(
        "lost", "card lost as seats left together", "cards lost as seats left together",
        "nobody who stayed could read it any more, so it dropped out of play for all alike",
        "which card it was",
    ),
    Check(
        "steps", "step of the rules replayed", "steps of the rules replayed",
        "every digest that was signed follows from the moves before it",
        "that these are the rules in the printed book",
    ),
    Check(
        "results", "result reached", "results reached",
        "who won follows from the rules and the moves before it",
        "that nobody helped another to win",
    ),
    Check(
        "closings", "closing", "closings",
        "the seat signed this very result as its last word",
        "that a seat without one objects",
    ),
    Check(
        "evidence", "piece of evidence", "pieces of evidence",
        "the seat it accuses signed it, and no honest program would have",
        "that it was meant, and not a mistake of its program",
    ),
)  # fmt: skip
"""In the order in which they are shown."""

ONLY_REPLAYED = frozenset({"opened", "claims", "lost", "steps"})
"""Counts that no file states: they come out of the replay."""

_OF_PARTS: Mapping[Kind, str] = {
    Kind.KEYS: "keys",
    Kind.SHUFFLE: "shuffles",
    Kind.MIX: "mixes",
    Kind.SHARES: "shares",
    Kind.REMASK: "remasks",
    Kind.TRANSFER: "transfers",
    Kind.THROW: "throws",
    Kind.ANSWER: "moves",
    Kind.COMMIT: "commitments",
    Kind.OPENING: "commitments",
    Kind.CLAIM: "window_answers",
    Kind.STANDING: "standing_passes",
    Kind.CONCEDE: "concessions",
    Kind.CLOSE: "closings",
}


def line_of(charge: Charge, kind: Kind | None) -> str:
    """The key of the line that a fault falls on; `kind` is that of the part at fault, if one is."""
    match charge:
        case Charge.CLAIM:
            return "claims"
        case Charge.MOVE:
            return "moves"
        case Charge.DIGEST if kind is None:
            return "steps"
        case Charge.UNCALLED if kind is None:
            return "concessions"  # it left without paying, or spoke after that
        case Charge.DIGEST | Charge.UNCALLED | Charge.PROOF if kind is not None:
            return _OF_PARTS[kind]
        case _:
            return "messages"
