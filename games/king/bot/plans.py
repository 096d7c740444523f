"""Whom `pretender` wants to betray, bribe, investigate, borrow a Rank from or pardon, and when.

An Investigation stops a rival's Rank where it would hurt: a King who could declare a Coronation,
the Execution of a Duke in turn, the Draft of a Baron who is about to be attacked, a Marquis about
to draw; or the Hanged Man before he is King. A Station by Proxy borrows Planning, Influence or
Execution of a friend. A Royal Pardon saves friends too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.king import cards as kinds
from games.king import plays
from games.king.board import king_of
from games.king.bot.evaluation import KEPT, Outlook
from games.king.cards import Kind
from games.king.effects import targets, why_immune, why_not
from games.king.hands import size
from games.king.heirs import EXECUTIONER, HANGED_MAN, MAGICIAN, TRUE_HEIR, Person, player, seat_of
from games.king.loyalty import held_by, holder, sources_of
from games.king.ranks import Rank
from games.king.state import Effect, Play, Stage

EXECUTABLE: Final = (Rank.MARQUIS, Rank.EARL, Rank.VISCOUNT, Rank.BARON)
DEADLY: Final = (plays.ASSASSINATE, plays.EXECUTE, plays.BETRAY)
CHEAP: Final = 45
"""A hand that is worth less may go for an Execution."""


def kept(outlook: Outlook) -> Mapping[Kind, int]:
    """How many of each kind are kept: some cards only while there is a use for them in sight."""
    found = dict(KEPT)
    if is_threatened(outlook):
        found[kinds.PARDON] = found[kinds.INVESTIGATION] = 1
    if rivals_at(outlook, Rank.KING):
        found[kinds.INVESTIGATION] = 1
    if lenders(outlook, Rank.DUKE, Rank.MARQUIS, Rank.VISCOUNT):
        found[kinds.PROXY] = 1
    return found


def is_threatened(outlook: Outlook) -> bool:
    """Whether a rival could execute this player."""
    return outlook.rank(outlook.me) in EXECUTABLE and bool(rivals_at(outlook, Rank.DUKE))


def rivals_at(outlook: Outlook, *ranks: Rank) -> list[Person]:
    """The other players of these Ranks."""
    return [one for rank in ranks for one in outlook.state.ranks[rank] if outlook.is_rival(one)]


# Betrayal and Bribe


def victims(outlook: Outlook, play: Play) -> list[Person]:
    """The friends, or those who could be bribed, whom this player wants dead."""
    found = []
    for rank in (Rank.KING, Rank.DUKE, Rank.MARQUIS, Rank.EARL, Rank.VISCOUNT, Rank.BARON):
        for person in outlook.state.ranks[rank]:
            if seat_of(person) is None and why_immune(outlook.state, play, person) is None:
                found.append(person)
    return [person for person in found if outlook.wish(person) + 6 * outlook.is_mine(person) > 5]


def saviours(outlook: Outlook, effect: Effect) -> list[Person]:
    """Whom to bribe against an attack on oneself."""
    wanted = [EXECUTIONER] if effect.play is plays.EXECUTE else []
    return [
        person
        for person in (*wanted, MAGICIAN)
        if any(person in people for people in outlook.state.ranks.values())
        and why_immune(outlook.state, plays.BRIBE, person) is None
        and holder(outlook.state, person) != outlook.seat
    ]


# Investigation


def suspect(outlook: Outlook) -> Person | None:
    """Whom this player would have investigated now; None for nobody."""
    found = _suspect(outlook)
    if found is None or why_not(outlook.state, plays.INVESTIGATE, outlook.seat, found) is not None:
        return None
    return found


def _suspect(outlook: Outlook) -> Person | None:
    turn, effect = outlook.table.turn, outlook.effect
    if effect is not None:
        deadly = effect.play in DEADLY and outlook.would_ruin(effect.target)
        return HANGED_MAN if deadly and outlook.heir() == HANGED_MAN else None
    if turn is None:
        return None
    if turn == outlook.seat:
        return victim_who_drafts(outlook)
    rival, stage = player(turn), outlook.state.turn.stage
    if king_of(outlook.state) == rival:  # before a Coronation is declared (SKD-25)
        declared = outlook.state.turn.crowning is not None
        return None if declared or stage is not Stage.START else rival
    if stage is Stage.EXECUTION and is_threatened(outlook):
        return rival if outlook.rank(rival) is Rank.DUKE and size(outlook.table, turn) else None
    if stage is Stage.START and outlook.rank(rival) is Rank.MARQUIS:
        return rival
    return None


def victim_who_drafts(outlook: Outlook) -> Person | None:
    """The one this player wants to attack, if it is a Baron whose whole hand could defend."""
    people = targets(outlook.state, plays.ASSASSINATE, outlook.seat)
    best = max(people, key=lambda one: outlook.wish(one) + outlook.ease(one), default=None)
    seat = None if best is None else seat_of(best)
    if seat is None or not size(outlook.table, seat):
        return None
    return best if sources_of(outlook.state, seat, Rank.BARON) else None


# Station by Proxy


def lenders(outlook: Outlook, *ranks: Rank) -> list[Person]:
    """The friends of these Ranks, in their order."""
    friends = held_by(outlook.state, outlook.seat)
    return [one for rank in ranks for one in outlook.state.ranks[rank] if one in friends]


def lender(outlook: Outlook) -> Person | None:
    """Whose Rank this player would use now; None for nobody's."""
    stage = outlook.state.turn.stage
    if outlook.table.turn != outlook.seat:
        return None
    if stage is Stage.DISCARD:
        own = [*sources_of(outlook.state, outlook.seat, Rank.VISCOUNT)]
        own += sources_of(outlook.state, outlook.seat, Rank.MARQUIS)
        found = [] if own else lenders(outlook, Rank.VISCOUNT, Rank.MARQUIS)
    elif stage is Stage.EXECUTION and not sources_of(outlook.state, outlook.seat, Rank.DUKE):
        found = lenders(outlook, Rank.DUKE) if would_execute(outlook) else []
    else:
        found = []
    return next(iter(found), None)


def would_execute(outlook: Outlook) -> bool:
    """Whether this player would give its hand for a rival's life."""
    hand = outlook.hand()
    cheap = all(card.kind is not kinds.ASSASSIN for card in hand) and outlook.price(hand) < CHEAP
    return cheap and bool(rivals_at(outlook, Rank.MARQUIS, Rank.EARL))


# Cards for which there is no plan


def is_plain(play: Play) -> bool:
    """Whether a card is played for it, and this player has no plan for that card."""
    planned = (plays.BLACKMAIL, plays.BRIBE, plays.SHIP, plays.BETRAY, plays.INVESTIGATE)
    return play.payment.kind is not None and play not in (*planned, plays.PROXY)


def gain_by(outlook: Outlook, play: Play, person: Person) -> int:
    """How much this player wants somebody named for such a card; above 0 it does."""
    return outlook.wish(person) if play.harms else int(outlook.is_mine(person))


# Royal Pardon


def would_pardon(outlook: Outlook) -> bool:
    """Whether this player would save whoever is to be executed."""
    effect = outlook.effect
    if outlook.state.attempting:  # the Judge's sentence
        return outlook.is_mine(HANGED_MAN) and not outlook.is_mine(TRUE_HEIR)
    if effect is None:
        return False
    return effect.target == outlook.me or (
        outlook.is_mine(effect.target) and outlook.rank(effect.target) > outlook.rank(outlook.me)
    )
