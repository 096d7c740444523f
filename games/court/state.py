"""What everybody knows of a table besides where its cards lie.

`Person` is somebody in play, `Affair` the Event of this turn, `Bout` a Melee, `Pending` something
that may still be answered. Nothing here asks anybody or moves a card.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.court.cards import Action, Character, Event, Prince
from games.court.deck import CATALOGUE, Catalogue
from games.court.deeds import Bonus
from games.court.terms import Ability, Keyword, Kind, Trait, Trigger
from games.engine.table import Table
from games.engine.values import CardId, Seat

CHARACTER_LIMIT: Final = 5
"""HA-13: so many Characters, the Prince not counted."""
HAND_LIMIT: Final = 5
"""HA-73."""
FREE_SUPPORT: Final = 2
"""HA-8."""
WEALTH: Final = 2
"""HA-81."""
SUPPORT: Final = "support"
OPPOSE: Final = "oppose"
ATTACK: Final = "attack"
DEFENCE: Final = "defence"

# Zones

PRINCES: Final = "princes"
CHARACTERS: Final = "characters"
FORMER: Final = "former characters"
EVENTS: Final = "events"
ACTIONS: Final = "actions"
DISCARDS: Final = "discards"
AUCTION: Final = "auction"
PLAYED: Final = "played"
ATTACHED: Final = "attached"
REVEALED: Final = "revealed"
LASTING: Final = "lasting"


def hand_of(seat: Seat) -> str:
    """The zone of a hand."""
    return f"hand {seat}"


def court_of(seat: Seat) -> str:
    """The zone of a Prince and the Characters under one's control."""
    return f"court {seat}"


def pool_of(seat: Seat) -> str:
    """The pool of a Prince in a Contest."""
    return str(int(seat))


class Stage(StrEnum):
    """The phases, as they are shown (HA-44)."""

    AUCTION = "Auction"
    DRAW = "Draw Phase"
    ACTIONS = "Actions Phase"
    MELEE = "Melee"
    EVENT = "Event Phase"
    DISCARD = "Discard Phase"


@dataclass(slots=True, eq=False)
class Attached:
    """A card under somebody."""

    card: CardId
    row: Action | Event

    @property
    def bonus(self) -> Bonus:
        """What it gives."""
        bonus = self.row.bonus if isinstance(self.row, Action) else self.row.lasting
        assert bonus is not None
        return bonus


@dataclass(slots=True, eq=False)
class Person:
    """A Character in play, or a Prince."""

    row: Character
    card: CardId
    seat: Seat
    """Who controls it."""
    turned: bool = False
    attached: list[Attached] = field(default_factory=list)

    @property
    def is_prince(self) -> bool:
        """Whether it is a Prince (HA-5)."""
        return isinstance(self.row, Prince)

    @property
    def key(self) -> str:
        """The face of its card."""
        return self.row.key

    @property
    def name(self) -> str:
        """What sentences call it."""
        return self.row.short


@dataclass(frozen=True, slots=True)
class Stake:
    """Tokens that came to a pool of an Event or a side of a Melee, or left it (then negative)."""

    pool: str
    amount: int
    by: Seat | None
    """Who brought them; None if the Event itself did."""
    source: str
    """Who or what brought them, in words."""
    person: str = ""
    """Who brought them by turning: they go with that Character (HA-80)."""


@dataclass(slots=True)
class Affair:
    """The Event of a turn while it is decided."""

    event: Event
    card: CardId
    stakes: list[Stake] = field(default_factory=list)
    gave: list[Seat] = field(default_factory=list)
    """The Princes that have given their free support (HA-9)."""
    subject: str = ""


@dataclass(slots=True)
class Bout:
    """A Melee."""

    attacker: str
    defender: str
    closed: bool = False
    stakes: list[Stake] = field(default_factory=list)
    stopped: bool = False


@dataclass(slots=True)
class Pending:
    """Something that is about to happen and may be answered (CTD-6)."""

    trigger: Trigger
    by: Seat | None = None
    """Who plays or attacks."""
    person: str = ""
    """Who is attacked or about to be killed."""
    killer: str = ""
    title: str = ""
    stopped: bool = False
    avenged: bool = False


@dataclass(slots=True)
class Draws:
    """What a Draw Phase still allows (HA-45 to HA-51, HAG-16)."""

    free: int = 1
    credits: int = 0
    discarded: bool = False
    magic: bool = True
    """Whether two magic cards may still be offered for one: not after having none to give."""


@dataclass(slots=True)
class Sale:
    """An auction round while it is bid in."""

    bids: dict[Seat, int] = field(default_factory=dict)
    passed: list[Seat] = field(default_factory=list)
    number: int = 1


@dataclass(frozen=True, slots=True)
class Past:
    """An Event that is over, for the tale of the game."""

    title: str
    first: Seat | None
    """Who won a Contest; None if nobody, or of a Challenge."""
    verdict: str
    """What came of it, as the middle of a sentence."""
    lent: dict[Seat, int]
    """Tokens that others gave to the winner."""
    before: dict[Seat, int]
    after: dict[Seat, int]
    """Favor, from what it was when the Event was revealed."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card that is being played, until it has done what it does."""

    by: Seat
    title: str
    at: str
    """At whom, as the end of a sentence; empty if at nobody."""
    text: str
    """What it does."""
    counters: int = 0


@dataclass(slots=True)
class State:
    """The game's corner of the table."""

    catalogue: Catalogue = CATALOGUE
    """What is played with."""
    order: tuple[Seat, ...] = ()
    """Clockwise, by falling popularity (HA-35)."""
    princes: dict[Seat, Prince] = field(default_factory=dict)
    favor: dict[Seat, int] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)
    lasting: list[Event] = field(default_factory=list)
    stage: Stage = Stage.AUCTION
    right: Seat | None = None
    """Who has the Right of First Bid."""
    sale: Sale | None = None
    draws: Draws | None = None
    affair: Affair | None = None
    bout: Bout | None = None
    pending: list[Pending] = field(default_factory=list)
    playing: Played | None = None
    history: list[Past] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    """Who was killed, as a phrase each."""
    paid: dict[Seat, int] = field(default_factory=dict)
    """Favor that went into the auction."""
    tale: tuple[str, ...] = ()
    """How the game went; told once it is over."""


def state_of(t: Table) -> State:
    """The state that the rules keep on this table."""
    assert isinstance(t.state, State)
    return t.state


# Seats


def around(t: Table, first: Seat) -> tuple[Seat, ...]:
    """The seats still in, in the order of play, from `first` on (HA-35)."""
    return tuple(seat for seat in whole_round(state_of(t), first) if not t.is_gone(seat))


def whole_round(state: State, first: Seat) -> tuple[Seat, ...]:
    """All seats in the order of play, from `first` on."""
    at = state.order.index(first)
    return state.order[at:] + state.order[:at]


def rivals(t: Table, seat: Seat) -> tuple[Seat, ...]:
    """The others still in, clockwise."""
    return tuple(one for one in around(t, seat) if one != seat)


def popularity(state: State, seat: Seat) -> int:
    """What breaks ties."""
    return state.princes[seat].popularity


def ranking(t: Table) -> tuple[Seat, ...]:
    """All seats, the best first: favor, then popularity (HA-75); who left is behind (CTD-8)."""
    state = state_of(t)

    def place(seat: Seat) -> tuple[bool, int, int]:
        return (t.is_gone(seat), -state.favor[seat], -popularity(state, seat))

    return tuple(sorted(state.order, key=place))


# People


def court(state: State, seat: Seat) -> tuple[Person, ...]:
    """The Characters under a seat's control, the Prince not among them."""
    return tuple(one for one in state.people.values() if one.seat == seat and not one.is_prince)


def prince(state: State, seat: Seat) -> Person:
    """The Prince of a seat."""
    return state.people[state.princes[seat].key]


def slots(state: State, seat: Seat) -> int:
    """How many open Character slots a seat has."""
    return max(0, CHARACTER_LIMIT - len(court(state, seat)))


def keywords(person: Person) -> tuple[Keyword, ...]:
    """What somebody is, by print and by what lies under them."""
    if not person.attached:
        return person.row.keywords
    given = [word for one in person.attached for word in one.bonus.keywords]
    return tuple(dict.fromkeys((*person.row.keywords, *given)))


def number_with(state: State, seat: Seat, keyword: Keyword) -> int:
    """How many Characters of a seat have a keyword."""
    return sum([keyword in keywords(one) for one in court(state, seat)])


def rating(state: State, person: Person, ability: Ability) -> int:
    """The printed value with what lies under it and in the middle of the table (CTD-12)."""
    is_politics = ability is Ability.POLITICS
    total = person.row.politics if is_politics else person.row.combat
    if not person.attached and not state.lasting:
        return total
    for one in person.attached:
        total += one.bonus.politics if is_politics else one.bonus.combat
    if state.lasting:
        words = keywords(person)
        for event in state.lasting:
            if event.lasting is not None and event.lasting_for in words:
                total += event.lasting.politics if is_politics else event.lasting.combat
    return max(0, total)


def defence_bonus(person: Person) -> int:
    """What lies under somebody for the case of an attack."""
    return sum(one.bonus.defence for one in person.attached)


def is_heavy(person: Person) -> bool:
    """Whether something under it keeps it from unturning in the Unturn Phase."""
    return any(one.bonus.heavy for one in person.attached)


def ward(person: Person) -> Attached | None:
    """What would be discarded in place of its death."""
    return next((one for one in person.attached if one.bonus.ward), None)


def wizards(state: State, seat: Seat) -> tuple[Person, ...]:
    """The unturned Wizards of a seat (HA-82)."""
    return tuple(
        one
        for one in state.people.values()
        if one.seat == seat and not one.turned and Keyword.WIZARD in keywords(one)
    )


def is_caster(state: State, seat: Seat, kind: Kind) -> bool:
    """Whether a seat may play this kind of card as far as Wizards go (HAG-23)."""
    return not kind.is_magic or bool(wizards(state, seat))


def is_stout(state: State, seat: Seat) -> int:
    """What a Prince adds when a Character of theirs is attacked."""
    return 1 if state.princes[seat].trait is Trait.STOUT else 0


def spared(t: Table, seat: Seat, amount: int) -> int:
    """What a loss of favor to an Event comes to: 1 less for Dagmar while somebody has more.

    Who has left is nobody (CTD-17).
    """
    # D-127: only while somebody has more; saving always won 1.23 of her share.
    state = state_of(t)
    if state.princes[seat].trait is not Trait.FRUGAL:
        return amount
    has_more = any(state.favor[one] > state.favor[seat] for one in rivals(t, seat))
    return max(0, amount - 1) if has_more else amount
