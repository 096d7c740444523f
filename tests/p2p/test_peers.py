"""Replication and hails: what is sent to whom, and whose word about our own chain counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crypto.sign import sign
from p2p import peers
from p2p.effects import Drop, Effects, Send
from p2p.errors import CodecError
from p2p.frames import NONCE, STATE_LABEL, Hail, Have, Messages, State, Statement, decode
from p2p.log import Log
from p2p.message import Signed
from p2p.peers import BATCHES, HAIL_PATIENCE, SPECTATOR_PAUSE, Peers
from p2p.session import Session
from tests.p2p.records import played
from tests.p2p.tables import Person, bytes_of, entropy_of, person

STRANGER = bytes_of("spectator")


@pytest.fixture(scope="module")
def whole() -> Session:
    """A finished table of three, seen by Ana."""
    return played(3, 1).session(0)


def empty_like(session: Session) -> Log:
    return Log(session.log.table, session.charter.keys)


def filled(session: Session, count: int) -> Log:
    """A log with the first messages of a finished table."""
    log = empty_like(session)
    for signed in session.log.order[:count]:
        assert log.take(signed) is None
        log.accept(next(iter(log.ready())))
    return log


def peers_of(log: Log, session: Session, seat: int | None) -> Peers:
    who = person(seat) if seat is not None else None
    keys = session.charter.keys
    return Peers(log, keys, seat, who.sign if who else None, entropy_of("peers", seat))


def sent(out: Effects, kind: type) -> list:  # type: ignore[type-arg]
    frames = [decode(effect.frame) for effect in out if isinstance(effect, Send)]
    return [frame for frame in frames if isinstance(frame, kind)]


def up(group: Peers, key: bytes) -> Hail | None:
    out: Effects = []
    group.up(key, 0.0, out)
    hails = sent(out, Hail)
    return hails[0] if hails else None


def statement(group: Peers, hail: Hail, newest: Signed | None, **changed: object) -> Statement:
    """What an honest seat would state to Ana, with changes."""
    made = Statement(
        group._log.table,
        0,
        hail.nonce,
        newest.message.seq + 1 if newest else 0,
        newest.hash if newest else bytes(32),
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def state(who: Person, made: Statement, *newest: Signed) -> State:
    body = made.encode()
    return State(body, sign(who.private, STATE_LABEL, body), newest)


def ana(whole: Session, count: int = 40) -> tuple[Peers, Hail, Signed]:
    """Ana's peers with Ben on line and hailed, and Ana's newest message."""
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
    assert not group.may_sign()
    group.on_state(person(1).key, state(person(1), statement(group, hail, newest), newest), [])
    assert group.may_sign()
    up(group, person(2).key)
    assert not group.may_sign()


def test_who_holds_more_of_us_makes_us_wait_for_it(whole: Session) -> None:
    group, hail, _ = ana(whole, 40)
    later = filled(whole, 90).newest(0)
    assert later is not None
    group.on_state(person(1).key, state(person(1), statement(group, hail, later), later), [])
    assert not group.may_sign()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"count": 1000}, "never signed"),
        ({"hash": bytes(32)}, "without the message"),
        ({"table": bytes(32)}, "another table"),
        ({"asker": 1}, "another table"),
    ],
)
def test_nobody_holds_what_we_never_signed(
    whole: Session, changed: dict[str, object], says: str
) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest, **changed)
    with pytest.raises(CodecError, match=says):
        group.on_state(person(1).key, state(person(1), made, newest), [])
    assert not group.may_sign()


def test_a_statement_brings_the_message_it_is_about(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest)
    with pytest.raises(CodecError, match="without the message"):
        group.on_state(person(1).key, state(person(1), made), [])
    theirs = next(s for s in whole.log.order if s.message.seat == 1)
    lie = replace(made, count=theirs.message.seq + 1, hash=theirs.hash)
    with pytest.raises(CodecError, match="never signed"):
        group.on_state(person(1).key, state(person(1), lie, theirs), [])
    forged = Signed(newest.body, bytes(64))
    with pytest.raises(CodecError, match="never signed"):
        group.on_state(person(1).key, state(person(1), made, forged), [])


def test_a_statement_is_signed_by_its_seat(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest)
    with pytest.raises(CodecError, match="did not sign"):
        group.on_state(person(1).key, state(person(2), made, newest), [])


def test_an_old_answer_does_not_count(whole: Session) -> None:
    group, hail, newest = ana(whole)
    made = statement(group, hail, newest, nonce=bytes(NONCE))
    group.on_state(person(1).key, state(person(1), made, newest), [])
    assert not group.may_sign()


def test_who_takes_back_what_it_has_named_is_asked_twice(whole: Session) -> None:
    group, hail, _ = ana(whole, 90)
    out: Effects = []
    none = statement(group, hail, None)
    group.on_state(person(1).key, state(person(1), none), out)
    (again,) = sent(out, Hail)
    assert not group.may_sign()
    with pytest.raises(CodecError, match="takes back"):
        group.on_state(person(1).key, state(person(1), statement(group, again, None)), [])


def test_who_never_answers_is_dropped_and_does_not_count(whole: Session) -> None:
    group, _, _ = ana(whole)
    hail = up(group, person(2).key)
    assert hail is not None
    newest = group._log.newest(0)
    assert newest is not None
    group.on_state(person(2).key, state(person(2), statement(group, hail, newest), newest), [])
    out: Effects = []
    group.drop_silent(HAIL_PATIENCE - 0.1, out)
    assert not out
    group.drop_silent(HAIL_PATIENCE, out)
    assert [effect.peer for effect in out if isinstance(effect, Drop)] == [person(1).key]
    assert group.may_sign()  # Cleo has answered; Ben counts again once he has
    out.clear()
    group.drop_silent(HAIL_PATIENCE + 1, out)
    assert not out
    group.down(person(1).key, [])
    back = up(group, person(1).key)
    assert back is not None
    assert group.may_sign()
    group.on_state(person(1).key, state(person(1), statement(group, back, newest), newest), [])
    assert group.may_sign()


def test_an_honest_seat_states_what_it_holds_also_what_waits(whole: Session) -> None:
    log = filled(whole, 40)
    group = peers_of(log, whole, 1)
    up(group, person(0).key)
    ahead = filled(whole, 90).newest(0)
    assert ahead is not None
    log.take(ahead)  # it names messages that are not here
    out: Effects = []
    group.on_hail(person(0).key, Hail(bytes(NONCE)), out)
    (answer,) = sent(out, State)
    assert answer.newest == (ahead,)
    assert Statement.decode(answer.body).count == ahead.message.seq + 1
    (batch,) = sent(out, Messages)
    assert batch.items == (ahead,)


def test_a_long_log_comes_in_parts_that_are_asked_for(
    whole: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_log = filled(whole, len(whole.log.order))
    group = peers_of(whole_log, whole, 0)
    up(group, person(1).key)
    one_each = lambda messages: ((signed,) for signed in messages)  # noqa: E731
    monkeypatch.setattr(peers, "batches", one_each)
    ben = empty_like(whole)
    rounds = 0
    while ben.counts() != whole_log.counts():
        out: Effects = []
        group.on_have(person(1).key, Have(ben.counts(), ()), float(rounds), out)
        batches = sent(out, Messages)
        assert 1 <= len(batches) <= BATCHES
        assert [batch.more for batch in batches[:-1]] == [False] * (len(batches) - 1)
        for batch in batches:
            for signed in batch.items:
                assert ben.take(signed) is None
                ben.accept(next(iter(ben.ready())))
        rounds += 1
        assert batches[-1].more == (ben.counts() != whole_log.counts())
    assert rounds == -(-len(whole.log.order) // BATCHES)


def test_a_spectator_that_asks_again_at_once_waits(whole: Session) -> None:
    group = peers_of(filled(whole, 40), whole, 0)
    assert up(group, STRANGER) is None
    nothing = Have((0, 0, 0), ())
    counts = []
    for now in (1.0, 1.1, 1.0 + SPECTATOR_PAUSE):
        out: Effects = []
        group.on_have(STRANGER, nothing, now, out)
        counts.append(len(sent(out, Messages)))
    assert counts == [1, 0, 1]


def test_messages_go_on_only_to_those_who_may_lack_them(whole: Session) -> None:
    log = filled(whole, 40)
    group = peers_of(log, whole, 0)
    for key in (person(1).key, person(2).key, STRANGER):
        up(group, key)
    theirs = next(s for s in reversed(log.order) if s.message.seat == 1)
    out: Effects = []
    group.forward(theirs, person(1).key, out)
    assert {effect.peer for effect in out if isinstance(effect, Send)} == {person(2).key, STRANGER}
    out.clear()
    group.forward(theirs, person(1).key, out)
    assert not out  # they have it now
    for key in (person(2).key, STRANGER):
        group.by_key[key].counts = [0, 0, 0]
    group.by_key[person(2).key].linked = (0, 1)
    group.forward(theirs, person(1).key, out)
    assert [effect.peer for effect in out if isinstance(effect, Send)] == [STRANGER]


def test_a_list_for_another_table_is_refused(whole: Session) -> None:
    group, _, _ = ana(whole)
    with pytest.raises(CodecError, match="another number of seats"):
        group.on_have(person(1).key, Have((0, 0), ()), 0.0, [])
