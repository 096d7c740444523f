"""What each sees: the auction, Event and Melee token by token, courts with what lies under them."""

from __future__ import annotations

from games.court.auction import turn_up
from games.court.briefs import MOST, brief, brief_under
from games.court.cards import Action, Event
from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS, EVENTS
from games.court.guide import GUIDE
from games.court.princes import PRINCES
from games.court.state import Played, Sale, Stage, Stake
from games.court.words import described
from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import Area, View
from tests.games.court.build import at_event, bout, lay, state
from tests.games.scenario import Scenario


def area(s: Scenario, key: str, seat: int | None = 0) -> Area:
    return next(one for one in s.view(seat).areas if one.key == key)


def note(view: View, key: str) -> str:
    return next(one.text for one in view.notes if one.key == key)


def test_the_standing_is_always_in_view_the_best_first() -> None:
    s = lay(favor=(3, 9, 7), events="dragon revolt")
    assert note(s.view(0), "favor") == "Favor: {1} 9, {2} 7, {0} 3."
    assert s.view(0).turn == "{0}'s turn: Actions Phase."
    assert s.view(None).seats[1].note == "Dagmar, popularity 2, 9 favor"


def test_the_auction_shows_who_is_up_for_choice_and_all_bids() -> None:
    s = lay(characters="odo brann hob rook hedda", turn=None, stage=Stage.AUCTION)
    s.setup(turn_up)
    state(s).right = Seat(1)
    state(s).sale = Sale({Seat(1): 2, Seat(2): 3}, number=2)
    shown = area(s, "auction")
    assert [card.short for card in shown.cards][:2] == ["Chancellor Odo 4/1", "Captain Brann 1/4"]
    assert shown.cards[0].text.startswith("Politics 4, combat 1; Palace, Noble. Nothing is signed")
    assert note(s.view(0), "bids") == "Bids: {1} 2, {2} 3."
    assert note(s.view(0), "right") == "Right of First Bid: {1}."
    assert s.view(0).turn == "The auction, round 2 of 5."


def test_a_contest_shows_each_pool_token_by_token() -> None:
    s = lay({0: "odo"})
    at_event(s, "lists", "0:1:odo 0:2 1:5")
    assert area(s, "event").note.startswith("A Contest of combat, Fighter +1. The winner gains 3")
    assert area(s, "pool 0").title == "{0}'s pool"
    assert area(s, "pool 0").cards[0].title == "3 tokens"
    assert area(s, "pool 0").note == "Odo 1, Test 2"
    assert area(s, "pool 0").owner == 0
    assert area(s, "pool 2").note == ""
    assert note(s.view(2), "event") == "The Great Tournament: {1} 5, {0} 3; {1} leads by 2."


def test_a_challenge_shows_both_sides() -> None:
    s = lay()
    at_event(s, "dragon", "support:2:0 oppose:3:1")
    assert area(s, "pool support").cards[0].title == "2 tokens"
    assert area(s, "pool oppose").cards[0].title == "3 tokens"


def test_a_melee_shows_both_piles() -> None:
    s = lay({0: "brann", 1: "rook"})
    fight = bout(s, "brann", "rook")
    fight.stakes += [
        Stake("attack", 4, Seat(0), "Captain Brann"),
        Stake("defence", 2, Seat(1), "Rook"),
    ]
    assert area(s, "side attack").title == "Attack: Captain Brann of {0}"
    assert area(s, "side attack").cards[0].title == "4 tokens"
    assert area(s, "side defence").note == "Rook 2"
    assert note(s.view(1), "melee") == "Melee: attack 4, defence 2; Captain Brann would kill Rook."


def test_a_court_shows_who_is_turned_and_what_lies_under_whom() -> None:
    s = lay({0: "odo* hob"}, under={"odo": "sword hat"})
    shown = area(s, "court 0", seat=1)
    assert [card.title for card in shown.cards] == [
        "Cosima the Learned (2/2)",
        "Chancellor Odo (2/2)",
        "Hob, King's Jester (2/0)",
    ]
    odo = shown.cards[1]
    assert odo.mark == "turned, with A Dress Sword, A Ridiculous Hat"
    assert odo.text.startswith("Politics 2, combat 2; Palace, Noble. Nothing is signed")
    assert odo.text.endswith("A Character or Prince of a rival has politics -2 and has to wear it.")
    assert shown.note == "10 favor, popularity 3"
    assert not odo.mine
    assert area(s, "court 0").cards[1].mine


def test_hag_51_a_hand_is_its_owners_alone() -> None:
    s = lay({}, {0: "hat salts"})
    assert sorted(card.title for card in s.view(0).hand) == ["A Ridiculous Hat", "Smelling Salts"]
    text = next(card.text for card in s.view(0).hand if card.title == "Smelling Salts")
    assert text == "Effect (Action, Event, Melee). Unturn one of your Characters."
    assert s.view(1).hand == ()
    assert s.view(1).seats[0].hand == 2


def test_hag_51_discards_are_open_and_decks_are_counted() -> None:
    s = lay(discards="hat ring", former="odo", actions="axe sword", events="dragon")
    assert [card.title for card in area(s, "discards").cards] == [
        "A Ridiculous Hat",
        "A Signet Ring",
    ]
    assert [card.title for card in area(s, "former characters").cards] == ["Chancellor Odo (4/1)"]
    assert area(s, "actions").count == 2
    assert area(s, "actions").cards == ()
    assert area(s, "events").note == "1 card"


def test_what_is_in_force_lies_in_the_middle() -> None:
    s = lay(lasting="university")
    assert [card.title for card in area(s, "lasting").cards] == ["A University is Founded"]


def test_every_brief_name_is_brief_and_no_two_are_alike() -> None:
    people = [brief(row) for row in (*PRINCES, *CHARACTERS)]
    under = [brief_under(row) for row in (*ACTIONS, *EVENTS) if lies_under(row)]
    for names in (people, under):
        assert len(set(names)) == len(names)
        assert max(map(len, names)) <= MOST


def lies_under(row: Action | Event) -> bool:
    """Whether a card can lie under somebody."""
    if isinstance(row, Action):
        return row.bonus is not None
    return row.lasting is not None and row.lasting_for is None


def test_where_there_is_least_room_the_rating_that_counts_is_shown() -> None:
    s = lay({0: "odo"})
    assert area(s, "court 0").cards[1].brief == "Odo 4/1"
    at_event(s, "lists")
    assert area(s, "court 0").cards[1].brief == "Odo 1"
    s = lay({0: "odo", 1: "rook"})
    at_event(s, "poets")
    assert area(s, "court 0").cards[1].brief == "Odo 4"


def test_every_card_of_the_table_has_its_entry_in_the_guide() -> None:
    s = lay({0: "odo"}, {0: "hat"}, discards="ring", former="hob", lasting="university")
    at_event(s, "lists", "0:3")
    view = s.view(0)
    shown = [*view.hand, *(card for one in view.areas for card in one.cards)]
    assert len(shown) > 8
    assert all(GUIDE.has(card.topic) for card in shown)


def test_who_is_named_by_an_event_is_said_with_it() -> None:
    s = lay({1: "odo"})
    at_event(s, "inquisition", subject="odo")
    assert area(s, "event").note.endswith("Named: Chancellor Odo of {1}.")


def test_the_view_tells_the_game_only_once_it_is_over() -> None:
    s = lay()
    assert s.view(None).tale == ()
    state(s).tale = ("It was short.",)
    assert s.view(None).tale == ("It was short.",)


def test_what_is_being_played_says_by_whom_at_whom_and_whether_it_is_countered() -> None:
    s = lay({0: "odo"}, discards="hat")
    s.setup(play_the_hat)
    state(s).playing = Played(Seat(1), "A Ridiculous Hat", " on Chancellor Odo of {0}", "", 1)
    assert area(s, "played").note.endswith("of {0}; countered, so that it comes to nothing")


async def play_the_hat(t: Table) -> None:
    """From the discards, for want of a hand."""
    t.move(t.zone("discards").cards[:], "played")


def test_people_are_told_by_what_they_are_and_do() -> None:
    s = lay({0: "hob goldwin odo"})
    gists = {card.name: card.gist for card in area(s, "court 0").cards}
    assert gists["Hob"] == "Palace; stops an Effect of a rival"
    assert gists["Goldwin"] == "Wealthy, Guild; turns to gain 1 favor"
    assert gists["Chancellor Odo"] == "Palace, Noble"


def test_ones_own_people_are_told_as_ones_own() -> None:
    s = lay({0: "inquisitor*", 1: "odo"})
    people = state(s).people
    assert (
        described(state(s), people["inquisitor"], Seat(0)) == "Your Grand Inquisitor (3/1, turned)"
    )
    assert described(state(s), people["odo"], Seat(0)) == "Chancellor Odo of {1} (4/1)"
