"""The table of Inheritance as one seat, or a spectator, sees it, and in words what is in force.

Faces come from the open table; from what its viewer knows only those of the viewer's own hand and
own Secret Admirer. A face-down Parent shows its face to nobody, its former owner included (IN-41,
IND-4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.engine.view import Area, CardView, Note, SeatView, View, unread, who, won
from games.inheritance.cards import (
    INITIAL_INFLUENCE,
    PROPOSAL_GISTS,
    PROPOSALS,
    Card,
    Influence,
    Suit,
    card_of,
)
from games.inheritance.favour import favoured_suits
from games.inheritance.position import (
    DRAW,
    INFLUENCE,
    PARENTS,
    PLAYED,
    PROPOSAL,
    SUCCESSOR,
    Position,
    admirer_of,
    hand_of,
    position_of,
    state_of,
)
from games.inheritance.standing import standing
from games.inheritance.tale import tale
from games.inheritance.uses import why_no_ability

TITLE = "Inheritance"
RING = "ring"
SUITS = tuple(Suit)


def view_of(table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
    """What `seat` sees, None being a spectator."""
    set_up = bool(table.zone(PROPOSAL).cards) and table.is_open(table.zone(PROPOSAL).cards[0])
    position = position_of(table) if set_up else None
    seats = tuple(Seat(index) for index in range(table.seats))
    return View(
        game="inheritance",
        title=TITLE,
        turn=_turn(table),
        turn_of=table.turn,
        own_turn="turn.",
        areas=(
            *_board(table, position),
            *(_admirer(table, one, seat, knowledge.faces) for one in seats),
        ),
        seats=tuple(_seat(table, position, one) for one in seats),
        hand=() if seat is None else _hand(table, position, seat, knowledge),
        notes=() if position is None else notes(position),
        tale=tale(table),
        standing=won(table.outcome)
        if table.outcome is not None
        else standing(position, table.turn, len(table.zone(DRAW).cards)),
    )


def notes(position: Position) -> tuple[Note, ...]:
    """In words: the proposal, the favoured suits, the influence rule, and who is ahead."""
    court = position.court
    suits = " and ".join(favoured_suits(court)) or "none, so all Admirers are compared"
    why = _why_all(position)
    ahead = position.favoured
    return (
        Note(PROPOSALS[court.proposal], "Proposal"),
        Note(f"{suits}{why}", "Favoured suits", "suits", f"{suits}, all compared" if why else ""),
        Note(position.influence, "Influence"),
        Note(f"The Ring of Favour lies {_ring(position)}.", key="ring"),
        Note("nobody" if ahead is None else who(ahead), "Favoured now", "ahead"),
    )


def _why_all(position: Position) -> str:
    """Why an Admirer of another suit may be favoured (IN-22)."""
    suits = favoured_suits(position.court)
    places = [position.board.get(admirer_of(seat)) for seat in position.seats]
    admirers = [card for card in places if card is not None]
    if not suits or not admirers or any(card.suit in suits for card in admirers):
        return ""
    return " (nobody shows it: all are compared)"


def _ring(position: Position) -> str:
    return "in the centre" if position.ring is None else f"on {who(position.ring)}'s Admirer"


def _turn(table: Table) -> str:
    if table.turn is None:
        return "Everybody chooses an Admirer."
    return f"{who(table.turn)}'s turn."


def _board(table: Table, position: Position | None) -> tuple[Area, ...]:
    def shown(place: str) -> tuple[CardView, ...]:
        return tuple(_public(table, card) for card in table.zone(place).cards)

    proposal = "" if position is None else PROPOSALS[position.court.proposal]
    gist = "" if position is None else PROPOSAL_GISTS[position.court.proposal]
    influence = Influence.HIGHEST if position is None else position.influence
    left = len(table.zone(DRAW).cards)
    pile = f"{left} card{'' if left == 1 else 's'}" if left else "empty: nobody draws any more"
    board = (
        Area("parents", "Parents", _parents(table)),
        Area("successor", "Successor", shown(SUCCESSOR)),
        Area(
            "proposal",
            "Proposal",
            shown(PROPOSAL),
            proposal,
            gist=gist,
            noted=position is not None,
        ),
        Area(
            "influence",
            "Influence",
            shown(INFLUENCE),
            influence,
            noted=position is not None,
            note_on_cards=True,
        ),
        Area("draw", "Draw Pile", (), pile, count=left),
    )
    played = shown(PLAYED)
    return (*board, Area("played", "Card played", played)) if played else board


def _parents(table: Table) -> tuple[CardView, ...]:
    """The Parents, numbered as options name them."""
    return tuple(
        replace(_public(table, card), place=str(number))
        for number, place in enumerate(PARENTS, 1)
        for card in table.zone(place).cards
    )


def _admirer(table: Table, owner: Seat, viewer: Seat | None, known: Mapping[CardId, Face]) -> Area:
    cards = table.zone(admirer_of(owner)).cards
    mine = owner == viewer
    mark = RING if state_of(table).ring == owner else ""
    shown = tuple(_admirer_card(table, card, mine, mark, known) for card in cards)
    note = "the Ring of Favour" if mark else "" if cards else "no Admirer"
    title = f"{who(owner)}'s Admirer"
    return Area(
        admirer_of(owner), title, shown, note, owner, explains_marks=bool(mark), own="Admirer"
    )


def _admirer_card(
    table: Table, card: CardId, mine: bool, mark: str, known: Mapping[CardId, Face]
) -> CardView:
    if table.is_open(card):
        return _readable(card, card_of(table.face(card)), is_open=True, mine=mine, mark=mark)
    if mine and card in known:
        secret = card_of(known[card])
        text = f"{secret.name}. Hidden from the others until you reveal it."
        title = "Secret Admirer"
        return CardView(card, secret.short, title, text, open=False, mine=True, secret=True)
    return unread(card, "Secret Admirer", mine=mine)


def _public(table: Table, card: CardId) -> CardView:
    """A card of the board: what everybody sees, whatever the viewer remembers (IND-4)."""
    if not table.is_open(card):
        return unread(card, "face-down card")
    if table.face(card) == INITIAL_INFLUENCE:
        title, text = "Initial Influence", "The highest rank wins."
        return CardView(card, "initial", title, text, open=True, mine=False)
    return _readable(card, card_of(table.face(card)), is_open=True, mine=False)


def _readable(
    card: CardId, shown: Card, *, is_open: bool, mine: bool, mark: str = "", text: str = ""
) -> CardView:
    return CardView(
        card,
        shown.short,
        shown.name,
        text or shown.text,
        is_open,
        mine,
        mark,
        name=shown.title,
        suit=shown.suit,
    )


def _seat(table: Table, position: Position | None, seat: Seat) -> SeatView:
    notes: list[str] = []
    if position is not None and position.is_secret(seat):
        notes.append("Secret Admirer")
    if position is not None and position.ring == seat:
        notes.append("has the Ring of Favour")
    hand = len(table.zone(hand_of(seat)).cards)
    short = "has the Ring" if position is not None and position.ring == seat else ""
    return SeatView(seat, hand, ", ".join(notes), table.is_gone(seat), short)


def _hand(
    table: Table, position: Position | None, seat: Seat, knowledge: Knowledge
) -> tuple[CardView, ...]:
    """Sorted by suit, then from the highest rank down: what was drawn last comes where it belongs,
    and a hand that is mixed anew keeps its order."""
    faces = table.sees(knowledge).faces
    cards = table.zone(hand_of(seat)).cards
    known = {card: card_of(faces[card]) for card in cards if card in faces}
    order = sorted(known, key=lambda card: (SUITS.index(known[card].suit), -known[card].rank))
    to_play = table.turn == seat and not table.zone(PLAYED).cards
    return (
        *(_hand_card(one, known[one], position, seat, to_play=to_play) for one in order),
        *(unread(card, "card not read yet", mine=True) for card in cards if card not in known),
    )


def _hand_card(
    card: CardId, shown: Card, position: Position | None, seat: Seat, *, to_play: bool
) -> CardView:
    """A hand card; that its ability has no effect is said while it is one's turn to play it, not
    where it is to become the Admirer (IN-9, ING-21, ING-24)."""
    text = " ".join([shown.text, *(limits(position, seat, shown) if to_play else [])])
    return _readable(card, shown, is_open=False, mine=True, text=text)


def limits(position: Position | None, seat: Seat, card: Card) -> list[str]:
    """What the ability of this hand card would not do now, with the reason."""
    if position is None:
        return []
    found = []
    if card.character.influence is position.influence:
        found.append("So it is already.")
    reason = why_no_ability(position, seat, card)
    if reason is not None:
        found.append(f"Its ability has no effect now: {reason}.")
    return found
