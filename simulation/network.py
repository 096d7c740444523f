"""A seeded network in memory: the session core unchanged, with delay, loss of links and crashes.

Time is virtual and stands still while anything can happen at the present moment. Frames on one
link arrive in order; links may differ in speed, be missing, or break and come back. A node can be
killed at any commit and started again from what its store then held: a store that was told to die
(`MemoryStore.crash_at`) kills its node, and with `revives` the node comes back with its links.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games import registry
from games.engine.bots import Bot, RandomBot
from p2p.session.autoplay import decision_of
from p2p.session.effects import Drop, Effect, Send
from p2p.session.seed_keeper import SEED
from p2p.session.session import Session
from p2p.wire.charter import Charter
from simulation.memory_store import MemoryStore, SimulatedCrash
from simulation.tables import Person, bytes_of, charter_of, entropy_of, person

MAX_EVENTS = 60_000


@dataclass
class Node:
    """One client: a person (or nobody, for a spectator), a store, and a session while it runs."""

    name: str
    key: bytes
    seat: int | None
    person: Person | None
    store: MemoryStore
    session: Session | None = None
    starts: int = 0
    bot: Bot = field(default_factory=RandomBot)
    plays: bool = True
    make: Callable[..., Session] = Session
    revives: bool = False
    crashes: int = 0
    asked: list[int] = field(default_factory=list)
    answered_at: dict[int, float] = field(default_factory=dict)


class SimNet:
    """A table of clients. `delay(source, target)` gives the time one frame takes."""

    def __init__(
        self,
        charter: Charter,
        people: list[Person],
        *,
        seed: int = 0,
        delay: Callable[[int, int], float] | None = None,
        seeds: object = "seed",
    ) -> None:
        self.charter = charter
        self.now = 0.0
        self.random = random.Random(seed)
        self.delay = delay or (lambda source, target: 0.01 + self.random.random() * 0.05)
        self.nodes = [
            Node(one.name, one.key, seat, one, MemoryStore()) for seat, one in enumerate(people)
        ]
        for node in self.nodes:
            node.store.put_note(SEED, bytes_of(seeds, node.name, charter.table))
        self.links: set[tuple[int, int]] = set()
        self.filter: Callable[[int, int, bytes], bytes | None] = lambda _s, _t, frame: frame
        self.delivered = 0
        self.dropped: list[tuple[int, Drop]] = []
        self._queue: list[tuple[float, int, int, int, int, bytes]] = []
        self._order = itertools.count()
        self._epoch: dict[tuple[int, int], int] = {}
        self._last: dict[tuple[int, int], float] = {}

    # Building

    def spectator(self, name: str) -> int:
        """Add a client without a seat; returns its number."""
        self.nodes.append(Node(name, bytes_of("spectator", name), None, None, MemoryStore()))
        return len(self.nodes) - 1

    def start(self, number: int) -> None:
        """Start (or restart) a client from its store."""
        node = self.nodes[number]
        node.starts += 1
        node.session = node.make(
            self.charter,
            node.store,
            seat=node.seat,
            sign=node.person.sign if node.person else None,
            entropy=entropy_of("session", node.name, node.starts),
        )

    def kill(self, number: int) -> None:
        """kill -9: the client is gone, and what it had not committed with it."""
        for other in range(len(self.nodes)):
            self.cut(number, other, tell=other)
        node = self.nodes[number]
        node.session = None
        node.store = node.store.crash()

    def restart(self, number: int) -> None:
        """kill -9, start again, and link to all it was linked to."""
        others = [sum(pair) - number for pair in sorted(self.links) if number in pair]
        self.kill(number)
        self.start(number)
        for other in others:
            self.link(number, other)

    def link(self, one: int, other: int) -> None:
        """Let two running clients reach each other."""
        pair = (min(one, other), max(one, other))
        if pair in self.links or one == other:
            return
        if self.nodes[one].session is None or self.nodes[other].session is None:
            return
        self.links.add(pair)
        self._epoch[pair] = self._epoch.get(pair, 0) + 1
        for mine, theirs in ((one, other), (other, one)):
            self._tell(mine, theirs, up=True)

    def cut(self, one: int, other: int, tell: int | None = None) -> None:
        """Break a link; frames under way are lost. `tell` names the only end to be told."""
        pair = (min(one, other), max(one, other))
        if pair not in self.links:
            return
        self.links.discard(pair)
        for mine, theirs in ((one, other), (other, one)):
            if tell in (None, mine):
                self._tell(mine, theirs, up=False)

    def _tell(self, mine: int, theirs: int, *, up: bool) -> None:
        key = self.nodes[theirs].key
        if up:
            self._do(mine, lambda s: s.peer_up(key, self.now))
        else:
            self._do(mine, lambda s: s.peer_down(key, self.now))

    def start_all(self, pairs: Iterable[tuple[int, int]] | None = None) -> None:
        """Start every client and link these pairs, or all."""
        numbers = range(len(self.nodes))
        for number in numbers:
            self.start(number)
        for one, other in pairs if pairs is not None else itertools.combinations(numbers, 2):
            self.link(one, other)

    # Running

    def step(self) -> bool:
        """Deliver the next frame, or let time pass to the next alarm. False when all is idle."""
        self.decide_all()
        if self._queue:
            at, _, epoch, source, target, frame = heapq.heappop(self._queue)
            self.now = max(self.now, at)
            pair = (min(source, target), max(source, target))
            if pair in self.links and self._epoch[pair] == epoch:
                self.delivered += 1
                key = self.nodes[source].key
                self._do(target, lambda s: s.receive(key, frame, self.now))
            return True
        alarms = [alarm for session in self.sessions() if (alarm := session.wake_at()) is not None]
        if not alarms:
            return False
        self.now = max(self.now, min(alarms))
        for number in range(len(self.nodes)):
            self._do(number, lambda s: s.tick(self.now))
        return True

    def run(self, until: Callable[[], bool] | None = None) -> None:
        """Run until `until` holds, or nothing more happens."""
        for _ in range(MAX_EVENTS):
            if until is not None and until():
                return
            if not self.step():
                return
        raise AssertionError("the network does not come to rest")

    def settle(self) -> None:
        """Deliver what is under way, while nobody decides anything and no time passes.

        What that brought is committed then, as after a second in which nothing is said.
        """
        plays = [node.plays for node in self.nodes]
        for node in self.nodes:
            node.plays = False
        while self._queue:
            self.step()
        for node, does in zip(self.nodes, plays, strict=True):
            node.plays = does
            if node.session is not None:
                node.session.keep()

    def decide_all(self) -> None:
        """Let every seat that plays answer what it is asked."""
        for number, node in enumerate(self.nodes):
            if node.session is not None and node.plays:
                self.decide(number)

    def decide(self, number: int) -> None:
        """Let one seat's bot answer its prompt, if it has one."""
        node = self.nodes[number]
        session = node.session
        prompt = session.prompt() if session is not None else None
        if session is None or prompt is None or node.seat is None:
            return
        node.asked.append(prompt.step)
        decision = decision_of(node.bot, session, prompt, lambda n: self.random.randrange(n))
        node.answered_at[prompt.step] = self.now
        self._do(number, lambda s: s.decide(prompt.step, decision, self.now))

    def do(self, number: int, act: Callable[[Session], list[Effect]]) -> None:
        """Have a client do something, and carry out what it wants."""
        self._do(number, act)

    def _do(self, number: int, act: Callable[[Session], list[Effect]]) -> None:
        node = self.nodes[number]
        if node.session is None:
            return
        try:
            effects = act(node.session)
        except SimulatedCrash:
            node.crashes += 1
            (self.restart if node.revives else self.kill)(number)
            return
        for effect in effects:
            if isinstance(effect, Send):
                self._send(number, effect)
            elif isinstance(effect, Drop):
                self.dropped.append((number, effect))

    def _send(self, source: int, send: Send) -> None:
        target = next(n for n, node in enumerate(self.nodes) if node.key == send.peer)
        pair = (min(source, target), max(source, target))
        frame = self.filter(source, target, send.frame)
        if pair not in self.links or frame is None:
            return
        at = max(self.now + self.delay(source, target), self._last.get((source, target), 0.0))
        self._last[source, target] = at
        entry = (at, next(self._order), self._epoch[pair], source, target, frame)
        heapq.heappush(self._queue, entry)

    # Looking

    def session(self, number: int) -> Session:
        """A running client's session."""
        session = self.nodes[number].session
        assert session is not None, f"{self.nodes[number].name} is not running"
        return session

    def sessions(self) -> list[Session]:
        """All running sessions."""
        return [node.session for node in self.nodes if node.session is not None]

    def finished(self) -> bool:
        """Whether every client knows the end, closings included."""
        endings = [session.ending() for session in self.sessions()]
        return all(ending is not None and ending.complete for ending in endings)


def table_of(
    seats: int,
    *,
    seed: int = 0,
    game: str = "magpies",
    options: dict[str, str | int] | None = None,
    response_delay_ms: int = 0,
    delay: Callable[[int, int], float] | None = None,
) -> SimNet:
    """A table of that many people, everything about it decided by `seed`."""
    people = [person(number) for number in range(seats)]
    if options is None:
        options = {"rounds": 1} if game == "magpies" else {}
    charter = charter_of(
        registry.make(game),
        people,
        options=options,
        response_delay_ms=response_delay_ms,
        table=seed,
    )
    return SimNet(charter, people, seed=seed, delay=delay)


def passing(event: str, now: float) -> Callable[[Session], list[Effect]]:
    """A pass that stands until this event, posted now."""
    return lambda session: session.pass_until([event], now)


def assert_ended_well(net: SimNet) -> None:
    """Everybody has come to the same end by the rules, and nobody was accused of anything."""
    sessions = net.sessions()
    assert net.finished(), [(s.seat, s.replica.step, s.waiting_for()) for s in sessions]
    assert [s.fault for s in sessions] == [None] * len(sessions)
    assert len({s.replica.digest for s in sessions}) == 1
    assert len({s.replica.engine.outcome for s in sessions}) == 1
    assert net.dropped == []


def copied(store: MemoryStore) -> MemoryStore:
    """What a backup of this store holds now; the store itself lives on."""
    backup = MemoryStore()
    backup.commit(store.messages(), store.notes())
    return backup


def best_bot(game: str) -> Bot:
    """The better bot of a game."""
    return registry.bot(game)
