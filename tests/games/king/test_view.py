"""What each pair of eyes sees."""

from __future__ import annotations

from games.engine.values import Seat
from games.engine.view import Area, View
from games.king import plays
from games.king.heirs import Person
from games.king.state import Effect, state_of
from tests.games.king.build import BARON, DUKE, EARL, KING, MARQUIS, announced, court, turn
from tests.games.scenario import ask


def area(view: View, key: str) -> Area:
    """One part of the table."""
    return next(one for one in view.areas if one.key == key)


def test_the_board_names_everybody_with_rank_and_friend() -> None:
    s = court({"player 0": KING, "sage": DUKE, "queen": DUKE}, friends={2: ["sage"]})
    view = s.view(None)
    assert [card.short for card in area(view, "king").cards] == ["{0}"]
    sage, queen = area(view, "duke").cards
    assert (sage.title, sage.mark, queen.mark) == ("Royal Sage", "friend of {2}", "")
    assert sage.short == "Sage", "for a row with five of them"
    assert "three hand cards" in sage.text
    assert "Execution" in area(view, "duke").note
    assert view.seats[2].note == "Baron, friends: the Royal Sage"


def test_hands_are_seen_by_their_owner_alone() -> None:
    s = court(hands={0: ["ship", "bribe"], 1: ["poison"]}, deck=["pardon"] * 7)
    assert sorted(card.title for card in s.view(0).hand) == ["Bribe", "Ship to a Distant Land"]
    assert s.view(None).hand == ()
    assert [seat.hand for seat in s.view(2).seats] == [2, 1, 0]
    assert area(s.view(0), "deck").note == "7 cards"
    assert not any("Poison" in str(one.cards) for one in s.view(0).areas if one.owner is not None)


def test_the_hand_that_the_devil_keeps_open_is_seen_by_all() -> None:
    """SKD-9."""
    s = court({"devil": MARQUIS}, hands={0: ["ship"]})
    s.go(announced(plays.BLACKMAIL, 1, "devil", mode="gain"))
    assert not any(one.key == "open hand 0" for one in s.view(2).areas)
    s.go(announced(plays.BLACKMAIL, 0, "devil", mode="gain"))
    assert [card.title for card in area(s.view(2), "open hand 0").cards] == [
        "Ship to a Distant Land"
    ]
    assert not any(one.key == "open hand 0" for one in s.view(0).areas)


def test_discards_tokens_and_the_absent_are_open() -> None:
    s = court(discards=["bribe"], dead=["queen"], shipped=["sage"])
    s.table.create(["knight 1"], "tokens 1")
    view = s.view(None)
    assert [card.title for card in area(view, "discards").cards] == ["Bribe"]
    assert [card.title for card in area(view, "tokens 1").cards] == ["Knight (1)"]
    assert area(view, "dead").cards[0].short == "Queen"
    assert area(view, "distant land").cards[0].title == "Royal Sage"


def test_notes_say_what_holds_now() -> None:
    s = court({"player 0": EARL})
    state = state_of(s.table)
    state.turn.crowning = Seat(1)
    state.turn.stopped.append(Person("queen"))
    state.turn.proxies.append((Seat(2), Person("sage")))
    state.turn.tasted = True
    attempt = Effect(plays.ASSASSINATE, Seat(0), Person("spy"), strength=3)
    state.pending += [Effect(plays.BRIBE, Seat(2), Person("queen")), attempt]
    assert tuple(note.text for note in s.view(None).notes) == (
        "{2} bribes the Queen.",
        "{0} attacks the Spy. Attack 3 against no Knights: the Spy dies.",
        "{1} is being crowned: alive at the end of the turn wins.",
        "Under Investigation: the Queen.",
        "{2} uses the Rank of the Royal Sage.",
        "The Poison Taster cannot die in this turn.",
        "Order of turns: {0}, {1}, {2}.",
    )
    assert s.view(None).turn == "{0}'s turn, round 0, steps 4 to 7: act."


def test_skd_30_a_bribed_heir_shows_everybody_it_goes_back_to() -> None:
    s = court({"queen": EARL, "spy": EARL, "fool": BARON}, friends={0: ["queen", "fool"]})
    state_of(s.table).bribes = {Person("queen"): [Seat(1), Seat(2)], Person("spy"): [Seat(1)]}
    shown = {card.title: card for area in s.view(None).areas for card in area.cards}
    assert shown["Queen"].mark == "friend of {2}, then of {1}, then of {0}"
    assert (shown["Queen"].holder, shown["Queen"].then) == (2, (1, 0))
    assert shown["Spy"].mark == "friend of {1}, then of nobody"
    assert (shown["Fool"].mark, shown["Fool"].then) == ("friend of {0}", ())


def test_the_dead_and_the_shipped_are_marked_at_their_seats() -> None:
    s = court(dead=["player 1"], shipped=["player 2"])
    assert [seat.note for seat in s.view(None).seats] == ["Baron", "dead", "in the distant land"]


def test_a_searched_deck_is_shown_to_its_searcher_in_full_and_to_nobody_else() -> None:
    s = court({"player 0": EARL}, friends={0: ["librarian"]}, deck=["ship", "pardon"])
    s.hold(turn(0), ask(0, "library", option="search"))
    view = s.view(0)
    assert sorted(card.title for card in view.seen) == ["Royal Pardon", "Ship to a Distant Land"]
    first = view.seen[0]
    assert first.id is not None
    assert view.card(first.id) == (None, first)
    assert first.text.endswith("Played at any time.") or first.text.endswith("Played in answer.")
    assert s.view(1).seen == s.view(None).seen == ()
    s.hold_on(ask(0, "search", "pardon"))
    assert s.view(0).seen == ()
