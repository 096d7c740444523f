"""Rulings that no other file names: what cards mean, who pays for what, what is never asked."""

from __future__ import annotations

import pytest

from games.court.aims import Cause, candidates
from games.court.cards import Somebody
from games.court.deck import ACTIONS, CATALOGUE, EVENTS
from games.court.drawing import draw_phase
from games.court.moments import why_not
from games.court.rules import Court
from games.court.state import Stage
from games.court.terms import Ability, Kind, Phase, Whose
from games.court.tokens import on_side, succeeds
from games.engine.bots import RandomBot
from games.engine.engine import Engine
from games.engine.steps import Ask, AskAll, Claims, Shuffle
from games.engine.values import Seat
from simulation.dealer import Dealer, decide, dice, play
from tests.games.court.build import (
    acting,
    aims,
    at_event,
    does,
    done,
    event,
    favor,
    gives,
    in_melee,
    is_turned,
    lay,
    plays,
    quiet,
    reacts,
    state,
    told,
    under,
    who,
)
from tests.games.scenario import ask, passes

# The frame


def test_ctd_1_the_card_of_the_game() -> None:
    info = Court.info
    assert (info.id, info.title) == ("court", "Heir Apparent: Court")
    assert (info.min_seats, info.max_seats) == (3, 5)  # HAG-9, CTD-15


def test_ctd_4_every_deck_is_shuffled_and_hands_and_events_stay_hidden() -> None:
    playout = play(Court(), 3, 5)
    shuffled = {step.zone for step in playout.dealer.steps if isinstance(step, Shuffle)}
    assert {"princes", "characters", "events", "actions"} <= shuffled


def test_ctd_5_nothing_is_a_window_and_nothing_is_asked_of_all_at_once() -> None:
    steps = play(Court(), 4, 5).dealer.steps
    assert all(step.in_order for step in steps if isinstance(step, Claims))
    assert not any(isinstance(step, AskAll) for step in steps)


# Cards


def test_hag_1_four_kinds_of_action_cards() -> None:
    assert [(kind.is_magic, kind.is_attached) for kind in Kind] == [
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    ]
    assert all((row.bonus is not None) is row.kind.is_attached for row in ACTIONS)


def test_hag_2_two_abilities() -> None:
    assert [str(ability) for ability in Ability] == ["politics", "combat"]


def test_hag_3_money_is_a_keyword_beside_the_ability() -> None:
    assert {row.ability for row in EVENTS if row.money} == set(Ability)


def test_ha_29_each_card_names_its_phases_and_reactions_no_other() -> None:
    for row in ACTIONS:
        assert (Phase.REACTION in row.phases) is (row.trigger is not None)
        assert Phase.REACTION not in row.phases or row.phases == (Phase.REACTION,)


def test_hag_26_cards_are_played_in_their_own_phases() -> None:
    s = lay({0: "agnes", 1: "hob"}, discards="hat")
    at_event(s, "dragon", "support:1:0")
    playable = {}
    for stage in (Stage.ACTIONS, Stage.EVENT):
        state(s).stage = stage
        playable[stage] = {row.key for row in ACTIONS if why_not(s.table, Seat(0), row) is None}
    assert {"hat", "gout", "rain", "accounts"} <= playable[Stage.ACTIONS]
    assert {"hat", "gout", "fruit", "glamour"} <= playable[Stage.EVENT]
    assert not {"fruit", "glamour", "objection"} & playable[Stage.ACTIONS]
    assert not {"rain", "accounts", "mud"} & playable[Stage.EVENT]


def test_ha_6_a_prince_takes_no_part_in_a_melee_in_any_role() -> None:
    s = lay({0: "brann", 1: "rook"}, princes=("cosima", "egbert", "bertram"))
    s.run(acting(0), does(0, "fight brann"))
    assert told(s, "Captain Brann of {0} attacks Rook of {1}")
    assert not any(is_turned(s, one) for one in ("cosima", "egbert", "bertram"))


def test_ha_10_a_prince_gives_and_turns_besides() -> None:
    s = lay(events="confidence", princes=("cosima", "dagmar*", "egbert*"))
    s.run(
        event(0),
        gives(0, "gift oppose"),
        *quiet("event", 1, 2),
        gives(0, "support cosima oppose"),
        *quiet("event", 1, 2),
    )
    assert told(s, "Against it 4: from {0}: Cosima's free support 2, Cosima 2")


def test_ha_11_popularity_and_favor_stand_on_the_prince() -> None:
    assert [
        (CATALOGUE.prince(key).popularity, CATALOGUE.prince(key).favor)
        for key in ("aurelio", "egbert")
    ] == [
        (5, 10),
        (1, 14),
    ]


def test_ha_18_and_ha_19_only_ones_own_unturned_people_turn() -> None:
    s = lay({0: "odo hob*", 1: "anselm"}, events="confidence")
    s.run(
        event(0),
        ask(0, "event", "odo", option="support anselm support", bad="one of the options"),
        *quiet("event", 0, 1, 2),
    )


def test_hag_18_a_character_turns_for_an_action_card_alone() -> None:
    s = lay({0: "odo"}, actions="hat", characters="seer")
    s.run(acting(0), does(0, "tire odo"), passes(0, "act"))
    assert s.in_hand(0) == ["hat"]


def test_hag_25_nothing_but_counters_is_asked_while_a_spell_is_cast() -> None:
    s = lay({0: "seer", 1: "agnes"}, {0: "rain", 1: "toad"})
    s.run(
        acting(0),
        plays(0, "rain"),
        passes(1, "react"),
        ask(1, "counter", option="power agnes", bad="one of the options"),
        passes(1, "counter"),
        done(0),
    )
    assert favor(s)[0] == 13


def test_hag_43_only_the_last_event_ends_the_game() -> None:
    engine = play(Court(), 3, 9).engine
    assert engine.outcome is not None
    assert not engine.table.zone("events").cards


# What building it added


def test_ctb_1_a_character_is_no_prince_unless_the_card_says_so() -> None:
    s = lay({0: "odo"})
    plain = Somebody(Whose.OWN, "?")
    both = Somebody(Whose.OWN, "?", princes=True)
    assert list(candidates(s.table, plain, Cause(Seat(0), ""))) == ["odo"]
    assert list(candidates(s.table, both, Cause(Seat(0), ""))) == ["cosima", "odo"]
    for row in ACTIONS:
        for aim in row.aims:
            if isinstance(aim, Somebody) and aim.princes:
                assert "Prince" in row.text, row.title


def test_ctb_2_what_the_current_player_gets_falls_to_the_next_who_is_there() -> None:
    s = lay(events="confidence")
    s.run(event(0), *quiet("event", 0, 1, 2))
    assert favor(s) == [9, 10, 10]
    s = lay(events="confidence", princes=("cosima*", "bertram*", "egbert*"))
    s.run(event(0), passes(0, "event", leaves=(0,)), *quiet("event", 2, 1))
    assert favor(s) == [10, 10, 9]


def test_ctb_3_whom_consequences_are_for_is_settled_before_the_first() -> None:
    s = lay(events="revolt")
    s.run(event(0), gives(0, "gift support"), *quiet("event", 1, 2))
    assert favor(s) == [8, 10, 12]


def test_ctb_4_the_strongest_has_given_the_most_then_is_the_more_popular() -> None:
    s = lay({2: "odo"})
    affair = at_event(s, "dragon", "support:2:0 support:3:1 support:3:2 support:-4:0")
    assert on_side(s.table, state(s), affair, "support") == (1, 2, 0)
    assert on_side(s.table, state(s), affair, "oppose") == ()
    assert succeeds(affair)


def test_ctb_5_tokens_of_a_card_are_its_players_own_means() -> None:
    s = lay({0: "agnes", 1: "odo"}, {0: "strings"}, events="poets")
    s.run(event(0), ask(0, "event", "strings", option="play"), *quiet("event", 1, 2, 0))
    assert told(s, "{0} has 4: Chancellor Odo 4")  # nobody else had begun a pool


def test_ctb_6_the_free_draw_is_the_first() -> None:
    s = lay({0: "odo* hob* rook* vane*"}, characters="seer", actions="hat ring")
    s.run(
        lambda t: draw_phase(t, Seat(0)),
        ask(0, "draw", option="action"),
        ask(0, "draw", option="character"),
        ask(0, "newcomer", option="keep"),
    )
    assert who(s, 0).endswith("seer*")


def test_ctb_7_powers_of_the_actions_phase_are_not_used_in_a_melee() -> None:
    s = lay({0: "brann", 1: "rook* quill goldwin"})
    s.run(acting(0), does(0, "fight brann"), aims(0, "at rook"))  # and nobody is asked
    assert not is_turned(s, "goldwin")


def test_ctb_8_a_reaction_is_aimed_when_it_happens() -> None:
    s = lay({}, {1: "ballots"}, events="highwaymen")
    s.run(
        event(0),
        *quiet("event", 0, 1, 2),
        reacts(1, "ballots"),
        aims(1, "pool support"),
    )
    assert told(s, "answers with A Late Box of Ballots", "adds 2 to support", "succeeds")


def test_ctb_9_a_charmed_life_takes_a_death_after_the_reactions() -> None:
    s = lay({0: "brann", 1: "hob*", 2: "clemence"}, under={"hob": "charmed"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        ask(2, "react", "clemence", option="power clemence"),
    )
    assert under(s, "hob") == "charmed"


def test_ctb_10_cards_may_be_played_where_nobody_may_turn() -> None:
    s = lay({0: "fencer", 1: "ulrike* hedda"}, {0: "duel mud"})
    s.run(
        acting(0),
        plays(0, "duel"),
        aims(0, "at ulrike"),
        passes(0, "react"),
        in_melee(0, "mud"),
        aims(0, "side attack"),
    )
    assert told(s, "Attack 5", "Ulrike is killed")
    assert not is_turned(s, "hedda")


def test_ctb_14_who_has_more_than_dagmar_is_looked_at_when_it_is_her_turn_to_pay() -> None:
    """Each loses 2: in a turn of hers she pays before the richest, in his after him."""
    for turn, left in ((1, [8, 8, 9]), (2, [8, 7, 9])):
        s = lay(events="dragon", favor=(10, 9, 11), turn=turn)
        s.run(event(turn), *quiet("event", *(turn, (turn + 1) % 3, (turn + 2) % 3)))
        assert favor(s) == left


@pytest.mark.parametrize("seed", [0, 2])
def test_ctb_11_a_card_whose_player_is_late_with_a_target_does_nothing(seed: int) -> None:
    """An answer by default is fed as None; it costs the card, and the game goes on."""
    late = []
    engine = Engine(Court(), 3, {})
    dealer = Dealer(engine, dice(seed))
    engine.start()
    dealer.follow()
    while engine.outcome is None:
        step = engine.waiting
        if isinstance(step, Ask) and step.choice.kind == "aim" and not step.choice.may_pass:
            late.append(engine.number)
            engine.feed(None)
        else:
            engine.feed(decide(engine, dealer, [RandomBot()] * 3, dice(seed + len(late))))
        dealer.follow()
    assert late
    assert any("at nobody" in line.text for line in engine.table.log)
