"""How texts of this game say things. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from games.court.cards import Action, Character, Event, Row
from games.court.state import (
    ATTACK,
    DEFENCE,
    OPPOSE,
    SUPPORT,
    Affair,
    Bout,
    Person,
    Stake,
    State,
    pool_of,
    popularity,
    ranking,
    rating,
)
from games.court.terms import Ability, Who
from games.court.tokens import attack, contest_order, defence, on_side, takes_part, total, totals
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import begun, listed

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def counted(number: int, noun: str) -> str:
    """So many of something."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {noun}{'' if number == 1 else 's'}"


def with_them(gone: Sequence[str]) -> str:
    """What goes with somebody who leaves play, as the end of a sentence."""
    return f"; with them {go_along(gone)}" if gone else ""


def go_along(gone: Sequence[str]) -> str:
    """That these things go: "go A Dress Sword and four tokens"."""
    return f"{'goes' if len(gone) == 1 else 'go'} {listed(gone)}"


def titled(row: Row) -> str:
    """What sentences call a card."""
    return row.short if isinstance(row, Character) else row.title


def ratings(state: State, person: Person) -> tuple[int, int]:
    """The politics and the combat of somebody as they are now."""
    return rating(state, person, Ability.POLITICS), rating(state, person, Ability.COMBAT)


def described(state: State, person: Person, by: Seat | None = None) -> str:
    """Somebody in play with their ratings, for an option; those of who chooses are "your"."""
    if person.seat == by:
        return f"Your {known_as(state, person)}"
    return begun(mentioned(state, person))


def mentioned(state: State, person: Person) -> str:
    """The same in the middle of a sentence, with whose they are."""
    return f"{person.name} of {who(person.seat)} {_rates(state, person)}"


def known_as(state: State, person: Person) -> str:
    """The same of somebody whose player is said before."""
    return f"{person.name.removeprefix('the ')} {_rates(state, person)}"


def _rates(state: State, person: Person) -> str:
    politics, combat = ratings(state, person)
    return f"({politics}/{combat}{', turned' if person.turned else ''})"


def printed(row: Character) -> str:
    """Ratings and keywords as they stand on a card."""
    words = ", ".join(row.keywords)
    return f"politics {row.politics}, combat {row.combat}" + (f"; {words}" if words else "")


def when(row: Action) -> str:
    """The kind of a card and the phases in which it may be played: "Effect (Action, Event)"."""
    return f"{row.kind} ({', '.join(row.phases)})"


def kind_of(event: Event) -> str:
    """What an Event is, as sentences say it."""
    return f"a {printed_kind(event)}"


def printed_kind(event: Event) -> str:
    """What an Event is, as on its card: what it asks for, and for whom it is special."""
    words = [*(["Mandatory"] if event.mandatory else []), *(["Money"] if event.money else [])]
    words.append("Contest" if event.is_contest else "Challenge")
    text = f"{' '.join(words)} of {event.ability}"
    if event.only is not None:
        text += f", {event.only} only"
    if event.barred is not None:
        text += f", not {event.barred}"
    if event.bonus is not None:
        text += f", {event.bonus[0]} +{event.bonus[1]}"
    return text


# Pools


def pool_name(pool: str) -> str:
    """A pool of an Event in a sentence."""
    if pool == SUPPORT:
        return "support"
    if pool == OPPOSE:
        return "opposition"
    return f"{who(Seat(int(pool)))}'s pool"


def after_support(
    t: Table, state: State, affair: Affair, by: Seat | None = None
) -> Callable[[str], Callable[[int], str]]:
    """What a support would make of the Event, by pool, then by tokens: "{1} then leads 5 to 4".

    Who supports is "you".
    """
    filled = totals(affair.stakes)
    if not affair.event.is_contest:
        return partial(partial, _after_side, filled)
    order = contest_order(t, state, affair)

    def after_pool(pool: str) -> Callable[[int], str]:
        seat = Seat(int(pool))
        best = next((one for one in order if one != seat), None)
        return partial(_after_pool, state, filled, seat, best, seat == by)

    return after_pool


def _after_side(filled: Mapping[str, int], side: str, amount: int) -> str:
    ahead = filled.get(SUPPORT, 0) + (amount if side == SUPPORT else 0)
    against = filled.get(OPPOSE, 0) + (amount if side == OPPOSE else 0)
    return f"it then {'succeeds' if ahead > against else 'fails'}, {ahead} to {against}"


def _after_pool(
    state: State, filled: Mapping[str, int], seat: Seat, best: Seat | None, own: bool, amount: int
) -> str:
    mine = filled.get(pool_of(seat), 0) + amount
    they, stand, lead, win, are = _YOU if own else (who(seat), "stands", "leads", "wins", "is")
    if best is None:
        return f"{they} then {stand} alone with {mine}" if mine else "nobody then takes part"
    theirs = filled.get(pool_of(best), 0)
    behind = f"{they} {are} then behind"
    if mine == theirs:
        first = popularity(state, seat) > popularity(state, best)
        return f"{f'{they} then {win} the tie' if first else behind} at {mine} to {theirs}"
    return f"{f'{they} then {lead}' if mine > theirs else behind} {mine} to {theirs}"


_YOU: Final = ("you", "stand", "lead", "win", "are")


def stands(t: Table, state: State, affair: Affair) -> str:
    """How an Event stands, in a few words."""
    if not affair.event.is_contest:
        return f"{total(affair.stakes, SUPPORT)} for it, {total(affair.stakes, OPPOSE)} against"
    filled = totals(affair.stakes)
    order = contest_order(t, state, affair)
    if not any(filled.get(pool_of(seat), 0) for seat in order):
        return "nobody has a token yet"
    return ", ".join([f"{who(seat)} {filled.get(pool_of(seat), 0)}" for seat in order])


def fight_stands(bout: Bout) -> str:
    """How a Melee stands."""
    return f"attack {attack(bout)}, defence {defence(bout)}"


def fight_begins(bout: Bout, attacker: Seat, defender: Seat) -> str:
    """The same with what it is made of, where that is more than the two who fight."""
    sides = ((ATTACK, attack(bout), attacker), (DEFENCE, defence(bout), defender))
    told = []
    for side, number, seat in sides:
        several = sum(one.pool == side for one in bout.stakes) > 1
        made_of = f" ({spelled(bout.stakes, side, seat)})" if several else ""
        told.append(f"{side} {number}{made_of}")
    return ", ".join(told)


def fight_ends(state: State, bout: Bout, ahead: int, behind: int) -> str:
    """How a Melee would end with so many tokens on each side (HA-60)."""
    return f"attack {ahead}, defence {behind}, {who_kills(state, bout, ahead, behind)}"


def who_kills(state: State, bout: Bout, ahead: int, behind: int) -> str:
    """Who would kill whom."""
    row = state.catalogue.character
    attacker, defender = row(bout.attacker).short, row(bout.defender).short
    killed, killer = (defender, attacker) if ahead > behind else (attacker, defender)
    return f"{killer} would kill {killed}"


def spelled(stakes: Sequence[Stake], pool: str, owner: Seat | None = None) -> str:
    """Token by token what came to a pool, and from whom.

    "Odo 4, Rent-a-Crowd 2; from {2}: Rotten Fruit -2"; what its owner brought needs no name.
    """
    given: dict[Seat | None, list[str]] = {} if owner is None else {owner: []}
    for one in stakes:
        if one.pool == pool:
            given.setdefault(one.by, []).append(f"{begun(one.source)} {one.amount}")
    told = [
        f"{'' if seat in (owner, None) else f'from {who(seat)}: '}{', '.join(tokens)}"
        for seat, tokens in given.items()
        if tokens
    ]
    return "; ".join(told) or "nothing"


def summed(stakes: Sequence[Stake], pool: str) -> str:
    """From whom how many tokens came to a pool: "{0} 6, {2} -2"."""
    given: dict[Seat | None, int] = {}
    for one in stakes:
        if one.pool == pool:
            given[one.by] = given.get(one.by, 0) + one.amount
    told = [f"{'itself' if s is None else who(s)} {amount}" for s, amount in given.items()]
    return ", ".join(told) or "nothing"


def verdict(t: Table, state: State, affair: Affair) -> tuple[str, ...]:
    """Who would win an Event now, by how much, or whether it would succeed; then for whom."""
    return tuple(filter(None, (_leads(t, state, affair), _meant(t, state, affair))))


def _leads(t: Table, state: State, affair: Affair) -> str:
    if not affair.event.is_contest:
        ahead, against = total(affair.stakes, SUPPORT), total(affair.stakes, OPPOSE)
        said = f"it would {'succeed' if ahead > against else 'fail'} by {abs(ahead - against)}"
        return "a tie, so it would fail" if ahead == against else said
    order = contest_order(t, state, affair)
    if not order:
        return "nobody takes part yet"
    first = order[0]
    mine = total(affair.stakes, str(int(first)))
    if len(order) == 1:
        return f"{who(first)} is alone in it"
    next_best = total(affair.stakes, str(int(order[1])))
    if mine == next_best:
        return f"{who(first)} leads at {mine} each, as the more popular"
    return f"{who(first)} leads by {mine - next_best}"


def _meant(t: Table, state: State, affair: Affair) -> str:
    """Whom the end of a Challenge names by what they have or have given, as things stand."""
    if affair.event.is_contest:
        return ""
    parts = (*affair.event.then, *affair.event.otherwise)
    richest = [seat for seat in ranking(t) if not t.is_gone(seat)]
    firsts = {
        Who.FIRST_SUPPORTER: on_side(t, state, affair, SUPPORT),
        Who.FIRST_OPPONENT: on_side(t, state, affair, OPPOSE),
        Who.RICHEST: richest,
        Who.POOREST: richest[::-1],
    }
    named = {part.who: firsts[part.who][0] for part in parts if firsts.get(part.who)}
    return ", ".join([f"{_SHORT[one]}: {who(seat)}" for one, seat in named.items()])


_SHORT: Final = {
    Who.FIRST_SUPPORTER: "strongest supporter",
    Who.FIRST_OPPONENT: "strongest opponent",
    Who.RICHEST: "most favor",
    Who.POOREST: "least favor",
}


def tally(t: Table, state: State, affair: Affair) -> list[str]:
    """The story of an Event before its outcome, a sentence a pool (who, what, how many)."""
    if not affair.event.is_contest:
        names = {SUPPORT: "For it", OPPOSE: "Against it"}
        return [
            f"{names[pool]} {total(affair.stakes, pool)}: {spelled(affair.stakes, pool)}."
            for pool in (SUPPORT, OPPOSE)
        ]
    told = []
    for seat in contest_order(t, state, affair):
        pool = str(int(seat))
        tokens = spelled(affair.stakes, pool, seat)
        told.append(f"{who(seat)} has {total(affair.stakes, pool)}: {tokens}.")
    absent = [s for s in state.order if not t.is_gone(s) and not takes_part(affair, s)]
    if absent and told:
        have = "has" if len(absent) == 1 else "have"
        told.append(f"{listed([who(seat) for seat in absent])} {have} none.")
    return told
