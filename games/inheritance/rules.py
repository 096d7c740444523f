"""The rulebook of Inheritance as code, in the rulebook's order: set-up (IN-5 to IN-12), then turns.

Each part is a coroutine over the table as it stands, so it can be run from any table set by hand.
Numbers name the rules of docs/rules/inheritance.md. Beside this module stand

    cards.py            what is printed on the cards (IN-13)
    favour.py           proposals, influence, who is favoured (IN-14 to IN-22)
    uses.py             what a card may be played for (IN-24 to IN-27)
    choices.py          the questions that players are asked
    ring.py             the Ring of Favour (IN-28)
    endings.py          how a game ends, as it is hashed and in words
    position.py         the places of the table
    tale.py             where a game turned, for people
"""

from __future__ import annotations

from typing import Final

from games.engine.game import GameInfo
from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Outcome, Primitive, Seat
from games.engine.view import View
from games.inheritance.cards import DECK, INITIAL_INFLUENCE, card_of
from games.inheritance.choices import (
    REVEAL_EARLY,
    REVEAL_LATE,
    choose_admirer,
    disguise_admirer,
    obey_soldier,
    play_card,
    reveal_secret,
)
from games.inheritance.endings import HELD_RING, OUT_OF_CARDS, ended
from games.inheritance.golden import GOLDEN, HASHES
from games.inheritance.position import (
    DRAW,
    FAMILY,
    INFLUENCE,
    PARENTS,
    PLAYED,
    PROPOSAL,
    SUCCESSOR,
    State,
    admirer_of,
    hand_of,
    position_of,
    state_of,
)
from games.inheritance.ring import determine_favour, lift_ring
from games.inheritance.tale import remember
from games.inheritance.uses import Use, Verb, told, use_of
from games.inheritance.view import view_of

HAND_SIZE: Final = 6
ADMIRER_GONE: Final = "admirer gone {me}"
HIDDEN_LAID: Final = "hidden admirer"
"""What lines are about that tell of these."""
CREDITS: Final = (
    "Inheritance, Flying Man Games 2022. Design: Paul Capovilla. Development: Paul Capovilla, "
    "Cameron Faulks, Richard Mulchinock. Graphic design: Cameron Faulks."
)


# Set-up (IN-5 to IN-12)


def make_places(t: Table) -> None:
    """The places of the table, all empty, and the Ring in the centre."""
    t.state = State()
    for name in (DRAW, INFLUENCE, PROPOSAL, *FAMILY, PLAYED):
        t.add_zone(name)
    for index in range(t.seats):
        seat = Seat(index)
        t.add_zone(hand_of(seat), owner=seat, hand=True)
        t.add_zone(admirer_of(seat), owner=seat)


def lay_out(t: Table) -> None:
    """IN-5: the Initial Influence card, and the deck that waits to be shuffled."""
    make_places(t)
    t.create([INITIAL_INFLUENCE], INFLUENCE)
    t.create([card.face for card in DECK], DRAW)


async def deal_cards(t: Table) -> None:
    """IN-6 to IN-8: six cards each, then one open card on each place of the board."""
    await t.shuffle(DRAW)
    for seat in t.active:
        await t.deal(DRAW, hand_of(seat), HAND_SIZE, seat)
    board = (*PARENTS, SUCCESSOR, PROPOSAL)
    # Moved first and opened together: one step, and so one message of every seat, for four cards.
    cards = tuple(t.zone(DRAW).cards[: len(board)])
    for card, place in zip(cards, board, strict=True):
        t.move([card], place)
    await t.open(cards)


async def choose_admirers(t: Table) -> None:
    """IN-9: all lay an Admirer face-down, in any order (ING-36), and open them together."""
    choices = {seat: choose_admirer(await t.hand(seat)) for seat in t.active}
    answers = await t.ask_all(choices)
    # Who leaves here has committed and not opened: its card is nobody's Admirer.
    chosen = {
        seat: answer.card
        for seat, answer in zip(choices, answers, strict=True)
        if answer.cards and not t.is_gone(seat)
    }
    for seat, card in chosen.items():
        t.move([card], admirer_of(seat))
    await t.open(tuple(chosen.values()))
    for seat, card in chosen.items():
        if t.is_open(card):
            t.say(f"{{{seat}}} enters with the {card_of(t.face(card)).name}.")


async def first_seat(t: Table) -> Seat:
    """IN-10 to IN-12: left of the favoured Admirer, or anybody by chance after a tie (IND-2)."""
    determine_favour(t, first=True)
    remember(t, None)
    ring = state_of(t).ring
    if ring is not None:
        return t.after(ring)
    seats = t.active
    drawn = seats[await t.chance(len(seats), "first_player")]
    first = t.clockwise(drawn)[0]
    t.say(f"Nobody is favoured; by chance {{{first}}} takes the first turn.")
    return first


# Turns (IN-23 to IN-30)


async def take_turns(t: Table, first: Seat) -> Outcome:
    """Turns from `first` on, until somebody wins or the last round has gone by without a winner.

    When the last card is played everybody still gets a Ring check, the player of that card last
    (ING-29, IND-9). Those turns are like all others without a hand card (IND-8).
    """
    seat, last = first, Seat((first - 1) % t.seats)
    while True:
        if not t.is_gone(seat):
            t.turn = seat
            if state_of(t).ring == seat:  # IN-23, ING-9, ING-17
                t.say(f"{{{seat}}} begins the turn with the Ring of Favour and wins.")
                return ended(HELD_RING, seat)
        if seat == last and is_out_of_cards(t):
            t.say("All cards are played and nobody wins.")
            return ended(OUT_OF_CARDS)
        if not t.is_gone(seat):
            if await take_turn(t, seat):
                last = seat
            # D-102: the tale is told from this, so that it need not guess who led when.
            remember(t, seat)
        seat = Seat((seat + 1) % t.seats)  # IN-30, ING-30; departed seats are skipped (IND-6)


def is_out_of_cards(t: Table) -> bool:
    """Whether nobody still at the table has a card to play or to draw."""
    return not t.zone(DRAW).cards and not any(t.hand_zone(seat).cards for seat in t.active)


async def take_turn(t: Table, seat: Seat) -> bool:
    """Steps 2 to 4 of a turn, the Ring check being done; gives whether a card was played.

    A turn without a hand card still offers to reveal (ING-28, IND-8). Favour is determined once,
    after everything else (ING-35).
    """
    if not t.hand_zone(seat).cards:
        if await offer_reveal(t, seat, REVEAL_LATE):
            determine_favour(t)
        await draw(t, seat)
        return False
    revealed = await offer_reveal(t, seat, REVEAL_EARLY)  # ING-16, first moment
    played = await play_a_card(t, seat)
    if played:
        await offer_reveal(t, seat, REVEAL_LATE)  # ING-16, second moment
    if played or revealed:
        determine_favour(t)
    if played:
        await draw(t, seat)
    return played


async def offer_reveal(t: Table, seat: Seat, kind: str) -> bool:
    """IN-31: the owner of a Secret Admirer may turn it face-up, free of charge; whether it did."""
    secret = [card for card in t.zone(admirer_of(seat)).cards if not t.is_open(card)]
    if t.is_gone(seat) or not secret:
        return False
    answer = await t.ask(seat, reveal_secret(kind, secret[0]))
    if t.is_gone(seat) or not answer.cards:
        return False
    (face,) = await t.open(answer.cards)
    t.say(f"{{{seat}}} reveals the Secret Admirer: the {card_of(face).name}.")
    state_of(t).deed = f"revealed the {card_of(face).name}"
    return True


async def play_a_card(t: Table, seat: Seat) -> bool:
    """Step 2 (IN-24): one hand card, opened, then used; False if the seat left or was late."""
    if t.is_gone(seat):
        return False
    hand = await hidden_hand(t, seat)
    answer = await t.ask(seat, play_card(position_of(t), seat, hand))
    if t.is_gone(seat) or not answer.cards:
        return False
    (face,) = await t.open(answer.cards)
    if t.is_gone(seat):
        return False
    t.move(answer.cards, PLAYED)
    use = use_of(answer.option)
    # In words before it is carried out: afterwards its target lies elsewhere.
    deed = told(position_of(t), card_of(face), use)
    gone = ADMIRER_GONE.replace("{me}", str(use.seat)) if use.verb is Verb.REMOVE else ""
    t.say(f"{{{seat}}} plays the {card_of(face).name}: {deed}.", about=gone)
    state_of(t).deed = f"played the {card_of(face).name}: {deed}"
    await carry_out(t, seat, answer.card, use)
    t.remove(tuple(t.zone(PLAYED).cards))  # a card that did not stay is discarded (IN-27, IN-33)
    return True


async def hidden_hand(t: Table, seat: Seat) -> tuple[CardId, ...]:
    """The hand, ready for use and wholly face-down.

    An open Admirer may have returned to an empty hand. Everybody knows that card, but by the rules
    it is a hand card: laid for a Soldier it must lie face-down like any other.
    """
    hand = await t.hand(seat)
    return await t.mix(seat) if any(t.is_open(card) for card in hand) else hand


async def carry_out(t: Table, seat: Seat, card: CardId, use: Use) -> None:
    """Use the played card (IN-25 to IN-27). A target that has gone since leaves no effect."""
    match use.verb:
        case Verb.LAY:
            t.move([card], admirer_of(seat))
        case Verb.PROPOSE:
            replace_card(t, PROPOSAL, card)
        case Verb.RULE:
            replace_card(t, INFLUENCE, card)
        case Verb.REMOVE:
            discard(t, use.place)
        case Verb.REPLACE:
            if t.zone(use.place).cards:  # ING-20: an empty seat is filled by its owner only
                replace_card(t, use.place, card)
        case Verb.COMMAND:
            assert use.seat is not None
            await command(t, use.seat)
        case Verb.DISGUISE:
            await disguise(t, seat)
        case Verb.EXCHANGE:
            await exchange(t, seat, use.place)
        case Verb.NOTHING:  # IN-40, ING-27
            pass


def replace_card(t: Table, place: str, card: CardId) -> None:
    """IN-36: the card takes another's place, which is discarded, unseen if face-down (IND-10)."""
    discard(t, place)
    t.move([card], place)


def discard(t: Table, place: str) -> None:
    """IN-33: what lies at a place leaves the game as it is."""
    lift_ring(t, place)
    t.remove(tuple(t.zone(place).cards))


async def command(t: Table, victim: Seat) -> None:
    """Soldier: the victim picks a hand card and lays it face-down; the Admirer returns to the hand.

    The choice is the victim's (ING-21), and a Secret Admirer is exchanged too (ING-23).
    """
    if t.is_gone(victim):
        return
    answer = await t.ask(victim, obey_soldier(await hidden_hand(t, victim)))
    if t.is_gone(victim):
        return
    swap_admirer(t, victim, answer.card)
    t.say(f"{{{victim}}} lays a Secret Admirer.", about=HIDDEN_LAID)


async def disguise(t: Table, seat: Seat) -> None:
    """Spy: a hand card becomes the Admirer, face-up always (ING-24)."""
    answer = await t.ask(seat, disguise_admirer(await hidden_hand(t, seat)))
    if t.is_gone(seat) or not answer.cards:
        return
    (face,) = await t.open(answer.cards)
    if t.is_gone(seat):
        return
    former = position_of(t).board.get(admirer_of(seat))
    swap_admirer(t, seat, answer.card)
    back = f"; the {former.name} goes back to the hand" if former is not None else ""
    t.say(f"{{{seat}}} now courts with the {card_of(face).name}{back}.")


def swap_admirer(t: Table, seat: Seat, card: CardId) -> None:
    """IN-38: a hand card becomes the Admirer, the Admirer a hand card (`hidden_hand`)."""
    place = admirer_of(seat)
    lift_ring(t, place)
    former = tuple(t.zone(place).cards)
    t.move([card], place)
    t.move(former, hand_of(seat))


async def exchange(t: Table, seat: Seat, place: str) -> None:
    """General: the own Admirer and a Parent change places, each as it lies, open or face-down.

    A Secret Admirer becomes a Parent that nobody can read (IN-41, IND-5); a face-down Parent
    becomes a Secret Admirer that its new owner may look at (ING-26).
    """
    own = admirer_of(seat)
    lift_ring(t, own)
    (admirer,), (parent,) = t.zone(own).cards, t.zone(place).cards
    # A deal even to oneself: it gives the new owner the shares with which to read a hidden Parent.
    await t.deal(place, own, [parent], seat)
    if t.is_open(admirer):
        t.move([admirer], place)
    else:
        await t.put_back([admirer], place)


async def draw(t: Table, seat: Seat) -> None:
    """Step 4 (IN-29, IN-43): one card, if the Draw Pile has one."""
    await t.deal(DRAW, hand_of(seat), 1, seat)


# Leaving


def leave(t: Table, seat: Seat) -> None:
    """IND-6: hand and Secret Admirer leave the game unseen; an open Admirer stays in play."""
    t.remove(tuple(t.hand_zone(seat).cards))
    admirer = tuple(t.zone(admirer_of(seat)).cards)
    t.remove(card for card in admirer if not t.is_open(card))
    t.say(f"{{{seat}}} leaves the court.")


class Inheritance:
    """The game as registry and engine know it; it keeps no state of a table."""

    info: Final = GameInfo(
        id="inheritance",
        title="Inheritance",
        version=2,
        min_seats=2,  # IND-1: three or four by the rulebook, two as our own variant
        max_seats=4,
        credits=CREDITS,
        golden=GOLDEN,
        hashes=HASHES,
    )

    async def play(self, table: Table) -> Outcome:
        """One whole game."""
        lay_out(table)
        await deal_cards(table)
        await choose_admirers(table)
        return await take_turns(table, await first_seat(table))

    def departed(self, table: Table, seat: Seat) -> None:
        """IND-6."""
        leave(table, seat)

    def half(self, table: Table, seat: Seat) -> None:
        """Nothing: all that a seat alone knows are faces."""

    def view(self, table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
        """The table as `seat`, or a spectator, sees it."""
        return view_of(table, seat, knowledge)

    def tables(self) -> Primitive:
        """The size of a hand and the deck."""
        rows = tuple((card.face, card.character.kind.name) for card in DECK)
        return (HAND_SIZE, INITIAL_INFLUENCE, rows)
