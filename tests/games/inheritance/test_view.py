"""What the view says in words, and where it draws what."""

from __future__ import annotations

from games.engine.table import Table
from games.engine.values import Seat
from games.engine.view import Area, name_seats
from games.inheritance.position import Position, position_of
from games.inheritance.rules import Inheritance, deal_cards, lay_out
from games.inheritance.view import notes
from tests.games.inheritance.build import LOWEST, NEAREST, lay, position
from tests.games.scenario import Scenario


def area(s: Scenario, viewer: int | None, key: str) -> Area:
    (found,) = [one for one in s.view(viewer).areas if one.key == key]
    return found


def said(position: Position) -> tuple[str, ...]:
    return tuple(note.text for note in notes(position))


def test_notes_say_what_is_in_force() -> None:
    table = position(
        ["6 war", "9 peace", "4 dowry", "2 love"],
        proposal="1 dowry",
        parents=("3 love", "7 peace"),
        influence=LOWEST,
        ring=3,
    )
    assert said(table) == (
        "Proposal: a generous dowry: the Parents' suits are favoured.",
        "Favoured suits: love and peace.",
        "Influence: lowest rank wins.",
        "The Ring of Favour lies on {3}'s Admirer.",
        "Favoured now: {3}.",
    )


def test_notes_of_a_war_and_a_tie() -> None:
    found = said(position(["3 love", "7 love"], influence=NEAREST))
    assert "Favoured suits: none, so all Admirers are compared." in found
    assert "Influence: rank nearest to the Successor's wins." in found
    assert "The Ring of Favour lies in the centre." in found
    assert "Favoured now: nobody." in found


def test_the_ring_is_drawn_on_its_card_and_said_of_its_seat() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry"], []], ring=1)
    assert area(s, 0, "admirer 1").cards[0].mark == "ring"
    assert area(s, 0, "admirer 1").note == "the Ring of Favour"
    assert area(s, 0, "admirer 0").cards[0].mark == ""
    assert [one.note for one in s.view(0).seats] == ["", "has the Ring of Favour"]


def test_an_empty_place_and_an_empty_pile_say_so() -> None:
    s = lay(["", "8 war"], [["1 dowry"], []])
    assert area(s, 0, "admirer 0").note == "no Admirer"
    assert area(s, 0, "draw").note == "empty: nobody draws any more"


def test_the_pile_counts_its_cards() -> None:
    assert area(lay(["", ""], [[], []], pile=["1 war"]), 0, "draw").note == "1 card"
    assert area(lay(["", ""], [[], []], pile=["1 war", "2 war"]), 0, "draw").note == "2 cards"


def test_hand_cards_say_why_their_ability_does_nothing_now() -> None:
    s = lay(["3 love", ""], [["5 dowry", "1 dowry"], ["2 peace"]])
    s.table.turn = Seat(0)
    soldier, assassin = sorted(s.view(0).hand, key=lambda one: one.short, reverse=True)
    assert "no effect now: no opponent has both an Admirer and a hand card." in soldier.text
    assert "no effect" not in assassin.text


def test_a_card_of_the_influence_rule_in_force_says_that_it_is() -> None:
    s = lay(["3 love", ""], [["8 war", "2 dowry"], []])
    s.table.turn = Seat(0)
    assert {one.short: "So it is already." in one.text for one in s.view(0).hand} == {
        "8 war": True,
        "2 dowry": False,
    }


def test_the_own_secret_admirer_is_readable_and_marked_as_hidden() -> None:
    s = lay(["?3 love", "8 war"], [["1 dowry"], []])
    (mine,) = area(s, 0, "admirer 0").cards
    assert (mine.short, mine.open, mine.mine) == ("3 love", False, True)
    assert "3 Peasant of love" in mine.text
    (other,) = area(s, 1, "admirer 0").cards
    assert (other.short, other.open, other.mine, other.text) == ("?", False, False, "")
    assert s.view(1).seats[0].note == "Secret Admirer"


def test_the_initial_influence_reads_as_highest_rank_wins() -> None:
    s = lay(["3 love", "8 war"], [[], []])
    (initial,) = area(s, None, "influence").cards
    assert initial.title == "Initial Influence"
    assert area(s, None, "influence").note == "highest rank wins"


def test_seats_are_written_as_placeholders() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry"], []], ring=1)
    titles = [name_seats(one.title, ["Ana", "Ben"]) for one in s.view(0).areas]
    assert titles[-2:] == ["Ana's Admirer", "Ben's Admirer"]


def test_a_view_before_the_board_is_open_has_no_notes_and_no_limits() -> None:
    s = Scenario(Inheritance(), seats=2)
    s.setup(lay_out)
    view = s.view(0)
    assert view.notes == ()
    assert view.turn == "Everybody chooses an Admirer."


def test_a_view_of_the_first_choice_shows_board_and_hand() -> None:
    s = Scenario(Inheritance(), seats=2)

    async def prepare(t: Table) -> None:
        lay_out(t)
        await deal_cards(t)

    s.setup(prepare)
    view = s.view(0)
    assert len(view.hand) == 6
    assert len(view.notes) == 5
    assert view.notes == notes(position_of(s.table))


def test_on_the_turn_of_another_nothing_is_said_against_a_card_that_may_have_to_be_laid() -> None:
    s = lay(["", "8 war"], [["6 dowry"], ["2 peace"]])
    said = "no effect now: you have no Admirer"
    s.table.turn = Seat(1)
    assert said not in s.view(0).hand[0].text
    s.table.turn = Seat(0)
    assert said in s.view(0).hand[0].text
