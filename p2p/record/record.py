"""The record of a table: all that was signed there, as one file that needs nothing else.

A record holds the charter, the messages of every author's chain in one canonical order, and as
evidence what was signed but is no part of a good chain: second versions, refused messages, bytes
that are no message at all. Beside them stands the transcript of the table (`games.engine.engine`):
each step with its result and what moved before it, so that a reader without the rules can follow
the cards. Same messages, same file, whatever client of one release writes it. It holds no secret
and claims nothing: `p2p.record.verify` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from mmap import MADV_DONTNEED, mmap

from games.engine.engine import Engine
from games.engine.values import Outcome
from p2p.errors import CodecError, TableMismatch
from p2p.log.log import Log
from p2p.wire import codec
from p2p.wire.charter import MAX_CHARTER, Charter, table_id
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS, Outline, Signed

MAGIC = "crownless record"
VERSION = 2
"""Version of this file format; `p2p.wire.charter.PROTOCOL` covers what is inside."""
RESULT_LABEL = b"crownless result v1"
MAX_RECORD = 1 << 28
"""Bytes of one record: seven hundred shuffles of the largest deck, proofs included."""
MAX_MESSAGES = 1 << 17
"""Messages in one record."""
MAX_STEPS = 1 << 17
"""Entries of the transcript in one record."""
MAX_RELEASE = 32
"""Bytes of the name of a release."""
MAX_NUMBER = 1 << 16
"""The highest number of rules."""
MAX_EVIDENCE = 2 * MAX_SEATS
"""Two versions convict a seat, and a seat is convicted once."""


MAX_ENTRIES = 2 * MAX_SEATS
"""A seed and a finding of every seat."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record's parts as bytes: nothing is checked yet but form and size.

    `release` made it, which nobody signed; `rules` is the number of the rules; `steps` is the
    transcript. Records of format 1 had none of these three. `entries`: what seats have signed
    beside their chains; only records that hold some have a place for them.
    """

    charter: bytes
    messages: tuple[Signed, ...]
    evidence: tuple[Signed, ...]
    release: str = ""
    rules: int = 0
    steps: tuple[bytes, ...] = ()
    version: int = VERSION
    entries: tuple[Signed, ...] = ()

    def encode(self) -> bytes:
        """The canonical bytes. Raises CodecError for more than a record may hold."""
        more = (self.release, self.rules) if self.version > 1 else ()
        steps = (self.steps,) if self.version > 1 else ()
        return codec.encode(
            (
                MAGIC,
                self.version,
                *more,
                self.charter,
                *steps,
                tuple(signed.wire() for signed in self.messages),
                tuple(signed.wire() for signed in self.evidence),
                *((tuple(signed.wire() for signed in self.entries),) if self.entries else ()),
            ),
            limit=MAX_RECORD,
            array_limit=MAX_MESSAGES,
            item_limit=_MAX_ITEMS,
        )

    @classmethod
    def decode(cls, data: codec.Data) -> Record:
        """Read a record. Raises CodecError, or TableMismatch for another version.

        The form of each value is checked before it is built, and nothing is looked at behind a
        message that stands there twice or is none of this table: that one is refused anyway.
        """
        if len(data) > MAX_RECORD:
            raise CodecError(f"{len(data)} bytes are more than a record may have")
        reader = _Reader(data)
        count = reader.head(9)
        if not count or reader.take() != MAGIC:
            raise CodecError("this is no record of a Crownless table")
        version = codec.integer(reader.take(), 0, codec.MOST_INT) if count > 1 else 0
        if version not in _LENGTHS:
            raise TableMismatch(
                "this record was written in another format than this Crownless reads"
            )
        if count not in _LENGTHS[version]:
            raise CodecError(f"a record of this format has {_LENGTHS[version][0]} parts")
        release, rules = "", 0
        steps: tuple[bytes, ...] = ()
        if version > 1:
            release = codec.text(reader.take(), MAX_RELEASE)
            rules = codec.integer(reader.take(), 0, MAX_NUMBER)
        charter = codec.blob(reader.take(), most=MAX_CHARTER)
        if version > 1:
            most = reader.head(MAX_STEPS)
            steps = tuple([codec.blob(reader.take()) for _ in range(most)])
        table = table_id(charter)
        messages = tuple(reader.entries(MAX_MESSAGES, table))
        evidence = () if reader.stopped else tuple(reader.entries(MAX_EVIDENCE))
        entries: tuple[Signed, ...] = ()
        if count == _LENGTHS[version][-1] > 8 and not reader.stopped:
            entries = tuple(reader.entries(MAX_ENTRIES))
            if not entries:
                raise CodecError("a record without entries has no place for them")
        reader.finish()
        return cls(charter, messages, evidence, release, rules, steps, version, entries)


_KEPT_PAGES = 1 << 24
"""So many bytes of a file stay in memory once they were read."""
_BEGIN = bytes([0x98, 0xC4, 32])
"""How every message begins: an array of eight, and in it the name of the table."""
_MAX_ITEMS = 3 * (MAX_MESSAGES + MAX_EVIDENCE) + MAX_STEPS + 16
_LENGTHS = {1: (5,), VERSION: (8, 9)}
"""How many parts a record has, by its format; one more where there are entries."""


class _Reader:
    """Reads a record value by value, from its beginning."""

    def __init__(self, data: codec.Data) -> None:
        self._data = data
        self._at = 0
        self._dropped = 0
        self.stopped = False
        """Whether it has met a message behind which nothing needs to be looked at."""

    def head(self, most: int) -> int:
        """The head of an array that begins here: how many items come."""
        count, self._at = codec.array_head(self._data, self._at, most)
        return count

    def take(self) -> Value:
        """The value that begins here."""
        end = codec.end_of(self._data, self._at, blob_limit=codec.MAX_MESSAGE)
        value = codec.decode(self._data[self._at : end], limit=2 * codec.MAX_MESSAGE)
        self._at = end
        if isinstance(self._data, mmap) and end - self._dropped > _KEPT_PAGES:
            self._data.madvise(MADV_DONTNEED)  # what was read takes no memory any more
            self._dropped = end
        return value

    def finish(self) -> None:
        """Raises CodecError if something follows."""
        if not self.stopped and self._at != len(self._data):
            raise CodecError("bytes follow after the value")

    def entries(self, most: int, table: bytes = b"") -> Iterator[Signed]:
        """The signed messages in the array that begins here.

        With a `table`, none behind the first that cannot be one of its messages, or is there twice.
        """
        seen: set[bytes] = set()
        for _ in range(self.head(most)):
            signed = Signed.from_wire(self.take())
            yield signed
            if table and (signed.hash in seen or not signed.body.startswith(_BEGIN + table)):
                self.stopped = True
                return
            seen.add(signed.hash)


def begins_as_record(data: codec.Data) -> bool:
    """Whether the bytes are at least the beginning of a record."""
    title = codec.encode((MAGIC,))[1:]  # without the head of the array, which is shorter
    return data[1 : 1 + len(title)] == title


def why_unreadable(data: codec.Data, error: CodecError) -> str:
    """What to say of bytes that could not be read as a record, and why not."""
    if begins_as_record(data):
        return f"this record is damaged, or not all of one ({error})"
    return "this is no record of a Crownless table"


def record_of(charter: Charter, log: Log, engine: Engine) -> Record:
    """The record of a table, as far as this log goes: good chains, and the evidence of faults.

    `engine` is that of the replica which these messages made.
    """
    order = tuple(canonical([s for chain in log.chains for s in chain.good]))
    good = {signed.hash for signed in order}
    evidence = {
        signed.hash: signed
        for fault in log.faults()
        for signed in fault.evidence
        if signed.hash not in good
    }
    return Record(
        charter.encode(),
        order,
        tuple(evidence[name] for name in sorted(evidence)),
        release(),
        engine.game.info.version,
        engine.transcript(),
        entries=log.entries(),
    )


@cache
def release() -> str:
    """The release that runs here, as records name it."""
    try:
        return version("crownless")[:MAX_RELEASE]
    except PackageNotFoundError:
        return "unreleased"


def canonical(messages: Iterable[Signed]) -> Iterator[Signed]:
    """These messages in the order of a record, which depends on their set alone.

    Again and again the lowest seat whose next message names only what stands before it. What can
    never be placed, because something that it rests on is missing, is left out. Every message
    must be readable; one of two with the same author and number is left out.
    """
    chains: dict[int, dict[int, Signed]] = {}
    for signed in messages:
        chain = chains.setdefault(signed.outline.seat, {})
        chain.setdefault(signed.outline.seq, signed)
    placed = [0] * MAX_SEATS
    seats = sorted(chains)
    while True:
        for seat in seats:
            found = chains[seat].get(placed[seat])
            if found is not None and lacking(found.outline, placed) is None:
                break
        else:
            return
        placed[seat] += 1
        yield found


def lacking(message: Outline, placed: Sequence[int]) -> tuple[int, int] | None:
    """Author and number of a message that `message` names and that is not placed yet."""
    for author, count in enumerate(message.clock):
        if author != message.seat and count > placed[author]:
            return author, count - 1
    return None


def record_digest(charter: Charter, outcome: Outcome, digest: bytes) -> bytes:
    """32 bytes that name a finished game: its charter, its result, all that led to it.

    The same on every client, however much of the log each happens to hold.
    """
    return sha256(RESULT_LABEL + codec.encode((charter.table, outcome.encode(), digest))).digest()
