"""The ten Spells and eight Enchantments, each by its title, and the Spellcasting Phase."""

from __future__ import annotations

import pytest

from games.court.state import keywords, rating
from games.court.terms import Ability, Keyword
from games.court.turn import unturn_phase
from games.engine.values import Seat
from tests.games.court.build import (
    acting,
    aims,
    does,
    done,
    event,
    favor,
    gives,
    in_event,
    in_melee,
    is_turned,
    lay,
    plays,
    quiet,
    state,
    told,
    under,
    who,
)
from tests.games.scenario import Line, Scenario, ask, claims, passes


def counters(seat: int, key: str) -> Line:
    """A Wizard turns."""
    return ask(seat, "counter", option=f"counter {key}")


# Spells


def test_a_thunderbolt_indoors_kills_who_has_a_combat_of_1_or_less() -> None:
    s = lay({0: "seer*  agnes", 1: "hedda odo"}, {0: "thunderbolt"})
    s.run(acting(0), plays(0, "thunderbolt"), done(0))
    assert who(s, 1) == "hedda"
    assert state(s).killed == ["odo"]


def test_puppet_strings_turn_a_character_of_a_rival_for_any_pool() -> None:
    s = lay({0: "agnes", 1: "odo"}, {0: "strings"}, events="birthday")
    s.run(event(0), in_event(0, "strings"), aims(0, "pool 0"), *quiet("event", 1, 2, 0))
    assert is_turned(s, "odo")
    assert told(s, "{0} has 4: Chancellor Odo 4", "{0} wins")


def test_twice_around_the_clock_unturns_one_or_two() -> None:
    s = lay({0: "agnes odo* brann*"}, {0: "haste"})
    s.run(acting(0), plays(0, "haste"), aims(0, "at odo"), aims(0, "at brann"), done(0))
    assert who(s, 0) == "agnes odo brann"
    s = lay({0: "agnes odo* brann*"}, {0: "haste"})
    s.run(acting(0), plays(0, "haste"), aims(0, "at odo"), passes(0, "aim"), done(0))
    assert who(s, 0) == "agnes odo brann*"


def test_a_fog_in_the_head_takes_all_tokens_that_somebody_has_brought() -> None:
    s = lay({0: "agnes", 1: "odo", 2: "anselm"}, {0: "oblivion"}, events="poets")
    s.run(
        event(1),
        gives(1, "support odo 1"),
        gives(2, "support anselm 1"),
        in_event(0, "oblivion"),
        aims(0, "at odo"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, "{1} has 4: from {2}: Bishop Anselm 4")


def test_a_becoming_light_adds_3() -> None:
    s = lay({0: "agnes"}, {0: "glamour"}, events="highwaymen")
    s.run(event(0), in_event(0, "glamour"), aims(0, "pool support"), *quiet("event", 1, 2, 0))
    assert told(s, "For it 3: from {0}: A Becoming Light 3", "succeeds", "{0} gains 2 favor")


def test_borrowed_muscles_add_4() -> None:
    s = lay({0: "fencer", 1: "corvin* agnes*", 2: "quill"}, {2: "muscles"})
    s.run(
        acting(0),
        does(0, "fight fencer"),
        aims(0, "at corvin"),
        passes(2, "react"),
        in_melee(2, "muscles"),
        aims(2, "side attack"),
    )
    assert told(
        s, "Attack 6: The Masked Fencer 2; from {2}: Borrowed Muscles 4", "Corvin is killed"
    )


def test_a_puff_of_smoke_ends_a_melee_without_a_death() -> None:
    s = lay({0: "brann", 1: "hob quill"}, {1: "vanish"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        passes(1, "react"),
        in_melee(1, "vanish"),
    )
    assert who(s, 0) == "brann*"
    assert told(s, "The Melee ends, and nobody is killed")


def test_a_voice_from_the_other_side_brings_a_discarded_character_back() -> None:
    s = lay({0: "agnes"}, {0: "seance"}, former="odo hob")
    s.run(acting(0), plays(0, "seance"), aims(0, f"card {s.card('odo')}"), done(0))
    assert who(s, 0) == "agnes odo*"
    assert s.faces("former characters") == ["hob"]


def test_a_voice_from_the_other_side_needs_an_open_slot() -> None:
    s = lay({0: "agnes odo* brann* vane* pike*"}, {0: "seance"}, former="hob")
    s.run(acting(0), plays(0, "seance", bad="no open Character slot"), done(0))


def test_a_golden_rain_gives_3_and_1_to_the_rivals() -> None:
    s = lay({0: "agnes"}, {0: "rain"})
    s.run(acting(0), plays(0, "rain"), done(0))
    assert favor(s) == [13, 11, 11]


def test_an_exchange_of_faces_swaps_two_characters_with_all_they_bear() -> None:
    s = lay({0: "agnes hob", 1: "brann* odo"}, {0: "faces"}, under={"brann": "sword"})
    s.run(acting(0), plays(0, "faces"), aims(0, "at hob"), done(0))
    assert who(s, 0) == "agnes brann*"
    assert who(s, 1) == "odo hob"
    assert under(s, "brann") == "sword"


# Enchantments


def ratings(s: Scenario, key: str) -> tuple[int, int]:
    """Politics and combat of somebody now."""
    person = state(s).people[key]
    politics = rating(state(s), person, Ability.POLITICS)
    return politics, rating(state(s), person, Ability.COMBAT)


ENCHANTED = [
    pytest.param("toad", 1, "hedda", (1, 0), None, id="Turned into a Toad"),
    pytest.param("tongue", 0, "brann", (3, 4), None, id="A Silver Tongue"),
    pytest.param("giant", 0, "brann", (1, 6), None, id="The Blood of Giants"),
    pytest.param("saint", 0, "brann", (2, 5), None, id="The Blessing of Saint Orsola"),
    pytest.param("eye", 0, "brann", (1, 4), Keyword.WIZARD, id="The Third Eye"),
    pytest.param("midas", 0, "brann", (1, 3), Keyword.WEALTHY, id="The Itch of Midas"),
    pytest.param("charmed", 0, "brann", (1, 4), None, id="A Charmed Life"),
    pytest.param("sleep", 1, "hedda", (2, 2), None, id="The Hundred-Year Nap"),
]


@pytest.mark.parametrize(("card", "seat", "bearer", "expected", "word"), ENCHANTED)
def test_each_enchantment_goes_under_somebody_and_counts(
    card: str, seat: int, bearer: str, expected: tuple[int, int], word: Keyword | None
) -> None:
    s = lay({0: "agnes brann*", 1: "hedda"}, {0: card})
    s.run(acting(0), plays(0, card), *([aims(0, f"at {bearer}")] if seat == 0 else []))
    assert under(s, bearer) == card
    assert ratings(s, bearer) == expected
    assert word is None or word in keywords(state(s).people[bearer])
    assert s.faces("attached") == [card]


def test_the_third_eye_lets_its_bearer_cast() -> None:
    s = lay({0: "brann"}, {0: "rain"}, under={"brann": "eye"})
    s.run(acting(0), plays(0, "rain"), done(0))
    assert favor(s) == [13, 11, 11]


def test_a_charmed_life_is_discarded_in_place_of_a_death() -> None:
    s = lay({0: "brann", 1: "hob*"}, under={"hob": "charmed sword"})
    s.run(acting(0), does(0, "fight brann"))
    assert who(s, 1) == "hob*"
    assert under(s, "hob") == "sword"
    assert s.faces("discards") == ["charmed"]
    assert told(s, "A Charmed Life is discarded in place of Hob")


def test_the_hundred_year_nap_outlasts_the_unturn_phase() -> None:
    s = lay({0: "brann* odo*"}, under={"brann": "sleep"})
    unturn_phase(s.table, Seat(0))
    assert who(s, 0) == "brann* odo"
    assert not is_turned(s, "cosima")


# Wizards


def test_ha_82_magic_needs_an_unturned_wizard() -> None:
    s = lay({0: "agnes* odo"}, {0: "rain toad", 1: "hat"})
    s.run(acting(0), plays(0, "rain", bad="no unturned Wizard"), done(0))


def test_hag_23_the_wizard_who_casts_does_not_turn() -> None:
    s = lay({0: "agnes"}, {0: "rain"})
    s.run(acting(0), plays(0, "rain"), done(0))
    assert not is_turned(s, "agnes")


def test_hag_23_one_counter_stops_a_spell() -> None:
    s = lay({0: "seer", 1: "agnes"}, {0: "rain"})
    s.run(acting(0), plays(0, "rain"), counters(1, "agnes"), passes(0, "counter"), done(0))
    assert favor(s) == [10, 10, 10]
    assert is_turned(s, "agnes")
    assert s.faces("discards") == ["rain"]
    assert told(s, "turns Agnes Underhill to counter A Golden Rain", "comes to nothing")


def test_hag_24_the_wizard_who_casts_may_counter_the_counter() -> None:
    s = lay({0: "seer", 1: "agnes"}, {0: "rain"})
    s.run(acting(0), plays(0, "rain"), counters(1, "agnes"), counters(0, "seer"))
    assert favor(s) == [13, 11, 11]
    assert told(s, "turns the Veiled Seer to counter the counter of {1}", "{0} gains 3")


def test_ctd_10_a_counter_answers_only_what_another_seat_played_last() -> None:
    s = lay({0: "seer", 1: "agnes quill"}, {0: "rain"})
    s.run(acting(0), plays(0, "rain"), counters(1, "agnes"), passes(0, "counter"), done(0))
    assert not is_turned(s, "quill")


def test_ctd_10_who_passed_is_asked_again_after_a_new_counter() -> None:
    s = lay({0: "seer", 1: "agnes", 2: "quill"}, {0: "rain"})
    s.run(
        acting(0),
        plays(0, "rain"),
        claims("counter", 2),  # 1 lets the Spell be
        counters(2, "quill"),
        claims("counter", 0),  # 0 and 1 may counter the counter
        counters(0, "seer"),
        passes(1, "counter"),
    )
    assert favor(s) == [13, 11, 11]


def test_ctd_10_counters_are_asked_to_the_left_of_whoever_acted_last() -> None:
    s = lay({0: "agnes", 1: "seer", 2: "quill"}, {1: "rain"}, turn=1)
    s.run(acting(1), plays(1, "rain"), claims("counter", 0, 2), counters(2, "quill"),
          claims("counter"), done(1))  # fmt: skip
    assert is_turned(s, "quill")
    assert not is_turned(s, "agnes")


def test_ctd_10_reactions_to_a_spell_come_before_the_counters() -> None:
    s = lay({0: "seer", 1: "agnes"}, {0: "rain", 2: "iron"})
    s.run(acting(0), plays(0, "rain"), ask(2, "react", "iron", option="play"), done(0))
    assert favor(s) == [10, 10, 10]
    assert not is_turned(s, "agnes")


def test_an_enchantment_can_be_countered() -> None:
    s = lay({0: "seer", 1: "agnes"}, {0: "tongue"})
    s.run(acting(0), plays(0, "tongue"), aims(0, "at seer"), counters(1, "agnes"),
          passes(0, "counter"), done(0))  # fmt: skip
    assert under(s, "seer") == ""
    assert s.faces("discards") == ["tongue"]


def test_ctd_8_a_counter_of_who_has_left_counts() -> None:
    s = lay({0: "seer", 1: "agnes", 2: "quill"}, {0: "rain"})
    s.run(
        acting(0),
        plays(0, "rain"),
        claims("counter", 1),
        counters(1, "agnes"),
        claims("counter", leaves=(1,)),
        done(0),
    )
    assert favor(s)[0] == 10
