"""What a player may do at a moment: every use as a row, and which are open.

Which uses are open hangs on public facts alone. The question that is made of them, and which cards
fit each, is in `offers.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import compress
from typing import Final, NamedTuple

from games.engine.choice import Option
from games.engine.table import Table
from games.engine.values import CardId, Seat
from games.king.board import Deed, Effect, Rank, Stage, State, state_of
from games.king.cards import ANTIDOTE, ASSASSIN_1, BRIBE, KNIGHT_1, POISON, Kind, card_of
from games.king.effects import has_target
from games.king.heirs import FOOL, GAMBLER, OLD_MAN, SAGE, Person, player
from games.king.helpers import helpers_of
from games.king.loyalty import holds, is_friendless, sources_of


class Moment(StrEnum):
    """When a player is asked what to do."""

    __hash__ = str.__hash__
    """Quick, as for Rank."""

    BEFORE_DRAWING = "before drawing"
    MAIN = "main"
    WINDOW = "window"
    ANNOUNCED = "announced"


class Verb(StrEnum):
    """What somebody does."""

    DISCARD = "discard"
    EXECUTE = "execute"
    ASSASSINATE = "assassinate"
    BLACKMAIL = "blackmail"
    BRIBE = "bribe"
    SHIP = "ship"
    BETRAY = "betray"
    INVESTIGATE = "investigate"
    PROXY = "proxy"
    FOOL = "fool"
    NEGOTIATE = "negotiate"
    DRAFT = "draft"
    BREW_POISON = "brew poison"
    BREW_ANTIDOTE = "brew antidote"
    RECRUIT = "recruit"
    GAMBLE = "gamble"


# Which are open


class Player(NamedTuple):
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


def look_at(t: Table, seat: Seat, cards: tuple[CardId, ...], effect: Effect | None) -> Player:
    """A player on the board with these cards, the hand and then the tokens."""
    hand = len(t.hand_zone(seat).cards)
    return Player(t, state_of(t), seat, cards, hand, not t.all_open(cards), effect)


def may_play(one: Player, use: Use) -> bool:
    """A card that is played for a deed: perhaps in hand, and somebody whom it can be aimed at."""
    assert use.kind is not None
    assert use.deed is not None
    return could_hold(one, use.kind) and has_target(one.state, use.deed, one.seat)


def could_hold(one: Player, kind: Kind) -> bool:
    """Whether a player may have a card for this, as far as everybody can tell.

    One hidden card may be anything; a hand that lies open, or none, leaves no doubt.
    """
    if one.hides:
        return True
    kinds = helpers_of(one.state, one.seat).stand_ins(kind)
    return any(card_of(face).kind in kinds for face in one.t.faces(one.cards))


def may_discard(one: Player, use: Use) -> bool:
    """SK-4: hand cards; but a Viscount draws first (SK-22)."""
    return one.hand > 0 and not sources_of(one.state, one.seat, Rank.VISCOUNT)


def may_execute(one: Player, use: Use) -> bool:
    """SK-6, SKG-17, SKD-20, SKB-5: step 4 of the own turn, a hand, and an Execution left."""
    turn = one.state.turn
    return (
        one.t.turn == one.seat
        and turn.stage is Stage.EXECUTION
        and one.hand > 0
        and any(heir not in turn.executed for heir in sources_of(one.state, one.seat, Rank.DUKE))
        and has_target(one.state, Deed.EXECUTE, one.seat)
    )


def may_assassinate(one: Player, use: Use) -> bool:
    """SK-9, SKG-48: step 7 of one's own turn, once; after the joint attempt in a Coronation."""
    turn = one.state.turn
    return (
        one.t.turn == one.seat
        and not turn.attacked
        and (turn.crowning is None or turn.stage >= Stage.JOINT)
        and could_attack(one)
        and has_target(one.state, Deed.ASSASSINATE, one.seat)
    )


def could_attack(one: Player) -> bool:
    """Whether a player may have a card to attack with, as far as everybody can tell."""
    if one.hides:
        return True
    worth = helpers_of(one.state, one.seat).attack
    faces = one.t.faces(one.cards)
    return any(worth(card_of(face), place < one.hand) > 0 for place, face in enumerate(faces))


def may_blackmail(one: Player, use: Use) -> bool:
    """SK-7, SKG-21: from step 5 of one's own turn on."""
    return one.t.turn == one.seat and one.state.turn.stage >= Stage.EXECUTION and may_play(one, use)


def may_redirect(one: Player, use: Use) -> bool:
    """SK-46 (b), SKG-62: something aimed at this player, the Fool as a friend, and a hand card."""
    effect = one.effect
    return (
        effect is not None
        and effect.target == player(one.seat)
        and effect.deed is not Deed.SHIP
        and one.hand > 0
        and holds(one.state, one.seat, FOOL)
    )


def by_rank(rank: Rank) -> Callable[[Player, Use], bool]:
    """A conversion that a Rank allows, with cards to pay for it."""
    return lambda one, use: one.hand >= use.cost and bool(sources_of(one.state, one.seat, rank))


def by_friend(heir: Person) -> Callable[[Player, Use], bool]:
    """A conversion that a friend allows, with cards to pay for it."""
    return lambda one, use: one.hand >= use.cost and holds(one.state, one.seat, heir)


# The uses


ANY_NUMBER: Final = 1000
"""Of cards: more than there are."""
ANY_TIME: Final = tuple(Moment)
OWN_STEPS: Final = (Moment.MAIN,)
TO_ANSWER: Final = (Moment.MAIN, Moment.ANNOUNCED)
"""When a token that is no Bribe can matter: in one's own steps 4 to 7 and while something is
announced. At other moments it cannot, for every answer converts by itself (SKD-15, SKB-2)."""


@dataclass(frozen=True, slots=True)
class Use:
    """One row: the words, when and on what it hangs, what is played or paid, and for what."""

    verb: Verb
    label: str
    moments: tuple[Moment, ...]
    is_open: Callable[[Player, Use], bool]
    kind: Kind | None = None
    """The card that is played."""
    cost: int = 0
    """How many hand cards of any kind it takes instead."""
    deed: Deed | None = None
    """What is announced."""
    token: str = ""
    """What is made."""
    max_cards: int = 0
    """How many cards it takes at most."""
    befriended: bool = False
    """It takes a friend, at least."""
    option: Option = field(init=False)

    def __post_init__(self) -> None:
        if not self.max_cards:
            object.__setattr__(self, "max_cards", self.cost if self.kind is None else 1)
        object.__setattr__(self, "option", Option(str(self.verb), self.label))


USES: Final = (
    Use(
        Verb.DISCARD,
        "discard and go on",
        (Moment.BEFORE_DRAWING,),
        may_discard,
        max_cards=ANY_NUMBER,
    ),
    Use(Verb.EXECUTE, "execute somebody, for your hand", OWN_STEPS, may_execute, deed=Deed.EXECUTE),
    Use(
        Verb.ASSASSINATE,
        "assassinate somebody",
        OWN_STEPS,
        may_assassinate,
        deed=Deed.ASSASSINATE,
        max_cards=ANY_NUMBER,
    ),
    Use(
        Verb.BLACKMAIL,
        "blackmail somebody",
        TO_ANSWER,
        may_blackmail,
        Kind.BLACKMAIL,
        deed=Deed.BLACKMAIL,
    ),
    Use(Verb.BRIBE, "bribe somebody", ANY_TIME, may_play, Kind.BRIBE, deed=Deed.BRIBE),
    Use(Verb.SHIP, "bring somebody back", ANY_TIME, may_play, Kind.SHIP, deed=Deed.SHIP),
    Use(
        Verb.BETRAY,
        "betray a friend",
        ANY_TIME,
        may_play,
        Kind.BETRAYAL,
        deed=Deed.BETRAY,
        befriended=True,
    ),
    Use(
        Verb.INVESTIGATE,
        "investigate somebody",
        ANY_TIME,
        may_play,
        Kind.INVESTIGATION,
        deed=Deed.INVESTIGATE,
    ),
    Use(
        Verb.PROXY,
        "use a friend's Rank",
        ANY_TIME,
        may_play,
        Kind.PROXY,
        deed=Deed.PROXY,
        befriended=True,
    ),
    Use(
        Verb.FOOL,
        "send the Fool, for your hand",
        (Moment.ANNOUNCED,),
        may_redirect,
        befriended=True,
    ),
    Use(  # SK-21
        Verb.NEGOTIATE,
        "make a Bribe of two cards",
        ANY_TIME,
        by_rank(Rank.EARL),
        cost=2,
        token=BRIBE,
    ),
    Use(  # SK-23
        Verb.DRAFT,
        "make a Knight (1) of one card",
        TO_ANSWER,
        by_rank(Rank.BARON),
        cost=1,
        token=KNIGHT_1,
    ),
    Use(  # SK-37 (b)
        Verb.BREW_POISON,
        "make a Poison of three cards",
        TO_ANSWER,
        by_friend(SAGE),
        cost=3,
        token=POISON,
        befriended=True,
    ),
    Use(
        Verb.BREW_ANTIDOTE,
        "make an Antidote of three cards",
        TO_ANSWER,
        by_friend(SAGE),
        cost=3,
        token=ANTIDOTE,
        befriended=True,
    ),
    Use(  # SK-53 (b)
        Verb.RECRUIT,
        "make an Assassin (1) of one card",
        TO_ANSWER,
        by_friend(OLD_MAN),
        cost=1,
        token=ASSASSIN_1,
        befriended=True,
    ),
    Use(  # SK-45 (b)
        Verb.GAMBLE, "draw one card for two", ANY_TIME, by_friend(GAMBLER), cost=2, befriended=True
    ),
)
_USE_OF: Final = {str(use.verb): use for use in USES}
_USES_AT: Final = {
    (moment, friendless): tuple(
        use for use in USES if moment in use.moments and not (friendless and use.befriended)
    )
    for moment in Moment
    for friendless in (False, True)
}


class Menu(NamedTuple):
    """The uses that are open, as a question offers them."""

    uses: tuple[Use, ...]
    options: tuple[Option, ...]
    max_cards: int
    """How many cards one of them takes at most."""


def use_of(key: str | None) -> Use:
    """The use with this key. `KeyError` if there is none."""
    return _USE_OF[key or ""]


def uses(one: Player, moment: Moment) -> Menu:
    """What a player may do now, as everybody can tell."""
    rows = moment, is_friendless(one.state, one.seat)
    return _menu(rows, tuple([use.is_open(one, use) for use in _USES_AT[rows]]))


@cache
def _menu(rows: tuple[Moment, bool], is_open: tuple[bool, ...]) -> Menu:
    """There are few different ones, and thousands of questions in a game."""
    found = tuple(compress(_USES_AT[rows], is_open))
    options = tuple(use.option for use in found)
    return Menu(found, options, max((use.max_cards for use in found), default=0))
