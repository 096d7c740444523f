"""What is known of a kind of part beside its number: words for people, and how it is counted.

Each kind is described once, beside the task that calls for it; `registry` collects them. From
there come what a seat owes in words, the numbers of `verify` and the lines they stand on, and the
marks at the lines of the story. Nothing here checks anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the checklist: what is counted (`one`, `many`), what that shows and does not.

    `more` follows the count and may name other counts. Lines are shown in the order of `place`.
    """

    place: int
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


@dataclass(frozen=True, slots=True)
class ProofName:
    """How a part is named where the checks behind a line of the story are told.

    `short` in few words; `one` and `many` with a number before them. `proofs`: how many it holds.
    """

    short: str
    one: str
    many: str
    proofs: int = 1


Count = Callable[[Value], int]
"""How much a payload adds to a number. Raises CodecError for a payload of another shape."""


@dataclass(frozen=True, slots=True)
class PartKind:
    """Everything about one kind of part."""

    kind: Kind
    check: Check
    """The line of the checklist that a bad one falls on."""
    counts: Mapping[str, Count] = field(default_factory=dict)
    """What a good one adds to which numbers, in this order."""
    owed: str = ""
    """What a seat is waited for that owes it ("a shuffle"); empty if no step calls for it."""
    lacking: str = ""
    """The same beside the name of the seat, where it differs."""
    mark: ProofName | None = None
    """How it is named at a line of the story, if it is worth that."""
    decides: bool = False
    """A person decides in it: it is taken only from a seat that has paid all it owed before."""
    dropped: bool = False
    """A seat that leaves gives it no more; all else it still pays in its last message."""
    binds: bool = False
    """Who owes it has bound itself: it leaves only after the step that shows what it chose."""


def once(payload: Value) -> int:
    """Each such part counts one."""
    return 1


def items(payload: Value) -> int:
    """As many as the payload has items."""
    return len(codec.array(payload))


def proven(size: int) -> Count:
    """As many as there are values of `size` bytes in front of the payload's proof."""

    def count(payload: Value) -> int:
        encoded, _ = codec.array(payload, 2)
        return len(codec.blob(encoded)) // size

    return count
