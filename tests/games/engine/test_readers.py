"""Who can read which card, as everybody knows it."""

from __future__ import annotations

import pytest

from games.engine.errors import HiddenFace
from games.engine.private import Knowledge
from games.engine.readers import Readers
from games.engine.values import CardId, Seat

CARD, OTHER = CardId(0), CardId(1)


def test_a_card_goes_from_open_to_kept_to_joint_and_open_again() -> None:
    cards = Readers()
    cards.show_new(CARD, "rose")
    assert cards.is_open(CARD)
    assert cards.face(CARD) == "rose"
    cards.forget_card(CARD)
    with pytest.raises(HiddenFace):
        cards.face(CARD)
    cards.set_reader([CARD], Seat(1))
    assert (cards.reader(CARD), cards.holder(CARD)) == (Seat(1), None)
    cards.set_holder([CARD], Seat(2))
    assert (cards.reader(CARD), cards.holder(CARD)) == (Seat(2), Seat(2))
    cards.set_joint([CARD])
    assert (cards.reader(CARD), cards.holder(CARD)) == (None, None)
    cards.set_open({CARD: "rose"})
    assert cards.all_open([CARD])
    assert cards.created == {CARD: "rose"}, "for ever"


def test_a_hidden_card_of_a_seat_that_has_left_is_lost() -> None:
    cards = Readers()
    cards.set_reader([CARD], Seat(1))
    assert not cards.lost(CARD)
    cards.gone = (Seat(1),)
    assert cards.lost(CARD)
    assert not cards.lost(OTHER)
    cards.set_open({CARD: "rose"})
    assert not cards.lost(CARD)


def test_a_seat_sees_its_own_cards_and_the_open_ones() -> None:
    cards = Readers()
    cards.show_new(CARD, "rose")
    sees = cards.sees(Knowledge({OTHER: "thorn"}))
    assert sees.faces == {CARD: "rose", OTHER: "thorn"}
    assert cards.any_open([CARD, OTHER])
    assert not cards.all_open([CARD, OTHER])


def test_every_face_is_known_once_in_order_of_creation() -> None:
    cards = Readers()
    for card, face in enumerate(("b", "a", "b")):
        cards.show_new(CardId(card), face)
    assert cards.all_faces == ("b", "a")
    assert cards.has_face("a")
    assert not cards.has_face("c")
