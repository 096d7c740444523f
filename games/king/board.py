"""The board: who has which Rank, in which order of Seniority, and what everybody knows of a turn.

Each Rank is a list, the most senior first (SKG-7). Everything here is a plain function on the
public state; nobody is asked and nothing is thrown. What the King's fate is, is not settled here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from games.engine.choice import Choice
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.engine.view import who
from games.king.heirs import HERMIT, LIBRARIAN, PRINCE, Person, name_of, player


class Rank(IntEnum):
    """The Ranks, the highest first (SK-18 to SK-24)."""

    __hash__ = int.__hash__
    """The board is looked up by Rank all the time, and an enumeration hashes slowly by itself."""

    KING = 1
    DUKE = 2
    MARQUIS = 3
    EARL = 4
    VISCOUNT = 5
    BARON = 6
    COMMONER = 7

    @property
    def title(self) -> str:
        """The Rank as people read it."""
        return _TITLES[self]


_TITLES: Final = {rank: rank.name.capitalize() for rank in Rank}
PLACES: Final = {
    Rank.KING: 1,
    Rank.DUKE: 2,
    Rank.MARQUIS: 3,
    Rank.EARL: 4,
    Rank.VISCOUNT: 5,
    Rank.BARON: 6,
}
"""How many each Rank holds (SKF-4); Commoners are without limit."""

ABILITY: Final = {
    Rank.KING: "Coronation: declare it when your turn starts, live to its end, and win.",
    Rank.DUKE: "Execution: after drawing, discard your hand to kill one Heir below the Dukes.",
    Rank.MARQUIS: "Influence: your hand holds 6 cards.",
    Rank.EARL: "Negotiation: turn two hand cards into a Bribe.",
    Rank.VISCOUNT: "Planning: draw 5 cards each turn, then discard down to 5.",
    Rank.BARON: "Draft: turn a hand card into a Knight of 1.",
    Rank.COMMONER: "Beneath Notice: immune to everything but Investigation.",
}


class Deed(StrEnum):
    """What can be announced against somebody."""

    __hash__ = str.__hash__
    """Quick, as for Rank."""

    BRIBE = "bribe"
    BLACKMAIL = "blackmail"
    INVESTIGATE = "investigate"
    BETRAY = "betray"
    EXECUTE = "execute"
    ASSASSINATE = "assassinate"
    PROXY = "proxy"
    SHIP = "ship"


_WORDS: Final = {
    Deed.BRIBE: "{} bribes {}",
    Deed.BLACKMAIL: "{} blackmails {}",
    Deed.INVESTIGATE: "{} investigates {}",
    Deed.BETRAY: "{} betrays {}",
    Deed.EXECUTE: "{} orders the execution of {}",
    Deed.ASSASSINATE: "{} attacks {}",
    Deed.PROXY: "{} uses the Rank of {}",
    Deed.SHIP: "{} brings {} back",
}
_OWN_WORDS: Final = {
    Deed.BRIBE: "{} takes a Bribe",
    Deed.BLACKMAIL: "{} gives up Seniority",
}
"""What a deed is called that is aimed at oneself (SKB-10)."""


class Stage(IntEnum):
    """How far the turn in play has come, by the numbered steps of the rulebook (SK-3 to SK-9)."""

    START = 1
    DISCARD = 2
    DRAW = 3
    EXECUTION = 4
    BLACKMAIL = 5
    JOINT = 6
    ASSASSINATION = 7


@dataclass(slots=True)
class Effect:
    """Something announced that has not happened yet."""

    deed: Deed
    by: Seat
    target: Person
    mode: str = ""
    """For Blackmail, "gain" or "reset"."""
    strength: int = 0
    """The sum of the Assassins of an attempt."""
    others: tuple[Seat, ...] = ()
    """Who else added Assassins to a joint attempt."""
    redirected: bool = False
    """The Fool's coin has made the King the target."""
    defence: int = 0
    """The sum of the Knights so far."""
    poison: int = 0
    """The Poison so far."""
    means: str = ""
    """The cards that were played, where the deed alone does not say which."""

    def __str__(self) -> str:
        by, target = who(self.by), name_of(self.target)
        if self.target != player(self.by):
            return _WORDS[self.deed].format(by, target)
        return _OWN_WORDS.get(self.deed, _WORDS[self.deed]).format(by, "themselves")

    @property
    def tally(self) -> str:
        """How an assassination stands."""
        poison = f" and Poison {self.poison}" if self.poison else ""
        return f"Attack {self.strength}{poison} against {self.defence or 'no Knights'}"


@dataclass(slots=True)
class Turn:
    """What holds until this turn ends."""

    stage: Stage = Stage.START
    crowning: Seat | None = None
    stopped: list[Person] = field(default_factory=list)
    """Who has no use of its Rank, by Investigation."""
    proxies: list[tuple[Seat, Person]] = field(default_factory=list)
    executed: list[Person] = field(default_factory=list)
    """Whose Execution has been used (SKD-20)."""
    attacked: bool = False
    over: bool = False
    """The player in turn has left the board, so only the end of the turn is left (SKD-23)."""
    tasted: bool = False
    """Poison was used on the Poison Taster."""
    quiet: tuple[int, int] = (-1, -1)
    """Where the last window closed: the number of the step and the length of the log."""


@dataclass(slots=True)
class State:
    """All that everybody knows besides the cards."""

    ranks: dict[Rank, list[Person]] = field(default_factory=lambda: {rank: [] for rank in Rank})
    order: tuple[Seat, ...] = ()
    """The seats in the order of their turns (SKG-6)."""
    dead: list[Person] = field(default_factory=list)
    shipped: list[Person] = field(default_factory=list)
    owners: dict[Person, Seat] = field(default_factory=dict)
    bribes: dict[Person, list[Seat]] = field(default_factory=dict)
    felt: dict[Person, Seat | None] = field(default_factory=dict)
    """Who held the Heirs whose gain or loss has an effect when that was last carried out."""
    pending: list[Effect] = field(default_factory=list)
    """What is announced and not over, the latest last."""
    naming: Deed | None = None
    """What a seat is naming a target for."""
    attempting: bool = False
    """The Hanged Man's Coronation is being played."""
    turn: Turn = field(default_factory=Turn)
    round: int = 0
    stood: tuple[object, ...] = ()
    """How things stood at the last window."""
    offered: dict[Seat, tuple[object, Choice | None]] = field(default_factory=dict)
    """What each seat was offered in the last quiet one, after that on which it hung."""


class Ended(Exception):
    """The game is over."""

    def __init__(self, winners: tuple[Seat, ...], reason: str) -> None:
        super().__init__(reason)
        self.outcome = Outcome(winners, reason)


def look_around(state: State) -> None:
    """Keep who is where, whose, and what holds for this turn: all that a use at any time hangs on.

    While nothing of it changes, the same value is kept.
    """
    stands = (
        *map(tuple, state.ranks.values()),
        tuple(state.shipped),
        tuple(state.owners.items()),
        tuple([(heir, tuple(stack)) for heir, stack in state.bribes.items()]),
        tuple(state.turn.stopped),
        tuple(state.turn.proxies),
    )
    if stands != state.stood:
        state.stood = stands


def state_of(table: Table) -> State:
    """The state that the rules keep on this table."""
    assert isinstance(table.state, State)
    return table.state


# Who is where


def rank_of(state: State, person: Person) -> Rank | None:
    """The Rank of somebody; None when not on the board."""
    for rank, ranked in state.ranks.items():
        if person in ranked:
            return rank
    return None


def people(state: State) -> list[Person]:
    """All on the board, the King first."""
    return [person for ranked in state.ranks.values() for person in ranked]


def king_of(state: State) -> Person | None:
    """The King, if there is one."""
    return next(iter(state.ranks[Rank.KING]), None)


def is_present(t: Table, seat: Seat) -> bool:
    """Whether a player is at the table and on the board (SKG-59, SKD-23)."""
    state, person = state_of(t), player(seat)
    return seat not in t.gone and person not in state.dead and person not in state.shipped


def around(t: Table, first: Seat | None) -> tuple[Seat, ...]:
    """The players on the board in turn order, from `first` or whoever comes after."""
    state = state_of(t)
    order, away, gone = state.order, (*state.dead, *state.shipped), t.gone
    start = order.index(first) if first in order else 0
    circle = order[start:] + order[:start]
    return tuple([seat for seat in circle if seat not in gone and player(seat) not in away])


def others(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """The other players on the board in turn order, from the one after `seat`."""
    return tuple(other for other in around(t, seat) if other != seat)


# Moving people


def enter(state: State, person: Person) -> None:
    """Somebody comes in as the least senior Commoner (SKG-58)."""
    for absent in (state.dead, state.shipped):
        if person in absent:
            absent.remove(person)
    state.ranks[Rank.COMMONER].append(person)


def lift(state: State, person: Person) -> None:
    """Take somebody off the board."""
    for rank in Rank:
        if person in state.ranks[rank]:
            state.ranks[rank].remove(person)


def reset(state: State, person: Person) -> Rank | None:
    """SKG-8: to the end of the own Rank's list; which that is."""
    rank = rank_of(state, person)
    if rank is not None:
        state.ranks[rank].remove(person)
        state.ranks[rank].append(person)
    return rank


def succeed(state: State) -> list[tuple[Person, Rank]]:
    """SK-17, SKG-66: fill openings from the top down, one by one, until stable; who rose where."""
    risen: list[tuple[Person, Rank]] = []
    lists = list(state.ranks.values())
    while True:
        for (rank, places), upper, lower in zip(PLACES.items(), lists[:-1], lists[1:], strict=True):
            if len(upper) < places and lower:
                heir = lower.pop(0)
                upper.append(heir)
                risen.append((heir, rank))
                break
        else:
            return risen


def demote_librarian(state: State) -> Rank | None:
    """SKG-67, SKD-13: he changes places downwards until he is Marquis; where he fell to."""
    fell = None
    for rank in (Rank.KING, Rank.DUKE):
        upper, lower = state.ranks[rank], state.ranks[Rank(rank + 1)]
        if LIBRARIAN in upper and lower:
            upper.remove(LIBRARIAN)
            upper.append(lower.pop(0))
            lower.append(LIBRARIAN)
            fell = Rank(rank + 1)
    return fell


def prefer_friend(state: State, friend: Seat | None) -> None:
    """SK-52 (b), SKG-71: the Prince's friend is the most senior of their Rank."""
    if friend is None or rank_of(state, PRINCE) is None:
        return
    person = player(friend)
    rank = rank_of(state, person)
    if rank is not None:
        state.ranks[rank].remove(person)
        state.ranks[rank].insert(0, person)


def pardon(state: State, person: Person, safe: tuple[Person, ...]) -> Person | None:
    """SKG-68: one Rank up, at the cost of the least senior there who may fall; gives whom.

    `safe` are those who do not lose Rank (SKG-69); the Hermit never does (SKD-19). With nobody to
    replace, or nothing above, the Rank stays as it is (SKG-70).
    """
    rank = rank_of(state, person)
    if rank is None or rank == Rank.KING:
        return None
    upper, lower = state.ranks[Rank(rank - 1)], state.ranks[rank]
    falling = next((one for one in reversed(upper) if one != HERMIT and one not in safe), None)
    if falling is None:
        return None
    upper.remove(falling)
    lower.remove(person)
    upper.append(person)
    lower.insert(0, falling)
    return falling
