"""One canonical form of plain values in bytes: a strict subset of msgpack.

A value is None, a bool, an int from -2**63 to 2**64 - 1, a str, bytes, or a tuple of values.
Floats, maps and extension types do not exist here. Every value has exactly one encoding, so one
meaning has one hash; but what is signed, stored and forwarded are always the bytes themselves.

Bytes come from strangers. `decode` first walks over the headers without building anything, so
that no input costs much more memory than its own length, then lets msgpack build the value, and
last encodes it again: different bytes mean another form of the same value, which is refused.
Format: the msgpack specification (github.com/msgpack/msgpack, spec.md), shortest forms only.
This module knows nothing of what the values mean. Held by tests/p2p/wire/test_codec.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from mmap import mmap
from typing import TypeAlias, cast

import msgpack

from p2p.errors import CodecError

Value: TypeAlias = "bool | int | str | bytes | tuple[Value, ...] | None"
Data: TypeAlias = "bytes | mmap"
"""Bytes, in memory or in a file."""
Encodable: TypeAlias = "bool | int | str | bytes | Sequence[Encodable] | None"

MAX_MESSAGE = 1 << 20
"""Bytes of one message: the longest shuffle, 1,100 cards with its proof, is about 360 kB."""
MAX_ARRAY = 4096
"""Items of one array."""
MAX_ITEMS = 16384
"""Values in one message in all, arrays included."""
MAX_TEXT = 8192
"""UTF-8 bytes of one string."""
MAX_DEPTH = 16
"""Arrays inside each other."""
LEAST_INT = -(1 << 63)
MOST_INT = (1 << 64) - 1

# First bytes that are followed by a length of so many bytes, or by a number of so many.
_TEXT_LENGTH = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BYTES_LENGTH = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_ARRAY_LENGTH = {0xDC: 2, 0xDD: 4}
_INT_SIZE = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_CONSTANTS = frozenset({0xC0, 0xC2, 0xC3})


def encode(
    value: Encodable,
    *,
    limit: int = MAX_MESSAGE,
    array_limit: int = MAX_ARRAY,
    item_limit: int = MAX_ITEMS,
) -> bytes:
    """The one encoding of `value`; lists count as tuples.

    Raises CodecError for anything that `decode` with the same limits would refuse, so that a
    client never signs what the others cannot read.
    """
    # Before it is packed: what we sign must be what the others can read.
    _Count(array_limit, item_limit).check(value, 0)
    try:
        data = cast(bytes, msgpack.packb(value, use_bin_type=True))
    except UnicodeEncodeError as error:
        raise CodecError("a text is not valid Unicode") from error
    if len(data) > limit:
        raise CodecError(f"{len(data)} bytes are more than the {limit} allowed")
    return data


def decode(
    data: bytes,
    *,
    limit: int = MAX_MESSAGE,
    array_limit: int = MAX_ARRAY,
    item_limit: int = MAX_ITEMS,
) -> Value:
    """The value whose encoding is `data`.

    `limit` bounds the bytes, `array_limit` the items of one array, `item_limit` all values.
    Raises CodecError for everything else: too long, cut off, followed by more bytes, not
    in the shortest form, too deep, of a type that does not exist here, bad UTF-8.
    """
    if len(data) > limit:
        raise CodecError(f"{len(data)} bytes are more than the {limit} allowed")
    end = end_of(data, 0, array_limit=array_limit, item_limit=item_limit)
    if end != len(data):
        raise CodecError(f"{len(data) - end} bytes follow after the value")
    try:
        value = cast(Value, msgpack.unpackb(data, use_list=False, raw=False))
    except ValueError as error:  # includes bad UTF-8
        raise CodecError("the bytes are not valid msgpack") from error
    if msgpack.packb(value, use_bin_type=True) != data:
        raise CodecError("the value is not in its canonical form")
    return value


def array(value: Value, length: int | None = None, *, most: int = MAX_ARRAY) -> tuple[Value, ...]:
    """`value` as an array of exactly `length` items, or of up to `most` where none is given."""
    if not isinstance(value, tuple):
        raise CodecError(f"an array is needed here, not {_kind(value)}")
    if length is not None and len(value) != length:
        raise CodecError(f"an array of {length} is needed here, not of {len(value)}")
    if len(value) > most:
        raise CodecError(f"an array of {len(value)} is longer than the {most} allowed here")
    return value


def integer(value: Value, low: int, high: int) -> int:
    """`value` as a whole number from `low` to `high`, both included."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise CodecError(f"a number is needed here, not {_kind(value)}")
    if not low <= value <= high:
        raise CodecError(f"{value} is not between {low} and {high}")
    return value


def flag(value: Value) -> bool:
    """`value` as true or false."""
    if not isinstance(value, bool):
        raise CodecError(f"true or false is needed here, not {_kind(value)}")
    return value


def blob(value: Value, size: int | None = None, *, most: int = MAX_MESSAGE) -> bytes:
    """`value` as exactly `size` bytes, or as up to `most` where no size is given."""
    if not isinstance(value, bytes):
        raise CodecError(f"bytes are needed here, not {_kind(value)}")
    if size is not None and len(value) != size:
        raise CodecError(f"{size} bytes are needed here, not {len(value)}")
    if len(value) > most:
        raise CodecError(f"{len(value)} bytes are more than the {most} allowed here")
    return value


def text(value: Value, most: int = MAX_TEXT) -> str:
    """`value` as a text of up to `most` UTF-8 bytes. It is not cleaned for display."""
    if not isinstance(value, str):
        raise CodecError(f"a text is needed here, not {_kind(value)}")
    if len(value.encode()) > most:
        raise CodecError(f"a text is longer than the {most} bytes allowed here")
    return value


class _Count:
    """Checks a value before it is encoded; counts its parts on the way."""

    __slots__ = ("array_limit", "left")

    def __init__(self, array_limit: int, item_limit: int) -> None:
        self.array_limit = array_limit
        self.left = item_limit

    def check(self, value: Encodable, depth: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise CodecError("a value has too many parts")
        match value:
            case None | bool() | bytes():
                return
            case int():
                if not LEAST_INT <= value <= MOST_INT:
                    raise CodecError("a number is too large to be sent")
            case str():
                # Surrogates alone have no UTF-8; packing reports them.
                if len(value.encode("utf-8", "replace")) > MAX_TEXT:
                    raise CodecError(f"a text is longer than {MAX_TEXT} bytes")
            case tuple() | list():
                if depth == MAX_DEPTH:
                    raise CodecError(f"arrays are nested deeper than {MAX_DEPTH}")
                if len(value) > self.array_limit:
                    raise CodecError(f"an array has more than {self.array_limit} items")
                for item in value:
                    self.check(item, depth + 1)
            case _:
                raise CodecError(f"a {type(value).__name__} has no encoding")


def array_head(data: Data, position: int, most: int) -> tuple[int, int]:
    """How many items the array has that begins at `position`, and where the first begins."""
    first = data[position] if position < len(data) else 0
    width = _ARRAY_LENGTH.get(first, 0)
    if not width and not 0x90 <= first <= 0x9F:
        raise CodecError("an array is needed here")
    end = position + 1 + width
    count = _length(data, position + 1, width) if width else first & 0x0F
    if data[position:end] != msgpack.Packer().pack_array_header(count):
        raise CodecError("the length of an array is not in its canonical form")
    if count > most:
        raise CodecError(f"an array of {count} is longer than the {most} allowed here")
    return count, end


def end_of(
    data: Data,
    position: int,
    *,
    array_limit: int = MAX_ARRAY,
    item_limit: int = MAX_ITEMS,
    blob_limit: int | None = None,
) -> int:
    """Where the value ends that begins at `position`. Builds nothing. Raises CodecError.

    Steps from header to header and holds every claimed size against what is really there, and
    against `blob_limit` those of bytes.
    """
    size = len(data)
    left = item_limit
    pending = [1]  # items still to come in each open array; the outermost holds the one value
    while pending:
        if not pending[-1]:
            pending.pop()
            continue
        pending[-1] -= 1
        left -= 1
        if left < 0:
            raise CodecError(f"there are more than {item_limit} values")
        if position >= size:
            raise CodecError("the bytes end too early")
        first = data[position]
        position += 1
        if first <= 0x7F or first >= 0xE0 or first in _CONSTANTS:
            continue
        if first in _INT_SIZE:
            position += _INT_SIZE[first]
        elif 0x90 <= first <= 0x9F or first in _ARRAY_LENGTH:
            width = _ARRAY_LENGTH.get(first, 0)
            count = _length(data, position, width) if width else first & 0x0F
            position += width
            if count > array_limit or count > left:
                raise CodecError(f"an array of {count} items is too long")
            if len(pending) > MAX_DEPTH:
                raise CodecError(f"arrays are nested deeper than {MAX_DEPTH}")
            pending.append(count)
        elif 0xA0 <= first <= 0xBF or first in _TEXT_LENGTH:
            width = _TEXT_LENGTH.get(first, 0)
            count = _length(data, position, width) if width else first & 0x1F
            if count > MAX_TEXT:
                raise CodecError(f"a text is longer than {MAX_TEXT} bytes")
            position += width + count
        elif first in _BYTES_LENGTH:
            width = _BYTES_LENGTH[first]
            count = _length(data, position, width)
            if blob_limit is not None and count > blob_limit:
                raise CodecError(f"{count} bytes are more than the {blob_limit} allowed here")
            position += width + count
        else:
            raise CodecError(f"type 0x{first:02x} does not exist here")
        if position > size:
            raise CodecError("the bytes end too early")
    return position


def _length(data: Data, position: int, width: int) -> int:
    """The big-endian length at `position`; a cut-off one is found by the caller's bounds."""
    return int.from_bytes(data[position : position + width], "big")


def _kind(value: Value) -> str:
    """What a value is, in words, and never what it says."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true or false"
        case int():
            return "a number"
        case str():
            return "a text"
        case bytes():
            return "bytes"
        case _:
            return "an array"
