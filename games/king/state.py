"""What everybody knows besides the cards, and the row type of everything that a player may do.

`Play` is the one type for a play: the rows are in `plays.py`, what is open of them is told by
`offers.py`, and the course of a play from its announcement to its end is in `course.py`. Nothing
here asks anybody or moves anything. Stages are the numbered steps of a turn (SK-3 to SK-9).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum, auto
from typing import Final, NamedTuple, Protocol

from games.engine.choice import Option
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.engine.view import who
from games.king.cards import Card, Kind, copies
from games.king.heirs import Person, name_of, player
from games.king.helpers import Helpers
from games.king.offer_cache import OfferCache
from games.king.past import Past
from games.king.ranks import Rank

# A play


class Moment(StrEnum):
    """When a player is asked what to do."""

    __hash__ = str.__hash__
    """Quick, as for Rank."""

    CROWNING = "crowning"
    BEFORE_DRAWING = "before drawing"
    LIBRARY = "library"
    PLANNING = "planning"
    MAIN = "main"
    WINDOW = "window"
    ANNOUNCED = "announced"


class Whom(Enum):
    """Among whom a play names its target."""

    ON_BOARD = auto()
    FRIENDS = auto()
    """The Heirs on the board who are loyal to the player."""
    SHIPPED = auto()
    """Those in the distant land."""


class Words(NamedTuple):
    """An announcement, by whom and against whom."""

    story: str
    """As all are told it: "{} attacks {}"."""
    to_you: str
    """As its player is told it: "You attack {}"."""


class Situation(NamedTuple):
    """What everybody can tell of a player who may do something."""

    t: Table
    state: State
    seat: Seat
    cards: tuple[CardId, ...]
    """The hand, and then the tokens."""
    hand: int
    """How many hand cards."""
    hides: bool
    """Whether one of the cards is hidden: then it may be anything."""
    effect: Effect | None
    """What is announced, if something is."""


class Payment(Protocol):
    """What a play takes; the kinds of payment are in `payments.py`."""

    @property
    def max_cards(self) -> int:
        """How many cards are picked for it at most."""

    @property
    def kind(self) -> Kind | None:
        """The kind of card that is played, if it is a single one."""

    def is_possible(self, one: Situation) -> bool:
        """Whether a player can pay, as far as everybody can tell."""

    def why_not(self, cards: Sequence[Card], own: Sequence[bool], helpers: Helpers) -> str | None:
        """Why these cards do not pay for it; None if they do. `own` marks hand cards."""


def always(one: Situation) -> bool:
    """No condition."""
    return True


def nothing_bars(state: State, by: Seat, person: Person) -> str | None:
    """Anybody may be named."""
    return None


def nobody_immune(state: State, person: Person) -> str | None:
    """No Heir has an immunity of its own."""
    return None


async def no_commitment(t: Table, seat: Seat) -> None:
    """It takes its cards alone."""


async def nothing_to_choose(t: Table, effect: Effect) -> None:
    """The target is all there is to choose."""


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """One row: something that a player may do, the whole of it.

    It is done `at_once`, or it is announced against somebody and does what `resolve` says when
    nobody reacts any more. What is open hangs on public facts alone.
    """

    key: str
    """The key of its option. Hashed."""
    label: str
    """What the option says."""
    moments: tuple[Moment, ...]
    """When it is offered."""
    payment: Payment
    condition: Callable[[Situation], bool] = always
    """What must hold besides, for it to be open."""
    needs_friend: bool = False
    """Whether it is only ever open to a player who has a friend."""
    brief: str = ""
    """The label in fewer words, if it has more."""
    is_minor: bool = False
    """Whether it alone opens no window and shows no prompt (SKD-26)."""
    commit: Callable[[Table, Seat], Awaitable[None]] = no_commitment
    """What it takes besides its cards, before the target is named."""

    at_once: Callable[[Table, Seat, Sequence[Card]], Awaitable[bool]] | None = None
    """What it does, if nobody can react to it; gives whether its maker may go on."""

    question: str = ""
    """Asks for the target; a play without it names nobody."""
    words: Words | None = None
    """What is announced; a play that names somebody has them."""
    words_on_self: Words | None = None
    """The same against oneself, where it reads otherwise (SKB-10)."""
    whom: Whom = Whom.ON_BOARD
    bar: Callable[[State, Seat, Person], str | None] = nothing_bars
    """Why the player may not name somebody who is no more protected than others."""
    immune: Callable[[State, Person], str | None] = nobody_immune
    """What protects somebody from this play and from no other."""
    reaches_commoners: bool = False
    is_aimed: bool = True
    """Whether it hits somebody on the board: such a play can be drawn to the Fool, who may lead it
    to the King (SKB-3)."""
    harms: bool = True
    """Whether it is bad for its target: what bots go by that have no plan for it."""
    kills: bool = False
    """Whether it may kill its target."""
    means: str = "a deed of {}"
    """By what its target has died, in the tale of the game."""
    choose: Callable[[Table, Effect], Awaitable[None]] = nothing_to_choose
    """What is chosen right after the target."""
    resolve: Callable[[Table, Effect], Awaitable[None]] | None = None
    """What it does to its target."""

    option: Option = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "option", Option(self.key, self.label, self.is_minor, self.brief))

    def __repr__(self) -> str:
        return f"Play({self.key!r})"


class Catalogue:
    """The cards that a game is played with, and all that its players may do."""

    def __init__(self, kinds: Sequence[Kind], plays: Sequence[Play]) -> None:
        """Plays in the order in which they are offered. Kinds in the order of their cards in a new
        deck and in a hand; those that only a play names follow, in the order of the plays."""
        named = [play.payment.kind for play in plays]
        self.kinds: Final = tuple(dict.fromkeys((*kinds, *filter(None, named))))
        self.cards: Final = tuple(card for kind in self.kinds for card in kind.cards())
        self.plays: Final = tuple(plays)
        self.plays_at: Final = {
            (moment, friendless): tuple(
                play
                for play in plays
                if moment in play.moments and not (friendless and play.needs_friend)
            )
            for moment in Moment
            for friendless in (False, True)
        }
        """By the moment, and whether a player has no friend."""
        self._by_face: Final = {card.face: card for card in self.cards}
        self._by_key: Final = {play.key: play for play in plays}

    def card(self, face: Face) -> Card:
        """The card with this face. `KeyError` if no card of this game shows it."""
        return self._by_face[str(face)]

    def play(self, key: str | None) -> Play:
        """The play with this key. `KeyError` if there is none."""
        return self._by_key[key or ""]

    def deck(self, seats: int) -> list[Face]:
        """The faces of the whole deck (SKG-2)."""
        return [card.face for card in self.cards for _ in range(copies(seats))]


@dataclass(slots=True)
class Effect:
    """Something announced that has not happened yet."""

    play: Play
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
    """The cards that were played, where the play alone does not say which."""

    def __str__(self) -> str:
        return self.told()

    def told(self, seat: Seat | None = None) -> str:
        """What is announced; `seat` is whom it is told, who is "you"."""
        on_self = self.target == player(self.by)
        words = (self.play.words_on_self if on_self else None) or self.play.words
        assert words is not None
        if seat == self.by:
            return words.to_you.format("yourself" if on_self else name_of(self.target))
        yours = seat is not None and self.target == player(seat)
        whom = "you" if yours else "themselves" if on_self else name_of(self.target)
        return words.story.format(who(self.by), whom)

    @property
    def tally(self) -> str:
        """How an assassination stands."""
        poison = f" and Poison {self.poison}" if self.poison else ""
        return f"Attack {self.strength}{poison} against {self.defence or 'no Knights'}"


# The turn and the table


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
class Turn:
    """What holds until this turn ends."""

    stage: Stage = Stage.START
    past_declaring: bool = False
    """The time to declare a Coronation is over, whether or not one was declared."""
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
    quiet: tuple[object, ...] = ()
    """When the last window closed: the number of the step, and how the table stood."""


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
    last_holders: dict[Person, Seat | None] = field(default_factory=dict)
    """Who held the Heirs whose gain or loss has an effect when that was last carried out."""
    pending: list[Effect] = field(default_factory=list)
    """What is announced and not over, the latest last."""
    naming: Play | None = None
    """What a seat is naming a target for."""
    strength: int = 0
    """What the cards count that it has played for that, in an attack."""
    choosing: Person | None = None
    """Of whom a seat chooses what Blackmail does."""
    attempting: bool = False
    """The Hanged Man's Coronation is being played."""
    turn: Turn = field(default_factory=Turn)
    round: int = 0
    past: list[Past] = field(default_factory=list)


@dataclass(slots=True)
class Corner:
    """This game's corner of a table: what it is played with, what everybody knows, and beside it
    what was offered last."""

    catalogue: Catalogue
    state: State
    offers: OfferCache = field(default_factory=OfferCache)


def state_of(table: Table) -> State:
    """The state that the rules keep on this table."""
    assert isinstance(table.state, Corner)
    return table.state.state


def catalogue_of(table: Table) -> Catalogue:
    """What is played with on this table."""
    assert isinstance(table.state, Corner)
    return table.state.catalogue


def offers_of(table: Table) -> OfferCache:
    """The offers that are kept beside it."""
    assert isinstance(table.state, Corner)
    return table.state.offers
