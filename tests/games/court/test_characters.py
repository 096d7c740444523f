"""The Princes and the Characters, each by its title."""

from __future__ import annotations

import pytest

from games.court.affair import support_offers
from games.court.course import use_power
from games.court.deck import CATALOGUE
from games.court.drawing import draw_phase, free_draws
from games.court.state import Affair
from games.court.terms import Ability
from games.court.tokens import free_support, strength
from games.engine.values import CardId, Seat
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
    is_turned,
    lay,
    quiet,
    state,
    told,
    who,
)
from tests.games.scenario import Scenario, ask, passes

PRINTED = [
    ("Captain Brann of the Guard", "brann", 1, 4, "Fighter Palace"),
    ("Ulrike the Duellist", "ulrike", 2, 3, "Fighter Noble"),
    ("Corvin Blacktabard", "corvin", 0, 4, "Fighter"),
    ("Sir Lambert the Late", "lambert", 1, 3, "Fighter Noble"),
    ("Old Pike, Drill Sergeant", "pike", 0, 3, "Fighter Palace"),
    ("Mother Ironhand", "ironhand", 1, 3, "Fighter Clergy"),
    ("Teodora Vane, Privateer", "vane", 1, 3, "Fighter Wealthy"),
    ("The Masked Fencer", "fencer", 3, 2, "Fighter Spy"),
    ("Melchior the Star-Counter", "melchior", 3, 0, "Wizard Palace"),
    ("Agnes Underhill, Hedge Witch", "agnes", 2, 3, "Wizard"),
    ("Doctor Quill", "quill", 2, 0, "Wizard Guild"),
    ("Balthus the Singed", "balthus", 0, 3, "Wizard Fighter"),
    ("The Veiled Seer", "seer", 3, 1, "Wizard Clergy"),
    ("Lady Nightshade", "nightshade", 3, 1, "Wizard Noble"),
    ("Goldwin the Banker", "goldwin", 2, 0, "Wealthy Guild"),
    ("Ottoline, Dowager Countess", "ottoline", 4, 0, "Noble Wealthy"),
    ("Pieter, Spice Merchant", "pieter", 2, 2, "Wealthy Guild"),
    ("Baron Humbert", "humbert", 1, 3, "Noble Wealthy"),
    ("Abbot Ambrose", "ambrose", 3, 1, "Clergy Wealthy"),
    ("Duchess Isaura", "isaura", 3, 2, "Noble Wealthy"),
    ("Chancellor Odo", "odo", 4, 1, "Palace Noble"),
    ("Bishop Anselm", "anselm", 4, 0, "Clergy Palace"),
    ("Sister Clemence", "clemence", 3, 0, "Clergy"),
    ("The Grand Inquisitor", "inquisitor", 3, 1, "Clergy"),
    ("Lisbet the Chambermaid", "lisbet", 2, 1, "Palace Spy"),
    ("Fennick, Royal Cook", "fennick", 2, 1, "Palace Guild"),
    ("Jocasta the Whisperer", "jocasta", 3, 0, "Spy"),
    ("Rook, Boy on the Roof", "rook", 1, 2, "Spy"),
    ("Hob, King's Jester", "hob", 2, 0, "Palace"),
    ("Hedda, Mistress of Masons", "hedda", 3, 2, "Guild"),
]


@pytest.mark.parametrize(
    ("key", "politics", "combat", "words"),
    [pytest.param(*row[1:], id=row[0]) for row in PRINTED],
)
def test_each_character_brings_what_is_printed(
    key: str, politics: int, combat: int, words: str
) -> None:
    row = CATALOGUE.character(key)
    assert row.title == next(one[0] for one in PRINTED if one[1] == key)
    assert " ".join(row.keywords) == words
    for name, value in (("confidence", politics), ("exile", combat)):  # neither has a keyword
        s = lay({0: key})
        affair = at_event(s, name)
        assert affair.event.ability is (
            Ability.POLITICS if name == "confidence" else Ability.COMBAT
        )
        assert strength(state(s), affair, state(s).people[key]) == value


# Powers


def test_old_pike_unturns_another_fighter() -> None:
    s = lay({0: "pike brann* odo*", 1: "corvin*"})
    s.run(acting(0), does(0, "power pike"), does(0, "fight brann"))
    assert told(s, "turns Old Pike on Captain Brann", "Captain Brann is unturned")
    assert who(s, 0).startswith("pike* ")


def test_old_pike_has_nothing_to_do_without_a_turned_fighter() -> None:
    s = lay({0: "pike odo*"})
    s.run(acting(0))


def test_melchior_looks_at_the_next_event_and_may_bury_it() -> None:
    s = lay({0: "melchior"}, events="ball dragon stag")
    s.run(acting(0), does(0, "power melchior"), ask(0, "foresee", option="bury"))
    assert s.faces("events") == ["dragon", "stag", "ball"]
    assert list(s.known(0).values()) == ["ball"]
    assert not s.known(1)


def _foreseen(s: Scenario, seat: int | None = 0) -> list[tuple[str, str]]:
    """The Events that a view shows its seat alone, and where each of them lies."""
    areas = [area for area in s.view(seat).areas if area.key == "foreseen"]
    return [(card.title, card.mark) for area in areas for card in area.cards]


def test_melchior_shows_the_event_that_he_asks_about_to_who_looks() -> None:
    s = lay({0: "melchior"}, events="ball dragon stag")
    s.hold(acting(0), does(0, "power melchior"))
    assert _foreseen(s) == [("The Masked Ball", "comes next")]
    (area,) = [one for one in s.view(0).areas if one.key == "foreseen"]
    assert area.cards[0].text.startswith("A Contest of politics, Spy +2. The winner gains 2 favor")
    assert _foreseen(s, 1) == _foreseen(s, None) == []
    assert "Masked Ball" not in s.choice().prompt


def test_melchior_may_leave_it_on_top() -> None:
    s = lay({0: "melchior"}, events="ball dragon")
    s.run(acting(0), does(0, "power melchior"), ask(0, "foresee", option="keep"))
    assert s.faces("events") == ["ball", "dragon"]
    assert _foreseen(s) == [("The Masked Ball", "comes next")]


def test_an_event_that_melchior_has_buried_is_marked_as_that() -> None:
    s = lay({0: "melchior"}, events="ball dragon stag")
    s.run(acting(0), does(0, "power melchior"), ask(0, "foresee", option="bury"))
    assert _foreseen(s) == [("The Masked Ball", "comes last")]
    state(s).people["melchior"].turned = False
    s.run(acting(0), does(0, "power melchior"), ask(0, "foresee", option="bury"))
    assert s.faces("events") == ["stag", "ball", "dragon"]
    assert _foreseen(s) == [
        ("The Masked Ball", "comes as number 2"),
        ("A Dragon in the Marches", "comes last"),
    ]


def test_doctor_quill_draws_two() -> None:
    s = lay({0: "quill"}, actions="hat sword fruit")
    s.run(acting(0), does(0, "power quill"), done(0))
    assert sorted(map(str, s.in_hand(0))) == ["hat", "sword"]
    assert is_turned(s, "quill")


def test_goldwin_gains_1_favor() -> None:
    s = lay({0: "goldwin"})
    s.run(acting(0), does(0, "power goldwin"))
    assert favor(s) == [11, 10, 10]
    assert is_turned(s, "goldwin")


def test_sister_clemence_saves_anybody_who_is_about_to_be_killed() -> None:
    s = lay({0: "brann", 1: "hob", 2: "clemence"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        ask(2, "react", "clemence", option="power clemence"),
    )
    assert who(s, 1) == "hob"
    assert is_turned(s, "clemence")
    assert told(s, "Hob is about to be killed", "turns Sister Clemence to save a life", "Hob lives")


def test_the_grand_inquisitor_turns_a_character_of_a_rival() -> None:
    s = lay({0: "inquisitor", 1: "odo brann*", 2: "hob"})
    s.run(acting(0), does(0, "power inquisitor"), aims(0, "at odo"))
    assert is_turned(s, "odo")
    assert not is_turned(s, "hob")


def test_the_grand_inquisitor_turns_somebody_before_they_take_part() -> None:
    s = lay({0: "inquisitor", 1: "odo"}, events="poets")
    s.run(event(0), gives(0, "power inquisitor"), *quiet("event", 1, 2, 0))
    assert is_turned(s, "odo")
    assert told(s, "turns the Grand Inquisitor", "Chancellor Odo is turned")


def test_lisbet_makes_a_rival_discard_and_draws() -> None:
    s = lay({0: "lisbet"}, {1: "hat sword", 2: "fruit"}, actions="ring")
    s.run(
        acting(0),
        does(0, "power lisbet"),
        aims(0, "rival 1"),
        ask(1, "discard", "sword"),
        done(0),
    )
    assert hand_sizes(s) == [1, 1, 1]
    assert s.faces("discards") == ["sword"]


def test_fennick_takes_2_tokens_away() -> None:
    s = lay({0: "fennick", 1: "odo"}, events="poets")
    s.run(
        event(0),
        *quiet("event", 0),
        gives(1, "support odo 1"),
        *quiet("event", 2),
        gives(0, "power fennick"),
        *quiet("event", 1, 2, 0),
    )
    assert told(
        s, "Fennick takes 2 from {1}'s pool", "{1} has 2: Chancellor Odo 4; from {0}: Fennick -2"
    )


@pytest.mark.parametrize("number", [1, 2])
def test_ctd_19_jocasta_moves_1_or_2_tokens_to_a_pool_that_she_may_support(number: int) -> None:
    s = lay({0: "jocasta", 1: "odo"}, events="poets")
    s.run(
        event(1),
        gives(1, "support odo 1"),
        *quiet("event", 2),
        gives(0, "power jocasta"),
        aims(0, f"tokens {number}"),
        *quiet("event", 1, 2, 0),
    )
    assert told(s, f"{{0}} has {number}: Jocasta {number}")
    assert told(s, f"{{1}} has {4 - number}: Chancellor Odo 4; from {{0}}: Jocasta -{number}")


def test_ctd_19_jocasta_is_asked_for_no_number_where_there_is_one_token() -> None:
    s = lay({0: "jocasta"}, princes=("cosima*", "dagmar*", "egbert*"))
    affair = at_event(s, "poets", "1:1:1")
    s.run(lambda t: use_power(t, Seat(0), "jocasta"))
    assert [(one.pool, one.amount) for one in affair.stakes[1:]] == [("1", -1), ("0", 1)]


def test_rook_takes_1_favor_from_a_rival() -> None:
    s = lay({0: "rook"}, favor=(10, 0, 5))
    s.run(acting(0), does(0, "power rook"))  # Dagmar has none: there is one rival to choose
    assert favor(s) == [11, 0, 4]


def test_hob_makes_a_joke_of_an_effect_of_a_rival() -> None:
    s = lay({0: "odo", 1: "hob"}, {0: "accounts"})
    s.run(
        acting(0),
        ask(0, "act", "accounts", option="play"),
        ask(1, "react", "hob", option="power hob"),
        done(0),
    )
    assert favor(s) == [10, 10, 10]
    assert is_turned(s, "hob")
    assert told(s, "plays Creative Accounts", "turns Hob", "comes to nothing")


def test_hob_does_not_laugh_at_his_own_side() -> None:
    s = lay({0: "hob* odo", 1: "brann"}, {1: "accounts"}, turn=1)
    s.run(acting(1), ask(1, "act", "accounts", option="play"), done(1))
    assert told(s, "gains no favor")


# The Princes


def test_aurelio_the_adored_gives_another_prince_3_for_free() -> None:
    s = lay(princes=("aurelio", "bertram", "cosima"))
    affair = at_event(s, "birthday")
    assert [free_support(state(s), affair, Seat(0), pool) for pool in "012"] == [2, 3, 3]
    assert [free_support(state(s), affair, Seat(1), pool) for pool in "012"] == [2, 2, 2]
    challenge = Affair(at_event(s, "dragon").event, CardId(0))
    assert free_support(state(s), challenge, Seat(0), "support") == 2


def test_bertram_the_stout_adds_1_to_the_defence() -> None:
    s = lay({0: "hedda", 1: "fencer"}, princes=("bertram", "cosima", "dagmar"), turn=1)
    s.run(acting(1), does(1, "fight fencer"))
    assert told(s, "attack 2, defence 3 (Hedda 2, Bertram 1)", "Defence 3", "Hedda wins")


def test_cosima_the_learned_draws_one_card_more() -> None:
    full = "odo brann hob rook hedda"
    s = lay({0: full}, actions="hat sword ring", princes=("cosima", "dagmar", "egbert"))
    s.run(
        lambda t: draw_phase(t, Seat(0)),
        ask(0, "draw", option="action"),
        ask(0, "draw", option="action"),
        passes(0, "draw"),
    )
    assert s.in_hand(0) == ["hat", "sword"]
    assert not is_turned(s, "cosima")


@pytest.mark.parametrize(("seats", "draws"), [(3, 2), (4, 2), (5, 1)])
def test_cosima_draws_no_more_than_others_where_all_five_princes_are(
    seats: int, draws: int
) -> None:
    princes = ("cosima", "dagmar", "egbert", "bertram", "aurelio")[:seats]
    s = lay(seats=seats, princes=princes)
    assert free_draws(s.table, Seat(0)) == draws
    assert all(free_draws(s.table, Seat(one)) == 1 for one in range(1, seats))


def test_cosima_draws_no_more_though_one_of_five_has_left() -> None:
    s = lay(seats=5, princes=("cosima", "dagmar", "egbert", "bertram", "aurelio"))
    s.table.leave([Seat(2)])
    assert free_draws(s.table, Seat(0)) == 1


def test_dagmar_the_frugal_loses_1_less_to_events_while_somebody_has_more() -> None:
    s = lay({2: "rook"}, events="dragon question", favor=(10, 10, 13), turn=2)
    s.run(event(2), *quiet("event", 2, 0, 1))
    assert favor(s) == [8, 9, 11]  # a Challenge, in which Egbert loses first and still has more
    s.run(event(2), *quiet("event", 2, 0, 1))
    assert favor(s) == [12, 9, 9]  # a Contest, which Egbert loses
    s = lay({2: "rook"}, events="question", princes=("cosima*", "bertram*", "dagmar*"), turn=2)
    s.run(event(2), *quiet("event", 2, 1, 0))
    assert favor(s) == [10, 14, 9]  # a Contest, which she loses
    s.run(acting(2), does(2, "power rook"), aims(2, "rival 1"))
    assert favor(s) == [10, 13, 10]


def test_ctd_17_nobody_who_has_left_has_more_than_dagmar() -> None:
    s = lay(events="dragon", favor=(8, 10, 13, 9), seats=4, turn=0)
    s.table.leave([Seat(2)])
    s.run(event(0), *quiet("event", 0, 1, 3))
    assert favor(s) == [6, 8, 13, 7]  # Egbert, who has 13, has left


def test_dagmar_loses_all_of_it_if_nobody_has_more_and_to_what_is_no_event() -> None:
    s = lay(events="dragon", favor=(10, 10, 10), turn=2)
    s.run(event(2), *quiet("event", 2, 0, 1))
    assert favor(s) == [8, 8, 8]
    s = lay({0: "rook"}, favor=(10, 9, 0))
    s.run(acting(0), does(0, "power rook"))
    assert favor(s) == [11, 8, 0]


def test_egbert_the_unloved_draws_a_card_when_he_loses_a_contest() -> None:
    s = lay(events="manoeuvres", actions="hat sword fruit")
    s.run(event(0), gives(0, "gift 0"), gives(1, "gift 1"), *quiet("event", 2))
    assert hand_sizes(s) == [0, 0, 1]
    assert told(s, "{2} loses it", "Egbert blames the weather")


def test_ha_7_nothing_discards_or_kills_a_prince() -> None:
    s = lay({0: "brann seer"}, {0: "thunderbolt glove"})
    for card in ("thunderbolt", "glove"):
        s.run(
            acting(0),
            ask(0, "act", card, option="play", bad="nobody whom it could be for"),
            done(0),
        )


def test_ctd_15_a_prince_keeps_to_the_keywords_of_an_event_when_it_turns() -> None:
    s = lay(princes=("cosima", "dagmar", "egbert"))
    affair = at_event(s, "brawl")
    assert not is_turned(s, "cosima")
    assert strength(state(s), affair, state(s).people["cosima"]) == 0
    options = support_offers(s.table, affair, Seat(0))
    assert [one.option.key for one in options] == ["gift 0"]
