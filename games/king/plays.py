"""All that a player may do, one row each: its words, when it is open, what it takes and does.

Steps 1 to 5 and 7 of a turn (SK-3 to SK-7, SK-9), cards (SK-26 to SK-35), conversions and the
Fool (SK-21, SK-23, SK-37, SK-45, SK-46, SK-53). What must hold for it is in `conditions.py`,
whom it may name in `effects.py`, what it does in `resolution.py`.

A plain card is a row here, with its `Kind` inside unless other rules or bots name that. The order
of the rows is the order in which a question offers them, and that is hashed: a new row stands at
the end of its part.
"""

from __future__ import annotations

from typing import Final

from games.king import cards
from games.king.attack import assassinate
from games.king.conditions import (
    can_send_fool,
    draws_later,
    from_step_5,
    in_step_4,
    in_step_7,
    with_friend,
    with_rank,
)
from games.king.effects import (
    above_execution,
    immune_to_assassination,
    immune_to_blackmail,
    immune_to_bribe,
    immune_to_execution,
    loyal_already,
    nothing_to_lend,
    oneself,
    stopped_already,
)
from games.king.heirs import GAMBLER, OLD_MAN, SAGE
from games.king.payments import Attackers, Discards, Free, HandCards, OneCard, WholeHand
from games.king.ranks import Rank
from games.king.resolution import (
    betray,
    blackmail,
    bring_back,
    carry_out_execution,
    choose_mode,
    choose_mode_for_gambler,
    gamble,
    investigate,
    lend_rank,
    make,
    pass_execution,
    send_fool,
    take_bribe,
    tell_discards,
    use_attempt,
    use_execution,
)
from games.king.state import Catalogue, Moment, Play, Whom, Words

ANY_TIME: Final = tuple(Moment)
OWN_STEPS: Final = (Moment.MAIN,)
TO_ANSWER: Final = (Moment.MAIN, Moment.ANNOUNCED)
"""In one's own steps 4 to 7 and while something is announced in one's own turn."""

CROWN: Final = Play(  # SK-3
    "declare",
    "declare your Coronation",
    (Moment.CROWNING,),
    Free(),
)
SEARCH: Final = Play(  # SK-51 (b)
    "search",
    "take a card of your choice",
    (Moment.LIBRARY,),
    Free(),
)
PLAN: Final = Play(  # SK-22
    "plan",
    "discard and go on",
    (Moment.PLANNING,),
    Discards(without="pick the cards to discard"),
    at_once=tell_discards,
)
DISCARD: Final = Play(
    "discard",
    "discard and go on",
    (Moment.BEFORE_DRAWING,),
    Discards(),
    draws_later,
    at_once=tell_discards,
)
EXECUTE: Final = Play(
    "execute",
    "execute somebody, for your hand",
    OWN_STEPS,
    WholeHand(),
    in_step_4,
    commit=use_execution,
    brief="execute somebody",
    question="Whom do you execute?",
    words=Words("{} orders the execution of {}", "You order the execution of {}"),
    bar=above_execution,
    immune=immune_to_execution,
    kills=True,
    means="an execution that {} ordered",
    resolve=carry_out_execution,
)
ASSASSINATE: Final = Play(
    "assassinate",
    "assassinate somebody",
    OWN_STEPS,
    Attackers(),
    in_step_7,
    commit=use_attempt,
    question="Whom do you attack?",
    words=Words("{} attacks {}", "You attack {}"),
    bar=oneself,
    immune=immune_to_assassination,
    kills=True,
    means="an attack by {}",
    resolve=assassinate,
)
BLACKMAIL: Final = Play(
    "blackmail",
    "blackmail somebody",
    TO_ANSWER,
    OneCard(cards.BLACKMAIL),
    from_step_5,
    commit=pass_execution,
    question="Whom do you blackmail?",
    words=Words("{} blackmails {}", "You blackmail {}"),
    words_on_self=Words("{} gives up Seniority", "You give up Seniority"),
    immune=immune_to_blackmail,
    choose=choose_mode,
    resolve=blackmail,
)
BRIBE: Final = Play(
    "bribe",
    "bribe somebody",
    ANY_TIME,
    OneCard(cards.BRIBE),
    question="Whom do you bribe?",
    words=Words("{} bribes {}", "You bribe {}"),
    words_on_self=Words("{} takes a Bribe", "You take a Bribe"),
    bar=loyal_already,
    immune=immune_to_bribe,
    harms=False,
    choose=choose_mode_for_gambler,
    resolve=take_bribe,
)
SHIP: Final = Play(
    "ship",
    "bring somebody back",
    ANY_TIME,
    OneCard(cards.SHIP),
    question="Who comes back?",
    words=Words("{} brings {} back", "You bring {} back"),
    whom=Whom.SHIPPED,
    is_aimed=False,
    harms=False,
    resolve=bring_back,
)
BETRAY: Final = Play(
    "betray",
    "betray a friend",
    ANY_TIME,
    OneCard(cards.BETRAYAL),
    needs_friend=True,
    question="Whom do you betray?",
    words=Words("{} betrays {}", "You betray {}"),
    whom=Whom.FRIENDS,
    kills=True,
    means="a betrayal by {}",
    resolve=betray,
)
INVESTIGATE: Final = Play(
    "investigate",
    "investigate somebody",
    ANY_TIME,
    OneCard(cards.INVESTIGATION),
    question="Whom do you investigate?",
    words=Words("{} investigates {}", "You investigate {}"),
    bar=stopped_already,
    reaches_commoners=True,
    resolve=investigate,
)
PROXY: Final = Play(
    "proxy",
    "use a friend's Rank",
    ANY_TIME,
    OneCard(cards.PROXY),
    needs_friend=True,
    question="Whose Rank do you use?",
    words=Words("{} uses the Rank of {}", "You use the Rank of {}"),
    whom=Whom.FRIENDS,
    bar=nothing_to_lend,
    is_aimed=False,
    harms=False,
    resolve=lend_rank,
)
SEND_FOOL: Final = Play(
    "fool",
    "send the Fool, for your hand",
    (Moment.ANNOUNCED,),
    WholeHand(),
    can_send_fool,
    needs_friend=True,
    brief="send the Fool",
    at_once=send_fool,
)
NEGOTIATE: Final = Play(  # SK-21
    "negotiate",
    "make a Bribe of two cards",
    ANY_TIME,
    HandCards(2),
    with_rank(Rank.EARL),
    at_once=make(cards.BRIBE.key),
)
DRAFT: Final = Play(  # SK-23
    "draft",
    "make a Knight (1) of one card",
    ANY_TIME,
    HandCards(1),
    with_rank(Rank.BARON),
    # D-56: any hand card pays for it, so by itself it would have a Baron asked at every window.
    is_minor=True,
    at_once=make(cards.KNIGHT_1),
)
BREW_POISON: Final = Play(  # SK-37 (b)
    "brew poison",
    "make a Poison of three cards",
    ANY_TIME,
    HandCards(3),
    with_friend(SAGE),
    needs_friend=True,
    is_minor=True,
    at_once=make(cards.POISON.key),
)
BREW_ANTIDOTE: Final = Play(
    "brew antidote",
    "make an Antidote of three cards",
    ANY_TIME,
    HandCards(3),
    with_friend(SAGE),
    needs_friend=True,
    is_minor=True,
    at_once=make(cards.ANTIDOTE.key),
)
RECRUIT: Final = Play(  # SK-53 (b)
    "recruit",
    "make an Assassin (1) of one card",
    ANY_TIME,
    HandCards(1),
    with_friend(OLD_MAN),
    needs_friend=True,
    is_minor=True,
    at_once=make(cards.ASSASSIN_1),
)
GAMBLE: Final = Play(  # SK-45 (b)
    "gamble",
    "draw one card for two",
    ANY_TIME,
    HandCards(2),
    with_friend(GAMBLER),
    needs_friend=True,
    at_once=gamble,
)

# D-36: most rows here bring their card along. Kinds that answers name are in `cards.py`, or the two
# modules would import each other.
PLAYS: Final = (
    CROWN,
    SEARCH,
    PLAN,
    DISCARD,
    EXECUTE,
    ASSASSINATE,
    BLACKMAIL,
    BRIBE,
    SHIP,
    BETRAY,
    INVESTIGATE,
    PROXY,
    SEND_FOOL,
    NEGOTIATE,
    DRAFT,
    BREW_POISON,
    BREW_ANTIDOTE,
    RECRUIT,
    GAMBLE,
)
"""All plays, in the order in which they are offered."""

CATALOGUE: Final = Catalogue(cards.KINDS, PLAYS)
"""What the game is played with."""
