"""The session: what is kept before what is sent, who must be heard first, how long things take."""

from __future__ import annotations

import gc
import logging
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.choice import Answer
from games.engine.errors import BadMove
from games.engine.legal_answers import legal
from games.engine.values import CardId
from p2p.errors import LocalError
from p2p.log.testimony import NONCE, SignedAck, state_label
from p2p.session.effects import Drop, Effects, Send
from p2p.session.frames import Have, Messages, ResyncReply, ResyncRequest, decode
from p2p.session.instance import ASK_AGAIN, REPLY_TIMEOUT
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.wire.message import MESSAGE_LABEL, NO_HASH, Head, Kind, Message, Part, Signed
from simulation import relay
from simulation.delays import First, from_question_to_question
from simulation.memory_store import MemoryStore
from simulation.network import SimNet, assert_ended_well, copied, table_of
from simulation.tables import entropy_of, person, register
from tests.p2p.people import asked, asking


def running(seats: int = 3, seed: int = 0) -> SimNet:
    """A table in the middle of a game: nothing is under way, and somebody is asked something."""
    net = table_of(seats, seed=seed)
    net.start_all()
    for count in range(1000):
        net.step()
        if count >= 10 * seats:
            net.settle()
            if any(session.prompt() for session in net.sessions()):
                return net
    raise AssertionError("nobody is ever asked anything")


def sent(effects: Effects, kind: type) -> list[Any]:
    """Frames of one type among what a session wants sent."""
    frames = [decode(effect.frame) for effect in effects if isinstance(effect, Send)]
    return [frame for frame in frames if isinstance(frame, kind)]


# What came together is answered together


def test_nothing_is_said_while_frames_are_heard_that_came_together() -> None:
    net = table_of(3)
    net.start_all()
    together = answered = 0

    def hear(session: Session) -> Effects:
        nonlocal together, answered
        said = session.log.counts()[0]
        with session.listening():
            heard = [
                effect
                for _, _, _, source, _, frame in mine
                for effect in session.receive(net.nodes[source].key, frame, net.now)
            ]
        assert session.log.counts()[0] == said
        spoken = session.speak(net.now)
        together += 1
        answered += session.log.counts()[0] - said
        assert session.log.counts()[0] <= said + 1 or session.replica.over
        return [*heard, *spoken]

    while not net.finished():
        mine = sorted(entry for entry in net._queue if entry[4] == 0)
        if len(mine) > 1:
            net._queue = sorted(entry for entry in net._queue if entry[4] != 0)
            net.do(0, hear)
        net.step()
    assert_ended_well(net)
    assert together > 20
    assert answered > 5


# What is kept before it is sent


def test_nothing_is_sent_before_it_and_all_it_names_is_kept() -> None:
    net = table_of(3)
    watched = 0

    def look(source: int, _: int, frame: bytes) -> bytes:
        nonlocal watched
        decoded = decode(frame)
        if isinstance(decoded, Messages):
            kept = {m.hash for m in net.nodes[source].store.messages()}
            for signed in decoded.items:
                watched += 1
                assert signed.hash in kept
                named = {head.hash for head in signed.message.heads if head}
                assert named <= kept
        return frame

    net.filter = look
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    assert watched > 100


def test_a_store_holds_its_messages_in_an_order_in_which_they_can_be_judged() -> None:
    net = running()
    for number in range(3):
        again = Session(
            net.charter, copied(net.nodes[number].store), seat=None, sign=None, entropy=bytes
        )
        assert again.log.counts() == net.session(number).log.counts()
        assert again.replica.digest == net.session(number).replica.digest
        assert not again.log.waits()


class FullStore(MemoryStore):
    """A disk that is full."""

    def commit(self, *args: Any) -> None:
        raise OSError("no space left")


def test_a_client_whose_disk_is_full_says_nothing_more() -> None:
    net = running(2)
    seat = next(s for s in (0, 1) if net.session(s).prompt())
    session = net.session(seat)
    prompt = session.prompt()
    assert prompt is not None
    answer = next(legal(prompt.choice, session.replica.engine.table.sees(session.knowledge())))
    decision: Any = False if prompt.claiming else answer
    session._keeper.store = FullStore()
    with pytest.raises(OSError, match="no space"):
        session.decide(prompt.step, decision, net.now)
    batch = Messages(tuple(net.session(1 - seat).log.order)).encode()
    acts: tuple[Callable[[], object], ...] = (
        lambda: session.tick(net.now),
        lambda: session.receive(person(1 - seat).key, batch, net.now),
    )
    for act in acts:
        with pytest.raises(LocalError):
            act()


# Who must be heard before we sign


def fresh(net: SimNet, seat: int, store: MemoryStore | None = None) -> Session:
    """The same seat started again, with no link yet."""
    node = net.nodes[seat]
    assert node.person is not None
    return Session(
        net.charter,
        store or copied(node.store),
        seat=seat,
        sign=node.person.sign,
        entropy=entropy_of("fresh", seat),
    )


def stated(net: SimNet, seat: int, asker: int, nonce: bytes, newest: Signed | None) -> bytes:
    """A signed answer to a hail."""
    count = newest.message.seq + 1 if newest else 0
    name = newest.hash if newest else NO_HASH
    table = net.charter.table
    own = len(net.session(seat).log.chains[seat].good)
    body = SignedAck(table, seat, asker, nonce, own, count, name).encode()
    said = Signed(body, person(seat).sign(state_label(table), body))
    return ResyncReply(said, (newest,) if newest else ()).encode()


def owing(net: SimNet) -> int:
    """A seat that would answer at once if it might."""
    return next(s for s in range(len(net.nodes)) if net.session(s).prompt())


def ready_to_decide(net: SimNet, seat: int) -> tuple[Session, Any]:
    session = fresh(net, seat)
    prompt = session.prompt()
    assert prompt is not None
    answer = next(legal(prompt.choice, session.replica.engine.table.sees(session.knowledge())))
    session.decide(prompt.step, False if prompt.claiming else answer, 0.0)
    return session, prompt


def test_after_a_start_nothing_is_signed_before_every_seat_on_line_has_said_what_it_holds() -> None:
    net = running(3)
    seat = owing(net)
    others = [other for other in range(3) if other != seat]
    session, _ = ready_to_decide(net, seat)
    newest = session.log.chains[seat].good[-1]
    nonces = {}
    for other in others:
        effects = session.peer_up(person(other).key, 0.0)
        assert sent(effects, Messages) == []
        (hail,) = sent(effects, ResyncRequest)
        nonces[other] = asked(hail).nonce
    first, second = others
    assert nonces[first] == nonces[second]  # one start, one nonce
    effects = session.receive(
        person(first).key, stated(net, first, seat, nonces[first], newest), 0.0
    )
    assert sent(effects, Messages) == []
    for wrong in (
        stated(net, second, seat, bytes(NONCE), newest),  # to another nonce
        stated(net, first, seat, nonces[second], newest),  # once more, of another seat
        stated(net, second, first, nonces[second], newest),  # about another chain
    ):
        assert sent(session.receive(person(second).key, wrong, 0.0), Messages) == []
    effects = session.receive(
        person(second).key, stated(net, second, seat, nonces[second], newest), 0.0
    )
    (frame, _) = sent(effects, Messages)
    assert frame.items[0].message.seq == newest.message.seq + 1


def test_nothing_is_signed_while_a_seat_holds_more_of_us_than_we_do() -> None:
    net = running(2)
    seat = owing(net)
    session = fresh(net, seat, MemoryStore())
    session._keeper.store.put_note(SEED, bytes(32))
    session = fresh(net, seat, session._keeper.store)  # type: ignore[arg-type]
    newest = net.session(seat).log.chains[seat].good[-1]
    other = person(1 - seat).key
    (hail,) = sent(session.peer_up(other, 0.0), ResyncRequest)
    effects = session.receive(other, stated(net, 1 - seat, seat, asked(hail).nonce, newest), 0.0)
    assert sent(effects, Messages) == []
    assert not [effect for effect in effects if isinstance(effect, Drop)]


def test_nobody_can_claim_to_hold_what_we_never_signed() -> None:
    net = running(2)
    seat = owing(net)
    session = fresh(net, seat)
    other = person(1 - seat)
    nonce = asked(*sent(session.peer_up(other.key, 0.0), ResyncRequest)).nonce
    newest = session.log.chains[seat].good[-1]
    later = Message(
        net.charter.table,
        seat,
        newest.message.seq + 5,
        newest.hash,
        newest.message.heads,
        newest.message.step,
        newest.message.digest,
        (Part(newest.message.step, Kind.STANDING, ("never",)),),
    )
    forged = Signed(later.encode(), other.sign(MESSAGE_LABEL + net.charter.table, later.encode()))
    effects = session.receive(other.key, stated(net, 1 - seat, seat, nonce, forged), 0.0)
    assert [effect.peer for effect in effects if isinstance(effect, Drop)] == [other.key]


def test_who_does_not_answer_a_hail_counts_as_off_line() -> None:
    net = running(3)
    seat = owing(net)
    first, second = (other for other in range(3) if other != seat)
    session, _ = ready_to_decide(net, seat)
    newest = session.log.chains[seat].good[-1]
    resync = {
        other: asked(sent(session.peer_up(person(other).key, 1.0), ResyncRequest)[0])
        for other in (first, second)
    }
    answer = stated(net, first, seat, resync[first].nonce, newest)
    assert sent(session.receive(person(first).key, answer, 1.0), Messages) == []
    assert session.wake_at() == 1.0 + ASK_AGAIN
    again = sent(session.tick(1.0 + ASK_AGAIN), ResyncRequest)
    assert [asked(frame) for frame in again] == [resync[first]] * 2
    assert sent(session.tick(REPLY_TIMEOUT), Messages) == []
    assert session.wake_at() == 1.0 + REPLY_TIMEOUT
    assert sent(session.tick(1.0 + REPLY_TIMEOUT), Messages)


def test_alone_nothing_is_signed() -> None:
    net = table_of(3)
    net.start(0)
    assert net.session(0).log.order == []
    watcher = net.spectator("Watcher")
    net.start(watcher)
    net.link(0, watcher)
    net.run()
    assert net.session(0).log.order == []


# Replication


def test_a_message_kept_from_one_seat_comes_to_it_through_another() -> None:
    """Else it would wait for the message, all others for it, and it would look like the culprit."""
    for seed in range(3):
        net = table_of(3, seed=seed)
        net.filter = lambda source, target, frame: (
            None if (source, target) == (1, 2) and isinstance(decode(frame), Messages) else frame
        )
        net.start_all()
        net.run(net.finished)
        assert_ended_well(net)


def test_after_the_end_all_is_quiet() -> None:
    net = table_of(3)
    net.start_all()
    net.run()
    assert_ended_well(net)
    delivered = net.delivered
    for number in range(3):
        assert net.session(number).wake_at() is None
        assert net.session(number).tick(net.now + 1000) == []
    net.run()
    assert net.delivered == delivered


def test_two_clients_of_a_broken_table_do_not_talk_for_ever() -> None:
    """One knows of a fault, and of messages that it will never judge; the other knows more."""
    net = running(3)
    bad = Message(
        net.charter.table,
        1,
        net.session(0).log.counts()[1],
        NO_HASH,
        net.session(0).log.heads(1),
        net.session(0).replica.step,
        net.session(0).replica.digest,
        (Part(net.session(0).replica.step, Kind.STANDING, ("never",)),),
    )
    far = Message(
        net.charter.table,
        2,
        net.session(0).log.counts()[2] + 3,
        NO_HASH,
        (Head(500, bytes(32)), None, None),
        0,
        NO_HASH,
        (Part(0, Kind.STANDING, ("never",)),),
    )
    for message in (far, bad):
        body = message.encode()
        signature = person(message.seat).sign(MESSAGE_LABEL + net.charter.table, body)
        frame = Messages((Signed(body, signature),)).encode()
        net.do(0, lambda s, f=frame: s.receive(person(1).key, f, net.now))  # type: ignore[misc]
    net.run()  # raises if the network does not come to rest
    assert net.session(0).fault is not None
    assert net.session(2).fault is not None


def test_a_spectator_decides_nothing() -> None:
    net = running()
    watcher = net.spectator("Watcher")
    net.start(watcher)
    net.link(0, watcher)
    net.settle()
    session = net.session(watcher)
    assert session.log.counts() == net.session(0).log.counts()
    assert session.knowledge().faces == {}
    acts: tuple[Callable[[], object], ...] = (
        lambda: session.decide(3, True, net.now),
        lambda: session.pass_until(["round"], net.now),
        lambda: session.concede(net.now),
    )
    for act in acts:
        with pytest.raises(LocalError):
            act()


def test_a_question_that_is_no_longer_open_is_refused_and_changes_nothing() -> None:
    net = running(2)
    seat = owing(net)
    session = net.session(seat)
    prompt = session.prompt()
    assert prompt is not None
    before = session.log.counts()
    for step, decision in (
        (prompt.step + 1, Answer()),
        (prompt.step - 1, Answer()),
        (prompt.step, Answer(cards=(CardId(9999),))),
        (prompt.step, True if not prompt.claiming else Answer()),
    ):
        with pytest.raises(BadMove):
            session.decide(step, decision, net.now)
    assert session.prompt() == prompt
    assert session.log.counts() == before
    with pytest.raises(BadMove):
        net.session(1 - seat).decide(prompt.step, Answer(), net.now)


# Message delays (design, section 8)


DELAYS = {
    "nothing": 1,
    "own card": 1,
    "own cards": 1,
    "draw for seat 0": 1,
    "draws all round": 1,
    "gift to seat 1": 1,
    "gift to seat 2": 1,
    "card put back": 1,
    "card put back and drawn": 1,
    "deck card": 2,
    "two deck cards": 3,
    "draw for seat 1": 2,  # what a seat is to read before it is asked
    "window": 2,
    "own card and window": 2,
    "two windows": 3,
    "answers in order": 2,  # of any number of seats, when nobody has one
    "nothing fits": 2,
    "throw": 2,
}


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("what", DELAYS)
def test_message_delays_from_one_question_to_the_next(what: str, seats: int) -> None:
    assert from_question_to_question(what, seats) == DELAYS[what]


@pytest.mark.parametrize("what", ["window", "answers in order", "nothing fits"])
def test_what_a_client_may_say_by_itself_leaves_after_the_response_delay(what: str) -> None:
    undo = register(relay.make)
    try:
        net = table_of(
            3,
            game="relay",
            options={"what": what},
            response_delay_ms=800,
            delay=lambda source, target: 0.1,
        )
        for node in net.nodes:
            node.bot = First()
        net.start_all()
        net.run(net.finished)
        assert_ended_well(net)
    finally:
        undo()
    asked = min(net.nodes[0].answered_at.values())
    assert max(net.nodes[1].answered_at.values()) - asked == pytest.approx(0.1 + 0.8 + 0.1)


def bluffing(byte: int, response_delay_ms: int) -> SimNet:
    """A table whose seat 2 is asked in order, with others, and has nothing that fits."""
    undo = register(relay.make)
    try:
        net = table_of(
            3,
            game="relay",
            options={"what": "nothing fits in order"},
            response_delay_ms=response_delay_ms,
            delay=lambda source, target: 0.1,
        )
        for node in net.nodes:
            node.bot = First()
        net.start_all()
        for session in net.sessions():
            assert session._author is not None
            session._author.person._entropy = lambda count: bytes([byte]) * count
        net.run(net.finished)
        assert_ended_well(net)
    finally:
        undo()
    return net


@pytest.mark.parametrize(
    ("byte", "response_delay_ms", "claims"), [(4, 300, True), (5, 300, False), (4, 0, False)]
)
def test_a_client_claims_now_and_then_where_nothing_fits(
    byte: int, response_delay_ms: int, claims: bool
) -> None:
    """SKD-32: and then it passes when its turn comes, without its person being asked anything."""
    net = bluffing(byte, response_delay_ms)
    said = [
        part.payload
        for signed in net.session(0).log.order
        for part in signed.message.parts
        if part.kind is Kind.CLAIM and signed.message.seat == 2
    ]
    assert said == [claims]
    assert net.nodes[2].asked == []


def test_nobody_is_asked_what_is_answered_for_it_while_the_delay_runs() -> None:
    net = bluffing(4, 300)
    ends = [node.asked for node in net.nodes]
    assert [len(asked) for asked in ends] == [1, 1, 0]  # the first and the last question


# Bounds


def hostile(net: SimNet) -> list[bytes]:
    """Frames of a member that wants to fill our memory."""
    table = net.charter.table
    frames = []
    for number in range(400):
        message = Message(
            table,
            1,
            1000 + number * 7,
            NO_HASH,
            (Head(number, bytes(32)), None, None),
            0,
            NO_HASH,
            (Part(0, Kind.STANDING, bytes(10_000)),),
        )
        body = message.encode()
        signed = Signed(body, person(1).sign(MESSAGE_LABEL + table, body))
        frames.append(Messages((signed,)).encode())
    frames += [Have((1 << 20,) * 3, (15,) * 4000).encode()] * 20
    frames += [asking(table, 1, (Head(n, bytes(32)), None, None)).encode() for n in range(50)]
    frames += [ResyncRequest(Signed(bytes(500), bytes(64))).encode()] * 50
    frames += [ResyncReply(Signed(bytes(1000), bytes(64))).encode()] * 20
    frames += [b"\x93\x11" + b"\x91" * 1000, b"\xdd" + b"\xff" * 4, bytes(100_000)]
    return frames


def test_hostile_frames_do_not_fill_the_memory() -> None:
    net = running()
    session = net.session(0)
    commits = net.nodes[0].store.messages()
    for frame in hostile(net):
        session.receive(person(1).key, frame, net.now)
    assert session.log.count_waiting() <= 17
    assert net.nodes[0].store.messages() == commits
    assert len(session.peers) == 2
    for frame in hostile(net):
        answers = session.receive(person(1).key, frame, net.now)
        assert sum(len(effect.frame) for effect in answers if isinstance(effect, Send)) < 1 << 20
    assert session.log.count_waiting() <= 17
    assert session.fault is None


def test_a_game_keeps_no_more_tasks_than_are_owed() -> None:
    net = table_of(3)
    net.start_all()
    most = 0
    while not net.finished() and net.step():
        most = max(most, *(len(s.replica._obligations.tasks) for s in net.sessions()))
    assert most < 20


# Secrets


def test_no_secret_shows_anywhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    net = table_of(3)
    seen: list[str] = []
    net.start_all()
    hidden: dict[int, set[str]] = {seat: set() for seat in range(3)}
    while not net.finished() and net.step():
        for seat in range(3):
            session = net.session(seat)
            author = session._author
            assert author is not None
            secrets = author._secrets
            hidden[seat] |= {
                secrets.card.secret.encode().hex(),
                secrets.chance.secret.encode().hex(),
                str(int.from_bytes(secrets.card.secret.encode(), "little")),
                repr(secrets.card.secret.encode()),
                secrets.secret._key.hex(),
                repr(secrets.secret._key),
            }
            seed = net.nodes[seat].store.note(SEED)
            hidden[seat] |= {seed.hex(), repr(seed)} if seed else set()
            if net.delivered % 9 == 0:
                seen += [
                    repr(thing)
                    for thing in (
                        session,
                        author,
                        secrets,
                        secrets.secret,
                        secrets.card,
                        session.replica,
                        session.replica.keys,
                        session.replica.dealer,
                        session.prompt(),
                        session.waiting_for(),
                        session.ending(),
                        session.peers,
                        session.log,
                        session.log.order[-3:],
                        [s.message for s in session.log.order[-3:]],
                        list(session.replica._obligations.tasks.values()),
                        session._keeper.store,
                        session._keeper.store.messages()[-3:],
                        net.charter,
                    )
                ]
                seen += errors(session, net.now)
    assert_ended_well(net)
    text = "\n".join([*seen, caplog.text])
    assert len(seen) > 1000
    for values in hidden.values():
        for value in values:
            assert value not in text


def errors(session: Session, now: float) -> list[str]:
    """What somebody gets to read who makes mistakes."""
    texts = []
    acts: tuple[Callable[[], object], ...] = (
        lambda: session.decide(1, True, now),
        lambda: session.decide(session.replica.step, Answer(cards=(CardId(77),)), now),
        lambda: session.receive(person(1).key, b"rubbish", now),
    )
    for act in acts:
        try:
            texts.append(repr(act()))
        except (BadMove, LocalError) as error:
            texts.append(repr(error))
    return texts


def test_public_objects_know_no_face_that_is_not_open() -> None:
    """What one seat knows is in its author alone: its replica is like a spectator's."""
    net = running(3)
    watcher = net.spectator("Watcher")
    net.start(watcher)
    net.link(0, watcher)
    net.settle()
    assert any(net.session(seat).knowledge().faces for seat in range(3))
    dealer = net.session(watcher).replica.dealer
    assert dealer is not None
    for seat in range(3):
        other = net.session(seat).replica.dealer
        assert other is not None
        table, public = other.table, dealer.table
        assert {c for z in table.zones.values() for c in z.cards if table.is_open(c)} == {
            c for z in public.zones.values() for c in z.cards if public.is_open(c)
        }
    assert dealer._read == {}


def test_a_session_that_is_dropped_is_gone() -> None:
    net = running(2)
    session = weakref.ref(net.session(0))
    net.kill(0)
    gc.collect()
    assert session() is None
