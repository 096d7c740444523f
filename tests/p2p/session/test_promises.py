"""Promises: which instance of a seat is heard, what is refused, and that a restart forgets none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p.errors import CodecError
from p2p.log.signed_ack import NONCE
from p2p.session.effects import Effects, Send
from p2p.session.frames import Have, Messages, ResyncRefusal, ResyncReply, ResyncRequest, decode
from p2p.session.promises import PROMISE, Promises
from p2p.session.session import Session
from p2p.session.start_request import MAX_BALLOT, Ballot, StartRequest
from p2p.wire.message import Signed
from tests.accepted import Accepted
from tests.p2p.memory import MemoryStore
from tests.p2p.people import asked, asking, filled, peers_of, sent, up
from tests.p2p.records import played
from tests.p2p.tables import entropy_of, person

ANA, BEN, CLEO = (person(seat).key for seat in range(3))
NONE = [None] * 3
FIRST, SECOND = (bytes([n]) * NONCE for n in (1, 2))
WATCHER = bytes([7]) * 32


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def ask(whole: Session, mark: bytes, number: int) -> ResyncRequest:
    """A request of Ana's instance `mark`; every one has a nonce of its own."""
    nonce = bytes([number]) * (NONCE - 1) + mark[:1]
    return asking(whole.charter.table, 0, NONE, mark=mark, number=number, nonce=nonce)


def ben(whole: Session, store: MemoryStore | None = None, count: int = 40) -> Session:
    """Ben's client, which holds the first messages of the table, with Ana and Cleo on line."""
    made = Session(
        whole.charter,
        store or MemoryStore(),
        seat=1,
        sign=person(1).sign,
        entropy=entropy_of("promises"),
    )
    made.peer_up(ANA, 0.0)
    made.peer_up(CLEO, 0.0)
    made.receive(CLEO, Messages(tuple(whole.log.order[:count])).encode(), 0.0)
    return made


def frames_to(out: Effects, key: bytes) -> list[object]:
    return [decode(one.frame) for one in out if isinstance(one, Send) and one.peer == key]


def say(session: Session, key: bytes, frame: ResyncRequest | Messages | ResyncRefusal,
        now: float = 0.0) -> list[object]:  # fmt: skip
    """A frame comes; what goes back over the same link."""
    return frames_to(session.receive(key, frame.encode(), now), key)


def next_of_ana(whole: Session, session: Session) -> Signed:
    """Ana's next message that Ben does not hold."""
    return next(one for one in whole.log.chains[0].good if not holds(session, one))


def holds(session: Session, signed: Signed) -> bool:
    return session.log.known(signed) is not None


# Which goes before


def test_of_two_ballots_the_higher_number_goes_before_and_of_one_number_the_greater_mark() -> None:
    ballots = [Ballot(0, SECOND), Ballot(1, FIRST), Ballot(1, SECOND), Ballot(2, FIRST)]
    assert sorted(ballots, key=lambda one: one) == ballots


def test_a_request_reads_back_with_its_number_and_no_number_is_too_high(whole: Session) -> None:
    request = asked(ask(whole, FIRST, 9))
    assert request.ballot == Ballot(9, FIRST)
    for number in (-1, MAX_BALLOT + 1):
        with pytest.raises(CodecError):
            StartRequest.decode(replace(request, number=number).encode())


def test_whoever_was_promised_nothing_is_heard_and_a_lower_ballot_is_not(whole: Session) -> None:
    promises = Promises(whole.charter.table, 3, {})
    assert not promises.fences(0, None)
    low, high = ask(whole, FIRST, 1), ask(whole, FIRST, 2)
    assert promises.give(asked(low), low.asked)
    assert promises.give(asked(high), high.asked)
    assert not promises.give(asked(low), low.asked)
    assert not promises.give(asked(high), high.asked)
    assert promises.fences(0, None)
    assert promises.fences(0, Ballot(1, FIRST))
    assert not promises.fences(0, Ballot(2, FIRST))
    assert not promises.fences(1, None)
    assert promises.stands_against(asked(high)) is None
    against = promises.stands_against(asked(low))
    assert against is not None
    assert against.asked == high.asked


# Who answers


def test_a_request_under_a_lower_ballot_is_refused_with_the_higher_one(whole: Session) -> None:
    session = ben(whole)
    high, low = ask(whole, SECOND, 5), ask(whole, FIRST, 4)
    (answer,) = [f for f in say(session, ANA, high) if isinstance(f, ResyncReply)]
    assert answer.newest
    found = [f for f in say(session, CLEO, low) if isinstance(f, ResyncReply | ResyncRefusal)]
    if found != [ResyncRefusal(asked(low).nonce, high.asked)]:
        raise Accepted(f"a lower ballot is answered: {found}")


def test_what_is_new_from_an_instance_that_was_given_up_is_not_taken(whole: Session) -> None:
    """Over its own link: what others pass on, they have taken before, or have promised too."""
    session = ben(whole)
    say(session, ANA, ask(whole, FIRST, 1))
    first = next_of_ana(whole, session)
    say(session, ANA, Messages((first,)))
    assert holds(session, first)
    told = session.receive(CLEO, ask(whole, SECOND, 2).encode(), 1.0)
    assert ask(whole, SECOND, 2) in frames_to(told, ANA)  # the one that was given up is told
    second = next_of_ana(whole, session)
    back = say(session, ANA, Messages((second,)), 2.0)
    if holds(session, second):
        raise Accepted("it was taken")
    assert [f.counts[0] for f in back if isinstance(f, Have)] == [session.log.counts()[0]]
    say(session, ANA, ask(whole, FIRST, 3), 3.0)  # it asks again, under a higher one
    say(session, ANA, Messages((second,)), 3.0)
    assert holds(session, second)


def test_before_an_instance_has_asked_over_its_link_it_is_not_heard(whole: Session) -> None:
    session = ben(whole)
    say(session, CLEO, ask(whole, FIRST, 1))
    new = next_of_ana(whole, session)
    say(session, ANA, Messages((new,)))
    assert not holds(session, new)
    say(session, CLEO, Messages((new,)))
    assert holds(session, new)


def test_a_spectator_brings_nothing_new_of_a_seat_that_is_on_line(whole: Session) -> None:
    """It gives up no instance, so it may have heard one that all others have given up."""
    session = ben(whole)
    session.peer_up(WATCHER, 0.0)
    new = next_of_ana(whole, session)
    say(session, WATCHER, Messages((new,)))
    if holds(session, new):
        raise Accepted("it was taken from a spectator")
    session.peer_down(ANA, 1.0)
    say(session, WATCHER, Messages((new,)), 1.0)
    assert holds(session, new)


def test_a_promise_is_on_disk_before_the_answer_leaves_and_outlives_a_restart(
    whole: Session,
) -> None:
    store = MemoryStore()
    session = ben(whole, store)
    high = ask(whole, SECOND, 5)
    assert any(isinstance(f, ResyncReply) for f in say(session, ANA, high))
    assert f"{PROMISE}0" in store.notes(PROMISE)
    again = ben(whole, store.crash())
    low = ask(whole, FIRST, 4)
    found = [f for f in say(again, ANA, low) if isinstance(f, ResyncReply | ResyncRefusal)]
    if found != [ResyncRefusal(asked(low).nonce, high.asked)]:
        raise Accepted(f"the promise is forgotten: {found}")


def test_each_start_asks_under_a_higher_number(whole: Session) -> None:
    store, numbers = MemoryStore(), []
    for _ in range(3):
        session = ben(whole, store)
        own = session._peers.resync.instance
        assert own is not None
        numbers.append(own.ballot.number)
        say(session, ANA, ask(whole, FIRST, 1))  # the answer is committed, and it with it
        store = store.crash()
    assert numbers == [0, 1, 2]


# Who is refused


def test_who_is_refused_asks_again_under_a_higher_ballot_before_it_signs(whole: Session) -> None:
    group = peers_of(filled(whole, 40), whole, 0)
    request = up(group, BEN)
    assert request is not None
    before = asking(whole.charter.table, 0, NONE, mark=b"\xff" * NONCE, number=7)
    out: Effects = []
    refusal = ResyncRefusal(request.nonce, before.asked)
    assert group.resync.on_refusal(BEN, refusal, 0.0, out)
    (again,) = [asked(one) for one in sent(out, ResyncRequest)]
    assert (again.number, again.mark) == (8, request.mark)
    assert again.nonce != request.nonce
    assert not group.resync.on_refusal(BEN, refusal, 0.0, out)  # of what we ask no longer


def test_nobody_is_refused_by_a_lower_ballot_or_one_that_its_seat_did_not_sign(
    whole: Session,
) -> None:
    group = peers_of(filled(whole, 40), whole, 0)
    request = up(group, BEN)
    own = group.resync.instance
    assert request is not None
    assert own is not None
    high = asking(whole.charter.table, 0, NONE, mark=b"\xff" * NONCE, number=7, by=1)
    with pytest.raises(CodecError, match="did not sign"):
        group.resync.on_refusal(BEN, ResyncRefusal(request.nonce, high.asked), 0.0, [])
    low = asking(whole.charter.table, 0, NONE, mark=bytes(NONCE), number=0)
    out: Effects = []
    group.resync.on_refusal(BEN, ResyncRefusal(request.nonce, low.asked), 0.0, out)
    assert out == []
    assert not own.is_superseded


def test_of_two_that_may_not_sign_yet_one_leaves_the_other_time(whole: Session) -> None:
    """Or they would outbid each other without end."""
    group = peers_of(filled(whole, 40), whole, 0)
    up(group, BEN)
    own = group.resync.instance
    assert own is not None
    out: Effects = []
    group.resync.on_request(
        BEN, asking(whole.charter.table, 0, NONE, mark=bytes(NONCE), number=7), 0.0, out
    )
    assert own.is_superseded
    assert sent(out, ResyncRequest) == []
    assert not group.resync.may_sign(100.0)
    group.refresh(0.0, out)
    at = group.wake_at()
    assert at is not None
    group.tick(at, out)
    assert [asked(one).number for one in sent(out, ResyncRequest)] == [8]


def test_a_refusal_goes_back_the_way_its_request_came(whole: Session) -> None:
    group = peers_of(filled(whole, 40), whole, 1)
    for key in (ANA, CLEO):
        up(group, key)
    low, high = ask(whole, FIRST, 1), ask(whole, SECOND, 2)
    out: Effects = []
    group.resync.on_request(ANA, low, 0.0, out)
    refusal = ResyncRefusal(asked(low).nonce, high.asked)
    out = []
    assert group.resync.on_refusal(CLEO, refusal, 0.0, out)
    assert [one.peer for one in out if isinstance(one, Send)] == [ANA]
    assert sent(out, ResyncRefusal) == [refusal]
    assert not group.resync.on_refusal(CLEO, refusal, 0.1, out)  # once in a while
