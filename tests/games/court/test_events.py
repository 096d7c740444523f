"""The Contests and Challenges, each by its title: what they ask for and bring."""

from __future__ import annotations

import pytest

from games.court.affair import decide_challenge, decide_contest
from games.court.state import rating
from games.court.terms import Ability
from games.court.turn import take_turn
from games.court.words import kind_of
from games.engine.table import Table
from games.engine.values import Seat
from tests.games.court.build import (
    at_event,
    event,
    favor,
    gives,
    hand_sizes,
    lay,
    quiet,
    state,
    told,
    under,
    who,
)
from tests.games.scenario import Line, Scenario, ask, passes

KINDS = [
    ("birthday", "The King's Birthday", "a Mandatory Contest of politics"),
    ("question", "The Succession Question", "a Mandatory Contest of politics"),
    ("oaths", "The Swearing of Oaths", "a Mandatory Contest of politics, Clergy +1"),
    ("ball", "The Masked Ball", "a Contest of politics, Spy +2"),
    ("taxes", "The Right to Farm Taxes", "a Money Contest of politics"),
    ("cathedral", "A Roof for the Cathedral", "a Money Contest of politics, Guild +2"),
    ("poets", "The War of the Poets", "a Contest of politics, not Fighter"),
    ("seal", "The Keeper of the Seal", "a Contest of politics"),
    ("lists", "The Great Tournament", "a Contest of combat, Fighter +1"),
    ("manoeuvres", "The Autumn Manoeuvres", "a Mandatory Contest of combat"),
    ("muster", "The Muster Roll", "a Mandatory Money Contest of combat"),
    ("dawn", "Swords at Dawn", "a Contest of combat, Noble only"),
    ("stag", "The Hunt for the White Stag", "a Contest of combat, Noble +1"),
    ("brawl", "The Kitchen Brawl", "a Contest of combat, not Noble"),
    ("cellar", "A Raid on the Wine Cellar", "a Contest of combat, Spy +1"),
    ("inquisition", "The Inquisition Calls", "a Challenge of politics, Clergy +1"),
    ("levy", "A Levy on Windows", "a Money Challenge of politics"),
    ("marriage", "The Foreign Marriage", "a Challenge of politics, Noble +1"),
    ("confidence", "A Vote of No Confidence", "a Challenge of politics"),
    ("university", "A University is Founded", "a Challenge of politics"),
    ("whispers", "The Edict against Whispering", "a Challenge of politics"),
    ("treasurer", "The Trial of the Treasurer", "a Money Challenge of politics, not Clergy"),
    ("jailbreak", "A Jailbreak at the Marshalsea", "a Challenge of combat"),
    ("dragon", "A Dragon in the Marches", "a Challenge of combat, Fighter +1"),
    ("revolt", "The Bread Revolt", "a Challenge of combat, not Noble"),
    ("border", "A Quarrel over the Border", "a Challenge of combat"),
    ("highwaymen", "Highwaymen on the Coin Road", "a Money Challenge of combat"),
    ("exile", "Drums for an Exile", "a Challenge of combat"),
    ("curfew", "The Palace Curfew", "a Challenge of combat, Fighter only"),
    ("hostage", "The Envoy's Hostage", "a Challenge of combat"),
]


@pytest.mark.parametrize(("key", "title", "kind"), [pytest.param(*row, id=row[1]) for row in KINDS])
def test_what_each_event_is(key: str, title: str, kind: str) -> None:
    shown = at_event(lay(), key).event
    assert shown.title == title
    assert kind_of(shown) == kind


# Contests: Cosima has 5 tokens, Egbert 2, Dagmar none


def contest(key: str, s: Scenario, *script: Line, pools: str = "0:5 2:2") -> Scenario:
    affair = at_event(s, key, pools)

    async def decide(t: Table) -> None:
        await decide_contest(t, affair, Seat(0))

    s.run(decide, *script)
    return s


FAVOR_CONTESTS = [
    pytest.param("taxes", [14, 10, 8], id="The Right to Farm Taxes"),
    pytest.param("cathedral", [13, 10, 10], id="A Roof for the Cathedral"),
    pytest.param("poets", [13, 10, 9], id="The War of the Poets"),
    pytest.param("lists", [13, 10, 9], id="The Great Tournament"),
    pytest.param("brawl", [12, 10, 9], id="The Kitchen Brawl"),
    pytest.param("ball", [12, 10, 10], id="The Masked Ball"),
    pytest.param("cellar", [10, 10, 10], id="A Raid on the Wine Cellar"),
    pytest.param("dawn", [13, 10, 10], id="Swords at Dawn"),
    pytest.param("seal", [11, 10, 10], id="The Keeper of the Seal"),
    pytest.param("stag", [11, 10, 10], id="The Hunt for the White Stag"),
]


@pytest.mark.parametrize(("key", "expected"), FAVOR_CONTESTS)
def test_the_favor_of_each_contest(key: str, expected: list[int]) -> None:
    assert favor(contest(key, lay())) == expected


MANDATORY = [  # here Dagmar, who has nothing, loses, 1 less than others would
    pytest.param("birthday", [13, 10, 10], id="The King's Birthday"),
    pytest.param("question", [14, 9, 10], id="The Succession Question"),
    pytest.param("oaths", [12, 10, 10], id="The Swearing of Oaths"),
    pytest.param("manoeuvres", [13, 10, 10], id="The Autumn Manoeuvres"),
    pytest.param("muster", [12, 10, 10], id="The Muster Roll"),
]


@pytest.mark.parametrize(("key", "expected"), MANDATORY)
def test_the_favor_of_each_mandatory_contest(key: str, expected: list[int]) -> None:
    assert favor(contest(key, lay())) == expected


@pytest.mark.parametrize("key", ["birthday", "manoeuvres", "muster"])
def test_who_loses_a_mandatory_contest_loses_1(key: str) -> None:
    assert favor(contest(key, lay(), pools="0:5 1:3"))[2] == 9


def test_the_swearing_of_oaths_unturns_the_winners_characters() -> None:
    s = contest("oaths", lay({0: "odo* brann*"}, {1: "hat"}))
    assert who(s, 0) == "odo brann"
    assert hand_sizes(s) == [0, 0, 0]


def test_the_masked_ball_moves_cards() -> None:
    s = lay({}, {2: "hat sword fruit"}, actions="ring")
    contest("ball", s, ask(2, "discard", "hat", "fruit"))
    assert hand_sizes(s) == [
        1,
        0,
        2,
    ]  # and one for Egbert, who takes back some of what he threw away


def test_the_muster_roll_draws_a_card() -> None:
    assert hand_sizes(contest("muster", lay(actions="hat ring")))[0] == 1


def test_a_raid_on_the_wine_cellar_draws_three() -> None:
    s = contest("cellar", lay({}, {2: "hat"}, actions="ring sword axe fruit"))
    assert hand_sizes(s)[0] == 3
    assert told(s, "{2} discards A Ridiculous Hat")


def test_swords_at_dawn_cost_the_loser_a_character() -> None:
    s = lay({2: "odo brann"})
    contest("dawn", s, ask(2, "part_with", option="at odo"))
    assert who(s, 2) == "brann"
    assert s.faces("former characters") == ["odo"]


@pytest.mark.parametrize(
    ("key", "ability", "value"),
    [
        pytest.param("seal", Ability.POLITICS, 6, id="The Keeper of the Seal"),
        pytest.param("stag", Ability.COMBAT, 3, id="The Hunt for the White Stag"),
    ],
)
def test_ha_27_a_lasting_event_goes_under_one_who_took_part(
    key: str, ability: Ability, value: int
) -> None:
    s = lay({0: "odo hob lisbet"})
    contest(key, s, ask(0, "honour", option="at odo"), pools="0:4:odo 0:2:hob 2:1")
    assert under(s, "odo") == key
    assert rating(state(s), state(s).people["odo"], ability) == value
    assert s.faces("attached") == [key]


def test_ha_27_a_winner_without_a_character_who_took_part_gets_the_favor_alone() -> None:
    s = contest("seal", lay({0: "odo"}))
    assert favor(s)[0] == 11
    assert under(s, "odo") == ""


# Challenges: Cosima gives 5, Dagmar 1, both for it; Egbert gives 4 against


def challenge(
    key: str,
    s: Scenario,
    *script: Line,
    pools: str = "support:5:0 support:1:1 oppose:4:2",
    subject: str = "",
    current: int = 0,
) -> Scenario:
    affair = at_event(s, key, pools, subject)

    async def decide(t: Table) -> None:
        await decide_challenge(t, affair, Seat(current))

    s.run(decide, *script)
    return s


AGAINST = "support:2:0 support:1:1 oppose:4:2"

CHALLENGES = [
    pytest.param("levy", [12, 10, 10], [10, 10, 12], id="A Levy on Windows"),
    pytest.param("marriage", [10, 10, 10], [10, 10, 12], id="The Foreign Marriage"),
    pytest.param("confidence", [8, 10, 10], [9, 10, 10], id="A Vote of No Confidence"),
    pytest.param("university", [12, 10, 10], [10, 10, 10], id="A University is Founded"),
    pytest.param("whispers", [12, 10, 10], [10, 10, 12], id="The Edict against Whispering"),
    pytest.param("treasurer", [12, 10, 10], [9, 9, 10], id="The Trial of the Treasurer"),
    pytest.param("jailbreak", [11, 11, 10], [10, 10, 11], id="A Jailbreak at the Marshalsea"),
    pytest.param("dragon", [14, 10, 10], [8, 8, 8], id="A Dragon in the Marches"),
    pytest.param("revolt", [8, 10, 12], [10, 10, 12], id="The Bread Revolt"),
    pytest.param("border", [13, 10, 10], [9, 9, 10], id="A Quarrel over the Border"),
    pytest.param("highwaymen", [12, 10, 10], [8, 10, 11], id="Highwaymen on the Coin Road"),
    pytest.param("exile", [12, 10, 10], [10, 10, 12], id="Drums for an Exile"),
    pytest.param("curfew", [12, 10, 10], [10, 10, 11], id="The Palace Curfew"),
    pytest.param("hostage", [12, 12, 10], [10, 10, 10], id="The Envoy's Hostage"),
    pytest.param("inquisition", [10, 10, 10], [9, 10, 10], id="The Inquisition Calls"),
]


@pytest.mark.parametrize(("key", "passed", "failed"), CHALLENGES)
def test_the_favor_of_each_challenge(key: str, passed: list[int], failed: list[int]) -> None:
    assert favor(challenge(key, lay())) == passed
    assert favor(challenge(key, lay(), pools=AGAINST)) == failed


def test_the_inquisition_kills_the_accused() -> None:
    s = challenge("inquisition", lay({1: "odo hob"}), subject="odo")
    assert who(s, 1) == "hob"
    assert state(s).killed == ["odo"]


def test_drums_for_an_exile_discard_the_named() -> None:
    s = challenge("exile", lay({1: "odo hob"}), subject="odo")
    assert who(s, 1) == "hob"
    assert s.faces("former characters") == ["odo"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        pytest.param("university", [4, 3], id="A University is Founded"),
        pytest.param("whispers", [3, 2], id="The Edict against Whispering"),
    ],
)
def test_ha_27_an_event_for_several_lies_in_the_middle(key: str, expected: list[int]) -> None:
    s = challenge(key, lay({0: "melchior", 1: "jocasta"}))
    people = [state(s).people[name] for name in ("melchior", "jocasta")]
    assert [rating(state(s), one, Ability.POLITICS) for one in people] == expected
    assert s.faces("lasting") == [key]


def test_a_university_that_fails_gives_the_strongest_opponent_three_cards() -> None:
    s = challenge("university", lay(actions="hat ring sword axe"), pools=AGAINST)
    assert hand_sizes(s) == [0, 0, 3]


def test_a_jailbreak_unturns_the_characters_of_each_supporter() -> None:
    s = challenge("jailbreak", lay({0: "odo*", 1: "hob*", 2: "rook*"}))
    assert [who(s, seat) for seat in range(3)] == ["odo", "hob", "rook*"]


def test_a_quarrel_over_the_border_costs_who_stayed_at_home() -> None:
    s = challenge("border", lay(), pools="support:5:0")
    assert favor(s) == [13, 10, 9]  # Dagmar loses 1 less


def test_the_palace_curfew_turns_every_palace_character() -> None:
    s = challenge("curfew", lay({0: "odo hedda", 2: "hob"}))
    assert [who(s, seat) for seat in (0, 2)] == ["odo* hedda", "hob*"]


def test_a_palace_curfew_that_fails_gives_the_strongest_opponent_a_card() -> None:
    s = challenge("curfew", lay(actions="hat ring sword"), pools=AGAINST)
    assert hand_sizes(s) == [0, 0, 1]


@pytest.mark.parametrize(
    ("key", "court", "pools", "expected"),
    [
        pytest.param("levy", "isaura vane goldwin", "support:5:0", [12, 10, 8], id="levy"),
        pytest.param("treasurer", "isaura vane", AGAINST, [9, 9, 12], id="treasurer"),
        pytest.param("marriage", "odo isaura", "support:5:2", [10, 10, 12], id="marriage"),
        pytest.param(
            "marriage", "odo isaura lambert ulrike", "support:5:2", [10, 10, 13], id="at most 3"
        ),
    ],
)
def test_some_challenges_count_the_characters_with_a_keyword(
    key: str, court: str, pools: str, expected: list[int]
) -> None:
    assert favor(challenge(key, lay({2: court}), pools=pools)) == expected


def test_dagmar_pays_1_less_for_two_windows_and_nothing_for_a_single_one() -> None:
    for court, left in (("isaura", 10), ("isaura vane", 9), ("isaura vane goldwin", 9)):
        assert favor(challenge("levy", lay({1: court}), pools="support:5:0"))[1] == left


@pytest.mark.parametrize(
    ("key", "title", "tokens"),
    [
        pytest.param("dragon", "A Dragon in the Marches", 9, id="A Dragon in the Marches"),
        pytest.param("border", "A Quarrel over the Border", 9, id="A Quarrel over the Border"),
        pytest.param("hostage", "The Envoy's Hostage", 6, id="The Envoy's Hostage"),
    ],
)
def test_some_challenges_oppose_themselves(key: str, title: str, tokens: int) -> None:
    s = lay(events=key)
    s.run(event(0), *quiet("event", 0, 1, 2))
    assert told(
        s,
        f"{title} begins with {tokens} tokens against it",
        f"Against it {tokens}: {title} {tokens}",
        f"{title} fails, with 0 for it and {tokens} against",
    )


def test_ctb_13_who_has_left_is_not_counted_where_a_challenge_opposes_itself() -> None:
    s = lay({0: "odo"}, events="dragon revolt", actions="hat", turn=None)
    s.run(
        lambda t: take_turn(t, Seat(0)),
        passes(0, "draw", leaves=(0,)),
        *quiet("event", 1, 2),
    )
    assert told(s, "A Dragon in the Marches begins with 6 tokens against it")


def test_the_envoys_hostage_costs_the_strongest_supporter_a_character() -> None:
    s = lay({0: "odo hob", 1: "rook"})
    challenge("hostage", s, ask(0, "part_with", option="at hob"), pools=AGAINST)
    assert [who(s, seat) for seat in (0, 1)] == ["odo", "rook"]


# What the current player is asked (HA-62)


def test_ha_62_the_current_player_names_whom_the_inquisition_is_for() -> None:
    s = lay({0: "anselm", 1: "odo", 2: "hob"}, events="inquisition")
    s.run(
        event(0),
        ask(0, "subject", option="at odo"),
        gives(0, "support anselm support"),
        *quiet("event", 1, 2, 0),
    )
    assert state(s).killed == ["odo"]
    assert told(
        s, "{0} names Chancellor Odo of {1}", "For it 5: from {0}: Bishop Anselm 5", "succeeds"
    )


def test_ctd_8_a_choice_goes_to_the_next_clockwise_when_the_current_player_leaves() -> None:
    s = lay({0: "anselm", 1: "odo", 2: "hob"}, events="inquisition")
    s.run(
        event(0),
        ask(0, "subject", option="at odo", leaves=(0,)),
        ask(1, "subject", option="at hob"),
        *quiet("event", 1, 2),
    )
    assert told(s, "{1} names Hob", "fails")
