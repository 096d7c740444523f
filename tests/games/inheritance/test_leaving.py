"""What becomes of a seat that leaves, at every kind of moment (IND-6)."""

from __future__ import annotations

import pytest

from games.engine.choice import Answer
from games.engine.table import Table
from games.engine.values import Seat
from games.inheritance.choices import DISGUISE, OBEY, PLAY, REVEAL_EARLY
from games.inheritance.rules import play_a_card, take_turn, take_turns
from tests.games.inheritance.build import admirer, card, in_hand, lay, plays, ring
from tests.games.scenario import Line, Scenario, ask, passes


async def play_0(t: Table) -> object:
    return await play_a_card(t, Seat(0))


async def turn_0(t: Table) -> object:
    return await take_turn(t, Seat(0))


def test_ind_6_hand_and_secret_admirer_leave_unseen() -> None:
    s = lay(["?3 love", "8 war", "7 dowry"], [["1 dowry", "2 dowry"], ["1 love"], []])
    hidden = [*s.table.zone("hand 0").cards, *s.table.zone("admirer 0").cards]
    s.run(turn_0, passes(0, REVEAL_EARLY, leaves=[0]))
    assert (admirer(s, 0), in_hand(s, 0)) == ("", [])
    assert not any(s.table.is_open(one) for one in hidden)
    assert s.view(1).seats[0].gone


def test_ind_6_an_open_admirer_stays_and_may_take_the_ring() -> None:
    s = lay(["9 love", "8 war", "7 dowry"], [["1 dowry"], ["1 war"], []])
    s.run(turn_0, passes(0, PLAY, leaves=[0]))
    assert admirer(s, 0) == "9 love"
    s.run(lambda t: take_turn(t, Seat(1)), plays(1, "1 war", "propose"))
    assert ring(s) == 0


def test_ind_6_the_ring_of_a_departed_seat_wins_for_nobody_and_play_goes_on() -> None:
    s = lay(["9 love", "8 war", "7 dowry"], [[], ["1 war", "1 love"], ["4 war", "5 peace"]], ring=0)
    s.table.leave([Seat(0)])
    outcome = s.run(
        lambda t: take_turns(t, Seat(0)),
        plays(1, "1 war", "propose"),
        plays(2, "4 war", "propose"),
        plays(1, "1 love", "remove admirer 0"),
        plays(2, "5 peace", "propose"),
    )
    assert outcome.winners == (2,)


def test_ind_6_a_seat_that_leaves_in_its_turn_is_skipped() -> None:
    s = lay(["9 love", "9 war", "9 dowry"], [["1 dowry"], ["4 war"], ["1 war"]])
    outcome = s.run(
        lambda t: take_turns(t, Seat(0)),
        passes(0, PLAY, leaves=[0]),
        plays(1, "4 war", "propose"),
        plays(2, "1 war", "remove admirer 0"),
    )
    assert outcome.winners == ()
    assert "{0} leaves the court." in s.log


def test_ind_6_a_victim_that_leaves_does_not_obey_the_soldier() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["5 dowry"], ["1 peace"], []], ring=1)
    s.run(
        turn_0,
        plays(0, "5 dowry", "command admirer 1"),
        passes(1, OBEY, leaves=[1]),
    )
    assert (admirer(s, 1), in_hand(s, 1), ring(s)) == ("8 war", [], 1)


def test_ind_6_a_soldier_is_obeyed_though_its_player_leaves() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["5 dowry", "1 love"], ["1 peace"], []], ring=1)
    s.run(
        turn_0,
        plays(0, "5 dowry", "command admirer 1"),
        ask(1, OBEY, card("1 peace").face, leaves=[0]),
    )
    assert (admirer(s, 1), in_hand(s, 1)) == ("?1 peace", ["8 war"])
    assert (admirer(s, 0), in_hand(s, 0), ring(s)) == ("3 love", [], 2)


def test_ind_6_a_spy_whose_player_leaves_exchanges_nothing() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["6 dowry", "1 love"], [], []])
    s.run(play_0, plays(0, "6 dowry", "disguise"), passes(0, DISGUISE, leaves=[0]))
    assert (admirer(s, 0), in_hand(s, 0)) == ("3 love", [])


@pytest.mark.parametrize(
    ("short", "use"),
    [
        ("1 dowry", "remove admirer 1"),
        ("4 dowry", "replace admirer 1"),
        ("5 dowry", "command admirer 1"),
    ],
)
def test_ind_6_a_target_that_leaves_before_the_effect_makes_it_void(short: str, use: str) -> None:
    s = lay(["3 love", "?8 war", "7 dowry"], [[short], ["1 peace"], []])
    s.run(play_0, plays(0, short, use, leaves=[1]))
    assert admirer(s, 1) == ""
    assert s.table.zone("played").cards == []


def test_ind_6_a_general_and_the_departure_of_a_third_seat_do_not_touch() -> None:
    s = lay(["?3 love", "8 war", "?7 dowry"], [["9 dowry"], ["1 peace"], ["2 peace"]])
    s.run(play_0, plays(0, "9 dowry", "exchange parent B", leaves=[2]))
    assert (admirer(s, 0), admirer(s, 2)) == ("3 war", "")


def test_ind_6_the_last_seat_left_wins() -> None:
    s = lay(["3 love", "8 war"], [["1 dowry"], ["1 peace"]])
    s.run(turn_0, passes(0, PLAY, leaves=[0]))
    assert s.outcome is not None
    assert s.outcome.winners == (1,)


def halt(s: Scenario, *script: Line) -> None:
    """Run the turn of seat 0 up to the question after the script."""
    with pytest.raises(AssertionError, match="script is at its end"):
        s.run(turn_0, *script)


def test_ind_6_who_leaves_while_its_card_is_opened_has_played_it_for_nothing() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["1 dowry"], ["1 peace"], []])
    halt(s)
    s.engine.feed(Answer(cards=s.choice().cards, option="remove admirer 1"))
    s.engine.feed((card("1 dowry").face,), (Seat(0),))
    assert (admirer(s, 0), admirer(s, 1), in_hand(s, 0)) == ("3 love", "8 war", [])


def test_ind_6_who_leaves_while_a_spy_brings_a_card_keeps_its_admirer_on_the_table() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["6 dowry", "1 love"], [], []])
    halt(s, plays(0, "6 dowry", "disguise"))
    s.engine.feed(Answer(cards=s.choice().cards))
    s.engine.feed((card("1 love").face,), (Seat(0),))
    assert (admirer(s, 0), in_hand(s, 0)) == ("3 love", [])


def test_ind_6_what_was_revealed_before_leaving_counts() -> None:
    s = lay(["?9 love", "8 war", "7 dowry"], [["1 dowry"], [], []], ring=1)
    s.run(turn_0, ask(0, REVEAL_EARLY, card("9 love").face), passes(0, PLAY, leaves=[0]))
    assert (admirer(s, 0), ring(s)) == ("9 love", 0)


def test_ind_9_the_last_round_ends_at_the_place_of_a_seat_that_has_left() -> None:
    s = lay(["9 love", "?9 war", "9 dowry"], [["4 war"], [], []])
    outcome = s.run(
        lambda t: take_turns(t, Seat(0)),
        plays(0, "4 war", "propose"),
        passes(1, "reveal_before_favour", leaves=[0]),
    )
    assert outcome.winners == ()
