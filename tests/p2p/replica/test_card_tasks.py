"""Tasks that move cards: each proof is wanted, each bad one refused, each order of parts good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from crypto.elgamal import Ciphertext, face_point, open_card, reencrypt
from crypto.errors import CryptoError, ProofError
from crypto.group import G, Point, Scalar
from crypto.shuffle import shuffle
from crypto.slots import Slot
from p2p.errors import CodecError
from p2p.replica.card_payloads import Keys, ciphertexts, owed_slots
from p2p.replica.card_tasks import DealTask, OpenTask, TransferTask
from p2p.replica.shuffle_tasks import MixTask, ShuffleTask
from p2p.replica.task import Reach, SeatSecrets, Task
from p2p.wire import codec
from p2p.wire.message import Kind

TABLE = bytes(range(32))
SECRETS = [SeatSecrets.derive(bytes([seat + 1]) * 32, TABLE) for seat in range(3)]
KEYS = Keys({seat: SECRETS[seat].card.public for seat in range(3)})
ALL = (0, 1, 2)
START = (4, 4, 4)
FACES = [face_point("test", bytes([n])) for n in range(6)]
REFUSALS = (CryptoError, CodecError)


def at(seat: int, count: int = 5) -> tuple[int, ...]:
    return tuple(count if other == seat else 0 for other in ALL)


def sealed(face: int, layers: Sequence[int] = ALL) -> Ciphertext:
    key = KEYS.joint(layers)
    return reencrypt(open_card(FACES[face], key), key, Scalar.of(face + 2))


def joint_slots(*faces: int) -> list[Slot]:
    return [Slot(ALL, START, sealed(face)) for face in faces]


def pay(task: Task, seat: int, count: int = 5) -> None:
    """What an honest seat does about a task."""
    kind = task.pending(seat)
    assert kind is not None
    assert task.required_clock(seat) is not None
    task.accept(seat, kind, task.make(seat, SECRETS[seat]), at(seat, count))


def faces_of(slots: Sequence[Slot], seat: int) -> list[int]:
    """What a seat reads."""
    read = []
    for slot in slots:
        alone = slot.alone(seat)
        assert alone is not None
        read.append(FACES.index(alone.c2 - SECRETS[seat].card.secret * alone.c1))
    return read


def opened(slots: Sequence[Slot]) -> list[int]:
    return [FACES.index(plain) for slot in slots if (plain := slot.plain()) is not None]


def bend(data: bytes, place: int) -> bytes:
    """Another point at `place`: still a valid encoding."""
    moved = Point.decode(data[place : place + 32], allow_identity=True) + G
    return data[:place] + moved.encode() + data[place + 32 :]


# Shuffle


def shuffling(*faces: int) -> ShuffleTask:
    slots = joint_slots(*faces)
    cards = tuple(range(len(faces)))
    return ShuffleTask(Reach(TABLE, 3, START), KEYS, seats=ALL, cards=cards, stage=slots)


def test_each_seat_shuffles_in_turn_and_the_cards_stay_the_same() -> None:
    task = shuffling(0, 1, 2, 3, 3)
    for seat in ALL:
        assert task.turn() == seat
        assert [s for s in ALL if task.pending(s)] == list(range(seat, 3))
        assert [s for s in ALL if task.required_clock(s) is not None] == [seat]
        assert not task.complete()
        pay(task, seat)
    assert task.complete()
    opening = OpenTask(Reach(TABLE, 4, START), KEYS, slots=task.stage)
    for seat in ALL:
        pay(opening, seat)
    assert sorted(opened(task.stage)) == [0, 1, 2, 3, 3]


def test_the_next_to_shuffle_must_have_seen_the_one_before() -> None:
    task = shuffling(0, 1)
    assert task.required_clock(0) == START
    pay(task, 0, count=9)
    assert task.required_clock(1) == (9, 4, 4)


def test_nobody_shuffles_while_a_card_is_not_there_yet() -> None:
    task = shuffling(0, 1)
    task.stage.append(Slot(ALL, START))
    assert task.required_clock(0) is None


def test_a_shuffle_without_cards_is_done() -> None:
    task = shuffling()
    assert task.complete()
    assert [task.pending(seat) for seat in ALL] == [None] * 3


def exchanged() -> list[Ciphertext]:
    deck = [sealed(n) for n in (0, 1, 2)]
    return [deck[0], deck[0], deck[2]]


@pytest.mark.parametrize(
    "change",
    [
        lambda cards, proof: (cards[64:128] + cards[:64] + cards[128:], proof),
        lambda cards, proof: (cards[:64] * 2 + cards[128:], proof),
        lambda cards, proof: (bend(cards, 32), proof),
        lambda cards, proof: (bend(cards, 0), proof),
        lambda cards, proof: (cards[64:], proof),
        lambda cards, proof: (cards + cards[:64], proof),
        lambda cards, proof: (bytes(32) + cards[32:], proof),
        lambda cards, proof: (b"\xff" * 32 + cards[32:], proof),
        lambda cards, proof: (cards, proof[:-32]),
        lambda cards, proof: (cards, b""),
        lambda cards, proof: (cards, proof[:-33] + bytes([proof[-33] ^ 1]) + proof[-32:]),
        lambda cards, proof: (cards,),
        lambda cards, proof: cards,
        lambda cards, proof: None,
    ],
)
def test_a_bad_shuffle_is_refused(change: Any) -> None:
    task = shuffling(0, 1, 2)
    cards, proof = codec.array(task.make(0, SECRETS[0]), 2)
    with pytest.raises(REFUSALS):
        task.accept(0, Kind.SHUFFLE, change(cards, proof), at(0))
    assert task.turn() == 0


def test_a_true_proof_about_another_deck_is_refused() -> None:
    task = shuffling(0, 1, 2)
    outputs, proof = shuffle(SECRETS[0].secret, exchanged(), KEYS.joint(ALL), task.context(0))
    payload = (b"".join(ct.encode() for ct in outputs), proof)
    with pytest.raises(CryptoError):
        task.accept(0, Kind.SHUFFLE, payload, at(0))


@pytest.mark.parametrize(
    ("table", "number", "seat"), [(bytes(32), 3, 0), (TABLE, 4, 0), (TABLE, 3, 1)]
)
def test_a_shuffle_made_elsewhere_is_refused(table: bytes, number: int, seat: int) -> None:
    task = shuffling(0, 1, 2)
    elsewhere = ShuffleTask(
        Reach(table, number, START), KEYS, seats=ALL, cards=(0, 1, 2), stage=task.stage
    )
    payload = elsewhere.make(seat, SECRETS[0])
    with pytest.raises(CryptoError):
        task.accept(0, Kind.SHUFFLE, payload, at(0))


def test_progress_is_told_with_step_and_seat() -> None:
    told: list[tuple[int, ...]] = []
    keys = Keys(KEYS.card, progress=lambda *args: told.append(args))
    slots = joint_slots(0, 1, 2)
    task = ShuffleTask(Reach(TABLE, 3, START), keys, seats=ALL, cards=(0, 1, 2), stage=slots)
    pay(task, 0)
    assert {(step, seat, total) for step, seat, _, total in told} == {(3, 0, 3)}
    assert told[-1][2] == 3


def test_who_leaves_in_its_turn_takes_its_layer_off() -> None:
    task = shuffling(0, 1, 2)
    pay(task, 0)
    giving = OpenTask(Reach(TABLE, 3, START), KEYS, slots=task.stage)
    pay(giving, 1)
    assert task.go_on_without(1, {}) == {}
    task.leave(1, at(1, 9))
    assert task.turn() == 2
    assert task.required_clock(2) == (5, 9, 4)
    assert [slot.layers for slot in task.stage] == [(0, 2)] * 3
    pay(task, 2)
    assert task.complete()
    opening = OpenTask(Reach(TABLE, 4, START), KEYS, slots=task.stage)
    for seat in (0, 2):
        pay(opening, seat)
    assert sorted(opened(task.stage)) == [0, 1, 2]


def test_a_card_handed_over_takes_the_place_of_its_old_form() -> None:
    task = shuffling(0, 1, 2)
    giving = OpenTask(Reach(TABLE, 3, START), KEYS, slots=[task.stage[0], task.stage[2]])
    pay(giving, 0)
    fresh, besides = Slot((1, 2), at(0), sealed(1, (1, 2))), Slot((1, 2), at(0))
    assert task.go_on_without(0, {1: fresh, 77: besides}) == {77: besides}
    assert task.stage[1] is fresh
    task.leave(0, at(0))
    assert task.turn() == 1


# Deal


def dealing(reader: int, slots: Sequence[Slot], remasks: Any = ()) -> DealTask:
    for slot in slots:
        slot.release(reader)
    return DealTask(Reach(TABLE, 5, START), KEYS, reader=reader, slots=slots, remasks=remasks)


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_a_dealt_card_is_read_by_one(order: tuple[int, int]) -> None:
    slots = joint_slots(4, 5)
    task = dealing(1, slots)
    assert [task.pending(seat) for seat in ALL] == [Kind.SHARES, None, Kind.SHARES]
    for seat in order:
        assert not task.arrived()
        pay(task, seat)
    assert task.arrived()
    assert faces_of(slots, 1) == [4, 5]
    assert opened(slots) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda shares, proof: (bend(shares, 0), proof),
        lambda shares, proof: (bend(shares, 32), proof),
        lambda shares, proof: (shares[32:] + shares[:32], proof),
        lambda shares, proof: (bytes(32) + shares[32:], proof),
        lambda shares, proof: (b"\xff" * 32 + shares[32:], proof),
        lambda shares, proof: (shares[:32], proof),
        lambda shares, proof: (shares + shares[:32], proof),
        lambda shares, proof: (shares, proof[:-1]),
        lambda shares, proof: (shares, bytes(64)),
        lambda shares, proof: (shares, proof, b""),
        lambda shares, proof: None,
    ],
)
def test_bad_shares_are_refused(change: Any) -> None:
    slots = joint_slots(4, 5)
    task = dealing(1, slots)
    shares, proof = codec.array(task.make(0, SECRETS[0]), 2)
    with pytest.raises(REFUSALS):
        task.accept(0, Kind.SHARES, change(shares, proof), at(0))
    assert [slot.shares for slot in slots] == [{}, {}]


def test_the_shares_of_another_seat_are_refused() -> None:
    task = dealing(1, joint_slots(4))
    with pytest.raises(CryptoError):
        task.accept(2, Kind.SHARES, task.make(0, SECRETS[0]), at(2))


def test_a_share_given_for_one_step_is_not_owed_at_another() -> None:
    slots = joint_slots(4, 5)
    first, second = dealing(1, slots[:1]), dealing(1, slots)
    pay(first, 0)
    assert owed_slots(second.slots, 0) == slots[1:]
    pay(second, 0)
    assert second.pending(0) is None
    assert first.pending(2) is Kind.SHARES
    pay(second, 2)
    assert first.pending(2) is None, "paid with the other"
    assert first.arrived()


def remasked(second: int) -> tuple[Slot, Slot, DealTask]:
    """A card that seat 0 has peeked at, now dealt to another."""
    (old,) = joint_slots(4)
    peek = dealing(0, [old])
    for seat in (1, 2):
        pay(peek, seat)
    new = Slot(ALL, START)
    return old, new, dealing(second, [new], [(old, new)])


def test_a_second_reader_re_masks_before_it_gets_shares() -> None:
    old, new, task = remasked(1)
    assert task.pending(1) is Kind.REMASK
    assert task.pending(0) is Kind.SHARES
    assert task.required_clock(0) is None
    assert task.required_clock(1) == START
    pay(task, 1, count=8)
    assert task.pending(1) is None
    assert task.required_clock(0) == (4, 8, 4)
    assert new.ciphertext != old.ciphertext
    for seat in (0, 2):
        pay(task, seat)
    assert task.arrived()
    assert faces_of([new], 1) == [4]
    assert faces_of([old], 0) == [4]
    assert new.plain() is old.plain() is None


@pytest.mark.parametrize(
    "change",
    [
        lambda ct, proof, old: (bend(ct, 32), proof),
        lambda ct, proof, old: (bend(ct, 0), proof),
        lambda ct, proof, old: (old.encode(), proof),
        lambda ct, proof, old: (bytes(32) + ct[32:], proof),
        lambda ct, proof, old: (ct, bytes(64)),
        lambda ct, proof, old: (ct,),
    ],
)
def test_a_bad_re_mask_is_refused(change: Any) -> None:
    old, new, task = remasked(1)
    (pair,) = codec.array(task.make(1, SECRETS[1]), 1)
    ct, proof = codec.array(pair, 2)
    with pytest.raises(REFUSALS):
        task.accept(1, Kind.REMASK, (change(ct, proof, old.ciphertext),), at(1))
    assert new.ciphertext is None


def test_a_third_reader_cannot_give_back_what_the_first_one_read() -> None:
    """Two readers in company: the second takes off what the first had put on the card."""
    old, new, task = remasked(1)
    assert old.ciphertext is not None
    pay(task, 1, count=8)
    third = DealTask(
        Reach(TABLE, 7, START),
        KEYS,
        reader=2,
        slots=[last := Slot(ALL, START)],
        remasks=[(new, last)],
    )
    assert new.former == (old.ciphertext.c1,)
    with pytest.raises(ProofError, match="an old one"):
        third.accept(2, Kind.REMASK, ((old.ciphertext.encode(), bytes(64)),), at(2))
    pay(third, 2)
    assert last.former == (*new.former, ciphertexts([new])[0].c1)


def test_of_several_re_masks_all_are_good_or_none_counts() -> None:
    old, new, _ = remasked(1)
    other_old, other_new, _ = remasked(1)
    task = DealTask(
        Reach(TABLE, 5, START),
        KEYS,
        reader=1,
        slots=[new, other_new],
        remasks=[(old, new), (other_old, other_new)],
    )
    first, _ = codec.array(task.make(1, SECRETS[1]), 2)
    with pytest.raises(REFUSALS):
        task.accept(1, Kind.REMASK, (first, (first[0], bytes(64))), at(1))  # type: ignore[index]
    assert new.ciphertext is None
    with pytest.raises(REFUSALS):
        task.accept(1, Kind.REMASK, (first,), at(1))


# Open


def opening(slots: Sequence[Slot], holder: int | None = None) -> OpenTask:
    return OpenTask(Reach(TABLE, 6, START), KEYS, slots=slots, refusable=holder)


def test_all_open_a_joint_card_and_one_its_own() -> None:
    slots = joint_slots(3)
    task = opening(slots)
    assert [task.pending(seat) for seat in ALL] == [Kind.SHARES] * 3
    for seat in (2, 0, 1):
        assert not task.complete()
        pay(task, seat, count=seat + 6)
    assert task.complete()
    assert task.result() == (FACES[3],)
    assert task.depends_on == (6, 7, 8)

    held = [Slot((1,), START, sealed(2, (1,)))]
    task = opening(held)
    assert [task.pending(seat) for seat in ALL] == [None, Kind.SHARES, None]
    pay(task, 1)
    assert task.result() == (FACES[2],)


def test_the_result_rests_on_shares_that_were_given_for_another_step() -> None:
    slots = joint_slots(3)
    deal = dealing(1, slots)
    pay(deal, 0, count=9)
    pay(deal, 2, count=7)
    task = opening(slots)
    pay(task, 1, count=5)
    assert task.complete()
    assert task.result() == (FACES[3],)
    assert task.depends_on == (9, 5, 7)


def test_a_card_that_is_not_there_yet_cannot_be_opened() -> None:
    task = opening([Slot((1,), START)])
    assert task.pending(1) is Kind.SHARES
    assert task.required_clock(1) is None
    assert not task.complete()


def test_who_shows_its_cards_may_leave_instead() -> None:
    slots = [Slot((1,), START, sealed(2, (1,)))]
    task = opening(slots, holder=1)
    task.leave(0, at(0))
    assert not task.complete()
    task.leave(1, at(1))
    assert task.complete()
    assert task.pending(1) is None
    assert task.result() == ()


def test_who_committed_to_a_card_opens_it_even_if_it_leaves() -> None:
    task = opening([Slot((1,), START, sealed(2, (1,)))])
    task.leave(1, at(1))
    assert task.pending(1) is Kind.SHARES
    assert not task.complete()


# A hand of one's own


def hand(*faces: int) -> list[Slot]:
    """Cards that were dealt to seat 1 and have all arrived."""
    slots = joint_slots(*faces)
    task = dealing(1, slots)
    pay(task, 0, count=6)
    pay(task, 2, count=7)
    return slots


def mixing(sources: Sequence[Slot]) -> tuple[MixTask, list[Slot]]:
    targets = [Slot((1,), START) for _ in sources]
    task = MixTask(Reach(TABLE, 8, START), KEYS, owner=1, sources=sources, targets=targets)
    return task, targets


def test_a_mix_keeps_the_cards_and_hides_which_is_which() -> None:
    sources = hand(0, 1, 2, 3)
    task, targets = mixing(sources)
    assert [task.pending(seat) for seat in ALL] == [None, Kind.MIX, None]
    assert task.required_clock(1) == (6, 4, 7), "it rests on the shares that make the cards its own"
    pay(task, 1, count=8)
    assert sorted(faces_of(targets, 1)) == [0, 1, 2, 3]
    assert {slot.ciphertext.encode() for slot in targets if slot.ciphertext}.isdisjoint(
        {ct.encode() for s in sources if (ct := s.alone(1))}
    )
    assert [slot.clock for slot in targets] == [(4, 8, 4)] * 4
    assert task.pending(1) is None


def test_a_mix_waits_for_every_card() -> None:
    sources = joint_slots(0, 1)
    deal = dealing(1, sources)
    task, _ = mixing(sources)
    pay(deal, 0)
    assert task.pending(1) is Kind.MIX
    assert task.required_clock(1) is None
    pay(deal, 2)
    assert task.required_clock(1) is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda cards, proof: (bend(cards, 32), proof),
        lambda cards, proof: (cards[:64] * 2, proof),
        lambda cards, proof: (cards[64:] + cards[:64], proof),
        lambda cards, proof: (cards, b""),
    ],
)
def test_a_bad_mix_is_refused(change: Any) -> None:
    task, targets = mixing(hand(0, 1))
    cards, proof = codec.array(task.make(1, SECRETS[1]), 2)
    with pytest.raises(REFUSALS):
        task.accept(1, Kind.MIX, change(cards, proof), at(1))
    assert [slot.ciphertext for slot in targets] == [None, None]


def test_a_shuffle_is_no_mix() -> None:
    task, _ = mixing(hand(0, 1))
    outputs, proof = shuffle(
        SECRETS[1].secret, task._ready(), SECRETS[1].card.public, task.context(1)
    )
    with pytest.raises(CryptoError):
        task.accept(1, Kind.MIX, (b"".join(c.encode() for c in outputs), proof), at(1))


def test_an_empty_hand_owes_no_mix() -> None:
    task, _ = mixing([])
    assert task.pending(1) is None


def giving(sources: Sequence[Slot], to: tuple[int, ...]) -> tuple[TransferTask, list[Slot]]:
    targets = [Slot(to, START) for _ in sources]
    task = TransferTask(Reach(TABLE, 9, START), KEYS, owner=1, sources=sources, targets=targets)
    return task, targets


def test_a_gift_is_read_by_its_new_owner() -> None:
    task, targets = giving(hand(2, 5), (0,))
    assert [task.pending(seat) for seat in ALL] == [None, Kind.TRANSFER, None]
    pay(task, 1)
    assert faces_of(targets, 0) == [2, 5]


def test_a_card_put_back_needs_everybody_again() -> None:
    task, targets = giving(hand(2), ALL)
    pay(task, 1)
    assert all(targets[0].alone(seat) is None for seat in ALL)
    back = opening(targets)
    for seat in ALL:
        pay(back, seat)
    assert opened(targets) == [2]


@pytest.mark.parametrize(
    "change",
    [
        lambda items: items[:1],
        lambda items: items[::-1],
        lambda items: (items[0], items[0]),
        lambda items: ((bend(items[0][0], 32), items[0][1]), items[1]),
        lambda items: ((bend(items[0][0], 0), items[0][1]), items[1]),
        lambda items: ((items[0][0], bytes(96)), items[1]),
        lambda items: ((bytes(32) + items[0][0][32:], items[0][1]), items[1]),
        lambda items: (items[0], ()),
        lambda items: None,
    ],
)
def test_a_bad_gift_is_refused_and_nothing_of_it_counts(change: Any) -> None:
    task, targets = giving(hand(2, 5), (0,))
    items = task.make(1, SECRETS[1])
    with pytest.raises(REFUSALS):
        task.accept(1, Kind.TRANSFER, change(items), at(1))
    assert [slot.ciphertext for slot in targets] == [None, None]


def test_a_gift_to_one_is_no_gift_to_another() -> None:
    sources = hand(2)
    to_one, _ = giving(sources, (0,))
    to_other, _ = giving(sources, (2,))
    with pytest.raises(CryptoError):
        to_other.accept(1, Kind.TRANSFER, to_one.make(1, SECRETS[1]), at(1))
