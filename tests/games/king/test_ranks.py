"""Ranks, Seniority and Succession: SK-17 to SK-24, the six abilities, and Pardons (SKD-12)."""

from __future__ import annotations

import pytest

from games.king import plays
from games.king.board import enter, lift, pardon, reset, succeed
from games.king.heirs import HEIRS, Person
from games.king.ranks import PLACES, Rank
from games.king.state import Play, Stage, State, state_of
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    VISCOUNT,
    act,
    acting,
    announced,
    attack,
    court,
    does,
    done,
    friend,
    is_dead,
    ranked,
    target,
    tokens,
    turn,
    where,
)
from tests.games.scenario import ask, ask_all, claims, passes, pick


def full_board() -> State:
    state = State()
    for heir in HEIRS:
        enter(state, heir.key)
    enter(state, Person("player 0"))
    succeed(state)
    return state


def test_skf_4_twenty_one_places_in_order() -> None:
    state = full_board()
    assert sum(PLACES.values()) == 21
    assert [one for rank in Rank for one in state.ranks[rank]] == [
        *(heir.key for heir in HEIRS),
        "player 0",
    ]
    assert all(len(state.ranks[rank]) == places for rank, places in PLACES.items())


def test_sk_17_succession_takes_the_most_senior_who_comes_in_last() -> None:
    state = full_board()
    dukes = list(state.ranks[DUKE])
    marquis = list(state.ranks[MARQUIS])
    lift(state, state.ranks[KING][0])
    risen = succeed(state)
    assert state.ranks[KING] == dukes[:1]
    assert state.ranks[DUKE] == [dukes[1], marquis[0]]
    assert [rank for _, rank in risen] == [KING, DUKE, MARQUIS, EARL, VISCOUNT]
    assert len(state.ranks[BARON]) == 5


def test_skg_66_several_openings_are_filled_from_the_top_down() -> None:
    state = full_board()
    order = [one for rank in Rank for one in state.ranks[rank]]
    gone = [*state.ranks[DUKE], *state.ranks[MARQUIS], state.ranks[EARL][0]]
    for one in gone:
        lift(state, one)
    succeed(state)
    assert [one for rank in Rank for one in state.ranks[rank]] == [
        one for one in order if one not in gone
    ]
    assert [len(state.ranks[rank]) for rank in PLACES] == [1, 2, 3, 4, 5, 0]


def test_skg_8_a_reset_goes_to_the_end_of_the_own_rank() -> None:
    state = full_board()
    first = state.ranks[EARL][0]
    reset(state, first)
    assert state.ranks[EARL][-1] == first
    assert len(state.ranks[EARL]) == 4


def test_skg_69_a_pardon_with_nobody_who_may_fall_raises_nobody() -> None:
    state = full_board()
    dukes = tuple(state.ranks[DUKE])
    first = state.ranks[MARQUIS][0]
    assert pardon(state, first, dukes) is None
    assert state.ranks[MARQUIS][0] == first


def test_skd_19_a_pardon_never_makes_the_hermit_fall() -> None:
    s = court({"queen": EARL, "spy": MARQUIS, "general": MARQUIS, "hermit": MARQUIS})
    assert pardon(state_of(s.table), Person("queen"), ()) == "general"
    assert ranked(s, EARL)[0] == "general"


def test_skg_70_a_pardoned_king_gains_nothing() -> None:
    s = court({"spy": KING})
    assert pardon(state_of(s.table), Person("spy"), ()) is None


# The six abilities and the Commoners


def test_king_coronation() -> None:
    """SK-18: declared when the turn starts; alive at its end wins."""
    s = court({"player 0": KING}, hands={1: ["ship"]})
    outcome = s.go(turn(0), ask(0, "coronation", option="declare"))
    assert outcome is not None
    assert outcome.winners == (0,)
    assert s.in_hand(0) == ["ship"]


def test_duke_execution() -> None:
    """SK-19: the whole hand for one Heir below the Dukes, other than the King."""
    s = court({"player 0": DUKE, "queen": MARQUIS}, hands={0: ["ship", "poison"]})
    s.go(
        acting(0),
        act(0, "execute"),
        ask(0, "target", option=ranked(s, KING)[0], bad="one of the options"),
        ask(0, "target", option=ranked(s, DUKE)[1], bad="one of the options"),
        target(0, "queen"),
    )
    assert is_dead(s, "queen")
    assert (s.in_hand(0), s.faces("discards")) == ([], ["ship", "poison"])


def test_skg_17_no_execution_without_a_hand_card() -> None:
    """SKD-17: a token is none."""
    s = court({"player 0": DUKE}, hands={0: ["ship"]}, friends={0: ["old man"]})
    s.go(
        acting(0),
        act(0, "recruit", "ship"),
        act(0, "execute", bad="one of the options"),
        done(0),
    )
    assert tokens(s, 0) == ["assassin 1"]


def test_skd_20_each_execution_once_a_turn() -> None:
    s = court(
        {"player 0": DUKE, "sage": DUKE, "queen": MARQUIS, "spy": EARL},
        hands={0: ["proxy", "ship"]},
        friends={0: ["sage"]},
        deck=["bribe", "bribe"],
    )
    s.go(acting(0), act(0, "proxy", "proxy"), act(0, "execute"), target(0, "queen"))
    s.hand(0, ["pardon"])
    s.go(acting(0), act(0, "execute"), target(0, "spy"))
    s.hand(0, ["pardon"])
    s.go(acting(0), act(0, "execute", bad="one of the options"), done(0))
    assert is_dead(s, "queen")
    assert is_dead(s, "spy")


def test_no_execution_after_blackmail() -> None:
    """The steps of a turn are in order: 4 before 5."""
    s = court({"player 0": DUKE, "queen": EARL}, hands={0: ["blackmail", "ship"]})
    s.go(
        acting(0),
        act(0, "blackmail", "blackmail"),
        target(0, "player 1"),
        act(0, "execute", bad="one of the options"),
        done(0),
    )


def test_marquis_influence() -> None:
    """SK-20, SKG-15."""
    s = court({"player 0": MARQUIS}, deck=["ship"] * 9)
    s.go(turn(0))
    assert len(s.in_hand(0)) == 6


def test_earl_negotiation() -> None:
    """SK-21: two cards make a Bribe, at any time."""
    s = court({"player 0": EARL, "queen": MARQUIS}, hands={0: ["ship", "poison"]})
    s.go(
        acting(0),
        act(0, "negotiate", "ship", bad="it takes 2 cards"),
        act(0, "negotiate", "ship", "poison"),
        act(0, "bribe", "bribe"),
        target(0, "queen"),
    )
    assert friend(s, "queen") == 0
    assert (s.in_hand(0), tokens(s, 0)) == ([], [])


def test_viscount_planning() -> None:
    """SK-22, SKG-16: five are drawn, then any discards that leave five or fewer."""
    s = court({"player 0": VISCOUNT}, hands={0: ["bribe", "proxy"]}, deck=["ship"] * 9)
    s.go(
        turn(0),
        ask(0, "act", "bribe", option="discard", bad="one of the options"),
        ask(0, "planning", bad="one of the options"),
        ask(0, "planning", "proxy", option="plan", bad="two cards at least"),
        ask(0, "planning", "proxy", "ship", "ship", option="plan"),
    )
    assert sorted(map(str, s.in_hand(0))) == ["bribe", "ship", "ship", "ship"]


def test_skd_20_viscount_and_marquis_together_keep_six() -> None:
    s = court({"player 0": VISCOUNT, "sage": MARQUIS}, hands={0: ["proxy", "bribe", "bribe"]},
              friends={0: ["sage"]}, deck=["ship"] * 9)  # fmt: skip
    s.go(turn(0), act(0, "proxy", "proxy"), ask(0, "planning", "ship", option="plan"))
    assert len(s.in_hand(0)) == 6


def test_skd_26_any_time_cards_are_played_in_a_viscounts_discard() -> None:
    """SK-22: then the cards that are left are too many or not."""
    s = court(
        {"player 0": VISCOUNT, "queen": MARQUIS},
        hands={0: ["ship"]},
        deck=["bribe"] * 5,
    )
    s.go(
        turn(0),
        ask(0, "planning", "bribe", option="bribe"),
        target(0, "queen"),
        passes(0, "planning"),
    )
    assert len(s.in_hand(0)) == 5


def test_skd_34_a_viscount_investigated_before_the_draw_draws_like_anybody() -> None:
    """SK-34: in answer to what is played instead of a search."""
    s = court(
        {"player 0": VISCOUNT, "queen": MARQUIS},
        hands={0: ["ship", "ship", "bribe"], 1: ["investigation"]},
        friends={0: ["librarian"]},
        deck=["poison"] * 9,
    )
    s.go(
        turn(0),
        ask(0, "library", "bribe", option="bribe"),
        target(0, "queen"),
        claims(ANNOUNCED, 1),
        does(1, "investigate", "investigation"),
        target(1, "player 0"),
    )
    assert sorted(map(str, s.in_hand(0))) == ["poison"] * 3 + ["ship"] * 2
    assert not any("'planning'" in line for line in s.trace)


def test_skd_34_a_rank_won_before_the_draw_counts() -> None:
    """SK-22: Planning, lent by a friend where a search was offered."""
    s = court(
        {"player 0": EARL, "sage": VISCOUNT},
        hands={0: ["ship", "ship", "proxy"]},
        friends={0: ["librarian", "sage"]},
        deck=["poison"] * 9,
    )
    s.go(
        turn(0),
        ask(0, "library", "proxy", option="proxy"),
        target(0, "sage"),
        ask(0, "planning", "ship", "ship", option="plan"),
    )
    assert s.in_hand(0) == ["poison"] * 5


def test_skd_34_influence_lent_in_a_viscounts_discard_counts_in_it() -> None:
    """SKD-20."""
    s = court({"player 0": VISCOUNT, "sage": MARQUIS}, hands={0: ["ship", "ship", "proxy"]},
              friends={0: ["sage"]}, deck=["poison"] * 9)  # fmt: skip
    s.go(
        turn(0),
        ask(0, "planning", "proxy", option="proxy"),
        ask(0, "planning", "ship", option="plan"),
    )
    assert len(s.in_hand(0)) == 6


def test_skd_34_influence_stopped_in_a_viscounts_discard_counts_no_more() -> None:
    """SK-34, SKG-28."""
    s = court(
        {"player 0": VISCOUNT, "sage": MARQUIS},
        hands={0: ["ship", "ship", "proxy", "bribe"], 1: ["investigation"]},
        friends={0: ["sage"]},
        deck=["poison"] * 9,
    )
    s.go(
        turn(0),
        act(0, "proxy", "proxy"),
        ask(0, "planning", "bribe", option="bribe"),
        target(0, "general"),
        claims(ANNOUNCED, 1),
        does(1, "investigate", "investigation"),
        target(1, "sage"),
        ask(0, "planning", "ship", option="plan", bad="two cards at least"),
        ask(0, "planning", "ship", "ship", option="plan"),
    )
    assert len(s.in_hand(0)) == 5


def test_skd_26_conversions_are_legal_in_a_viscounts_discard() -> None:
    s = court(
        {"player 0": VISCOUNT, "queen": BARON},
        hands={0: ["ship", "ship"]},
        friends={0: ["old man", "sage"]},
        deck=["poison"] * 5,
    )
    s.go(
        turn(0),
        ask(0, "planning", "ship", option="recruit"),
        ask(0, "planning", "ship", "poison", "poison", option="brew antidote"),
        passes(0, "planning"),
        act(0, "assassinate", "assassin 1"),
        target(0, "queen"),
    )
    assert is_dead(s, "queen")


def test_skd_26_who_is_late_with_planning_loses_the_first_cards() -> None:
    s = court({"player 0": VISCOUNT}, seats=3, hands={0: ["ship", "ship"]}, deck=["poison"] * 5)
    s.hold(turn(0), passes(0, "act"))
    s.engine.feed(None)
    s.hold_on()
    assert len(s.in_hand(0)) == 5


@pytest.mark.parametrize(
    ("rank", "heir", "verb", "cards", "token"),
    [
        (BARON, None, "draft", ["ship"], "knight 1"),
        (EARL, "old man", "recruit", ["ship"], "assassin 1"),
        (EARL, "sage", "brew poison", ["ship"] * 3, "poison"),
        (EARL, "sage", "brew antidote", ["ship"] * 3, "antidote"),
    ],
)
def test_skd_26_conversions_are_legal_in_step_2(
    rank: Rank, heir: str | None, verb: str, cards: list[str], token: str
) -> None:
    friends = {0: [heir]} if heir else {}
    s = court({"player 0": rank}, hands={0: ["ship"] * 3}, friends=friends, stage=Stage.START)
    s.hold(turn(0), act(0, verb, *cards))
    assert tokens(s, 0) == [token]


def test_skd_26_conversions_are_legal_before_a_coronation_is_declared() -> None:
    s = court({"player 0": KING}, hands={0: ["ship"]}, friends={0: ["old man"]})
    s.hold(
        turn(0),
        ask(0, "coronation", "ship", option="recruit"),
        ask(0, "coronation", option="declare"),
    )
    assert tokens(s, 0) == ["assassin 1"]
    assert state_of(s.table).turn.crowning == 0


def test_skd_26_conversions_are_legal_before_a_search() -> None:
    s = court({"player 0": EARL}, hands={0: ["ship"]}, friends={0: ["librarian", "old man"]},
              deck=["pardon"] * 5)  # fmt: skip
    s.hold(turn(0), passes(0, "act"), ask(0, "library", "ship", option="recruit"))
    assert tokens(s, 0) == ["assassin 1"]


def test_skd_26_a_drafted_knight_of_the_generals_friend_joins_a_joint_attempt() -> None:
    at = {"player 0": KING, "player 1": BARON}
    hands = {0: ["ship"], 1: ["poison", "bribe"], 2: ["bribe"]}
    s = court(at, hands=hands, friends={1: ["general"]})
    s.go(
        turn(0),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("poison")}),
        claims("start", 1),
        does(1, "draft", "bribe"),
        ask(1, "join", "knight 1"),
    )
    assert is_dead(s, "player 0")
    s = court(at, hands=hands, friends={1: ["general"]})  # as part of the answer (SKD-15)
    s.go(
        turn(0),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("poison")}),
        ask(1, "join", "bribe"),
    )
    assert is_dead(s, "player 0")


def test_baron_draft() -> None:
    """SK-23, SKD-15: as a token in one's own turn, and as part of an answer."""
    s = court({"player 0": BARON, "queen": MARQUIS}, hands={0: ["ship"], 1: ["bribe", "proxy"]})
    s.go(acting(0), act(0, "draft", "ship"))
    assert tokens(s, 0) == ["knight 1"]
    s.go(attack(2, "queen", 3), ask(0, "knights", "knight 1"), ask(1, "knights", "bribe", "proxy"))
    assert not is_dead(s, "queen")
    assert tokens(s, 0) == []


def test_tokens_vanish_when_the_turn_ends() -> None:
    """SKD-17."""
    s = court({"player 0": BARON}, hands={0: ["ship"]}, deck=["bribe"])
    s.go(turn(0), done(0), act(0, "draft", "ship"))
    assert tokens(s, 0) == []


@pytest.mark.parametrize(
    "play", [plays.ASSASSINATE, plays.EXECUTE, plays.BETRAY, plays.BRIBE, plays.BLACKMAIL]
)
def test_commoner_beneath_notice(play: Play) -> None:
    """SK-24, SKD-22: of Betrayal too."""
    s = court({"queen": COMMONER}, friends={2: ["queen"]})
    s.run(announced(play, 2 if play is plays.BETRAY else 0, "queen", 3, "gain"))
    assert friend(s, "queen") == 2
    assert where(s, "queen") is COMMONER


def test_skg_28_investigation_stops_a_proxy_too() -> None:
    s = court({"sage": DUKE}, hands={0: ["proxy", "ship"]}, friends={0: ["sage"]})
    s.go(acting(0), act(0, "proxy", "proxy"), done(0))
    s.go(announced(plays.INVESTIGATE, 1, "sage"))
    s.go(acting(0), act(0, "execute", bad="one of the options"), done(0))


def test_skg_26_a_proxy_after_the_draw_comes_too_late_for_it() -> None:
    s = court({"player 0": EARL, "sage": MARQUIS}, friends={0: ["sage"]}, deck=["proxy"] * 9)
    s.go(turn(0), act(0, "proxy", "proxy"))
    assert len(s.in_hand(0)) == 4
    assert state_of(s.table).turn.stage is Stage.EXECUTION
