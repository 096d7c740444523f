"""Windows: when they open, to whom, what resolves first, and what they give away (SKD-2)."""

from __future__ import annotations

import pytest

from games.engine.engine import Engine
from games.engine.legal_answers import can_act
from games.engine.steps import Ask, Claims
from games.engine.table import Table
from games.engine.values import Seat
from games.king import plays
from games.king.bot.player import Pretender
from games.king.course import open_window
from games.king.ranks import Rank
from games.king.rules import King
from games.king.state import Stage, state_of
from simulation.dealer import play
from tests.games.king.build import (
    ANNOUNCED,
    BARON,
    COMMONER,
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
    mode,
    target,
    tokens,
    turn,
    where,
)
from tests.games.scenario import ask, ask_all, chance, claims, passes, pick


def windows(s: Court) -> list[str]:
    """The names of the windows of the last procedure."""
    return [step.window for step in opened(s)]


def opened(s: Court) -> list[Claims]:
    """The windows of the last procedure."""
    return [step for step in s.steps if isinstance(step, Claims) and not step.in_order]


def rounds(s: Court) -> list[str]:
    """What was answered once each in order in the last procedure, where several could."""
    return [step.window for step in s.steps if isinstance(step, Claims) and step.in_order]


def test_a_turn_in_which_nothing_happens_has_at_most_five() -> None:
    hands = {seat: ["bribe", "ship", "poison", "knight 1", "pardon"] for seat in range(4)}
    s = court({"player 0": EARL}, seats=4, hands=hands)
    s.go(turn(0))
    assert windows(s) == ["start", "drawn", "end"]


def test_skd_27_the_hanged_man_s_attempt_has_its_window_though_nobody_joins() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge", "true heir"],
        hands={0: ["ship"], 1: ["bribe", "ship"], 2: ["bribe", "ship"]},
        friends={2: ["hanged man"]},
    )
    outcome = s.go(
        attack(0, "spy", 3),
        ask_all("discard", {1: pick("ship"), 2: pick("ship")}),
        claims("join"),
        claims("attempt", 1),
        does(1, "bribe", "bribe"),
        target(1, "hanged man"),
    )
    assert outcome is not None
    assert outcome.winners == (1,)
    assert windows(s)[-3:] == ["attempt", ANNOUNCED, "attempt"]


def test_skd_27_a_betrayal_in_that_window_averts_the_end() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge"],
        hands={2: ["betrayal", "ship"]},
        friends={2: ["hanged man"]},
    )
    outcome = s.go(
        attack(0, "spy", 3),
        ask_all("discard", {2: pick("ship")}),
        claims("attempt", 2),
        does(2, "betray", "betrayal"),
    )
    assert outcome is None
    assert is_dead(s, "hanged man")


def test_skd_27_who_comes_late_in_that_window_is_told_so() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge"],
        hands={1: ["betrayal", "ship"], 2: ["bribe", "ship"]},
        friends={1: ["hanged man"]},
    )
    s.hold(
        attack(0, "spy", 3),
        claims(ANNOUNCED),
        claims("poison"),
        claims("ship"),
        ask_all("discard", {1: pick("ship"), 2: pick("ship")}),
        claims("join"),
        claims("attempt", 1),
        does(1, "betray", "betrayal"),
        claims(ANNOUNCED),
        passes(2, "ship"),
    )
    step = s.engine.waiting
    assert isinstance(step, Claims)
    assert [(seat, choice.prompt) for seat, choice in step.offers] == [
        (2, "The Hanged Man is not King any more. Do you play anything?")
    ]


def test_skd_27_the_player_in_turn_may_blackmail_in_that_window() -> None:
    """SK-7: at any time from step 5 of the own turn on."""
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge", "true heir"],
        hands={0: ["blackmail", "ship"]},
        friends={2: ["hanged man"]},
    )
    outcome = s.go(
        attack(0, "spy", 3),
        ask_all("discard", {0: pick("ship")}),
        claims("attempt", 0),
        does(0, "blackmail", "blackmail"),
        target(0, "hanged man"),
        mode(0, "gain"),
    )
    assert outcome is not None
    assert outcome.winners == (0,)


def test_skd_27_an_attempt_that_somebody_joins_has_its_window_once() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE},
        dead=["judge"],
        hands={0: ["bribe", "ship"], 1: ["assassin 1", "ship"]},
        friends={2: ["hanged man"]},
    )
    s.go(
        attack(0, "spy", 3),
        ask_all("discard", {0: pick("ship"), 1: pick("ship")}),
        ask(1, "join", "assassin 1"),
    )
    assert is_dead(s, "hanged man")
    assert windows(s) == [ANNOUNCED, ANNOUNCED]


def test_skd_27_the_judges_execution_has_no_window() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE, "judge": EARL},
        hands={1: ["bribe", "ship"]},
    )
    s.go(attack(0, "spy", 3))
    assert is_dead(s, "hanged man")
    assert windows(s) == [ANNOUNCED]


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
    assert [seat for step in opened(s) for seat, _ in step.offers] == [1, 2]


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


def offered(s: Court) -> list[tuple[int, ...]]:
    """Who was offered each window of the last procedure."""
    return [
        tuple(int(seat) for seat, _ in step.offers)
        for step in s.steps
        if isinstance(step, Claims) and not step.in_order
    ]


def test_skd_28_who_announces_is_offered_the_window_once_another_has_played() -> None:
    """SK-58: a protector who is bribed in answer can be bribed back."""
    s = court(
        {"player 1": EARL, "magician": MARQUIS},
        hands={0: ["bribe", "ship"], 1: ["bribe", "ship"]},
    )
    s.go(
        attack(0, "player 1", 3),
        claims(ANNOUNCED, 1),
        does(1, "bribe", "bribe"),
        target(1, "magician"),
        claims(ANNOUNCED),
        claims(ANNOUNCED, 0),
        does(0, "bribe", "bribe"),
        target(0, "magician"),
    )
    assert is_dead(s, "player 1")
    assert offered(s) == [(1,), (0,), (0, 1), (1,), (0, 1)]


def test_skd_28_a_declined_claim_is_no_play() -> None:
    s = court({"queen": MARQUIS}, hands={0: ["bribe"], 1: ["bribe"], 2: ["bribe"]})
    s.go(attack(0, "queen", 1), claims(ANNOUNCED, 1, 2), passes(1, "react"), passes(2, "react"))
    assert offered(s) == [(1, 2)]


@pytest.mark.parametrize("card", ["bribe", "investigation", "proxy"])
def test_skd_29_no_window_is_lost_after_a_last_card(card: str) -> None:
    """Its effect changes something without a step: the end of the turn is another moment."""
    play = {"bribe": "bribe", "investigation": "investigate", "proxy": "proxy"}[card]
    s = court(
        {"player 0": COMMONER, "queen": MARQUIS, "spy": EARL},
        hands={0: ["ship", "ship", "ship", "ship", card], 1: ["bribe", "ship"]},
        friends={0: ["spy"], 1: ["queen"]} if card == "proxy" else {},
        stage=Stage.START,
    )
    named = [target(0, "queen")] if card != "proxy" else []
    s.go(turn(0), act(0, "discard", "ship", "ship", "ship", "ship"), act(0, play, card), *named)
    assert windows(s) == ["start", "drawn", ANNOUNCED, "end"]


def test_skd_29_an_effect_that_changes_nothing_leaves_one_window() -> None:
    """Two windows without a step or a change between them are one (SKD-2)."""
    s = court({"player 0": EARL}, hands={1: ["bribe"]})

    async def twice(t: Table) -> None:
        await open_window(t, "drawn", but=Seat(0))
        t.say("Nothing happens.")
        await open_window(t, "end", but=Seat(0))

    s.go(twice)
    assert windows(s) == ["drawn"]


def test_skd_29_who_comes_back_in_a_window_joins_it() -> None:
    s = court(
        {"queen": MARQUIS},
        hands={1: ["ship"], 2: ["bribe"]},
        shipped=["player 2"],
    )
    s.go(
        attack(0, "queen", 1),
        claims(ANNOUNCED, 1),
        does(1, "ship", "ship"),
        claims(ANNOUNCED, 2),
    )
    assert offered(s) == [(1,), (2,)]


def test_skd_29_who_dies_in_the_own_turn_has_no_last_window() -> None:
    s = court(
        {"player 0": KING, "fool": BARON},
        hands={0: ["assassin 1", "ship"], 1: ["bribe", "knight 1"], 2: ["bribe"]},
    )
    s.go(
        turn(0),
        done(0),
        act(0, "assassinate", "assassin 1"),
        target(0, "fool"),
        chance(1),
    )
    assert is_dead(s, "player 0")
    assert windows(s)[-1] == ANNOUNCED


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


def test_skd_26_conversions_are_legal_in_every_window_that_is_offered() -> None:
    s = court({"player 1": BARON, "player 0": EARL}, hands={1: ["ship"]})
    s.go(turn(0), claims("start", 1), does(1, "draft", "ship"))
    s = court({"player 1": BARON, "player 0": EARL}, hands={1: ["ship"]})
    s.run(attack(0, "spy", 1), claims(ANNOUNCED, 1), does(1, "draft", "ship"))
    assert tokens(s, 1) == ["knight 1"]


def test_skd_26_conversions_alone_open_no_window() -> None:
    """A hand that lies open and fits nothing else: a Draft is no reason to ask."""
    s = court(
        {"player 1": BARON, "queen": MARQUIS, "devil": EARL},
        hands={1: ["poison"]},
        friends={1: ["devil"]},
    )
    s.setup(lambda t: t.reveal(t.hand_zone(Seat(1)).cards, Seat(1)))
    s.go(attack(0, "queen", 1))
    assert windows(s) == []


def test_skd_26_a_client_shows_no_prompt_for_conversions_alone() -> None:
    s = court({"player 1": BARON, "player 0": EARL}, hands={1: ["poison"]})
    s.hold(turn(0))
    step = s.engine.waiting
    assert isinstance(step, Claims)
    ((_, choice),) = step.offers
    sees = s.table.sees(s.knowledge(1))
    assert not can_act(choice, sees)
    assert can_act(choice, sees, minor=True)


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
    assert rounds(s) == ["knights", "poison", "antidote", "ship"]


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


def test_a_coronation_and_a_joint_attack_are_events() -> None:
    s = court({"player 0": KING})
    s.run(turn(0), ask(0, "coronation", option="declare"))
    assert s.table.events["coronation"] == s.table.events["joint attack"] == 1


def test_the_turn_of_a_king_is_an_event_before_its_first_window() -> None:
    s = court({"player 0": KING}, hands={1: ["bribe"]})
    s.hold(turn(0))
    assert s.table.events == {"turn": 1, "turn 0": 1, "turn king": 1}
    s = court({"player 0": DUKE}, hands={1: ["bribe"]})
    s.hold(turn(0))
    assert s.table.events == {"turn": 1, "turn 0": 1}


@pytest.mark.parametrize(
    ("rank", "high"), [(KING, True), (DUKE, True), (MARQUIS, False), (EARL, False)]
)
def test_what_is_aimed_at_the_king_or_a_duke_is_an_event(rank: Rank, high: bool) -> None:
    s = court({"sage": rank})
    s.run(announced(plays.INVESTIGATE, 0, "sage"))
    assert s.table.events == {"play": 1} | ({"named high": 1} if high else {})


def test_who_is_hit_by_the_coin_of_the_fool_is_named_as_well() -> None:
    s = court({"sage": KING, "fool": MARQUIS}, friends={2: ["sage"], 1: ["fool"]})
    s.run(attack(0, "fool", 1), chance(1))
    assert s.table.events == {"play": 1, "named 1": 1, "named 2": 1, "named high": 1}


def test_whoever_sends_the_fool_names_him() -> None:
    s = court({"fool": DUKE}, friends={1: ["fool"]}, hands={1: ["ship"]})
    s.go(attack(0, "player 1", 1), claims(ANNOUNCED, 1), does(1, "fool"), chance(0))
    assert s.table.events == {"play": 1, "named 1": 2, "named high": 1}


def test_no_game_ends_unseen_by_the_pass_that_is_offered_first() -> None:
    """SKD-31: in the turn in which it ends something of the set happens, or the last round runs."""
    own = {"turn {me}", "named {me}"}
    ends = {event for event in King().info.passes[0].events if event not in own}
    for seed in range(12):
        told: list[str] = []
        counts: dict[str, int] = {}

        def follow(engine: Engine, told: list[str] = told, counts: dict[str, int] = counts) -> None:
            events = engine.table.events
            new = [event for event, count in events.items() if count != counts.get(event, 0)]
            told += sorted(new, key=lambda event: event != "turn")
            counts.update(events)

        game = play(
            King(),
            3,
            seed,
            bots=[Pretender()] * 3,
            watch=lambda engine, dealer, follow=follow: follow(engine),  # type: ignore[misc]
            options={"turns": 6},
        )
        follow(game.engine)
        last = len(told) - told[::-1].index("turn")
        assert "last round" in told or ends & set(told[last:]), seed


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
        s.engine.table.notes.clear()  # they say which cards this hand was laid of
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
