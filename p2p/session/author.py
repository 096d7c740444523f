"""What our own seat says: pays what it owes, carries the person's decisions, leaves, closes.

The author looks at the replica for what its seat owes, makes the parts one after the other, and
has the replica judge each of them exactly as a stranger's, so that a mistake of ours is found
before it is signed. One message carries all that is owed at that moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.engine.choice import Answer
from games.engine.game import Game
from games.engine.legal_answers import legal
from p2p.errors import LocalError
from p2p.log.fault import Refusal
from p2p.replica.choice_tasks import AskAllTask
from p2p.replica.obligations import Obligation
from p2p.replica.registry import PARTS
from p2p.replica.task import SeatSecrets, Task
from p2p.replica.uncalled import write
from p2p.session.person import Person
from p2p.session.sight import Sight
from p2p.session.validator import Validator
from p2p.store import TableStore
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_PARTS, Kind, Message, Part, clock_of

CONCEDING = "conceding"
ROOM = MAX_PARTS - 16
"""Parts put into one message, which leaves room for the last ones of a seat that concedes."""


@dataclass(frozen=True, slots=True)
class Written:
    """A message to sign, and what the store must keep with it."""

    message: Message
    notes: dict[str, bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Held:
    """A part that is made and does not leave before `due`."""

    task: Task
    payload: Value = field(repr=False)
    due: float


class Author:
    """One seat's voice: what it owes, and what its person decides."""

    def __init__(
        self,
        seat: int,
        seed: bytes,
        game: Game,
        validator: Validator,
        store: TableStore,
        response_delay: float,
        entropy: Callable[[int], bytes],
    ) -> None:
        """`response_delay` is in seconds; `entropy(n)` gives n random bytes."""
        self.seat = seat
        self.due: float | None = None
        self._secrets = SeatSecrets.derive(seed, validator.log.table)
        self.sight = Sight(seat, self._secrets, game, validator)
        bluffs = response_delay > 0  # without a delay the quick pass that follows would tell
        self.person = Person(seat, self.sight, validator, store, entropy, bluffs=bluffs)
        self._log = validator.log
        self._validator = validator
        self._store = store
        self._response_delay = response_delay
        self._opened: tuple[int, float] = (0, 0.0)
        """The step of the last question that may be passed, and when it came up here."""
        self._notes: dict[str, bytes] = {}
        self._held: _Held | None = None

    def compose(self, now: float) -> Written | None:
        """All parts that can be said now as one message, already taken by the replica.

        Returns None when there is nothing to say.
        """
        replica, log = self._validator.replica, self._log
        self.due = None
        self._notes = {}
        if replica.is_leaving(self.seat) or self.seat in replica.closed:
            return None
        # A closing names no other closing: two versions of one would part those who name them.
        heads = log.heads(self.seat, closings=not replica.over)
        counts = log.counts()
        clock = clock_of(self.seat, counts[self.seat], heads)
        stand, digest = replica.step, replica.digest
        parts: list[Part] = []
        # The rest goes into a message of its own; what a leaver pays goes with its concession.
        while len(parts) < ROOM or replica.is_leaving(self.seat):
            if self.seat in replica.left:
                break
            part = self._next(now)
            if part is None:
                break
            try:
                # D-14: judged like a stranger's, part by part, before anything is signed.
                replica.take(self.seat, part, clock)
            except Refusal as refusal:
                raise LocalError(
                    f"our own {part.kind.name.lower()} at step {part.step} does not hold "
                    f"({refusal.reason}); this is a mistake in Crownless"
                ) from refusal
            parts.append(part)
            if replica.over:
                break  # a closing is a message of its own
        if not parts:
            return None
        self._validator.drop_deferred(self.seat)
        message = Message(
            table=log.table,
            seat=self.seat,
            seq=counts[self.seat],
            prev=log.prev(self.seat),
            heads=heads,
            step=stand,
            digest=digest,
            parts=tuple(parts),
        )
        return Written(message, self._notes)

    def _next(self, now: float) -> Part | None:
        """The next part to say."""
        replica = self._validator.replica
        self.sight.learn()
        denial = replica.denial(self.seat)
        if denial is not None:
            return denial
        if replica.over:
            closing = replica.closing(self.seat)
            if closing is None or self._validator.deferred():
                return None
            return Part(replica.step, Kind.CLOSE, closing)
        while replica.step and (events := self.person.standing_pass()) is not None:
            if replica.may_pass_until(self.seat, replica.step, events):
                return Part(replica.step, Kind.STANDING, events)
        if self.person.conceding:
            leaving = self._leave()
            if leaving is not None:
                return leaving
        for obligation in replica.obligations(self.seat):
            if obligation.ready:
                payload = self._payload(obligation, now)
                if payload is not None:
                    return Part(obligation.task.number, obligation.kind, payload)
        return None

    def _payload(self, obligation: Obligation, now: float) -> Value | None:
        """The part that is owed, or None while a person (or the response delay) is waited for."""
        task = obligation.task
        if obligation.kind is Kind.OPENING:
            assert isinstance(task, AskAllTask)
            return task.opening(self.seat, self._committed(task), self._secrets)
        if not PARTS[obligation.kind].decides:
            return self._made(obligation, now)
        question = task.question(self.seat)
        assert question is not None, "decisions are asked for"
        # D-52: just these may be answered by the client itself, so just these could tell by their
        # speed.
        waits = question.claiming or (question.choice.may_pass and not question.secret)
        if waits and self._opened[0] != task.number:
            self._opened = (task.number, now)
        decision = self.person.decision(task, question)
        if decision is None or (waits and self._must_wait(now)):
            return None
        if question.secret:
            assert isinstance(decision, Answer)
            self._notes[_note(task.number)] = codec.encode(decision.primitives())
        return task.decided(self.seat, decision, self._secrets)

    def _made(self, obligation: Obligation, now: float) -> Value | None:
        """A part that no person decides. One that tells by its time is made at once, and said after
        the response delay; until then None."""
        task = obligation.task
        if task.holds is not obligation.kind or self._response_delay == 0:
            return task.make(self.seat, self._secrets, self.sight.learn())
        # D-103: how long it took to make tells how many Units there are and whom they meet.
        if self._held is None or self._held.task is not task:
            payload = task.make(self.seat, self._secrets, self.sight.learn())
            self._held = _Held(task, payload, now + self._response_delay)
        return None if self._waits_until(self._held.due, now) else self._held.payload

    def _committed(self, task: AskAllTask) -> Answer:
        """The answer that we committed to, also after a restart.

        An older copy of the table's file lacks the note, but not what to try.
        """
        note = _note(task.number)
        data = self._notes.get(note) or self._store.note(note)
        if data is not None:
            return Answer.from_primitives(codec.decode(data))
        choice = task.choices[self.seat]
        for answer in legal(choice, self.sight.sees()):
            if task.commitment(self.seat, answer, self._secrets) == task.commitments[self.seat]:
                return answer
        raise LocalError("the answer this seat committed to is missing from its table file")

    def _must_wait(self, now: float) -> bool:
        """Whether an answer may not leave yet: what could be said by itself leaves no sooner than
        so long after it was asked, or the speed of a pass would tell that nothing fits."""
        return self._waits_until(self._opened[1] + self._response_delay, now)

    def _waits_until(self, due: float, now: float) -> bool:
        """Whether `due` is still to come: then the session is woken at it."""
        if now < due:
            self.due = due if self.due is None else min(due, self.due)
        return now < due

    def _leave(self) -> Part | None:
        """The concession, once everything that it must carry can be made."""
        over = self._validator.replica.handover(self.seat)
        task = self._validator.replica.waiting_task()
        if over is None or task is None:
            return None
        payload = write(over, self._secrets, self._validator.replica.keys, task)
        return Part(task.number, Kind.CONCEDE, payload)


def _note(step: int) -> str:
    return f"answer/{step}"
