"""Tables of King and Court set by hand, so that another card in a deck changes no picture."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence

from games.court.auction import bid, choose_in_turn, turn_up
from games.court.endings import outcome
from games.court.state import Sale
from games.court.state import state_of as court_state_of
from games.court.turn import take_turn
from games.engine.table import Table
from games.engine.values import Seat
from games.king.rules import outcome_at_cap
from games.king.state import state_of as king_state_of
from tests.cli.tui.house import SetTable
from tests.games.court.build import acting, aims, does, event, gives, helps, lay, plays, quiet
from tests.games.king import build
from tests.games.king.build import (
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    VISCOUNT,
    act,
    mode,
    target,
    turn,
)
from tests.games.scenario import Line, Scenario, ask, claims, passes

# Soon I Will Be King!

_RANKED = {
    KING: "merchant",
    DUKE: "queen, magician",
    MARQUIS: "spy, bishop, taster",
    EARL: "fool, old man, hanged man, sage",
    VISCOUNT: "executioner, hermit, hierophant, general, judge",
    BARON: "devil, prince, true heir, gambler, librarian, player 1",
    COMMONER: "player 0, player 2, player 3, player 4, player 5",
}
_HANDS: Sequence[Sequence[str]] = (
    ("assassin 3", "assassin 2", "poison", "bribe", "pardon"),
    ("knight 1", "knight 2", "antidote", "bribe", "betrayal"),
    ("poison", "blackmail", "assassin 2", "knight 3", "proxy"),
    ("ship", "bribe", "knight 1", "assassin 1", "investigation"),
    ("knight 2", "bribe", "poison", "blackmail", "pardon"),
    ("ship", "proxy", "assassin 3", "knight 2", "bribe"),
)
_DECK = ("betrayal", "ship", "knight 2", "antidote", *["bribe"] * 41)
ATTACK: Sequence[Line] = (
    claims("start"),
    ask(2, "act", "poison", option="discard"),
    claims("drawn"),
    act(2, "blackmail", "blackmail"),
    target(2, "executioner"),
    mode(2, "gain"),
    claims("announced"),
    act(2, "assassinate", "assassin 2"),
    target(2, "spy"),
)
"""A turn of the third seat, up to the window of its attack."""


def _king(seats: int, round_of_table: int = 1) -> build.Court:
    people = {who: rank for rank, row in _RANKED.items() for who in row.split(", ")}
    away = [f"player {seat}" for seat in range(seats, len(_HANDS))]
    at = {who: rank for who, rank in people.items() if who not in away}
    hands = dict(enumerate(_HANDS[:seats]))
    s = build.court(at, seats=seats, hands=hands, deck=_DECK, options={"turns": 6})
    state = king_state_of(s.table)
    state.round, state.order = round_of_table, (*map(Seat, range(1, seats)), Seat(0))
    s.table.turn = Seat(2)
    return s


def king(*script: Line, seats: int = 3) -> SetTable:
    """The third seat's turn after this script; with none, in its first window."""
    s = _king(seats)
    s.hold(turn(2), *script)
    return SetTable(s)


def king_game() -> Iterator[SetTable]:
    """The last two turns of a game, the second of them the first seat's, and its end."""
    s = _king(3, 6)
    yield from _played(
        s,
        turn(2),
        ATTACK[:0],
        ATTACK[:2],
        ATTACK[2:6],
        ATTACK[6:],
        [claims("announced"), claims("poison", 0)],
        [ask(0, "poison", "poison"), claims("antidote"), claims("ship"), passes(2, "act")],
        [claims("end")],
    )
    s.table.turn = Seat(0)
    yield from _played(
        s,
        turn(0),
        [claims("start")],
        [act(0, "discard", "pardon"), claims("drawn")],
        [act(0, "assassinate", "assassin 3")],
        [
            target(0, "hierophant"),
            claims("announced"),
            claims("knights", 1),
            ask(1, "knights", "knight 2"),
            claims("poison"),
            claims("ship"),
        ],
        [passes(0, "act"), claims("end")],
    )
    yield SetTable(s, outcome_at_cap(s.table))


def _played(
    s: Scenario, procedure: Callable[[Table], Awaitable[object]], *scripts: Sequence[Line]
) -> Iterator[SetTable]:
    """The table wherever one of the scripts of a procedure leads to."""
    s.hold(procedure, *scripts[0])
    yield SetTable(s)
    for script in scripts[1:]:
        s.hold_on(*script)
        yield SetTable(s)


# Heir Apparent: Court

_PRINCES = ("cosima", "dagmar", "egbert", "bertram", "aurelio")
_COURTS = (
    "ironhand clemence isaura lisbet corvin",
    "jocasta balthus fennick goldwin ulrike",
    "quill vane ambrose humbert inquisitor",
    "brann odo hob rook",
    "pike seer hedda",
)
_CARDS = ("iron strings giant", "charmed purse mud", "crowd fruit sword", "hat axe", "gout salts")
_FAVOR = (13, 12, 10, 11, 9)


def _table(
    seats: int,
    courts: Sequence[str] = _COURTS,
    *,
    begun: bool = True,
    events: str = "",
    last: str = "",
    turn: int = 0,
) -> Scenario:
    dealt = dict(enumerate(courts[:seats])) if begun else {}
    return lay(
        dealt,
        dict(enumerate(_CARDS[:seats])) if begun else {},
        seats=seats,
        princes=_PRINCES,
        favor=_FAVOR[:seats],
        characters="agnes melchior" if begun else "odo pieter quill ironhand jocasta brann",
        actions="glove duel ring tabard haste",
        events=last or f"{events} birthday taxes dragon".strip(),
        under={"clemence": "ring"} if "clemence" in "".join(dealt.values()) else None,
        turn=turn if begun else None,
    )


def _after(seats: int) -> Sequence[int]:
    """Who comes after the second seat, up to the first."""
    return (2, 4, 3) if seats > 3 else (2,)


def _bid(seats: int) -> Scenario:
    s = _table(seats, begun=False)

    async def auction(t: Table) -> None:
        state = court_state_of(t)
        state.right, state.sale = Seat(2), Sale(number=1)
        await turn_up(t)
        await choose_in_turn(t, await bid(t, state.sale))

    more = [ask(4, "bid", number=2), *quiet("bid", 3)] if seats > 3 else []
    s.hold(auction, ask(2, "bid", number=1), *more)
    return s


def _choose(seats: int) -> Scenario:
    s = _bid(seats)
    s.hold_on(*quiet("bid", 0, 1), ask(2, "pick", "odo"))
    return s


def _draw(seats: int) -> Scenario:
    s = _table(seats)
    s.hold(lambda t: take_turn(t, Seat(0)))
    return s


def _act(seats: int) -> Scenario:
    s = _table(seats)
    s.hold(acting(0))
    return s


def _foresee(seats: int) -> Scenario:
    first = "ironhand clemence isaura melchior corvin"
    s = _table(seats, (first, *_COURTS[1:]), events="ball")
    s.hold(acting(0), does(0, "power melchior"))
    return s


def _melee(seats: int) -> Scenario:
    s = _act(seats)
    s.hold_on(
        does(0, "fight corvin"),
        aims(0, "at ulrike"),
        claims("react"),
        helps(1, "defence fennick"),
        *quiet("melee", *_after(seats)),
    )
    return s


def _react(seats: int) -> Scenario:
    s = _melee(seats)
    s.hold_on(
        helps(0, "attack ironhand"),
        *quiet("melee", 1, *_after(seats), 0),
        claims("react", 0),
    )
    return s


def _counter(seats: int) -> Scenario:
    s = _table(seats, ("balthus goldwin ironhand", "fencer nightshade fennick hob"), turn=1)
    s.hold(acting(1), plays(1, "charmed"), aims(1, "at fencer"), claims("react"))
    return s


def _event(seats: int, key: str, pool: str) -> Scenario:
    s = _table(seats, events=key, turn=1)
    s.hold(event(1), gives(1, f"gift {pool}"), *quiet("event", *_after(seats)))
    return s


def _challenge(seats: int) -> Scenario:
    return _event(seats, "university", "support")


def _contest(seats: int) -> Scenario:
    return _event(seats, "muster", "1")


def court_over() -> SetTable:
    """The last Event is over, and with it the game."""
    s = lay(
        {0: "ironhand isaura", 1: "balthus ulrike", 2: "quill vane"},
        {0: _CARDS[0]},
        favor=(12, 12, 10),
        princes=_PRINCES,
        events="muster",
        turn=1,
    )
    s.run(
        event(1),
        gives(1, "support ulrike 1"),
        gives(2, "gift 1"),
        gives(0, "support ironhand 0"),
        *quiet("event", 1, 2),
        gives(0, "gift 0"),
        *quiet("event", 1, 2, 0),
        *quiet("react", 0),
    )
    return SetTable(s, outcome(s.table))


_MOMENTS: dict[str, Callable[[int], Scenario]] = {
    "bid": _bid,
    "choose": _choose,
    "draw": _draw,
    "act": _act,
    "foresee": _foresee,
    "melee": _melee,
    "react": _react,
    "counter": _counter,
    "challenge": _challenge,
    "contest": _contest,
}


def court_game() -> Iterator[SetTable]:
    """A round of the auction, then a turn with a Melee, the last Event in it, and the end."""
    s = _bid(3)
    yield SetTable(s)
    s.hold_on(ask(0, "bid", number=3), *quiet("bid", 1, 2))
    yield SetTable(s)
    s = _table(3, last="muster")
    yield from _played(
        s,
        lambda t: take_turn(t, Seat(0)),
        [],
        [ask(0, "draw", option="action")],
        [passes(0, "draw")],
        [does(0, "fight corvin")],
        [
            aims(0, "at ulrike"),
            claims("react"),
            helps(1, "defence fennick"),
            *quiet("melee", 2),
        ],
        [helps(0, "attack ironhand"), *quiet("melee", 1, 2, 0), claims("react", 0)],
        [passes(0, "react")],
        [passes(0, "act")],
        [gives(0, "support isaura 0"), gives(1, "gift 0"), *quiet("event", 2)],
        [gives(0, "gift 0"), *quiet("event", 1, 2)],
        [passes(0, "event")],
        [claims("react")],
    )
    yield SetTable(s, outcome(s.table))


def court(moment: str, seats: int = 3) -> SetTable:
    """A game of Court among three or five at one of these moments, or when it is "over"."""
    return court_over() if moment == "over" else SetTable(_MOMENTS[moment](seats))
