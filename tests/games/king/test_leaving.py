"""What becomes of a seat that leaves, and of what it had begun (SKD-11)."""

from __future__ import annotations

from games.king import plays
from games.king.state import state_of
from tests.games.king.build import (
    ANNOUNCED,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    act,
    acting,
    announced,
    attack,
    court,
    friend,
    is_dead,
    ranked,
    target,
    turn,
    where,
)
from tests.games.scenario import ask, ask_all, carried, chance, claims, passes, pick


def test_skd_11_loyalties_are_neutral_and_the_hand_is_out_of_play() -> None:
    s = court({"player 1": EARL, "queen": MARQUIS, "spy": EARL}, hands={1: ["ship", "poison"]},
              friends={1: ["queen"], 2: ["spy"]})  # fmt: skip
    hidden = s.table.zone("hand 1").cards[:]
    s.go(announced(plays.BRIBE, 1, "spy"))
    s.run(attack(0, "merchant", 1), claims(ANNOUNCED, leaves=[1]))
    assert (friend(s, "queen"), friend(s, "spy")) == (None, 2)
    assert (s.in_hand(1), s.faces("discards")) == ([], [])
    assert not any(s.table.is_open(card) for card in hidden)
    assert where(s, "player 1") is None
    assert not is_dead(s, "player 1")
    assert len(ranked(s, EARL)) == 4


def test_skd_11_gifts_skip_a_seat_that_leaves() -> None:
    s = court({"player 0": KING}, hands={1: ["ship", "bribe"], 2: ["poison", "bribe"]})
    s.go(
        turn(0),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("ship"), 2: pick("poison")}, leaves=[1]),
    )
    assert s.in_hand(0) == ["poison"]


def test_the_attacker_leaves_and_the_attempt_comes_to_nothing() -> None:
    s = court({"queen": MARQUIS}, hands={1: ["bribe"]})
    s.run(attack(0, "queen", 3), claims(ANNOUNCED, leaves=[0]))
    assert where(s, "queen") is MARQUIS


def test_the_briber_leaves_while_the_fools_coin_is_thrown() -> None:
    s = court({"fool": MARQUIS})
    s.run(announced(plays.BRIBE, 0, "fool"), chance(0, leaves=[0]))
    assert friend(s, "fool") is None


def test_a_king_who_leaves_while_the_fools_coin_is_thrown_is_not_hit() -> None:
    s = court({"player 1": KING, "fool": MARQUIS, "sage": DUKE})
    s.run(attack(0, "fool", 1), chance(1, leaves=[1]))
    assert where(s, "sage") is KING
    assert where(s, "fool") is DUKE
    assert state_of(s.table).dead == []


def test_another_who_joined_leads_when_the_first_leaves() -> None:
    s = court(
        {"player 0": KING},
        seats=4,
        dead=["queen"],
        hands={1: ["assassin 1", "ship"], 2: ["assassin 1", "ship"], 3: ["bribe", "ship"]},
    )
    s.go(
        turn(0),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("ship"), 2: pick("ship"), 3: pick("ship")}),
        ask(1, "join", "assassin 1"),
        ask(2, "join", "assassin 1"),
        claims(ANNOUNCED, leaves=[1]),
    )
    assert is_dead(s, "player 0")


def test_an_execution_stands_though_the_duke_rises_as_it_is_ordered() -> None:
    """SKB-1: the King leaves with the very answer."""
    s = court(
        {"player 1": KING, "player 0": DUKE, "queen": EARL}, hands={0: ["ship"], 1: ["bribe"]}
    )
    s.go(acting(0), ask(0, "act", option="execute", leaves=[1]), target(0, "queen"))
    assert where(s, "player 0") is KING
    assert is_dead(s, "queen")
    assert s.in_hand(0) == []


def test_the_target_leaves() -> None:
    s = court({"player 1": MARQUIS}, hands={1: ["knight 1"], 2: ["poison"]})
    s.run(attack(0, "player 1", 1), claims(ANNOUNCED), claims("knights", 1, 2),
          passes(1, "knights", leaves=[1]), passes(2, "knights"), passes(2, "poison"))  # fmt: skip
    assert where(s, "player 1") is None
    assert state_of(s.table).dead == []


def test_a_seat_leaves_with_the_card_it_plays() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["bribe", "ship"]})
    s.go(acting(0), act(0, "bribe", "bribe"), carried("open", leaves=[0]))
    assert friend(s, "queen") is None
    assert s.in_hand(0) == []


def test_a_seat_leaves_before_it_names_a_target() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["bribe"]})
    s.run(acting(0), act(0, "bribe", "bribe"), passes(0, "target", leaves=[0]))
    assert state_of(s.table).bribes == {}


def test_the_king_leaves_in_the_coronation_and_succession_acts_at_once() -> None:
    s = court({"player 0": KING, "sage": DUKE}, hands={1: ["bribe"], 0: ["ship"]})
    s.go(turn(0), ask(0, "coronation", option="declare", leaves=[0]))
    assert where(s, "sage") is KING


def test_a_departed_king_can_make_everyone_lose() -> None:
    s = court({"player 0": KING, "true heir": DUKE}, hands={1: ["bribe"]})
    outcome = s.go(turn(0), ask(0, "coronation", option="declare", leaves=[0]))
    assert outcome is not None
    assert outcome.winners == ()


def test_the_turn_of_a_departed_seat_is_skipped_for_good() -> None:
    s = court({"player 0": DUKE}, hands={0: ["ship"], 1: ["bribe"]})
    s.go(turn(0), passes(0, "act", leaves=[0]))
    assert where(s, "player 0") is None
    later = s.trace[s.trace.index(next(line for line in s.trace if "'act'" in line)) + 1 :]
    assert not any("ask 0" in line for line in later)
