"""Frames cut into messages and put together again, and the first message of a link."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.net.links.framing import (
    HELLO,
    MAX_FRAME,
    PART_BYTES,
    BadPart,
    Hello,
    Reassembler,
    read_hello,
    split,
)
from p2p.net.path_kind import PathKind

sizes = st.one_of(
    st.integers(1, 40),
    st.sampled_from([PART_BYTES + d for d in (-1, 0, 1)]),
    st.sampled_from([2 * PART_BYTES, 300_000, MAX_FRAME]),
)


@settings(deadline=None)
@given(st.lists(sizes, max_size=4))
def test_what_is_split_is_joined(lengths: list[int]) -> None:
    joiner = Reassembler()
    for length in lengths:
        frame = bytes(index % 251 for index in range(min(length, 500))) + bytes(length)
        frame = frame[:length]
        *more, last = split(frame)
        assert [joiner.feed(message) for message in more] == [None] * len(more)
        assert joiner.feed(last) == frame
        assert all(len(message) == PART_BYTES + 1 for message in more)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_frame_or_a_bad_part(message: bytes) -> None:
    joiner = Reassembler()
    if message[:1] == b"\x03" and len(message) > 1:
        assert joiner.feed(message) == message[1:]
    else:
        with pytest.raises(BadPart):
            joiner.feed(message)


def test_hello_is_no_part() -> None:
    with pytest.raises(BadPart):
        Reassembler().feed(HELLO)


def test_no_more_is_held_than_a_frame_may_have() -> None:
    joiner = Reassembler()
    full = b"\x02" + bytes(PART_BYTES)
    for _ in range(MAX_FRAME // PART_BYTES):
        assert joiner.feed(full) is None
    with pytest.raises(BadPart):
        joiner.feed(full)


@pytest.mark.parametrize("frame", [b"", bytes(MAX_FRAME + 1)])
def test_what_no_link_carries_is_not_split(frame: bytes) -> None:
    with pytest.raises(ValueError, match="a frame has"):
        next(split(frame))


@pytest.mark.parametrize("kind", PathKind)
@pytest.mark.parametrize("replaces", [b"", bytes(8)])
def test_what_is_said_is_what_is_read(kind: PathKind, replaces: bytes) -> None:
    hello = Hello(kind, replaces=replaces)
    assert read_hello(hello.encode()) == hello


def test_no_two_links_have_one_name() -> None:
    assert Hello().link != Hello().link


@pytest.mark.parametrize(
    "message",
    [
        "\x01" + 9 * "a",
        b"",
        HELLO,
        Hello().encode()[:-1],
        Hello().encode() + b"1234567",
        Hello().encode() + bytes(9),
        b"\x03" + Hello().encode()[1:],
        HELLO + b"\x04" + bytes(8),
    ],
    ids=["text", "empty", "bare", "short", "between", "long", "other kind", "unknown path"],
)
def test_anything_else_is_no_hello(message: bytes | str) -> None:
    with pytest.raises(BadPart):
        read_hello(message)
