"""What counts as a flood, and who is never taken for a flooder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from crypto.sign import sign
from p2p.session.effects import Drop, Effects, Send
from p2p.session.frames import Have, Messages, batches, decode
from p2p.session.session import Session
from p2p.token_bucket import MAX_METERS, SEAT, SPECTATOR, FloodMeters
from p2p.wire.message import MESSAGE_LABEL, Signed
from simulation.memory_store import MemoryStore
from simulation.tables import entropy_of, person
from tests.p2p.people import asking
from tests.p2p.records import played

WATCHER = bytes([7]) * 32


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def ana(whole: Session, store: MemoryStore | None = None) -> Session:
    """Ana's client, started again, with Ben, Cleo and a spectator on line."""
    made = Session(
        whole.charter,
        store or MemoryStore(),
        seat=0,
        sign=person(0).sign,
        entropy=entropy_of("flood"),
    )
    for key in (person(1).key, person(2).key, WATCHER):
        made.peer_up(key, 0.0)
    return made


def filled(whole: Session) -> Session:
    made = ana(whole)
    for batch in batches(whole.log.order):
        made.receive(person(2).key, Messages(batch).encode(), 0.0)
    assert made.log.counts() == whole.log.counts()
    return made


def drops(out: Effects) -> list[Drop]:
    return [effect for effect in out if isinstance(effect, Drop)]


def rounds_until_dropped(one: Session, key: bytes, frames: Iterable[bytes]) -> int:
    """After how many frames, all at one moment, the link is closed as a flood; 0 for never."""
    for number, frame in enumerate(frames, 1):
        found = drops(one.receive(key, frame, 1.0))
        if found:
            assert [drop.flood for drop in found] == [True]
            return number
    return 0


@pytest.mark.parametrize(("key", "allowance"), [(person(1).key, SEAT), (WATCHER, SPECTATOR)])
def test_messages_known_by_now_are_free_once_and_then_count(
    whole: Session, key: bytes, allowance: object
) -> None:
    one = filled(whole)
    frames = [Messages(batch).encode() for batch in batches(whole.log.order)]
    assert rounds_until_dropped(one, key, frames) == 0
    assert rounds_until_dropped(one, key, frames * 1000) > 1


def test_known_messages_cost_no_signature_no_reading_and_no_commit(
    whole: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = filled(whole)
    store = one._keeper.store
    assert isinstance(store, MemoryStore)
    store.crash_at(1, kept=False)  # a commit would kill

    def refuse(*_: object) -> bool:
        raise AssertionError("it was known by its hash")

    monkeypatch.setattr("p2p.log.log.verify", refuse)
    monkeypatch.setattr("p2p.wire.message.Message.decode", refuse)
    for batch in batches(whole.log.order):
        assert not drops(one.receive(person(1).key, Messages(batch).encode(), 1.0))


@pytest.mark.parametrize("frame", ["have", "resync", "empty"])
def test_small_frames_that_do_not_end_are_a_flood(whole: Session, frame: str) -> None:
    one = filled(whole)
    made = {
        "have": Have(whole.log.counts(), ()).encode(),
        "resync": asking(whole.charter.table, 1, [None] * 3).encode(),
        "empty": Messages((), more=True).encode(),
    }[frame]
    for key, allowance in ((person(1).key, SEAT), (WATCHER, SPECTATOR)):
        found = rounds_until_dropped(one, key, [made] * 10_000)
        assert allowance.frames <= found <= 2 * allowance.frames


def test_after_a_while_there_is_some_room_again(whole: Session) -> None:
    one = filled(whole)
    have = Have(whole.log.counts(), ()).encode()
    assert rounds_until_dropped(one, WATCHER, [have] * 1000)
    assert not drops(one.receive(WATCHER, have, 2.0))
    one.peer_down(WATCHER, 2.0)
    one.peer_up(WATCHER, 2.0)  # a new link is no new allowance
    assert rounds_until_dropped(one, WATCHER, [have] * 200)


def test_who_passes_on_what_is_new_or_answers_us_is_no_flooder(whole: Session) -> None:
    """However much it is: all that the others write may come over one link."""
    one = ana(whole)
    key = person(1).key
    for signed in whole.log.order:
        out = one.receive(key, Messages((signed,)).encode(), 1.0)
        for effect in out:  # whoever is sent messages says what it holds then
            if isinstance(effect, Send) and isinstance(decode(effect.frame), Messages):
                out += one.receive(effect.peer, Have(one.log.counts(), ()).encode(), 1.0)
        assert not drops(out)
    assert one.log.counts() == whole.log.counts()


def test_messages_that_wait_may_come_again_when_we_say_that_we_lack_them(whole: Session) -> None:
    one = ana(whole)
    key = person(1).key
    late = Messages(tuple(whole.log.order[20:40])).encode()
    one.receive(key, late, 1.0)
    assert one.log.count_waiting()
    before = set(one.peers[key].heard)
    one.receive(person(2).key, Messages(tuple(whole.log.order[:10])).encode(), 1.0)
    out: Effects = []
    one._peers.tell(key, out)
    waiting = set(one.log.waiting_hashes())
    assert waiting
    assert waiting <= before
    assert not waiting & one.peers[key].heard


def test_bytes_in_the_name_of_a_convicted_seat_that_it_never_signed_cost_the_link(
    whole: Session,
) -> None:
    """They used to be let through unseen: a flood that nobody answered for."""
    one = filled(whole)
    chain = whole.log.chains[1].good
    other = chain[0].message
    body = replace(other, seq=chain[-1].message.seq).encode()
    label = MESSAGE_LABEL + whole.charter.table
    second = Signed(body, sign(person(1).private, label, body))
    one.receive(person(2).key, Messages((second,)).encode(), 1.0)
    assert one.log.chains[1].fault is not None
    fake = Signed(replace(other, digest=bytes([9]) * 32).encode(), bytes(64))
    assert drops(one.receive(person(2).key, Messages((fake,)).encode(), 1.0))


def test_meters_are_bounded() -> None:
    meters: FloodMeters[int] = FloodMeters()
    first = meters.of(0, SEAT)
    assert meters.of(0, SEAT) is first
    for number in range(2 * MAX_METERS):
        meters.of(number, SEAT)
    assert len(meters._meters) == MAX_METERS
