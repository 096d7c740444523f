"""Whole games over the simulated network: every shape of it, people who leave, spectators."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from p2p.replica.replica import Replica
from p2p.session.frames import Have, decode
from p2p.wire.charter import Charter
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, passing, table_of
from tests.p2p.fog_tables import flown, moths

SHAPES: dict[str, Callable[[int], list[tuple[int, int]]]] = {
    "mesh": lambda n: list(itertools.combinations(range(n), 2)),
    "line": lambda n: [(i, i + 1) for i in range(n - 1)],
    "star": lambda n: [(0, i) for i in range(1, n)],
    "ring": lambda n: sorted({(min(i, (i + 1) % n), max(i, (i + 1) % n)) for i in range(n)}),
}


def play(net: SimNet, rng: random.Random, quitters: dict[int, int] | None = None) -> None:
    """Run to the end; `quitters` concede after so many events."""
    waiting = dict(quitters or {})
    for count in itertools.count():
        for seat, at in list(waiting.items()):
            if count >= at and net.session(seat).ending() is None:
                net.do(seat, lambda s: s.concede(net.now))
                del waiting[seat]
        if net.finished() or not net.step():
            return


def replayed(net: SimNet) -> bytes:
    """The digest that a copy fed with the log of seat 0 comes to."""
    charter: Charter = net.charter
    game = charter.draft.make_game()
    replica = Replica(charter.table, game, charter.seats, dict(charter.draft.options))
    for signed in net.session(0).log.order:
        replica.judge(signed.message)
    return replica.digest


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_ends_whoever_can_reach_whom(shape: str, seats: int) -> None:
    net = table_of(seats, seed=seats)
    net.start_all(SHAPES[shape](seats))
    net.run(net.finished)
    assert_ended_well(net)
    assert set(net.session(0).replica.closed) == set(range(seats))
    assert replayed(net) == net.session(0).replica.digest


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_people_leave_at_any_moment(seats: int, seed: int) -> None:
    rng = random.Random(f"leave {seats} {seed}")
    net = table_of(seats, seed=seed, options={"rounds": 2})
    net.start_all(SHAPES[rng.choice(list(SHAPES))](seats))
    leavers = rng.sample(range(seats), rng.randrange(1, seats))
    play(net, rng, {seat: rng.randrange(5, 400) for seat in leavers})
    assert_ended_well(net)
    assert replayed(net) == net.session(0).replica.digest


@pytest.mark.parametrize("moment", [1, 30, 60, 90, 120, 150, 200, 250, 300])
def test_several_leave_at_the_same_moment(moment: int) -> None:
    net = table_of(4, seed=moment)
    net.start_all()
    play(net, net.random, dict.fromkeys((1, 2, 3), moment))
    assert_ended_well(net)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_one_at_the_table_wins(seats: int) -> None:
    net = table_of(seats)
    net.start_all()
    play(net, net.random, dict.fromkeys(range(1, seats), 0))
    assert_ended_well(net)
    ending = net.session(0).ending()
    assert ending is not None
    assert ending.outcome is not None
    assert ending.outcome.winners == (0,)
    assert ending.closers == (0,)
    assert sorted(net.session(0).replica.left) == list(range(1, seats))


@pytest.mark.parametrize("seed", range(6))
def test_links_break_and_come_back(seed: int) -> None:
    rng = random.Random(seed)
    net = table_of(3, seed=seed)
    net.start_all()
    broken: list[tuple[int, int]] = []
    while not net.finished():
        if rng.random() < 0.1:
            pair = rng.choice([(0, 1), (0, 2), (1, 2)])
            net.cut(*pair)
            broken.append(pair)
        if broken and rng.random() < 0.2:
            net.link(*broken.pop())
        if not net.step():
            assert broken, "the network rests while all links stand"
            net.link(*broken.pop())
    for pair in broken:
        net.link(*pair)
    net.settle()
    assert_ended_well(net)


def test_a_seat_that_was_away_the_whole_time_catches_up() -> None:
    net = table_of(3)
    net.start_all([(0, 1)])
    net.run()
    assert {d.seat for d in net.session(0).waiting_for()} == {2}
    net.link(1, 2)
    net.run(net.finished)
    assert_ended_well(net)


def test_standing_passes_at_any_moment_fit_in() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        net = table_of(3, seed=seed)
        net.start_all()
        posted = 0
        while not net.finished() and net.step():
            seat = rng.randrange(3)
            if rng.random() < 0.1 and net.session(seat).ending() is None:
                event = rng.choice(["round", "turn of 0", "turn of 1", "never"])
                net.do(seat, passing(event, net.now))
                posted += 1
        assert posted
        assert_ended_well(net)
        assert replayed(net) == net.session(0).replica.digest


def test_a_standing_pass_answers_before_it_is_asked() -> None:
    net = table_of(2, seed=3)
    net.start_all()
    net.run(lambda: net.session(1).started)
    net.nodes[1].plays = False
    net.do(1, lambda s: s.pass_until(["never"], net.now))
    net.run(lambda: net.session(1).prompt() is not None)
    prompts = []
    net.nodes[1].plays = True
    while not net.finished() and net.step():
        prompt = net.session(1).prompt()
        prompts += [prompt] if prompt else []
    assert_ended_well(net)
    assert prompts
    assert not any(p.claiming or p.choice.standing for p in prompts)


def test_a_spectator_sees_the_same_and_says_nothing() -> None:
    net = table_of(3)
    watcher = net.spectator("Watcher")
    net.start_all([(0, 1), (1, 2), (0, 2), (0, watcher)])
    sent: list[bytes] = []

    def noting(source: int, target: int, frame: bytes) -> bytes:
        if source == watcher:
            sent.append(frame)
        return frame

    net.filter = noting
    while not net.finished() and net.step():
        assert net.session(watcher).knowledge().faces == {}
        assert net.session(watcher).prompt() is None
    assert_ended_well(net)
    table = net.session(watcher).replica.engine.table
    assert table.log == net.session(0).replica.engine.table.log
    net.session(watcher).keep()  # as a client does when it closes, or within a second
    assert net.nodes[watcher].store.messages() != []
    assert sent
    assert all(isinstance(decode(frame), Have) for frame in sent)


def test_every_kind_of_part_is_used_by_the_games_here() -> None:
    used: set[Kind] = set()
    for seed in range(4):
        net = table_of(3, seed=seed)
        net.start_all()
        play(net, net.random, {2: 60} if seed % 2 else {})
        assert_ended_well(net)
        used |= {p.kind for s in net.session(0).log.order for p in s.message.parts}
    with moths():
        used |= {p.kind for s in flown(3).session(0).log.order for p in s.message.parts}
    assert used == set(Kind) - {Kind.STANDING, Kind.DENIAL}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_many_games_with_everything_at_once(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice([2, 3, 4])
    net = table_of(seats, seed=seed, options={"rounds": rng.choice([1, 2, 3])})
    net.start_all(SHAPES[rng.choice(list(SHAPES))](seats))
    quitters = {s: rng.randrange(5, 500) for s in range(seats) if rng.random() < 0.3}
    count = 0
    while not net.finished():
        count += 1
        for seat, at in list(quitters.items()):
            if count >= at and net.session(seat).ending() is None:
                net.do(seat, lambda s: s.concede(net.now))
                del quitters[seat]
        if rng.random() < 0.02:
            net.restart(rng.randrange(seats))
        if rng.random() < 0.02:
            seat = rng.randrange(seats)
            if net.session(seat).ending() is None:
                net.do(seat, lambda s: s.pass_until(["round"], net.now))
        if not net.step():
            break
    assert_ended_well(net)
