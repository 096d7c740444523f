"""The runner: work in order, alarms, and errors that reach the front end as one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from games import registry
from p2p.client.play.inbox import SHARES
from p2p.client.play.session_runner import Callbacks, Runner
from p2p.client.play.snapshot import Snapshot
from p2p.errors import LobbyError, LocalError, StoreError
from p2p.net.links.admission import Precedence
from p2p.session.effects import Changed, Drop, Effects, Send
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from simulation.memory_store import MemoryStore
from simulation.tables import bytes_of, charter_of, entropy_of, person

PATIENCE = 20


class Ears:
    """Everything that a runner lets out."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, bytes]] = []
        self.dropped: list[bytes] = []
        self.flooded: list[bytes] = []
        self.shown: list[Snapshot] = []
        self.failed: list[Exception] = []
        self.bell = asyncio.Event()
        self.callbacks = Callbacks(
            lambda peer, frame: self.sent.append((peer, frame)),
            self.dropped.append,
            self.flooded.append,
            self._show,
            self._fail,
        )

    def _show(self, snapshot: Snapshot) -> None:
        self.shown.append(snapshot)
        self.bell.set()

    def _fail(self, error: Exception) -> None:
        self.failed.append(error)
        self.bell.set()

    async def ring(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.bell.wait()
        self.bell.clear()


def session() -> Session:
    people = [person(n) for n in range(2)]
    charter = charter_of(registry.make("inheritance"), people)
    store = MemoryStore()
    store.put_note(SEED, bytes_of("seed"))
    return Session(charter, store, seat=0, sign=people[0].sign, entropy=entropy_of("runner"))


@pytest.fixture
async def ears() -> Ears:
    return Ears()


@pytest.fixture
async def runner(ears: Ears) -> AsyncIterator[Runner]:
    made = Runner(None, ears.callbacks)
    made.run(session())
    yield made
    await made.close(lambda: None)


async def test_effects_come_out_in_order_and_a_change_is_shown(runner: Runner, ears: Ears) -> None:
    effects: Effects = [Send(b"a", b"1"), Drop(b"c", "nonsense"), Send(b"a", b"2"), Changed()]
    await runner.act(lambda _: effects)
    assert ears.sent == [(b"a", b"1"), (b"a", b"2")]
    assert ears.dropped == [b"c"]
    assert len(ears.shown) == 1


async def test_without_a_change_nothing_is_shown(runner: Runner, ears: Ears) -> None:
    await runner.act(lambda _: [Send(b"a", b"1")])
    assert not ears.shown


async def test_work_is_done_in_the_order_in_which_it_was_handed_over(
    runner: Runner, ears: Ears
) -> None:
    done: list[int] = []

    def note(number: int) -> Effects:
        done.append(number)
        return [Changed()] if number == 50 else []

    for number in range(51):
        runner.submit(lambda _, n=number: note(n))  # type: ignore[misc]
    await ears.ring()
    assert done == list(range(51))


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (StoreError("the disk is full"), "the disk is full"),
        (ZeroDivisionError("oops"), "Crownless made a mistake; start it again to go on"),
    ],
)
async def test_what_goes_wrong_is_one_sentence(
    runner: Runner, ears: Ears, error: Exception, says: str
) -> None:
    def fail(_: Session) -> Effects:
        raise error

    runner.submit(fail)
    await ears.ring()
    assert [str(one) for one in ears.failed] == [says]
    assert isinstance(ears.failed[0], LocalError)


async def test_an_alarm_is_a_tick(runner: Runner, ears: Ears) -> None:
    assert runner.session is not None
    ticks: list[float] = []
    runner.session.wake_at = lambda: None if ticks else 0.0  # type: ignore[method-assign]

    def tick(now: float) -> Effects:
        ticks.append(now)
        return [Changed()]

    runner.session.tick = tick  # type: ignore[method-assign]
    await runner.act(lambda _: [])
    await ears.ring()
    assert len(ticks) == 1


async def test_before_the_game_there_is_nothing_to_do(ears: Ears) -> None:
    idle = Runner(None, ears.callbacks)
    with pytest.raises(LobbyError, match="has not begun"):
        await idle.act(lambda _: [])
    await idle.close(lambda: None)


async def test_after_the_end_nothing_more_is_done(ears: Ears) -> None:
    made = Runner(None, ears.callbacks)
    made.run(session())
    closed: list[bool] = []
    await made.close(lambda: closed.append(True))
    await made.act(lambda _: [Send(b"a", b"1")])
    assert closed == [True]
    assert not ears.sent


async def test_what_links_bring_is_done_in_turns_and_a_full_link_is_held(ears: Ears) -> None:
    """Frames used to queue for the thread without a bound."""
    held: list[tuple[bytes, bool]] = []
    runner = Runner(None, ears.callbacks, hold=lambda key, on: held.append((key, on)))
    runner.run(session())
    done: list[bytes] = []

    def note(key: bytes) -> Effects:
        done.append(key)
        return [Changed()] if len(done) == 202 else []

    share = SHARES[Precedence.MEMBER]
    taken = [runner.from_link(b"a", lambda _: note(b"a"), 100) for _ in range(5 * share.frames)]
    assert sum(taken) == 2 * share.frames
    assert held[0] == (b"a", True)
    runner.from_link(b"b", lambda _: note(b"b"), 100)
    while len(done) < 2 * share.frames + 1:
        await runner.call(lambda: None)
        await asyncio.sleep(0)
    assert done.index(b"b") == 1  # it did not wait for all of the other
    assert held[-1] == (b"a", False)
    await runner.close(lambda: None)


async def test_a_flood_is_told_apart_from_nonsense(runner: Runner, ears: Ears) -> None:
    await runner.act(lambda _: [Drop(b"a", "nonsense"), Drop(b"b", "too much", flood=True)])
    assert ears.dropped == [b"a"]
    assert ears.flooded == [b"b"]


async def test_what_goes_wrong_with_one_frame_does_not_stop_the_next(
    runner: Runner, ears: Ears
) -> None:
    def fail(_: Session) -> Effects:
        raise StoreError("the disk is full")

    runner.from_link(b"a", fail, 1)
    await ears.ring()
    runner.from_link(b"a", lambda _: [Changed()], 1)
    await ears.ring()
    assert len(ears.shown) == 1
