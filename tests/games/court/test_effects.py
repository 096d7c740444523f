"""The Effects, each by its title."""

from __future__ import annotations

import pytest

from games.court.course import play_card
from games.court.state import PLAYED
from games.engine.values import Seat
from tests.games.court.build import (
    acting,
    aims,
    at_event,
    does,
    done,
    event,
    favor,
    gives,
    hand_sizes,
    helps,
    in_event,
    in_melee,
    is_turned,
    lay,
    plays,
    pool,
    quiet,
    reacts,
    state,
    told,
    who,
)
from tests.games.scenario import ask, claims, passes

# Those that start a Melee


def test_a_glove_in_the_face_lets_anyone_attack_turned_or_not() -> None:
    s = lay({0: "brann*", 1: "anselm lisbet*", 2: "odo*"}, {0: "glove"})
    s.run(acting(0), plays(0, "glove"), aims(0, "at anselm"))
    assert who(s, 1) == "lisbet*"
    assert told(s, "{0} plays A Glove in the Face with Captain Brann on Bishop Anselm of {1}.")
    assert told(s, "Captain Brann of {0} attacks Bishop Anselm of {1}: attack 4, defence 0")
    assert s.faces("discards") == ["glove"]


def test_knives_in_the_corridor_adds_2_to_the_attack() -> None:
    s = lay({0: "fencer", 1: "ulrike*"}, {0: "knives"})
    s.run(acting(0), plays(0, "knives"))
    assert told(s, "Attack 4: The Masked Fencer 2, Knives in the Corridor 2", "Fencer wins")
    assert who(s, 1) == ""


def test_a_matter_of_honour_lets_nobody_help() -> None:
    s = lay({0: "fencer brann", 1: "ulrike corvin"}, {0: "duel"})
    s.run(acting(0), plays(0, "duel"), aims(0, "at fencer"), aims(0, "at ulrike"), done(0))
    assert who(s, 0) == "brann"


def test_an_ambush_at_the_privy_needs_a_turned_victim_and_adds_3() -> None:
    s = lay({0: "hedda", 1: "corvin* anselm"}, {0: "ambush"})
    s.run(acting(0), plays(0, "ambush"))
    assert told(s, "Attack 5: Hedda 2, An Ambush at the Privy 3", "Corvin is killed")
    refused = lay({0: "hedda", 1: "hob"}, {0: "ambush"})
    refused.run(acting(0), plays(0, "ambush", bad="nobody whom it could be for"), done(0))


def test_hag_31_a_melee_card_uses_an_own_character_with_a_rating_and_turns_it() -> None:
    s = lay({0: "anselm brann", 1: "corvin*"}, {0: "glove"})
    s.run(acting(0), plays(0, "glove"), done(0))  # Bishop Anselm has no combat
    assert who(s, 0) == "anselm"
    assert told(s, "Captain Brann of {0} attacks Corvin")


# Reactions


def test_a_body_double_saves_ones_own() -> None:
    s = lay({0: "brann", 1: "hob*"}, {1: "double"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        passes(1, "react"),
        *quiet("melee", 1),
        reacts(1, "double"),
    )
    assert who(s, 1) == "hob*"
    assert s.faces("discards") == ["double"]
    assert told(s, "answers with A Body Double", "Hob lives")


def test_a_body_double_is_for_ones_own_alone() -> None:
    s = lay({0: "brann", 1: "hob*"}, {2: "double"})
    s.run(acting(0), does(0, "fight brann"), passes(2, "react"), *quiet("melee", 2))  # no more
    assert who(s, 1) == ""


def test_a_very_large_family_kills_the_killer_as_well() -> None:
    s = lay({0: "brann", 1: "hob*"}, {1: "vendetta"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        passes(1, "react"),
        *quiet("melee", 1),
        reacts(1, "vendetta"),
    )
    assert who(s, 0) == who(s, 1) == ""
    assert state(s).killed == ["hob", "brann"]
    assert told(s, "The kin of Hob come for Captain Brann.")


def test_ctd_16_whoever_is_saved_is_not_avenged() -> None:
    s = lay({0: "brann", 1: "hob*", 2: "clemence"}, {1: "vendetta"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        passes(1, "react"),
        *quiet("melee", 1),
        claims("react", 1, 2),
        reacts(1, "vendetta"),
        ask(2, "react", "clemence", option="power clemence"),
    )
    assert (who(s, 0), who(s, 1)) == ("brann*", "hob*")
    assert told(s, "Hob lives", "The kin of Hob have nobody to avenge")


def test_ctd_16_whoever_has_a_charmed_life_is_not_avenged() -> None:
    s = lay({0: "brann", 1: "hob*"}, {1: "vendetta"}, under={"hob": "charmed"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        passes(1, "react"),
        *quiet("melee", 1),
        reacts(1, "vendetta"),
    )
    assert (who(s, 0), who(s, 1)) == ("brann*", "hob*")


def test_a_very_large_family_needs_a_killer() -> None:
    s = lay({0: "seer", 1: "hob*"}, {0: "thunderbolt", 1: "vendetta"})
    s.run(
        acting(0),
        plays(0, "thunderbolt"),
        passes(1, "react"),
        reacts(1, "vendetta", bad="no killer"),
        passes(1, "react"),
        done(0),
    )
    assert who(s, 0) == "seer"


def test_they_were_in_chapel_ends_the_melee_before_it_begins() -> None:
    s = lay({0: "brann corvin", 1: "hob"}, {1: "chapel"})
    s.run(acting(0), does(0, "fight brann"), reacts(1, "chapel"), done(0))
    assert who(s, 0) == "brann* corvin"
    assert who(s, 1) == "hob"
    assert told(s, "The Melee ends, and nobody is killed")


def test_guards_guards_adds_2_to_any_defence() -> None:
    s = lay({0: "hedda", 1: "corvin", 2: "rook*"}, {0: "guards"}, turn=1)
    s.run(
        acting(1),
        does(1, "fight corvin"),
        aims(1, "at rook"),
        reacts(0, "guards"),
        *quiet("melee", 0),
    )
    assert told(
        s, "Defence 4: Rook 2; from {0}: Guards! Guards! 2", "Rook wins", "Corvin is killed"
    )


def test_objection_stops_an_effect_of_a_rival() -> None:
    s = lay({0: "goldwin*"}, {0: "accounts", 2: "objection"})
    s.run(acting(0), plays(0, "accounts"), reacts(2, "objection"))
    assert favor(s) == [10, 10, 10]
    assert sorted(map(str, s.faces("discards"))) == ["accounts", "objection"]


def test_nobody_objects_to_equipment() -> None:
    s = lay({0: "odo*"}, {0: "ring", 2: "objection"})
    s.run(acting(0), plays(0, "ring"), aims(0, "at odo"))
    assert who(s, 0) == "odo*"


def test_cold_iron_filings_stop_magic_of_a_rival() -> None:
    s = lay({0: "seer", 1: "hob"}, {0: "thunderbolt toad", 1: "iron"})
    s.run(acting(0), plays(0, "thunderbolt"), reacts(1, "iron"), plays(0, "toad"), done(0))
    assert who(s, 1) == "hob"
    assert told(s, "A Thunderbolt Indoors comes to nothing")


def test_a_second_round_of_applause_is_for_who_takes_part() -> None:
    s = lay({0: "odo", 1: "anselm"}, {0: "encore", 2: "encore"}, events="poets")
    s.run(
        event(0),
        gives(0, "support odo 0"),
        gives(1, "support anselm 1"),
        *quiet("event", 2, 0, 1),
        reacts(0, "encore"),  # Egbert takes no part, and is not asked
    )
    assert told(s, "{0} has 6: Chancellor Odo 4, A Second Round of Applause 2", "{0} wins")


def test_a_late_box_of_ballots_counts_for_either_side() -> None:
    s = lay({}, {1: "ballots"}, events="highwaymen")
    s.run(
        event(0),
        gives(0, "gift support"),
        *quiet("event", 1, 2),
        reacts(1, "ballots"),
        aims(1, "pool oppose"),
    )
    assert told(
        s,
        "Against it 2: from {1}: A Late Box of Ballots 2",
        "fails, with 2 for it and 2 against: a tie fails",
    )


# The others


def test_rent_a_crowd_adds_2_to_a_pool_that_one_may_support() -> None:
    s = lay({1: "odo"}, {0: "crowd"}, events="poets")
    s.run(
        event(1),
        gives(1, "support odo 1"),
        *quiet("event", 2),
        in_event(0, "crowd"),
        aims(0, "pool 1"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, "{1} has 6: Chancellor Odo 4; from {0}: Rent-a-Crowd 2")


def test_rent_a_crowd_supports_nobody_else_before_they_take_part() -> None:
    s = lay({}, {0: "crowd"}, events="poets")
    s.run(event(0), in_event(0, "crowd"), *quiet("event", 1, 2, 0))
    assert told(s, "Rent-a-Crowd adds 2 to {0}'s pool", "{0} wins")


def test_rotten_fruit_takes_3_tokens_away() -> None:
    s = lay({1: "odo"}, {0: "fruit"}, events="poets")
    s.run(
        event(1),
        gives(1, "support odo 1"),
        *quiet("event", 2),
        in_event(0, "fruit"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, "{1} has 1: Chancellor Odo 4; from {0}: Rotten Fruit -3")


def test_rotten_fruit_needs_a_token() -> None:
    s = lay({}, {0: "fruit"}, events="poets")
    s.run(event(0), in_event(0, "fruit", bad="no pool"), *quiet("event", 0, 1, 2))


@pytest.mark.parametrize(("number", "words"), [(1, "one token"), (2, "two tokens")])
def test_ctd_19_a_change_of_livery_moves_1_or_2_tokens(number: int, words: str) -> None:
    s = lay({1: "odo"}, {0: "livery"}, events="poets")
    s.run(
        event(1),
        gives(1, "support odo 1"),
        *quiet("event", 2),
        in_event(0, "livery"),
        aims(0, f"tokens {number}"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, f"plays A Change of Livery from {{1}}'s pool to {{0}}'s pool, {words}.")
    left = 4 - number
    assert told(s, f"{{1}} has {left}: Chancellor Odo 4; from {{0}}: A Change of Livery -{number}")
    assert told(s, f"{{0}} has {number}: A Change of Livery {number}")


def test_ctd_19_the_question_how_many_says_what_each_number_leads_to() -> None:
    s = lay({1: "odo"}, {0: "livery"}, events="poets")
    s.hold(event(1), gives(1, "support odo 1"), *quiet("event", 2), in_event(0, "livery"))
    assert [one.label for one in s.choice().options] == [
        "One token: you are then behind 1 to 3",
        "Two tokens: you then win the tie at 2 to 2",
    ]


def test_a_change_of_livery_moves_what_there_is() -> None:
    s = lay()
    at_event(s, "dragon", "support:1:1")
    (card,) = s.board(PLAYED, ["livery"])
    s.run(lambda t: play_card(t, Seat(0), card))
    assert [pool(s, name) for name in ("support", "oppose")] == [0, 1]


def test_a_sudden_attack_of_gout_turns_a_character_of_a_rival() -> None:
    s = lay({1: "odo", 2: "hob*"}, {0: "gout"})
    s.run(acting(0), plays(0, "gout"))
    assert is_turned(s, "odo")


def test_a_sudden_attack_of_gout_strikes_in_the_event_phase_too() -> None:
    s = lay({1: "odo"}, {0: "gout"}, events="poets")
    s.run(event(0), in_event(0, "gout"), *quiet("event", 1, 2, 0))
    assert is_turned(s, "odo")


def test_smelling_salts_unturn_one_of_ones_own() -> None:
    s = lay({0: "odo* brann*"}, {0: "salts"})
    s.run(acting(0), plays(0, "salts"), aims(0, "at odo"), done(0))
    assert who(s, 0) == "odo brann*"


def test_ha_58_smelling_salts_let_a_helper_help_again() -> None:
    s = lay({0: "brann", 1: "hob hedda"}, {1: "salts"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        passes(1, "react"),
        helps(1, "defence hedda"),
        in_melee(1, "salts"),
        helps(1, "defence hedda"),
    )
    assert told(s, "Defence 4: Hob 0, Hedda 2, Hedda 2", "Captain Brann is killed")


def test_mud_on_the_stairs_adds_3_to_a_side() -> None:
    s = lay({0: "fencer", 1: "corvin*"}, {0: "mud"})
    s.run(
        acting(0),
        does(0, "fight fencer"),
        passes(0, "react"),
        in_melee(0, "mud"),
        aims(0, "side attack"),
    )
    assert told(s, "{0} plays Mud on the Stairs for the attack.")
    assert told(s, "Attack 5: The Masked Fencer 2, Mud on the Stairs 3", "Corvin is killed")


def test_a_purse_left_open_takes_1_favor_and_draws() -> None:
    s = lay({}, {0: "purse"}, favor=(10, 0, 3), actions="hat")
    s.run(acting(0), plays(0, "purse"), done(0))
    assert favor(s) == [11, 0, 2]
    assert s.in_hand(0) == ["hat"]
    assert told(s, "{0} plays A Purse Left Open on {2}.")
    assert s.table.events["named 2"] == 1


def test_a_private_audience_turns_a_palace_character_for_2_favor() -> None:
    s = lay({0: "hob goldwin"}, {0: "audience"})
    s.run(acting(0), plays(0, "audience"), passes(0, "act"))
    assert favor(s) == [12, 10, 10]
    assert who(s, 0) == "hob* goldwin"


def test_creative_accounts_give_1_favor_for_each_wealthy_but_at_most_3() -> None:
    for court, gained in (("goldwin*", 1), ("goldwin* vane* odo*", 2), ("", 0)):
        s = lay({0: court}, {0: "accounts"})
        s.run(acting(0), plays(0, "accounts"))
        assert favor(s)[0] == 10 + gained
    s = lay({0: "goldwin* vane* pieter* isaura*"}, {0: "accounts"})
    s.run(acting(0), plays(0, "accounts"))
    assert favor(s)[0] == 13


def test_scandalous_memoirs_make_each_rival_discard() -> None:
    s = lay({}, {0: "memoirs sword", 1: "hat ring", 2: "fruit"})
    s.run(acting(0), plays(0, "memoirs"), claims("react"), ask(1, "discard", "hat"), done(0))
    assert hand_sizes(s) == [1, 1, 0]
    assert sorted(map(str, s.faces("discards"))) == ["fruit", "hat", "memoirs"]


def test_a_better_offer_pays_2_and_takes_a_turned_character() -> None:
    s = lay({0: "hob*", 1: "brann* odo"}, {0: "offer"})
    s.run(acting(0), plays(0, "offer"))
    assert favor(s) == [8, 12, 10]
    assert who(s, 0) == "hob* brann*"


def test_a_better_offer_has_to_be_paid() -> None:
    s = lay({0: "hob*", 1: "brann*"}, {0: "offer"}, favor=(1, 10, 10))
    s.run(acting(0), plays(0, "offer", bad="cannot pay"), done(0))


def test_hag_50_who_has_six_after_a_better_offer_discards_one_at_once() -> None:
    s = lay({0: "hob* odo* rook* vane* pike*", 1: "brann*"}, {0: "offer"})
    s.run(acting(0), plays(0, "offer"), ask(0, "part_with", option="at rook"))
    assert who(s, 0) == "hob* odo* vane* pike* brann*"
    assert s.faces("former characters") == ["rook"]


def test_the_waste_paper_basket_gives_back_a_discard() -> None:
    s = lay({}, {0: "waste sword"}, discards="hat ring")
    s.run(acting(0), plays(0, "waste"), aims(0, f"card {s.card('ring', 'discards')}"), done(0))
    assert sorted(map(str, s.in_hand(0))) == ["ring", "sword"]
    assert sorted(map(str, s.faces("discards"))) == ["hat", "waste"]
    assert not any(s.table.is_open(card) for card in s.table.zone("hand 0").cards)  # CTD-7
