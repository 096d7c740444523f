"""Seats, keys and decks for the tests: everything derived from small numbers, nothing random."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext, face_point, open_card, reencrypt
from crypto.errors import DecodeError, ProofError
from crypto.group import ORDER, G, Point, Scalar, hash_to_group
from crypto.keys import KeyPair, make_key
from crypto.shuffle import shuffle

TABLE = hashlib.sha256(b"the table of the tests").digest()
OTHER_TABLE = hashlib.sha256(b"another table").digest()
CONTEXT = Context(TABLE, 40, 1)

OTHER_CONTEXTS = (
    Context(OTHER_TABLE, 40, 1),
    Context(TABLE, 41, 1),
    Context(TABLE, 40, 2),
)
"""The same place but for the table, the step, or the seat."""

BAD_POINTS = tuple(
    bytes.fromhex(text)
    for text in (
        "00" * 32,  # the identity
        "ff" * 32,
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",  # p
        "0100000000000000000000000000000000000000000000000000000000000000",  # negative
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",  # no square
    )
)


def seed(number: int) -> bytes:
    return hashlib.sha256(b"seed %d" % number).digest()


def secret(number: int) -> Secret:
    return Secret(seed(number))


def pair(number: int, purpose: str = "card", table: bytes = TABLE) -> KeyPair:
    return make_key(secret(number), purpose, table)


def scalar(number: int) -> Scalar:
    return secret(number).scalar("test scalar")


def point(number: int) -> Point:
    return hash_to_group("test point", number.to_bytes(4, "big"))


def face(number: int) -> Point:
    return face_point("test", number.to_bytes(4, "big"))


def open_deck(size: int, key: Point) -> list[Ciphertext]:
    """A deck as a shuffle finds it at the start of a game."""
    return [open_card(face(number), key) for number in range(size)]


def hidden_deck(size: int, key: Point) -> list[Ciphertext]:
    """A deck of ciphertexts with randomness of their own, in known order."""
    return [
        reencrypt(card, key, scalar(1000 + number))
        for number, card in enumerate(open_deck(size, key))
    ]


def shuffled_by_all(seats: int, deck: list[Ciphertext], key: Point) -> list[Ciphertext]:
    for seat in range(seats):
        outputs, _ = shuffle(secret(seat), deck, key, Context(TABLE, 1, seat))
        deck = list(outputs)
    return deck


def refused(check: Callable[..., None], *arguments: object) -> bool:
    """Say whether a check refuses its arguments in one of the two ways that blame the sender."""
    try:
        check(*arguments)
    except (DecodeError, ProofError):
        return True
    return False


def spoiled(proof: bytes, points: int) -> Iterator[tuple[str, bytes]]:
    """Yield every proof that differs from the given one in one field, or in its length.

    The first `points` fields of 32 bytes are points, the rest are scalars.
    """
    for index in range(len(proof) // 32):
        field = proof[32 * index : 32 * index + 32]
        if index < points:
            wrong = [*BAD_POINTS, point(77).encode(), (-Point.decode(field)).encode(), G.encode()]
        else:
            number = int.from_bytes(field, "little")
            wrong = [
                bytes(32),
                ((number + 1) % ORDER).to_bytes(32, "little"),
                (-number % ORDER).to_bytes(32, "little"),
                (number + ORDER).to_bytes(32, "little"),  # the same number, not canonical
                b"\xff" * 32,
            ]
        wrong.append(bytes([field[0] ^ 2]) + field[1:])
        wrong.append(field[:31] + bytes([field[31] ^ 128]))
        for kind, value in enumerate(wrong):
            if value != field:
                spoilt = proof[: 32 * index] + value + proof[32 * index + 32 :]
                yield f"field {index}, change {kind}", spoilt
    for name, value in (
        ("empty", b""),
        ("a byte short", proof[:-1]),
        ("a field short", proof[:-32]),
        ("a byte long", proof + b"\0"),
        ("a field long", proof + bytes(32)),
        ("doubled", proof + proof),
    ):
        yield name, value
