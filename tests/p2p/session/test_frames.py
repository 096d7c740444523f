"""Frames: what members say to each other over a link, and what is no frame."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import CodecError
from p2p.session.frames import (
    BATCH,
    MAX_BATCH,
    MAX_FRAME,
    Have,
    Messages,
    ResyncReply,
    ResyncRequest,
    batches,
    decode,
    lacking,
)
from p2p.wire import codec
from p2p.wire.message import MAX_SEQUENCE, Signed

signed = st.builds(Signed, st.binary(max_size=100), st.binary(min_size=64, max_size=64))
frames = (
    st.builds(
        Have,
        st.lists(st.integers(0, MAX_SEQUENCE + 1), max_size=6).map(tuple),
        st.lists(st.integers(0, 15), max_size=6).map(tuple),
    )
    | st.builds(Messages, st.lists(signed, max_size=4).map(tuple), st.booleans())
    | st.builds(ResyncRequest, signed)
    | st.builds(
        ResyncReply,
        signed,
        st.lists(signed, max_size=1).map(tuple),
    )
)


@given(frames)
def test_a_frame_reads_back_the_same(frame: Have | Messages | ResyncRequest | ResyncReply) -> None:
    data = frame.encode()
    assert decode(data) == frame
    assert decode(data).encode() == data
    assert codec.array(codec.decode(data))[0] in (16, 17, 18, 19)  # behind those of the lobby


@given(st.binary(max_size=100))
def test_other_bytes_raise_nothing_but_codec_errors(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(data)


@pytest.mark.parametrize(
    "value",
    [
        (),
        (15,),
        (20, ()),
        ("have", (), ()),
        (16, ()),
        (16, (-1,), ()),
        (16, (MAX_SEQUENCE + 2,), ()),
        (16, (0,), (16,)),
        (16, (True,), ()),
        (17, ((b"body", bytes(64)),)),
        (17, ((b"body",),), False),
        (17, ((b"body", bytes(63)),), False),
        (17, (("body", bytes(64)),), False),
        (17, ((b"body", bytes(64)),), 1),
        (17, ((b"", bytes(64)),) * (MAX_BATCH + 1), False),
        (18, bytes(15)),
        (18,),
        (19, b"", bytes(64)),
        (19, bytes(1025), bytes(64), ()),
        (19, b"", bytes(64), 0),
        (19, b"", bytes(64), ((b"", bytes(64)),) * 2),
        None,
        7,
    ],
)
def test_what_is_no_frame_is_refused(value: object) -> None:
    with pytest.raises(CodecError):
        decode(codec.encode(value))  # type: ignore[arg-type]


def test_a_frame_has_a_most() -> None:
    whole = Messages((Signed(bytes(MAX_FRAME), bytes(64)),))
    with pytest.raises(CodecError):
        whole.encode()
    with pytest.raises(CodecError):
        decode(bytes(MAX_FRAME + 1))


@pytest.mark.parametrize(
    "data",
    [
        b"\x93\x11" + b"\x91" * 40,  # nested
        b"\x93\x11\xdd\xff\xff\xff\xff",  # four milliards of messages
        b"\x93\x11\xdc\x10\x01" + b"\xc0" * 4097,
        b"\x92\x12\xc6\xff\xff\xff\xff",  # four milliards of bytes
        b"\x93\x10\xdd\x00\x00\x10\x00" + b"\x00" * 4096 + b"\x90",  # not the shortest form
    ],
)
def test_hostile_sizes_are_refused_unread(data: bytes) -> None:
    with pytest.raises(CodecError):
        decode(data)


@given(st.lists(st.integers(0, BATCH // 3), max_size=12))
def test_batches_carry_all_in_order_and_fit_into_frames(sizes: list[int]) -> None:
    messages = [Signed(bytes(size), bytes(64)) for size in sizes]
    sent = list(batches(messages))
    assert [signed for batch in sent for signed in batch] == messages
    assert all(batch and len(Messages(batch).encode()) <= MAX_FRAME for batch in sent)


def test_many_small_messages_fill_several_frames() -> None:
    messages = [Signed(bytes(10), bytes(64))] * (2 * MAX_BATCH + 1)
    assert [len(batch) for batch in batches(messages)] == [MAX_BATCH, MAX_BATCH, 1]


def test_one_long_message_goes_alone() -> None:
    long = Signed(bytes(BATCH + 1000), bytes(64))
    short = Signed(b"", bytes(64))
    assert len(list(batches([short, long, short]))) == 3


@pytest.mark.parametrize(
    ("theirs", "ours", "lacks"),
    [((1, 1), (1, 1), False), ((2, 0), (1, 5), True), ((0, 0), (1, 1), False)],
)
def test_lacking(theirs: tuple[int, ...], ours: tuple[int, ...], lacks: bool) -> None:
    assert lacking(theirs, ours) is lacks
