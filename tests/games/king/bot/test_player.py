"""The bot that plays for the crown, how games among bots end, and how much is asked of a person."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial

import pytest

from games.engine.bots import RandomBot
from games.engine.choice import NOTHING, Choice
from games.engine.engine import Engine
from games.engine.legal_answers import legal
from games.engine.steps import Ask, AskAll, Claims
from games.engine.values import Outcome, Seat
from games.king import plays
from games.king.bot import plans
from games.king.bot.evaluation import Outlook
from games.king.bot.player import Pretender
from games.king.cards import PARDON
from games.king.effects import targets
from games.king.heirs import HEIRS
from games.king.payments import OneCard
from games.king.plays import ANY_TIME, CATALOGUE
from games.king.rules import King
from games.king.state import Play, state_of
from simulation.dealer import Dealer, choice_for, dice, play
from tests.games.king.build import (
    BARON,
    COMMONER,
    DUKE,
    EARL,
    KING,
    MARQUIS,
    VISCOUNT,
    Court,
    acting,
    announced,
    attack,
    court,
    done,
    turn,
)
from tests.games.scenario import ask, ask_all, claims, passes, pick

CAP = "rounds"
RANDOM = RandomBot()


@dataclass(frozen=True)
class Sample:
    """What some four-seat games among Pretenders came to."""

    capped: int
    by_order: Counter[int]
    games: int


def sample(games: int, first: int = 0) -> Sample:
    capped, by_order = 0, Counter[int]()
    for seed in range(first, first + games):
        engine = play(King(), 4, seed, bots=[Pretender()] * 4, options={}).engine
        assert isinstance(engine.outcome, Outcome)
        capped += CAP in engine.outcome.said
        for winner in engine.outcome.winners:
            by_order[state_of(engine.table).order.index(winner)] += 1
    return Sample(capped, by_order, games)


def test_games_among_bots_end_by_the_rules() -> None:
    found = sample(10)
    assert found.capped == 0
    assert sum(found.by_order.values()) >= 10


@pytest.mark.slow
def test_more_games_among_bots_end_by_the_rules() -> None:
    found = sample(40)
    assert found.capped <= 2
    assert sum(found.by_order.values()) >= 36


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_thousand_games_end_and_no_place_in_the_order_is_much_better() -> None:
    found = sample(1000, 5000)
    assert found.capped <= 50
    shares = [4 * found.by_order[place] / found.games for place in range(4)]
    assert max(shares) <= 1.3
    assert min(shares) >= 1 / 1.3


def test_the_bot_beats_random_players() -> None:
    won = 0
    for seed in range(12):
        seat = Seat(seed % 3)
        bots = [Pretender() if Seat(one) == seat else RANDOM for one in range(3)]
        outcome = play(King(), 3, seed, bots=bots, options={}).engine.outcome
        won += outcome is not None and outcome.winners == (seat,)
    assert won >= 10


# What it decides


def decides(s: Court, seat: int) -> tuple[str | None, list[str]]:
    """What the bot answers to the waiting question: the option and the faces of the cards."""
    choice = choice_for(s.engine, Seat(seat))
    assert choice is not None
    situation = s.situation(seat, choice)
    answer = Pretender().choose(situation, dice(1))
    faces = situation.sees.faces
    return answer.option, sorted(str(faces[card]) for card in answer.cards)


def test_it_is_crowned_at_once_but_for_the_true_heir() -> None:
    s = court({"player 0": KING})
    s.hold(turn(0))
    assert decides(s, 0) == ("declare", [])
    s = court({"player 0": KING}, friends={0: ["true heir"]})
    s.hold(turn(0))
    assert decides(s, 0) == (None, [])


def test_it_throws_away_what_brings_it_no_nearer() -> None:
    s = court({"player 0": EARL}, hands={0: ["proxy", "assassin 1", "knight 1", "investigation"]})
    s.hold(turn(0))
    assert decides(s, 0) == ("discard", ["investigation", "proxy"])


def test_it_attacks_with_all_assassins_and_wants_those_above_it_dead() -> None:
    s = court({"player 0": EARL, "player 1": KING}, hands={0: ["assassin 1", "assassin 2", "ship"]})
    s.hold(acting(0))
    assert decides(s, 0) == ("assassinate", ["assassin 1", "assassin 2"])
    s = court({"player 0": EARL, "player 1": KING}, hands={0: ["assassin 1"]})
    s.hold(acting(0), ask(0, "act", "assassin 1", option="assassinate"))
    assert decides(s, 0) == ("player 1", [])


def test_it_does_not_put_the_true_heir_on_the_throne() -> None:
    s = court({"player 0": EARL, "player 1": KING, "true heir": DUKE}, hands={0: ["assassin 1"]})
    s.hold(acting(0), ask(0, "act", "assassin 1", option="assassinate"))
    assert decides(s, 0) == ("true heir", [])


def test_it_bribes_the_magician_when_attacked() -> None:
    s = court({"player 1": DUKE, "magician": EARL}, hands={1: ["bribe", "ship"]})
    s.hold(attack(0, "player 1", 2))
    assert decides(s, 1) == ("bribe", ["bribe"])
    s.hold_on(claims("announced", 1), ask(1, "react", "bribe", option="bribe"))
    assert decides(s, 1) == ("magician", [])


def test_it_defends_itself_and_nobody_else() -> None:
    s = court({"player 1": DUKE, "queen": MARQUIS}, hands={1: ["knight 1", "knight 2", "proxy"]})
    s.hold(attack(0, "player 1", 2), claims("announced"))
    assert decides(s, 1) == (None, ["knight 1", "knight 2"])
    s = court({"player 1": DUKE, "queen": MARQUIS}, hands={1: ["knight 1", "knight 2", "proxy"]})
    s.hold(attack(0, "queen", 2), claims("announced"))
    assert decides(s, 1) == (None, [])


def test_it_pardons_itself() -> None:
    s = court({"player 1": MARQUIS}, hands={1: ["pardon"]})
    s.hold(announced(plays.EXECUTE, 0, "player 1"), claims("announced"))
    assert decides(s, 1) == (None, ["pardon"])


def test_it_pardons_a_friend_below_it_but_nobody_elses() -> None:
    for friends, kept in (({1: ["queen"]}, ["pardon"]), ({2: ["queen"]}, [])):
        s = court({"player 1": MARQUIS, "queen": EARL}, hands={1: ["pardon"]}, friends=friends)
        s.hold(announced(plays.EXECUTE, 0, "queen"), claims("announced"))
        assert decides(s, 1) == (None, kept)


def test_it_saves_its_hanged_man_from_the_judge() -> None:
    s = court(
        {"spy": KING, "hanged man": DUKE, "judge": EARL},
        hands={1: ["pardon"]},
        friends={1: ["hanged man"]},
    )
    s.hold(attack(0, "spy", 1), claims("announced"), *[passes(1, "poison"), passes(1, "ship")])
    assert decides(s, 1) == (None, ["pardon"])


def test_it_investigates_a_duke_who_could_execute_it() -> None:
    hands = {0: ["ship", "bribe"], 1: ["investigation"]}
    s = court({"player 0": DUKE, "player 1": EARL}, hands=hands, deck=["ship"] * 9)
    s.hold(turn(0), claims("start"), done(0))
    assert decides(s, 1) == ("investigate", ["investigation"])
    s.hold_on(claims("drawn", 1), ask(1, "react", "investigation", option="investigate"))
    assert decides(s, 1) == ("player 0", [])


def test_it_keeps_investigation_and_pardon_while_it_could_be_executed() -> None:
    hands = {0: ["investigation", "pardon", "antidote"]}
    s = court({"player 0": EARL, "player 1": DUKE}, hands=hands)
    s.hold(turn(0))
    assert decides(s, 0) == ("discard", ["antidote"])


def test_it_investigates_a_baron_before_it_attacks_them() -> None:
    """The Heirs above have friends who could defend them; the Baron's Draft would be worse."""
    hands = {0: ["investigation", "assassin 1"], 1: ["ship", "bribe"]}
    places = {"player 1": BARON, "player 0": BARON, "spy": COMMONER, "true heir": COMMONER}
    friends = {2: [heir.key for heir in HEIRS if heir.key not in ("spy", "true heir", "hermit")]}
    s = court(places, hands=hands, friends=friends)
    s.hold(acting(0))
    assert decides(s, 0) == ("investigate", ["investigation"])
    s.hold_on(ask(0, "act", "investigation", option="investigate"))
    assert decides(s, 0) == ("player 1", [])


def test_it_borrows_the_planning_of_a_friend_before_it_draws() -> None:
    s = court(
        {"player 0": BARON, "queen": VISCOUNT, "sage": EARL},
        hands={0: ["proxy", "ship"]},
        friends={0: ["queen", "sage"]},
    )
    s.hold(turn(0))
    assert decides(s, 0) == ("proxy", ["proxy"])
    s.hold_on(ask(0, "act", "proxy", option="proxy"))
    assert decides(s, 0) == ("queen", [])


def test_with_the_spy_an_investigation_is_its_blackmail() -> None:
    hands = {0: ["investigation"]}
    s = court({"player 0": EARL, "spy": MARQUIS}, hands=hands, friends={0: ["spy"]})
    s.hold(acting(0))
    assert decides(s, 0) == ("blackmail", ["investigation"])


@pytest.mark.parametrize(("harms", "wanted"), [(True, "player 1"), (False, "player 0")])
def test_a_card_without_a_plan_is_for_oneself_or_against_a_rival(harms: bool, wanted: str) -> None:
    play = Play("new", "", ANY_TIME, OneCard(PARDON), question="Whom?", harms=harms)
    s = court({"player 0": BARON, "player 1": KING, "queen": EARL})
    outlook = Outlook(s.table, Seat(0), {})
    assert plans.is_plain(play)
    best = max(targets(outlook.state, play, Seat(0)), key=partial(plans.gain_by, outlook, play))
    assert best == wanted


def test_every_kind_of_card_is_played_in_some_games() -> None:
    """Attacks, answers, plays: what is only discarded does not count."""
    played: set[str] = set()

    def watch(engine: Engine, dealer: Dealer) -> None:
        step = engine.waiting
        if isinstance(step, Ask) and step.choice.kind not in ("discard", "gift", "search"):
            situation = dealer.situation(step.seat, step.choice)
            answer = Pretender().choose(situation, lambda _: 0)
            faces = situation.sees.faces
            if answer.option != "discard":
                played.update(str(faces[card]) for card in answer.cards)

    for seed in range(1000, 1030):
        play(King(), 4, seed, bots=[Pretender()] * 4, options={}, watch=watch)
    assert played == {card.face for card in CATALOGUE.cards}


def test_it_investigates_a_king_before_a_coronation_is_declared() -> None:
    """SKD-25; afterwards it would be too late (SKG-28)."""
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    s.hold(turn(0))
    assert decides(s, 1) == ("investigate", ["investigation"])
    s.hold_on(claims("start", 1), ask(1, "react", "investigation", option="investigate"))
    assert decides(s, 1) == ("player 0", [])
    s = court({"player 0": KING}, hands={1: ["investigation", "ship"]})
    s.hold(
        turn(0),
        claims("start"),
        ask(0, "coronation", option="declare"),
        ask_all("gift", {1: pick("ship")}),
    )
    assert decides(s, 1) == (None, [])


def test_it_joins_against_whoever_is_crowned() -> None:
    s = court({"player 0": KING}, hands={1: ["assassin 1", "assassin 3"], 0: ["ship"]})
    state_of(s.table).turn.crowning = Seat(0)
    s.hold(
        turn(0),
        claims("start"),
        ask(0, "coronation", option="declare"),
    )
    assert decides(s, 1)[1] == ["assassin 1"]  # the gift: the cheapest


# Prompts


@dataclass
class Prompts:
    """Questions to seats, and those of them that somebody could answer other than by passing."""

    asked: int = 0
    shown: int = 0
    forced: int = 0

    def count(self, choice: Choice, engine: Engine, dealer: Dealer, seat: Seat) -> None:
        answers = list(legal(choice, engine.table.sees(dealer.knowledge(seat))))
        self.asked += 1
        self.shown += answers != [NOTHING]
        self.forced += not choice.may_pass and len(answers) == 1
        assert answers


def prompts(games: int) -> Prompts:
    """The questions of some four-seat games, to all seats together."""
    found = Prompts()

    def watch(engine: Engine, dealer: Dealer) -> None:
        step = engine.waiting
        if isinstance(step, Ask):
            found.count(step.choice, engine, dealer, step.seat)
        elif isinstance(step, AskAll | Claims):
            for seat, choice in step.asks if isinstance(step, AskAll) else step.offers:
                found.count(choice, engine, dealer, seat)

    for seed in range(games):
        play(King(), 4, seed, bots=[Pretender()] * 4, options={}, watch=watch)
    return found


def test_prompts_that_a_person_gets_to_see() -> None:
    """docs/rules/king.md has the figures of a longer run."""
    found = prompts(4)
    assert found.forced == 0
    assert 0 < found.shown < found.asked
    assert found.shown / (4 * 4) < 400
