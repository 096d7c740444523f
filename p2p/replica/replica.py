"""One copy of the table, fed with messages: what every seat, spectator and verifier comes to.

A replica is the rules engine and the tasks of its steps together. It judges one message at a time
against everything that the message's heads name, and nothing else: whatever else has arrived here
by then never changes a verdict. It keeps no secret and sends nothing.

A part is taken by the task of its step, whoever sent it, ourselves included. When a task is
complete its result is fed to the engine, which resumes the rules to the next step; the dealer makes
a task of that. A clock goes with every result: the messages of each author that it rests on. A
message may speak of a step only if its own clock covers that one (`_reach`), so "has it come that
far?" is answered by signatures and not by who heard what first.

The invariant: two replicas that took the same messages, in any order in which each comes after all
that it names, have the same step, digest, slots and obligations. It is longer than other modules,
as judging, leaving and moving on change one state and are called by nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from operator import attrgetter

from crypto.errors import DecodeError, ProofError
from games.engine.engine import Engine
from games.engine.errors import BrokenClaim
from games.engine.game import Game
from games.engine.private import Half
from games.engine.recorded import RecordedGame
from games.engine.values import CardId, Seat
from p2p.errors import CodecError
from p2p.log.fault import Charge, Refusal
from p2p.replica.card_payloads import Keys, OnProgress
from p2p.replica.card_tasks import OpenTask
from p2p.replica.dealer import Dealer
from p2p.replica.exchange_tasks import SightTask
from p2p.replica.obligations import Obligation, Obligations
from p2p.replica.part_checks import CheckCounters, Pending, Proofs, Trust, claims_of
from p2p.replica.registry import BUILDERS, PARTS
from p2p.replica.task import Clock, KeysTask, Reach, SeatSecrets, Task, differs
from p2p.replica.uncalled import (
    ConcessionBundle,
    Denials,
    Leaving,
    StandingPass,
    StandingPasses,
    handover,
    read_events,
    write,
)
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import NO_HASH, Kind, Message, Part, dominates, merge


@dataclass(frozen=True, slots=True)
class Broken:
    """What several good messages show only together: a claim, or a key, that does not hold."""

    seat: int
    step: int
    reason: str
    charge: Charge = Charge.CLAIM


@dataclass(frozen=True, slots=True)
class AppliedResult:
    """One result that the rules were fed, the seats that left with it, the cards lost by that."""

    result: object
    left: tuple[Seat, ...]
    lost: tuple[CardId, ...]


class Replica:
    """The table as the messages judged so far make it."""

    def __init__(
        self,
        table: bytes,
        game: Game,
        seats: int,
        options: Mapping[str, str | int],
        *,
        pool: Executor | None = None,
        progress: OnProgress | None = None,
        keeps_settled: bool = False,
    ) -> None:
        """With a `RecordedGame` it stands still at the step that waits at its end.

        With `keeps_settled`, tasks that halves learn from are kept until somebody takes them.
        """
        self.table_id = table
        self._stands_at = game.last_step if isinstance(game, RecordedGame) else None
        self.engine = Engine(game, seats, options, keeps_transcript=True)
        self.keys = Keys(pool=pool, progress=progress)
        self.dealer: Dealer | None = None
        self.broken: Broken | None = None
        self.spoiled = False
        """Whether a refused message has left this half changed: it must not be judged with."""
        self.closed: list[int] = []
        self.left: list[int] = []
        self.changes = 0
        """How often anything here has changed, so that others may keep what they work out."""
        self.counters = CheckCounters(PARTS)
        self.results: list[AppliedResult] = []
        """What the rules were fed so far."""
        self.settled: list[Task] = []
        """Tasks that halves learn from, in the order in which they were done here."""
        self.asks_halves = False
        """Whether a step was reached that seats answer from their halves."""
        self._keeps_settled = keeps_settled
        self._leaving = Leaving()
        self._in = tuple(range(seats))
        self._standing = StandingPasses()
        self._nobody: Clock = (0,) * seats
        self._now: Clock = self._nobody
        self._reach: list[Clock] = [self._now]
        self.deferred: list[Pending] = []
        """Checks that were put off, oldest first; whoever runs one takes it out."""
        self._denials = Denials()
        self._proofs = Proofs()
        self._trust = Trust.NOTHING
        self._obligations = Obligations(KeysTask(table, seats, self._proofs))

    # What it knows

    @property
    def step(self) -> int:
        """The number of the step that the table stands at; 0 while keys are exchanged."""
        return self.engine.number

    @property
    def digest(self) -> bytes:
        """The digest of all results before `step`."""
        return self.engine.digest if self.step else NO_HASH

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.engine.outcome is not None

    def seats_in(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return self._in

    def is_leaving(self, seat: int) -> bool:
        """Whether `seat` has signed that it leaves, at a step that may still wait for others."""
        return seat in self._leaving.seats or seat in self.left

    def waiting_task(self) -> Task | None:
        """The task of the step that holds the rules up."""
        return None if self.over else self._obligations.tasks.get(self.step)

    def obligations(self, seat: int) -> Iterator[Obligation]:
        """What `seat` owes, lowest step first."""
        return iter(()) if seat in self.left else self._obligations.obligations(seat)

    def unread(self, seat: int) -> bool:
        """Whether cards that `seat` is to read have not all arrived."""
        return self._obligations.unread(seat)

    def blocking(self) -> tuple[Obligation, ...]:
        """What holds the table up: nothing else has to come before it can move on."""
        return () if self.over else self._obligations.blocking(self.step, self.seats_in())

    def denial(self, seat: int) -> Part | None:
        """What `seat` has to show of another whose details did not open to its half."""
        if not self._denials.exchanges:
            return None
        for task in self._denials.open_to(seat):
            payload = task.denial(seat)
            if payload is not None:
                return Part(task.number, Kind.DENIAL, payload)
        return None

    def closing(self, seat: int) -> Value | None:
        """What `seat` still has to sign as its last message, once the game is over."""
        outcome = self.engine.outcome
        if outcome is None or seat in self.closed or seat in self.left:
            return None
        return (outcome.encode(), self.digest)

    # Judging

    def judge(
        self,
        message: Message,
        trust: Trust = Trust.NOTHING,
        before: Callable[[Part], None] = lambda part: None,
    ) -> None:
        """Judge a message whose heads have all been judged, and take it. Raises Refusal.

        `before` is called with each part before it is taken.

        `trust`: what this disk says of it; what it says was checked is not checked again.

        A refused message may leave this replica half changed, hence `spoiled`.
        """
        clock = message.clock
        self.check_stand(message.step, message.digest, clock)
        if self.is_leaving(message.seat):
            # However far its table had come: a concession is its seat's last message.
            raise Refusal(Charge.UNCALLED, message.step, "it has left already")
        # D-27: a refused message leaves this half changed; its owner plays the table again.
        spoiled, self.spoiled = self.spoiled, True
        self._trust, self._proofs.checked = trust, trust is not Trust.NOTHING
        for part in message.parts:
            before(part)
            try:
                self.take(message.seat, part, clock)
            except Refusal as refusal:
                refusal.part = part
                raise
        self.finish(message.seat)
        self._trust, self._proofs.checked = Trust.NOTHING, False
        self.spoiled = spoiled

    def check_stand(self, step: int, digest: bytes, clock: Clock) -> None:
        """Where a message says it stood must follow from what it names. Raises Refusal."""
        if step > self.step or not dominates(clock, self._reach[step]):
            raise Refusal(Charge.DIGEST, step, "a step that its heads do not reach")
        mine = self.engine.digest_at(step) if step else NO_HASH
        if digest != mine:
            raise Refusal(Charge.DIGEST, step, "its results before this step are not the table's")

    def take(self, seat: int, part: Part, clock: Clock) -> None:
        """Judge one part and take it. Raises Refusal."""
        own = (*self._nobody[:seat], clock[seat], *self._nobody[seat + 1 :])
        self.changes += 1
        if seat in self.closed or seat in self.left:
            raise Refusal(Charge.UNCALLED, part.step, "it has left or closed already")
        try:
            if part.kind is Kind.CLOSE:
                self._close(seat, part, clock)
            elif part.kind is Kind.STANDING:
                self._take_standing_pass(seat, part, clock, own)
            elif part.kind is Kind.CONCEDE:
                self._concede(seat, part, clock, own)
            elif part.kind is Kind.DENIAL:
                self._deny(seat, part, clock, own)
            else:
                self._pay(seat, part, clock, own)
        except (ProofError, DecodeError, CodecError) as error:
            raise Refusal(Charge.PROOF, part.step, str(error)) from error
        self.counters.take(part)
        self._advance()

    def audit(self, seat: int, part: Part, secrets: SeatSecrets, half: Half | None) -> str | None:
        """Why a good part of `seat`, not taken yet, is not what its secrets give; None if it is."""
        if part.kind is Kind.CONCEDE:
            over, task = self.handover(seat), self.waiting_task()
            assert over is not None, "it was found good"
            assert task is not None, "it was found good"
            return differs(write(over, secrets, self.keys, task), part.payload)
        if part.kind is Kind.DENIAL:
            exchange = self._denials.find(seat, part.step)
            shown = None if exchange is None else exchange.denial(seat)
            return differs(() if shown is None else shown, part.payload)
        task = self._obligations.tasks.get(part.step)
        if task is None or task.pending(seat) is not part.kind:
            return None  # no task calls for it, so nothing secret is in it
        return task.audit(seat, part.kind, part.payload, secrets, half)

    def finish(self, seat: int) -> None:
        """After all parts of a message: one that leaves has paid everything. Raises Refusal."""
        if seat in self._leaving.seats and any(self._obligations.obligations(seat)):
            raise Refusal(Charge.UNCALLED, self.step, "it left owing something")

    def _pay(self, seat: int, part: Part, clock: Clock, own: Clock) -> None:
        task = self._obligations.tasks.get(part.step)
        if task is None or task.pending(seat) is not part.kind:
            raise Refusal(Charge.UNCALLED, part.step, f"no {part.kind.name.lower()} was called for")
        required_clock = self._obligations.required_clock(task, seat)
        # D-3: against what the message names, never against what else has arrived here.
        if required_clock is None or not dominates(clock, required_clock):
            raise Refusal(Charge.UNCALLED, part.step, "it came before what it rests on")
        # D-4: who could choose before proving its mix could pick the permutation afterwards.
        decides = PARTS[part.kind].decides
        if decides and self._obligations.behind(seat, part.step, deciding=True):
            raise Refusal(Charge.UNCALLED, part.step, "it decided before it had paid")
        task.accept(seat, part.kind, part.payload, own)
        self._put_off(task, seat, part, own)
        if self._denials.exchanges:
            self._denials.go_on(seat, part.step, self.seats_in())

    def _deny(self, seat: int, part: Part, clock: Clock, own: Clock) -> None:
        task = self._denials.find(seat, part.step)
        if task is None or seat in self._leaving.seats:
            raise Refusal(Charge.UNCALLED, part.step, "nothing that could be denied there")
        task.take_denial(seat, part.payload, clock)
        self._put_off(task, seat, part, own)

    def _put_off(self, task: Task, seat: int, part: Part, own: Clock) -> None:
        """Keep the checks of a part that may come later."""
        # D-67: by the time one of them fails, honest seats have named this message; so it stays
        # good.
        put_off = task.deferred()
        if put_off and self._trust is not Trust.SETTLED:
            seq = own[seat] - 1
            self.deferred += [Pending(seat, seq, part.kind, check) for check in put_off]

    def _close(self, seat: int, part: Part, clock: Clock) -> None:
        if part.step != self.step or not self.over or not dominates(clock, self._reach[self.step]):
            raise Refusal(Charge.UNCALLED, part.step, "it closed before the end")
        if codec.encode(part.payload) != codec.encode(self.closing(seat)):
            raise Refusal(Charge.DIGEST, part.step, "it closed another result")
        self.closed.append(seat)

    def _take_standing_pass(self, seat: int, part: Part, clock: Clock, own: Clock) -> None:
        if part.step > self.step or not dominates(clock, self._reach[part.step]):
            raise Refusal(Charge.UNCALLED, part.step, "a standing pass from a step not reached")
        if seat in self._leaving.seats:  # whether or not the step was over with that
            raise Refusal(Charge.UNCALLED, part.step, "a standing pass of a seat that has left")
        until = read_events(part.payload)
        if not self.may_pass_until(seat, part.step, until):
            raise Refusal(Charge.UNCALLED, part.step, "a standing pass too many")
        self._standing.post(StandingPass(seat, part.step, until, own))
        self._answer_standing()

    def may_pass_until(self, seat: int, step: int, until: tuple[str, ...]) -> bool:
        """Whether `seat` may post a standing pass at `step`."""
        ended = self.over and step == self.step
        return not ended and self._standing.allows(seat, step, until)

    def passes_of(self, seat: int) -> tuple[tuple[str, ...], ...]:
        """Until the first of which events `seat` passes, for each pass that stands now."""
        return self._standing.until(seat, self.step)

    def _answer_standing(self) -> None:
        """Let standing passes answer the waiting window, or the ask that allows them."""
        task = self.waiting_task()
        if task is None:
            return
        for seat in self.seats_in():
            if task.takes_standing_pass(seat):
                found = self._standing.find(seat, task.number)
                if found is not None:
                    task.pass_ahead(seat, found.clock)

    # Leaving

    def handover(self, seat: int) -> ConcessionBundle | None:
        """What `seat` must hand over to leave now; None where it cannot leave yet."""
        task = self.waiting_task()
        if (
            task is None
            or self.dealer is None
            or self._obligations.required_clock(task, seat) is None
        ):
            return None
        kind = task.pending(seat)
        if kind is None or PARTS[kind].binds:
            # A shuffle is left by the seat whose turn it is. Who has committed has chosen: it
            # leaves after the step that opens its choice.
            return None
        if self._obligations.behind(seat, self.step) or self.is_leaving(seat):
            return None
        over = handover(self.dealer, self.keys, task, seat, self.seats_in())
        return over if over.ready() else None

    def _concede(self, seat: int, part: Part, clock: Clock, own: Clock) -> None:
        over = self.handover(seat)
        if part.step != self.step or over is None:
            raise Refusal(Charge.UNCALLED, part.step, "it could not leave there")
        task = self._obligations.tasks[part.step]
        required_clock = self._obligations.required_clock(task, seat)
        assert required_clock is not None, "it could leave"
        if not dominates(clock, over.required_clock(required_clock)):
            raise Refusal(Charge.UNCALLED, part.step, "it left before what that rests on")
        self._leaving.take(over, part.payload, self.keys, task, own)
        kind = task.pending(seat)
        refuses = isinstance(task, OpenTask) and task.refusable == seat
        if refuses or (kind is not None and PARTS[kind].dropped):
            task.leave(seat, own)

    # Moving on

    def _advance(self) -> None:
        """Feed the rules as far as what has been taken goes."""
        while self.broken is None and not self.over and (self._stands_at or -1) != self.step:
            task = self._obligations.tasks[self.step]
            if not task.complete() or any(task.pending(seat) for seat in self._leaving.seats):
                break
            del self._obligations.tasks[self.step]
            self._now = merge(self._now, task.depends_on)
            if isinstance(task, KeysTask):
                self._start(task)
            else:
                self._feed(task)
            self._settle([task])
        self._settle(self._obligations.tidy(self.step, self.seats_in(), self._now))

    def _settle(self, tasks: Iterable[Task]) -> None:
        if self._keeps_settled:
            self.settled.extend(filter(attrgetter("teaches"), tasks))

    def _start(self, task: KeysTask) -> None:
        # D-33: hangs on the keys alone, so every client names the same seat.
        spoilt = task.unjoinable()
        if spoilt is not None:
            seat, reason = spoilt
            self.broken = Broken(seat, task.number, reason, Charge.PROOF)
            return
        self.keys.card = dict(task.card)
        game = self.engine.game.info.id
        self.dealer = Dealer(game, self.engine.table, self.keys, task.chance)
        self.engine.start()
        self._collect()

    def _feed(self, task: Task) -> None:
        assert self.dealer is not None
        step = self.engine.waiting
        assert step is not None
        result = task.finish(self.dealer)
        self._now = merge(self._now, task.depends_on)
        left: tuple[Seat, ...] = ()
        lost: tuple[CardId, ...] = ()
        if self._leaving.seats:
            left = tuple(Seat(seat) for seat in sorted(self._leaving.seats))
            lost = tuple(CardId(card) for card in self._leaving.apply(self.dealer))
            self.left.extend(left)
            self._in = tuple(seat for seat in self._in if seat not in left)
            self._leaving = Leaving()
        claims = claims_of(step.answers(result, left), self.engine.table)
        opened = len(step.faces(result))
        try:
            self.engine.feed(result, left, lost)
        # D-11: the message that showed the card may be an innocent seat's, and stays.
        except BrokenClaim as error:
            self.broken = Broken(error.seat, error.step, error.reason)
            return
        self.counters.feed(opened, claims, len(lost))
        self.results.append(AppliedResult(result, left, lost))
        self._collect()

    def _collect(self) -> None:
        """Make tasks of the steps that the rules have reached."""
        assert self.dealer is not None
        for reached in self.engine.drain():
            reach = Reach(self.table_id, reached.number, self._now, self._proofs)
            task = BUILDERS[type(reached.step)](reached.step, reach, self.dealer)
            self.asks_halves = self.asks_halves or reached.step.asks_halves
            self._reach.append(self._now)
            assert len(self._reach) == reached.number + 1
            if task is not None:
                self._obligations.add(task)
            if isinstance(task, SightTask):
                self._denials.add(task)
        if self.over:
            self._reach.append(self._now)
        if self.engine.table.events:
            self._standing.follow(self.engine.table.events, self.step)
        self._answer_standing()
