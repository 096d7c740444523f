"""The record of a table: all that was signed there, as one file that needs nothing else.

A record holds the charter, the messages of every author's chain in one canonical order, and as
evidence what was signed but is no part of a good chain: second versions, refused messages, bytes
that are no message at all. Same messages, same file, whoever writes it. It holds no secret and
claims nothing: `p2p.record.verify` judges it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.engine.values import Outcome
from p2p.errors import CodecError, TableMismatch
from p2p.log.log import Log
from p2p.wire import codec
from p2p.wire.charter import Charter
from p2p.wire.codec import Value
from p2p.wire.message import MAX_SEATS, Message, Signed

MAGIC = "crownless record"
VERSION = 1
"""Version of this file format; `p2p.wire.charter.PROTOCOL` covers what is inside."""
RESULT_LABEL = b"crownless result v1"
MAX_RECORD = 1 << 28
"""Bytes of one record: seven hundred shuffles of the largest deck, proofs included."""
MAX_MESSAGES = 1 << 17
"""Messages in one record."""
MAX_EVIDENCE = 2 * MAX_SEATS
"""Two versions convict a seat, and a seat is convicted once."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record's parts as bytes: nothing is checked yet but form and size."""

    charter: bytes
    messages: tuple[Signed, ...]
    evidence: tuple[Signed, ...]

    def encode(self) -> bytes:
        """The canonical bytes. Raises CodecError for more than a record may hold."""
        return codec.encode(
            (
                MAGIC,
                VERSION,
                self.charter,
                tuple(signed.wire() for signed in self.messages),
                tuple(signed.wire() for signed in self.evidence),
            ),
            limit=MAX_RECORD,
            array_limit=MAX_MESSAGES,
            item_limit=_MAX_ITEMS,
        )

    @classmethod
    def decode(cls, data: bytes) -> Record:
        """Read a record. Raises CodecError, or TableMismatch for another version."""
        value = codec.decode(
            data, limit=MAX_RECORD, array_limit=MAX_MESSAGES, item_limit=_MAX_ITEMS
        )
        items = codec.array(value)
        if not items or items[0] != MAGIC:
            raise CodecError("this is no record of a Crownless table")
        if len(items) < 2 or codec.integer(items[1], 0, codec.MOST_INT) != VERSION:
            raise TableMismatch(
                "this record was written in another format than this Crownless reads"
            )
        _, _, charter, messages, evidence = codec.array(items, 5)
        return cls(
            codec.blob(charter),
            _signed(messages, MAX_MESSAGES),
            _signed(evidence, MAX_EVIDENCE),
        )


_MAX_ITEMS = 3 * (MAX_MESSAGES + MAX_EVIDENCE) + 8


def _signed(value: Value, most: int) -> tuple[Signed, ...]:
    return tuple(map(Signed.from_wire, codec.array(value, most=most)))


def begins_as_record(data: bytes) -> bool:
    """Whether the bytes are at least the beginning of a record."""
    title = codec.encode((MAGIC,))[1:]  # without the head of the array, which is shorter
    return data[1 : 1 + len(title)] == title


def record_of(charter: Charter, log: Log) -> Record:
    """The record of a table, as far as this log goes: good chains, and the evidence of faults."""
    order = tuple(canonical([s for chain in log.chains for s in chain.good]))
    good = {signed.hash for signed in order}
    evidence = {
        signed.hash: signed
        for fault in log.faults()
        for signed in fault.evidence
        if signed.hash not in good
    }
    return Record(charter.encode(), order, tuple(evidence[name] for name in sorted(evidence)))


def canonical(messages: Iterable[Signed]) -> Iterator[Signed]:
    """These messages in the order of a record, which depends on their set alone.

    Again and again the lowest seat whose next message names only what stands before it. What can
    never be placed, because something that it rests on is missing, is left out. Every message
    must be readable; one of two with the same author and number is left out.
    """
    chains: dict[int, dict[int, Signed]] = {}
    for signed in messages:
        chain = chains.setdefault(signed.message.seat, {})
        chain.setdefault(signed.message.seq, signed)
    placed = [0] * MAX_SEATS
    seats = sorted(chains)
    while True:
        for seat in seats:
            found = chains[seat].get(placed[seat])
            if found is not None and lacking(found.message, placed) is None:
                break
        else:
            return
        placed[seat] += 1
        yield found


def lacking(message: Message, placed: Sequence[int]) -> tuple[int, int] | None:
    """Author and number of a message that `message` names and that is not placed yet."""
    for author, head in enumerate(message.heads):
        if head is not None and head.seq >= placed[author]:
            return author, head.seq
    return None


def record_digest(charter: Charter, outcome: Outcome, digest: bytes) -> bytes:
    """32 bytes that name a finished game: its charter, its result, all that led to it.

    The same on every client, however much of the log each happens to hold.
    """
    return sha256(RESULT_LABEL + codec.encode((charter.table, outcome.encode(), digest))).digest()
