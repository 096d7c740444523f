"""A client killed at any commit goes on without having said two different things."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from p2p.session.keeper import UNPLACED
from p2p.session.seed_keeper import SEED
from p2p.store import StoredMessage
from p2p.wire.message import Kind
from simulation.network import SimNet, assert_ended_well, copied, table_of


def assert_one_version_each(net: SimNet) -> None:
    """No store holds two messages of one seat and number, and no two stores differ in one."""
    seen: dict[tuple[int, int], bytes] = {}
    for node in net.nodes:
        for kept in node.store.messages():
            if kept.seq < UNPLACED:  # else a statement, and of these there are many
                assert seen.setdefault((kept.author, kept.seq), kept.hash) == kept.hash


def game_of(seats: int) -> SimNet:
    """The game that is played here. Two seats say less a round, so they play two."""
    return table_of(seats, options={"rounds": 4 - seats})


def commits_of(seats: int, seat: int) -> int:
    """How many commits one seat makes in the game that is played here."""
    net = game_of(seats)
    count = 0
    commit = net.nodes[seat].store.commit

    def counted(
        messages: Sequence[StoredMessage], notes: Mapping[str, bytes] | None = None
    ) -> None:
        nonlocal count
        count += 1
        commit(messages, notes)

    net.nodes[seat].store.commit = counted  # type: ignore[method-assign]
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    return count


def play_with_a_kill(seats: int, seat: int, at: int, *, kept: bool) -> SimNet:
    """One game in which `seat` dies in its `at`-th commit and comes back by itself."""
    net = game_of(seats)
    node = net.nodes[seat]
    node.revives = True
    node.store.crash_at(at, kept=kept)
    net.start_all()
    net.run(net.finished)
    assert node.crashes == 1, "the kill never came"
    assert_ended_well(net)
    assert_one_version_each(net)
    assert all(node.store.note(SEED) is None for node in net.nodes)
    return net


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_kill_at_every_commit_of_a_small_game(seat: int, kept: bool) -> None:
    # Bots decide anew after a kill, so the game may take another course; the first part of it,
    # up to the kill, is the same.
    total = commits_of(2, seat)
    assert total > 20
    for at in range(1, total + 1):
        play_with_a_kill(2, seat, at, kept=kept)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_kill_at_some_commits_of_a_larger_game(seat: int) -> None:
    total = commits_of(3, seat)
    for at in range(1 + seat, total + 1, 3):
        play_with_a_kill(3, seat, at, kept=bool(at % 2))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_kill_between_two_frames_loses_nothing_that_was_built_upon(seats: int) -> None:
    """What was heard may wait in memory for the next commit, so it may be lost with it."""
    whole = game_of(seats)
    whole.start_all()
    whole.run(whole.finished)
    lost = 0
    for at in range(1, whole.delivered, 1 if seats == 2 else 6):
        net = game_of(seats)
        net.start_all()
        net.run(lambda net=net, at=at: net.delivered == at)  # type: ignore[misc]
        seat = at % seats
        held = len(net.session(seat).log.order)
        net.restart(seat)
        lost += held > len(net.session(seat).log.order)
        net.run(net.finished)
        assert_ended_well(net)
        assert_one_version_each(net)
    assert lost > 3


@pytest.mark.soak
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_kill_at_every_commit_of_a_larger_game(seat: int, kept: bool) -> None:
    for at in range(1, commits_of(3, seat) + 1):
        play_with_a_kill(3, seat, at, kept=kept)


@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_killed_again_and_again(seed: int) -> None:
    rng = random.Random(seed)
    net = table_of(3, seed=seed)
    net.start_all()
    while not net.finished():
        if rng.random() < 0.04:
            net.restart(rng.randrange(3))
        assert net.step()
    assert_ended_well(net)
    assert_one_version_each(net)


def test_all_are_killed_at_once() -> None:
    net = table_of(3)
    net.start_all()
    for _ in range(40):
        net.step()
    for number in range(3):
        net.kill(number)
    net.start_all()
    net.run(net.finished)
    assert_ended_well(net)
    assert_one_version_each(net)


@pytest.mark.parametrize("age", [1, 2, 5, 10, 25])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_older_copy_of_the_store_fetches_its_own_messages_first(seat: int, age: int) -> None:
    net = table_of(2 + age % 2)
    node = net.nodes[seat]
    net.start_all()
    copies = []
    for _ in range(45):
        copies.append(copied(node.store))
        net.step()
    older = copies[-1 - age]
    mine = len(net.session(seat).log.chains[seat].good)
    net.kill(seat)
    node.store = older
    net.start(seat)
    assert len(net.session(seat).log.chains[seat].good) <= mine
    for other in range(len(net.nodes)):
        net.link(seat, other)
    net.run(net.finished)
    assert_ended_well(net)
    assert_one_version_each(net)


def test_a_copy_from_before_the_first_message_says_nothing_new() -> None:
    net = table_of(2)
    before = copied(net.nodes[1].store)
    net.start_all()
    net.run(lambda: len(net.session(1).log.chains[1].good) == 4)
    net.kill(1)
    net.nodes[1].store = before
    net.start(1)
    assert net.session(1).log.chains[1].good == []
    net.link(0, 1)
    net.run(net.finished)
    assert_ended_well(net)
    assert_one_version_each(net)


def test_a_copy_from_before_a_commitment_finds_what_it_committed_to() -> None:
    """The note of the chosen answer is lost with the newer store; the commitment is in the log."""
    for seat in (0, 1):
        net = table_of(2)
        node = net.nodes[seat]
        net.start_all()
        net.nodes[1 - seat].plays = False
        older = copied(node.store)

        def committed(net: SimNet = net, seat: int = seat) -> bool:
            good = net.session(seat).log.chains[seat].good
            return any(p.kind is Kind.COMMIT for s in good for p in s.message.parts)

        while not committed():
            older = copied(node.store)
            assert net.step()
        net.settle()
        net.kill(seat)
        node.store = older
        net.start(seat)
        net.link(0, 1)
        net.nodes[1 - seat].plays = True
        net.run(net.finished)
        assert_ended_well(net)
        assert_one_version_each(net)


def test_a_concession_is_kept_through_a_kill() -> None:
    net = table_of(3)
    net.start_all()
    net.run(lambda: net.session(0).started)
    net.do(1, lambda s: s.concede(net.now))
    assert net.session(1).conceding
    net.restart(1)
    net.run(net.finished)
    assert_ended_well(net)
    assert 1 in net.session(0).replica.left


def test_a_kill_between_the_last_closing_and_the_erasing_of_the_seed() -> None:
    net = table_of(2)
    net.start_all()
    store = net.nodes[0].store
    store.erase = lambda key: None  # type: ignore[method-assign]
    net.run(net.finished)
    assert store.note(SEED) is not None
    net.restart(0)
    assert net.nodes[0].store.note(SEED) is None
