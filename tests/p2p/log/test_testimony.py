"""Statements: what contradicts one, what only looks like it, what is no longer a fault by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import CodecError
from p2p.log.fault import Charge
from p2p.log.log import Log
from p2p.log.testimony import KEPT, NONCE, STATE_LABEL, SignedAck, Statements, state_label
from p2p.record.record import Record
from p2p.record.report import VerifyExit
from p2p.record.verify import verify as check_record
from p2p.session.effects import Effects, Send
from p2p.session.frames import Have, Messages, ResyncReply, ResyncRequest, decode
from p2p.session.instance import StartRequest
from p2p.session.session import Session
from p2p.wire.message import MAX_SEQUENCE, MESSAGE_LABEL, NO_HASH, Head, Kind, Message, Part, Signed
from simulation.memory_store import MemoryStore
from simulation.network import SimNet, copied, table_of
from simulation.tables import entropy_of, person
from tests.p2p.log.writer import KEYS, PEOPLE, TABLE, Writer, judge_all, sign
from tests.p2p.people import asked
from tests.p2p.records import in_order, played, record_by

numbers = st.integers(0, MAX_SEQUENCE + 1)


@given(
    st.binary(min_size=32, max_size=32), st.integers(0, 15), st.integers(0, 15), numbers, numbers
)
def test_a_statement_reads_back_the_same(
    table: bytes, seat: int, asker: int, own: int, count: int
) -> None:
    made = SignedAck(table, seat, asker, bytes(NONCE), own, count, table)
    assert SignedAck.decode(made.encode()) == made
    for body in (made.encode()[:-1], made.encode() + b"\0", b""):
        with pytest.raises(CodecError):
            SignedAck.decode(body)


def test_no_message_is_a_statement_and_no_statement_a_message() -> None:
    writer = Writer()
    with pytest.raises(CodecError):
        SignedAck.decode(writer.say(0, (0, 0, 0)).body)
    with pytest.raises(CodecError):
        Message.decode(stated(1, 0, 0, 0).body)


def stated(
    seat: int,
    asker: int,
    own: int,
    count: int,
    *,
    by: int | None = None,
    label: bytes = STATE_LABEL + TABLE,
    table: bytes = TABLE,
    nonce: bytes = bytes(NONCE),
) -> Signed:
    """A signed statement at the table of `Writer`."""
    body = SignedAck(table, seat, asker, nonce, own, count, NO_HASH).encode()
    return Signed(body, PEOPLE[seat if by is None else by].sign(label, body))


def told() -> tuple[Writer, list[Signed]]:
    """Ana says two things; Ben then names none, one and two of them in his three messages."""
    writer = Writer()
    said = [writer.say(0, (0, 0, 0)), writer.say(0, (1, 0, 0))]
    said += [writer.say(1, (seen, 0, 0)) for seen in (0, 1, 2)]
    return writer, said


def log_of(*said: Signed) -> Log:
    log = Log(TABLE, KEYS)
    for signed in said:
        log.take(signed)
        judge_all(log)
    return log


@pytest.mark.parametrize(
    ("own", "count", "lies"),
    [
        (3, 2, False),
        (3, 1, True),
        (3, 0, True),
        (2, 1, False),  # Ben's third message was signed after this
        (2, 0, True),
        (1, 0, False),
        (0, 0, False),
        (9, 2, False),  # of messages that are not here
        (9, 1, True),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_statement_is_contradicted_by_what_its_seat_had_named_before(
    own: int, count: int, lies: bool, first: bool
) -> None:
    _, said = told()
    statement = stated(1, 0, own, count)
    log = log_of(statement, *said) if first else log_of(*said, statement)
    assert log.counts() == (2, 3, 0)  # the messages are good either way
    if not lies:
        assert log.faults() == ()
        assert log.evidence() == ()
        return
    (fault,) = log.faults()
    assert (fault.seat, fault.charge) == (1, Charge.UNDERSTATED)
    naming, kept = fault.evidence
    assert kept == statement
    assert SignedAck.decode(statement.body).contradicted_by(naming.message)
    assert log.evidence() == fault.evidence


def test_a_message_that_cannot_be_judged_belies_too() -> None:
    """It is signed, and what it names is what its seat said that it does not hold."""
    _, (_, _, *bens) = told()
    log = log_of(bens[0], bens[2], stated(1, 0, 3, 1))
    assert [fault.charge for fault in log.faults()] == [Charge.UNDERSTATED]
    log = log_of(bens[0], stated(1, 0, 3, 1), bens[2])
    assert [fault.charge for fault in log.faults()] == [Charge.UNDERSTATED]


def test_so_does_a_second_version_of_a_message() -> None:
    writer, said = told()
    other = sign(replace(writer.chains[1][0].message, heads=said[-1].message.heads))
    log = log_of(*said[:3], stated(1, 0, 1, 0))
    assert log.faults() == ()
    log.take(other)
    assert [fault.charge for fault in log.faults()] == [Charge.UNDERSTATED]
    log = log_of(*said[:3], other)
    assert [fault.charge for fault in log.faults()] == [Charge.EQUIVOCATION]
    log.take(stated(1, 0, 1, 0))
    assert [fault.charge for fault in log.faults()] == [Charge.UNDERSTATED]


FORGERIES: dict[str, Signed] = {
    "signed by another": stated(1, 0, 3, 0, by=0),
    "signed by the asker": stated(1, 0, 3, 0, by=2),
    "signed as a message": stated(1, 0, 3, 0, label=MESSAGE_LABEL + TABLE, by=2),
    "signed for another table": stated(1, 0, 3, 0, label=STATE_LABEL + bytes(32)),
    "signed for no table": stated(1, 0, 3, 0, label=STATE_LABEL),
    "of another table": stated(1, 0, 3, 0, table=bytes(32)),
    "of another table, signed there": stated(
        1, 0, 3, 0, table=bytes(32), label=STATE_LABEL + bytes(32)
    ),
    "of itself": stated(1, 1, 3, 0),
    "of a seat that does not exist": stated(1, 7, 3, 0),
    "by a seat that does not exist": stated(7, 0, 3, 0, by=1),
    "with a broken signature": Signed(stated(1, 0, 3, 0).body, bytes(64)),
    "cut": Signed(stated(1, 0, 3, 0).body[:-1], stated(1, 0, 3, 0).signature),
}


@pytest.mark.parametrize("name", [n for n in FORGERIES if n != "signed as a message"])
def test_a_forged_statement_accuses_nobody(name: str) -> None:
    _, said = told()
    log = log_of(*said)
    with pytest.raises(CodecError):
        log.take(FORGERIES[name])
    assert log.faults() == ()
    assert log.author(FORGERIES[name]) is None


def test_a_statement_signed_as_a_message_convicts_who_signed_it() -> None:
    _, said = told()
    log = log_of(*said)
    log.take(FORGERIES["signed as a message"])
    assert [(f.seat, f.charge) for f in log.faults()] == [(2, Charge.MALFORMED)]


@pytest.mark.parametrize("own", range(5))
@pytest.mark.parametrize("count", range(4))
def test_no_message_of_another_seat_belies_a_statement(own: int, count: int) -> None:
    _, said = told()
    statement = SignedAck(TABLE, 2, 0, bytes(NONCE), own, count, NO_HASH)
    assert not any(statement.contradicted_by(signed.message) for signed in said)
    elsewhere = replace(statement, seat=1, table=bytes(32), own=9, count=0)
    assert not any(elsewhere.contradicted_by(signed.message) for signed in said)


# What was signed relying on it


def second_version(writer: Writer, seq: int) -> Signed:
    return sign(replace(writer.chains[0][seq].message, parts=(Part(0, Kind.STANDING, "y"),)))


@pytest.mark.parametrize(("count", "excused"), [(0, True), (1, True), (2, False)])
def test_two_versions_are_no_fault_of_whoever_was_lied_to(count: int, excused: bool) -> None:
    """Ana lost her second message; Ben, who had named it, stated that he holds `count`."""
    writer, said = told()
    again, lie = second_version(writer, 1), stated(1, 0, 3, count)
    for order in ((*said, again, lie), (*said, lie, again), (lie, *said, again)):
        log = log_of(*order)
        guilty = [(fault.seat, fault.charge) for fault in log.faults()]
        if excused:
            assert guilty == [(1, Charge.UNDERSTATED)]
            assert again not in log.evidence()
        else:
            assert guilty == [(0, Charge.EQUIVOCATION)]


def test_a_lie_does_not_excuse_what_was_signed_before_it() -> None:
    writer, said = told()
    log = log_of(*said, second_version(writer, 0), stated(1, 0, 3, 1))
    assert [(fault.seat, fault.charge) for fault in log.faults()] == [
        (0, Charge.EQUIVOCATION),
        (1, Charge.UNDERSTATED),
    ]


def test_of_several_lies_the_one_that_denies_most_counts() -> None:
    writer, said = told()
    first, second = stated(1, 0, 3, 1), stated(1, 0, 3, 0)
    for lies in ((first, second), (second, first)):
        log = log_of(*said, second_version(writer, 0), *lies)
        assert [fault.seat for fault in log.faults()] == [1]
        assert second in log.evidence()


def test_a_lie_to_one_does_not_excuse_another() -> None:
    writer, said = told()
    log = log_of(*said, second_version(writer, 1), stated(1, 2, 3, 0))
    assert [fault.seat for fault in log.faults()] == [0]
    assert log.evidence() == log.faults()[0].evidence


def test_what_follows_a_second_version_is_excused_with_it() -> None:
    """To others, who hold the first, it is a broken chain."""
    writer, said = told()
    again = second_version(writer, 1)
    after = sign(replace(writer.next(0, (2, 0, 0)), prev=again.hash))
    log = log_of(*said)
    log.take(after)
    with pytest.raises(Exception, match="does not follow") as caught:
        judge_all(log)
    log.refuse(after, caught.value)  # type: ignore[arg-type]
    assert [fault.charge for fault in log.faults()] == [Charge.CHAIN]
    log.take(stated(1, 0, 3, 1))
    assert [(f.seat, f.charge) for f in log.faults()] == [(1, Charge.UNDERSTATED)]


def test_what_may_excuse_a_seat_goes_round_with_what_convicts_it() -> None:
    writer, said = told()
    again, lie = second_version(writer, 1), stated(1, 0, 3, 1)
    log = log_of(*said[:4], again, lie)  # Ben's last message, which names hers, is not here
    assert [fault.seat for fault in log.faults()] == [0]
    assert set(log.evidence()) == {said[1], again, lie}


# What is kept


def test_few_statements_are_kept_and_those_that_may_be_belied_stay() -> None:
    kept = Statements()
    for number in range(3 * KEPT):
        said = stated(1, 0, 5 + number, 100 + number)
        kept.keep(SignedAck.decode(said.body), said, 0)
    assert len(kept.to(0)) == KEPT
    lie = stated(1, 0, 4, 1)
    kept.keep(SignedAck.decode(lie.body), lie, 0)
    for number in range(3 * KEPT):
        said = stated(1, 0, 60 + number, 200 + number)
        kept.keep(SignedAck.decode(said.body), said, 0)
    assert lie in [said for _, said in kept.to(0)]
    assert len(kept.to(0)) == KEPT


def test_a_statement_that_says_no_more_than_another_is_not_kept() -> None:
    kept = Statements()
    for own, count, many in ((3, 5, 1), (3, 5, 1), (2, 6, 1), (4, 6, 2), (9, 1, 1), (0, 0, 1)):
        said = stated(1, 0, own, count, nonce=bytes([many]) * NONCE)
        kept.keep(SignedAck.decode(said.body), said, 0)
        assert len(kept.to(0)) == many
    assert {statement.seat for statement, _ in kept.to(0)} == {1}


# At a table


def of_table(net: SimNet, seat: int, made: SignedAck) -> Signed:
    body = made.encode()
    return Signed(body, person(seat).sign(state_label(net.charter.table), body))


def understated(session: Session, seat: int, asker: int, short: int = 1) -> SignedAck:
    """A statement that the last message of `seat` contradicts by that many."""
    chain = session.log.chains[seat].good
    head = chain[-1].message.heads[asker]
    assert head is not None
    table = session.charter.table
    return SignedAck(table, seat, asker, bytes(NONCE), len(chain), head.seq + 1 - short, NO_HASH)


def accused(change: Callable[[SignedAck], SignedAck] = lambda made: made) -> Record:
    """The record of a finished game of three, with a statement of Ben as evidence."""
    net = played(3, 1)
    made = record_by(net.session(0))
    return replace(made, evidence=(of_table(net, 1, change(understated(net.session(0), 1, 0))),))


def test_a_record_convicts_by_a_statement_and_a_message() -> None:
    report = check_record(accused().encode())
    assert report.exit is VerifyExit.UNFINISHED
    (conviction,) = report.convictions
    assert (conviction.seat, conviction.charge) == (1, str(Charge.UNDERSTATED))
    assert len(conviction.evidence) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda made: replace(made, count=made.count + 1),
        lambda made: replace(made, own=0),
        lambda made: replace(made, asker=1),
        lambda made: replace(made, seat=2),
        lambda made: replace(made, table=bytes(32)),
    ],
)
def test_a_statement_that_nothing_belies_is_no_evidence(
    change: Callable[[SignedAck], SignedAck],
) -> None:
    assert check_record(accused(change).encode()).exit is VerifyExit.FAILED


def test_no_byte_of_a_statement_can_be_changed() -> None:
    made = accused()
    (said,) = made.evidence
    for place in range(0, len(said.body), 5):
        body = bytearray(said.body)
        body[place] ^= 1
        forged = replace(made, evidence=(Signed(bytes(body), said.signature),))
        assert check_record(forged.encode()).exit is VerifyExit.FAILED


def test_the_message_may_be_evidence_too() -> None:
    """Where the file's chains do not hold what it names, it is in none of them."""
    net = played(3, 1)
    whole = record_by(net.session(0))
    session = net.session(0)
    last = session.log.chains[1].good[-1].message
    ahead = Head(500, bytes(32))
    later = replace(last, seq=last.seq + 3, heads=(ahead, *last.heads[1:])).encode()
    naming = Signed(later, person(1).sign(MESSAGE_LABEL + net.charter.table, later))
    said = of_table(net, 1, replace(understated(session, 1, 0, short=0), own=last.seq + 4))
    for pieces, exit_code in (
        ((naming, said), VerifyExit.UNFINISHED),
        ((said,), VerifyExit.FAILED),
    ):
        report = check_record(replace(whole, evidence=in_order(pieces)).encode())
        assert report.exit is exit_code
    accusing = replace(whole, evidence=in_order((naming, said)))
    (conviction,) = check_record(accusing.encode()).convictions
    assert conviction.charge == str(Charge.UNDERSTATED)


class Amnesiac:
    """A table of three: Ana loses her last messages, Ben lies about them, Cleo is away."""

    def __init__(self, seed: int = 0) -> None:
        self.net = net = table_of(3, seed=seed)
        net.start_all()
        backup, held = MemoryStore(), 0
        while True:
            before = copied(net.nodes[0].store), len(net.session(0).log.chains[0].good)
            net.step()
            net.settle()
            mine = len(net.session(0).log.chains[0].good)
            if mine > before[1]:
                backup, held = before
            head = net.session(1).log.chains[1].good[-1].message.heads[0] if mine else None
            if held and head is not None and head.seq >= held:
                break  # Ben has named a message of hers that the backup lacks
        self.held = held
        """How many of her messages Ana still has."""
        net.kill(2)
        net.kill(0)
        net.nodes[0].store = backup
        self.lied = self.liar()
        net.start(0)
        net.link(0, 1)

    def liar(self) -> list[Signed]:
        """Ben answers hails with as much as Ana still has, and keeps the rest from her."""
        net, lied = self.net, []
        ben = person(1)

        def lie(source: int, target: int, frame: bytes) -> bytes | None:
            decoded = decode(frame)
            if (source, target) != (1, 0):
                return frame
            if isinstance(decoded, ResyncReply):
                true = SignedAck.decode(decoded.said.body)
                chain = net.session(1).log.chains[0].good
                made = replace(true, count=self.held, hash=chain[self.held - 1].hash)
                said = of_table(net, 1, made)
                lied.append(said)
                assert ben.key == net.nodes[1].key
                return ResyncReply(said, (chain[self.held - 1],)).encode()
            if isinstance(decoded, Messages):
                kept = [s for s in decoded.items if self.harmless(s)]
                return Messages(tuple(kept)).encode()
            return frame

        net.filter = lie
        return lied

    def harmless(self, signed: Signed) -> bool:
        message = signed.message
        head = message.heads[0] if message.seat else None
        return (message.seq if message.seat == 0 else head.seq if head else -1) < self.held


@pytest.mark.parametrize("seed", range(3))
def test_whoever_lies_about_what_it_holds_is_convicted_and_not_who_believed_it(seed: int) -> None:
    table = Amnesiac(seed)
    net = table.net
    net.run()
    ana = net.session(0)
    assert table.lied
    assert len(ana.log.chains[0].good) > table.held  # she has said something else
    net.filter = lambda source, target, frame: frame
    net.start(2)
    net.link(0, 2)
    net.link(1, 2)
    net.run()
    for session in (ana, net.session(2)):
        assert session.fault is not None
        assert (session.fault.seat, session.fault.charge) == (1, Charge.UNDERSTATED)
        assert [fault.seat for fault in session.log.faults()] == [1]
        report = check_record(record_by(session).encode())
        assert report.exit is VerifyExit.UNFINISHED
        assert [c.seat for c in report.convictions] == [1]
    for number in (0, 2):
        again = Session(
            net.charter, copied(net.nodes[number].store), seat=None, sign=None, entropy=bytes
        )
        assert [fault.seat for fault in again.log.faults()] == [1]


def test_an_honest_seat_with_an_older_copy_is_convicted_of_nothing() -> None:
    """Both lost their last messages; each learns its own from the other before it states."""
    for seed in range(4):
        net = table_of(3, seed=seed)
        net.start_all()
        for _ in range(30 + 5 * seed):
            net.step()
        backups = [copied(node.store) for node in net.nodes]
        for _ in range(40):
            net.step()
        net.settle()
        for number in (0, 1):
            net.kill(number)
            net.nodes[number].store = backups[number]
        for number in (0, 1):
            net.start(number)
        for one, other in ((0, 1), (1, 2), (0, 2)):
            net.link(one, other)
        net.run(net.finished)
        assert net.finished()
        assert [session.log.faults() for session in net.sessions()] == [()] * 3
        assert net.dropped == []


def hailed(net: SimNet, store: MemoryStore) -> tuple[Session, StartRequest]:
    """Ana started again from this, with Ben on line."""
    ana = Session(net.charter, store, seat=0, sign=person(0).sign, entropy=entropy_of("hailed", 0))
    effects = ana.peer_up(person(1).key, 0.0)
    frames = [decode(effect.frame) for effect in effects if hasattr(effect, "frame")]
    (hail,) = [frame for frame in frames if isinstance(frame, ResyncRequest)]
    return ana, asked(hail)


def test_a_lie_that_is_seen_through_at_once_convicts_at_once() -> None:
    """Ana holds the very message of Ben that names what he denies."""
    net = table_of(3, seed=1)
    net.start_all()
    for _ in range(60):
        net.step()
    net.settle()
    ana, hail = hailed(net, copied(net.nodes[0].store))
    made = replace(understated(ana, 1, 0), nonce=hail.nonce)
    newest = ana.log.chains[0].good[made.count - 1]
    said = of_table(net, 1, replace(made, hash=newest.hash))
    effects: Effects = ana.receive(person(1).key, ResyncReply(said, (newest,)).encode(), 0.0)
    assert ana.fault is not None
    assert (ana.fault.seat, ana.fault.charge) == (1, Charge.UNDERSTATED)
    shown: list[Any] = []
    for effect in effects:
        frame = decode(effect.frame) if hasattr(effect, "frame") else None
        shown += frame.items if isinstance(frame, Messages) else ()
    assert set(ana.fault.evidence) <= set(shown)
    watcher = net.session(2)
    watcher.receive(person(0).key, Messages(tuple(shown)).encode(), net.now)
    assert watcher.fault == ana.fault
    kept = {m.hash for m in net.nodes[2].store.messages()}
    assert {signed.hash for signed in ana.fault.evidence} <= kept


def test_a_lie_after_the_end_takes_nothing() -> None:
    net = played(3, 2)
    ana, hail = hailed(net, copied(net.nodes[0].store))
    made = replace(understated(ana, 1, 0), nonce=hail.nonce)
    newest = ana.log.chains[0].good[made.count - 1]
    said = of_table(net, 1, replace(made, hash=newest.hash))
    ana.receive(person(1).key, ResyncReply(said, (newest,)).encode(), 0.0)
    ending = ana.ending()
    assert ending is not None
    assert ending.fault is None
    assert ending.outcome is not None
    assert [fault.seat for fault in ana.log.faults()] == [1]


def test_a_frame_of_statements_costs_little() -> None:
    """Any member may sign as many as it likes; only a few are kept, and nobody stumbles."""
    net = table_of(3, seed=1)
    net.start_all()
    for _ in range(40):
        net.step()
    net.settle()
    session = net.session(0)
    many = [
        of_table(
            net, 1, SignedAck(net.charter.table, 1, 2, bytes(NONCE), 500 + n, 500 + n, NO_HASH)
        )
        for n in range(100)
    ]
    before = net.nodes[0].store.messages()
    assert session.receive(person(1).key, Messages(tuple(many)).encode(), net.now) == []
    assert net.nodes[0].store.messages() == before
    assert len(session.log._testimony.told(2)) == KEPT
    effects = session.receive(person(1).key, Have(session.log.counts(), ()).encode(), 99.0)
    assert not [effect for effect in effects if isinstance(effect, Send)]
