"""A turn and its closing phases, victory, and leaving (HA-44, HA-73 to HA-75, CTD-8)."""

from __future__ import annotations

import pytest

from games.court.endings import outcome
from games.court.rules import take_turns
from games.court.state import PLAYED, ranking
from games.court.turn import discard_phase, take_turn, unturn_phase
from games.engine.table import Table
from games.engine.values import Outcome, Seat
from tests.games.court.build import (
    acting,
    event,
    favor,
    gives,
    hand_sizes,
    lay,
    plays,
    quiet,
    state,
    told,
    under,
    who,
)
from tests.games.scenario import ask, carried, claims, passes


def test_ha_44_the_phases_in_their_order() -> None:
    s = lay({0: "odo"}, {0: "hat hat"}, actions="ring sword", events="highwaymen", turn=None)
    s.run(
        lambda t: take_turn(t, Seat(0)),
        ask(0, "draw", option="action"),
        passes(0, "draw"),
        ask(0, "act", "odo", option="tire odo"),
        passes(0, "act"),
        gives(0, "gift support"),
        *quiet("event", 1, 2, 0),
        passes(0, "react"),
    )
    assert who(s, 0) == "odo"
    assert favor(s)[0] == 12
    assert s.table.turn == 0


def test_ha_54_a_character_turns_for_an_action_card_and_the_prince_does_not() -> None:
    s = lay({0: "odo"}, actions="hat ring", princes=("dagmar", "cosima", "egbert"))
    s.run(
        acting(0),
        ask(0, "act", "odo", option="tire dagmar", bad="one of the options"),
        ask(0, "act", "odo", option="tire odo"),
        passes(0, "act"),
    )
    assert s.in_hand(0) == ["hat"]


def test_hag_48_the_actions_phase_ends_when_the_player_says_so() -> None:
    s = lay({0: "odo"}, {0: "accounts"})
    s.run(acting(0), passes(0, "act"))
    assert hand_sizes(s)[0] == 1


def test_ha_73_and_hag_47_all_go_down_to_five_from_the_current_player_on() -> None:
    six, seven = "hat ring sword axe fruit crowd", "mud purse glove duel knives ambush salts"
    s = lay({}, {0: six, 1: seven, 2: "gout"}, turn=1)
    s.run(
        lambda t: discard_phase(t, Seat(1)),
        ask(1, "discard", "mud", bad="choose 2 cards"),
        ask(1, "discard", "mud", "purse"),
        ask(0, "discard", "ring"),
    )
    assert hand_sizes(s) == [5, 5, 1]
    assert sorted(map(str, s.faces("discards"))) == ["mud", "purse", "ring"]  # CTD-7


def test_ha_74_and_hag_46_the_current_player_unturns_all_and_nobody_else() -> None:
    s = lay({0: "odo* hob*", 1: "rook*"})
    unturn_phase(s.table, Seat(0))
    assert [who(s, seat) for seat in (0, 1)] == ["odo hob", "rook*"]
    assert not state(s).people["cosima"].turned
    assert state(s).people["dagmar"].turned


# Victory


@pytest.mark.parametrize(
    ("favors", "winner", "reason"),
    [
        pytest.param((10, 12, 11), 1, "most_favor", id="HA-75: the most favor"),
        pytest.param((9, 12, 12), 1, "more_popular", id="HAG-45: then the more popular"),
        pytest.param((7, 7, 7), 0, "more_popular", id="HAG-45: always one"),
    ],
)
def test_ha_75_who_wins(favors: tuple[int, int, int], winner: int, reason: str) -> None:
    s = lay(favor=favors)
    assert outcome(s.table) == Outcome((Seat(winner),), reason)
    assert outcome(s.table).text


def test_hag_44_the_last_event_is_played_and_ends_the_game() -> None:
    s = lay(events="highwaymen", turn=None)

    async def whole(t: Table) -> Outcome:
        return await take_turns(t)

    ended = s.run(
        whole,
        gives(0, "gift support"),
        *quiet("event", 1, 2),
    )
    assert ended.winners == (0,)
    assert favor(s) == [12, 10, 10]


def test_ha_43_turns_go_to_the_left() -> None:
    s = lay(events="dragon confidence", favor=(5, 6, 5), turn=None)
    s.run(take_turns, *quiet("event", 1, 2, 0), *quiet("event", 2, 0, 1))
    assert s.table.turn == 2


# Leaving (CTD-8)


def test_ctd_8_what_becomes_of_the_cards_of_who_leaves() -> None:
    s = lay(
        {0: "odo", 1: "hob brann"},
        {1: "hat ring"},
        under={"hob": "sword", "dagmar": "tongue"},
        events="dragon",
    )
    s.run(event(0), *quiet("event", 0), passes(1, "event", leaves=(1,)), *quiet("event", 2))
    assert who(s, 1) == ""
    assert s.faces("former characters") == ["hob", "brann"]
    assert sorted(map(str, s.faces("discards"))) == ["sword", "tongue"]
    assert hand_sizes(s)[1] == 0
    assert told(s, "{1} leaves the court.", "With Hob goes A Dress Sword.")
    assert told(s, "From under Dagmar goes A Silver Tongue.")


def test_ctd_8_tokens_of_its_prince_stay_and_those_of_its_characters_go() -> None:
    s = lay({1: "hob"}, events="poets")
    s.run(
        event(0),
        gives(0, "gift 0"),
        gives(1, "support hob 0"),
        *quiet("event", 2),
        gives(1, "gift 0"),
        passes(2, "event", leaves=(1,)),
    )
    assert told(s, "{0} has 4: Cosima's free support 2; from {1}: Dagmar's free support 2")


def test_ctd_8_who_has_left_wins_and_loses_no_contest() -> None:
    s = lay(events="manoeuvres")
    s.run(event(0), gives(0, "gift 0"), *quiet("event", 1), passes(2, "event", leaves=(2,)))
    assert favor(s) == [13, 10, 10]  # Dagmar, who saves 1
    assert told(s, "{1} loses it")


def test_ctd_8_the_event_of_who_leaves_in_its_turn_is_held_by_the_others() -> None:
    s = lay({0: "odo"}, events="highwaymen revolt", actions="hat", turn=None)
    s.run(
        lambda t: take_turn(t, Seat(0)),
        passes(0, "draw", leaves=(0,)),
        gives(1, "gift support"),
        *quiet("event", 2),
    )
    assert favor(s) == [10, 12, 10]
    assert len(s.faces("events")) == 1


def test_ctd_8_who_left_is_behind_all_who_stayed() -> None:
    s = lay(favor=(20, 5, 6))
    s.table.leave([Seat(0)])
    assert ranking(s.table) == (2, 1, 0)
    assert outcome(s.table).winners == (2,)


def test_ctd_8_the_number_of_turns_stays() -> None:
    s = lay(events="dragon revolt border", turn=None, favor=(11, 10, 10))
    s.run(
        take_turns,
        passes(0, "event", leaves=(0,)),
        *quiet("event", 1, 2),
        *quiet("event", 1, 2),
        *quiet("event", 2, 1),
    )
    assert sum(line.startswith("The Event is") for line in s.log) == 3


def test_a_card_whose_player_leaves_with_it_does_nothing() -> None:
    s = lay({0: "brann", 1: "hob odo", 2: "rook"}, {0: "gout"})
    s.run(acting(0), plays(0, "gout"), ask(0, "aim", option="at hob", leaves=(0,)))
    assert who(s, 1) == "hob odo"
    assert s.faces(PLAYED) == []


def test_a_card_that_is_opened_as_its_player_leaves_stays_out_of_play() -> None:
    s = lay({0: "brann", 1: "hob"}, {0: "gout"})
    s.run(acting(0), plays(0, "gout"), carried("open", leaves=(0,)))
    assert who(s, 1) == "hob"
    assert s.faces("discards") == []


def test_who_is_aimed_at_may_leave() -> None:
    s = lay({0: "brann", 1: "hob"}, {0: "memoirs", 1: "hat ring", 2: "axe"})
    s.run(
        acting(0),
        plays(0, "memoirs"),
        claims("react"),
        passes(1, "discard", leaves=(1,)),
        passes(0, "act"),
    )
    assert hand_sizes(s) == [0, 0, 0]
    assert under(s, "dagmar") == ""
