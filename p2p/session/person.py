"""What the person of our seat is asked, what it has decided, and what it is spared.

A question reaches the person only where it can make a difference. What has one answer that all can
tell, and a pass that the person wants to be spared, is said in its place (`_forced`), so nothing
but time tells the others which of these it was. How much it wants to be asked is its `Attention`:
some choices say that what happens concerns others (`Weight`), and of these a person sees by default
only those at which it can do something that it could not do when it was asked last (`AskedSoFar`).
Bots see all.

The invariant: what is said unasked is a pass, or an answer that leaves nothing to decide; and a
decision stands once it is taken. Held by tests/p2p/session/test_person.py and test_author.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from games.engine.choice import NOTHING, Answer, Choice, Weight
from games.engine.errors import BadMove
from games.engine.fog_steps import plan_choice
from games.engine.legal_answers import can_act, legal, only_answer, playable, why_not
from games.engine.private import Knowledge
from p2p.replica.registry import PARTS
from p2p.replica.replica import Replica
from p2p.replica.task import Question, Task
from p2p.session.sight import Sight
from p2p.session.validator import Validator
from p2p.store import TableStore


class Attention(IntEnum):
    """How much a person wants to be asked, of what may be passed."""

    CONCERNED = 0
    """What concerns it, and what has become possible."""
    ABLE = 1
    """Wherever it can do anything but pass."""
    ALWAYS = 2
    """Also where only minor options are open."""

    @property
    def word(self) -> str:
        """How settings write it."""
        return self.name.lower()

    @classmethod
    def of(cls, word: object) -> Attention:
        """What a setting says; the usual one if it says nothing of the kind."""
        return next((level for level in cls if level.word == word), cls.CONCERNED)


class AskedSoFar:
    """What one person has been asked, as far as that decides what it is asked next.

    Nothing of it is kept: after a restart everything that is possible counts as new, once.
    """

    def __init__(self) -> None:
        self.attention = Attention.ABLE
        self._possible: frozenset[str] = frozenset()
        """The options that could be chosen when the person was last asked."""
        self._step = 0
        """The step of what it was asked last."""
        self._claimed = False
        """Whether it wants to act and has not yet been asked what."""

    def stops(self, step: int, choice: Choice, sees: Knowledge) -> bool:
        """Whether the person is asked this, at which it can do something."""
        if self.attention is not Attention.CONCERNED or choice.weight is Weight.NONE:
            return choice.weight is not Weight.NONE
        if self._step == step or self._claimed:
            return True
        if not choice.options:
            return choice.weight is Weight.FULL
        possible = playable(choice, sees)
        if choice.weight is Weight.FULL and not possible <= choice.slight:
            return True
        return not possible <= self._possible

    def asked(self, step: int, choice: Choice, sees: Knowledge) -> None:
        """The person is asked this now."""
        if self._step == step:
            return
        self._step = step
        if choice.may_pass and choice.options:
            self._possible = playable(choice, sees)

    def decided(self, *, claims: bool) -> None:
        """The person has decided."""
        self._claimed = claims


CONCEDING = "conceding"
"""The store's note of a person who has conceded."""

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


class Person:
    """The will of one seat's person, and of whatever decides in its place."""

    def __init__(
        self,
        seat: int,
        sight: Sight,
        validator: Validator,
        store: TableStore,
        entropy: Callable[[int], bytes],
        *,
        bluffs: bool,
    ) -> None:
        """`entropy(n)` gives n random bytes. With `bluffs` this seat claims now and then where
        nothing fits, so that a claim tells less."""
        self._seat = seat
        self._sight = sight
        self._validator = validator
        self._store = store
        self._entropy = entropy
        self._may_bluff = bluffs
        self.alone: Callable[[Prompt], Decision | None] = lambda _: None
        """Decides without asking a person, or gives None where one has to be asked."""
        self._asked = AskedSoFar()
        # D-53: claims now and then where nothing fits, so that a claim tells less.
        self._coin: tuple[int, bool] = (0, False)
        """The step of the last claims at which nothing fitted, and what we say there."""
        self._decisions: dict[int, Decision] = {}
        self._standing: list[tuple[str, ...]] = []
        self._conceded = store.note(CONCEDING) is not None
        self._acts: dict[int, tuple[Choice, bool]] = {}
        self._acts_of: tuple[Replica, int] | None = None

    # What it wants

    def attend(self, attention: Attention) -> None:
        """Ask the person so much from now on."""
        self._asked.attention = attention
        self._acts.clear()

    def pass_until(self, events: Iterable[str]) -> None:
        """Pass everything that may be passed until the first of these events."""
        self._standing.append(tuple(sorted(set(events))))

    def standing_pass(self) -> tuple[str, ...] | None:
        """The next standing pass that is to be posted, once."""
        return self._standing.pop(0) if self._standing else None

    def concede(self) -> None:
        """Leave at the first step that the seat owes. Kept through a restart."""
        self._store.put_note(CONCEDING, b"1")
        self._conceded = True

    @property
    def conceding(self) -> bool:
        """Whether the person has conceded and the concession is not yet signed."""
        return self._conceded and self._seat in self._validator.replica.seats_in()

    # What it is asked

    def prompt(self) -> Prompt | None:
        """What is asked of the person now, if everything owed to the seat has arrived."""
        replica = self._validator.replica
        task = replica.waiting_task()
        if task is None or task.number in self._decisions or self.conceding:
            return None
        kind = task.pending(self._seat)
        if kind is None or not PARTS[kind].decides or self._seat not in replica.seats_in():
            return None
        for owed in replica.obligations(self._seat):
            if owed.task is task and not owed.ready:
                return None
        if replica.unread(self._seat):
            return None
        question = task.question(self._seat)
        assert question is not None, "decisions are asked for"
        # D-101, D-143: said for the person at the table's beat; posted ahead it could not be taken
        # back.
        if self._forced(question, task.number) is not None:
            return None  # it is said for the person, once the delay is over
        self._asked.asked(task.number, question.choice, self._sight.sees())
        return self._prompt(task, question)

    def _prompt(self, task: Task, question: Question) -> Prompt:
        choice = question.choice
        if choice.plan is not None:
            asked = self._sight.half().question(choice.plan)
            assert asked is not None, "what nobody is asked is forced"
            choice = plan_choice(asked)
        return Prompt(task.number, choice, question.claiming, question.secret, question.in_order)

    def decide(self, step: int, decision: Decision) -> None:
        """Take a decision for the prompt of `step`. Raises BadMove."""
        prompt = self.prompt()
        if prompt is None or prompt.step != step:
            raise BadMove("that question is no longer open")
        self._take(prompt, decision)
        self._asked.decided(claims=decision is True and not prompt.in_order)

    def _take(self, prompt: Prompt, decision: Decision) -> None:
        """Take a decision for a prompt that is open. Raises BadMove."""
        if prompt.claiming != isinstance(decision, bool):
            raise BadMove("say only whether you want to act" if prompt.claiming else "no answer")
        if isinstance(decision, Answer):
            reason = why_not(prompt.choice, decision, self._sight.sees())
            if reason is not None:
                raise BadMove(reason)
        self._decisions[prompt.step] = decision

    # What is said

    def decision(self, task: Task, question: Question) -> Decision | None:
        """What is said to a question: None while the person is waited for."""
        decision = self._decisions.get(task.number)
        if decision is None:
            decision = self._forced(question, task.number)
        unread = self._validator.replica.unread
        if decision is None and not self.conceding and not unread(self._seat):
            prompt = self._prompt(task, question)
            decision = self.alone(prompt)
            if decision is not None:  # once, though it may have to wait
                self._take(prompt, decision)
        return decision

    def _forced(self, question: Question, step: int) -> Decision | None:
        """What is said without asking: a pass, in view of all, that is the only legal answer or
        that the person is spared; any other that all can tell to be the only one; the first answer
        where none makes a difference.

        Where claimants are asked in order, now and then a claim that is no more than a bluff. A
        plan of its half, where that has no question for a person.
        """
        form = question.choice.plan
        if form is not None:
            half = self._sight.half()
            return None if half.question(form) is not None else Answer(plan=half.default(form))
        choice = question.choice
        only = None if question.claiming else only_answer(choice)
        if only is not None and not self._validator.replica.unread(self._seat):
            return only
        if question.secret or (not choice.may_pass and choice.weight is not Weight.NONE):
            return None
        if question.claiming:
            if self._can_act(choice):
                return None if self._stops(step, choice) else False
            return question.in_order and self._bluffs(step)
        if self._validator.replica.unread(self._seat):
            return None
        if not choice.may_pass:
            return next(legal(choice, self._sight.sees()))
        return None if self._can_act(choice) and self._stops(step, choice) else NOTHING

    def _stops(self, step: int, choice: Choice) -> bool:
        return self._asked.stops(step, choice, self._sight.sees())

    def _bluffs(self, step: int) -> bool:
        """Once in four times."""
        if self._may_bluff and self._coin[0] != step:
            self._coin = (step, self._entropy(1)[0] % 4 == 0)
        return self._may_bluff and self._coin[1]

    def _can_act(self, choice: Choice) -> bool:
        replica = self._validator.replica
        if self._acts_of != (replica, replica.changes):
            self._acts_of = (replica, replica.changes)
            self._acts.clear()
        found = self._acts.get(id(choice))
        if found is None or found[0] is not choice:
            minor = self._asked.attention is Attention.ALWAYS
            can = can_act(choice, self._sight.sees(), minor=minor)
            found = self._acts[id(choice)] = (choice, can)
        return found[1]
