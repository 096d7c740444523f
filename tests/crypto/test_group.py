"""The group against RFC 9496, RFC 9380, RFC 9497 and the plain Python reference."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crypto import group, sodium
from crypto.errors import CryptoError, DecodeError, MisuseError
from crypto.group import (
    IDENTITY,
    ORDER,
    G,
    Point,
    Scalar,
    base,
    expand_message,
    hash_to_group,
    map_to_group,
    sum_of,
    sum_of_products,
)
from tests.crypto import reference

# RFC 9496, A.1
MULTIPLES = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
    "f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
    "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
    "903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
    "02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
    "20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
    "bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
    "e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
    "aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
    "46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
    "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
]

# RFC 9496, A.2
BAD_ENCODINGS = [
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
    "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
    "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
    "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
    "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
    "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
    "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
    "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
    "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
    "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
    "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
    "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
    "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
    "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
    "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
    "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
    "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]

# RFC 9496, A.3: uniform bytes and the point they map to
MAPPED = [
    (
        "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
        "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6",
        "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
    ),
    (
        "f116b34b8f17ceb56e8732a60d913dd10cce47a6d53bee9204be8b44f6678b27"
        "0102a56902e2488c46120e9276cfe54638286b9e4b3cdb470b542d46c2068d38",
        "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b",
    ),
    (
        "8422e1bbdaab52938b81fd602effb6f89110e1e57208ad12d9ad767e2e25510c"
        "27140775f9337088b982d83d7fcf0b2fa1edffe51952cbe7365e95c86eaf325c",
        "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826",
    ),
    (
        "ac22415129b61427bf464e17baee8db65940c233b98afce8d17c57beeb7876c2"
        "150d15af1cb1fb824bbd14955f2b57d08d388aab431a391cfc33d5bafb5dbbaf",
        "f8f0c87cf237953c5890aec3998169005dae3eca1fbb04548c635953c817f92a",
    ),
    (
        "165d697a1ef3d5cf3c38565beefcf88c0f282b8e7dbd28544c483432f1cec767"
        "5debea8ebb4e5fe7d6f6e5db15f15587ac4d4d4a1de7191e0c1ca6664abcc413",
        "ae81e7dedf20a497e10c304a765c1767a42d6e06029758d2d7e8ef7cc4c41179",
    ),
    (
        "a836e6c9a9ca9f1e8d486273ad56a78c70cf18f0ce10abb1c7172ddd605d7fd2"
        "979854f47ae1ccf204a33102095b4200e5befc0465accc263175485f0e17ea5c",
        "e2705652ff9f5e44d3e841bf1c251cf7dddb77d140870d1ab2ed64f1a9ce8628",
    ),
    (
        "2cdc11eaeb95daf01189417cdddbf95952993aa9cb9c640eb5058d09702c7462"
        "2c9965a697a3b345ec24ee56335b556e677b30e6f90ac77d781064f866a3c982",
        "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065",
    ),
    *(
        (text, "304282791023b73128d277bdcb5c7746ef2eac08dde9f2983379cb8e5ef0517f")
        for text in (
            "ed" + "ff" * 31 + "12" + "00" * 31,
            "ed" + "ff" * 30 + "7f" + "ff" * 32,
            "00" * 31 + "80" + "ff" * 31 + "7f",
            "00" * 32 + "12" + "00" * 30 + "80",
        )
    ),
]

# RFC 9380, K.3
EXPAND_TAG = b"QUUX-V01-CS02-with-expander-SHA512-256"
EXPANDED = [
    (b"", "6b9a7312411d92f921c6f68ca0b6380730a1a4d982c507211a90964c394179ba"),
    (b"abc", "0da749f12fbe5483eb066a5f595055679b976e93abe9be6f0f6318bce7aca8dc"),
    (b"abcdef0123456789", "087e45a86e2939ee8b91100af1583c4938e0f5fc6c9db4b107b83346bc967f58"),
    (
        b"q128_" + b"q" * 128,
        "7336234ee9983902440f6bc35b348352013becd88938d2afec44311caf8356b3",
    ),
    (
        b"",
        "41b037d1734a5f8df225dd8c7de38f851efdb45c372887be655212d07251b921"
        "b052b62eaed99b46f72f2ef4cc96bfaf254ebbbec091e1a3b9e4fb5e5b619d2e"
        "0c5414800a1d882b62bb5cd1778f098b8eb6cb399d5d9d18f5d5842cf5d13d7e"
        "b00a7cff859b605da678b318bd0e65ebff70bec88c753b159a805d2c89c55961",
    ),
    (
        b"abc",
        "7f1dddd13c08b543f2e2037b14cefb255b44c83cc397c1786d975653e36a6b11"
        "bdd7732d8b38adb4a0edc26a0cef4bb45217135456e58fbca1703cd6032cb134"
        "7ee720b87972d63fbf232587043ed2901bce7f22610c0419751c065922b48843"
        "1851041310ad659e4b23520e1772ab29dcdeb2002222a363f0c2b1c972b3efe1",
    ),
    (
        b"a512_" + b"a" * 512,
        "05b0bfef265dcee87654372777b7c44177e2ae4c13a27f103340d9cd11c86cb2"
        "426ffcad5bd964080c2aee97f03be1ca18e30a1f14e27bc11ebbd650f305269c"
        "c9fb1db08bf90bfc79b42a952b46daf810359e7bc36452684784a64952c343c5"
        "2e5124cd1f71d474d5197fefc571a92929c9084ffe1112cf5eea5192ebff330b",
    ),
]

# RFC 9497, A.1.1: input, blinded element, evaluated element
OPRF_TAG = b"HashToGroup-OPRFV1-\0-ristretto255-SHA512"
OPRF_KEY = "5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e"
OPRF_BLIND = "64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706"
OPRF = [
    (
        "00",
        "609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c",
        "7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e",
    ),
    (
        "5a" * 17,
        "da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418",
        "b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25",
    ),
]

numbers = st.integers(min_value=0, max_value=ORDER - 1)
uniform = st.binary(min_size=64, max_size=64)


@pytest.mark.parametrize(("number", "encoding"), list(enumerate(MULTIPLES)))
def test_multiples_of_the_generator(number: int, encoding: str) -> None:
    point = Point.decode(bytes.fromhex(encoding), allow_identity=True)
    assert point.encode().hex() == encoding
    assert base(Scalar.of(number)) == point
    assert Scalar.of(number) * G == point
    assert sum_of([G] * number) == point
    assert reference.encode(reference.multiply(number, reference.BASE)).hex() == encoding


@pytest.mark.parametrize("encoding", BAD_ENCODINGS)
def test_bad_encodings_are_refused(encoding: str) -> None:
    with pytest.raises(DecodeError):
        Point.decode(bytes.fromhex(encoding), allow_identity=True)
    assert reference.decode(bytes.fromhex(encoding)) is None


@pytest.mark.parametrize(("data", "encoding"), MAPPED)
def test_map_of_uniform_bytes(data: str, encoding: str) -> None:
    assert map_to_group(bytes.fromhex(data)).encode().hex() == encoding
    assert reference.encode(reference.from_uniform(bytes.fromhex(data))).hex() == encoding


@pytest.mark.parametrize(("message", "expanded"), EXPANDED)
def test_expansion_of_messages(message: bytes, expanded: str) -> None:
    length = len(expanded) // 2
    assert expand_message(message, EXPAND_TAG, length).hex() == expanded
    assert reference.expand_message(message, EXPAND_TAG, length).hex() == expanded


@pytest.mark.parametrize(("message", "blinded", "evaluated"), OPRF)
def test_oblivious_function_vectors(message: str, blinded: str, evaluated: str) -> None:
    key = Scalar.decode(bytes.fromhex(OPRF_KEY))
    blind = Scalar.decode(bytes.fromhex(OPRF_BLIND))
    point = map_to_group(expand_message(bytes.fromhex(message), OPRF_TAG, 64))
    assert (blind * point).encode().hex() == blinded
    assert (key * (blind * point)).encode().hex() == evaluated
    assert blind.inverse() * (blind * point) == point


@settings(max_examples=60)
@given(numbers, numbers, uniform, uniform)
def test_points_agree_with_the_reference(a: int, b: int, one: bytes, other: bytes) -> None:
    p, q = map_to_group(one), map_to_group(other)
    p_, q_ = reference.from_uniform(one), reference.from_uniform(other)
    assert p.encode() == reference.encode(p_)
    assert (p + q).encode() == reference.encode(reference.add(p_, q_))
    assert (p - q).encode() == reference.encode(reference.add(p_, reference.negate(q_)))
    assert (-p).encode() == reference.encode(reference.negate(p_))
    product = reference.multiply(a, p_)
    assert (Scalar.of(a) * p).encode() == reference.encode(product)
    both = sum_of_products((Scalar.of(a), Scalar.of(b)), (p, q))
    assert both.encode() == reference.encode(reference.add(product, reference.multiply(b, q_)))


@settings(max_examples=200)
@given(numbers, numbers)
def test_scalars_agree_with_integers(a: int, b: int) -> None:
    x, y = Scalar.of(a), Scalar.of(b)
    assert x + y == Scalar.of(a + b)
    assert x - y == Scalar.of(a - b)
    assert x * y == Scalar.of(a * b)
    assert -x == Scalar.of(-a)
    assert Scalar.decode(x.encode()) == x
    if a:
        assert x.inverse() == Scalar.of(pow(a, -1, ORDER))


@settings(max_examples=200)
@given(uniform)
def test_wide_scalars_are_reduced(data: bytes) -> None:
    assert Scalar.wide(data) == Scalar.of(int.from_bytes(data, "little"))


@settings(max_examples=200)
@given(st.binary(min_size=32, max_size=32))
def test_decoding_agrees_with_the_reference(data: bytes) -> None:
    expected = reference.decode(data)
    if expected is None:
        with pytest.raises(DecodeError):
            Point.decode(data, allow_identity=True)
    else:
        decoded = Point.decode(data, allow_identity=True)
        assert reference.encode(expected) == data == decoded.encode()


@pytest.mark.parametrize("encoding", MULTIPLES)
def test_a_point_has_no_second_name(encoding: str) -> None:
    """The library of 1.0.18 accepts an encoding with its highest bit set."""
    data = bytes.fromhex(encoding)
    with pytest.raises(DecodeError):
        Point.decode(data[:31] + bytes([data[31] | 128]), allow_identity=True)


@pytest.mark.parametrize("data", [b"", bytes(31), bytes(33), b"\x01" * 64])
def test_wrong_lengths_are_refused(data: bytes) -> None:
    with pytest.raises(DecodeError):
        Point.decode(data, allow_identity=True)
    with pytest.raises(DecodeError):
        Scalar.decode(data)


@pytest.mark.parametrize("number", [ORDER, ORDER + 1, 2**255 - 1, 2**256 - 1])
def test_scalars_that_are_not_canonical_are_refused(number: int) -> None:
    with pytest.raises(DecodeError, match="canonical"):
        Scalar.decode(number.to_bytes(32, "little"))
    assert Scalar.decode((ORDER - 1).to_bytes(32, "little")) == -Scalar.of(1)


def test_the_identity_is_refused_unless_asked_for() -> None:
    with pytest.raises(DecodeError, match="identity"):
        Point.decode(bytes(32))
    assert Point.decode(bytes(32), allow_identity=True) is IDENTITY


def test_zero_and_identity_are_ordinary_in_products() -> None:
    zero, five = Scalar.of(0), Scalar.of(5)
    assert zero * G == IDENTITY
    assert five * IDENTITY == IDENTITY
    assert zero * IDENTITY == IDENTITY
    assert base(zero) == IDENTITY
    assert sum_of_products((zero, five, five), (G, IDENTITY, G)) == base(five)
    assert sum_of_products((five, zero), (IDENTITY, G)) == IDENTITY
    assert sum_of_products((), ()) == IDENTITY
    assert sum_of(()) == IDENTITY
    assert G - G == IDENTITY
    assert IDENTITY.is_identity()
    assert not G.is_identity()
    with pytest.raises(MisuseError):
        zero.inverse()


def test_an_invalid_point_never_passes_for_the_identity() -> None:
    """The library says -1 for both, and leaves the output as it was for the invalid one."""
    broken = group._point(b"\xff" * 32)  # as if a bug had let it in
    out = sodium.Buffer()
    assert sodium.multiply(out, Scalar.of(5).encode(), b"\xff" * 32) == -1
    assert out.raw == bytes(32)
    attempts: list[Callable[[], Point]] = [
        lambda: Scalar.of(5) * broken,
        lambda: broken + G,
        lambda: G - broken,
        lambda: sum_of_products((Scalar.of(5), Scalar.of(1)), (broken, G)),
    ]
    for attempt in attempts:
        with pytest.raises(CryptoError):
            attempt()


def test_sums_of_products_take_equal_lengths() -> None:
    with pytest.raises(MisuseError):
        sum_of_products((Scalar.of(1),), (G, G))


def test_values_cannot_be_changed_or_made_from_nothing() -> None:
    for value in (G, Scalar.of(7)):
        with pytest.raises(AttributeError):
            value._data = bytes(32)
    for kind in (Point, Scalar):
        with pytest.raises(MisuseError):
            kind()


def test_equality_and_hashing() -> None:
    assert Scalar.of(3) == Scalar.of(3 + ORDER)
    assert len({Scalar.of(3), Scalar.of(3 + ORDER), Scalar.of(4)}) == 2
    assert len({G, base(Scalar.of(1)), IDENTITY}) == 2
    assert G.encode() != G
    assert Scalar.of(1) != 1


def test_scalars_do_not_show_themselves() -> None:
    number = Scalar.of(123456789)
    assert repr(number) == str(number) == "Scalar(hidden)"
    assert number.encode().hex() not in f"{[number]!r}"


def test_points_show_their_first_bytes() -> None:
    assert repr(G) == "Point(e2f2ae0a6abc)"


def test_hash_to_group_separates_labels_and_parts() -> None:
    points = {
        hash_to_group("a"),
        hash_to_group("b"),
        hash_to_group("a", b""),
        hash_to_group("a", b"xy"),
        hash_to_group("a", b"x", b"y"),
        hash_to_group("a", b"", b"xy"),
    }
    assert len(points) == 6
    assert hash_to_group("a", b"x", b"y") in points


def test_hash_to_group_agrees_with_the_reference() -> None:
    tag = b"crownless-v1:face:ristretto255_XMD:SHA-512_R255MAP_RO_"
    message = b"\0\0\0\4game\0\0\0\2\x01\x02"
    expected = reference.from_uniform(reference.expand_message(message, tag, 64))
    assert hash_to_group("face", b"game", b"\x01\x02").encode() == reference.encode(expected)


@pytest.mark.parametrize(("tag", "length"), [(b"x" * 256, 64), (b"x", 255 * 64 + 1), (b"x", 65536)])
def test_expansion_refuses_what_the_rfc_refuses(tag: bytes, length: int) -> None:
    with pytest.raises(MisuseError):
        expand_message(b"", tag, length)


def test_wide_inputs_have_64_bytes() -> None:
    for wrong in (b"", bytes(32), bytes(63), bytes(65)):
        with pytest.raises(MisuseError):
            Scalar.wide(wrong)
        with pytest.raises(MisuseError):
            map_to_group(wrong)


def test_multiplications_are_counted() -> None:
    before = group.multiplications()
    base(Scalar.of(3))
    sum_of_products([Scalar.of(2)] * 4, [G] * 4)
    assert Scalar.of(2) * G + IDENTITY == base(Scalar.of(2))
    after = group.multiplications()
    assert (after[0] - before[0], after[1] - before[1]) == (5, 2)
