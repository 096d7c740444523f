"""A game played to its end in the head, where everybody takes the Ring as soon as it can."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.inheritance.bot.world import LAID, NOBODY, SET_BY, Dice, Move, World
from games.inheritance.position import Position
from games.inheritance.uses import Verb

_Holder: TypeAlias = Callable[[World, int], int]


def comfort(world: World | Position, seat: int, holder: int | None) -> int:
    """How well it suits a seat that this one has the Ring: its turn may come as late as it can."""
    seats = len(world.hands)
    if holder == seat:
        return seats + 1
    if holder is None or holder == NOBODY or holder in world.gone:
        return seats
    return (holder - seat) % seats


def winner(world: World, seat: int, last: int, dice: Dice) -> int:
    """Who wins if all play on quickly from this seat's turn; nobody for a draw. Uses the world up.

    `last`: who played the last card (ING-29).
    """
    while True:
        here = seat not in world.gone
        if here and world.ring == seat:
            return seat
        if seat == last and world.is_out_of_cards():
            return NOBODY
        if here and world.hands[seat]:
            take_turn(world, seat, quick_move(world, seat, dice), dice)
            last = seat
        elif here:
            if reveal_if_better(world, seat):
                world.determine()
            world.draw(seat)
        seat = (seat + 1) % len(world.hands)


def take_turn(world: World, seat: int, move: Move, dice: Dice) -> None:
    """A turn from its card on."""
    world.apply(seat, move, dice)
    reveal_if_better(world, seat)
    world.determine()
    world.draw(seat)


def quick_move(world: World, seat: int, dice: Dice) -> Move:
    """The first play, in random order, that brings the Ring here; else one of the most comfort.

    The hand must not be empty.
    """
    # Shuffled, so that taking the first play that wins the Ring does not favour low cards.
    dice.shuffle(world.hands[seat])
    best, most = None, -1
    for move in world.moves(seat):
        holder = ring_after(world, seat, move)
        if holder == seat:
            return move
        found = comfort(world, seat, holder)
        if found > most:
            best, most = move, found
    assert best is not None
    return best


def reveal_if_better(world: World, seat: int) -> bool:
    """Turn a Secret Admirer face-up if the Ring then lies better (IN-31); whether it was."""
    if not world.secret[seat]:
        return False
    kept = world.holder()
    world.secret[seat] = False
    if comfort(world, seat, world.holder()) > comfort(world, seat, kept):
        return True
    world.secret[seat] = True
    return False


def ring_after(world: World, seat: int, move: Move) -> int:
    """Who has the Ring after this play, and a reveal if that helps; the world stays as it is."""
    return _tried(world, seat, move, _shown)


def breaks(world: World, seat: int, card: int) -> bool:
    """Whether a card, played by this seat, can move the Ring; a Spy's cannot be foreseen."""
    return any(
        _tried(world, seat, move, _kept) != world.ring
        for move in world.uses(seat, card)
        if move[1] not in (Verb.DISGUISE, Verb.NOTHING)
    )


# Changed and put back by hand: a copy for each play would take most of the time of a rollout.
def _tried(world: World, seat: int, move: Move, holder: _Holder) -> int:
    """Who has the Ring after this play; the world stays as it is."""
    card, verb, target = move
    if verb is Verb.PROPOSE:
        kept, world.proposal = world.proposal, card
        found = holder(world, seat)
        world.proposal = kept
        return found
    if verb is Verb.RULE:
        kept, world.influence = world.influence, SET_BY[card % 10]
        found = holder(world, seat)
        world.influence = kept
        return found
    if verb is Verb.NOTHING:
        return holder(world, seat)
    if target < NOBODY:
        return _with_family(world, seat, move, holder)
    return _with_admirer(world, seat, move, holder)


def _with_family(world: World, seat: int, move: Move, holder: _Holder) -> int:
    """The same where a Family Member is replaced or exchanged."""
    card, verb, target = move
    index = NOBODY - 1 - target
    member, veiled = world.family[index], world.veiled[index]
    if verb is Verb.REPLACE:
        world.family[index], world.veiled[index] = card, False
        found = holder(world, seat)
    else:
        admirer, secret, ring = world.admirers[seat], world.secret[seat], world.ring
        world.family[index], world.veiled[index] = admirer, secret
        world.lay(seat, member, secret=veiled)
        found = holder(world, seat)
        world.admirers[seat], world.secret[seat], world.ring = admirer, secret, ring
    world.family[index], world.veiled[index] = member, veiled
    return found


def _with_admirer(world: World, seat: int, move: Move, holder: _Holder) -> int:
    """The same where an Admirer comes, goes or turns face-down."""
    card, verb, target = move
    place = seat if verb in LAID else target
    admirer, secret, ring = world.admirers[place], world.secret[place], world.ring
    if verb is Verb.DISGUISE:
        world.lay(place, target, secret=False)
    else:
        world.lay(place, card if verb in (Verb.LAY, Verb.REPLACE) else NOBODY, secret=False)
    found = holder(world, seat)
    world.admirers[place], world.secret[place], world.ring = admirer, secret, ring
    return found


def _shown(world: World, seat: int) -> int:
    """The holder, with one's Secret Admirer shown if that is better."""
    kept = world.holder()
    if kept == seat or not world.secret[seat]:
        return kept
    world.secret[seat] = False
    shown = world.holder()
    world.secret[seat] = True
    return shown if comfort(world, seat, shown) > comfort(world, seat, kept) else kept


def _kept(world: World, seat: int) -> int:
    """The holder, with every secret kept."""
    return world.holder()
