"""Short forms for the tests of Court: tables laid by hand, lines of a script, and what came of it.

Seats 0, 1, 2 are Cosima, Dagmar and Egbert unless a test says otherwise, so the order of play is
0, 1, 2 and the lower seat is the more popular. They are turned, so that they do nothing but give
their free support.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from games.court.affair import hold_event
from games.court.deck import CATALOGUE, Catalogue
from games.court.people import enter
from games.court.rules import Court, make_places
from games.court.state import (
    ACTIONS,
    ATTACHED,
    CHARACTERS,
    DISCARDS,
    EVENTS,
    FORMER,
    LASTING,
    REVEALED,
    Affair,
    Attached,
    Bout,
    Person,
    Stage,
    Stake,
    State,
    court_of,
    state_of,
)
from games.court.turn import actions_phase
from games.engine.table import Table
from games.engine.values import Face, Seat
from tests.games.scenario import Line, Scenario, ask, passes

PRINCES = ("cosima*", "dagmar*", "egbert*", "bertram*", "aurelio*")
Job = Callable[[Table], Awaitable[object]]


def lay(
    courts: Mapping[int, str] | None = None,
    hands: Mapping[int, str] | None = None,
    *,
    seats: int = 3,
    princes: Sequence[str] = PRINCES,
    favor: Sequence[int] = (),
    characters: str = "",
    former: str = "",
    actions: str = "",
    discards: str = "",
    events: str = "",
    under: Mapping[str, str] | None = None,
    lasting: str = "",
    turn: int | None = 0,
    stage: Stage = Stage.ACTIONS,
    catalogue: Catalogue = CATALOGUE,
) -> Scenario:
    """A table laid by hand; cards by their keys with blanks between, "odo*" is turned.

    `under` has by the key of a Character or Prince what lies under it. All have 10 favor unless
    `favor` says otherwise.
    """
    s = Scenario(Court(catalogue), seats)
    s.setup(lambda t: make_places(t, catalogue))
    t, state = s.table, state_of(s.table)
    for index in range(seats):
        seat = Seat(index)
        row = CATALOGUE.prince(princes[index].rstrip("*"))
        (card,) = s.board(court_of(seat), [row.key], index)
        state.princes[seat] = row
        state.favor[seat] = favor[index] if favor else 10
        state.people[row.key] = Person(row, card, seat, princes[index].endswith("*"))
    state.order = tuple(sorted(state.princes, key=lambda one: -state.princes[one].popularity))
    for index, keys in (courts or {}).items():
        for key in keys.split():
            (card,) = s.board(court_of(Seat(index)), [key.rstrip("*")], index)
            enter(t, card, Seat(index), turned=key.endswith("*"))
    for key, cards in (under or {}).items():
        for one in cards.split():
            (card,) = s.board(ATTACHED, [one])
            state.people[key].attached.append(Attached(card, catalogue.action(one)))
    for key in lasting.split():
        s.board(LASTING, [key])
        state.lasting.append(CATALOGUE.event(key))
    for index, keys in (hands or {}).items():
        s.hand(index, faces(keys))
    for zone, keys in ((CHARACTERS, characters), (EVENTS, events), (ACTIONS, actions)):
        s.pile(zone, faces(keys))
    s.board(FORMER, faces(former))
    s.board(DISCARDS, faces(discards))
    t.turn = None if turn is None else Seat(turn)
    state.stage = stage
    return s


def faces(keys: str) -> list[Face]:
    """The faces of cards by their keys."""
    return list(keys.split())


def at_event(s: Scenario, key: str, pools: str = "", subject: str = "") -> Affair:
    """An Event that is being decided; `pools` holds "0:4 1:3:odo" (pool, tokens, who brought them).

    Tokens of a Character are of whoever controls it, those of a side of a Challenge ("support:3:1")
    of the seat named last, those of a pool of its own seat.
    """
    state = state_of(s.table)
    (card,) = s.board(REVEALED, [key])
    affair = state.affair = Affair(CATALOGUE.event(key), card, subject=subject)
    state.stage = Stage.EVENT
    for word in pools.split():
        pool, amount, *rest = word.split(":")
        who = rest[0] if rest else pool
        person = state.people.get(who)
        by = person.seat if person is not None else Seat(int(who))
        source = who if person is not None else "test"
        name = person.key if person is not None else ""
        affair.stakes.append(Stake(pool, int(amount), by, source, name))
    return affair


# Procedures


def acting(seat: int) -> Job:
    """The Actions Phase of a seat."""
    return lambda t: actions_phase(t, Seat(seat))


def event(seat: int) -> Job:
    """The Event Phase of a seat."""
    return lambda t: hold_event(t, Seat(seat))


# Lines of a script


def plays(seat: int, key: str, *, bad: str = "", leaves: Sequence[int] = ()) -> Line:
    """In the Actions Phase a hand card is played."""
    return ask(seat, "act", key, option="play", bad=bad, leaves=leaves)


def in_event(seat: int, key: str, *, bad: str = "") -> Line:
    """In the Event Phase a hand card is played."""
    return ask(seat, "event", key, option="play", bad=bad)


def in_melee(seat: int, key: str, *, bad: str = "") -> Line:
    """In a Melee a hand card is played."""
    return ask(seat, "melee", key, option="play", bad=bad)


def reacts(seat: int, key: str, *, bad: str = "") -> Line:
    """A Reaction is played."""
    return ask(seat, "react", key, option="play", bad=bad)


def aims(seat: int, option: str) -> Line:
    """A target is named: "at odo", "rival 1", "pool 0", "side attack"."""
    return ask(seat, "aim", option=option)


def does(seat: int, option: str) -> Line:
    """Somebody does something in the Actions Phase: "fight brann", "tire odo", "power hob"."""
    return ask(seat, "act", option.split()[1], option=option)


def gives(seat: int, option: str) -> Line:
    """Somebody does something in the Event Phase: "support odo 0", "power hob", "gift 1".

    The Prince who gives is the one that sits there unless a test says otherwise.
    """
    word, *rest = option.split()
    face = PRINCES[seat].rstrip("*") if word == "gift" else rest[0]
    return ask(seat, "event", face, option=option)


def helps(seat: int, option: str) -> Line:
    """Somebody turns in a Melee: "attack brann"."""
    return ask(seat, "melee", option.split()[1], option=option)


def done(seat: int) -> Line:
    """The Actions Phase is over."""
    return passes(seat, "act")


def quiet(kind: str, *seats: int) -> list[Line]:
    """These seats pass, one after the other."""
    return [passes(seat, kind) for seat in seats]


# Looking


def state(s: Scenario) -> State:
    """The game's corner of the table."""
    return state_of(s.table)


def favor(s: Scenario) -> list[int]:
    """The favor of all seats."""
    return [state(s).favor[Seat(seat)] for seat in range(s.table.seats)]


def hand_sizes(s: Scenario) -> list[int]:
    """How many cards all seats hold."""
    return [len(s.in_hand(seat)) for seat in range(s.table.seats)]


def who(s: Scenario, seat: int) -> str:
    """The Characters of a seat, turned ones with a star."""
    people = [one for one in state(s).people.values() if one.seat == seat and not one.is_prince]
    return " ".join(f"{one.key}{'*' if one.turned else ''}" for one in people)


def is_turned(s: Scenario, key: str) -> bool:
    """Whether somebody is turned."""
    return state(s).people[key].turned


def under(s: Scenario, key: str) -> str:
    """What lies under somebody."""
    return " ".join(one.row.key for one in state(s).people[key].attached)


def pool(s: Scenario, name: str) -> int:
    """The tokens in a pool of the Event."""
    affair = state(s).affair
    assert affair is not None
    return max(0, sum(one.amount for one in affair.stakes if one.pool == name))


def bout(s: Scenario, attacker: str, defender: str) -> Bout:
    """A Melee that is going on."""
    made = state(s).bout = Bout(attacker, defender)
    state(s).stage = Stage.MELEE
    return made


def told(s: Scenario, *parts: str) -> bool:
    """Whether these come in the story, in this order."""
    at = 0
    for part in parts:
        found = next((k for k in range(at, len(s.log)) if part in s.log[k]), None)
        if found is None:
            raise AssertionError(f"not told: {part!r}\n  " + "\n  ".join(s.log[-20:]))
        at = found + 1
    return True
