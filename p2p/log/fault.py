"""What a seat can be convicted of, and the evidence that convinces a stranger.

A fault is final: nothing of that seat counts from there on. It rests on messages that the seat
itself signed, together with the log that those messages name, so anyone comes to the same verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from p2p.errors import CodecError
from p2p.wire.message import Part, Signed


class Charge(StrEnum):
    """The kinds of fault. The value is the key word that `verify` prints."""

    MALFORMED = "malformed message"
    CHAIN = "broken chain"
    EQUIVOCATION = "two versions of one message"
    HEADS = "impossible heads"
    DIGEST = "wrong digest"
    UNCALLED = "a part that no step called for"
    PROOF = "bad proof"
    MOVE = "illegal move"
    CLAIM = "a card that breaks its promise"
    DEFERRED = "bad proof, found later"
    UNDERSTATED = "a statement that its own message belies"


@dataclass(frozen=True, slots=True)
class Fault:
    """`seat` broke the rules of the table at `seq` of its own chain, answering `step`."""

    seat: int
    charge: Charge
    step: int
    reason: str
    evidence: tuple[Signed, ...]

    def messages(self) -> Iterator[Signed]:
        """The evidence that can be read as messages."""
        for signed in self.evidence:
            try:
                signed.message  # noqa: B018 - decodes
            except CodecError:
                continue
            yield signed


class Refusal(Exception):
    """Why a message is refused: raised while judging, turned into a Fault by the log's owner.

    `part`: the part that was refused, where it is one and not the message as a whole.
    """

    def __init__(self, charge: Charge, step: int, reason: str) -> None:
        super().__init__(f"{charge}: {reason}")
        self.charge = charge
        self.step = step
        self.reason = reason
        self.part: Part | None = None
