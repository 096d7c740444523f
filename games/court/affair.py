"""The Event Phase: Contests and Challenges (HA-62 to HA-72).

An Event is revealed, its subject chosen, then everybody in turn does one thing or passes until all
have passed in a row (D-77): Characters turn for a pool or a side, Princes lend free support once,
cards and powers are used. Then it is decided and its consequences happen.

Tokens are *stakes*: each has a pool or side, an amount, and by whom it was brought. An amount is
worked out once, when it is brought. Whoever leaves play takes its tokens along; those of a Prince
stay, even if its player leaves the table (HA-80, CTD-8).

The invariant: everything that decides an Event is public arithmetic on the stakes and the state
(`games.court.tokens`), so offers can say in words what they would lead to, and rules, views and
bots cannot disagree. Whom the consequences are for is fixed before the first one happens, as one
of them may change who has the most favor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.court.aims import Cause, candidates
from games.court.cards import For
from games.court.course import use
from games.court.hands import draw, hand
from games.court.plays import Offer, power_offers, powers, question, what_now
from games.court.reactions import announce
from games.court.resolution import carry_out
from games.court.state import (
    EVENTS,
    OPPOSE,
    REVEALED,
    SUPPORT,
    Affair,
    Past,
    Pending,
    Stage,
    Stake,
    State,
    around,
    pool_of,
    prince,
    ranking,
    rating,
    state_of,
    whole_round,
)
from games.court.terms import Trait, Trigger, Who
from games.court.tokens import (
    contest_order,
    free_support,
    given,
    on_side,
    open_pools,
    strength,
    succeeds,
    total,
)
from games.court.words import (
    after_support,
    counted,
    described,
    kind_of,
    pool_name,
    stands,
    tally,
)
from games.engine.choice import Answer, Choice, Option
from games.engine.flow import passing_round
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.engine.words import begun

REVEAL: Final = "event"
"""What the line is about that reveals an Event."""
ACT: Final = "event"
SUBJECT: Final = "subject"
GIFT: Final = "gift"
UNLOVED_DRAWS: Final = 1


async def hold_event(t: Table, current: Seat) -> None:
    """The top Event, from its revealing to what follows. `current` may have left (CTD-8)."""
    state = state_of(t)
    state.stage = Stage.EVENT
    card = t.zone(EVENTS).cards[0]
    (face,) = await t.open([card])
    t.move([card], REVEALED)
    t.event("event")
    affair = state.affair = Affair(state.catalogue.event(face), card)
    # The tale compares it with what the Event leaves (D-102).
    before = dict(state.favor)
    told = f"The Event is {affair.event.title}, {kind_of(affair.event)}. {affair.event.text}"
    t.say(told, about=REVEAL)
    # D-95: without these, one Prince alone would carry what everybody gains by.
    if affair.event.against:  # some Challenges oppose themselves
        amount = affair.event.against * len(t.active)
        affair.stakes.append(Stake(OPPOSE, amount, None, affair.event.title))
        t.say(f"{affair.event.title} begins with {amount} tokens against it.")
    await choose_subject(t, affair, current)
    order = whole_round(state, current)
    await passing_round(t, order, lambda seat, is_last: act(t, affair, seat, is_last))
    trigger = Trigger.CONTEST if affair.event.is_contest else Trigger.CHALLENGE
    await announce(t, Pending(trigger, by=current, title=affair.event.title))
    for line in tally(t, state, affair):
        t.say(line)
    # Before the consequences: they may take people, and their tokens, out of play.
    first, verdict = outcome_of(t, state, affair)
    lent = {} if first is None else lent_to(affair, first)
    if affair.event.is_contest:
        await decide_contest(t, affair, current)
    else:
        await decide_challenge(t, affair, current)
    past = Past(affair.event.title, first, verdict, lent, before, dict(state.favor))
    state.history.append(past)
    t.remove(t.zone(REVEALED).cards[:])
    state.affair = None


async def choose_subject(t: Table, affair: Affair, current: Seat) -> None:
    """HA-62: some Events ask the current player for a choice, else the next clockwise (CTD-8)."""
    aim = affair.event.subject
    for seat in around(t, current):
        if aim is None:
            return
        state = state_of(t)
        found = list(candidates(t, aim, Cause(seat, affair.event.title)))
        if not found:
            continue
        options = tuple(
            Option(f"at {key}", described(state, state.people[key], seat)) for key in found
        )
        prompt = f"{affair.event.title}. {aim.question} {affair.event.text}"
        answer = await t.ask(seat, Choice(SUBJECT, prompt, options=options))
        if t.is_gone(seat):
            # Whoever was asked has left: the next clockwise chooses (CTD-8).
            continue
        affair.subject = found[0] if answer.option is None else answer.option.split()[1]
        person = state.people.get(affair.subject)
        if person is not None:
            t.say(f"{{{seat}}} names {person.name} of {{{person.seat}}}.")
            t.event(f"named {person.seat}")
        return


# One thing of one seat (HA-63)


async def act(t: Table, affair: Affair, seat: Seat, is_last: bool) -> bool:
    """Ask a seat for its one thing; whether it did something."""
    offers = (*support_offers(t, affair, seat), *power_offers(powers(t, seat)))
    state = state_of(t)
    prompt = f"{affair.event.title}: {stands(t, state, affair)}. {what_now(is_last)}"
    choice = question(t, seat, ACT, prompt, await hand(t, seat), offers, "pass")
    if choice is None:
        return False
    answer = await t.ask(seat, choice)
    if answer.is_empty or t.is_gone(seat):
        return False
    word = "" if answer.option is None else answer.option.split()[0]
    if word in (SUPPORT, GIFT):
        give(t, affair, seat, answer)
    else:
        await use(t, seat, answer)
    return True


def support_offers(t: Table, affair: Affair, seat: Seat) -> tuple[Offer, ...]:
    """Whom a seat may turn for which pool, and its Prince's free support, told with the result."""
    state = state_of(t)
    bringers = [
        (one, _brings(begun(one.name), rating(state, one, affair.event.ability), value), value)
        for one in state.people.values()
        if one.seat == seat and (value := strength(state, affair, one))
    ]
    is_free = seat not in affair.gave
    if not bringers and not is_free:
        return ()
    found = []
    giver = prince(state, seat).card
    after = after_support(t, state, affair, seat)
    for pool in open_pools(t, state, affair, seat):
        stands_at = after(pool)
        for one, name, value in bringers:
            label = offered(pool, seat, value, name, stands_at(value))
            found.append(Offer(one.card, Option(f"{SUPPORT} {one.key} {pool}", label)))
        if is_free:
            value = free_support(state, affair, seat, pool)
            label = offered(pool, seat, value, "free support", stands_at(value))
            found.append(Offer(giver, Option(f"{GIFT} {pool}", label)))
    return tuple(found)


def _brings(name: str, rated: int, value: int) -> str:
    """Who brings so many tokens, and what the Event adds to the rating: "Ottoline 4+2"."""
    return name if value == rated else f"{name} {rated}{value - rated:+}"


def offered(pool: str, seat: Seat, value: int, by: str, after: str) -> str:
    """An offer in words: "Support {1} with 3 (Odo): {1} then leads 5 to 4"."""
    if pool == SUPPORT:
        return f"Support it with {value} ({by}): {after}"
    if pool == OPPOSE:
        return f"Oppose it with {value} ({by}): {after}"
    whom = "yourself" if pool == pool_of(seat) else who(Seat(int(pool)))
    return f"Support {whom} with {value} ({by}): {after}"


def give(t: Table, affair: Affair, seat: Seat, answer: Answer) -> None:
    """Tokens of a Character that turns, or of a Prince (HA-65, HA-70, HA-8)."""
    assert answer.option is not None
    state = state_of(t)
    word, *rest = answer.option.split()
    pool = rest[-1]
    if word == GIFT:
        value = free_support(state, affair, seat, pool)
        affair.gave.append(seat)
        source = f"{state.princes[seat].short}'s free support"
        affair.stakes.append(Stake(pool, value, seat, source))
    else:
        person = state.people[rest[0]]
        value = strength(state, affair, person)
        source = _brings(person.name, rating(state, person, affair.event.ability), value)
        person.turned = True
        affair.stakes.append(Stake(pool, value, seat, person.name, person.key))
    t.event("acted")
    if affair.event.is_contest and pool != str(int(seat)):
        t.event(f"named {pool}")
    t.say(f"{{{seat}}} adds {value} to {pool_name(pool)} ({source}): {stands(t, state, affair)}.")


# What follows


def outcome_of(t: Table, state: State, affair: Affair) -> tuple[Seat | None, str]:
    """Who wins a Contest, and what comes of the Event in a few words, for the tale of the game."""
    if not affair.event.is_contest:
        return None, f"{'succeeded' if succeeds(affair) else 'failed'} {_score(affair)}"
    order = contest_order(t, state, affair)
    if not order:
        return None, "had no winner"
    own = total(affair.stakes, pool_of(order[0]))
    if len(order) == 1:
        return order[0], f"won with {own} tokens, alone"
    next_best = total(affair.stakes, pool_of(order[1]))
    tie = " on popularity" if own == next_best else ""
    return order[0], f"won {own} to {next_best}{tie}"


def _score(affair: Affair) -> str:
    return f"{total(affair.stakes, SUPPORT)} to {total(affair.stakes, OPPOSE)}"


def lent_to(affair: Affair, seat: Seat) -> dict[Seat, int]:
    """Tokens that others brought to somebody's pool."""
    found: dict[Seat, int] = {}
    for one in affair.stakes:
        if one.by is not None and one.pool == pool_of(seat) and one.by != seat and one.amount > 0:
            found[one.by] = found.get(one.by, 0) + one.amount
    return found


async def decide_contest(t: Table, affair: Affair, current: Seat) -> None:
    """HA-68, HA-69: the most wins, the fewest loses; popularity breaks ties both ways."""
    state = state_of(t)
    order = contest_order(t, state, affair)
    if not order:
        t.say("Nobody takes part: nobody wins and nobody loses.")
        return
    winner = order[0]
    loser = order[-1] if len(order) > 1 else None
    t.say(f"{{{winner}}} wins {affair.event.title}{_why_first(state, affair, order)}.")
    if loser is not None:
        t.say(f"{{{loser}}} loses it{_why_last(affair, order)}.")
    for part in affair.event.then:
        seat = {Who.WINNER: winner, Who.LOSER: loser}.get(part.who, current)
        if seat is not None:
            await consequence(t, affair, part, (seat,))
    if loser is not None and state.princes[loser].trait is Trait.UNLOVED and not t.is_gone(loser):
        drawn = await draw(t, loser, UNLOVED_DRAWS)
        name = state.princes[loser].short
        t.say(f"{name} blames the weather and draws {counted(drawn, 'Action card')}.")


def _why_first(state: State, affair: Affair, order: tuple[Seat, ...]) -> str:
    own = total(affair.stakes, str(int(order[0])))
    if len(order) == 1:
        return f" with {own} tokens, alone"
    next_best = total(affair.stakes, str(int(order[1])))
    if own == next_best:
        return f" at {own} tokens each, as the more popular Prince"
    return f" with {own} tokens to {next_best}"


def _why_last(affair: Affair, order: tuple[Seat, ...]) -> str:
    own, before = (total(affair.stakes, str(int(seat))) for seat in (order[-1], order[-2]))
    if own == before:
        return f" at {own} tokens each, as the less popular Prince"
    return f" with {own}, the fewest"


_STRONGEST: Final = {Who.FIRST_SUPPORTER: SUPPORT, Who.FIRST_OPPONENT: OPPOSE}
"""Who is the strongest of a side, and of which."""


async def decide_challenge(t: Table, affair: Affair, current: Seat) -> None:
    """HA-72: more support than opposition, or it fails."""
    ahead, against = total(affair.stakes, SUPPORT), total(affair.stakes, OPPOSE)
    works = succeeds(affair)
    verdict = "succeeds" if works else "fails"
    why = f"{ahead} for it and {against} against"
    t.say(
        f"{affair.event.title} {verdict}, with {why}{'' if ahead != against else ': a tie fails'}."
    )
    parts = affair.event.then if works else affair.event.otherwise
    named = [whom(t, affair, part.who, current) for part in parts]  # as things stand now
    for who_, pool in _STRONGEST.items():
        order = on_side(t, state_of(t), affair, pool)
        if order and any(part.who is who_ for part in parts):
            t.say(f"{{{order[0]}}} is {who_}{_why_strongest(affair, pool, order)}.")
    for part, seats in zip(parts, named, strict=True):
        await consequence(t, affair, part, seats)


def _why_strongest(affair: Affair, pool: str, order: tuple[Seat, ...]) -> str:
    most = given(affair, pool, order[0])
    if len(order) == 1:
        return f" with {most}, alone"
    next_best = given(affair, pool, order[1])
    if most == next_best:
        return f" at {most} each, as the more popular Prince"
    return f" with {most} to {next_best}"


def whom(t: Table, affair: Affair, who_: Who, current: Seat) -> tuple[Seat, ...]:
    """The seats that a consequence of a Challenge is for."""
    state = state_of(t)
    here = around(t, current)
    match who_:
        case Who.SUPPORTERS:
            among = on_side(t, state, affair, SUPPORT)
            return tuple([seat for seat in here if seat in among])
        case Who.FIRST_SUPPORTER:
            return on_side(t, state, affair, SUPPORT)[:1]
        case Who.FIRST_OPPONENT:
            return on_side(t, state, affair, OPPOSE)[:1]
        case Who.RICHEST:
            return _still_in(t, ranking(t))[:1]
        case Who.POOREST:
            return _still_in(t, ranking(t))[-1:]
        case Who.BYSTANDERS:
            busy = [one.by for one in affair.stakes]
            return tuple(seat for seat in here if seat not in busy)
        case Who.EVERYONE:
            return here
        case Who.OTHERS:
            return here[1:]
        case _:
            return here[:1]


def _still_in(t: Table, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    return tuple([seat for seat in seats if not t.is_gone(seat)])


async def consequence(t: Table, affair: Affair, part: For, seats: tuple[Seat, ...]) -> None:
    """One sentence of an Event, for each seat that it is for."""
    for seat in seats:
        if not t.is_gone(seat):
            chosen = [affair.subject] if affair.subject else []
            cause = Cause(seat, affair.event.title, is_event=True, chosen=chosen)
            await carry_out(t, (part.deed,), cause)
