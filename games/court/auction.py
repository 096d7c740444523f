"""The auction of the set-up: five rounds of bidding for the first choice (HA-37 to HA-41)."""

from __future__ import annotations

from typing import Final

from games.court.doing import change_favor
from games.court.people import enter
from games.court.state import (
    AUCTION,
    CHARACTERS,
    FORMER,
    Sale,
    Stage,
    State,
    around,
    popularity,
    state_of,
    whole_round,
)
from games.court.words import counted
from games.engine.choice import Answer, Choice
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.words import begun

BID: Final = "bid"
PICK: Final = "pick"
DECLINE: Final = "pass"
ROUNDS: Final = 5
SMALL_TABLE: Final = 3


async def hold_auction(t: Table) -> None:
    """Five rounds; the last to choose has the next Right of First Bid (HA-41)."""
    state = state_of(t)
    state.stage = Stage.AUCTION
    state.right = max(state.order, key=lambda seat: popularity(state, seat))  # HA-37
    for number in range(1, ROUNDS + 1):
        state.sale = Sale(number=number)
        await turn_up(t)
        winner = await bid(t, state.sale)
        await choose_in_turn(t, winner)
    state.sale = None


async def turn_up(t: Table) -> None:
    """HA-38, CTD-8: six Characters, five if three are still in."""
    number = 5 if len(t.active) <= SMALL_TABLE else 6
    cards = t.zone(CHARACTERS).cards[:number]
    await t.open(cards)
    t.move(cards, AUCTION)


def holder(t: Table, state: State) -> Seat:
    """Who has the Right of First Bid: after a departure the next clockwise (CTD-8)."""
    assert state.right is not None
    return around(t, state.right)[0]


def leader(t: Table, sale: Sale) -> Seat | None:
    """Who has the highest bid that stands; that of who has left is void (CTD-8)."""
    standing = [seat for seat in sale.bids if not t.is_gone(seat)]
    return max(standing, key=lambda seat: sale.bids[seat], default=None)


async def bid(t: Table, sale: Sale) -> Seat:
    """The bidding of a round (HA-39); gives who chooses first, once the bid is paid.

    It ends when all but the high bidder have passed (HAG-11). Without a bid the holder of the right
    is the high bidder with 0 (HAG-12); the last seat that has not passed is still asked (CTD-14).
    """
    state = state_of(t)
    t.say(f"Round {sale.number} of the auction: {{{holder(t, state)}}} has the Right of First Bid.")
    while True:
        asked = False
        for seat in whole_round(state, holder(t, state)):
            if may_bid(t, sale, seat):
                asked = True
                await one_bid(t, sale, seat)
        if not asked:
            break
    winner = leader(t, sale)
    if winner is None:
        winner = holder(t, state)
        t.say(f"Nobody bids, so {{{winner}}} chooses first for nothing.")
        return winner
    change_favor(t, winner, -sale.bids[winner])
    state.paid[winner] = state.paid.get(winner, 0) + sale.bids[winner]
    paid = f"pays {sale.bids[winner]} favor" if sale.bids[winner] else "pays nothing"
    t.say(f"{{{winner}}} {paid} and chooses first.")
    return winner


def may_bid(t: Table, sale: Sale, seat: Seat) -> bool:
    """Whether a seat is to bid or to pass."""
    if t.is_gone(seat) or seat in sale.passed or seat == leader(t, sale):
        return False
    return lowest(t, sale) <= state_of(t).favor[seat]


def lowest(t: Table, sale: Sale) -> int:
    """The least that may be bid."""
    high = leader(t, sale)
    return 0 if high is None else sale.bids[high] + 1


def highest(t: Table, sale: Sale, seat: Seat) -> int:
    """The most that may be bid: one's favor (HAG-13), or 0 if nobody else is left (CTD-14)."""
    alone = leader(t, sale) is None and all(
        t.is_gone(one) or one == seat or one in sale.passed for one in state_of(t).order
    )
    return 0 if alone else state_of(t).favor[seat]


async def one_bid(t: Table, sale: Sale, seat: Seat) -> None:
    """One seat bids or passes."""
    low, high = lowest(t, sale), highest(t, sale, seat)
    best = leader(t, sale)
    stands = "Nobody has bid yet." if best is None else f"{{{best}}} bids {sale.bids[best]}."
    favor = state_of(t).favor[seat]
    prompt = f"{stands} What do you bid to choose first? You have {favor}; only the winner pays."
    if high == low == 0:  # CTD-14: nobody else is left
        prompt = "All others have passed. With 0 you choose first and pay nothing."
    choice = Choice(BID, prompt, low=low, high=high, pass_label=DECLINE)
    answer = await t.ask(seat, choice)
    if t.is_gone(seat):
        return
    if answer.number is None:
        sale.passed.append(seat)
        t.say(f"{{{seat}}} passes.")
    else:
        sale.bids[seat] = answer.number
        t.say(f"{{{seat}}} bids {answer.number}.")


async def choose_in_turn(t: Table, winner: Seat) -> None:
    """HA-40: each takes a Character, from the winner on; the rest are discarded (HAG-14)."""
    state = state_of(t)
    for seat in whole_round(state, winner):
        if t.is_gone(seat):
            continue
        await pick(t, seat)
        if not t.is_gone(seat):
            state.right = seat
    left = tuple(t.zone(AUCTION).cards)
    t.move(left, FORMER)
    t.say(
        f"{begun(counted(len(left), 'Character'))} {'is' if len(left) == 1 else 'are'} left over."
    )


async def pick(t: Table, seat: Seat) -> None:
    """One seat takes one of the Characters on offer."""
    cards = tuple(t.zone(AUCTION).cards)
    if not cards:
        return
    choice = Choice(
        PICK,
        "Choose a Character for your court.",
        cards,
        min_cards=1,
        max_cards=1,
        default=Answer(cards=cards[:1]),
    )
    answer = await t.ask(seat, choice)
    if t.is_gone(seat):
        return
    person = enter(t, answer.card, seat, turned=False)
    t.say(f"{{{seat}}} takes {state_of(t).catalogue.character(t.face(person.card)).title}.")
