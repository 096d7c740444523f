"""Whom the better bot wants to betray, bribe, investigate, borrow a Rank from, or pardon, and when.

An Investigation stops a rival's Rank where it would hurt: the Execution of a Duke in turn, the
Draft of a Baron who is about to be attacked, a Marquis about to draw; or the Hanged Man before he
is King. A Station by Proxy borrows Planning, Influence or Execution of a friend. A Royal Pardon
saves friends too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.king.board import Deed, Effect, Rank, Stage
from games.king.bot.evaluation import KEPT, Mind
from games.king.cards import Kind
from games.king.effects import targets, why_immune, why_not
from games.king.hands import size
from games.king.heirs import EXECUTIONER, HANGED_MAN, MAGICIAN, TRUE_HEIR, Person, player, seat_of
from games.king.loyalty import held_by, holder, sources_of

EXECUTABLE: Final = (Rank.MARQUIS, Rank.EARL, Rank.VISCOUNT, Rank.BARON)
DEADLY: Final = (Deed.ASSASSINATE, Deed.EXECUTE, Deed.BETRAY)
CHEAP: Final = 45
"""A hand that is worth less may go for an Execution."""


def kept(mind: Mind) -> Mapping[Kind, int]:
    """How many of each kind are kept: some cards only while there is a use for them in sight."""
    found = dict(KEPT)
    if is_threatened(mind):
        found[Kind.PARDON] = found[Kind.INVESTIGATION] = 1
    if lenders(mind, Rank.DUKE, Rank.MARQUIS, Rank.VISCOUNT):
        found[Kind.PROXY] = 1
    return found


def is_threatened(mind: Mind) -> bool:
    """Whether a rival could execute this player."""
    return mind.rank(mind.me) in EXECUTABLE and bool(rivals_at(mind, Rank.DUKE))


def rivals_at(mind: Mind, *ranks: Rank) -> list[Person]:
    """The other players of these Ranks."""
    return [one for rank in ranks for one in mind.state.ranks[rank] if mind.is_rival(one)]


# Betrayal and Bribe


def victims(mind: Mind, deed: Deed) -> list[Person]:
    """The friends, or those who could be bribed, whom this player wants dead."""
    found = []
    for rank in (Rank.KING, Rank.DUKE, Rank.MARQUIS, Rank.EARL, Rank.VISCOUNT, Rank.BARON):
        for person in mind.state.ranks[rank]:
            if seat_of(person) is None and why_immune(mind.state, person, deed) is None:
                found.append(person)
    return [person for person in found if mind.wish(person) + 6 * mind.is_mine(person) > 5]


def saviours(mind: Mind, effect: Effect) -> list[Person]:
    """Whom to bribe against an attack on oneself."""
    wanted = [EXECUTIONER] if effect.deed is Deed.EXECUTE else []
    return [
        person
        for person in (*wanted, MAGICIAN)
        if any(person in people for people in mind.state.ranks.values())
        and why_immune(mind.state, person, Deed.BRIBE) is None
        and holder(mind.state, person) != mind.seat
    ]


# Investigation


def suspect(mind: Mind) -> Person | None:
    """Whom this player would have investigated now; None for nobody."""
    found = _suspect(mind)
    if found is None or why_not(mind.state, Deed.INVESTIGATE, mind.seat, found) is not None:
        return None
    return found


def _suspect(mind: Mind) -> Person | None:
    turn, effect = mind.table.turn, mind.effect
    if effect is not None:
        deadly = effect.deed in DEADLY and mind.would_ruin(effect.target)
        return HANGED_MAN if deadly and mind.heir() == HANGED_MAN else None
    if turn is None:
        return None
    if turn == mind.seat:
        return victim_who_drafts(mind)
    rival, stage = player(turn), mind.state.turn.stage
    if stage is Stage.EXECUTION and is_threatened(mind):
        return rival if mind.rank(rival) is Rank.DUKE and size(mind.table, turn) else None
    if stage is Stage.START and mind.rank(rival) is Rank.MARQUIS:
        return rival
    return None


def victim_who_drafts(mind: Mind) -> Person | None:
    """The one this player wants to attack, if it is a Baron whose whole hand could defend."""
    people = targets(mind.state, Deed.ASSASSINATE, mind.seat)
    best = max(people, key=lambda one: mind.wish(one) + mind.ease(one), default=None)
    seat = None if best is None else seat_of(best)
    if seat is None or not size(mind.table, seat):
        return None
    return best if sources_of(mind.state, seat, Rank.BARON) else None


# Station by Proxy


def lenders(mind: Mind, *ranks: Rank) -> list[Person]:
    """The friends of these Ranks, in their order."""
    friends = held_by(mind.state, mind.seat)
    return [one for rank in ranks for one in mind.state.ranks[rank] if one in friends]


def lender(mind: Mind) -> Person | None:
    """Whose Rank this player would use now; None for nobody's."""
    stage = mind.state.turn.stage
    if mind.table.turn != mind.seat:
        return None
    if stage is Stage.DISCARD:
        own = [*sources_of(mind.state, mind.seat, Rank.VISCOUNT)]
        own += sources_of(mind.state, mind.seat, Rank.MARQUIS)
        found = [] if own else lenders(mind, Rank.VISCOUNT, Rank.MARQUIS)
    elif stage is Stage.EXECUTION and not sources_of(mind.state, mind.seat, Rank.DUKE):
        found = lenders(mind, Rank.DUKE) if would_execute(mind) else []
    else:
        found = []
    return next(iter(found), None)


def would_execute(mind: Mind) -> bool:
    """Whether this player would give its hand for a rival's life."""
    hand = mind.hand()
    cheap = all(card.kind is not Kind.ASSASSIN for card in hand) and mind.price(hand) < CHEAP
    return cheap and bool(rivals_at(mind, Rank.MARQUIS, Rank.EARL))


# Royal Pardon


def would_pardon(mind: Mind) -> bool:
    """Whether this player would save whoever is to be executed."""
    effect = mind.effect
    if mind.state.attempting:  # the Judge's sentence
        return mind.is_mine(HANGED_MAN) and not mind.is_mine(TRUE_HEIR)
    if effect is None:
        return False
    return effect.target == mind.me or (
        mind.is_mine(effect.target) and mind.rank(effect.target) > mind.rank(mind.me)
    )
