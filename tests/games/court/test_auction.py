"""The set-up and its auction (HA-33 to HA-43, HAG-9 to HAG-15, CTD-8, CTD-14)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.court.auction import bid, choose_in_turn, hold_auction, turn_up
from games.court.characters import CHARACTERS
from games.court.deck import ACTIONS
from games.court.princes import PRINCES
from games.court.rules import Court, deal_hands, deal_princes, lay_out, make_places
from games.court.state import Sale, ranking, state_of
from games.engine.engine import Engine
from games.engine.steps import Ask
from games.engine.table import Table
from games.engine.values import Seat
from simulation.dealer import Dealer, play
from tests.games.court.build import favor, hand_sizes, lay, state, told, who
from tests.games.scenario import Line, Scenario, ask, passes

SIX = "odo brann hob rook hedda seer"


def bids(seat: int, number: int, *, bad: str = "", leaves: Sequence[int] = ()) -> Line:
    return ask(seat, "bid", number=number, bad=bad, leaves=leaves)


def bidding(
    *script: Line, favor: Sequence[int] = (), right: int = 0, characters: str = ""
) -> tuple[Scenario, int]:
    """A round of bidding; gives who chooses first."""
    s = lay(characters=characters, favor=favor, turn=None)
    state(s).right = Seat(right)
    state(s).sale = Sale()

    async def round_of_bids(t: Table) -> Seat:
        await turn_up(t)
        sale = state_of(t).sale
        assert sale is not None
        return await bid(t, sale)

    return s, s.run(round_of_bids, *script)


# The set-up


def test_ha_33_four_events_a_player_are_kept() -> None:
    for seats in (3, 4, 5):
        s = Scenario(Court(), seats)
        s.setup(make_places)
        s.setup(lay_out)
        assert len(s.faces("events")) == 4 * seats
        for zone, rows in (("characters", CHARACTERS), ("actions", ACTIONS), ("princes", PRINCES)):
            assert sorted(map(str, s.faces(zone))) == sorted(row.key for row in rows)


@pytest.mark.parametrize("each", [4, 2, 1])
def test_ctb_12_a_table_may_agree_on_fewer_events(each: int) -> None:
    s = Scenario(Court(), 3, {"events": each})
    s.setup(make_places)
    s.setup(lay_out)
    assert len(s.faces("events")) == 3 * each


def test_ha_35_and_hag_10_seats_sit_clockwise_by_falling_popularity() -> None:
    s = Scenario(Court(), 4)
    s.setup(make_places)
    s.table.add_zone("laid")
    s.pile("princes", ["egbert", "aurelio", "dagmar", "bertram"])
    s.setup(deal_princes)
    assert state(s).order == (1, 3, 2, 0)
    assert favor(s) == [14, 10, 13, 11]  # HA-36
    assert told(s, "{0} is Egbert the Unloved: popularity 1, 14 favor")


def test_ha_42_everybody_draws_three_cards() -> None:
    s = lay(actions="hat sword ring axe fruit crowd mud purse glove duel")
    s.setup(deal_hands)
    assert hand_sizes(s) == [3, 3, 3]


def test_ha_43_the_first_turn_is_of_the_most_favor_then_of_the_more_popular() -> None:
    s = lay(favor=(10, 12, 12))
    assert ranking(s.table)[0] == 1


# Bidding


def test_ha_38_five_characters_for_three_and_six_for_more() -> None:
    for seats, number in ((3, 5), (4, 6), (5, 6)):
        s = lay(seats=seats, characters=SIX, turn=None)
        s.setup(turn_up)
        assert len(s.faces("auction")) == number


def test_ctd_8_characters_are_turned_up_for_those_still_in() -> None:
    s = lay(seats=4, characters=SIX, turn=None)
    s.table.leave([Seat(3)])
    s.setup(turn_up)
    assert len(s.faces("auction")) == 5


def test_ha_39_each_bids_more_or_passes_for_good() -> None:
    s, winner = bidding(
        bids(0, 0),
        bids(1, 0, bad="from 1 to 10"),
        bids(1, 2),
        passes(2, "bid"),
        bids(0, 3),
        passes(1, "bid"),
    )
    assert winner == 0
    assert favor(s) == [7, 10, 10]
    assert told(s, "{0} pays 3 favor and chooses first")


def test_hag_11_the_high_bidder_is_not_asked_again() -> None:
    _, winner = bidding(bids(0, 1), passes(1, "bid"), passes(2, "bid"))
    assert winner == 0


def test_hag_12_and_ctd_14_the_last_seat_is_asked_and_may_bid_0() -> None:
    s, winner = bidding(
        passes(0, "bid"), passes(1, "bid"), bids(2, 1, bad="from 0 to 0"), bids(2, 0)
    )
    assert winner == 2
    assert favor(s) == [10, 10, 10]
    asked = [step.choice.prompt for step in s.steps if isinstance(step, Ask)]
    assert asked[-1] == "All others have passed. With 0 you choose first and pay nothing."


def test_hag_12_without_any_bid_the_holder_of_the_right_chooses_first() -> None:
    s, winner = bidding(passes(1, "bid"), passes(2, "bid"), passes(0, "bid"), right=1)
    assert winner == 1
    assert told(s, "Nobody bids, so {1} chooses first for nothing")


def test_hag_13_nobody_bids_more_than_their_favor() -> None:
    _, winner = bidding(
        bids(0, 6, bad="from 0 to 5"),
        bids(0, 5),
        bids(2, 7),  # Dagmar, with 3, cannot bid more and is not asked
        favor=(5, 3, 7),
    )
    assert winner == 2


def test_ctd_8_the_bid_of_who_leaves_is_void() -> None:
    s, winner = bidding(bids(0, 4), bids(1, 5), passes(2, "bid", leaves=(1,)))
    assert winner == 0
    assert favor(s)[0] == 6


def test_ctd_8_without_another_bid_the_right_decides() -> None:
    _, winner = bidding(bids(0, 4), passes(1, "bid"), passes(2, "bid", leaves=(0,)))
    assert winner == 1


# Choosing


def test_ha_40_each_chooses_one_clockwise_and_the_rest_are_discarded() -> None:
    s = lay(characters=SIX, turn=None)
    s.setup(turn_up)
    s.run(
        lambda t: choose_in_turn(t, Seat(1)),
        ask(1, "pick", "brann"),
        ask(2, "pick", "odo"),
        ask(0, "pick", "hob"),
    )
    assert [who(s, seat) for seat in range(3)] == ["hob", "brann", "odo"]
    assert s.faces("former characters") == ["rook", "hedda"]  # HAG-14
    assert state(s).right == 0  # HA-41


def test_ha_37_and_ha_41_five_rounds_and_the_right_moves() -> None:
    names = "odo brann hob rook hedda seer agnes quill balthus melchior nightshade goldwin vane"
    more = "pieter humbert ambrose isaura anselm clemence inquisitor lisbet fennick jocasta"
    s = lay(characters=f"{names} {more} corvin ulrike", turn=None)
    script: list[Line] = []
    right = 0
    shown = f"{names} {more} corvin ulrike".split()
    for number in range(5):
        order = [(right + step) % 3 for step in range(3)]
        script += [passes(seat, "bid") for seat in order]
        offered = shown[5 * number : 5 * number + 5]
        script += [ask(seat, "pick", key) for seat, key in zip(order, offered, strict=False)]
        right = order[-1]
    s.run(hold_auction, *script)
    assert all(len(who(s, seat).split()) == 5 for seat in range(3))
    assert len(s.faces("former characters")) == 10
    assert state(s).sale is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ha_12_everybody_leaves_the_auction_with_five_characters(seats: int) -> None:
    counts: list[int] = []

    def watch(engine: Engine, dealer: Dealer) -> None:
        table = engine.table
        if table.turn is not None and not counts:
            people = state_of(table).people.values()
            counts.extend(
                sum(one.seat == seat and not one.is_prince for one in people)
                for seat in range(table.seats)
            )

    play(Court(), seats, 5, watch=watch)
    assert counts == [5] * seats


def test_ctd_8_who_leaves_in_the_auction_gives_back_what_it_had_chosen() -> None:
    s = lay({1: "hedda"}, characters="odo brann hob rook seer", turn=None)
    s.setup(turn_up)
    s.run(
        lambda t: choose_in_turn(t, Seat(0)),
        ask(0, "pick", "odo"),
        passes(1, "pick", leaves=(1,)),
        ask(2, "pick", "hob"),
    )
    assert who(s, 1) == ""
    assert s.faces("former characters") == ["hedda", "brann", "rook", "seer"]
