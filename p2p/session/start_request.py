"""What a client that has started asks of every seat on line: what do you hold of my chain?

The request is signed, so it may be passed on by anybody: also to where it has no link, and to
another client with the same key, which nobody else would know to be another.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2p.errors import CodecError
from p2p.log.signed_ack import NONCE
from p2p.wire import codec
from p2p.wire.message import MAX_SEATS, Head, Signed, read_heads, write_heads

START_LABEL = b"crownless start v1"
MAX_REQUEST = 1024
"""Bytes of one request."""


def start_label(table: bytes) -> bytes:
    """The label that binds the signature under a request to one table."""
    return START_LABEL + table


@dataclass(frozen=True, slots=True)
class StartRequest:
    """The instance `mark` of `seat` asks, under a nonce that it drew for this.

    `mark` and `nonce` have 16 bytes: the mark stays from start to end of a client, the nonce is
    drawn anew whenever it has to ask everybody again. `heads`: the last message of each other
    seat that it held then. Who does not have its own one yet answers once it has.
    """

    table: bytes
    seat: int
    mark: bytes
    nonce: bytes
    heads: tuple[Head | None, ...]

    def encode(self) -> bytes:
        """The canonical body that is signed."""
        heads = write_heads(self.heads)
        return codec.encode((self.table, self.seat, self.mark, self.nonce, heads))

    @classmethod
    def decode(cls, body: bytes) -> StartRequest:
        """Read a body. Raises CodecError."""
        table, seat, mark, nonce, heads = codec.array(codec.decode(body, limit=MAX_REQUEST), 5)
        return cls(
            codec.blob(table, 32),
            codec.integer(seat, 0, MAX_SEATS - 1),
            codec.blob(mark, NONCE),
            codec.blob(nonce, NONCE),
            read_heads(heads),
        )


def read_request(asked: Signed, table: bytes, seats: int) -> StartRequest:
    """The request of a seat of this table that these bytes are. Raises CodecError.

    Its signature is not checked.
    """
    request = StartRequest.decode(asked.body)
    if request.table != table or request.seat >= seats or len(request.heads) != seats:
        raise CodecError("a request of another table")
    return request
