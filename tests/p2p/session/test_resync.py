"""Hails: whose word about our own chain counts, and what we say of the chains of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crypto.sign import sign
from p2p.errors import CodecError
from p2p.log.signed_ack import NONCE, SignedAck, state_label
from p2p.session.effects import Drop, Effects
from p2p.session.frames import Messages, ResyncReply, ResyncRequest
from p2p.session.peer_state import PAUSE
from p2p.session.replication import Peers
from p2p.session.resync import REPLY_TIMEOUT
from p2p.session.session import Session
from p2p.wire.message import Signed
from tests.p2p.people import filled, peers_of, sent, up
from tests.p2p.records import played
from tests.p2p.tables import Person, person


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def statement(
    group: Peers, hail: ResyncRequest, newest: Signed | None, seat: int = 1, **changed: object
) -> SignedAck:
    """What an honest seat would state to Ana, with changes."""
    made = SignedAck(
        table=group._log.table,
        seat=seat,
        asker=0,
        nonce=hail.nonce,
        own=len(group._log.chains[seat].good),
        count=newest.message.seq + 1 if newest else 0,
        hash=newest.hash if newest else bytes(32),
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def state(who: Person, made: SignedAck, *newest: Signed) -> ResyncReply:
    body = made.encode()
    return ResyncReply(Signed(body, sign(who.private, state_label(made.table), body)), newest)


def ana(whole: Session, count: int = 40) -> tuple[Peers, ResyncRequest, Signed]:
    """Ana's peers with Ben on line and asked, and Ana's newest message."""
    log = filled(whole, count)
    group = peers_of(log, whole, 0)
    hail = up(group, person(1).key)
    newest = log.newest(0)
    assert hail is not None
    assert len(hail.nonce) == NONCE
    assert newest is not None
    return group, hail, newest


def test_nothing_is_signed_before_all_on_line_have_answered(whole: Session) -> None:
    group, hail, newest = ana(whole)
    assert not group.resync.may_sign()
    group.resync.on_reply(person(1).key, state(person(1), statement(group, hail, newest), newest))
    assert group.resync.may_sign()
    up(group, person(2).key)
    assert not group.resync.may_sign()


def test_who_holds_more_of_us_makes_us_wait_for_it(whole: Session) -> None:
    group, hail, _ = ana(whole, 40)
    later = filled(whole, 90).newest(0)
    assert later is not None
    group.resync.on_reply(person(1).key, state(person(1), statement(group, hail, later), later))
    assert not group.resync.may_sign()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"count": 1000}, "never signed"),
        ({"hash": bytes(32)}, "without the message"),
        ({"table": bytes(32)}, "another table"),
        ({"asker": 2}, "another table"),
    ],
)
def test_nobody_holds_what_we_never_signed(
    whole: Session, changed: dict[str, Any], says: str
) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest, **changed)
    with pytest.raises(CodecError, match=says):
        group.resync.on_reply(person(1).key, state(person(1), made, newest))
    assert not group.resync.may_sign()


def test_a_statement_brings_the_message_it_is_about(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest)
    with pytest.raises(CodecError, match="without the message"):
        group.resync.on_reply(person(1).key, state(person(1), made))
    theirs = next(s for s in whole.log.order if s.message.seat == 1)
    lie = replace(made, count=theirs.message.seq + 1, hash=theirs.hash)
    with pytest.raises(CodecError, match="never signed"):
        group.resync.on_reply(person(1).key, state(person(1), lie, theirs))
    forged = Signed(newest.body, bytes(64))
    with pytest.raises(CodecError, match="never signed"):
        group.resync.on_reply(person(1).key, state(person(1), made, forged))


def test_a_statement_is_signed_by_its_seat(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest)
    with pytest.raises(CodecError, match="did not sign"):
        group.resync.on_reply(person(1).key, state(person(2), made, newest))


def test_an_old_answer_does_not_count(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest, nonce=bytes(NONCE))
    group.resync.on_reply(person(1).key, state(person(1), made, newest))
    assert not group.resync.may_sign()


def test_an_answer_from_before_what_its_seat_has_signed_is_none(whole: Session) -> None:
    group, hail, newest = ana(whole, 90)
    assert hail.count == len(group._log.chains[1].good) > 0
    made = statement(group, hail, newest, own=hail.count - 1)
    with pytest.raises(CodecError, match="from before"):
        group.resync.on_reply(person(1).key, state(person(1), made, newest))
    assert not group.resync.may_sign()


def test_bytes_that_state_nothing_are_no_answer(whole: Session) -> None:
    group, hail, newest = ana(whole)
    said = state(person(1), statement(group, hail, newest), newest).said
    for body in (said.body[:-1], said.body + b"x", newest.body):
        with pytest.raises(CodecError, match="states nothing"):
            group.resync.on_reply(
                person(1).key, ResyncReply(Signed(body, said.signature), (newest,))
            )


def test_who_has_an_older_copy_of_its_file_answers_once_it_has_caught_up(whole: Session) -> None:
    """Else what it states would be belied by what it has said and forgotten."""
    log = filled(whole, 40)
    group = peers_of(log, whole, 1)
    up(group, person(0).key)
    mine = len(log.chains[1].good)
    out: Effects = []
    group.resync.on_request(person(0).key, ResyncRequest(bytes(NONCE), mine + 1), 1.0, out)
    group.resync.answer_all(5.0, out)
    assert sent(out, ResyncReply) == []
    assert group.wake_at() == REPLY_TIMEOUT  # of our own hail alone
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


def test_a_seat_that_hails_again_and_again_is_answered_after_a_pause(whole: Session) -> None:
    group = peers_of(filled(whole, 40), whole, 1)
    up(group, person(0).key)
    counts = []
    for now in (1.0, 1.1, 1.2, 1.0 + PAUSE):
        out: Effects = []
        group.resync.on_request(
            person(0).key, ResyncRequest(bytes([int(now * 10)]) * NONCE, 0), now, out
        )
        counts.append(len(sent(out, ResyncReply)))
    assert counts == [1, 0, 0, 1]
    out = []
    group.resync.on_request(person(0).key, ResyncRequest(bytes(NONCE), 0), 2.5, out)
    assert group.wake_at() == 2.0 + PAUSE
    group.tick(2.0 + PAUSE, out)
    assert [SignedAck.decode(s.said.body).nonce for s in sent(out, ResyncReply)] == [bytes(NONCE)]


def test_who_never_answers_is_dropped_and_does_not_count(whole: Session) -> None:
    group, _, _ = ana(whole)
    hail = up(group, person(2).key)
    assert hail is not None
    newest = group._log.newest(0)
    assert newest is not None
    group.resync.on_reply(
        person(2).key, state(person(2), statement(group, hail, newest, 2), newest)
    )
    out: Effects = []
    group.resync.drop_silent(REPLY_TIMEOUT - 0.1, out)
    assert not out
    group.resync.drop_silent(REPLY_TIMEOUT, out)
    assert [effect.peer for effect in out if isinstance(effect, Drop)] == [person(1).key]
    assert group.resync.may_sign()  # Cleo has answered; Ben counts again once he has
    out.clear()
    group.resync.drop_silent(REPLY_TIMEOUT + 1, out)
    assert not out
    group.down(person(1).key, [])
    back = up(group, person(1).key)
    assert back is not None
    assert group.resync.may_sign()
    group.resync.on_reply(person(1).key, state(person(1), statement(group, back, newest), newest))
    assert group.resync.may_sign()


def test_an_honest_seat_states_what_it_holds_also_what_waits(whole: Session) -> None:
    log = filled(whole, 40)
    group = peers_of(log, whole, 1)
    up(group, person(0).key)
    ahead = filled(whole, 90).newest(0)
    assert ahead is not None
    log.take(ahead)  # it names messages that are not here
    out: Effects = []
    group.resync.on_request(person(0).key, ResyncRequest(bytes(NONCE), 0), 0.0, out)
    (answer,) = sent(out, ResyncReply)
    assert answer.newest == (ahead,)
    assert SignedAck.decode(answer.said.body).count == ahead.message.seq + 1
    (batch,) = sent(out, Messages)
    assert batch.items == (ahead,)
