"""What is checked of a part: at once or later, under which name, and how it is counted.

Most parts are checked whole before they count: a task hands each proof to `Task.check`. A proof
that one seat makes for another need not be: the addressee checks it before it acts on it, everybody
else when there is time. So such a part is good once its form is; the task gives what is left as a
`DeferredCheck`, and whoever runs it decides when. One that fails convicts the seat that it names,
and never a seat that had named the message. Of a message that this disk has marked as good nothing
is checked twice (`Trust`).

Each kind of part is described once (`PartKind`), beside the task that calls for it; `registry`
collects them. From there come what a seat owes in words, the numbers of `verify` and their lines,
and the marks at the lines of the story.

The invariant: a part is counted after it was taken, so nothing is counted that was not checked; and
no word or number here ever changes a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from games.engine.step import Given
from games.engine.table import Table
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Part


@dataclass(frozen=True, slots=True)
class DeferredCheck:
    """What is left to check of a part that was taken.

    `convicts`: the seat that is at fault if it fails: who answered, or who is shown to have denied.
    `step`: of the part. `addressee`: the seat that must not act on the part before; for None nobody
    may. `run` raises ProofError or DecodeError if it fails, depends on nothing that changes, and
    may run on any thread.
    """

    convicts: int
    step: int
    addressee: int | None
    run: Callable[[], None] = field(repr=False, compare=False)


class Trust(IntEnum):
    """What is known of a message before it is judged."""

    NOTHING = 0
    """All of it is checked."""
    GOOD = 1
    """It was judged good before: only its deferred checks are still to be run."""
    SETTLED = 2
    """Those were run as well."""


@dataclass(slots=True)
class Proofs:
    """What the tasks of a replica are told of the message that is being judged."""

    checked: bool = False
    """Its proofs were found good before; those that may wait perhaps not."""


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A check that was put off, with its place: message `seq` of `author`, in a part of `kind`."""

    author: int
    seq: int
    kind: Kind
    check: DeferredCheck

    @property
    def place(self) -> tuple[int, int]:
        """The message that it belongs to."""
        return self.author, self.seq


OPENED, CLAIMS, LOST = REPLAYED = ("opened", "claims", "lost")
"""Numbers that come out of the results of steps, not out of parts."""


@dataclass(slots=True)
class CheckCounters:
    """How much was checked, by kind. `kinds`: all that there are (`registry.PARTS`)."""

    kinds: Mapping[Kind, PartKind] = field(repr=False, compare=False)
    _counts: dict[str, int] = field(init=False)
    _claimed: int = 0
    """Hidden cards chosen under a predicate: the next result opens them."""

    def __post_init__(self) -> None:
        names = (name for kind in self.kinds.values() for name in kind.counts)
        self._counts = dict.fromkeys((*names, *REPLAYED), 0)

    def numbers(self) -> dict[str, int]:
        """All counts as they are now, by name."""
        return dict(self._counts)

    def take(self, part: Part) -> None:
        """Count a part that was checked and taken. Raises CodecError for one that was not."""
        for name, count in self.kinds[part.kind].counts.items():
            self._counts[name] += count(part.payload)

    def feed(self, opened: int, claims: tuple[int, int], lost: int = 0) -> None:
        """The rules took a result that opened so many cards.

        `claims`: what its answers claim (`claims_of`); those made before on hidden cards have been
        held against these now. `lost`: cards that nobody can read as several seats left here.
        """
        self._counts[OPENED] += opened
        held, hidden = claims
        self._counts[CLAIMS] += self._claimed + held
        self._counts[LOST] += lost
        self._claimed = hidden


def claims_of(answers: Iterable[Given], table: Table) -> tuple[int, int]:
    """How many chosen cards the answers of a result hold against what their choices allow: at once,
    and once open. Before the rules get it."""
    held = hidden = 0
    for given in answers:
        if given.claims:
            cards = given.answer.cards
            if table.all_open(cards):
                held += len(cards)
            else:
                hidden += len(cards)
    return held, hidden


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
class Owed:
    """What a step calls for of a seat, in words for people."""

    what: str
    """What the seat is waited for: "a shuffle"."""
    doing: str
    """What the seat does meanwhile, in words that nobody has to learn: "shuffling"."""
    lacking: str = ""
    """`what` beside the name of the seat, where it differs."""


@dataclass(frozen=True, slots=True)
class PartKind:
    """Everything about one kind of part."""

    kind: Kind
    check: Check
    """The line of the checklist that a bad one falls on."""
    counts: Mapping[str, Count] = field(default_factory=dict)
    """What a good one adds to which numbers, in this order."""
    owed: Owed | None = field(kw_only=True)
    """How a seat is waited for that owes it; None if no step calls for it."""
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
