"""What a seat can owe, in words: for people at the table, and for a record that ends there."""

from __future__ import annotations

from collections.abc import Mapping

from p2p.wire.message import Kind

WORDS: Mapping[Kind, str] = {
    Kind.KEYS: "keys",
    Kind.SHUFFLE: "a shuffle",
    Kind.MIX: "a mixed hand",
    Kind.SHARES: "a share of the cards",
    Kind.REMASK: "a re-masked card",
    Kind.TRANSFER: "a card handed over",
    Kind.THROW: "a throw",
    Kind.ANSWER: "a decision",
    Kind.COMMIT: "a secret choice",
    Kind.OPENING: "the opening of a choice",
    Kind.CLAIM: "a word whether to act",
}
"""What a seat may be waited for, in words."""

ANSWERS = (Kind.ANSWER, Kind.COMMIT, Kind.OPENING, Kind.CLAIM)
"""Whatever a person says when asked. Which of these it would be tells a reader of a file little."""

_BESIDE_A_NAME = {
    **WORDS,
    Kind.KEYS: "the keys",
    Kind.SHARES: "a share",
    **dict.fromkeys(ANSWERS, "an answer"),
}


def owed_by(kind: Kind, name: str) -> str:
    """What a file does not hold of a seat: "a shuffle of Ben"."""
    return f"{_BESIDE_A_NAME[kind]} of {name}"
