"""The dealer: a slot for every card, who may read what, and what a leaver hands over."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from crypto.slots import Slot
from games.engine.values import CardId, Face
from simulation.dealer import zone_of
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import register
from tests.games.synthetic import CROWS, GEMS
from tests.p2p import peepers


def slots_of(net: SimNet, number: int) -> dict[CardId, Slot]:
    """The slots of all cards in play."""
    dealer = net.session(number).replica.dealer
    assert dealer is not None
    cards = [card for zone in dealer.table.zones.values() for card in zone.cards]
    return {card: dealer.slot(card) for card in cards}


def test_every_copy_has_the_same_slots_when_nothing_is_under_way() -> None:
    net = table_of(3)
    watcher = net.spectator("Watcher")
    net.start_all()
    for _ in range(6):
        for _ in range(40):
            net.step()
        net.settle()
        first = slots_of(net, 0)
        for number in (1, 2, watcher):
            other = slots_of(net, number)
            assert list(other) == list(first)
            for card, slot in first.items():
                assert other[card].ciphertext == slot.ciphertext
                assert other[card].layers == slot.layers
                assert other[card].reader == slot.reader
                assert other[card].shares == slot.shares


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_sees_its_own_hand_and_what_it_peeked_at_and_nothing_else(seed: int) -> None:
    net = table_of(3, seed=seed, options={"rounds": 2})
    net.start_all()
    seen: dict[CardId, Face] = {}
    while not net.finished() and net.step():
        views = [net.session(seat).knowledge().faces for seat in range(3)]
        for seat, known in enumerate(views):
            table = net.session(seat).replica.engine.table
            for card, face in known.items():
                assert seen.setdefault(card, face) == face
                assert not table.is_open(card)
                zone = zone_of(table, card)
                assert zone is not None
                assert zone.owner == seat or zone.name in ("draw", "discards")
            hand = [z for z in table.zones.values() if z.hand and z.owner == seat]
            if hand and net.session(seat).prompt() is not None:
                assert all(card in known or table.is_open(card) for card in hand[0].cards)
        for one, other in itertools.combinations(views, 2):
            hands = [set(view) for view in (one, other)]
            shared = hands[0] & hands[1]
            table = net.session(0).replica.engine.table
            zones = {z.name for card in shared if (z := zone_of(table, card)) is not None}
            assert zones <= {"draw", "discards"} | {f"hand {seat}" for seat in range(3)}
    assert_ended_well(net)
    # What anybody read privately is what everybody saw later, if it was opened.
    for seat in range(3):
        table = net.session(seat).replica.engine.table
        for card, face in seen.items():
            if table.is_open(card):
                assert table.face(card) == face


def test_no_card_is_lost_or_doubled_on_the_way() -> None:
    """All seats together read the deck that was created, whatever moved where."""
    looks = 0
    for seed in range(3):
        net = table_of(3, seed=seed)
        net.start_all()
        while not net.finished() and net.step():
            if net.session(0).replica.step < 4 or net.delivered % 5:
                continue
            slots = slots_of(net, 0)
            faces = read_by_all(net)
            for face in set(faces) - {"coin"}:
                assert faces.count(face) <= (*GEMS, *CROWS).count(face)
            unsettled = sum(slot.ciphertext is None for slot in slots.values())
            assert len(faces) + unsettled == len(slots)
            looks += 1
    assert looks > 20


def read_by_all(net: SimNet) -> list[Face]:
    """What the seats would see if they laid their secrets together."""
    faces = []
    dealer = net.session(0).replica.dealer
    assert dealer is not None
    secrets = [net.session(seat)._author._secrets for seat in range(3)]  # type: ignore[union-attr]
    for card, slot in slots_of(net, 0).items():
        if slot.ciphertext is None:
            continue
        point = slot.ciphertext.c2
        for seat in slot.layers:
            point = point - secrets[seat].card.secret * slot.ciphertext.c1
        face = dealer.face(point)
        faces.append(face)
        if dealer.table.is_open(card):
            assert dealer.table.face(card) == face
    return faces


def test_a_point_that_is_no_face_is_not_taken_for_one() -> None:
    net = table_of(2)
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 4)
    dealer = net.session(0).replica.dealer
    assert dealer is not None
    with pytest.raises(KeyError):
        dealer.face(dealer.keys.card[0])


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("leavers", [(), (1,), (0, 3), (1, 2), (0, 1, 2)])
def test_who_has_peeked_at_a_card_may_leave_and_the_game_goes_on(
    before: int, leavers: tuple[int, ...]
) -> None:
    """Also where the card lies before it: it was never dealt to it, so it is not lost with it."""
    undo = register(peepers.make)
    try:
        net = table_of(4, game="peepers", options={"before": before})
        net.start_all()
        for seat in leavers:
            net.nodes[seat].plays = False
        net.run(lambda: bool(leavers) and all(net.session(s).prompt() for s in leavers))
        for seat in leavers:
            assert len(net.session(seat).knowledge().faces) == 1
            net.do(seat, lambda s: s.concede(net.now))
        net.run(net.finished)
        assert_ended_well(net)
    finally:
        undo()
    outcome: Any = net.session(0).replica.engine.outcome
    assert outcome.winners
    assert sorted(net.session(0).replica.left) == sorted(leavers)


def test_what_is_seen_is_seen_again_after_a_restart() -> None:
    net = table_of(3, seed=2)
    net.start_all()
    for _ in range(60):
        net.step()
    net.settle()
    for seat in range(3):
        known = dict(net.session(seat).knowledge().faces)
        net.restart(seat)
        assert net.session(seat).knowledge().faces == known
    net.settle()
    assert any(net.session(seat).knowledge().faces for seat in range(3))
