"""The board of Soon I Will Be King! as one seat, or a spectator, sees it (SKG-82).

All people, loyalties, discards and tokens are open; of hands the viewer's own, and those that the
Devil keeps open (SKD-9). Nobody is shown the order of the deck, not even who has just searched it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.engine.private import Knowledge
from games.engine.table import Table
from games.engine.values import CardId, Face, Seat
from games.engine.view import Area, CardView, Note, SeatView, View, unread, who, won
from games.king import dice
from games.king.cards import Card
from games.king.dice import DECK
from games.king.fights import fate
from games.king.hands import DISCARDS, is_bedevilled, size, tokens
from games.king.heirs import HEIR_OF, Person, name_of, player, seat_of
from games.king.loyalty import goes_back_to, held_by, holder
from games.king.plays import ASSASSINATE
from games.king.ranks import ABILITIES, ABILITY, PLACES, Rank
from games.king.standing import standing
from games.king.state import Effect, Stage, State, catalogue_of, state_of
from games.king.tale import tale

TITLE = "Soon I Will Be King!"
_RESHUFFLED = "become the deck when it is empty"


def view_of(table: Table, seat: Seat | None, knowledge: Knowledge) -> View:
    """What `seat` sees, None being a spectator."""
    state = state_of(table)
    seats = tuple(Seat(index) for index in range(table.seats))
    return View(
        game="king",
        title=TITLE,
        turn=_turn(table, state, step=True),
        turn_of=table.turn,
        own_turn=_own_turn(state, step=True),
        same_turn=_turn(table, state, step=False),
        areas=(
            *(_rank(state, rank) for rank in Rank),
            *_absent(state),
            *_piles(table),
            *(area for one in seats for area in _before(table, one, seat)),
        ),
        seats=tuple(_seat(table, state, one) for one in seats),
        hand=() if seat is None else _hand(table, seat, knowledge),
        notes=notes(state),
        seen=_seen(table, knowledge.faces),
        tale=tale(table, state),
        standing=standing(table, state) if table.outcome is None else won(table.outcome),
    )


def notes(state: State) -> tuple[Note, ...]:
    """In words: what is announced, who is crowned, and what holds for this turn."""
    turn = state.turn
    found = [Note(_pending(state, effect)) for effect in state.pending]
    if turn.crowning is not None:
        crowned = who(turn.crowning)
        found.append(Note(f"{crowned} is being crowned: alive at the end of the turn wins."))
    if turn.stopped:
        found.append(Note(", ".join(map(name_of, turn.stopped)), "Under Investigation"))
    for user, person in turn.proxies:
        found.append(Note(f"{who(user)} uses the Rank of {name_of(person)}."))
    if turn.tasted:
        found.append(Note("The Poison Taster cannot die in this turn."))
    if state.order:
        found.append(Note(", ".join(who(seat) for seat in state.order), "Order of turns"))
    return tuple(found)


def _pending(state: State, effect: Effect) -> str:
    if effect.play is not ASSASSINATE:
        return f"{effect}."
    return f"{effect}. {effect.tally}: {fate(state, effect)}."


def _turn(table: Table, state: State, *, step: bool) -> str:
    if table.turn is None:
        return "The court assembles."
    return f"{who(table.turn)}'s {_own_turn(state, step=step)}"


def _own_turn(state: State, *, step: bool) -> str:
    how_far = f", {_STEPS[state.turn.stage]}" if step else ""
    return f"turn, round {state.round}{how_far}."


_STEPS = {
    Stage.START: "step 1: start",
    Stage.DISCARD: "step 2: discard",
    Stage.DRAW: "step 3: draw",
    Stage.EXECUTION: "steps 4 to 7: act",
    Stage.BLACKMAIL: "steps 5 to 7: act",
    Stage.JOINT: "step 6: joint attack",
    Stage.ASSASSINATION: "step 7: attack",
}


_BRIEF = {Rank.MARQUIS: "Marq.", Rank.VISCOUNT: "Visc.", Rank.COMMONER: "Comm."}


def _rank(state: State, rank: Rank) -> Area:
    places = PLACES.get(rank)
    title = rank.title if places in (None, 1) else f"{rank.title} ({places})"
    cards = tuple(_person(state, one) for one in state.ranks[rank])
    return Area(
        rank.name.lower(),
        title,
        cards,
        ABILITY[rank],
        short=rank.title,
        brief=_BRIEF.get(rank, ""),
        gist=ABILITIES[rank][0],
        part="rung",
        empty="nobody",
        lasting=True,
    )


def _absent(state: State) -> tuple[Area, ...]:
    player_dies = any(seat_of(person) is not None for person in state.dead)
    places = (
        ("distant land", "Distant land", state.shipped, "a Ship brings them back"),
        ("dead", "Dead", state.dead, "players return with their next turn" if player_dies else ""),
    )
    return tuple(
        Area(key, title, tuple(_person(state, one) for one in people), note)
        for key, title, people, note in places
        if people
    )


def _person(state: State, person: Person) -> CardView:
    """Somebody on the board; the mark says who aims at them, whose friend they are, and under a
    Bribe who gets them back (SKD-30)."""
    friend = None if seat_of(person) is not None else holder(state, person)
    then = goes_back_to(state, person) if seat_of(person) is None else ()
    return _drawn(person, _aimed_at(state, person), friend, then)


@lru_cache(maxsize=4096)
def _drawn(
    person: Person, aimed: str, friend: Seat | None, then: tuple[Seat | None, ...]
) -> CardView:
    seat = seat_of(person)
    if seat is not None:
        return CardView(
            None,
            who(seat),
            who(seat),
            "A player.",
            open=True,
            mine=False,
            mark=aimed,
            holder=seat,
            is_player=True,
            at_stake=bool(aimed),
        )
    heir = HEIR_OF[person]
    text = f"{heir.own} For a friend: {heir.friend}"
    of = "" if friend is None else ", then of ".join(map(_named, (friend, *then)))
    whose = f"friend of {of}" if of else ""
    mark = ", ".join(filter(None, (aimed, whose)))
    return CardView(
        None,
        heir.brief,
        heir.short,
        text,
        open=True,
        mine=False,
        mark=mark,
        holder=friend,
        then=then,
        brief=heir.least,
        brings=heir.friend,
        at_stake=bool(aimed),
    )


def _aimed_at(state: State, person: Person) -> str:
    """By whom something harmful is aimed at somebody; empty if nothing is."""
    for effect in reversed(state.pending):
        if effect.target == person and effect.play.harms:
            return f"aimed at by {who(effect.by)}"
    return ""


def _named(seat: Seat | None) -> str:
    return "nobody" if seat is None else who(seat)


def _piles(table: Table) -> tuple[Area, ...]:
    if dice.is_played(table):
        note = (
            f"each card drawn is any of {dice.sides(table)} kinds, where Squire is a Ship and "
            "Stay of Execution a Royal Pardon; discards leave the game"
        )
        return (Area("dice", "Dice", (), note, gist="no deck", part="pile"),)
    left = len(table.zone(DECK).cards)
    discards = tuple(_open(table, card) for card in table.zone(DISCARDS).cards)
    return (
        Area("deck", "Deck", (), f"{left} card{'' if left == 1 else 's'}", part="pile", count=left),
        Area(
            "discards", "Discards", discards, _RESHUFFLED, part="pile", pile=True, empty="none yet"
        ),
    )


def _before(table: Table, owner: Seat, viewer: Seat | None) -> tuple[Area, ...]:
    """Tokens, and the hand of another player whom the Devil holds."""
    found = []
    made = tuple(_open(table, card) for card in tokens(table, owner))
    if made:
        found.append(
            Area(f"tokens {owner}", f"{who(owner)}'s tokens", made, "", owner, own="tokens")
        )
    if owner != viewer and is_bedevilled(state_of(table), owner):
        shown = tuple(
            _open(table, card) if table.is_open(card) else unread(card, "hidden card")
            for card in table.hand_zone(owner).cards
        )
        found.append(Area(f"open hand {owner}", f"{who(owner)}'s open hand", shown, "", owner))
    return tuple(found)


def _open(table: Table, card: CardId) -> CardView:
    row = catalogue_of(table).card(table.face(card))
    return CardView(card, row.face, row.name, row.kind.text, open=True, mine=False)


def _hand(table: Table, seat: Seat, knowledge: Knowledge) -> tuple[CardView, ...]:
    """Sorted by kind, the greatest value first, so that a hand keeps its order."""
    faces, cards = table.sees(knowledge).faces, table.hand_zone(seat).cards
    catalogue = catalogue_of(table)
    rows = {card: catalogue.card(faces[card]) for card in cards if card in faces}
    places = catalogue.kinds.index
    order = sorted(rows, key=lambda card: (places(rows[card].kind), -rows[card].value))
    return (
        *(_readable(card, rows[card], table.is_open(card)) for card in order),
        *(unread(card, "card not read yet", mine=True) for card in cards if card not in rows),
    )


def _readable(card: CardId, row: Card, is_open: bool) -> CardView:
    return CardView(
        card, row.face, row.name, f"{row.kind.text} Played {row.kind.when}.", is_open, True
    )


def _seen(table: Table, known: Mapping[CardId, Face]) -> tuple[CardView, ...]:
    """The deck while it is searched, to its searcher alone."""
    zones = (DECK, dice.FRESH) if dice.is_played(table) else (DECK,)
    deck = [card for zone in zones for card in table.zone(zone).cards if card in known]
    catalogue = catalogue_of(table)
    return tuple(_readable(card, catalogue.card(known[card]), False) for card in deck)


def _seat(table: Table, state: State, seat: Seat) -> SeatView:
    person, words = player(seat), []
    rank = next((rank for rank, people in state.ranks.items() if person in people), None)
    if person in state.dead:
        words.append("dead")
    elif person in state.shipped:
        words.append("in the distant land")
    elif rank is not None:
        words.append(rank.title)
    friends = held_by(state, seat)
    if friends:
        words.append("friends: " + ", ".join(name_of(one) for one in friends))
    return SeatView(seat, size(table, seat), ", ".join(words), table.is_gone(seat))
