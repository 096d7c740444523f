"""What members of a table say to each other over a link, beside the signed messages they carry.

A frame is one canonical array whose first item is its type. Frames are not kept and prove
nothing; the signed messages inside them do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from p2p.errors import CodecError
from p2p.log.testimony import MAX_STATEMENT
from p2p.wire import codec
from p2p.wire.message import MAX_SEATS, MAX_SEQUENCE, Signed

MAX_FRAME = 1 << 20
BATCH = 1 << 19
"""Bytes of messages put into one frame, unless one message alone is larger."""
BATCH_OF_A_WATCHER = 1 << 16
"""Bytes of a spectator's; a message that is longer, members have from each other."""
MAX_BATCH = 512

MAX_REQUEST = 1024
"""Bytes of one signed request of a seat that starts."""

HAVE, MESSAGES, RESYNC_REQUEST, RESYNC_REPLY = 16, 17, 18, 19
BINDING = (MESSAGES, RESYNC_REPLY)
"""Kinds of frames with messages or statements, by whomever: a request binds nobody."""


@dataclass(frozen=True, slots=True)
class Have:
    """How many messages of each author the sender holds, and whom it has links to."""

    counts: tuple[int, ...]
    linked: tuple[int, ...]

    def encode(self) -> bytes:
        return codec.encode((HAVE, self.counts, self.linked))


@dataclass(frozen=True, slots=True)
class Messages:
    """Signed messages, each of which may be judged after those before it.

    `more`: the receiver gets further ones when it says what it holds then.
    """

    items: tuple[Signed, ...]
    more: bool = False

    def encode(self) -> bytes:
        items = tuple(item.wire() for item in self.items)
        return codec.encode((MESSAGES, items, self.more), limit=MAX_FRAME)


@dataclass(frozen=True, slots=True)
class ResyncRequest:
    """After a start: a signed request to say, signed, what one holds of its seat's chain.

    It may come from another than its seat: whoever gets one passes it on (`resync`).
    """

    asked: Signed

    def encode(self) -> bytes:
        return codec.encode((RESYNC_REQUEST, self.asked.body, self.asked.signature))


@dataclass(frozen=True, slots=True)
class ResyncReply:
    """The answer to a `ResyncRequest`: a signed statement, passed on to the seat that asked.

    `newest` is the asker's own signed message that the statement is about, so that nobody can
    claim to hold messages that were never signed.
    """

    said: Signed
    newest: tuple[Signed, ...] = ()

    def encode(self) -> bytes:
        newest = tuple(signed.wire() for signed in self.newest)
        said = self.said
        return codec.encode((RESYNC_REPLY, said.body, said.signature, newest), limit=MAX_FRAME)


Frame = Have | Messages | ResyncRequest | ResyncReply


def decode(data: bytes) -> Frame:
    """Read a frame of a table. Raises CodecError."""
    items = codec.array(codec.decode(data, limit=MAX_FRAME))
    if not items:
        raise CodecError("an empty frame")
    match items[0]:
        case 16:
            _, counts, linked = codec.array(items, 3)
            return Have(
                tuple(codec.integer(n, 0, MAX_SEQUENCE + 1) for n in codec.array(counts)),
                tuple(codec.integer(n, 0, MAX_SEATS - 1) for n in codec.array(linked)),
            )
        case 17:
            _, batch, more = codec.array(items, 3)
            signed = tuple(map(Signed.from_wire, codec.array(batch, most=MAX_BATCH)))
            return Messages(signed, codec.flag(more))
        case 18:
            _, body, signature = codec.array(items, 3)
            asked = Signed(codec.blob(body, most=MAX_REQUEST), codec.blob(signature, 64))
            return ResyncRequest(asked)
        case 19:
            _, body, signature, newest = codec.array(items, 4)
            held = tuple(map(Signed.from_wire, codec.array(newest, most=1)))
            said = Signed(codec.blob(body, most=MAX_STATEMENT), codec.blob(signature, 64))
            return ResyncReply(said, held)
    raise CodecError("a frame of an unknown type")


def frame_kind(data: bytes) -> int:
    """The kind of any frame, read without the rest of it. Raises CodecError.

    A frame is a short array whose first item is a small number: one byte each.
    """
    if len(data) < 2 or not 0x91 <= data[0] <= 0x9F or data[1] > 0x7F:
        raise CodecError("a frame begins with its kind")
    return data[1]


def batches(messages: Iterable[Signed], most: int = BATCH) -> Iterator[tuple[Signed, ...]]:
    """These messages in order, in batches of `most` bytes or of one message each."""
    batch: list[Signed] = []
    size = 0
    for signed in messages:
        length = len(signed.body) + 80
        if batch and (size + length > most or len(batch) == MAX_BATCH):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(signed)
        size += length
    if batch:
        yield tuple(batch)


def lacking(counts: Sequence[int], mine: Sequence[int]) -> bool:
    """Whether somebody with `counts` holds something that we do not."""
    return any(theirs > ours for theirs, ours in zip(counts, mine, strict=True))
