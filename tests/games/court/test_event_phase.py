"""The Event Phase: who may act, take part, win and lose (HA-62 to HA-72, HA-79 to HA-81)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.court.affair import support_offers
from games.court.aims import Cause, label_of
from games.court.deck import CATALOGUE
from games.court.people import leave_play
from games.court.state import Stake
from games.court.tokens import contest_order, open_pools, strength, succeeds, total
from games.court.words import after_support, tally, verdict
from games.engine.steps import Ask
from games.engine.values import Seat
from tests.games.court.build import (
    at_event,
    event,
    favor,
    gives,
    lay,
    quiet,
    state,
    told,
)
from tests.games.scenario import Line, Scenario, ask, claims

PRINCES = ("cosima", "dagmar", "egbert")


def options(s: Scenario, seat: int) -> list[str]:
    affair = state(s).affair
    assert affair is not None
    return [one.option.key for one in support_offers(s.table, affair, Seat(seat))]


def labels(s: Scenario, seat: int) -> list[str]:
    affair = state(s).affair
    assert affair is not None
    return [one.option.label for one in support_offers(s.table, affair, Seat(seat))]


# One thing each, until all have passed in a row


def test_ha_63_the_current_player_begins_and_play_goes_to_the_left() -> None:
    s = lay(events="dragon", turn=1)
    s.run(event(1), *quiet("event", 1, 2, 0))
    assert [step.seat for step in s.steps if isinstance(step, Ask)] == [1, 2, 0]


def test_ha_77_an_action_lets_earlier_passers_act_again() -> None:
    s = lay({0: "odo"}, events="marriage")
    s.run(
        event(0),
        *quiet("event", 0, 1),
        gives(2, "gift oppose"),
        gives(0, "support odo support"),
        *quiet("event", 1, 0),  # Egbert has nothing more that he could do
    )
    assert told(s, "succeeds, with 5 for it and 2 against", "{0} gains 1")


def test_the_tale_of_a_challenge_says_who_was_the_strongest_and_why() -> None:
    s = lay(events="highwaymen")
    s.run(event(0), gives(0, "gift support"), gives(1, "gift support"), *quiet("event", 2))
    assert told(s, "{0} is the strongest supporter at 2 each, as the more popular Prince.")


def test_a_seat_that_can_do_nothing_is_not_asked() -> None:
    s = lay(events="highwaymen")
    s.run(event(0), gives(0, "gift support"), gives(1, "gift oppose"), gives(2, "gift oppose"))
    assert told(s, "fails, with 2 for it and 4 against")


def test_ha_63_a_rating_of_at_least_1_is_needed() -> None:
    s = lay({0: "odo corvin pike"})
    at_event(s, "confidence")
    assert options(s, 0) == [
        "support odo support",
        "gift support",
        "support odo oppose",
        "gift oppose",
    ]


def test_ha_8_the_free_support_takes_no_turning_and_is_given_once() -> None:
    s = lay({}, events="levy", princes=PRINCES)
    s.run(
        event(0),
        gives(0, "gift support"),
        *quiet("event", 1, 2),
        gives(0, "support cosima support"),
        *quiet("event", 1, 2),
    )
    assert told(s, "For it 4: from {0}: Cosima's free support 2, Cosima 2")
    assert state(s).people["cosima"].turned


def test_ha_8_a_turned_prince_may_give_it() -> None:
    s = lay()
    at_event(s, "dragon")
    assert options(s, 0) == ["gift support", "gift oppose"]


def test_ha_9_it_is_given_whatever_the_event_asks_for() -> None:
    for key in ("curfew", "brawl", "dawn"):
        s = lay()
        at_event(s, key)
        assert "gift" in options(s, 0)[0]


# Restrictions and bonuses (HA-25, HAG-40, HA-81, CTD-12)


@pytest.mark.parametrize(
    ("key", "who", "tokens"),
    [
        pytest.param("curfew", "brann", 5 - 1, id="only Fighters, one that is"),
        pytest.param("curfew", "rook", 0, id="only Fighters, one that is none"),
        pytest.param("brawl", "ulrike", 0, id="no Nobles, one that is"),
        pytest.param("brawl", "brann", 4, id="no Nobles, one that is none"),
        pytest.param("lists", "brann", 5, id="a bonus"),
        pytest.param("ball", "corvin", 0, id="a bonus needs a rating"),
        pytest.param("stag", "ottoline", 0, id="a bonus lifts no 0"),
        pytest.param("taxes", "goldwin", 4, id="Wealthy in a Money Event"),
        pytest.param("poets", "goldwin", 2, id="Wealthy elsewhere"),
        pytest.param("muster", "goldwin", 0, id="Wealthy needs a rating"),
        pytest.param("cathedral", "pieter", 6, id="Wealthy and a bonus"),
    ],
)
def test_hag_40_and_ha_81_what_somebody_brings(key: str, who: str, tokens: int) -> None:
    s = lay({0: who})
    affair = at_event(s, key)
    assert strength(state(s), affair, state(s).people[who]) == tokens


def test_hag_41_who_is_unturned_brings_rating_and_bonus_again() -> None:
    s = lay({0: "goldwin"}, {0: "salts"}, events="taxes")
    s.run(
        event(0),
        gives(0, "support goldwin 0"),
        *quiet("event", 1, 2),
        ask(0, "event", "salts", option="play"),
        *quiet("event", 1, 2),
        gives(0, "support goldwin 0"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, "{0} has 8: Goldwin 4, Goldwin 4")


# Taking part in a Contest


def test_ha_67_nobody_but_oneself_begins_ones_pool() -> None:
    s = lay({0: "odo"})
    affair = at_event(s, "poets")
    assert open_pools(s.table, state(s), affair, Seat(0)) == ("0",)
    affair = at_event(s, "poets", "1:2")
    assert open_pools(s.table, state(s), affair, Seat(0)) == ("0", "1")


def test_hag_39_in_a_mandatory_contest_anybody_may_support_anybody() -> None:
    s = lay()
    affair = at_event(s, "birthday")
    assert open_pools(s.table, state(s), affair, Seat(1)) == ("1", "2", "0")


def test_hag_35_the_free_support_makes_its_prince_take_part() -> None:
    s = lay({1: "odo"}, events="poets")
    s.run(
        event(0),
        gives(0, "gift 0"),
        gives(1, "support odo 0"),
        *quiet("event", 2, 1),
    )
    assert told(s, "{0} has 6: Cosima's free support 2; from {1}: Chancellor Odo 4")
    assert told(s, "{1} and {2} have none", "{0} wins The War of the Poets")


def test_hag_36_who_supports_another_and_has_no_token_cannot_lose() -> None:
    s = lay()
    affair = at_event(s, "poets", "0:4 1:3:2")
    assert contest_order(s.table, state(s), affair) == (0, 1)


def test_ctd_12_a_pool_that_was_emptied_is_closed_to_others_again() -> None:
    s = lay({0: "odo"})
    affair = at_event(s, "poets", "0:4:odo")
    assert "0" in open_pools(s.table, state(s), affair, Seat(1))
    s.setup(lambda t: leave(s))
    assert "0" not in open_pools(s.table, state(s), affair, Seat(1))


def leave(s: Scenario) -> None:
    leave_play(s.table, state(s).people["odo"])


def test_ha_80_the_tokens_of_who_is_killed_or_discarded_go() -> None:
    s = lay({0: "odo hob"})
    affair = at_event(s, "poets", "0:4:odo 0:2:hob 0:2")
    s.setup(lambda t: leave(s))
    assert total(affair.stakes, "0") == 4


@pytest.mark.parametrize(
    ("pools", "left", "after"),
    [
        pytest.param("0:4:odo 0:-3:1", 0, 2, id="three of the four are gone already"),
        pytest.param("0:4:odo 0:2:hob 0:-5:1", 0, 2, id="what was taken was of both"),
        pytest.param("0:4:odo 0:-3:1 0:2", 0, 2, id="what came later had filled the gap"),
        pytest.param("0:4:odo 0:2:hob 0:-1:1", 1, 3, id="the one that was taken was of either"),
        pytest.param("0:4:odo 0:-2:1 2:2:1", 0, 2, id="two were moved to another pool"),
    ],
)
def test_ha_80_tokens_that_were_taken_away_before_do_not_go_once_more(
    pools: str, left: int, after: int
) -> None:
    """With two in it afterwards a pool is not short of what it never owed."""
    s = lay({0: "odo hob"})
    affair = at_event(s, "poets", pools)
    s.setup(lambda t: leave(s))
    assert total(affair.stakes, "0") == left
    assert "0" in open_pools(s.table, state(s), affair, Seat(1)) or not left
    affair.stakes.append(Stake("0", 2, Seat(0), "test"))
    assert total(affair.stakes, "0") == after


# Who wins and who loses


@pytest.mark.parametrize(
    ("pools", "order"),
    [
        pytest.param("0:3 1:5 2:4", (1, 2, 0), id="most wins and fewest loses"),
        pytest.param("0:3 1:5 2:5", (1, 2, 0), id="HA-68: the more popular wins a tie"),
        pytest.param("0:5 1:3 2:3", (0, 1, 2), id="HA-69: the less popular loses a tie"),
        pytest.param("1:1 2:1", (1, 2), id="HA-69: without a token nobody takes part"),
        pytest.param("", (), id="HAG-37: nobody"),
    ],
)
def test_ha_68_and_ha_69_the_order_of_a_contest(pools: str, order: Sequence[int]) -> None:
    s = lay()
    affair = at_event(s, "poets", pools)
    assert contest_order(s.table, state(s), affair) == tuple(order)


def test_hag_37_a_mandatory_contest_without_a_token_is_decided_by_popularity() -> None:
    s = lay(events="manoeuvres")
    s.run(event(0), *quiet("event", 0, 1, 2))
    assert favor(s) == [13, 10, 9]
    assert told(s, "0 tokens each, as the more popular", "0 tokens each, as the less popular")


def test_hag_37_otherwise_there_is_neither_winner_nor_loser() -> None:
    s = lay(events="lists")
    s.run(event(0), *quiet("event", 0, 1, 2))
    assert favor(s) == [10, 10, 10]
    assert told(s, "Nobody takes part: nobody wins and nobody loses")


def test_ha_69_and_hag_38_who_takes_part_alone_wins_and_nobody_loses() -> None:
    s = lay(events="lists")
    s.run(event(0), gives(0, "gift 0"), *quiet("event", 1, 2))
    assert favor(s) == [13, 10, 10]
    assert told(s, "{0} wins The Great Tournament with 2 tokens, alone")


def test_ha_72_a_tie_fails() -> None:
    s = lay()
    assert not succeeds(at_event(s, "dragon", "support:2:0 oppose:2:1"))
    assert succeeds(at_event(s, "dragon", "support:3:0 oppose:2:1"))
    assert not succeeds(at_event(s, "dragon"))


def test_hag_42_nobody_loses_more_than_they_have() -> None:
    s = lay(events="taxes", favor=(5, 5, 1))
    s.run(event(0), gives(0, "gift 0"), *quiet("event", 1), gives(2, "gift 2"), *quiet("event", 1))
    assert favor(s) == [9, 5, 0]
    assert told(s, "{2} loses 1 favor")


# Told to people


def test_an_offer_says_what_comes_of_it() -> None:
    s = lay({0: "odo"})
    at_event(s, "poets", "0:1 1:4 2:6")
    assert labels(s, 0)[:2] == [
        "Support yourself with 4 (Chancellor Odo): you are then behind 5 to 6",
        "Support yourself with 2 (free support): you are then behind 3 to 6",
    ]
    assert "Support {1} with 4 (Chancellor Odo): {1} then leads 8 to 6" in labels(s, 0)
    assert "Support {1} with 2 (free support): {1} then wins the tie at 6 to 6" in labels(s, 0)


def test_an_offer_says_what_the_event_adds_to_a_rating() -> None:
    s = lay({0: "ottoline odo"})
    at_event(s, "taxes", "1:4")
    assert labels(s, 0)[0] == "Support yourself with 6 (Ottoline 4+2): you then lead 6 to 4"
    assert labels(s, 0)[1].startswith("Support yourself with 4 (Chancellor Odo):")


@pytest.mark.parametrize(
    ("key", "pool", "said"),
    [
        ("crowd", "0", "Your pool, now 1: you are then behind 3 to 4"),
        ("crowd", "1", "{1}'s pool, now 4: {1} then leads 6 to 1"),
        ("fruit", "1", "{1}'s pool, now 4: {1} then wins the tie at 1 to 1"),
        ("livery", "1", "{1}'s pool, now 4"),
    ],
)
def test_a_pool_to_choose_says_what_the_card_would_make_of_it(
    key: str, pool: str, said: str
) -> None:
    s = lay(princes=("egbert*", "cosima*", "dagmar*"))
    at_event(s, "poets", "0:1 1:4")
    cause = Cause(Seat(0), "a card", CATALOGUE.action(key))
    assert label_of(s.table, CATALOGUE.action(key).aims[0], pool, cause) == said


def test_it_is_said_whom_the_end_of_a_challenge_is_for_as_things_stand() -> None:
    s = lay({0: "brann"}, favor=(9, 12, 7))
    affair = at_event(s, "revolt", "support:4:0:brann oppose:3:1 oppose:3:2")
    favor_now = "most favor: {1}, least favor: {2}, strongest opponent: {1}"
    assert verdict(s.table, state(s), affair) == ("it would fail by 2", favor_now)


def test_an_offer_to_a_challenge_says_whether_it_then_succeeds() -> None:
    s = lay({0: "odo"})
    at_event(s, "confidence", "oppose:4:1")
    assert labels(s, 0) == [
        "Support it with 4 (Chancellor Odo): it then fails, 4 to 4",
        "Support it with 2 (free support): it then fails, 2 to 4",
        "Oppose it with 4 (Chancellor Odo): it then fails, 0 to 8",
        "Oppose it with 2 (free support): it then fails, 0 to 6",
    ]


def test_the_only_one_with_tokens_stands_alone() -> None:
    s = lay({0: "odo"})
    affair = at_event(s, "poets")
    after = after_support(s.table, state(s), affair)("0")(4)
    assert after == "{0} then stands alone with 4"


def test_the_story_says_token_by_token_why_somebody_won() -> None:
    s = lay({0: "odo", 1: "hob"})
    affair = at_event(s, "poets", "0:4:odo 1:2:hob 1:3:2")
    assert tally(s.table, state(s), affair) == [
        "{1} has 5: Hob 2; from {2}: Test 3.",
        "{0} has 4: Odo 4.",
        "{2} has none.",
    ]
    s = lay()
    affair = at_event(s, "dragon", "support:3:0")
    assert tally(s.table, state(s), affair) == [
        "For it 3: from {0}: Test 3.",
        "Against it 0: nothing.",
    ]


# Reactions (HAG-28, CTD-6, CTD-10)


def test_ctd_10_reactions_are_asked_once_in_order_and_the_last_played_resolves_first() -> None:
    s = lay({}, {0: "ballots", 1: "ballots", 2: "hat"}, events="dragon", turn=1)
    script: list[Line] = [
        *quiet("event", 1, 2, 0),
        claims("react", 0, 1),
        ask(1, "react", "ballots", option="play"),
        ask(0, "react", "ballots", option="play"),
        ask(0, "aim", option="pool oppose"),
        ask(1, "aim", option="pool support"),
    ]
    s.run(event(1), *script)
    assert told(s, "{1} answers with", "{0} answers with", "2 to opposition", "2 to support")


def test_ctd_6_without_hands_and_powers_nobody_is_asked() -> None:
    s = lay({0: "odo"}, events="dragon")
    s.run(event(0), *quiet("event", 0, 1, 2))
    assert all(not isinstance(step, Ask) or step.choice.kind == "event" for step in s.steps)


def test_a_reaction_of_who_leaves_at_once_does_nothing() -> None:
    s = lay({}, {2: "ballots"}, events="dragon")
    s.run(
        event(0),
        *quiet("event", 0, 1, 2),
        ask(2, "react", "ballots", option="play"),
        ask(2, "aim", option="pool support", leaves=(2,)),
    )
    assert told(s, "For it 0: nothing", "fails")
    assert s.faces("played") == []
