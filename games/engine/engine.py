"""The driver of one game: runs the rules from one blocking step to the next, sans I/O.

The engine knows public things only. Whoever owns it looks at ``waiting``, carries that step out
with the other seats, and feeds the result; ``drain`` lists every step reached on the way. Engines
of the same game fed the same results agree on everything, first of all on ``digest``:

    digest(0) = SHA-256(label, game, rules number, seats, options)
    digest(k) = SHA-256(digest(k-1), step k, its result, the seats that left with it,
                        and the cards lost by that, if any)

Once the table has raised an error other than ``BadMove``, ``BadResult`` or ``BrokenClaim``, the
engine is of no further use.
"""

from __future__ import annotations

import hashlib
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.choice import Answer, Choice, Predicate, check
from games.engine.errors import BadMove, BadResult, BrokenClaim, RulesError
from games.engine.game import Game, settled_options
from games.engine.steps import Ask, AskAll, Chance, Claims, Open, Reveal, Step
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Primitive, Seat, encode

LEFT_ALONE = "everyone else left the table"
ALL_LEFT = "everyone left the table"


@dataclass(frozen=True, slots=True)
class Reached:
    """A step that the rules have reached; all steps are numbered 1, 2, 3 and so on."""

    number: int
    step: Step[Any]


@dataclass(frozen=True, slots=True)
class _Debt:
    """A claim on hidden cards, to be opened in the next blocking step and checked then."""

    seat: Seat
    step: int
    answer: Answer
    predicate: Predicate


class Engine:
    """One table, seen by one peer."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str | int]) -> None:
        """Set the table up without running the rules. Raises ``BadTable``."""
        settled = settled_options(game.info, seats, options)
        self.game = game
        self.table = Table(seats, settled)
        self.waiting: Step[Any] | None = None
        self.outcome: Outcome | None = None
        self.number = 0
        self._rules: Coroutine[Any, Any, Outcome] | None = None
        self._reached: list[Reached] = []
        self._debts: tuple[_Debt, ...] = ()
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

    def drain(self) -> list[Reached]:
        """The steps reached since the last call, in order, the waiting one included."""
        reached, self._reached = self._reached, []
        return reached

    def choice_for(self, seat: Seat) -> Choice | None:
        """What the waiting step asks of a seat, if it does. At claims: what it may play."""
        step = self.waiting
        if isinstance(step, Ask):
            return step.choice if step.seat == seat else None
        if isinstance(step, AskAll):
            return next((choice for asked, choice in step.asks if asked == seat), None)
        if isinstance(step, Claims):
            return next((choice for asked, choice in step.offers if asked == seat), None)
        return None

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
        value, debts = self._judge(step, result, left)
        self._record(step, value, left, lost)
        self.waiting = None
        self._debts = debts
        table = self.table
        table.settle(step, value)
        if isinstance(step, Ask):
            if result is not None and step.seat not in left:
                table.commit(step.seat, value.cards)
        elif isinstance(step, AskAll):
            for (seat, _), given, answer in zip(step.asks, result, value, strict=True):
                if given is not None:
                    table.commit(seat, answer.cards)
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
                if self._debts:
                    self._hold_to_debts(step)
                self.waiting = step
                return
            self._record(step, None, (), ())
            table.settle(step, None)
            value = None

    def _end(self, outcome: Outcome) -> None:
        if self._debts:
            raise RulesError("the game ends before a claim on hidden cards was checked")
        self.outcome = outcome
        self.number += 1

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
        self._rules.close()
        self._debts = ()
        self._end(Outcome(active, LEFT_ALONE if active else ALL_LEFT))
        return True

    def _hold_to_debts(self, step: Step[Any]) -> None:
        opened = step.cards if isinstance(step, Open) else ()
        for debt in self._debts:
            for card in debt.answer.cards:
                if not self.table.is_open(card) and card not in opened:
                    raise RulesError(
                        f"step {debt.step} claims something of card {card}: open it right away"
                    )

    def _record(
        self, step: Step[Any], value: Any, left: tuple[Seat, ...], lost: tuple[CardId, ...]
    ) -> None:
        more = (lost,) if lost else ()
        said = encode((step.primitives(), _primitives(value), left, *more))
        self._digests.append(hashlib.sha256(self._digests[-1] + said).digest())

    # Judging results

    def _check_left(self, left: tuple[Seat, ...]) -> None:
        for seat in left:
            if not 0 <= seat < self.table.seats or seat in self.table.gone:
                raise BadResult(f"seat {seat} cannot leave: it is not at the table")
        if len(set(left)) != len(left):
            raise BadResult("a seat leaves once")

    def _judge(
        self, step: Step[Any], result: Any, left: tuple[Seat, ...]
    ) -> tuple[Any, tuple[_Debt, ...]]:
        """The result as the rules get it, and the claims that it makes. Changes nothing."""
        if isinstance(step, Ask):
            if step.seat in left and result is not None and result != step.choice.default:
                raise BadResult(f"seat {step.seat} leaves here, so its default is its answer")
            return self._answer(step.seat, step.choice, result)
        if isinstance(step, AskAll):
            _expect(result, len(step.asks))
            judged = [
                self._answer(seat, choice, given)
                for (seat, choice), given in zip(step.asks, result, strict=True)
            ]
            return tuple(value for value, _ in judged), tuple(d for _, ds in judged for d in ds)
        if isinstance(step, Claims):
            _expect(result, len(step.offers))
            for claim in result:
                if claim is not None and type(claim) is not bool:
                    raise BadResult("a seat passes (False) or claims (True)")
            offers = zip(step.offers, result, strict=True)
            return tuple([claim is True and seat not in left for (seat, _), claim in offers]), ()
        if isinstance(step, Open):
            self._check_faces(result, len(step.cards), may_miss=False)
            self._check_debts(step.cards, result)
            return result, ()
        if isinstance(step, Reveal):
            self._check_faces(result, len(step.cards), may_miss=step.holder in left)
            return result, ()
        if isinstance(step, Chance):
            if type(result) is not int or not 0 <= result < step.sides:
                raise BadResult(f"a throw gives 0 to {step.sides - 1}")
            return result, ()
        if result is not None:
            raise BadResult("a shuffle has no result")
        return None, ()

    def _answer(self, seat: Seat, choice: Choice, given: Any) -> tuple[Answer, tuple[_Debt, ...]]:
        if given is None:
            return choice.default, ()
        check(choice, given)
        answer: Answer = given
        if choice.predicate is None or (answer.is_empty and choice.may_pass):
            return answer, ()
        if self.table.all_open(answer.cards):
            reason = choice.predicate(self.table.faces(answer.cards), answer)
            if reason is not None:
                raise BadMove(reason)
            return answer, ()
        return answer, (_Debt(seat, self.number, answer, choice.predicate),)

    def _check_faces(self, result: Any, count: int, *, may_miss: bool) -> None:
        _expect(result, count)
        for face in result:
            if not (may_miss and face is None) and not self.table.has_face(face):
                raise BadResult(f"no card of this table has the face {face!r}")

    def _check_debts(self, cards: tuple[CardId, ...], faces: tuple[Face, ...]) -> None:
        opened = dict(zip(cards, faces, strict=True))
        for debt in self._debts:
            shown = tuple(
                opened[card] if card in opened else self.table.face(card)
                for card in debt.answer.cards
            )
            reason = debt.predicate(shown, debt.answer)
            if reason is not None:
                raise BrokenClaim(debt.seat, debt.step, reason)


def _expect(result: Any, count: int) -> None:
    if type(result) is not tuple or len(result) != count:
        raise BadResult(f"this step has a tuple of {count} results")


def _primitives(value: Any) -> Primitive:
    if isinstance(value, Answer):
        return value.primitives()
    if type(value) is tuple:
        return tuple(_primitives(item) for item in value)
    return value  # type: ignore[no-any-return]
