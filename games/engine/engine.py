"""The driver of one game: runs the rules from one blocking step to the next, sans I/O.

The engine knows public things only. Whoever owns it looks at ``waiting``, carries that step out
with the other seats, and feeds the result; ``drain`` lists every step reached on the way. The
invariant: engines of the same game fed the same results agree on everything, first of all on
``digest``:

    digest(0) = SHA-256(label, game, rules number, seats, options)
    digest(k) = SHA-256(digest(k-1), the notes since step k-1, step k, its result, the seats that
                        left with it, and the cards lost by that, if any)
    digest(n) = SHA-256(digest(n-1), the notes since the last step, winners, reason) at the end,
                where the reason is a pair with the ranking if there is one

What is hashed there (``games.engine.ledger`` says what notes are) is the *transcript* of a table:
enough to follow its cards without the rules (D-57). Texts, predicates and weights are no part of
it. A result is judged before it changes anything, so ``feed`` either does all of a step or none.

Once the table has raised an error other than ``BadMove``, ``BadResult`` or ``BrokenClaim``, the
engine is of no further use: a coroutine cannot be copied or set back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.choice import NOTHING, NOTHING_FORM, Answer
from games.engine.errors import BadResult, BrokenClaim, RulesError
from games.engine.game import Game, settled_options
from games.engine.step import Given, Step
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Primitive, Seat, encode

LEFT_ALONE = "left_alone"
ALL_LEFT = "all_left"
_TEXTS = {
    LEFT_ALONE: "everyone else left the table",
    ALL_LEFT: "everyone left the table",
}
DIGESTS = 2
"""The version of the digests; those of version 1 had no notes and no end."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A step that the rules have reached; all steps are numbered 1, 2, 3 and so on."""

    number: int
    step: Step[Any]


@dataclass(frozen=True, slots=True)
class _HiddenClaim:
    """An answer with hidden cards that its choice's predicate must allow once they are open.

    The next blocking step opens them. ``step`` is the number of the step that was answered.
    """

    step: int
    given: Given


class Engine:
    """One table, seen by one peer."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str | int],
        *,
        digests: int = DIGESTS,
        keeps_transcript: bool = False,
    ) -> None:
        """Set the table up without running the rules. Raises ``BadTable``."""
        settled = settled_options(game.info, seats, options)
        self.game = game
        self.table = Table(seats, settled)
        self.waiting: Step[Any] | None = None
        self.outcome: Outcome | None = None
        self.number = 0
        self._notes_count = digests > 1
        self._transcript: list[bytes] | None = [] if keeps_transcript else None
        self._rules: Coroutine[Any, Any, Outcome] | None = None
        self._reached: list[Reached] = []
        self._claims: tuple[_HiddenClaim, ...] = ()
        head = ("crownless game", game.info.id, game.info.version, seats, tuple(settled.items()))
        self._digests = [hashlib.sha256(encode(head)).digest()]

    def start(self) -> None:
        """Run the rules to their first blocking step."""
        if self._rules is not None:
            raise BadResult("this engine has started already")
        self._rules = self.game.play(self.table)
        self._run(None)

    @property
    def digest(self) -> bytes:
        """The 32-byte digest of all results before ``number``."""
        return self._digests[-1]

    def digest_at(self, number: int) -> bytes:
        """The digest of all results before a step that was reached, or before the end."""
        if not 1 <= number <= self.number:
            raise BadResult(f"step {number} has not been reached")
        return self._digests[number - 1]

    def transcript(self) -> tuple[bytes, ...]:
        """What every digest added to the one before it, in order.

        A step that waits stands at the end without a result, though no digest has it yet. Only of
        an engine that keeps its transcript.
        """
        assert self._transcript is not None
        if self.waiting is None:
            return tuple(self._transcript)
        waiting = encode((self.table.notes.form(), self.waiting.primitives()))
        return (*self._transcript, waiting)

    def drain(self) -> list[Reached]:
        """The steps reached since the last call, in order, the waiting one included."""
        reached, self._reached = self._reached, []
        return reached

    def feed(self, result: Any, left: tuple[Seat, ...] = (), lost: tuple[CardId, ...] = ()) -> None:
        """Give the waiting step its result and run the rules to the next blocking step.

        Where a seat answers, None stands for its default (it left, or was late); at claims None
        is a pass. ``left`` names seats that leave the table here: their answer to an ``Ask`` or a
        window is the default. ``lost`` names hidden cards that nobody can read any more because
        several seats left here at once: they drop out of play.

        Before anything changes this raises ``BadMove`` for an answer that its choice does not
        allow, ``BrokenClaim`` if an opened card does not fit what its owner claimed by choosing
        it, and ``BadResult`` for anything that is no result of this step.
        """
        step = self.waiting
        if step is None:
            raise BadResult("no step is waiting")
        if left:
            left = tuple(sorted(left))
            self._check_left(left)
        if lost and not left:
            raise BadResult("cards are lost only with seats that leave")
        table = self.table
        value = step.judge(table, result, left)
        # Before anything is written down: D-11 convicts the chooser, and the table stays as it was.
        if self._claims:
            self._check_claims(step.faces(value))
        answers = step.answers(result, left)
        claims = tuple(
            _HiddenClaim(self.number, given)
            for given in answers
            if given.claims and not table.all_open(given.answer.cards)
        )
        self._record(step, value, left, lost)
        self.waiting = None
        self._claims = claims
        # Cards that an answer named may be opened in several steps in a row, so an opening keeps
        # them.
        if not step.opens():
            table.forget_commitments()
        step.settle(table, value)
        for given in answers:
            table.commit(given.seat, given.answer.cards)
        if left and self._leave(left, lost):
            return
        self._run(value)

    # The rules

    def _run(self, value: Any) -> None:
        rules = self._rules
        table = self.table
        assert rules is not None
        while True:
            try:
                step: Step[Any] = rules.send(value)
            except StopIteration as stop:
                self._end(stop.value)
                return
            self.number += 1
            table.number = self.number
            self._reached.append(Reached(self.number, step))
            if step.blocking:
                self._hold_to_claims(step)
                self.waiting = step
                return
            self._record(step, None, (), ())
            step.settle(table, None)
            value = None

    def _end(self, outcome: Outcome) -> None:
        if self._claims:
            raise RulesError("the game ends before a claim on hidden cards was checked")
        self.outcome = self.table.outcome = outcome
        self.number += 1
        if self._notes_count:
            reason: Primitive = outcome.reason
            if outcome.ranking:
                reason = (outcome.reason, outcome.ranking)
            said = self._hashed((self.table.notes.form(), outcome.winners, reason))
            self._digests[-1] = hashlib.sha256(self._digests[-1] + said).digest()

    def _leave(self, left: tuple[Seat, ...], lost: tuple[CardId, ...]) -> bool:
        """Mark seats as gone and let the game know. True if that ends the game."""
        table = self.table
        table.leave(left)
        table.lose(lost)
        for seat in left:
            self.game.departed(table, seat)
        active = table.active
        if len(active) > 1:
            return False
        assert self._rules is not None
        # The coroutine waits in the middle of somebody's turn, and nobody is left to go on with it.
        self._rules.close()
        self._claims = ()
        reason = LEFT_ALONE if active else ALL_LEFT
        self._end(Outcome(active, reason, _TEXTS[reason]))
        return True

    def _hold_to_claims(self, step: Step[Any]) -> None:
        """The step that the rules wait for now must open every card that a claim was made of."""
        for claim in self._claims:
            for card in claim.given.answer.cards:
                if not self.table.is_open(card) and card not in step.opens():
                    raise RulesError(
                        f"step {claim.step} claims something of card {card}: open it right away"
                    )

    def _check_claims(self, faces: Mapping[CardId, Face]) -> None:
        """Hold the claims against the faces that this result shows. Raises ``BrokenClaim``."""
        for claim in self._claims:
            given = claim.given
            assert given.choice.predicate is not None
            shown = tuple(
                faces[card] if card in faces else self.table.face(card)
                for card in given.answer.cards
            )
            reason = given.choice.predicate(shown, given.answer)
            if reason is not None:
                raise BrokenClaim(given.seat, claim.step, reason)

    def _record(
        self, step: Step[Any], value: Any, left: tuple[Seat, ...], lost: tuple[CardId, ...]
    ) -> None:
        entry: tuple[Primitive, ...] = (step.primitives(), _primitives(value), left)
        if lost:
            entry += (lost,)
        said = self._hashed((self.table.notes.form(), *entry) if self._notes_count else entry)
        self._digests.append(hashlib.sha256(self._digests[-1] + said).digest())

    def _hashed(self, entry: tuple[Primitive, ...]) -> bytes:
        """The canonical form of an entry of the transcript, which ends its notes."""
        said = encode(entry)
        self.table.notes.clear()
        if self._transcript is not None:
            self._transcript.append(said)
        return said

    def _check_left(self, left: tuple[Seat, ...]) -> None:
        for seat in left:
            if not 0 <= seat < self.table.seats or seat in self.table.gone:
                raise BadResult(f"seat {seat} cannot leave: it is not at the table")
        if len(set(left)) != len(left):
            raise BadResult("a seat leaves once")


def _primitives(value: Any) -> Primitive:
    kind = type(value)
    # Most answers are NOTHING, and its form is made once: this runs in every step of a game.
    if kind is Answer:
        return NOTHING_FORM if value is NOTHING else value.primitives()
    if kind is tuple:
        return tuple([_primitives(item) for item in value])
    return value  # type: ignore[no-any-return]
