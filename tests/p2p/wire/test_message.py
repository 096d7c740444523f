"""One meaning, one body: what is signed reads back the same, and nothing else reads at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.message import (
    MAX_PARTS,
    MAX_SEQUENCE,
    MAX_STEP,
    NO_HASH,
    Head,
    Kind,
    Message,
    Part,
    Signed,
    dominates,
    merge,
)

hashes = st.binary(min_size=32, max_size=32)
heads = st.builds(Head, st.integers(0, MAX_SEQUENCE), hashes)
payloads = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.binary(max_size=40)
    | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)
parts = st.builds(Part, st.integers(0, MAX_STEP), st.sampled_from(Kind), payloads)


@st.composite
def messages(draw: Any) -> Message:
    seats = draw(st.integers(1, 16))
    seat = draw(st.integers(0, seats - 1))
    named = [draw(st.none() | heads) if other != seat else None for other in range(seats)]
    return Message(
        table=draw(hashes),
        seat=seat,
        seq=draw(st.integers(0, MAX_SEQUENCE)),
        prev=draw(hashes),
        heads=tuple(named),
        step=draw(st.integers(0, MAX_STEP)),
        digest=draw(hashes),
        parts=tuple(draw(st.lists(parts, min_size=1, max_size=5))),
    )


PLAIN = Message(
    bytes(32),
    1,
    3,
    NO_HASH,
    (Head(2, b"h" * 32), None, None),
    7,
    b"d" * 32,
    (Part(7, Kind.ANSWER, ((1,), None, None, ())),),
)


@given(messages())
def test_a_message_reads_back_the_same(message: Message) -> None:
    body = message.encode()
    assert Message.decode(body) == message
    assert Message.decode(body).encode() == body
    assert Signed(body, bytes(64)).message == message


@given(messages(), st.data())
def test_another_body_is_another_message_or_none(message: Message, data: st.DataObject) -> None:
    body = message.encode()
    place = data.draw(st.integers(0, len(body) - 1))
    bit = data.draw(st.integers(0, 7))
    changed = body[:place] + bytes([body[place] ^ (1 << bit)]) + body[place + 1 :]
    try:
        read = Message.decode(changed)
    except CodecError:
        return
    assert read != message
    assert read.encode() == changed


@given(messages(), st.data())
def test_a_body_that_is_cut_or_followed_by_more_is_refused(
    message: Message, data: st.DataObject
) -> None:
    body = message.encode()
    with pytest.raises(CodecError):
        Message.decode(body[: data.draw(st.integers(0, len(body) - 1))])
    with pytest.raises(CodecError):
        Message.decode(body + data.draw(st.binary(min_size=1, max_size=4)))


@given(st.binary(max_size=200))
def test_bytes_of_no_message_raise_nothing_else(data: bytes) -> None:
    with pytest.raises(CodecError):
        Message.decode(data)


def fields(**changes: Any) -> bytes:
    items = list(codec.array(codec.decode(PLAIN.encode())))
    for name, value in changes.items():
        items[("table", "seat", "seq", "prev", "heads", "step", "digest", "parts").index(name)] = (
            value
        )
    return codec.encode(tuple(items))


REFUSED = {
    "a short table": fields(table=bytes(31)),
    "a text for a table": fields(table="x" * 32),
    "a seat without a place": fields(seat=3),
    "a negative seat": fields(seat=-1),
    "true for a seat": fields(seat=True),
    "a sequence out of range": fields(seq=MAX_SEQUENCE + 1),
    "no previous hash": fields(prev=b""),
    "no heads at all": fields(heads=(), seat=0),
    "too many heads": fields(heads=((),) * 17),
    "its own head": fields(heads=((), (0, bytes(32)), ())),
    "half a head": fields(heads=((2,), (), ())),
    "a head and more": fields(heads=((2, bytes(32), 0), (), ())),
    "a head with a short hash": fields(heads=((2, bytes(31)), (), ())),
    "a step out of range": fields(step=MAX_STEP + 1),
    "a long digest": fields(digest=bytes(33)),
    "no parts": fields(parts=()),
    "too many parts": fields(parts=((0, 12, "x"),) * (MAX_PARTS + 1)),
    "a part of no kind": fields(parts=((0, 0, None),)),
    "a part of a later kind": fields(parts=((0, max(Kind) + 1, None),)),
    "half a part": fields(parts=((0, 8),)),
    "a part in the past of time": fields(parts=((-1, 8, None),)),
    "a number": codec.encode(7),
    "nothing": codec.encode(None),
    "an array too short": codec.encode((bytes(32), 0)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_message_is_refused(name: str) -> None:
    with pytest.raises(CodecError):
        Message.decode(REFUSED[name])


def test_the_most_parts_fit() -> None:
    full = replace(PLAIN, parts=(Part(0, Kind.STANDING, "x"),) * MAX_PARTS)
    assert Message.decode(full.encode()) == full


def test_the_name_is_of_the_body_alone() -> None:
    one, other = Signed(PLAIN.encode(), bytes(64)), Signed(PLAIN.encode(), b"s" * 64)
    assert one == other
    assert one.hash == other.hash
    assert Signed(replace(PLAIN, seq=4).encode(), bytes(64)).hash != one.hash


def test_a_signed_message_reads_back_from_a_frame() -> None:
    signed = Signed(PLAIN.encode(), b"s" * 64)
    read = Signed.from_wire(signed.wire())
    assert (read.body, read.signature) == (signed.body, signed.signature)
    for value in (None, (signed.body,), (signed.body, b"s" * 63), ("text", b"s" * 64)):
        with pytest.raises(CodecError):
            Signed.from_wire(value)


def test_what_is_shown_of_a_signed_message_is_not_its_body() -> None:
    assert repr(Signed(b"secret body", bytes(64))) == "Signed()"


def test_the_clock_counts_the_message_itself() -> None:
    assert PLAIN.clock == (3, 4, 0)


clocks = st.lists(st.integers(0, 5), min_size=3, max_size=3).map(tuple)


@given(clocks, clocks, clocks)
def test_the_joined_clock_is_the_least_that_covers_all(one: Any, two: Any, three: Any) -> None:
    both = merge(one, two)
    assert dominates(both, one)
    assert dominates(both, two)
    if dominates(three, one) and dominates(three, two):
        assert dominates(three, both)
