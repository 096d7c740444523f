"""The signed message: what one seat says at one moment, and to which knowledge it binds itself.

A message names the table, its author, its place in the author's chain, the heads of all other
authors that its author had counted, the step its author stood at with the digest of all results
before it, and then parts, each of which answers or pays one step.

The heads make the messages of a table a partial order. The *clock* of a message says it in numbers:
how many messages of each author it rests on. Everything that is judged is held against clocks, not
against arrival (D-3): what a part may use, and whether a mix came before a throw. A clock covers
another (`dominates`) if it is at least as large everywhere; `merge` is the least that covers
several.

The invariant: one meaning has one body, and one body one hash. The exact bytes are signed, stored
and forwarded, and decoding is strict. So two different bodies with one author and sequence convict
their author by themselves, and another signature under the same body is still the same message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from hashlib import sha256
from itertools import starmap
from operator import ge

from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Value

MESSAGE_LABEL = b"crownless message v1"
MAX_PARTS = 256
MAX_SEATS = 16
MAX_SEQUENCE = 1 << 20
MAX_STEP = 1 << 24
NO_HASH = bytes(32)

Sign = Callable[[bytes, bytes], bytes]
"""From a label and a body to an Ed25519 signature of 64 bytes."""


class Kind(IntEnum):
    """What a part is. The number is on the wire and never changes its meaning."""

    KEYS = 1
    SHUFFLE = 2
    MIX = 3
    SHARES = 4
    REMASK = 5
    TRANSFER = 6
    THROW = 7
    ANSWER = 8
    COMMIT = 9
    OPENING = 10
    CLAIM = 11
    STANDING = 12
    CONCEDE = 13
    CLOSE = 14
    DECKS = 15
    COPY = 16
    POSITIONS = 17
    SEAL = 18
    SETS = 19
    ANSWERS = 20
    DENIAL = 21
    ACCOUNT = 22


_LAST_KIND = max(Kind)


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a chain as somebody had counted it: the last sequence and its hash."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Part:
    """An answer to, or a payment for, one step."""

    step: int
    kind: Kind
    payload: Value


@dataclass(frozen=True)
class Message:
    """One author's message, decoded. `heads` has a place for every seat; its own is empty."""

    table: bytes
    seat: int
    seq: int
    prev: bytes
    heads: tuple[Head | None, ...]
    step: int
    digest: bytes
    parts: tuple[Part, ...]

    @cached_property
    def clock(self) -> tuple[int, ...]:
        """How many messages of each author this one rests on, its own place counting itself."""
        return clock_of(self.seat, self.seq, self.heads)

    def encode(self) -> bytes:
        """The canonical body that is signed."""
        heads = write_heads(self.heads)
        parts = tuple((p.step, int(p.kind), p.payload) for p in self.parts)
        return codec.encode(
            (self.table, self.seat, self.seq, self.prev, heads, self.step, self.digest, parts)
        )

    @classmethod
    def decode(cls, body: bytes) -> Message:
        """Read a body. Raises CodecError for anything but a well-formed canonical message."""
        table, seat, seq, prev, heads, step, digest, parts = codec.array(codec.decode(body), 8)
        read = read_heads(heads)
        own = codec.integer(seat, 0, len(read) - 1)
        number = codec.integer(seq, 0, MAX_SEQUENCE)
        # Two ways to name one's own chain could disagree.
        if read[own] is not None:
            raise CodecError("a message names its own chain by its previous hash only")
        items = codec.array(parts)
        if not 1 <= len(items) <= MAX_PARTS:
            raise CodecError("a message has 1 to 256 parts")
        return cls(
            table=codec.blob(table, 32),
            seat=own,
            seq=number,
            prev=codec.blob(prev, 32),
            heads=read,
            step=codec.integer(step, 0, MAX_STEP),
            digest=codec.blob(digest, 32),
            parts=tuple(_part(item) for item in items),
        )


def write_heads(heads: Sequence[Head | None]) -> Value:
    """Heads as they stand in what is signed: for each seat nothing, or sequence and hash."""
    return tuple(() if head is None else (head.seq, head.hash) for head in heads)


def read_heads(value: Value) -> tuple[Head | None, ...]:
    """The heads of 1 to 16 seats. Raises CodecError."""
    places = codec.array(value)
    if not 1 <= len(places) <= MAX_SEATS:
        raise CodecError("heads are those of 1 to 16 seats")
    return tuple(_head(place) for place in places)


def _head(place: Value) -> Head | None:
    if place == ():
        return None
    seq, digest = codec.array(place, 2)
    return Head(codec.integer(seq, 0, MAX_SEQUENCE), codec.blob(digest, 32))


def _part(item: Value) -> Part:
    step, kind, payload = codec.array(item, 3)
    number = codec.integer(kind, 1, _LAST_KIND)
    return Part(codec.integer(step, 0, MAX_STEP), Kind(number), payload)


@dataclass(frozen=True, slots=True)
class Outline:
    """What of a message is looked at again once it was judged. `parts`: their steps and kinds."""

    seat: int
    seq: int
    clock: tuple[int, ...]
    step: int
    parts: tuple[tuple[int, Kind], ...]

    @classmethod
    def of(cls, message: Message) -> Outline:
        """The outline of a message."""
        parts = tuple((part.step, part.kind) for part in message.parts)
        return cls(message.seat, message.seq, message.clock, message.step, parts)

    def only_closes(self) -> bool:
        """Whether it says nothing but how the game ended."""
        return all(kind is Kind.CLOSE for _, kind in self.parts)


ReadBody = Callable[[int, int, bytes], bytes]
"""From the author, the sequence and the hash of a message to its body."""


class Signed:
    """The bytes that travel: a body and its author's signature. Equality is the body's.

    What is decoded of it is kept until it was judged, and its body until it is shelved: from then
    on each is read again when it is asked for.
    """

    __slots__ = ("_body", "_hash", "_judged", "_message", "_outline", "_read", "signature")

    def __init__(self, body: bytes, signature: bytes, message: Message | None = None) -> None:
        """`message`: the decoded body, where whoever made it has it at hand."""
        self.signature = signature
        self._body: bytes | None = body
        self._hash: bytes | None = None
        self._message = message
        self._outline: Outline | None = None
        self._judged = False
        self._read: ReadBody | None = None

    def __repr__(self) -> str:
        return "Signed()"

    def __eq__(self, other: object) -> bool:
        # Not by signature: Ed25519 lets a signer make several, and all say the same.
        return isinstance(other, Signed) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def body(self) -> bytes:
        """The bytes that are signed."""
        if self._body is not None:
            return self._body
        assert self._read is not None, "what is shelved can be read"
        return self._read(self.outline.seat, self.outline.seq, self.hash)

    @property
    def hash(self) -> bytes:
        """The message's name. Another signature under the same body is the same message."""
        if self._hash is None:
            self._hash = sha256(MESSAGE_LABEL + self.body).digest()
        return self._hash

    @property
    def message(self) -> Message:
        """The decoded body. Raises CodecError."""
        if self._message is not None:
            return self._message
        message = Message.decode(self.body)
        if not self._judged:
            self._message = message
        return message

    @property
    def outline(self) -> Outline:
        """The message without its payloads. Raises CodecError."""
        if self._outline is None:
            self._outline = Outline.of(self.message)
        return self._outline

    def judged(self) -> None:
        """It was judged: what is decoded need not be kept, but for its outline."""
        self._outline = self.outline
        # D-69: only the outline is looked at again; the rest is read from the store.
        self._judged, self._message = True, None

    def shelve(self, read: ReadBody) -> None:
        """Let go of the body, which `read` gives from now on: of a message that was judged."""
        assert self._judged, "only its outline is looked at"
        self._hash, self._read, self._body = self.hash, read, None

    def wire(self) -> Value:
        """As it stands in a frame or a record."""
        return (self.body, self.signature)

    @classmethod
    def from_wire(cls, value: Value) -> Signed:
        """Read one from a frame or a record. Raises CodecError."""
        body, signature = codec.array(value, 2)
        return cls(codec.blob(body, None), codec.blob(signature, 64))


def clock_of(seat: int, seq: int, heads: Sequence[Head | None]) -> tuple[int, ...]:
    """The clock of `seat`'s message number `seq` that names these heads."""
    return tuple(
        seq + 1 if author == seat else (0 if head is None else head.seq + 1)
        for author, head in enumerate(heads)
    )


def merge(*clocks: Sequence[int]) -> tuple[int, ...]:
    """The least clock that covers all of these."""
    return tuple(map(max, zip(*clocks, strict=True)))


def dominates(clock: Sequence[int], other: Sequence[int]) -> bool:
    """Whether `clock` rests on everything that `other` rests on."""
    return all(starmap(ge, zip(clock, other, strict=True)))
