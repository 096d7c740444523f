"""What the fog of Fortress costs a seat: the set-up, and one round, at 2, 4 and 6 seats.

Whole tables on the largest map run in the simulated network, all clients on one thread, so that
what each of them computes can be timed apart. A seat's *own path* is what it must compute before it
can go on: all but the proofs between two others, which are checked while people think, and the
copies of the map, which are made and checked then. Multiplications are time divided by that of one
variable-base multiplication in the same run.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from itertools import pairwise
from time import thread_time
from typing import Any

from bench.crypto_bench import Deck, medians
from bench.row import Row
from crypto.derive import Secret
from crypto.fog import Label, answer, ask, check_answer, tag_key
from games.engine.fog_steps import Battle, Build
from games.fortress.settings import SIGHT_ASKS
from p2p.replica.terrain_tasks import CopyTask
from p2p.session.session import Session
from p2p.session.validator import Validator
from simulation.delays import one_each
from simulation.network import SimNet, table_of

SEATS = (2, 4, 6)
ROUNDS = 5
"""The building round, a first sight, and three rounds of the usual count of openings."""
MOST_MULTIPLICATIONS = 7500
"""Of a round on the own path of one of four seats (design, section 8)."""
MOST_DELAYS = 8
_SEAT = 0


@dataclass(slots=True)
class Spent:
    """What one seat has computed, in seconds, and said so far. `at`: the virtual time."""

    own: float = 0.0
    aside: float = 0.0
    copies: float = 0.0
    messages: int = 0
    bytes: int = 0
    at: float = 0.0

    def since(self, before: Spent) -> Spent:
        """What has come to it."""
        return Spent(
            self.own - before.own,
            self.aside - before.aside,
            self.copies - before.copies,
            self.messages - before.messages,
            self.bytes - before.bytes,
            self.at - before.at,
        )


class Meter(SimNet):
    """A table that notes what the first seat computes."""

    spent: Spent
    works: bool
    """Whether it is the first seat that computes now."""

    def _do(self, number: int, act: Callable[[Session], Any]) -> None:
        outer, self.works = self.works, number == _SEAT
        begin = thread_time()
        super()._do(number, act)
        if self.works and not outer:
            self.spent.own += thread_time() - begin
        self.works = outer

    def now_spent(self) -> Spent:
        """What the first seat has spent, with what it has said."""
        good = self.session(_SEAT).log.chains[_SEAT].good
        made = self.spent
        size = sum(len(signed.body) for signed in good)
        return Spent(made.own, made.aside, made.copies, len(good), size, self.now)


@contextmanager
def noted(meter: Meter) -> Iterator[None]:
    """Note apart what is not on the own path of the first seat."""

    def aside(name: str, kept: Callable[..., bool]) -> Callable[..., Any]:
        def made(true: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(true)
            def timed(*args: Any, **words: Any) -> Any:
                begin = thread_time()
                try:
                    return true(*args, **words)
                finally:
                    if meter.works and kept(*args):
                        taken = thread_time() - begin
                        meter.spent.own -= taken
                        setattr(meter.spent, name, getattr(meter.spent, name) + taken)

            return timed

        return made

    def for_others(validator: Validator, pending: Any) -> bool:
        return pending.check.addressee not in (_SEAT, None)

    places: list[tuple[Any, str, Callable[..., Any]]] = [
        (Validator, "run", aside("aside", for_others)),
        (CopyTask, "make", aside("copies", lambda *args: True)),
        (CopyTask, "accept", aside("copies", lambda *args: True)),
    ]
    true = [getattr(owner, name) for owner, name, _ in places]
    for owner, name, made in places:
        setattr(owner, name, made(getattr(owner, name)))
    try:
        yield
    finally:
        for (owner, name, _), function in zip(places, true, strict=True):
            setattr(owner, name, function)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the first seat spends: on the set-up, on each usual round, and in the whole game."""

    set_up: Spent
    rounds: tuple[Spent, ...]
    whole: Spent


def figures(seats: int) -> Figures:
    """Play a table and note it."""
    made = table_of(seats, game="fortress", options={"rounds": ROUNDS}, delay=one_each)
    net = Meter(made.charter, [node.person for node in made.nodes if node.person], delay=one_each)
    net.spent, net.works = Spent(), False
    marks: list[Spent] = []
    with noted(net):
        net.start_all()
        net.run(lambda: isinstance(net.session(_SEAT).replica.engine.waiting, Build))
        set_up = net.now_spent()
        step = 0
        for _ in range(ROUNDS - 1):
            net.run(partial(_fights, net, step))
            step = net.session(_SEAT).replica.step
            marks.append(net.now_spent())
        net.run(net.finished)
    rounds = tuple(after.since(before) for before, after in pairwise(marks))
    return Figures(set_up, rounds, net.now_spent())


def _fights(net: SimNet, after: int) -> bool:
    """Whether the first seat's table stands at a battle later than step `after`."""
    replica = net.session(_SEAT).replica
    return replica.step > after and isinstance(replica.engine.waiting, Battle)


def measure() -> Iterator[Row]:
    """Rows of one exchange, and for each number of seats, as they are measured."""
    yield from _of_two_threads()
    for seats in SEATS:
        yield from _rows(seats)


def _of_two_threads() -> Iterator[Row]:
    """What a second thread gains at the answers of one seat to one other in a sight."""
    label, count = Label(bytes(32), 20, "sight"), SIGHT_ASKS[4]
    owner, viewer = Secret(b"owner".ljust(32)), Secret(b"viewer".ljust(32))
    key = tag_key(owner, {}, label, 0)
    asked = ask(viewer, tuple(range(count)), label, 1, count=count).points
    points, proof = answer(owner, key, asked, 1, label, 0)

    def make(pool: Executor | None = None) -> None:
        answer(owner, key, asked, 1, label, 0, pool=pool)

    def check(pool: Executor | None = None) -> None:
        check_answer(key.public, asked, points, proof, 1, label, 0, pool=pool)

    with ThreadPoolExecutor(1) as pool:
        alone, two, checked, checked_two = medians(
            [make, partial(make, pool), check, partial(check, pool)]
        )
    yield Row(f"fog: {count} answers, two threads to one", two / alone, "ratio", None)
    yield Row(f"fog: check of {count}, two threads to one", checked_two / checked, "ratio", None)


def _rows(seats: int) -> Iterator[Row]:
    unit = multiplication()
    made = figures(seats)
    unit = (unit + multiplication()) / 2

    def row(what: str, value: float, unit: str, target: float | None = None) -> Row:
        return Row(f"fog, {seats} seats: {what}", value, unit, target)

    def of_a_round(what: Callable[[Spent], float]) -> float:
        return statistics.median(map(what, made.rounds))

    views = made.whole.copies
    own = of_a_round(lambda one: one.own)
    target = MOST_MULTIPLICATIONS if seats == 4 else None
    yield row("shuffle of the map", made.set_up.own / unit, "mult")
    yield row("private views of all", views / unit, "mult")
    yield row("both", (made.set_up.own + views) * 1e3, "ms")
    yield row("a round, own path", own / unit, "mult", target)
    yield row("a round, own path", own * 1e3, "ms")
    yield row("a round, between others", made.whole.aside / len(made.rounds) / unit, "mult")
    yield row("a round, said by a seat", of_a_round(lambda one: one.bytes) / 1024, "KiB")
    yield row("a round, messages of a seat", of_a_round(lambda one: one.messages), "")
    yield row("a round, message delays", of_a_round(lambda one: one.at), "", MOST_DELAYS)


def multiplication() -> float:
    """Seconds of one variable-base multiplication."""
    deck, times = Deck(2), []
    for _ in range(9):
        begin = thread_time()
        deck.multiply()
        times.append((thread_time() - begin) / deck.batch)
    return statistics.median(times)
