"""What each play does: at once, or to its target once nobody reacts any more (SK-19 to SK-35).

Also what is chosen with a target, and the Fool's coin. Nothing here opens a window or settles the
table: `course.py` does, around these. Which function belongs to which play is in `plays.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from games.engine.choice import Choice, Option
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import who
from games.king.board import is_present, king_of, rank_of, reset
from games.king.cards import Card, with_article
from games.king.death import come_back, would_die
from games.king.effects import GAIN, RESET, modes, targets
from games.king.events import FRIEND, tell_target
from games.king.execution import execute
from games.king.fights import why_in_vain
from games.king.hands import discard_all, draw, make_token
from games.king.heirs import FOOL, GAMBLER, HEIR_OF, Person, name_of, player, seat_of, title_of
from games.king.loyalty import bribe, gain, holder, sources_of
from games.king.ranks import Rank
from games.king.state import Effect, Play, Stage, State, catalogue_of, state_of
from games.king.words import said

TARGET: Final = "target"
MODE: Final = "mode"
COIN: Final = "fool"
_MODES: Final = {
    GAIN: Option(GAIN, "win a friend, for good"),
    RESET: Option(RESET, "take away Seniority: the last of the Rank"),
}


# Before the announcement


async def use_execution(t: Table, seat: Seat) -> None:
    """SK-6, SKD-20: an Execution takes the hand, and is used through one Duke."""
    executed = state_of(t).turn.executed
    through = sources_of(state_of(t), seat, Rank.DUKE)
    # None if the King left while it was ordered, so that the Duke is King now: it stands (SKB-1).
    executed += [one for one in through if one not in executed][:1]
    await discard_all(t, seat)


async def use_attempt(t: Table, seat: Seat) -> None:
    """SK-9: one assassination in a turn, and what comes before it in the turn is over (SKB-5)."""
    turn = state_of(t).turn
    turn.attacked, turn.stage = True, Stage.ASSASSINATION


async def pass_execution(t: Table, seat: Seat) -> None:
    """SKB-5: after Blackmail it is too late for an Execution."""
    turn = state_of(t).turn
    turn.stage = max(turn.stage, Stage.BLACKMAIL)


async def name_target(t: Table, seat: Seat, play: Play) -> Person | None:
    """Whom the play is aimed at; None if nobody can be named or the seat names nobody in time."""
    named = targets(state_of(t), play, seat)
    if len(named) < 2:
        return next(iter(named), None)
    state = state_of(t)
    options = tuple([Option(person, described(state, person, play, seat)) for person in named])
    state.naming = play
    answer = await t.ask(seat, Choice(TARGET, play.question, options=options, about=play.key))
    state.naming = None
    return next((person for person in named if person == answer.option), None)


def described(state: State, person: Person, play: Play, by: Seat) -> str:
    """Somebody with Rank and friend, as an option of `by`, who reads "yourself" and "your Spy";
    and why naming them may be in vain."""
    rank, friend = rank_of(state, person), holder(state, person)
    words = "in the distant land" if rank is None else rank.title
    if friend is not None and friend != by:
        words = f"{words}, friend of {who(friend)}"
    doubt = why_in_vain(state, play, person) if play.kills else ""
    if doubt:
        words = f"{words}; {doubt}"
    name = f"your {HEIR_OF[person].short}" if friend == by else name_of(person)
    return f"{'yourself' if person == player(by) else name} ({words})"


async def choose_mode(t: Table, effect: Effect) -> None:
    """What Blackmail does: a player is reset, an Heir that is yours already as well."""
    open_modes = modes(state_of(t), effect.by, effect.target)
    if len(open_modes) == 1:
        effect.mode = open_modes[0]
        return
    options = tuple(_MODES[mode] for mode in open_modes)
    friend = HEIR_OF[effect.target].friend
    prompt = f"What do you want of {name_of(effect.target)}? For a friend: {friend}"
    state_of(t).choosing = effect.target
    answer = await t.ask(effect.by, Choice(MODE, prompt, options=options))
    effect.mode = answer.option or RESET


async def choose_mode_for_gambler(t: Table, effect: Effect) -> None:
    """SK-45 (a): a Bribe works on the Gambler as Blackmail."""
    if effect.target == GAMBLER:
        await choose_mode(t, effect)


# At once: conversions (SKG-22), the Fool


def make(face: str) -> Callable[[Table, Seat, Sequence[Card]], Awaitable[bool]]:
    """The cost becomes a token."""

    async def convert(t: Table, seat: Seat, cards: Sequence[Card]) -> bool:
        make_token(t, seat, face)
        made = with_article(catalogue_of(t).card(face).name)
        t.say(f"{{{seat}}} turns {said(cards)} into {made}.")
        return True

    return convert


async def gamble(t: Table, seat: Seat, cards: Sequence[Card]) -> bool:
    """SK-45 (b): two cards become another one."""
    t.say(f"{{{seat}}} discards {said(cards)} to draw a card.")
    await draw(t, seat, 1)
    return True


async def tell_discards(t: Table, seat: Seat, cards: Sequence[Card]) -> bool:
    """SK-4: they are discarded by being paid."""
    t.say(f"{{{seat}}} discards {said(cards)}.")
    return True


async def send_fool(t: Table, seat: Seat, cards: Sequence[Card]) -> bool:
    """SK-46 (b), SKG-62: for the whole hand the Fool becomes the target."""
    effect = state_of(t).pending[-1]
    await discard_all(t, seat)
    if effect.target == player(seat):
        effect.target, effect.mode = FOOL, ""
        tell_target(t, effect)
        t.say(f"{{{seat}}} discards the whole hand and sends the Fool instead.")
    return False


async def throw_coin(t: Table, effect: Effect) -> None:
    """SK-46 (a), SKD-7: once per effect on the Fool, who may lead it to the King."""
    king = king_of(state_of(t))
    if effect.target != FOOL or not effect.play.is_aimed or king in (None, FOOL):
        return
    if await t.chance(2, COIN) == 0:
        t.say("The coin falls against the Fool: it hits him.")
        return
    assert king is not None
    effect.target, effect.mode, effect.redirected = king, "", True
    tell_target(t, effect)
    t.say(f"The coin falls for the Fool, who leads it to the King: {name_of(king)}.")


# To a target


async def take_bribe(t: Table, effect: Effect) -> None:
    """SK-30, SKG-31: a player draws a card; on the Gambler it is Blackmail (SK-45 a)."""
    seat = seat_of(effect.target)
    if effect.target == GAMBLER:
        await blackmail(t, effect)
    elif seat is None:
        bribe(state_of(t), effect.by, effect.target)
        friend = f"the friend of {who(effect.by)} until the turn ends"
        t.say(f"{title_of(effect.target)} becomes {friend}.", about=FRIEND)
    else:
        t.say(f"{who(seat)} draws a card.")
        await draw(t, seat, 1)


async def blackmail(t: Table, effect: Effect) -> None:
    """SK-31; a play that was led elsewhere has its mode chosen now (SKD-21)."""
    state, by, target = state_of(t), effect.by, effect.target
    if effect.mode not in modes(state, by, target):
        await choose_mode(t, effect)
    if effect.mode == GAIN and is_present(t, by):
        gain(state, by, target)
        t.say(f"{title_of(target)} becomes the friend of {{{by}}}.", about=FRIEND)
    elif effect.mode == RESET:
        rank = reset(state, target)
        if rank is not None:
            t.say(f"{title_of(target)} is the least senior {rank.title} now.")


async def investigate(t: Table, effect: Effect) -> None:
    """SK-34."""
    state = state_of(t)
    state.turn.stopped.append(effect.target)
    rank = rank_of(state, effect.target)
    if rank is Rank.COMMONER:
        t.say(f"{title_of(effect.target)} is not safe as a Commoner in this turn.")
    elif rank is not None:
        t.say(f"{title_of(effect.target)} cannot use the Rank of {rank.title} in this turn.")


async def betray(t: Table, effect: Effect) -> None:
    """SK-33."""
    await would_die(t, effect.target, effect.by)


async def carry_out_execution(t: Table, effect: Effect) -> None:
    """SK-19."""
    await execute(t, effect.target, effect.by)


async def lend_rank(t: Table, effect: Effect) -> None:
    """SK-35."""
    state = state_of(t)
    state.turn.proxies.append((effect.by, effect.target))
    rank = rank_of(state, effect.target)
    if rank is not None:
        t.say(f"{who(effect.by)} can use the Rank of {rank.title} in this turn.")


async def bring_back(t: Table, effect: Effect) -> None:
    """SK-27, SKG-35: an Heir who is back is a friend."""
    come_back(t, effect.target)
    if seat_of(effect.target) is None:
        gain(state_of(t), effect.by, effect.target)
        t.say(f"{title_of(effect.target)} becomes the friend of {who(effect.by)}.", about=FRIEND)
