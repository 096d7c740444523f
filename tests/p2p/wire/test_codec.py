"""The canonical encoding: round trips, one form a value, and nothing else accepted."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import CodecError
from p2p.wire import codec
from p2p.wire.codec import Encodable, Value

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(codec.LEAST_INT, codec.MOST_INT)
    | st.text(max_size=40)
    | st.binary(max_size=300)
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=30
)


def canonical_or_refused(data: bytes) -> None:
    try:
        value = codec.decode(data)
    except CodecError:
        return
    assert codec.encode(value) == data


@given(VALUES)
def test_every_value_comes_back(value: Value) -> None:
    data = codec.encode(value)
    back = codec.decode(data)
    assert back == value
    assert repr(back) == repr(value)  # True is not 1


@given(VALUES, st.data())
def test_a_shortened_encoding_is_refused(value: Value, draw: st.DataObject) -> None:
    data = codec.encode(value)
    cut = draw.draw(st.integers(0, len(data) - 1))
    with pytest.raises(CodecError):
        codec.decode(data[:cut])


@given(VALUES, st.binary(min_size=1, max_size=8))
def test_a_lengthened_encoding_is_refused(value: Value, more: bytes) -> None:
    with pytest.raises(CodecError):
        codec.decode(codec.encode(value) + more)


@given(VALUES, st.data())
def test_a_changed_encoding_is_canonical_or_refused(value: Value, draw: st.DataObject) -> None:
    data = bytearray(codec.encode(value))
    for _ in range(draw.draw(st.integers(1, 3))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    canonical_or_refused(bytes(data))


@given(st.binary(max_size=64))
def test_any_bytes_are_canonical_or_refused(data: bytes) -> None:
    canonical_or_refused(data)


@given(
    st.recursive(
        SCALARS | st.floats() | st.dictionaries(st.text(max_size=3), st.booleans(), max_size=2),
        lambda inner: st.lists(inner, max_size=5),
    )
)
def test_whatever_msgpack_packs_is_canonical_or_refused(value: object) -> None:
    try:
        data = msgpack.packb(value)
    except UnicodeEncodeError:
        return
    canonical_or_refused(data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("", id="nothing"),
        pytest.param("ca00000000", id="float 32"),
        pytest.param("cb7ff8000000000000", id="not a number"),
        pytest.param("80", id="empty map"),
        pytest.param("82a16101a16102", id="map with one key twice"),
        pytest.param("de0000", id="map 16"),
        pytest.param("df00000000", id="map 32"),
        pytest.param("c1", id="the byte msgpack never uses"),
        pytest.param("d6ff00000000", id="timestamp"),
        pytest.param("c70100ff", id="extension"),
        pytest.param("cc01", id="small number in two bytes"),
        pytest.param("ce00000001", id="small number in five bytes"),
        pytest.param("d3ffffffffffffffff", id="minus one in nine bytes"),
        pytest.param("d301ffffffffffffff", id="positive number as signed"),
        pytest.param("d90161", id="short text with a long header"),
        pytest.param("c5000161", id="short bytes with a long header"),
        pytest.param("dc000100", id="short array with a long header"),
        pytest.param("a1ff", id="bad UTF-8"),
        pytest.param("a3eda080", id="surrogate in UTF-8"),
        pytest.param("a2c080", id="overlong UTF-8"),
        pytest.param("c6ffffffff00", id="four gigabytes claimed"),
        pytest.param("ddffffffff00", id="four thousand million items claimed"),
        pytest.param("dbffffffff00", id="long text claimed"),
        pytest.param("c5ff", id="cut inside a length"),
        pytest.param("0000", id="two values"),
    ],
)
def test_other_forms_are_refused(data: str) -> None:
    with pytest.raises(CodecError):
        codec.decode(bytes.fromhex(data))


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\x00"


def array_header(count: int) -> bytes:
    return b"\xdc" + count.to_bytes(2, "big")


def test_each_limit_holds_at_its_edge() -> None:
    codec.decode(nested(codec.MAX_DEPTH))
    codec.decode(array_header(codec.MAX_ARRAY) + bytes(codec.MAX_ARRAY))
    codec.decode(codec.encode("x" * codec.MAX_TEXT))
    codec.decode(codec.encode(b"x" * (codec.MAX_MESSAGE - 5)))
    wide = (tuple(range(100)),) * 4
    codec.decode(codec.encode(wide), item_limit=405)
    for data in (
        nested(codec.MAX_DEPTH + 1),
        nested(100_000),
        array_header(codec.MAX_ARRAY + 1) + bytes(codec.MAX_ARRAY + 1),
        b"\xda" + (codec.MAX_TEXT + 1).to_bytes(2, "big") + b"x" * (codec.MAX_TEXT + 1),
        b"\xc6" + (codec.MAX_MESSAGE - 4).to_bytes(4, "big") + bytes(codec.MAX_MESSAGE - 4),
    ):
        with pytest.raises(CodecError):
            codec.decode(data)
    with pytest.raises(CodecError):
        codec.decode(codec.encode(wide), item_limit=404)
    with pytest.raises(CodecError):
        codec.decode(codec.encode((1, 2, 3)), limit=3)


def test_wider_limits_let_a_record_through() -> None:
    many = tuple(range(20_000))
    data = codec.encode(many, array_limit=30_000, item_limit=30_000)
    assert codec.decode(data, array_limit=30_000, item_limit=30_000) == many
    with pytest.raises(CodecError):
        codec.decode(data)


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        {"a": 1},
        (1, {2}),
        "\ud800",
        -(2**63) - 1,
        2**64,
        "ä" * 4097,
        (0,) * 4097,
        ((0,) * 4096,) * 5,
        bytes(codec.MAX_MESSAGE),
        bytearray(b"x"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_others_would_refuse_is_never_encoded(value: Encodable) -> None:
    with pytest.raises(CodecError):
        codec.encode(value)


def test_a_value_that_holds_itself_is_never_encoded() -> None:
    loop: list[Encodable] = []
    loop.append(loop)
    with pytest.raises(CodecError):
        codec.encode(loop)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(array_header(4096) * 16 + bytes(1 << 19), id="arrays in arrays"),
        pytest.param(array_header(4096) + (array_header(4095) + b"\x90" * 4095) * 250, id="wide"),
        pytest.param(array_header(4096) + b"\x91\x00" * 4096, id="small arrays"),
        pytest.param(array_header(4096) + b"\xcd\x01\x00" * 4096, id="numbers"),
        pytest.param(b"\x91" * (1 << 20), id="deep"),
        pytest.param(b"\x93" + b"\xc6\x00\x0f\x00\x00" * 3, id="bytes that are not there"),
    ],
)
def test_hostile_bytes_cost_little_memory(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            codec.decode(data + b"\xc1")  # refused at the very end, after all work was done
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(data) + 100_000


@pytest.mark.parametrize("item", [b"\x91\x00", b"\xcd\x01\x00", b"\xa2xy", b"\xc4\x01x"])
def test_even_what_is_built_is_bounded_by_the_number_of_items(item: bytes) -> None:
    most = codec.MAX_ITEMS // 8 - 1
    last = b"\xcc\x01"  # refused only after everything before it was built
    data = b"\x94" + (array_header(most) + item * most) * 3 + last
    tracemalloc.start()
    try:
        with pytest.raises(CodecError):
            codec.decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


def test_readers_take_what_fits() -> None:
    assert codec.array((1, 2)) == (1, 2)
    assert codec.array((1, 2), 2) == (1, 2)
    assert codec.integer(5, 5, 5) == 5
    assert codec.flag(False) is False
    assert codec.blob(b"ab", 2) == b"ab"
    assert codec.blob(b"ab", most=2) == b"ab"
    assert codec.text("ä", 2) == "ä"


@pytest.mark.parametrize("value", [None, True, 7, "x", b"x", (1,)])
def test_readers_refuse_other_kinds(value: Value) -> None:
    readers: dict[type, Callable[[Value], Value]] = {
        bool: codec.flag,
        int: lambda value: codec.integer(value, 0, 100),
        str: codec.text,
        bytes: codec.blob,
        tuple: codec.array,
    }
    for kind, read in readers.items():
        if type(value) is kind:
            assert read(value) == value
        else:
            with pytest.raises(CodecError):
                read(value)


def test_readers_refuse_other_sizes() -> None:
    for attempt in (
        lambda: codec.array((1, 2), 3),
        lambda: codec.array((1, 2), most=1),
        lambda: codec.integer(6, 0, 5),
        lambda: codec.integer(-1, 0, 5),
        lambda: codec.blob(b"abc", 2),
        lambda: codec.blob(b"abc", most=2),
        lambda: codec.text("ää", 3),
    ):
        with pytest.raises(CodecError):
            attempt()


def test_errors_never_repeat_the_bytes() -> None:
    with pytest.raises(CodecError) as caught:
        codec.integer(b"a very secret seed", 0, 1)
    assert "secret" not in str(caught.value)
