"""What our own seat says: pays what it owes, carries the person's decisions, leaves, closes.

The author looks at the replica for what its seat owes, makes the parts one after the other, and
has the replica judge each of them exactly as a stranger's, so that a mistake of ours is found
before it is signed. One message carries all that is owed at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from games.engine.choice import NOTHING, Answer, Choice, Weight, can_act, legal, why_not
from games.engine.errors import BadMove
from games.engine.fog_steps import plan_choice
from games.engine.game import Game
from games.engine.private import Half, Knowledge
from games.engine.values import CardId, Face
from p2p.errors import LocalError
from p2p.log.fault import Refusal
from p2p.replica.choice_tasks import AskAllTask
from p2p.replica.concession import write
from p2p.replica.obligations import Obligation
from p2p.replica.registry import PARTS
from p2p.replica.replica import Replica
from p2p.replica.task import Question, SeatSecrets, Task
from p2p.session.attention import AskedSoFar, Attention
from p2p.session.half_feed import HalfFeed
from p2p.session.validator import Validator
from p2p.store import TableStore
from p2p.wire import codec
from p2p.wire.codec import Value
from p2p.wire.message import MAX_PARTS, Kind, Message, Part, clock_of

CONCEDING = "conceding"
ROOM = MAX_PARTS - 16
"""Parts put into one message, which leaves room for the last ones of a seat that concedes."""


Decision = Answer | bool
"""An answer, or at a window: claim (True) or pass (False)."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision that the table waits for from this seat.

    With `claiming`, the question is only whether to act: True or False, not yet what; with
    `in_order`, whether to be asked at all when the turn comes.
    """

    step: int
    choice: Choice
    claiming: bool = False
    secret: bool = False
    in_order: bool = False


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
    """One seat's secrets and will."""

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
        self._feed = HalfFeed(seat, self._secrets, game)
        self._log = validator.log
        self._validator = validator
        self._store = store
        self._watch = AskedSoFar()
        self.blurs = True
        """Whether to claim now and then where nothing fits, so that a claim tells less."""
        self.alone: Callable[[Prompt], Decision | None] = lambda _: None
        """Decides without asking a person, or gives None where one has to be asked."""
        self._entropy = entropy
        self._coin: tuple[int, bool] = (0, False)
        """The step of the last claims at which nothing fitted, and what we say there."""
        self._response_delay = response_delay
        self._opened: tuple[int, float] = (0, 0.0)
        """The step of the last question that may be passed, and when it came up here."""
        self._decisions: dict[int, Decision] = {}
        self._standing: list[tuple[str, ...]] = []
        self._notes: dict[str, bytes] = {}
        self._conceded = store.note(CONCEDING) is not None
        self._as_of: tuple[Replica, int] | None = None
        """The replica, and how often it had changed, when the next two were worked out."""
        self._faces: Mapping[CardId, Face] = {}
        self._acts: dict[int, tuple[Choice, bool]] = {}
        self._held: _Held | None = None

    @property
    def _replica(self) -> Replica:
        return self._validator.replica

    @property
    def conceding(self) -> bool:
        """Whether the person has conceded and the concession is not yet signed."""
        return self._conceded and self.seat in self._replica.seats_in()

    def knowledge(self) -> Knowledge:
        """What this seat alone knows: the hidden faces that it may see, and its half."""
        self._refresh()
        return Knowledge(self._faces, self.learn())

    def _sees(self) -> Knowledge:
        """All that this seat sees, open cards included."""
        return self._replica.engine.table.sees(self.knowledge())

    def _refresh(self) -> None:
        """Work out anew what depends on the table, if that has changed since."""
        replica = self._replica
        if self._as_of != (replica, replica.changes):
            self._as_of = (replica, replica.changes)
            dealer = replica.dealer
            self._faces = dealer.known(self.seat, self._secrets) if dealer else {}
            self._acts.clear()

    def learn(self) -> Half | None:
        """Let the seat's half learn from what is done by now; gives it, if there is one."""
        return self._feed.follow(self._replica)

    # The person's will

    def attend(self, attention: Attention) -> None:
        """Ask the person so much from now on."""
        self._watch.attention = attention
        self._acts.clear()

    def prompt(self) -> Prompt | None:
        """What is asked of the person now, if everything owed to the seat has arrived."""
        replica = self._replica
        task = replica.waiting_task()
        if task is None or task.number in self._decisions or self.conceding:
            return None
        kind = task.pending(self.seat)
        if kind is None or not PARTS[kind].decides or self.seat not in replica.seats_in():
            return None
        ready = any(d.task is task and d.ready for d in replica.obligations(self.seat))
        if not ready or replica.unread(self.seat):
            return None
        question = task.question(self.seat)
        assert question is not None, "decisions are asked for"
        if self._forced(question, task.number) is not None:
            return None  # it is said for the person, once the delay is over
        self._watch.asked(task.number, question.choice, self._sees())
        return self._prompt(task, question)

    def _prompt(self, task: Task, question: Question) -> Prompt:
        choice = question.choice
        if choice.plan is not None:
            asked = self._half().question(choice.plan)
            assert asked is not None, "what nobody is asked is forced"
            choice = plan_choice(asked)
        return Prompt(task.number, choice, question.claiming, question.secret, question.in_order)

    def _half(self) -> Half:
        half = self.learn()
        assert half is not None, "plans are made by halves"
        return half

    def decide(self, step: int, decision: Decision) -> None:
        """Take a decision for the prompt of `step`. Raises BadMove."""
        prompt = self.prompt()
        if prompt is None or prompt.step != step:
            raise BadMove("that question is no longer open")
        self._take(prompt, decision)
        self._watch.decided(claims=decision is True and not prompt.in_order)

    def _take(self, prompt: Prompt, decision: Decision) -> None:
        """Take a decision for a prompt that is open. Raises BadMove."""
        if prompt.claiming != isinstance(decision, bool):
            raise BadMove("say only whether you want to act" if prompt.claiming else "no answer")
        if isinstance(decision, Answer):
            reason = why_not(prompt.choice, decision, self._sees())
            if reason is not None:
                raise BadMove(reason)
        self._decisions[prompt.step] = decision

    def pass_until(self, events: Iterable[str]) -> None:
        """Pass everything that may be passed until the first of these events."""
        self._standing.append(tuple(sorted(set(events))))

    def concede(self) -> None:
        """Leave at the first step that the seat owes. Kept through a restart."""
        self._store.put_note(CONCEDING, b"1")
        self._conceded = True

    # Writing

    def compose(self, now: float) -> Written | None:
        """All parts that can be said now as one message, already taken by the replica.

        Returns None when there is nothing to say.
        """
        replica, log = self._replica, self._log
        self.due = None
        self._notes = {}
        if replica.is_leaving(self.seat) or self.seat in replica.closed:
            return None
        # A closing names no other closing: two versions of one would part those who name them.
        heads = log.heads(self.seat, closings=not replica.over)
        counts = log.counts()
        clock = clock_of(self.seat, counts[self.seat], heads)
        own = tuple(n if s == self.seat else 0 for s, n in enumerate(clock))
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
                replica.take(self.seat, part, clock, own)
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
        replica = self._replica
        self.learn()
        denial = replica.denial(self.seat)
        if denial is not None:
            return denial
        closing = replica.closing(self.seat)
        if closing is not None and not self._validator.deferred():
            return Part(replica.step, Kind.CLOSE, closing)
        if replica.over:
            return None
        while self._standing and replica.step:
            events = self._standing.pop(0)
            if replica.may_pass_until(self.seat, replica.step, events):
                return Part(replica.step, Kind.STANDING, events)
        if self.conceding:
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
        if not obligation.part.decides:
            return self._made(obligation, now)
        question = task.question(self.seat)
        assert question is not None, "decisions are asked for"
        waits = question.claiming or (question.choice.may_pass and not question.secret)
        if waits and self._opened[0] != task.number:
            self._opened = (task.number, now)
        decision = self._decisions.get(task.number)
        if decision is None:
            decision = self._forced(question, task.number)
        if decision is None:
            decision = self._decided_alone(self._prompt(task, question))
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
            return task.make(self.seat, self._secrets, self.learn())
        if self._held is None or self._held.task is not task:
            payload = task.make(self.seat, self._secrets, self.learn())
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
        for answer in legal(choice, self._sees()):
            if task.commitment(self.seat, answer, self._secrets) == task.commitments[self.seat]:
                return answer
        raise LocalError("the answer this seat committed to is missing from its table file")

    def _forced(self, question: Question, step: int) -> Decision | None:
        """What is said without asking: a pass, in view of all, that is the only legal answer or
        that the person is spared; the first answer where none makes a difference.

        Where claimants are asked in order, now and then a claim that is no more than a bluff. A
        plan of its half, where that has no question for a person.
        """
        form = question.choice.plan
        if form is not None:
            half = self._half()
            return None if half.question(form) is not None else Answer(plan=half.default(form))
        choice = question.choice
        if question.secret or (not choice.may_pass and choice.weight is not Weight.NONE):
            return None
        if question.claiming:
            if self._can_act(choice):
                return None if self._watch.stops(step, choice, self._sees()) else False
            return question.in_order and self._bluffs(step)
        if self._replica.unread(self.seat):
            return None
        if not choice.may_pass:
            return next(legal(choice, self._sees()))
        if self._can_act(choice) and self._watch.stops(step, choice, self._sees()):
            return None
        return NOTHING

    def _decided_alone(self, prompt: Prompt) -> Decision | None:
        """What is decided without asking a person: once, though it may have to wait."""
        if self.conceding or self._replica.unread(self.seat):
            return None
        decision = self.alone(prompt)
        if decision is not None:
            self._take(prompt, decision)
        return decision

    def _bluffs(self, step: int) -> bool:
        """Once in four times, where there is a delay: without one the quick pass after it tells."""
        if not self.blurs or self._response_delay == 0:
            return False
        if self._coin[0] != step:
            self._coin = (step, self._entropy(1)[0] % 4 == 0)
        return self._coin[1]

    def _can_act(self, choice: Choice) -> bool:
        sees = self._sees()
        found = self._acts.get(id(choice))
        if found is None or found[0] is not choice:
            minor = self._watch.attention is Attention.ALWAYS
            found = self._acts[id(choice)] = (choice, can_act(choice, sees, minor=minor))
        return found[1]

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
        over = self._replica.handover(self.seat)
        task = self._replica.waiting_task()
        if over is None or task is None:
            return None
        payload = write(over, self._secrets, self._replica.keys, task)
        return Part(task.number, Kind.CONCEDE, payload)


def _note(step: int) -> str:
    return f"answer/{step}"
