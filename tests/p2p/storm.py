"""Bad weather over the simulated network: one number decides all that goes wrong in a whole game.

Frames take from a moment to seconds, come twice, or after later ones. Links break, and what was
under way on them is lost; one end may notice much later than the other. The table falls into halves
that cannot speak. Clients are killed, some in the middle of a commit, several at once, and start
again later from what their disk holds. Nothing is lost in silence on a link that stands: TCP, TLS
and `p2p.net.links.mesh` see to that, and the session relies on it.

At the end all honest seats hold the same log, nobody was ever blamed or cut off, no seat has signed
two versions of anything, and no share of a card has left before its step (`share_watch`).
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import random
from dataclasses import dataclass, field

from games import registry
from games.engine.bots import Bot, RandomBot
from p2p.replica.task import SeatSecrets
from p2p.session.keeper import UNPLACED
from p2p.session.seed_keeper import SEED
from simulation.network import SimNet
from simulation.tables import charter_of, person
from tests.p2p.share_watch import ShareWatch

# D-135: without anything new; a slow game is long and does not stand still.
MAX_MOMENTS = 50_000
"""Frames, alarms and troubles in which nothing new is said; more is a table that stands still."""
FIRST_CALM, LAST_CALM = 3.0, 12.0
"""Seconds that trouble lasts, at least and at most."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What goes wrong, and how often: chances a frame or a moment, times in seconds."""

    slowest: float
    """Of an ordinary frame."""
    late: float
    """Frames that take up to ten times that."""
    doubled: float
    overtakes: float
    """Frames that may come before earlier ones."""
    breaks: float
    """Moments at which a link breaks."""
    parts: float
    """Moments at which the table falls into halves."""
    kills: float
    """Moments at which clients are killed."""
    leaver: int | None
    """After so many moments somebody leaves the game for good."""

    @classmethod
    def of(cls, rng: random.Random) -> Weather:
        """Some games have all of it, some only little."""

        def some(most: float) -> float:
            return rng.choice((0.0, 0.3, 1.0)) * most * rng.random()

        return cls(
            slowest=rng.choice((0.01, 0.1, 1.0)),
            late=some(0.1),
            doubled=some(0.1),
            overtakes=some(0.2),
            breaks=some(0.02),
            parts=some(0.01),
            kills=some(0.02),
            leaver=rng.randrange(300) if rng.random() < 0.25 else None,
        )


@dataclass(order=True)
class _Cure:
    """When a trouble is over. `links` come back then; `node` starts again."""

    at: float
    order: int
    links: tuple[tuple[int, int], ...] = field(compare=False, default=())
    node: int | None = field(compare=False, default=None)
    notices: int | None = field(compare=False, default=None)
    """Who learns only now that the link is gone."""


class Storm(SimNet):
    """A table in bad weather. Everything that happens follows from `seed`."""

    def __init__(
        self,
        game: str,
        seats: int,
        seed: int,
        options: dict[str, str | int] | None = None,
        bot: Bot | None = None,
    ) -> None:
        self.weather_of = random.Random(f"weather {game} {seats} {seed}")
        self.weather = Weather.of(self.weather_of)
        people = [person(number) for number in range(seats)]
        charter = charter_of(registry.make(game), people, options=options or {}, table=seed)
        super().__init__(charter, people, seed=seed)
        self.delay = self._takes
        for node in self.nodes:
            node.bot = bot or RandomBot()
        self.watch = ShareWatch(lambda seat: self.session(seat).replica, self._secrets())
        self.filter = self._sent
        self.troubles: dict[str, int] = dict.fromkeys(
            ("breaks", "parts", "kills", "doubled", "overtakes", "late"), 0
        )
        self._trace = hashlib.sha256()
        self._cures: list[_Cure] = []
        self._numbers = itertools.count()
        self._wanted: set[tuple[int, int]] = set()
        self._deaf: set[tuple[int, int]] = set()
        """Ends that have not noticed yet that their link is gone: (who, of whom)."""

    def _secrets(self) -> list[SeatSecrets]:
        found = []
        for node in self.nodes:
            seed = node.store.note(SEED)
            assert seed is not None
            found.append(SeatSecrets.derive(seed, self.charter.table))
        return found

    # Frames

    def _sent(self, source: int, target: int, frame: bytes) -> bytes:
        self._trace.update(repr((source, target, self.now)).encode() + frame)
        self.watch.look(frame)
        return frame

    def _takes(self, source: int, target: int) -> float:
        rng, weather = self.weather_of, self.weather
        takes = rng.random() * weather.slowest
        if rng.random() < weather.late:
            self.troubles["late"] += 1
            takes *= 10
        if rng.random() < weather.overtakes:
            self.troubles["overtakes"] += 1
            self._last.pop((source, target), None)
        return takes

    def _deliver(self) -> None:
        at, _, epoch, source, target, frame = heapq.heappop(self._queue)
        self.now = max(self.now, at)
        pair = (min(source, target), max(source, target))
        if pair not in self.links or self._epoch[pair] != epoch:
            return
        self.delivered += 1
        if self.weather_of.random() < self.weather.doubled:
            self.troubles["doubled"] += 1
            later = self.now + self.weather_of.random() * 2 * self.weather.slowest
            entry = (later, next(self._order), epoch, source, target, frame)
            heapq.heappush(self._queue, entry)
        key = self.nodes[source].key
        self._do(target, lambda s: s.receive(key, frame, self.now))

    # Time

    def step(self) -> bool:
        """Do what comes next: a frame, an alarm, or the end of a trouble. False for nothing."""
        self.decide_all()
        alarms = [at for session in self.sessions() if (at := session.wake_at()) is not None]
        frame = self._queue[0][0] if self._queue else None
        cure = self._cures[0].at if self._cures else None
        alarm = max(self.now, min(alarms)) if alarms else None
        times = [at for at in (frame, cure, alarm) if at is not None]
        if not times:
            return False
        first = min(times)
        if cure == first:
            self.now = max(self.now, first)
            self._cure(heapq.heappop(self._cures))
        elif frame == first:
            self._deliver()
        else:
            self.now = first
            for number in range(len(self.nodes)):
                self._do(number, lambda s: s.tick(self.now))
        return True

    # Trouble

    def play(self) -> None:
        """A whole game; trouble ends with it."""
        with self.watch.watching():
            self.start_all(self._shape())
            self._wanted = set(self.links)
            moment = said = since = 0
            while moment - since < MAX_MOMENTS:
                if (held := self._said()) > said:
                    said, since = held, moment
                if moment == self.weather.leaver:
                    self._leave(self.weather_of.randrange(len(self.nodes)))
                if self._all_here() and self.finished():
                    break
                if not self.finished():
                    self._maybe_trouble()
                if not self.step():
                    break
                moment += 1
            else:
                raise AssertionError("this table stands still")
            for _ in range(MAX_MOMENTS):  # what is under way may still bring something
                if not self._queue or not self.step():
                    break

    def _said(self) -> int:
        """How many messages the client that holds most of them holds."""
        return max((len(session.log.order) for session in self.sessions()), default=0)

    def _shape(self) -> list[tuple[int, int]]:
        """Who can reach whom: mostly everybody; else all through one, or each its neighbours."""
        numbers = range(len(self.nodes))
        lines = [(one, one + 1) for one in numbers[:-1]]
        star = [(0, other) for other in numbers[1:]]
        mesh = list(itertools.combinations(numbers, 2))
        return self.weather_of.choice((mesh, mesh, mesh, star, lines))

    def _leave(self, number: int) -> None:
        session = self.nodes[number].session
        if session is not None and session.ending() is None:
            self.do(number, lambda s: s.concede(self.now))

    def _all_here(self) -> bool:
        return all(node.session is not None for node in self.nodes)

    def _maybe_trouble(self) -> None:
        rng, weather = self.weather_of, self.weather
        if rng.random() < weather.breaks and self.links:
            self.troubles["breaks"] += 1
            self._break(rng.choice(sorted(self.links)))
        if rng.random() < weather.parts:
            self.troubles["parts"] += 1
            some = set(rng.sample(range(len(self.nodes)), rng.randrange(1, len(self.nodes))))
            until = self.now + self._lasts()
            for pair in sorted(self.links):
                if (pair[0] in some) != (pair[1] in some):
                    self._break(pair, until)
        if rng.random() < weather.kills:
            alive = [n for n, node in enumerate(self.nodes) if node.session is not None]
            for number in rng.sample(alive, rng.randrange(1, len(alive) + 1) if alive else 0):
                self._kill(number)

    def _lasts(self) -> float:
        rng = self.weather_of
        return rng.choice((0.0, FIRST_CALM, LAST_CALM)) * rng.random()

    def _break(self, pair: tuple[int, int], until: float | None = None) -> None:
        """A link breaks; perhaps only one end sees it now, and the other when it is mended."""
        rng = self.weather_of
        tell = rng.choice((None, None, *pair))
        self.cut(*pair, tell=tell)
        blind = None if tell is None else sum(pair) - tell
        if blind is not None:
            self._deaf.add((blind, sum(pair) - blind))
        self._cure_at(until or self.now + self._lasts(), links=(pair,), notices=blind)

    def _kill(self, number: int) -> None:
        rng, node = self.weather_of, self.nodes[number]
        self.troubles["kills"] += 1
        if rng.random() < 0.3:  # in one of its next commits, and at once back
            node.revives = True
            node.store.crash_at(rng.randrange(1, 4), kept=rng.random() < 0.5)
            return
        self._check_blames_nobody(number)
        self.kill(number)
        self._cure_at(self.now + self._lasts(), node=number)

    def kill(self, number: int) -> None:
        """See SimNet."""
        super().kill(number)
        self._deaf = {one for one in self._deaf if one[0] != number}

    def _cure_at(
        self,
        at: float,
        *,
        links: tuple[tuple[int, int], ...] = (),
        node: int | None = None,
        notices: int | None = None,
    ) -> None:
        heapq.heappush(self._cures, _Cure(at, next(self._numbers), links, node, notices))

    def _cure(self, cure: _Cure) -> None:
        if cure.node is not None and self.nodes[cure.node].session is None:
            self.start(cure.node)
        for one, other in cure.links:
            if cure.notices is not None:
                self._notice(cure.notices, one + other - cure.notices)
        self._link_all()

    def _notice(self, who: int, whom: int) -> None:
        if (who, whom) in self._deaf:
            self._deaf.discard((who, whom))
            self._tell(who, whom, up=False)

    def _link_all(self) -> None:
        """Links come back between those who run and have no trouble of their own."""
        waiting = {pair for cure in self._cures for pair in cure.links}
        for one, other in sorted(self._wanted - self.links - waiting):
            for who, whom in ((one, other), (other, one)):
                self._notice(who, whom)  # a new link replaces one that is thought to stand
            self.link(one, other)

    # Looking

    def _check_blames_nobody(self, number: int) -> None:
        session = self.nodes[number].session
        if session is not None:
            assert session.fault is None, session.fault

    @property
    def trace(self) -> bytes:
        """All that was sent, in order, in 32 bytes: the same for the same seed."""
        return self._trace.digest()

    def check(self) -> None:
        """What must be true whatever the weather was."""
        sessions = self.sessions()
        assert len(sessions) == len(self.nodes)
        assert self.finished(), [(s.seat, s.replica.step, s.waiting_for()) for s in sessions]
        for number in range(len(self.nodes)):
            self._check_blames_nobody(number)
        assert self.dropped == []
        assert len({s.replica.digest for s in sessions}) == 1
        assert len({s.replica.engine.outcome for s in sessions}) == 1
        logs = {
            tuple(tuple(one.hash for one in chain.good) for chain in s.log.chains) for s in sessions
        }
        assert len(logs) == 1, "the logs differ"
        self._check_one_version_each()

    def _check_one_version_each(self) -> None:
        seen: dict[tuple[int, int], bytes] = {}
        for node in self.nodes:
            for kept in node.store.messages():
                if kept.seq < UNPLACED:
                    assert seen.setdefault((kept.author, kept.seq), kept.hash) == kept.hash
