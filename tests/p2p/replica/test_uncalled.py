"""What seats say of their own: standing passes, exchanges that may be denied, and concessions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crypto.elgamal import decrypt
from games import registry
from games.engine.private import SIGHT, Exchange
from games.engine.values import Seat
from p2p.errors import CodecError
from p2p.replica.chance_task import ChanceTask
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.fog_state import Fog
from p2p.replica.part_checks import Trust
from p2p.replica.replica import Replica
from p2p.replica.task import Reach
from p2p.replica.uncalled import (
    MAX_STANDING,
    ConcessionBundle,
    Denials,
    StandingPass,
    StandingPasses,
    handover,
    read_events,
)
from p2p.session.frames import Messages, decode
from p2p.wire.codec import Value
from p2p.wire.message import Kind, Part
from simulation.network import SimNet, assert_ended_well, table_of
from simulation.tables import charter_of, person, register
from tests.games.moths import LIMITS
from tests.p2p.jays import YES, Jays

ZERO = (0, 0)


def standing(*events: tuple[str, int]) -> StandingPasses:
    """A table at which each of these events happened at that step."""
    table = StandingPasses()
    counts: dict[str, int] = {}
    for name, step in events:
        counts[name] = counts.get(name, 0) + 1
        table.follow(counts, step)
    return table


@pytest.mark.parametrize(
    ("posted", "events", "asked", "answers"),
    [
        (5, [], 5, True),
        (5, [], 9, True),
        (5, [], 4, False),
        (5, [("round", 5)], 5, True),
        (5, [("round", 3)], 6, True),
        (5, [("round", 6)], 6, False),
        (5, [("round", 7)], 6, True),
        (5, [("round", 7)], 8, False),
        (5, [("other", 6)], 9, True),
        (5, [("round", 3), ("round", 8)], 7, True),
        (5, [("round", 3), ("round", 8)], 9, False),
    ],
)
def test_a_pass_counts_from_its_step_to_its_event(
    posted: int, events: list[tuple[str, int]], asked: int, answers: bool
) -> None:
    table = standing(*events)
    word = StandingPass(1, posted, ("round",), ZERO)
    table.post(word)
    assert table.find(1, asked) == (word if answers else None)
    assert table.find(0, asked) is None


def test_no_pass_is_from_before_the_last_one_of_its_seat() -> None:
    table = StandingPasses()
    table.post(StandingPass(1, 7, ("round",), ZERO))
    assert not table.allows(1, 6, ("other",))
    assert table.allows(1, 7, ("other",))
    assert table.allows(1, 8, ("other",))
    assert table.allows(0, 6, ("other",))


def test_an_event_is_counted_once_however_often_it_is_followed() -> None:
    table = StandingPasses()
    table.post(StandingPass(0, 4, ("round",), ZERO))
    for step in (2, 5, 6):
        table.follow({"round": 1}, step)
    assert table.find(0, 7) is not None
    table.follow({"round": 2}, 8)
    assert table.find(0, 7) is not None
    assert table.find(0, 8) is None


def test_a_pass_after_another_has_ended_counts() -> None:
    table = standing(("round", 6))
    old, new = StandingPass(0, 4, ("round",), ZERO), StandingPass(0, 6, ("round",), ZERO)
    table.post(old)
    table.post(new)
    assert table.find(0, 5) == old
    assert table.find(0, 7) == new


def test_passes_are_answered_alike_however_late_they_come() -> None:
    early, late = standing(("round", 6)), StandingPasses()
    word = StandingPass(0, 4, ("round",), ZERO)
    early.post(word)
    late.post(word)
    late.follow({"round": 1}, 6)
    assert [early.find(0, step) for step in range(9)] == [late.find(0, step) for step in range(9)]


def test_nobody_can_fill_the_log_with_passes() -> None:
    table = StandingPasses()
    for number in range(MAX_STANDING):
        assert table.allows(0, 4, (f"event {number}",))
        table.post(StandingPass(0, 4, (f"event {number}",), ZERO))
        assert not table.allows(0, 4, (f"event {number}",))
    assert not table.allows(0, 4, ("one more",))
    assert not table.allows(0, 9, ("one more",))
    assert table.allows(1, 4, ("one more",))
    table.follow({"event 0": 1}, 6)
    assert table.allows(0, 6, ("one more",))
    assert not table.allows(0, 5, ("one more",))


def test_it_tells_until_which_events_a_seat_passes() -> None:
    table = standing(("round", 6))
    table.post(StandingPass(0, 4, ("round",), ZERO))
    table.post(StandingPass(0, 4, ("turn",), ZERO))
    assert table.until(0, 5) == (("round",), ("turn",))
    assert table.until(0, 7) == (("turn",),)
    assert table.until(1, 5) == ()


def test_a_pass_ends_at_the_first_of_its_events() -> None:
    word = StandingPass(0, 4, ("round", "turn"), ZERO)
    for events, ends in (([("turn", 6)], 6), ([("round", 7), ("turn", 9)], 7), ([], None)):
        table = standing(*events)
        table.post(word)
        stands = [step for step in range(4, 11) if table.find(0, step) is not None]
        assert stands == list(range(4, ends or 11))


def test_the_same_set_stands_once_a_part_of_it_may_stand_beside_it() -> None:
    table = StandingPasses()
    table.post(StandingPass(0, 4, ("round", "turn"), ZERO))
    assert not table.allows(0, 5, ("round", "turn"))
    assert table.allows(0, 5, ("round",))


LONG = "é" * 32  # 64 bytes


@pytest.mark.parametrize(
    "payload",
    [("a",), ("a", "b"), ("B", "a"), (LONG,), tuple(f"{number:02}" for number in range(16))],
)
def test_a_set_of_events_is_read(payload: tuple[str, ...]) -> None:
    assert read_events(payload) == payload


@pytest.mark.parametrize(
    "payload",
    [
        (),
        "a",
        7,
        (7,),
        (("a",),),
        (b"a",),
        ("b", "a"),
        ("a", "a"),
        ("a", "c", "b"),
        (LONG + "e",),
        tuple(f"{number:02}" for number in range(17)),
    ],
)
def test_what_is_no_set_of_events_is_refused(payload: Value) -> None:
    with pytest.raises(CodecError):
        read_events(payload)


SEATS = (Seat(0), Seat(1), Seat(2))


def exchange(number: int) -> SightTask:
    reach = Reach(bytes(32), number, (0, 0, 0))
    return SightTask(reach, exchange=Exchange(SIGHT, SEATS, 1, LIMITS), fog=Fog())


def test_a_seat_may_speak_of_it_until_it_goes_on() -> None:
    denials, first, second = Denials(), exchange(4), exchange(7)
    denials.add(first)
    assert denials.find(0, 4) is first
    assert denials.find(0, 7) is None
    denials.go_on(0, 4, SEATS)  # what it says at the step itself does not count
    assert denials.find(0, 4) is first
    denials.add(second)
    denials.go_on(0, 5, SEATS)
    assert denials.find(0, 4) is None
    assert denials.find(1, 4) is first
    assert list(denials.open_to(0)) == [second]
    assert list(denials.open_to(1)) == [first, second]


def test_it_is_let_go_when_all_have_gone_on() -> None:
    denials = Denials()
    denials.add(exchange(4))
    for seat in (0, 2):
        denials.go_on(seat, 6, SEATS)
    assert denials.exchanges
    denials.go_on(1, 6, SEATS)
    assert not denials.exchanges
    denials.add(exchange(8))
    denials.go_on(0, 9, (0, 1))  # the third has left meanwhile
    denials.go_on(1, 9, (0, 1))
    assert not denials.exchanges


@pytest.fixture(autouse=True)
def jays() -> Iterator[None]:
    undo = register(Jays)
    yield
    undo()


def table_of_jays() -> SimNet:
    people = [person(n) for n in range(3)]
    net = SimNet(charter_of(registry.make("jays"), people), people)
    net.start_all()
    return net


def at_the_question(net: SimNet) -> None:
    """Play on until the second jay is asked, and let it wait."""
    for node in net.nodes:
        node.plays = False
    net.run(lambda: net.session(1).prompt() is not None)
    net.run(lambda: net.session(0).knowledge().faces != {})


def test_a_leaver_hides_what_it_peeked_at_from_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its turn of a shuffle, the cards that it alone has read go on under the others' key."""
    net = table_of_jays()
    at_the_question(net)
    stages = []
    apply = Replica._concede

    def spy(self: Replica, *given: object) -> None:
        apply(self, *given)  # type: ignore[arg-type]
        stages.append(self.waiting_task().stage)  # type: ignore[union-attr]

    monkeypatch.setattr(Replica, "_concede", spy)
    net.do(0, lambda s: s.concede(net.now))
    for node in net.nodes:
        node.plays = True
    net.run(net.finished)
    assert stages
    for stage in stages:
        for slot in stage:
            assert set(slot.layers) == {1, 2}
            assert set(slot.missing(None)) == {1, 2}, "nobody's share on it is known"
    assert all(session.fault is None for session in net.sessions())
    assert net.session(1).replica.left == [0]


def test_a_concession_may_rest_on_a_part_of_its_own_message() -> None:
    """The seat mixes its hand and leaves in one message, at a step that its mix belongs before."""
    net = table_of(3, game="inheritance")
    net.start_all()
    net.run(lambda: net.session(0).replica.step > 12)
    net.do(1, lambda s: s.concede(net.now))
    net.run(net.finished)
    assert_ended_well(net)
    last = net.session(0).log.chains[1].good[-1].message
    assert [part.kind for part in last.parts] == [Kind.MIX, Kind.CONCEDE]
    replica = Replica(
        net.charter.table, net.charter.draft.make_game(), 3, dict(net.charter.draft.options)
    )
    asked: list[int] = []

    def before(part: Part) -> None:
        over, task = replica.handover(1), replica.waiting_task()
        if part.kind is Kind.CONCEDE and over is not None and task is not None:
            start = replica._obligations.required_clock(task, 1)
            assert start is not None
            asked.append(over.required_clock(start)[1])

    for signed in net.session(0).log.order:
        replica.judge(signed.message, Trust.SETTLED, before)
    assert asked == [last.seq + 1], "it rests on the message that it is in"


def test_nothing_is_handed_to_a_key_that_hides_nothing() -> None:
    """If the keys of those who stay cancel out, the leaver gives its shares and leaves."""
    net = table_of_jays()
    at_the_question(net)
    net.do(1, lambda s: s.decide(s.prompt().step, YES.default, net.now))  # type: ignore[union-attr]
    replica = net.session(0).replica
    net.run(lambda: replica.step > 6 and replica.waiting_task() is not None)
    task, dealer = replica.waiting_task(), replica.dealer
    assert task is not None
    assert dealer is not None
    before = handover(dealer, replica.keys, task, 0, (0, 1, 2))
    replica.keys.card[2] = -replica.keys.card[1]
    after = handover(dealer, replica.keys, task, 0, (0, 1, 2))
    assert len(before.shares) + len(before.peeked) == len(after.shares)
    assert not after.peeked


def test_the_last_but_one_hands_nothing_over() -> None:
    """With it the game is over, so its shares would open cards that nobody needs."""
    net = table_of_jays()
    at_the_question(net)
    replica = net.session(0).replica
    task, dealer = replica.waiting_task(), replica.dealer
    assert task is not None
    assert dealer is not None
    assert handover(dealer, replica.keys, task, 0, (0, 1, 2)).shares
    assert handover(dealer, replica.keys, task, 0, (0, 1)) == ConcessionBundle(0, staying=())


def test_a_throw_waits_until_the_hand_is_mixed() -> None:
    """Else its owner could put its worst card where the throw points."""
    net = table_of_jays()
    order: list[Kind] = []
    for session in net.sessions():
        replica = session.replica
        take = replica.take

        def note(seat, part, clock, take=take, replica=replica):  # type: ignore[no-untyped-def]
            waiting = replica.waiting_task()
            if part.kind in (Kind.MIX, Kind.THROW):
                order.append(part.kind)
                if part.kind is Kind.THROW:
                    assert isinstance(waiting, ChanceTask)
                    assert all(mix.proven_clock() for mix in replica._obligations._mixes)
            take(seat, part, clock)

        replica.take = note  # type: ignore[method-assign]
    net.run(net.finished)
    assert net.finished()
    assert order[0] is Kind.MIX
    assert order.count(Kind.THROW) == 9


def test_without_the_mix_nobody_throws() -> None:
    net = table_of_jays()

    def hold_mixes(_source: int, _target: int, frame: bytes) -> bytes | None:
        read = decode(frame)
        parts = (
            [p for m in read.items for p in m.message.parts] if isinstance(read, Messages) else []
        )
        return None if any(part.kind is Kind.MIX for part in parts) else frame

    net.filter = hold_mixes
    ana = net.session(0).replica
    net.run(lambda: isinstance(ana.waiting_task(), ChanceTask))
    for _ in range(20):
        net.step()
    task = ana.waiting_task()
    assert isinstance(task, ChanceTask)
    assert ana._obligations.required_clock(task, 0) is None
    assert [
        obligation.ready for obligation in ana.obligations(0) if obligation.kind is Kind.THROW
    ] == [False]
    net.filter = lambda _source, _target, frame: frame
    for other in (0, 2):  # what a link swallowed comes over the next one
        net.cut(1, other)
        net.link(1, other)
    net.run(net.finished)
    assert net.finished()


def test_a_peeked_card_is_read_by_its_reader_alone() -> None:
    net = table_of_jays()
    at_the_question(net)
    ana, ben = net.session(0), net.session(1)
    assert ana._author is not None
    assert len(ana.knowledge().faces) == 2
    dealer = ben.replica.dealer
    assert dealer is not None
    for card in ana.knowledge().faces:
        slot = dealer.slot(card)
        assert slot.reader == 0
        assert slot.alone(1) is None
        alone = slot.alone(0)
        assert alone is not None
        face = dealer.face(decrypt(ana._author._secrets.card, alone))
        assert face == ana.knowledge().faces[card]


@pytest.mark.parametrize("leavers", [(0,), (0, 1), (0, 1, 2)])
def test_who_is_left_alone_during_a_shuffle_reads_no_card_of_it(leavers: tuple[int, ...]) -> None:
    """The last one shuffles alone, and the keys of those who left lie on the cards for good."""
    net = table_of(len(leavers) + 1, game="inheritance")
    net.start_all()
    for seat in leavers:
        net.nodes[seat].plays = False
        net.do(seat, lambda s: s.concede(net.now))
    net.run(net.finished)
    last = net.session(len(leavers))
    assert not last.knowledge().faces
    assert last.fault is None
    outcome = last.replica.engine.outcome
    assert outcome is not None
    assert outcome.winners == (len(leavers),)
