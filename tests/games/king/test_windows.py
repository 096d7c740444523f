"""Windows: when they open, to whom, what resolves first, and what they give away (SKD-2)."""

from __future__ import annotations

import pytest

from games.engine.steps import Ask, Claims
from games.king import plays
from games.king.state import Stage, state_of
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    Court,
    act,
    announced,
    attack,
    court,
    does,
    done,
    friend,
    is_dead,
    target,
    tokens,
    turn,
    where,
)
from tests.games.scenario import ask, claims, passes


def windows(s: Court) -> list[str]:
    """The names of the windows of the last procedure."""
    return [step.window for step in s.steps if isinstance(step, Claims)]


def test_a_turn_in_which_nothing_happens_has_at_most_five() -> None:
    hands = {seat: ["bribe", "ship", "poison", "knight 1", "pardon"] for seat in range(4)}
    s = court({"player 0": EARL}, seats=4, hands=hands)
    s.go(turn(0))
    assert windows(s) == ["start", "drawn", "end"]


def test_windows_with_nothing_between_them_are_one() -> None:
    s = court({"player 0": EARL}, hands={1: ["bribe"]})
    s.go(turn(0))
    assert windows(s) == ["start"]


def test_no_window_where_nobody_else_has_a_card() -> None:
    s = court({"player 0": EARL}, hands={0: ["bribe"]}, deck=["ship"] * 4)
    s.go(turn(0), done(0), act(0, "bribe", "bribe"), target(0, "spy"))
    assert windows(s) == []


def test_nothing_is_offered_to_the_dead_the_shipped_and_the_announcer() -> None:
    s = court(
        {"queen": MARQUIS},
        seats=5,
        hands={seat: ["bribe"] for seat in range(5)},
        dead=["player 3"],
        shipped=["player 4"],
    )
    s.go(attack(0, "queen", 1))
    assert [seat for step in s.steps if isinstance(step, Claims) for seat, _ in step.offers] == [
        1,
        2,
    ]


def test_the_active_player_may_react_to_what_others_announce() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["bribe"], 2: ["bribe"]})
    s.run(
        announced(plays.BRIBE, 1, "queen"),
        claims(ANNOUNCED, 0),
        does(0, "bribe", "bribe"),
        target(0, "queen"),
        claims(ANNOUNCED),
        claims(ANNOUNCED),
    )
    assert friend(s, "queen") == 1


def test_the_last_play_resolves_first_and_the_window_opens_again() -> None:
    s = court(
        {"player 0": DUKE, "queen": MARQUIS},
        hands={1: ["bribe", "bribe"], 2: ["bribe"]},
    )
    s.run(
        attack(0, "queen", 1),
        claims(ANNOUNCED, 1, 2),
        does(1, "bribe", "bribe"),
        target(1, "queen"),
        claims(ANNOUNCED, 2),
        does(2, "bribe", "bribe"),
        target(2, "queen"),
        claims(ANNOUNCED),
        claims(ANNOUNCED, 1),
        passes(1, "react"),
        passes(1, "knights"),
        passes(1, "poison"),
        passes(1, "ship"),
    )
    assert state_of(s.table).bribes == {}
    assert is_dead(s, "queen")
    lines = [line for line in s.log if "bribes" in line or "dies" in line]
    assert lines == ["{1} bribes the Queen.", "{2} bribes the Queen.", "The Queen dies."]


def test_claimants_are_asked_in_turn_order_and_may_decline() -> None:
    s = court({"queen": MARQUIS}, seats=4, hands={seat: ["bribe"] for seat in (1, 2, 3)})
    s.run(
        turn(0),
        claims("start", 3, 1),
        passes(1, "react"),
        does(3, "bribe", "bribe"),
        target(3, "queen"),
        claims(ANNOUNCED),
        claims("start"),
        claims("drawn"),
        passes(0, "act"),
        claims("end"),
    )
    assert friend(s, "queen") is None  # the turn is over, the Bribe has returned


def test_after_a_conversion_its_maker_goes_on_at_once() -> None:
    s = court({"player 1": EARL, "queen": MARQUIS}, hands={1: ["ship", "poison"]})
    s.run(
        attack(0, "queen", 1),
        claims(ANNOUNCED, 1),
        does(1, "negotiate", "ship", "poison"),
        does(1, "bribe", "bribe"),
        target(1, "queen"),
    )
    assert is_dead(s, "queen")


def test_tokens_for_answers_are_made_only_while_something_is_announced() -> None:
    """Answers convert by themselves, so in a quiet window a Draft could never matter."""
    s = court({"player 1": BARON, "player 0": EARL}, hands={1: ["ship"]})
    s.run(turn(0), claims("start", 1), does(1, "draft", "ship", bad="options"), passes(1, "react"))
    s.run(
        attack(0, "spy", 1),
        claims(ANNOUNCED, 1),
        does(1, "draft", "ship"),
    )
    assert tokens(s, 1) == ["knight 1"]


def test_no_window_opens_inside_an_assassination() -> None:
    """SKD-15: after the announcement there are answers only."""
    hands = {seat: ["bribe", "poison", "knight 1", "ship"] for seat in range(3)}
    s = court({"queen": MARQUIS}, hands=hands)
    s.go(
        attack(0, "queen", 2),
        ask(1, "knights", "knight 1"),
        ask(2, "poison", "poison"),
        ask(1, "ship", "ship"),
    )
    assert windows(s) == [ANNOUNCED]


# Standing passes and events


def test_windows_and_answers_take_standing_passes() -> None:
    s = court({"player 0": DUKE, "magician": EARL},
              hands={seat: ["ship", "pardon", "poison", "antidote"] for seat in range(3)},
              friends={0: ["magician"]})  # fmt: skip
    s.go(attack(0, "sage", 3))
    s.go(announced(plays.EXECUTE, 0, "general"))
    kinds: dict[str, bool] = {}
    for step in s.steps:
        if isinstance(step, Claims):
            kinds |= {choice.kind: choice.standing for _, choice in step.offers}
        if isinstance(step, Ask):
            kinds[step.choice.kind] = step.choice.standing
    assert kinds == {"react": True, "pardon": True, "ship": True}


def test_the_events_that_end_standing_passes() -> None:
    s = court({"queen": MARQUIS, "player 2": EARL}, friends={1: ["queen"]}, hands={0: ["ship"]})
    s.run(announced(plays.BRIBE, 0, "queen"))
    assert s.table.events == {"play": 1, "named 1": 1}
    s.run(announced(plays.INVESTIGATE, 0, "player 2"))
    assert s.table.events == {"play": 2, "named 1": 1, "named 2": 1}
    s.run(announced(plays.INVESTIGATE, 0, "sage"))
    assert s.table.events == {"play": 3, "named 1": 1, "named 2": 1}
    s.go(turn(0))
    assert s.table.events["turn"] == s.table.events["turn 0"] == 1


def test_a_coronation_is_an_event() -> None:
    s = court({"player 0": KING})
    s.run(turn(0), ask(0, "coronation", option="declare"))
    assert s.table.events["coronation"] == 1


# Secrets


ALIKE = [
    ["bribe", "betrayal", "investigation", "proxy"],
    ["knight 1", "knight 2", "assassin 3", "pardon"],
    ["ship", "antidote", "poison", "blackmail"],
]


@pytest.mark.parametrize("other", ALIKE[1:])
def test_windows_do_not_tell_what_a_hand_holds(other: list[str]) -> None:
    """The same public choices over two hidden hands look the same to everybody else."""
    seen = []
    for hidden in (ALIKE[0], other):
        s = court(
            {"player 0": EARL, "queen": MARQUIS, "player 1": BARON, "player 2": DUKE},
            hands={0: ["assassin 1", "bribe"], 1: hidden, 2: ["ship"]},
            friends={1: ["spy", "sage", "old man"], 2: ["general"]},
            deck=["pardon"] * 6,
            stage=Stage.START,
        )
        s.engine.table.forget_notes()  # they say which cards this hand was laid of
        laid = len(s.engine.transcript())
        s.go(
            turn(0),
            done(0),
            act(0, "bribe", "bribe"),
            target(0, "queen"),
            act(0, "assassinate", "assassin 1"),
            target(0, "queen"),
        )
        assert is_dead(s, "queen")
        assert len(windows(s)) == 5
        views = [s.view(viewer) for viewer in (0, 2, None)]
        hashed = s.engine.transcript()[laid:]
        seen.append((hashed, [step.primitives() for step in s.steps], s.log, views))
    assert seen[0] == seen[1]


def test_a_claim_alone_tells_nothing_but_itself() -> None:
    """Claiming and declining is allowed, whatever one holds."""
    s = court({"player 0": EARL}, hands={1: ["pardon"]})
    s.run(turn(0), claims("start", 1), passes(1, "react"))
    assert where(s, "player 1") is BARON
