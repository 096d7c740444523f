"""A turn in its order, the Ring, the two moments to reveal, and the end (IN-23 to IN-31)."""

from __future__ import annotations

import random

import pytest

from games.engine.choice import NOTHING, Answer
from games.engine.engine import Engine
from games.engine.errors import BrokenClaim
from games.engine.steps import Ask, AskAll
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from games.inheritance.choices import OBEY, PLAY, REVEAL_EARLY, REVEAL_LATE
from games.inheritance.position import DRAW
from games.inheritance.rules import Inheritance, play_a_card, take_turn, take_turns
from simulation.dealer import Dealer
from tests.games.inheritance.build import admirer, card, in_hand, lay, plays, ring
from tests.games.scenario import Line, Scenario, ask, passes

HIDDEN = "?9 love"


def turn(s: Scenario, seat: int, *script: Line) -> bool:
    return s.run(lambda t: take_turn(t, Seat(seat)), *script)


def game(s: Scenario, first: int, *script: Line) -> Outcome:
    return s.run(lambda t: take_turns(t, Seat(first)), *script)


def reveals(seat: int, short: str, kind: str) -> Line:
    return ask(seat, kind, card(short).face)


def test_in_23_the_ring_at_the_start_of_the_own_turn_wins_at_once() -> None:
    s = lay(["3 love", "8 war"], [["1 love"], ["2 love"]], ring=0)
    assert game(s, 0).winners == (0,)
    assert s.trace == []


def test_ing_17_nobody_is_asked_before_an_automatic_win() -> None:
    s = lay([HIDDEN, "8 war"], [["1 love"], ["2 love"]], ring=1)
    assert game(s, 1).winners == (1,)
    assert s.trace == []


def test_in_24_exactly_one_card_is_played() -> None:
    s = lay(["3 love", "8 war"], [["1 love", "2 love"], []])
    assert turn(s, 0, plays(0, "1 love", "propose"))
    assert in_hand(s, 0) == ["2 love"]


def test_in_24_passing_is_refused() -> None:
    s = lay(["3 love", "8 war"], [["1 love", "2 love"], []])
    turn(s, 0, ask(0, PLAY, bad="choose one card"), plays(0, "1 love", "propose"))


def test_in_42_no_second_admirer_is_offered() -> None:
    s = lay(["3 love", "8 war"], [["1 love"], []])
    turn(s, 0, plays(0, "1 love", "lay", bad="one of the options"), plays(0, "1 love", "propose"))


def test_in_28_the_ring_goes_to_the_favoured_admirer_after_the_play() -> None:
    s = lay(["3 love", "8 war"], [["2 love"], []], ring=1)
    turn(s, 0, plays(0, "2 love", "rule"))
    assert ring(s) == 0


def test_in_28_the_ring_stays_where_it_is_when_nobody_is_favoured() -> None:
    s = lay(["3 love", "8 war"], [["4 peace", "8 dowry"], []], ring=1)
    s.run(lambda t: play_a_card(t, Seat(0)), plays(0, "4 peace", "propose"))
    turn(s, 0, plays(0, "8 dowry", "propose"))
    assert ring(s) == 1


def test_ing_9_after_a_tie_the_ring_decides_and_not_favour() -> None:
    s = lay(["7 love", "3 dowry"], [["1 peace"], ["3 peace", "1 love"]], ring=0)
    outcome = game(s, 1, plays(1, "3 peace", "rule"))
    assert outcome.winners == (0,)


def test_ing_8_a_ring_in_the_centre_stays_there_after_a_tie() -> None:
    s = lay(["7 love", "8 war", "7 dowry"], [["1 peace", "2 peace"], [], []], ring=1)
    turn(s, 0, plays(0, "1 peace", "remove admirer 1"))
    assert ring(s) is None


def test_ing_8_an_admirer_that_leaves_and_is_replaced_loses_the_ring_in_a_tie() -> None:
    s = lay(["4 love", "8 war"], [["4 peace"], []], ring=1)
    turn(s, 0, plays(0, "4 peace", "replace admirer 1"))
    assert ring(s) is None


def test_in_29_one_card_is_drawn_at_the_end() -> None:
    s = lay(["3 love", "8 war"], [["1 love"], []], pile=["5 peace", "6 peace"])
    turn(s, 0, plays(0, "1 love", "propose"))
    assert in_hand(s, 0) == ["5 peace"]
    assert len(s.table.zone(DRAW).cards) == 1
    assert s.card(card("5 peace").face) in s.known(0)
    assert s.card(card("5 peace").face) not in s.known(1)


def test_in_43_an_empty_pile_gives_no_card() -> None:
    s = lay(["3 love", "8 war"], [["1 love"], []])
    assert turn(s, 0, plays(0, "1 love", "propose"))
    assert in_hand(s, 0) == []


def test_in_30_turns_go_clockwise() -> None:
    hands = [["1 war", "1 dowry"], ["2 war", "2 dowry"], ["4 war", "5 dowry"]]
    s = lay(["9 love", "9 war", "9 peace"], hands)
    with pytest.raises(AssertionError, match=r"(?s)script is at its end.*ask 1 'play'"):
        game(
            s,
            1,
            *(
                plays(k, short, "propose")
                for k, short in [(1, "2 war"), (2, "4 war"), (0, "1 war")]
            ),
        )


def test_in_31_a_secret_admirer_may_be_revealed_before_the_card_is_played() -> None:
    s = lay([HIDDEN, "8 war"], [["1 peace"], []])
    turn(s, 0, reveals(0, "9 love", REVEAL_EARLY), plays(0, "1 peace", "propose"))
    assert admirer(s, 0) == "9 love"
    assert ring(s) == 0


def test_in_31_a_secret_admirer_may_be_revealed_after_the_effect_and_still_counts() -> None:
    s = lay([HIDDEN, "8 war"], [["1 war"], []], ring=1)
    turn(
        s,
        0,
        passes(0, REVEAL_EARLY),
        plays(0, "1 war", "propose"),
        reveals(0, "9 love", REVEAL_LATE),
    )
    assert (admirer(s, 0), ring(s)) == ("9 love", 0)


def test_in_37_a_secret_admirer_kept_secret_is_not_favoured() -> None:
    s = lay([HIDDEN, "8 war"], [["1 love"], []], ring=None)
    turn(
        s,
        0,
        passes(0, REVEAL_EARLY),
        plays(0, "1 love", "propose"),
        passes(0, REVEAL_LATE),
    )
    assert (admirer(s, 0), ring(s)) == ("?9 love", 1)


def test_ing_16_a_face_down_parent_that_a_general_fetched_may_be_revealed_at_once() -> None:
    s = lay(["3 love", "8 war"], [["9 dowry"], []], parents=("?9 love", "7 war"), ring=1)
    turn(s, 0, plays(0, "9 dowry", "exchange parent B"), reveals(0, "9 love", REVEAL_LATE))
    assert (admirer(s, 0), ring(s)) == ("9 love", 0)


def test_ing_16_only_the_owner_in_turn_is_offered_to_reveal() -> None:
    s = lay(["3 love", HIDDEN], [["1 love"], ["2 love"]])
    assert turn(s, 0, plays(0, "1 love", "propose"))


def test_ing_35_favour_is_determined_once_a_turn() -> None:
    # Revealed early the General is ahead, but the Ring moves only after the play has changed that.
    s = lay([HIDDEN, "8 war"], [["2 peace"], []], ring=None)
    turn(s, 0, reveals(0, "9 love", REVEAL_EARLY), plays(0, "2 peace", "rule"))
    assert ring(s) == 1
    assert [line for line in s.log if "Ring" in line] == [
        "The Ring of Favour goes to {1}: the lowest rank among all, as no suit is favoured."
    ]


def test_ing_28_a_turn_without_a_hand_card_plays_nothing() -> None:
    s = lay(["3 love", "8 war"], [[], ["1 love"]], ring=1)
    assert not turn(s, 0)
    assert ring(s) == 1


def test_a_hand_that_is_empty_while_the_pile_is_not_draws_and_goes_on() -> None:
    s = lay(["9 love", "9 war"], [[], []], pile=["1 war"])
    assert game(s, 0, plays(0, "1 war", "remove admirer 1")).winners == (0,)


def test_ind_8_a_turn_without_a_hand_card_offers_one_reveal_and_determines_favour() -> None:
    s = lay([HIDDEN, "8 war"], [[], ["1 love"]], ring=1)
    assert not turn(s, 0, reveals(0, "9 love", REVEAL_LATE))
    assert (admirer(s, 0), ring(s)) == ("9 love", 0)


def test_ind_3_only_the_seat_in_turn_and_a_soldiers_victim_are_ever_asked() -> None:
    s = lay(["3 love", "8 war", HIDDEN], [["5 love"], ["1 peace"], ["2 peace"]])
    turn(s, 0, plays(0, "5 love", "command admirer 1"), ask(1, OBEY, card("1 peace").face))
    assert sorted({text[:5] for text in s.trace if text.startswith("ask")}) == ["ask 0", "ask 1"]


def test_ing_29_after_the_last_card_everybody_gets_a_ring_check() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["1 war"], [], []], ring=None)
    outcome = game(s, 0, plays(0, "1 war", "propose"))
    assert outcome.winners == (1,)


def test_ind_9_the_last_round_reaches_the_player_of_the_last_card() -> None:
    s = lay(["9 love", "8 war", "7 dowry"], [["1 war"], [], []], ring=None)
    assert game(s, 0, plays(0, "1 war", "propose")).winners == (0,)


def test_ing_29_with_the_ring_in_the_centre_after_the_last_round_it_is_a_draw() -> None:
    s = lay(["9 love", "9 dowry", "7 dowry"], [["4 war"], [], []], ring=None)
    outcome = game(s, 0, plays(0, "4 war", "propose"))
    assert outcome.winners == ()


def test_ind_8_in_the_last_round_a_reveal_may_take_the_ring_from_who_would_have_won() -> None:
    s = lay(["8 war", "?9 love", ""], [["4 war"], [], []], ring=None)
    outcome = game(s, 0, plays(0, "4 war", "propose"), reveals(1, "9 love", REVEAL_LATE))
    assert outcome.winners == ()
    assert ring(s) == 1


def test_ind_9_a_ring_on_the_card_of_a_departed_seat_is_a_draw() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [["1 war"], [], []], ring=None)
    s.table.leave([Seat(1)])
    assert game(s, 0, plays(0, "1 war", "propose")).winners == ()
    assert ring(s) == 1


def test_ind_9_a_table_without_any_card_has_one_round_of_ring_checks() -> None:
    s = lay(["3 love", "8 war", "7 dowry"], [[], [], []], ring=0)
    assert game(s, 1).winners == (0,)
    assert game(lay(["3 love", "8 war", "7 dowry"], [[], [], []]), 1).winners == ()


def test_a_card_that_does_not_fit_its_use_convicts_once_it_is_open() -> None:
    s = lay(["3 love", "8 war"], [["4 dowry"], []])
    with pytest.raises(AssertionError, match="script is at its end"):
        s.run(lambda t: play_a_card(t, Seat(0)))
    s.engine.feed(Answer(cards=s.choice().cards, option="remove admirer 1"))
    with pytest.raises(BrokenClaim, match="only an Assassin removes an Admirer"):
        s.engine.feed((card("4 dowry").face,))


def first_question(engine: Engine, dealer: Dealer) -> Ask:
    """Play on to the first turn, everybody entering with the first card of the hand."""
    engine.start()
    dealer.follow()
    while not isinstance(step := engine.waiting, Ask):
        assert step is not None
        if isinstance(step, AskAll):
            engine.feed(tuple(Answer(cards=choice.cards[:1]) for _, choice in step.asks))
        else:
            engine.feed(dealer.result(step))
        dealer.follow()
    return step


def test_a_late_seat_plays_no_card_and_draws_none() -> None:
    engine = Engine(Inheritance(), 3, {})
    asked = first_question(engine, Dealer(engine, random.Random(3).randrange))
    before = len(engine.table.zone(DRAW).cards)
    engine.feed(None)
    assert asked.choice.default == NOTHING
    assert len(engine.table.zone(DRAW).cards) == before
    assert len(engine.table.hand_zone(asked.seat).cards) == 5
    assert engine.table.turn == (asked.seat + 1) % 3


def test_a_late_victim_of_a_soldier_lays_its_first_card() -> None:
    s = lay(["3 love", "8 war"], [["5 dowry"], ["1 peace", "2 peace"]])

    async def played(t: Table) -> object:
        return await play_a_card(t, Seat(0))

    with pytest.raises(AssertionError, match="script is at its end"):
        s.run(played, plays(0, "5 dowry", "command admirer 1"))
    first = s.choice().cards[0]
    s.engine.feed(None)
    assert s.table.zone("admirer 1").cards == [first]
    assert len(s.table.zone("hand 1").cards) == 2
