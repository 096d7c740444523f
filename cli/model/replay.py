"""A record as a game that can be stepped through: judged once, then replayed by the rules alone.

Loading feeds the record's messages to a validator, as the verifier does, and keeps every result
that the rules got; what does not hold ends the replay there and is said. Stepping feeds those
results to an engine of its own. Pure but for the time it takes.
Held by tests/cli/tui/test_records.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from cli.model.check_marks import Checks
from cli.model.names import people
from cli.model.replay_halves import HalfHistories, HalfHistory, OwnFaces
from cli.model.table_text import Names
from games.engine.engine import Engine
from games.engine.errors import GamesError, RulesError
from games.engine.game import Game
from games.engine.private import NOTHING_KNOWN, Knowledge
from games.engine.recorded import RecordedGame
from games.engine.table import LogLine
from games.engine.values import CardId, Face, Outcome, Seat
from games.engine.view import View
from p2p.client.tables.kept_records import OwnSeat
from p2p.errors import CodecError, LocalError, P2PError
from p2p.log.fault import Charge
from p2p.record.record import Record, why_unreadable
from p2p.record.rules_of_record import FindRules, game_of, rules_here
from p2p.replica.replica import AppliedResult
from p2p.session.validator import Good, Refused, Validator
from p2p.wire.charter import READABLE, Charter
from p2p.wire.codec import Data

NOT_RULED = "This release does not have the rules of this record: it shows the steps as they are."


@dataclass(frozen=True, slots=True)
class Moment:
    """A place to stop: after so many results. `turn`: whose turn it then is."""

    fed: int
    step: int
    lines: int
    turn: Seat | None


@dataclass
class Replay:
    """A game to step through."""

    game: Game
    names: Names
    options: Mapping[str, str | int]
    results: Sequence[AppliedResult]
    checks: Checks
    trouble: str = ""
    """Why it ends before the record does; empty if it does not."""
    halves: Mapping[Seat, HalfHistory] = field(default_factory=dict)
    """What each seat knew beside faces, of those that have shown their seeds."""
    own: Seat | None = None
    """Our seat, while we play this game."""
    seen: Mapping[CardId, Face] = field(default_factory=dict, repr=False)
    """What we alone have seen at it: no part of the record."""
    outcome: Outcome | None = field(init=False, default=None)
    moments: list[Moment] = field(init=False, default_factory=list)
    lines: tuple[LogLine, ...] = field(init=False, default=())
    later: dict[CardId, Face] = field(init=False, default_factory=dict)
    """Every face that is opened at some time: a card keeps its number until it is shuffled."""
    _engine: Engine | None = field(init=False, default=None)
    _fed: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Go through it once: where to stop, what is told, what comes to light."""
        engine = self._fresh()
        self._stop(engine, 0)
        for fed, given in enumerate(self.results, 1):
            assert engine.waiting is not None
            self.later.update(engine.waiting.faces(given.result))
            _feed(engine, given)
            told = len(engine.table.log) > self.moments[-1].lines
            asks = engine.waiting is not None and engine.waiting.asks_halves
            if told or asks or engine.outcome is not None:
                self._stop(engine, fed)
        if self.moments[-1].fed < len(self.results):  # as a table that goes on lies now
            self._stop(engine, len(self.results))
        self.lines = tuple(engine.table.log)
        self.outcome = engine.outcome
        self._engine, self._fed = engine, len(self.results)

    @property
    def ruled(self) -> bool:
        """Whether the rules of the game are here; else its steps are shown as data."""
        return not isinstance(self.game, RecordedGame)

    def _fresh(self) -> Engine:
        engine = Engine(self.game, len(self.names.people), self.options)
        engine.start()
        return engine

    def _stop(self, engine: Engine, fed: int) -> None:
        table = engine.table
        self.moments.append(Moment(fed, engine.number, len(table.log), table.turn))

    def view(self, place: int, eyes: Seat | None) -> View:
        """The table at a moment, as a seat sees it as far as the record tells, or as everybody."""
        moment = self.moments[place]
        if self._engine is None or self._fed > moment.fed:
            self._engine, self._fed = self._fresh(), 0
        while self._fed < moment.fed:
            _feed(self._engine, self.results[self._fed])
            self._fed += 1
        return self.game.view(self._engine.table, eyes, self._knowledge(self._engine, eyes))

    def _knowledge(self, engine: Engine, eyes: Seat | None) -> Knowledge:
        """What a seat knew of its own hidden cards and what a later opening tells us."""
        if eyes is None:
            return NOTHING_KNOWN
        cards = [
            card
            for zone in engine.table.zones.values()
            if zone.owner == eyes
            for card in zone.cards
        ]
        # D-19: the rest stays face down; the record alone does not tell it.
        faces = {card: self.later[card] for card in cards if card in self.later}
        if eyes == self.own:
            # D-138: our own seat's, as far as its seed is still on this disk.
            faces |= {card: self.seen[card] for card in cards if card in self.seen}
        history = self.halves.get(eyes)
        return Knowledge(faces, history.before(engine.number) if history is not None else None)

    def withholds(self, eyes: Seat | None) -> bool:
        """Whether a seat knew more than the record can show, as its seed is not in it."""
        return bool(self.halves) and eyes is not None and eyes not in self.halves

    def turn_before(self, place: int) -> int:
        """The moment at which the turn before began."""
        turns = self._turns()
        turn = turns[place]
        while place > 0 and turns[place - 1] == turn:
            place -= 1
        place = max(0, place - 1)
        turn = turns[place]
        while place > 0 and turns[place - 1] == turn:
            place -= 1
        return place

    def turn_after(self, place: int) -> int:
        """The moment at which the next turn begins."""
        turns = self._turns()
        turn = turns[place]
        while place < len(turns) - 1 and turns[place] == turn:
            place += 1
        return place

    def _turns(self) -> Sequence[int | None]:
        """Whose turn it is at each moment; where all play at once, how much was told by then."""
        turns = [moment.turn for moment in self.moments]
        return turns if any(turn is not None for turn in turns) else [m.lines for m in self.moments]

    def at_line(self, line: int) -> int:
        """The first moment at which so many lines of the story had been told."""
        return next((n for n, m in enumerate(self.moments) if m.lines >= line), 0)

    def at_step(self, step: int) -> int:
        """The last moment that is not behind a step of the rules."""
        return max((n for n, m in enumerate(self.moments) if m.step <= step), default=0)


def _feed(engine: Engine, given: AppliedResult) -> None:
    engine.feed(given.result, given.left, given.lost)


Told: TypeAlias = Callable[[int, int], None]
"""Is told how many messages of how many have been judged: often, and on the judging thread."""


def load(
    data: Data,
    contacts: Mapping[bytes, str],
    find_rules: FindRules = rules_here,
    *,
    told: Told = lambda done, total: None,
    own: OwnSeat | None = None,
) -> Replay:
    """Read and judge a record. Raises LocalError if there is nothing to step through.

    `own`: our seat at it, if its seed is still here: then the replay knows what we could see.
    """
    try:
        record = Record.decode(data)
    except CodecError as error:
        raise LocalError(why_unreadable(data, error)) from error
    except P2PError as error:
        raise LocalError(f"this cannot be replayed: {error}") from error
    try:
        charter = Charter.decode(record.charter, READABLE)
        if record.version == 1:
            raise LocalError("it was written by an earlier release and holds no steps")
        game = find_rules(charter.draft) or game_of(record, charter)
    except (P2PError, RulesError) as error:
        raise LocalError(f"this cannot be replayed: {error}") from error
    names = Names(people(charter.draft.members, b"", contacts))
    options = dict(charter.draft.options)
    validator = Validator(charter, game, keeps_settled=True)
    checks, halves = Checks(), HalfHistories(charter, game, own)
    faces = None if own is None else OwnFaces(charter, own)
    trouble = _judge(record, validator, checks, halves, faces, told)
    replica = validator.replica
    if not replica.step:
        raise LocalError(f"this ends before the game begins{': ' + trouble if trouble else ''}")
    results = tuple(replica.results)
    replay = Replay(game, names, options, results, checks, trouble, halves.histories)
    if faces is not None:
        replay.own, replay.seen = faces.seat, faces.faces
    return replay


def _judge(
    record: Record,
    validator: Validator,
    checks: Checks,
    halves: HalfHistories,
    faces: OwnFaces | None,
    told: Told,
) -> str:
    """Feed all messages; gives why it could not go on, or nothing."""
    for signed in record.entries:  # seeds first: with them halves learn as the game goes on
        try:
            validator.feed(signed)
        except CodecError as error:
            return f"a seed of the record does not hold: {error}"
    for number, signed in enumerate(record.messages, 1):
        told(number, len(record.messages))
        try:
            verdicts = validator.feed(signed)
        except (CodecError, GamesError) as error:
            return f"entry {number} of the record does not hold: {error}"
        match verdicts:
            case [Good(judged)] if judged is signed:
                checks.take([signed.message])
                halves.follow(validator)
                if faces is not None:
                    faces.follow(validator.replica)
            case [Refused(judged, refusal)] if judged is signed:
                return f"entry {number} of the record does not hold: {refusal.reason}"
            case _:
                return f"entry {number} of the record is not where it belongs"
        broken = validator.replica.broken
        if broken is not None:
            claim = broken.charge is Charge.CLAIM
            what = "a card was not what it had to be" if claim else "the keys hide nothing"
            return f"{what}: {broken.reason}"
    return ""
