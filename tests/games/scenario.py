"""Tables laid by hand and short scripts played on them: how every rule of a game is tested.

    game = Inheritance()
    s = Scenario(game, seats=2)
    s.setup(lambda t: game.lay_out(t))               # the game's own zones, if it makes some
    s.hand(0, [("war", 7), ("love", 1)])             # face down, mixed, seat 0 can read them
    s.pile("draw", [("peace", 3), ("peace", 4)])     # face down, nobody knows them, top first
    s.board("admirer 1", [("war", 2)], owner=1)      # face up
    s.kept("admirer 0", [("love", 9)], owner=0)      # face down, its owner has seen it
    won = s.run(
        lambda t: game.turn(t, Seat(0)),
        ask(0, "play", ("love", 1), option="admirer", bad="one already"),   # refused, and why
        ask(0, "play", ("war", 7), option="assassin"),
        chance(1, why="first"),
        claims("before", 1),                         # these seats claim, the others pass
        passes(1, "react"),
    )
    assert s.faces("admirer 1") == [] and "is gone" in s.log[-1]

A script names, in order, every decision and every throw; one that comes unexpected, or does not
come, fails the test and says what happened instead. Cards are named by their faces. Shuffles keep
the order, so a pile stays as it was laid; deals and openings just happen. An opening, reveal or
shuffle may be named too (``carried``), to check its place or to let a seat leave with it: any line
may carry ``leaves=(seat,)``. A procedure may be run after another on the same table.

``s.view(seat)``, ``s.table``, ``s.faces(zone)``, ``s.log`` show the result, ``s.outcome`` the end;
``s.steps`` holds the steps of the last procedure, ``s.trace`` all steps as short texts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from games.engine.bots import Situation
from games.engine.choice import NOTHING, Answer, Choice
from games.engine.engine import Engine
from games.engine.game import Game, GameInfo
from games.engine.legal_answers import why_not
from games.engine.private import NOTHING_KNOWN, Half, Knowledge
from games.engine.step import Step
from games.engine.steps import Ask, AskAll, Chance, Claims, Mix, Open, Reveal, Shuffle
from games.engine.table import Table
from games.engine.values import CardId, Face, Outcome, Primitive, Seat
from games.engine.view import View
from simulation.dealer import Dealer

T = TypeVar("T")
LAY = "(being laid)"


@dataclass(frozen=True)
class Pick:
    """An answer whose cards are named by their faces."""

    faces: tuple[Face, ...] = ()
    option: str | None = None
    number: int | None = None
    order: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """One expected step of a script. Made by the functions below."""

    kind: str
    name: str
    picks: Mapping[int, Pick] = field(default_factory=dict)
    value: int = 0
    seats: tuple[int, ...] = ()
    bad: str = ""
    leaves: tuple[int, ...] = ()


def pick(
    *faces: Face, option: str | None = None, number: int | None = None, order: Sequence[int] = ()
) -> Pick:
    """An answer, for ``ask_all``."""
    return Pick(faces, option, number, tuple(order))


def ask(
    seat: int,
    kind: str,
    *faces: Face,
    option: str | None = None,
    number: int | None = None,
    order: Sequence[int] = (),
    bad: str = "",
    leaves: Sequence[int] = (),
) -> Line:
    """Seat ``seat`` is asked ``kind`` and answers so.

    With ``bad`` the answer must be refused with a reason that holds this text; the question then
    stays open for the next line.
    """
    picked = {seat: Pick(faces, option, number, tuple(order))}
    return Line("ask", kind, picks=picked, bad=bad, leaves=tuple(leaves))


def passes(seat: int, kind: str, *, leaves: Sequence[int] = ()) -> Line:
    """Seat ``seat`` is asked ``kind`` and passes, declines, or (if it leaves) gives no answer."""
    return Line("ask", kind, picks={seat: Pick()}, leaves=tuple(leaves))


def ask_all(kind: str, picks: Mapping[int, Pick], *, leaves: Sequence[int] = ()) -> Line:
    """All these seats are asked ``kind`` at once; who is asked must be exactly these."""
    return Line("ask_all", kind, picks=dict(picks), leaves=tuple(leaves))


def claims(window: str, *seats: int, leaves: Sequence[int] = ()) -> Line:
    """A window opens; these of the offered seats claim, the others pass."""
    return Line("claims", window, seats=seats, leaves=tuple(leaves))


def carried(step: str, *, leaves: Sequence[int] = ()) -> Line:
    """An "open", "reveal" or "shuffle" comes. Without such a line they just happen."""
    return Line("carried", step, leaves=tuple(leaves))


def chance(value: int, *, why: str = "", leaves: Sequence[int] = ()) -> Line:
    """A throw comes, for this reason (or any), and gives ``value``."""
    return Line("chance", why, value=value, leaves=tuple(leaves))


@dataclass(frozen=True, slots=True)
class Idle(Step[None]):
    """The table rests between two procedures."""

    def primitives(self) -> Primitive:
        return ("idle",)


class _Stage:
    """A game that plays whatever the scenario puts on, one procedure after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.job: Callable[[Table], Awaitable[object]] | None = None
        self.result: object = None

    @property
    def info(self) -> GameInfo:
        return self.game.info

    async def play(self, table: Table) -> Outcome:
        while True:
            await Idle()
            assert self.job is not None
            self.result = await self.job(table)

    def departed(self, table: Table, seat: Seat) -> None:
        self.game.departed(table, seat)

    def half(self, table: Table, seat: Seat) -> Half | None:
        return self.game.half(table, seat)

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        return self.game.view(table, seat, knowledge)

    def tables(self) -> Primitive:
        return self.game.tables()


class Scenario:
    """One table laid by hand; see the head of the module."""

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, str | int] | None = None
    ) -> None:
        self.game = game
        self._stage = _Stage(game)
        self.engine = Engine(self._stage, seats, options or {}, keeps_transcript=True)
        self.table = self.engine.table
        self.trace: list[str] = []
        self.steps: list[Step[Any]] = []
        """The steps of the last procedure."""
        self.dealer = Dealer(self.engine, lambda sides: 0, shuffled=False)
        self.engine.start()
        self.dealer.follow()

    # Laying the table

    def setup(self, job: Callable[[Table], object]) -> None:
        """Run plain table calls, or a coroutine that asks nobody anything, to prepare."""

        async def prepare(table: Table) -> None:
            given = job(table)
            if isinstance(given, Awaitable):
                await given

        self._start(prepare)
        while not isinstance(self.engine.waiting, Idle):
            step = self.engine.waiting
            if not isinstance(step, Shuffle | Open | Reveal):
                raise AssertionError(f"setting up asks for {_text(step)}: use run with a script")
            self.engine.feed(self.dealer.result(step))
            self.dealer.follow()

    def pile(self, zone: str, faces: Sequence[Face]) -> tuple[CardId, ...]:
        """Cards face down that nobody knows, top first. The zone is made if there is none."""
        self._zone(zone, None)

        async def lay(table: Table) -> None:
            await table.shuffle(LAY, into=zone)

        return self._lay(faces, zone, lay)

    def hand(self, seat: int, faces: Sequence[Face]) -> tuple[CardId, ...]:
        """Cards in a hand, mixed. The hand zone "hand <seat>" is made if the seat has none."""
        owner = Seat(seat)
        if all(not zone.hand or zone.owner != owner for zone in self.table.zones.values()):
            self.table.add_zone(f"hand {seat}", owner=owner, hand=True)
        name = self.table.hand_zone(owner).name

        async def lay(table: Table) -> None:
            await table.shuffle(LAY)
            await table.deal(LAY, name, len(faces), owner)
            await table.hand(owner)

        return self._lay(faces, name, lay)

    def kept(self, zone: str, faces: Sequence[Face], owner: int) -> tuple[CardId, ...]:
        """Cards face down outside a hand that their owner alone has seen."""
        self._zone(zone, Seat(owner))

        async def lay(table: Table) -> None:
            await table.shuffle(LAY)
            await table.deal(LAY, zone, len(faces), Seat(owner))

        return self._lay(faces, zone, lay)

    def board(
        self, zone: str, faces: Sequence[Face], owner: int | None = None
    ) -> tuple[CardId, ...]:
        """Cards face up."""
        self._zone(zone, None if owner is None else Seat(owner))
        ids = self.table.create(faces, zone)
        self.dealer.follow()
        return ids

    # Playing

    def run(self, procedure: Callable[[Table], Awaitable[T]], *script: Line) -> T:
        """Run a procedure over the table as it stands, against a script; gives what it returns.

        When everybody else leaves, the game ends: then see ``outcome``.
        """
        self._start(procedure)
        lines = list(script)
        while not isinstance(self.engine.waiting, Idle) and self.engine.outcome is None:
            step = self.engine.waiting
            assert step is not None
            if isinstance(step, Ask | AskAll | Claims | Chance):
                if not lines:
                    self._fail(f"the script is at its end, but there comes {_text(step)}")
                self._answer(step, lines.pop(0))
            elif lines and lines[0].kind == "carried":
                self._carry(step, lines.pop(0))
            else:
                self.engine.feed(self.dealer.result(step))
            self._follow()
        if lines:
            self._fail(f"the procedure is over, but the script expects {_expected(lines[0])}")
        return cast(T, self._stage.result)

    def hold(self, procedure: Callable[[Table], Awaitable[object]], *script: Line) -> None:
        """Start a procedure and stop at the question after this script."""
        self._start(procedure)
        self.hold_on(*script)

    def hold_on(self, *script: Line) -> None:
        """Go on by this script, and stop at the next question."""
        lines = list(script)
        while not isinstance(self.engine.waiting, Idle):
            step = self.engine.waiting
            assert step is not None
            if isinstance(step, Ask | AskAll | Claims | Chance):
                if not lines:
                    return
                self._answer(step, lines.pop(0))
            else:
                self.engine.feed(self.dealer.result(step))
            self._follow()
        assert not lines, f"not played: {lines}"

    # Looking

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, if everybody else has left."""
        return self.engine.outcome

    @property
    def log(self) -> list[str]:
        """The texts of the log."""
        return [line.text for line in self.table.log]

    def faces(self, zone: str) -> list[Face]:
        """The true faces of a zone, open or not, top first."""
        return [self.dealer.true[card] for card in self.table.zone(zone).cards]

    def in_hand(self, seat: int) -> list[Face]:
        """The true faces of a hand."""
        return self.faces(self.table.hand_zone(Seat(seat)).name)

    def card(self, face: Face, zone: str | None = None) -> CardId:
        """The first card in play with this true face, in one zone or anywhere."""
        zones = self.table.zones.values() if zone is None else (self.table.zone(zone),)
        for place in zones:
            for card in place.cards:
                if self.dealer.true[card] == face:
                    return card
        raise AssertionError(f"no card {face!r} in {zone or 'play'}")

    def known(self, seat: int) -> Mapping[CardId, Face]:
        """The faces that a seat alone has seen."""
        return self.dealer.known[seat]

    def knowledge(self, seat: int) -> Knowledge:
        """What a seat alone knows."""
        return self.dealer.knowledge(Seat(seat))

    def situation(self, seat: int, choice: Choice) -> Situation:
        """What a bot decides from."""
        return self.dealer.situation(Seat(seat), choice)

    def view(self, seat: int | None) -> View:
        """The table as a seat sees it; None is a spectator."""
        if seat is None:
            return self.game.view(self.table, None, NOTHING_KNOWN)
        return self.game.view(self.table, Seat(seat), self.knowledge(seat))

    def choice(self) -> Choice:
        """The choice that is waiting, after a script that failed to answer it was refused."""
        step = self.engine.waiting
        assert isinstance(step, Ask), f"no single question is waiting but {_text(step)}"
        return step.choice

    # Helpers

    def _start(self, job: Callable[[Table], Awaitable[object]]) -> None:
        self._stage.job, self._stage.result = job, None
        self.steps = []
        self.engine.feed(None)
        self._follow()

    def _follow(self) -> None:
        steps = [step for step in self.dealer.follow() if not isinstance(step, Idle)]
        self.steps += steps
        self.trace += [_text(step) for step in steps]

    def _zone(self, name: str, owner: Seat | None) -> None:
        if name not in self.table.zones:
            self.table.add_zone(name, owner=owner)

    def _lay(
        self, faces: Sequence[Face], zone: str, job: Callable[[Table], Awaitable[None]]
    ) -> tuple[CardId, ...]:
        self._zone(LAY, None)
        self.table.create(faces, LAY)
        self.setup(job)
        self.trace.clear()
        return tuple(self.table.zone(zone).cards[-len(faces) :]) if faces else ()

    def _answer(self, step: Step[Any], line: Line) -> None:
        left = tuple(Seat(seat) for seat in line.leaves)
        if isinstance(step, Chance) and line.kind == "chance" and line.name in ("", step.why):
            self.engine.feed(line.value, left)
        elif isinstance(step, Claims) and line.kind == "claims" and line.name == step.window:
            offered = tuple(seat for seat, _ in step.offers)
            if any(seat not in offered for seat in line.seats):
                self._fail(f"{_expected(line)}, but it is offered to {offered}")
            self.engine.feed(tuple(seat in line.seats for seat in offered), left)
        elif isinstance(step, Ask) and line.kind == "ask":
            if line.name != step.choice.kind or step.seat not in line.picks:
                self._fail(f"expected {_expected(line)}, but there comes {_text(step)}")
            self._ask(step, line, left)
        elif isinstance(step, AskAll) and line.kind == "ask_all":
            asked = dict(step.asks)
            if set(asked) != set(line.picks) or {c.kind for c in asked.values()} != {line.name}:
                self._fail(f"expected {_expected(line)}, but there comes {_text(step)}")
            answers = tuple(
                None if seat in left else self._fits(seat, choice, line.picks[seat])
                for seat, choice in step.asks
            )
            self.engine.feed(answers, left)
        else:
            self._fail(f"expected {_expected(line)}, but there comes {_text(step)}")

    def _carry(self, step: Step[Any], line: Line) -> None:
        if line.name != type(step).__name__.lower():
            self._fail(f"expected {line.name}, but there comes {_text(step)}")
        left = tuple(Seat(seat) for seat in line.leaves)
        self.engine.feed(self.dealer.result(step, left), left)

    def _ask(self, step: Ask, line: Line, left: tuple[Seat, ...]) -> None:
        if step.seat in left:
            self.engine.feed(None, left)
        elif line.bad:
            answer = self._named(step.choice, line.picks[step.seat])
            reason = why_not(step.choice, answer, Knowledge(self._truth(step.choice)))
            if reason is None or line.bad not in reason:
                self._fail(f"{_expected(line)} should be refused for '{line.bad}', not: {reason}")
        else:
            answer = self._fits(step.seat, step.choice, line.picks[step.seat])
            self.engine.feed(answer, left)

    def _fits(self, seat: Seat, choice: Choice, wanted: Pick) -> Answer:
        answer = self._named(choice, wanted)
        reason = why_not(choice, answer, Knowledge(self._truth(choice)))
        if reason is not None:
            self._fail(f"seat {seat} may not answer '{choice.kind}' with {wanted}: {reason}")
        return answer

    def _named(self, choice: Choice, wanted: Pick) -> Answer:
        if wanted == Pick():
            return NOTHING
        cards: list[CardId] = []
        for face in wanted.faces:
            fitting = [c for c in choice.cards if self.dealer.true[c] == face and c not in cards]
            if not fitting:
                offered = [self.dealer.true[card] for card in choice.cards]
                self._fail(f"'{choice.kind}' is not about {face!r} but about {offered}")
            cards.append(fitting[0])
        return Answer(tuple(cards), wanted.option, wanted.number, wanted.order)

    def _truth(self, choice: Choice) -> dict[CardId, Face]:
        return {card: self.dealer.true[card] for card in choice.cards}

    def _fail(self, what: str) -> None:
        steps = "\n  ".join(self.trace[-12:]) or "none"
        log = "\n  ".join(self.log[-8:]) or "empty"
        raise AssertionError(f"{what}\nlast steps:\n  {steps}\nlog:\n  {log}")


def _expected(line: Line) -> str:
    if line.kind == "chance":
        return f"chance {line.name!r}"
    if line.kind == "carried":
        return f"the step {line.name}"
    if line.kind == "claims":
        return f"claims '{line.name}' of {line.seats or 'nobody'}"
    return f"{line.kind} {tuple(line.picks)} '{line.name}'"


def _text(step: Step[Any] | None) -> str:
    """A step in one short line."""
    if isinstance(step, Ask):
        keys = [option.key for option in step.choice.options]
        return f"ask {step.seat} '{step.choice.kind}' {len(step.choice.cards)} cards {keys}"
    if isinstance(step, AskAll):
        return f"ask_all {tuple(s for s, _ in step.asks)} '{step.asks[0][1].kind}'"
    if isinstance(step, Claims):
        return f"claims '{step.window}' offered to {tuple(seat for seat, _ in step.offers)}"
    if isinstance(step, Chance):
        return f"chance '{step.why}' of {step.sides}"
    if isinstance(step, Mix):
        return f"mix {step.owner} {len(step.cards)} cards"
    if step is None:
        return "the end"
    name = type(step).__name__.lower()
    parts = [
        f"{n} {getattr(step, n)}" for n in ("giver", "to", "holder", "zone") if hasattr(step, n)
    ]
    return " ".join([name, f"{len(getattr(step, 'cards', ()))} cards", *parts])
