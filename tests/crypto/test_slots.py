"""The slot state machine: its four laws, against every order in which layers come off."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from crypto.context import Context
from crypto.derive import Secret
from crypto.elgamal import Ciphertext, face_point, open_card, reencrypt, share
from crypto.errors import MisuseError
from crypto.group import Point, Scalar, sum_of
from crypto.keys import KeyPair, make_key
from crypto.remask import remask
from crypto.slots import Slot, open_slot

TABLE = bytes(32)
SECRETS = [Secret(bytes([seat]) * 32) for seat in range(3)]
PAIRS = [make_key(secret, "card", TABLE) for secret in SECRETS]
MESSAGE = face_point("test", b"queen")
ALL = (0, 1, 2)


def joint(seats: Sequence[int] = ALL) -> Point:
    return sum_of([PAIRS[seat].public for seat in seats])


def sealed(blinding: int = 5) -> Ciphertext:
    return reencrypt(open_card(MESSAGE, joint()), joint(), Scalar.of(blinding))


def slot(ciphertext: Ciphertext | None = None) -> Slot:
    return Slot(ALL, (0, 0, 0), ciphertext or sealed())


def give(to: Slot, seat: int, at: tuple[int, ...] | None = None) -> None:
    assert to.ciphertext is not None
    clock = at or tuple(int(s == seat) for s in ALL)
    to.add_share(seat, share(PAIRS[seat], to.ciphertext), clock)


def read(pair: KeyPair, ct: Ciphertext | None) -> Point:
    assert ct is not None
    return ct.c2 - share(pair, ct)


@pytest.mark.parametrize("order", list(itertools.permutations(ALL)))
def test_layers_come_off_in_any_order(order: tuple[int, ...]) -> None:
    card = slot()
    for seat in order:
        assert card.plain() is None
        assert seat in card.missing(None)
        give(card, seat)
    assert card.plain() == MESSAGE
    assert card.missing(None) == ()


@pytest.mark.parametrize("reader", ALL)
def test_a_card_dealt_to_one_is_under_its_key_alone(reader: int) -> None:
    card = slot()
    card.release(reader)
    others = [seat for seat in ALL if seat != reader]
    assert card.missing(reader) == tuple(others)
    for seat in others:
        assert card.alone(reader) is None
        give(card, seat)
    assert read(PAIRS[reader], card.alone(reader)) == MESSAGE
    assert card.plain() is None
    assert all(card.alone(seat) is None for seat in others)


def test_law_1_a_slot_gets_its_ciphertext_once_and_is_unreadable_before() -> None:
    card = Slot(ALL, (0, 0, 0))
    assert card.alone(0) is None
    assert card.plain() is None
    card.settle(sealed(), (1, 0, 0))
    assert card.clock == (1, 0, 0)
    with pytest.raises(MisuseError):
        card.settle(sealed(7), (2, 0, 0))


def test_law_2_a_second_reader_needs_a_re_mask() -> None:
    card = slot()
    assert not card.needs_remask(0)
    card.release(0)
    card.release(0)
    assert not card.needs_remask(0)
    assert card.needs_remask(1)
    with pytest.raises(MisuseError):
        card.release(1)
    assert card.reader == 0


def test_a_held_card_is_read_by_its_holder_and_asks_for_no_re_mask() -> None:
    held = reencrypt(open_card(MESSAGE, joint([1])), joint([1]), Scalar.of(3))
    card = Slot((1,), (0, 0, 0), held)
    assert not card.joint
    assert not card.needs_remask(2)
    assert card.missing(1) == ()
    assert read(PAIRS[1], card.alone(1)) == MESSAGE
    assert card.alone(0) is None


def test_law_4_one_share_per_slot_and_seat() -> None:
    card = slot()
    give(card, 1)
    with pytest.raises(MisuseError):
        give(card, 1)
    held = Slot((1,), (0, 0, 0), sealed())
    with pytest.raises(MisuseError):
        give(held, 2)


def test_peek_then_deal_does_not_open_the_card_to_all() -> None:
    """The attack of reused shares: all shares for two readers together would open the card."""
    first = slot()
    first.release(0)
    for seat in (1, 2):
        give(first, seat)
    assert first.ciphertext is not None
    after, _ = remask(SECRETS[1], first.ciphertext, joint(), Context(TABLE, 9, 1))
    second = slot(after)
    second.release(1)
    for seat in (0, 2):
        give(second, seat)
    assert read(PAIRS[1], second.alone(1)) == MESSAGE
    assert read(PAIRS[0], first.alone(0)) == MESSAGE
    # Somebody else holds every share that was sent: none of their sums opens either slot.
    sent = [*first.shares.values(), *second.shares.values()]
    for size in range(1, len(sent) + 1):
        for some in itertools.combinations(sent, size):
            for ct in (first.ciphertext, after):
                assert ct.c2 - sum_of(some) != MESSAGE


def test_who_left_is_taken_off_in_a_new_slot_and_the_old_one_stays() -> None:
    card = slot()
    give(card, 2, (0, 0, 4))
    with pytest.raises(MisuseError):
        card.without(1)
    rest = card.without(2)
    assert rest.layers == (0, 1)
    assert rest.shares == {}
    assert rest.clock == (0, 0, 4)
    assert card.layers == ALL
    give(rest, 0)
    give(rest, 1)
    assert rest.plain() == MESSAGE
    give(card, 0)
    give(card, 1)
    assert card.plain() == MESSAGE


def test_who_left_keeps_the_reader_and_the_other_shares() -> None:
    card = slot()
    card.release(0)
    for seat in (1, 2):
        give(card, seat, (0, seat, seat))
    rest = card.without(2)
    assert rest.reader == 0
    assert rest.alone(0) is not None
    assert read(PAIRS[0], rest.alone(0)) == MESSAGE
    assert rest.share_clocks == {1: (0, 1, 1)}


def test_nothing_comes_off_before_there_is_a_ciphertext() -> None:
    with pytest.raises(MisuseError):
        Slot(ALL, (0, 0, 0)).without(1)


def test_clocks_of_what_a_reader_rests_on_are_kept_apart() -> None:
    card = slot()
    card.release(0)
    give(card, 1, (0, 5, 0))
    give(card, 2, (0, 0, 7))
    assert card.read_clocks(0) == [(0, 0, 0), (0, 5, 0), (0, 0, 7)]
    assert card.read_clocks(1) == [(0, 0, 0), (0, 0, 7)]
    assert card.read_clocks(None) == [(0, 0, 0), (0, 5, 0), (0, 0, 7)]


def test_an_open_card_needs_nobody() -> None:
    keys = {seat: PAIRS[seat].public for seat in ALL}
    card = open_slot(MESSAGE, keys, (0, 0, 0))
    assert card.plain() == MESSAGE
    assert card.missing(None) == ()
    assert card.without(1).plain() == MESSAGE
    assert card.without(1).layers == (0, 2)


def test_slots_are_told_apart_by_being_themselves() -> None:
    assert slot() != slot()


def test_a_slot_without_a_ciphertext_cannot_be_read_or_opened() -> None:
    """Even where no share is missing, as with a card that its holder has not proven yet."""
    owed = Slot((1,), (0, 0, 0))
    assert owed.missing(1) == ()
    assert owed.alone(1) is None
    assert Slot((), (0, 0, 0)).plain() is None


def test_whose_layer_is_not_on_a_card_does_not_read_it_alone() -> None:
    card = Slot((0,), (0, 0, 0), sealed())
    give(card, 0)
    assert card.alone(1) is None
