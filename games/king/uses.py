"""What a player may do at a moment: every use as a row, which are open, and the cards each takes.

Which uses are offered hangs on public facts alone. Whether the chosen cards fit is `fits`, asked
by the player's own client before sending and by everybody once the cards are open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.choice import Answer, Choice, Option
from games.king.board import Deed, Effect, Rank, Stage, is_present, rank_of, state_of
from games.king.cards import ANTIDOTE, ASSASSIN_1, BRIBE, KNIGHT_1, POISON, Card, Kind, card_of
from games.king.effects import has_target
from games.king.hands import size, tokens
from games.king.heirs import FOOL, GAMBLER, GENERAL, OLD_MAN, SAGE, SPY, player
from games.king.loyalty import holds, sources_of
from games.table import Table
from games.values import CardId, Face, Seat

ACT: Final = "act"
REACT: Final = "react"


class Moment(StrEnum):
    """When a player is asked what to do."""

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


@dataclass(frozen=True, slots=True)
class Use:
    """One row: the words, the deed that it announces or the token that it makes, and its cost."""

    verb: Verb
    label: str
    kind: Kind | None = None
    """The card that is played."""
    cost: int = 0
    """How many hand cards of any kind it takes instead."""
    deed: Deed | None = None
    token: str = ""


USES: Final = (
    Use(Verb.DISCARD, "discard these cards and go on"),
    Use(Verb.EXECUTE, "discard your hand to execute an Heir", deed=Deed.EXECUTE),
    Use(Verb.ASSASSINATE, "assassinate with these cards", deed=Deed.ASSASSINATE),
    Use(Verb.BLACKMAIL, "blackmail an Heir", Kind.BLACKMAIL, deed=Deed.BLACKMAIL),
    Use(Verb.BRIBE, "bribe an Heir", Kind.BRIBE, deed=Deed.BRIBE),
    Use(Verb.SHIP, "bring somebody back by Ship", Kind.SHIP, deed=Deed.SHIP),
    Use(Verb.BETRAY, "betray a loyal Heir", Kind.BETRAYAL, deed=Deed.BETRAY),
    Use(Verb.INVESTIGATE, "investigate an Heir", Kind.INVESTIGATION, deed=Deed.INVESTIGATE),
    Use(Verb.PROXY, "take the use of a loyal Heir's Rank", Kind.PROXY, deed=Deed.PROXY),
    Use(Verb.FOOL, "discard your hand: the Fool is hit in your place"),
    Use(Verb.NEGOTIATE, "Negotiation: two cards make a Bribe", cost=2, token=BRIBE),
    Use(Verb.DRAFT, "Draft: a card makes a Knight (1)", cost=1, token=KNIGHT_1),
    Use(Verb.BREW_POISON, "the Sage: three cards make a Poison", cost=3, token=POISON),
    Use(Verb.BREW_ANTIDOTE, "the Sage: three cards make an Antidote", cost=3, token=ANTIDOTE),
    Use(Verb.RECRUIT, "the Old Man: a card makes an Assassin (1)", cost=1, token=ASSASSIN_1),
    Use(Verb.GAMBLE, "the Gambler: discard two cards to draw one", cost=2),
)
_USE_OF: Final = {str(use.verb): use for use in USES}
_OPTION_OF: Final = {use.verb: Option(str(use.verb), use.label) for use in USES}


def use_of(key: str | None) -> Use:
    """The use with this key. `KeyError` if there is none."""
    return _USE_OF[key or ""]


# Which uses are open


def uses(t: Table, seat: Seat, moment: Moment, effect: Effect | None = None) -> list[Use]:
    """What a seat may do now, as everybody can tell."""
    cards = size(t, seat) + len(tokens(t, seat))
    if not is_present(t, seat) or cards == 0:
        return []
    return [use for use in USES if _is_open(t, seat, moment, effect, use)]


def _is_open(t: Table, seat: Seat, moment: Moment, effect: Effect | None, use: Use) -> bool:
    state = state_of(t)
    match use.verb:
        case Verb.DISCARD:
            return (
                moment is Moment.BEFORE_DRAWING
                and size(t, seat) > 0
                and not sources_of(state, seat, Rank.VISCOUNT)
            )
        case Verb.EXECUTE:
            return moment is Moment.MAIN and may_execute(t, seat)
        case Verb.ASSASSINATE:
            return moment is Moment.MAIN and may_assassinate(t, seat)
        case Verb.BLACKMAIL:
            return (
                may_blackmail(t, seat)
                and could_hold(t, seat, Kind.BLACKMAIL)
                and has_target(state, Deed.BLACKMAIL, seat)
            )
        case Verb.FOOL:
            return may_redirect(t, seat, effect)
    if use.kind is not None and use.deed is not None:
        return could_hold(t, seat, use.kind) and has_target(state, use.deed, seat)
    return size(t, seat) >= use.cost and _may_convert(t, seat, moment, use.verb)


def could_hold(t: Table, seat: Seat, kind: Kind) -> bool:
    """Whether a seat may have a card for this, as far as everybody can tell.

    One hidden card may be anything; a hand that lies open, or none, leaves no doubt.
    """
    cards = (*t.hand_zone(seat).cards, *tokens(t, seat))
    if not all(t.is_open(card) for card in cards):
        return True
    kinds = stand_ins(kind, spy=holds(state_of(t), seat, SPY))
    return any(card_of(t.face(card)).kind in kinds for card in cards)


def stand_ins(kind: Kind, *, spy: bool) -> tuple[Kind, ...]:
    """The kinds of card that serve as this one: with the Spy two are the same (SK-41 b)."""
    if spy and kind in (Kind.BLACKMAIL, Kind.INVESTIGATION):
        return (Kind.BLACKMAIL, Kind.INVESTIGATION)
    return (kind,)


def _may_convert(t: Table, seat: Seat, moment: Moment, verb: Verb) -> bool:
    """SK-21, SK-23, SK-37, SK-45, SK-53. Answers convert by themselves (SKD-15), so tokens other
    than a Bribe can only matter in one's own turn or while something is announced (SKB-2)."""
    state = state_of(t)
    if verb is Verb.NEGOTIATE:
        return bool(sources_of(state, seat, Rank.EARL))
    if verb is Verb.GAMBLE:
        return holds(state, seat, GAMBLER)
    if moment not in (Moment.MAIN, Moment.ANNOUNCED):
        return False
    if verb is Verb.DRAFT:
        return bool(sources_of(state, seat, Rank.BARON))
    return holds(state, seat, OLD_MAN if verb is Verb.RECRUIT else SAGE)


def may_execute(t: Table, seat: Seat) -> bool:
    """SK-6, SKG-17, SKD-20, SKB-5: step 4 of the own turn, a hand, and an Execution left."""
    state = state_of(t)
    return (
        t.turn == seat
        and state.turn.stage is Stage.EXECUTION
        and size(t, seat) > 0
        and any(one not in state.turn.executed for one in sources_of(state, seat, Rank.DUKE))
        and has_target(state, Deed.EXECUTE, seat)
    )


def may_assassinate(t: Table, seat: Seat) -> bool:
    """SK-9, SKG-48: step 7 of one's own turn, once; after the joint attempt in a Coronation."""
    state = state_of(t)
    return (
        t.turn == seat
        and not state.turn.attacked
        and (state.turn.crowning is None or state.turn.stage >= Stage.JOINT)
        and could_attack(t, seat)
        and has_target(state, Deed.ASSASSINATE, seat)
    )


def could_attack(t: Table, seat: Seat) -> bool:
    """Whether a seat may have a card to attack with, as far as everybody can tell."""
    made, value = tokens(t, seat), attack_rule(t, seat)
    return any(
        not t.is_open(card) or value(card_of(t.face(card)), card not in made) > 0
        for card in (*t.hand_zone(seat).cards, *made)
    )


def may_blackmail(t: Table, seat: Seat) -> bool:
    """SK-7, SKG-21: from step 5 of one's own turn on."""
    return t.turn == seat and state_of(t).turn.stage >= Stage.EXECUTION


def may_redirect(t: Table, seat: Seat, effect: Effect | None) -> bool:
    """SK-46 (b), SKG-62: something aimed at this player, the Fool as a friend, and a hand card."""
    state = state_of(t)
    return (
        effect is not None
        and effect.target == player(seat)
        and effect.deed is not Deed.SHIP
        and size(t, seat) > 0
        and holds(state, seat, FOOL)
        and rank_of(state, FOOL) is not None
    )


# The question, and which cards fit


def choose_use(
    t: Table,
    seat: Seat,
    moment: Moment,
    cards: Sequence[CardId],
    effect: Effect | None = None,
    *,
    pass_label: str = "pass",  # noqa: S107 - what a button says
) -> Choice | None:
    """What a seat may do with these cards (its hand and tokens); None if nothing is open."""
    offered = uses(t, seat, moment, effect)
    if not offered:
        return None
    made, spy = tokens(t, seat), holds(state_of(t), seat, SPY)
    attackers = attack_rule(t, seat)

    def want(faces: tuple[Face, ...], answer: Answer) -> str | None:
        shown = [card_of(face) for face in faces]
        own = [card not in made for card in answer.cards]
        return fits(use_of(answer.option), shown, own, spy=spy, attackers=attackers)

    window = moment in (Moment.WINDOW, Moment.ANNOUNCED)
    return Choice(
        REACT if window else ACT,
        _prompt(effect) if window else "What do you do?",
        tuple(cards),
        most=_most(offered, len(cards)),
        options=tuple(_OPTION_OF[use.verb] for use in offered),
        want=want,
        pass_label=pass_label,
        standing=window,
    )


def _prompt(effect: Effect | None) -> str:
    if effect is None:
        return "Do you play anything?"
    return f"{effect}. Do you react?"


def _most(offered: Sequence[Use], cards: int) -> int:
    if any(use.verb in (Verb.DISCARD, Verb.ASSASSINATE) for use in offered):
        return cards
    return min(cards, max(max(use.cost, use.kind is not None) for use in offered))


AttackRule = Callable[[Card, bool], int]
"""What a card counts in an attack; its second argument says that it is a hand card."""


def attack_rule(t: Table, seat: Seat) -> AttackRule:
    """SKG-54, SK-53: Assassins; Knights with the General; any hand card with the Old Man."""
    state = state_of(t)
    general, old_man = holds(state, seat, GENERAL), holds(state, seat, OLD_MAN)

    def value(card: Card, own: bool) -> int:
        if card.kind is Kind.ASSASSIN or (general and card.kind is Kind.KNIGHT):
            return card.value
        return 1 if old_man and own else 0

    return value


def fits(
    use: Use, cards: Sequence[Card], own: Sequence[bool], *, spy: bool, attackers: AttackRule
) -> str | None:
    """Why these cards cannot be used so; None if they can. `own` marks hand cards."""
    if use.verb is Verb.DISCARD:
        if not cards:
            return "pass instead to keep all cards"
        return None if all(own) else "a token cannot be discarded"
    if use.verb is Verb.ASSASSINATE:
        if not cards:
            return "it takes an Assassin at least"
        useless = [
            card for card, mine in zip(cards, own, strict=True) if attackers(card, mine) == 0
        ]
        return f"{useless[0].name} cannot attack" if useless else None
    if use.kind is not None:
        return _fits_kind(use.kind, cards, spy=spy)
    if len(cards) != use.cost:
        return "no card is chosen for this" if use.cost == 0 else f"it takes {use.cost} cards"
    return None if all(own) else "a token pays for nothing"


def _fits_kind(kind: Kind, cards: Sequence[Card], *, spy: bool) -> str | None:
    if len(cards) != 1:
        return "it takes one card"
    fitting = cards[0].kind in stand_ins(kind, spy=spy)
    return None if fitting else f"{cards[0].name} does not do that"
