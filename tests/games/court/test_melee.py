"""A Melee (HA-55 to HA-61, HAG-29 to HAG-34, CTD-11)."""

from __future__ import annotations

import pytest

from games.court.course import play_card
from games.court.melee import help_offers
from games.court.people import leave_play
from games.court.state import Stake
from games.court.tokens import attack, defence
from games.engine.steps import Ask
from games.engine.values import Seat
from tests.games.court.build import (
    acting,
    aims,
    bout,
    does,
    done,
    helps,
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
from tests.games.scenario import Line, Scenario, ask, claims, passes


def options(s: Scenario, seat: int) -> list[str]:
    fight = state(s).bout
    assert fight is not None
    return [one.option.key for one in help_offers(s.table, fight, Seat(seat))]


def test_ha_55_and_ha_56_a_fighter_turns_and_both_begin_with_their_combat() -> None:
    s = lay({0: "brann", 1: "ulrike*"})
    s.run(acting(0), does(0, "fight brann"))
    assert is_turned(s, "brann")
    assert told(s, "attack 4, defence 3", "Ulrike is killed and out of the game")


def test_ha_55_a_fighter_who_is_no_fighter_starts_nothing() -> None:
    s = lay({0: "hedda", 1: "hob"}, discards="hat")
    s.run(
        acting(0), ask(0, "act", "hedda", option="fight hedda", bad="one of the options"), done(0)
    )


def test_hag_31_a_turned_fighter_starts_nothing() -> None:
    s = lay({0: "brann*", 1: "hob"})
    s.run(acting(0))
    assert state(s).killed == []


def test_hag_30_nobody_attacks_a_prince_or_ones_own() -> None:
    s = lay({0: "brann odo"}, discards="hat")
    s.run(
        acting(0), ask(0, "act", "brann", option="fight brann", bad="one of the options"), done(0)
    )


def test_hag_30_a_turned_character_may_be_attacked() -> None:
    s = lay({0: "brann", 1: "hob* odo", 2: "rook*"})
    s.run(acting(0), does(0, "fight brann"), aims(0, "at hob"), *quiet("melee", 1))
    assert who(s, 1) == "odo"


def test_ha_57_the_player_of_the_attacked_begins() -> None:
    s = lay({0: "brann corvin", 1: "rook hedda", 2: "vane*"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        *quiet("melee", 1, 0),
        done(0),
    )
    assert [step.seat for step in s.steps if isinstance(step, Ask)][2:4] == [1, 0]


def test_ha_59_the_last_to_pass_is_told_that_it_ends() -> None:
    s = lay({0: "brann corvin", 1: "rook hedda", 2: "vane ironhand"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        *quiet("melee", 1, 2),
        helps(0, "attack corvin"),
        passes(1, "melee"),
        helps(2, "defence vane"),
        *quiet("melee", 1, 2),
    )
    choices = [step.choice for step in s.steps if isinstance(step, Ask)]
    ends = ["If you pass too, it ends." in one.prompt for one in choices if one.kind == "melee"]
    assert ends == [False, False, True, False, False, False, True]


def test_ha_57_a_character_may_turn_for_either_side() -> None:
    s = lay({0: "brann corvin", 1: "rook hedda", 2: "vane ironhand"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        helps(1, "defence hedda"),
        helps(2, "attack vane"),
        helps(0, "attack corvin"),
        helps(2, "defence ironhand"),
    )
    assert told(s, "Attack 11: Captain Brann 4, Corvin 4; from {2}: Teodora Vane 3")
    assert told(s, "Defence 7: Rook 2, Hedda 2; from {2}: Mother Ironhand 3", "Captain Brann wins")


def test_ctd_11_neither_the_attacked_nor_the_attacker_nor_a_prince_helps() -> None:
    s = lay({0: "brann corvin", 1: "rook hedda"}, princes=("cosima", "dagmar", "egbert"))
    bout(s, "brann", "rook")
    assert options(s, 0) == ["defence corvin", "attack corvin"]
    assert options(s, 1) == ["defence hedda", "attack hedda"]
    assert options(s, 2) == []


def test_hag_32_a_rating_of_1_is_needed_to_help() -> None:
    s = lay({0: "brann", 1: "rook anselm"})
    bout(s, "brann", "rook")
    assert options(s, 1) == []


@pytest.mark.parametrize(
    ("attacker", "defender", "dead"),
    [
        pytest.param("brann", "ulrike", "ulrike", id="the attack is greater"),
        pytest.param("ulrike", "brann", "ulrike", id="the defence is greater"),
        pytest.param("corvin", "brann", "corvin", id="a tie is the defender's"),
    ],
)
def test_ha_60_who_is_killed(attacker: str, defender: str, dead: str) -> None:
    s = lay({0: attacker, 1: f"{defender}*"})
    s.run(acting(0), does(0, f"fight {attacker}"))
    assert state(s).killed == [dead]
    assert dead not in s.faces("former characters")  # HA-78


def test_ha_61_the_actions_phase_goes_on_and_hag_29_another_melee_may_follow() -> None:
    s = lay({0: "brann corvin", 1: "hob* ambrose*"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at hob"),
        passes(0, "melee"),
        does(0, "fight corvin"),
    )
    assert who(s, 1) == ""
    assert state(s).bout is None


def test_hag_29_no_second_melee_inside_one() -> None:
    s = lay({0: "brann", 1: "rook* hob*"}, {1: "glove"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        passes(1, "react"),
        in_melee(1, "glove", bad="a Melee is going on"),
        passes(1, "melee"),
        passes(1, "react"),
    )


def test_ctd_11_cards_marked_action_may_be_played_in_a_melee() -> None:
    s = lay({0: "brann", 1: "rook* hob*"}, {1: "axe petticoat"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        passes(1, "react"),
        in_melee(1, "axe"),
        aims(1, "at rook"),
        in_melee(1, "petticoat"),
        aims(1, "at rook"),
    )
    assert under(s, "hob") == ""
    assert told(s, "goes under Rook and adds 2 to the defence: attack 4, defence 4")  # CTD-18
    assert told(s, "goes under Rook and adds 2 to the defence: attack 4, defence 6")
    assert told(s, "Defence 6: Rook 2, Great-Grandfather's Axe 2, A Chainmail Petticoat 2.")
    assert state(s).killed == ["brann"]


@pytest.mark.parametrize(
    ("seat", "card", "target", "stands"),
    [
        pytest.param(0, "sword", "brann", (7, 4), id="the attacker"),
        pytest.param(1, "giant", "ulrike", (6, 6), id="the attacked"),
        pytest.param(0, "sword", "corvin", (7, 4), id="who helps"),
        pytest.param(0, "petticoat", "brann", (6, 4), id="a bonus to the defence of the attacker"),
        pytest.param(1, "petticoat", "agnes", (6, 4), id="who keeps out of it"),
        pytest.param(1, "boots", "brann", (6, 4), id="what weakens takes no token away"),
    ],
)
def test_ctd_18_a_combat_bonus_laid_in_a_melee_counts_in_it(
    seat: int, card: str, target: str, stands: tuple[int, int]
) -> None:
    """HAG-34 holds for what takes tokens away."""
    s = lay({0: "brann* corvin*", 1: "ulrike* agnes"})
    fight = bout(s, "brann", "ulrike")
    fight.stakes += [Stake("attack", 4, Seat(0), "Captain Brann", "brann")]
    fight.stakes += [Stake("attack", 2, Seat(0), "Corvin", "corvin")]
    fight.stakes += [Stake("defence", 4, Seat(1), "Ulrike", "ulrike")]
    (played,) = s.board("played", [card])
    s.run(lambda t: play_card(t, Seat(seat), played), aims(seat, f"at {target}"))
    assert (attack(fight), defence(fight)) == stands


def test_ctd_18_a_bonus_goes_with_the_helper_who_bears_it() -> None:
    s = lay({0: "brann* corvin*", 1: "ulrike*"})
    fight = bout(s, "brann", "ulrike")
    fight.stakes += [Stake("attack", 4, Seat(0), "Corvin", "corvin")]
    (played,) = s.board("played", ["sword"])
    s.run(lambda t: play_card(t, Seat(0), played), aims(0, "at corvin"))
    assert attack(fight) == 5
    s.setup(lambda t: leave_play(t, state(s).people["corvin"]))
    assert attack(fight) == 0


def test_ctd_18_an_option_says_what_the_bonus_leads_to() -> None:
    s = lay({0: "brann* corvin*", 1: "ulrike*"})
    fight = bout(s, "brann", "ulrike")
    fight.stakes += [Stake("defence", 3, Seat(1), "Ulrike", "ulrike")]
    (played,) = s.board("played", ["sword"])
    s.hold(lambda t: play_card(t, Seat(0), played))
    labels = {one.key: one.label for one in s.choice().options}
    ends = "attack 1, defence 3, Ulrike would kill Captain Brann"
    assert labels["at brann"] == f"Your Captain Brann (1/4, turned): {ends}"
    assert labels["at corvin"] == "Your Corvin (0/4, turned)"


@pytest.mark.parametrize(
    ("card", "court", "script"),
    [
        pytest.param("offer", "brann", [], id="A Better Offer"),
        pytest.param(
            "faces", "brann agnes corvin*", [aims(0, "at corvin")], id="An Exchange of Faces"
        ),
    ],
)
def test_ctd_18_where_both_come_to_serve_one_prince_the_melee_ends_and_nobody_dies(
    card: str, court: str, script: list[Line]
) -> None:
    s = lay({0: court, 1: "rook*"}, {0: card})
    s.hold(acting(0), does(0, "fight brann"), passes(0, "react"), in_melee(0, card), *script)
    assert state(s).bout is None
    assert state(s).people["rook"].seat == state(s).people["brann"].seat == 0
    assert state(s).killed == []
    assert told(
        s, "Captain Brann and Rook both serve {0} now: the Melee ends, and nobody is killed."
    )


def test_the_sums_of_a_melee_are_told_with_the_attack() -> None:
    s = lay(
        {0: "brann", 1: "odo*"},
        {0: "knives"},
        princes=("cosima*", "bertram*", "egbert*"),
        under={"odo": "petticoat"},
    )
    s.run(acting(0), plays(0, "knives"))
    assert told(
        s,
        "Captain Brann of {0} attacks Chancellor Odo of {1}: attack 6 (Captain Brann 4,"
        " Knives in the Corridor 2), defence 4 (Chancellor Odo 1, A Chainmail Petticoat 2,"
        " Bertram 1).",
    )


def test_what_comes_to_a_melee_is_told_with_what_it_comes_to() -> None:
    s = lay({0: "brann", 1: "odo*"}, {0: "mud", 1: "guards"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        claims("react", 1),
        reacts(1, "guards"),
        in_melee(0, "mud"),
        aims(0, "side attack"),
    )
    assert told(s, "Guards! Guards! adds 2 to the defence: attack 4, defence 3.")
    assert told(s, "Mud on the Stairs adds 3 to the attack: attack 7, defence 3.")


def test_hag_33_the_melee_ends_without_a_kill_when_one_of_the_two_is_gone() -> None:
    s = lay({0: "vane corvin*", 1: "rook* agnes"}, {1: "thunderbolt"}, under={"vane": "boots"})
    s.run(
        acting(0),
        does(0, "fight vane"),
        aims(0, "at rook"),
        passes(1, "react"),
        in_melee(1, "thunderbolt"),
    )
    assert state(s).killed == ["vane"]
    assert told(s, "The Melee ends, and nobody is killed")


def test_hag_34_the_tokens_of_a_helper_who_is_killed_go() -> None:
    s = lay({0: "brann", 1: "rook* hedda* agnes"}, {1: "thunderbolt"}, under={"hedda": "boots"})
    fight = bout(s, "brann", "rook")
    fight.stakes.append(Stake("attack", 2, Seat(1), "Hedda", "hedda"))
    s.setup(lambda t: leave_play(t, state(s).people["hedda"], killed=True))
    assert attack(fight) == 0


def test_ctd_8_the_melee_ends_when_the_owner_of_one_of_the_two_leaves() -> None:
    s = lay({0: "brann", 1: "rook hedda", 2: "corvin"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        passes(1, "melee", leaves=(1,)),
    )
    assert state(s).killed == []
    assert s.faces("former characters") == ["rook", "hedda"]


def test_hag_28_a_saved_defender_leaves_the_attacker_alive_too() -> None:
    s = lay({0: "brann", 1: "rook*", 2: "corvin* hob*"}, {1: "double"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        aims(0, "at rook"),
        passes(1, "react"),
        passes(1, "melee"),
        reacts(1, "double"),
    )
    assert state(s).killed == []
    assert told(s, "Captain Brann wins", "answers with A Body Double", "Rook lives")


def test_ctd_8_nobody_is_attacked_whose_player_has_just_left() -> None:
    s = lay({0: "brann", 1: "rook", 2: "corvin"})
    s.run(
        acting(0),
        does(0, "fight brann"),
        ask(0, "aim", option="at rook", leaves=(1,)),
        done(0),
    )
    assert who(s, 0) == "brann"


def test_an_offer_says_how_the_melee_would_stand() -> None:
    s = lay({0: "brann corvin", 1: "rook hedda"})
    fight = bout(s, "brann", "rook")
    labels = [one.option.label for one in help_offers(s.table, fight, Seat(1))]
    assert labels == [
        "Hedda defends with 2: attack 0, defence 2, Rook would kill Captain Brann",
        "Hedda attacks with 2: attack 2, defence 0, Captain Brann would kill Rook",
    ]
