"""Short forms for the tests of Soon I Will Be King!: a full board with the named people in place.

    s = court({"player 0": DUKE, "fool": BARON}, hands={0: ["bribe"]}, friends={0: ["queen"]})
    s.run(acting(0), act(0, "bribe", "bribe"), target(0, "fool"), chance(0), done(0))

Whoever is not named fills the board from the King down, harmless Heirs first; players not named are
Barons. Seats take their turns in the order of their numbers, and it is the turn of seat 0, in step
4 or later. A seat without cards is asked nothing. ``s.run`` names every question, as in every
scenario; ``s.go`` passes by itself whatever may be passed and is not the next line of the script.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import takewhile
from typing import TypeVar, cast

from games.engine.choice import NOTHING
from games.engine.steps import Ask, AskAll, Chance, Claims
from games.engine.table import Table
from games.engine.values import Face, Outcome, Seat
from games.king import plays
from games.king.board import rank_of
from games.king.course import announce
from games.king.endings import Ended
from games.king.heirs import HEIRS, Person, player, seat_of
from games.king.loyalty import holder
from games.king.offers import ACT, REACT
from games.king.ranks import Rank
from games.king.rules import King, make_places
from games.king.state import Catalogue, Effect, Play, Stage, State, state_of
from games.king.turn import act as act_in_turn
from games.king.turn import take_turn
from tests.games.scenario import Idle, Line, Scenario, ask, passes

T = TypeVar("T")

KING, DUKE, MARQUIS, EARL, VISCOUNT, BARON, COMMONER = Rank
ANNOUNCED = "announced"

_HARMLESS = (
    "executioner",
    "old man",
    "merchant",
    "hierophant",
    "spy",
    "general",
    "sage",
    "gambler",
    "taster",
    "magician",
    "prince",
    "bishop",
    "devil",
    "fool",
    "judge",
    "librarian",
    "true heir",
    "hermit",
    "hanged man",
    "queen",
)
assert sorted(_HARMLESS) == sorted(heir.key for heir in HEIRS)


class Court(Scenario):
    """A scenario that can leave out what is passed."""

    def go(self, procedure: Callable[[Table], Awaitable[T]], *script: Line) -> T:
        """As `run`, but questions and windows that the script does not name next are passed.

        Where claimants are asked in order, those claim whose answers come next in the script.
        """
        self._start(procedure)
        lines = list(script)
        while not isinstance(self.engine.waiting, Idle) and self.engine.outcome is None:
            step = self.engine.waiting
            assert step is not None
            line = lines[0] if lines else None
            if isinstance(step, Ask) and step.choice.may_pass and not _names(line, step):
                self.engine.feed(NOTHING)
            elif isinstance(step, Claims) and not (line and line.kind == "claims"):
                self.engine.feed(tuple(_claims(lines, step, seat) for seat, _ in step.offers))
            elif isinstance(step, Ask | AskAll | Claims | Chance):
                if line is None:
                    self._fail("the script is at its end")
                assert line is not None
                self._answer(step, lines.pop(0))
            elif line and line.kind == "carried" and type(step).__name__.lower() == line.name:
                self._carry(step, lines.pop(0))
            else:
                self.engine.feed(self.dealer.result(step))
            self._follow()
        assert not lines, f"not played: {lines}"
        return cast(T, self._stage.result)


def _claims(lines: Sequence[Line], step: Claims, seat: Seat) -> bool:
    if not step.in_order:
        return False
    answers = takewhile(lambda line: line.kind == "ask" and line.name == step.window, lines)
    return any(seat in line.picks for line in answers)


def _names(line: Line | None, step: Ask) -> bool:
    return (
        line is not None
        and line.kind == "ask"
        and (line.name == step.choice.kind and step.seat in line.picks)
    )


def court(
    at: Mapping[str, Rank] | None = None,
    *,
    seats: int = 3,
    hands: Mapping[int, Sequence[Face]] | None = None,
    friends: Mapping[int, Sequence[str]] | None = None,
    deck: Sequence[Face] = (),
    discards: Sequence[Face] = (),
    dead: Sequence[str] = (),
    shipped: Sequence[str] = (),
    stage: Stage = Stage.EXECUTION,
    options: Mapping[str, str | int] | None = None,
    catalogue: Catalogue = plays.CATALOGUE,
) -> Court:
    """A table set by hand; see the head of the module."""
    s = Court(King(catalogue), seats, options or {})
    s.setup(lambda t: make_places(t, catalogue))
    state = state_of(s.table)
    _place(state, dict(at or {}), seats, (*dead, *shipped))
    state.dead = [Person(one) for one in dead]
    state.shipped = [Person(one) for one in shipped]
    for seat, keys in (friends or {}).items():
        for key in keys:
            state.owners[Person(key)] = Seat(seat)
    state.last_holders = {heir.key: holder(state, heir.key) for heir in HEIRS}
    for seat, faces in (hands or {}).items():
        s.hand(seat, faces)
    s.pile("deck", deck)
    if discards:
        s.board("discards", discards)
    s.table.turn = Seat(0)
    state.turn.stage = stage
    return s


def _place(state: State, at: dict[str, Rank], seats: int, away: Sequence[str]) -> None:
    players = [str(player(Seat(seat))) for seat in range(seats)]
    for one in players:
        if one not in away:
            at.setdefault(one, BARON)
    for one, rank in at.items():
        state.ranks[rank].append(Person(one))
    rest = [one for one in _HARMLESS if one not in at and one not in away]
    places = {KING: 1, DUKE: 2, MARQUIS: 3, EARL: 4, VISCOUNT: 5, BARON: 6}
    for rank, count in places.items():
        while len(state.ranks[rank]) < count and rest:
            state.ranks[rank].append(Person(rest.pop(0)))
    state.ranks[COMMONER] += [Person(one) for one in rest]


# Procedures


def acting(seat: int) -> Callable[[Table], Awaitable[object]]:
    """Steps 4 to 7 of a turn outside a Coronation, until the seat passes."""

    async def job(t: Table) -> Outcome | None:
        return await _ended(act_in_turn(t, Seat(seat), "done"))

    return job


def turn(seat: int) -> Callable[[Table], Awaitable[Outcome | None]]:
    """A whole turn; gives the outcome if the game ends in it."""
    return lambda t: _ended(take_turn(t, Seat(seat)))


def announced(
    play: Play, by: int, whom: str, strength: int = 0, mode: str = ""
) -> Callable[[Table], Awaitable[Outcome | None]]:
    """Something announced, from its window to the settled table."""
    effect = Effect(play, Seat(by), Person(whom), strength=strength, mode=mode)
    return lambda t: _ended(announce(t, effect))


def attack(by: int, whom: str, strength: int) -> Callable[[Table], Awaitable[Outcome | None]]:
    """An assassination that has just been announced."""
    return announced(plays.ASSASSINATE, by, whom, strength)


async def _ended(job: Awaitable[object]) -> Outcome | None:
    try:
        await job
    except Ended as end:
        return end.outcome
    return None


# Lines of a script


def act(seat: int, verb: str, *cards: str, bad: str = "") -> Line:
    """The player in turn does something."""
    return ask(seat, ACT, *cards, option=verb, bad=bad)


def does(seat: int, verb: str, *cards: str, bad: str = "") -> Line:
    """Somebody who has claimed a window plays."""
    return ask(seat, REACT, *cards, option=verb, bad=bad)


def done(seat: int) -> Line:
    """The player in turn goes on."""
    return passes(seat, ACT)


def target(seat: int, whom: str) -> Line:
    """The target is named."""
    return ask(seat, "target", option=whom)


def mode(seat: int, how: str) -> Line:
    """What Blackmail is for."""
    return ask(seat, "mode", option=how)


# Looking


def where(s: Scenario, who: str) -> Rank | None:
    """The Rank of somebody, None when not on the board."""
    return rank_of(state_of(s.table), Person(who))


def friend(s: Scenario, who: str) -> int | None:
    """Who has the loyalty of an Heir."""
    return holder(state_of(s.table), Person(who))


def is_dead(s: Scenario, who: str) -> bool:
    """Whether somebody lies among the dead."""
    return Person(who) in state_of(s.table).dead


def is_shipped(s: Scenario, who: str) -> bool:
    """Whether somebody is in the distant land."""
    return Person(who) in state_of(s.table).shipped


def ranked(s: Scenario, rank: Rank) -> list[str]:
    """The people of a Rank, the most senior first."""
    return [str(one) for one in state_of(s.table).ranks[rank]]


def tokens(s: Scenario, seat: int) -> list[Face]:
    """The tokens of a seat."""
    return s.faces(f"tokens {seat}")


def players(s: Scenario) -> list[int]:
    """The seats on the board, from the King down."""
    found = [seat_of(one) for rank in Rank for one in state_of(s.table).ranks[rank]]
    return [int(seat) for seat in found if seat is not None]
