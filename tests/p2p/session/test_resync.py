"""Resynchronisation: whose word about our own chain counts, and what is passed on and answered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from crypto.sign import sign
from p2p.errors import CodecError, SecondInstance
from p2p.log.testimony import NONCE, SignedAck, state_label
from p2p.session.effects import Effects, Send
from p2p.session.frames import Have, Messages, ResyncReply, ResyncRequest
from p2p.session.instance import ASK_AGAIN, HESITATION, REPLY_TIMEOUT, StartRequest
from p2p.session.peer_state import PAUSE, REQUESTS
from p2p.session.replication import Peers
from p2p.session.resync import MAX_ASKED
from p2p.session.session import Session
from p2p.wire.message import Head, Signed
from simulation.tables import Person, person
from tests.accepted import Accepted
from tests.p2p.people import asked, asking, filled, peers_of, sent, up
from tests.p2p.records import played

ANA, BEN, CLEO = (person(seat).key for seat in range(3))
OTHER = bytes([7]) * NONCE
NONE = [None] * 3


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def statement(
    group: Peers, request: StartRequest, newest: Signed | None, seat: int = 1, **changed: object
) -> SignedAck:
    """What an honest seat would state to whoever asks, with changes."""
    made = SignedAck(
        table=group._log.table,
        seat=seat,
        asker=request.seat,
        nonce=request.nonce,
        own=len(group._log.chains[seat].good),
        count=newest.message.seq + 1 if newest else 0,
        hash=newest.hash if newest else bytes(32),
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def state(who: Person, made: SignedAck, *newest: Signed) -> ResyncReply:
    body = made.encode()
    return ResyncReply(Signed(body, sign(who.private, state_label(made.table), body)), newest)


def ana(whole: Session, count: int = 40) -> tuple[Peers, StartRequest, Signed]:
    """Ana's peers with Ben on line and asked, and Ana's newest message."""
    group = peers_of(filled(whole, count), whole, 0)
    request = up(group, BEN)
    newest = group._log.newest(0)
    assert request is not None
    assert newest is not None
    return group, request, newest


def reply(group: Peers, frame: ResyncReply, over: bytes = BEN, now: float = 0.0) -> Effects:
    """An answer comes; what is done because of it."""
    out: Effects = []
    group.resync.on_reply(over, frame, now, out)
    group.refresh(now, out)
    return out


def ask(group: Peers, frame: ResyncRequest, over: bytes, now: float = 0.0) -> Effects:
    """A request comes; what is done because of it."""
    out: Effects = []
    group.resync.on_request(over, frame, now, out)
    return out


def to(out: Effects, key: bytes, kind: type) -> list[Any]:
    return sent([effect for effect in out if isinstance(effect, Send) and effect.peer == key], kind)


def assert_waits(group: Peers, now: float) -> None:
    """It may not sign. Raises Accepted if it may."""
    if group.may_sign(now):
        raise Accepted("it may sign")


@contextmanager
def refused(error: type[Exception], words: str = "") -> Iterator[None]:
    """This is refused in these words. Raises Accepted if it is not."""
    try:
        yield
    except error as found:
        reason = str(found)
    else:
        raise Accepted("it was not refused")
    assert re.search(words, reason)


def assert_same(found: object, expected: object) -> None:
    """Raises Accepted unless both are the same."""
    if found != expected:
        raise Accepted(f"{found} is not {expected}")


# Whose word counts


def test_nothing_is_signed_before_all_on_line_have_answered(whole: Session) -> None:
    group, request, newest = ana(whole)
    assert_waits(group, 0.0)
    reply(group, state(person(1), statement(group, request, newest), newest))
    assert group.may_sign(0.0)
    assert up(group, CLEO) == request  # of the same start
    assert_waits(group, 0.0)


def test_who_holds_more_of_us_makes_us_wait_for_it(whole: Session) -> None:
    """Also when it has gone since: the message exists."""
    group, request, _ = ana(whole, 40)
    later = filled(whole, 90).newest(0)
    assert later is not None
    up(group, CLEO)
    newest = group._log.newest(0)
    assert newest is not None
    reply(group, state(person(1), statement(group, request, later), later))
    reply(group, state(person(2), statement(group, request, newest, 2), newest), CLEO)
    assert_waits(group, 0.0)
    group.down(BEN, 1.0, [])
    assert_waits(group, 1.0)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"count": 1000}, "never signed"),
        ({"hash": bytes(32)}, "without the message"),
        ({"table": bytes(32)}, "another table"),
        ({"asker": 15}, "another table"),
    ],
)
def test_nobody_holds_what_we_never_signed(
    whole: Session, changed: dict[str, Any], says: str
) -> None:
    group, request, newest = ana(whole)
    with refused(CodecError, says):
        reply(group, state(person(1), statement(group, request, newest, **changed), newest))
    assert_waits(group, 0.0)


def test_a_statement_brings_the_message_it_is_about(whole: Session) -> None:
    group, request, newest = ana(whole)
    made = statement(group, request, newest)
    with refused(CodecError, "without the message"):
        reply(group, state(person(1), made))
    theirs = next(s for s in whole.log.order if s.message.seat == 1)
    lie = replace(made, count=theirs.message.seq + 1, hash=theirs.hash)
    with refused(CodecError, "never signed"):
        reply(group, state(person(1), lie, theirs))
    forged = Signed(newest.body, bytes(64))
    with refused(CodecError, "never signed"):
        reply(group, state(person(1), made, forged))
    with refused(CodecError, "names something"):
        reply(group, state(person(1), replace(made, count=0)))
    assert_waits(group, 0.0)


def test_a_statement_is_signed_by_its_seat(whole: Session) -> None:
    group, request, newest = ana(whole)
    with refused(CodecError, "did not sign"):
        reply(group, state(person(2), statement(group, request, newest), newest))
    assert_waits(group, 0.0)


def test_an_answer_to_another_instance_or_another_seat_does_not_count(whole: Session) -> None:
    group, request, newest = ana(whole)
    for changed in ({"nonce": OTHER}, {"nonce": request.mark}, {"asker": 2}):
        reply(group, state(person(1), statement(group, request, newest, **changed), newest))
        assert_waits(group, 0.0)


def test_an_answer_does_not_count_again_once_nobody_was_on_line(whole: Session) -> None:
    """Meanwhile another client may have gone on for us."""
    group, request, newest = ana(whole)
    frame = state(person(1), statement(group, request, newest), newest)
    reply(group, frame)
    group.down(BEN, 1.0, [])
    again = up(group, BEN)
    assert again is not None
    assert again.mark == request.mark
    assert again.nonce != request.nonce
    reply(group, frame, now=1.0)
    assert_waits(group, 1.0)
    reply(group, state(person(1), statement(group, again, newest), newest), now=1.0)
    assert group.may_sign(1.0)


def test_an_answer_from_before_what_its_seat_has_signed_is_none(whole: Session) -> None:
    group, request, newest = ana(whole, 90)
    head = request.heads[1]
    assert head is not None
    mine = head.seq + 1
    assert mine == len(group._log.chains[1].good)
    with refused(CodecError, "from before"):
        reply(group, state(person(1), statement(group, request, newest, own=mine - 1), newest))
    assert_waits(group, 0.0)


def test_bytes_that_state_nothing_are_no_answer(whole: Session) -> None:
    group, request, newest = ana(whole)
    said = state(person(1), statement(group, request, newest), newest).said
    for body in (said.body[:-1], said.body + b"x", newest.body):
        with refused(CodecError, "states nothing"):
            reply(group, ResyncReply(Signed(body, said.signature), (newest,)))


def test_a_relayed_answer_counts_as_its_own_seats(whole: Session) -> None:
    group, request, newest = ana(whole)
    up(group, CLEO)
    reply(group, state(person(2), statement(group, request, newest, 2), newest), over=BEN)
    assert_waits(group, 0.0)  # Ben himself has said nothing
    reply(group, state(person(1), statement(group, request, newest), newest), over=CLEO)
    assert group.may_sign(0.0)


@pytest.mark.parametrize("field", ["seat", "asker", "nonce", "own", "count", "hash", "linked"])
def test_a_relayed_answer_cannot_be_altered_and_its_bearer_is_not_to_blame(
    whole: Session, field: str
) -> None:
    group, request, newest = ana(whole)
    up(group, CLEO)
    reply(group, state(person(1), statement(group, request, newest), newest))
    made = statement(group, request, newest, 2)
    other: dict[str, object] = {
        "seat": 1,
        "asker": 1,
        "nonce": OTHER,
        "own": made.own + 1,
        "count": made.count - 1,
        "hash": bytes(32),
        "linked": (0,),
    }
    altered = replace(made, **{field: other[field]})  # type: ignore[arg-type]
    genuine = state(person(2), altered, newest)
    forged = ResyncReply(Signed(made.encode(), genuine.said.signature), (newest,))
    reply(group, forged, over=BEN)
    assert_waits(group, 0.0)
    reply(group, state(person(2), made, newest), over=BEN)
    assert group.may_sign(0.0)


# Who is on line


def test_whoever_is_reported_as_on_line_has_to_answer_too(whole: Session) -> None:
    """By a link of ours, by one of theirs, by what an answer names; and no longer once gone."""
    group, request, newest = ana(whole)
    reply(group, state(person(1), statement(group, request, newest), newest))
    out: Effects = []
    group.on_have(BEN, Have(group._log.counts(), (0, 2, 9)), 0.0, out)
    group.refresh(0.0, out)
    assert_waits(group, 0.0)
    group.on_have(BEN, Have(group._log.counts(), (0,)), 0.0, out)
    assert group.may_sign(0.0)
    group.on_have(BEN, Have(group._log.counts(), (0, 2)), 0.0, out)
    assert_waits(group, 0.0)
    reply(group, state(person(2), statement(group, request, newest, 2), newest), over=BEN)
    assert group.may_sign(0.0)


def test_whom_a_seat_far_away_names_has_to_answer_too() -> None:
    far = played(4, 1).session(0)
    group = peers_of(filled(far, 40), far, 0)
    request = up(group, BEN)
    newest = group._log.newest(0)
    assert request is not None
    assert newest is not None
    group.on_have(BEN, Have(group._log.counts(), (0, 2)), 0.0, [])
    reply(group, state(person(1), statement(group, request, newest), newest))
    cleos = statement(group, request, newest, 2, linked=(1, 3))
    reply(group, state(person(2), cleos, newest))
    assert_waits(group, 0.0)
    reply(group, state(person(3), statement(group, request, newest, 3), newest))
    assert group.may_sign(0.0)


def test_who_never_answers_counts_as_off_line_after_ten_seconds_all_in_all(whole: Session) -> None:
    """However often it is named, or comes and goes. While it is gone its time stands still."""
    group, request, newest = ana(whole)
    up(group, CLEO)
    reply(group, state(person(1), statement(group, request, newest), newest))
    out: Effects = []
    group.refresh(4.0, out)
    assert_waits(group, 4.0)
    group.down(CLEO, 4.0, out)
    group.refresh(4.0, out)
    assert group.may_sign(4.0)
    group.up(CLEO, 100.0, out)
    group.refresh(100.0, out)
    assert_waits(group, 100.0)
    assert_waits(group, 105.9)
    assert group.may_sign(106.0)
    group.refresh(106.0, out)
    group.down(CLEO, 107.0, out)
    group.on_have(BEN, Have(group._log.counts(), (0, 2)), 107.0, out)
    group.refresh(107.0, out)
    assert group.may_sign(107.0)
    reply(group, state(person(2), statement(group, request, newest, 2), newest), now=108.0)
    assert group.may_sign(108.0)


def test_while_an_answer_is_missing_everybody_is_asked_again(whole: Session) -> None:
    group, request, newest = ana(whole)
    out: Effects = []
    group.refresh(0.0, out)
    assert group.wake_at() == ASK_AGAIN
    group.tick(ASK_AGAIN, out)
    group.refresh(ASK_AGAIN, out)
    assert [asked(frame) for frame in sent(out, ResyncRequest)] == [request]
    assert group.wake_at() == 2 * ASK_AGAIN
    reply(group, state(person(1), statement(group, request, newest), newest), now=4.0)
    assert group.wake_at() is None


# Before it may sign


def test_what_nobody_has_named_yet_stays_here_until_then(whole: Session) -> None:
    """Another client under our key may have said something else in its place."""
    count = next(
        at + 1
        for at, signed in enumerate(whole.log.order)
        if at > 40 and signed.message.seat == 0 and whole.log.order[at - 1].message.seat != 0
    )
    group = peers_of(filled(whole, count), whole, 0)
    log = group._log
    newest = log.newest(0)
    request = up(group, BEN)
    assert newest is not None
    assert request is not None
    assert log.named(0) == newest.message.seq < len(log.chains[0].good)
    out: Effects = []
    group.on_have(BEN, Have((0, 0, 0), ()), 0.0, out)
    shown = [signed for frame in sent(out, Messages) for signed in frame.items]
    assert_same(shown, log.order[:-1])
    before = log.chains[0].good[-2]
    out = reply(group, state(person(1), statement(group, request, before), before))
    assert [frame.items for frame in sent(out, Messages)] == [(newest,)]


def test_another_version_of_what_nobody_has_named_yet_stops_us(whole: Session) -> None:
    group, request, newest = ana(whole)
    message = newest.message
    body = replace(message, digest=bytes(32)).encode()
    other = Signed(body, person(0).sign(b"crownless message v1" + message.table, body))
    with refused(SecondInstance, "another copy"):
        reply(group, state(person(1), statement(group, request, other), other))
    own = group.resync.instance
    assert own is not None
    following = replace(message, seq=message.seq + 1, prev=bytes(32)).encode()
    label = b"crownless message v1" + message.table
    for wrong in (other, Signed(following, person(0).sign(label, following))):
        with refused(SecondInstance, "another copy"):
            own.check_ours(wrong)
        own.check_ours(Signed(wrong.body, person(1).sign(label, wrong.body)))  # not ours
    own.is_clear = True
    own.check_ours(other)  # too late: now the log convicts


# Another instance of ours


def twin_answer(group: Peers, request: StartRequest, by: int = 0, **changed: object) -> ResyncReply:
    """What another client of Ana's seat says to this one."""
    newest = group._log.newest(0)
    made = replace(statement(group, request, newest, 0, hash=bytes(32), count=0), **changed)  # type: ignore[arg-type]
    return state(person(by), made)


def test_only_our_own_key_under_our_own_nonce_stops_us(whole: Session) -> None:
    group, request, newest = ana(whole)
    for frame in (
        twin_answer(group, request, by=1),
        twin_answer(group, request, nonce=OTHER),
        twin_answer(group, request, nonce=request.mark),
        twin_answer(group, request, asker=1),
        state(person(1), statement(group, request, newest, seat=1, linked=(0, 2)), newest),
    ):
        up(group, CLEO)
        try:
            reply(group, frame, over=CLEO)
        except SecondInstance:
            raise Accepted("it was stopped by what shows nothing") from None
    ask(group, asking(whole.charter.table, 0, NONE, mark=OTHER), BEN)
    with refused(CodecError, "another table"):
        reply(group, twin_answer(group, request, table=bytes(32)))
    with refused(SecondInstance, "elsewhere"):
        reply(group, twin_answer(group, request))


def test_it_stops_us_also_by_a_nonce_that_we_drew_before(whole: Session) -> None:
    group, request, _ = ana(whole)
    group.down(BEN, 1.0, [])
    up(group, BEN)
    with refused(SecondInstance):
        reply(group, twin_answer(group, request))


def test_where_a_seat_sees_another_instance_it_gets_ten_seconds(whole: Session) -> None:
    group, request, newest = ana(whole)
    reply(group, state(person(1), statement(group, request, newest, linked=(0, 2)), newest))
    group.on_have(BEN, Have(group._log.counts(), (0,)), 0.0, [])
    assert_waits(group, REPLY_TIMEOUT - 0.1)
    assert group.may_sign(REPLY_TIMEOUT)


def test_two_instances_hear_of_each_other_and_one_of_them_answers(whole: Session) -> None:
    """Who may sign answers at once; of two who may not, the smaller mark, after a while."""
    table = whole.charter.table
    for mark, waits in ((bytes(NONCE), None), (b"\xff" * NONCE, HESITATION)):
        group, request, newest = ana(whole)
        frame = asking(table, 0, NONE, mark=mark)
        assert sent(ask(group, frame, BEN), ResyncReply) == []
        out: Effects = []
        group.tick(HESITATION - 0.1, out)
        assert sent(out, ResyncReply) == []
        group.tick(HESITATION, out)
        assert len(sent(out, ResyncReply)) == (waits is not None)
        group, request, newest = ana(whole)
        assert sent(ask(group, frame, BEN), ResyncReply) == []
        out = reply(group, state(person(1), statement(group, request, newest), newest), now=PAUSE)
        (answer,) = sent(out, ResyncReply)
        said = SignedAck.decode(answer.said.body)
        assert (said.seat, said.asker, said.nonce) == (0, 0, asked(frame).nonce)


def test_we_never_answer_ourselves(whole: Session) -> None:
    """Else whoever sent our request back to us could have us sign our own nonce."""
    group, request, newest = ana(whole)
    reply(group, state(person(1), statement(group, request, newest), newest))
    own = group.resync.instance
    assert own is not None
    first = own.request
    group.down(BEN, 1.0, [])
    up(group, BEN)
    for mine in (first, own.request):
        assert_same(ask(group, ResyncRequest(mine), BEN, 2.0), [])


# Answering and passing on


def cleo(whole: Session, count: int = 40, seat: int = 1) -> Peers:
    """Ben's peers, with Ana and Cleo on line."""
    group = peers_of(filled(whole, count), whole, seat)
    up(group, ANA)
    up(group, CLEO)
    return group


def test_a_request_is_answered_where_it_came_and_passed_on_to_all_others(whole: Session) -> None:
    group = cleo(whole)
    frame = asking(whole.charter.table, 0, NONE)
    out = ask(group, frame, ANA)
    (answer,) = to(out, ANA, ResyncReply)
    said = SignedAck.decode(answer.said.body)
    assert (said.seat, said.asker, said.linked) == (1, 0, (2,))
    assert said.nonce == asked(frame).nonce
    assert_same(to(out, CLEO, ResyncRequest), [frame])
    assert len(out) == 2
    assert ask(group, frame, CLEO) == []  # it comes back round a ring
    back = statement(group, asked(frame), group._log.newest(0), 2)
    relayed = state(person(2), back, *filter(None, [group._log.newest(0)]))
    out = reply(group, relayed, over=CLEO)
    assert [effect.peer for effect in out if isinstance(effect, Send)] == [ANA]
    assert sent(out, ResyncReply) == [relayed]
    assert reply(group, relayed, over=CLEO) == []  # once in a while
    assert sent(reply(group, relayed, over=CLEO, now=PAUSE), ResyncReply) == [relayed]


def test_an_answer_goes_back_the_way_its_request_came(whole: Session) -> None:
    group = peers_of(filled(whole, 40), whole, 1)
    up(group, CLEO)
    frame = asking(whole.charter.table, 0, NONE)
    (answer,) = to(ask(group, frame, CLEO), CLEO, ResyncReply)
    assert SignedAck.decode(answer.said.body).linked == (2,)


@pytest.mark.parametrize(
    "frame",
    [
        lambda table: asking(table, 0, NONE, by=2),
        lambda table: asking(bytes(32), 0, NONE),
        lambda table: asking(table, 0, [None] * 2),
        lambda table: ResyncRequest(Signed(b"\x90", bytes(64))),
    ],
)
def test_a_forged_request_is_refused(whole: Session, frame: Any) -> None:
    group = cleo(whole)
    with refused(CodecError):
        ask(group, frame(whole.charter.table), CLEO)


def test_a_forged_answer_is_not_passed_on(whole: Session) -> None:
    group = cleo(whole)
    frame = asking(whole.charter.table, 0, NONE)
    ask(group, frame, ANA)
    newest = group._log.newest(0)
    assert newest is not None
    good = statement(group, asked(frame), newest, 2)
    for now, wrong in enumerate(
        (
            state(person(1), good, newest),
            state(person(2), good),
            state(person(2), replace(good, count=good.count + 1), newest),
            state(person(2), replace(good, table=bytes(32)), newest),
            state(person(2), replace(good, seat=15), newest),
        )
    ):
        with refused(CodecError):
            reply(group, wrong, over=CLEO, now=now * PAUSE)
    assert reply(group, state(person(2), replace(good, nonce=OTHER), newest), over=CLEO) == []


def test_who_asks_again_and_again_is_answered_after_a_pause(whole: Session) -> None:
    group = cleo(whole)
    frame = asking(whole.charter.table, 0, NONE)
    counts = [
        len(sent(ask(group, frame, ANA, now), ResyncReply)) for now in (1.0, 1.1, 1.2, 1.0 + PAUSE)
    ]
    assert counts == [1, 0, 0, 1]
    assert ask(group, frame, ANA, 2.5) == []
    assert group.wake_at() == 2.0 + PAUSE
    out: Effects = []
    group.tick(2.0 + PAUSE, out)
    assert [SignedAck.decode(one.said.body).nonce for one in sent(out, ResyncReply)] == [
        asked(frame).nonce
    ]


def test_one_link_brings_few_requests_and_few_are_remembered(whole: Session) -> None:
    """Nor does anybody push out what a seat itself has asked."""
    group = cleo(whole)
    table = whole.charter.table
    own = asking(table, 0, NONE, nonce=OTHER)
    ask(group, own, ANA)
    passed = [
        ask(group, asking(table, 0, NONE, nonce=bytes([n]) * NONCE), CLEO) for n in range(100, 200)
    ]
    assert sum(map(bool, passed)) == REQUESTS
    assert len(group.resync._asked) == MAX_ASKED
    assert (0, OTHER) in group.resync._asked


def test_a_seat_that_sees_another_instance_says_so(whole: Session) -> None:
    """On another link, or on one that was taken over; not where the other side closed it."""
    table = whole.charter.table
    first, second = (asking(table, 0, NONE, mark=bytes([n]) * NONCE, nonce=bytes([n]) * NONCE)
                     for n in (1, 2))  # fmt: skip

    def linked(out: Effects) -> tuple[int, ...]:
        (answer,) = sent(out, ResyncReply)
        return SignedAck.decode(answer.said.body).linked

    group = cleo(whole)
    assert linked(ask(group, first, ANA)) == (2,)
    assert_same(linked(ask(group, second, CLEO)), (0, 2))
    for replaced, sees in ((True, (0, 2)), (False, (2,))):
        group = cleo(whole)
        ask(group, first, ANA)
        group.down(ANA, 1.0, [], replaced=replaced)
        up(group, ANA)
        assert_same(linked(ask(group, second, ANA, 2.0)), sees)
    group = cleo(whole)
    ask(group, first, ANA)
    assert linked(ask(group, second, ANA, 2.0)) == (0, 2)  # on the very same link
    assert linked(ask(group, second, ANA, 12.0)) == (2,)


def test_two_instances_on_one_link_in_turn_hear_of_each_other(whole: Session) -> None:
    table = whole.charter.table
    first, second = (asking(table, 0, NONE, mark=bytes([n]) * NONCE, nonce=bytes([n]) * NONCE)
                     for n in (1, 2))  # fmt: skip
    group = cleo(whole)
    ask(group, first, ANA)
    assert first in to(ask(group, second, ANA, 2.0), ANA, ResyncRequest)
    assert second in to(ask(group, first, ANA, 4.0), ANA, ResyncRequest)
    twin = twin_answer(group, asked(second))
    assert reply(group, twin, over=ANA, now=4.1) == []  # the second one is not here now
    out = ask(group, second, ANA, 6.0)
    assert to(out, ANA, ResyncReply) == [twin]  # and no answer of ours


def test_who_has_an_older_copy_of_its_file_answers_once_it_has_caught_up(whole: Session) -> None:
    """Else what it states would be belied by what it has said and forgotten."""
    group = cleo(whole)
    log = group._log
    mine = len(log.chains[1].good)
    head = Head(mine, whole.log.chains[1].good[mine].hash)
    out = ask(group, asking(whole.charter.table, 0, [None, head, None]), ANA, 1.0)
    group.resync.answer_all(5.0, out)
    assert sent(out, ResyncReply) == []
    for signed in whole.log.order[40:]:
        assert log.take(signed) is None
        log.accept(next(iter(log.ready())))
        if len(log.chains[1].good) > mine:
            break
    group.resync.answer_all(6.0, out)
    (answer,) = sent(out, ResyncReply)
    said = SignedAck.decode(answer.said.body)
    assert (said.own, said.seat, said.asker) == (mine + 1, 1, 0)
    assert said.count == len(log.chains[0].good)


def test_before_it_may_sign_a_seat_vouches_for_what_others_hold_of_it_and_no_more(
    whole: Session,
) -> None:
    """What else it has signed may be another instance's in another version."""
    count = next(
        at + 1
        for at, signed in enumerate(whole.log.order)
        if at > 40 and signed.message.seat == 1 and whole.log.order[at - 1].message.seat != 1
    )
    log = filled(whole, count)
    last = log.chains[1].good[-1]
    named = log.named(1)
    assert named == last.message.seq
    for head, own in (
        (None, named),
        (Head(named, last.hash), named + 1),
        (Head(named, bytes(32)), None),
    ):
        group = cleo(whole, count)
        frame = asking(whole.charter.table, 0, [None, head, None])
        answers = sent(ask(group, frame, ANA), ResyncReply)
        found = [SignedAck.decode(one.said.body).own for one in answers]
        assert_same(found, [own][: own is not None])
        group = cleo(whole, count)
        assert group.resync.instance is not None
        group.resync.instance.is_clear = True
        (answer,) = sent(ask(group, frame, ANA), ResyncReply)
        assert SignedAck.decode(answer.said.body).own == named + 1


def test_an_honest_seat_states_what_it_holds_also_what_waits(whole: Session) -> None:
    group = cleo(whole)
    ahead = filled(whole, 90).newest(0)
    assert ahead is not None
    group._log.take(ahead)  # it names messages that are not here
    out = ask(group, asking(whole.charter.table, 0, NONE), ANA)
    (answer,) = sent(out, ResyncReply)
    assert answer.newest == (ahead,)
    assert SignedAck.decode(answer.said.body).count == ahead.message.seq + 1
    (batch,) = sent(out, Messages)
    assert batch.items == (ahead,)


def test_spectators_ask_nothing_and_are_answered_nothing(whole: Session) -> None:
    watcher = peers_of(filled(whole, 40), whole, None)
    assert up(watcher, ANA) is None
    assert ask(watcher, asking(whole.charter.table, 0, NONE), ANA) == []
    assert not watcher.may_sign(0.0)
