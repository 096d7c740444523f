"""Ciphertexts: layers that commute, encodings, shared points of identical cards."""

from __future__ import annotations

from itertools import permutations

import pytest

from crypto.elgamal import (
    Ciphertext,
    decrypt,
    face_point,
    open_card,
    reencrypt,
    share,
    strip,
)
from crypto.errors import DecodeError, MisuseError
from crypto.group import IDENTITY, G, base
from crypto.keys import join_keys
from tests.crypto.cast import BAD_POINTS, face, pair, point, scalar


def test_layers_come_off_in_any_order() -> None:
    seats = [pair(seat) for seat in range(3)]
    key = join_keys([seat.public for seat in seats])
    card = reencrypt(open_card(face(7), key), key, scalar(1))
    for order in permutations(seats):
        left = card
        for seat in order[:-1]:
            left = strip(left, [share(seat, card)])
        assert decrypt(order[-1], left) == face(7)
    assert strip(card, [share(seat, card) for seat in seats]).c2 == face(7)


def test_without_the_last_share_a_card_stays_hidden() -> None:
    seats = [pair(seat) for seat in range(3)]
    key = join_keys([seat.public for seat in seats])
    card = reencrypt(open_card(face(7), key), key, scalar(1))
    dealt = strip(card, [share(seats[0], card), share(seats[1], card)])
    assert decrypt(seats[2], dealt) == face(7)
    assert decrypt(seats[0], dealt) != face(7)
    assert dealt.c2 not in {face(number) for number in range(20)}


def test_open_cards_can_be_checked_by_eye() -> None:
    key = pair(1).public
    assert open_card(face(1), key) == Ciphertext(G, face(1) + key)
    assert decrypt(pair(1), open_card(face(1), key)) == face(1)


def test_reencryption_keeps_the_card_and_changes_both_halves() -> None:
    key = pair(1).public
    card = open_card(face(3), key)
    other = reencrypt(card, key, scalar(2))
    assert other.c1 not in (card.c1, card.c2)
    assert other.c2 != card.c2
    assert decrypt(pair(1), other) == face(3)


def test_identical_faces_share_a_point_and_games_do_not() -> None:
    assert face_point("king", b"knight") == face_point("king", b"knight")
    assert face_point("king", b"knight") != face_point("court", b"knight")
    assert face_point("king", b"knight") != face_point("king", b"queen")
    assert face_point("ab", b"c") != face_point("a", b"bc")


def test_encoding_goes_both_ways() -> None:
    card = Ciphertext(point(1), point(2))
    assert len(card.encode()) == 64
    assert Ciphertext.decode(card.encode()) == card
    blank = Ciphertext(point(1), IDENTITY)
    assert Ciphertext.decode(blank.encode()) == blank


@pytest.mark.parametrize("length", [0, 32, 63, 65, 128])
def test_wrong_lengths_are_refused(length: int) -> None:
    with pytest.raises(DecodeError):
        Ciphertext.decode((point(1).encode() * 4)[:length])


def test_bad_halves_are_refused() -> None:
    for bad in BAD_POINTS:
        with pytest.raises(DecodeError):
            Ciphertext.decode(bad + point(1).encode())
    for bad in BAD_POINTS[1:]:
        with pytest.raises(DecodeError):
            Ciphertext.decode(point(1).encode() + bad)


def test_a_first_half_is_never_the_identity() -> None:
    with pytest.raises(MisuseError):
        Ciphertext(IDENTITY, point(1))
    with pytest.raises(MisuseError):
        reencrypt(Ciphertext(base(scalar(1)), point(1)), pair(1).public, -scalar(1))
