"""The course of a turn, Coronation and its joint attempt: SK-3 to SK-11, SKD-5, SKD-16, SKD-18."""

from __future__ import annotations

from games.engine.steps import Ask, Claims, Give
from games.engine.values import Seat
from games.king import plays
from games.king.helpers import Helpers
from games.king.state import Stage, state_of
from games.king.turn import goes_on
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    VISCOUNT,
    Court,
    act,
    acting,
    announced,
    attack,
    court,
    does,
    done,
    friend,
    is_dead,
    is_shipped,
    ranked,
    target,
    turn,
    where,
)
from tests.games.scenario import ask, ask_all, claims, passes, pick

DECLARE = ask(0, "coronation", option="declare")


def test_sk_4_and_sk_5_unwanted_cards_go_and_the_hand_is_filled() -> None:
    s = court({"player 0": EARL}, hands={0: ["ship", "ship", "bribe"]}, deck=["poison"] * 9)
    s.go(turn(0), act(0, "discard", "ship", "ship"))
    assert s.in_hand(0) == ["bribe"] + ["poison"] * 4
    assert s.faces("discards") == ["ship", "ship"]


def test_skg_11_nobody_else_discards_down() -> None:
    s = court({"player 0": EARL}, hands={0: ["ship"] * 8}, deck=["poison"])
    s.go(turn(0))
    assert s.in_hand(0) == ["ship"] * 8


def test_skg_9_the_discards_become_the_deck() -> None:
    s = court({"player 0": EARL}, deck=["poison"], discards=["ship", "bribe"])
    s.go(turn(0))
    assert sorted(map(str, s.in_hand(0))) == ["bribe", "poison", "ship"]
    assert s.faces("discards") == []


def test_skg_9_without_any_card_nothing_is_drawn() -> None:
    s = court({"player 0": EARL})
    s.run(turn(0))
    assert s.in_hand(0) == []


def test_skg_48_one_attempt_a_turn() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["assassin 1", "assassin 2"]})
    s.go(
        acting(0),
        act(0, "assassinate", "assassin 1"),
        target(0, "queen"),
        act(0, "assassinate", "assassin 2", bad="one of the options"),
        done(0),
    )


def test_skd_24_a_player_attacks_anybody_but_themselves() -> None:
    s = court(
        {"player 0": MARQUIS, "queen": EARL}, hands={0: ["assassin 1"]}, friends={0: ["queen"]}
    )
    s.go(
        acting(0),
        act(0, "assassinate", "assassin 1"),
        ask(0, "target", option="player 0", bad="one of the options"),
        target(0, "queen"),
    )
    assert is_dead(s, "queen")


def test_skg_28_a_king_under_investigation_cannot_declare() -> None:
    """Only the Hanged Man's attempt when a turn starts comes before the declaration."""
    s = court(
        {"hanged man": KING, "player 0": DUKE},
        dead=["judge", "queen"],
        hands={1: ["investigation", "assassin 1"], 0: ["ship"]},
    )
    s.go(
        turn(0),
        ask_all("discard", {1: pick("investigation")}),
        ask(1, "join", "assassin 1"),
    )
    assert where(s, "player 0") is KING
    assert any("'coronation'" in line for line in s.trace)
    s = court(
        {"hanged man": KING, "player 0": DUKE},
        dead=["judge", "queen"],
        hands={1: ["ship", "assassin 1"], 2: ["investigation", "ship"]},
    )
    s.go(
        turn(0),
        ask_all("discard", {1: pick("ship"), 2: pick("ship")}),
        ask(1, "join", "assassin 1"),
        claims(ANNOUNCED, 2),
        does(2, "investigate", "investigation"),
        target(2, "player 0"),
    )
    assert where(s, "player 0") is KING
    assert not any("'coronation'" in line for line in s.trace)


def test_skd_25_an_investigation_stops_a_coronation_before_it_is_declared() -> None:
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    s.go(
        turn(0),
        claims("start", 1),
        does(1, "investigate", "investigation"),
        target(1, "player 0"),
    )
    assert not any("'coronation'" in line for line in s.trace)
    assert where(s, "player 0") is KING


def test_skd_25_a_window_comes_before_the_declaration_and_one_after_it() -> None:
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    s.hold(
        turn(0),
        claims("start"),
        DECLARE,
        ask_all("gift", {1: pick("ship")}),
        claims("start", 1),
        does(1, "investigate", "investigation"),
        target(1, "player 0"),
    )
    assert state_of(s.table).turn.crowning == 0  # SKG-28: what is announced stands


def test_skd_25_the_turns_of_others_begin_with_one_window() -> None:
    s = court({"player 0": DUKE, "player 1": KING}, hands={2: ["ship"]})
    s.run(turn(0), claims("start"))


def test_sk_10_a_coronation_takes_one_card_from_each() -> None:
    """SKD-5: the giver picks, and third parties do not see it."""
    s = court(
        {"player 0": KING},
        seats=4,
        hands={1: ["ship", "poison"], 2: ["bribe"]},
        deck=["pardon"] * 4,
    )
    outcome = s.go(turn(0), DECLARE, ask_all("gift", {1: pick("poison")}))
    assert outcome is not None
    assert outcome.winners == (0,)
    assert s.in_hand(1) == ["ship"]
    gifts = [step for step in s.steps if isinstance(step, Give)]
    assert [(step.giver, step.to, len(step.cards)) for step in gifts] == [(1, 0, 1), (2, 0, 1)]
    assert "poison" in s.known(0).values()
    assert "poison" not in s.known(2).values()


def test_skd_10_a_token_is_no_gift() -> None:
    s = court({"player 0": KING}, hands={1: ["ship"]}, friends={1: ["old man"]})
    s.table.create(["assassin 1"], "tokens 1")
    s.go(turn(0), DECLARE)
    assert s.in_hand(0) == ["ship"]


def test_sk_8_joint_assassination() -> None:
    """SKG-47: once each from the King's left; together they kill."""
    s = court(
        {"player 0": KING},
        hands={1: ["assassin 1", "ship"], 2: ["assassin 2", "ship"], 0: ["knight 2"]},
        dead=["queen"],
    )
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("ship"), 2: pick("ship")}),
        ask(1, "join", "assassin 1"),
        ask(2, "join", "assassin 2"),
        ask(0, "knights", "knight 2"),
    )
    assert outcome is None
    assert is_dead(s, "player 0")
    assert s.in_hand(0) == []


def test_skd_16_the_joint_attempt_has_its_announcement_window() -> None:
    s = court(
        {"player 0": KING, "magician": EARL},
        hands={1: ["assassin 1", "ship"], 0: ["bribe"]},
    )
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("ship")}),
        ask(1, "join", "assassin 1"),
        claims(ANNOUNCED, 0),
        does(0, "bribe", "bribe"),
        target(0, "magician"),
    )
    assert outcome is not None
    assert outcome.winners == (0,)
    assert is_dead(s, "magician")


def test_skg_47_nobody_joins_so_there_is_no_attempt_and_no_poison() -> None:
    s = court({"player 0": KING, "queen": BARON}, hands={1: ["assassin 3", "ship"]})
    outcome = s.run(
        turn(0),
        claims("start"),
        DECLARE,
        ask_all("gift", {1: pick("ship")}),
        claims("start"),
        passes(0, "act"),
        claims("drawn"),
        passes(0, "act"),
        passes(1, "join"),
        passes(0, "act"),
        claims("end"),
    )
    assert outcome is not None
    assert outcome.winners == (0,)


def test_skg_48_after_the_joint_attempt_the_king_attacks_as_usual() -> None:
    s = court({"player 0": KING, "sage": MARQUIS}, hands={0: ["assassin 1"], 1: ["ship"]})
    outcome = s.go(
        turn(0),
        DECLARE,
        done(0),
        act(0, "assassinate", "assassin 1", bad="one of the options"),
        done(0),
        act(0, "assassinate", "assassin 1"),
        target(0, "sage"),
    )
    assert outcome is not None
    assert is_dead(s, "sage")


def test_skg_28_an_announced_coronation_is_not_undone() -> None:
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("ship")}),
        claims("start", 1),
        does(1, "investigate", "investigation"),
        target(1, "player 0"),
    )
    assert outcome is not None
    assert outcome.winners == (0,)


def test_skd_18_the_crown_is_won_before_bribes_return() -> None:
    """Loyalties count as they lie: the True Heir bribed away from the King frees the crown."""
    s = court(
        {"player 0": KING, "true heir": EARL},
        hands={1: ["bribe", "ship"]},
        friends={0: ["true heir"]},
    )
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("ship")}),
        claims("start", 1),
        does(1, "bribe", "bribe"),
        target(1, "true heir"),
    )
    assert outcome is not None
    assert outcome.winners == (0,)


def test_sk_56_a_dead_player_comes_back_instead_of_the_next_turn() -> None:
    s = court(
        {"player 1": EARL, "queen": MARQUIS, "spy": EARL},
        hands={1: ["ship", "poison"]},
        friends={1: ["queen", "spy"], 2: ["sage"]},
        deck=["bribe"] * 10,
    )
    s.go(announced(plays.BRIBE, 1, "sage"))
    s.go(attack(0, "player 1", 1))
    assert is_dead(s, "player 1")
    assert (friend(s, "queen"), friend(s, "sage")) == (None, 2)
    assert sorted(map(str, s.faces("discards"))) == ["poison", "ship"]
    s.go(turn(2))
    s.run(turn(1))
    assert ranked(s, COMMONER)[-1] == "player 1"
    assert s.in_hand(1) == ["bribe"] * 5


def test_skd_17_tokens_vanish_at_their_makers_death() -> None:
    s = court({"player 1": EARL}, hands={1: ["ship"]}, friends={1: ["old man"]})
    s.table.create(["assassin 1"], "tokens 1")
    s.go(attack(0, "player 1", 1))
    assert is_dead(s, "player 1")
    assert s.faces("tokens 1") == []
    assert s.faces("discards") == ["ship"]


def test_skg_59_the_dead_give_no_gift_and_join_nothing() -> None:
    s = court({"player 0": KING}, dead=["player 1"], deck=["ship"] * 5)
    outcome = s.go(turn(0), DECLARE)
    assert outcome is not None
    assert not any("ask 1" in line or "give" in line for line in s.trace)


def test_skg_58_the_returned_player_rises_if_there_is_room() -> None:
    s = court({}, dead=["player 1", "true heir", "hermit", "hanged man", "queen"])
    s.run(turn(1))
    assert ranked(s, BARON)[-1] == "player 1"


def test_skg_57_a_shipped_player_keeps_all_and_takes_the_next_turn() -> None:
    s = court(
        {"player 1": EARL, "queen": MARQUIS},
        hands={1: ["poison"], 2: ["ship"]},
        friends={1: ["queen"]},
    )
    s.go(attack(0, "player 1", 1), ask(2, "ship", "ship"))
    assert is_shipped(s, "player 1")
    assert (friend(s, "queen"), s.in_hand(1)) == (1, ["poison"])
    s.go(turn(1), done(1), done(1))
    assert where(s, "player 1") is COMMONER


def test_skd_23_a_ship_brings_a_shipped_player_back_early() -> None:
    s = court(hands={0: ["ship"]}, shipped=["player 1"])
    s.go(acting(0), act(0, "ship", "ship"))
    assert where(s, "player 1") is not None
    assert friend(s, "player 1") is None


def test_skd_23_who_is_shipped_gives_no_gift_and_plays_nothing() -> None:
    s = court({"player 0": KING}, hands={1: ["assassin 3", "assassin 3"]}, shipped=["player 1"])
    outcome = s.run(turn(0), DECLARE)
    assert outcome is not None
    assert s.in_hand(1) == ["assassin 3", "assassin 3"]


def test_skd_23_shipped_in_ones_own_turn_ends_it() -> None:
    s = court(
        {"player 0": KING, "sage": MARQUIS},
        hands={1: ["assassin 1", "poison"], 0: ["ship", "assassin 1"]},
    )
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("poison")}),
        ask(1, "join", "assassin 1"),
        ask(0, "ship", "ship"),
    )
    assert outcome is None
    assert is_shipped(s, "player 0")
    assert state_of(s.table).turn.attacked is False


def test_death_in_ones_own_turn_ends_it() -> None:
    """No second attempt of one's own, no last window, and the next turn is the return."""
    s = court(
        {"player 0": KING, "sage": MARQUIS},
        hands={1: ["assassin 1", "poison", "bribe"], 0: ["assassin 1"]},
        deck=["bribe"] * 9,
    )
    s.go(turn(0), DECLARE, ask_all("gift", {1: pick("poison")}), ask(1, "join", "assassin 1"))
    assert is_dead(s, "player 0")
    assert not any("claims 'end'" in line for line in s.trace)
    s.go(turn(0))
    assert (where(s, "player 0"), len(s.in_hand(0))) == (COMMONER, 5)


def test_the_order_of_turns_is_not_the_order_of_seats() -> None:
    """SKG-6: whoever comes after in turn order is asked next."""
    s = court({"queen": MARQUIS}, hands={1: ["ship"], 2: ["ship"]})
    state_of(s.table).order = (Seat(0), Seat(2), Seat(1))
    s.go(attack(0, "queen", 1), claims(ANNOUNCED), claims("knights", 1, 2))
    asked = [line.split()[1] for line in s.trace if line.startswith("ask") and "'knights'" in line]
    assert asked == ["2", "1"]


def test_skd_23_brought_back_in_the_same_turn_the_turn_is_over_all_the_same() -> None:
    s = court(
        {"player 0": KING},
        hands={0: ["assassin 1"], 1: ["assassin 1", "poison", "ship"], 2: ["ship", "bribe"]},
    )
    outcome = s.go(
        turn(0),
        DECLARE,
        ask_all("gift", {1: pick("poison"), 2: pick("bribe")}),
        ask(1, "join", "assassin 1"),
        ask(1, "ship", "ship"),
    )
    assert outcome is None
    assert is_shipped(s, "player 0")
    s.go(announced(plays.SHIP, 2, "player 0"))
    assert state_of(s.table).turn.over
    assert not goes_on(s.table, Seat(0))
    s.go(turn(1))
    s.go(acting(0))
    assert not state_of(s.table).turn.over


def test_where_cards_must_go_nobody_is_told_to_keep_them_all() -> None:
    alone = Helpers(spy=False, general=False, old_man=False)
    said = {play.key: play.payment.why_not((), (), alone) for play in (plays.DISCARD, plays.PLAN)}
    assert said == {
        "discard": "pass instead to keep all cards",
        "plan": "pick the cards to discard",
    }


def test_what_is_asked_in_steps_4_to_7_follows_how_far_the_turn_has_come() -> None:
    hands = {0: ["assassin 3", "blackmail", "bribe"]}
    s = court({"player 0": EARL, "spy": MARQUIS}, hands=hands)
    s.hold(acting(0))
    assert prompt_of(s) == "Now you act: Blackmail, and one attack. What do you do?"
    answers = passes(0, "poison"), passes(0, "ship")
    s.hold_on(act(0, "assassinate", "assassin 3"), target(0, "spy"), *answers)
    assert prompt_of(s) == "Your attack is over; Blackmail is still possible. What do you do?"


def test_a_viscount_is_not_told_to_discard_before_drawing() -> None:
    """SK-22; and an Investigation alone is no reason to ask a person then."""
    hands = {0: ["investigation", "ship"]}
    s = court({"player 0": VISCOUNT}, hands=hands, deck=["knight 1"] * 9, stage=Stage.START)
    s.hold(turn(0))
    assert prompt_of(s) == "Step 2, before you draw: do you play a card? You discard after drawing."
    step = s.engine.waiting
    assert isinstance(step, Ask)
    assert "investigate" in step.choice.slight
    s = court({"player 0": EARL}, hands=hands, deck=["knight 1"] * 9, stage=Stage.START)
    s.hold(turn(0))
    assert prompt_of(s).endswith("pick what to discard, or a card to play.")


def test_what_is_announced_says_what_may_be_played_afterwards() -> None:
    hands = {1: ["bribe", "ship"]}
    for play, end in (
        (plays.ASSASSINATE, "attacks you: attack 2. Do you react, before anybody plays Knights?"),
        (plays.EXECUTE, "execution of you. Do you react, before anybody may pardon?"),
        (plays.INVESTIGATE, "investigates you. Do you react?"),
    ):
        s = court({"player 1": EARL}, hands=hands)
        s.hold(announced(play, 0, "player 1", 2 if play is plays.ASSASSINATE else 0))
        step = s.engine.waiting
        assert isinstance(step, Claims)
        assert dict(step.offers)[Seat(1)].prompt.endswith(end)


def prompt_of(s: Court) -> str:
    step = s.engine.waiting
    assert isinstance(step, Ask)
    return step.choice.prompt
